"""A real table in the house: what players do is written down, and guests are booked by their chips."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from croupier.games import catalogue
from croupier.games.poker.commands import RelocatePlayer
from croupier.house.answers import Declined, Outdated
from croupier.house.cage.inventory import Inventory
from croupier.house.cage.racks import table_books
from croupier.table import Command, Phrasebook, Recorded, ShuffleCards
from tests.house.helpers import DEALER, MANAGER, SUPERVISOR, Floor, done, floor_at, run

FREE_BET = "mbs-freebet@3"
AREAS = (
    "place your bets",
    "area 1: wager 50",
    "area 2: wager 25",
    "no more bets",
    "deal the initial cards as 9c 8c Td Th Kc",
    "offer surrender",
    "area 1: play on",
    "area 2: play on",
    "surrender is closed",
    "area 1: stands",
    "area 2: stands",
    "deal a card 9h",
    "settle the wagers",
)


async def real_table(floor: Floor, edition: str = FREE_BET, **settings: str) -> None:
    done(await floor.desk.open_table(MANAGER, "t1", edition, settings=settings, cards="physical"))
    done(await floor.give(ShuffleCards(by=DEALER)))


def read(floor: Floor, line: str) -> Command:
    edition = floor.house.card("t1").game
    return Phrasebook(floor.house.catalogue.game(edition).commands).read(line, DEALER)


async def say(floor: Floor, *lines: str) -> None:
    for line in lines:
        done(await floor.give(read(floor, line)))


def test_guests_are_booked_against_rack_box_and_drop(audited: str, tmp_path: Path) -> None:
    """Cash for chips goes into the box; chips that leave with a guest are not in the rack."""

    async def work() -> None:
        async with floor_at(audited, tmp_path, catalogue()) as floor:
            await real_table(floor, burn_policy="none")
            books = floor.house.ledger
            await say(floor, "seat a guest at 1 with 500", "seat a guest at 2", "seat 1 buys 200")
            assert books.balance("box/t1") == -700_00
            assert table_books(floor.house.journal, "t1").in_play == 700_00
            await say(floor, *AREAS)
            now = table_books(floor.house.journal, "t1")
            assert now.won == books.balance("table/t1/bank") == 25_00
            await say(floor, "seat 1 leaves", "seat 2 leaves")
            now = table_books(floor.house.journal, "t1")
            assert now.in_play == books.balance("table/t1/away") == 700_00 - now.won
            assert not books.balances("player/")
            counted = await Inventory(floor.house).count_box(MANAGER, "t1", 700_00)
            assert done(counted)
            assert books.balance("box/t1") == 0

    run(work())


def test_a_purchase_that_was_entered_wrong_is_struck_from_the_box(audited: str, tmp_path: Path) -> None:
    async def work() -> None:
        async with floor_at(audited, tmp_path, catalogue()) as floor:
            await real_table(floor)
            books = floor.house.ledger
            await say(floor, "seat a guest at 1 with 500", "seat 1 buys 2000", "strike the last record")
            assert books.balance("box/t1") == -500_00
            await say(floor, "seat 1 buys 200 in chips", "strike the last record")
            assert (books.balance("box/t1"), books.balance("table/t1/away")) == (-500_00, 0)

    run(work())


def test_several_entries_at_once_do_not_make_each_other_stale(audited: str, tmp_path: Path) -> None:
    """Catching up after half a minute: all were seen before the first of them was sent."""

    async def work() -> None:
        async with floor_at(audited, tmp_path, catalogue()) as floor:
            await real_table(floor)
            await say(floor, "seat a guest at 1", "seat a guest at 2", "place your bets")
            seen = floor.house.version("t1")
            for line in ("area 1: wager 50", "area 2: wager 25", "area 1: bets 5 on the pot of gold"):
                done(await floor.give(read(floor, line), expect=seen))
            other = Phrasebook(floor.house.catalogue.game("mbs-freebet").commands)
            done(await floor.give(other.read("area 2: bets 5 on the pot of gold", SUPERVISOR)))
            for line in ("area 2: wager 5", "no more bets"):
                assert isinstance(await floor.give(read(floor, line), expect=seen), Outdated)
            done(await floor.give(read(floor, "no more bets"), expect=floor.house.version("t1")))

    run(work())


def test_where_players_have_screens_nobody_decides_for_them(audited: str, tmp_path: Path) -> None:
    """3.3: nobody decides for another."""

    async def work() -> None:
        async with floor_at(audited, tmp_path, catalogue()) as floor:
            await floor.table(edition=FREE_BET)
            done(await floor.give(ShuffleCards(by=DEALER)))
            await say(floor, "place your bets")
            assert isinstance(await floor.give(read(floor, "area 1: wager 50")), Declined)

    run(work())


@pytest.mark.parametrize(("chips", "words"), [(300_00, "right after"), (100_00, "left")])
def test_a_player_is_relocated_with_the_chips_of_a_real_table(
    audited: str, tmp_path: Path, chips: int, words: str
) -> None:
    """Nobody is seated with money of an account who has not played it at another table of the game."""

    async def work() -> None:
        async with floor_at(audited, tmp_path, catalogue()) as floor:
            for table in ("t1", "t2"):
                done(await floor.desk.open_table(MANAGER, table, "rws-poker@7", cards="physical"))
            done(await floor.desk.deposit(MANAGER, "ann", 1_000_00, "cash"))
            if words == "left":
                await say(floor, "seat a guest at 1 with 500")
                seat = read(floor, "seat a guest at 2 with 300")
                done(await floor.give(_known(seat)))
                await say(floor, "seat 2 leaves")
            brought = RelocatePlayer(by=DEALER, player="ann", seat=3, chips=chips)
            answer = await floor.give(brought, "t2")
            assert isinstance(answer, Declined)
            assert words in answer.reason
            if words == "left":
                done(await floor.give(RelocatePlayer(by=DEALER, player="ann", seat=3, chips=300_00), "t2"))

    run(work())


def _known(command: Command) -> Command:
    return replace(command, recorded=Recorded(2, player="ann"))
