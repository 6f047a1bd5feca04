"""The kernel's hands against the live table; `python -m tests.analysis.live_poker 200000` plays more."""

import pytest

from tests.analysis.live_poker import HOUSES, compare


@pytest.mark.parametrize("edition", ["rws-poker@6", "rws-poker@7"])
@pytest.mark.parametrize("house", HOUSES, ids=lambda house: " ".join(house) or "defaults")
def test_trust_4_simulated_hands_are_live_hands(edition: str, house: dict[str, str]) -> None:
    raked = compare(edition, house, 600, seed=3)
    assert (raked > 0) == (house.get("rake_cap") != "0")


@pytest.mark.parametrize("seats", [2, 3, 10])
def test_any_number_of_players(seats: int) -> None:
    assert compare("rws-poker@7", {}, 200, seed=seats, stacks=(50_000,) * seats) > 0
