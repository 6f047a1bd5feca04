"""Collect the executable rule book."""

from pathlib import Path

import pytest

from croupier.games import catalogue
from tests.scenarios import ScenarioFile

CATALOGUE = catalogue()


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    return ScenarioFile.collect_from(file_path, parent, CATALOGUE)
