"""Collect the scenarios of the example with its own catalogue."""

from pathlib import Path

import pytest

from casino_war.test_casino_war import CATALOGUE
from tests.scenarios import ScenarioFile


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    return ScenarioFile.collect_from(file_path, parent, CATALOGUE)
