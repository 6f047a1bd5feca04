"""A table of a link goes from one version to the next, and a link stops and goes on, in any order."""

import asyncio
from pathlib import Path

from croupier.games import catalogue
from croupier.house.answers import Declined
from croupier.house.cage.slips import Slips
from croupier.links import messages as lm
from croupier.table import Command, Phrasebook, Refusal, ShuffleCards
from tests.house.helpers import ANN, DEALER, MANAGER, SUPERVISOR, Floor, done, floor_at, run
from tests.house.jackpots import NOTHING, STRAIGHT_FLUSH, bet, deal, jackpot, meter_of, say, ticking

OLD, NEW = "rws-multilink@2", "rws-multilink@3"
# Ann holds 9s 8d; with Qc Jh Ts on the board that is a straight: 20 for 1 in version 3, nothing in version 2.
STRAIGHT = ("2c", "9s", "8d", "2d", "Qc", "Jh", "Ts")


async def old_table(floor: Floor, **settings: str) -> dict[str, str]:
    """A link under version 3 and a table that plays version 2 on it, Ann at box 1 with 1,000."""
    terms = {"increment_rate": "20%", **settings}
    await jackpot(floor, **settings)
    done(await floor.desk.open_table(MANAGER, "t1", OLD, terms, link="main", cards="rehearsal"))
    done(await floor.desk.sit(ANN, "t1", 1, 1_000_00))
    return terms


async def stack(floor: Floor, table: str = "t1") -> int:
    state = (await floor.house.look(table)).state
    cents: int = state.players["ann"].chips
    return cents


def test_a_new_version_holds_from_the_next_round_and_the_meter_goes_on(audited: str, tmp_path: Path) -> None:
    async def work() -> None:
        async with floor_at(audited, tmp_path, catalogue(), ticking()) as floor:
            terms = await old_table(floor)
            await bet(floor, "t1", STRAIGHT)
            await deal(floor, "t1")
            for by in (DEALER, ANN, SUPERVISOR):
                assert isinstance(await floor.desk.change_rules(by, "t1", NEW, terms), Declined | Refusal)
            done(await floor.desk.change_rules(MANAGER, "t1", NEW, terms))
            done(await floor.desk.change_rules(MANAGER, "t1", NEW, terms))  # twice is once
            await say(floor, "t1", "dealer: settle")
            # Ordered in the middle of a Round that began under version 2: its straight pays nothing.
            assert (await stack(floor), meter_of(floor)) == (945_00, 1_001_00)
            await bet(floor, "t1", STRAIGHT)
            assert (await floor.house.look("t1")).rules.edition.id == NEW
            await deal(floor, "t1")
            await say(floor, "t1", "dealer: settle")
            # 945 - 50 - 5 + 20 x 5; the meter has gone on.
            assert (await stack(floor), meter_of(floor)) == (990_00, 1_002_00)
            done(await floor.desk.change_rules(MANAGER, "t1", OLD, terms))
            await bet(floor, "t1", STRAIGHT_FLUSH)
            await deal(floor, "t1")
            await say(floor, "t1", "dealer: settle")
            # A tenth of 1,003 either way: 990 - 55 + 100.30.
            assert (await stack(floor), meter_of(floor)) == (1_035_30, 902_70)

    run(work())


async def disabled_as(floor: Floor, is_disabled: bool) -> None:
    while (await floor.house.look("t1")).state.is_link_open is is_disabled:
        await asyncio.sleep(0.01)


def test_a_link_that_stops_between_rounds_and_during_one(audited: str, tmp_path: Path) -> None:
    async def work() -> None:
        async with floor_at(audited, tmp_path, catalogue(), ticking()) as floor:
            terms = await old_table(floor)
            order = floor.house.order_link
            assert isinstance(await order("main", lm.EnableLink(by=MANAGER, reason="early")), Refusal)
            assert isinstance(await order("main", lm.DisableLink(by=ANN, reason="a player")), Refusal)
            await bet(floor, "t1", STRAIGHT_FLUSH)
            await say(floor, "t1", "dealer: deal the hole cards", "Ann: look at box 1")
            done(await order("main", lm.DisableLink(by=DEALER, reason="no signal")))
            await disabled_as(floor, True)
            assert isinstance(await order("main", lm.DisableLink(by=DEALER, reason="again")), Refusal)
            assert isinstance(await order("main", lm.EnableLink(by=SUPERVISOR, reason="wrong role")), Refusal)
            done(await floor.desk.change_rules(MANAGER, "t1", NEW, terms))
            await say(floor, "t1", "Ann: fold box 1", "dealer: deal the flop", "dealer: reveal the flop")
            await say(floor, "t1", "dealer: settle")
            # 5.17.1: somebody had looked; a tenth of the 1,001 registered: 945 + 100.10.
            assert (await stack(floor), meter_of(floor)) == (1_045_10, 900_90)
            no_course = await floor.house.submit("t1", _opening(floor))
            assert isinstance(no_course, Refusal)
            assert "pit manager" in no_course.reason
            chosen = lm.TakeCourse(by=MANAGER, table="t1", course="without_progressive", reason="play on")
            done(await order("main", chosen))
            while _is_course_open(floor):
                await asyncio.sleep(0.01)
            assert isinstance(await order("main", chosen), Refusal)
            done(await order("main", lm.EnableLink(by=MANAGER, reason="repaired")))
            await disabled_as(floor, False)
            while (await floor.house.look("t1")).state.fault is not None:
                await asyncio.sleep(0.01)
            await bet(floor, "t1", STRAIGHT)  # now under version 3
            await deal(floor, "t1")
            await say(floor, "t1", "dealer: settle")
            assert (await stack(floor), meter_of(floor)) == (1_090_10, 901_90)
            # Between Rounds, and on again before anybody bets: as if nothing had been.
            done(await order("main", lm.DisableLink(by=DEALER, reason="once more")))
            await disabled_as(floor, True)
            done(await order("main", lm.EnableLink(by=MANAGER, reason="repaired")))
            await disabled_as(floor, False)
            while (await floor.house.look("t1")).state.fault is not None:
                await asyncio.sleep(0.01)
            await bet(floor, "t1", NOTHING)
            assert meter_of(floor) == 902_90

    run(work())


def _is_course_open(floor: Floor) -> bool:
    link = floor.house.links.glance("main")
    return link is not None and not link.faults["t1"].course


def _opening(floor: Floor) -> Command:
    return Phrasebook(floor.house.catalogue.game("rws-multilink").commands).read("place your bets", DEALER)


def test_a_paid_prize_of_a_void_round_goes_back_through_all_books(audited: str, tmp_path: Path) -> None:
    """A hand of the other table was dealt in between, so Ann's second prize waits while a joker is found."""

    async def work() -> None:
        async with floor_at(audited, tmp_path, catalogue(), ticking()) as floor:
            terms = {"void_after_jackpot_paid": "reverse"}
            await jackpot(floor, "t1", "t2", **terms)
            cards = ("2c", "Js", "6s", "Ts", "5s", "2d", "9s", "8s", "7s")
            await bet_on_two(floor, cards)
            await bet(floor, "t2", NOTHING)
            await say(floor, "t1", *["dealer: deal the next card"] * 4)
            await say(floor, "t2", "dealer: deal the hole cards")
            await say(floor, "t1", "dealer: deal the next card", "Ann: fold box 1", "Ann: fold box 2")
            await say(floor, "t1", "dealer: deal the flop", "dealer: reveal the flop", "dealer: settle")
            # A tenth of 1,003; the second straight flush waits for the hand of t2.
            assert (await stack(floor), meter_of(floor)) == (990_30, 902_70)
            await say(floor, "t1", "dealer: report a foreign card")
            assert (await stack(floor), meter_of(floor)) == (1_000_00, 1_001_00)
            slips = Slips(floor.house.journal).recent(links=("main",))
            # A table's own part in each is not counted: two slips are the last two prizes.
            assert Slips(floor.house.journal).recent(2, links=("main",)) == slips[:2]
            kinds = [(slip.kind, slip.cents) for slip in slips if slip.kind.startswith("jackpot")]
            assert kinds == [("jackpot_back", 100_30), ("jackpot", 100_30)]

    run(work())


async def bet_on_two(floor: Floor, cards: tuple[str, ...]) -> None:
    done(await floor.house.submit("t1", ShuffleCards(by=DEALER, first_cards=cards)))
    await say(floor, "t1", "dealer: place your bets")
    for box in (1, 2):
        await say(floor, "t1", f"Ann: ante 50 on box {box}", f"Ann: bet 5 on the progressive of box {box}")
    await say(floor, "t1", "dealer: no more bets")
