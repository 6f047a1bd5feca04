"""The second example keeps every promise, in memory and in a house that starts again in a Round."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from casino_war import CASINO_WAR, EDITIONS
from casino_war import messages as m
from croupier.cards import new_seed, parse_cards
from croupier.faults.autoplay import Autoplay
from croupier.house.answers import Acknowledged
from croupier.house.audit import Audit
from croupier.house.recovery import Recovery
from croupier.rulebook import Library
from croupier.table import SYSTEM, Accepted, Actor, Catalogue, Role, ShuffleCards
from croupier.table.against_house import messages as base
from croupier.table.bots import RandomBot
from tests.conformance import Seeded, Walk, against_house
from tests.effort import EFFORT
from tests.house.helpers import SUPERVISOR, floor_at, run

CATALOGUE = Catalogue(Library(EDITIONS, shipped=False), {CASINO_WAR.name: lambda: CASINO_WAR})
PLAYERS = [Actor(name, Role.PLAYER, seat) for seat, name in enumerate(("Ann", "Ben", "Cat"), start=1)]
STAFF = [Actor("Dealer", Role.DEALER), Actor("Manager", Role.SHIFT_MANAGER)]


@pytest.mark.volume
@pytest.mark.parametrize("seed", range(2 + 2 * EFFORT))
def test_walks(seed: int) -> None:
    shuffle = ShuffleCards(by=SYSTEM, seed=new_seed(6).hex() if seed % 2 else "")
    rules = CATALOGUE.rules("casino-war@1", {})
    walk = Walk(against_house(CASINO_WAR, rules, CATALOGUE.rules, shuffle), Seeded(seed)).run(700)
    walk.come_to_rest()
    assert any(type(event).__name__ == "RoundConcluded" for event in walk.events)


def test_a_house_that_starts_again_in_a_round_plays_on(tmp_path: Path) -> None:
    where = str(tmp_path / "house.db")

    async def work() -> None:
        async with floor_at(where, tmp_path, CATALOGUE) as floor:
            game = await floor.play("w1", "casino-war@1", 60)
            while not (await floor.house.look("w1")).round:
                await game.step()
        async with floor_at(where, tmp_path, CATALOGUE) as floor:
            recovery = Recovery(floor.house)
            (interrupted,) = await recovery.start()
            assert isinstance(await recovery.confirm(SUPERVISOR, "w1"), Acknowledged)
            bots = {f"{name}-w1": RandomBot(number) for number, name in enumerate("ab")}
            game = Autoplay(floor.house, "w1", bots)
            for _ in range(60):
                await game.step()
            last = floor.house.journal.last_round("table/w1")
            assert last is not None
            assert last.id != interrupted
            report = Audit(floor.house.journal, CATALOGUE, floor.house.sealer).run()
            assert not report.findings

    run(work())


DRAFT = """
[edition]
id = "casino-war@2"
based_on = "casino-war@1"
effective = 2030-01-01T08:00:00+08:00

[parameters]
burnt_before_war = { value = 1 }
surrender_costs_percent = { value = 25 }
"""


def test_a_draft_is_played_by_its_own_numbers(tmp_path: Path) -> None:
    """Ann and Ben tie with the Dealer. Ann surrenders 100; Ben goes to war and wins 100."""
    (tmp_path / "casino-war@2.toml").write_text(DRAFT, encoding="utf-8")
    (tmp_path / "casino-war@1.toml").write_text((EDITIONS / "casino-war@1.toml").read_text("utf-8"), "utf-8")
    shelf = Catalogue(Library(tmp_path, shipped=False), {CASINO_WAR.name: lambda: CASINO_WAR})
    left = {}
    for edition, burnt in (("casino-war@1", "2c 3c 4c"), ("casino-war@2", "2c")):
        table = shelf.table(edition)
        ann, ben = PLAYERS[:2]
        first = parse_cards(f"Kc Kd Kh {burnt} 9c 8c")
        seats = [command for one in (ann, ben) for command in CASINO_WAR.seat(one, one.seat or 0, 500_00)]
        for command in (
            *seats,
            ShuffleCards(by=SYSTEM, first_cards=first),
            base.CallForBets(by=STAFF[0]),
            m.PlaceWager(by=ann, seat=1, amount=100_00),
            m.PlaceWager(by=ben, seat=2, amount=100_00),
            base.DealCards(by=STAFF[0]),
            m.Surrender(by=ann, seat=1),
            m.GoToWar(by=ben, seat=2),
            base.DealCards(by=STAFF[0]),
        ):
            outcome = table.submit(command)
            assert isinstance(outcome, Accepted), outcome
        left[edition] = [seat.chips for seat in table.state.seats.values()]
    assert left == {"casino-war@1": [450_00, 600_00], "casino-war@2": [475_00, 600_00]}


def test_every_command_finds_it_by_name() -> None:
    examples = str(Path(__file__).parents[1])
    here = os.environ | {"CROUPIER_GAMES": "casino_war", "PYTHONPATH": examples}
    told = subprocess.run(
        [sys.executable, "-m", "croupier", "rules", "show", "casino-war@1", "4.6"],
        env=here,
        capture_output=True,
        text=True,
        check=True,
    )
    assert "goes back" in told.stdout
    lost = subprocess.run(
        [sys.executable, "-m", "croupier", "play", "casino-war@1"],
        env=here | {"CROUPIER_GAMES": "casino_wra"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert lost.returncode == 2
    assert "CROUPIER_GAMES names casino_wra" in lost.stderr
