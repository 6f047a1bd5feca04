"""The progressive jackpot link: equipment that the tables of a game share, with a state machine of its own.

A link knows no game. A game that can be linked says in a `Wire` what its tables and a link tell each other.
"""

from croupier.links import faults, meter, orders
from croupier.links.game import LINK
from croupier.links.post import LinkAttendant, LinkedTables, LinkPost, Wire
from croupier.links.state import LinkState

__all__ = [
    "LINK",
    "LinkAttendant",
    "LinkPost",
    "LinkState",
    "LinkedTables",
    "Wire",
    "faults",
    "meter",
    "orders",
]
