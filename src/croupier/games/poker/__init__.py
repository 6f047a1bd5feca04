"""Poker, the no-limit hold'em cash game: commands, events, play, irregularities, settlement."""

from croupier.games.poker import (
    betting,
    betting_effects,
    blinds,
    dealing,
    dealing_effects,
    early_streets,
    out_of_turn,
    rulings,
    seating,
    settlement,
    showdown,
    voids,
    wrong_streets,
)
from croupier.games.poker.game import POKER

__all__ = [
    "POKER",
    "betting",
    "betting_effects",
    "blinds",
    "dealing",
    "dealing_effects",
    "early_streets",
    "out_of_turn",
    "rulings",
    "seating",
    "settlement",
    "showdown",
    "voids",
    "wrong_streets",
]
