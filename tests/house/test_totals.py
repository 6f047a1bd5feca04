"""Totals that reports read: every figure here is worked out by hand, and the audit counts again."""

from pathlib import Path
from typing import Any

import pytest

from croupier.games import catalogue
from croupier.house.audit import Audit
from croupier.house.house import House
from croupier.house.journal.counts import BETS, RELATIONS, STAYS, TABLES, Relation
from croupier.table import GiveRuling
from tests.house.helpers import ANN, MANAGER, Floor, Time, done, floor_at, run
from tests.house.test_returns import DAY_MS, DOUBLED, FOLDED, INSURED, SETTINGS, open_with_ann, tell
from tests.house.test_returns import _multilink as multilink


def told(floor: Floor, relation: Relation, *columns: str) -> list[tuple[Any, ...]]:
    sql = f"SELECT {', '.join(columns)} FROM {relation.name} ORDER BY {', '.join(relation.keys)}"
    return [tuple(row) for row in floor.house.journal.store.query(sql)]


def findings(floor: Floor) -> list[str]:
    house = floor.house
    return [each.words for each in Audit(house.journal, house.catalogue, house.sealer).run().findings]


def test_multilink_by_bet_and_by_stay(where: str, tmp_path: Path) -> None:
    time = Time()

    async def work() -> None:
        await multilink(where, tmp_path, time)
        async with floor_at(where, tmp_path, catalogue(), time) as floor:
            assert told(floor, BETS, "bet", "stake", "dealer", "bets", "fates", "base", "staked", "net") == [
                # Folded: the Ante lost; the jackpot's prize of 100 for a bet of 5.
                ("main", 50_00, "dee", 1, 1, 50_00, 50_00, 50_00),
                ("progressive", 5_00, "dee", 1, 1, 5_00, 5_00, 5_00 - 100_00),
                # Won: 30 to 1 on the Bonus; Flop and Turn bets won, the Ante not paid; the jackpot bet lost.
                ("bonus", 10_00, "dee", 1, 1, 10_00, 10_00, -300_00),
                ("main", 50_00, "dee", 1, 1, 50_00, 200_00, -150_00),
                ("progressive", 5_00, "dee", 1, 1, 5_00, 5_00, 5_00),
            ]
            tables = told(floor, TABLES, "rounds", "voids", "brought", "taken")
            assert [sum(each) for each in zip(*tables, strict=True)] == [2, 0, 1_000_00, 0]
            stays = told(floor, STAYS, "player", "bet", "rounds", "idle", "bets", "base", "staked", "net")
            assert stays == [
                # A day each. What she put down and what she lost, by her own chips.
                ("ann", "", 1, 0, 0, 0, 55_00, 55_00 - 105_00 + 5_00),
                ("ann", "main", 0, 0, 1, 50_00, 50_00, 50_00),
                ("ann", "progressive", 0, 0, 1, 5_00, 5_00, 5_00 - 100_00),
                ("ann", "", 1, 0, 0, 0, 215_00, -445_00),
                ("ann", "bonus", 0, 0, 1, 10_00, 10_00, -300_00),
                ("ann", "main", 0, 0, 1, 50_00, 200_00, -150_00),
                ("ann", "progressive", 0, 0, 1, 5_00, 5_00, 5_00),
            ]
            days = {day for (day,) in told(floor, STAYS, "day")}
            assert max(days) - min(days) == DAY_MS
            assert len({since for (since,) in told(floor, STAYS, "since")}) == 1, "one stay through both days"
            assert findings(floor) == []

    run(work())


def test_a_settlement_that_is_taken_back_is_not_won(where: str, tmp_path: Path) -> None:
    """55 lost, and all of it back: three cards in a hand, noticed before the next call (Multi-Link 5.15)."""

    async def work() -> None:
        async with floor_at(where, tmp_path, catalogue(), Time()) as floor:
            edition, terms = "rws-multilink@3", {"increment_rate": "0%"}
            done(await floor.desk.open_link(MANAGER, "main", edition, terms, meter=1_000_00))
            await open_with_ann(floor, "t1", edition, 1_000_00, settings=terms, link="main")
            await tell(
                floor,
                "t1",
                "cards: 2c Ks Kh 3d 4c 7d 6h Tc",
                "dealer: place your bets",
                "Ann: ante 50 on box 1",
                "Ann: bet 5 on the progressive of box 1",
                "dealer: no more bets",
                "dealer: deal the hole cards: one too many at box 1",
                "Ann: look at box 1",
                "Ann: fold box 1",
                "dealer: deal the flop",
                "dealer: reveal the flop",
                "dealer: settle",
            )
            assert floor.house.ledger.balances("table/t1/")["table/t1/bank"] == 55_00
            await tell(floor, "t1", "dealer: report the cards")
            ruled = GiveRuling(by=MANAGER, decision="cards", choice="cancel")
            done(await floor.house.submit("t1", ruled))
            await tell(floor, "t1", "dealer: settle")
            books = floor.house.ledger.balances("table/t1/")
            assert books.get("table/t1/bank", 0) == 0
            bets = told(floor, BETS, "bet", "base", "staked", "net")
            for bet, lost in (("main", 50_00), ("progressive", 5_00)):
                own = [row[1:] for row in bets if row[0] == bet]
                assert sorted(own) == [(-lost, -lost, -lost), (lost, lost, lost)]
            assert findings(floor) == []

    run(work())


def test_free_bet_by_bet(where: str, tmp_path: Path) -> None:
    async def work() -> None:
        async with floor_at(where, tmp_path, catalogue(), Time()) as floor:
            await open_with_ann(floor, "t1", "mbs-freebet@3", 1_000_00, settings=SETTINGS)
            await tell(floor, "t1", *INSURED, *DOUBLED)
            assert told(floor, BETS, "bet", "stake", "bets", "base", "staked", "net") == [
                ("busted", 10_00, 2, 20_00, 20_00, 0),
                ("insurance", 50_00, 1, 50_00, 50_00, -100_00),
                ("main", 100_00, 2, 200_00, 300_00, -100_00),
                ("pair", 10_00, 1, 10_00, 10_00, 10_00),
                ("pot_of_gold", 10_00, 1, 10_00, 10_00, 10_00),
            ]
            play = told(floor, STAYS, "bet", "rounds", "staked", "net")[0]
            # 100 + 10 + 10 + 50, then 100 + 10 + 10 + 100 more for the double.
            assert play == ("", 2, 170_00 + 220_00, -180_00)
            done(await floor.house.submit("t1", *_leaving(floor, "t1")))
            assert sum(row[0] for row in told(floor, TABLES, "taken")) == 1_180_00
            assert findings(floor) == []

    run(work())


def _leaving(floor: Floor, table: str) -> list[Any]:
    from croupier.server.tables.moves import taken

    look = floor.house.glance(table)
    assert look is not None
    option = look.game.leaving(look.rules, look.state, ANN)
    assert option is not None
    return [taken(option, ANN, look.game, {}, "goes-home")]


def _play(where: str, folder: Path) -> None:
    async def work() -> None:
        async with floor_at(where, folder, catalogue()) as floor:
            for table, edition in (("t1", "rws-poker@7"), ("t2", "mbs-freebet@3"), ("t3", "rws-multilink@3")):
                await floor.play(table, edition, 120)

    run(work())


def _rows(house: House) -> dict[str, list[Any]]:
    query = house.journal.store.query
    found = {name: sorted(query(f"SELECT * FROM {name}")) for name in (*RELATIONS, "notable")}
    return {name: [tuple(row) for row in rows] for name, rows in found.items()}


@pytest.mark.parametrize(
    ("sql", "words"),
    [
        ("UPDATE bet_total SET net = net + 1", "bet_total"),
        ("UPDATE table_total SET rounds = rounds + 1", "table_total"),
        ("UPDATE stay_total SET until = until + 1", "stay_total"),
        ("DELETE FROM ruleset", "ruleset"),
        ("DELETE FROM notable WHERE kind = 'money'", "notable"),
        ("INSERT INTO notable VALUES ('void', 1, 0, 1, 'table/t1', 1, '')", "notable"),
    ],
)
def test_the_audit_finds_a_total_that_was_changed(
    sqlite_where: str, tmp_path: Path, sql: str, words: str
) -> None:
    async def work() -> None:
        await multilink(sqlite_where, tmp_path, Time())
        async with floor_at(sqlite_where, tmp_path, catalogue()) as floor:
            store = floor.house.journal.store.again()
            with store.writing():
                store.run(sql)
            store.close()
            found = findings(floor)
            assert found
            assert all(each.startswith(words) for each in found)

    run(work())


def test_a_round_that_a_restart_cuts_in_two_is_counted_whole(where: str, tmp_path: Path) -> None:
    """What was read of it comes back with the table, from its snapshot or from its beginning."""
    lines = [each for each in FOLDED if "progressive" not in each and "flop" not in each]

    async def work() -> None:
        async with floor_at(where, tmp_path, catalogue(), Time()) as floor:
            await open_with_ann(floor, "t1", "rws-multilink@3", 1_000_00)
            await tell(floor, "t1", *lines[:4])
        async with floor_at(where, tmp_path, catalogue(), Time()) as floor:
            await tell(floor, "t1", *lines[4:])
            assert told(floor, BETS, "bet", "base", "net") == [("main", 50_00, 50_00)]
            assert findings(floor) == []

    run(work())
