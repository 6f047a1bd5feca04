"""A program that plays: it sees its options and its view, as a person does, and nothing else."""

from collections.abc import Callable
from typing import Any

from croupier.client.table import Refused, RemoteTable, TableNow

# What to do now: an option and the values for its blanks; None to wait.
Chooser = Callable[[TableNow], "tuple[dict[str, Any], dict[str, Any]] | None"]


async def play(table: RemoteTable, choose: Chooser, rounds: int = 0) -> int:
    """Play until `rounds` Rounds are over (0: until the table goes). Returns how many were played."""
    played = 0
    was_open = False
    async for moment in table.moments():
        is_open = moment.round is not None
        played += was_open and not is_open
        was_open = is_open
        if rounds and played >= rounds:
            return played
        await act(table, choose, moment)
    return played


async def act(table: RemoteTable, choose: Chooser, moment: TableNow) -> bool:
    """Do what is chosen, if it is our turn; True if something was done."""
    if table.now is not moment or moment.seq < table.done or moment.you["place"] not in moment.awaited:
        return False  # something newer is waiting or on its way, or it is not our turn
    if (choice := choose(moment)) is None:
        return False
    option, values = choice
    try:
        await table.use(option, moment.seq, **values)
    except Refused as refused:
        if refused.code not in ("stale", "refused"):
            raise
        return False
    return True
