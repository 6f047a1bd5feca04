"""A base for games against the House: what all of them say in the same words.

Sitting down, buying chips and leaving; the call for bets, bets on spots and their limits; the shuffle; a deal
by plan with all that can go wrong with it; what becomes of bets; voids, interruptions and matters for the
shift manager; what everybody may see. A game adds its bets, its plan, its section 5 as rows, its decisions:

    GAME = MyGame("my-game", Seat, spots=("wager", "tie"))

Its edition has the rule keys `seats`, `card_shoe`, `initial_deal`, `incorrect_dealing`, `round_of_play`,
`silence` and `interruption` besides those that every edition has.
"""

from croupier.table.against_house.cards import Case, looked, not_looked, of_dealer
from croupier.table.against_house.game import HouseGame, HouseView, Limits
from croupier.table.against_house.state import Dealt, HouseState, Seat

__all__ = [
    "Case",
    "Dealt",
    "HouseGame",
    "HouseState",
    "HouseView",
    "Limits",
    "Seat",
    "looked",
    "not_looked",
    "of_dealer",
]
