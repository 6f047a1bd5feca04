"""Poker, the no-limit hold'em cash game: a file for each section of the document, and section 5 by kind."""

from croupier.games.poker import betting, blinds, dealing, out_of_turn, seating, settlement, showdown
from croupier.games.poker import routine as routine
from croupier.games.poker.game import POKER
from croupier.games.poker.irregularities import exposure, rulings, streets, voids

__all__ = [
    "POKER",
    "betting",
    "blinds",
    "dealing",
    "exposure",
    "out_of_turn",
    "rulings",
    "seating",
    "settlement",
    "showdown",
    "streets",
    "voids",
]
