"""The public names of every room, pinned: a change here is a change for users (see CHANGELOG.md)."""

from __future__ import annotations

import ast
import importlib
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[1] / "src" / "realizer"

NAMES = {
    "realizer": [
        "Document",
        "Pipeline",
        "__version__",
        "load",
    ],
    "realizer.aggregation": [
        "Best",
        "Choice",
        "Gradient",
        "Pairs",
        "best",
        "choose",
        "log_sum_exp",
        "log_sum_exp_gradient",
        "report",
    ],
    "realizer.bundles": [
        "BeginsConfig",
        "Bundle",
        "BundleConfig",
        "ConfidenceConfig",
        "OrdersConfig",
        "ReadingConfig",
        "find_bundle",
        "installed_bundles",
        "read_bundle",
        "write_settings",
    ],
    "realizer.cli": [
        "app",
        "main",
    ],
    "realizer.decoding": [
        "Clusters",
        "GraphArcs",
        "clusters",
        "dense_tree_heads",
        "graph_arcs",
        "greedy_heads",
        "projective_heads",
        "tree_heads",
    ],
    "realizer.document": [
        "Dependency",
        "EmptyNode",
        "Finding",
        "Layout",
        "Mention",
        "MentionDocument",
        "MultiwordToken",
        "NodeId",
        "Part",
        "Sentence",
        "Word",
        "tree_problem",
        "with_annotations",
    ],
    "realizer.errors": [
        "CheckpointError",
        "DivergenceError",
        "FormatError",
        "InputError",
        "MissingExtraError",
        "OrderError",
        "RealizerError",
        "ScoreError",
        "ShapeError",
        "TrainingError",
    ],
    "realizer.formats": [
        "Dependency",
        "EmptyNode",
        "EntityReader",
        "Mention",
        "MentionDocument",
        "MultiwordToken",
        "NodeId",
        "Part",
        "Sentence",
        "SentenceGroup",
        "Skipped",
        "Word",
        "conllu_text",
        "displacy_trees",
        "group_documents",
        "group_paragraphs",
        "json_document",
        "misc_value",
        "opened_for_writing",
        "raw_text",
        "raw_texts",
        "read_conll2009",
        "read_conll2012",
        "read_conllu",
        "read_conllx",
        "read_coreference",
        "read_corefud",
        "read_treebank",
        "source_name",
        "write_conllu",
    ],
    "realizer.metrics": [
        "ArcGroup",
        "CoreferenceEvaluation",
        "CoreferenceScore",
        "Details",
        "Difference",
        "Evaluation",
        "MeanScore",
        "Score",
        "coreference_metric_names",
        "evaluate",
        "evaluate_coreference",
        "macro_average",
        "metric_names",
        "paired_bootstrap",
    ],
    "realizer.labels": [
        "COLUMNS",
        "START",
        "Vocabularies",
        "Vocabulary",
        "apply_lemma_script",
        "label_of",
        "lemma_script",
        "value_of",
    ],
    "realizer.neural": [
        "AntecedentConfig",
        "AntecedentHead",
        "Batch",
        "BiaffineAntecedentHead",
        "BiaffineHead",
        "BiaffineMentionHead",
        "ContextConfig",
        "CorefBatch",
        "CorefConfig",
        "CorefExample",
        "Coreference",
        "EncoderConfig",
        "Example",
        "HeadConfig",
        "LabelsConfig",
        "Losses",
        "MentionConfig",
        "MentionHead",
        "OrderHead",
        "Parser",
        "ParserConfig",
        "Predictions",
        "Resolver",
        "ScratchConfig",
        "Spans",
        "TextConfig",
        "dense_loss",
        "load_parser",
        "load_resolver",
        "new_parser",
        "new_resolver",
        "order_loss",
        "save_parser",
        "save_resolver",
    ],
    "realizer.runtime": [
        "Document",
        "Pipeline",
        "load",
        "text_blocks",
    ],
    "realizer.segmentation": [
        "Paragraph",
        "Token",
        "cut_tokens",
        "mended",
        "paragraphs",
    ],
    "realizer.training": [
        "BatchesConfig",
        "DataConfig",
        "Event",
        "ModelKind",
        "OptimiserConfig",
        "RunConfig",
        "ScheduleConfig",
        "TrainingConfig",
        "TrainingResult",
        "Treebanks",
        "card",
        "export",
        "find_treebanks",
        "parse_sentences",
        "parser_kind",
        "read_config",
        "resolve_documents",
        "resolver_kind",
        "train",
        "trained_parser",
        "trained_resolver",
        "try_on",
        "write_config",
    ],
    "realizer.pieces": [
        "Framed",
        "PieceCutter",
        "Pieces",
        "Window",
        "framed",
        "joint",
        "packed",
        "stretches",
        "windows",
    ],
    "realizer.plots": [
        "gap_split",
        "learning_curves",
        "order_lines",
        "order_plane",
        "reliability_curve",
        "split_arcs",
        "to_svg",
        "tree_arcs",
    ],
    "realizer.orders": [
        "BinaryTree",
        "Certificate",
        "Decomposition",
        "DependencyRealizer",
        "Dimension",
        "Leaf",
        "Parallel",
        "Series",
        "TokenSplit",
        "Traversals",
        "TwoDimensional",
        "antichain",
        "block_realizer",
        "boolean_lattice",
        "chain",
        "check_certificate",
        "check_partial_order",
        "check_realizer",
        "check_structure_certificate",
        "check_total_order",
        "check_total_relation",
        "cover_relation",
        "critical_pairs",
        "dependency_realizer",
        "fence",
        "find_cycle",
        "forest_realizer",
        "intersection",
        "is_partial_order",
        "is_realizer",
        "is_total_order",
        "is_total_relation",
        "left_descendants",
        "linear_extension",
        "matching_realizer",
        "n_poset",
        "order_dimension",
        "order_dimension_at_most_two",
        "order_of_sequence",
        "parallel",
        "partition_realizer",
        "right_descendants",
        "sequence_of_order",
        "series",
        "series_parallel_decomposition",
        "series_parallel_realizer",
        "series_parallel_relation",
        "standard_example",
        "structure_dimension_at_most_two",
        "token_join",
        "token_split",
        "transitive_closure",
        "traverse",
        "tree_from_in_and_post",
        "tree_from_in_and_pre",
    ],
}


def source_of(module: str) -> str:
    path = SOURCE.parent.joinpath(*module.split("."))
    return (path / "__init__.py" if path.is_dir() else path.with_suffix(".py")).read_text(encoding="utf-8")


def declared_names(text: str) -> list[str] | None:
    """Read a plain `__all__ = [...]`; None if there is none."""
    for node in ast.parse(text).body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__":
            return ast.literal_eval(node.value)
    return None


def offered_names(text: str) -> set[str]:
    """List what the top level of a module imports or defines."""
    found = set()
    for node in _statements(text):
        if isinstance(node, ast.ImportFrom) and node.module not in {"__future__", "typing"}:
            found |= {alias.asname or alias.name for alias in node.names}
        elif isinstance(node, ast.ClassDef | ast.FunctionDef):
            found.add(node.name)
        elif isinstance(node, ast.Assign):
            found |= {ast.unparse(target) for target in node.targets}
    return found - {"__all__"}


def _statements(text: str) -> list[ast.stmt]:
    """The top level; what is imported for type checkers is there, too: the rest of the world gets it late."""
    statements = []
    for node in ast.parse(text).body:
        late = isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
        statements += node.body if late else [node]
    return statements


def problems(text: str, pinned: list[str]) -> list[str]:
    """Say what is wrong with the public names that a module's source declares."""
    declared, offered = declared_names(text), offered_names(text)
    if declared is None:
        return ["no __all__ as a plain list"]
    hidden = sorted(name for name in offered - set(declared) if not name.startswith("_"))
    checks = {
        "imports *": "*" in offered,
        "__all__ is not sorted, or repeats a name": declared != sorted(set(declared)),
        f"not imported by name: {sorted(set(declared) - offered)}": set(declared) - offered,
        f"imported and left out of __all__: {hidden}": hidden,
        f"not as pinned: {sorted(set(declared) ^ set(pinned))}": declared != pinned,
    }
    return [problem for problem, seen in checks.items() if seen]


def test_every_room_is_pinned():
    rooms = {f"realizer.{path.parent.name}" for path in SOURCE.glob("*/*.py")}
    assert rooms | {"realizer", "realizer.errors"} == set(NAMES)


@pytest.mark.parametrize("module", NAMES)
def test_public_names(module):
    assert problems(source_of(module), NAMES[module]) == []
    loaded = importlib.import_module(module)
    for name in NAMES[module]:
        assert getattr(loaded, name) is not None


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("from a import b, c", "no __all__"),
        ("from a import b, c\n__all__ = ['c', 'b']", "not sorted"),
        ("from a import b, c\n__all__ = ['b', 'b', 'c']", "repeats"),
        ("from a import b\n__all__ = ['b', 'c']", "not imported by name: ['c']"),
        ("from a import *\n__all__ = ['b', 'c']", "imports *"),
        ("from a import b, c, d\n__all__ = ['b', 'c']", "left out of __all__: ['d']"),
        ("from a import b\n__all__ = ['b']", "not as pinned: ['c']"),
    ],
)
def test_wrong_names_are_seen(text, reason):
    assert any(reason in problem for problem in problems(text, ["b", "c"]))


def test_right_names_pass():
    assert problems("from a import b\nfrom d import e as c\n__all__ = ['b', 'c']", ["b", "c"]) == []
