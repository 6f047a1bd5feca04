"""Tables open, pause and close; rules change between Rounds; money and seats."""

from pathlib import Path
from typing import Any

import pytest

from croupier.games import catalogue
from croupier.house.answers import Declined
from croupier.house.ledger import day_of
from croupier.table import Actor, RulesAdopted, ShuffleCards
from high_card import messages as m
from tests.house.helpers import ANN, BEN, DEALER, MANAGER, SUPERVISOR, Time, bet, done, floor_at, run


def declined(answer: object, words: str) -> None:
    assert isinstance(answer, Declined), answer
    assert words in answer.reason


def test_tables_are_opened_by_a_pit_manager(where: str, tmp_path: Path) -> None:
    async def work() -> None:
        async with floor_at(where, tmp_path) as floor:
            desk = floor.desk
            declined(await desk.open_table(SUPERVISOR, "t1", "high-card@1"), "pit manager")
            declined(await desk.open_table(MANAGER, "t 1", "high-card@1"), "letters")
            declined(await desk.open_table(MANAGER, "t1", "high-card@9"), "high-card@9")
            declined(await desk.open_table(MANAGER, "t1", "high-card@1", {"seats": "99"}), "seats")
            done(await desk.open_table(MANAGER, "t1", "high-card@1", {"minimum_bet": "10.00"}))
            declined(await desk.open_table(MANAGER, "t1", "high-card@1"), "already")
            done(await desk.open_table(ANN, "practice-1", "high-card@1", is_practice=True))
            assert floor.house.card("practice-1").owner == "ann"
            rules = (await floor.house.look("t1")).rules
            assert (rules.money("minimum_bet"), rules.integer("seats")) == (10_00, 4)

    run(work())


def test_a_paused_table_finishes_its_round_and_starts_no_other(where: str, tmp_path: Path) -> None:
    async def work() -> None:
        async with floor_at(where, tmp_path) as floor:
            await floor.table()
            await floor.until_deciding()
            declined(await floor.desk.pause(DEALER, "t1", "break"), "pit supervisor")
            done(await floor.desk.pause(SUPERVISOR, "t1", "break"))
            done(await floor.give(m.Stay(by=ANN, seat=1)))
            declined(await floor.give(m.OpenBetting(by=DEALER)), "paused")
            declined(await floor.desk.pause(SUPERVISOR, "t1", "again"), "paused")
            done(await floor.desk.resume(SUPERVISOR, "t1"))
            done(await floor.give(m.OpenBetting(by=DEALER)))

    run(work())


def test_a_table_closes_when_the_chips_have_gone_home(sqlite_where: str, tmp_path: Path) -> None:
    async def work() -> None:
        async with floor_at(sqlite_where, tmp_path) as floor:
            await floor.table()
            await floor.until_deciding()
            declined(await floor.desk.close(MANAGER, "t1", "night"), "Round")
            done(await floor.give(m.Stay(by=ANN, seat=1)))
            declined(await floor.desk.close(MANAGER, "t1", "night"), "ann's chips at seat 1: ")
            done(await floor.desk.open_table(MANAGER, "t2", "high-card@1"))
            done(await floor.give(ShuffleCards(by=DEALER), "t2"))
            done(await floor.desk.close(MANAGER, "t2", "night"))
            declined(await floor.give(ShuffleCards(by=DEALER), "t2"), "closed")

    run(work())


def test_new_settings_hold_from_the_next_round(where: str, tmp_path: Path) -> None:
    async def work() -> None:
        async with floor_at(where, tmp_path) as floor:
            await floor.table()
            done(await floor.give(ShuffleCards(by=DEALER)))
            done(await floor.give(m.OpenBetting(by=DEALER)))
            declined(await floor.desk.change_rules(SUPERVISOR, "t1", "high-card@1", {}), "pit manager")
            declined(await floor.desk.change_rules(MANAGER, "t1", "high-card@1", {"seats": "0"}), "seats")
            done(await floor.desk.change_rules(MANAGER, "t1", "high-card@1", {"minimum_bet": "20.00"}))
            done(await floor.give(bet(5_00)))  # this Round began under the old minimum
            for command in (m.DealCards(by=DEALER), m.Stay(by=ANN, seat=1), m.OpenBetting(by=DEALER)):
                done(await floor.give(command))
            refused: Any = await floor.give(bet(5_00))
            assert "20" in refused.reason
            await floor.house._catch_up(floor.house.floor)
            card = floor.house.card("t1")
            assert (card.ordered, card.settings) == (None, {"minimum_bet": "20.00"})

    run(work())


def test_an_edition_in_force_applies_from_the_next_round(sqlite_where: str, tmp_path: Path) -> None:
    """Version 7 of the poker rules took effect on 19 April 2023 at 08:00 in Singapore: 00:00 UTC."""
    time = Time(1_681_862_399_000)  # 18 April 2023, 23:59:59 UTC
    shelf = catalogue()

    async def work() -> None:
        async with floor_at(sqlite_where, tmp_path, shelf, time) as floor:
            game = await floor.play("t1", "rws-poker@6", 0, follows_in_force=True)
            while not (await floor.house.look("t1")).round:
                await game.step()
            time.now += 2_000
            while (await floor.house.look("t1")).round == "t1.1":
                assert (await floor.house.look("t1")).rules.edition.id == "rws-poker@6"
                await game.step()
            await game.step()
            assert (await floor.house.look("t1")).rules.edition.id == "rws-poker@7"
            bodies = [b for entry in floor.house.journal.read("table/t1") for b in entry.events]
            assert sum(RulesAdopted.__name__.encode() in body for body in bodies) == 2

    run(work())


def test_a_player_brings_only_what_is_in_the_account(where: str, tmp_path: Path) -> None:
    async def work() -> None:
        async with floor_at(where, tmp_path) as floor:
            done(await floor.desk.open_table(MANAGER, "t1", "high-card@1"))
            declined(await floor.desk.deposit(DEALER, "ann", 100_00, "cash"), "pit manager")
            declined(await floor.desk.deposit(MANAGER, "ann", 0, "cash"), "above zero")
            done(await floor.desk.deposit(MANAGER, "ann", 100_00, "cash"))
            declined(await floor.desk.sit(ANN, "t1", 1, 100_01), "the account holds 100")
            done(await floor.desk.sit(ANN, "t1", 1, 100_00))
            assert floor.house.ledger.balance("player/ann") == 0
            declined(await floor.desk.withdraw(MANAGER, "ann", 1, "cash"), "more than that")

    run(work())


def test_trust_24_one_seat_per_player_at_a_table(sqlite_where: str, tmp_path: Path) -> None:
    async def work() -> None:
        async with floor_at(sqlite_where, tmp_path) as floor:
            await floor.table()
            declined(await floor.desk.sit(ANN, "t1", 2, 10_00), "one seat each")

    run(work())


def test_the_waiting_list_keeps_its_order(where: str, tmp_path: Path) -> None:
    async def work() -> None:
        async with floor_at(where, tmp_path) as floor:
            done(await floor.desk.open_table(MANAGER, "t1", "high-card@1"))
            for name in ("cat", "ann", "ben"):
                done(await floor.desk.wait_for_seat(Actor(name, ANN.role), "t1"))
            declined(await floor.desk.wait_for_seat(ANN, "t1"), "number 2")
            assert floor.house.card("t1").waiting == ("cat", "ann", "ben")
            done(await floor.desk.stop_waiting(Actor("cat", ANN.role), "t1"))
            done(await floor.desk.deposit(MANAGER, "ann", 100_00, "cash"))
            done(await floor.desk.sit(ANN, "t1", 1, 100_00))
            assert floor.house.card("t1").waiting == ("ben",)
            declined(await floor.desk.stop_waiting(ANN, "t1"), "not on the list")
            declined(await floor.desk.wait_for_seat(BEN, "t9"), "no table")

    run(work())


def test_the_books_follow_the_chips(where: str, tmp_path: Path) -> None:
    """Ann brings 500.00, bets 5.00: until settlement it is pending on the bet's own account."""

    async def work() -> None:
        async with floor_at(where, tmp_path) as floor:
            await floor.table()
            await floor.until_deciding()
            ledger = floor.house.ledger
            assert ledger.balances() == {
                "cash": -1_000_00,
                "player/ann": 500_00,
                "table/t1/bet/1": 5_00,
                "table/t1/stack/1": 495_00,
            }
            done(await floor.give(m.Fold(by=ANN, seat=1)))  # the House takes half: 2.50
            assert ledger.balances("table/") == {"table/t1/bank": 2_50, "table/t1/stack/1": 497_50}
            assert ledger.trial_balance() == 0
            assert ledger.disagreements() == {}
            memo = ledger.statement("table/t1/bank")[0].memo
            assert memo == "BetSettled high-card@1 3.5"
            today = day_of(floor.house.clock.peek())
            assert ledger.totals("table/t1/bank", *today) == {"table/t1/bank": (2_50, 0)}

    run(work())


def test_a_statement_names_the_round_under_way(where: str, tmp_path: Path) -> None:
    async def work() -> None:
        async with floor_at(where, tmp_path) as floor:
            await floor.table()
            await floor.until_deciding()
            done(await floor.give(m.Fold(by=ANN, seat=1)))
            await floor.until_deciding()
            ledger = floor.house.ledger
            # Down with the bet, half to the House, half back; then down again, the Round still open.
            found = [(line.round, line.cents) for line in ledger.statement("table/t1/bet/1")]
            assert found == [("t1.1", 5_00), ("t1.1", -2_50), ("t1.1", -2_50), ("t1.2", 5_00)]
            assert [line.round for line in ledger.statement("player/ann")] == ["", ""]  # before any Round

    run(work())


@pytest.mark.parametrize(
    ("at", "begin"),
    [
        (1_713_023_999_999, 1_712_937_600_000),  # 13 April 2024, 15:59:59.999 UTC is still the 13th, +08:00
        (1_713_024_000_000, 1_713_024_000_000),  # one millisecond later it is the 14th
    ],
)
def test_days_begin_at_midnight_where_the_house_stands(at: int, begin: int) -> None:
    assert day_of(at) == (begin, begin + 86_400_000)


def test_trust_10_money_sent_twice_under_one_id_moves_once(where: str, tmp_path: Path) -> None:
    async def work() -> None:
        async with floor_at(where, tmp_path) as floor:
            for _ in range(2):
                done(await floor.desk.deposit(MANAGER, "ann", 100_00, "cash", command_id="slip-17"))
            assert floor.house.ledger.balance("player/ann") == 100_00
            done(await floor.desk.deposit(MANAGER, "ann", 1_00, "cash", command_id="slip-18"))
            assert floor.house.ledger.balance("player/ann") == 101_00

    run(work())
