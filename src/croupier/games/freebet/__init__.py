"""Free Bet Blackjack: the game and everything registered with it."""

from croupier.games.freebet import (
    applying,
    applying_betting,
    applying_cards,
    applying_incidents,
    applying_misdeals,
    betting,
    claims,
    dealing,
    errors,
    interruptions,
    misdeals,
    offers,
    passing,
    places,
    play,
    rulings,
)
from croupier.games.freebet.game import FREEBET
from croupier.games.freebet.state import State
from croupier.games.freebet.view import View

__all__ = [
    "FREEBET",
    "State",
    "View",
    "applying",
    "applying_betting",
    "applying_cards",
    "applying_incidents",
    "applying_misdeals",
    "betting",
    "claims",
    "dealing",
    "errors",
    "interruptions",
    "misdeals",
    "offers",
    "passing",
    "places",
    "play",
    "rulings",
]
