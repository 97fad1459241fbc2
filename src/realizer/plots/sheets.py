"""A sheet of paper measured in points (1/72 inch): what every figure of this room is drawn on.

Places are computed first, from the widths of the words, and drawn second. The sheet is a bare matplotlib
Figure, without pyplot: no display, no global state, nothing to close. Matplotlib (the extra `plot`) is
imported when the first figure is made.
"""

from __future__ import annotations

import io
import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

from realizer.errors import InputError, MissingExtraError

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["BLUE", "GREY", "INK", "PALE", "RED", "SIZE", "TINTS", "Place", "Sheet", "text_width", "to_svg"]

Place: TypeAlias = tuple[float, float]

# Red and blue that people with any colour vision tell apart (Paul Tol's "vibrant" scheme); the marks differ
# in shape as well.
RED, BLUE, INK, GREY, PALE = "#cc3311", "#0077bb", "#222222", "#7a7a7a", "#dddddd"
TINTS = {RED: "#fbe9e4", BLUE: "#e2f1fa"}
SIZE = 10.0  # of the words


@dataclass(frozen=True, slots=True, eq=False)
class Sheet:
    """A figure and the axes that cover it, one unit per point, (0, 0) at the bottom left.

    Attributes:
        figure: The matplotlib figure.
        axes: Its only axes, without frame and ticks.
    """

    figure: Figure
    axes: Any

    @classmethod
    def blank(cls, width: float, height: float) -> Sheet:
        """Take a white sheet of this many points."""
        try:
            from matplotlib.figure import Figure
        except ImportError as error:
            raise MissingExtraError("matplotlib", "plot", "drawing a figure") from error
        width, height = math.ceil(width), math.ceil(height)
        figure = Figure(figsize=(width / 72, height / 72), facecolor="white")
        axes = figure.add_axes((0, 0, 1, 1))
        axes.set_axis_off()
        axes.set_xlim(0, width)
        axes.set_ylim(0, height)
        return cls(figure, axes)

    def text(self, place: Place, text: str, *, colour: str = INK, halo: bool = False, **style: Any) -> None:  # noqa: ANN401
        """Write a text, centred unless the style says otherwise, on a white ground if it has a halo."""
        ground = {"facecolor": "white", "edgecolor": "none", "pad": 0.8, "alpha": 0.85} if halo else None
        style = {"ha": "center", "va": "center_baseline", "size": SIZE, "zorder": 4, **style}
        self.axes.text(*place, text, color=colour, bbox=ground, parse_math=False, **style)

    def line(self, places: Sequence[Place], *, colour: str = GREY, width: float = 1.2, **style: Any) -> None:  # noqa: ANN401
        """Draw a line through some places."""
        style = {"solid_capstyle": "round", "zorder": 2, **style}
        self.axes.plot(
            [x for x, _ in places], [y for _, y in places], color=colour, lw=width, clip_on=False, **style
        )

    def curve(self, places: Sequence[Place], codes: Sequence[int], **style: Any) -> None:  # noqa: ANN401
        """Draw a path of straight and bent pieces, in the codes of `matplotlib.path.Path`."""
        from matplotlib.patches import PathPatch
        from matplotlib.path import Path

        style = {"edgecolor": GREY, "facecolor": "none", "lw": 1.2, "zorder": 2, **style}
        self.axes.add_patch(PathPatch(Path(list(places), list(codes)), clip_on=False, **style))

    def area(self, corners: Sequence[Place], *, colour: str) -> None:
        """Fill a polygon, behind everything else."""
        from matplotlib.patches import Polygon

        self.axes.add_patch(
            Polygon(list(corners), facecolor=colour, edgecolor="none", zorder=0, clip_on=False)
        )

    def marks(self, places: Sequence[Place], *, colour: str) -> None:
        """Set red crosses or blue dots."""
        shape = {"marker": "x", "ms": 6, "mew": 1.8} if colour == RED else {"marker": "o", "ms": 6, "mew": 0}
        xs, ys = [x for x, _ in places], [y for _, y in places]
        self.axes.plot(xs, ys, linestyle="none", color=colour, zorder=5, clip_on=False, **shape)

    def box(self, centre: Place, text: str, *, colour: str, width: float, height: float = 18.0) -> None:
        """Draw a vertex as a box with its name: a square box for red, a round one for blue."""
        from matplotlib.patches import FancyBboxPatch

        style = "square,pad=0" if colour == RED else f"round,pad=0,rounding_size={height / 2:g}"
        corner = (centre[0] - width / 2, centre[1] - height / 2)
        self.axes.add_patch(
            FancyBboxPatch(
                corner,
                width,
                height,
                boxstyle=style,
                facecolor=TINTS[colour],
                edgecolor=colour,
                lw=1.1,
                zorder=3,
                clip_on=False,
            )
        )
        self.text(centre, text, colour=colour)


def text_width(text: str, size: float = SIZE) -> float:
    """Measure a text in points, the same on every screen."""
    try:
        from matplotlib.font_manager import FontProperties
        from matplotlib.textpath import text_to_path
    except ImportError as error:
        raise MissingExtraError("matplotlib", "plot", "drawing a figure") from error
    width, _, _ = text_to_path.get_text_width_height_descent(text, FontProperties(size=size), ismath=False)
    return float(width)


def to_svg(figure: Figure) -> str:
    """Write a figure as SVG: the same figure gives the same characters, on any day.

    Words stay text, which can be searched and copied, and keeps the file small. O(size of the figure).

    Args:
        figure: From this room, or any other matplotlib figure.

    Returns:
        The SVG document.

    Raises:
        InputError: Not a figure.

    Example:
        >>> from realizer.plots import tree_arcs
        >>> svg = to_svg(tree_arcs(["Birds", "sing"], [2, 0]))
        >>> svg == to_svg(tree_arcs(["Birds", "sing"], [2, 0])), "Birds</text>" in svg
        (True, True)
    """
    if not hasattr(figure, "savefig"):
        raise InputError(
            f"expected a matplotlib figure, got {type(figure).__name__}; cure: to_svg(order_plane(...))"
        )
    import matplotlib as mpl

    buffer = io.StringIO()
    with mpl.rc_context({"svg.hashsalt": "realizer", "svg.fonttype": "none"}):
        figure.savefig(buffer, format="svg", metadata={"Date": None, "Creator": None})
    return buffer.getvalue()
