"""A table whose cards a dealer names goes the same way as one that knows its own, whatever goes wrong."""

import random
from typing import Any

import pytest
from msgspec.structs import replace

from croupier.cards import Card, parse_cards, physical
from croupier.games.poker import POKER
from croupier.games.poker import commands as c
from croupier.games.poker import events as e
from croupier.games.poker import events as i
from croupier.games.poker.dealing import with_replacements
from croupier.games.poker.plan import hole_cards, street_cards, wrong
from croupier.games.poker.state import State
from croupier.games.poker.terms import Terms, terms
from croupier.table import Command, Event, ShuffleCards, Table
from croupier.table.deals import CardLaid, DealCard, FinishDeal
from croupier.table.facts import (
    BURN,
    DISCARD,
    AnyFact,
    Burnt,
    FaceDown,
    NoHand,
    Seen,
    Spot,
    StrayHand,
    TooEarly,
    TooFew,
    TooMany,
    as_it_came,
)
from tests.effort import EFFORT
from tests.games.poker.tables import DEALER, MANAGER, PLAYERS, give, new_table
from tests.games.poker.test_promises import Watched

NIGHTS, HANDS = 5 * EFFORT, 12
_DEALT, _DEALT_SHARE = ("DealHoleCards",), 0.1
_NOTICED, _NOTICED_SHARE = ("ReportCards",), 0.6


def named(command: Command, events: tuple[Event, ...], state: State) -> Command:
    """The command with the cards that a dealer would have named."""
    if isinstance(command, ShuffleCards):
        return replace(command, seed="")
    if isinstance(command, c.DealHoleCards) and (void := [x for x in events if isinstance(x, i.RoundVoided)]):
        return replace(command, cards=void[0].exposed)
    for event in events:
        if isinstance(event, CardLaid):
            return replace(command, cards=event.cards)
        if isinstance(event, e.HoleCardsDealt) or (isinstance(event, e.StreetDealt) and event.drawn):
            return replace(command, cards=event.drawn)
        if isinstance(event, e.StreetLaid):
            return replace(command, cards=event.drawn)
        if isinstance(event, i.StreetExposed) and state.device.kind == "card_shoe":
            return replace(command, cards=event.burnt + event.cards)
        if isinstance(event, i.StubShuffled):
            return replace(command, seed="", first_cards=event.refill)
    return command


def without_order(state: State) -> State:
    """What both tables know: where each card is, not in which order the rest lies."""
    out: tuple[Card, ...] = tuple(sorted(state.device.out))
    return replace(state, device=replace(physical(state.device.kind), out=out))


_WHOLE = (FaceDown, TooMany, TooEarly, Seen)


def one_by_one(command: Command, table: Terms, state: State) -> list[Command]:
    """A deal as a scanner sends it, and what went wrong said at that card."""
    if not isinstance(command, c.DealHoleCards | c.DealStreet) or not command.cards:
        return [command]
    is_street = isinstance(command, c.DealStreet)
    if any(isinstance(fact, _WHOLE) and (is_street or isinstance(fact, Seen)) for fact in command.facts):
        return [command]
    plan = street_cards(command.street) if is_street else hole_cards(table, state.order)  # type: ignore[union-attr]
    dues = with_replacements(table, as_it_came(plan, command.facts, state.order))
    found: list[Command] = []
    is_burnt = not any(isinstance(fact, Burnt) and not fact.count for fact in command.facts)
    for card, each in zip(command.cards, dues, strict=True):
        seat = each.spot.place or None
        facts: tuple[AnyFact, ...] = (Seen(),) if each.spot == DISCARD else ()
        if each.spot == Spot("hand"):
            facts = (StrayHand(),)
        if each.spot == BURN and found:
            facts = (Burnt(1),)
        if not is_burnt and not found:
            seat, facts = None, (Burnt(),)
        found.append(DealCard(by=command.by, cards=(card,), to=seat, facts=facts))
    is_short = any(isinstance(fact, NoHand | TooFew) for fact in command.facts)
    return [*found, FinishDeal(by=command.by)] if is_short else found


class Mirrored(Watched):
    """A virtual night, and every command of it again at a table with real cards."""

    def __init__(self, seed: int, is_scanned: bool = False) -> None:
        super().__init__(seed, lambda before, event, after: None)
        self.is_virtual = True
        self.is_scanned = is_scanned
        self.other = new_table(self.table.rules.edition.id, **self.table.rules.chosen)
        self.kinds: set[str] = set()

    def step(self) -> None:
        """The Initial Deal goes wrong more often than usual, and is noticed."""
        options = POKER.options(self.table.rules, self.table.state, MANAGER)
        is_wrong = bool(wrong(terms(self.table.rules), self.table.state))
        kinds = _NOTICED if is_wrong else _DEALT
        found = [o for o in options if o.group == "irregularity" and o.command in kinds]
        if found and self.chance.random() < (_NOTICED_SHARE if is_wrong else _DEALT_SHARE):
            self.fill_and_do(MANAGER, self.chance.choice(found))
        else:
            super().step()

    def do(self, command: Command) -> None:
        state = self.table.state
        before = len(self.events)
        super().do(command)
        events = tuple(self.events[before:])
        self.kinds |= {type(event).__name__ for event in events}
        given = named(command, events, state)
        again = one_by_one(given, terms(self.other.rules), self.other.state) if self.is_scanned else [given]
        give(self.other, *again)
        for event in events:
            if (
                isinstance(event, e.CardsPutInOrder) and event.drawn
            ):  # what is missing comes from the device, card by card
                give(self.other, *(DealCard(by=DEALER, cards=(card,)) for card in event.drawn))
        assert without_order(self.other.state) == without_order(self.table.state), command

    def fill_and_do(self, actor: Any, option: Any) -> None:
        if option.command == "ShuffleStub":
            self.do(c.ShuffleStub(by=actor, seed=self.chance.randbytes(64).hex()))
        else:
            super().fill_and_do(actor, option)


@pytest.mark.parametrize("is_scanned", [False, True])
@pytest.mark.parametrize("seed", range(NIGHTS))
def test_physical_equals_virtual(seed: int, is_scanned: bool) -> None:
    Mirrored(seed, is_scanned).play(HANDS)


def test_the_dealer_is_asked_for_cards_that_no_program_knows() -> None:
    """A program that deals by routine must see that a person has to name them."""
    table = new_table(seats="2")
    give(table, *(c.SitDown(by=player, seat=player.seat or 0, chips=500_00) for player in PLAYERS[:2]))
    give(table, ShuffleCards(by=DEALER), c.AnnounceBlinds(by=DEALER))
    small, big = (PLAYERS[due.seat - 1] for due in table.state.dues)
    give(table, c.PostSmallBlind(by=small, seat=small.seat or 0), c.PostBigBlind(by=big, seat=big.seat or 0))
    assert _asked(table) == ("DealHoleCards", [("cards", 5)])
    give(table, DealCard(by=DEALER, cards=parse_cards("2c")))
    assert _asked(table) == ("DealCard", [("cards", 1)])
    for card in ("3c", "4c", "5c", "6c"):
        give(table, DealCard(by=DEALER, cards=parse_cards(card)))
    give(table, c.Call(by=small, seat=small.seat or 0), c.Check(by=big, seat=big.seat or 0))
    assert _asked(table) == ("DealStreet", [("cards", 4)])


def _asked(table: Table[State]) -> tuple[str, list[tuple[str, int]]]:
    option = POKER.routine(table.rules, table.state)
    assert option is not None
    return option.command, [(ask.field, ask.minimum) for ask in option.asks]


@pytest.mark.soak
def test_every_irregularity_with_cards_is_compared() -> None:
    kinds: set[str] = set()
    for seed in range(100, 125):
        night = Mirrored(seed)
        night.chance = random.Random(seed)
        night.play(10)
        kinds |= night.kinds
    restored = {"CardsPutInOrder", "SurplusReturned", "StreetTakenBack", "StreetExposed"}
    assert restored | {"StubShuffled", "RoundVoided", "HandExposed"} <= kinds
    assert kinds <= {kind.__name__ for kind in POKER.events}
