"""Who acts: players, the staff ladder, and the two who stand beside it."""

from enum import StrEnum

from msgspec import Struct

from croupier.messages import somebody


class Role(StrEnum):
    PLAYER = "player"
    DEALER = "dealer"
    PIT_SUPERVISOR = "pit_supervisor"
    PIT_MANAGER = "pit_manager"
    SHIFT_MANAGER = "shift_manager"
    AUDITOR = "auditor"
    SYSTEM = "system"

    # That of an enumeration is a function of Python, and everything about actors is looked up by theirs.
    __hash__ = str.__hash__

    @property
    def words(self) -> str:
        return self.value.replace("_", " ")

    @property
    def somebody(self) -> str:
        return somebody(self.value)

    def may_act_as(self, needed: "Role") -> bool:
        """The documents let anyone holding a higher position do a lower one's work.

        The system deals (that is the auto-dealer) but never takes a decision that the document
        gives to a person above the dealer; an auditor only looks.
        """
        if self is needed:
            return True
        if self is Role.SYSTEM:
            return needed is Role.DEALER
        return self in LADDER and needed in LADDER and LADDER.index(self) > LADDER.index(needed)

    @property
    def is_staff(self) -> bool:
        return self in LADDER


LADDER = (Role.DEALER, Role.PIT_SUPERVISOR, Role.PIT_MANAGER, Role.SHIFT_MANAGER)


class Actor(Struct, frozen=True):
    """A person (or the system) with the role they are acting in, and where they sit if they do."""

    id: str
    role: Role
    seat: int | None = None


SYSTEM = Actor("system", Role.SYSTEM)
