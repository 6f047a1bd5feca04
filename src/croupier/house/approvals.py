"""What needs a second person: asked by one, confirmed by another, then done; or withdrawn, refused, expired.

Each step is an entry in the stream "approvals". What was confirmed is carried out under an id of its own, and
again after a crash until it is written down how it ended: done once.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, Literal

import msgspec
from msgspec import Struct, field
from msgspec.structs import replace

from croupier.house.answers import Acknowledged, Answer, Declined, declined, needs
from croupier.house.house import House
from croupier.house.journal import Journal
from croupier.house.journal.sealing import Sealer
from croupier.house.likeness import like
from croupier.house.register import HouseEvent, Register, decoder_of
from croupier.house.stamps import new_id
from croupier.messages import Message, kept, recalled
from croupier.table import SYSTEM, Actor, Role

EXPIRES_MS = 15 * 60_000
_RECENT = 50  # that are over and still listed
_LAPSED = Declined("whoever asked for it may not ask for it any more")

Status = Literal["waiting", "confirmed", "done", "failed", "refused", "withdrawn", "expired"]


class Approval(Struct, frozen=True, kw_only=True):
    """Something that one person has asked for and another has to confirm."""

    id: str
    kind: str
    words: str  # as the second person reads it
    details: dict[str, Any]  # what the kind carries out
    role: Role  # of the person who confirms
    reason: str
    by: str
    by_role: Role
    at: int
    expires_at: int
    concerns: str = ""  # the person it is about, who does not confirm it either
    status: Status = "waiting"
    second: str = ""  # who confirmed or refused
    answer: str = ""  # why it was refused, or could not be done
    said: dict[str, Any] = field(default_factory=dict)

    @property
    def told(self) -> str:
        """Its words as a message; in English alone if it was asked for before those were kept."""
        return recalled(self.said) if self.said else self.words

    @property
    def asker(self) -> Actor:
        return Actor(self.by, self.by_role)

    @property
    def command_id(self) -> str:
        """What is carried out goes under this id, and so is done once."""
        return str(self.details.get("command_id") or f"approval:{self.id}")


class ApprovalAsked(HouseEvent, frozen=True, kw_only=True):
    matters = "approval"
    words = "{words_for} needs a second person"
    approval: str
    kind: str
    words_for: str  # in English
    details: dict[str, Any]
    role: Role
    reason: str
    person: str  # who asked
    person_role: Role
    expires_at: int
    concerns: str = ""
    said: dict[str, Any] = field(default_factory=dict)  # `words_for` as it is said in any language


class ApprovalConfirmed(HouseEvent, frozen=True, kw_only=True):
    matters = "approval"
    words = "{person} confirms {approval}"
    approval: str
    person: str


class ApprovalRefused(HouseEvent, frozen=True, kw_only=True):
    """By a second person, or by the one who asked: then it is withdrawn."""

    matters = "approval"
    words = "{person} takes {approval} back: {reason}"
    approval: str
    person: str
    reason: str


class ApprovalExpired(HouseEvent, frozen=True, kw_only=True):
    matters = "approval"
    words = "Nobody has confirmed {approval} in time"
    approval: str


class ApprovalDone(HouseEvent, frozen=True, kw_only=True):
    matters = "approval"
    words = "What {approval} asked for is done"
    approval: str


class ApprovalFailed(HouseEvent, frozen=True, kw_only=True):
    matters = "approval"
    words = "What {approval} asked for could not be done: {reason}"
    approval: str
    reason: str


class Requests(Struct):
    """Those under way, and the last that are over."""

    open: dict[str, Approval] = field(default_factory=dict)
    over: list[Approval] = field(default_factory=list)

    def find(self, id: str) -> Approval | None:
        return self.open.get(id) or next((each for each in self.over if each.id == id), None)


_DECODER = decoder_of(__name__)


def approvals_register(journal: Journal, sealer: Sealer | None = None) -> Register[Requests]:
    return Register("approvals", Requests(), _after, _DECODER, journal, sealer)


def _after(state: Requests, event: HouseEvent, at: int) -> Requests:
    match event:
        case ApprovalAsked():
            asked = {"by": event.person, "by_role": event.person_role, "words": event.words_for}
            state.open[event.approval] = like(Approval, event, id=event.approval, at=at, **asked)
        case ApprovalConfirmed():
            found = state.open[event.approval]
            state.open[event.approval] = replace(found, status="confirmed", second=event.person)
        case ApprovalRefused():
            is_own = state.open[event.approval].by == event.person
            status: Status = "withdrawn" if is_own else "refused"
            _end(state, event.approval, status, second="" if is_own else event.person, answer=event.reason)
        case ApprovalExpired():
            _end(state, event.approval, "expired")
        case ApprovalDone():
            _end(state, event.approval, "done")
        case ApprovalFailed():
            _end(state, event.approval, "failed", answer=event.reason)
    return state


def _end(state: Requests, id: str, status: Status, **changes: Any) -> None:
    state.over.append(replace(state.open.pop(id), status=status, **changes))
    del state.over[:-_RECENT]


CarryOut = Callable[[Approval], Awaitable[Answer]]


class Approvals:
    """`kinds` says how each kind of request is carried out; the server fills it in."""

    def __init__(self, house: House, expires_ms: int = EXPIRES_MS) -> None:
        self._house = house
        self._expires_ms = expires_ms
        self.kinds: dict[str, CarryOut] = {}
        self.may: Callable[[str, Role], bool] = lambda person, role: (
            True
        )  # whether somebody still holds a role
        self._register = house.opened(approvals_register)
        self._carrying: dict[str, asyncio.Lock] = {}

    def find(self, id: str) -> Approval | None:
        return self._register.state.find(id)

    def listed(self) -> tuple[Approval, ...]:
        """Those under way first, then the last that are over, each the newest first."""
        state = self._register.state
        return (*reversed(state.open.values()), *reversed(state.over))

    async def ask(
        self,
        by: Actor,
        kind: str,
        details: Mapping[str, Any],
        *,
        words: str,
        reason: str,
        role: Role = Role.PIT_MANAGER,
        concerns: str = "",
        command_id: str = "",
    ) -> Approval | Declined:
        """Ask for a second person. Under the same `command_id` it is asked once."""
        assert kind in self.kinds, f"nobody carries out {kind}"
        asked = ApprovalAsked(
            approval=new_id(),
            kind=kind,
            words_for=words,
            said=kept(words) if isinstance(words, Message) else {},
            details=msgspec.json.decode(msgspec.json.encode(details)),  # as it will be read
            role=role,
            reason=reason,
            person=by.id,
            person_role=by.role,
            expires_at=self._house.clock.stamp() + self._expires_ms,
            concerns=concerns,
        )
        if no := needs(by, role):
            return no
        answer = await self._record(by, lambda _: [asked], "AskApproval", command_id)
        if isinstance(answer, Declined):
            return answer
        first = answer.happened[0].event
        assert isinstance(first, ApprovalAsked)
        if (first.kind, first.details, first.person) != (kind, asked.details, by.id):
            return Declined("this key was used for another request; nothing is asked under it again")
        return self.find(first.approval) or Declined("this was asked before, and is over")

    async def confirm(self, by: Actor, id: str) -> Answer:
        """The second person agrees: it is done, or the answer says why it cannot be."""
        answer = await self._record(by, lambda state: self._confirmed(state, by, id), "ConfirmApproval")
        return await self._carry_out(id) if isinstance(answer, Acknowledged) else answer

    def _confirmed(self, state: Requests, by: Actor, id: str) -> Sequence[HouseEvent] | Declined:
        if isinstance(found := self._waiting(state, id), Declined):
            return found
        if no := needs(by, found.role):
            return no
        if not self.may(found.by, found.by_role):
            return _LAPSED
        if by.id in (found.by, found.concerns):
            return Declined(
                "whoever asked for it, or gains by it, does not confirm it: it needs another person"
            )
        return [ApprovalConfirmed(approval=id, person=by.id)]

    async def refuse(self, by: Actor, id: str, reason: str) -> Answer:
        """The second person says no, or the first takes it back."""

        def decide(state: Requests) -> Sequence[HouseEvent] | Declined:
            if isinstance(found := self._waiting(state, id), Declined):
                return found
            if by.id != found.by and (no := needs(by, found.role)):
                return no
            return [ApprovalRefused(approval=id, person=by.id, reason=reason)]

        return await self._record(by, decide, "RefuseApproval")

    async def look_after(self) -> None:
        """What nobody confirmed in time expires, what its asker has no role for any more lapses; what a crash
        left half done is carried out. Every second."""
        now = self._house.clock.peek()
        for found in list(self._register.state.open.values()):
            if found.status == "confirmed":
                await self._carry_out(found.id)
            elif found.expires_at <= now:
                await self._ended(ApprovalExpired(approval=found.id), "waiting")
            elif not self.may(found.by, found.by_role):
                lapsed = ApprovalRefused(approval=found.id, person=SYSTEM.id, reason=_LAPSED.reason)
                await self._ended(lapsed, "waiting")

    def _waiting(self, state: Requests, id: str) -> Approval | Declined:
        found = state.find(id)
        if found is None:
            return Declined("nothing of that name waits for a second person")
        if found.status != "waiting" or found.expires_at <= self._house.clock.peek():
            status = found.status if found.status != "waiting" else "expired"
            return declined("this waits for nobody any more: it is {status:name}", status=status)
        return found

    async def _carry_out(self, id: str) -> Answer:
        async with self._carrying.setdefault(id, asyncio.Lock()):
            found = self._register.state.open.get(id)
            if found is None:
                return Declined("this has been carried out already")
            answer = await self.kinds[found.kind](found)
            is_done = isinstance(answer, Acknowledged)
            reason = "" if isinstance(answer, Acknowledged) else answer.reason
            over = ApprovalDone(approval=id) if is_done else ApprovalFailed(approval=id, reason=reason)
            await self._ended(over, "confirmed")
        self._carrying.pop(id, None)
        return answer

    async def _ended(
        self, over: ApprovalDone | ApprovalFailed | ApprovalExpired | ApprovalRefused, status: Status
    ) -> None:
        def decide(state: Requests) -> Sequence[HouseEvent] | Declined:
            found = state.open.get(over.approval)
            return [over] if found is not None and found.status == status else Declined("it is over already")

        await self._record(SYSTEM, decide, "EndApproval")

    async def _record(
        self,
        by: Actor,
        decide: Callable[[Requests], Sequence[HouseEvent] | Declined],
        command: str,
        command_id: str = "",
    ) -> Acknowledged | Declined:
        answer = await self._house.record(self._register, decide, by, command, command_id=command_id)
        assert isinstance(answer, Acknowledged | Declined)
        return answer
