"""Those who come to the house by its front door: players, the rail, dealers who err, and the pit.

They use the client that everybody uses, and know what the house tells them.
"""

import asyncio
import random
from abc import abstractmethod
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

import httpx

from croupier.cards import DECK
from croupier.client.bots import chooser, stake
from croupier.client.client import Client, HouseError
from croupier.client.player import act
from croupier.client.table import Refused, RemoteTable, TableGone, TableNow
from croupier.players import bots_for
from croupier.simulator.network import Caller, Network
from croupier.simulator.plan import TablePlan, VisitorPlan
from croupier.simulator.process import games
from croupier.simulator.world import World

PASSWORD = "a password of the house"
_FUNDS = 1_000_00
_TROUBLE = (HouseError, Refused, TableGone, httpx.TransportError)


class Visitor(Caller):
    """Comes, is sent away or loses the connection, and comes again."""

    def __init__(
        self, world: World, network: Network, plan: VisitorPlan, tables: tuple[TablePlan, ...]
    ) -> None:
        super().__init__(plan.name)
        self.world, self.network, self.plan = world, network, plan
        self.tables = {table.name: table for table in tables}
        self.chance: random.Random = world.chance(f"visitor {plan.name}")
        self.away_until_s = 0.0
        self.client = Client("http://house", http=network.http(self), connect=network.connector(self))

    async def run(self) -> None:
        await asyncio.sleep(self.chance.uniform(0, 5))
        while True:
            await self.be_away()
            try:
                await self.visit()
            except _TROUBLE as trouble:
                if isinstance(trouble, HouseError) and trouble.code == "sign_in":
                    self.client.token = ""
                if isinstance(trouble, TableGone):
                    self.client.token = ""
            await asyncio.sleep(self.chance.uniform(1, 15))

    @abstractmethod
    async def visit(self) -> None:
        """What this one comes for, from signing in to going."""

    def vanish(self, seconds: float) -> None:
        """Gone without a word: the house hears nothing, not even that the line is dead."""
        self.away_until_s = self.world.now_s + seconds
        self.network.freeze(self.name)

    async def be_away(self) -> None:
        if (left := self.away_until_s - self.world.now_s) > 0:
            self.network.cut(self.name)
            await asyncio.sleep(left)

    def fill(self, ask: dict[str, Any]) -> Any:
        """Anything within the bounds."""
        kind = ask["kind"]
        if kind in ("money", "integer"):
            steps = (ask["maximum"] - ask["minimum"]) // ask["step"]
            return ask["minimum"] + ask["step"] * self.chance.randint(0, min(steps, 20))
        if kind == "choice":
            return self.chance.choice(ask["choices"])
        return "as seen"


class Player(Visitor):
    """Plays as a bot of its game does, thinks for a while, and now and then does something odd."""

    def __init__(
        self, world: World, network: Network, plan: VisitorPlan, tables: tuple[TablePlan, ...]
    ) -> None:
        super().__init__(world, network, plan, tables)
        table = self.tables[plan.table]
        bots = list(bots_for(table.game, 9).values())
        self._choose = chooser(self.chance.choice(bots), games().game(table.game))
        self._oddity = self.chance.choice((0.0, 0.02, 0.1))
        self._thinking_s = self.chance.uniform(0.3, 6.0)

    async def visit(self) -> None:
        if not self.client.token:
            self.person = (await self.client.demo(self.name))["id"]
        leaving_at = self.world.now_s + self.chance.expovariate(1 / 900)
        async with self.client.table(self.plan.table) as table:
            await self._stay(table, leaving_at)

    async def _stay(self, table: RemoteTable, leaving_at: float) -> None:
        async for moment in table.moments():
            await self.be_away()
            if table.now is not moment:
                continue
            if moment.you["place"] is None:
                if not await self._sit(table, moment):
                    return
                continue
            if self.world.now_s > leaving_at:
                await table.leave()
                return
            if moment.you["place"] in moment.awaited:
                await asyncio.sleep(self.chance.expovariate(1 / self._thinking_s))
                await self._act(table, moment)

    async def _act(self, table: RemoteTable, moment: TableNow) -> None:
        if self.chance.random() >= self._oddity:
            await act(table, self._choose, moment)
            return
        offered = [option for option in moment.options if option["purpose"] not in ("leave", "sit")]
        if offered:
            option = self.chance.choice(offered)
            values = {ask["field"]: self.fill(ask) for ask in option["asks"]}
            await _unless_refused(lambda: table.use(option, moment.seq, **values))

    async def _sit(self, table: RemoteTable, moment: TableNow) -> bool:
        line = await self.client.get(f"/api/tables/{table.name}")
        taken = {seat["place"] for seat in line["seats"]}
        free = [place for place in range(1, line["places"] + 1) if place not in taken]
        if not free:
            return False
        chips = stake(moment.options, _FUNDS)
        if (await self.client.me())["balance"] < chips:
            self.client.token = ""  # somebody else comes
            return False
        await table.sit(self.chance.choice(free), chips)
        return True


class Rail(Visitor):
    """Looks on, and is told nothing that is not for everybody."""

    async def visit(self) -> None:
        async with self.client.table(self.plan.table) as table:
            async for _ in table.moments():
                await self.be_away()


class Staff(Visitor):
    async def sign_in(self) -> None:
        if not self.client.token:
            self.person = (await self.client.sign_in(self.name, PASSWORD))["id"]

    async def rule(self, table: str, role: str, scene: dict[str, Any]) -> bool:
        """Give one of the rulings that are ours to give."""
        rulings = [option for option in scene["options"] if option["purpose"] == "ruling"]
        if not any(each["is_yours"] for each in scene["decisions"]) or not rulings:
            return False
        option = self.chance.choice(rulings)
        values = {ask["field"]: self.fill(ask) for ask in option["asks"]}
        body = {"type": option["command"], **option["fixed"], **values}
        id = f"r{self.chance.getrandbits(48):x}"
        await self.client.post(
            f"/api/tables/{table}/commands",
            {"id": id, "expect": scene["seq"], "command": body, "as": role},
        )
        return True


class Dealer(Staff):
    """Deals real cards by hand, and errs."""

    def __init__(
        self, world: World, network: Network, plan: VisitorPlan, tables: tuple[TablePlan, ...]
    ) -> None:
        super().__init__(world, network, plan, tables)
        self._shoe: list[str] = []
        self._oddity = self.chance.choice((0.0, 0.01, 0.05))
        self._since: tuple[int, float] = (-1, 0.0)

    async def visit(self) -> None:
        await self.sign_in()
        await self.client.put(f"/api/tables/{self.plan.table}/dealer", {"mode": "person"})
        async with self.client.table(self.plan.table, "dealer") as table:
            while True:
                await asyncio.sleep(self.chance.uniform(0.5, 2.5))
                await self.be_away()
                if table.now is not None:
                    await self._deal(table, table.now)
                if table._ended:  # the house has sent us away
                    raise TableGone(table._ended)

    async def _deal(self, table: RemoteTable, moment: TableNow) -> None:
        if self._since[0] != moment.seq:
            self._since = (moment.seq, self.world.now_s)
        waited = self.world.now_s - self._since[1]
        option = self._next(moment, waited)
        if option is None:
            return
        values = {ask["field"]: self._given(ask) for ask in option["asks"] if ask["field"] != "seed"}
        if (
            await _unless_refused(lambda: table.use(option, moment.seq, **values))
            and "huffle" in option["command"]
        ):
            self._shuffle()

    def _next(self, moment: TableNow, waited: float) -> dict[str, Any] | None:
        by_purpose: dict[str, list[dict[str, Any]]] = {}
        for option in moment.options:
            by_purpose.setdefault(option["purpose"], []).append(option)
        if any(each["is_yours"] for each in moment.decisions) and "ruling" in by_purpose:
            return self.chance.choice(by_purpose["ruling"])
        if self.chance.random() < self._oddity and "report" in by_purpose:
            return self.chance.choice(by_purpose["report"])
        if "routine" in by_purpose and (waited > 15 or not moment.awaited):
            return by_purpose["routine"][0]
        if waited > 40:
            late = by_purpose.get("time_out") or by_purpose.get("absent")
            if late:
                return self.chance.choice(late)
        if waited > 120:
            anything = [
                option for option in moment.options if option["purpose"] not in ("manage", "interruption")
            ]
            return self.chance.choice(anything) if anything else None
        return None

    def _given(self, ask: dict[str, Any]) -> Any:
        if ask["kind"] != "cards":
            return self.fill(ask)
        while len(self._shoe) < ask["minimum"]:
            self._shuffle()
        cards, self._shoe = self._shoe[: ask["minimum"]], self._shoe[ask["minimum"] :]
        return cards

    def _shuffle(self) -> None:
        """Now and then the cards come nearly sorted: that is how jackpots are won here."""
        cards = list(DECK)
        self.chance.shuffle(cards)
        if self.chance.random() < 0.4:
            suit = self.chance.choice("cdhs")
            cards.sort(key=lambda card: (card[1] != suit) * 10 + self.chance.random() * 3)
        self._shoe = [str(card) for card in cards]


class Pit(Staff):
    """Goes round the tables: rules, confirms what was interrupted, pauses and goes on."""

    async def visit(self) -> None:
        await self.sign_in()
        while True:
            await self.be_away()
            await asyncio.sleep(self.chance.uniform(5, 30))
            for table in self.tables:
                await self._look_at(table)
            if self.chance.random() < 0.3:
                await self._confirm()

    async def _look_at(self, table: str) -> None:
        role = "shift_manager"
        scene = await self.client.get(f"/api/tables/{table}/snapshot", **{"as": role})
        await _unless_refused(lambda: self.rule(table, role, scene))
        if scene["table"]["status"] == "paused":
            await _unless_refused(lambda: self.client.post(f"/api/tables/{table}/resume"))
        elif self.chance.random() < 0.01:
            await _unless_refused(
                lambda: self.client.post(f"/api/tables/{table}/pause", {"reason": "a break"})
            )

    async def _confirm(self) -> None:
        for each in await self.client.get("/api/interruptions"):
            path = f"/api/interruptions/{each['table']}"
            await _unless_refused(partial(self.client.post, path, {}))


async def _unless_refused(work: Callable[[], Awaitable[Any]]) -> bool:
    """Whether it was done. What the rules or the moment forbid is no trouble."""
    try:
        await work()
    except Refused:
        return False
    except HouseError as error:
        if error.code not in ("refused", "stale", "malformed", "not_allowed", "not_found"):
            raise
        return False
    return True


KINDS: dict[str, type[Visitor]] = {"player": Player, "rail": Rail, "dealer": Dealer, "pit": Pit}
