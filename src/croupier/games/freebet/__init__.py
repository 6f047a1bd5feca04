"""Free Bet Blackjack: the game and everything registered with it.

The rooms are imported in the order in which their options are listed: play first, then what goes wrong.
"""

from croupier.games.freebet.game import FREEBET

from croupier.games.freebet import (  # isort: skip
    seating,
    betting,
    spots,
    claims,
    dealing,
    surrender,
    insurance,
    play,
    following,
    doubling,
    splitting,
    settlement,
    rulings,
)
from croupier.games.freebet.irregularities import (  # isort: skip
    misdeals,
    wrong_cards,
    together,
    passing_over,
    running_out,
    withdrawal,
    absence,
    interruptions,
    late_cards,
)
from croupier.games.freebet.state import State
from croupier.games.freebet.terms import Terms
from croupier.games.freebet.view import View

__all__ = [
    "FREEBET",
    "State",
    "Terms",
    "View",
    "absence",
    "betting",
    "claims",
    "dealing",
    "doubling",
    "following",
    "insurance",
    "interruptions",
    "late_cards",
    "misdeals",
    "passing_over",
    "play",
    "rulings",
    "running_out",
    "seating",
    "settlement",
    "splitting",
    "spots",
    "surrender",
    "together",
    "withdrawal",
    "wrong_cards",
]
