"""One connection at one table, and what it has been told."""

from collections.abc import Mapping

from croupier.house.floor.state import TableCard
from croupier.house.people import Person
from croupier.server.sockets import wire
from croupier.server.sockets.outbox import Outbox
from croupier.server.sockets.pieces import Parts
from croupier.server.sockets.scene import RAIL
from croupier.server.sockets.voices import Voice
from croupier.table import Actor, Role


class Viewer:
    """A socket's side of a table: as whom it looks, whether it may act, what it knows."""

    __slots__ = (
        "_described",
        "_seated",
        "actor",
        "is_replaced",
        "outbox",
        "parts",
        "person",
        "role",
        "table",
        "voice",
        "you",
    )

    def __init__(self, person: Person | None, role: Role, outbox: Outbox, voice: Voice) -> None:
        self.person = person
        self.role = role
        self.outbox, self.voice = outbox, voice
        self.is_replaced = False
        self.actor = Actor(person.id, role) if person else RAIL
        self._seated = self.actor  # with the place they sat at when last told
        self._described: tuple[tuple[int | None, TableCard, bool], wire.You] | None = None
        self.parts: Parts | None = None  # of the scene, as last sent
        self.table: wire.TableLine | None = None  # its steady part, as last sent
        self.you: wire.You | None = None

    @property
    def player(self) -> str | None:
        """Whose seat this connection is the active one for; None for staff, the rail, and one replaced."""
        if self.person is None or self.role is not Role.PLAYER or self.is_replaced:
            return None
        return self.person.id

    @property
    def can_act(self) -> bool:
        return self.person is not None and not self.is_replaced and self.role is not Role.AUDITOR

    def at(self, homes: Mapping[str, int]) -> Actor:
        """The viewer as an actor with the place they sit at now."""
        known = self._seated
        if known.role is Role.PLAYER and known.seat != (place := homes.get(known.id)):
            known = self._seated = Actor(known.id, known.role, place)
        return known

    def send(self, message: wire.Outgoing) -> None:
        self.outbox.put(self.voice.encode(message))

    def describe(self, place: int | None, card: TableCard) -> wire.You:
        """The same object while nothing in it changes."""
        known, made_from = self._described, (place, card, self.is_replaced)
        if known is None or known[0] != made_from:
            made = self._describe(place, card)
            if known is not None and known[1] == made:
                made = known[1]
            known = self._described = (made_from, made)
        return known[1]

    def _describe(self, place: int | None, card: TableCard) -> wire.You:
        name = self.person.name if self.person else "Rail"
        return wire.You(
            id=self.person.id if self.person else None,
            name=name,
            role=self.role,
            place=place,
            is_connected=not self.is_replaced,
            is_leaving=place is not None and self.actor.id in card.leaving,
            waiting=card.waiting.index(self.actor.id) + 1 if self.actor.id in card.waiting else None,
        )
