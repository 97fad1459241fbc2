"""Small corpora of stories in the formats that resolvers learn from, and small resolvers."""

from __future__ import annotations

from neural.stories import story

SMALL = [
    "resolver.encoder.window=24",
    "resolver.encoder.overlap=8",
    *(f"resolver.{table}.{key}=8" for table in ("mention", "antecedent") for key in ("hidden", "width")),
    *("resolver.mention.orders=3", "resolver.antecedent.orders=3"),
    *("schedule.steps=3", "run.precision=float32", "batches.pieces=150", "run.threads=1"),
]


def columns(document, name, speaker="-"):
    """A document in CoNLL-2012 columns, a sentence of every ten words."""
    brackets = [[] for _ in document.nodes]
    for mention in document.mentions:
        entity = int(mention.entity[1:])
        if mention.start == mention.end:
            brackets[mention.start].append(f"({entity})")
        else:
            brackets[mention.start].append(f"({entity}")
            brackets[mention.end].append(f"{entity})")
    lines = [f"#begin document ({name}); part 000"]
    for place, (form, marks) in enumerate(zip(document.nodes, brackets, strict=True)):
        if place and place % 10 == 0:
            lines.append("")
        lines.append(f"{name} 0 {place % 10} {form} NN * - - - {speaker} * {'|'.join(marks) or '-'}")
    return "\n".join([*lines, "", "#end document", ""])


def entities(document, name, speaker="Ann"):
    """A document in CorefUD columns, a sentence of every ten words."""
    brackets = [""] * len(document.nodes)
    for mention in document.mentions:
        if mention.start == mention.end:
            brackets[mention.start] += f"({mention.entity})"
        else:
            brackets[mention.start] += f"({mention.entity}"
            brackets[mention.end] = f"{mention.entity})" + brackets[mention.end]
    lines = [f"# newdoc id = {name}", "# global.Entity = eid", "# meta::genre = story"]
    for place, (form, marks) in enumerate(zip(document.nodes, brackets, strict=True)):
        if place % 10 == 0:
            lines += ["", f"# speaker = {speaker}"] if place else [f"# speaker = {speaker}"]
        head = 0 if place % 10 == 0 else 1
        misc = f"Entity={marks}" if marks else "_"
        row = [str(place % 10 + 1), form, "_", "NN", "_", "_", str(head), "x", "_", misc]
        lines.append("\t".join(row))
    return "\n".join([*lines, "", ""])


def write_corpora(config, folder, *, documents=3):
    """Write small files into the folders that a configuration names."""
    for seed, name in enumerate((*config.data.train, *config.data.dev)):
        (folder / name).mkdir(parents=True, exist_ok=True)
        for number in range(documents):
            told = story(100 * seed + number, singletons="litbank" in name)
            if "ontogum" in name:
                (folder / name / f"{number}.conllu").write_text(entities(told, f"d{number}"))
            else:
                file = f"{number}.v4_gold_conll" if "conll2012" in name else f"{number}.conll"
                (folder / name / file).write_text(columns(told, f"bc/d{number}", "Ann"))
