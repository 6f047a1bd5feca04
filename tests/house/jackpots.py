"""Tables on one jackpot, with Ann at box 1 of each: what the tests of links share."""

import asyncio
from collections.abc import Callable
from itertools import count

from croupier.house.answers import Acknowledged, Answer
from croupier.house.links import reconcile
from croupier.table import Phrasebook, ShuffleCards
from tests.house.helpers import ANN, DEALER, MANAGER, Floor, done

EDITION = "rws-multilink@3"
# Ann holds 9s 8s; with Qs Js Ts on the board that is a straight flush: a tenth of the jackpot.
STRAIGHT_FLUSH = ("2c", "9s", "8s", "2d", "Qs", "Js", "Ts")
NOTHING = ("2c", "9s", "2h", "2d", "Qs", "Js", "Td")


def ticking() -> Callable[[], int]:
    """A clock that is a millisecond later at every look: no two hands are simultaneous because the machine is
    quick."""
    return count(1_800_000_000_000).__next__


async def jackpot(floor: Floor, *tables: str, meter: int = 1_000_00, **settings: str) -> None:
    """A link at 1,000.00 that grows by a fifth of every bet, and tables with Ann at box 1."""
    terms = {"increment_rate": "20%", **settings}
    done(await floor.desk.open_link(MANAGER, "main", EDITION, terms, meter=meter))
    done(await floor.desk.deposit(MANAGER, "ann", 10_000_00, "cash"))
    for table in tables:
        done(await floor.desk.open_table(MANAGER, table, EDITION, terms, link="main", cards="rehearsal"))
        done(await floor.desk.sit(ANN, table, 1, 1_000_00))


async def say(floor: Floor, table: str, *lines: str) -> Answer:
    game = floor.house.catalogue.game("rws-multilink")
    answer: Answer | None = None
    for line in lines:
        by = DEALER if line.startswith("dealer: ") else ANN
        command = Phrasebook(game.commands).read(line.partition(": ")[2], by)
        answer = await floor.house.submit(table, command)
        assert isinstance(answer, Acknowledged), (line, answer)
    assert answer is not None
    return answer


async def bet(floor: Floor, table: str, cards: tuple[str, ...]) -> None:
    done(await floor.house.submit(table, ShuffleCards(by=DEALER, first_cards=cards)))
    lines = ("dealer: place your bets", "Ann: ante 50 on box 1", "Ann: bet 5 on the progressive of box 1")
    await say(floor, table, *lines, "dealer: no more bets")


async def deal(floor: Floor, table: str) -> None:
    await say(floor, table, "dealer: deal the hole cards", "Ann: fold box 1", "dealer: deal the flop")
    await say(floor, table, "dealer: reveal the flop")


def meter_of(floor: Floor) -> int:
    state = floor.house.links.glance("main")
    assert state is not None
    assert floor.house.ledger.balance("link/main/jackpot/meter") == state.meter
    assert reconcile(state, state.meter).difference == 0
    return state.meter


async def settled(floor: Floor, table: str) -> None:
    """Prizes for other tables are brought right after; wait for that."""
    while (await floor.house.look(table)).round:
        await asyncio.sleep(0.01)
