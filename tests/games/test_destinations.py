"""Whoever names physical cards is told where each one goes; the orders are worked out from the documents."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from croupier.cards import DECK
from croupier.games import catalogue
from croupier.games.freebet.state import coming_cards
from croupier.players import bots_for
from croupier.table import Accepted, Actor, Option, Phrasebook, Role, ShuffleCards, Table, cards_for, fill
from croupier.table.driver import Driver
from croupier.table.facts import (
    DEALER_PLACE,
    BegunAt,
    Burnt,
    NoHand,
    StrayHand,
    Swapped,
    TooEarly,
    TooFew,
    TooMany,
)

DEALER = Actor("dealer", Role.DEALER)
SUPERVISOR = Actor("supervisor", Role.PIT_SUPERVISOR)
STAFF = {"dealer": DEALER, "supervisor": SUPERVISOR}
SHUFFLER = {"device": "electronic_shuffler"}


def table(edition: str, places: dict[str, int], **settings: str) -> Table[Any]:
    """A table with people at these places and real cards in the device."""
    made = catalogue().table(edition, settings)
    for name, place in places.items():
        for command in made.game.seat(Actor(name, Role.PLAYER, place), place, 1_000_00):
            assert isinstance(made.submit(command), Accepted)
    assert isinstance(made.submit(ShuffleCards(by=DEALER)), Accepted)
    return made


def say(made: Table[Any], lines: str) -> None:
    phrases = Phrasebook(made.game.commands)
    for line in lines.split(";"):
        who, _, words = (part.strip() for part in line.partition(":"))
        actor = STAFF.get(who) or Actor(who, Role.PLAYER, made.game.place_of(made.state, who))
        outcome = made.submit(phrases.read(words, actor))
        assert isinstance(outcome, Accepted), (line, outcome)


def offered(made: Table[Any], command: str, actor: Actor = DEALER, **fixed: Any) -> Option:
    options = made.game.options(made.rules, made.state, actor)
    found = [each for each in options if each.command == command and each.fixed == fixed]
    return next(each for each in found if all(ask.kind == "cards" for ask in each.asks))


def labels(made: Table[Any], command: str, **fixed: Any) -> list[str]:
    (ask,) = offered(made, command, **fixed).asks
    assert (ask.minimum, ask.maximum) == (len(ask.labels), len(ask.labels))
    return list(ask.labels)


def test_a_place_that_gets_several_cards_counts_them() -> None:
    ask = cards_for("cards", ["Burnt Card", "seat 3", "seat 1", "seat 3"])
    assert ask.labels == ("Burnt Card", "seat 3, first card", "seat 1", "seat 3, second card")
    assert (ask.minimum, ask.maximum) == (4, 4)


# Poker. In the first Round the button is at the first player on the Dealer's left (3.7), here seat 2; the
# first card goes to the player on the button's left (@7 3.9.1, @6 3.9), here seat 5.

THREE = {"Ann": 2, "Ben": 5, "Cat": 8}
BLINDS = "dealer: announce the blinds; Ben: post the small blind; Cat: post the big blind"
ONE_EACH = ["seat 5, first card", "seat 8, first card", "seat 2, first card"]
TWO_EACH = [*ONE_EACH, "seat 5, second card", "seat 8, second card", "seat 2, second card"]


@pytest.mark.parametrize(("edition", "burnt"), [("rws-poker@6", []), ("rws-poker@7", ["Burnt Card"])])
def test_poker_from_a_shoe_one_card_at_a_time(edition: str, burnt: list[str]) -> None:
    """Version 6 burns nothing before the Hole Cards (1.8); version 7 does (3.9.1)."""
    made = table(edition, THREE)
    say(made, BLINDS)
    assert labels(made, "DealHoleCards") == [*burnt, *TWO_EACH]


def test_poker_from_a_shuffler_in_packets() -> None:
    """The five Community Cards come first, then two cards each (@7 3.10.1, 3.10.2)."""
    made = table("rws-poker@7", THREE, **SHUFFLER)
    say(made, BLINDS)
    flop = ["Flop, first card", "Flop, second card", "Flop, third card"]
    hands = [f"seat {seat}, {which} card" for seat in (5, 8, 2) for which in ("first", "second")]
    assert labels(made, "DealHoleCards") == [*flop, "Turn Card", "River Card", *hands]


def test_poker_with_two_players_begins_left_of_the_button() -> None:
    """The button has the Small Blind (3.8), the other player the first card (3.9.1)."""
    made = table("rws-poker@7", {"Ann": 2, "Ben": 5})
    say(made, "dealer: announce the blinds; Ann: post the small blind; Ben: post the big blind")
    wanted = ["seat 5, first card", "seat 2, first card", "seat 5, second card", "seat 2, second card"]
    assert labels(made, "DealHoleCards") == ["Burnt Card", *wanted]


def test_poker_deals_past_a_player_who_is_away() -> None:
    made = table("rws-poker@7", {**THREE, "Dan": 6})
    say(made, "Dan: leave the seat")
    say(made, BLINDS)
    assert labels(made, "DealHoleCards") == ["Burnt Card", *TWO_EACH]


@pytest.mark.parametrize("edition", ["rws-poker@6", "rws-poker@7"])
def test_poker_burns_before_every_street(edition: str) -> None:
    """@7 3.9.3, 3.9.5, 3.9.6; @6 3.10 to 3.12."""
    made = table(edition, THREE)
    say(made, BLINDS)
    deal(made, offered(made, "DealHoleCards"))
    say(made, "Ann: call; Ben: call; Cat: check")
    flop = ["Flop, first card", "Flop, second card", "Flop, third card"]
    assert labels(made, "DealStreet", street="flop") == ["Burnt Card", *flop]
    surplus = {"street": "flop", "facts": (TooMany(),)}
    assert labels(made, "DealStreet", **surplus) == ["Burnt Card", *flop, "Flop, fourth card"]
    assert labels(made, "DealStreet", street="flop", facts=(Burnt(),)) == flop
    for street, card in (("flop", ""), ("turn", "Turn Card"), ("river", "River Card")):
        if card:
            assert labels(made, "DealStreet", street=street) == ["Burnt Card", card]
        deal(made, offered(made, "DealStreet", street=street))
        say(made, "Ben: check; Cat: check; Ann: check")


def test_poker_mistakes_in_the_deal_have_their_own_order() -> None:
    made = table("rws-poker@7", THREE)
    say(made, BLINDS)
    assert labels(made, "DealHoleCards", facts=(Burnt(),)) == TWO_EACH
    left_out = labels(made, "DealHoleCards", facts=(NoHand(8),))
    wanted = ["seat 5, first card", "seat 2, first card", "seat 5, second card", "seat 2, second card"]
    assert left_out == ["Burnt Card", *wanted]
    short = labels(made, "DealHoleCards", facts=(TooFew(1, 8),))
    second = ["seat 5, second card", "seat 2, second card"]
    assert short == ["Burnt Card", "seat 5, first card", "seat 8", "seat 2, first card", *second]
    more = labels(made, "DealHoleCards", facts=(TooMany(1, 8),))
    assert more == ["Burnt Card", *TWO_EACH, "seat 8, third card"]


@pytest.mark.parametrize(
    ("settings", "street", "wanted", "refilled"),
    [
        ({}, "turn", ["Burnt Card", "Turn Card"], []),  # with its burn (@7 5.11)
        (SHUFFLER, "turn", [], ["Turn Card"]),  # another card takes its place in the packet (IR12)
        (SHUFFLER, "river", [], ["River Card"]),
    ],
)
def test_poker_cards_seen_early_and_those_that_replace_them(
    settings: dict[str, str], street: str, wanted: list[str], refilled: list[str]
) -> None:
    made = table("rws-poker@7", THREE, **settings)
    say(made, BLINDS)
    deal(made, offered(made, "DealHoleCards"))
    say(made, "Ann: call; Ben: call; Cat: check")
    flop = offered(made, "DealStreet", street="flop")
    deal(made, flop) if flop.asks else say(made, "dealer: deal the flop")
    facts = (TooEarly(),)
    early = offered(made, "DealStreet", street=street, facts=facts)
    if not settings:
        assert labels(made, "DealStreet", street=street, facts=facts) == wanted
        deal(made, early)
    else:
        say(made, f"dealer: deal the {street}: too early")
        assert labels(made, "ShuffleStub") == refilled


# Multi-Link. From the Dealer's left, box 1 first (3.11.1, 3.12.2); nobody bets on boxes 2 and 4.

BETS = "dealer: place your bets; Ann: ante 50 on box 5; Ann: ante 50 on box 1; Cat: ante 50 on box 3"
BOXES = {"Ann": 1, "Ben": 2, "Cat": 3}
MULTILINK = ["rws-multilink@2", "rws-multilink@3"]


@pytest.mark.parametrize("edition", MULTILINK)
def test_multilink_from_a_shoe(edition: str) -> None:
    made = table(edition, BOXES)
    say(made, f"{BETS}; dealer: no more bets")
    around = [f"box {box}, {which} card" for which in ("first", "second") for box in (1, 3, 5)]
    assert labels(made, "DealHoleCards") == ["Burnt Card", *around]
    assert labels(made, "DealHoleCards", facts=(Burnt(0),)) == around
    wrong = [f"box {box}, {which} card" for which in ("first", "second") for box in (3, 5, 1)]
    assert labels(made, "DealHoleCards", facts=(BegunAt(3),)) == ["Burnt Card", *wrong]
    deal(made, offered(made, "DealHoleCards"))
    say(made, "Ann: flop bet on box 1; Cat: flop bet on box 3; Ann: flop bet on box 5")
    flop = ["Flop, first card", "Flop, second card", "Flop, third card"]
    assert labels(made, "DealStreet", street="flop") == ["Burnt Card", *flop]  # 3.11.3
    short = labels(made, "DealStreet", street="flop", facts=(TooFew(1),))
    assert short == ["Burnt Card", *TWO_OF_THE_FLOP]
    for street, card in (("flop", ""), ("turn", "Turn Card"), ("river", "River Card")):
        if card:
            assert labels(made, "DealStreet", street=street) == ["Burnt Card", card]  # 3.11.4, 3.11.5
        deal(made, offered(made, "DealStreet", street=street))
        say(made, f"dealer: reveal the {street}")
        if street != "river":
            say(made, "Ann: check box 1; Cat: check box 3; Ann: check box 5")
    assert labels(made, "OpenDealerHand") == ["Dealer, first card", "Dealer, second card"]  # 3.11.6


TWO_OF_THE_FLOP = ["Flop, first card", "Flop, second card"]


@pytest.mark.parametrize("edition", MULTILINK)
def test_multilink_from_a_shuffler(edition: str) -> None:
    """The five Community Cards (3.12.1), then two each and two to the Dealer last (3.12.2)."""
    made = table(edition, BOXES, **SHUFFLER)
    say(made, f"{BETS}; dealer: no more bets")
    flop = ["Flop, first card", "Flop, second card", "Flop, third card"]
    assert labels(made, "DealCommunityCards") == [*flop, "Turn Card", "River Card"]
    deal(made, offered(made, "DealCommunityCards"))
    places = ("box 1", "box 3", "box 5", "Dealer")
    wanted = [f"{place}, {which} card" for place in places for which in ("first", "second")]
    assert labels(made, "DealHoleCards") == wanted


# Free Bet. From the Dealer's left a card to each wagered area, one to the Dealer, a second to each (3.18).

FREEBET = {"Ann": 1, "Ben": 2, "Cat": 6}
WAGERS = (
    "dealer: place your bets; Cat: wager 100 on area 6; Ann: wager 100 on area 1; Ann: wager 100 on area 4"
)


def freebet() -> Table[Any]:
    made = table("mbs-freebet@3", FREEBET, burn_policy="none")
    say(made, f"{WAGERS}; dealer: no more bets")
    return made


def test_freebet_deals_to_wagered_areas_and_the_dealer_between() -> None:
    made = freebet()
    first = ["area 1, first card", "area 4, first card", "area 6, first card"]
    second = ["area 1, second card", "area 4, second card", "area 6, second card"]
    assert labels(made, "DealInitial") == [*first, "Dealer", *second]
    assert labels(made, "DealInitial", facts=(NoHand(DEALER_PLACE),)) == [*first, *second]
    short = labels(made, "DealInitial", facts=(TooFew(1, 4),))
    assert short == ["area 1, first card", "area 4", "area 6, first card", "Dealer", second[0], second[2]]
    swapped = labels(made, "DealInitial", facts=(Swapped(1, 4),))
    assert swapped == [first[1], first[0], first[2], "Dealer", second[1], second[0], second[2]]
    past = labels(made, "DealInitial", facts=(NoHand(4),))
    assert past == [first[0], first[2], "Dealer", second[0], second[2]]
    unbet = labels(made, "DealInitial", facts=(StrayHand(2),))
    assert unbet[:5] == [first[0], "area 2, first card", first[1], first[2], "Dealer"]


def test_freebet_says_which_hand_of_a_split_area_is_next() -> None:
    """Split hands are completed in order (3.24), then the next area, and the Dealer last (3.28)."""
    made = freebet()
    say(made, "dealer: deal the initial cards as 8s 9s Ts 7d 8h 9h Td")
    say(made, "dealer: offer surrender; dealer: surrender is closed; Ann: free split area 1")
    assert labels(made, "DealCard") == ["first hand of area 1"]
    say(made, "dealer: deal a card 2c; Ann: stand on area 1")
    assert labels(made, "DealCard") == ["second hand of area 1"]
    say(made, "dealer: deal a card 3c; Ann: stand on area 1; Ann: hit area 4")
    assert labels(made, "DealCard") == ["area 4"]
    say(made, "dealer: deal a card 2h; Ann: stand on area 4; Cat: stand on area 6")
    assert labels(made, "DealCard") == ["Dealer"]


def test_freebet_reconstruction_asks_for_the_cards_that_are_missing() -> None:
    """Area 4 was dealt past: five cards of seven lie there, so the last two are for areas 4 and 6 (3.18)."""
    made = freebet()
    say(made, "dealer: deal the initial cards: area 4 left out as 8s Ts 7d 8h Td; dealer: report the cards")
    say(made, "supervisor: rule put_in_order on cards")
    assert labels(made, "DealCard") == ["area 4"]
    say(made, "dealer: deal the next card 9s")
    assert labels(made, "DealCard") == ["area 6"]


# What is said is what is done: whatever is named, with or without a mistake, lies where its label says.


def unused(made: Table[Any], count: int) -> list[str]:
    out = Counter(made.state.device.out)
    return [card for card in DECK if out[card] < made.state.device.decks][:count]  # type: ignore[return-value]


def deal(made: Table[Any], option: Option) -> tuple[dict[str, list[str]], Any]:
    """Name cards for an option; where each should lie, and the table afterwards."""
    (ask,) = option.asks
    cards = unused(made, ask.minimum)
    outcome = made.submit(fill(made.game.commands_by_name[option.command], option, DEALER, cards=cards))
    assert isinstance(outcome, Accepted), (option, outcome)
    return expected(ask.labels, cards), made.state


def expected(said: tuple[str, ...], cards: list[str]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for label, card in zip(said, cards, strict=True):
        place, _, _ = label.partition(", ")
        found.setdefault(place, []).append(card)
    return found


# Community Cards that should lie there.
_BOARD = {"closed": 5, "flop_down": 3, "turn_down": 4, "river_down": 5}


def lying(game: str, state: Any, place: str) -> tuple[str, ...] | None:
    """The cards at a place, in the order they came; None for places that leave no trace there."""
    number = int(place.split()[-1]) if place[-1].isdigit() else 0
    if game == "mbs-freebet":
        hand = ("first", "second", "third", "fourth").index(place.split()[0]) if " hand of " in place else 0
        if place == "Burnt Card" or coming_cards(state):  # one after the other
            return tuple(laid.card for laid in state.laid)
        return state.dealer if place == "Dealer" else state.areas[number].hands[hand].cards
    if state.coming:  # of a deal that goes card by card
        return tuple(laid.card for laid in state.coming)
    board = state.board + (state.packet if game == "rws-poker" else ())
    more = state.surplus if game == "rws-poker" else len(board) - _BOARD.get(state.phase, len(board))
    ends = [end + more if len(board) == end + more else end for end in (3, 4, 5)]
    streets = {"Flop": board[: ends[0]], "Turn Card": board[3 : ends[1]], "River Card": board[4 : ends[2]]}
    if place in streets:
        return streets[place]
    if place == "Burnt Card":
        return state.burnt
    if not number:
        return state.dealer if place == "Dealer" else None
    if game == "rws-poker":
        return state.hand(number).cards
    return state.boxes[number].cards if number in state.boxes else None


def deals(made: Table[Any]) -> Iterator[tuple[Option, list[str], Any]]:
    """Every way to deal now, tried on the side."""
    for option in made.game.options(made.rules, made.state, DEALER):
        is_deal = option.command.startswith(("Deal", "Open"))
        # A card laid at the wrong area, or that nobody asked for, lies beside the hands until it is noticed.
        is_aside = option.fixed.get("to") or (option.command == "DealCard" and option.group == "irregularity")
        is_known = made.rules.edition.game != "mbs-freebet" or not is_aside or made.state.phase == "closed"
        if is_deal and is_known and [a.kind for a in option.asks] == ["cards"]:
            cards = unused(made, option.asks[0].minimum)
            command = fill(made.game.commands_by_name[option.command], option, DEALER, cards=cards)
            outcome = made.game.decide(made.rules, made.state, command)
            assert isinstance(outcome, Accepted), (option, outcome)
            yield option, cards, outcome.state


class Named(Driver[Any]):
    """The dealer names real cards, after trying every other way to deal them."""

    seen: Counter[str]

    def _deal(self) -> bool:
        made, game = self.table, self.table.rules.edition.game
        for option, cards, state in deals(made):
            self.seen[option.command] += 1
            for place, named in expected(option.asks[0].labels, cards).items():
                pile = lying(game, state, place)
                if place == "Burnt Card":
                    assert pile is not None
                    assert set(named) <= set(pile), option
                elif pile is not None:
                    assert list(pile)[-len(named) :] == named, (option, place)
        routine = made.game.routine(made.rules, made.state)
        if routine is None:
            return False
        offers = made.game.options(made.rules, made.state, DEALER)
        chosen = next(each for each in (*offers, routine) if each.command == routine.command)
        values = {ask.field: unused(made, ask.minimum) for ask in chosen.asks if ask.kind == "cards"}
        return isinstance(self._fill(chosen, DEALER, {"button": "placed"} | values), Accepted)


HOLE = "DealHoleCards"


@pytest.mark.parametrize(
    ("edition", "settings", "commands"),
    [
        ("rws-poker@6", {}, {HOLE, "DealCard", "DealStreet"}),
        ("rws-poker@7", {}, {HOLE, "DealCard", "DealStreet"}),
        ("rws-poker@7", SHUFFLER, {HOLE, "DealCard"}),
        ("rws-multilink@2", {}, {HOLE, "DealCard", "OpenDealerHand", "DealStreet"}),
        ("rws-multilink@2", SHUFFLER, {HOLE, "DealCard", "DealCommunityCards"}),
        ("rws-multilink@3", {}, {HOLE, "DealCard", "OpenDealerHand", "DealStreet"}),
        ("rws-multilink@3", SHUFFLER, {HOLE, "DealCard", "DealCommunityCards"}),
        ("mbs-freebet@3", {}, {"DealInitial", "DealCard"}),
    ],
)
def test_every_card_lies_where_it_was_said_to_go(
    edition: str, settings: dict[str, str], commands: set[str]
) -> None:
    game, seen = edition.partition("@")[0], Counter[str]()
    for _ in range(5):  # fresh chips each time
        players = bots_for(game, 3)
        made = table(edition, {name: place for place, name in enumerate(players, start=2)}, **settings)
        driver = Named(made, players)
        driver.seen = seen
        for _ in range(4):
            driver.play_round()
    assert seen.keys() == commands
