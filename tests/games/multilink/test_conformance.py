"""The table keeps the promises that every game must keep."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.cards import new_seed
from croupier.table import SYSTEM
from croupier.table import ShuffleCards as Shuffle
from tests.conformance import Drawn, Seeded, Walk
from tests.games.multilink.setting import DEVICES, EDITIONS, DeepWalk, contestant


@settings(max_examples=30, deadline=None)
@given(st.data())
def test_short_walks_that_shrink(data: st.DataObject) -> None:
    Walk(contestant("rws-multilink@3"), Drawn(data)).run(25)


@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("seed", range(4))
def test_long_walks(edition: str, device: str, seed: int) -> None:
    shuffle = Shuffle(by=SYSTEM, seed=new_seed(1).hex() if seed % 2 else "")
    walk = DeepWalk(contestant(edition, shuffle, device=device), Seeded(seed)).run(200)
    assert any(type(event).__name__ in ("RoundConcluded", "RoundVoided") for event in walk.events)
