"""What is not allowed is refused with a paragraph and what may be done instead, and leaves no trace."""

import random

import msgspec
import pytest

from croupier.cards import Card
from croupier.games.poker import POKER
from croupier.games.poker import commands as c
from croupier.games.poker import commands as r
from croupier.games.poker.state import State
from croupier.rulebook import SettingError
from croupier.table import SYSTEM, AdoptRules, AmendRecord, Command, GiveRuling, Refusal, ShuffleCards, Table
from croupier.table.dealing import ReportFault
from croupier.table.deals import DealCard, FinishDeal, NameBurntCard
from croupier.table.facts import Burnt, Looked, NoHand, NotLooked, Seen, StrayHand, TooEarly, TooMany
from croupier.table.gratuities import ColourUp, GiveTip
from croupier.table.messages import Recorded
from croupier.table.rulings import ReferMatter
from tests.games.poker.tables import (
    AUDITOR,
    CATALOGUE,
    DEALER,
    MANAGER,
    PLAYERS,
    SUPERVISOR,
    give,
    new_table,
    seeded,
)

ANN, BEN, CAT, DAN = PLAYERS[:4]


def at(phase: str, **settings: str) -> Table[State]:
    """A table of three, somewhere in a Round: Ann has the button, Ben and Cat the blinds."""
    table = new_table(**settings)
    for player in (ANN, BEN, CAT):
        give(table, c.SitDown(by=player, seat=player.seat or 0, chips=1_000_00))
    if phase == "idle":
        return table
    give(table, ShuffleCards(by=DEALER, seed=seeded(random.Random(1))), c.AnnounceBlinds(by=DEALER))
    if phase == "blinds":
        return table
    give(table, c.PostSmallBlind(by=BEN, seat=2), c.PostBigBlind(by=CAT, seat=3), c.DealHoleCards(by=DEALER))
    if phase == "betting":
        return table
    give(table, c.Call(by=ANN, seat=1), c.Call(by=BEN, seat=2), c.Check(by=CAT, seat=3))
    if phase == "dealing":
        return table
    for street in ("flop", "turn", "river"):
        give(table, c.DealStreet(by=DEALER, street=street))  # type: ignore[arg-type]
        for player in (BEN, CAT, ANN):
            give(table, c.Check(by=player, seat=player.seat or 0))
    if phase == "closed":
        return table
    give(table, c.FlipMarker(by=DEALER))
    if phase == "showdown":
        return table
    for player in (BEN, CAT, ANN):
        give(table, c.ShowHand(by=player, seat=player.seat or 0))
    return table


PHASES = ("idle", "blinds", "betting", "dealing", "closed", "showdown", "settling")

# One of every kind, each wrong in every phase for one reason or another.
WRONG: list[Command] = [
    GiveTip(by=ANN, amount=5_00),
    ColourUp(by=DEALER, amount=5_00),
    GiveTip(by=DEALER, amount=5_00, recorded=Recorded(place=9)),
    ColourUp(by=DEALER, amount=0, recorded=Recorded(place=1)),
    c.SitDown(by=ANN, seat=4, chips=500_00),
    c.SitDown(by=DAN, seat=1, chips=500_00),
    c.SitDown(by=DAN, seat=0, chips=500_00),
    c.SitDown(by=DAN, seat=4, chips=-1),
    c.SitDown(by=DAN, seat=4, chips=10**15),
    c.SitDown(by=DEALER, seat=4, chips=500_00),
    c.TopUp(by=DAN, seat=1, chips=1_00),
    c.TopUp(by=ANN, seat=1, chips=0),
    c.TakeOff(by=ANN, seat=1, chips=1_00),
    c.LeaveGame(by=DAN, seat=1),
    c.ReturnToSeat(by=ANN, seat=1),
    c.RelocatePlayer(by=DEALER, player="Ann", seat=5, chips=1_00),
    c.RelocatePlayer(by=ANN, player="Rex", seat=5, chips=1_00),
    c.RelocatePlayer(by=DEALER, player="Rex", seat=1, chips=1_00),
    c.DeemGone(by=SUPERVISOR, seat=1),
    c.DeemGone(by=SUPERVISOR, seat=9),
    c.DeemGone(by=DEALER, seat=1),
    c.AnnounceBlinds(by=ANN),
    c.AnnounceBlinds(by=AUDITOR),
    c.PostSmallBlind(by=CAT, seat=2),
    c.PostSmallBlind(by=CAT, seat=3),
    c.PostBigBlind(by=BEN, seat=2),
    c.PayToJoin(by=ANN, seat=1),
    c.PayMissedBlinds(by=ANN, seat=1),
    c.AskForBlind(by=ANN, seat=2),
    c.AskForBlind(by=DEALER, seat=1),
    c.AskForBlind(by=DEALER, seat=99),
    c.DealOut(by=ANN, seat=2),
    c.DealOut(by=DEALER, seat=1),
    c.DealOut(by=DEALER, seat=99),
    c.PostOnRequest(by=ANN, seat=2),
    c.PostOnRequest(by=DEALER, seat=1),
    c.PostOnRequest(by=DEALER, seat=99),
    c.DealHoleCards(by=BEN),
    c.DealHoleCards(by=DEALER, facts=(Seen(99),)),
    c.DealHoleCards(by=DEALER, facts=(NoHand(9),)),
    c.DealStreet(by=ANN, street="flop"),
    c.DealStreet(by=DEALER, street="river"),
    c.DealStreet(by=DEALER, street="flop", cards=("As",)),  # type: ignore[arg-type]
    c.TurnUpCards(by=DEALER),
    c.ShuffleStub(by=DEALER, seed="00"),
    c.Check(by=ANN, seat=1),
    c.Call(by=CAT, seat=3),
    c.Bet(by=ANN, seat=1, amount=50_00),
    c.RaiseTo(by=ANN, seat=1, amount=1),
    c.RaiseTo(by=ANN, seat=1, amount=-5),
    c.RaiseTo(by=ANN, seat=1, amount=10**15),
    c.RaiseTo(by=BEN, seat=1, amount=50_00),
    c.RaiseTo(by=DAN, seat=1, amount=50_00),
    c.PutInChip(by=ANN, seat=1, amount=1),
    c.PutInChip(by=ANN, seat=1, amount=10**15),
    c.AllIn(by=BEN, seat=2),
    c.Fold(by=CAT, seat=3),
    c.Fold(by=ANN, seat=99),
    c.Fold(by=ANN, seat=0),
    c.Fold(by=ANN, seat=-3),
    c.Declare(by=ANN, seat=1, text="  "),
    c.DecideFor(by=ANN, seat=2, action="fold"),
    c.DecideFor(by=ANN, seat=1, action="fold"),
    c.ProposeDeal(by=ANN, seat=1, deal="split_the_pot"),
    c.PlaceOnRequest(by=ANN, seat=1, action="call"),
    c.PlaceOnRequest(by=DEALER, seat=2, action="call"),
    c.PlaceOnRequest(by=DEALER, seat=1, action="all_in", amount=5_00),
    c.ReportPlacement(by=ANN, seat=1),
    c.ReportPlacement(by=DEALER, seat=99),
    c.CallTime(by=DEALER, seat=3),
    c.ShowHand(by=DAN, seat=1),
    c.MuckHand(by=BEN, seat=2),
    c.MuckHand(by=CAT, seat=3),
    c.TurnUpHand(by=DEALER, seat=1),
    c.CollectHand(by=DEALER, seat=2),
    c.SeeToHand(by=DEALER, seat=1),
    c.Settle(by=ANN),
    r.ReportInterruption(by=ANN),
    ReportFault(by=BEN, fault="extra_cards"),
    r.ReportCards(by=DEALER, deal="hole_cards", facts=(NoHand(99), NotLooked())),
    r.ReportCards(by=DEALER, deal="hole_cards", facts=(TooMany(1, 4), Looked())),
    r.ReportCards(by=DEALER, deal="hole_cards", facts=(StrayHand(-1), NotLooked())),
    r.ReportCards(by=DEALER, facts=(Burnt(),)),
    r.ReportLostHand(by=DEALER, seat=9),
    r.ReportCards(by=DEALER, deal="hole_cards", facts=(Burnt(), Looked())),
    r.DealStreet(by=DEALER, street="river", facts=(TooEarly(),)),
    r.ReportOutOfTurn(by=DEALER, seat=1, action="bet", amount=-5),
    r.ReportOutOfTurn(by=DEALER, seat=99, action="fold"),
    r.ReportHandExposed(by=DEALER, seat=1, count=0),
    r.ReportHandExposed(by=DEALER, seat=9, count=1),
    ReferMatter(by=DEALER, matter=" "),
    GiveRuling(by=MANAGER, decision="matter", choice="void"),
    AdoptRules(by=DEALER, edition="rws-poker@6"),
    AmendRecord(by=DEALER),
    DealCard(by=ANN),
    FinishDeal(by=ANN),
    NameBurntCard(by=DEALER, cards=(Card("2c"),)),
]


@pytest.mark.parametrize("phase", PHASES)
def test_wrong_commands_leave_no_trace(phase: str) -> None:
    table = at(phase)
    for command in WRONG:
        before = msgspec.json.encode(table.state)
        outcome = table.submit(command)
        assert isinstance(outcome, Refusal), f"{phase}: {command} was accepted"
        assert msgspec.json.encode(table.state) == before
        assert outcome.citations
        assert all(cite.paragraph in table.rules.edition.paragraphs for cite in outcome.citations)
        assert len(outcome.reason) > 10


TURNS: tuple[type[c.AtSeat], ...] = (
    c.PostSmallBlind,
    c.PostBigBlind,
    c.PayToJoin,
    c.PayMissedBlinds,
    c.Check,
    c.Call,
    c.Bet,
    c.RaiseTo,
    c.AllIn,
    c.Fold,
    c.ShowHand,
    c.MuckHand,
    c.TopUp,
    c.LeaveGame,
    c.ReturnToSeat,
)


@pytest.mark.parametrize("phase", PHASES)
def test_what_a_player_is_not_offered_is_refused(phase: str) -> None:
    """An all-in, a check and a fold used to be taken from the player whose turn it was to show."""
    table = at(phase)
    for player in (ANN, BEN, CAT):
        offered = {option.command for option in table.options(player)}
        for kind in TURNS:
            amounts = {"amount": 50_00, "chips": 50_00}
            more = {name: cents for name, cents in amounts.items() if name in kind.__struct_fields__}
            outcome = table.decide(kind(by=player, seat=player.seat or 0, **more))
            is_taken = not isinstance(outcome, Refusal)
            assert is_taken == (kind.__name__ in offered), f"{phase}: {player.id} {kind.__name__}: {outcome}"


def test_every_command_of_the_game_is_tried_wrongly() -> None:
    """Except those that anybody in the role may give at any time."""
    tried = {type(command) for command in WRONG}
    free = {c.LeaveSeat, c.ReportAbsent, c.PlaceButton, c.FlipMarker, ShuffleCards}
    assert set(POKER.commands) - tried - free == set()


def test_a_blind_is_not_posted_twice() -> None:
    table = at("blinds")
    give(table, c.PostSmallBlind(by=BEN, seat=2))
    outcome = table.submit(c.PostSmallBlind(by=BEN, seat=2))
    assert isinstance(outcome, Refusal)
    assert "nothing is due" in outcome.reason


def test_a_round_keeps_its_rules_until_it_is_settled() -> None:
    table = at("betting")
    outcome = table.submit(AdoptRules(by=MANAGER, edition="rws-poker@6"))
    assert isinstance(outcome, Refusal)
    assert "settled" in outcome.reason


def test_version_6_has_no_electronic_shuffler() -> None:
    with pytest.raises(SettingError, match="card_shoe"):
        CATALOGUE.rules("rws-poker@6", {"device": "electronic_shuffler"})


def test_the_roles_of_rulings() -> None:
    """The House rules through its pit, the Shift Manager on what is not provided for; the system never."""
    table = at("betting")
    give(table, ReferMatter(by=DEALER, matter="a card fell under the table"))
    for by in (DEALER, SYSTEM, PLAYERS[0]):
        outcome = table.submit(GiveRuling(by=by, decision="matter", choice="play_on"))
        assert isinstance(outcome, Refusal)
        assert "shift manager or above" in outcome.reason
    assert isinstance(table.submit(GiveRuling(by=SUPERVISOR, decision="matter", choice="play_on")), Refusal)
    give(table, GiveRuling(by=MANAGER, decision="matter", choice="play_on"))


@pytest.mark.parametrize(
    ("setting", "value", "paragraph"),
    [
        ("rake_percent", "5.01%", "4.1"),
        ("rake_cap", "-1", "4.1"),
        ("small_blind", "5.50", "1.7"),
        ("small_blind", "0.50", "1.39"),
        ("big_blind", "15", "1.7"),
        ("decks", "2", "2.2.1"),
        ("table_stake_max", "199", "3.6"),
    ],
)
def test_a_bad_setting_is_refused_under_its_own_paragraph(setting: str, value: str, paragraph: str) -> None:
    with pytest.raises(SettingError) as refused:
        CATALOGUE.rules("rws-poker@7", {setting: value})
    assert paragraph in str(refused.value)
    adopt = AdoptRules(by=MANAGER, edition="rws-poker@7", settings={setting: value})
    outcome = at("idle").submit(adopt)
    assert isinstance(outcome, Refusal)
    assert paragraph in [citation.paragraph for citation in outcome.citations]


def test_cents_and_dollars_are_different_choices() -> None:
    assert CATALOGUE.rules("rws-poker@7", {"table_stake_max": 500_000}).money("table_stake_max") == 500_000
    assert (
        CATALOGUE.rules("rws-poker@7", {"table_stake_max": "500000"}).money("table_stake_max") == 50_000_000
    )


def test_what_somebody_wrote_is_quoted_as_it_is() -> None:
    told = c.ReportOutOfTurn(by=DEALER, seat=2, action="call", then="{ {seat}")
    outcome = at("betting").submit(told)
    assert isinstance(outcome, Refusal)
    assert outcome.reason == "'{ {seat}': say who did what, as in 3 call, 4 raise to 80, 5 fold"
