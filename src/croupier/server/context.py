"""What every request needs: the house, its people, the room, and who is asking."""

import asyncio
import time
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from typing import Any, TypeAlias, TypeVar

from litestar.connection import ASGIConnection
from litestar.di import NamedDependency

from croupier.cards import DECK, strength
from croupier.house.anchor import note, signed, signer
from croupier.house.answers import Acknowledged, Answer, Declined, Outdated
from croupier.house.approvals import Approvals
from croupier.house.cage import Cage, Inventory
from croupier.house.floor.desk import Desk
from croupier.house.floor.peers import Peers, Sockets
from croupier.house.history.programs import Service, take_over
from croupier.house.history.reindex import Reindexing
from croupier.house.house import House
from croupier.house.journal.program import program_hash
from croupier.house.logbook import LogBook
from croupier.house.people import People, Person
from croupier.house.recovery import Recovery
from croupier.house.totals.building import Building
from croupier.house.totals.shifts import Shifts
from croupier.server.advice.adviser import Adviser
from croupier.server.advice.laboratory import Laboratory
from croupier.server.config import Config
from croupier.server.demo import open_demo_tables
from croupier.server.errors import Rejected
from croupier.server.guard import Doorman, address_of
from croupier.server.logs import log
from croupier.server.metrics import Metrics
from croupier.server.reading import Reading
from croupier.server.sign_on.provider import Provider
from croupier.server.sockets import wire
from croupier.server.sockets.sessions import Sessions
from croupier.server.tables.limiting import Limiting
from croupier.server.tables.room import Room
from croupier.table import Actor, Catalogue, Refusal, Role

T = TypeVar("T")

COOKIE = "croupier"
QUIET = "x-croupier-quiet"
_LADDER = (Role.DEALER, Role.PIT_SUPERVISOR, Role.PIT_MANAGER, Role.SHIFT_MANAGER)


_COURSE_EVERY_S = 1.0


class Context:
    """One process of the server."""

    def __init__(
        self, config: Config, house: House, *, people: People | None = None, peers: Peers | None = None
    ) -> None:
        self.config, self.house = config, house
        self._anchor_at = 0.0
        self.catalogue = house.catalogue
        self.metrics = Metrics()
        attempts, requests = config.sign_ins_per_minute, config.requests_per_second
        self.doorman = Doorman(attempts / 60, attempts, "too many attempts from this address; wait a minute")
        self.pacer = Doorman(requests, 2 * requests, "too many requests; be slower")
        self.reading = Reading(config.reading_ms_per_second)
        self.people = people or People(
            house,
            player_idle_ms=config.player_idle_seconds * 1000,
            staff_idle_ms=config.staff_idle_seconds * 1000,
        )
        self.desk = Desk(house, self.people.name_of)
        self.cage = Cage(house)
        self.inventory = Inventory(self.cage)
        self.approvals = Approvals(house, config.approval_seconds * 1000)
        self.recovery = Recovery(house, config.interruption_seconds * 1000)
        peers = peers or Sockets(config.peer_host, house.sealer.secret(f"peers {program_hash()}"))
        self.room = Room(house, self.desk, self.people, config, self.metrics, peers)
        self.sessions = Sessions(self.people)
        self.version = version("croupier")
        self.program = program_hash()
        self.program_page: bytes | None = None
        self.program_turn = asyncio.Lock()
        self.adviser = Adviser()
        self.laboratory = Laboratory()
        self.reindexing = Reindexing(house.journal, house.catalogue, house.sealer)
        self.shifts = Shifts(config.shifts)
        self.logbook = LogBook(house)
        self.limiting = Limiting(self.room)
        self.building = Building(house.journal, house.catalogue, house.sealer)
        self.winners: dict[tuple[str, int], str | None] = {}  # who won which jackpot, once looked up
        self.sign_on = Provider(config.signing_on) if config.signing_on is not None else None
        self.service: Service | None = None
        self.leave: Callable[[], None] = lambda: None  # how this process ends, once it has handed over
        self._task: asyncio.Task[None] | None = None

    @property
    def has_handed_over(self) -> bool:
        """Whether another program decides in this house now."""
        return self.service is not None and self.service.is_over

    async def start(self) -> None:
        """Find what was interrupted, then let the tables run."""
        strength(DECK[:5])  # fills the tables of ranks: a tenth of a second here, not in somebody's Round
        self.house.follow()
        is_alone = await self.recovery.look_around()
        self.service = await take_over(self.house)
        await self.house.bring_prizes()  # a Round that waited for nothing else is over, not interrupted
        interrupted = await self.recovery.start(is_alone)
        await self.room.start()
        if self.config.is_demo:
            await open_demo_tables(self.config, self.house, self.desk)
            await self.room.open_all()  # who comes in as soon as the house is open finds them
        self._task = asyncio.create_task(self._take_courses(), name="recovery")
        self.sessions.start()
        self.reindexing.start()
        self.building.start()
        log.info(
            "the house is open",
            version=self.version,
            program=self.program,
            tables=sum(card.status != "closed" for card in self.house.floor.state.tables.values()),
            interrupted=len(interrupted),
        )

    async def stop(self) -> None:
        for stage in self.room.stages.values():
            stage.notify(wire.Notice(code="leaving", reason="the house restarts; connect again"))
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        await self.sessions.stop()
        if self.sign_on is not None:
            await self.sign_on.close()
        self.adviser.close()
        self.reading.close()
        self.laboratory.close()
        await asyncio.to_thread(self.reindexing.stop)
        await asyncio.to_thread(self.building.stop)
        await self.room.stop()
        await self.house.close()
        log.info("the house has closed")

    def _hand_over(self) -> None:
        """What can be written no more is not asked for here any more."""
        assert self.service is not None
        now = self.service.serving
        log.warning(
            "another program has taken over; this process ends", program=now.program, version=now.version
        )
        self.room.presence.retire()
        self.leave()

    async def _note_head(self) -> None:
        """The head of the chain to a file outside, so that the end cannot be cut off unseen."""
        if not self.config.anchor or time.monotonic() < self._anchor_at:
            return
        self._anchor_at = time.monotonic() + self.config.anchor_seconds
        position, head = await asyncio.to_thread(self.house.journal.head)
        line = signed(signer(key_file_of(self.config)), position, head, self.house.clock.peek())
        await asyncio.to_thread(note, Path(self.config.anchor), line)

    async def _take_courses(self) -> None:
        """What nobody has confirmed in time takes the course its document gives it."""
        while True:
            if self.has_handed_over:
                return self._hand_over()
            try:
                if await self.house.look_at_clock():
                    self.metrics.clock_steps.inc()
                await self._note_head()
                await self.approvals.look_after()
                await self.house.bring_late_prizes()
                await self.limiting.look()
                for _ in await self.recovery.take_course():
                    self.metrics.system_decisions.labels("interruption").inc()
            except Exception as error:
                self.metrics.faults.labels("recovery").inc()
                log.error("an interrupted Round could not be resolved", exc_info=error)
            await asyncio.sleep(_COURSE_EVERY_S)


class Visitor:
    """Who sends a request: somebody signed in, or nobody."""

    def __init__(
        self, person: Person | None = None, expires_at: int = 0, token: str = "", address: str = ""
    ) -> None:
        self._person, self.expires_at, self.token, self.address = person, expires_at, token, address

    @property
    def known(self) -> Person | None:
        return self._person

    @property
    def person(self) -> Person:
        if self._person is None:
            raise Rejected("sign_in", "sign in first")
        return self._person

    def acting_as(self, needed: Role) -> Actor:
        """The visitor in the highest role they hold that covers `needed`; Rejected if none does."""
        person = self.person
        if (role := acting_role(person, needed)) is None:
            above = " or above" if needed.is_staff else ""
            raise Rejected("not_allowed", f"this is for {needed.somebody}{above}")
        return Actor(person.id, role)

    def looking_as(self, *roles: Role) -> Actor:
        """For pages that several roles may read, such as a pit manager or an auditor."""
        person = self.person
        for needed in roles:
            if (role := acting_role(person, needed)) is not None:
                return Actor(person.id, role)
        raise Rejected("not_allowed", f"this is for {' or '.join(role.somebody for role in roles)}")


# How handlers ask for them.
Here: TypeAlias = NamedDependency[Context]
By: TypeAlias = NamedDependency[Visitor]


def acting_role(person: Person, needed: Role) -> Role | None:
    """The highest role of a person that covers `needed`."""
    if needed not in _LADDER:
        return needed if needed in person.roles else None
    held = [role for role in _LADDER if role in person.roles and role.may_act_as(needed)]
    return held[-1] if held else None


def token_of(connection: "ASGIConnection[Any, Any, Any, Any]") -> str:
    """The session's token: from the cookie of a browser or the header of a program."""
    header = connection.headers.get("authorization", "")
    if header.lower().startswith("bearer "):
        return header[7:].strip()[:200]
    return connection.cookies.get(COOKIE, "")[:200]


async def visitor_of(
    connection: "ASGIConnection[Any, Any, Any, Any]", context: Context, *, is_active: bool = True
) -> Visitor:
    """Whose request this is. What a page asks for by itself, again and again, keeps nobody signed in."""
    token, address = token_of(connection), address_of(connection)
    if not token:
        return Visitor(address=address)
    is_quiet = connection.headers.get(QUIET) == "1"
    found = await context.people.whose(token, is_active=is_active and not is_quiet)
    return Visitor(found[0], found[1], token, address) if found else Visitor(address=address)


async def beside(context: Context, visitor: Visitor, work: Callable[[], T]) -> T:
    """The answer to a costly question, worked out beside the tables on the visitor's budget."""
    return await context.reading.ask((visitor.token, visitor.address), work)


def accepted(answer: Answer) -> Acknowledged:
    """The house's yes, or its no as an error for the client."""
    match answer:
        case Acknowledged():
            return answer
        case Refusal() | Declined():
            raise Rejected("refused", answer.reason, answer.citations)
        case Outdated():
            raise Rejected("stale", answer.reason)


def open_context(config: Config, catalogue: Catalogue) -> Context:
    """The house that the settings name."""
    return Context(config, House.open(config.store, catalogue, key_file_of(config)))


def key_file_of(config: Config) -> Path:
    """The key lies beside an embedded store, or where it is told to."""
    if config.key_file:
        return Path(config.key_file)
    if config.store.startswith(("postgres://", "postgresql://")):
        return Path("data/house.key")
    return Path(config.store.removeprefix("sqlite://")).with_suffix(".key")
