"""What an acknowledgement says is what the journal says, the first time and every time."""

from pathlib import Path

from msgspec.structs import replace

from croupier.games import catalogue
from croupier.house.answers import Acknowledged, Happened
from croupier.links.messages import CorrectMeter, DisableLink
from croupier.table import Command, Phrasebook, ShuffleCards
from tests.house.helpers import ANN, DEALER, MANAGER, Floor, Time, done, floor_at, run
from tests.house.jackpots import STRAIGHT_FLUSH, jackpot

LINES = (
    "dealer: place your bets",
    "Ann: ante 50 on box 1",
    "Ann: bet 5 on the progressive of box 1",
    "dealer: no more bets",
    "dealer: deal the hole cards",
    "Ann: fold box 1",
    "dealer: deal the flop",
    "dealer: reveal the flop",
)


def _commands(floor: Floor) -> list[Command]:
    phrases = Phrasebook(floor.house.catalogue.game("rws-multilink").commands)
    said = [
        phrases.read(line.partition(": ")[2], DEALER if line.startswith("dealer") else ANN) for line in LINES
    ]
    commands = [ShuffleCards(by=DEALER, first_cards=STRAIGHT_FLUSH), *said]
    return [replace(command, id=f"c{number}") for number, command in enumerate(commands)]


def _own(happened: tuple[Happened, ...], id: str) -> list[int]:
    return [each.version for each in happened if each.command_id == id]


def test_trust_10_an_acknowledgement_names_the_last_event_of_its_own_command(
    where: str, tmp_path: Path
) -> None:
    """A jackpot that is won is paid in the transaction of the command that showed the hand, by entries of the
    link's own after it: they are not the command's, and a repetition was never answered with them."""

    async def work() -> None:
        async with floor_at(where, tmp_path, catalogue(), Time()) as floor:
            await jackpot(floor, "t1")
            answers: list[tuple[Command, Acknowledged]] = [
                (command, done(await floor.house.submit("t1", command))) for command in _commands(floor)
            ]
            assert any(
                len(first.happened) > len(_own(first.happened, command.id)) for command, first in answers
            )
            for command, first in answers:
                entry = floor.house.journal.find("table/t1", command.id)
                assert entry is not None
                assert first.version == entry.last == _own(first.happened, command.id)[-1], command
        async with floor_at(where, tmp_path, catalogue(), Time()) as floor:  # after a restart
            for command, first in answers:
                again = done(await floor.house.submit("t1", command))
                assert (again.version, again.is_repeat) == (first.version, True), command

    run(work())


def test_trust_10_an_order_to_a_link_is_acknowledged_alike(where: str, tmp_path: Path) -> None:
    async def work() -> None:
        async with floor_at(where, tmp_path, catalogue(), Time()) as floor:
            await jackpot(floor, "t1")
            orders = (
                CorrectMeter(by=MANAGER, meter=900_00, reason="counted", id="o1"),
                DisableLink(by=MANAGER, reason="a fault", id="o2"),
            )
            firsts = [done(await floor.house.order_link("main", order)) for order in orders]
            for order, first in zip(orders, firsts, strict=True):
                again = done(await floor.house.order_link("main", order))
                assert (again.version, again.is_repeat) == (first.version, True), order

    run(work())
