"""All tables of the floor as this process runs and shows them."""

import asyncio
import time
from collections.abc import Iterable, Mapping
from functools import partial

from croupier.house.answers import Happened
from croupier.house.floor.desk import Desk
from croupier.house.floor.leases import Leases
from croupier.house.floor.presence import Presence, Spot
from croupier.house.floor.state import TableCard
from croupier.house.house import House
from croupier.house.likeness import like
from croupier.house.people import People
from croupier.house.recovery.courses import OUTCOMES
from croupier.house.register import HouseEvent
from croupier.messages import called
from croupier.rulebook import Rules
from croupier.server.config import Config
from croupier.server.errors import Rejected
from croupier.server.logs import log
from croupier.server.metrics import Metrics
from croupier.server.sockets import wire
from croupier.server.tables.bots import Company
from croupier.server.tables.changes import Changes
from croupier.server.tables.clock import TimeBanks
from croupier.server.tables.dealer import AutoDealer, Pace
from croupier.server.tables.notices import notice_of
from croupier.server.tables.stage import Stage
from croupier.server.tables.watchdog import StuckTable, stuck
from croupier.table import Role
from croupier.table.recording import open_stack

_WATCHED_S = 120.0  # how long after the last request the house counts as watched


class Room:
    """Stages and auto-dealers, one each per open table, kept in step with the floor."""

    def __init__(
        self,
        house: House,
        desk: Desk,
        people: People,
        config: Config,
        metrics: Metrics,
    ) -> None:
        self.house, self.desk, self.people = house, desk, people
        self.config, self.metrics = config, metrics
        self.stages: dict[str, Stage] = {}
        self.dealers: dict[str, AutoDealer] = {}
        self.presence = Presence(house.journal)
        self.presence.on_change, self.presence.on_taken = self._on_presence, self._on_taken
        self.presence.is_watched = self._is_watched_at_all
        self.leases = Leases(house.journal, self.presence, house.floor)
        self.leases.on_change = self._on_leases
        house.is_watched = self._is_watched_here
        self._opening = asyncio.Lock()
        self._task: asyncio.Task[None] | None = None
        self._heard_at = 0.0
        self.changes = Changes()  # of what the lobby shows
        self._signs: dict[Rules, tuple[wire.Sign, ...]] = {}

    # Life

    async def start(self) -> None:
        self._floor = self.house.listeners.subscribe("floor", limit=100_000)
        await self.presence.start()
        await self.open_all()
        self._task = asyncio.create_task(self._follow(), name="room")

    async def open_all(self) -> None:
        """Every table that the floor has by now; the others as they come."""
        for card in list(self.house.floor.state.tables.values()):
            await self._open(card)

    async def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        self.house.listeners.unsubscribe(self._floor)
        await self.presence.stop()
        await asyncio.gather(*(dealer.stop() for dealer in self.dealers.values()))
        await asyncio.gather(*(stage.stop() for stage in self.stages.values()))
        self.stages.clear()
        self.dealers.clear()

    async def _follow(self) -> None:
        async for happened in self._floor:
            for each in happened:
                try:
                    await self._on_floor(each)
                except Exception as error:
                    self.metrics.faults.labels("room").inc()
                    log.error("the floor changed and the room stumbled", exc_info=error)

    async def _on_floor(self, happened: Happened) -> None:
        table = getattr(happened.event, "table", None)
        card = self.house.floor.state.tables.get(table) if table else None
        if card is None:
            return
        await self._open(card)
        stage = self.stages.get(card.id)
        if stage is None:
            return
        assert isinstance(happened.event, HouseEvent)
        if (notice := notice_of(happened.event, self.name_of)) is not None:
            stage.notify(notice)
        stage.refresh()
        if card.status == "closed":
            await self._close(card.id)

    async def _open(self, card: TableCard) -> Stage | None:
        async with self._opening:
            if card.status == "closed" or card.id in self.stages:
                return self.stages.get(card.id)
            stage = Stage(
                self.house,
                card.id,
                presence=self.presence,
                betting_seconds=self.config.betting_seconds,
                banks=TimeBanks(self.config.time_banks, self.config.time_bank_seconds),
                name_of=self.name_of,
                describe=self._line,
            )
            await stage.start()
            stage.on_round = partial(self._count_round, card.id, card.game)
            stage.on_fault = self._on_fault
            dealer = AutoDealer(
                stage,
                Company(self.house, self.desk, self.people, card.id, card.game, self.config.bot_chips),
                self.desk,
                like(Pace, self.config),
                self.metrics,
                is_watched=self.is_watched,
                is_ours=partial(self.leases.is_ours, card.id),
            )
            stage.on_events = dealer.heard
            self.stages[card.id], self.dealers[card.id] = stage, dealer
            dealer.start()
            return stage

    async def _close(self, table: str) -> None:
        """No more dealing; watchers may stay until they leave by themselves."""
        if (dealer := self.dealers.pop(table, None)) is not None:
            await dealer.stop()

    def _count_round(self, table: str, game: str) -> None:
        """Once, however many processes hear of it."""
        if self.leases.is_ours(table):
            self.metrics.rounds.labels(game).inc()

    def _on_fault(self, error: Exception) -> None:
        self.metrics.faults.labels("stage").inc()
        log.error("what happened could not be told", exc_info=error)

    # People at other processes

    def _on_presence(self, spots: Iterable[Spot]) -> None:
        for table in sorted({table for table, _ in spots}):
            if (stage := self.stages.get(table)) is not None:
                stage.refresh()

    def _on_leases(self, tables: Iterable[str]) -> None:
        """Their dealers, here or elsewhere, begin or rest."""
        for table in tables:
            if (stage := self.stages.get(table)) is not None:
                stage.changed.set()

    def _on_taken(self, spot: Spot) -> None:
        table, person = spot
        if (stage := self.stages.get(table)) is not None:
            stage.taken(person)

    # Looking

    async def stage(self, table: str) -> Stage:
        """The stage of a table; Rejected if there is no such table or it is closed."""
        if (stage := self.stages.get(table)) is not None:
            await stage.freshen()
            return stage
        card = self.house.floor.state.tables.get(table)
        opened = await self._open(card) if card is not None else None
        if opened is None:
            raise Rejected(
                "not_found", "there is no open table '{table}'; choose one from the lobby", table=table
            )
        return opened

    def keep_awake(self) -> None:
        self._heard_at = time.monotonic()

    def is_watched(self) -> bool:
        """Whether bots among themselves have an audience, at whichever process."""
        return self._is_watched_at_all() or self.presence.is_watched_elsewhere

    def _is_watched_at_all(self) -> bool:
        return time.monotonic() - self._heard_at < _WATCHED_S or any(
            stage.viewers for stage in self.stages.values()
        )

    def _is_watched_here(self, table: str) -> bool:
        stage = self.stages.get(table)
        return stage is None or bool(stage.viewers) or self.leases.is_ours(table)

    def name_of(self, player: str) -> str:
        return self.people.name_of(player)

    def bot_name(self, player: str) -> str:
        """What a bot is called; of anybody else not more than was said."""
        return self.name_of(player) if self.is_bot(player) else player

    def is_bot(self, player: str) -> bool:
        person = self.people.get(player)
        return person is not None and person.is_bot

    def open_stages(self) -> list[Stage]:
        return [stage for stage in self.stages.values() if self.house.card(stage.name).status != "closed"]

    def stuck(self) -> list[StuckTable]:
        """Tables that stand still for longer than they may."""
        now = self.house.clock.peek()
        return stuck(self.stages.values(), now, self.config.stuck_seconds * 1000)

    def _line(self, stage: Stage, seats: Mapping[int, str]) -> wire.TableLine:
        """Without what moves all the time: that is added where the line is sent."""
        look, card = stage.look, self.house.card(stage.name)
        furniture = look.game.furniture(look.rules)
        return like(
            wire.TableLine,
            card,
            furniture,
            title=called(card.title),
            edition=look.rules.edition.id,
            status="interrupted" if card.interruption is not None else card.status,
            is_real=card.has_one_screen,
            open_stack=open_stack(look.game) if card.has_one_screen else 0,
            owner=card.owner or None,
            dealer_name=self.name_of(card.dealer_name) if card.dealer_name else None,
            signage=self._signage(look.rules),
            settings={name: str(value) for name, value in look.rules.chosen.items()},
            seats=tuple(self._seat(stage, place, player) for place, player in seats.items()),
            waiting=tuple(map(self.name_of, card.waiting)),
            link=card.link or None,
            decisions=len(look.offered.decisions),
            next_rules=self._next(card, look.rules),
            held=_held(card),
        )

    def _next(self, card: TableCard, now: Rules) -> wire.NextRules | None:
        """What was ordered and waits for the next Round."""
        if card.ordered is None:
            return None
        edition, settings = card.ordered
        rules = self.house.catalogue.accepted_rules(edition, settings)
        return wire.NextRules(
            edition=edition,
            settings={name: str(value) for name, value in rules.chosen.items()},
            signage=tuple(sign for sign in self._signage(rules) if sign not in self._signage(now)),
        )

    def _signage(self, rules: Rules) -> tuple[wire.Sign, ...]:
        """What a table has to display: every amount and rate that the House has set, with its paragraph."""
        if rules not in self._signs:
            known = rules.edition.settings
            self._signs[rules] = tuple(
                wire.Sign.of(known[name], value)
                for name, value in rules.settings.items()
                if known[name].type in ("money", "percent") or name == "action_clock_seconds"
            )
        return self._signs[rules]

    def _seat(self, stage: Stage, place: int, player: str) -> wire.SeatLine:
        is_here = self.is_bot(player) or stage.is_connected(player)
        return wire.SeatLine(
            place=place,
            player=player,
            name=self.name_of(player),
            is_bot=self.is_bot(player),
            is_away=not is_here,
            is_connected=is_here,
            is_leaving=player in self.house.card(stage.name).leaving,
            lost_at=0 if is_here else stage.lost_at.get(player, 0),
        )


def _held(card: TableCard) -> wire.Held | None:
    if (found := card.interruption) is None:
        return None
    return like(wire.Held, found, words=OUTCOMES[found.course], role=Role.PIT_SUPERVISOR)
