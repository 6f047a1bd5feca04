"""Signing in and out, invitations, roles. Every step is an event; nothing tells a guesser what was wrong."""

import asyncio
import secrets
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import VerificationError
from msgspec import Struct
from msgspec.structs import replace

from croupier.house.answers import Acknowledged, Answer, Declined
from croupier.house.house import House
from croupier.house.people import events as e
from croupier.house.people.credentials import (
    hash_token,
    highest_role,
    name_problem,
    password_place,
    password_problem,
    slug,
)
from croupier.house.people.roster import Person, Roster, people_register
from croupier.house.people.second_factor import hashes, new_recovery_codes, place, step_of
from croupier.house.register import HouseEvent
from croupier.money import Cents
from croupier.table import SYSTEM, Actor, Refusal, Role

T = TypeVar("T")

# One text for a wrong name, a wrong password and a locked account: it tells nobody which.
WRONG = Declined("that name and password do not open an account, or it is locked for a while")

NO_ROLE = Declined("your account has no role in this house; whoever keeps the accounts can give it one")

PLAYER_IDLE_MS = 30 * 60_000
STAFF_IDLE_MS = 5 * 60_000
FAILURES_MAX = 5
LOCK_MS = 15 * 60_000
INVITATION_MS = 24 * 3600_000
_SEEN_EVERY_MS = 5_000
_REMEMBERED_S = 15.0  # how long a session is taken for good, if nothing is heard of any account meanwhile
_SESSIONS_MAX = 100_000
_SESSION_ID = 16  # letters of a token's hash that name a session
_MARK_BYTES = (2, 2, 4, 8)  # what tells guests of one name apart: longer where chance gave a taken one


_Session = tuple[str, int, int]  # whose, when they last did something, and how long they may do nothing


class Session(Struct, frozen=True):
    """A person who has signed in. The token is known to the person alone; the store keeps its hash."""

    token: str
    person: str
    expires_at: int


class OwnSession(Struct, frozen=True):
    """One of somebody's sessions, as they may know of it."""

    id: str
    started: int
    seen: int
    expires_at: int
    is_this: bool


class People:
    """Accounts and sessions of one house."""

    def __init__(
        self,
        house: House,
        hasher: PasswordHasher | None = None,
        *,
        player_idle_ms: int = PLAYER_IDLE_MS,
        staff_idle_ms: int = STAFF_IDLE_MS,
    ) -> None:
        self._house = house
        self._player_idle_ms, self._staff_idle_ms = player_idle_ms, staff_idle_ms
        self._hasher = hasher or PasswordHasher(parallelism=1)
        # One at a time, so that nobody who guesses takes more than one processor from the tables.
        self._hashing = ThreadPoolExecutor(1, "hashing")
        self._register = people_register(house.journal, house.sealer)
        self._register.open()
        house.register(self._register)
        self._sessions: dict[str, tuple[str, int, int, float]] = {}  # person, seen, idle; when looked up
        self._sessions_at = 0  # the version of the register they were looked up at
        self._nobody = self._hasher.hash(secrets.token_hex(16))

    @property
    def roster(self) -> Roster:
        return self._register.state

    def get(self, person: str) -> Person | None:
        return self.roster.people.get(person)

    def name_of(self, person: str) -> str:
        return self.roster.name_of(person)

    # Coming in

    async def sign_in(self, name: str, password: str, code: str = "") -> Session | Declined:
        """A session, or the one answer to everything that is wrong."""
        person = self.roster.named(name)
        if person is not None and not person.password:
            person = None  # nobody can guess a password that is not there, nor lock the account by trying
        is_right = await self._hash(self._matches, person, password)
        at = self._house.clock.stamp()
        if person is None or not is_right or person.is_locked(at):
            await self._failed(person, at)
            return WRONG

        actor = Actor(person.id, highest_role(person.roles))

        def decide(roster: Roster) -> Sequence[HouseEvent] | Declined:
            """A code is good once, also where two try it at the same time."""
            found = roster.people[actor.id]  # others may have guessed meanwhile, until it was locked
            entered = None if found.is_locked(at) else self._entering(found, code, at)
            return WRONG if entered is None else [entered]

        if isinstance(await self._house.record(self._register, decide, actor, "SignIn"), Declined):
            await self._failed(person, at)
            return WRONG
        return await self._session(person)

    async def recognise(self, identity: str, name: str, roles: Sequence[Role]) -> Session | Declined:
        """Somebody whom the provider of single sign-on vouches for, in the roles that it tells.

        They are the provider's each time: who has lost them there has lost them here, sessions included.
        """
        known = self.roster.identified(identity)
        if known is None and not roles:
            return NO_ROLE
        person = known.id if known is not None else self._new_id(name)
        granted = tuple(role for role in Role if role in roles)
        if known is not None and known.roles != granted:
            await self._end_sessions(person)

        def decide(roster: Roster) -> Sequence[HouseEvent] | Declined:
            came = e.SignedIn(person=person)
            if (found := roster.identified(identity)) is None:
                shown = name if name_problem(name) is None and roster.named(name) is None else person
                opened = e.AccountOpened(person=person, name=shown, roles=granted, identity=identity)
                return [opened, came] if person not in roster.people else Declined("try again")
            if found.roles == granted:
                return [replace(came, person=found.id)] if granted else NO_ROLE
            changed = e.RolesGranted(person=found.id, roles=granted, previous=found.roles)
            return [changed, replace(came, person=found.id)] if granted else [changed]

        answer = await self._house.record(self._register, decide, SYSTEM, "Recognise")
        if not granted:
            return NO_ROLE
        found = self.roster.identified(identity)
        return await self._session(found) if _is_done(answer) and found else _why(answer)

    def _entering(self, person: Person, code: str, at: int) -> e.SignedIn | None:
        """How somebody with the right password comes in; None if the second factor is not right."""
        if not person.second_factor:
            return e.SignedIn(person=person.id)
        if (used := hashes((code,))[0]) in person.recovery:
            return e.SignedIn(person=person.id, recovery=used)
        secret = self._house.sealer.open_text(person.second_factor, place(person.id)).decode()
        step = step_of(secret, code, at, person.used_step)
        return e.SignedIn(person=person.id, step=step) if step is not None else None

    async def _hash(self, work: Callable[..., T], *values: Any) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._hashing, work, *values)

    def _matches(self, person: Person | None, password: str) -> bool:
        """Takes as long for somebody unknown as for somebody known."""
        known = self._nobody
        if person is not None and person.password:
            known = self._house.sealer.open_text(person.password, password_place(person.id)).decode()
        try:
            return self._hasher.verify(known, password) and person is not None
        except VerificationError:
            return False

    async def _is_own(self, person: Person, password: str) -> bool:
        """Whether somebody who is in knows their password. A wrong one counts as a failed sign-in: a session
        left open is no place to guess."""
        is_right = await self._hash(self._matches, person, password)
        at = self._house.clock.stamp()
        if is_right and not self.roster.people[person.id].is_locked(at):
            return True
        await self._failed(person, at)
        return False

    async def _failed(self, person: Person | None, at: int) -> None:
        if person is not None:
            person = self.roster.people[person.id]  # as it is by now
        if person is not None and person.is_locked(at):
            return  # it is locked: nothing is learnt, nothing is added
        name = person.id if person is not None else ""

        def decide(roster: Roster) -> Sequence[HouseEvent]:
            failed = e.SignInFailed(person=name)
            if not name or roster.people[name].failures + 1 < FAILURES_MAX:
                return [failed]
            return [failed, e.AccountLocked(person=name, failures=FAILURES_MAX, until=at + LOCK_MS)]

        if person is not None and person.failures + 1 >= FAILURES_MAX:
            await self._end_sessions(name)
        await self._house.record(self._register, decide, SYSTEM, "SignIn")

    async def _session(self, person: Person) -> Session:
        token, at = secrets.token_urlsafe(32), self._house.clock.stamp()
        idle = self._staff_idle_ms if person.is_staff else self._player_idle_ms
        sql = "INSERT INTO session VALUES (?, ?, ?, ?, ?, ?)"
        values = (hash_token(token), person.id, highest_role(person.roles).value, at, at, idle)
        await asyncio.wrap_future(self._house.journal.errand(sql, values))
        return Session(token, person.id, at + idle)

    async def whose(self, token: str, *, is_active: bool = True) -> tuple[Person, int] | None:
        """Whose session this is and when it expires; None once it has been idle for too long.

        `is_active` says that the person is doing something: that is what keeps a session alive.
        """
        found = self._remembered(token) or (await self._look_up([token])).get(token)
        if found is None:
            return None
        name, seen, idle = found
        at = self._house.clock.stamp()
        if (person := self._still(found, at)) is None:
            await self._forget(token)
            return None
        if is_active and at - seen >= min(_SEEN_EVERY_MS, idle // 4):
            # Taken along by the next commit. Nobody waits: a session that is not kept alive only ends sooner.
            update = "UPDATE session SET seen = ? WHERE token = ? AND seen < ?"
            self._house.journal.errand(update, (at, hash_token(token), at))
            seen = at
            if (known := self._sessions.get(token)) is not None:
                self._sessions[token] = (name, seen, idle, known[3])
        return person, seen + idle

    async def expiries(self, tokens: Sequence[str]) -> dict[str, int]:
        """When each of these sessions expires if nobody does anything, in one question to the store; those
        that have ended are not among them."""
        found, at = await self._look_up(tokens), self._house.clock.stamp()
        for token in [token for token, known in found.items() if self._still(known, at) is None]:
            del found[token]
            await self._forget(token)
        return {token: seen + idle for token, (_, seen, idle) in found.items()}

    def _still(self, session: _Session, at: int) -> Person | None:
        """Whose it is, if it has not ended."""
        name, seen, idle = session
        person = self.get(name)
        return None if person is None or at - seen >= idle or person.is_locked(at) else person

    def _remembered(self, token: str) -> _Session | None:
        """A session that was in the store a moment ago. Whatever happens to anybody's account ends that: a
        sign-out at another process too, as soon as it is heard of here."""
        self._keep_up()
        known = self._sessions.get(token)
        if known is None or time.monotonic() - known[3] > _REMEMBERED_S:
            return None
        return known[:3]

    def _keep_up(self) -> int:
        if self._sessions_at != self._register.version:
            self._sessions.clear()
            self._sessions_at = self._register.version
        return self._sessions_at

    async def _look_up(self, tokens: Sequence[str]) -> dict[str, _Session]:
        version, asked = self._keep_up(), {hash_token(token): token for token in tokens}
        marks = ", ".join("?" * len(asked))
        sql = f"SELECT token, person, seen, idle_ms FROM session WHERE token IN ({marks})"
        rows = await asyncio.to_thread(self._house.journal.store.query, sql, tuple(asked))
        found: dict[str, _Session] = {}
        for digest, person, seen, idle in rows:
            token = asked[bytes(digest)]
            known = self._sessions.get(token)  # that somebody did something may not be written yet
            found[token] = person, max(seen, known[1]) if known is not None else seen, idle
        if version == self._keep_up():  # else somebody's account has changed meanwhile
            if len(self._sessions) + len(found) > _SESSIONS_MAX:
                self._sessions.clear()
            now = time.monotonic()
            self._sessions.update((token, (*session, now)) for token, session in found.items())
        return found

    async def sign_out(self, token: str) -> None:
        known = await self.whose(token, is_active=False)
        if known is not None:
            await self._forget(token)
            actor = Actor(known[0].id, highest_role(known[0].roles))
            await self._record(actor, "SignOut", [e.SignedOut(person=known[0].id)])

    async def _forget(self, token: str) -> None:
        self._sessions.pop(token, None)
        sql = "DELETE FROM session WHERE token = ?"
        await asyncio.wrap_future(self._house.journal.errand(sql, (hash_token(token),)))

    # Sessions and the second factor, each one's own

    async def sessions(self, person: str, token: str) -> tuple[OwnSession, ...]:
        """Where somebody is signed in, the newest first."""
        sql = "SELECT token, started, seen, idle_ms FROM session WHERE person = ? ORDER BY started DESC"
        rows = await asyncio.to_thread(self._house.journal.store.query, sql, (person,))
        own, now = hash_token(token), self._house.clock.peek()
        return tuple(
            OwnSession(bytes(digest).hex()[:_SESSION_ID], started, seen, seen + idle, bytes(digest) == own)
            for digest, started, seen, idle in rows
            if seen + idle > now
        )

    async def end_session(self, person: str, id: str) -> Answer:
        """End one of one's own sessions, wherever it is."""
        sql = "SELECT token FROM session WHERE person = ?"
        rows = await asyncio.to_thread(self._house.journal.store.query, sql, (person,))
        found = [row[0] for row in rows if bytes(row[0]).hex()[:_SESSION_ID] == id]
        if not found:
            return Declined("there is no such session any more")
        gone = "DELETE FROM session WHERE person = ? AND token = ?"
        await asyncio.wrap_future(self._house.journal.errand(gone, (person, found[0])))
        return await self._record(Actor(person, Role.PLAYER), "EndSession", [e.SessionEnded(person=person)])

    async def set_second_factor(
        self, person: str, password: str, secret: str, code: str
    ) -> tuple[str, ...] | Declined:
        """From now on a code of this device is asked for; answers with recovery codes, shown once."""
        known, at = self.get(person), self._house.clock.stamp()
        if known is None or not await self._is_own(known, password):
            return WRONG
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

    async def remove_second_factor(self, person: str, password: str, code: str) -> Answer:
        known, at = self.get(person), self._house.clock.stamp()
        if known is None or not await self._is_own(known, password):
            return WRONG
        if self._entering(self.roster.people[person], code, at) is None:
            await self._failed(known, at)
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

    async def _invite(self, by: Actor, roles: tuple[Role, ...], *, is_first: bool = False) -> str:
        token = secrets.token_urlsafe(24)
        made = e.InvitationMade(
            token_hash=hash_token(token).hex(),
            roles=roles,
            expires_at=self._house.clock.stamp() + INVITATION_MS,
            is_first=is_first,
        )
        await self._record(by, "Invite", [made])
        return token

    async def accept(self, token: str, name: str, password: str) -> Session | Declined:
        """Use a one-time link: the account exists from here on, the link no longer does."""
        digest = hash_token(token).hex()
        if problem := name_problem(name) or password_problem(password):
            return problem
        person = self._new_id(name)
        sealed = await self._sealed(person, password)
        at = self._house.clock.stamp()

        def decide(roster: Roster) -> Sequence[HouseEvent] | Declined:
            invitation = roster.invitations.get(digest)
            if invitation is None or not roster.is_good(invitation, at):
                return Declined("this link has been used or has expired; ask a shift manager for a new one")
            if roster.named(name) is not None:
                return Declined("somebody has this name already; choose another")
            opened = e.AccountOpened(person=person, name=name, roles=invitation.roles, password=sealed)
            return [opened, e.InvitationUsed(token_hash=digest, person=person)]

        actor = Actor(person, Role.PLAYER)
        answer = await self._house.record(self._register, decide, actor, "AcceptInvitation")
        return await self._session(self.roster.people[person]) if _is_done(answer) else _why(answer)

    async def register_player(self, name: str, password: str) -> Session | Declined:
        """Somebody opens an account to play with, without an invitation."""
        if problem := name_problem(name) or password_problem(password):
            return problem
        person = self._new_id(name)
        sealed = await self._sealed(person, password)
        opened = e.AccountOpened(person=person, name=name, roles=(Role.PLAYER,), password=sealed)
        answer = await self._open(opened)
        return await self._session(self.roster.people[person]) if _is_done(answer) else _why(answer)

    async def demo(self, name: str, funds: Cents, *, is_bot: bool = False) -> Session | Declined:
        """A throw-away player with chips of the house. Has no password: the session is all there is.

        A program that says it is one is named so, as the house's own bots are; nobody else can be.
        """
        if problem := name_problem(name):
            return problem
        name = f"{name} (bot)" if is_bot else name
        person = self._new_id(name, is_always_marked=True)
        opened = e.AccountOpened(person=person, name=name, roles=(Role.PLAYER,), is_demo=True, funds=funds)
        answer = await self._open(opened, if_taken=f"{name} {person.rpartition('-')[2]}")
        return await self._session(self.roster.people[person]) if _is_done(answer) else _why(answer)

    async def bot(self, name: str, funds: Cents) -> Person:
        """A player of the house, marked as one. The same name gives the same bot."""
        person = "bot-" + slug(name)
        if (known := self.get(person)) is None:
            opened = e.AccountOpened(
                person=person, name=f"{name} (bot)", roles=(Role.PLAYER,), is_bot=True, funds=funds
            )
            await self._open(opened)
            known = self.roster.people[person]
        return known

    async def _open(self, opened: e.AccountOpened, if_taken: str = "") -> Answer:
        """Under the other name where the first is taken; whether it is shows only as it is written."""

        def decide(roster: Roster) -> Sequence[HouseEvent] | Declined:
            if opened.person not in roster.people:
                for name in filter(None, (opened.name, if_taken)):
                    if roster.named(name) is None:
                        return [replace(opened, name=name)]
            return Declined("somebody has this name already; choose another")

        return await self._house.record(self._register, decide, SYSTEM, "OpenAccount")

    # Changes

    async def change_password(self, person: str, old: str, new: str, token: str = "") -> Answer:
        """Everybody else who was in by the old password is out; the session that asked goes on."""
        known = self.get(person)
        if known is None or not await self._is_own(known, old):
            return WRONG
        if problem := password_problem(new):
            return problem
        changed = e.PasswordChanged(person=person, password=await self._sealed(person, new))
        await self._end_sessions(person, but=token)
        return await self._record(Actor(person, Role.PLAYER), "ChangePassword", [changed])

    async def _end_sessions(self, person: str, but: str = "") -> None:
        """Before the event is recorded, which then ends what any process remembers of them."""
        sql = "DELETE FROM session WHERE person = ? AND token <> ?"
        await asyncio.wrap_future(self._house.journal.errand(sql, (person, hash_token(but))))

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
        await self._end_sessions(person)
        return await self._record(by, "GrantRoles", [granted])

    async def unlock(self, by: Actor, person: str) -> Answer:
        if by.role is not Role.SHIFT_MANAGER:
            return Declined("accounts are for a shift manager to unlock")
        if self.get(person) is None:
            return Declined("there is no such person")
        return await self._record(by, "Unlock", [e.AccountUnlocked(person=person)])

    async def _record(self, by: Actor, command: str, events: Sequence[HouseEvent]) -> Answer:
        return await self._house.record(self._register, lambda _: events, by, command)

    async def _sealed(self, person: str, password: str) -> str:
        hashed = await self._hash(self._hasher.hash, password)
        return self._house.sealer.seal_text(hashed.encode(), password_place(person))

    def _new_id(self, name: str, is_always_marked: bool = False) -> str:
        plain = slug(name)
        if plain and not is_always_marked and plain not in self.roster.people:
            return plain
        marked = (f"{plain or 'person'}-{secrets.token_hex(length)}" for length in _MARK_BYTES)
        return next(each for each in marked if each not in self.roster.people)


def _is_done(answer: Answer) -> bool:
    return isinstance(answer, Acknowledged)


def _why(answer: Answer) -> Declined:
    assert not isinstance(answer, Acknowledged | Refusal)
    return Declined(answer.reason)
