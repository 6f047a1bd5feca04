"""Playing a scenario through the real game and keeping what was said and cited."""

from collections.abc import Callable, Iterator
from typing import Any

from msgspec import Struct, field

from croupier.cards import CardError, parse_cards
from croupier.money import MoneyError, parse_money
from croupier.rulebook import Citation, Rules
from croupier.table.dealing import ShuffleCards
from croupier.table.game import Game
from croupier.table.messages import Accepted, Citations, Command, Event, Refusal
from croupier.table.roles import SYSTEM, Actor, Role
from croupier.table.scenario.expectation import Mismatch, Moment, check, paragraphs
from croupier.table.scenario.script import Line, Script, Step
from croupier.table.table import FindRules, Table
from croupier.table.words import Phrasebook, PhraseError, say

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
    events: list[Event] = field(default_factory=list)

    @property
    def passed(self) -> bool:
        return not self.failures


def play(script: Script, edition: str, find_game: FindGame, find_rules: FindRules) -> Performance:
    """Play `script` under one of its editions; never raises for a wrong expectation."""
    return _Stage(script, edition, find_game, find_rules).run()


def play_all(script: Script, find_game: FindGame, find_rules: FindRules) -> Iterator[Performance]:
    for edition in script.editions:
        yield play(script, edition, find_game, find_rules)


class _Stage:
    """The table, the speakers and the performance while a scenario runs."""

    def __init__(self, script: Script, edition: str, find_game: FindGame, find_rules: FindRules) -> None:
        self.script = script
        game = find_game(edition.partition("@")[0])
        base = find_rules(edition, {})
        self.version = base.edition.version
        rules = find_rules(edition, dict(self._settings()))
        self.table = Table(game, rules, find_rules)
        self.result = Performance(script, rules)
        self.result.events.append(self.table.opening())
        self.phrases = Phrasebook(game.commands)
        self.attendants = game.attendants(rules)
        self.clock_ms = 0

    def _settings(self) -> Iterator[tuple[str, str]]:
        for line in self.script.settings:
            if line.applies_to(self.version):
                name, _, value = line.text.partition(" ")
                yield name, value.strip()

    def run(self) -> Performance:
        try:
            for line in self.script.covers:
                if line.applies_to(self.version):
                    self.result.covered += paragraphs(self.result.rules, line.text)
        except (Mismatch, ValueError) as problem:
            self._fail(line, problem)
        for seating in self.script.seatings:
            player = Actor(seating.name, Role.PLAYER, seating.place)
            for command in self.table.game.seat(player, seating.place, parse_money(seating.chips)):
                self._give(command, seating.line, (), announce=False)
        for step in self.script.steps:
            if step.line.applies_to(self.version):
                self._step(step)
        self._check_coverage()
        return self.result

    def _step(self, step: Step) -> None:
        expectations = tuple(line for line in step.expectations if line.applies_to(self.version))
        self.clock_ms += _SECOND_MS
        try:
            command = self._command(step)
        except (PhraseError, CardError, MoneyError) as problem:
            self._fail(step.line, problem)
            return
        self._give(command, step.line, expectations)

    def _command(self, step: Step) -> Command:
        if step.speaker == "cards":
            return ShuffleCards(by=SYSTEM, at=self.clock_ms, first_cards=tuple(parse_cards(step.text)))
        return self.phrases.read(step.text, self.actor(step.speaker), self.clock_ms)

    def actor(self, name: str) -> Actor:
        """Staff by title; "system"; everyone else is a player, seated where the table says."""
        if name == SYSTEM.id:
            return SYSTEM
        if role := _STAFF.get(name.lower()):
            return Actor(name.lower(), role)
        return Actor(name, Role.PLAYER, self.table.game.place_of(self.table.state, name))

    def _give(
        self, command: Command, line: Line, expectations: tuple[Line, ...], announce: bool = True
    ) -> None:
        outcome = self.table.submit(command)
        accepted = outcome if isinstance(outcome, Accepted) else None
        refusal = outcome if isinstance(outcome, Refusal) else None
        if announce:
            self.result.transcript.append(Said(command.by.id, say(command)))
        self._record(accepted, refusal)
        events = accepted.events if accepted else ()
        events += self._answers(events)
        expects_refusal = any(line.text.startswith("refused ") for line in expectations)
        if refusal and not expects_refusal:
            cited = ", ".join(citation.paragraph for citation in refusal.citations)
            self._fail(line, Mismatch(f"refused under {cited}: {refusal.reason}"))
        moment = Moment(self.table.game, self.table.rules, self.table.state, events, refusal, self.actor)
        for expectation in expectations:
            try:
                check(expectation.text, moment)
            except (Mismatch, MoneyError, KeyError) as problem:
                self._fail(expectation, problem)

    def _answers(self, events: tuple[Event, ...]) -> tuple[Event, ...]:
        """What the table's equipment does by itself in answer; it counts as part of the step."""
        answered: tuple[Event, ...] = ()
        for attendant in self.attendants:
            for event in events:
                for command in attendant.heard(event, self.clock_ms):
                    outcome = self.table.submit(command)
                    assert isinstance(outcome, Accepted), f"equipment was refused: {outcome}"
                    self._record(outcome, None)
                    answered += outcome.events
        return answered + self._answers(answered) if answered else ()

    def _record(self, accepted: Accepted[Any] | None, refusal: Refusal | None) -> None:
        if accepted:
            self.result.events += accepted.events
            for event in accepted.events:
                self.result.cited.update(event.citations)
                self.result.transcript.append(Said("", say(event), event.citations))
        if refusal:
            self.result.cited.update(refusal.citations)
            self.result.transcript.append(
                Said("", f"Refused: {refusal.reason}", refusal.citations, is_refusal=True)
            )
        for decision in self.table.game.decisions(self.table.rules, self.table.state):
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
