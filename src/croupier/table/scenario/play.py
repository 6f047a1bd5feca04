"""Playing a scenario through the real game and keeping what was said and cited."""

import re
from collections.abc import Callable, Iterator
from typing import Any

from msgspec import Struct, field

from croupier.cards import CardError, parse_cards
from croupier.messages import Message
from croupier.money import MoneyError, parse_money
from croupier.rulebook import Citation, Edition, Rules
from croupier.table import position
from croupier.table.dealing import ShuffleCards
from croupier.table.game import Game
from croupier.table.messages import Citations, Command, Event, Refusal
from croupier.table.roles import SYSTEM, Actor, Role
from croupier.table.scenario.expectation import AfterStep, Mismatch, check, paragraphs
from croupier.table.scenario.floor import Floor
from croupier.table.scenario.script import Line, Script, Step
from croupier.table.table import FindRules
from croupier.table.words import PhraseError, say

FindGame = Callable[[str], Game[Any]]

_STAFF = {
    "dealer": Role.DEALER,
    "supervisor": Role.PIT_SUPERVISOR,
    "pit supervisor": Role.PIT_SUPERVISOR,
    "manager": Role.PIT_MANAGER,
    "pit manager": Role.PIT_MANAGER,
    "shift manager": Role.SHIFT_MANAGER,
    "auditor": Role.AUDITOR,
}
_SECOND_MS = 1000
_ELSEWHERE = re.compile(r"at ([^:]+): (.+)")


class Said(Struct, frozen=True):
    """One line of the transcript with the paragraphs beside it."""

    speaker: str
    text: str
    citations: Citations = ()
    is_refusal: bool = False


class Failure(Struct, frozen=True):
    """An expectation that did not hold."""

    line: int
    text: str
    problem: str


class Performance(Struct):
    """A scenario played under one edition."""

    script: Script
    rules: Rules
    transcript: list[Said] = field(default_factory=list)
    failures: list[Failure] = field(default_factory=list)
    cited: set[Citation] = field(default_factory=set)
    covered: list[str] = field(default_factory=list)
    happened: dict[str, list[Event]] = field(default_factory=dict)

    @property
    def events(self) -> list[Event]:
        """What happened at the table; at several, one table after the other."""
        return [event for events in self.happened.values() for event in events]

    @property
    def passed(self) -> bool:
        return not self.failures


def play(script: Script, edition: str, find_game: FindGame, find_rules: FindRules) -> Performance:
    """Play `script` under one of its editions; never raises for a wrong expectation."""
    return _Stage(script, edition, find_game, find_rules).run()


def play_all(script: Script, find_game: FindGame, find_rules: FindRules) -> Iterator[Performance]:
    for edition in script.editions:
        yield play(script, edition, find_game, find_rules)


def actor_named(game: Game[Any], state: Any, name: str) -> Actor:
    """Staff by title; "system"; everyone else is a player, seated where the table says."""
    if name == SYSTEM.id:
        return SYSTEM
    if role := _STAFF.get(name.lower()):
        return Actor(name.lower(), role)
    return Actor(name, Role.PLAYER, game.place_of(state, name))


class _Stage:
    """The tables, the speakers and the performance while a scenario runs."""

    def __init__(self, script: Script, edition: str, find_game: FindGame, find_rules: FindRules) -> None:
        self.script = script
        game = find_game(edition.partition("@")[0])
        base = find_rules(edition, {})
        self.version = base.edition.version
        self.editions = [find_rules(each, {}).edition for each in script.editions]
        rules = find_rules(edition, dict(self._settings()))
        self.floor = Floor(game, rules, find_rules, script.tables)
        self.result = Performance(script, rules)
        for name, table in self.floor.tables.items():
            self.result.happened[name] = [table.opening()]
        self.clock_ms = 0

    def _settings(self) -> Iterator[tuple[str, str]]:
        for line in self.script.settings:
            if line.applies_to(self.version):
                name, _, value = line.text.partition(" ")
                yield name, value.strip()

    def _written(self, line: Line) -> Edition:
        """The edition whose numbers a line has: the first that it is for. Later ones may have moved them."""
        return min(
            (edition for edition in self.editions if line.applies_to(edition.version)),
            key=lambda edition: edition.version,
        )

    def run(self) -> Performance:
        try:
            for line in self.script.covers:
                if line.applies_to(self.version):
                    self.result.covered += paragraphs(self.result.rules, line.text, self._written(line))
        except (Mismatch, ValueError) as problem:
            self._fail(line, problem)
        self._take_position()
        for seating in self.script.seatings:
            player = Actor(seating.name, Role.PLAYER, seating.place)
            game = self.floor.place(seating.where).game
            for command in game.seat(player, seating.place, parse_money(seating.chips)):
                self._give(seating.where, command, seating.line, (), announce=False)
        for step in self.script.steps:
            if step.line.applies_to(self.version):
                self._step(step)
        self._check_coverage()
        return self.result

    def _take_position(self) -> None:
        """Begin in a given situation: the lines together, under the edition that is being played."""
        lines = [line for line in self.script.position if line.applies_to(self.version)]
        if not lines:
            return
        rules = self.result.rules
        try:
            found = position.read(" ".join([rules.edition.id, *(line.text for line in lines)]))
            for table in self.floor.tables.values():
                table.state = position.build(table.state, found)
        except position.PositionError as problem:
            self._fail(lines[0], problem)

    def _step(self, step: Step) -> None:
        expectations = tuple(line for line in step.expectations if line.applies_to(self.version))
        self.clock_ms += 0 if step.is_meanwhile else _SECOND_MS
        try:
            command = self._command(step)
        except (PhraseError, CardError, MoneyError, Mismatch) as problem:
            self._fail(step.line, problem)
            return
        self._give(step.where, command, step.line, expectations)

    def _command(self, step: Step) -> Command:
        if step.where not in self.floor.names:
            raise Mismatch(f"say where: {', '.join(f'{name}/{step.speaker}' for name in self.floor.names)}")
        if step.speaker == "cards":
            return ShuffleCards(by=SYSTEM, at=self.clock_ms, first_cards=tuple(parse_cards(step.text)))
        actor = self.actor(step.speaker, step.where)
        now = self.floor.place(step.where)
        return now.game.phrasebook.read(step.text, actor, self.clock_ms, now)

    def actor(self, name: str, where: str) -> Actor:
        place = self.floor.place(where)
        return actor_named(place.game, place.state, name)

    def _give(
        self, where: str, command: Command, line: Line, expectations: tuple[Line, ...], announce: bool = True
    ) -> None:
        if announce:
            speaker = f"{where}/{command.by.id}" if where else command.by.id
            self.result.transcript.append(Said(speaker, say(command)))
        refusal, happened = self.floor.give(where, command)
        self._record(refusal, happened)
        expects_refusal = any(line.text.startswith("refused ") for line in expectations)
        if refusal and not expects_refusal:
            cited = ", ".join(citation.paragraph for citation in refusal.citations)
            self._fail(line, Mismatch(f"refused under {cited}: {refusal.reason}"))
        for expectation in expectations:
            try:
                self._check(expectation, where, refusal, happened)
            except (Mismatch, MoneyError, KeyError) as problem:
                self._fail(expectation, problem)

    def _check(
        self, line: Line, where: str, refusal: Refusal | None, happened: list[tuple[str, Event]]
    ) -> None:
        """An expectation is about the place of its step, or "at South: ..." about another."""
        text = line.text
        if (match := _ELSEWHERE.fullmatch(text)) and self.script.tables:
            where, text, refusal = match[1].strip(), match[2], None
            if where not in self.floor.names:
                raise Mismatch(f"there is no {where}; there are {', '.join(self.floor.names)}")
        place = self.floor.place(where)
        events = tuple(event for at, event in happened if at == where)
        check(
            text,
            AfterStep(
                place.game,
                place.rules,
                place.state,
                events,
                refusal,
                lambda name: self.actor(name, where),
                place.offered,
                self._written(line),
            ),
        )

    def _record(self, refusal: Refusal | None, happened: list[tuple[str, Event]]) -> None:
        for where, event in happened:
            if where in self.result.happened:
                self.result.happened[where].append(event)
            self.result.cited.update(event.citations)
            said = f"{where}: {say(event)}" if where else say(event)
            self.result.transcript.append(Said("", said, event.citations))
        if refusal:
            self.result.cited.update(refusal.citations)
            self.result.transcript.append(
                Said(
                    "",
                    Message("Refused: {reason}", {"reason": refusal.message}),
                    refusal.citations,
                    is_refusal=True,
                )
            )
        for name in self.floor.names:
            place = self.floor.place(name)
            for decision in place.game.decisions(place.rules, place.state):
                self.result.cited.update(decision.citations)

    def _check_coverage(self) -> None:
        """A claim to cover a paragraph must show: something in the play has to cite it."""
        cited = {citation.paragraph for citation in self.result.cited}
        for paragraph in self.result.covered:
            if paragraph not in cited:
                line = next(line for line in self.script.covers if line.applies_to(self.version))
                self._fail(line, Mismatch(f"covers {paragraph}, but nothing that happened cites it"))

    def _fail(self, line: Line, problem: Exception) -> None:
        self.result.failures.append(Failure(line.number, line.text, str(problem)))
