"""The house: one door for every command at every table, durable before it is answered."""

import asyncio
import threading
import time
import uuid
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import structlog
from msgspec import Struct
from msgspec.structs import replace

from croupier.cards import new_seed
from croupier.house import floor as f
from croupier.house.answers import Acknowledged, Answer, Declined, Happened, Outdated
from croupier.house.clock import Clock
from croupier.house.journal import (
    Appended,
    Batch,
    Conflict,
    Journal,
    Overdrawn,
    StoreUnavailable,
    open_journal,
)
from croupier.house.ledger import Books, Ledger
from croupier.house.links import Delivery, Linked, Links
from croupier.house.listeners import Listeners, Subscription
from croupier.house.live import LiveTable, Proposal
from croupier.house.register import HouseEvent, Register
from croupier.house.sealing import Sealer
from croupier.money import say_money
from croupier.rulebook import Rules
from croupier.table import SYSTEM, Accepted, Actor, AdoptRules, Catalogue, Command, Game, Refusal

log = structlog.get_logger("croupier.house")

LOADED_MAX = 512  # tables kept in memory
PATIENCE_S = 15.0  # how long a command waits for a store that is away
_PAUSE_S = 0.05


class Look(Struct, frozen=True):
    """A table at one moment. Nothing of it may be shown except through `game.view` and `game.options`."""

    name: str
    version: int
    game: Game[Any]
    rules: Rules
    state: Any
    round: str
    card: f.TableCard


class _Slot:
    def __init__(self) -> None:
        self.lock = asyncio.Lock()
        self.live: LiveTable | None = None


class House:
    """One process's part in the house. Others may serve the same store: the journal decides who was first."""

    def __init__(
        self, journal: Journal, catalogue: Catalogue, sealer: Sealer, now: Callable[[], int] | None = None
    ) -> None:
        self.journal = journal
        self.catalogue = catalogue
        self.sealer = sealer
        self.ledger = Ledger(journal)
        self.listeners = Listeners()
        self.clock = Clock(now)
        self.floor: Register[f.Floor] = Register("floor", f.Floor(), f.after, f.FLOOR_DECODER, journal)
        self.floor.catch_up()
        self.links = Links(catalogue, journal, sealer)
        self._errands: set[asyncio.Task[Answer]] = set()
        self._registers: dict[str, Register[Any]] = {"floor": self.floor}
        self._register_locks: dict[str, asyncio.Lock] = {}
        self._slots: OrderedDict[str, _Slot] = OrderedDict()
        self._stop = threading.Event()
        self._follower: threading.Thread | None = None
        self.patience_s = PATIENCE_S

    @classmethod
    def open(
        cls, where: str, catalogue: Catalogue, key_file: Path, now: Callable[[], int] | None = None
    ) -> "House":
        return cls(open_journal(where), catalogue, Sealer.from_file(key_file), now)

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
        self._stop.set()
        if self._follower is not None:
            await asyncio.to_thread(self._follower.join)
        await asyncio.gather(*self._errands, return_exceptions=True)
        self.listeners.end()
        await asyncio.to_thread(self.journal.close)

    async def _heard(self, streams: dict[str, int]) -> None:
        for stream, version in streams.items():
            register = self._registers.get(stream)
            if register is not None and register.version < version:
                await self._catch_up(register)
            name = stream.removeprefix("table/")
            slot = self._slots.get(name) if name != stream else None
            if slot is not None and slot.live is not None and slot.live.version < version:
                async with slot.lock:
                    if slot.live is not None:
                        self.listeners.tell(await asyncio.to_thread(slot.live.catch_up))
            link = stream.removeprefix("link/")
            if link != stream and -1 < self.links.version(link) < version:
                self.listeners.tell(await self.links.catch_up(link))

    # Listening and looking

    def subscribe(self, stream: str, limit: int = 256) -> Subscription:
        """What happens from now on, on "table/<id>", "link/<id>" or "floor"; one item per command."""
        return self.listeners.subscribe(stream, limit)

    def unsubscribe(self, subscription: Subscription) -> None:
        self.listeners.unsubscribe(subscription)

    def card(self, table: str) -> f.TableCard:
        """What the floor knows of a table. KeyError if there is none."""
        return self.floor.state.tables[table]

    async def look(self, table: str) -> Look:
        async with self.using(table) as live:
            return Look(table, live.version, live.game, live.rules, live.state, live.round, self.card(table))

    def glance(self, table: str) -> Look | None:
        """The table as this process knows it, without waiting for a command under way; None if not loaded."""
        slot = self._slots.get(table)
        if slot is None or slot.live is None:
            return None
        live = slot.live
        return Look(table, live.version, live.game, live.rules, live.state, live.round, self.card(table))

    async def preview(self, table: str, command: Command) -> Accepted[Any] | Refusal:
        """What a command would lead to. Nothing is done."""
        async with self.using(table) as live:
            return live.table.decide(self._prepared(live, command))

    @asynccontextmanager
    async def using(self, table: str) -> AsyncIterator[LiveTable]:
        """A table, loaded, and nobody else in this process working on it."""
        slot = self._slots.get(table)
        if slot is None:
            slot = self._slots[table] = _Slot()
        self._slots.move_to_end(table)
        async with slot.lock:
            if slot.live is None:
                try:
                    slot.live = await asyncio.to_thread(
                        LiveTable, table, self.catalogue, self.journal, self.sealer
                    )
                except KeyError:
                    self._slots.pop(table, None)
                    raise
            self._make_room()
            yield slot.live

    def _make_room(self) -> None:
        for name in list(self._slots):
            if len(self._slots) <= LOADED_MAX:
                return
            slot = self._slots[name]
            if not slot.lock.locked() and not self.listeners.wanted(f"table/{name}"):
                del self._slots[name]

    # The one way through the house

    async def submit(self, table: str, command: Command, expect: int | None = None) -> Answer:
        """Carry out a command. The answer comes when it is durable; a refusal or Outdated changed nothing.

        `by` is believed: whoever calls has checked who is speaking. `at`, a missing `id` and any seed are
        supplied here. `expect` is the version the sender was looking at.
        """
        return await self.submit_all(table, (command,), expect)

    async def submit_all(self, table: str, commands: Sequence[Command], expect: int | None = None) -> Answer:
        """Carry out several commands in one transaction: all of them or none."""
        try:
            async with self.using(table) as live:
                return await self.carry_out(live, commands, expect)
        except KeyError:
            return Declined(f"there is no table {table}; choose one from the lobby")

    async def carry_out(
        self,
        live: LiveTable,
        commands: Sequence[Command],
        expect: int | None = None,
        is_recovery: bool = False,
    ) -> Answer:
        prepared = tuple(self._prepared(live, command) for command in commands)
        until = time.monotonic() + self.patience_s
        while True:
            try:
                return await self._attempt(live, prepared, expect, is_recovery)
            except Conflict:
                await self._refresh(live)
            except Overdrawn as short:
                return _too_little(short)
            except StoreUnavailable as away:
                if time.monotonic() > until:
                    raise
                log.warning("store unavailable", reason=str(away), table=live.name)
                await asyncio.sleep(_PAUSE_S)
                await self._refresh(live, patient=True)

    async def _attempt(
        self, live: LiveTable, commands: tuple[Command, ...], expect: int | None, is_recovery: bool
    ) -> Answer:
        if expect is not None and not live.is_current_for(commands[0].by, expect):
            return await self._answered_before(live, commands[-1]) or Outdated(live.version)
        proposal = self._propose(live, commands, is_recovery)
        if isinstance(proposal, Refusal | Declined):
            return await self._answered_before(live, commands[-1]) or proposal
        link = self.card(live.name).link
        if link:
            async with self.links.using(link) as jackpot:
                return await self._finish(
                    live, commands, self.links.connect(live, proposal, jackpot), jackpot
                )
        return await self._finish(live, commands, Linked(proposal, None, ()), None)

    async def _finish(
        self, live: LiveTable, commands: tuple[Command, ...], linked: Linked, jackpot: LiveTable | None
    ) -> Answer:
        """Write what was decided, at the table and on its link; then it is so, and everybody hears of it."""
        batch = live.writings(linked.proposal, Books(live.game, live.name, self.card(live.name).link))
        if jackpot is not None and linked.link is not None:
            batch += self.links.writings(jackpot, linked.link)
        try:
            appended = await self.append(batch)
        except Conflict as conflict:
            if jackpot is not None and conflict.stream == jackpot.stream:
                self.listeners.tell(await asyncio.to_thread(jackpot.catch_up))
            raise
        if appended.is_repeat:
            return await self._answered_before(live, commands[-1]) or Outdated(live.version)
        happened = live.settle(
            linked.proposal, [each for each in appended.entries if each.stream == live.stream]
        )
        self.listeners.tell(happened)
        if jackpot is not None and linked.link is not None:
            self.listeners.tell(self.links.settle(jackpot, linked.link, appended.entries))
        self._bring(linked.others)
        return Acknowledged(happened, live.version)

    def _bring(self, deliveries: Sequence[Delivery]) -> None:
        """Tell other tables what the link has for them, once this table is free again."""
        for table, command in deliveries:
            task = asyncio.get_running_loop().create_task(self.submit(table, command))
            self._errands.add(task)
            task.add_done_callback(self._errands.discard)

    async def order_link(self, link: str, command: Command) -> Answer:
        """A command of the house to a jackpot link: open, disable, enable, correct, change terms, pay next."""
        shown = {}
        for table in self.floor.state.tables_on(link):
            look = await self.look(table)
            shown[table] = (look.state.meter, look.state.is_link_open)
        async with self.links.using(link) as jackpot:
            while True:
                stamped = replace(command, at=self.clock.stamp(), id=command.id or new_id())
                linked = self.links.order(jackpot, stamped, shown)
                if isinstance(linked, Refusal):
                    return linked
                try:
                    appended = await self.append(self.links.writings(jackpot, linked.proposal))
                except Conflict:
                    self.listeners.tell(await asyncio.to_thread(jackpot.catch_up))
                    continue
                if appended.is_repeat:
                    return Acknowledged((), appended.entries[-1].last, is_repeat=True)
                happened = self.links.settle(jackpot, linked.proposal, appended.entries)
                self.listeners.tell(happened)
                self._bring(linked.others)
                return Acknowledged(happened, jackpot.version)

    async def bring_prizes(self) -> None:
        """After a restart: prizes that a link has paid reach their tables."""
        for name in self.floor.state.links:
            async with self.links.using(name) as jackpot:
                deliveries = await asyncio.to_thread(self.links.unfinished, jackpot)
            for table, command in deliveries:
                if await asyncio.to_thread(self.journal.find, f"table/{table}", command.id) is None:
                    await self.submit(table, command)

    def _propose(
        self, live: LiveTable, commands: tuple[Command, ...], is_recovery: bool
    ) -> Proposal | Refusal | Declined:
        card = self.card(live.name)
        if card.status == "closed":
            return Declined(f"table {live.name} is closed; choose another from the lobby")
        if card.interruption is not None and not is_recovery:
            return Declined(
                f"Round {card.interruption.round} was interrupted; the pit decides how it goes on"
            )
        proposal = live.propose((*self._new_rules(live, card), *commands))
        if isinstance(proposal, Refusal | Declined):
            return proposal
        opens = live.game.is_round_open(proposal.table.state) and not live.is_round_open
        if opens and card.status == "paused":
            return Declined(f"table {live.name} is paused; the next Round starts when it goes on")
        return proposal

    def _new_rules(self, live: LiveTable, card: f.TableCard) -> tuple[AdoptRules, ...]:
        """Rules ordered by the house, or an edition that has come into force, apply from the next Round."""
        if live.is_round_open:
            return ()
        edition, settings = card.ordered or (live.rules.edition.id, dict(live.rules.chosen))
        if card.ordered is None and card.follows_in_force:
            moment = datetime.fromtimestamp(self.clock.peek() / 1000, UTC)
            edition = self.catalogue.library.in_force(card.game, moment).id
        if (edition, settings) == (live.rules.edition.id, dict(live.rules.chosen)):
            return ()
        adopt = AdoptRules(by=SYSTEM, at=self.clock.stamp(), id=new_id(), edition=edition, settings=settings)
        return (adopt,) if isinstance(live.table.decide(adopt), Accepted) else ()

    async def append(self, batch: Batch) -> Appended:
        return await asyncio.wrap_future(self.journal.append(batch))

    async def _answered_before(self, live: LiveTable, command: Command) -> Acknowledged | None:
        """The first answer to a command that is in the journal already."""
        entry = await asyncio.to_thread(self.journal.find, live.stream, command.id)
        if entry is None:
            return None
        await self._refresh(live)
        happened = live.tell(entry, live.read(entry), in_round=False)
        return Acknowledged(happened, entry.last, is_repeat=True)

    async def _refresh(self, live: LiveTable, patient: bool = False) -> None:
        try:
            self.listeners.tell(await asyncio.to_thread(live.catch_up))
        except StoreUnavailable:
            if not patient:
                raise

    def _prepared(self, live: LiveTable, command: Command) -> Command:
        """The command with the house's clock, an id, and fresh entropy where it shuffles."""
        values: dict[str, Any] = {"at": self.clock.stamp(), "id": command.id or new_id()}
        card = self.card(live.name)
        if "seed" in command.__struct_fields__ and card.cards == "virtual":
            values["seed"] = new_seed(_decks(live.rules)).hex()
            if "first_cards" in command.__struct_fields__:
                values["first_cards"] = ()
        return replace(command, **values)

    # Streams of the house itself

    async def record(
        self,
        register: Register[Any],
        decide: Callable[[Any], Sequence[HouseEvent] | Declined],
        by: Actor,
        command: str = "",
        beside: Callable[[], Batch] = lambda: (),
        command_id: str = "",
    ) -> Answer:
        """Decide on a register's state and write the events, again if somebody else was first."""
        lock = self._register_locks.setdefault(register.stream, asyncio.Lock())
        async with lock:
            while True:
                events = decide(register.state)
                if isinstance(events, Declined):
                    return events
                writing = register.writing(events, by, self.clock.stamp(), command_id or new_id(), command)
                try:
                    appended = await self.append((writing, *beside()))
                except Conflict as conflict:
                    if conflict.stream != register.stream:
                        raise
                    self.listeners.tell(await asyncio.to_thread(register.catch_up))
                    continue
                except Overdrawn as short:
                    return _too_little(short)
                happened = register.apply(appended.entries[:1])
                self.listeners.tell(happened)
                return Acknowledged(happened, register.version, appended.is_repeat)

    def register(self, register: Register[Any]) -> None:
        """Keep this register up to date with what other processes write."""
        self._registers[register.stream] = register

    async def _catch_up(self, register: Register[Any]) -> tuple[Happened, ...]:
        async with self._register_locks.setdefault(register.stream, asyncio.Lock()):
            happened = await asyncio.to_thread(register.catch_up)
            self.listeners.tell(happened)
            return happened


def new_id() -> str:
    return uuid.uuid4().hex


def _too_little(short: Overdrawn) -> Declined:
    held, wanted = say_money(short.balance), say_money(short.wanted)
    return Declined(f"the account holds {held}; {wanted} is more than that")


def _decks(rules: Rules) -> int:
    """How many decks are shuffled: a choice of the house in some games, fixed by the document in others."""
    if "decks" in rules.settings:
        return rules.integer("decks")
    return int(rules.parameter("decks")) if "decks" in rules.edition.parameters else 8
