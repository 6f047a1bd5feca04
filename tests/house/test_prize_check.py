"""Large prizes wait, locked, for a manager's check; the document's order of payment is kept meanwhile."""

import asyncio
from pathlib import Path

from croupier.games import catalogue
from croupier.house.answers import Acknowledged
from croupier.house.cage.slips import Slips
from croupier.links import messages as m
from croupier.links.game import checked_words
from croupier.table import Actor, Refusal, Role
from tests.house.helpers import DEALER, MANAGER, Floor, Time, done, floor_at, run
from tests.house.jackpots import STRAIGHT_FLUSH, bet, deal, jackpot, meter_of, say, settled, ticking
from tests.patience import PATIENCE_S

MIA = Actor("mia", Role.PIT_MANAGER)
TO_THE_END = ("Ann: fold box 1", "dealer: deal the flop", "dealer: reveal the flop", "dealer: settle")


async def checked_from(floor: Floor, cents: int) -> None:
    order = m.SetPrizeCheck(by=MANAGER, check_from=cents, reason="as the house wants it")
    done(await floor.house.order_link("main", order))


def check(table: str, by: Actor = MIA, cards: str = "9s 8s with Qs Js Ts", id: str = "") -> m.CheckPrize:
    return m.CheckPrize(
        by=by, table=table, box=1, cards=cards, deck="52, all there", witnesses="Sue, camera 4", id=id
    )


async def won(floor: Floor, *tables: str, from_cents: int) -> None:
    """At each table a straight flush on a link of 1,000.00: a tenth."""
    await jackpot(floor, *tables, increment_rate="0%")
    await checked_from(floor, from_cents)
    for table in tables:
        await bet(floor, table, STRAIGHT_FLUSH)
        await deal(floor, table)
        await say(floor, table, "dealer: settle")


def hits(floor: Floor) -> list[tuple[str, int]]:
    state = floor.house.links.glance("main")
    assert state is not None
    return [(hit.table, hit.amount) for hit in state.hits]


def test_a_prize_below_the_figure_is_paid_as_ever_and_one_at_it_waits(audited: str, tmp_path: Path) -> None:
    """The prize is 100.00: with 100.01 it is paid at once, with 100.00 it waits."""

    async def work() -> None:
        async with floor_at(audited, tmp_path, catalogue(), ticking()) as floor:
            await won(floor, "t1", from_cents=100_01)
            await settled(floor, "t1")
            assert hits(floor) == [("t1", 100_00)]
            await checked_from(floor, 90_00)  # a tenth of the 900.00 that are left
            await bet(floor, "t1", STRAIGHT_FLUSH)
            await deal(floor, "t1")
            await say(floor, "t1", "dealer: settle")
            assert (await floor.house.look("t1")).round, "the Round waits for its prize"
            assert (meter_of(floor), hits(floor)) == (900_00, [("t1", 100_00)])
            link = floor.house.links.glance("main")
            assert link is not None
            assert checked_words(link) == "prize of 90 at box 1 of table t1"
            no = await floor.house.order_link("main", check("t1", by=DEALER))
            assert isinstance(no, Refusal)
            no = await floor.house.order_link("main", check("t1", cards=" "))
            assert isinstance(no, Refusal)
            assert "note the cards" in no.reason
            first = done(await floor.house.order_link("main", check("t1", id="c1")))
            await settled(floor, "t1")
            assert (meter_of(floor), hits(floor)) == (810_00, [("t1", 100_00), ("t1", 90_00)])
            slip = Slips(floor.house.journal).get(first.happened[0].position)
            assert slip is not None
            assert slip.check is not None
            assert (slip.kind, slip.cents, slip.check.by, slip.check.witnesses) == (
                "jackpot",
                90_00,
                "mia",
                "Sue, camera 4",
            )

    run(work())


def test_the_order_of_payment_is_kept_while_a_prize_is_checked(audited: str, tmp_path: Path) -> None:
    """`early` was dealt first: 100.00, to be checked from 95.00. `late` waits behind it, and is paid 90.00 of
    what is displayed then, which needs no check."""
    time = Time()

    async def work() -> None:
        async with floor_at(audited, tmp_path, catalogue(), time) as floor:
            await jackpot(floor, "early", "late", increment_rate="0%")
            await checked_from(floor, 95_00)
            await bet(floor, "early", STRAIGHT_FLUSH)
            await bet(floor, "late", STRAIGHT_FLUSH)
            await say(floor, "early", "dealer: deal the hole cards")
            time.now += 1_000
            await deal(floor, "late")
            await say(floor, "late", "dealer: settle")
            await say(floor, "early", *TO_THE_END)
            assert hits(floor) == []
            wrong = await floor.house.order_link("main", check("late"))
            assert isinstance(wrong, Refusal)
            assert "waiting: box 1 of table early" in wrong.reason
            other = await floor.house.order_link("main", m.PayNext(by=MIA, table="late", box=1, reason="x"))
            assert isinstance(other, Refusal)
            assert "is being checked; it is paid first" in other.reason
            done(await floor.house.order_link("main", check("early")))
            await settled(floor, "early")
            await settled(floor, "late")
            assert hits(floor) == [("early", 100_00), ("late", 90_00)]
            assert meter_of(floor) == 810_00

    run(work())


def test_hands_dealt_at_the_same_time_are_ordered_by_the_house_and_checked(
    audited: str, tmp_path: Path
) -> None:
    async def work() -> None:
        async with floor_at(audited, tmp_path, catalogue(), Time()) as floor:
            await jackpot(floor, "t1", "t2", increment_rate="0%")
            await checked_from(floor, 95_00)
            for table in ("t1", "t2"):
                await bet(floor, table, STRAIGHT_FLUSH)
            for table in ("t1", "t2"):
                await deal(floor, table)
            for table in ("t1", "t2"):
                await say(floor, table, "dealer: settle")
            assert hits(floor) == []
            done(
                await floor.house.order_link("main", m.PayNext(by=MIA, table="t2", box=1, reason="camera 4"))
            )
            assert hits(floor) == [], "ordered, and locked: the check comes first"
            done(await floor.house.order_link("main", check("t2")))
            await settled(floor, "t2")
            await settled(floor, "t1")
            assert hits(floor) == [("t2", 100_00), ("t1", 90_00)]

    run(work())


def test_a_restart_finds_the_prize_locked(audited: str, tmp_path: Path) -> None:
    async def work() -> None:
        async with floor_at(audited, tmp_path, catalogue(), ticking()) as floor:
            await won(floor, "t1", from_cents=1)
        async with floor_at(audited, tmp_path, catalogue(), ticking()) as floor:
            answer = await floor.house.order_link("main", check("t1"))
            assert isinstance(answer, Acknowledged), answer
            await asyncio.wait_for(settled(floor, "t1"), PATIENCE_S)
            assert hits(floor) == [("t1", 100_00)]

    run(work())
