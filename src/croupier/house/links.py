"""Jackpot links: one meter for several tables, written in the same transaction as the bets that move it."""

import asyncio
import copy
from collections import deque
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from croupier.house.answers import Happened
from croupier.house.journal import Entry, Journal, Writing
from croupier.house.journal.sealing import Sealer
from croupier.house.ledger import Books
from croupier.house.likeness import like
from croupier.house.live_table import LiveTable, Proposal, Step
from croupier.house.stamps import new_id
from croupier.links import messages as m
from croupier.links.game import LINK
from croupier.links.post import Delivery, LinkPost, Wire
from croupier.links.state import LinkState, is_held_up
from croupier.table import SYSTEM, Accepted, Catalogue, Command, Event, Refusal, Table

_LOOK_BACK = 500  # events of a link within which an undelivered prize must lie: it holds up its table


class Post(LinkPost):
    """The post between one link and its tables, at work on a copy of the link.

    It answers as the post of a link in memory does, but keeps each step for the journal. Other tables learn
    of the new meter when they next act, or from the display; only prizes and faults are brought to them.
    """

    def __init__(self, wire: Wire, live: LiveTable, shown: dict[str, tuple[int, bool]]) -> None:
        self.wire = wire
        self._name = live.name
        self._scratch = copy.copy(live.table)
        self.rules = live.rules
        self.state: LinkState = live.state
        self.events: list[Event] = []
        self.steps: list[Step] = []
        self._shown = shown
        self._rounds = {entry.table: entry.round for entry in self.state.entries.values()}

    def give(self, command: Command) -> list[Delivery]:
        before, first = self._scratch.state, self._scratch.version + 1
        outcome = self._scratch.submit(command)
        if isinstance(outcome, Refusal):
            return self._unregistered(command)
        self.steps.append(Step(command, outcome, before, first, self.rules.edition.id))
        self.state = outcome.state
        answers: list[Delivery] = []
        for number, event in enumerate(outcome.events):
            answers += self.named(event, outcome.events[number + 1 :], command.at, first + number)
        return [*answers, *self._displays(command.at)]

    def named(self, event: Event, rest: tuple[Event, ...], at: int, version: int) -> list[Delivery]:
        """What an event of the link tells tables, named after it: brought twice, it is still done once."""
        told = self._told(event, rest, at)
        return [
            (table, replace(each, id=f"link-{self._name}-{version}-{number}"))
            for number, (table, each) in enumerate(told)
        ]

    def join(self, table: LiveTable, at: int) -> list[Delivery]:
        if not self.state.is_open or table.name in self.state.tables:
            return []
        return self.give(m.JoinLink(by=SYSTEM, at=at, table=table.name, boxes=table.rules.integer("boxes")))

    def proposal(self) -> Proposal | None:
        return Proposal(self._scratch, tuple(self.steps), 0) if self.steps else None


class Linked(Struct, frozen=True):
    """What a table's proposal has become once its link has answered, and what others are to be told."""

    proposal: Proposal
    link: Proposal | None
    others: tuple[Delivery, ...]


def concerns_link(proposal: Proposal) -> bool:
    """Whether a link has to hear of what is proposed; most commands at a table do not concern it."""
    wire: Wire | None = proposal.table.game.wire
    if wire is None:
        return False
    return any(type(event) in wire.concerns for step in proposal.steps for event in step.accepted.events)


def awaits_prize(table: LiveTable) -> bool:
    """Whether a table has told its link of a win and waits to hear what it is worth."""
    wire: Wire | None = table.game.wire
    return wire is not None and wire.awaits_prize(table.state)


class Reconciliation(Struct, frozen=True):
    """The meter against everything that ever moved it, and against the books."""

    opening: int
    contributions: int
    top_ups: int
    paid: int
    corrections: int
    expected: int
    display: int
    booked: int

    @property
    def difference(self) -> int:
        return (self.display - self.expected) or (self.booked - self.display)


def reconcile(state: LinkState, booked: int) -> Reconciliation:
    expected = state.opening + state.contributions + state.top_ups - state.payouts + state.corrections
    return like(
        Reconciliation, state, paid=state.payouts, expected=expected, display=state.meter, booked=booked
    )


class Links:
    """The links in this process's memory. Lock a table before its link, never the other way round."""

    def __init__(self, catalogue: Catalogue, journal: Journal, sealer: Sealer) -> None:
        self._catalogue = catalogue
        self._journal = journal
        self._sealer = sealer
        self._live: dict[str, LiveTable] = {}
        self._locks: dict[str, asyncio.Lock] = {}

    @asynccontextmanager
    async def using(self, link: str) -> AsyncIterator[LiveTable]:
        async with self._locks.setdefault(link, asyncio.Lock()):
            if link not in self._live:
                self._live[link] = await asyncio.to_thread(self.load, link)
            yield self._live[link]

    def load(self, link: str) -> LiveTable:
        return LiveTable(link, self._catalogue, self._journal, self._sealer, link=LINK)

    def glance(self, link: str) -> LinkState | None:
        """The link as this process knows it; None if it has not been used here yet."""
        live = self._live.get(link)
        return live.state if live is not None else None

    def version(self, link: str) -> int:
        live = self._live.get(link)
        return live.version if live is not None else -1

    async def catch_up(self, link: str) -> tuple[Happened, ...]:
        async with self.using(link) as live:
            return await asyncio.to_thread(live.catch_up)

    def connect(self, table: LiveTable, proposal: Proposal, link: LiveTable) -> Linked:
        """Let the link answer what the table proposes, back and forth until both are done."""
        wire: Wire = table.game.wire
        post = Post(wire, link, {table.name: wire.displays(table.state)})
        scratch, steps = copy.copy(proposal.table), list(proposal.steps)
        others: list[Delivery] = []
        waiting = deque((event, step.command.at) for step in steps for event in step.accepted.events)
        answers = post.join(table, proposal.steps[-1].command.at)
        while waiting:
            event, at = waiting.popleft()
            answers += post.heard(table.name, event, at)
            for name, command in answers:
                if name != table.name:
                    others.append((name, command))
                    continue
                step = _take(scratch, replace(command, id=command.id or new_id()))
                if step is not None:
                    steps.append(step)
                    waiting.extend((each, at) for each in step.accepted.events)
            answers = []
        brought = tuple(each for each in others if not wire.is_display(each[1]))
        return Linked(Proposal(scratch, tuple(steps), table.rounds), post.proposal(), brought)

    def order(
        self, link: LiveTable, command: Command, tables: Mapping[str, tuple[int, bool]]
    ) -> Linked | Refusal:
        """A command of the house to the link itself; `tables` with what each displays."""
        refused = link.table.decide(command)
        if isinstance(refused, Refusal):
            return refused
        post = Post(self._wire(link), link, dict(tables))
        others = post.give(command)
        made = post.proposal()
        assert made is not None
        return Linked(made, made, tuple(others))

    def _wire(self, link: LiveTable) -> Wire:
        """How the tables of the game that this link's edition is of talk with it."""
        wire: Wire = self._catalogue.game(link.rules.edition.game).wire
        return wire

    def unfinished(self, link: LiveTable) -> list[Delivery]:
        """Prizes the link has paid, and its failure while it waits for an answer, that may not have reached
        their table because something failed."""
        post, found = Post(self._wire(link), link, {}), []
        wanted = (m.JackpotPaid, m.LinkDisabled) if is_held_up(link.state) else (m.JackpotPaid,)
        for entry in self._journal.read(link.stream, after=max(link.version - _LOOK_BACK, 0)):
            events = link.read(entry)
            for offset, event in enumerate(events):
                if isinstance(event, wanted):
                    found += post.named(event, events[offset + 1 :], entry.at, entry.first + offset)
        return found

    def owed(self, link: LiveTable, table: LiveTable) -> list[Command]:
        """Prizes the link has paid that are still on their way to this table."""
        return [
            command
            for name, command in self.unfinished(link)
            if name == table.name
            and table.game.wire.is_prize(command)
            and isinstance(table.table.decide(command), Accepted)
        ]

    def writings(self, link: LiveTable, proposal: Proposal) -> tuple[Writing, ...]:
        return link.writings(proposal, Books(LINK, "", link.name))

    def settle(self, link: LiveTable, proposal: Proposal, entries: Sequence[Entry]) -> tuple[Happened, ...]:
        return link.settle(proposal, [entry for entry in entries if entry.stream == link.stream])


def _take(scratch: Table[Any], command: Command) -> Step | None:
    before, first = scratch.state, scratch.version + 1
    outcome = scratch.submit(command)
    if not isinstance(outcome, Accepted):
        return None
    return Step(command, outcome, before, first, scratch.rules.edition.id)
