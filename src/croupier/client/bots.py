"""Bots that come in by the front door: they know what the socket tells them, and nothing else."""

import asyncio
from typing import Any

import httpx
import msgspec
from msgspec import Struct

from croupier.client.client import Client, HouseError
from croupier.client.player import Chooser, act
from croupier.client.table import RemoteTable, TableNow
from croupier.games import catalogue
from croupier.messages import in_english
from croupier.table import Catalogue, Game, Option
from croupier.table.bots import Bot, Observer

_POOR = 5  # a bot with less than a fifth of what it brought goes home
_LOOK_S = 0.2
_TRIES = 10  # others take seats at the same time


class Visit(Struct, frozen=True, kw_only=True):
    """What came of sitting down: Rounds of the table, things done, and chips won or lost."""

    name: str
    table: str
    place: int
    rounds: int
    moves: int
    won: int


def chooser(bot: Bot, game: Game[Any]) -> Chooser:
    """A bot as a chooser: the JSON of the socket becomes the view and the options that bots know."""

    def choose(moment: TableNow) -> tuple[dict[str, Any], dict[str, Any]] | None:
        options = msgspec.convert(moment.options, tuple[Option, ...])
        choice = bot.choose(game.read_view(moment.view), options)
        return None if choice is None else (msgspec.to_builtins(choice[0], enc_hook=in_english), choice[1])

    return choose


class BotPlayer:
    """One bot's visit to one table, for a client that has signed in.

    A bot with a method `observe(event)` is told every event as the house tells it to its seat.
    """

    def __init__(
        self,
        client: Client,
        bot: Bot,
        *,
        chips: int = 1_000_00,
        rounds: int = 0,
        thinking_s: float = 0,
        stop: asyncio.Event | None = None,
        patience_s: float = 10,
        games: Catalogue | None = None,
    ) -> None:
        """Told to stop, it waits so long for a house that is away, to leave as one should."""
        self._client, self._bot, self._patience_s = client, bot, patience_s
        self._wanted, self._rounds, self._thinking_s = chips, rounds, thinking_s
        self._stop = stop or asyncio.Event()
        self._games = games or catalogue()
        self._place = self._brought = self._chips = 0  # chips outside of bets, by the transfers
        self._played = self._moves = 0
        self._is_leaving = False

    async def visit(self, name: str) -> Visit:
        """Sit down, play, and go after a Round: when `rounds` are over, when told to stop, or when poor."""
        before = await self._client.me()
        async with self._client.table(name) as table:
            stopping = asyncio.create_task(self._leave_when_told(table))
            try:
                await self._play(table)
            finally:
                stopping.cancel()
        after = await self._client.me()
        return Visit(
            name=before["name"],
            table=name,
            place=self._place,
            rounds=self._played,
            moves=self._moves,
            won=after["balance"] - before["balance"],
        )

    # Coming

    async def _sit(self, table: RemoteTable, moment: TableNow) -> None:
        self._brought = self._chips = stake(moment.options, self._wanted)
        if moment.you["place"] is not None:  # from an earlier visit that ended without leaving
            self._place = int(moment.you["place"])
            return
        for tries_left in reversed(range(_TRIES)):
            line = await self._client.get(f"/api/tables/{table.name}")
            taken = {seat["place"] for seat in line["seats"]}
            # From the far end of the table, so that the first seats are left to people.
            free = [place for place in range(line["places"], 0, -1) if place not in taken]
            if not free:
                raise HouseError(409, "refused", f"no seat is free at {line['title'] or table.name}", [])
            try:
                await table.sit(free[0], self._brought)
            except HouseError as error:
                if error.status != 409 or not tries_left:
                    raise
                await asyncio.sleep(0.05)
            else:
                self._place = free[0]
                return

    # Staying

    async def _play(self, table: RemoteTable) -> None:
        was_seated, current, entered = False, None, None
        async for moment in table.moments():
            if not self._place:
                game = self._games.game(moment.table["game"])
                choose = chooser(self._bot, game)
                await self._sit(table, moment)
            self._tell(game, moment)
            is_seated = moment.you["place"] is not None
            if was_seated and not is_seated:
                return
            if was_seated:
                self._played += current not in (None, entered) and moment.round != current
                current = moment.round
                self._count_chips(moment)
            else:
                entered = moment.round  # the Round in which one sits down is the others'
            was_seated = is_seated
            if is_seated and self._is_time_to_go(moment):
                await self._leave(table)
            if self._thinking_s and table.now is moment and self._place in moment.awaited:
                await asyncio.sleep(self._thinking_s)
            self._moves += await act(table, choose, moment)

    def _tell(self, game: Game[Any], moment: TableNow) -> None:
        if isinstance(self._bot, Observer):
            for happening in moment.events:
                cited = {
                    "citations": happening["citations"]
                }  # beside the event on the wire, in it at the table
                self._bot.observe(game.read_event(happening["event"] | cited))

    def _count_chips(self, moment: TableNow) -> None:
        own = f"stack/{self._place}"
        for happening in moment.events:
            for transfer in happening["transfers"]:
                self._chips += transfer["cents"] * ((transfer["target"] == own) - (transfer["source"] == own))

    # Going

    def _is_time_to_go(self, moment: TableNow) -> bool:
        is_done = 0 < self._rounds <= self._played
        is_poor = moment.round is None and self._chips * _POOR < self._brought
        return is_done or is_poor or self._stop.is_set()

    async def _leave_when_told(self, table: RemoteTable) -> None:
        await self._stop.wait()
        await self._leave(table)
        away_s = 0.0
        while away_s < self._patience_s:
            await asyncio.sleep(_LOOK_S)
            away_s = 0.0 if table.is_connected else away_s + _LOOK_S
        table.give_up("the house has gone, and the bot has walked away")

    async def _leave(self, table: RemoteTable) -> None:
        """Ask once: the house lets nobody go with bets down, and until then what it asks is answered."""
        if self._is_leaving or not self._place:
            return
        self._is_leaving = True
        try:
            await table.leave()
        except (HouseError, httpx.TransportError) as error:
            if isinstance(error, HouseError) and error.status not in (409, 503):
                raise
            self._is_leaving = False  # the table has moved on, or the house restarts: at the next moment


def stake(options: list[dict[str, Any]], wanted: int) -> int:
    """An amount near `wanted` that the table takes from somebody who sits down."""
    for option in options:
        for ask in option["asks"]:
            if ask["kind"] == "money" and ask["field"] == "chips":
                return int(max(ask["minimum"], min(wanted, ask["maximum"])))
    return wanted
