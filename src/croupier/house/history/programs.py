"""Which program decided what: noted in the journal, and so in its chain, whenever another one takes over.

An upgrade may correct a rule. Deciding an old command again then leads elsewhere, and an auditor has to know
whether the journal was tampered with or the program has learnt something since. All processes of a house run
the same program: they are stopped together for an upgrade.
"""

from bisect import bisect_right
from importlib.metadata import version

import msgspec
from msgspec import Struct

from croupier.house.answers import Declined
from croupier.house.house import House
from croupier.house.journal import Journal
from croupier.house.journal.program import program_hash
from croupier.house.register import HouseEvent, Register
from croupier.table import SYSTEM

STREAM = "program"


class ProgramTookOver(HouseEvent, frozen=True, kw_only=True):
    matters = "program"
    words = "Program {program}, version {version}, decides from here on"
    program: str
    version: str
    previous: str


class Noted(Struct, frozen=True):
    """From this position on, this program decided."""

    position: int
    program: str


_DECODER: msgspec.json.Decoder[HouseEvent] = msgspec.json.Decoder(ProgramTookOver)


def _after(program: str, event: HouseEvent, at: int) -> str:
    assert isinstance(event, ProgramTookOver)
    return event.program


def program_register(journal: Journal) -> Register[str]:
    return Register(STREAM, "", _after, _DECODER, journal)


async def take_over(house: House) -> None:
    """Before the first decision: note that this program serves, unless it did before."""
    register = program_register(house.journal)
    register.catch_up()
    own = program_hash()

    def decide(serving: str) -> tuple[HouseEvent, ...] | Declined:
        if serving == own:
            return Declined("this program serves already")
        return (ProgramTookOver(program=own, version=version("croupier"), previous=serving),)

    await house.record(register, decide, SYSTEM, "TakeOver")


def noted(journal: Journal) -> list[Noted]:
    return [
        Noted(entry.position, _after("", _DECODER.decode(body), entry.at))
        for entry in journal.read(STREAM)
        for body in entry.events
    ]


class Deciders:
    """Who decided at which position, for whoever decides again."""

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
