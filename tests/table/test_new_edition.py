"""A new edition is one data file plus, at most, a policy function."""

from pathlib import Path

import pytest

from croupier.rulebook import Library, PolicyError
from croupier.table import Catalogue
from croupier.table.scenario import play, read_script
from high_card import EDITIONS, HIGH_CARD

SCENARIO = """\
scenario: folding under both editions
edition: high-card@1, high-card@2
covers: [fold_price]
seat: 1 Ann 100
cards: Ks 2d
dealer: open the betting
@1 Ann: bet 5
@2 Ann: bet 5
  @2 refused [one_wager] "bet 10 to 100"
Ann: bet 50
  @1 refused [one_wager] "already"
dealer: deal
Ann: fold
  @1 stack: 1 = 97.50     # half of 5
  @2 stack: 1 = 50        # all of 50
  @2 cites 6.1
"""


@pytest.fixture
def second_edition(tmp_path: Path) -> Path:
    """An invented version 2: folding costs everything, under another number, and bets start at 10."""
    text = (EDITIONS / "high-card@1.toml").read_text()
    for old, new in (
        ('id = "high-card@1"', 'id = "high-card@2"'),
        ("version = 1", "version = 2"),
        ("effective = 2024-01-01", "effective = 2025-01-01"),
        ('number = "3.5"', 'number = "6.1"'),
        ('fold_price = ["3.5"]', 'fold_price = ["6.1"]'),
        ("half the bet", "the whole bet"),
        ('fold_price = "half"', 'fold_price = "all"'),
        ('default = "5.00"', 'default = "10.00"'),
    ):
        assert old in text
        text = text.replace(old, new)
    (tmp_path / "high-card@2.toml").write_text(text)
    return tmp_path


def test_an_invented_edition_from_another_directory_is_played(second_edition: Path) -> None:
    library = Library(EDITIONS, second_edition, shipped=False)
    catalogue = Catalogue(library, {"high-card": lambda: HIGH_CARD})
    path = second_edition / "fold.scenario"
    path.write_text(SCENARIO)
    for edition in ("high-card@1", "high-card@2"):
        performance = play(read_script(path), edition, catalogue.game, catalogue.rules)
        assert performance.failures == []


def test_a_policy_that_no_code_knows_is_refused_by_name(second_edition: Path) -> None:
    file = second_edition / "high-card@2.toml"
    file.write_text(file.read_text().replace('fold_price = "all"', 'fold_price = "double"'))
    catalogue = Catalogue(Library(second_edition, shipped=False), {"high-card": lambda: HIGH_CARD})
    with pytest.raises(PolicyError, match=r"high-card@2.toml: policies.fold_price.*'double'.*all, half"):
        catalogue.rules("high-card@2", {})
