"""The one door of a table: adopting rules, refusing, replaying."""

import msgspec
import pytest

from croupier.cards import Card
from croupier.table import (
    SYSTEM,
    Accepted,
    Actor,
    AdoptRules,
    Command,
    Purpose,
    Refusal,
    Role,
    RulesAdopted,
    ShuffleCards,
    Table,
    fill,
)
from high_card import CATALOGUE, HIGH_CARD
from high_card import messages as m

ANN = Actor("Ann", Role.PLAYER, 1)
DEALER = Actor("Dee", Role.DEALER)
MANAGER = Actor("Max", Role.PIT_MANAGER)
CARDS = (Card("Ks"), Card("2d"))


@pytest.fixture
def table() -> Table:
    table = Table(HIGH_CARD, CATALOGUE.rules("high-card@1", {}), CATALOGUE.rules)
    table.opening()
    accept(table, m.SitDown(by=ANN, seat=1, chips=100_00))
    accept(table, ShuffleCards(by=SYSTEM, first_cards=CARDS))
    return table


def accept(table: Table, command: Command) -> Accepted:
    outcome = table.submit(command)
    assert isinstance(outcome, Accepted), outcome
    return outcome


def refused(table: Table, command: Command) -> Refusal:
    before = msgspec.json.encode(table.state), table.version, table.rules
    outcome = table.submit(command)
    assert isinstance(outcome, Refusal)
    assert (msgspec.json.encode(table.state), table.version, table.rules) == before
    assert outcome.citations
    return outcome


def test_a_round_keeps_the_rules_it_began_with(table: Table) -> None:
    accept(table, m.OpenBetting(by=DEALER))
    refusal = refused(table, AdoptRules(by=MANAGER, edition="high-card@1", settings={"maximum_bet": "50"}))
    assert "keeps the rules it began with" in refusal.reason
    accept(table, m.PlaceBet(by=ANN, seat=1, amount=80_00))
    accept(table, m.DealCards(by=DEALER))
    accept(table, m.Stay(by=ANN, seat=1))
    accept(table, AdoptRules(by=MANAGER, edition="high-card@1", settings={"maximum_bet": "50"}))
    accept(table, m.OpenBetting(by=DEALER))
    assert "bet 5 to 50" in refused(table, m.PlaceBet(by=ANN, seat=1, amount=80_00)).reason


def test_settings_are_for_a_pit_manager_or_above(table: Table) -> None:
    refusal = refused(table, AdoptRules(by=DEALER, edition="high-card@1"))
    assert [citation.paragraph for citation in refusal.citations] == ["1.2"]


@pytest.mark.parametrize(
    ("edition", "settings", "says"),
    [
        ("high-card@9", {}, "no edition 'high-card@9'"),
        ("high-card@1", {"maximum_bets": "5"}, "maximum_bet"),
        ("high-card@1", {"seats": "8"}, "7"),
    ],
)
def test_rules_that_do_not_exist_cannot_be_adopted(
    table: Table, edition: str, settings: dict[str, str], says: str
) -> None:
    assert says in refused(table, AdoptRules(by=MANAGER, edition=edition, settings=settings)).reason


def test_an_unknown_command_is_refused_with_those_that_exist(table: Table) -> None:
    class Juggle(Command, frozen=True, kw_only=True):
        pass

    assert "PlaceBet" in refused(table, Juggle(by=ANN)).reason


def test_replay_follows_the_rules_that_were_adopted_on_the_way(table: Table) -> None:
    opening = RulesAdopted(edition="high-card@1", settings={}, citations=table.rules.cite("round_of_play"))
    live = Table(HIGH_CARD, CATALOGUE.rules("high-card@1", {}), CATALOGUE.rules)
    live.opening()
    events = [
        opening,
        *accept(live, m.SitDown(by=ANN, seat=1, chips=100_00)).events,
        *accept(live, AdoptRules(by=MANAGER, edition="high-card@1", settings={"minimum_bet": "10"})).events,
        *accept(live, m.OpenBetting(by=DEALER)).events,
    ]
    again = Table.replay(HIGH_CARD, events, CATALOGUE.rules)
    assert again.state == live.state
    assert again.version == live.version == len(events)
    assert again.rules["minimum_bet"] == 10_00


def test_deciding_changes_nothing_so_staff_can_preview(table: Table) -> None:
    before = table.state
    outcome = table.decide(m.OpenBetting(by=DEALER))
    assert isinstance(outcome, Accepted)
    assert table.state is before
    assert outcome.state.phase == "betting"


def test_a_seeded_shuffle_is_sealed_and_committed(table: Table) -> None:
    event = accept(table, ShuffleCards(by=SYSTEM, seed="ab" * 64)).events[0]
    seen = event.for_viewer(Actor("Ava", Role.AUDITOR))
    assert (seen.order, seen.seed) == ((), "")  # type: ignore[attr-defined]
    assert len(seen.commitment) == 64  # type: ignore[attr-defined]
    assert "hexadecimal" in refused(table, ShuffleCards(by=SYSTEM, seed="xyz")).reason


def test_cards_that_cannot_be_in_one_deck_are_named(table: Table) -> None:
    refusal = refused(table, ShuffleCards(by=SYSTEM, first_cards=(Card("As"), Card("As"))))
    assert "A♠" in refusal.reason


def test_an_option_with_blanks_says_what_is_missing(table: Table) -> None:
    accept(table, m.OpenBetting(by=DEALER))
    option = HIGH_CARD.options(table.rules, table.state, ANN)[-1]
    assert option.purpose is Purpose.BET
    with pytest.raises(TypeError, match="amount"):
        fill(m.PlaceBet, option, ANN)
    assert fill(m.PlaceBet, option, ANN, amount=500) == m.PlaceBet(by=ANN, seat=1, amount=500)
