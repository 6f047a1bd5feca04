"""The cage of one house: its register, up to date with whatever process wrote to it."""

import msgspec

from croupier.house.cage import messages as m
from croupier.house.cage.state import CageState, after
from croupier.house.house import House
from croupier.house.journal import Journal
from croupier.house.journal.sealing import Sealer
from croupier.house.register import HouseEvent, Register

STREAM = "cage"
_DECODER: msgspec.json.Decoder[HouseEvent] = msgspec.json.Decoder(m.CAGE_EVENTS)


def cage_register(journal: Journal, sealer: Sealer | None = None) -> Register[CageState]:
    return Register(STREAM, CageState(), after, _DECODER, journal, sealer)


class Cage:
    """What the desks of the cage share."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.register = cage_register(house.journal, house.sealer)
        self.register.open()
        house.register(self.register)

    @property
    def state(self) -> CageState:
        return self.register.state
