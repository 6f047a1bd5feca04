"""What every bet has brought the House at every table, against what the mathematics expects of it."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from math import sqrt
from typing import Any

import msgspec
from msgspec import Struct, field

from croupier.house.journal import Journal, RoundRow, Span
from croupier.house.ledger import PRACTICE_TABLES
from croupier.house.likeness import like
from croupier.house.stamps import FOR_EVER
from croupier.money import Cents
from croupier.table import Catalogue, Event, RecordAmended, RulesAdopted
from croupier.table.settled import RAKE, BetReader, SettledBet

BAND = 3  # standard deviations that chance is given
NO_THEORY = "players play each other: rake has no expectation"


class Theory(Struct, frozen=True):
    """What the mathematics says of a bet, per unit of its base stake."""

    house_edge: float
    sd: float
    assumed: Mapping[str, str] = field(default_factory=dict)


# Edition, settings, bet, and the mean of what the jackpot display showed: its expectation follows it.
Theories = Callable[[str, Mapping[str, Any], str, Cents | None], Theory]


class Line(Struct, frozen=True, kw_only=True):
    """One bet at one table under one edition and its settings. Cents, or parts of the base stakes."""

    table: str
    edition: str
    settings: Mapping[str, Any]
    bet: str
    bets: int
    base: Cents
    staked: Cents
    net: Cents
    hold: float
    """What the House kept of the base stakes."""
    meter: Cents | None
    theory: Theory | None
    expected: float | None
    sd: float | None
    """The standard deviation of `net`, in cents."""
    is_within: bool | None
    note: str = ""


class _Key(Struct, frozen=True):
    table: str
    edition: str
    settings: str  # as JSON, because it has to be hashed
    bet: str


class _Tally:
    __slots__ = ("base", "bets", "metered", "net", "squares", "staked")

    def __init__(self) -> None:
        self.bets = self.base = self.staked = self.net = self.squares = 0
        self.metered: int | None = None

    def add(self, bet: SettledBet) -> None:
        self.bets += 1
        self.base += bet.base
        self.staked += bet.staked
        self.net += bet.net
        if bet.meter is not None:
            self.metered = (self.metered or 0) + bet.meter * bet.base


class _Tag(Struct):
    type: str


_tag = msgspec.json.Decoder(_Tag)


def returns(
    journal: Journal,
    catalogue: Catalogue,
    theory: Theories,
    *,
    table: str = "",
    since: int = 0,
    until: int | None = None,
) -> tuple[Line, ...]:
    """Every bet of the Rounds that ended between two moments; practice tables only when asked for."""
    tallies: dict[_Key, _Tally] = {}
    for stream in journal.streams("table/"):
        name = stream.removeprefix("table/")
        if name == table or (not table and not name.startswith(PRACTICE_TABLES)):
            for adopted, bets in _rounds(
                journal, catalogue, stream, since, FOR_EVER if until is None else until
            ):
                _count(tallies, name, adopted, bets)
    return tuple(_line(key, tally, theory) for key, tally in tallies.items())


def _count(tallies: dict[_Key, _Tally], table: str, adopted: RulesAdopted, bets: list[SettledBet]) -> None:
    settings = msgspec.json.encode(adopted.settings, order="sorted").decode()
    together: Counter[tuple[_Key, str]] = Counter()
    for bet in bets:
        key = _Key(table, adopted.edition, settings, bet.name)
        tallies.setdefault(key, _Tally()).add(bet)
        together[key, bet.fate] += bet.base
    for (key, _), base in together.items():
        tallies[key].squares += base * base


def _rounds(
    journal: Journal, catalogue: Catalogue, stream: str, since: int, until: int
) -> Iterator[tuple[RulesAdopted, list[SettledBet]]]:
    """The bets of each Round that ended in time, with the rules it was played by."""
    where = "stream = ? AND closed_at >= ? AND closed_at < ?"
    rows = iter(
        sorted(
            journal.rounds(where, (stream, since, until), 10**9, Span(since=since, until=until)),
            key=lambda row: row.number,
        )
    )
    row = next(rows, None)
    if row is None:
        return
    walk = _Walk(catalogue)
    for entry in journal.read(stream):
        for version, body in enumerate(entry.events, start=entry.first):
            walk.take(body, _has(row, version))
            if version == row.last:
                if bets := walk.finish():
                    yield walk.adopted, bets
                if (row := next(rows, None)) is None:
                    return


def _has(row: RoundRow, version: int) -> bool:
    return row.first <= version <= (row.last or 0)


class _Walk:
    """Through a table's events: the rules and the display as they stand, and what the Round has so far."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._catalogue = catalogue
        self._reader: BetReader | None = None
        self.adopted = RulesAdopted(edition="", settings={}, citations=())
        self._kinds: dict[str, type[Event]] = {}
        self._events: list[Event] = []
        self._lengths: list[int] = []  # how many of them there were before each event of the Round

    def take(self, body: bytes, is_in_round: bool) -> None:
        name = _tag.decode(body).type
        if name == RecordAmended.__name__:
            if not is_in_round:
                return  # somebody's coming or going: no bet is read from it
            struck = msgspec.json.decode(body, type=RecordAmended).struck
            del self._events[self._lengths[-struck] :]
            del self._lengths[-struck:]
            return
        if is_in_round:
            self._lengths.append(len(self._events))
        if name == RulesAdopted.__name__:
            self.adopted = msgspec.json.decode(body, type=RulesAdopted)
            self._reader = self._catalogue.game(self.adopted.edition.partition("@")[0]).settled_bets()
            self._kinds = {kind.__name__: kind for kind in self._reader.kinds} if self._reader else {}
        elif (kind := self._kinds.get(name)) is not None and (is_in_round or kind in self._standing):
            event = msgspec.json.decode(body, type=kind)
            if not is_in_round:
                self._events = []  # what the display shows when the next Round begins
            self._events.append(event)

    @property
    def _standing(self) -> tuple[type[Event], ...]:
        return self._reader.standing if self._reader else ()

    def finish(self) -> list[SettledBet]:
        events = self._events
        shown: list[Event] = [event for event in events if isinstance(event, self._standing)]
        self._events, self._lengths = shown[-1:], []
        return self._reader.read(events) if self._reader else []


def _line(key: _Key, tally: _Tally, theory: Theories) -> Line:
    settings = msgspec.json.decode(key.settings, type=dict[str, Any])
    meter = None if tally.metered is None else round(tally.metered / tally.base)
    told = None if key.bet == RAKE else theory(key.edition, settings, key.bet, meter)
    expected = told.house_edge * tally.base if told else None
    sd = told.sd * sqrt(tally.squares) if told else None
    is_within = None
    if expected is not None and sd is not None:
        is_within = abs(tally.net - expected) <= BAND * sd
    return like(
        Line,
        key,
        tally,
        settings=settings,
        hold=tally.net / tally.base if tally.base else 0.0,
        meter=meter,
        theory=told,
        expected=expected,
        sd=sd,
        is_within=is_within,
        note="" if told else NO_THEORY,
    )
