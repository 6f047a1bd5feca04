"""Where the lab's questions are worked out: in processes of their own, beside that of the practice tables."""

import asyncio
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor

from croupier.analysis.advice.adviser import AdviceProcess, Away, answered
from croupier.analysis.advice.answering import Counting, Experiment, ParSheet, Request, WeakSpots, Worked
from croupier.analysis.figures import Section
from croupier.analysis.lab import LabAnswer, LabCounter

WAITING_MAX = 8
"""How many questions may wait; who comes then is asked to come again."""
LONG_WAITING_MAX = 2
"""The same for questions that take half a minute."""


class Laboratory:
    """What follows a knob at once, and what takes half a minute: one does not wait for the other.

    With each answer come the seconds it took to work out.
    """

    def __init__(self) -> None:
        self._quick = _Bench(WAITING_MAX)
        self._slow = _Bench(LONG_WAITING_MAX)
        self._sheets: dict[str, str] = {}

    async def ask(self, edition: str, changes: Mapping[str, str]) -> tuple[LabAnswer, float]:
        """AnalysisError says what cannot be; Away if too many ask, or nobody is there to work it out."""
        worked = await self._quick.ask(Experiment(edition, dict(changes)))
        assert isinstance(worked.answer, LabAnswer)
        return worked.answer, worked.seconds

    async def counting(
        self, edition: str, changes: Mapping[str, str], penetration: float, areas: int, spread: int
    ) -> tuple[LabCounter, float]:
        """What a counter of cards sees; the same exceptions."""
        worked = await self._quick.ask(Counting(edition, dict(changes), penetration, areas, spread))
        assert isinstance(worked.answer, LabCounter)
        return worked.answer, worked.seconds

    async def weak_spots(self, edition: str, changes: Mapping[str, str]) -> tuple[Section, float]:
        """Where the game can be hurt; the same exceptions."""
        worked = await self._slow.ask(WeakSpots(edition, dict(changes)))
        assert isinstance(worked.answer, Section)
        return worked.answer, worked.seconds

    async def par_sheet(self, edition: str) -> tuple[str, float]:
        """The page with every figure of an edition, drawn when it is first asked for; the same exceptions."""
        if edition in self._sheets:
            return self._sheets[edition], 0.0
        worked = await self._slow.ask(ParSheet(edition))
        assert isinstance(worked.answer, str)
        self._sheets[edition] = worked.answer
        return worked.answer, worked.seconds

    def close(self) -> None:
        self._quick.close()
        self._slow.close()


class _Bench:
    """One process that calculates, one thread that waits for it, one answer after the other."""

    def __init__(self, waiting_max: int) -> None:
        self._process = AdviceProcess()
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="lab")
        self._waiting, self._waiting_max = 0, waiting_max

    async def ask(self, question: Request) -> Worked:
        if self._waiting >= self._waiting_max:
            raise Away
        self._waiting += 1
        try:
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self._pool, answered, self._process, question)
        finally:
            self._waiting -= 1

    def close(self) -> None:
        self._process.end()
        self._pool.shutdown(cancel_futures=True)
        self._process.bury()
