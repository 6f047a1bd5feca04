"""The table keeps the promises that every game must keep."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.links import messages as m
from croupier.links.game import LINK
from croupier.links.messages import Claim
from croupier.table import SYSTEM
from croupier.table import ShuffleCards as Shuffle
from tests.conformance import Contestant, Drawn, Seeded, Walk
from tests.effort import EFFORT
from tests.games.multilink.setting import (
    DEVICES,
    EDITIONS,
    MANAGER,
    PLAYERS,
    SHELF,
    STAFF,
    ClumsyWalk,
    DeepWalk,
    contestant,
)


@settings(max_examples=6 * EFFORT, deadline=None)
@given(st.data())
def test_short_walks_that_shrink(data: st.DataObject) -> None:
    Walk(contestant("rws-multilink@3"), Drawn(data)).run(25)


@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("seed", range(EFFORT))
def test_long_walks(edition: str, device: str, seed: int) -> None:
    shuffle = Shuffle(by=SYSTEM, seed=f"{seed:0128x}" if seed % 2 else "")
    walk = DeepWalk(contestant(edition, shuffle, device=device), Seeded(seed)).run(200)
    assert any(type(event).__name__ in ("RoundConcluded", "RoundVoided") for event in walk.events)


@pytest.mark.parametrize("seed", range(3))
def test_the_link_keeps_the_promises_of_a_game(seed: int) -> None:
    join = m.JoinLink(by=SYSTEM, table="North")
    bets = m.RegisterBets(by=SYSTEM, table="North", round=1, bets={1: 5_00, 2: 5_00})
    claims = tuple(Claim(box, "straight_flush", 10, 0, 0) for box in (1, 2))
    opening = (
        m.OpenLink(by=MANAGER),
        join,
        bets,
        m.RegisterClaims(by=SYSTEM, table="North", round=1, claims=claims),
        m.JoinLink(by=SYSTEM, table="South"),
        m.NoteFault(by=SYSTEM, table="North", box=0),
        m.NoteFault(by=SYSTEM, table="South", box=2),
    )
    contestant = Contestant(
        game=LINK,
        rules=SHELF.rules("rws-multilink@3", {}),
        find_rules=SHELF.rules,
        opening=opening,
        actors=lambda state: [*STAFF, PLAYERS[0]],
        disguise=lambda state, viewer, chance: state,
        outside=("bank", "payable"),
    )
    walk = Walk(contestant, Seeded(seed)).run(150)
    assert walk.table.state.hits


@pytest.mark.volume
@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize("seed", range(2 * EFFORT))
def test_walks_with_a_clumsy_dealer(seed: int, device: str) -> None:
    shuffle = Shuffle(by=SYSTEM, seed=f"{seed:0128x}" if seed % 2 else "")
    late = {"missed_burn_late": "repair", "wrong_count_unseen": "cancel_hand"} if seed > 1 else {}
    walk = ClumsyWalk(contestant("rws-multilink@3", shuffle, device=device, **late), Seeded(seed)).run(200)
    assert any(type(event).__name__ == "MatterResolved" for event in walk.events)
