"""What a simulation is made of, drawn from its seed: tables, visitors and what goes wrong when.

A plan can be written down, cut shorter and played again.
"""

import random
from typing import Literal

from msgspec import Struct

Cards = Literal["virtual", "physical"]
VisitorKind = Literal["player", "rail", "dealer", "pit"]
FaultKind = Literal[
    "kill",  # a process dies at its nth write
    "power",  # so does the machine, and what was not synchronised may be gone
    "back",  # what was committed in the last seconds vanishes: a copy is put back, a late standby takes over
    "restart",  # a process stops in good order
    "full",  # a process cannot write for some seconds
    "slow",  # its writes take seconds
    "deaf",  # it does not hear what others do
    "clock",  # the clock on the wall is set to another time
    "cut",  # all connections break
    "lossy",  # messages are lost, repeated, reordered
    "laggy",  # and slow
    "vanish",  # a visitor is gone without a word for some seconds
    "link",  # the jackpot's link fails for some seconds, at once
    "payment",  # or as soon as something is won on it
]

EDITIONS = ("rws-poker@7", "rws-poker@6", "rws-multilink@3", "rws-multilink@2", "mbs-freebet@3")
LINK = "main"
_PLAYERS = {"rws-poker": 4, "rws-multilink": 2, "mbs-freebet": 2}
_WEIGHTS: dict[FaultKind, int] = {
    "kill": 10,
    "power": 6,
    "back": 1,
    "restart": 2,
    "full": 2,
    "slow": 2,
    "deaf": 3,
    "clock": 3,
    "cut": 3,
    "lossy": 5,
    "laggy": 2,
    "vanish": 5,
    "link": 2,
    "payment": 3,
}


class TablePlan(Struct, frozen=True, kw_only=True):
    name: str
    edition: str
    cards: Cards = "virtual"
    bots: int = 0
    link: str = ""

    @property
    def game(self) -> str:
        return self.edition.partition("@")[0]


class VisitorPlan(Struct, frozen=True, kw_only=True):
    name: str
    kind: VisitorKind
    table: str = ""  # the pit looks after all


class Fault(Struct, frozen=True, kw_only=True):
    at: float
    kind: FaultKind
    process: int = 0
    amount: float = 0  # writes, seconds, or milliseconds of a clock, as the kind has it
    who: str = ""


class Plan(Struct, frozen=True, kw_only=True):
    seed: int
    seconds: float
    processes: int
    is_meter_late: bool = False  # the jackpot grows after a Round that nobody won, not with the bet
    tables: tuple[TablePlan, ...]
    visitors: tuple[VisitorPlan, ...]
    faults: tuple[Fault, ...]


def draw(
    seed: int,
    *,
    seconds: float = 600,
    tables: int = 3,
    faults_per_hour: float = 90,
    crashes_per_hour: float = 0,
) -> Plan:
    """The plan of a seed; crashes come beside the faults of all kinds."""
    chance = random.Random(f"{seed}/plan")
    chosen = tuple(_table(chance, number) for number in range(1, tables + 1))
    visitors = tuple(visitor for table in chosen for visitor in _visitors(chance, table))
    visitors += (VisitorPlan(name="Pia", kind="pit"),)
    processes = chance.choice((1, 1, 2, 2, 3))
    count = round(faults_per_hour * seconds / 3600)
    faults = [_fault(chance, seconds, processes, visitors) for _ in range(count)]
    is_meter_late = chance.random() < 0.5
    crashes = round(crashes_per_hour * seconds / 3600)
    faults += [_crash(chance, seconds, processes) for _ in range(crashes)]
    return Plan(
        seed=seed,
        seconds=seconds,
        processes=processes,
        is_meter_late=is_meter_late,
        tables=chosen,
        visitors=visitors,
        faults=tuple(sorted(faults, key=lambda each: each.at)),
    )


def _table(chance: random.Random, number: int) -> TablePlan:
    edition = EDITIONS[(number + chance.randrange(len(EDITIONS))) % len(EDITIONS)]
    cards: Cards = "physical" if chance.random() < 0.3 else "virtual"
    return TablePlan(
        name=f"t{number}",
        edition=edition,
        cards=cards,
        bots=chance.randint(0, 2),
        link=LINK if "multilink" in edition else "",
    )


def _visitors(chance: random.Random, table: TablePlan) -> list[VisitorPlan]:
    most = _PLAYERS[table.game]
    found = [
        VisitorPlan(name=f"{table.name}-player-{number}", kind="player", table=table.name)
        for number in range(1, chance.randint(2, most) + 1)
    ]
    if chance.random() < 0.3:
        found.append(VisitorPlan(name=f"{table.name}-rail", kind="rail", table=table.name))
    if table.cards == "physical":
        found.append(VisitorPlan(name=f"{table.name}-dealer", kind="dealer", table=table.name))
    return found


def _fault(chance: random.Random, seconds: float, processes: int, visitors: tuple[VisitorPlan, ...]) -> Fault:
    kind = chance.choices(list(_WEIGHTS), list(_WEIGHTS.values()))[0]
    amount: float = round(chance.uniform(2, 60), 3)
    who = ""
    if kind in ("kill", "power"):
        amount = chance.randint(1, 40)
    elif kind == "back":
        amount = round(chance.uniform(0.1, 20), 3)
    elif kind == "clock":
        amount = round(chance.choice((-1, 1)) * 10 ** chance.uniform(2, 7.5))  # up to nine hours
    elif kind == "vanish":
        amount = round(chance.uniform(30, 900), 3)
        visitor = chance.choice(visitors)
        who = visitor.name
        if visitor.kind in ("dealer", "pit"):  # a house does not leave its tables alone for long
            amount = round(chance.uniform(10, 120), 3)
    return Fault(
        at=round(chance.uniform(5, seconds), 3),
        kind=kind,
        process=chance.randint(1, processes),
        amount=amount,
        who=who,
    )


def _crash(chance: random.Random, seconds: float, processes: int) -> Fault:
    return Fault(
        at=round(chance.uniform(5, seconds), 3),
        kind="power" if chance.random() < 0.4 else "kill",
        process=chance.randint(1, processes),
        amount=chance.randint(1, 40),
    )
