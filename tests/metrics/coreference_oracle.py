"""The coreference metrics as their papers define them, on sets of mentions, pair by pair: slow and plain."""

from __future__ import annotations

from itertools import combinations, permutations


def clusters(document, *, match, singletons):
    """Sets of mentions; a mention is its nodes, and with `head` its head."""
    grouped, seen = {}, set()
    for mention in document.mentions:
        grouped.setdefault(mention.entity, []).append(mention)
    found = []
    for mentions in grouped.values():
        new = {identity(mention, match) for mention in mentions} - seen
        seen |= new
        if len(new) >= 2 - singletons:
            found.append(new)
    return [each for each in found if each]


def heads(document, match):
    """The head of every mention; of one that occurs again, the head in the cluster that keeps it."""
    order = list(dict.fromkeys(mention.entity for mention in document.mentions))
    found = {}
    for mention in sorted(document.mentions, key=lambda mention: order.index(mention.entity)):
        found.setdefault(identity(mention, match), mention.head)
    return found


def identity(mention, match):
    nodes = frozenset(i for part in mention.parts for i in range(part.start, part.end + 1))
    return nodes, mention.head if match == "head" else None


def best(rows, columns, weight):
    """The largest sum of weights over all one-to-one assignments, by trying them all."""
    if len(rows) > len(columns):
        rows, columns, weight = columns, rows, lambda a, b, old=weight: old(b, a)
    return max(
        sum(weight(a, b) for a, b in zip(rows, order, strict=False))
        for order in permutations(columns, len(rows))
    )


def f1(precision, recall):
    return 2 * precision * recall / (precision + recall) if precision + recall else 0.0


def ratio(part, whole):
    return part / whole if whole else 0.0


def of_counts(recalled, gold, precise, system):
    recall, precision = ratio(recalled, gold), ratio(precise, system)
    return precision, recall, f1(precision, recall)


def muc(gold, system):
    def one_side(ours, theirs):
        right = 0
        for cluster in ours:
            parts = [cluster & other for other in theirs if cluster & other]
            alone = cluster - {mention for part in parts for mention in part}
            right += len(cluster) - len(parts) - len(alone)
        return right, sum(len(cluster) - 1 for cluster in ours)

    return of_counts(*one_side(gold, system), *one_side(system, gold))


def bcub(gold, system):
    def one_side(ours, theirs):
        right = 0.0
        for cluster in ours:
            for mention in cluster:
                other = next((other for other in theirs if mention in other), set())
                right += len(cluster & other) / len(cluster)
        return right, sum(map(len, ours))

    return of_counts(*one_side(gold, system), *one_side(system, gold))


def ceafm(gold, system):
    right = best(gold, system, lambda a, b: len(a & b))
    return of_counts(right, sum(map(len, gold)), right, sum(map(len, system)))


def ceafe(gold, system):
    right = best(gold, system, lambda a, b: 2 * len(a & b) / (len(a) + len(b)))
    return of_counts(right, len(gold), right, len(system))


def blanc(gold, system):
    def links(clustering):
        mentions = [(mention, place) for place, cluster in enumerate(clustering) for mention in cluster]
        pairs = list(combinations(mentions, 2))
        return [
            {frozenset((one, other)) for (one, i), (other, j) in pairs if (i == j) is together}
            for together in (True, False)
        ]

    kinds = [(ours, theirs) for ours, theirs in zip(links(gold), links(system), strict=True) if ours]
    scores = [of_counts(len(a & b), len(a), len(a & b), len(b)) for a, b in kinds]
    return tuple(ratio(sum(score[i] for score in scores), len(scores)) for i in range(3))


def lea(gold, system):
    def one_side(ours, theirs):
        right = 0.0
        for cluster in ours:
            if len(cluster) == 1:
                right += cluster in theirs
                continue
            pairs = list(combinations(sorted(cluster, key=repr), 2))
            resolved = sum(any({one, other} <= each for each in theirs) for one, other in pairs)
            right += len(cluster) * resolved / len(pairs)
        return right, sum(map(len, ours))

    return of_counts(*one_side(gold, system), *one_side(system, gold))


def mentions(gold, system):
    ours, theirs = (set().union(*clustering) for clustering in (gold, system))
    return of_counts(len(ours & theirs), len(ours), len(ours & theirs), len(theirs))


METRICS = [muc, bcub, ceafe, ceafm, blanc, lea, mentions]


def scores(gold, system):
    """(precision, recall, F1) by name, of two lists of sets."""
    found = {metric.__name__: metric(gold, system) for metric in METRICS}
    three = [found[name] for name in ("muc", "bcub", "ceafe")]
    return {"conll": tuple(sum(score[i] for score in three) / 3 for i in range(3)), **found}


def share(gold, system, *, match, heads):
    """How well two mentions that are not the same fit: 0, or the share of the gold one's nodes."""
    (inside, head), (nodes, other) = gold, system
    fits = head == other if match == "head" else heads[gold] in nodes and nodes <= inside
    return len(inside & nodes) / len(inside) if fits else 0.0
