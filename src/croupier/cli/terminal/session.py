"""The table in a thread of its own: bots, dealer and equipment go on until the person is asked, and wait."""

import queue
import threading
from collections import Counter
from collections.abc import Callable
from typing import Any

import msgspec

from croupier.cli.console import said
from croupier.cli.seat import Leave
from croupier.cli.sitting import CANNOT_GO_ON, Sitting, now
from croupier.cli.terminal.scene import Line, Result, Scene
from croupier.money import CAGE, Cents
from croupier.table import Accepted, Actor, Command, Event, Option, Purpose, Refusal, say
from croupier.table.bots import Choice
from croupier.table.driver import Driver
from croupier.table.options import fill

# What a person sees to between Rounds.
_AFFAIRS = (Purpose.BUY, Purpose.RETURN, Purpose.SIT_OUT)


class Session:
    """Runs a sitting. `show` is called from the thread with every scene; `answer` from outside."""

    def __init__(self, sitting: Sitting, show: Callable[[Scene], None], pace_s: float) -> None:
        self._sitting, self._table, self._you = sitting, sitting.table, sitting.you
        self._show, self._pace_s = show, pace_s
        self._answers: queue.SimpleQueue[Choice | Leave] = queue.SimpleQueue()
        self._hurry = threading.Event()
        self._is_over = False
        self._state = self._table.state  # before the command that comes next
        self._is_open = self._table.game.is_round_open(self._state)
        self._round = int(self._is_open)
        self._last: msgspec.Struct | None = None
        self._nets: Counter[int] = Counter()
        self._events: list[Event] = []

    # From the screen's side.

    def answer(self, choice: Choice) -> None:
        self._answers.put(choice)

    def hurry(self) -> None:
        """No more pauses until the person is asked again."""
        self._hurry.set()

    def leave(self) -> None:
        self._is_over = True
        self._hurry.set()
        self._answers.put(Leave())

    # In the thread.

    def run(self, rounds: int) -> str:
        """Play until the person leaves or the Rounds are over; what there is to say at the end."""
        try:
            driver = self._sitting.driver(self, self._heard)
            return self._play(driver, rounds)
        except Leave:
            return ""

    def _play(self, driver: Driver[Any], rounds: int) -> str:
        played = 0
        while not rounds or played < rounds:
            if driver.play_round():
                played += 1
                self._between(driver)
            elif not self._between(driver, CANNOT_GO_ON):
                return CANNOT_GO_ON
        return f"Rounds played: {played}."

    def _between(self, driver: Driver[Any], notice: str = "") -> bool:
        """Show what the Round brought, and see to the person's own affairs until they want to go on."""
        has_changed = False
        result = Result(dict(self._nets), self._bets())
        while True:
            scene = self._scene(options=self._affairs(), can_pass=True, result=result, notice=notice)
            choice = self._ask(msgspec.structs.replace(scene, last=self._last))
            if choice is None:
                break
            has_changed = isinstance(driver.give(self._command(*choice)), Accepted) or has_changed
        self._last = None
        self._nets.clear()
        self._events.clear()
        return has_changed

    def _affairs(self) -> tuple[Option, ...]:
        options = self._table.options(self._actor())
        return tuple(option for option in options if option.purpose in _AFFAIRS)

    def _command(self, option: Option, values: dict[str, Any]) -> Command:
        kind = self._table.game.commands_by_name[option.command]
        return fill(kind, option, self._actor(), at=now(), **values)

    def choose(self, view: msgspec.Struct, options: tuple[Option, ...]) -> Choice:
        """The person as the driver knows them: a bot."""
        ordinary = tuple(option for option in options if option.group == "play")
        if not ordinary:
            return None
        can_pass = self._table.game.routine(self._table.rules, self._table.state) is not None
        return self._ask(self._scene(options=ordinary, can_pass=can_pass))

    def _ask(self, scene: Scene) -> Choice:
        self._check()
        self._hurry.clear()
        self._show(scene)
        answer = self._answers.get()
        if isinstance(answer, Leave):
            raise answer
        return answer

    def _check(self) -> None:
        if self._is_over:
            raise Leave

    def _heard(self, command: Command, outcome: Accepted[Any] | Refusal) -> None:
        self._check()
        if isinstance(outcome, Refusal):
            if command.by.id == self._you.id:
                line = Line(said(outcome.message), outcome.citations, is_refusal=True)
                self._show(self._scene(lines=(line,)))
            return
        self._follow(outcome.events)
        told = [(said(say(event.for_viewer(self._you))), event.citations) for event in outcome.events]
        self._show(self._scene(lines=tuple(Line(*each) for each in told)))
        if self._table.game.is_round_open(self._table.state):
            self._hurry.wait(self._pace_s)
        self._check()

    def _follow(self, events: tuple[Event, ...]) -> None:
        """What the Round brings, and how the table looked before the cards were gathered in."""
        game, rules = self._table.game, self._table.rules
        state = before = self._state
        known = set(game.events)
        for event in events:
            self._events.append(event)
            for move in event.transfers():
                self._count(move.source, move.target, move.cents)
            if type(event) in known:
                state = game.evolve(state, event)
                if game.is_round_open(state):
                    self._round += not self._is_open
                    self._is_open = True
                    self._last = None
                elif self._is_open:
                    self._is_open = False
                    self._last = game.view(rules, before, self._actor())
            before = state
        self._state = self._table.state

    def _count(self, source: str, target: str, cents: Cents) -> None:
        if CAGE in (source, target):
            return  # chips bought or cashed are no result
        for account, sign in ((source, -1), (target, 1)):
            kind, _, place = account.partition("/")
            if kind == "stack" and place.isdigit():
                self._nets[int(place)] += sign * cents

    def _bets(self) -> tuple[Any, ...]:
        reader, place = self._table.game.settled_bets(), self._place()
        if reader is None:
            return ()
        events = [event for event in self._events if isinstance(event, reader.kinds)]
        return tuple(bet for bet in reader.read(events) if place and bet.place == place)

    def _place(self) -> int | None:
        return self._table.game.place_of(self._table.state, self._you.id)

    def _actor(self) -> Actor:
        return msgspec.structs.replace(self._you, seat=self._place() or self._you.seat)

    def _scene(self, **more: Any) -> Scene:
        game, rules, state = self._table.game, self._table.rules, self._table.state
        return Scene(
            view=game.view(rules, state, self._actor()),
            round=self._round,
            place=self._place(),
            awaited=game.awaited(rules, state),
            **more,
        )
