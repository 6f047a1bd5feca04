"""Burnt Cards that nobody has seen, in everything that can go wrong with named cards."""

from typing import Any

import pytest
from msgspec.structs import replace

from croupier.cards import UNKNOWN, Card
from croupier.games.multilink.events import HoleCardsDealt, StreetDealt
from croupier.games.multilink.state import State
from croupier.table import Actor, Option
from croupier.table.deals import BurntCardNamed
from tests.conformance import Chooser, unused_cards
from tests.effort import EFFORT
from tests.games.multilink.setting import EDITIONS, DeepWalk, contestant, disguise, values
from tests.games.poker.tables import Playful

pytestmark = pytest.mark.volume

WALKS = range(2 * EFFORT)
BURNS = ("DealHoleCards", "DealStreet")


def known(state: State) -> list[Card]:
    """Cards that are still to come, and yet everybody knows where they lie."""
    seen = () if state.face_up is None else (state.face_up,)
    return [
        card
        for card in (*(laid.card for laid in state.coming), *state.device.undealt, *seen)
        if card != UNKNOWN
    ]


def unseen_burns(state: State, option: Option, chooser: Chooser) -> dict[str, Any] | None:
    """Cards named by somebody who has seen all but the burn, where nothing else is settled about it."""
    asked = [ask for ask in option.asks if ask.kind == "cards"]
    if option.command == "NameBurntCard":
        elsewhere = replace(state.device, out=(*state.device.out, *known(state)))
        return {"cards": unused_cards(elsewhere, 1, chooser)}
    if not asked or not asked[0].unseen or known(state) or option.command not in BURNS:
        return values(state, option, chooser)
    cards = unused_cards(state.device, asked[0].minimum, chooser)
    return {"cards": [UNKNOWN, *cards[1:]] if chooser.between(0, 4) else cards}


def disguised(state: State, viewer: Actor, chance: Any) -> State:
    """What nobody knows is nothing that anybody may not know."""
    hidden = disguise(replace(state, public=(*state.public, UNKNOWN)), viewer, chance)
    return replace(hidden, public=state.public)


@pytest.mark.parametrize("late", ["void", "repair"])
@pytest.mark.parametrize("edition", EDITIONS)
def test_walks_with_burns_that_nobody_saw(edition: str, late: str) -> None:
    found = contestant(edition, missed_burn_late=late)
    found.values, found.disguise = unseen_burns, disguised
    events = [event for seed in WALKS for event in DeepWalk(found, Playful(seed, 60)).run(120).events]
    dealt = [event.burnt for event in events if isinstance(event, HoleCardsDealt | StreetDealt)]
    burns = [cards for cards in dealt if cards]  # by mistake some deals have none
    assert sum(UNKNOWN in cards for cards in burns) > len(burns) // 2
    assert any(isinstance(event, BurntCardNamed) for event in events)
