"""Signing in and out, invitations, roles. Every step is an event; nothing tells a guesser what was wrong."""

import asyncio
import secrets
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from typing import Any, TypeVar

import structlog
from argon2 import PasswordHasher
from argon2.exceptions import VerificationError
from msgspec.structs import replace

from croupier.house.answers import Acknowledged, Answer, Declined
from croupier.house.house import House
from croupier.house.lanes import Lanes
from croupier.house.people import events as e
from croupier.house.people.credentials import (
    guessable,
    hash_token,
    highest_role,
    name_problem,
    password_place,
    password_problem,
    slug,
)
from croupier.house.people.guesses import GUESSES_MAX, HELD_OFF_MS, Guesses
from croupier.house.people.roster import Person, Roster, people_register
from croupier.house.people.second_factor import hashes, new_recovery_codes, place, step_of
from croupier.house.people.sessions import KEY, Session, Sessions, Terms
from croupier.house.register import HouseEvent
from croupier.money import Cents
from croupier.table import SYSTEM, Actor, Refusal, Role

T = TypeVar("T")

log = structlog.get_logger("croupier.people")

# One text for a wrong name, a wrong password and an account that takes no new devices: it tells nobody which.
WRONG = Declined(
    "that name and password do not open an account; or somebody has guessed at it, and for a quarter of an "
    "hour it opens only on a device that it was opened on before"
)
_TAKEN = Declined("somebody has this name already, or one that looks like it; choose another")
SLOWER = Declined("too many wrong passwords; wait some minutes")

NO_ROLE = Declined("your account has no role in this house; whoever keeps the accounts can give it one")

_DAY_MS = 24 * 3600_000
INVITATION_MS = _DAY_MS
_WAITING_MAX = 32  # for a password to be hashed: some seconds of it
_MARK_BYTES = (2, 2, 4, 8)  # what tells guests of one name apart: longer where chance gave a taken one


class People:
    """Accounts and sessions of one house."""

    def __init__(
        self, house: House, hasher: PasswordHasher | None = None, terms: Terms | None = None
    ) -> None:
        self._house = house
        self._hasher = hasher or PasswordHasher(parallelism=1)
        # One at a time, so that nobody who guesses takes more than one processor from the tables; and whoever
        # has been here before goes first, so that nobody who guesses keeps them waiting.
        self._hashing = ThreadPoolExecutor(1, "hashing")
        self._lanes = Lanes(("known", "new"), _WAITING_MAX, is_ordered=True)
        self._register = house.opened(people_register)
        self.sessions = Sessions(house, self._register, terms or Terms())
        self.whose = self.sessions.whose
        self._guesses = Guesses(house.sealer)
        self._nobody = self._hasher.hash(secrets.token_hex(16))
        house.is_patron = self.is_patron

    @property
    def roster(self) -> Roster:
        return self._register.state

    def get(self, person: str) -> Person | None:
        return self.roster.people.get(person)

    def name_of(self, person: str) -> str:
        return self.roster.name_of(person)

    def is_patron(self, person: str) -> bool:
        """Whether this is somebody who plays here and has no other part in the house."""
        known = self.get(person)
        return known is not None and known.is_patron

    # Coming in

    def knows(self, name: str, device: str) -> bool:
        """Whether somebody has signed in to this account on this device before, and has not guessed since."""
        return self._guesses.of_device(self.roster.named(name), device) is not None

    async def sign_in(
        self, name: str, password: str, code: str = "", *, device: str = "", address: str = ""
    ) -> Session | Declined:
        """A session, or the one answer to everything that is wrong."""
        person = self.roster.named(name)
        if person is not None and not person.password:
            person = None  # nobody can guess a password that is not there
        own = self._guesses.of_device(person, device)
        with own.lent() if own is not None else nullcontext():
            is_right = await self._hash(own is not None, self._matches, person, password)
            is_right = is_right and person is not None and await self._let_in(person, code, own is None)
        if person is None or not is_right:
            if own is not None:
                own.spend(1)
            await self._failed(person, address, is_new_device=own is None)
            return WRONG
        mark = device if own is not None else self._guesses.new_mark(person.id)
        return replace(await self.sessions.begin(person), device=mark)

    async def _let_in(self, person: Person, code: str, is_new_device: bool) -> bool:
        """Write the sign-in down, unless something speaks against it by now."""
        actor, at = Actor(person.id, highest_role(person.roles)), self._house.clock.stamp()

        def decide(roster: Roster) -> Sequence[HouseEvent] | Declined:
            """A code is good once, also where two try it at the same time."""
            found = roster.people[actor.id]  # as it is by now: guessed at, locked, with another password
            is_shut = found.is_locked or (is_new_device and found.is_held_off(at))
            is_other = found.password != person.password
            entered = None if is_shut or is_other else self._entering(found, code, at)
            return WRONG if entered is None else [entered]

        return _is_done(await self._house.record(self._register, decide, actor, "SignIn"))

    async def recognise(
        self, identity: str, name: str, roles: Sequence[Role], renews: str = ""
    ) -> Session | Declined:
        """Somebody whom the provider of single sign-on vouches for, in the roles that it tells. Their session
        `renews` goes on, if it is theirs.

        They are the provider's each time: who has lost them there has lost them here, sessions included.
        """
        known = self.roster.identified(identity)
        if known is None and not roles:
            return NO_ROLE
        person = known.id if known is not None else self._new_id(name)
        granted = tuple(role for role in Role if role in roles)
        if known is not None and known.roles != granted:
            await self.sessions.end_all(person)

        def decide(roster: Roster) -> Sequence[HouseEvent] | Declined:
            came = e.SignedIn(person=person)
            if (found := roster.identified(identity)) is not None and found.is_locked:
                return NO_ROLE
            if found is None:
                shown = name if name_problem(name) is None and roster.alike(name) is None else person
                opened = e.AccountOpened(person=person, name=shown, roles=granted, identity=identity)
                # Nobody here asked this person in: that they are and what they may do will be asked about.
                trusted = e.RolesGranted(person=person, roles=granted, previous=())
                return [opened, trusted, came] if person not in roster.people else Declined("try again")
            if found.roles == granted:
                return [replace(came, person=found.id)] if granted else NO_ROLE
            changed = e.RolesGranted(person=found.id, roles=granted, previous=found.roles)
            return [changed, replace(came, person=found.id)] if granted else [changed]

        answer = await self._house.record(self._register, decide, SYSTEM, "Recognise")
        if not granted:
            return NO_ROLE
        found = self.roster.identified(identity)
        if not _is_done(answer) or found is None:
            return _why(answer)
        if renews and await self.sessions.renew(found, renews):
            known_until = self._house.clock.peek() + self.sessions.terms.age_ms(found)
            return Session(renews, found.id, known_until)
        return await self.sessions.begin(found)

    def _entering(self, person: Person, code: str, at: int) -> e.SignedIn | None:
        """How somebody with the right password comes in; None if the second factor is not right."""
        if not person.second_factor:
            return e.SignedIn(person=person.id)
        if (used := hashes((code,))[0]) in person.recovery:
            return e.SignedIn(person=person.id, recovery=used)
        secret = self._house.sealer.open_text(person.second_factor, place(person.id)).decode()
        step = step_of(secret, code, at, person.used_step)
        return e.SignedIn(person=person.id, step=step) if step is not None else None

    async def _hash(self, is_known: bool, work: Callable[..., T], *values: Any) -> T:
        """Busy if too many wait for the same."""
        await self._lanes.enter("known" if is_known else "new")
        try:
            return await asyncio.get_running_loop().run_in_executor(self._hashing, work, *values)
        finally:
            self._lanes.leave()

    def _matches(self, person: Person | None, password: str) -> bool:
        """Takes as long for somebody unknown as for somebody known."""
        known = self._nobody
        if person is not None and person.password:
            known = self._house.sealer.open_text(person.password, password_place(person.id)).decode()
        try:
            return self._hasher.verify(known, password) and person is not None
        except VerificationError:
            return False

    async def _not_own(self, person: Person, password: str, address: str) -> Declined | None:
        """Whether somebody who is in knows their password; a session left open is no place to guess."""
        left = self._guesses.of_session(person.id)
        if left.left < 1:
            return SLOWER
        with left.lent():
            is_right = await self._hash(True, self._matches, person, password)
        if not is_right:
            left.spend(1)
            await self._failed(person, address, is_new_device=False)
        return None if is_right else WRONG

    async def _failed(self, person: Person | None, address: str, *, is_new_device: bool) -> None:
        at = self._house.clock.stamp()
        name = person.id if person is not None else ""
        log.warning("failed sign-in", person=name, address=address, is_new_device=is_new_device)
        failed = e.SignInFailed(person=name, address=address, is_new_device=is_new_device)

        def decide(roster: Roster) -> Sequence[HouseEvent] | Declined:
            if not name or not is_new_device:
                return [failed]
            if roster.people[name].is_held_off(at):
                return Declined("nothing is learnt, nothing is added")
            if roster.people[name].failures + 1 < GUESSES_MAX:
                return [failed]
            return [failed, e.NewDevicesHeldOff(person=name, failures=GUESSES_MAX, until=at + HELD_OFF_MS)]

        await self._house.record(self._register, decide, SYSTEM, "SignIn")

    async def renew(
        self, person: str, token: str, password: str, code: str, address: str = ""
    ) -> Declined | None:
        """The session goes on as if it had just begun, for whoever shows again that it is theirs."""
        known = self.roster.people[person]
        if known.identity:
            return Declined("your account is renewed by single sign-on")
        if problem := await self._not_own(known, password, address):
            return problem
        if not await self._let_in(known, code, is_new_device=False):
            self._guesses.of_session(person).spend(1)
            await self._failed(known, address, is_new_device=False)
            return WRONG
        return None if await self.sessions.renew(known, token) else Declined("this session has ended")

    async def sign_out(self, token: str) -> None:
        if (known := await self.whose(token, is_active=False)) is not None:
            await self.sessions.end(token)
            actor = Actor(known[0].id, highest_role(known[0].roles))
            await self._record(actor, "SignOut", [e.SignedOut(person=known[0].id)])

    # The own session elsewhere, and the second factor

    async def end_session(self, person: str, id: str) -> Answer:
        """End one of one's own sessions, wherever it is."""
        if not await self.sessions.end_one(person, id):
            return Declined("there is no such session any more")
        return await self._record(Actor(person, Role.PLAYER), "EndSession", [e.SessionEnded(person=person)])

    async def set_second_factor(
        self, person: str, password: str, secret: str, code: str, address: str = ""
    ) -> tuple[str, ...] | Declined:
        """From now on a code of this device is asked for; answers with recovery codes, shown once."""
        known, at = self.roster.people[person], self._house.clock.stamp()
        if problem := await self._not_own(known, password, address):
            return problem
        if known.second_factor:  # else a session left open and a password would be enough to be rid of it
            return Declined("a second factor is set already; remove it first, with a code of its device")
        try:
            is_right = step_of(secret, code, at) is not None
        except ValueError:
            return Declined("the secret is not one of ours; begin again")
        if not is_right:
            return Declined("that is not the device's code of this moment; look whether its clock is right")
        codes = new_recovery_codes()
        sealed = self._house.sealer.seal_text(secret.encode(), place(person))
        event = e.SecondFactorSet(person=person, secret=sealed, recovery=hashes(codes))
        await self._record(Actor(person, Role.PLAYER), "SetSecondFactor", [event])
        return codes

    async def remove_second_factor(self, person: str, password: str, code: str, address: str = "") -> Answer:
        known, at = self.roster.people[person], self._house.clock.stamp()
        if problem := await self._not_own(known, password, address):
            return problem
        if self._entering(self.roster.people[person], code, at) is None:
            self._guesses.of_session(person).spend(1)
            await self._failed(known, address, is_new_device=False)
            return WRONG
        event = e.SecondFactorRemoved(person=person)
        return await self._record(Actor(person, Role.PLAYER), "RemoveSecondFactor", [event])

    # New people

    async def first_link(self) -> str | None:
        """The token of a one-time link for the first manager; None once there is one."""
        if self.roster.has_manager():
            return None
        return await self._invite(SYSTEM, (Role.SHIFT_MANAGER,), is_first=True)

    async def invite(self, by: Actor, roles: Sequence[Role]) -> str | Declined:
        """A one-time link for somebody new."""
        if by.role is not Role.SHIFT_MANAGER:
            return Declined("invitations are for a shift manager to give")
        if Role.SYSTEM in roles:
            return Declined("nobody but the house itself acts as the system")
        return await self._invite(by, tuple(roles))

    async def _invite(
        self, by: Actor, roles: tuple[Role, ...], *, is_first: bool = False, person: str = ""
    ) -> str:
        token = secrets.token_urlsafe(24)
        made = e.InvitationMade(
            token_hash=hash_token(token).hex(),
            roles=roles,
            expires_at=self._house.clock.stamp() + INVITATION_MS,
            is_first=is_first,
            person=person,
        )
        await self._record(by, "Invite", [made])
        return token

    async def accept(
        self, token: str, name: str, password: str, code: str = "", address: str = ""
    ) -> Session | Declined:
        """Use a one-time link: the account exists from here on, or has a new password; the link is gone."""
        digest = hash_token(token).hex()
        invitation = self.roster.invitations.get(digest)
        known = self.get(invitation.person) if invitation is not None else None
        if problem := (name_problem(name) if known is None else None) or password_problem(password):
            return problem
        person = known.id if known is not None else self._new_id(name)
        if isinstance(sealed := await self._sealed(person, password, name), Declined):
            return sealed
        at = self._house.clock.stamp()

        def decide(roster: Roster) -> Sequence[HouseEvent] | Declined:
            invitation = roster.invitations.get(digest)
            if invitation is None or not roster.is_good(invitation, at):
                return Declined("this link has been used or has expired; ask a shift manager for a new one")
            found, used = roster.named(name), e.InvitationUsed(token_hash=digest, person=person)
            if invitation.person:
                if found is None or found.id != invitation.person:
                    return Declined(
                        "this link is for somebody else's password; give the name it was made for"
                    )
                return [e.PasswordChanged(person=person, password=sealed), used]
            if roster.alike(name) is not None:
                return _TAKEN
            opened = e.AccountOpened(person=person, name=name, roles=invitation.roles, password=sealed)
            return [opened, used]

        actor = Actor(person, Role.PLAYER)
        answer = await self._house.record(self._register, decide, actor, "AcceptInvitation")
        if not _is_done(answer):
            return _why(answer)
        if known is not None:  # whose second factor stays what it was
            return await self.sign_in(name, password, code, address=address)
        return await self.sessions.begin(self.roster.people[person])

    async def demo(self, name: str, funds: Cents, *, is_bot: bool = False) -> Session | Declined:
        """A throw-away player with chips of the house. Has no password: the session is all there is.

        A program that says it is one is named so, as the house's own bots are; nobody else can be.
        """
        if problem := name_problem(name):
            return problem
        name = f"{name} (bot)" if is_bot else name
        person = self._new_id(name, is_always_marked=True)
        opened = e.AccountOpened(person=person, name=name, roles=(Role.PLAYER,), is_demo=True, funds=funds)
        answer = await self._open(opened, is_numbered=True)
        return await self.sessions.begin(self.roster.people[person]) if _is_done(answer) else _why(answer)

    async def bot(self, name: str, funds: Cents) -> Person:
        """A player of the house, marked as one. The same name gives the same bot."""
        person = "bot-" + slug(name)
        if (known := self.get(person)) is None:
            opened = e.AccountOpened(
                person=person, name=f"{name} (bot)", roles=(Role.PLAYER,), is_bot=True, funds=funds
            )
            await self._open(opened, is_numbered=True)
            known = self.roster.people[person]
        return known

    async def _open(self, opened: e.AccountOpened, is_numbered: bool = False) -> Answer:
        """Where the name is taken, under its next number; whether it is shows only as it is written."""

        def decide(roster: Roster) -> Sequence[HouseEvent] | Declined:
            if opened.person in roster.people or (roster.alike(opened.name) and not is_numbered):
                return _TAKEN
            return [replace(opened, name=_free_name(roster, opened.name))]

        return await self._house.record(self._register, decide, SYSTEM, "OpenAccount")

    # Changes

    async def change_password(
        self, person: str, old: str, new: str, token: str = "", address: str = ""
    ) -> Answer:
        """Everybody else who was in by the old password is out; the session that asked goes on."""
        known = self.roster.people[person]
        if problem := await self._not_own(known, old, address) or password_problem(new):
            return problem
        if isinstance(sealed := await self._sealed(person, new, known.name, is_known=True), Declined):
            return sealed
        changed = e.PasswordChanged(person=person, password=sealed)

        def decide(roster: Roster) -> Sequence[HouseEvent] | Declined:
            return [changed] if roster.people[person].password == known.password else WRONG

        await self.sessions.end_all(person, but=token)
        return await self._house.record(self._register, decide, Actor(person, Role.PLAYER), "ChangePassword")

    async def grant(self, by: Actor, person: str, roles: Sequence[Role]) -> Answer:
        """What somebody may act as from now on; their sessions begin anew."""
        if by.role is not Role.SHIFT_MANAGER:
            return Declined("roles are for a shift manager to grant")
        known = self.get(person)
        if known is None or Role.SYSTEM in roles:
            return Declined("there is no such person, or no person may have that role")
        if known.identity:
            return Declined("this account's roles come with single sign-on; they are changed there")
        if by.id == person and Role.SHIFT_MANAGER not in roles:
            return Declined("a shift manager cannot give up the own role; another one can take it")
        granted = e.RolesGranted(person=person, roles=tuple(roles), previous=known.roles)
        await self.sessions.end_all(person)
        return await self._record(by, "GrantRoles", [granted])

    # What a manager does to somebody's account

    async def unlock(self, by: Actor, person: str) -> Answer:
        return self._no(by, person) or await self._record(by, "Unlock", [e.AccountUnlocked(person=person)])

    async def lock(self, by: Actor, person: str, reason: str) -> Answer:
        """Nobody comes in, and whoever is in is out, until it is unlocked."""
        event = e.AccountLocked(person=person, reason=reason)
        return self._no(by, person, is_own=False) or await self._shut_out(by, "Lock", event)

    async def end_sessions(self, by: Actor, person: str) -> Answer:
        event = e.SessionsEnded(person=person)
        return self._no(by, person) or await self._shut_out(by, "EndSessions", event)

    async def reset_password(self, by: Actor, person: str) -> str | Declined:
        """The token of a one-time link by which they choose another; the old one opens nothing any more."""
        if no := self._no(by, person, is_own=False):
            return no
        if not self.roster.people[person].has_password:
            return Declined("this account has no password")
        answer = await self._shut_out(by, "ResetPassword", e.PasswordReset(person=person))
        return await self._invite(by, (), person=person) if _is_done(answer) else _why(answer)

    async def reset_second_factor(self, by: Actor, person: str) -> Answer:
        """For somebody whose device is lost."""
        if no := self._no(by, person, is_own=False):
            return no
        if not self.roster.people[person].second_factor:
            return Declined("this account has no second factor")
        return await self._shut_out(by, "ResetSecondFactor", e.SecondFactorRemoved(person=person))

    def _no(self, by: Actor, person: str, *, is_own: bool = True) -> Declined | None:
        if by.role is not Role.SHIFT_MANAGER:
            return Declined("accounts are for a shift manager to look after")
        if self.get(person) is None:
            return Declined("there is no such person")
        if by.id == person and not is_own:
            return Declined("a shift manager cannot do this to the own account; another one can")
        return None

    async def _shut_out(self, by: Actor, command: str, event: HouseEvent) -> Answer:
        """Sessions end first: the event then ends what any process remembers of them."""
        await self.sessions.end_all(getattr(event, "person"))  # noqa: B009 - of several kinds of event
        return await self._record(by, command, [event])

    # Programs of the operator's

    async def open_service(self, by: Actor, name: str, roles: Sequence[Role]) -> Person | Declined:
        """An account without a password, for another program; it comes in by keys."""
        if by.role is not Role.SHIFT_MANAGER:
            return Declined("service accounts are for a shift manager to open")
        if problem := name_problem(name):
            return problem
        if not roles or not {Role.SYSTEM, Role.PLAYER}.isdisjoint(roles):
            return Declined("a service account has roles of the staff; no program plays for money")
        person = self._new_id(name)
        opened = e.AccountOpened(person=person, name=name, roles=tuple(roles), is_service=True)
        answer = await self._open(opened)
        return self.roster.people[person] if _is_done(answer) else _why(answer)

    async def make_key(
        self, by: Actor, person: str, scopes: Sequence[str], may_act: bool, days: int
    ) -> str | Declined:
        """Shown once. Its account needs the roles for what it opens, too."""
        if no := self._no(by, person):
            return no
        if not self.roster.people[person].is_service:
            return Declined("keys are for service accounts; people sign in")
        token = KEY + secrets.token_urlsafe(32)
        made = e.KeyMade(
            person=person,
            key_hash=hash_token(token).hex(),
            scopes=tuple(scopes),
            may_act=may_act,
            expires_at=self._house.clock.stamp() + days * _DAY_MS,
        )
        answer = await self._record(by, "MakeKey", [made])
        return token if _is_done(answer) else _why(answer)

    async def end_key(self, by: Actor, person: str, id: str) -> Answer:
        if no := self._no(by, person):
            return no
        keys = self.roster.keys.items()
        found = [digest for digest, key in keys if (key.person, key.id) == (person, id)]
        if not found:
            return Declined("there is no such key any more")
        return await self._record(by, "EndKey", [e.KeyEnded(person=person, key_hash=found[0])])

    def lacks_second_factor(self, person: str) -> bool:
        return self.sessions.terms.lacks_second_factor(self.roster.people[person])

    def may(self, person: str, role: Role) -> bool:
        """Whether somebody may still act in a role they once acted in."""
        known = self.get(person)
        if known is None:
            return person == SYSTEM.id
        roles = self.sessions.terms.allowed(known).roles
        return not known.is_locked and any(each.may_act_as(role) for each in roles)

    async def _record(self, by: Actor, command: str, events: Sequence[HouseEvent]) -> Answer:
        return await self._house.record(self._register, lambda _: events, by, command)

    async def _sealed(
        self, person: str, password: str, name: str, *, is_known: bool = False
    ) -> str | Declined:
        """A password as it is kept, if nobody would guess it."""

        def work() -> str | Declined:
            return guessable(password, name) or self._hasher.hash(password)

        hashed = await self._hash(is_known, work)
        if isinstance(hashed, Declined):
            return hashed
        return self._house.sealer.seal_text(hashed.encode(), password_place(person))

    def _new_id(self, name: str, is_always_marked: bool = False) -> str:
        plain = slug(name)
        if plain and not is_always_marked and plain not in self.roster.people:
            return plain
        marked = (f"{plain or 'person'}-{secrets.token_hex(length)}" for length in _MARK_BYTES)
        return next(each for each in marked if each not in self.roster.people)


def _free_name(roster: Roster, name: str) -> str:
    """ "Guest", then "Guest 2", "Guest 3"; found by halves, because a demonstration has thousands of them."""

    def is_taken(number: int) -> bool:
        return roster.alike(name if number == 1 else f"{name} {number}") is not None

    taken, free = 0, 1
    while is_taken(free):
        taken, free = free, free * 2
    while free - taken > 1:
        middle = (taken + free) // 2
        taken, free = (middle, free) if is_taken(middle) else (taken, middle)
    return name if free == 1 else f"{name} {free}"


def _is_done(answer: Answer) -> bool:
    return isinstance(answer, Acknowledged)


def _why(answer: Answer) -> Declined:
    assert not isinstance(answer, Acknowledged | Refusal)
    return Declined(answer.reason)
