"""The shortest plan that still breaks the same way: what is not needed is left out, piece by piece."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from croupier.simulator.plan import Plan
from croupier.simulator.run import Outcome, simulate

RUNS_MAX = 150


class Shrinker:
    def __init__(self, found: Outcome, runs_max: int = RUNS_MAX) -> None:
        assert found.broken is not None, "nothing broke"
        self.best = found
        self._check = found.broken.check
        self.runs = 0
        self._runs_max = runs_max

    def shrink(self) -> Outcome:
        """Faults first, then people, tables and processes, as long as something can be left out."""
        before: Plan | None = None
        while self.best.plan != before and self.runs < self._runs_max:
            before = self.best.plan
            self._end_early()
            self._without("faults", lambda plan, kept: replace(plan, faults=kept))
            self._without("visitors", lambda plan, kept: replace(plan, visitors=kept))
            self._without("tables", _with_tables)
            while self.best.plan.processes > 1 and self._try(
                replace(self.best.plan, processes=self.best.plan.processes - 1)
            ):
                pass
        return self.best

    def _end_early(self) -> None:
        """What comes after it broke has no part in it."""
        plan, at = self.best.plan, self.best.broke_at
        faults = tuple(fault for fault in plan.faults if fault.at <= at)
        shorter = replace(plan, faults=faults, seconds=min(plan.seconds, round(at + 1)))
        if shorter != plan:
            self._try(shorter)

    def _without(self, field: str, cut: Callable[[Plan, tuple[Any, ...]], Plan]) -> None:
        """Leave out halves, then quarters, down to one at a time."""
        size = len(getattr(self.best.plan, field)) // 2 or 1
        while size and self.runs < self._runs_max:
            start = 0
            while start < len(getattr(self.best.plan, field)) and self.runs < self._runs_max:
                parts = getattr(self.best.plan, field)
                kept = parts[:start] + parts[start + size :]
                if not self._try(cut(self.best.plan, kept)):
                    start += size
            size //= 2

    def _try(self, plan: Plan) -> bool:
        if not plan.tables:
            return False
        self.runs += 1
        found = simulate(plan)
        if found.broken is None or found.broken.check != self._check:
            return False
        self.best = found
        return True


def _with_tables(plan: Plan, kept: tuple[Any, ...]) -> Plan:
    """A table goes with those who came for it."""
    names = {"", *(table.name for table in kept)}
    visitors = tuple(each for each in plan.visitors if each.table in names)
    return replace(plan, tables=kept, visitors=visitors)
