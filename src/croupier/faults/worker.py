"""One process of a house that is going to be killed: it plays all three games and tells what it was told."""

import asyncio
import os
from collections.abc import Sequence
from pathlib import Path

import msgspec
from msgspec import Struct

from croupier.faults.autoplay import Autoplay, seat_bots
from croupier.games import catalogue
from croupier.house.answers import Acknowledged
from croupier.house.floor.desk import Desk
from croupier.house.house import House
from croupier.house.journal import Journal, Store, StoreUnavailable
from croupier.house.journal.sealing import Sealer
from croupier.house.recovery import Recovery
from croupier.players import bots_for
from croupier.table import Actor, Command, Role
from croupier.table.bots import Bot

MANAGER = Actor("manager", Role.SHIFT_MANAGER)
LINK = "main"

# Tables and their editions; those of Multi-Link share a jackpot.
TABLES = {
    "poker": "rws-poker@7",
    "freebet": "mbs-freebet@3",
    "linked1": "rws-multilink@3",
    "linked2": "rws-multilink@2",
}
_PAUSE_S = 0.2
_STAKE = 1_500_00
_FUNDS = 100_000_000_00


class Sent(Struct, frozen=True):
    """A command that was given to the house, and whether the house has acknowledged it."""

    table: str
    id: str
    body: bytes
    is_acknowledged: bool = False


def open_house(store: Store, key_file: Path) -> House:
    house = House(Journal(store), catalogue(), Sealer.from_file(key_file))
    house.patience_s = 30
    return house


async def prepare(house: House) -> None:
    """Open the floor with bots at every table."""
    desk = Desk(house)
    _must(await desk.open_link(MANAGER, LINK, TABLES["linked1"]))
    for table, edition in TABLES.items():
        link = LINK if table.startswith("linked") else ""
        _must(await desk.open_table(MANAGER, table, edition, link=link))
        await seat_bots(house, table, bots_of(table), _STAKE, _FUNDS)


def bots_of(table: str) -> dict[str, Bot]:
    found = bots_for(TABLES[table].partition("@")[0])
    return {f"{name}-{table}": bot for name, bot in found.items()}


async def play(house: House, run: str, pipe: int, steps: int, again: Sequence[Sent]) -> None:
    """Recover, send again what was never answered, then play; every step is reported before and after."""
    while not await _recovered(house):
        await asyncio.sleep(_PAUSE_S)
    for sent in again:
        await _send_again(house, sent, pipe)
    games = {
        table: Autoplay(house, table, bots_of(table), lambda name, command: _tell_sent(pipe, name, command))
        for table in TABLES
    }
    for step in range(steps):
        for table, game in games.items():
            name = f"{run}-{step}-{table}"
            try:
                answer = await game.step(name)
            except StoreUnavailable:
                continue
            if isinstance(answer, Acknowledged):
                _tell(pipe, Sent(table, name, b"", is_acknowledged=True))


async def _recovered(house: House) -> bool:
    recovery = Recovery(house, confirm_within_ms=0)
    try:
        await recovery.start()
        await recovery.take_course()
        await house.bring_prizes()
    except StoreUnavailable:
        return False
    return True


async def _send_again(house: House, sent: Sent, pipe: int) -> None:
    """The same command under the same id: done once, whether or not the first time got through."""
    async with house.using(sent.table) as live:
        command = live.codec.read_command(sent.body, "")
    answer = await house.submit(sent.table, command)
    if isinstance(answer, Acknowledged):
        _tell(pipe, Sent(sent.table, sent.id, b"", is_acknowledged=True))


def _tell_sent(pipe: int, table: str, command: Command) -> None:
    _tell(pipe, Sent(table, command.id, msgspec.json.encode(command)))


def _tell(pipe: int, sent: Sent) -> None:
    os.write(pipe, msgspec.json.encode(sent) + b"\n")


def _must(answer: object) -> None:
    if not isinstance(answer, Acknowledged):
        raise RuntimeError(f"the floor cannot be opened: {answer}")
