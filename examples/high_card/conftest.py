"""Collect the scenarios of the example with its own catalogue."""

from pathlib import Path

import pytest

from croupier.table import Catalogue
from high_card import CATALOGUE
from tests.scenarios import ScenarioFile


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    return ScenarioFile.collect_from(file_path, parent, CATALOGUE)


@pytest.fixture(scope="session")
def catalogue() -> Catalogue:
    return CATALOGUE
