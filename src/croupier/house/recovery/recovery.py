"""After a restart: every Round that was open is put to its document's rule on technical interruptions."""

import asyncio
from collections.abc import Sequence

import structlog
from msgspec import Struct

from croupier.house.answers import Acknowledged, Answer, Declined, are_void, declined
from croupier.house.floor import state as f
from croupier.house.house import House
from croupier.house.journal import RoundRow
from croupier.house.likeness import like
from croupier.house.live_table import LiveTable
from croupier.house.recovery.courses import Course, commands_for, courses
from croupier.house.register import HouseEvent
from croupier.table import SYSTEM, Actor, Citations, Refusal, Role

log = structlog.get_logger("croupier.recovery")

CONFIRM_WITHIN_MS = 60_000


class Interrupted(Struct, frozen=True):
    """An interrupted Round that waits for the pit: what its document says will become of it."""

    table: str
    round: str
    at: int
    course: str
    words: tuple[str, ...]
    citations: Citations
    confirm_by: int
    courses: tuple[Course, ...] = ()  # what the pit may choose from, the foreseen one first


class Recovery:
    """Finds interrupted Rounds at the start, and sees to it that each is resolved."""

    def __init__(self, house: House, confirm_within_ms: int = CONFIRM_WITHIN_MS) -> None:
        self._house = house
        self._within = confirm_within_ms

    async def start(self, is_alone: bool | None = None) -> tuple[str, ...]:
        """Call once before serving, and after `follow`, by which later processes see that we are here.

        Rounds are interrupted only if no other process was there to go on.
        """
        if await self.look_around() if is_alone is None else is_alone:
            found = await self.find()
            await asyncio.to_thread(self._house.journal.store.be_present)
            return found
        return ()

    async def look_around(self) -> bool:
        """Whether open Rounds have nobody to go on with them. If not, others see from now on that we serve.

        Before a new program takes over: the processes that can go on with a Round leave when it does.
        """
        store = self._house.journal.store
        if len(self._open_rounds()) > 0 and await store.is_alone():
            return True
        await asyncio.to_thread(store.be_present)
        return False

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
        return self._house.journal.live_rounds("closed_at IS NULL")

    async def _mark(self, table: str) -> None:
        async with self._house.using(table) as live:
            foreseen = courses(live)[0]
            event = f.RoundInterrupted(
                table=table,
                round=live.round,
                course=foreseen.name,
                confirm_by=self._house.clock.stamp() + self._within,
                citations=foreseen.citations,
            )

        def decide(floor: f.Floor) -> Sequence[HouseEvent] | Declined:
            if floor.tables[table].interruption is not None:
                return declined("Round {round} is marked already", round=event.round)
            return [event]

        await self._house.record(self._house.floor, decide, SYSTEM, "FindInterruptions")

    async def waiting(self) -> tuple[Interrupted, ...]:
        """What the pit sees: each interrupted Round, what confirming will do, and what else may be chosen."""
        found = []
        for card in self._house.floor.state.tables.values():
            if (open_ := card.interruption) is None:
                continue
            async with self._house.using(card.id) as live:
                possible = courses(live)
            first = {"course": possible[0].name, "courses": possible}
            found.append(like(Interrupted, possible[0], open_, table=card.id, **first))
        return tuple(found)

    async def confirm(self, by: Actor, table: str, course: str = "") -> Answer:
        """The pit lets the document's rule take its course, or chooses another that the document allows."""
        if not by.role.may_act_as(Role.PIT_SUPERVISOR):
            return Declined("an interrupted Round is for a pit supervisor or above to confirm")
        return await self._resolve(by, table, course)

    async def take_course(self) -> tuple[str, ...]:
        """Resolve what nobody has confirmed in time; call it every second or so."""
        now = self._house.clock.stamp()
        cards = list(self._house.floor.state.tables.values())
        due = [card.id for card in cards if card.interruption and card.interruption.confirm_by <= now]
        for table in due:
            await self._resolve(SYSTEM, table, "", is_automatic=True)
        return tuple(due)

    async def _resolve(self, by: Actor, table: str, wanted: str, is_automatic: bool = False) -> Answer:
        card = self._house.floor.state.tables.get(table)
        if card is None or card.interruption is None:
            return declined("no Round of table {table} is interrupted", table=table)
        found = card.interruption
        async with self._house.using(table) as live:
            chosen = _chosen(courses(live), wanted, by)
            if isinstance(chosen, Declined):
                return chosen
            commands = commands_for(live, chosen, by, f"interruption-{found.round}-{found.at}")
            answer: Answer = Acknowledged((), live.version)
            if commands:
                answer = await self._house.commands.carry_out(live, commands, is_recovery=True)
            if not isinstance(answer, Acknowledged) and not (
                chosen.is_foreseen and isinstance(answer, Refusal)
            ):
                return answer
            course = _outcome(live, chosen, answer)

        def decide(floor: f.Floor) -> Sequence[HouseEvent] | Declined:
            now = floor.tables[table].interruption
            if now is None or now.round != found.round:
                return declined("Round {round} has been resolved already", round=found.round)
            return [
                f.InterruptionResolved(
                    table=table, round=found.round, course=course, is_automatic=is_automatic
                )
            ]

        resolved = await self._house.record(self._house.floor, decide, by, "ResolveInterruption")
        # Where the document's rule does not apply at this moment, the Round simply goes on.
        return answer if isinstance(answer, Acknowledged) and isinstance(resolved, Acknowledged) else resolved


def _outcome(live: LiveTable, chosen: Course, answer: Answer) -> str:
    """What has become of the Round; one that waited only for its prize was settled by it."""
    if live.is_round_open:
        return chosen.name
    return "void" if isinstance(answer, Acknowledged) and are_void(answer.happened) else "settled"


def _chosen(possible: tuple[Course, ...], wanted: str, by: Actor) -> Course | Declined:
    """The course of this name, if whoever asks may choose it; the foreseen one if none is named."""
    course = next((each for each in possible if wanted in ("", each.name)), None)
    if course is None:
        names = [each.name for each in possible]
        said = "the document leaves {courses:or}, not {wanted}"
        return declined(said, possible[0].citations, courses=names, wanted=wanted)
    if wanted and not by.role.may_act_as(course.role):
        said = "{wanted} is for {role:role} or above to decide"
        return declined(said, course.citations, wanted=wanted, role=course.role)
    return course
