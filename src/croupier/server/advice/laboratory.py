"""Where the lab's questions are worked out: in processes of their own, beside that of the practice tables."""

import asyncio
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor

from croupier.analysis.advice.answering import Answer, Declined, Experiment, Fault, Request, WeakSpots
from croupier.analysis.figures import AnalysisError, Section
from croupier.analysis.lab import LabAnswer
from croupier.server.advice.adviser import AdviceError, AdviceProcess, Away
from croupier.server.logs import log

WAITING_MAX = 8
"""How many questions may wait; who comes then is asked to come again."""
LONG_WAITING_MAX = 2
"""The same for questions that take half a minute."""


class Laboratory:
    """What follows a knob at once, and what takes half a minute: one does not wait for the other."""

    def __init__(self) -> None:
        self._quick = _Bench(WAITING_MAX)
        self._slow = _Bench(LONG_WAITING_MAX)

    async def ask(self, edition: str, changes: Mapping[str, str]) -> LabAnswer:
        """AnalysisError says what cannot be; Away if too many ask, or nobody is there to work it out."""
        found = await self._quick.ask(Experiment(edition, dict(changes)))
        assert isinstance(found, LabAnswer)
        return found

    async def weak_spots(self, edition: str, changes: Mapping[str, str]) -> Section:
        """Where the game can be hurt; the same exceptions."""
        found = await self._slow.ask(WeakSpots(edition, dict(changes)))
        assert isinstance(found, Section)
        return found

    def close(self) -> None:
        self._quick.close()
        self._slow.close()


class _Bench:
    """One process that calculates, one thread that waits for it, one answer after the other."""

    def __init__(self, waiting_max: int) -> None:
        self._process = AdviceProcess()
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="lab")
        self._waiting, self._waiting_max = 0, waiting_max

    async def ask(self, question: Request) -> Answer:
        if self._waiting >= self._waiting_max:
            raise Away
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._pool, self._answer, question)
        finally:
            self._waiting -= 1

    def close(self) -> None:
        self._process.end()
        self._pool.shutdown(cancel_futures=True)
        self._process.bury()

    def _answer(self, question: Request) -> Answer:
        match self._process.ask(question):
            case Declined(reason):
                raise AnalysisError(reason)
            case Fault(error, where):
                log.error("the lab could not work it out", error=error, where=where)
                raise AdviceError
            case found:
                return found
