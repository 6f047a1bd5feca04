"""Receipts of the cashier's window: found again by number, player, time and words; taken back once."""

from pathlib import Path

import pytest

from croupier.house.cage import Limits
from croupier.house.cage.limits import moved_today
from croupier.house.cage.receipts import Receipts
from croupier.house.cage.slips import Slips
from croupier.table import Actor, Role
from tests.house.helpers import DEALER, MANAGER, Floor, Time, done, floor_at, run

MIA = Actor("mia", Role.PIT_MANAGER)
NED = Actor("ned", Role.PIT_MANAGER)
DAY_MS = 86_400_000


def declined(answer: object, words: str) -> None:
    assert words in getattr(answer, "reason", ""), answer


async def paid(floor: Floor, person: str, cents: int, reason: str = "cash") -> int:
    """The number of the receipt."""
    move = floor.desk.deposit if cents > 0 else floor.desk.withdraw
    return done(await move(MIA, person, abs(cents), reason)).happened[0].position


def test_a_reversal_is_a_booking_of_its_own_and_happens_once(where: str, tmp_path: Path) -> None:
    async def work() -> None:
        async with floor_at(where, tmp_path) as floor:
            receipts = Receipts(floor.house.journal)
            wrong = await paid(floor, "ann", 500_00, "cash, window 2")
            declined(await floor.desk.reverse(DEALER, wrong, "it was 50"), "pit manager")
            answer = done(await floor.desk.reverse(NED, wrong, "it was 50", command_id="k1"))
            back = receipts.get(answer.happened[0].position)
            assert back is not None
            assert (back.cents, back.reverses, back.reason, back.by) == (-500_00, wrong, "it was 50", "ned")
            kept = receipts.get(wrong)
            assert kept is not None
            assert (kept.cents, kept.reason, kept.reversed_by) == (500_00, "cash, window 2", back.number)
            assert floor.house.ledger.balance("player/ann") == 0
            again = done(await floor.desk.reverse(NED, wrong, "it was 50", command_id="k1"))
            assert (again.is_repeat, again.happened[0].position) == (True, back.number)
            declined(await floor.desk.reverse(MIA, wrong, "again", command_id="k2"), "taken back already")
            declined(await floor.desk.reverse(MIA, wrong, "again", command_id="k1"), "another booking")
            declined(await floor.desk.reverse(MIA, back.number, "and back"), f"takes back {wrong}")
            declined(await floor.desk.reverse(MIA, 99_999, "x"), "no receipt")
            assert [each.cents for each in floor.house.ledger.statement("player/ann")] == [500_00, -500_00]
            slips = Slips(floor.house.journal)
            assert [slips.get(each).kind for each in (wrong, back.number)] == ["receipt", "reversal"]  # type: ignore[union-attr]

    run(work())


def test_what_was_spent_cannot_be_taken_back(where: str, tmp_path: Path) -> None:
    async def work() -> None:
        async with floor_at(where, tmp_path) as floor:
            wrong = await paid(floor, "ann", 500_00)
            out = await paid(floor, "ann", -400_00)
            declined(await floor.desk.reverse(MIA, wrong, "wrong"), "the account holds 100")
            done(await floor.desk.reverse(MIA, out, "it was never handed over"))
            assert floor.house.ledger.balance("player/ann") == 500_00
            done(await floor.desk.deposit(MANAGER, "ann", 5_00, "chips of the house", from_house=True))
            last = floor.house.journal.head()[0]
            declined(await floor.desk.reverse(MIA, last, "x"), "no receipt")  # no cash over the window

    run(work())


def test_receipts_are_found_again(where: str, tmp_path: Path) -> None:
    time = Time()

    async def work() -> None:
        async with floor_at(where, tmp_path, now=time) as floor:
            numbers = []
            for person, reason in (("ann", "Window 1"), ("ben", "window 2"), ("ann", "gift")):
                numbers.append(await paid(floor, person, 10_00, reason))
                time.now += 1_000
            done(await floor.desk.deposit(MANAGER, "ann", 5_00, "chips of the house", from_house=True))
            search = Receipts(floor.house.journal).search
            assert [each.number for each in search()] == numbers[::-1]
            assert [each.number for each in search(person="ann")] == [numbers[2], numbers[0]]
            assert [each.number for each in search(text="window")] == [numbers[1], numbers[0]]
            assert [each.number for each in search(since=time.now - 1_000)] == [numbers[2]]
            assert [each.number for each in search(limit=1)] == [numbers[2]]

    run(work())


@pytest.mark.parametrize(
    ("role", "cents", "already", "why"),
    [
        (Role.PIT_MANAGER, 1_000_00, 0, ""),
        (Role.PIT_MANAGER, 1_000_01, 0, "a pit manager alone moves up to 1,000"),
        (Role.SHIFT_MANAGER, 1_000_01, 0, ""),
        (Role.SHIFT_MANAGER, 5_000_01, 0, "one person alone moves up to 5,000"),
        (Role.PIT_MANAGER, 1_000_00, 2_000_00, ""),
        (Role.PIT_MANAGER, 1_000_00, 2_000_01, "one player's day is 3,000, and 2,000.01 went already"),
    ],
)
def test_who_pays_what_alone(role: Role, cents: int, already: int, why: str) -> None:
    limits = Limits(house=5_000_00, pit_manager=1_000_00, player_day=3_000_00)
    assert limits.why_two(role, cents, already) == why


def test_a_players_day_begins_at_midnight_where_the_house_stands(where: str, tmp_path: Path) -> None:
    time = Time()

    async def work() -> None:
        async with floor_at(where, tmp_path, now=time) as floor:
            await paid(floor, "ann", 300_00)
            await paid(floor, "ann", 20_00)
            await paid(floor, "ann", -50_00)
            await paid(floor, "ben", 1_00)
            journal = floor.house.journal
            assert moved_today(journal, "ann", True, time.now) == 320_00
            assert moved_today(journal, "ann", False, time.now) == 50_00
            assert moved_today(journal, "ann", True, time.now + DAY_MS) == 0

    run(work())
