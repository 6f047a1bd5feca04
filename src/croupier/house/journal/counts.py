"""What is added up beside the journal: rows with a key, whose figures grow with the entries they count."""

from collections.abc import Iterable
from typing import Any

from msgspec import Struct

Row = tuple[Any, ...]


class Relation(Struct, frozen=True):
    """A table of the store: what a row is about, what is summed in it, and of what the latest counts."""

    name: str
    keys: tuple[str, ...]
    sums: tuple[str, ...] = ()
    latest: tuple[str, ...] = ()

    @property
    def columns(self) -> tuple[str, ...]:
        return (*self.keys, *self.sums, *self.latest)

    @property
    def upsert(self) -> str:
        """Add a row to what is there."""
        name, columns = self.name, ", ".join(self.columns)
        sums = [f"{each} = {name}.{each} + excluded.{each}" for each in self.sums]
        latest = [
            f"{each} = CASE WHEN excluded.{each} > {name}.{each} THEN excluded.{each} ELSE {name}.{each} END"
            for each in self.latest
        ]
        marks = ", ".join("?" * len(self.columns))
        insert = f"INSERT INTO {name} ({columns}) VALUES ({marks}) ON CONFLICT"
        if not sums:
            return f"{insert} DO NOTHING"
        return f"{insert} ({', '.join(self.keys)}) DO UPDATE SET {', '.join((*sums, *latest))}"


class Count(Struct, frozen=True):
    """So much more in one row."""

    relation: str
    key: Row
    sums: tuple[int, ...] = ()
    latest: tuple[int, ...] = ()


class Note(Struct, frozen=True):
    """Why somebody will want to ask about an entry: what it is, how much it is about, and whom."""

    kind: str
    cents: int = 0
    person: str = ""
    offset: int = 0  # which of the entry's events it is about


RULES = Relation("ruleset", ("id", "edition", "settings"))
BETS = Relation(
    "bet_total",
    ("hour", "stream", "rules", "dealer", "bet", "stake"),
    ("bets", "fates", "base", "staked", "net", "metered"),
)
TABLES = Relation(
    "table_total", ("hour", "stream", "rules", "dealer"), ("rounds", "voids", "brought", "taken")
)
STAYS = Relation(
    "stay_total",
    ("player", "day", "stream", "since", "rules", "bet"),
    ("rounds", "idle", "bets", "base", "staked", "net", "metered"),
    ("until",),
)
RELATIONS = {each.name: each for each in (RULES, BETS, TABLES, STAYS)}
UPSERTS = {name: each.upsert for name, each in RELATIONS.items()}  # every commit adds to some

NOTE = "INSERT INTO notable VALUES (?, ?, ?, ?, ?, ?, ?)"  # as `note_rows` makes them


_LINES = 1_000  # more than one entry has notes


def note_rows(notes: Iterable[Note], position: int, at: int, stream: str) -> list[Row]:
    """The notes of one entry."""
    return [
        (note.kind, position, note.offset * _LINES + line, at, stream, note.cents, note.person)
        for line, note in enumerate(notes)
    ]


def offset_of(line: int) -> int:
    """Which event of its entry a note is about."""
    return line // _LINES


Sums = dict[tuple[str, Row], tuple[tuple[int, ...], tuple[int, ...]]]


def add(sums: Sums, counts: Iterable[Count]) -> None:
    """Counts of the same row become one."""
    for each in counts:
        key = (each.relation, each.key)
        if (known := sums.get(key)) is None:
            sums[key] = (each.sums, each.latest)
        else:
            sums[key] = (
                tuple(a + b for a, b in zip(known[0], each.sums, strict=True)),
                tuple(max(a, b) for a, b in zip(known[1], each.latest, strict=True)),
            )


def rows(sums: Sums) -> dict[str, list[Row]]:
    """As they are written, by relation, in an order that two writers share."""
    found: dict[str, list[Row]] = {}
    for (name, key), (summed, latest) in sorted(sums.items(), key=lambda item: item[0]):
        found.setdefault(name, []).append((*key, *summed, *latest))
    return found
