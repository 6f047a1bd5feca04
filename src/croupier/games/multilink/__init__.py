"""Multi-Link Progressive Texas Hold'em Poker with its linked jackpot."""

from croupier.games.multilink import (
    betting,
    box_settlement,
    conduct,
    dealing,
    dealing_errors,
    dealing_evolve,
    decisions,
    exposure,
    faults,
    other_errors,
    reconstruction,
    rulings,
    seating,
    settlement,
    troubles,
    unnoticed,
    voids,
)
from croupier.games.multilink.game import MULTILINK

__all__ = [
    "MULTILINK",
    "betting",
    "box_settlement",
    "conduct",
    "dealing",
    "dealing_errors",
    "dealing_evolve",
    "decisions",
    "exposure",
    "faults",
    "other_errors",
    "reconstruction",
    "rulings",
    "seating",
    "settlement",
    "troubles",
    "unnoticed",
    "voids",
]
