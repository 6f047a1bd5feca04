"""No message names a card that its reader may not know.

What a reader may know is taken from the events themselves, one by one, as each is shown to that reader; a
message is searched as the bytes that go over the wire, whatever part of the server has made them. A process
that dies may have written events without telling anybody: those are read from the journal.
"""

import re
from collections import deque
from collections.abc import Callable
from typing import Any

import msgspec
from msgspec import UNSET, Struct, UnsetType

from croupier.house.answers import Happened
from croupier.simulator.world import World
from croupier.table import Actor, Role

_CARD = re.compile(rb'"([2-9TJQKA][cdhs])"')
_SEED = re.compile(rb'"seed":"[0-9a-f]')
_ROUNDS = 4  # of a table that are remembered: a late message may tell of an earlier one
_RAIL = "(rail)"


class _Event(Struct):
    round: str | None
    event: msgspec.Raw


class _You(Struct):
    place: int | None


class _Message(Struct):
    """As much of a message as the search needs."""

    type: str
    seq: int = 0
    round: str | UnsetType | None = UNSET
    view: msgspec.Raw = msgspec.Raw()
    changes: msgspec.Raw = msgspec.Raw()
    options: msgspec.Raw = msgspec.Raw()
    decisions: msgspec.Raw = msgspec.Raw()
    events: list[_Event] = []
    you: _You | None = None


_decoder = msgspec.json.Decoder(_Message)


class _Round:
    """One Round's hidden cards, as they were dealt."""

    def __init__(self, name: str) -> None:
        self.name = name
        # Events with something to hide, all their cards, and the table's version
        self.told: list[tuple[Any, frozenset[bytes], int]] = []


class _Known:
    """What one reader has been kept from and told in one Round."""

    def __init__(self) -> None:
        self.count = 0
        self.withheld: set[bytes] = set()
        self.shown: set[bytes] = set()


class Secrecy:
    """Hears everything that happens at single-deck tables, and looks at everything that is sent."""

    def __init__(self, world: World, read_on: Callable[[str], None]) -> None:
        self._world, self._read_on = world, read_on
        self._rounds: dict[str, deque[_Round]] = {}
        self._versions: dict[str, int] = {}
        self._known: dict[tuple[str, str, Actor], _Known] = {}
        self._many_decks: set[str] = set()
        self.is_blind = False  # while some show what has never been
        self.places: dict[Any, int | None] = {}
        self._running: dict[Any, str | None] = {}  # the Round that each reader was last told of
        self.looked_at = 0

    def is_of_many_decks(self, table: str) -> None:
        """Equal cards are nothing unusual there: a name says nothing."""
        self._many_decks.add(table)

    def heard(self, happened: tuple[Happened, ...]) -> None:
        for each in happened:
            kind, _, table = each.stream.partition("/")
            if kind != "table" or table in self._many_decks or each.version <= self._versions.get(table, 0):
                continue
            if each.version > self._versions.get(table, 0) + 1:
                self._read_on(table)
                if each.version <= self._versions.get(table, 0):
                    continue
            self._versions[table] = each.version
            rounds = self._rounds.setdefault(table, deque(maxlen=_ROUNDS))
            if each.round and (not rounds or rounds[-1].name != each.round):
                rounds.append(_Round(each.round))
            if rounds:
                cards = frozenset(_CARD.findall(msgspec.json.encode(each.event)))
                if cards:
                    rounds[-1].told.append((each.event, cards, each.version))

    def go_back(self, table: str, version: int) -> None:
        """What came later at a table has never been."""
        self._known.clear()
        self._versions[table] = min(version, self._versions.get(table, version))
        rounds = self._rounds.get(table, deque(maxlen=_ROUNDS))
        for each in rounds:
            each.told = [told for told in each.told if told[2] <= version]
        self._rounds[table] = deque((each for each in rounds if each.told), _ROUNDS)

    def check(self, line: Any, message: bytes) -> None:
        """A message that goes to the person on this line."""
        if not message.startswith((b'{"type":"snapshot"', b'{"type":"events"', b'{"type":"preview"')):
            return
        self.looked_at += 1
        if _SEED.search(message):
            self._world.breaks("secrets", f"a seed goes to {line.who.name} at {line.table}")
        if self.is_blind or line.table in self._many_decks or not self._rounds.get(line.table):
            return
        read = _decoder.decode(message)
        if read.seq > self._versions[line.table]:
            self._read_on(line.table)
        if read.you is not None:
            self.places[line] = read.you.place
        if read.round is not UNSET:
            self._running[line] = read.round
        reader = Actor(line.who.person or _RAIL, Role(line.role), self.places.get(line))
        for each in read.events:
            self._search(line, reader, each.round, bytes(each.event))
        for part in (read.view, read.changes, read.options, read.decisions):
            self._search(line, reader, self._running.get(line), bytes(part))

    def _search(self, line: Any, reader: Actor, name: str | None, part: bytes) -> None:
        named = set(_CARD.findall(part))
        if not named:
            return
        rounds = self._rounds[line.table]
        found = next((each for each in rounds if each.name == name), None) if name else rounds[-1]
        if found is None:
            return
        known = self._known_of(found, reader)
        if hidden := named & (known.withheld - known.shown):
            cards = ", ".join(sorted(card.decode() for card in hidden))
            self._world.breaks("secrets", f"{line.who.name} at {line.table} is told of {cards} in {name}")

    def _known_of(self, found: _Round, reader: Actor) -> _Known:
        if len(self._known) > 5_000:
            self._known.clear()
        known = self._known.setdefault((found.name, reader.id, reader), _Known())
        for event, cards, _ in found.told[known.count :]:
            shown = set(_CARD.findall(msgspec.json.encode(event.for_viewer(reader))))
            known.shown |= shown
            known.withheld |= cards - shown
        known.count = len(found.told)
        return known
