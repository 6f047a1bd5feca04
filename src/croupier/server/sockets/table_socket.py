"""The table socket: one connection's conversation."""

import asyncio
import contextlib
import time
from collections.abc import Coroutine
from typing import Any

from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath

from croupier.house.allowance import Allowance
from croupier.house.answers import Acknowledged
from croupier.house.journal import StoreUnavailable
from croupier.house.people import Person
from croupier.house.people.sessions import GRACE_MS
from croupier.messages import Message
from croupier.server.context import Context, Here, Visitor, accepted, language_of, visitor_of
from croupier.server.errors import CLOSE, CLOSE_SILENT, Code, Problem, Rejected, unavailable
from croupier.server.guard import check_origin
from croupier.server.logs import log
from croupier.server.sockets import wire
from croupier.server.sockets.frames import forget_request, reader_of, writer_of
from croupier.server.sockets.orders import actor_at, check_seating, is_seating, read_command, role_at
from croupier.server.sockets.outbox import Outbox
from croupier.server.sockets.preview import preview
from croupier.server.sockets.viewer import Viewer
from croupier.server.sockets.voices import Voice
from croupier.server.tables.stage import Stage
from croupier.table import Actor, Role

SUBPROTOCOL = "croupier.1"
SILENCE_S = 60.0
REMIND_MS = 5 * 60_000  # before a session at a dealer's console is due to be renewed
_SOON_S = 0.05
_CLOSE_S = 12.0
_SEND_S = 20.0  # a reader that takes longer than this for one message is gone


class Closing(Exception):  # noqa: N818 - an ending, not an error
    def __init__(self, code: int, reason: str) -> None:
        super().__init__(reason)
        self.code, self.reason = code, reason


def closing(code: Code, reason: str) -> Closing:
    return Closing(CLOSE[code], reason)


@websocket("/api/tables/{table:str}/socket", cost="socket", opt={"is_public": True})
async def table_socket(socket: "WebSocket[Any, Any, Any]", context: Here, table: FromPath[str]) -> None:
    """One person (or the rail) at one table."""
    await socket.accept(subprotocols=SUBPROTOCOL if SUBPROTOCOL in _offered(socket) else None)
    context.metrics.sockets.inc()
    try:
        await _serve(socket, context, table)
    except Closing as end:
        await _close(socket, context, end)
    except (WebSocketDisconnect, ConnectionError):
        pass
    except Exception as error:
        fault(context, table, error)
        await _close(socket, context, closing("fault", "something went wrong on our side; connect again"))
    finally:
        context.metrics.sockets.dec()


async def _close(socket: "WebSocket[Any, Any, Any]", context: Context, end: Closing) -> None:
    context.metrics.cut_off.labels(str(end.code)).inc()
    with contextlib.suppress(Exception):
        async with asyncio.timeout(_CLOSE_S):
            await socket.close(end.code, end.reason[:120])


def fault(context: Context, table: str, error: Exception) -> None:
    context.metrics.faults.labels("socket").inc()
    log.error("fault", table=table, exc_info=error)


def _offered(socket: "WebSocket[Any, Any, Any]") -> list[str]:
    return list(socket.scope.get("subprotocols", []))


async def _serve(socket: "WebSocket[Any, Any, Any]", context: Context, table: str) -> None:
    try:
        check_origin(socket.headers, context.config.origins)
        context.check_store()
        stage = await context.room.stage(table)
        visitor = await visitor_of(socket, context, is_active=False)  # pages connect again by themselves
        role = role_at(
            context.house.card(table), visitor.known, _role(socket.query_params.get("as", "player"))
        )
        if visitor.known is not None:
            actor_at(stage.look, visitor.known, role)
    except Rejected as rejected:
        raise closing(rejected.problem.code, rejected.problem.reason) from None
    except StoreUnavailable as away:
        raise closing("unavailable", unavailable(away).reason) from None
    voice = stage.voice(language_of(socket))
    forget_request(socket.scope)
    conversation = Conversation(socket, context, stage, visitor, role, voice)
    await conversation.run(socket.query_params.get("after"))


def _role(text: str) -> Role:
    try:
        return Role(text)
    except ValueError:
        raise Rejected("malformed", "there is no role {role}", role=text[:40]) from None


class Conversation:
    """Reads until something ends it: the reader, who goes or is too slow, or the session."""

    __slots__ = (
        "_allowance",
        "_beside",
        "_due_at",
        "_end",
        "_heard_at",
        "_reading",
        "_timer",
        "context",
        "socket",
        "stage",
        "viewer",
        "visitor",
    )

    def __init__(
        self,
        socket: "WebSocket[Any, Any, Any]",
        context: Context,
        stage: Stage,
        visitor: Visitor,
        role: Role,
        voice: Voice,
    ) -> None:
        self.socket, self.context, self.stage = socket, context, stage
        self.visitor = visitor
        outbox = Outbox(
            context.config.queue_length, self._too_slow, writer_of(socket.scope), self._send_what_waits
        )
        self.viewer = Viewer(visitor.known, role, outbox, voice)
        rate = context.config.messages_per_second
        self._allowance = Allowance(rate, 2 * rate)
        self._reading: asyncio.Task[Any] | None = None
        self._end: Closing | None = None
        self._heard_at = time.monotonic()
        self._due_at = 0  # as told last; 0 for nothing
        self._timer: asyncio.TimerHandle | None = None
        # Sending what waits, asking for the session.
        self._beside: tuple[asyncio.Task[None], ...] = ()

    async def run(self, after: str | None) -> None:
        self._reading = asyncio.current_task()
        try:
            known = int(after) if after is not None and after.isdecimal() and len(after) < 16 else None
            if known is not None:
                await self.stage.reach_back(known)
            await self.stage.expect(self.viewer)
            self.stage.join(self.viewer)
            if known is not None:
                self.stage.resume(self.viewer, known)
            else:
                self.stage.snapshot(self.viewer)
            if self.visitor.token:
                self.context.sessions.join(self.visitor.token, self.visitor.person.id, self)
            self._watch()
            await self._read()
        except asyncio.CancelledError:
            if self._end is None or self._reading is None:
                raise
            self._reading.uncancel()
            raise self._end from None
        finally:
            self._reading = None
            if self._timer is not None:
                self._timer.cancel()
            self.stage.part(self.viewer)
            if self.visitor.token:
                self.context.sessions.part(self.visitor.token, self.visitor.person.id, self)
            beside = self._beside
            for task in beside:
                task.cancel()
            await asyncio.gather(*beside, return_exceptions=True)

    def _stop(self, end: Closing) -> None:
        """End the conversation, whatever it waits for."""
        if self._end is None and self._reading is not None:
            self._end = end
            self._reading.cancel()

    def _do(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._beside += (task,)
        task.add_done_callback(self._done)

    def _done(self, task: "asyncio.Task[None]") -> None:
        self._beside = tuple(each for each in self._beside if each is not task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("fault", table=self.stage.name, exc_info=error)
            self._stop(closing("fault", "something went wrong on our side; connect again"))

    # Sending

    def _too_slow(self) -> None:
        """Sending may be stuck in the middle of a message: the connection ends all the same."""
        log.info("slow reader cut off", table=self.stage.name)
        self._stop(closing("unavailable", "you read too slowly; connect again"))

    def _send_what_waits(self) -> None:
        self._do(self._send())

    async def _send(self) -> None:
        """Only while the reader is behind: everything else has been written at once."""
        outbox = self.viewer.outbox
        while (message := outbox.next()) is not None:
            try:
                async with asyncio.timeout(_SEND_S):
                    await self.socket.send_text(message.decode())
            except TimeoutError:
                self._stop(closing("unavailable", "you read too slowly; connect again"))
                return
            except (OSError, WebSocketDisconnect):  # the reader went while it was written to
                return

    # Silence, and sessions

    def _watch(self) -> None:
        """One timer for both. A client that is silent for a minute is gone; a session that has ended ends its
        sockets too: commands keep it alive, pings do not. Whether it was ended before its time is asked for
        all sockets at once (`sessions.py`)."""
        pause_s = self._heard_at + SILENCE_S - time.monotonic()
        if pause_s <= 0:
            self._stop(Closing(CLOSE_SILENT, "nothing heard for a minute"))
            return
        check = self._watch
        if self.visitor.token:
            left_s = (self.visitor.expires_at - self.context.house.clock.peek()) / 1000
            pause_s = min(pause_s, max(left_s, _SOON_S))
            check = lambda: self._do(self._check_session())  # noqa: E731
        self._timer = asyncio.get_running_loop().call_later(pause_s, check)

    async def _check_session(self) -> None:
        with contextlib.suppress(StoreUnavailable):
            found = await self.context.people.whose(self.visitor.token, is_active=False)
            self.signed(found[1] if found is not None else None)
        if self._end is None:
            self._watch()

    def signed(self, until: int | None) -> None:
        if until is None:
            self._stop(closing("sign_in", "your session has ended; sign in again"))
            return
        self.visitor.expires_at = until
        if self._is_dealing:
            self._tell_due()

    # Reading

    async def _read(self) -> None:
        receive = reader_of(self.socket)
        while True:
            event = await receive()
            if event["type"] == "websocket.disconnect":
                self.socket.connection_state = "disconnect"
                raise WebSocketDisconnect(detail="the client has gone", code=event["code"])
            text = event.get("text")
            if text is None:  # a binary frame: this protocol has none
                raise closing("malformed", "messages are text")
            self._heard_at = time.monotonic()
            if not self._allowance.take():
                raise closing("too_many", "too many messages; be slower")
            try:
                message = wire.read(text)
            except Rejected as rejected:
                raise closing(rejected.problem.code, rejected.problem.reason) from None
            self.context.room.keep_awake()
            await self._answer(message)

    # Answers

    async def _answer(self, message: wire.Message) -> None:
        match message:
            case wire.Ping():
                await self._stay()
                if self._is_dealing:
                    self._tell_due()
                self.viewer.send(wire.Pong(n=message.n, at=self.context.house.clock.peek()))
            case wire.Resume():
                await self.stage.reach_back(message.after)
                self.stage.resume(self.viewer, message.after)
            case _:
                try:
                    # Pages look ahead and add to shuffles by themselves: only commands are what people do.
                    if isinstance(message, wire.GiveCommand):
                        await self._stay()
                    person = await self._person(is_active=isinstance(message, wire.GiveCommand))
                    self.viewer.send(await self._order(message, person))
                except Rejected as rejected:
                    self._refuse(message.id, rejected.problem)
                except StoreUnavailable as away:
                    self._refuse(message.id, unavailable(away))
                except Closing:
                    raise
                except Exception as error:
                    fault(self.context, self.stage.name, error)
                    self._refuse(message.id, Problem("fault", Message("something went wrong on our side")))

    @property
    def _is_dealing(self) -> bool:
        """Who deals real cards does much that needs no screen."""
        return bool(self.visitor.token) and self.viewer.role.is_staff and self.stage.look.card.has_one_screen

    async def _stay(self) -> None:
        """No session ends at a console in mid-Round: its end waits for that of the Round."""
        if not self._is_dealing:
            return
        sessions, token = self.context.people.sessions, self.visitor.token
        with contextlib.suppress(StoreUnavailable):
            keep = sessions.hold if self.stage.look.round else sessions.release
            self.signed(await keep(token))

    def _tell_due(self) -> None:
        """In time, and again once it is done."""
        now, due = self.context.house.clock.peek(), self.context.people.sessions.due_at(self.visitor.token)
        is_due = due > 0 and now >= due - REMIND_MS
        told = due if is_due else 0
        if told == self._due_at:
            return
        self._due_at = told
        person = self.visitor.person
        self.viewer.send(
            wire.SessionTold(
                is_due=is_due,
                due_at=due,
                ends_at=due + GRACE_MS,
                way="sign_on" if person.identity else "password",
                needs_code=bool(person.second_factor),
            )
        )

    def _refuse(self, id: str, problem: Problem) -> None:
        self.viewer.send(
            wire.RefusedMessage(id=id, code=problem.code, reason=problem.reason, citations=problem.citations)
        )

    async def _person(self, is_active: bool) -> Person:
        """Who is acting. A session that ended a moment ago acts no more."""
        if self.visitor.known is None:
            raise Rejected("sign_in", "sign in to act; without it one may watch")
        found = await self.context.people.whose(self.visitor.token, is_active=is_active)
        if found is None:
            raise closing("sign_in", "your session has ended; sign in again")
        if self.viewer.is_replaced:
            raise Rejected("not_allowed", "another connection has taken your seat; act there")
        return found[0]

    async def _order(self, message: wire.Order, person: Person) -> wire.Outgoing:
        if isinstance(message, wire.AskShuffle | wire.Contribute):
            return await add_to_shuffle(self.context, self.stage, person, message)
        role = role_at(self.context.house.card(self.stage.name), person, self.viewer.role)
        if isinstance(message, wire.GiveCommand):
            answer = await give(self.context, self.stage, person, role, message)
            return wire.Ack(id=message.id, seq=answer.version)
        return await foresee(self.context, self.stage, person, role, message)


async def give(
    context: Context, stage: Stage, person: Person, role: Role, message: wire.GiveCommand
) -> Acknowledged:
    """Carry out a client's command; Rejected with the reason if it is not."""
    look = stage.look
    actor = actor_at(look, person, role)
    command = read_command(look, actor, message.command, message.id)
    if is_seating(look, command) and role is Role.PLAYER:
        check_seating(look, actor)
    metrics, game = context.metrics, look.game.name
    figures, began = metrics.of_game(game), time.perf_counter()
    try:
        answer = accepted(await context.house.submit(stage.name, command, message.expect))
    except Rejected as rejected:
        metrics.commands.labels(game, rejected.problem.code).inc()
        raise
    except StoreUnavailable:
        metrics.commands.labels(game, "unavailable").inc()
        raise
    finally:
        figures.seconds.observe(time.perf_counter() - began)
    figures.done.inc()
    return answer


async def add_to_shuffle(
    context: Context, stage: Stage, person: Person, message: wire.AskShuffle | wire.Contribute
) -> wire.NextShuffle:
    """What a device may add to, and that it has: the answer is in the record before it is given."""
    shuffles, look = context.house.shuffles, stage.look
    if look.card.cards == "physical":
        raise Rejected("refused", "at this table no device shuffles by a seed")
    if look.game.place_of(look.state, person.id) is None:
        raise Rejected("refused", "only who sits at the table adds to its shuffle")
    if isinstance(message, wire.Contribute):
        by = Actor(person.id, Role.PLAYER)
        accepted(await shuffles.contribute(by, stage.name, message.commitment, message.bytes))
        stage.changed.set()
    known = await shuffles.next(stage.name)
    own = [each.bytes for each in known.given if each.player == person.id]
    return wire.NextShuffle(
        id=message.id, number=known.number, commitment=known.commitment, bytes=own[-1] if own else None
    )


async def foresee(
    context: Context, stage: Stage, person: Person, role: Role, message: wire.AskPreview
) -> wire.Preview:
    look = stage.look
    actor = actor_at(look, person, role)
    command = read_command(look, actor, message.command, message.id)
    return await preview(context.house, look, actor, command, message.id, context.room.name_of)
