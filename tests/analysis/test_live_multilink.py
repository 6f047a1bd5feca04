"""The fast rounds against the live table; `python -m tests.analysis.live_multilink 200000` plays more."""

import pytest

from tests.analysis.live_multilink import compare


@pytest.mark.parametrize("edition", ["rws-multilink@2", "rws-multilink@3"])
def test_trust_4_simulated_rounds_are_live_rounds(edition: str) -> None:
    # All 17 ways a round can end occur among them.
    assert compare(edition, 15_000, seed=int(edition[-1])) == 17
