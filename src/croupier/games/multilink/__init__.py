"""Multi-Link Progressive Texas Hold'em Poker with its linked jackpot."""

# ruff: noqa: F401 - a room registers by being imported
from croupier.games.multilink import betting, dealing, decisions, irregularities, seating, settlement
from croupier.games.multilink.game import MULTILINK

__all__ = ["MULTILINK"]
