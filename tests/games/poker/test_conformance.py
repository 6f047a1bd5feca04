"""Poker keeps the promises that every game must keep, whatever people and cards do."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.conformance import Drawn, Walk
from tests.effort import EFFORT
from tests.games.poker.tables import Playful, contestant


@settings(max_examples=6 * EFFORT, deadline=None)
@given(st.data(), st.sampled_from(["rws-poker@6", "rws-poker@7"]), st.booleans())
def test_short_walks_that_shrink(data: st.DataObject, edition: str, is_virtual: bool) -> None:
    Walk(contestant(edition, is_virtual, seats="4"), Drawn(data)).run(30)


@pytest.mark.parametrize("seed", range(2 * EFFORT))
def test_long_walks(seed: int) -> None:
    edition = ("rws-poker@6", "rws-poker@7", "rws-poker@7")[seed % 3]
    device = "electronic_shuffler" if seed % 3 == 2 else "card_shoe"
    table = contestant(edition, is_virtual=seed % 4 != 0, device=device, seats=str(2 + seed % 9))
    walk = Walk(table, Playful(seed)).run(400)
    assert any(type(event).__name__ == "HoleCardsDealt" for event in walk.events)
