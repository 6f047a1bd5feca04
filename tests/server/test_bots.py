"""Bots at the front door: a real server on a port of its own, and nothing but the documented protocol."""

import asyncio
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from msgspec.structs import replace
from structlog.testing import capture_logs
from typer.testing import CliRunner, Result

from croupier.arena.seat import HouseSeat
from croupier.cli import app
from croupier.client import BotPlayer, TableGone, Visit
from croupier.client.bots import stake
from croupier.games import catalogue
from croupier.house.answers import Acknowledged
from croupier.house.audit import Audit
from croupier.players import bots_for
from croupier.server.config import Config
from croupier.server.tables.hand import Hand
from croupier.table import SYSTEM, Actor, Role
from tests.patience import PATIENCE_S, finish, until

from .conftest import MANAGER, PASSWORD, Served, build
from .houses import patient
from .test_serve import START

CONFIG = Config(pace_ms=0, thinking_ms=0, betting_seconds=5, is_demo=True, demo_tables=())
GAMES = ("rws-poker@7", "rws-multilink@3", "mbs-freebet@3")


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    with Served(lambda: build(str(tmp_path / "house.db"), tmp_path, CONFIG, catalogue())) as server:
        yield server


def opened(served: Served, edition: str) -> None:
    served.run(served.context.desk.open_table(MANAGER, "t1", edition))


async def visits(url: str, game: str, count: int, rounds: int) -> list[Visit]:
    async def one(name: str) -> Visit:
        async with patient(url) as client:
            await client.demo(f"{name} (bot)")
            return await BotPlayer(client, bots[name], rounds=rounds).visit("t1")

    bots = bots_for(game, count)
    async with asyncio.timeout(PATIENCE_S):
        return await asyncio.gather(*map(one, bots))


def reconciled(served: Served) -> None:
    """The visitors have gone, the books add up, and everything played again gives the same."""
    house = served.context.house
    seats = httpx.get(f"{served.url}/api/tables/t1", timeout=PATIENCE_S).json()["seats"]
    assert [seat["name"] for seat in seats if not seat["is_bot"]] == []
    assert house.ledger.trial_balance() == 0
    report = Audit(house.journal, house.catalogue, house.sealer).run()
    assert report.is_good, report.findings
    assert report.rounds >= 1


def test_a_move_that_was_seen_before_the_table_moved_on_is_late_and_not_refused(served: Served) -> None:
    opened(served, "rws-poker@7")
    stage, desk = served.run(served.context.room.stage("t1")), served.context.desk
    ann, ben = (Actor(name, Role.PLAYER, 1) for name in ("ann", "ben"))
    look = stage.look
    (sit,) = look.game.seat(ann, 1, 1_000_00)
    served.run(desk.deposit(MANAGER, "ben", 1_000_00, "cash"))
    assert isinstance(served.run(desk.sit(ben, "t1", 1, 1_000_00)), Acknowledged)
    with capture_logs() as logs:
        assert not served.run(Hand(stage).give(replace(sit, id="late"), look.version))
    assert [each for each in logs if "refused" in each["event"]] == []


@pytest.mark.parametrize("edition", GAMES)
def test_bots_play_through_the_client_and_the_chips_add_up(served: Served, edition: str) -> None:
    opened(served, edition)
    # One bot of the house, so that nobody is left alone at a table of Poker where the others have lost all.
    served.run(served.context.desk.set_bots(MANAGER, "t1", 1))
    found = finish(visits(served.url, edition.partition("@")[0], 3, rounds=3))
    assert sorted(visit.name for visit in found) == ["Ada (bot)", "Blaise (bot)", "Carl (bot)"]
    assert len({visit.place for visit in found}) == 3
    # Whoever has less than a fifth of the 1,000 brought along goes home earlier. The next Round may begin
    # before that is heard and be won: four stakes of less than 200 are still less than what was brought.
    assert all(visit.moves and (visit.rounds >= 3 or visit.won < 0) for visit in found), found
    reconciled(served)
    # Nothing but the games moved their chips: each account is what it was given and what the visit came to.
    ledger, people = served.context.house.ledger, served.context.people
    for visit in found:
        person = next(each for each in people.roster.people.values() if each.name == visit.name)
        assert not person.is_bot  # that mark is for bots of the house
        assert ledger.balance(f"player/{person.id}") == CONFIG.demo_chips + visit.won


def test_told_to_stop_a_bot_leaves_when_its_round_is_over(served: Served) -> None:
    opened(served, "mbs-freebet@3")

    async def run() -> Visit:
        stop = asyncio.Event()
        async with patient(served.url) as client, asyncio.timeout(PATIENCE_S):
            await client.demo("Ada (bot)")
            bot = bots_for("mbs-freebet", 1)["Ada"]
            visiting = asyncio.create_task(BotPlayer(client, bot, stop=stop).visit("t1"))
            while (await client.get("/api/tables/t1"))["rounds"] < 2:
                await asyncio.sleep(0.02)
            stop.set()
            return await visiting

    assert finish(run()).rounds >= 1
    reconciled(served)


def test_a_bot_that_was_cut_off_takes_up_its_seat_again(served: Served) -> None:
    opened(served, "mbs-freebet@3")

    async def run() -> Visit:
        async with patient(served.url) as client, asyncio.timeout(PATIENCE_S):
            await client.demo("Ada (bot)")
            await client.post("/api/tables/t1/seat", {"place": 2, "chips": 1_000_00})
            return await BotPlayer(client, bots_for("mbs-freebet", 1)["Ada"], rounds=1).visit("t1")

    assert finish(run()).place == 2
    reconciled(served)


def test_a_bot_plays_on_after_the_house_was_restarted(tmp_path: Path) -> None:
    """Told to stop while the house is closed, it leaves once it is back."""
    config = replace(CONFIG, interruption_seconds=0)

    def started(port: int = 0) -> Served:
        return Served(
            lambda: build(str(tmp_path / "house.db"), tmp_path, config, catalogue()), port
        ).__enter__()

    async def run(first: Served) -> tuple[Visit, Served]:
        stop = asyncio.Event()
        async with patient(first.url) as client, asyncio.timeout(PATIENCE_S):
            await client.demo("Ada (bot)")
            bot = bots_for("mbs-freebet", 1)["Ada"]
            visiting = asyncio.create_task(
                BotPlayer(client, bot, stop=stop, patience_s=PATIENCE_S).visit("t1")
            )
            while (await client.get("/api/tables/t1"))["rounds"] < 2:
                await asyncio.sleep(0.02)
            await asyncio.to_thread(first.__exit__)
            stop.set()
            await asyncio.sleep(0.1)
            return await asyncio.gather(visiting, asyncio.to_thread(started, first.port))

    first = started()
    opened(first, "mbs-freebet@3")
    visit, second = finish(run(first))
    try:
        assert visit.rounds >= 1
        reconciled(second)
    finally:
        second.__exit__()


def test_a_bot_brings_what_the_table_takes() -> None:
    def options(minimum: int, maximum: int) -> list[dict[str, Any]]:
        return [{"asks": [{"field": "chips", "kind": "money", "minimum": minimum, "maximum": maximum}]}]

    assert stake(options(100_00, 500_00), 99_99) == 100_00
    assert stake(options(100_00, 500_00), 100_00) == 100_00
    assert stake(options(100_00, 500_00), 500_01) == 500_00
    assert stake([], 7_00) == 7_00


def command(url: str, *more: str) -> Result:
    return CliRunner().invoke(app, ["bots", url, "--thinking", "0", *more], env={"COLUMNS": "200"})


def test_the_command_lets_a_player_with_a_password_play(served: Served) -> None:
    """And without --table it finds one that is open."""
    opened(served, "rws-multilink@3")
    people, desk = served.context.people, served.context.desk
    session = served.run(people.accept(served.run(people._invite(SYSTEM, (Role.PLAYER,))), "Robot", PASSWORD))
    served.run(desk.deposit(SYSTEM, session.person, 5_000_00, "test", from_house=True))
    done = command(served.url, "--rounds", "2", "--name", "Robot", "--password", PASSWORD)
    assert done.exit_code == 0, done.output
    assert re.match(r"Robot at .+, place \d: Rounds \d+, moves \d+, (won|lost) ", done.output)
    reconciled(served)


@pytest.mark.parametrize(
    ("more", "reason"),
    [
        (("--table", "nowhere"), "there is no table nowhere"),
        ((), "no table is open"),
        (("--agent", "od"), "did you mean"),
        (("--name", "Robot", "--count", "2", "--password", "x"), "--name goes with --count 1"),
    ],
)
def test_the_command_says_what_is_wrong(served: Served, more: tuple[str, ...], reason: str) -> None:
    done = command(served.url, *more)
    assert done.exit_code == 2
    assert reason in done.output


def test_a_house_that_is_not_there() -> None:
    done = command("http://127.0.0.1:9")
    assert done.exit_code == 2
    assert "does not answer as a house does" in done.output


AGENT = """
class Careful:
    heard, asked, given = [], 0, set()

    def choose(self, view, options):
        Careful.asked += 1
        Careful.given |= {option.command for option in options}
        assert view.seats[view.own_seat].cards
        named = {option.command: option for option in options}
        return named.get("Check") or named["Fold"], {}

    def observe(self, event):
        Careful.heard.append(event)

class TooMuch:
    def choose(self, view, options):
        named = {option.command: option for option in options}
        raising = named.get("Bet") or named.get("RaiseTo")
        return (raising, {"amount": 10**9}) if raising else (named["Fold"], {})
"""


def test_agents_of_the_arena_play_at_a_house(served: Served, tmp_path: Path) -> None:
    """The same class as in the arena: asked about betting only, told what its seat may see."""
    opened(served, "rws-poker@7")
    served.run(served.context.desk.set_bots(MANAGER, "t1", 1))  # so that nobody is left alone
    (tmp_path / "mine.py").write_text(AGENT)
    made: list[Any] = []
    with pytest.MonkeyPatch.context() as patch:
        kept = HouseSeat.__init__
        patch.setattr(HouseSeat, "__init__", lambda *given: (made.append(given[2]), kept(*given))[1])  # type: ignore[func-returns-value]
        asked = ("--agent", f"{tmp_path}/mine.py:Careful", "--agent", "caller", "--rounds", "2")
        done = command(served.url, "--table", "t1", *asked)
    assert done.exit_code == 0, done.output
    told = sorted(line.partition(" at ")[0] for line in done.output.splitlines())
    assert told == ["Careful (bot)", "caller (bot)"]
    (agent,) = {type(each) for each in made if type(each).__name__ == "Careful"}
    assert agent.asked >= 1
    assert agent.given <= {"Check", "Call", "Fold", "Bet", "RaiseTo", "AllIn"}
    heard = {type(event).__name__: event for event in agent.heard}
    assert heard["CardsShuffled"].order == ()
    assert "HandWon" in heard or "PotAwarded" in heard, heard
    reconciled(served)


def test_an_agent_that_asks_for_too_much_is_told_so(served: Served, tmp_path: Path) -> None:
    opened(served, "rws-poker@7")
    served.run(served.context.desk.set_bots(MANAGER, "t1", 1))
    (tmp_path / "mine.py").write_text(AGENT)
    done = command(served.url, "--table", "t1", "--agent", f"{tmp_path}/mine.py:TooMuch")
    assert done.exit_code == 2
    assert re.search(r"TooMuch: .+ cents, not 1000000000", done.output), done.output


def test_one_signal_ends_bots_whose_house_has_gone(served: Served) -> None:
    """They waited for ever: nothing told them any more that it was time to go."""
    opened(served, "mbs-freebet@3")

    async def run() -> None:
        stop = asyncio.Event()
        async with patient(served.url) as client, asyncio.timeout(PATIENCE_S):
            await client.demo("Ada (bot)")
            player = BotPlayer(client, bots_for("mbs-freebet", 1)["Ada"], stop=stop, patience_s=0.5)
            visiting = asyncio.create_task(player.visit("t1"))
            while (await client.get("/api/tables/t1"))["rounds"] < 1:
                await asyncio.sleep(0.02)
            await asyncio.to_thread(served.__exit__)
            stop.set()
            with pytest.raises(TableGone, match="the house has gone"):
                await visiting

    finish(run())


@pytest.mark.soak
def test_ctrl_c_lets_them_finish_the_round(served: Served) -> None:
    opened(served, "mbs-freebet@3")
    process = subprocess.Popen(
        [sys.executable, "-c", START, "bots", served.url, "--table", "t1", "--count", "3", "--thinking", "0"],
        stdout=subprocess.PIPE,
        text=True,
        env=os.environ | {"COLUMNS": "200"},
    )
    until(lambda: httpx.get(f"{served.url}/api/tables/t1", timeout=PATIENCE_S).json()["rounds"] >= 2)
    process.send_signal(signal.SIGINT)
    said, _ = process.communicate(timeout=PATIENCE_S)
    assert process.returncode == 0, said
    assert sorted(line.partition(" ")[0] for line in said.splitlines()) == ["Ada", "Blaise", "Carl"]
    reconciled(served)
