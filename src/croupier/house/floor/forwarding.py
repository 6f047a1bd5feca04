"""Commands go to the process that their table belongs to, and are decided there.

That saves deciding twice, nothing else: where there is no answer in time the command is decided here, under
the same id, so that it is done once however many have tried. Whoever is asked decides, owner or not: no
question goes on from one to the next.
"""

import asyncio
import contextlib
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import msgspec
import structlog
from msgspec import Struct

from croupier.house.answers import Acknowledged, Answer, Declined, Happened, Outdated
from croupier.house.floor.leases import Leases
from croupier.house.floor.peers import Peers, Unreachable
from croupier.house.floor.presence import Presence
from croupier.house.journal import Entry, StoreUnavailable
from croupier.table import Command, Refusal

if TYPE_CHECKING:
    from croupier.house.house import House

log = structlog.get_logger("croupier.peers")


class _Asked(Struct, array_like=True):
    table: str
    commands: tuple[bytes, ...]  # as the journal has them, but nothing in them sealed: the connection is
    expect: int | None


class _Said(Struct, array_like=True):
    """One of these, or none of them: then whoever asked decides."""

    version: int = 0
    is_repeat: bool = False
    entries: tuple[Entry, ...] = ()  # what was written, so that nobody has to read it from the store
    refused: Refusal | None = None
    declined: Declined | None = None
    outdated: Outdated | None = None


_encode = msgspec.msgpack.encode
_asked = msgspec.msgpack.Decoder(_Asked).decode
_said = msgspec.msgpack.Decoder(_Said).decode
_json = msgspec.json.Encoder().encode


class Forwarding:
    """One process's part: it asks, and answers."""

    def __init__(self, house: "House", presence: Presence, leases: Leases, peers: Peers) -> None:
        self._house, self._presence, self._leases, self._peers = house, presence, leases, peers
        self.on_forwarded: Callable[[str], None] = lambda how: None
        house.forward = self.forward

    async def start(self) -> None:
        """Before this process is known to others: they are told where to reach it."""
        await self._peers.start(self.answer)
        self._presence.address = self._peers.address

    async def stop(self) -> None:
        self._house.forward = None
        await self._peers.stop()

    # Asking

    async def forward(self, table: str, commands: Sequence[Command], expect: int | None) -> Answer | None:
        """The answer of the process that the table belongs to; None if it is to be decided here."""
        owner = self._leases.owner(table)
        if owner in ("", self._presence.process):
            return None
        body = _encode(_Asked(table, tuple(map(_json, commands)), expect))
        try:
            said = _said(await self._peers.ask(self._presence.address_of(owner), body))
        except Unreachable:
            self.on_forwarded("unanswered")
            return None
        answer = said.refused or said.declined or said.outdated
        if answer is None and not said.version:
            self.on_forwarded("declined")
            return None
        self.on_forwarded("answered")
        if answer is not None:
            return answer
        return Acknowledged(await self._taken_in(table, commands[-1].id, said), said.version, said.is_repeat)

    async def _taken_in(self, table: str, command_id: str, said: _Said) -> tuple[Happened, ...]:
        """What was done there is so here as well, before anybody is told that it is done."""
        house = self._house
        with contextlib.suppress(StoreUnavailable):  # it is done all the same; the follower will hear of it
            async with house.using(table) as live:
                happened = live.apply(said.entries)
                if live.version < said.version:
                    happened += await asyncio.to_thread(live.catch_up)
                house.listeners.tell(happened)
                own = tuple(each for each in happened if each.command_id == command_id)
                if not own and (entry := await asyncio.to_thread(_found, house, live.stream, command_id)):
                    own = live.tell(entry, live.read(entry), in_round=False)
                return own
        return ()

    # Answering

    async def answer(self, body: bytes) -> bytes:
        """What another process asks for in the name of whom it has checked."""
        try:
            return _encode(await self._decided(_asked(body)))
        except StoreUnavailable:
            return _encode(_Said())
        except Exception as error:
            log.error("a command of another process stumbled", exc_info=error)
            return _encode(_Said())

    async def _decided(self, asked: _Asked) -> _Said:
        house = self._house
        if not await house.knows(asked.table):
            return _Said()
        async with house.using(asked.table) as live:
            commands = [live.codec.read_command(each, "") for each in asked.commands]
            live.written = ()
            answer = await house.carry_out(live, commands, asked.expect)
            match answer:
                case Refusal():
                    return _Said(refused=answer)
                case Declined():
                    return _Said(declined=answer)
                case Outdated():
                    return _Said(outdated=answer)
                case Acknowledged():
                    return _Said(answer.version, answer.is_repeat, live.written)


def _found(house: "House", stream: str, command_id: str) -> Entry | None:
    return house.journal.find(stream, command_id)
