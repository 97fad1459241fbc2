"""Small treebanks: written as a string per token, or drawn at random with all that scoring looks at."""

from __future__ import annotations

from hypothesis import strategies as st

from realizer.document import Dependency, EmptyNode, MultiwordToken, NodeId, Sentence, Word

RELATIONS = (
    "nsubj",
    "nsubj:pass",
    "obj",
    "nmod:of",
    "nmod:in",
    "case",
    "det",
    "det:poss",
    "punct",
    "strange",
    "_",
)
TAGS = ("NOUN", "PUNCT", "ADP")
FEATURES = ("_", "Case=Nom", "Typo=Yes", "Case=Nom|Typo=Yes", "Number=Sing|Case=Nom")


def word(number, form, *, lemma="_", upos="_", xpos="_", feats="_", head=None, deprel="_", deps=()):
    arcs = tuple(Dependency(NodeId(*place), relation) for place, relation in deps)
    if head is None:
        head = int(number > 1)
    return Word(number, form, lemma, upos, xpos, feats, head, deprel, arcs, "_")


def sentence(*rows, line=1):
    return Sentence((), tuple(rows), line)


def empty(number, part, *deps):
    arcs = tuple(Dependency(NodeId(*place), relation) for place, relation in deps)
    return EmptyNode(NodeId(number, part), "_", "_", "_", "_", "_", arcs, "_")


def of_tokens(*tokens):
    """One sentence from tokens; `"abc a b c"` is a multiword token with its words."""
    rows, count = [], 0
    for token in tokens:
        form, *words = token.split(" ")
        if words:
            rows.append(MultiwordToken(count + 1, count + len(words), form, "_", "_"))
        for each in words or [form]:
            count += 1
            rows.append(word(count, each))
    return sentence(*rows)


@st.composite
def tokenised(draw, text, *, multiword=True):
    """Cut a text into tokens, some of them with words of their own."""
    tokens = []
    while text:
        size = draw(st.integers(1, min(3, len(text))))
        form, text = text[:size], text[size:]
        words = draw(st.lists(st.sampled_from(["a", "b", "A", "ab", "c"]), max_size=3 * multiword))
        spaced = draw(st.booleans()) and draw(st.booleans())
        tokens.append(((form[0] + "\u00a0" + form[1:]) if spaced else form, words))
    return tokens


@st.composite
def sentences_of(draw, text, *, multiword=True):
    """Draw sentences that spell a text."""
    tokens = draw(tokenised(text, multiword=multiword))
    found = []
    while tokens:
        size = draw(st.integers(1, len(tokens)))
        found.append(draw(annotated(tokens[:size])))
        tokens = tokens[size:]
    return found


@st.composite
def annotated(draw, tokens):
    """Draw a tree, tags and an enhanced graph over tokens."""
    count = sum(len(words) or 1 for _, words in tokens)
    order = draw(st.permutations(range(1, count + 1)))
    head = {order[0]: 0}
    for i, each in enumerate(order[1:], start=1):
        head[each] = order[draw(st.integers(0, i - 1))]
    empties = draw(st.sampled_from([(), (), ((1, 1),), ((1, 1), (1, 2)), ((0, 1), (count, 1))]))
    places = [(i,) for i in range(count + 1)] + list(empties)
    arcs = st.lists(st.tuples(st.sampled_from(places), st.sampled_from(RELATIONS[:5])), max_size=3)
    rows, number = [empty(*place, *draw(arcs)) for place in empties if place[0] == 0], 0
    for form, words in tokens:
        if words:
            rows.append(MultiwordToken(number + 1, number + len(words), form, "_", "_"))
        for each in words or [form]:
            number += 1
            columns = {
                "lemma": draw(st.sampled_from(["_", "x", "y"])),
                "upos": draw(st.sampled_from(TAGS)),
                "xpos": draw(st.sampled_from([",", "PU", "NN"])),
                "feats": draw(st.sampled_from(FEATURES)),
                "deprel": draw(st.sampled_from(RELATIONS)),
            }
            rows.append(word(number, each, head=head[number], deps=draw(arcs), **columns))
            rows += [empty(*place, *draw(arcs)) for place in empties if place[0] == number]
    return sentence(*rows)


@st.composite
def pairs(draw, *, longest=12, multiword=True):
    """Draw gold and system sentences of the same text, some without multiword tokens."""
    text = draw(st.text("ab", min_size=1, max_size=longest))
    return tuple(draw(sentences_of(text, multiword=multiword)) for _ in range(2))
