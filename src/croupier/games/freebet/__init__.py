"""Free Bet Blackjack: the game and everything registered with it.

The rooms are imported in the order in which their options are listed: play first, then what goes wrong.
"""

# ruff: noqa: F401, I001 - a room registers by being imported
from croupier.games.freebet.game import FREEBET
from croupier.games.freebet import seating, betting, claims, dealing, offered, decisions, settlement
from croupier.games.freebet.irregularities import courses, reports, wrong_cards, together, passing_over
from croupier.games.freebet.irregularities import running_out, silence, interruptions, rulings
from croupier.games.freebet.state import State
from croupier.games.freebet.terms import Terms
from croupier.games.freebet.view import View

__all__ = ["FREEBET", "State", "Terms", "View"]
