"""A client of the house in Python: for bots, for scripts, and as an example for other languages."""

from croupier.client.client import Client, HouseError
from croupier.client.player import Chooser, play
from croupier.client.table import Moment, Refused, RemoteTable, TableGone

__all__ = ["Chooser", "Client", "HouseError", "Moment", "Refused", "RemoteTable", "TableGone", "play"]
