"""The streams of the house itself in which something is noted: everything that is neither table nor link."""

from collections.abc import Iterator
from typing import Any

from croupier.house.approvals import approvals_register
from croupier.house.cage.cage import cage_register
from croupier.house.floor.state import floor_register
from croupier.house.history.programs import program_register
from croupier.house.journal import Journal
from croupier.house.ledger.cashier import window
from croupier.house.limits import limits_register
from croupier.house.logbook import logbook_register
from croupier.house.people.roster import people_register
from croupier.house.register import Register


def registers(journal: Journal) -> Iterator[Register[Any]]:
    """All of them, none caught up."""
    yield floor_register(journal)
    yield people_register(journal)
    yield program_register(journal)
    yield approvals_register(journal)
    yield limits_register(journal)
    yield logbook_register(journal)
    yield cage_register(journal)
    for stream in journal.streams("player/"):
        yield window(stream, journal)
