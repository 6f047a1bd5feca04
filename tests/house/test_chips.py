"""Chips between cage and tables: every count is explained by play, and what is not is found."""

import asyncio
from pathlib import Path

from croupier.cards import parse_card
from croupier.house.audit import Audit
from croupier.house.cage import Inventory, cage_register
from croupier.house.cage import messages as m
from croupier.house.cage.racks import Explained, explained, prizes_since, table_books
from croupier.table import Actor, Role
from high_card import CATALOGUE
from high_card import messages as hc
from tests.house.helpers import ANN, DEALER, MANAGER, SUPERVISOR, Floor, bet, done, floor_at, run

MIA = Actor("mia", Role.PIT_MANAGER)
# 20 of 100.00, 40 of 25.00, 100 of 5.00, 200 of 0.50: 2,000 + 1,000 + 500 + 100 = 3,600.00
STOCK = {100_00: 20, 25_00: 40, 5_00: 100, 50: 200}
# 10 of 100.00 and 20 of 25.00: 1,500.00
FLOAT = {100_00: 10, 25_00: 20}


def declined(answer: object, words: str) -> None:
    assert words in getattr(answer, "reason", ""), answer


async def stocked(floor: Floor) -> Inventory:
    chips = Inventory(floor.house)
    done(await chips.make_set(MANAGER, "value", "Value chips", (100_00, 25_00, 5_00, 50)))
    done(await chips.stock(MANAGER, "value", STOCK, "bought"))
    return chips


async def fold(floor: Floor, *cards: str) -> None:
    """Ann bets 5.00 and folds: the House takes half, 2.50."""
    if cards:
        deal = hc.DealCards(by=DEALER, cards=tuple(map(parse_card, cards)))
        for command in (hc.OpenBetting(by=DEALER), bet(5_00), deal):
            done(await floor.give(command))
    else:
        await floor.until_deciding()
    done(await floor.give(hc.Fold(by=ANN, seat=1)))


async def sound(floor: Floor) -> None:
    report = await asyncio.to_thread(Audit(floor.house.journal, CATALOGUE, floor.house.sealer).run)
    assert report.is_good, report.findings


def explanation(floor: Floor, chips: Inventory, table: str = "t1") -> Explained:
    rack, journal = chips.state.racks[table], floor.house.journal
    link = floor.house.card(table).link
    return explained(rack, table_books(journal, table), prizes_since(journal, table, link, rack.position))


def test_a_virtual_rack_is_explained_at_every_moment(where: str, tmp_path: Path) -> None:
    """Ann brings 500.00 and loses 2.50: 1,500 - 500 + 2.50 = 1,002.50 in the rack."""

    async def work() -> None:
        async with floor_at(where, tmp_path) as floor:
            chips = await stocked(floor)
            done(await floor.desk.open_table(MANAGER, "t1", "high-card@1"))
            done(await chips.open_float(SUPERVISOR, "t1", "value", FLOAT))
            await floor.desk.deposit(MANAGER, "ann", 1_000_00, "cash")
            done(await floor.desk.sit(ANN, "t1", 1, 500_00))
            await fold(floor)
            found = explanation(floor, chips)
            assert (found.opening, found.drop, found.rack) == (1_500_00, 500_00, 1_002_50)
            assert (found.by_chips, found.by_play, found.difference) == (2_50, 2_50, 0)
            await floor.until_deciding()  # in the middle of a Round: 5.00 are bet, and in nobody's rack
            assert explanation(floor, chips) == found
            done(await floor.give(hc.Fold(by=ANN, seat=1)))
            # Ann takes 495.00 home: of the chips she bought all are back, and 5.00 of her money stay.
            done(await floor.give(hc.LeaveTable(by=ANN, seat=1)))
            done(await chips.count(SUPERVISOR, "t1", {}, is_closing=True))
            books = floor.house.ledger.balances()
            assert books["cage/chips"] == -books["chips_issued"] == 3_600_00
            assert not {"float/t1", "in_play/t1", "uncounted/t1"} & {*books}
            closed = _counts(floor)[-1]
            assert (closed.cents, closed.drop, closed.won) == (1_500_00, 5_00, 5_00)
            await sound(floor)

    run(work())


def test_a_fill_and_a_credit_take_four_people(where: str, tmp_path: Path) -> None:
    async def work() -> None:
        async with floor_at(where, tmp_path) as floor:
            chips = await stocked(floor)
            done(await floor.desk.open_table(MANAGER, "t1", "high-card@1"))
            fill = {25_00: 10}
            declined(await chips.ask(DEALER, "fill", "t1", fill, "s0"), "not open")
            done(await chips.open_float(SUPERVISOR, "t1", "value", FLOAT))
            declined(await chips.ask(ANN, "fill", "t1", fill, "s0"), "dealer")
            declined(
                await chips.ask(DEALER, "fill", "t1", {25_00: 21}, "s0"), "the cage holds 20 chips of 25"
            )
            done(await chips.ask(DEALER, "fill", "t1", fill, "s1"))
            declined(await chips.hand_over(MIA, "s1"), "the pit has to approve")
            declined(await chips.approve(DEALER, "s1"), "pit supervisor")
            done(await chips.approve(SUPERVISOR, "s1"))
            declined(await chips.hand_over(SUPERVISOR, "s1"), "pit manager")
            declined(await chips.hand_over(Actor("sue", Role.SHIFT_MANAGER), "s1"), "four people")
            declined(await chips.count(SUPERVISOR, "t1", FLOAT), "a fill or credit of this table waits")
            assert floor.house.ledger.balance("float/t1") == 1_500_00  # nothing has moved yet
            done(await chips.hand_over(MIA, "s1"))
            assert floor.house.ledger.balance("float/t1") == 1_750_00
            assert chips.state.sets["value"].stock[25_00] == 10
            declined(await chips.hand_over(MIA, "s1"), "does not wait")
            declined(await chips.refuse(SUPERVISOR, "s1", "late"), "does not wait")
            for by in (DEALER, SUPERVISOR, MIA):  # all three have signed
                declined(await chips.receive(by, "s1"), "four people")
            done(await chips.receive(Actor("fay", Role.DEALER), "s1"))
            declined(await chips.receive(Actor("fay", Role.DEALER), "s1"), "does not wait")
            assert done(await chips.ask(DEALER, "fill", "t1", fill, "s1")).is_repeat
            done(await chips.ask(DEALER, "credit", "t1", {100_00: 5}, "s2"))
            declined(await chips.receive(Actor("fay", Role.DEALER), "s2"), "deliver it first")
            done(await chips.approve(SUPERVISOR, "s2"))
            done(await chips.hand_over(MIA, "s2"))
            done(await chips.receive(Actor("fay", Role.DEALER), "s2"))
            assert floor.house.ledger.balance("float/t1") == 1_250_00
            assert chips.state.racks["t1"].counts == {100_00: 5, 25_00: 30}
            found = explanation(floor, chips)
            assert (found.fills, found.credits, found.rack, found.difference) == (250_00, 500_00, 1_250_00, 0)
            done(await chips.ask(DEALER, "fill", "t1", fill, "s3"))
            done(await chips.refuse(SUPERVISOR, "s3", "not needed"))
            assert chips.state.transfers == {}
            await sound(floor)

    run(work())


def test_a_physical_count_that_does_not_match_names_its_rounds(where: str, tmp_path: Path) -> None:
    """After two Rounds 1,005.00 are due; 980.00 are counted: 25.00 are missing between Rounds 1 and 2."""

    async def work() -> None:
        async with floor_at(where, tmp_path) as floor:
            chips = await stocked(floor)
            await floor.desk.deposit(MANAGER, "ann", 1_000_00, "cash")
            done(await floor.desk.open_table(MANAGER, "t1", "high-card@1", cards="physical"))
            done(await chips.open_float(SUPERVISOR, "t1", "value", FLOAT))
            done(await floor.desk.sit(ANN, "t1", 1, 500_00))
            await fold(floor, "2c", "9s")
            await fold(floor, "3c", "9h")
            short = {100_00: 9, 25_00: 3, 5_00: 1}  # 900 + 75 + 5 = 980.00
            declined(await chips.count(SUPERVISOR, "t1", short), "980 counted, 1,005 due")
            done(await chips.count(SUPERVISOR, "t1", short, reason="counted twice", id="c1"))
            assert done(await chips.count(SUPERVISOR, "t1", short, reason="counted twice", id="c1")).is_repeat
            assert floor.house.ledger.balance("float/t1") == 980_00
            assert floor.house.ledger.balance("uncounted/t1") == 25_00
            counted = _counts(floor)[-1]
            assert (counted.difference, counted.first_round, counted.last_round) == (-25_00, 1, 2)
            assert explanation(floor, chips).difference == -25_00
            await fold(floor, "4c", "9d")  # from here it is explained again: 980 + 2.50
            right = {100_00: 9, 25_00: 3, 5_00: 1, 50: 5}
            done(await chips.count(SUPERVISOR, "t1", right, is_closing=True))
            last = _counts(floor)[-1]
            assert (last.difference, last.first_round, last.last_round) == (0, 3, 3)
            await sound(floor)

    run(work())


def _counts(floor: Floor) -> list[m.RackCounted]:
    cage = cage_register(floor.house.journal)
    return [each.event for each in cage.catch_up() if isinstance(each.event, m.RackCounted)]


def test_a_colour_up_changes_what_the_rack_is_made_of(sqlite_where: str, tmp_path: Path) -> None:
    async def work() -> None:
        async with floor_at(sqlite_where, tmp_path) as floor:
            chips = await stocked(floor)
            done(await floor.desk.open_table(MANAGER, "t1", "high-card@1", cards="physical"))
            done(await chips.open_float(SUPERVISOR, "t1", "value", FLOAT))
            small = {5_00: 20}
            declined(await chips.colour_up(DEALER, "t1", small, {25_00: 3}), "100 is not 75")
            declined(await chips.colour_up(DEALER, "t1", {7_00: 1}, {5_00: 1}), "no chip of 7")
            done(await chips.colour_up(DEALER, "t1", small, {100_00: 1}, "u1"))
            done(await chips.colour_up(DEALER, "t1", small, {100_00: 1}, "u1"))
            assert chips.state.racks["t1"].counts == {100_00: 9, 25_00: 20, 5_00: 20}
            assert floor.house.ledger.balance("float/t1") == 1_500_00

    run(work())


def test_cash_laid_down_at_a_table_is_counted_out_of_its_box(where: str, tmp_path: Path) -> None:
    """Ann lays down 300.00, the box holds 290.00: 10.00 are missing, and the books say where."""

    async def work() -> None:
        async with floor_at(where, tmp_path) as floor:
            chips = await stocked(floor)
            done(await floor.desk.open_table(MANAGER, "t1", "high-card@1", cards="physical"))
            done(await floor.desk.open_table(MANAGER, "t2", "high-card@1"))
            declined(await chips.drop(DEALER, "t1", "ann", 100_00), "pit supervisor")
            declined(await chips.drop(SUPERVISOR, "t2", "ann", 100_00), "physical tables")
            for number in (1, 2, 2):
                done(await chips.drop(SUPERVISOR, "t1", "ann", 150_00, f"d{number}"))
            ledger = floor.house.ledger
            assert (ledger.balance("player/ann"), ledger.balance("box/t1")) == (300_00, -300_00)
            declined(await chips.count_box(SUPERVISOR, "t1", 300_00), "pit manager")
            declined(await chips.count_box(MIA, "t1", 290_00), "290 counted, 300 due")
            done(await chips.count_box(MIA, "t1", 290_00, "a note is missing", "b1"))
            assert done(await chips.count_box(MIA, "t1", 290_00, "a note is missing", "b1")).is_repeat
            assert (ledger.balance("cash"), ledger.balance("box/t1")) == (-290_00, 0)
            assert ledger.balance("box_difference/t1") == -10_00
            declined(await chips.count_box(MIA, "t1", 0), "nothing was laid down")
            await sound(floor)

    run(work())


def test_chips_of_the_house_are_a_shift_managers(sqlite_where: str, tmp_path: Path) -> None:
    async def work() -> None:
        async with floor_at(sqlite_where, tmp_path) as floor:
            chips = await stocked(floor)
            declined(await chips.make_set(MIA, "more", "More", (1_00,)), "shift manager")
            declined(await chips.make_set(MANAGER, "value", "Again", (1_00,)), "already")
            declined(await chips.make_set(MANAGER, "none", "None", ()), "what the chips are worth")
            declined(await chips.stock(MIA, "value", {5_00: 1}, "x"), "shift manager")
            declined(await chips.stock(MANAGER, "value", {100_00: -21}, "worn"), "the cage holds 20")
            done(await chips.stock(MANAGER, "value", {100_00: -20}, "worn"))
            assert floor.house.ledger.balance("cage/chips") == 1_600_00
            done(await floor.desk.open_table(MANAGER, "t1", "high-card@1"))
            declined(
                await chips.open_float(SUPERVISOR, "t1", "value", FLOAT), "the cage holds 0 chips of 100"
            )
            declined(await chips.open_float(SUPERVISOR, "t1", "value", {}), "count chips")
            declined(await chips.open_float(SUPERVISOR, "t9", "value", FLOAT), "no table t9")
            declined(await chips.count(SUPERVISOR, "t1", FLOAT), "not open")

    run(work())


def test_the_audit_finds_a_count_that_rests_on_other_figures(where: str, tmp_path: Path) -> None:
    """A count that says play had moved something else cannot pass, however well it is chained."""

    async def work() -> None:
        async with floor_at(where, tmp_path) as floor:
            chips = await stocked(floor)
            await floor.table()
            done(await chips.open_float(SUPERVISOR, "t1", "value", FLOAT))
            await fold(floor)
            false = _counts_as(floor, in_play=490_00)
            done(await floor.house.record(chips.register, lambda _: [false], SUPERVISOR, "CountRack"))
            report = await asyncio.to_thread(Audit(floor.house.journal, CATALOGUE, floor.house.sealer).run)
            assert [each.check for each in report.findings] == ["racks"]
            assert "rests on figures that play did not have" in report.findings[0].words

    run(work())


def _counts_as(floor: Floor, in_play: int) -> m.RackCounted:
    version = floor.house.journal.version("table/t1")
    return m.RackCounted(
        table="t1",
        counts=FLOAT,
        cents=1_500_00,
        expected=1_500_00,
        from_play=0,
        version=version,
        in_play=in_play,
        won=2_50,
        drop=0,
        prizes=0,
        first_round=1,
        last_round=1,
        is_closing=False,
    )
