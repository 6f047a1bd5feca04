"""The simulator's check of secrets: what a reader may know follows from the journal, whoever told of it."""

import msgspec
from msgspec import Struct

from croupier.cards import parse_cards
from croupier.games.multilink.events import Folded, HandExamined, HoleCardsDealt
from croupier.house.answers import Happened
from croupier.rulebook import Citation
from croupier.simulator.checks.secrecy import Secrecy
from croupier.simulator.network import Caller
from croupier.simulator.world import World
from croupier.table import Event

CITED = (Citation("rws-multilink@3", "3.7"),)
DEALT = HoleCardsDealt(
    burnt=parse_cards("2c"),
    hands={1: parse_cards("As Kd"), 2: parse_cards("7h 7c")},
    drawn=parse_cards("2c As 7h Kd 7c"),
    at=0,
    round=1,
    citations=CITED,
)
LOOKED = HandExamined(player="ann", box=1, cards=parse_cards("As Kd"), citations=CITED)


def happened(version: int, event: Event) -> Happened:
    return Happened("table/one", version, version, 0, "", "", "", "", event, "one.1")


def snapshot(*cards: str, seq: int) -> bytes:
    fields = {"type": "snapshot", "seq": seq, "round": "one.1", "view": {"cards": cards}, "you": {"place": 1}}
    return msgspec.json.encode(fields)


class Line(Struct, frozen=True, eq=False):
    """As much of a connection as the check looks at."""

    who: Caller
    table: str = "one"
    role: str = "player"


class Told:
    """A world in which the look at a hand was written by a process that died before it told anybody."""

    def __init__(self) -> None:
        self.world = World(1)
        self.check = Secrecy(self.world, self._read)
        self.line = Line(Caller("Ann"))
        self.line.who.person = "ann"
        self.check.heard((happened(1, DEALT),))

    def _read(self, table: str) -> None:
        assert table == "one"
        self.check.heard((happened(1, DEALT), happened(2, LOOKED)))


def test_a_look_that_nobody_told_of_is_read_when_a_message_is_ahead() -> None:
    told = Told()
    told.check.check(told.line, snapshot("As", "Kd", seq=2))
    assert told.world.broken is None


def test_a_look_that_nobody_told_of_is_read_when_something_later_is_told() -> None:
    told = Told()
    told.check.heard((happened(3, Folded(box=2, at=0, citations=CITED)),))
    told.check.check(told.line, snapshot("As", "Kd", seq=2))
    assert told.world.broken is None


def test_cards_before_the_look_and_those_of_another_box_are_still_found() -> None:
    early = Told()
    early.check.check(early.line, snapshot("As", "Kd", seq=1))
    assert early.world.broken is not None
    late = Told()
    late.check.check(late.line, snapshot("As", "7h", seq=2))
    assert late.world.broken is not None
    assert "7h" in late.world.broken.words
    assert "As" not in late.world.broken.words
