"""What every request needs: the house, its people, the room, and who is asking."""

import asyncio
import time
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from typing import Any, TypeAlias, TypeVar

from litestar.connection import ASGIConnection
from litestar.di import NamedDependency

from croupier.analysis.advice.adviser import Adviser
from croupier.analysis.advice.laboratory import Laboratory
from croupier.cards import DECK, strength
from croupier.house.allowance import Allowance, Allowances
from croupier.house.anchor import note, noted, signed
from croupier.house.answers import Acknowledged, Answer, Declined, Held, Outdated
from croupier.house.approvals import Approvals
from croupier.house.cage import Inventory
from croupier.house.floor.two_persons import TwoPersonsDesk
from croupier.house.history.programs import Service, take_over
from croupier.house.house import House
from croupier.house.journal.program import program_hash
from croupier.house.logbook import LogBook
from croupier.house.people import People, Person
from croupier.house.people.roster import Key
from croupier.house.recovery import Recovery
from croupier.house.totals.shifts import Shifts
from croupier.languages import language, names, preferred
from croupier.messages import Message, reason_of
from croupier.server.config import Config
from croupier.server.demo import open_demo_tables
from croupier.server.errors import Rejected, Waiting
from croupier.server.guard import Doorman, address_of
from croupier.server.logs import log
from croupier.server.metrics import Metrics
from croupier.server.reading import Budget, Reading
from croupier.server.sign_on.provider import Provider
from croupier.server.sockets import wire
from croupier.server.sockets.sessions import Sessions
from croupier.server.tables.limiting import Limiting
from croupier.server.tables.room import Room
from croupier.server.turns import KNOWN
from croupier.table import Actor, Catalogue, Refusal, Role
from croupier.table.casebook import Case
from croupier.table.roles import LADDER

T = TypeVar("T")

COOKIE = "croupier"
# What a key can be for, by the first word of an address. Accounts are for people to look after.
_OPENED = (
    "approvals cage cashier decisions editions games interruptions jackpots lab lobby metrics positions"
    " program receipts reports rounds rulings slips staff stuck tables"
)
SCOPES = frozenset(_OPENED.split())
QUIET = "x-croupier-quiet"


_COURSE_EVERY_S = 1.0


class Context:
    """One process of the server."""

    def __init__(self, config: Config, house: House, *, people: People | None = None) -> None:
        self.config, self.house = config, house
        self._anchor_at = 0.0
        self.catalogue = house.catalogue
        self.metrics = Metrics()
        attempts, requests = config.sign_ins_per_minute, config.requests_per_second
        self.doorman = Doorman(attempts / 60, attempts, "too many attempts from this address; wait a minute")
        self.pacing = Allowances(lambda: Allowance(requests, 2 * requests))  # by session
        self.reading = Reading(config.reading_ms_per_second)
        self.people = people or People(house, terms=config.session_terms)
        self.inventory = Inventory(house)
        self.approvals = Approvals(house, config.approval_seconds * 1000)
        self.approvals.may = self.people.may
        self.desk = TwoPersonsDesk(
            house, self.approvals, config.cash_limits, config.two_persons_setting_cents, self.people.name_of
        )
        self.recovery = Recovery(house, config.interruption_seconds * 1000)
        self.room = Room(house, self.desk, self.people, config, self.metrics)
        self.sessions = Sessions(house, self.people)
        self.version = version("croupier")
        self.program = program_hash()
        self.program_page: bytes | None = None
        self.program_turn = asyncio.Lock()
        self.adviser = Adviser()
        self.laboratory = Laboratory()
        self.shifts = Shifts(config.shifts)
        self.logbook = LogBook(house)
        self.limiting = Limiting(self.room)
        self.book: dict[tuple[str, ...], tuple[float, Any]] = {}  # pages of the rule book, and from when
        self.rulings: dict[tuple[str, str], tuple[Case, ...]] = {}  # by edition and device
        self.reviews: dict[tuple[str, str, int], Any] = {}  # grades by Round, player and its last event
        self.winners: dict[tuple[str, int], str | None] = {}  # who won which jackpot, once looked up
        self.sign_on = Provider(config.signing_on) if config.signing_on is not None else None
        self.service: Service | None = None
        self.leave: Callable[[], None] = lambda: None  # how this process ends, once it has handed over
        self._is_stopped = False
        self._task: asyncio.Task[None] | None = None

    def title_of(self, table: str) -> str:
        return self.house.floor.state.title_of(table)

    @property
    def has_handed_over(self) -> bool:
        """Whether another program decides in this house now."""
        return self.service is not None and self.service.is_over

    async def start(self) -> None:
        """Find what was interrupted, then let the tables run."""
        strength(DECK[:5])  # fills the tables of ranks: a tenth of a second here, not in somebody's Round
        for name in names():
            language(name)  # reads the catalogue
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

    def check_store(self) -> None:
        """WentBack for as long as the store lacks what was acknowledged: what this process shows may be of a
        time that never was."""
        if (gone := self.house.journal.gone_back) is not None:
            raise gone

    def _has_stopped(self) -> bool:
        """Whether nothing may be decided. The pit and everybody at the tables hear of it once."""
        gone = self.house.journal.gone_back
        if gone is not None and not self._is_stopped:
            log.error("the house has stopped", position=gone.position, lost=gone.lost, exc_info=gone)
            for stage in self.room.stages.values():
                stage.notify(wire.Notice(code="store", reason=reason_of(gone)))
        self._is_stopped = gone is not None
        return self._is_stopped

    def recall_head(self) -> None:
        """A store that went back while nobody served it lacks what was noted outside; ValueError if somebody
        else wrote that."""
        file, house = Path(self.config.anchor), self.house
        if not self.config.anchor or not file.exists():
            return
        for head in noted(file, house.sealer.public_keys, house.floor.state.losses, newest=1):
            house.journal.recall(head.position, bytes.fromhex(head.hash))

    async def _note_head(self) -> None:
        """The head of the chain to a file outside, so that the end cannot be cut off unseen."""
        if not self.config.anchor or time.monotonic() < self._anchor_at:
            return
        self._anchor_at = time.monotonic() + self.config.anchor_seconds
        position, head = await asyncio.to_thread(self.house.journal.head)
        line = signed(self.house.sealer.signer, position, head, self.house.clock.peek())
        await asyncio.to_thread(note, Path(self.config.anchor), line)
        self.metrics.anchored.set_to_current_time()

    async def _take_courses(self) -> None:
        """What nobody has confirmed in time takes the course its document gives it."""
        while True:
            if self.has_handed_over:
                return self._hand_over()
            if self._has_stopped():
                await asyncio.sleep(_COURSE_EVERY_S)
                continue
            try:
                if await self.house.look_at_clock():
                    self.metrics.clock_steps.inc()
                self.house.sealer.look()  # an operator may have put in another key
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


class Visitor(Budget):
    """Who sends a request, somebody signed in or nobody, and what it may cost."""

    def __init__(
        self, reading: Reading, cost: str, token: str, address: str, person: Person | None, expires_at: int
    ) -> None:
        super().__init__(reading, cost, token, address)
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
            said = "this is for {role:role} or above" if needed.is_staff else "this is for {role:role}"
            raise Rejected("not_allowed", said, role=needed)
        return Actor(person.id, role)

    def looking_as(self, *roles: Role) -> Actor:
        """For pages that several roles may read, such as a pit manager or an auditor."""
        person = self.person
        for needed in roles:
            if (role := acting_role(person, needed)) is not None:
                return Actor(person.id, role)
        raise Rejected(
            "not_allowed", "this is for {roles:or}", roles=[Message(each.somebody) for each in roles]
        )


# How handlers ask for them.
Here: TypeAlias = NamedDependency[Context]
By: TypeAlias = NamedDependency[Visitor]


def acting_role(person: Person, needed: Role) -> Role | None:
    """The highest role of a person that covers `needed`."""
    if needed not in LADDER:
        return needed if needed in person.roles else None
    held = [role for role in LADDER if role in person.roles and role.may_act_as(needed)]
    return held[-1] if held else None


def token_of(connection: "ASGIConnection[Any, Any, Any, Any]") -> str:
    """The session's token: from the cookie of a browser or the header of a program."""
    header = connection.headers.get("authorization", "")
    if header.lower().startswith("bearer "):
        return header[7:].strip()[:200]
    return connection.cookies.get(COOKIE, "")[:200]


def language_of(connection: "ASGIConnection[Any, Any, Any, Any]") -> str:
    """The language that was chosen in this browser, or else the first that it asks for."""
    return preferred(connection.cookies.get("language", "") or connection.headers.get("accept-language", ""))


async def visitor_of(
    connection: "ASGIConnection[Any, Any, Any, Any]", context: Context, *, is_active: bool = True
) -> Visitor:
    """Whose request this is. What a page asks for by itself, again and again, keeps nobody signed in."""
    token, address = token_of(connection), address_of(connection)
    is_quiet = connection.headers.get(QUIET) == "1"
    found = await context.people.whose(token, is_active=is_active and not is_quiet) if token else None
    if (key := context.people.sessions.key(token)) is not None:
        _check_key(key, connection)
    person, expires_at = found if found is not None else (None, 0)
    if person is None:
        token = ""
    else:
        connection.scope.setdefault("state", {})[KNOWN] = True
    cost = connection.route_handler.opt["cost"]
    return Visitor(context.reading, cost, token, address, person, expires_at)


def _check_key(key: Key, connection: "ASGIConnection[Any, Any, Any, Any]") -> None:
    """A program's key opens what it was made for; a socket is for those who may act."""
    room = connection.scope["path"].removeprefix("/api").split("/")[1]
    if room not in key.scopes:
        raise Rejected("not_allowed", "this key is for {scopes:list}", scopes=key.scopes)
    if connection.scope.get("method") not in ("GET", "HEAD") and not key.may_act:
        raise Rejected("not_allowed", "this key is for looking only")


def accepted(answer: Answer) -> Acknowledged:
    """The house's yes, or its no as an error for the client."""
    match answer:
        case Acknowledged():
            return answer
        case Refusal() | Declined():
            raise Rejected("refused", answer.reason, answer.citations)
        case Outdated():
            raise Rejected("stale", answer.reason)
        case Held():
            raise Waiting(answer)


def made(found: T | Declined) -> T:
    """What the house has made, or why it did not."""
    if isinstance(found, Declined):
        raise Rejected("refused", found.reason)
    return found


def open_context(config: Config, catalogue: Catalogue) -> Context:
    """The house that the settings name."""
    return Context(config, House.open(config.store, catalogue, config.key))
