"""Where the lab's questions are worked out: in a process of its own, beside that of the practice tables."""

import asyncio
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor

from croupier.analysis.answering import Declined, Experiment, Fault
from croupier.analysis.figures import AnalysisError
from croupier.analysis.lab import LabAnswer
from croupier.server.advice.adviser import AdviceError, AdviceProcess, Away
from croupier.server.logs import log

WAITING_MAX = 8
"""How many questions may wait; who comes then is asked to come again."""


class Laboratory:
    """One process that calculates, one thread that waits for it, one answer after the other."""

    def __init__(self) -> None:
        self._process = AdviceProcess()
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="lab")
        self._waiting = 0

    async def ask(self, edition: str, changes: Mapping[str, str]) -> LabAnswer:
        """AnalysisError says what cannot be; Away if too many ask, or nobody is there to work it out."""
        if self._waiting >= WAITING_MAX:
            raise Away
        self._waiting += 1
        try:
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self._pool, self._answer, Experiment(edition, dict(changes)))
        finally:
            self._waiting -= 1

    def close(self) -> None:
        self._process.end()
        self._pool.shutdown(cancel_futures=True)
        self._process.bury()

    def _answer(self, question: Experiment) -> LabAnswer:
        match self._process.ask(question):
            case LabAnswer() as found:
                return found
            case Declined(reason):
                raise AnalysisError(reason)
            case Fault(error, where):
                log.error("the lab could not work it out", error=error, where=where)
        raise AdviceError
