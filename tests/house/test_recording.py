"""A real table in the house: what players do is written down, and guests are booked by their chips."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from croupier.games import catalogue
from croupier.games.poker.commands import RelocatePlayer
from croupier.house.answers import Declined, Outdated
from croupier.house.cage.inventory import Inventory
from croupier.house.cage.racks import table_books
from croupier.house.people import Session
from croupier.house.totals.running import LEFT_MS
from croupier.table import SYSTEM, Actor, Command, Phrasebook, Recorded, Role, ShuffleCards
from tests.house.helpers import DEALER, MANAGER, SUPERVISOR, Floor, Time, done, floor_at, run

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


def test_tips_are_in_the_toke_box_and_in_nobodys_result(audited: str, tmp_path: Path) -> None:
    """Of what lies at area 1 five are the dealers', twice as much as said before that is struck."""

    async def work() -> None:
        async with floor_at(audited, tmp_path, catalogue()) as floor:
            await real_table(floor, burn_policy="none")
            books = floor.house.ledger
            await say(floor, "seat a guest at 1 with 500", "seat a guest at 2 with 500", *AREAS)
            won = books.balance("table/t1/bank")
            await say(floor, "seat 1 tips 5", "seat 1 tips 10", "strike the last record")
            assert (books.balance("table/t1/tips"), books.balance("table/t1/bank")) == (5_00, won)
            assert table_books(floor.house.journal, "t1").won == won
            net = floor.house.journal.store.query(
                "SELECT sum(net) FROM stay_total WHERE bet = '' AND player LIKE 'guest:1:%'"
            )
            await say(floor, *AREAS)
            assert floor.house.journal.store.query(
                "SELECT sum(net) FROM stay_total WHERE bet = '' AND player LIKE 'guest:1:%'"
            ) == [(2 * net[0][0],)]

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


def test_a_dealer_books_cash_and_chips_and_never_an_account(audited: str, tmp_path: Path) -> None:
    """Ann has 1,000 on her account, and brings 300 in cash, then 200 more: all of it is in the box."""

    async def work() -> None:
        async with floor_at(audited, tmp_path, catalogue()) as floor:
            await real_table(floor)
            ann = await patron(floor)
            books = floor.house.ledger
            done(await floor.give(_known(read(floor, "seat a guest at 2 with 300"), ann)))
            await say(floor, "seat 2 buys 200")
            assert (books.balance("player/ann"), books.balance("box/t1")) == (1_000_00, -500_00)
            await say(floor, "seat 2 buys 100 in chips", "strike the last record", "seat 2 leaves")
            assert (books.balance("player/ann"), books.balance("table/t1/away")) == (1_000_00, 500_00)
            done(await floor.desk.sit(Actor(ann, Role.PLAYER), "t1", 2, 400_00))
            assert books.balance("player/ann") == 600_00

    run(work())


@pytest.mark.parametrize("role", [Role.DEALER, Role.SHIFT_MANAGER])
def test_nobody_who_works_here_is_seated_by_a_dealer(audited: str, tmp_path: Path, role: Role) -> None:
    async def work() -> None:
        async with floor_at(audited, tmp_path, catalogue()) as floor:
            await real_table(floor, "rws-poker@7")
            await patron(floor)
            boss = await somebody(floor, "Boss", Role.PLAYER, role)
            for named in (boss, "nobody-here", "guest:1:1", DEALER.id):
                answer = await floor.give(_known(read(floor, "seat a guest at 2 with 300"), named))
                assert isinstance(answer, Declined)
                assert "works here" in answer.reason
                brought = RelocatePlayer(by=DEALER, player=named, seat=3, chips=300_00)
                assert isinstance(await floor.give(brought), Declined)

    run(work())


def test_a_player_is_relocated_with_the_chips_of_a_real_table(audited: str, tmp_path: Path) -> None:
    """Nobody is brought who has not just left another real table of the game, with what was there."""

    async def work() -> None:
        time = Time()
        async with floor_at(audited, tmp_path, catalogue(), time) as floor:
            for table in ("t1", "t2", "t3"):
                done(await floor.desk.open_table(MANAGER, table, "rws-poker@7", cards="physical"))
            ann = await patron(floor)
            books = floor.house.ledger

            async def bring(chips: int, to: str = "t2", player: str = ann) -> str:
                answer = await floor.give(RelocatePlayer(by=DEALER, player=player, seat=3, chips=chips), to)
                return answer.reason if isinstance(answer, Declined) else "" if done(answer) else "?"

            assert "right after" in await bring(300_00)
            await say(floor, "seat a guest at 1 with 500")
            done(await floor.give(_known(read(floor, "seat a guest at 2 with 300"), ann)))
            guest = floor.house.glance("t1").offered.players[1]  # type: ignore[union-attr]
            assert "right after" in await bring(300_00)
            await say(floor, "seat 2 leaves", "seat 1 leaves")
            assert "left" in await bring(100_00)
            assert "right after" in await bring(300_00, to="t1")
            assert not await bring(300_00)
            assert "right after" in await bring(300_00, to="t3")
            assert books.balance("player/ann") == 1_000_00
            assert (books.balance("table/t1/away"), books.balance("table/t2/away")) == (800_00, -300_00)
            assert table_books(floor.house.journal, "t2").in_play == 0  # nothing has left its rack
            time.now += LEFT_MS
            assert "right after" in await bring(500_00, to="t3", player=guest)

    run(work())


async def somebody(floor: Floor, name: str, *roles: Role) -> str:
    token = await floor.people._invite(SYSTEM, roles)
    session = await floor.people.accept(token, name, "a long password")
    assert isinstance(session, Session)
    return session.person


async def patron(floor: Floor) -> str:
    """Ann, who has 1,000 on her account."""
    ann = await somebody(floor, "Ann", Role.PLAYER)
    done(await floor.desk.deposit(MANAGER, ann, 1_000_00, "cash"))
    return ann


def _known(command: Command, player: str) -> Command:
    return replace(command, recorded=Recorded(2, player=player))
