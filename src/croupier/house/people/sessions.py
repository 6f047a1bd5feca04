"""Who is signed in. A token is known to the person alone; the store keeps its hash."""

import asyncio
import secrets
import time
from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from croupier.house.house import House
from croupier.house.journal.store import Row
from croupier.house.people.credentials import hash_token, highest_role
from croupier.house.people.roster import Key, Person, Roster
from croupier.house.register import Register
from croupier.table import Role

_SEEN_EVERY_MS = 5_000
HOLD_MS = 15 * 60_000  # a dealer's session outlasts a lost connection by this, while a Round is open
GRACE_MS = 30 * 60_000  # and its own end by this, until the Round is over
_REMEMBERED_S = 15.0  # how long a session is taken for good, if nothing is heard of any account meanwhile
_KNOWN_MAX = 100_000
KEY = "croupier-key-"  # how keys of service accounts begin
_ID = 16  # letters of a token's hash that name a session


class Terms(Struct, frozen=True, kw_only=True):
    """How long somebody may do nothing, how long a session lasts at most, and who needs a second factor."""

    player_idle_ms: int = 30 * 60_000
    staff_idle_ms: int = 5 * 60_000
    player_age_ms: int = 24 * 3600_000
    staff_age_ms: int = 12 * 3600_000
    sign_on_age_ms: int = 3600_000  # by single sign-on: then the provider is asked again who may do what
    second_factor_roles: frozenset[Role] = frozenset()

    def lacks_second_factor(self, person: Person) -> bool:
        """Whoever comes by single sign-on has shown one there, if at all; a program has none."""
        is_exempt = bool(person.identity) or person.is_service
        needs = not is_exempt and not self.second_factor_roles.isdisjoint(person.roles)
        return needs and not person.second_factor

    def idle_ms(self, person: Person) -> int:
        return self.staff_idle_ms if person.is_staff else self.player_idle_ms

    def age_ms(self, person: Person) -> int:
        """Whoever comes by single sign-on has no other way in."""
        age = self.staff_age_ms if person.is_staff else self.player_age_ms
        return self.sign_on_age_ms if person.identity else age

    def allowed(self, person: Person) -> Person:
        """With the roles that count: those that need a second factor do not until there is one."""
        if not self.lacks_second_factor(person):
            return person
        return replace(person, roles=tuple(r for r in person.roles if r not in self.second_factor_roles))


class Session(Struct, frozen=True):
    """A person who has signed in."""

    token: str
    person: str
    expires_at: int
    device: str = ""  # the mark by which the account will know this device again


class OwnSession(Struct, frozen=True):
    """One of somebody's sessions, as they may know of it."""

    id: str
    started: int
    seen: int
    expires_at: int
    is_this: bool


class _Known(Struct, frozen=True):
    person: str
    started: int  # when they last showed who they are
    seen: int  # when they last did something
    idle_ms: int  # and how long they may do nothing
    until: int  # it lasts no longer than this, whatever they do
    looked_at: float

    @property
    def expires_at(self) -> int:
        return min(self.seen + self.idle_ms, self.until)


class Sessions:
    def __init__(self, house: House, register: Register[Roster], terms: Terms) -> None:
        self._house, self._register, self.terms = house, register, terms
        self._known: dict[str, _Known] = {}
        self._known_at = 0  # the version of the register they were looked up at

    async def begin(self, person: Person) -> Session:
        token, at, terms = secrets.token_urlsafe(32), self._house.clock.stamp(), self.terms
        idle, until = terms.idle_ms(person), at + terms.age_ms(person)
        await self._write(
            "INSERT INTO session (token, person, role, started, seen, idle_ms, until)"
            " VALUES (?, ?, ?, ?, ?, ?, ?)",
            *(hash_token(token), person.id, highest_role(person.roles).value, at, at, idle, until),
        )
        return Session(token, person.id, min(at + idle, until))

    async def whose(self, token: str, *, is_active: bool = True) -> tuple[Person, int] | None:
        """Whose session this is and when it expires; None once it is over.

        `is_active` says that the person is doing something: that is what keeps a session alive.
        """
        if token.startswith(KEY):
            return self._by_key(token)
        found = self._remembered(token) or (await self._look_up([token])).get(token)
        if found is None:
            return None
        at = self._house.clock.stamp()
        if (person := self._still(found, at)) is None:
            await self.end(token)
            return None
        if is_active and at - found.seen >= min(_SEEN_EVERY_MS, found.idle_ms // 4):
            # Taken along by the next commit. Nobody waits: a session that is not kept alive only ends sooner.
            update = "UPDATE session SET seen = ? WHERE token = ? AND seen < ?"
            self._house.journal.errand(update, (at, hash_token(token), at))
            found = replace(found, seen=at)
            if token in self._known:
                self._known[token] = found
        return self.terms.allowed(person), found.expires_at

    async def expiries(self, tokens: Sequence[str]) -> dict[str, int]:
        """When each of these sessions expires if nobody does anything, in one question to the store; those
        that have ended are not among them."""
        kept = {token: known[1] for token in tokens if (known := self._by_key(token)) is not None}
        found, at = await self._look_up(tokens), self._house.clock.stamp()
        for token in [token for token, known in found.items() if self._still(known, at) is None]:
            del found[token]
            await self.end(token)
        return kept | {token: known.expires_at for token, known in found.items()}

    def _by_key(self, token: str) -> tuple[Person, int] | None:
        """Whose key this is. It is good until it expires or somebody ends it, whatever is done with it."""
        if (key := self.key(token)) is None:
            return None
        person = self._register.state.people[key.person]
        return None if person.is_locked else (person, key.expires_at)

    def key(self, token: str) -> Key | None:
        found = self._register.state.keys.get(hash_token(token).hex()) if token.startswith(KEY) else None
        return found if found is not None and self._house.clock.peek() < found.expires_at else None

    def _still(self, session: _Known, at: int) -> Person | None:
        """Whose it is, if it has not ended."""
        person = self._register.state.people.get(session.person)
        return None if person is None or at >= session.expires_at or person.is_locked else person

    def _remembered(self, token: str) -> _Known | None:
        """A session that was in the store a moment ago. Whatever happens to anybody's account ends that: a
        sign-out at another process too, as soon as it is heard of here."""
        self._keep_up()
        known = self._known.get(token)
        return known if known is not None and time.monotonic() - known.looked_at <= _REMEMBERED_S else None

    def _keep_up(self) -> int:
        if self._known_at != self._register.version:
            self._known.clear()
            self._known_at = self._register.version
        return self._known_at

    async def _look_up(self, tokens: Sequence[str]) -> dict[str, _Known]:
        version, asked = self._keep_up(), {hash_token(token): token for token in tokens}
        marks = ", ".join("?" * len(asked))
        rows = await self._ask(
            f"SELECT token, person, started, seen, idle_ms, until FROM session WHERE token IN ({marks})",
            *asked,
        )
        found: dict[str, _Known] = {}
        for digest, person, started, seen, idle, until in rows:
            token, now = asked[bytes(digest)], time.monotonic()
            known = self._known.get(token)  # that somebody did something may not be written yet
            is_newer = known is not None and known.started == started and known.seen >= seen
            written = _Known(person, started, seen, idle, until, now)
            found[token] = replace(known, looked_at=now) if known and is_newer else written
        if version == self._keep_up():  # else somebody's account has changed meanwhile
            if len(self._known) + len(found) > _KNOWN_MAX:
                self._known.clear()
            self._known |= found
        return found

    async def of(self, person: str, token: str = "") -> tuple[OwnSession, ...]:
        """Where somebody is signed in, the newest first; `token` is that of the session which asks."""
        sql = (
            "SELECT token, started, seen, idle_ms, until FROM session WHERE person = ? ORDER BY started DESC"
        )
        own, now = hash_token(token), self._house.clock.peek()
        return tuple(
            OwnSession(bytes(digest).hex()[:_ID], started, seen, expires_at, bytes(digest) == own)
            for digest, started, seen, idle, until in await self._ask(sql, person)
            if (expires_at := min(seen + idle, until)) > now
        )

    # Who deals real cards: a session that does not end in mid-Round, and is renewed in its place

    def due_at(self, token: str) -> int:
        """When whoever has this session has to show again who they are; 0 if that is not known here."""
        known = self._known.get(token)
        person = self._register.state.people.get(known.person) if known is not None else None
        return known.started + self.terms.age_ms(person) if known is not None and person is not None else 0

    async def hold(self, token: str) -> int | None:
        """For as long as a Round lasts that this person deals; when the session ends now, or None: it has.

        A while longer than the Round if the connection is lost: what was entered meanwhile must arrive.
        """
        return await self._keep(token, HOLD_MS, GRACE_MS)

    async def release(self, token: str) -> int | None:
        """The Round is over, and with it the grace."""
        return await self._keep(token, 0, 0)

    async def _keep(self, token: str, hold_ms: int, grace_ms: int) -> int | None:
        found = await self.whose(token, is_active=hold_ms > 0)
        known = self._known.get(token)
        if found is None or known is None:  # a program's key has its own end
            return None if found is None else found[1]
        idle, due = max(self.terms.idle_ms(found[0]), hold_ms), self.due_at(token)
        until = max(due, min(self._house.clock.peek() + hold_ms, due + grace_ms))
        if (idle, until) != (known.idle_ms, known.until):
            update = "UPDATE session SET idle_ms = ?, until = ? WHERE token = ?"
            self._house.journal.errand(update, (idle, until, hash_token(token)))
            known = self._known[token] = replace(known, idle_ms=idle, until=until)
        return known.expires_at

    async def renew(self, person: Person, token: str) -> bool:
        """The same session anew, by somebody who has just shown again who they are."""
        found = (await self._look_up([token])).get(token)
        if found is None or found.person != person.id:
            return False
        at, terms = self._house.clock.stamp(), self.terms
        await self._write(
            "UPDATE session SET started = ?, seen = ?, idle_ms = ?, until = ? WHERE token = ?",
            *(at, at, terms.idle_ms(person), at + terms.age_ms(person), hash_token(token)),
        )
        self._known.pop(token, None)
        return True

    # The end of them, before the event is recorded that ends what any process remembers of them

    async def end(self, token: str) -> None:
        self._known.pop(token, None)
        await self._write("DELETE FROM session WHERE token = ?", hash_token(token))

    async def end_one(self, person: str, id: str) -> bool:
        """Whether there was one of this name."""
        rows = await self._ask("SELECT token FROM session WHERE person = ?", person)
        found = [digest for (digest,) in rows if bytes(digest).hex()[:_ID] == id]
        for digest in found:
            await self._write("DELETE FROM session WHERE person = ? AND token = ?", person, digest)
        return bool(found)

    async def end_all(self, person: str, but: str = "") -> None:
        await self._write("DELETE FROM session WHERE person = ? AND token <> ?", person, hash_token(but))

    async def _write(self, sql: str, *values: object) -> None:
        await asyncio.wrap_future(self._house.journal.errand(sql, values))

    async def _ask(self, sql: str, *values: object) -> list[Row]:
        return await asyncio.to_thread(self._house.journal.store.query, sql, values)
