"""The bench runner picks, measures and judges; the speeds themselves are for `make bench`."""

import pytest

from bench import Bench
from bench.__main__ import found, main, race, topics, verdict

pytestmark = pytest.mark.volume


@pytest.fixture(autouse=True)
def two_topics(monkeypatch: pytest.MonkeyPatch) -> None:
    """Others take long to make ready."""
    assert {"ranking", "poker"} <= set(topics())
    monkeypatch.setattr("bench.__main__.topics", lambda: ["poker", "ranking"])


def test_a_topic_or_part_of_a_name_picks_benches() -> None:
    names = [each.name for each in found(["ranking"])]
    assert "rank seven cards, treys" in names
    assert [each.name for each in found(["shuffle one"])] == ["shuffle one deck"]


def test_an_unknown_name_is_an_error(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["no such bench"]) == 2
    assert "no bench is called no such bench" in capsys.readouterr().err


def test_both_contestants_run_equally_often() -> None:
    calls: list[str] = []
    each = Bench("x", 10, lambda: calls.append("ours"), lambda: calls.append("peer"), "peer")
    ours, peer = race(each)
    assert ours > 0
    assert peer is not None
    assert calls.count("ours") == calls.count("peer") > 2
    assert calls[:4] == ["ours", "peer"] * 2


def test_targets_are_judged_at_the_boundary() -> None:
    ratio = Bench("x", 1, lambda: None, lambda: None, "peer", target_ratio_min=5)
    assert verdict(ratio, 1, 4.99) == (">= 5x", False)
    assert verdict(ratio, 1, 5.0) == (">= 5x", True)
    speed = Bench("x", 1, lambda: None, target_per_second_min=1_000)
    assert verdict(speed, 999, None) == (">= 1,000/s", False)
    assert verdict(speed, 1_000, None) == (">= 1,000/s", True)
    assert verdict(Bench("x", 1, lambda: None), 1, None) == ("", True)
