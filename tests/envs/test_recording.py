"""Rounds as data: Minari reads what the command writes."""

from pathlib import Path

import minari
import numpy as np
import pytest
from typer.testing import CliRunner

from croupier.cli import app
from croupier.envs.freebet import kernel as k
from croupier.envs.recording import record


@pytest.mark.parametrize(
    ("edition", "player"),
    [
        *(("mbs-freebet@3", player) for player in ("random", "learned", "best")),
        *(("rws-multilink@3", player) for player in ("random", "learned", "own-pair")),
    ],
)
def test_minari_reads_what_was_recorded(
    edition: str, player: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MINARI_DATASETS_PATH", str(tmp_path))
    command = ["envs", "record", edition, "--rounds", "20", "-o", str(tmp_path), "--player", player]
    done = CliRunner().invoke(app, command)
    assert done.exit_code == 0, done.output
    data = minari.load_dataset(f"croupier/{edition.replace('@', '-')}-{player}-v0")
    assert data.total_episodes == 20
    for episode in data.iterate_episodes():
        masks = episode.infos["action_mask"]
        assert len(episode.observations) == len(masks) == len(episode.actions) + 1
        assert masks[np.arange(len(episode.actions)), episode.actions].all()
        assert episode.terminations.tolist() == [False] * (len(episode.actions) - 1) + [True]
    again = CliRunner().invoke(app, command)
    assert again.exit_code == 2
    assert "is there already" in " ".join(again.stderr.split())


def test_the_best_play_hits_no_seventeen_and_chance_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Hard 17 and more is stood on, or given up, by the best chart of hands with money on them."""
    monkeypatch.setenv("MINARI_DATASETS_PATH", str(tmp_path))
    hits = {}
    for player in ("random", "best"):
        record("mbs-freebet@3", 300, 1, f"{player}-v0", tmp_path, player)
        hits[player] = 0
        for episode in minari.load_dataset(f"{player}-v0").iterate_episodes():
            seen = episode.observations[: len(episode.actions)]
            is_late = (seen[:, k.O_SOFT] == 0) & (seen[:, k.O_TOTAL] >= 17) & (seen[:, k.O_MONEY] > 0)
            hits[player] += int((is_late & (episode.actions == k.HIT)).sum())
    assert hits["best"] == 0 < hits["random"]
    with pytest.raises(ValueError, match="random, learned, best"):
        record("mbs-freebet@3", 1, 1, "other", tmp_path, "worst")


def test_several_agents_are_refused(tmp_path: Path) -> None:
    done = CliRunner().invoke(app, ["envs", "record", "rws-poker@7", "-o", str(tmp_path)])
    assert done.exit_code == 2
    assert "several agents" in done.stderr
