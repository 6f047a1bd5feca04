"""Significant events: what somebody will want to ask about, with who, why, before and after."""

from typing import Any

import msgspec
from msgspec import Struct

from croupier.house.journal import Journal
from croupier.house.journal.rows import decode_events

LARGE_WIN_CENTS = 10_000_00

# Fields in which an event says why, and what was before and after.
_REASONS = ("reason", "why", "question")
_BEFORE = ("previous", "previous_settings", "before")
_AFTER = ("program", "roles", "edition", "settings", "after", "choice", "course", "count", "mode", "status")


_REGISTERS = "('approvals', 'floor', 'people', 'program')"
_STAFF = "('dealer', 'pit_supervisor', 'pit_manager', 'shift_manager')"


class Significant(Struct, frozen=True, kw_only=True):
    at: int
    kind: str
    by: str
    role: str
    reason: str = ""
    before: str = ""
    after: str = ""
    table: str = ""
    person: str = ""
    cents: int = 0
    position: int = 0


def significant(
    journal: Journal, since: int = 0, until: int | None = None, limit: int = 100
) -> list[Significant]:
    """The latest first: everything staff did, the floor, people and the cashier; voids; large wins."""
    window = (since, until if until is not None else 2**62)
    found = [*_done(journal, window, limit), *_moved(journal, window, limit)]
    return sorted(found, key=lambda each: (-each.at, -each.position))[:limit]


def _done(journal: Journal, window: tuple[int, int], limit: int) -> list[Significant]:
    rows = journal.store.query(
        "SELECT position, stream, at, who, role, events FROM entry WHERE at >= ? AND at < ?"
        f" AND (stream IN {_REGISTERS} OR substr(stream, 1, 7) = 'player/' OR role IN {_STAFF})"
        f" ORDER BY position DESC LIMIT {limit:d}",
        window,
    )
    return [
        each
        for position, stream, at, who, role, events in rows
        for body in decode_events(bytes(events))
        if (each := _event(position, stream, at, who, role, body)) is not None
    ]


def _event(position: int, stream: str, at: int, who: str, role: str, body: bytes) -> Significant | None:
    plain: dict[str, Any] = msgspec.json.decode(body)
    kind = plain["type"]
    if kind in ("SignedIn", "SignedOut"):
        return None
    is_table = stream.startswith("table/")
    return Significant(
        at=at,
        kind=kind,
        by=who,
        role=role,
        reason=_first(plain, _REASONS),
        before=_first(plain, _BEFORE),
        after="" if is_table and kind != "RulingGiven" else _first(plain, _AFTER),
        table=stream.partition("/")[2] if is_table else str(plain.get("table", "")),
        person=str(plain.get("person", "")) or stream.removeprefix("player/") * stream.startswith("player/"),
        cents=plain["cents"] if isinstance(plain.get("cents"), int) else 0,
        position=position,
    )


def _first(plain: dict[str, Any], names: tuple[str, ...]) -> str:
    for name in names:
        if plain.get(name) not in (None, "", [], {}):
            value = plain[name]
            return value if isinstance(value, str) else msgspec.json.encode(value).decode()
    return ""


def _moved(journal: Journal, window: tuple[int, int], limit: int) -> list[Significant]:
    """Voids and large wins, as the books know them."""
    rows = journal.store.query(
        "SELECT p.position, p.account, p.at, p.cents, p.memo, e.who, e.role FROM posting p"
        " JOIN entry e ON e.position = p.position WHERE p.at >= ? AND p.at < ? AND p.cents > 0"
        " AND substr(p.account, 1, 6) = 'table/' AND p.account LIKE '%/stack/%'"
        f" AND (p.memo LIKE '%Void%' OR (p.other LIKE '%/bank' AND p.cents >= {LARGE_WIN_CENTS:d}))"
        f" ORDER BY p.position DESC LIMIT {limit:d}",
        window,
    )
    return [
        Significant(
            at=at,
            kind="RoundVoided" if "Void" in memo else "LargeWin",
            by=who,
            role=role,
            reason=memo,
            table=account.split("/")[1],
            cents=cents,
            position=position,
        )
        for position, account, at, cents, memo, who, role in rows
    ]
