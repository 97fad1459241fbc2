"""Metrics: scores of trees, graphs and clusters against gold ones, equal to the official programs'.

evaluate          all scores of a system's sentences, in one pass over both files
metric_names      what can be asked for
paired_bootstrap  is the difference of two systems more than chance?
macro_average     the mean over treebanks
Score, Evaluation, Details, ArcGroup, Difference, MeanScore    their results
evaluate_coreference       all scores of a system's clusters of mentions
coreference_metric_names   what can be asked for
CoreferenceScore, CoreferenceEvaluation                        their results
"""

from __future__ import annotations

from realizer.metrics.bootstrap import Difference, paired_bootstrap
from realizer.metrics.coreference import (
    CoreferenceEvaluation,
    CoreferenceScore,
    coreference_metric_names,
    evaluate_coreference,
)
from realizer.metrics.details import ArcGroup, Details
from realizer.metrics.evaluation import Evaluation, evaluate
from realizer.metrics.scores import MeanScore, Score, macro_average, metric_names

__all__ = [
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
]
