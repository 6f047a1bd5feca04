"""After a restart: every Round that was open is put to its document's rule on technical interruptions."""

import asyncio
from collections.abc import Sequence
from typing import Any

import structlog
from msgspec import Struct

from croupier.house import floor as f
from croupier.house.answers import Acknowledged, Answer, Declined
from croupier.house.house import House
from croupier.house.journal import RoundRow
from croupier.house.live import LiveTable
from croupier.house.register import HouseEvent
from croupier.table import SYSTEM, Accepted, Actor, Citations, Command, Refusal, Role, say

log = structlog.get_logger("croupier.recovery")

CONFIRM_WITHIN_MS = 60_000

# The pit reads what is foreseen while the Round is open: no more than somebody without a hand may know.
_ANYBODY = Actor("", Role.AUDITOR)

# What the games call the report of such an interruption.
_REPORTS = ("ReportInterruption", "ReportPowerFailure")

_WORDS = {
    "continue": "the Round goes on where it stood",
    "void": "the Round is void and all bets go back",
    "ask": "the Round goes on once those concerned have chosen",
}


class Interrupted(Struct, frozen=True):
    """An interrupted Round that waits for the pit: what its document says will become of it."""

    table: str
    round: str
    at: int
    course: str
    words: tuple[str, ...]
    citations: Citations
    confirm_by: int


class Recovery:
    """Finds interrupted Rounds at the start, and sees to it that each is resolved."""

    def __init__(self, house: House, confirm_within_ms: int = CONFIRM_WITHIN_MS) -> None:
        self._house = house
        self._within = confirm_within_ms

    async def start(self) -> tuple[str, ...]:
        """Call once before serving, and after `follow`, by which later processes see that we are here.

        Rounds are interrupted only if no other process was there to go on.
        """
        store = self._house.journal.store
        found: tuple[str, ...] = ()
        if len(self._open_rounds()) > 0 and await asyncio.to_thread(store.is_alone):
            found = await self.find()
        await asyncio.to_thread(store.be_present)
        return found

    async def find(self) -> tuple[str, ...]:
        """Mark every open Round as interrupted; the ids of those found."""
        found = []
        for row in self._open_rounds():
            card = self._house.floor.state.tables.get(row.table)
            if card is None or card.status == "closed":
                continue
            if card.interruption is None:
                await self._mark(row.table)
            found.append(row.id)
            log.warning("round interrupted", table=row.table, round=row.id)
        return tuple(found)

    def _open_rounds(self) -> list[RoundRow]:
        return self._house.journal.rounds("closed_at IS NULL", limit=100_000)

    async def _mark(self, table: str) -> None:
        async with self._house.using(table) as live:
            course, words, _ = _foresee(live)
            event = f.RoundInterrupted(
                table=table,
                round=live.round,
                course=course,
                question="; ".join(words),
                confirm_by=self._house.clock.stamp() + self._within,
            )

        def decide(floor: f.Floor) -> Sequence[HouseEvent] | Declined:
            if floor.tables[table].interruption is not None:
                return Declined(f"Round {event.round} is marked already")
            return [event]

        await self._house.record(self._house.floor, decide, SYSTEM, "FindInterruptions")

    async def waiting(self) -> tuple[Interrupted, ...]:
        """What the pit sees: each interrupted Round and what confirming will do."""
        found = []
        for card in self._house.floor.state.tables.values():
            if (open_ := card.interruption) is None:
                continue
            async with self._house.using(card.id) as live:
                course, words, citations = _foresee(live)
            found.append(
                Interrupted(card.id, open_.round, open_.at, course, words, citations, open_.confirm_by)
            )
        return tuple(found)

    async def confirm(self, by: Actor, table: str) -> Answer:
        """The pit lets the document's rule take its course."""
        if not by.role.may_act_as(Role.PIT_SUPERVISOR):
            return Declined("an interrupted Round is for a pit supervisor or above to confirm")
        return await self._resolve(by, table, is_automatic=False)

    async def take_course(self) -> tuple[str, ...]:
        """Resolve what nobody has confirmed in time; call it every second or so."""
        now = self._house.clock.stamp()
        cards = list(self._house.floor.state.tables.values())
        due = [card.id for card in cards if card.interruption and card.interruption.confirm_by <= now]
        for table in due:
            await self._resolve(SYSTEM, table, is_automatic=True)
        return tuple(due)

    async def _resolve(self, by: Actor, table: str, is_automatic: bool) -> Answer:
        card = self._house.floor.state.tables.get(table)
        if card is None or card.interruption is None:
            return Declined(f"no Round of table {table} is interrupted")
        found = card.interruption
        async with self._house.using(table) as live:
            report = _report(live, by, f"interruption-{found.round}-{found.at}")
            answer: Answer = Acknowledged((), live.version)
            if report is not None:
                answer = await self._house.carry_out(live, (report,), is_recovery=True)
            if not isinstance(answer, Acknowledged | Refusal):
                return answer
            course = "void" if not live.is_round_open else found.course

        def decide(floor: f.Floor) -> Sequence[HouseEvent] | Declined:
            now = floor.tables[table].interruption
            if now is None or now.round != found.round:
                return Declined(f"Round {found.round} has been resolved already")
            return [
                f.InterruptionResolved(
                    table=table, round=found.round, course=course, is_automatic=is_automatic
                )
            ]

        resolved = await self._house.record(self._house.floor, decide, by, "ResolveInterruption")
        # Where the document's rule does not apply at this moment, the Round simply goes on.
        return answer if isinstance(answer, Acknowledged) and isinstance(resolved, Acknowledged) else resolved


def _report(live: LiveTable, by: Actor, name: str) -> Command | None:
    """The game's own command for a technical interruption."""
    for known in _REPORTS:
        kind = live.game.commands_by_name.get(known)
        if kind is not None:
            return kind(by=by, id=name)
    return None


def _foresee(live: LiveTable) -> tuple[str, tuple[str, ...], Citations]:
    """What the document's rule would do now: the course, in words, and its paragraphs."""
    report = _report(live, SYSTEM, "")
    outcome: Accepted[Any] | Refusal | None = live.table.decide(report) if report is not None else None
    if not isinstance(outcome, Accepted):
        cites = outcome.citations if outcome is not None else ()
        return "continue", (_WORDS["continue"],), cites
    course = "continue"
    if not live.game.is_round_open(outcome.state):
        course = "void"
    elif len(live.game.decisions(live.rules, outcome.state)) > len(
        live.game.decisions(live.rules, live.state)
    ):
        course = "ask"
    told = tuple(say(event.for_viewer(_ANYBODY)) for event in outcome.events if not event.sealed)
    citations = tuple(dict.fromkeys(cite for event in outcome.events for cite in event.citations))
    return course, (_WORDS[course], *told), citations
