"""Collect the scenarios of the example with its own catalogue."""

from pathlib import Path

import pytest

from croupier.rulebook import Library
from croupier.table import Catalogue
from high_card import EDITIONS, HIGH_CARD
from tests.scenarios import ScenarioFile

CATALOGUE = Catalogue(
    Library(EDITIONS, shipped=False), {"high-card": lambda: HIGH_CARD}, finished=("high-card",)
)


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    return ScenarioFile.collect_from(file_path, parent, CATALOGUE)


@pytest.fixture(scope="session")
def catalogue() -> Catalogue:
    return CATALOGUE
