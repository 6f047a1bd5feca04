"""docs/verify.py imports nothing of ours, was written from docs/verify.md, and agrees with the house."""

import ast
import importlib.util
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest

from croupier.cards import Contribution, Entropy, FairOrder, commitment, decks, new_seed, shuffle
from croupier.games import catalogue
from croupier.house.history.rounds import Fairness
from croupier.table import Actor, Role
from tests.effort import EFFORT
from tests.house.helpers import floor_at, run

ROOT = Path(__file__).parents[2]
FILE = ROOT / "docs" / "verify.py"
ROUNDS = int(os.environ.get("VERIFIED_ROUNDS", 10 * EFFORT))  # of each game


class Outside:
    """The verifier, loaded from its file."""

    def __init__(self) -> None:
        spec = importlib.util.spec_from_file_location("outside", FILE)
        assert spec is not None
        assert spec.loader is not None
        self.module: Any = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(self.module)

    def main_checks(self, found: dict[str, Any], noted: dict[str, str]) -> list[str]:
        """What does not agree."""
        return [words for words, is_right in self.module.check(found, noted) if not is_right]


outside = Outside()


def plain(found: Fairness) -> dict[str, Any]:
    return dict(json.loads(msgspec.json.encode(found)))


def test_it_imports_the_standard_library_only() -> None:
    tree = ast.parse(FILE.read_text())
    names = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    assert names == {"hashlib", "hmac", "json", "sys"}
    assert not [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (None, "cannot be read"),
        ("hello", "is not JSON"),
        ('{"code": "sign_in", "reason": "sign in first"}', "the house refused: sign in first"),
        ("[]", "is not the answer of fairness"),
        ('{"round": "t1.7"}', "is not the answer of fairness"),
    ],
)
def test_a_file_that_is_no_answer_is_told_apart_from_a_bad_round(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str | None, says: str
) -> None:
    file = tmp_path / "fairness.json"
    if text is not None:
        file.write_text(text)
    assert outside.module.main([str(file)]) == 2
    assert says in capsys.readouterr().out


@pytest.mark.parametrize("edition", ["rws-poker@7", "rws-multilink@3", "mbs-freebet@3"])
def test_it_agrees_on_rounds_of_every_game(sqlite_where: str, tmp_path: Path, edition: str) -> None:
    """Of a player, of somebody who only watched, and of an auditor."""

    async def work() -> tuple[int, int, int]:
        rounds = cards = opened = 0
        async with floor_at(sqlite_where, tmp_path, catalogue()) as floor:
            game = await floor.play("t1", edition, 0, bots=3)
            asked = await floor.house.shuffles.next("t1")
            player = Actor("a-t1", Role.PLAYER)
            await floor.house.shuffles.contribute(player, "t1", asked.commitment, "5a" * 32)
            while not floor.house.journal.rounds("stream = ? AND number > ?", ("table/t1", ROUNDS), 1):
                await game.step()
            for row in floor.house.journal.rounds(limit=ROUNDS):
                for viewer, opens in ((player, False), (Actor("rail", Role.PLAYER), False), (player, True)):
                    found = plain(floor.rounds.fairness(row.id, viewer, opens))
                    assert outside.main_checks(found, {}) == [], row.id
                    cards += len(found["cards"])
                    opened += len(found["opened"])
                rounds += 1
        return rounds, cards, opened

    rounds, cards, opened = run(work())
    assert rounds == ROUNDS
    assert cards > ROUNDS
    assert opened > 0 or edition == "mbs-freebet@3"  # where one shoe serves them all


@pytest.mark.parametrize("count", [1, 6, 8])
def test_it_agrees_on_whole_shoes_and_sees_what_is_wrong(count: int) -> None:
    seed, added = new_seed(count), Entropy((Contribution("ann", "ab" * 32), Contribution("bé", "cd" * 32)))
    fair = FairOrder.made(decks(count), seed, added)
    seal = dict(json.loads(msgspec.json.encode(fair.seal)))
    whole = {"seq": 1, "seed": seed.hex(), "cards": list(decks(count)), "order": list(fair.order)}
    check = outside.module.check_opened
    assert list(check(whole, seal)) == []
    order = whole["order"]
    assert len(list(check(whole | {"order": [*order[1:], order[0]]}, seal))) == 2  # type: ignore[index]
    assert len(list(check(whole | {"seed": "00" * 64 * count}, seal))) == 3
    assert len(list(check(whole, seal | {"contributions": []}))) == 2
    assert len(list(check(whole, seal | {"root": "00" * 32}))) == 1


def test_it_checks_rounds_from_before(tmp_path: Path) -> None:
    seed = new_seed(8)
    assert outside.module.old_order(seed, 8) == list(shuffle(decks(8), seed))
    command = [sys.executable, "-I", str(FILE), "old", commitment(seed), seed.hex(), "8"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[1] == " ".join(shuffle(decks(8), seed))
    wrong = [*command[:4], "00" * 32, *command[5:]]
    assert subprocess.run(wrong, capture_output=True, check=False).returncode == 1


def test_it_runs_by_itself(tmp_path: Path) -> None:
    fair = FairOrder.made(decks(1), new_seed(), Entropy((Contribution("ann", "ab" * 32),)))
    proof = fair.proof(3)
    found = {
        "round": "t1.1",
        "shuffles": [{"seq": 5, "seal": msgspec.to_builtins(fair.seal)}],
        "cards": [{"seq": 9, "shuffle": 5} | msgspec.to_builtins(proof)],
        "opened": [],
    }
    file = tmp_path / "fairness.json"
    file.write_text(json.dumps(found))
    command = [sys.executable, "-I", str(FILE), str(file), "--root", fair.root, "--bytes", "ab" * 32]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "Round t1.1: everything agrees"
    bad = subprocess.run([*command[:-1], "cd" * 32], capture_output=True, text=True, check=False)
    assert (bad.returncode, "BAD  your contribution" in bad.stdout) == (1, True)
