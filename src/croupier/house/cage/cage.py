"""The one register of the cage."""

import msgspec

from croupier.house.cage import messages as m
from croupier.house.cage.state import CageState, after
from croupier.house.journal import Journal
from croupier.house.journal.sealing import Sealer
from croupier.house.register import HouseEvent, Register

STREAM = "cage"
_DECODER: msgspec.json.Decoder[HouseEvent] = msgspec.json.Decoder(m.CAGE_EVENTS)


def cage_register(journal: Journal, sealer: Sealer | None = None) -> Register[CageState]:
    return Register(STREAM, CageState(), after, _DECODER, journal, sealer)
