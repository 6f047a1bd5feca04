"""What can happen to people's accounts. Passwords are hashed, and the hashes sealed, before they get here."""

from croupier.house.ledger import HOUSE_FUNDS, player_account
from croupier.house.register import HouseEvent
from croupier.money import Cents, Transfer
from croupier.table import Actor, Event, Role, blank


class AccountOpened(HouseEvent, frozen=True, kw_only=True):
    words = "{name} has an account"
    sealed = ("password",)
    person: str
    name: str
    roles: tuple[Role, ...]
    password: str = ""
    is_demo: bool = False
    is_bot: bool = False
    is_service: bool = False  # another program of the operator's, which comes in by keys alone
    identity: str = ""  # who it is to the provider of single sign-on, if the account came from there
    funds: Cents = 0  # chips that the house gives to bots and demonstration players

    def transfers(self) -> tuple[Transfer, ...]:
        return (Transfer(HOUSE_FUNDS, player_account(self.person), self.funds),) if self.funds else ()


class PasswordChanged(HouseEvent, frozen=True, kw_only=True):
    matters = "people"
    words = "{person} has a new password"
    sealed = ("password",)
    person: str
    password: str


class PasswordReset(HouseEvent, frozen=True, kw_only=True):
    matters = "people"
    words = "The password of {person} opens nothing any more; a link for another is made"
    person: str


class RolesGranted(HouseEvent, frozen=True, kw_only=True):
    matters = "people"
    words = "{person} may now act as {roles}"
    person: str
    roles: tuple[Role, ...]
    previous: tuple[Role, ...]


class InvitationMade(HouseEvent, frozen=True, kw_only=True):
    """Only the hash of the token is kept: the link itself is shown once."""

    matters = "people"
    words = "A one-time link for {roles}"
    token_hash: str
    roles: tuple[Role, ...]
    expires_at: int
    is_first: bool = False  # for the first manager: worth nothing once there is one
    person: str = ""  # whose password it renews, if it opens no new account

    def for_viewer(self, viewer: Actor) -> Event:
        return blank(self, ("token_hash",))


class InvitationUsed(HouseEvent, frozen=True, kw_only=True):
    matters = "people"
    words = "{person} has used a one-time link"
    token_hash: str
    person: str

    def for_viewer(self, viewer: Actor) -> Event:
        return blank(self, ("token_hash",))


class SignedIn(HouseEvent, frozen=True, kw_only=True):
    words = "{person} signs in"
    person: str
    step: int = 0  # of the second factor's code, which is good once
    recovery: str = ""  # the hash of the recovery code that was used up


class SecondFactorSet(HouseEvent, frozen=True, kw_only=True):
    words = "{person} signs in with a second factor from now on"
    sealed = ("secret",)
    person: str
    secret: str
    recovery: tuple[str, ...]

    def for_viewer(self, viewer: Actor) -> Event:
        return blank(self, ("secret", "recovery"))


class SecondFactorRemoved(HouseEvent, frozen=True, kw_only=True):
    matters = "people"
    words = "{person} signs in without a second factor from now on"
    person: str


class SessionEnded(HouseEvent, frozen=True, kw_only=True):
    words = "{person} ends another session"
    person: str


class SessionsEnded(HouseEvent, frozen=True, kw_only=True):
    matters = "people"
    words = "All sessions of {person} end"
    person: str


class SignedOut(HouseEvent, frozen=True, kw_only=True):
    words = "{person} signs out"
    person: str


class SignInFailed(HouseEvent, frozen=True, kw_only=True):
    """`person` is "" when there is nobody of that name; the name itself may be a mistyped password."""

    matters = "failed_sign_in"
    words = "A failed sign-in for {person} from {address}"
    person: str
    address: str
    is_new_device: bool  # else it came from a session, or from a device that the account knows


class KeyMade(HouseEvent, frozen=True, kw_only=True):
    """Only the hash is kept: the key itself is shown once."""

    matters = "people"
    words = "{person} has a key to {scopes}"
    person: str
    key_hash: str
    scopes: tuple[str, ...]
    may_act: bool
    expires_at: int

    def for_viewer(self, viewer: Actor) -> Event:
        return blank(self, ("key_hash",))


class KeyEnded(HouseEvent, frozen=True, kw_only=True):
    matters = "people"
    words = "A key of {person} opens nothing any more"
    person: str
    key_hash: str

    def for_viewer(self, viewer: Actor) -> Event:
        return blank(self, ("key_hash",))


class NewDevicesHeldOff(HouseEvent, frozen=True, kw_only=True):
    """Sessions and devices that the account knows go on."""

    matters = "failed_sign_in"
    words = "Nobody signs in as {person} from a new device for a while, after {failures} failed sign-ins"
    person: str
    failures: int
    until: int


class AccountLocked(HouseEvent, frozen=True, kw_only=True):
    matters = "people"
    words = "{person} is locked out: {reason}"
    person: str
    reason: str


class AccountUnlocked(HouseEvent, frozen=True, kw_only=True):
    matters = "people"
    words = "{person} is unlocked"
    person: str


# After these some of a person's sessions may have ended.
ENDING = (
    SignedOut,
    SessionEnded,
    SessionsEnded,
    RolesGranted,
    PasswordChanged,
    PasswordReset,
    SecondFactorSet,
    SecondFactorRemoved,
    AccountLocked,
    KeyEnded,
)
