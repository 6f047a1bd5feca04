"""Significant events: what somebody will want to ask about, with who, where, why, before and after.

Games and house say themselves what matters (`Purpose`, `voids_round`, `matters`); it is noted when it is
written. Here the notes are read again, the latest first, with the words of the entries they stand for.
"""

from typing import Any

import msgspec
from msgspec import Struct

from croupier.house.journal import Journal, Span
from croupier.house.journal.counts import offset_of
from croupier.house.journal.rows import decode_events
from croupier.house.stamps import FOR_EVER
from croupier.messages import Message, spaced
from croupier.money import Cents

LARGE_WIN_CENTS = 10_000_00

# Fields in which an event or a command says why, what was before and after, and where money went.
_REASONS = ("reason", "why", "question", "matter", "decision", "address")
_BEFORE = ("previous", "previous_settings", "before")
_AFTER = ("program", "roles", "edition", "settings", "after", "choice", "course", "count", "mode", "status")

# What stands in the books for itself, whichever game's event it was.
_OWN_KIND = {"void": "Void", "large_win": "LargeWin"}
_ROUND = (
    "(SELECT CASE WHEN r.last IS NULL OR r.last >= e.first THEN r.number END FROM round r"
    " WHERE r.stream = e.stream AND r.first <= e.first ORDER BY r.first DESC LIMIT 1)"
)


_SELECT = (
    "SELECT n.kind, n.position, n.line, n.at, n.stream, n.cents, n.person, e.who, e.role, e.command,"
    f" e.events, {_ROUND} FROM notable n JOIN entry e ON e.position = n.position"
)
_ASKED_ABOUT = "NOT (n.kind = 'money' AND e.role = 'system')"


class Significant(Struct, frozen=True, kw_only=True):
    at: int
    head: str  # void, ruling, irregularity, settings, large_win, failed_sign_in, money, ...
    kind: str
    words: str  # the kind, said
    by: str
    role: str
    reason: str = ""
    before: str = ""
    after: str = ""
    table: str = ""
    round: str = ""
    person: str = ""
    cents: Cents = 0
    source: str = ""  # accounts, where money moved
    target: str = ""
    position: int = 0


def significant(
    journal: Journal,
    since: int = 0,
    until: int | None = None,
    limit: int = 100,
    *,
    head: str = "",
    table: str = "",
    large_cents: Cents = LARGE_WIN_CENTS,
) -> list[Significant]:
    """The latest first; what the system books by itself for bots is not asked about."""
    where = "n.at >= ? AND n.at < ? AND (n.kind <> 'large_win' OR n.cents >= ?)"
    values: list[object] = [since, until if until is not None else FOR_EVER, large_cents]
    for column, wanted in (("n.kind", head), ("n.stream", table and f"table/{table}")):
        if wanted:
            where += f" AND {column} = ?"
            values.append(wanted)
    rows = journal.store.everywhere(
        f"{_SELECT} WHERE {where} AND {_ASKED_ABOUT} ORDER BY n.at DESC, n.position DESC LIMIT {limit:d}",
        values,
        Span(since=since, until=until if until is not None else FOR_EVER),
        newest_first=True,
        limit=limit,
    )
    return [_read(*row) for row in rows]


def between(journal: Journal, first: int, last: int) -> list[Significant]:
    """All of them from one position of the journal to another, in its order."""
    sql = (
        f"{_SELECT} WHERE n.position >= ? AND n.position <= ? AND {_ASKED_ABOUT} ORDER BY n.position, n.line"
    )
    return [_read(*row) for row in journal.store.everywhere(sql, (first, last), Span(first=first, last=last))]


def _read(
    head: str,
    position: int,
    line: int,
    at: int,
    stream: str,
    cents: int,
    person: str,
    by: str,
    role: str,
    command: bytes,
    events: bytes,
    number: int | None,
) -> Significant:
    event: dict[str, Any] = msgspec.json.decode(decode_events(bytes(events))[offset_of(line)])
    order: dict[str, Any] = msgspec.json.decode(bytes(command)) if command else {}
    room, _, name = stream.partition("/")
    is_played = room in ("table", "link")
    said = {**event, **order} if is_played else event
    table = name if room == "table" else str(event.get("table", ""))
    kind = _OWN_KIND.get(head) or (order.get("type", "") if is_played else event["type"])
    kind = kind or event["type"]
    return Significant(
        at=at,
        head=head,
        kind=kind,
        words=Message(spaced(kind)),
        by=by,
        role=role,
        reason=_first(said, _REASONS),
        before=_first(said, _BEFORE),
        after=_first(said, _AFTER),
        table=table,
        round=f"{name}.{number}" if room == "table" and number is not None else "",
        person=person or name * (room == "player"),
        cents=cents or (said["cents"] if isinstance(said.get("cents"), int) else 0),
        source=f"{stream}/bank" if head == "large_win" else str(event.get("source", "")),
        target=f"player/{person}" if head == "large_win" else str(event.get("target", "")),
        position=position,
    )


def _first(plain: dict[str, Any], names: tuple[str, ...]) -> str:
    for name in names:
        if plain.get(name) not in (None, "", [], {}):
            value = plain[name]
            return value if isinstance(value, str) else msgspec.json.encode(value).decode()
    return ""
