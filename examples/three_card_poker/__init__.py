"""Three Card Poker: a guest game in a folder of its own, made from docs/adding-a-game.md.

PYTHONPATH=examples CROUPIER_GAMES=three_card_poker croupier play three-card-poker@1
"""

from three_card_poker import play
from three_card_poker.game import EDITIONS, THREE_CARD_POKER

__all__ = ["EDITIONS", "GAME", "THREE_CARD_POKER", "play"]

GAME = THREE_CARD_POKER
