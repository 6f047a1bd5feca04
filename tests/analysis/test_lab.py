"""The lab: knobs that hold what is approved, answers that move, drafts that load."""

import tomllib
from pathlib import Path

import pytest

from croupier.analysis.advice.answering import Declined, Experiment, WeakSpots, answer
from croupier.analysis.figures import AnalysisError, Section
from croupier.analysis.lab import LabAnswer, counter, draft_of, knobs, lab
from croupier.analysis.whatif import adopt_with
from croupier.games import GAMES
from croupier.rulebook import Library, library
from croupier.table import Catalogue


@pytest.mark.parametrize("edition", Library().ids)
def test_every_knob_at_rest_is_the_approved_edition(edition: str) -> None:
    found = library().get(edition)
    at_rest = {knob.name: knob.approved for knob in knobs(found)}
    assert len(at_rest) > 20
    assert adopt_with(edition, at_rest).changes == ()


def test_bets_stand_beside_the_approved_ones() -> None:
    found = lab("mbs-freebet@3", {"main.pair": "10 to 1"})
    pair = next(bet for bet in found.bets if bet.bet == "pair")
    assert pair.name == "Pair"
    assert pair.house_edge == pytest.approx(58 / 311)
    assert pair.approved_edge == pytest.approx(35 / 311)
    main = next(bet for bet in found.bets if bet.bet == "main")
    assert main.house_edge == main.approved_edge


CHANGES = {
    "mbs-freebet@3": {
        "dealer_draws_to_soft": "16",
        "free_double_totals": "10, 11",
        "main.blackjack": "6 to 5",
        "decks": "8",
    },
    "rws-multilink@3": {"bonus_cap": "5,000", "ante_pays_from": "flush", "bonus.aces": "35 to 1"},
    "rws-poker@7": {"big_blind_multiple": "3", "rake_percent": "3%"},
}


@pytest.mark.parametrize("edition", CHANGES)
def test_a_draft_from_the_lab_loads_and_says_what_was_turned(edition: str, tmp_path: Path) -> None:
    found = adopt_with(edition, CHANGES[edition])
    text = draft_of(edition, found)
    name = tomllib.loads(text)["edition"]["id"]
    assert name not in Library().ids
    (tmp_path / f"{name}.toml").write_text(text)
    draft = Library(tmp_path).get(name)
    assert draft.parameters == found.rules.edition.parameters
    assert draft.paytables == found.rules.edition.paytables
    for setting, value in found.rules.settings.items():
        assert draft.settings[setting].default == value
    assert Catalogue(Library(tmp_path), GAMES).rules(name, {}).edition is not None


def test_the_process_declines_what_cannot_be() -> None:
    declined = answer(Experiment("mbs-freebet@3", {"decks": "9"}))
    assert isinstance(declined, Declined)
    assert "1 to 8" in declined.reason
    assert isinstance(answer(Experiment("mbs-freebet@3", {})), LabAnswer)


def test_weak_spots_are_asked_for_by_themselves() -> None:
    """Those of the approved edition ship; a game between players has none."""
    found = answer(WeakSpots("mbs-freebet@3", {}))
    assert isinstance(found, Section)
    assert found == lab("mbs-freebet@3", {}).concerns[0].section
    declined = answer(WeakSpots("rws-poker@7", {}))
    assert isinstance(declined, Declined)
    assert "between players" in declined.reason


def test_the_lab_shows_what_troubles_a_house() -> None:
    """Weak spots of changed rules take half a minute: those of the approved edition stand there instead."""
    as_approved = lab("rws-multilink@3", {}).concerns
    assert [each.section.title for each in as_approved] == [
        "The jackpot as the House sees it",
        "Vulnerability",
    ]
    assert not any(each.is_approved for each in as_approved)
    assert all(table.paragraphs for each in as_approved for table in each.section.tables)
    jackpot, weak = lab("rws-multilink@3", {"reset_value": "100,000", "river_multiple": "2"}).concerns
    assert jackpot.section != as_approved[0].section
    assert not jackpot.is_approved
    assert weak.section == as_approved[1].section
    assert weak.is_approved
    assert lab("rws-poker@7", {}).concerns == ()


def test_a_counter_sees_more_from_a_deeper_shoe() -> None:
    shallow, deep = (counter("mbs-freebet@3", {}, part, 1, 8) for part in (0.5, 0.85))
    for before, after in zip(shallow.ramps, deep.ramps, strict=True):
        if before.looks_on and before.bet != "pair":
            assert after.per_100 > before.per_100, before.bet
    assert {curve.bet: curve.good_from for curve in deep.curves}["insurance"] == 3


@pytest.mark.parametrize(
    ("edition", "areas", "says"),
    [("rws-multilink@3", 1, "only Free Bet"), ("mbs-freebet@3", 9, "give 1 to 7")],
)
def test_what_cannot_be_counted_is_refused(edition: str, areas: int, says: str) -> None:
    with pytest.raises(AnalysisError, match=says):
        counter(edition, {}, 0.75, areas, 8)
