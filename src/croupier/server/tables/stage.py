"""A table as this process shows it: who watches, the last events, whose turn it is and since when."""

import asyncio
import contextlib
from collections import deque
from collections.abc import Callable, Iterable, Mapping

from msgspec.structs import replace

from croupier.house.answers import Happened
from croupier.house.floor.presence import Presence
from croupier.house.house import House, Look
from croupier.house.journal import StoreUnavailable
from croupier.house.ledger.accounts import NameOf, PlacesHere
from croupier.server.sockets import wire
from croupier.server.sockets.audience import Audiences
from croupier.server.sockets.pieces import Offers
from croupier.server.sockets.scene import RAIL, EncodedEvent, Message, Scene, Telling
from croupier.server.sockets.viewer import Viewer
from croupier.server.sockets.voices import Voice, Voices
from croupier.server.tables.clock import Countdown, TimeBanks, countdown
from croupier.server.tables.past import told_before
from croupier.server.tables.seating import players
from croupier.table import Actor

_TAIL = 256  # events kept at hand for those who resume: a long Round and more
_PAST = 40  # how many of them somebody who comes may ask for, or all of the Round under way if it has more
_PACE_ROUNDS = 30  # how many Rounds the pace is taken from
_ROUNDS_LEAST = 4  # and from how many it can be: one Round is no pace
_HOUR_MS = 3_600_000


class Stage:
    """Follows one table's stream and tells every viewer what they may know of it."""

    def __init__(
        self,
        house: House,
        name: str,
        *,
        presence: Presence,
        betting_seconds: int,
        banks: TimeBanks,
        name_of: NameOf,
        describe: Callable[["Stage", Mapping[int, str]], wire.TableLine],
    ) -> None:
        self.house, self.name = house, name
        self.look: Look
        self.countdown = Countdown()
        self._deciding = ""  # who alone is asked
        self.lost_at: dict[str, int] = {}  # whose last connection to this process has gone, and when
        self.viewers: dict[
            Viewer, None
        ] = {}  # in the order they came: nothing goes by where they lie in memory
        self._here: frozenset[str | None] | None = None  # whose connections are here, once looked at
        self.changed = asyncio.Event()  # for the auto-dealer
        self.last_acted: dict[str, int] = {}
        self.last_at = 0  # when something last happened
        self._presence = presence
        self._betting_seconds = betting_seconds
        self._banks = banks
        self._name_of = name_of
        self._describe = describe
        self._steady: tuple[object, wire.TableLine] | None = None  # what it was made from, and the line
        self._kept: tuple[object, ...] = ()
        self._felt: tuple[tuple[int, int], wire.Felt] | None = None  # of which version and pace
        self._offers, self._audiences = Offers(), Audiences()
        self._places, self._voices = PlacesHere(name_of), Voices(name_of)
        self._tail: deque[EncodedEvent] = deque(maxlen=_TAIL)
        self._round_first = 0  # the first event of the Round under way; 0 between Rounds
        self._unread: tuple[int, int] | None = None  # events from before this process looked, not read yet
        self._reading = asyncio.Lock()
        self._ended: deque[int] = deque(maxlen=_PACE_ROUNDS)
        self._task: asyncio.Task[None] | None = None
        self.on_round: Callable[[], None] = lambda: None
        self.on_fault: Callable[[Exception], None] = lambda error: None
        self.on_events: Callable[[tuple[Happened, ...]], None] = lambda happened: None

    async def start(self) -> None:
        """Subscribe first, then look, so that nothing falls between."""
        self._subscription = self.house.listeners.subscribe(f"table/{self.name}", limit=100_000)
        self.look = await self.house.look(self.name)
        last = await asyncio.to_thread(self.house.journal.last_round, f"table/{self.name}")
        self.rounds = last.number if last else 0
        self._round_first = last.first if last and self.look.round else 0
        self._unread = self.past, self.look.version
        self._ask(self.house.clock.peek())
        self._task = asyncio.create_task(self._follow(), name=f"stage {self.name}")

    async def stop(self) -> None:
        self.house.listeners.unsubscribe(self._subscription)
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    # What happens

    async def _follow(self) -> None:
        subscription = self._subscription
        while (happened := await subscription.next()) is not None:
            look = self.house.glance(self.name) or self.look
            while happened[-1].version < look.version:
                more = await subscription.next()
                if more is None:
                    return
                happened += more
            known = self.look.version
            is_new = happened[0].version > known  # as nearly always
            fresh = happened if is_new else tuple(each for each in happened if each.version > known)
            if fresh:
                try:
                    self._take_in(fresh, look)
                except Exception as error:
                    # One message that cannot be made must not silence the table for good.
                    self.on_fault(error)
                    self.look = look
                    self.changed.set()

    async def freshen(self) -> None:
        """Before anybody looks or decides here: what other processes have done meanwhile is taken in."""
        if self.house.is_behind(self.name):
            await self.house.freshen(self.name)
        version = self.house.version(self.name)
        while self.look.version < version and self._task is not None:
            await asyncio.sleep(0)
            if self._task.done():
                return

    def _take_in(self, happened: tuple[Happened, ...], look: Look) -> None:
        before, self.look = self.look, look
        places = self._places.between(before, look)
        told = tuple(EncodedEvent(each, places, self._name_of) for each in happened)
        last = happened[-1]
        self.last_at = last.at
        self._ask(last.at)
        self._tail.extend(told)
        if look.round != before.round:
            in_round = (each.version for each in happened if each.round == look.round)
            self._round_first = next(in_round, 0) if look.round else 0
        for each in happened:
            self.last_acted[each.by] = each.at
        if before.round and before.round != look.round:
            self._banks.round_is_over(players(look).values())
            self._ended.append(last.at)
            self.rounds += 1
            self.on_round()
        self.on_events(happened)
        self._tell(told)
        self.changed.set()

    def _ask(self, at: int) -> None:
        look, before = self.look, self.countdown
        found = countdown(before, look.offered, at, self._betting_seconds)
        if self._deciding and found.since != before.since:
            self._banks.answered(self._deciding, before, at)
        if not self._has_clock():
            self._deciding, self.countdown = "", replace(found, seconds=0)
            return
        is_alone = len(found.places) == 1 and not found.is_window
        self._deciding = (is_alone and look.game.player_at(look.state, found.places[0])) or ""
        bank_ms = self._banks.left_ms(self._deciding) if self._deciding else 0
        self.countdown = replace(found, bank_ms=bank_ms, bank_seconds=self._banks.seconds)

    def _has_clock(self) -> bool:
        """A player who practises takes as long as they like, unless they have asked for a clock; and a table
        with real cards goes at the pace of people."""
        card = self.house.card(self.name)
        if card.has_one_screen:
            return False
        return not card.is_practice or "action_clock_seconds" in card.settings

    def refresh(self, but: Viewer | None = None) -> None:
        """Something about the table has changed besides its events: who has not seen it is told."""
        if (look := self.house.glance(self.name)) is not None and look.version == self.look.version:
            self.look = look
        self.changed.set()
        steady = self.steady()
        for viewer in list(self.viewers):
            if viewer is not but and viewer.table is not steady:
                self.snapshot(viewer)

    def name_of(self, player: str) -> str:
        return self._name_of(player)

    # Telling

    def voice(self, language: str) -> Voice:
        """How somebody who reads this language is told of the table."""
        return self._voices.of(language)

    @property
    def scene(self) -> Scene:
        return Scene(self.look, self.countdown, self.house.clock.peek(), self._offers)

    def steady(self) -> wire.TableLine:
        """The table's line without what moves all the time; the same object until something in it changes."""
        look, card = self.look, self.house.card(self.name)
        seats = players(look)
        here = tuple(map(self.is_connected, seats.values()))
        made_from = (id(card), id(look.rules), tuple(seats.items()), here, len(look.offered.decisions))
        if self._steady is None or self._steady[0] != made_from:
            # What the ids stand for is kept beside them, so that nothing else can have the same.
            self._kept = (card, look.rules)
            line = self._describe(self, seats)
            if self._steady is not None and self._steady[1] == line:
                line = self._steady[1]
            self._steady = (made_from, line)
        return self._steady[1]

    def line(self) -> wire.TableLine:
        return replace(
            self.steady(),
            seq=self.look.version,
            rounds=self.rounds,
            rounds_per_hour=self.rounds_per_hour,
        )

    def felt(self) -> wire.Felt:
        """What a lobby shows of it, worked out when somebody looks and something has happened since."""
        look = self.look
        rounds_per_hour = self.rounds_per_hour
        if self._felt is None or self._felt[0] != (look.version, rounds_per_hour):
            found = wire.Felt(
                cards=look.game.middle(look.game.view(look.rules, look.state, RAIL)),
                chips=look.game.at_stake(look.state),
                awaited=self.countdown.places,
                said=self._tail[-1].said if self._tail else "",
                rounds_per_hour=rounds_per_hour,
            )
            self._felt = ((look.version, rounds_per_hour), found)
        return self._felt[1]

    def _tell(self, told: tuple[EncodedEvent, ...]) -> None:
        """Viewers who may know the same, and have the same, get the same bytes."""
        if not self.viewers:
            return
        telling, steady = Telling(self.scene, told), self.steady()
        for audience in self._audiences.of(self.viewers, self.look.offered.homes, self.house.card(self.name)):
            message = telling.to(audience.actor, audience.can_act, audience.voice)
            for viewer, you in audience.viewers:
                self._send(viewer, message, steady, you)

    def _send(self, viewer: Viewer, message: Message, steady: wire.TableLine, you: wire.You) -> None:
        viewer.outbox.put(message.since(viewer.parts, *self._news(viewer, steady, you)))
        viewer.parts, viewer.table, viewer.you = message.parts, steady, you

    def _news(self, viewer: Viewer, steady: wire.TableLine, you: wire.You) -> list[bytes]:
        """What has changed for a viewer besides the scene."""
        found = []
        if viewer.table is not steady:
            found += [b',"table":', viewer.voice.encode(self.line())]
        if viewer.you is not you:
            found += [b',"you":', viewer.voice.encode(you)]
        return found

    def _you(self, viewer: Viewer, actor: Actor) -> wire.You:
        return viewer.describe(actor.seat, self.house.card(self.name))

    def snapshot_for(self, viewer: Viewer) -> wire.Snapshot:
        actor = viewer.at(self.look.offered.homes)
        scene = self.scene
        viewer.table, viewer.you = self.steady(), self._you(viewer, actor)
        viewer.parts = scene.parts(actor, viewer.can_act, viewer.voice)
        parts, line = viewer.parts.whole(viewer.voice), self.line()
        return wire.Snapshot(seq=line.seq, at=scene.at, **parts, table=line, you=viewer.you, past=self.past)

    def snapshot(self, viewer: Viewer) -> None:
        viewer.send(self.snapshot_for(viewer))

    @property
    def past(self) -> int:
        """From which number on the log may be asked for: the Round under way whole, and some more."""
        version = self.look.version
        before_round = self._round_first - 1 if self._round_first else version
        # The first event opened the table: there is nothing to tell of it.
        return max(min(before_round, version - _PAST), version - _TAIL, min(version, 1))

    async def reach_back(self, after: int) -> None:
        """Before somebody resumes: what happened before this process looked is read when first wanted."""
        if self._unread is None or after >= self._unread[1]:
            return
        async with self._reading:
            if self._unread is None:
                return
            first, last = self._unread
            with contextlib.suppress(StoreUnavailable):  # a snapshot has to do, and the next one asks again
                told = await asyncio.to_thread(told_before, self.house, self.name, first, last, self._name_of)
                self._unread = None
                if not self._tail or self._tail[0].happened.version == last + 1:
                    self._tail = deque((*told, *self._tail), maxlen=_TAIL)

    def resume(self, viewer: Viewer, after: int) -> None:
        """The tail after a number if it is at hand, else everything anew."""
        tail = tuple(each for each in self._tail if each.happened.version > after)
        numbers = [each.happened.version for each in tail]
        is_whole = bool(tail) and (numbers[0], numbers[-1]) == (after + 1, self.look.version)
        if not is_whole:
            self.snapshot(viewer)
            return
        actor = viewer.at(self.look.offered.homes)
        viewer.parts = viewer.table = viewer.you = None  # who resumes has missed something: all is told
        message = Telling(self.scene, tail).to(actor, viewer.can_act, viewer.voice)
        self._send(viewer, message, self.steady(), self._you(viewer, actor))

    # Who is here

    async def expect(self, viewer: Viewer) -> None:
        """Before joining: other processes are told whose connection this is."""
        if viewer.player is not None:
            self._presence.came(self.name, viewer.player)
            await self._presence.settled(self.name, viewer.player)

    def join(self, viewer: Viewer) -> None:
        """A player's newest connection is the one that acts; the one before becomes a watcher's."""
        if viewer.player is not None:
            self._replace(viewer.player)
            if not self._presence.is_here(self.name, viewer.player):  # the one before has gone meanwhile
                self._presence.came(self.name, viewer.player)
            self.lost_at.pop(viewer.player, None)
        self.viewers[viewer] = None
        self._changed_here()
        self.refresh(but=viewer)

    def taken(self, player: str) -> None:
        """The newest connection of a player is at another process now."""
        self._replace(player)
        self.refresh()

    def _replace(self, player: str) -> None:
        for viewer in [each for each in self.viewers if each.player == player]:
            viewer.is_replaced = True
            self._changed_here()
            viewer.send(wire.Notice(code="replaced", reason="another connection has taken your seat"))
            self.snapshot(viewer)

    def part(self, viewer: Viewer) -> None:
        self.viewers.pop(viewer, None)
        self._changed_here()
        if viewer.player is not None and not any(each.player == viewer.player for each in self.viewers):
            self._presence.went(self.name, viewer.player)
            self.lost_at[viewer.player] = self.house.clock.peek()
        self.refresh()

    def _changed_here(self) -> None:
        self._here = None
        self._audiences.forget()

    def is_connected(self, player: str) -> bool:
        """At this process or at any other."""
        return player in self._connected() or self._presence.is_elsewhere(self.name, player)

    def are_connected(self, players: Iterable[str]) -> bool:
        """Whether all of them are, to this process: the usual case, found out at once."""
        return self._connected().issuperset(players)

    def _connected(self) -> frozenset[str | None]:
        """Whose connections are here, worked out when somebody has come, gone or been replaced."""
        if self._here is None:
            self._here = frozenset(viewer.player for viewer in self.viewers)
        return self._here

    @property
    def rounds_per_hour(self) -> int:
        """0 while too few Rounds have ended to tell."""
        ended = [at for at in self._ended if at > self.house.clock.peek() - _HOUR_MS]
        if len(ended) < _ROUNDS_LEAST:
            return 0
        return round((len(ended) - 1) * _HOUR_MS / max(1, ended[-1] - ended[0]))

    def notify(self, message: wire.Notice) -> None:
        written: dict[Voice, bytes] = {}
        for viewer in list(self.viewers):
            if viewer.voice not in written:
                written[viewer.voice] = viewer.voice.encode(message)
            viewer.outbox.put(written[viewer.voice])
