"""The house: one door for every command at every table, durable before it is answered."""

import asyncio
import contextlib
import threading
from collections.abc import Callable, Coroutine, Sequence
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Any, TypeVar

import structlog
from msgspec import Struct
from msgspec.structs import replace

from croupier.house.answers import Acknowledged, Answer, Declined, Happened, Outdated, declined, needs
from croupier.house.arrivals import Arrivals
from croupier.house.commands import Commands, last_of, too_little
from croupier.house.floor import state as f
from croupier.house.journal import (
    Batch,
    Conflict,
    Journal,
    JournalError,
    Overdrawn,
    StoreUnavailable,
    WentBack,
    open_journal,
)
from croupier.house.journal.sealing import Sealer
from croupier.house.ledger import Ledger
from croupier.house.limits import Limits
from croupier.house.links import Links, awaits_prize
from croupier.house.listeners import Listeners
from croupier.house.live_table import LiveTable
from croupier.house.offered import Offered
from croupier.house.register import HouseEvent, Register
from croupier.house.shuffles import Shuffles
from croupier.house.stamps import Clock, new_id
from croupier.house.tables import Tables
from croupier.messages import reason_of
from croupier.money import format_money
from croupier.rulebook import RulebookError, Rules
from croupier.table import SYSTEM, Accepted, Actor, Catalogue, Command, Game, Option, Refusal, Role

log = structlog.get_logger("croupier.house")

T = TypeVar("T")

_PAUSE_S = 0.2
_BEHIND_S = 0.5  # how long a table that nobody here looks at may be behind
PATIENCE_S = 15.0  # how long a command waits for a store that is away


class Look(Struct, frozen=True):
    """A table at one moment. Nothing of it may be shown except through `game.view` and `game.options`."""

    name: str
    version: int
    game: Game[Any]
    rules: Rules
    state: Any
    round: str
    card: f.TableCard
    offered: Offered

    def options(self, actor: Actor) -> tuple[Option, ...]:
        """What an actor may do now; worked out once for all who ask."""
        return self.offered.options(actor)

    def leaving(self, actor: Actor) -> Option | None:
        """How this player leaves for good now; None while the rules keep them."""
        return self.game.way_out(self.options(actor))


class House:
    """One process's part in the house. Others may serve the same store: the journal decides who was first."""

    def __init__(
        self,
        journal: Journal,
        catalogue: Catalogue,
        sealer: Sealer,
        now: Callable[[], int] | None = None,
        steady: Callable[[], int] | None = None,
    ) -> None:
        self.journal = journal
        self.catalogue = catalogue
        self.sealer = sealer
        self.ledger = Ledger(journal)
        self.clock = Clock(now, steady, journal.last_at())
        self.listeners = Listeners(self.clock.witness)
        self.patience_s = PATIENCE_S
        self.links = Links(catalogue, journal, sealer)
        self.floor = f.floor_register(journal, sealer)
        self.floor.open()
        self._tables = Tables(
            lambda name: LiveTable(
                name, catalogue, journal, sealer, has_one_screen=self.card(name).has_one_screen
            ),
            lambda name: self.listeners.wanted(f"table/{name}"),
        )
        self.commands = Commands(self)
        self.arrivals = Arrivals(self)
        self.is_patron: Callable[[str], bool] = lambda person: False  # whom staff may seat; `People` knows
        self.shuffles = Shuffles(self)
        self._later: set[asyncio.Task[Answer]] = set()
        self.is_watched: Callable[[str], bool] = lambda table: True  # whether somebody here looks at a table
        self._behind: dict[str, int] = {}  # tables that others have moved on while nobody here looked
        self._catching_up: asyncio.Task[None] | None = None
        self._registers: dict[str, Register[Any]] = {"floor": self.floor}
        self._register_locks: dict[str, asyncio.Lock] = {}
        self.limits = Limits(self)
        self._stop = threading.Event()
        self._follower: threading.Thread | None = None

    @classmethod
    def open(
        cls,
        where: str,
        catalogue: Catalogue,
        key_file: Path,
        now: Callable[[], int] | None = None,
        steady: Callable[[], int] | None = None,
    ) -> "House":
        """Open a store whose books balance and whose key this is; JournalError or SealError if not."""
        journal = open_journal(where)
        try:
            if total := Ledger(journal).trial_balance():
                words = f"all accounts together hold {format_money(total)} instead of 0"
                raise JournalError(f"{words}; croupier audit finds where")
            is_new = journal.head()[0] == 0
            sealer = Sealer.from_file(key_file) if is_new else Sealer.existing(key_file)
            for row in journal.rounds(limit=1):  # its cards show whether this key opens them
                with contextlib.suppress(RulebookError):  # by a book that is not at hand: see `check_rules`
                    LiveTable(row.table, catalogue, journal, sealer)
            return cls(journal, catalogue, sealer, now, steady)
        except BaseException:
            journal.close()
            raise

    # Life

    def follow(self) -> None:
        """Hear what other processes write. Call it from within the event loop that serves this house."""
        loop = asyncio.get_running_loop()

        def heard(streams: dict[str, int]) -> None:
            if not loop.is_closed():
                loop.call_soon_threadsafe(lambda: loop.create_task(self._heard(streams)))

        self._follower = threading.Thread(
            target=self.journal.follow, args=(heard, self._stop, 0.5), name="follower", daemon=True
        )
        self._follower.start()

    async def close(self) -> None:
        """Finish what is under way, then let go of the store."""
        self._stop.set()
        if self._follower is not None:
            await asyncio.to_thread(self._follower.join)
        if self._catching_up is not None:
            self._catching_up.cancel()
            await asyncio.gather(self._catching_up, return_exceptions=True)
        while self._later:
            await asyncio.gather(*self._later, return_exceptions=True)
        self.listeners.end()
        await asyncio.to_thread(self.journal.close)

    def later(self, errand: Coroutine[Any, Any, Answer]) -> None:
        """Something to do once what is locked now is free again."""
        task = asyncio.get_running_loop().create_task(errand)
        self._later.add(task)
        task.add_done_callback(self._later.discard)

    async def _heard(self, streams: dict[str, int]) -> None:
        while not self._stop.is_set():
            try:
                await self._take_in(streams)
                break
            except StoreUnavailable:
                await asyncio.sleep(_PAUSE_S)  # it is told once only: try until the store is back

    async def _take_in(self, streams: dict[str, int]) -> None:
        for stream, version in streams.items():
            register = self._registers.get(stream)
            if register is not None and register.version < version:
                await self._catch_up(register)
            kind, _, name = stream.partition("/")
            if kind == "table":
                await self._heard_table(name, version)
            elif kind == "shuffles":
                await self.shuffles.catch_up(name, version)
            elif kind == "link" and -1 < self.links.version(name) < version:
                self.listeners.tell(await self.links.catch_up(name))

    async def _heard_table(self, name: str, version: int, is_due: bool = False) -> None:
        """Another process has moved a table on. Where nobody here looks at it, many moves are read at once:
        a table costs the process that serves it, and the others next to nothing."""
        live = self._tables.loaded(name)
        if live is None or live.version >= version:
            return
        if not is_due and not self.is_watched(name):
            self._behind[name] = version
            if self._catching_up is None or self._catching_up.done():
                self._catching_up = asyncio.create_task(self._catch_up_now_and_then(), name="catching up")
            return
        async with self._tables.using(name) as live:
            self.listeners.tell(await asyncio.to_thread(live.catch_up))

    def is_behind(self, table: str) -> bool:
        """Whether others have moved a table on, and nobody here has looked at it since."""
        return table in self._behind

    async def freshen(self, table: str) -> None:
        """Somebody here begins to look: what others have done meanwhile is read at once."""
        if (version := self._behind.pop(table, None)) is not None:
            await self._heard_table(table, version, is_due=True)

    async def _catch_up_now_and_then(self) -> None:
        while self._behind and not self._stop.is_set():
            await asyncio.sleep(_BEHIND_S)
            behind, self._behind = self._behind, {}
            for name, version in behind.items():
                try:
                    await self._heard_table(name, version, is_due=True)
                except StoreUnavailable:
                    self._behind.setdefault(name, version)

    # Listening and looking

    def card(self, table: str) -> f.TableCard:
        """What the floor knows of a table. KeyError if there is none."""
        return self.floor.state.tables[table]

    def check_rules(self) -> None:
        """RulebookError if an open table plays by a book that is not at hand, such as a draft."""
        for card in self.floor.state.tables.values():
            if card.status == "closed":
                continue
            try:
                self.catalogue.accepted_rules(card.edition, card.settings)
            except RulebookError as error:
                where = "name the folder of a draft with --editions, or in CROUPIER_EDITIONS"
                raise RulebookError(
                    "{title} plays by {card}: {error}; {where}",
                    title=card.title,
                    card=card.edition,
                    error=reason_of(error),
                    where=where,
                ) from error

    async def look(self, table: str) -> Look:
        async with self.using(table) as live:
            return self._look(live)

    def glance(self, table: str) -> Look | None:
        """The table as this process knows it, without waiting for a command under way; None if not loaded."""
        live = self._tables.loaded(table)
        return self._look(live) if live is not None else None

    def version(self, table: str) -> int:
        """The version of a table as this process knows it; 0 if not loaded."""
        live = self._tables.loaded(table)
        return live.version if live is not None else 0

    def _look(self, live: LiveTable) -> Look:
        card = self.card(live.name)
        return Look(
            live.name, live.version, live.game, live.rules, live.state, live.round, card, live.offered
        )

    async def preview(self, table: str, command: Command) -> Accepted[Any] | Refusal:
        """What a command would lead to. Nothing is done."""
        async with self.using(table) as live:
            return live.table.decide(self.commands.prepared(live, command))

    def using(self, table: str) -> AbstractAsyncContextManager[LiveTable]:
        """A table, loaded, and nobody else in this process working on it. KeyError if there is none."""
        return self._tables.using(table)

    # The one way through the house

    async def submit(
        self, table: str, command: Command | Sequence[Command], expect: int | None = None
    ) -> Answer:
        """Carry out a command, or several in one transaction: all of them or none. Acknowledged means
        durable; any other answer, that nothing has changed.

        `by` is believed: the caller has checked who is speaking. `at`, a missing `id` and any seed are
        supplied here. `expect` is the version the sender was looking at.
        """
        if table not in self.floor.state.tables and not await self.knows(table):
            return declined("there is no table {table}; choose one from the lobby", table=table)
        async with self._tables.using(table) as live:
            commands = (command,) if isinstance(command, Command) else command
            return await self.commands.carry_out(live, commands, expect)

    async def knows(self, table: str) -> bool:
        """Whether there is such a table; it may have been opened by another process a moment ago."""
        if table not in self.floor.state.tables:
            await self._catch_up(self.floor)
        return table in self.floor.state.tables

    # Jackpot links

    async def order_link(self, link: str, command: Command) -> Answer:
        """A command of the house to a link: open, disable, enable, course, correct, terms, pay next."""
        shown = {}
        for table in self.floor.state.tables_on(link):
            look = await self.look(table)
            shown[table] = look.game.wire.displays(look.state)
        async with self.links.using(link) as jackpot:
            while True:
                stamped = replace(command, at=self.clock.stamp(), id=command.id or new_id())
                linked = self.links.order(jackpot, stamped, shown)
                if isinstance(linked, Refusal):
                    return await self._ordered_before(jackpot, command) or linked
                try:
                    appended = await self.journal.append_in_loop(
                        self.links.writings(jackpot, linked.proposal)
                    )
                except Conflict:
                    self.listeners.tell(await asyncio.to_thread(jackpot.catch_up))
                    continue
                if appended.is_repeat:
                    return await self._ordered_before(jackpot, command) or Outdated(jackpot.version)
                happened = self.links.settle(jackpot, linked.proposal, appended.entries)
                self.listeners.tell(happened)
                for table, told in linked.others:
                    self.later(self.submit(table, told))
                return Acknowledged(happened, last_of(appended.entries, stamped.id))

    async def _ordered_before(self, jackpot: LiveTable, command: Command) -> Acknowledged | None:
        entry = await asyncio.to_thread(self.journal.find, jackpot.stream, command.id) if command.id else None
        return Acknowledged((), entry.last, is_repeat=True) if entry is not None else None

    async def bring_prizes(self) -> None:
        """After a restart: prizes that a link has paid reach their tables."""
        for name in self.floor.state.links:
            async with self.links.using(name) as jackpot:
                deliveries = await asyncio.to_thread(self.links.unfinished, jackpot)
            for table, command in deliveries:
                if await asyncio.to_thread(self.journal.find, f"table/{table}", command.id) is None:
                    await self.submit(table, command)

    async def bring_late_prizes(self) -> None:
        """The process that has to bring a prize may have died; call it every second or so."""
        if any(awaits_prize(live) for live in self._tables.in_memory()):
            await self.bring_prizes()

    # Streams of the house itself

    async def record(
        self,
        register: Register[Any],
        decide: Callable[[Any], Sequence[HouseEvent] | Declined],
        by: Actor,
        command: str = "",
        beside: Callable[[], Batch] = lambda: (),
        command_id: str = "",
        role: Role | None = None,
    ) -> Answer:
        """Decide on a register's state and write the events, again if somebody else was first. `role` is what
        it takes, if it takes one."""
        if role is not None and (no := needs(by, role)):
            return no
        async with self.changing(register):
            while True:
                events = decide(register.state)
                if isinstance(events, Declined):
                    return events
                writing = register.writing(events, by, self.clock.stamp(), command_id or new_id(), command)
                try:
                    appended = await self.journal.append_in_loop((writing, *beside()))
                except Conflict as conflict:
                    if conflict.stream != register.stream:
                        raise
                    self.listeners.tell(await asyncio.to_thread(register.catch_up))
                    continue
                except Overdrawn as short:
                    return too_little(short)
                happened = register.apply(appended.entries[:1])
                register.keep()
                self.listeners.tell(happened)
                if appended.is_repeat:
                    first = appended.entries[0]
                    return Acknowledged(register.read(first), first.last, is_repeat=True)
                return Acknowledged(happened, register.version)

    async def check_store(self) -> None:
        """WentBack if the store lacks what some process has seen in it."""
        await asyncio.wrap_future(self.journal.chore(lambda store: None))
        if self.journal.gone_back is not None:
            raise self.journal.gone_back

    async def accept_loss(self, reason: str) -> Answer:
        """The operator goes on without what the store has lost, which the record names. Nobody serves now:
        a process that has seen it would stop everybody again."""
        try:
            await self.check_store()
        except WentBack as gone:
            event = f.TailLost(position=gone.position, lost=gone.lost, reason=reason)
        else:
            return Declined("this store has lost nothing that anybody knows of")
        if await self.journal.store.is_served():
            return Declined("this house is being served: stop every process first")
        self.journal.accepts_loss = True
        answer = await self.record(self.floor, lambda _: [event], SYSTEM, "AcceptLoss")
        await asyncio.wrap_future(self.journal.errand("UPDATE head SET lost = 0 WHERE id = ?", (1,)))
        return answer

    async def look_at_clock(self) -> int:
        """By how much the machine's clock was set, if it was: it goes into the record. Every second or so."""
        if step := self.clock.step():
            log.warning("the machine's clock was set", milliseconds=step)
            await self.record(self.floor, lambda _: [f.ClockSet(milliseconds=step)], SYSTEM, "NoteClock")
        return step

    def register(self, register: Register[Any]) -> None:
        """Keep this register up to date with what other processes write."""
        self._registers[register.stream] = register

    def opened(self, make: Callable[[Journal, Sealer], Register[T]]) -> Register[T]:
        """A register of the house, opened, and kept up to date."""
        register = make(self.journal, self.sealer)
        register.open()
        self.register(register)
        return register

    def changing(self, register: Register[Any]) -> asyncio.Lock:
        """Code that changes a register holds this."""
        return self._register_locks.setdefault(register.stream, asyncio.Lock())

    async def freshen_limits(self) -> None:
        """What a player has set through another process a moment ago holds here as well."""
        await self._catch_up(self.limits.register)

    async def _catch_up(self, register: Register[Any]) -> tuple[Happened, ...]:
        async with self.changing(register):
            happened = await asyncio.to_thread(register.catch_up)
            self.listeners.tell(happened)
            return happened
