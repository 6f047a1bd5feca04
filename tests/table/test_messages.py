"""No event and no refusal without its paragraph: every type of every game."""

import pytest

from croupier.games import catalogue
from croupier.messages import Message
from croupier.rulebook import Rules
from croupier.table import Event, Refusal, RulesAdopted
from high_card import HIGH_CARD

SHELF = catalogue()
EVENTS = [
    kind
    for game in (HIGH_CARD, *(SHELF.game(name) for name in SHELF.games))
    for kind in (RulesAdopted, *game.events)
]


@pytest.mark.parametrize("kind", EVENTS)
def test_an_event_cannot_be_made_without_citations(kind: type[Event]) -> None:
    with pytest.raises(TypeError, match="citations"):
        kind(**{name: None for name in kind.__struct_fields__ if name != "citations"})


def test_a_refusal_cannot_be_made_without_citations_or_reason() -> None:
    with pytest.raises(AssertionError, match="names its paragraph"):
        Refusal((), Message("no"))
    citations = Rules.adopt(SHELF.library.get("rws-poker@7")).cite("round_of_play")
    with pytest.raises(AssertionError, match="what may be done instead"):
        Refusal(citations, Message(""))
