"""The official scores once more: whole files, dictionaries and strings, every definition spelt out.

Nothing is shared with `realizer.metrics` but the records. Slow on purpose.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache

from realizer.document import EmptyNode, MultiwordToken, NodeId, Word

_CONTENT = """nsubj obj iobj csubj ccomp xcomp obl vocative expl dislocated advcl advmod discourse nmod appos
nummod acl amod conj fixed flat compound list parataxis orphan goeswith reparandum root dep"""
CONTENT = _CONTENT.split()
FUNCTION = ["aux", "cop", "mark", "det", "clf", "case", "cc"]
_FEATURES = """PronType NumType Poss Reflex Foreign Abbr Gender Animacy Number Case Definite Degree VerbForm
Mood Tense Aspect Voice Evident Polarity Person Polite"""
FEATURES = _FEATURES.split()


def visible(form):
    return "".join(c for c in form if unicodedata.category(c) != "Zs")


def load(sentences):
    """A file as lists of dictionaries: tokens, sentences and words with their characters."""
    file = {"tokens": [], "sentences": [], "words": []}
    place = 0
    for sentence in sentences:
        begin, first, last_of_token, token = place, len(file["words"]), 0, None
        for row in sentence.rows:
            if isinstance(row, MultiwordToken):
                token = (place, place + len(visible(row.form)))
                file["tokens"].append(token)
                place, last_of_token = token[1], row.last
            elif isinstance(row, Word):
                inside = row.id <= last_of_token
                if not inside:
                    token = (place, place + len(visible(row.form)))
                    file["tokens"].append(token)
                    place = token[1]
                form = row.form if inside else visible(row.form)
                file["words"].append(
                    {
                        "span": token,
                        "inside": inside,
                        "form": form.lower(),
                        "lemma": row.lemma,
                        "upos": row.upos,
                        "xpos": row.xpos,
                        "feats": sorted(f for f in row.feats.split("|") if f.split("=")[0] in FEATURES),
                        "deprel": row.deprel.split(":")[0],
                        "label": row.deprel,
                        "head": first + row.head - 1 if row.head else None,
                        "deps": [],
                        "index": len(file["words"]),
                    }
                )
        file["sentences"].append((begin, place))
        for dependent, head, path in graph_without_empty_nodes(sentence):
            file["words"][first + dependent - 1]["deps"].append((first + head - 1 if head else None, path))
    for each in file["words"]:
        each["children"] = [
            c for c in file["words"] if c["head"] == each["index"] and c["deprel"] in FUNCTION
        ]
    return file


def graph_without_empty_nodes(sentence):
    """All arcs (dependent, head, path): join `a -> empty` and `empty -> b` until nothing new comes."""
    edges = []
    for row in sentence.rows:
        if isinstance(row, (Word, EmptyNode)):
            own = NodeId(row.id) if isinstance(row, Word) else row.id
            edges += [(d.head, d.relation, own) for d in row.deps]
    whole = {e for e in edges if not e[0].empty and not e[-1].empty}
    waiting = [e for e in edges if e[0].empty]
    arriving = [e for e in edges if e[-1].empty]
    for path in waiting:  # grows
        for front in [e for e in arriving if e[-1] == path[0]]:
            new = front + path[1:]
            if not new[0].empty and not new[-1].empty:
                whole.add(new)
            elif len(set(new[::2])) == len(new[::2]):
                if new[0].empty and new not in waiting:
                    waiting.append(new)
                if new[-1].empty and new not in arriving:
                    arriving.append(new)
    return {(e[-1].word, e[0].word, ">".join(e[1::2])) for e in whole}


def aligned(gold, system):  # noqa: C901
    """Pairs of word indices: the walk as the module's text describes it, word by word."""
    pairs, g, s = [], 0, 0
    while g < len(gold) and s < len(system):
        a, b = gold[g], system[s]
        if not a["inside"] and not b["inside"]:
            if a["span"] == b["span"]:
                pairs.append((g, s))
                g, s = g + 1, s + 1
            elif a["span"][0] <= b["span"][0]:
                g += 1
            else:
                s += 1
            continue
        limit = a["span"][1] if a["inside"] else b["span"][1]
        if a["inside"] and not b["inside"] and b["span"][0] < a["span"][0]:
            s += 1
        if not a["inside"] and a["span"][0] < b["span"][0]:
            g += 1
        ours, theirs = [], []
        while True:
            gold_left = g < len(gold) and not beyond(gold[g], limit)
            system_left = s < len(system) and not beyond(system[s], limit)
            if not gold_left and not system_left:
                break
            if g < len(gold) and (s == len(system) or gold[g]["span"][0] <= system[s]["span"][0]):
                taken, g = gold[g], g + 1
                ours.append(taken)
            else:
                taken, s = system[s], s + 1
                theirs.append(taken)
            if taken["inside"]:
                limit = max(limit, taken["span"][1])
        pairs += [(x["index"], y["index"]) for x, y in subsequence(ours, theirs)]
    return pairs


def beyond(word, limit):
    return word["span"][0] >= limit if word["inside"] else word["span"][1] > limit


def subsequence(first, second):
    @lru_cache(None)
    def length(i, j):
        if i == len(first) or j == len(second):
            return 0
        same = 1 + length(i + 1, j + 1) if first[i]["form"] == second[j]["form"] else 0
        return max(same, length(i + 1, j), length(i, j + 1))

    found, i, j = [], 0, 0
    while i < len(first) and j < len(second):
        if first[i]["form"] == second[j]["form"]:
            found.append((first[i], second[j]))
            i, j = i + 1, j + 1
        elif length(i, j) == length(i + 1, j):
            i += 1
        else:
            j += 1
    return found


def scores(gold_sentences, system_sentences):  # noqa: C901
    """For every official metric: correct, gold, system, aligned."""
    gold, system = load(gold_sentences), load(system_sentences)
    found = {}
    for name in ("Tokens", "Sentences"):
        ours, theirs = gold[name.lower()], system[name.lower()]
        found[name] = (len(set(ours) & set(theirs)), len(ours), len(theirs), None)
    pairs = aligned(gold["words"], system["words"])
    to_gold = {s: g for g, s in pairs}
    found["Words"] = (len(pairs), len(gold["words"]), len(system["words"]), None)

    def count(key, keep=lambda w: True):
        wanted = [(gold["words"][g], system["words"][s]) for g, s in pairs if keep(gold["words"][g])]
        right = sum(key(a, lambda i: i, a) == key(b, lambda i: to_gold.get(i, "none"), a) for a, b in wanted)
        kept = [sum(map(keep, file["words"])) for file in (gold, system)]
        return (right, *kept, len(wanted))

    def head(w, to):
        return None if w["head"] is None else to(w["head"])

    def lemma(w, a):
        return "_" if a["lemma"] == "_" else w["lemma"]

    def below(w, to):
        return [(to(c["index"]), c["deprel"], c["upos"], c["feats"]) for c in w["children"]]

    def content(w):
        return w["deprel"] in CONTENT

    found["UPOS"] = count(lambda w, to, a: w["upos"])
    found["XPOS"] = count(lambda w, to, a: w["xpos"])
    found["UFeats"] = count(lambda w, to, a: w["feats"])
    found["AllTags"] = count(lambda w, to, a: (w["upos"], w["xpos"], w["feats"]))
    found["Lemmas"] = count(lambda w, to, a: lemma(w, a))
    found["UAS"] = count(lambda w, to, a: head(w, to))
    found["LAS"] = count(lambda w, to, a: (head(w, to), w["deprel"]))
    found["CLAS"] = count(lambda w, to, a: (head(w, to), w["deprel"]), content)
    found["MLAS"] = count(
        lambda w, to, a: (head(w, to), w["deprel"], w["upos"], w["feats"], below(w, to)), content
    )
    found["BLEX"] = count(lambda w, to, a: (head(w, to), w["deprel"], lemma(w, a)), content)
    for name, cut in (("ELAS", False), ("EULAS", True)):
        right = 0
        for g, s in pairs:
            for head_g, path_g in gold["words"][g]["deps"]:
                for head_s, path_s in system["words"][s]["deps"]:
                    one = None if head_s is None else to_gold.get(head_s, "none")
                    right += head_g == one and label(path_g, cut) == label(path_s, cut)
        totals = [sum(len(w["deps"]) for w in file["words"]) for file in (gold, system)]
        found[name] = (right, *totals, len(pairs))
    return found


def label(path, cut):
    return [step.split(":")[0] for step in path.split(">")] if cut else path
