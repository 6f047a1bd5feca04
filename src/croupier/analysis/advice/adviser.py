"""Where advice is asked for: beside the event loop, in a process of its own: no table waits for it."""

import asyncio
import contextlib
import pickle
import subprocess
import sys
import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeAlias

import structlog

from croupier.analysis.advice.advising import Advice, seat_for
from croupier.analysis.advice.answering import (
    START,
    Declined,
    Fault,
    GetReady,
    Grading,
    Question,
    Request,
    Worked,
)
from croupier.analysis.advice.grading import Review, Step
from croupier.analysis.figures import AnalysisError
from croupier.games import find
from croupier.rulebook import Rules
from croupier.table import Option

log = structlog.get_logger("croupier")

Key: TypeAlias = tuple[str, int, str]
"""Table, the number of its last event, player."""


class AdviceError(Exception):
    """An error of ours in the mathematics; the log has told where."""


class Adviser:
    """One process that calculates, one thread that waits for it, one answer after the other."""

    def __init__(self) -> None:
        self._process = AdviceProcess()
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="advice")
        self._under_way: dict[Key, asyncio.Future[tuple[Advice, float]]] = {}

    def get_ready(self, rules: Rules) -> None:
        """Somebody has come to a practice table: what takes long is done before they ask."""
        game = find(rules.edition.game)
        if game is not None and game.advice:
            self._pool.submit(self._process.ask, GetReady(rules.edition, rules.chosen))

    async def ask(self, key: Key, rules: Rules, view: Any, options: Sequence[Option]) -> tuple[Advice, float]:
        """With the seconds it took. Whoever asks the same again meanwhile waits for the same answer.

        AnalysisError if the mathematics has none, Away if nobody is there to work it out.
        """
        seat_for(rules)
        under_way = self._under_way.get(key)
        if under_way is None:
            question = Question(rules.edition, rules.chosen, view, options)
            under_way = asyncio.get_running_loop().run_in_executor(self._pool, self._advice, question)
            self._under_way[key] = under_way
            under_way.add_done_callback(lambda done: self._answered(key, done))
        return await asyncio.shield(under_way)

    async def review(self, rules: Rules, steps: Sequence[Step], player: str) -> tuple[Review, float]:
        """A Round that is over; the same exceptions."""
        seat_for(rules)
        request = Grading(rules.edition, rules.chosen, steps, player)
        loop = asyncio.get_running_loop()
        worked = await loop.run_in_executor(self._pool, answered, self._process, request)
        assert isinstance(worked.answer, Review)
        return worked.answer, worked.seconds

    def close(self) -> None:
        """Nothing is worked out any more, and no process is left."""
        self._process.end()
        self._pool.shutdown(cancel_futures=True)
        self._process.bury()

    def _answered(self, key: Key, done: "asyncio.Future[tuple[Advice, float]]") -> None:
        self._under_way.pop(key, None)
        if not done.cancelled():
            done.exception()  # it is no mishap if all who asked have gone

    def _advice(self, question: Question) -> tuple[Advice, float]:
        worked = answered(self._process, question)
        assert isinstance(worked.answer, Advice)
        return worked.answer, worked.seconds


_TRIES = 2
_DIED = (OSError, EOFError, pickle.UnpicklingError)


class Away(Exception):  # noqa: N818 - nothing is wrong with the question
    """No process lived long enough to answer."""


class AdviceProcess:
    """One thread asks, one thing after the other; any thread may end it."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._is_over = False

    def ask(self, request: Request) -> Worked:
        """Waits for the answer. If the process dies meanwhile, another one is asked the same."""
        for _ in range(_TRIES):
            try:
                return _exchange(self._at_work(), request)
            except _DIED as error:
                code = self.bury()
                if not self._is_over:
                    log.warning("the process that works advice out has died", code=code, exc_info=error)
        raise Away

    def end(self) -> None:
        """At once and for good. Who waits for an answer hears that there is none."""
        with self._lock:
            self._is_over = True
            if self._process is not None:
                self._process.kill()

    def bury(self) -> int | None:
        """Nothing of it stays behind; how it ended. Only when nobody waits for an answer."""
        with self._lock:
            process, self._process = self._process, None
        if process is None:
            return None
        process.kill()
        for pipe in (process.stdin, process.stdout):
            assert pipe is not None
            with contextlib.suppress(OSError):  # what was still on its way to it
                pipe.close()
        return process.wait()

    def _at_work(self) -> "subprocess.Popen[bytes]":
        with self._lock:
            if self._is_over:
                raise Away
            if self._process is None:
                self._process = subprocess.Popen(
                    [sys.executable, "-P", "-c", START],  # -P: nothing is imported from where we happen to be
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    start_new_session=True,  # Ctrl-C is for the house, which ends it
                )
            return self._process


def answered(process: AdviceProcess, request: Request) -> Worked:
    """In the thread that waits: an answer, or the reason why there is none."""
    worked = process.ask(request)
    match worked.answer:
        case Declined(reason):
            raise AnalysisError(reason)
        case Fault(error, where):
            log.error("what was asked could not be worked out", error=error, where=where)
            raise AdviceError
    return worked


def _exchange(process: "subprocess.Popen[bytes]", request: Request) -> Worked:
    assert process.stdin is not None
    assert process.stdout is not None
    pickle.dump(request, process.stdin)
    process.stdin.flush()
    worked: Worked = pickle.load(process.stdout)
    return worked
