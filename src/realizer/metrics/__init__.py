"""Metrics: scores of trees and graphs against gold ones, equal to the official programs' to the last digit.

evaluate          all scores of a system's sentences, in one pass over both files
metric_names      what can be asked for
paired_bootstrap  is the difference of two systems more than chance?
macro_average     the mean over treebanks
Score, Evaluation, Details, ArcGroup, Difference, MeanScore    their results
"""

from __future__ import annotations

from realizer.metrics.bootstrap import Difference, paired_bootstrap
from realizer.metrics.details import ArcGroup, Details
from realizer.metrics.evaluation import Evaluation, evaluate
from realizer.metrics.scores import MeanScore, Score, macro_average, metric_names

__all__ = [
    "ArcGroup",
    "Details",
    "Difference",
    "Evaluation",
    "MeanScore",
    "Score",
    "evaluate",
    "macro_average",
    "metric_names",
    "paired_bootstrap",
]
