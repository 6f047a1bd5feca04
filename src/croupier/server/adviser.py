"""Where advice is asked for: beside the event loop, so that it never holds up a table."""

import asyncio
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeAlias

from croupier.analysis.advising import SEATS, Advice, seat_for
from croupier.analysis.answering import Declined, Fault, GetReady, Question
from croupier.analysis.figures import AnalysisError
from croupier.rulebook import Rules
from croupier.server.logs import log
from croupier.server.mathematician import Mathematician
from croupier.table import Option

Key: TypeAlias = tuple[str, int, str]
"""Table, the number of its last event, player."""


class AdviceError(Exception):
    """An error of ours in the mathematics; the log has told where."""


class Adviser:
    """One process that calculates, one thread that waits for it, one answer after the other."""

    def __init__(self) -> None:
        self._mathematician = Mathematician()
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="advice")
        self._under_way: dict[Key, asyncio.Future[Advice]] = {}

    def get_ready(self, rules: Rules) -> None:
        """Somebody has come to a practice table: what takes long is done before they ask."""
        if rules.edition.game in SEATS:
            self._pool.submit(self._mathematician.ask, GetReady(rules.edition, rules.chosen))

    async def ask(self, key: Key, rules: Rules, view: Any, options: Sequence[Option]) -> Advice:
        """Whoever asks the same again while it is worked out waits for the same answer.

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

    def close(self) -> None:
        """Nothing is worked out any more, and no process is left."""
        self._mathematician.end()
        self._pool.shutdown(cancel_futures=True)
        self._mathematician.bury()

    def _answered(self, key: Key, done: "asyncio.Future[Advice]") -> None:
        self._under_way.pop(key, None)
        if not done.cancelled():
            done.exception()  # it is no mishap if all who asked have gone

    def _advice(self, question: Question) -> Advice:
        """In the thread that waits."""
        match self._mathematician.ask(question):
            case Advice() as found:
                return found
            case Declined(reason):
                raise AnalysisError(reason)
            case Fault(error, where):
                log.error("advice could not be worked out", error=error, where=where)
        raise AdviceError
