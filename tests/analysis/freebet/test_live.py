"""The simulator and the live game on the same cards. Long run: `python -m tests.analysis.freebet.live`."""

import pytest

from tests.analysis.freebet import live

ROUNDS = 3_000


def test_trust_4_fast_rounds_pay_what_the_live_game_pays():
    assert live.compare(ROUNDS, seed=20) == ROUNDS


def test_the_comparison_notices_a_wrong_cent(monkeypatch):
    right = live.expected
    monkeypatch.setattr(live, "expected", lambda *told: right(*told) + 1)
    with pytest.raises(AssertionError, match="at the table"):
        live.compare(1, seed=1)
