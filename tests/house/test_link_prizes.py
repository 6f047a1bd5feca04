"""Prizes of a link reach their tables: in order, once, whatever comes in between."""

from pathlib import Path
from typing import Any

import msgspec
import pytest

from croupier.games import catalogue
from croupier.house.recovery import Recovery
from croupier.table import Phrasebook, Refusal
from tests.house.helpers import DEALER, MANAGER, Floor, Time, done, floor_at, run
from tests.house.jackpots import NOTHING, STRAIGHT_FLUSH, bet, deal, jackpot, meter_of, say, settled, ticking

TO_THE_END = ("Ann: fold box 1", "dealer: deal the flop", "dealer: reveal the flop", "dealer: settle")


async def late_waits_for_early(floor: Floor, time: Time, early: tuple[str, ...]) -> None:
    """Two tables on a link of 1,000. `late` has a straight flush, but `early` was dealt first and may win."""
    await jackpot(floor, "early", "late", increment_rate="0%")
    await bet(floor, "early", early)
    await bet(floor, "late", STRAIGHT_FLUSH)
    await say(floor, "early", "dealer: deal the hole cards")
    time.now += 1_000
    await deal(floor, "late")
    await say(floor, "late", "dealer: settle")


def test_a_prize_is_paid_at_the_value_displayed(audited: str, tmp_path: Path) -> None:
    async def work() -> None:
        async with floor_at(audited, tmp_path, catalogue(), ticking()) as floor:
            await jackpot(floor, "t1", increment_rate="0%")
            await bet(floor, "t1", STRAIGHT_FLUSH)
            await deal(floor, "t1")
            await say(floor, "t1", "dealer: settle")
            await settled(floor, "t1")
            assert meter_of(floor) == 900_00  # a tenth of 1,000.00 has gone
            # 1,000 - 50 ante - 5 jackpot bet + 100 prize
            assert floor.house.ledger.balance("table/t1/stack/1") == 1_045_00
            assert floor.house.ledger.balance("link/main/payable") == 0
            state = floor.house.links.glance("main")
            assert state is not None
            assert [(hit.table, hit.amount, hit.before, hit.after) for hit in state.hits] == [
                ("t1", 100_00, 1_000_00, 900_00)
            ]

    run(work())


def test_trust_15_the_hand_dealt_first_is_paid_first_whichever_table_reports_first(
    audited: str, tmp_path: Path
) -> None:
    time = Time()

    async def work() -> None:
        async with floor_at(audited, tmp_path, catalogue(), time) as floor:
            await late_waits_for_early(floor, time, STRAIGHT_FLUSH)
            assert (await floor.house.look("late")).round  # an earlier hand may still win
            assert meter_of(floor) == 1_000_00
            await say(floor, "early", *TO_THE_END)
            await settled(floor, "early")
            await settled(floor, "late")
            state = floor.house.links.glance("main")
            assert state is not None
            # a tenth of 1,000.00, then a tenth of the 900.00 that are left
            assert [(hit.table, hit.amount) for hit in state.hits] == [("early", 100_00), ("late", 90_00)]
            assert meter_of(floor) == 810_00

    run(work())


def test_a_prize_that_did_not_reach_its_table_is_brought_after_a_restart(
    audited: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    time = Time()

    async def work() -> None:
        async with floor_at(audited, tmp_path, catalogue(), time) as floor:
            await late_waits_for_early(floor, time, NOTHING)
            monkeypatch.setattr(
                floor.house, "later", lambda errand: errand.close()
            )  # killed before it is brought
            await say(floor, "early", *TO_THE_END)
            assert floor.house.ledger.balance("link/main/payable") == 100_00
        async with floor_at(audited, tmp_path, catalogue(), time) as floor:
            await Recovery(floor.house, confirm_within_ms=0).start()
            await Recovery(floor.house).take_course()
            for _ in range(2):  # brought twice, done once
                await floor.house.bring_prizes()
            await settled(floor, "late")
            assert floor.house.ledger.balance("link/main/payable") == 0
            assert floor.house.ledger.balance("table/late/stack/1") == 1_045_00

    run(work())


@pytest.mark.parametrize("first", ["prizes", "interruptions"])
def test_a_restart_brings_a_prize_before_it_asks_what_becomes_of_the_round(
    sqlite_where: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, first: str
) -> None:
    """Killed between link and table. Prizes come first at a start; where a Round was held already, its course
    finds the prize paid."""
    time = Time()

    async def work() -> None:
        async with floor_at(sqlite_where, tmp_path, catalogue(), time) as floor:
            await late_waits_for_early(floor, time, NOTHING)
            monkeypatch.setattr(floor.house, "later", lambda errand: errand.close())
            await say(floor, "early", *TO_THE_END)
        async with floor_at(sqlite_where, tmp_path, catalogue(), time) as floor:
            if first == "prizes":
                await floor.house.bring_prizes()
                assert await Recovery(floor.house).find() == ()
            else:
                assert await Recovery(floor.house).find() == ("late.1",)
                await floor.house.bring_prizes()
                await Recovery(floor.house).confirm(MANAGER, "late")
            assert not (await floor.house.look("late")).round
            assert floor.house.card("late").interruption is None
            # What the floor remembers of a held Round: it was settled, nothing of it was void.
            told = [
                entry.events[0]
                for entry in floor.house.journal.read("floor")
                if b"Resolved" in entry.events[0]
            ]
            assert [msgspec.json.decode(body)["course"] for body in told] == ["settled"] * (first != "prizes")
            assert floor.house.ledger.balance("link/main/payable") == 0
            assert floor.house.ledger.balance("table/late/stack/1") == 1_045_00  # 1,000 - 55 + 100

    run(work())


def test_a_prize_whose_process_died_is_brought_by_another(
    audited: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The others go on serving: nobody restarts, and the table waits for its prize."""
    time = Time()

    async def work() -> None:
        async with floor_at(audited, tmp_path, catalogue(), time) as dying:
            await late_waits_for_early(dying, time, NOTHING)
            async with floor_at(audited, tmp_path, catalogue(), time) as other:
                await other.house.look("late")  # both processes show the table
                await other.house.bring_late_prizes()  # nothing has been paid yet
                assert (await other.house.look("late")).round
                monkeypatch.setattr(dying.house, "later", lambda errand: errand.close())  # killed here
                await say(dying, "early", *TO_THE_END)
                await other.house.bring_late_prizes()
                assert not (await other.house.look("late")).round
                assert other.house.ledger.balance("table/late/stack/1") == 1_045_00  # 1,000 - 55 + 100
                assert other.house.ledger.balance("link/main/payable") == 0

    run(work())


def test_a_void_cannot_overtake_a_prize_that_is_on_its_way(
    audited: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Once the link has paid, the display has moved: what is asked afterwards finds the prize paid."""
    time = Time()

    async def work() -> None:
        async with floor_at(audited, tmp_path, catalogue(), time) as floor:
            await late_waits_for_early(floor, time, NOTHING)
            errands: list[Any] = []
            monkeypatch.setattr(floor.house, "later", errands.append)  # slow to be brought
            await say(floor, "early", *TO_THE_END)
            assert floor.house.ledger.balance("link/main/payable") == 100_00
            game = floor.house.catalogue.game("rws-multilink")
            void = Phrasebook(game.commands).read("report a foreign card", DEALER)
            answer = await floor.house.submit("late", void)
            assert isinstance(answer, Refusal)
            assert "stands as it was settled" in answer.reason
            # 1,000 - 50 - 5 + a tenth of 1,000.00; brought again, it is not paid again.
            assert floor.house.ledger.balance("table/late/stack/1") == 1_045_00
            for errand in errands:
                done(await errand)
            assert floor.house.ledger.balance("table/late/stack/1") == 1_045_00
            assert floor.house.ledger.balance("link/main/payable") == 0
            assert meter_of(floor) == 900_00

    run(work())


def test_a_prize_follows_the_link_not_what_a_table_showed_last(audited: str, tmp_path: Path) -> None:
    """A table learns of bets elsewhere when it next acts; the display, and what is paid, are the link's."""

    async def work() -> None:
        async with floor_at(audited, tmp_path, catalogue(), ticking()) as floor:
            await jackpot(floor, "t1", "t2")
            await bet(floor, "t1", STRAIGHT_FLUSH)
            await deal(floor, "t1")
            await bet(floor, "t2", NOTHING)
            assert (await floor.house.look("t1")).state.meter == 1_001_00
            assert meter_of(floor) == 1_002_00  # what the display shows
            await say(floor, "t1", "dealer: settle")
            await settled(floor, "t1")
            # A tenth of 1,002.00 is 100.20; 901.80 are left, and now the table shows it too.
            assert floor.house.ledger.balance("table/t1/stack/1") == 1_045_20
            assert meter_of(floor) == 901_80
            assert (await floor.house.look("t1")).state.meter == 901_80
            await deal(floor, "t2")
            await say(floor, "t2", "dealer: settle")
            assert (await floor.house.look("t2")).state.meter == 901_80

    run(work())
