"""Which program decided what: noted in the journal, and so in its chain, whenever another one takes over.

An upgrade may correct a rule. Deciding an old command again then leads elsewhere, and an auditor has to know
whether the journal was tampered with or the program has learnt something since. So one program decides at a
time: when another takes over, that is an entry of the journal, after which processes of the earlier one can
write nothing more. They hand over: what they are asked is refused, their clients connect to the others, they
end.
"""

import re
from bisect import bisect_right
from importlib.metadata import version

import structlog
from msgspec import Struct

from croupier.house.answers import Acknowledged, Answer, Declined
from croupier.house.floor import state as f
from croupier.house.house import House
from croupier.house.journal import Journal, JournalError
from croupier.house.journal.program import program_hash
from croupier.house.register import HouseEvent, Register, decoder_of
from croupier.table import SYSTEM

log = structlog.get_logger("croupier.programs")

STREAM = "program"


class ProgramTookOver(HouseEvent, frozen=True, kw_only=True):
    matters = "program"
    words = "Program {program}, version {version}, decides from here on"
    program: str
    version: str
    previous: str


class Serving(Struct, frozen=True):
    """The program that decides."""

    program: str = ""
    version: str = ""
    since: int = 0


class Superseded(JournalError):  # noqa: N818 - the operator's order of things, not a fault
    """Another program decides in this house, and is there to do so."""


class Noted(Struct, frozen=True):
    """From this position on, this program decided."""

    position: int
    program: str


_DECODER = decoder_of(__name__)


def _after(serving: Serving, event: HouseEvent, at: int) -> Serving:
    assert isinstance(event, ProgramTookOver)
    return Serving(event.program, event.version, at)


def program_register(journal: Journal) -> Register[Serving]:
    return Register(STREAM, Serving(), _after, _DECODER, journal)


class Service:
    """This process's part: it decides for as long as its program does."""

    def __init__(self, register: Register[Serving], program: str) -> None:
        self._register, self.program = register, program

    @property
    def serving(self) -> Serving:
        return self._register.state

    @property
    def is_over(self) -> bool:
        """Whether another program has taken over since."""
        return self.serving.program != self.program


async def take_over(house: House) -> Service:
    """Before the first decision: note that this program serves, unless it did before."""
    register = program_register(house.journal)
    register.catch_up()
    own, number = program_hash(), version("croupier")
    previous = register.state.program

    def decide(serving: Serving) -> tuple[HouseEvent, ...] | Declined:
        if serving.program == own:
            return Declined("this program serves already")
        return (ProgramTookOver(program=own, version=number, previous=serving.program),)

    if isinstance(await house.record(register, decide, SYSTEM, "TakeOver"), Acknowledged):
        log.info("this program decides from here on", program=own, version=number, previous=previous)
    house.journal.serve_while(STREAM, register.version)
    house.register(register)
    return Service(register, own)


async def appoint(house: House) -> Answer:
    """Let this very program take over from one that is as new, or newer: once, when it starts."""
    event = f.ProgramAppointed(program=program_hash())
    return await house.record(house.floor, lambda _: [event], SYSTEM, "AppointProgram")


async def check_not_superseded(house: House) -> None:
    """Superseded if another program serves and lives that is not older: two machines would take the house
    from each other for ever. Call it before this process can be seen; it would take itself for another."""
    register = program_register(house.journal)
    register.catch_up()
    serving, own, number = register.state, program_hash(), version("croupier")
    if serving.program == own or _order(number) > _order(serving.version):
        return
    appointed, at = house.floor.state.appointed
    if (appointed == own and at >= serving.since) or not await house.journal.store.is_served():
        return
    another = "another program of that version" if number == serving.version else f"this is {number}"
    raise Superseded(
        f"version {serving.version} serves this house, and {another}: install the same one here, stop every "
        "other process first, or let this one take over with croupier appoint"
    )


def _order(number: str) -> tuple[int, ...]:
    return tuple(int(part) for part in re.findall(r"\d+", number)[:3])


def noted(journal: Journal) -> list[Noted]:
    return [
        Noted(entry.position, _after(Serving(), _DECODER.decode(body), entry.at).program)
        for entry in journal.read(STREAM)
        for body in entry.events
    ]


class Deciders:
    """Who decided at which position, for deciding it again."""

    def __init__(self, journal: Journal) -> None:
        self._noted = noted(journal)
        self._positions = [each.position for each in self._noted]

    def other_at(self, position: int) -> str:
        """The other program that decided there; "" if it was this one.

        A journal in which no program was ever noted is taken for this one's.
        """
        if not self._noted:
            return ""
        index = bisect_right(self._positions, position)
        if not index:
            return "a program that was not noted"
        program = self._noted[index - 1].program
        return "" if program == program_hash() else f"program {program}"
