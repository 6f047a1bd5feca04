"""A record amended in the house: both versions are in the journal, and the second one counts."""

from pathlib import Path

import pytest

from croupier.games import catalogue
from croupier.games.freebet import commands as c
from croupier.house import live_table as live
from croupier.house.history.returns import Theory, returns
from croupier.table import AmendRecord, Command, Refusal, ShuffleCards
from tests.house.helpers import ANN, DEALER, MANAGER, SUPERVISOR, Floor, done, floor_at, run

EDITION = "mbs-freebet@3"


def cards(text: str) -> tuple[str, ...]:
    return tuple(text.split())


async def begin(floor: Floor) -> None:
    settings = {"burn_policy": "none"}
    await floor.table(edition=EDITION, settings=settings, cards="physical")
    await give(
        floor,
        ShuffleCards(by=DEALER),
        c.OpenBetting(by=DEALER),
        c.PlaceForPlayer(by=DEALER, player="ann", area=1, bet="main", amount=50_00),
    )


async def give(floor: Floor, *commands: Command) -> None:
    for command in commands:
        done(await floor.give(command))


async def play_out(floor: Floor) -> None:
    """Ann has 9 and 8 of clubs and stands; the Dealer draws to 20 and wins."""
    await give(
        floor,
        c.CloseBetting(by=DEALER),
        c.DealInitial(by=DEALER, cards=cards("9c Td 8c")),
        c.OfferSurrender(by=DEALER),
        c.CloseSurrender(by=DEALER),
        c.Stand(by=ANN),
        c.DealCard(by=DEALER, cards=cards("9h")),
        AmendRecord(by=SUPERVISOR, cards=cards("Qh")),
        c.SettleRound(by=DEALER),
    )


@pytest.mark.parametrize("every", [1, 256])
def test_what_stands_is_what_was_entered_again(
    audited: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, every: int
) -> None:
    """50 entered for 60; a 9 read for a Queen. The House wins the 60 and the bet is counted once."""
    monkeypatch.setattr(live, "SNAPSHOT_EVERY", every)

    async def work() -> None:
        async with floor_at(audited, tmp_path, catalogue()) as floor:
            await begin(floor)
            done(await floor.give(AmendRecord(by=SUPERVISOR, amount=60_00)))
            await play_out(floor)
            assert floor.house.ledger.balance("table/t1/stack/1") == 440_00
            recall = floor.rounds.recall("t1.1")
            told = [type(each.event).__name__ for each in recall.happened]
            assert told.count("WagerPlaced") == 2
            assert told.count("RecordAmended") == 2
            assert recall.won("stack/1") == -60_00
            assert floor.rounds.verify("t1.1").is_verified
            (line,) = returns(floor.house.journal, catalogue(), lambda *_: Theory(0.0, 1.0))
            assert (line.bets, line.base, line.net) == (1, 60_00, 60_00)

    run(work())


@pytest.mark.parametrize("every", [1, 256])
def test_another_process_amends_what_this_one_entered(
    audited: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, every: int
) -> None:
    monkeypatch.setattr(live, "SNAPSHOT_EVERY", every)

    async def work() -> None:
        async with floor_at(audited, tmp_path, catalogue()) as floor:
            await begin(floor)
            async with floor_at(audited, tmp_path, catalogue()) as other:
                await amend_by_turns(floor, other)

    async def amend_by_turns(floor: Floor, other: Floor) -> None:
        offered = (await floor.house.look("t1")).options(SUPERVISOR)
        assert [each.asks[0].maximum for each in offered if each.command == "AmendRecord" and each.asks]
        done(await other.give(AmendRecord(by=SUPERVISOR, amount=60_00)))
        assert isinstance(await floor.give(AmendRecord(by=DEALER, amount=70_00)), Refusal)
        done(await floor.give(AmendRecord(by=MANAGER)))
        assert floor.house.ledger.balance("table/t1/stack/1") == 500_00
        done(await floor.give(c.PlaceWager(by=ANN, area=1, amount=30_00)))
        rested = await other.give(AmendRecord(by=SUPERVISOR))
        assert isinstance(rested, Refusal)
        assert "ann" in rested.reason

    run(work())
