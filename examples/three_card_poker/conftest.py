"""Collect the scenarios of the game with its own catalogue."""

from pathlib import Path

import pytest

from tests.scenarios import ScenarioFile
from three_card_poker.test_three_card_poker import CATALOGUE


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    return ScenarioFile.collect_from(file_path, parent, CATALOGUE)
