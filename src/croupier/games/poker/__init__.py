"""Poker, the no-limit hold'em cash game: a file for each section of the document, and section 5 by kind."""

# ruff: noqa: F401 - a room registers by being imported
from croupier.games.poker import betting, blinds, dealing, out_of_turn, seating, settlement, showdown
from croupier.games.poker.game import POKER
from croupier.games.poker.irregularities import exposure, interruptions, reports, rulings, section, stub

__all__ = ["POKER"]
