"""A table kept busy by bots and a dealer who does the routine, through the same door as everybody else."""

from collections.abc import Callable, Mapping
from typing import Any

from croupier.house.answers import Acknowledged, Answer
from croupier.house.house import House, Look
from croupier.table import SYSTEM, Actor, Command, Option, Purpose, Role, fill
from croupier.table.bots import Bot

DEALER = Actor("dealer", Role.DEALER)

_PURCHASE_CENTS = 1_000_00


class Autoplay:
    """One table, one step at a time. Used by the fault harness and the benchmark."""

    def __init__(
        self,
        house: House,
        table: str,
        bots: Mapping[str, Bot],
        sent: Callable[[str, Command], None] = lambda table, command: None,
    ) -> None:
        self._house = house
        self._table = table
        self._bots = bots
        self._sent = sent

    async def step(self, command_id: str = "") -> Answer | None:
        """The next command of somebody who has something to do; None if the table cannot go on."""
        look = await self._house.look(self._table)
        for place in look.game.awaited(look.rules, look.state):
            chosen = self._choose(look, place)
            if chosen is None:
                continue
            answer = await self._give(look, *chosen, command_id)
            if isinstance(answer, Acknowledged):
                return answer
        option = look.game.routine(look.rules, look.state)
        if option is None:
            return await self._buy_chips(look, command_id)
        blanks = {ask.field: "" for ask in option.asks if ask.kind == "text"}
        return await self._give(look, option, DEALER, blanks, command_id)

    async def _buy_chips(self, look: Look, command_id: str) -> Answer | None:
        """A table that cannot go on may only lack chips."""
        for name in self._bots:
            actor = Actor(name, Role.PLAYER, look.game.place_of(look.state, name))
            for option in look.options(actor):
                if option.purpose is Purpose.BUY:
                    values = {
                        ask.field: min(ask.maximum, max(ask.minimum, _PURCHASE_CENTS)) for ask in option.asks
                    }
                    answer = await self._give(look, option, actor, values, command_id)
                    if isinstance(answer, Acknowledged):
                        return answer
        return None

    def _choose(self, look: Look, place: int) -> tuple[Option, Actor, Mapping[str, Any]] | None:
        name = look.game.player_at(look.state, place)
        bot = self._bots.get(name or "")
        if name is None or bot is None:
            return None
        actor = Actor(name, Role.PLAYER, place)
        options = look.options(actor)
        choice = bot.choose(look.game.view(look.rules, look.state, actor), options)
        return None if choice is None else (choice[0], actor, choice[1])

    async def _give(
        self, look: Look, option: Option, by: Actor, values: Mapping[str, Any], command_id: str
    ) -> Answer:
        kind = look.game.commands_by_name[option.command]
        command = fill(kind, option, by, id=command_id, **values)
        self._sent(self._table, command)
        return await self._house.submit(self._table, command)


async def seat_bots(house: House, table: str, bots: Mapping[str, Bot], chips: int, funds: int) -> None:
    """Every bot takes a place with some of the chips that the house gives it."""
    from croupier.house.floor.desk import Desk

    desk = Desk(house)
    for place, name in enumerate(bots, start=1):
        await desk.deposit(SYSTEM, name, funds, "chips for a bot", from_house=True)
        answer = await desk.sit(Actor(name, Role.PLAYER, place), table, place, chips)
        if not isinstance(answer, Acknowledged):
            raise RuntimeError(f"{name} cannot sit at {table}: {answer.reason}")
