"""The one register of the cage."""

from croupier.house.cage import messages as m
from croupier.house.cage.state import CageState, after
from croupier.house.journal import Journal
from croupier.house.journal.sealing import Sealer
from croupier.house.register import Register, decoder_of

STREAM = "cage"


def cage_register(journal: Journal, sealer: Sealer | None = None) -> Register[CageState]:
    return Register(STREAM, CageState(), after, decoder_of(m.__name__), journal, sealer)
