"""The study behind `realizer orders study`: read structures, count, report."""

from __future__ import annotations

from realizer.cli.study.report import by_folder, json_report, table_report
from realizer.cli.study.work import FileCounts, study_files

__all__ = ["FileCounts", "by_folder", "json_report", "study_files", "table_report"]
