"""The numbers of the book, as the table reads them."""

from typing import Annotated

from msgspec import Meta

from casino_war.game import CASINO_WAR
from croupier.rulebook import PayTable, Terms


@CASINO_WAR.policies.binding
class WarTerms(Terms, frozen=True):
    decks: Annotated[int, Meta(ge=1, le=8)]
    burnt_before_war: Annotated[int, Meta(ge=0, le=10)]
    surrender_costs_percent: Annotated[int, Meta(ge=0, le=100)]
    main: PayTable
    tie: PayTable
    war: PayTable
    seats: int
    cut_card_position: int
    lowest_chip: int
    wager_min: int
    wager_max: int
    tie_max: int
