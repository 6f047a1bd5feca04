"""A table that runs by itself: bots choose, clocks run out, the dealer does the routine."""

import asyncio
import time
from collections.abc import Callable, Mapping
from math import inf

from msgspec import Struct

from croupier.house.answers import Happened
from croupier.house.floor.desk import Desk
from croupier.house.house import Look
from croupier.house.journal import StoreUnavailable
from croupier.server.logs import log
from croupier.server.metrics import Metrics
from croupier.server.sockets.scene import CLOCK
from croupier.server.tables.bots import Company
from croupier.server.tables.hand import BOT, DEAL, Hand
from croupier.server.tables.moves import dealt, taken, takes_entropy
from croupier.server.tables.seating import players
from croupier.server.tables.stage import Stage
from croupier.table import SYSTEM, Actor, Command, Option, Role

_AGAIN_S = 1.0  # after something that should not have been refused
_HURRY = 5  # so many times faster do bots play among themselves while somebody waits to be dealt in
_OWNER_S = 20.0  # who opens a table to practise at is about to sit down


class Pace(Struct, kw_only=True):
    """How fast things go, and who may wait how long."""

    pace_ms: int
    thinking_ms: int
    absent_seconds: int
    away_seconds: int
    entropy_wait_ms: int = 0


class AutoDealer:
    """One per table in every process; it works in the one that the table belongs to."""

    def __init__(
        self,
        stage: Stage,
        company: Company,
        desk: Desk,
        pace: Pace,
        metrics: Metrics,
        *,
        is_watched: Callable[[], bool] = lambda: True,
        is_ours: Callable[[], bool] = lambda: True,
    ) -> None:
        self.stage, self.company, self.pace = stage, company, pace
        self._desk = desk
        self._metrics = metrics
        self._is_watched, self._is_ours = is_watched, is_ours
        self._hand = Hand(stage)
        self._task: asyncio.Task[None] | None = None
        self._alarm: asyncio.TimerHandle | None = None
        self._rings_at = inf
        self._away_since: dict[str, int] = {}
        self._arrived: dict[str, float] = {}
        self._began = time.monotonic()
        self._seated: tuple[str | None, frozenset[str]] = ("", frozenset())  # who, as the Round began
        self._noted: tuple[int, tuple[int, ...]] = (-1, ())  # for which moment returns have been looked for

    def start(self) -> None:
        self._task = asyncio.create_task(self._run(), name=f"dealer {self.stage.name}")

    async def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        if self._alarm is not None:
            self._alarm.cancel()

    async def _run(self) -> None:
        stage = self.stage
        while True:
            stage.changed.clear()
            try:
                wait = await self.step()
            except StoreUnavailable:
                wait = _AGAIN_S
            except Exception as error:
                self._metrics.faults.labels("dealer").inc()
                log.error("the auto-dealer stumbled", table=stage.name, exc_info=error)
                wait = _AGAIN_S
            if wait == 0:
                await asyncio.sleep(0)
                continue
            if wait is not None:
                self._look_within(wait)
            await stage.changed.wait()

    def _look_within(self, wait: float) -> None:
        """One timer for all moves of a table: to look once too early costs less than a timer for each."""
        loop = asyncio.get_running_loop()
        at = loop.time() + wait
        if at < self._rings_at:
            if self._alarm is not None:
                self._alarm.cancel()
            self._alarm, self._rings_at = loop.call_at(at, self._ring), at

    def _ring(self) -> None:
        self._alarm, self._rings_at = None, inf
        self.stage.changed.set()

    def heard(self, happened: tuple[Happened, ...]) -> None:
        self._metrics.of_game(self.stage.look.game.name).events.inc(len(happened))

    # One move

    async def step(self) -> float | None:
        """Do one thing if there is one to do. Seconds until looking again; None to wait for a change."""
        stage = self.stage
        card = stage.house.card(stage.name)
        if card.status == "closed" or card.interruption is not None or not self._is_ours():
            return None
        await stage.freshen()
        self._note_arrivals()
        if self._seated[0] != (round := stage.look.round):
            self._seated = (round, frozenset(players(stage.look).values()))
        if await self._see_off(card.leaving):
            return 0
        if not stage.look.round and await self.company.seat(stage.look, card.bots):
            return 0
        if (wait := await self._ask_bots()) is not None:
            return wait
        if card.dealer == "person" or (card.status == "paused" and not stage.look.round):
            return self._until_somebody_is_away()
        if (wait := await self._wait_for_people()) is not None:
            return wait
        return await self._go_on()

    async def _see_off(self, asked: tuple[str, ...]) -> bool:
        """Players who want to go, or have been away for long, leave as soon as the rules allow it.

        At a table with real cards people are there, whether or not they have a device.
        """
        look = self.stage.look
        here = players(look)
        if look.card.has_one_screen and not asked:
            return False
        if asked or not self.stage.are_connected(here.values()):
            for player in sorted(set(asked) - set(here.values())):
                await self._desk.end_leaving(SYSTEM, self.stage.name, player)
            for place, player in here.items():
                is_going = player in asked or self._is_away(player)
                if is_going and await self._let_go(player, place):
                    return True
        else:
            self._away_since.clear()
        return not look.round and await self._note_returns(here, asked)

    async def _note_returns(self, here: Mapping[int, str], asked: tuple[str, ...]) -> bool:
        """Between Rounds, players noted as gone count as back: to play on, or to be let go."""
        look = self.stage.look
        back = [place for place, player in here.items() if player in asked or not self._is_missed(player)]
        if (key := (look.version, tuple(back))) == self._noted:
            return False
        self._noted = key
        for place in back:
            actor = Actor(here[place], Role.PLAYER, place)
            if look.leaving(actor) is not None:
                continue  # who may leave is noted as gone by nobody
            option = look.game.returning(look.rules, look.state, place)
            if option is not None and await self._deal(option):
                return True
        return False

    def _is_missed(self, player: str) -> bool:
        """Neither here nor so long away that the house lets them go home."""
        is_here = self.company.bot(player) is not None or self.stage.is_connected(player)
        return not is_here and not self._is_away(player)

    async def _let_go(self, player: str, place: int) -> bool:
        look = self.stage.look
        actor = Actor(player, Role.PLAYER, place)
        option = look.leaving(actor)
        return option is not None and await self._hand.give(
            taken(option, actor, look.game, {}, self._hand.id(CLOCK)), look.version
        )

    # Bots

    async def _ask_bots(self) -> float | None:
        look = self.stage.look
        for place in look.offered.awaited:
            player = look.game.player_at(look.state, place)
            if player is None or self.company.bot(player) is None:
                continue
            if self.company.has_passed(player, look.version):
                continue
            if (wait := self._still(self.pace.thinking_ms)) > 0:
                return wait
            command = self._choice(look, place, player)
            if command is not None:
                if await self._hand.give(command, look.version):
                    return 0
                if self.stage.look is not look:
                    return 0  # it has moved on: what the others would do was seen before that
                self.company.passes(player, look.version)
        return None

    def _choice(self, look: Look, place: int, player: str) -> Command | None:
        """A bot that stumbles passes; the table goes on."""
        try:
            return self.company.choose(look, place, player, self._hand.id(BOT))
        except Exception as error:
            self._metrics.faults.labels("bot").inc()
            log.error("a bot stumbled", table=self.stage.name, exc_info=error)
            self.company.passes(player, look.version)
            return None

    # People

    async def _wait_for_people(self) -> float | None:
        """Until when somebody may still act; None once nobody is waited for."""
        stage, look = self.stage, self.stage.look
        awaited = look.offered.awaited
        people = [place for place in awaited if not self._is_done(place)]
        if not people and (not awaited or stage.countdown.is_window):
            return None
        if people:
            left = self._seconds_left(people)
            if left is None or left > 0:
                return left or 3600
            if stage.countdown.is_window:
                return None
        return await self._call_time((people or list(awaited))[0])

    def _is_done(self, place: int) -> bool:
        """Bots who pass are not waited for."""
        player = self.stage.look.game.player_at(self.stage.look.state, place)
        return player is None or (self.company.bot(player) is not None and self._passed(player))

    def _passed(self, player: str) -> bool:
        return self.company.has_passed(player, self.stage.look.version)

    def _seconds_left(self, people: list[int]) -> float | None:
        """By the table's clock; without one, absent players may not hold up the others for ever."""
        countdown, now = self.stage.countdown, self.stage.house.clock.peek()
        names = [self.stage.look.game.player_at(self.stage.look.state, place) for place in people]
        is_here = any(name is not None and self.stage.is_connected(name) for name in names)
        if countdown.has_limit:
            return ((countdown.closes_at if is_here else countdown.ends_at) - now) / 1000
        if is_here:
            return None
        return (countdown.since + self.pace.absent_seconds * 1000 - now) / 1000

    async def _call_time(self, place: int) -> float | None:
        """The document's rule on a player who does not act."""
        look = self.stage.look
        option = look.game.overdue(look.rules, look.state, place)
        if option is None:
            return None
        command = dealt(look.game, look.rules, option, self._hand.id(CLOCK), is_virtual=False)
        if command is None or not await self._hand.give(command, look.version):
            return _AGAIN_S
        self._metrics.system_decisions.labels("clock").inc()
        return 0

    # The routine

    async def _go_on(self) -> float | None:
        look = self.stage.look
        option = look.offered.routine
        if option is None:
            return self._until_somebody_is_away()
        if not look.round and not self._is_company_wanted():
            return _AGAIN_S
        if self._shuffles(option) and not players(look):
            return None  # with nobody there it would be the house's own: who sits down first adds to it
        is_first = not look.round and not self.stage.rounds  # nobody has seen anything yet that needs time
        if is_first and (wait := self._until_the_owner_sits()) > 0:
            return wait
        still = 0.0 if is_first else self._still(self.pace.pace_ms)
        if (wait := max(still, self._until_added(option))) > 0:
            return wait
        return 0 if await self._deal(option) else _AGAIN_S

    def _until_the_owner_sits(self) -> float:
        """Seconds that a practice table's first Round waits for its owner, who else waits for its end."""
        look = self.stage.look
        if not look.card.owner or look.card.owner in players(look).values():
            return 0
        return max(0.0, self._began + _OWNER_S - time.monotonic())

    def _until_added(self, option: Option) -> float:
        """Seconds that a shuffle still waits for devices that have come just now and not added to it.

        All others have had the time since the last shuffle. Who is slower is left out, which is recorded.
        """
        if not self._shuffles(option):
            return 0
        added = {each.player for each in self.stage.house.shuffles.known(self.stage.name).given}
        last = max((at for player, at in self._arrived.items() if player not in added), default=-inf)
        return max(0.0, last + self.pace.entropy_wait_ms / 1000 - time.monotonic())

    def _shuffles(self, option: Option) -> bool:
        look = self.stage.look
        return look.card.cards != "physical" and takes_entropy(look.game.commands_by_name[option.command])

    def _note_arrivals(self) -> None:
        """Since when each player has sat here with a device that is connected."""
        seated = players(self.stage.look).values()
        if self._arrived.keys() == set(seated) and self.stage.are_connected(seated):
            return
        here = [player for player in seated if self.stage.is_connected(player)]
        if self._arrived.keys() == set(here):
            return
        now = time.monotonic()
        self._arrived = {
            player: self._arrived.get(player, now) for player in here if self.company.bot(player) is None
        }

    async def _deal(self, option: Option) -> bool:
        look = self.stage.look
        is_virtual = self.stage.house.card(self.stage.name).cards != "physical"
        command = dealt(look.game, look.rules, option, self._hand.id(DEAL), is_virtual=is_virtual)
        return command is not None and await self._hand.give(command, look.version)

    def _is_company_wanted(self) -> bool:
        """Bots among themselves rest while nobody is about; at a practice table, while nobody looks at it."""
        stage, owner = self.stage, self.stage.look.card.owner
        if owner and stage.rounds:
            return bool(stage.viewers) or stage.is_connected(owner)
        here = players(stage.look).values()
        return any(self.company.bot(player) is None for player in here) or self._is_watched()

    # Time

    def _still(self, pause_ms: int) -> float:
        """Seconds until `pause_ms` have passed since the last thing that happened."""
        if self._is_somebody_waiting():
            pause_ms //= _HURRY
        return max(0.0, (self.stage.last_at + pause_ms - self.stage.house.clock.peek()) / 1000)

    def _is_somebody_waiting(self) -> bool:
        """Nobody but bots is in this Round, and a person who has come since waits for its end."""
        look, (round, began_with) = self.stage.look, self._seated
        people = {
            place: player for place, player in players(look).items() if self.company.bot(player) is None
        }
        if not round or not people or not began_with.isdisjoint(people.values()):
            return False
        return all(
            self.stage.is_connected(player) and look.leaving(Actor(player, Role.PLAYER, place)) is not None
            for place, player in people.items()
        )

    def _is_away(self, player: str) -> bool:
        """Not connected, and nothing heard of them for long: the house lets them go home."""
        is_real = self.stage.look.card.has_one_screen
        if is_real or self.stage.is_connected(player) or self.company.bot(player) is not None:
            self._away_since.pop(player, None)
            return False
        now = self.stage.house.clock.peek()
        since = max(self._away_since.setdefault(player, now), self.stage.last_acted.get(player, 0))
        return now - since >= self.pace.away_seconds * 1000

    def _until_somebody_is_away(self) -> float | None:
        """Look again now and then while somebody sits here without a connection."""
        here = players(self.stage.look).values()
        is_nobody_missed = self.stage.look.card.has_one_screen or all(map(self.stage.is_connected, here))
        return None if is_nobody_missed else 5.0
