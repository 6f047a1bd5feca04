"""High Card: the smallest complete game, made up to show how a game is written.

Everyone gets one card face down, looks, and stays in or folds for half the bet; the higher card wins even
money. It is not a game of the house: its document is our own invention.
"""

from croupier.rulebook import Library
from croupier.table import Catalogue
from high_card import play
from high_card.game import EDITIONS, HIGH_CARD

CATALOGUE = Catalogue(
    Library(EDITIONS, shipped=False), {HIGH_CARD.name: lambda: HIGH_CARD}, finished=(HIGH_CARD.name,)
)

__all__ = ["CATALOGUE", "EDITIONS", "HIGH_CARD", "play"]
