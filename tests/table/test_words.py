"""Phrases are read into commands and commands are said in words."""

from typing import Literal

import pytest

from croupier.cards import Card
from croupier.games.poker import events as poker
from croupier.money import Cents
from croupier.table import Actor, Command, Event, Phrasebook, PhraseError, Purpose, Role, say
from croupier.table.matters import MatterResolved
from croupier.table.words import announce, aside

ANN = Actor("Ann", Role.PLAYER, 3)
DEALER = Actor("dealer", Role.DEALER)


class RaiseTo(Command, frozen=True, kw_only=True):
    words = ("raise to {amount}", "seat {seat} raises to {amount}")
    purpose = Purpose.RAISE
    seat: int
    amount: Cents


class Deal(Command, frozen=True, kw_only=True):
    words = ("deal", "deal {cards} without a burn {mode}", "deal {cards}")
    purpose = Purpose.ROUTINE
    cards: tuple[Card, ...] = ()
    mode: Literal["", "noticed_late"] = ""


class Speak(Command, frozen=True, kw_only=True):
    words = ("say {what}", "raise {what}")
    purpose = Purpose.CONDUCT
    what: str


class Note(Command, frozen=True, kw_only=True):
    words = ("note {cards} seen; {what}; by {who}",)
    purpose = Purpose.REPORT
    cards: str
    what: str
    who: str


class Stand(Command, frozen=True, kw_only=True):
    words = ("stand", "stand on area {area}")
    purpose = Purpose.STAND
    area: int = 0


class Left(Event, frozen=True, kw_only=True):
    words = "Seat {seat} leaves"
    seat: int
    is_back: bool

    def phrase(self) -> str:
        return "Seat {seat} is back" if self.is_back else self.words


class Raised(Event, frozen=True, kw_only=True):
    words = "Seat {seat} raises to {amount} with {cards}"
    seat: int
    amount: Cents
    cards: tuple[Card, ...]


BOOK = Phrasebook([RaiseTo, Deal, Speak, Stand, Note])


def test_amounts_are_dollars_and_the_seat_is_ones_own() -> None:
    assert BOOK.read("raise to 1,080.50", ANN) == RaiseTo(by=ANN, seat=3, amount=108050)


def test_a_named_seat_goes_before_ones_own() -> None:
    assert BOOK.read("seat 5 raises to 80", ANN) == RaiseTo(by=ANN, seat=5, amount=8000)


def test_who_has_no_seat_has_to_name_one() -> None:
    stranger = Actor("Zoe", Role.PLAYER)
    with pytest.raises(PhraseError, match="does not say which seat; Zoe has none here"):
        BOOK.read("raise to 80", stranger)
    assert BOOK.read("seat 5 raises to 80", stranger) == RaiseTo(by=stranger, seat=5, amount=8000)


def test_the_phrase_with_more_fixed_words_wins() -> None:
    assert isinstance(BOOK.read("raise to 80", ANN), RaiseTo)
    assert BOOK.read("raise my voice", ANN) == Speak(by=ANN, what="my voice")


@pytest.mark.parametrize("cards", ["As 10♦ Kc", "AsTdKc", "A♠, T♦, K♣"])
def test_cards_are_read_in_every_spelling(cards: str) -> None:
    assert BOOK.read(f"deal {cards}", ANN) == Deal(by=ANN, cards=(Card("As"), Card("Td"), Card("Kc")))


def test_text_goes_on_to_the_semicolon_behind_it() -> None:
    read = BOOK.read("note As seen; a whole deck, counted; by Eve and Flo", ANN)
    assert read == Note(by=ANN, cards="As", what="a whole deck, counted", who="Eve and Flo")


def test_choices_may_be_said_with_spaces() -> None:
    command = BOOK.read("deal As without a burn noticed late", ANN)
    assert command == Deal(by=ANN, cards=(Card("As"),), mode="noticed_late")


def test_what_nobody_can_read_names_the_three_nearest_for_the_role() -> None:
    with pytest.raises(PhraseError, match=r"“raise”; try raise \{what\}, raise to \{amount\} or "):
        BOOK.read("raise", ANN)
    with pytest.raises(PhraseError, match=r"try deal, deal \{cards\} or deal \{cards\} without") as told:
        BOOK.read("deals", DEALER)
    assert "raise" not in str(told.value)


def test_please_hyphens_and_commas_change_nothing() -> None:
    assert BOOK.read("Deal, please", DEALER) == BOOK.read("deal please", DEALER) == Deal(by=DEALER)
    assert BOOK.read("stand-on area 2", ANN) == Stand(by=ANN, area=2)


def test_messages_are_said_as_they_are_read() -> None:
    assert say(BOOK.read("raise to 80", ANN)) == "seat 3 raises to 80"
    assert say(BOOK.read("deal As Td", ANN)) == "deal A♠ 10♦"
    assert say(BOOK.read("deal", ANN)) == "deal"
    assert say(BOOK.read("stand", ANN)) == "stand"
    assert say(BOOK.read("stand on area 2", ANN)) == "stand on area 2"
    raised = Raised(seat=2, amount=101450, cards=(Card("As"), Card("Td")), citations=())
    assert say(raised) == "Seat 2 raises to 1,014.50 with A♠ 10♦"


def test_an_event_may_choose_its_sentence() -> None:
    assert [say(Left(seat=2, is_back=is_back, citations=())) for is_back in (False, True)] == [
        "Seat 2 leaves",
        "Seat 2 is back",
    ]


def test_a_ruling_is_told_in_words_of_people() -> None:
    ruled = MatterResolved(key="exposed_card", choice="play_on", reason="as agreed", citations=())
    assert say(ruled) == "Ruled on exposed card: play on. as agreed"


def test_what_stands_beside_a_seat_has_its_money_and_not_its_number() -> None:
    called = poker.Called(seat=4, amount=1000, to=1050, citations=())
    assert say(called) == "Seat 4 calls 10.50"
    assert aside(called) == (4, "calls $10.50")
    assert aside(poker.RoundConcluded(citations=())) is None


def test_an_announcement_names_who_sits_at_the_place_it_begins_with() -> None:
    called = poker.Called(seat=4, amount=1000, to=1050, citations=())
    assert announce(called, {4: "Gauss {1}"}.get) == "Gauss {1} calls 10.50"
    assert announce(called, {3: "Gauss"}.get) == "Seat 4 calls 10.50"
    taken = poker.PlayerSeated(player="ann", seat=4, chips=1000, citations=())
    assert announce(taken, {4: "Gauss"}.get) == ""  # "ann takes seat 4" is about Ann
