"""Poker's price: the rake of a pot by hand, and that of hands that were played at the table."""

from pathlib import Path

import pytest

from croupier.analysis.catalogue import adopt
from croupier.analysis.figures import AnalysisError
from croupier.analysis.poker.price import played_rake, player_table, pot_table, taken, with_policies
from croupier.games import catalogue
from croupier.phh import export
from croupier.table.scenario import play, read_script

SCENARIOS = Path(__file__).parents[2] / "scenarios" / "rws-poker"


def test_a_pot_pays_the_percentage_rounded_down_up_to_the_cap() -> None:
    """Five percent of 135.00 is 6.75: 6 in chips of a dollar, 6.50 in chips of 50 cents; 30 at most."""
    dollars = with_policies(
        adopt("rws-poker@7", {"rake_percent": "5%", "lowest_chip": "1.00", "rake_cap": "30.00"})
    )
    assert taken(dollars, 135_00) == 6_00
    halves = with_policies(
        adopt("rws-poker@7", {"rake_percent": "5%", "lowest_chip": "0.50", "rake_cap": "30.00"})
    )
    assert taken(halves, 135_00) == 6_50
    assert taken(dollars, 600_00) == 30_00
    assert taken(dollars, 6_000_00) == 30_00


def test_tables_say_the_same() -> None:
    rules = adopt(
        "rws-poker@7",
        {"small_blind": "5.00", "rake_percent": "5%", "lowest_chip": "1.00", "rake_cap": "30.00"},
    )
    forty = next(row for row in pot_table(rules).rows if row[0].startswith("40 "))
    assert forty == ("40 (400)", "5 (1.25%)", "10 (2.50%)", "20 (5.00%)", "20 (5.00%)", "20 (5.00%)")
    heads_up = next(row for row in player_table(rules).rows if row[0] == "40")
    assert heads_up[1] == "10.00%"


@pytest.mark.parametrize("edition", ["rws-poker@6", "rws-poker@7"])
def test_hands_that_were_played_are_raked_as_the_table_did(edition: str, tmp_path: Path) -> None:
    shelf = catalogue()
    written = 0
    for path in sorted((SCENARIOS / "settlement").glob("*.scenario"))[:12]:
        script = read_script(path)
        if edition not in script.editions:
            continue
        performance = play(script, edition, shelf.game, shelf.rules)
        try:
            text = export(performance.events)
        except ValueError:
            continue
        (tmp_path / f"{path.stem}.phh").write_text(text)
        written += 1
    if not written:
        pytest.fail("no scenario of a settlement could be written as a hand history")
    found = played_rake(sorted(tmp_path.glob("*.phh")), adopt(edition, {}))
    assert found.hands + found.refused == written
    assert 0 <= found.rake <= found.pots * 5 // 100


def test_what_is_no_history_is_named(tmp_path: Path) -> None:
    (tmp_path / "bad.phh").write_text("nothing = 1\n")
    with pytest.raises(AnalysisError, match=r"bad\.phh"):
        played_rake([tmp_path / "bad.phh"], adopt("rws-poker@7", {}))
