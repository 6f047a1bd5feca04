"""Agents against each other."""

import random
import sys
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import msgspec
import pokerkit
import pytest
from typer.testing import CliRunner

from croupier.arena.agents import AgentError, Program, Remote, agent
from croupier.arena.match import Match, expected
from croupier.arena.report import page, ratings
from croupier.arena.seat import HouseSeat
from croupier.cli import app
from croupier.envs.poker import PokerSetup, PokerTable
from croupier.envs.poker.search import Position
from croupier.players.poker import CallerBot
from croupier.table import Event, Option
from croupier.table.bots import Choice

SHORT = PokerSetup(seats=2, stakes=100_00, rake=False, settings={"table_stake_min": "20"}, sizes=())
CHOOSER = """
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "decide":
        names = [option["command"] for option in message["options"]]
        wanted = next(name for name in ("Check", "Call", "AllIn") if name in names)
        print(json.dumps({"option": names.index(wanted)}), flush=True)
"""


class Shover:
    """All chips in, always; keeps what it was told."""

    def __init__(self) -> None:
        self.seen: list[Event] = []

    def choose(self, view: msgspec.Struct, options: tuple[Option, ...]) -> Choice:
        named = {option.command: option for option in options}
        return named.get("AllIn") or named["Call"], {}

    def observe(self, event: Event) -> None:
        self.seen.append(event)


def test_aces_against_kings_win_what_they_win_on_average() -> None:
    # All in before the flop with 10 Big Blinds each: 81.9% of the pot, so about 6.4 Big Blinds a hand.
    position = Position(SHORT)
    position.deal(["As", "Ah", "Kd", "Kc"])
    position.step(len(SHORT.actions) - 1)
    position.step(1)
    place = [position.hole(seat)[0][0] for seat in (0, 1)]
    found = expected(position, random.Random(1))
    assert found[place.index("A")] == pytest.approx(6.4, abs=0.8)
    assert sum(found) == pytest.approx(0)


def test_duplicate_deals_leave_two_equals_equal() -> None:
    # Both always go all-in: whoever has the better cards of a deal has the worse ones of its twin.
    match = Match(SHORT, [("one", Shover()), ("other", Shover())], seed=3)
    list(match.play(4))
    for standing in match.standings:
        assert standing.deals == pytest.approx([0.0] * 4, abs=1.5)  # 500 sampled boards each
        assert standing.hands == 8


def test_agents_are_told_what_they_may_see() -> None:
    watcher = Shover()
    list(Match(SHORT, [("watcher", watcher), ("caller", CallerBot())]).play(1))
    shuffles = [event for event in watcher.seen if type(event).__name__ == "CardsShuffled"]
    assert len(shuffles) == 2
    assert all(not event.order and not event.seed for event in shuffles)  # type: ignore[attr-defined]


def test_a_program_plays_by_lines(tmp_path: Path) -> None:
    script = tmp_path / "chooser.py"
    script.write_text(CHOOSER)
    program = Program([sys.executable, str(script)])
    try:
        match = Match(SHORT, [("program", program), ("caller", CallerBot())])
        list(match.play(2))
    finally:
        program.close()
    assert match.standings[0].hands == 4


def test_an_address_plays_by_the_same_message() -> None:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            names = [option["command"] for option in msgspec.json.decode(body)["options"]]
            wanted = next(name for name in ("Check", "Call", "AllIn") if name in names)
            self.send_response(200)
            self.end_headers()
            self.wfile.write(msgspec.json.encode({"option": names.index(wanted)}))

        def log_message(self, *told: object) -> None:
            pass

    server = HTTPServer(("127.0.0.1", 0), Handler)
    serving = threading.Thread(target=server.serve_forever)
    serving.start()
    try:
        remote = Remote(f"http://127.0.0.1:{server.server_port}/decide")
        match = Match(SHORT, [("remote", remote), ("caller", CallerBot())])
        list(match.play(1))
        remote.close()
    finally:
        server.shutdown()
        serving.join()
        server.server_close()
    assert match.standings[0].hands == 2


class Mute:
    """Answers with something else than an option and values."""

    def __init__(self, answer: object) -> None:
        self._answer = answer

    def choose(self, view: msgspec.Struct, options: tuple[Option, ...]) -> Choice:
        return self._answer  # type: ignore[return-value]


@pytest.mark.parametrize("answer", [5, "Call", ("Call", {}), (None, {})])
def test_an_answer_that_is_no_choice_is_told(answer: object) -> None:
    match = Match(SHORT, [("mute", Mute(answer)), ("caller", CallerBot())])
    said = r"mute answered .*; choose gives one of the options and its values"
    with pytest.raises(AgentError, match=said):
        list(match.play(1))
    seat, table = HouseSeat("mute", Mute(answer)), PokerTable(SHORT, lambda: {"seed": "00" * 64})
    table.deal()
    with pytest.raises(AgentError, match=said):
        seat.choose(table.view(0), table.table.options(table.actors[0]))


def test_the_command_writes_hands_and_a_report(tmp_path: Path) -> None:
    log, report = tmp_path / "hands.phhs", tmp_path / "report.html"
    mine = tmp_path / "mine.py"
    mine.write_text(
        "class Mine:\n"
        "    def choose(self, view, options):\n"
        "        named = {option.command: option for option in options}\n"
        "        return named.get('Check') or named['Fold'], {}\n"
    )
    done = CliRunner().invoke(
        app, ["arena", str(mine), "caller", "--rounds", "4", "--log", str(log), "--report", str(report)]
    )
    assert done.exit_code == 0, done.output
    assert "caller" in done.output
    with log.open("rb") as file:
        hands = list(pokerkit.HandHistory.load_all(file))
    assert len(hands) == 4
    assert sorted(hands[0].players or ()) == ["Mine", "caller"]
    text = report.read_text("utf-8")
    assert "<svg" in text
    assert "Mine" in text


def test_ratings_put_the_best_first() -> None:
    match = Match(SHORT, [("shover", Shover()), ("caller", CallerBot())])
    list(match.play(2))
    best, worst = ratings([match.standings])
    assert best.per_hundred >= worst.per_hundred
    assert "±" in page("A match", [match.standings], {"seed": "1"})


def test_mistakes_are_answered_with_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(AgentError, match="caller"):
        agent("calller")
    with pytest.raises(AgentError, match=r"no file .*nobody\.py"):
        agent(str(tmp_path / "nobody.py"))
    empty = tmp_path / "empty.py"
    empty.write_text("x = 1\n")
    with pytest.raises(AgentError, match="no class with choose"):
        agent(str(empty))
    with pytest.raises(AgentError, match="cannot be started"):
        agent("cmd:./no_such_program")[1](0)
    talker = Program([sys.executable, "-c", "import sys; sys.stdin.readline(); print('hello')"])
    with pytest.raises(AgentError, match=r'one line like {"option": 0} is expected'):
        list(Match(SHORT, [("talker", talker), ("caller", CallerBot())]).play(1))
    talker.close()
    refused = CliRunner().invoke(app, ["arena", "caller"])
    assert refused.exit_code == 2
