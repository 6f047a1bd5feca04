"""What leaves the core: the sign at the table for everyone, cards only for those who may see them."""

from pathlib import Path

import pytest

from croupier.games.poker import POKER
from croupier.games.poker import commands as c
from croupier.games.poker.events import HoleCardsDealt, StreetTakenBack
from croupier.table import Event, GiveRuling
from croupier.table.facts import Burnt, FaceDown
from tests.analysis.moments import at_the_moment
from tests.games.poker.tables import AUDITOR, DEALER, PLAYERS, SUPERVISOR, give
from tests.games.poker.test_refusals import at

ANN, BEN, CAT, DAN = PLAYERS[:4]


@pytest.mark.paragraphs("rws-poker@6 3.6", "rws-poker@7 3.6", "rws-poker@6 4.1", "rws-poker@7 4.1")
def test_the_sign_at_the_table() -> None:
    table = at("idle", rake_cap="25", rake_percent="2.5%", small_blind="10")
    sign = POKER.view(table.rules, table.state, DAN).signage
    assert (sign.small_blind, sign.big_blind) == (10_00, 20_00)
    assert (sign.table_stake_min, sign.table_stake_max) == (200_00, 2_000_00)
    assert (sign.rake_percent, sign.rake_cap) == ("2.5%", 25_00)


@pytest.mark.parametrize("viewer", [BEN, CAT, DAN, DEALER, AUDITOR])
def test_hole_cards_are_for_their_owner(viewer: object) -> None:
    table = at("betting")
    view = POKER.view(table.rules, table.state, viewer)  # type: ignore[arg-type]
    seen = {number for number, seat in view.seats.items() if seat.cards}
    own = getattr(viewer, "seat", None)
    assert seen == ({own} if own in view.seats else set())
    assert all(seat.card_count == 2 for seat in view.seats.values())


def test_a_card_shown_in_mid_deal_is_seen_by_all_its_owner_too(tmp_path: Path) -> None:
    """His own view took it away again: the hand has no cards before the deal is complete."""
    script = """
seat: 1 Ann 1,000
seat: 2 Ben 1,000
seat: 3 Cat 1,000
dealer: shuffle the cards
dealer: announce the blinds
Ben: post the small blind
Cat: post the big blind
dealer: deal the next card 2c
dealer: deal the next card Kh
dealer: report seat 2 exposing Kh
"""
    for who in ("Ann", "Ben", "Cat"):
        _, view, _ = at_the_moment(tmp_path, "rws-poker@7", script, who)
        assert view.seats[2].cards == ("Kh",), who


def test_the_deal_tells_each_player_the_own_cards_only() -> None:
    table = at("blinds")
    give(table, c.PostSmallBlind(by=BEN, seat=2), c.PostBigBlind(by=CAT, seat=3))
    dealt = give(table, c.DealHoleCards(by=DEALER)).events[0]
    assert isinstance(dealt, HoleCardsDealt)
    for_ben = dealt.for_viewer(BEN)
    assert isinstance(for_ben, HoleCardsDealt)
    assert for_ben.hands == {1: (), 2: dealt.hands[2], 3: ()}
    assert (for_ben.drawn, for_ben.burnt, for_ben.packet) == ((), (), ())


def test_burnt_cards_are_told_to_nobody() -> None:
    table = at("dealing")
    dealt: Event = give(table, c.DealStreet(by=DEALER, street="flop")).events[0]
    assert dealt.burnt  # type: ignore[attr-defined]
    assert dealt.for_viewer(ANN).burnt == ()  # type: ignore[attr-defined]


def test_hands_shown_at_the_showdown_are_for_everyone() -> None:
    table = at("settling")
    view = POKER.view(table.rules, table.state, DAN)
    assert all(len(seat.cards) == 2 and seat.ranking for seat in view.seats.values())
    assert view.marker == "SHOWDOWN"


def test_pots_in_the_middle_leave_out_bets_in_front() -> None:
    table = at("dealing")
    give(table, c.DealStreet(by=DEALER, street="flop"), c.Bet(by=BEN, seat=2, amount=50_00))
    view = POKER.view(table.rules, table.state, ANN)
    assert view.pot == 80_00
    assert [pot.amount for pot in view.pots] == [30_00]
    assert view.seats[2].bet == 50_00


@pytest.mark.parametrize("phase", ["blinds", "betting", "dealing", "settling"])
def test_every_chip_lies_in_one_place(phase: str) -> None:
    """Bets of a Betting Round that is over were shown in the pot and in front of their players as well."""
    table = at(phase)  # type: ignore[arg-type]
    view = POKER.view(table.rules, table.state, DAN)
    gathered = sum(pot.amount for pot in view.pots)
    assert gathered + sum(seat.bet for seat in view.seats.values()) == table.state.pot
    assert bool(gathered) == (phase in ("dealing", "settling"))


def test_a_bet_nobody_called_lies_in_front_until_it_goes_back() -> None:
    table = at("dealing")
    give(table, c.DealStreet(by=DEALER, street="flop"), c.Bet(by=BEN, seat=2, amount=50_00))
    give(table, c.Fold(by=CAT, seat=3), c.Fold(by=ANN, seat=1))
    view = POKER.view(table.rules, table.state, DAN)
    assert [seat.bet for seat in view.seats.values()] == [0, 50_00, 0]
    assert sum(pot.amount for pot in view.pots) == table.state.pot - 50_00


def test_what_the_turn_allows_is_in_the_view() -> None:
    table = at("betting")
    turn = POKER.view(table.rules, table.state, ANN).turn
    assert turn is not None
    assert (turn.seat, turn.to_call, turn.raise_min, turn.raise_max) == (1, 10_00, 20_00, 1_000_00)


@pytest.mark.parametrize("is_turned_up", [False, True])
def test_a_street_that_nobody_saw_is_taken_back_unseen(is_turned_up: bool) -> None:
    """5.8.1: its burn was forgotten and it goes into the stub; what lay face down stays unknown."""
    table, wrong = at("dealing"), (Burnt(),) if is_turned_up else (FaceDown(), Burnt())
    give(table, c.DealStreet(by=DEALER, street="flop", facts=wrong))
    view = POKER.view(table.rules, table.state, ANN)
    assert (len(view.board), view.board_count) == (3 if is_turned_up else 0, 3)  # it lies there all the same
    outcome = give(table, c.ReportCards(by=DEALER))
    if not is_turned_up:
        outcome = give(table, GiveRuling(by=SUPERVISOR, decision="cards", choice="take_back"))
    (taken,) = [event for event in outcome.events if isinstance(event, StreetTakenBack)]
    for viewer in (DEALER, ANN, DAN):
        seen = taken.for_viewer(viewer)
        assert isinstance(seen, StreetTakenBack)
        assert seen.cards == (taken.cards if is_turned_up else ())
