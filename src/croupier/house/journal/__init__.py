"""Streams of events on two engines, durable before anything is acknowledged."""

import re
from pathlib import Path

from croupier.house.journal.archive.months import EVERYTHING, Span
from croupier.house.journal.journal import Journal
from croupier.house.journal.records import (
    Appended,
    Batch,
    Conflict,
    Entry,
    HandedOver,
    JournalError,
    Overdrawn,
    Posting,
    RoundPart,
    RoundRow,
    Snapshot,
    StoreUnavailable,
    WentBack,
    Writing,
)
from croupier.house.journal.store import Store


def open_store(where: str) -> Store:
    """A store by its address: postgresql://... or a path to a SQLite file."""
    if where.startswith(("postgresql://", "postgres://")):
        from croupier.house.journal.postgres import PostgresStore

        return PostgresStore(where)
    from croupier.house.journal.sqlite import SqliteStore

    return SqliteStore(Path(where.removeprefix("sqlite://")))


def without_password(text: str) -> str:
    """An address, or what somebody says about one, as it may be shown and logged."""
    shown = re.sub(r"://([^:/@\s]*):\S*@", r"://\1:***@", text)
    return re.sub(r"(password=)[^&\s]*", r"\1***", shown)


def open_journal(where: str) -> Journal:
    return Journal(open_store(where))


__all__ = [
    "EVERYTHING",
    "Appended",
    "Batch",
    "Conflict",
    "Entry",
    "HandedOver",
    "Journal",
    "JournalError",
    "Overdrawn",
    "Posting",
    "RoundPart",
    "RoundRow",
    "Snapshot",
    "Span",
    "Store",
    "StoreUnavailable",
    "WentBack",
    "Writing",
    "open_journal",
    "open_store",
    "without_password",
]
