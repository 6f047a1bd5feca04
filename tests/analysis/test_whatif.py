"""An edition with changed numbers: what moves, what is told, what is refused and with which bounds."""

import pytest

from croupier.analysis.catalogue import edge_of, provider_of
from croupier.analysis.figures import AnalysisError, Asked
from croupier.analysis.lab import draft_of
from croupier.analysis.whatif import BOUNDS, adopt_with
from croupier.rulebook import SettingError, library


def test_changes_are_told_with_what_is_approved_and_where() -> None:
    found = adopt_with(
        "mbs-freebet@3",
        {"parameters.dealer_draws_to_soft": "16", "paytables.main.blackjack": "6 to 5", "decks": "8"},
    )
    assert [(each.name, each.before, each.after, each.paragraph) for each in found.changes] == [
        ("dealer_draws_to_soft", "17", "16", "3.34"),
        ("main.blackjack", "3 to 2", "6 to 5", "4.1"),
        ("decks", "6", "8", "2.1"),
    ]
    assert found.rules.parameter("dealer_draws_to_soft") == 16
    assert library().get("mbs-freebet@3").parameters["dealer_draws_to_soft"].value == 17


def test_what_is_as_approved_is_no_change() -> None:
    assert adopt_with("mbs-freebet@3", {"dealer_draws_to_soft": "17", "decks": "6"}).changes == ()


@pytest.mark.parametrize(
    ("edition", "name", "value", "says"),
    [
        ("mbs-freebet@3", "dealer_draws_to_soft", "21", "it may be 11 to 20"),
        ("mbs-freebet@3", "dealer_draws_to_soft", "low", "it may be 11 to 20"),
        ("mbs-freebet@3", "free_double_totals", "9, 22", "whole numbers from 4 to 20"),
        ("mbs-freebet@3", "absent_draws_to", "12", "no figure depends on absent_draws_to"),
        ("mbs-freebet@3", "main.blackjack", "3 for 1", "is written like 3 to 2"),
        ("mbs-freebet@3", "main.blackjack", "a lot", "main.blackjack"),
        ("mbs-freebet@3", "main.blakjack", "2 to 1", "did you mean 'blackjack'?"),
        ("mbs-freebet@3", "dealer_draw_to_soft", "16", "did you mean 'dealer_draws_to_soft'?"),
        ("rws-multilink@3", "ante_pays_from", "big", "straight"),
        ("rws-multilink@3", "bonus_cap", "0", "1.00 to 1,000,000.00"),
    ],
)
def test_a_bad_value_is_refused_with_what_is_possible(edition: str, name: str, value: str, says: str) -> None:
    with pytest.raises(AnalysisError) as error:
        adopt_with(edition, {name: value})
    assert says in str(error.value)


def test_a_setting_out_of_bounds_is_refused() -> None:
    with pytest.raises(SettingError, match="allowed: 1 to 8"):
        adopt_with("mbs-freebet@3", {"decks": "9"})


def test_every_bound_is_of_a_parameter_and_holds_what_is_approved() -> None:
    for edition in library().editions():
        for name, bounds in BOUNDS[edition.game].items():
            value = edition.parameters[name].value
            adopt_with(edition.id, {name: _text(edition.parameters[name].is_money, value)})
            assert len(bounds) >= 2


def _text(is_money: bool, value: object) -> str:
    if isinstance(value, tuple):
        return " ".join(map(str, value))
    return f"{value // 100}.{value % 100:02}" if is_money and isinstance(value, int) else str(value)


def test_pair_follows_its_pay_line() -> None:
    """Six decks: 23 of the other 311 cards pair the first, so 10 to 1 returns 11 x 23/311 of the wager."""
    rules = adopt_with("mbs-freebet@3", {"main.pair": "10 to 1"}).rules
    assert edge_of(rules, "pair", Asked()).rational == "-58/311"


def test_bonus_follows_its_pay_line() -> None:
    """One line better by one unit is worth its chance."""
    before = provider_of(adopt_with("rws-multilink@3", {}).rules)
    rules = adopt_with("rws-multilink@3", {}).rules
    old = before.edge(rules, "bonus", Asked())
    line = rules.paytable("bonus").lines[-1]
    ratio = line.pays.ratio  # type: ignore[union-attr]
    changed = adopt_with("rws-multilink@3", {f"bonus.{line.key}": f"{ratio + 1} to 1"}).rules
    new = before.edge(changed, "bonus", Asked())
    chance = next(each.probability for each in old.outcomes if each.net == float(ratio))
    assert new.ev - old.ev == pytest.approx(chance)


def test_there_may_be_no_stand_off_total() -> None:
    """A total at which the dealer's bust stands off is worth 7% of the wager; no other answer is mistaken for
    that of none.
    """
    found = adopt_with("mbs-freebet@3", {"dealer_stand_off_total": "none"})
    assert [(each.before, each.after) for each in found.changes] == [("22", "none")]
    none = edge_of(found.rules, "main", Asked())
    assert none.house_edge == pytest.approx(-0.066865, abs=1e-6)
    for total in ("26", "22"):
        other = adopt_with("mbs-freebet@3", {"dealer_stand_off_total": total}).rules
        assert edge_of(other, "main", Asked()).house_edge > none.house_edge + 0.005
    assert edge_of(found.rules, "main", Asked()) == none
    assert 'parameters = ["dealer_stand_off_total"]' in draft_of("mbs-freebet@3", found)


def test_the_rake_can_be_asked_about_beyond_its_ceiling() -> None:
    with pytest.raises(SettingError, match="0% to 5%"):
        adopt_with("rws-poker@7", {"rake_percent": "8%"})
    higher = adopt_with("rws-poker@7", {"rake_ceiling": "10", "rake_percent": "8%"}).rules
    assert higher.percent("rake_percent") == 8
    lower = adopt_with("rws-poker@7", {"rake_ceiling": "3%"}).rules
    assert lower.percent("rake_percent") == 3


def test_rake_is_told_in_big_blinds() -> None:
    figures = edge_of(adopt_with("rws-poker@7", {}).rules, "rake", Asked())
    assert figures.priced.endswith(" Big Blinds")
    assert "%" not in figures.priced
