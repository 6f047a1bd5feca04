"""Casino War: the second example, written from docs/adding-a-game.md alone, as proof of the protocol.

PYTHONPATH=examples CROUPIER_GAMES=casino_war croupier play casino-war@1
"""

from casino_war import play
from casino_war.game import CASINO_WAR, EDITIONS

__all__ = ["CASINO_WAR", "EDITIONS", "GAME", "play"]

GAME = CASINO_WAR
