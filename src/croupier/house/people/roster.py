"""Everyone the house knows."""

from itertools import chain, islice

from msgspec import Struct, field
from msgspec.structs import replace

from croupier.house.journal import Journal
from croupier.house.journal.sealing import Sealer
from croupier.house.likeness import like
from croupier.house.people import events as e
from croupier.house.people.lookalikes import looks
from croupier.house.register import HouseEvent, Register, decoder_of
from croupier.messages import Message
from croupier.table import SYSTEM, Role
from croupier.table.recording import guest_name, is_guest

_KEY_ID = 16  # letters of a key's hash that name it


class Person(Struct, frozen=True, kw_only=True):
    id: str
    name: str
    roles: tuple[Role, ...]
    password: str = ""  # sealed hash
    is_demo: bool = False
    is_bot: bool = False
    is_service: bool = False
    failures: int = 0  # from new devices, since the last sign-in
    held_off_until: int = 0  # until then nobody comes in from a new device
    is_locked: bool = False  # by a manager: nobody comes in at all
    has_password: bool = False  # or had one, until it was reset
    second_factor: str = ""  # the sealed secret of a device, if the account has one
    used_step: int = 0  # the last of its codes that was used
    recovery: tuple[str, ...] = ()  # hashes of the recovery codes that are left
    identity: str = ""  # who it is to the provider of single sign-on

    @property
    def is_staff(self) -> bool:
        return any(role.is_staff for role in self.roles)

    @property
    def is_patron(self) -> bool:
        """Somebody who plays here, and has no other part in the house."""
        is_nobody = self.is_staff or self.is_bot or self.is_service or self.is_locked
        return Role.PLAYER in self.roles and not is_nobody

    def is_held_off(self, at: int) -> bool:
        return at < self.held_off_until


class Invitation(Struct, frozen=True):
    roles: tuple[Role, ...]
    expires_at: int
    is_first: bool = False
    person: str = ""


class Key(Struct, frozen=True, kw_only=True):
    """What a program may use: parts of the house, by the first word of their address, such as reports."""

    id: str
    person: str
    scopes: tuple[str, ...]
    may_act: bool  # or look only
    expires_at: int


class Roster(Struct):
    """Changed in place: it grows with the number of people, and every sign-in passes through it."""

    people: dict[str, Person] = field(default_factory=dict)
    by_name: dict[str, str] = field(default_factory=dict)
    invitations: dict[str, Invitation] = field(default_factory=dict)
    by_identity: dict[str, str] = field(default_factory=dict)
    by_look: dict[str, str] = field(default_factory=dict)
    keys: dict[str, Key] = field(default_factory=dict)  # by their hash

    def __post_init__(self) -> None:
        for person in self.people.values() if not self.by_look else ():
            self.by_look.update(dict.fromkeys(looks(person.name), person.id))

    def alike(self, name: str) -> str | None:
        """Who has this name, or one that looks like it."""
        return next((self.by_look[look] for look in looks(name) if look in self.by_look), None)

    def identified(self, identity: str) -> Person | None:
        person = self.by_identity.get(identity)
        return self.people[person] if person is not None else None

    def named(self, name: str) -> Person | None:
        person = self.by_name.get(name_key(name))
        return self.people[person] if person is not None else None

    def called(self, text: str, most: int) -> list[Person]:
        """Patrons by the number on their card, which is the account's name in the books, or by the first
        letters of a word of their name; the exact ones first."""
        wanted = name_key(text)
        exact = [self.people.get(text.strip()), self.named(text)]
        near = (
            self.people[person]
            for name, person in self.by_name.items()
            if name.startswith(wanted) or f" {wanted}" in name
        )
        found = {each.id: each for each in chain(exact, near) if each is not None and each.is_patron}
        return list(islice(found.values(), most))

    def name_of(self, person: str) -> str:
        """What others call somebody. That a bot's account is named after its table as well goes unsaid."""
        if person == SYSTEM.id:
            return Message("Auto-dealer")
        if (known := self.people.get(person)) is None:
            return guest_name(person) if is_guest(person) else person
        return known.name.split()[0] if known.is_bot else known.name

    def full_name_of(self, person: str) -> str:
        """As the account is named: every table has an Ada of its own."""
        return self.people[person].name if person in self.people else self.name_of(person)

    def is_good(self, invitation: Invitation, at: int) -> bool:
        """Whether a one-time link still opens an account."""
        return at < invitation.expires_at and not (invitation.is_first and self.has_manager())

    def has_manager(self) -> bool:
        return any(Role.SHIFT_MANAGER in person.roles for person in self.people.values())


def people_register(journal: Journal, sealer: Sealer | None = None) -> Register[Roster]:
    return Register("people", Roster(), after, decoder_of(e.__name__), journal, sealer)


def name_key(name: str) -> str:
    """Names differ by more than case and spaces."""
    return " ".join(name.split()).casefold()


def after(roster: Roster, event: HouseEvent, at: int) -> Roster:
    """The roster once this has happened."""
    match event:
        case e.AccountOpened():
            _open(roster, event)
        case e.PasswordChanged():
            _change(roster, event.person, password=event.password, failures=0, held_off_until=0)
        case e.PasswordReset():
            _change(roster, event.person, password="", failures=0, held_off_until=0)
        case e.RolesGranted():
            _change(roster, event.person, roles=event.roles)
        case e.InvitationMade():
            roster.invitations[event.token_hash] = like(Invitation, event)
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
        case e.SignInFailed() if event.person and event.is_new_device:
            _change(roster, event.person, failures=roster.people[event.person].failures + 1)
        case e.KeyMade():
            roster.keys[event.key_hash] = like(Key, event, id=event.key_hash[:_KEY_ID])
        case e.KeyEnded():
            roster.keys.pop(event.key_hash, None)
        case e.NewDevicesHeldOff():
            _change(roster, event.person, held_off_until=event.until, failures=0)
        case e.AccountLocked():
            _change(roster, event.person, is_locked=True)
        case e.AccountUnlocked():
            _change(roster, event.person, is_locked=False, held_off_until=0, failures=0)
    return roster


def _open(roster: Roster, event: e.AccountOpened) -> None:
    opened = like(Person, event, id=event.person, has_password=bool(event.password))
    roster.people[event.person] = opened
    if event.identity:
        roster.by_identity[event.identity] = event.person
    roster.by_name[name_key(event.name)] = event.person
    roster.by_look.update(dict.fromkeys(looks(event.name), event.person))


def _change(roster: Roster, person: str, **changes: object) -> None:
    roster.people[person] = replace(roster.people[person], **changes)
