"""A process that works advice out: questions come in at standard input, answers go out at standard output.

Mathematics in the asking process would hold up everything else there. This one
ends with its input, in the middle of an answer if need be, and so never outlives the process that started it.
"""

import os
import pickle
import sys
import threading
import time
import traceback
from collections.abc import Mapping, Sequence
from queue import SimpleQueue
from typing import Any, BinaryIO, TypeAlias

from msgspec import Struct

from croupier.analysis.advice.advising import Advice, seat_for
from croupier.analysis.advice.grading import Review, Step, review
from croupier.analysis.catalogue import adopt
from croupier.analysis.figures import AnalysisError, Asked, Section
from croupier.analysis.lab import LabAnswer, LabCounter, counter, lab, weak_spots
from croupier.games import catalogue
from croupier.messages import reason_of
from croupier.money import MoneyError
from croupier.rulebook import Edition, RulebookError, Rules
from croupier.table import Option

START = f"from {__name__} import main; main()"
"""What Python is told to run."""
_LAST = 19
"""Everybody else in the house comes first."""


class GetReady(Struct, frozen=True):
    """Somebody may soon ask under these rules."""

    edition: Edition
    chosen: Mapping[str, str]

    def answered(self) -> None:
        rules = Rules.accepted(self.edition, self.chosen)
        seat_for(rules)().get_ready(rules)


class Question(Struct, frozen=True):
    """The rules of a table, and what one player sees and may do there: all that ever comes here."""

    edition: Edition
    chosen: Mapping[str, str]
    view: Any
    options: Sequence[Option]

    def answered(self) -> Advice:
        rules = Rules.accepted(self.edition, self.chosen)
        return seat_for(rules)().advise(rules, self.view, self.options)


class Grading(Struct, frozen=True):
    """A Round of one player that is over: each state it went through, judged by what the player saw of it."""

    edition: Edition
    chosen: Mapping[str, str]
    steps: Sequence[Step]
    player: str

    def answered(self) -> Review:
        game = catalogue().game(self.edition.game)
        return review(game, Rules.accepted(self.edition, self.chosen, game.policies), self.steps, self.player)


class Experiment(Struct, frozen=True):
    """The lab asks what every bet becomes when an edition says something else."""

    edition: str
    changes: Mapping[str, str]

    def answered(self) -> LabAnswer:
        try:
            return lab(self.edition, self.changes)
        except (RulebookError, MoneyError) as error:
            raise AnalysisError(reason_of(error)) from None


class Counting(Struct, frozen=True):
    """The lab asks what a counter of cards sees under changed rules, from a shoe dealt so deep."""

    edition: str
    changes: Mapping[str, str]
    penetration: float
    areas: int
    spread: int

    def answered(self) -> LabCounter:
        try:
            return counter(self.edition, self.changes, self.penetration, self.areas, self.spread)
        except (RulebookError, MoneyError) as error:
            raise AnalysisError(reason_of(error)) from None


class WeakSpots(Struct, frozen=True):
    """The lab asks where a game can be hurt under changed rules: half a minute, in a process of its own."""

    edition: str
    changes: Mapping[str, str]

    def answered(self) -> Section:
        try:
            return weak_spots(self.edition, self.changes)
        except (RulebookError, MoneyError) as error:
            raise AnalysisError(reason_of(error)) from None


class ParSheet(Struct, frozen=True):
    """Somebody opens the par sheet of an edition as approved: seconds, of which drawing takes the most."""

    edition: str

    def answered(self) -> str:
        try:
            from croupier.analysis.reports.report import report
        except ModuleNotFoundError as error:
            raise AnalysisError(
                "a par sheet is drawn with {error}: install croupier[math]", error=error.name
            ) from None
        return report(adopt(self.edition, {}), Asked())


class Declined(Struct, frozen=True):
    """The mathematics has no answer to this, and says why."""

    reason: str


class Fault(Struct, frozen=True):
    """An error of ours, by its type and the lines it came through: its message could quote cards."""

    error: str
    where: str


Request: TypeAlias = GetReady | Question | Grading | Experiment | Counting | WeakSpots | ParSheet
Answer: TypeAlias = Advice | Review | LabAnswer | LabCounter | Section | str | Declined | Fault | None


class Worked(Struct, frozen=True):
    """An answer and the processor time it took: what others wait for is not its price."""

    answer: Answer
    seconds: float


def answer(request: Request) -> Answer:
    try:
        return request.answered()
    except AnalysisError as error:
        return Declined(reason_of(error))
    except Exception as error:
        return Fault(type(error).__name__, lines_of(error))


def lines_of(error: BaseException) -> str:
    """The lines an error came through, and nothing that its message or its values could quote."""
    places = traceback.extract_tb(error.__traceback__)
    return " ".join(f"{each.filename.rpartition('/')[2]}:{each.lineno}" for each in places)


def main() -> None:
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever a library prints is no answer
    waiting: SimpleQueue[Request] = SimpleQueue()
    threading.Thread(target=_listen, args=(sys.stdin.buffer, waiting), daemon=True).start()
    while True:
        request = waiting.get()
        if isinstance(request, WeakSpots):
            os.nice(_LAST)
        before = time.process_time()
        pickle.dump(Worked(answer(request), time.process_time() - before), answers)
        answers.flush()


def _listen(questions: BinaryIO, waiting: "SimpleQueue[Request]") -> None:
    try:
        while True:
            waiting.put(pickle.load(questions))
    finally:
        os._exit(0)
