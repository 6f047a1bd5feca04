"""Several tables on one jackpot: the meter moves with the bets, and prizes reach their tables."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from croupier.games import catalogue
from croupier.games.multilink import link_fault_messages as lf
from croupier.games.multilink import link_messages as lm
from croupier.house import live
from croupier.house.answers import Acknowledged, Answer, Declined
from croupier.house.audit import Audit
from croupier.house.journal import open_journal
from croupier.house.links import reconcile
from croupier.house.recovery import Recovery
from croupier.table import Phrasebook, Refusal, Role, ShuffleCards
from tests.house.helpers import ANN, DEALER, MANAGER, Floor, Time, done, floor_at, run

EDITION = "rws-multilink@3"
# Ann holds 9s 8s; with Qs Js Ts on the board that is a straight flush: a tenth of the jackpot.
STRAIGHT_FLUSH = ("2c", "9s", "8s", "2d", "Qs", "Js", "Ts")
NOTHING = ("2c", "9s", "2h", "2d", "Qs", "Js", "Td")


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


@pytest.fixture
def audited(where: str, tmp_path: Path) -> Iterator[str]:
    """The store, audited at the end of the test."""
    yield where
    from croupier.house.sealing import Sealer

    journal = open_journal(where)
    report = Audit(journal, catalogue(), Sealer.from_file(tmp_path / "house.key")).run()
    journal.close()
    assert report.is_good, report.findings


def test_trust_16_a_bet_moves_the_meter_in_the_same_transaction(audited: str, tmp_path: Path) -> None:
    async def work() -> None:
        async with floor_at(audited, tmp_path, catalogue()) as floor:
            await jackpot(floor, "t1", "t2")
            heard = floor.house.subscribe("link/main")
            await bet(floor, "t1", NOTHING)
            assert meter_of(floor) == 1_001_00  # a fifth of 5.00
            await bet(floor, "t2", NOTHING)
            assert meter_of(floor) == 1_002_00
            told = [await asyncio.wait_for(heard.next(), 5) for _ in range(2)]
            assert all(told)  # trust 13: displays hear of it at once
            closings = [
                e for e in floor.house.journal.everything() if b'"BettingClosed"' in b"".join(e.events)
            ]
            registered = [
                e for e in floor.house.journal.everything() if b'"BetsRegistered"' in b"".join(e.events)
            ]
            assert len(closings) == len(registered) == 2
            for closed, grown in zip(closings, registered, strict=True):
                assert 0 < grown.position - closed.position <= 3

    run(work())


def test_a_prize_is_paid_at_the_value_displayed(audited: str, tmp_path: Path) -> None:
    async def work() -> None:
        async with floor_at(audited, tmp_path, catalogue()) as floor:
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
            await jackpot(floor, "early", "late", increment_rate="0%")
            await bet(floor, "early", STRAIGHT_FLUSH)
            await bet(floor, "late", STRAIGHT_FLUSH)
            await say(floor, "early", "dealer: deal the hole cards")
            time.now += 1_000
            await deal(floor, "late")
            await say(floor, "late", "dealer: settle")
            assert (await floor.house.look("late")).round  # an earlier hand may still win
            assert meter_of(floor) == 1_000_00
            await say(floor, "early", "Ann: fold box 1", "dealer: deal the flop", "dealer: reveal the flop")
            await say(floor, "early", "dealer: settle")
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
            await jackpot(floor, "early", "late", increment_rate="0%")
            await bet(floor, "early", NOTHING)
            await bet(floor, "late", STRAIGHT_FLUSH)
            await say(floor, "early", "dealer: deal the hole cards")
            time.now += 1_000
            await deal(floor, "late")
            await say(floor, "late", "dealer: settle")
            monkeypatch.setattr(
                floor.house, "later", lambda errand: errand.close()
            )  # killed before it is brought
            await say(floor, "early", "Ann: fold box 1", "dealer: deal the flop", "dealer: reveal the flop")
            await say(floor, "early", "dealer: settle")
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
            await jackpot(floor, "early", "late", increment_rate="0%")
            await bet(floor, "early", NOTHING)
            await bet(floor, "late", STRAIGHT_FLUSH)
            await say(floor, "early", "dealer: deal the hole cards")
            time.now += 1_000
            await deal(floor, "late")
            await say(floor, "late", "dealer: settle")
            monkeypatch.setattr(floor.house, "later", lambda errand: errand.close())
            await say(floor, "early", "Ann: fold box 1", "dealer: deal the flop", "dealer: reveal the flop")
            await say(floor, "early", "dealer: settle")
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
            assert floor.house.ledger.balance("link/main/payable") == 0
            assert floor.house.ledger.balance("table/late/stack/1") == 1_045_00  # 1,000 - 55 + 100

    run(work())


def test_a_void_cannot_overtake_a_prize_that_is_on_its_way(
    audited: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Once the link has paid, the display has moved: what is asked afterwards finds the prize paid."""
    time = Time()

    async def work() -> None:
        async with floor_at(audited, tmp_path, catalogue(), time) as floor:
            await jackpot(floor, "early", "late", increment_rate="0%")
            await bet(floor, "early", NOTHING)
            await bet(floor, "late", STRAIGHT_FLUSH)
            await say(floor, "early", "dealer: deal the hole cards")
            time.now += 1_000
            await deal(floor, "late")
            await say(floor, "late", "dealer: settle")
            errands: list[Any] = []
            monkeypatch.setattr(floor.house, "later", errands.append)  # slow to be brought
            await say(floor, "early", "Ann: fold box 1", "dealer: deal the flop", "dealer: reveal the flop")
            await say(floor, "early", "dealer: settle")
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
        async with floor_at(audited, tmp_path, catalogue()) as floor:
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


def test_a_table_reports_a_fault_with_the_meter_of_the_link(audited: str, tmp_path: Path) -> None:
    async def work() -> None:
        async with floor_at(audited, tmp_path, catalogue()) as floor:
            await jackpot(floor, "t1", "t2")
            await bet(floor, "t1", NOTHING)
            await deal(floor, "t1")
            await bet(floor, "t2", NOTHING)
            done(await floor.house.order_link("main", lm.DisableLink(by=DEALER, reason="no signal")))
            while (await floor.house.look("t1")).state.fault is None:
                await asyncio.sleep(0.01)
            found = [
                msgspec.json.decode(event)
                for entry in floor.house.journal.read("table/t1")
                for event in entry.events
                if b'"ProgressiveFaultFound"' in event
            ]
            assert [event["meter"] for event in found] == [1_002_00]

    run(work())


def test_trust_19_a_disabled_jackpot_takes_no_bets_and_resumes_identical(
    audited: str, tmp_path: Path
) -> None:
    async def work() -> None:
        async with floor_at(audited, tmp_path, catalogue()) as floor:
            await jackpot(floor, "t1")
            await bet(floor, "t1", NOTHING)
            await deal(floor, "t1")
            await say(floor, "t1", "dealer: settle")
            before = meter_of(floor)
            done(await floor.house.order_link("main", lm.DisableLink(by=DEALER, reason="no signal")))
            while (await floor.house.look("t1")).state.is_link_open:
                await asyncio.sleep(0.01)
            done(await floor.house.submit("t1", ShuffleCards(by=DEALER, first_cards=NOTHING)))
            assert meter_of(floor) == before
            done(await floor.house.order_link("main", lm.EnableLink(by=MANAGER, reason="repaired")))
            assert meter_of(floor) == before

    run(work())


def test_the_pit_runs_a_failed_link_from_one_place(audited: str, tmp_path: Path) -> None:
    """One table is between Rounds, the other has its flop up; both are ordered and set going by the link."""

    async def work() -> None:
        async with floor_at(audited, tmp_path, catalogue()) as floor:
            await jackpot(floor, "t1", "t2")
            await bet(floor, "t1", NOTHING)
            await deal(floor, "t1")
            await say(floor, "t1", "dealer: settle")
            await bet(floor, "t2", NOTHING)
            await deal(floor, "t2")

            async def fault(table: str) -> Any:
                return (await floor.house.look(table)).state.fault

            async def until(table: str, course: str | None) -> None:
                while (found := await fault(table)) is None or found.course != course:
                    if course is None and found is None:
                        return
                    await asyncio.sleep(0.01)

            done(await floor.house.order_link("main", lm.DisableLink(by=DEALER, reason="no signal")))
            for table in ("t1", "t2"):
                await until(table, "")
            order = lf.TakeCourse(by=MANAGER, table="all", course="without_progressive", reason="play on")
            assert isinstance(
                await floor.house.order_link("main", msgspec.structs.replace(order, by=DEALER)), Refusal
            )
            done(await floor.house.order_link("main", order))
            for table in ("t1", "t2"):
                await until(table, "without_progressive")
            done(await floor.house.order_link("main", lm.EnableLink(by=MANAGER, reason="cable")))
            await until("t1", None)
            assert (await fault("t2")).course == "without_progressive"  # until its Round is over
            await say(floor, "t2", "dealer: settle")
            assert await fault("t2") is None
            state = floor.house.links.glance("main")
            assert state is not None
            assert (state.faults, state.is_enabled) == ({}, True)
            assert meter_of(floor) == 1_002_00  # two bets of 5.00 at a fifth; the fault changed nothing

    run(work())


def test_trust_17_a_meter_is_corrected_by_a_shift_manager_with_a_reason(audited: str, tmp_path: Path) -> None:
    async def work() -> None:
        async with floor_at(audited, tmp_path, catalogue()) as floor:
            await jackpot(floor, "t1")
            manager = msgspec.structs.replace(MANAGER, role=Role.PIT_MANAGER)
            fewer = lm.CorrectMeter(by=manager, meter=900_00, reason="counted again")
            assert isinstance(await floor.house.order_link("main", fewer), Refusal)
            done(await floor.house.order_link("main", msgspec.structs.replace(fewer, by=MANAGER)))
            assert meter_of(floor) == 900_00
            entry = floor.house.journal.read("link/main")[-1]
            event: dict[str, Any] = msgspec.json.decode(entry.events[0])
            assert (event["by"], event["before"], event["after"]) == ("mona", 1_000_00, 900_00)

    run(work())


def test_trust_18_new_terms_wait_for_the_current_jackpot(audited: str, tmp_path: Path) -> None:
    async def work() -> None:
        async with floor_at(audited, tmp_path, catalogue()) as floor:
            await jackpot(floor, "t1")
            change = lm.ChangeTerms(
                by=MANAGER, rate="40%", reserve_share="0%", amount=0, reset_value=10_00, reason="season"
            )
            done(await floor.house.order_link("main", change))
            await bet(floor, "t1", NOTHING)
            assert meter_of(floor) == 1_001_00  # still a fifth of 5.00
            state = floor.house.links.glance("main")
            assert state is not None
            assert state.next_terms is not None

    run(work())


def test_a_jackpot_takes_tables_of_its_own_game_only(sqlite_where: str, tmp_path: Path) -> None:
    async def work() -> None:
        async with floor_at(sqlite_where, tmp_path, catalogue()) as floor:
            await jackpot(floor)
            for edition, link in (("rws-poker@7", "main"), (EDITION, "other")):
                answer = await floor.desk.open_table(MANAGER, "t1", edition, link=link)
                assert isinstance(answer, Declined)

    run(work())


def test_trust_14_bots_at_three_tables_lose_no_contribution(audited: str, tmp_path: Path) -> None:
    async def work() -> None:
        async with floor_at(audited, tmp_path, catalogue()) as floor:
            await jackpot(floor)
            games = [await floor.play(f"b{n}", EDITION, 0, link="main") for n in range(3)]

            async def play(number: int) -> None:
                for _ in range(60):
                    await games[number].step()

            await asyncio.gather(*(play(number) for number in range(3)))
            assert meter_of(floor) >= 1_000_00
            bodies = [
                b for e in floor.house.journal.read("link/main") for b in e.events if b"BetsRegistered" in b
            ]
            grown = sum(msgspec.json.decode(body)["meter"] for body in bodies)
            assert grown > 0

    run(work())


def test_a_link_opens_from_its_snapshot_as_from_its_beginning(
    audited: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A snapshot after every event; the audit compares the last one with everything played again."""
    monkeypatch.setattr(live, "SNAPSHOT_EVERY", 1)

    async def work() -> None:
        async with floor_at(audited, tmp_path, catalogue()) as floor:
            await jackpot(floor, "t1")
            await bet(floor, "t1", NOTHING)  # the last snapshot is of the very entry that begins something

    run(work())
