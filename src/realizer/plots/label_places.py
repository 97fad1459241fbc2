"""Where the names of points go: beside, above or below them, clear of everything else."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from realizer.plots.sheets import Place

__all__ = ["Box", "Label", "label_boxes"]

ROUNDS = 12
OVERLAP = 500.0  # what covering another label costs at least
SAMPLES = 24  # places along a line at which it is looked for under a label


@dataclass(frozen=True, slots=True)
class Box:
    """An upright rectangle."""

    left: float
    bottom: float
    right: float
    top: float

    @property
    def centre(self) -> Place:
        """Its middle."""
        return (self.left + self.right) / 2, (self.bottom + self.top) / 2

    def overlap(self, other: Box) -> float:
        """The area that two boxes share."""
        width = min(self.right, other.right) - max(self.left, other.left)
        height = min(self.top, other.top) - max(self.bottom, other.bottom)
        return max(width, 0.0) * max(height, 0.0)

    def crossings(self, line: Sequence[Place]) -> int:
        """How many of the places along a line (two ends) are inside."""
        (x, y), (to_x, to_y) = line
        shares = [step / SAMPLES for step in range(SAMPLES + 1)]
        return sum(
            self.left < x + t * (to_x - x) < self.right and self.bottom < y + t * (to_y - y) < self.top
            for t in shares
        )


@dataclass(frozen=True, slots=True)
class Label:
    """A point and the size of its name, in points."""

    at: Place
    width: float
    height: float


def label_boxes(
    labels: Sequence[Label], lines: Sequence[Sequence[Place]], frame: Box, *, mark: float
) -> list[Box]:
    """Place a box for the name of every point.

    Each label has twelve places around its point. One after the other takes the one that costs least: labels
    or marks under it cost most, then the edge of the frame, then lines; `ROUNDS` times, so that early labels
    can give way to late ones. O(ROUNDS n (n + a)) for n labels and a lines. Deterministic.

    Args:
        labels: The points and the sizes of their names.
        lines: Lines to stay clear of, if possible: two ends each.
        frame: Where labels should stay.
        mark: Half the size of a point's mark.

    Returns:
        One box per label.
    """
    marks = [Box(x - mark, y - mark, x + mark, y + mark) for (x, y) in (label.at for label in labels)]
    choices = [_choices(label, mark) for label in labels]
    fixed = [
        [_fixed_cost(box, place, marks, i, lines, frame) for place, box in enumerate(boxes)]
        for i, boxes in enumerate(choices)
    ]
    taken: list[int | None] = [None] * len(labels)
    for _ in range(ROUNDS):
        before = list(taken)
        for i, boxes in enumerate(choices):
            others = [choices[j][place] for j, place in enumerate(taken) if place is not None and j != i]
            costs = [
                cost + sum(OVERLAP + 20 * box.overlap(other) for other in others if box.overlap(other))
                for box, cost in zip(boxes, fixed[i], strict=True)
            ]
            taken[i] = costs.index(min(costs))
        if taken == before:
            break
    return [boxes[place or 0] for boxes, place in zip(choices, taken, strict=True)]


def _choices(label: Label, mark: float) -> list[Box]:
    """The places around a point, the better ones first."""
    (x, y), width, height = label.at, label.width, label.height
    aside, up = mark + 2 + width / 2, mark + height / 2
    middles = [(aside, 0), (-aside, 0), (0, up), (0, -up)]
    middles += [(sign * (aside - 2), other * up * 0.7) for sign in (1, -1) for other in (1, -1)]
    middles += [(width * 0.3, up), (-width * 0.3, -up), (width * 0.3, -up), (-width * 0.3, up)]
    return [
        Box(x + dx - width / 2, y + dy - height / 2, x + dx + width / 2, y + dy + height / 2)
        for dx, dy in middles
    ]


def _fixed_cost(
    box: Box, place: int, marks: Sequence[Box], own: int, lines: Sequence[Sequence[Place]], frame: Box
) -> float:
    """What a place costs whatever the other labels do."""
    cost = 1.0 * place
    covered = [box.overlap(mark) for j, mark in enumerate(marks) if j != own]
    cost += sum(OVERLAP / 2 + 20 * area for area in covered if area)
    area = (box.right - box.left) * (box.top - box.bottom)
    cost += 10 * (area - box.overlap(frame))
    for line in lines:
        inside = box.crossings(line)
        cost += 6 * inside + 6 * (inside > 0)
    return cost
