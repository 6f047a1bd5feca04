"""The numbers of the book, as table and mathematics read them."""

from typing import Annotated

from msgspec import Meta

from croupier.rulebook import PayTable, Terms
from croupier.rulebook.terms import Lines
from three_card_poker.game import THREE_CARD_POKER
from three_card_poker.hands import CATEGORIES

_HANDS = "|".join(CATEGORIES[1:])


@THREE_CARD_POKER.policies.binding
class ThreeCardTerms(Terms, frozen=True):
    dealer_qualifies_from: Annotated[int, Meta(ge=2, le=14)]  # the rank of a high card: 12 is a Queen
    play_multiple: Annotated[int, Meta(ge=1, le=3)]
    main: Annotated[PayTable, Lines(("ante", "play"))]
    ante_bonus: Annotated[PayTable, Lines(also=_HANDS)]
    pair_plus: Annotated[PayTable, Lines(also=_HANDS)]
    seats: int
    action_clock_seconds: int
    lowest_chip: int
    ante_min: int
    ante_max: int
    pair_plus_max: int
