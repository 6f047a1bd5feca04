"""A client of the house in Python: for bots, for scripts, and as an example for other languages."""

from croupier.client.bots import BotPlayer, Visit, chooser
from croupier.client.client import Client, HouseError
from croupier.client.player import Chooser, act, play
from croupier.client.table import Moment, Refused, RemoteTable, TableGone

__all__ = [
    "BotPlayer",
    "Chooser",
    "Client",
    "HouseError",
    "Moment",
    "Refused",
    "RemoteTable",
    "TableGone",
    "Visit",
    "act",
    "chooser",
    "play",
]
