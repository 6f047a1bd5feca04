"""`croupier envs prove`: whatever it draws can be played, and a difference would be told."""

import random
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

from croupier.cli import app
from croupier.cli.envs import _jobs
from croupier.envs import proof
from croupier.envs.freebet import FreeBetSetup
from croupier.envs.multilink import MultiLinkSetup
from croupier.envs.poker import PokerSetup
from croupier.envs.poker.batch import PokerBatch
from croupier.games import catalogue
from croupier.rulebook.library import EDITIONS, library

SETUPS: dict[str, Any] = {
    "mbs-freebet": FreeBetSetup,
    "rws-multilink": MultiLinkSetup,
    "rws-poker": PokerSetup,
}


@pytest.mark.parametrize("edition", catalogue().library.ids)
def test_a_table_can_be_set_up_with_all_that_is_drawn(edition: str) -> None:
    """Also with readings that came later than the batch."""
    for game, _, _, wanted in islice(_jobs(edition, random.Random(3), 1), 60):
        SETUPS[game](**wanted)


@pytest.mark.parametrize("workers", ["1", "2"])
def test_the_command_says_what_agrees(workers: str) -> None:
    asked = ["envs", "prove", "rws-poker@7", "--rounds", "3", "--workers", workers]
    said = CliRunner().invoke(app, asked, env={"COLUMNS": "160"}).output
    assert "Rounds agree in all that is seen, may be done and is won" in said


def test_a_difference_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """A batch that takes a cent more from whoever loses."""
    honest = PokerBatch._step

    def dishonest(self: PokerBatch, *given: Any) -> None:
        honest(self, *given)
        self.net[self.net < 0] -= 1

    monkeypatch.setattr(PokerBatch, "_step", dishonest)
    with pytest.raises(proof.Difference, match="cents won: the batch has"):
        proof.poker(20, 1, seats=2)
    said = CliRunner().invoke(app, ["envs", "prove", "rws-poker@7", "--rounds", "20"], env={"COLUMNS": "160"})
    assert said.exit_code == 2
    assert "cents won" in said.output


def test_what_is_compared_may_be_one_number_or_many() -> None:
    proof.same("end", np.bool_(True), True, "")
    with pytest.raises(proof.Difference, match="end"):
        proof.same("end", np.bool_(True), False, "")
    with pytest.raises(proof.Difference, match="mask"):
        proof.same("mask", np.array([1, 0]), np.array([1, 1]), "")


@pytest.mark.parametrize(
    ("asked", "wrong"),
    [
        (["prove"], "parameters.nonsense: should be a table"),
        (["record", "-o", "data"], "parameters.nonsense: should be a table"),
        (["prove", "--rounds", "many"], "'many' is not a whole number"),
    ],
)
def test_a_faulty_draft_is_told_in_a_sentence(asked: list[str], wrong: str, tmp_path: Path) -> None:
    (tmp_path / "rws-poker@999.toml").write_text(
        '[edition]\nid = "rws-poker@999"\nbased_on = "rws-poker@7"\neffective = 2099-01-01T08:00:00+08:00\n'
        "[parameters]\nnonsense = 3\n"
    )
    command = ["envs", asked[0], "rws-poker@999", "--rounds", "5", *asked[1:], "--editions", str(tmp_path)]
    said = CliRunner().invoke(app, command, env={"COLUMNS": "160", EDITIONS: None})
    library.cache_clear()
    assert (said.exit_code, said.exception.__class__) == (2, SystemExit)
    assert wrong in said.output
