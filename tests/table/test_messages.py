"""No event and no refusal without its paragraph: every type of every game."""

from collections.abc import Iterator

import pytest

from croupier.games import catalogue
from croupier.rulebook import Rules
from croupier.table import Event, Refusal

SHELF = catalogue()
for name in SHELF.games:
    SHELF.game(name)  # imports the game, so that its events are known


def kinds(base: type[Event]) -> Iterator[type[Event]]:
    for kind in base.__subclasses__():
        yield kind
        yield from kinds(kind)


@pytest.mark.parametrize("kind", sorted(set(kinds(Event)), key=lambda kind: kind.__name__))
def test_an_event_cannot_be_made_without_citations(kind: type[Event]) -> None:
    assert "citations" in kind.__struct_fields__
    with pytest.raises(TypeError, match="citations|Missing required argument"):
        kind(**{name: None for name in kind.__struct_fields__ if name != "citations"})


def test_a_refusal_cannot_be_made_without_citations_or_reason() -> None:
    with pytest.raises(AssertionError, match="names its paragraph"):
        Refusal((), "no")
    citations = Rules.adopt(SHELF.library.get("rws-poker@7")).cite("round_of_play")
    with pytest.raises(AssertionError, match="what may be done instead"):
        Refusal(citations, "")
