"""A client of the house in Python: for bots, for scripts, and as an example for other languages."""

from croupier.client.bots import BotPlayer, Visit, chooser
from croupier.client.client import Client, HouseError
from croupier.client.player import Chooser, act, play
from croupier.client.table import Refused, RemoteTable, TableGone, TableNow, changed_view

__all__ = [
    "BotPlayer",
    "Chooser",
    "Client",
    "HouseError",
    "Refused",
    "RemoteTable",
    "TableGone",
    "TableNow",
    "Visit",
    "act",
    "changed_view",
    "chooser",
    "play",
]
