"""Everyone the house knows."""

from msgspec import Struct, field
from msgspec.structs import replace

from croupier.house.journal import Journal
from croupier.house.journal.sealing import Sealer
from croupier.house.people import events as e
from croupier.house.register import HouseEvent, Register
from croupier.table import SYSTEM, Role


class Person(Struct, frozen=True, kw_only=True):
    id: str
    name: str
    roles: tuple[Role, ...]
    password: str = ""  # sealed hash
    is_demo: bool = False
    is_bot: bool = False
    failures: int = 0
    locked_until: int = 0
    second_factor: str = ""  # the sealed secret of a device, if the account has one
    used_step: int = 0  # the last of its codes that was used
    recovery: tuple[str, ...] = ()  # hashes of the recovery codes that are left
    identity: str = ""  # who it is to the provider of single sign-on

    @property
    def is_staff(self) -> bool:
        return any(role.is_staff for role in self.roles)

    def is_locked(self, at: int) -> bool:
        return at < self.locked_until


class Invitation(Struct, frozen=True):
    roles: tuple[Role, ...]
    expires_at: int
    is_first: bool = False


class Roster(Struct):
    """Changed in place: it grows with the number of people, and every sign-in passes through it."""

    people: dict[str, Person] = field(default_factory=dict)
    by_name: dict[str, str] = field(default_factory=dict)
    invitations: dict[str, Invitation] = field(default_factory=dict)
    by_identity: dict[str, str] = field(default_factory=dict)

    def identified(self, identity: str) -> Person | None:
        person = self.by_identity.get(identity)
        return self.people[person] if person is not None else None

    def named(self, name: str) -> Person | None:
        person = self.by_name.get(name_key(name))
        return self.people[person] if person is not None else None

    def name_of(self, person: str) -> str:
        """What others call somebody. That a bot's account is named after its table as well goes unsaid."""
        if person == SYSTEM.id:
            return "Auto-dealer"
        if (known := self.people.get(person)) is None:
            return person
        return known.name.split()[0] if known.is_bot else known.name

    def full_name_of(self, person: str) -> str:
        """As the account is named: every table has an Ada of its own."""
        return self.people[person].name if person in self.people else person

    def is_good(self, invitation: Invitation, at: int) -> bool:
        """Whether a one-time link still opens an account."""
        return at < invitation.expires_at and not (invitation.is_first and self.has_manager())

    def has_manager(self) -> bool:
        return any(Role.SHIFT_MANAGER in person.roles for person in self.people.values())


def people_register(journal: Journal, sealer: Sealer | None = None) -> Register[Roster]:
    return Register("people", Roster(), after, e.PEOPLE_DECODER, journal, sealer)


def name_key(name: str) -> str:
    """Names differ by more than case and spaces."""
    return " ".join(name.split()).casefold()


def after(roster: Roster, event: HouseEvent, at: int) -> Roster:
    """The roster once this has happened."""
    match event:
        case e.AccountOpened():
            _open(roster, event)
        case e.PasswordChanged():
            _change(roster, event.person, password=event.password, failures=0, locked_until=0)
        case e.RolesGranted():
            _change(roster, event.person, roles=event.roles)
        case e.InvitationMade():
            roster.invitations[event.token_hash] = Invitation(event.roles, event.expires_at, event.is_first)
        case e.InvitationUsed():
            roster.invitations.pop(event.token_hash, None)
        case e.SignedIn():
            left = tuple(each for each in roster.people[event.person].recovery if each != event.recovery)
            used = max(roster.people[event.person].used_step, event.step)
            _change(roster, event.person, failures=0, used_step=used, recovery=left)
        case e.SecondFactorSet():
            _change(roster, event.person, second_factor=event.secret, recovery=event.recovery, used_step=0)
        case e.SecondFactorRemoved():
            _change(roster, event.person, second_factor="", recovery=(), used_step=0)
        case e.SignInFailed() if event.person:
            _change(roster, event.person, failures=roster.people[event.person].failures + 1)
        case e.AccountLocked():
            _change(roster, event.person, locked_until=event.until, failures=0)
        case e.AccountUnlocked():
            _change(roster, event.person, locked_until=0, failures=0)
    return roster


def _open(roster: Roster, event: e.AccountOpened) -> None:
    roster.people[event.person] = Person(
        id=event.person,
        name=event.name,
        roles=event.roles,
        password=event.password,
        is_demo=event.is_demo,
        is_bot=event.is_bot,
        identity=event.identity,
    )
    if event.identity:
        roster.by_identity[event.identity] = event.person
    roster.by_name[name_key(event.name)] = event.person


def _change(roster: Roster, person: str, **changes: object) -> None:
    roster.people[person] = replace(roster.people[person], **changes)
