"""What all tests share: where the treebanks are, deterministic hypothesis, and no silent skips in CI."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

CHECKOUT = Path(__file__).parents[1]

settings.register_profile(
    "realizer",
    derandomize=True,
    deadline=None,
    database=None,
    suppress_health_check=[HealthCheck.too_slow],  # a busy machine is no reason to fail
)
settings.load_profile("realizer")


def in_ci() -> bool:
    """Whether this run must not leave anything out."""
    return os.environ.get("CI", "").lower() in {"1", "true"}


def pytest_addoption(parser):
    parser.addoption(
        "--data", metavar="DIR", help="folder of the treebanks (default: $REALIZER_DATA or ../shared/data)"
    )


def pytest_collection_modifyitems(items):
    for item in items:
        if "data" in getattr(item, "fixturenames", ()):
            item.add_marker("data")


@pytest.fixture(scope="session")
def data(pytestconfig):
    """The folder of the treebanks."""
    given = pytestconfig.getoption("--data") or os.environ.get("REALIZER_DATA")
    folder = Path(given) if given else CHECKOUT.parent / "shared" / "data"
    if not folder.is_dir():
        reason = f"expected the treebanks in {folder}, found none; cure: --data DIR or REALIZER_DATA=DIR"
        if in_ci():
            pytest.fail(reason)
        pytest.skip(reason)
    return folder


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    return _not_skipped((yield))


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(collector):
    return _not_skipped((yield))


def _not_skipped(report):
    """Turn a skip into a failure where nothing may be skipped; an expected failure (xfail) is no skip."""
    if in_ci() and report.skipped and not hasattr(report, "wasxfail"):
        reason = report.longrepr[-1] if isinstance(report.longrepr, tuple) else report.longrepr
        report.outcome = "failed"
        report.longrepr = f"skipped, which is a failure where CI=true: {reason}"
    return report
