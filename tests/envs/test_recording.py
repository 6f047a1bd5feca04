"""Rounds as data: Minari reads what the command writes."""

from pathlib import Path

import minari
import numpy as np
import pytest
from typer.testing import CliRunner

from croupier.cli import app


@pytest.mark.parametrize("edition", ["mbs-freebet@3", "rws-multilink@3"])
def test_minari_reads_what_was_recorded(
    edition: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MINARI_DATASETS_PATH", str(tmp_path))
    command = ["envs", "record", edition, "--rounds", "20", "-o", str(tmp_path)]
    done = CliRunner().invoke(app, command)
    assert done.exit_code == 0, done.output
    data = minari.load_dataset(f"croupier/{edition.replace('@', '-')}-random-v0")
    assert data.total_episodes == 20
    for episode in data.iterate_episodes():
        masks = episode.infos["action_mask"]
        assert len(episode.observations) == len(masks) == len(episode.actions) + 1
        assert masks[np.arange(len(episode.actions)), episode.actions].all()
        assert episode.terminations.tolist() == [False] * (len(episode.actions) - 1) + [True]
    again = CliRunner().invoke(app, command)
    assert again.exit_code == 2
    assert "is there already" in " ".join(again.stderr.split())


def test_several_agents_are_refused(tmp_path: Path) -> None:
    done = CliRunner().invoke(app, ["envs", "record", "rws-poker@7", "-o", str(tmp_path)])
    assert done.exit_code == 2
    assert "several agents" in done.stderr
