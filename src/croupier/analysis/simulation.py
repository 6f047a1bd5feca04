"""Many rounds, on one core, all cores or a Dask cluster, with the same totals wherever they run.

Rounds come in batches. A batch's seed follows from the run's seed and the batch's number alone, and totals
are whole numbers, so neither the order nor the place of a batch can change them. A checkpoint says which
batches are in its totals; a run that is taken up again plays the others.
"""

import hashlib
import os
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from itertools import islice
from math import inf, sqrt
from pathlib import Path
from typing import Any, TypeAlias

import msgspec
from msgspec import Struct, field

from croupier.analysis.catalogue import Simulator
from croupier.analysis.figures import NOT_OFFERED, AnalysisError, Tally
from croupier.messages import reason_of

BATCH = 1_000_000
ROUNDS_MAX = 10**13
_CHECKPOINT_SECONDS = 5.0


class Plan(Struct, frozen=True):
    """What is to be played, apart from where."""

    rounds: int
    seed: int = 1
    batch: int = BATCH

    @property
    def batches(self) -> int:
        return -(-self.rounds // self.batch)

    def size_of(self, number: int) -> int:
        """Rounds in a batch; the last one may be smaller."""
        return min(self.batch, self.rounds - number * self.batch)

    def seed_of(self, number: int) -> int:
        """63 bits from the run's seed and the batch's number."""
        digest = hashlib.sha256(f"{self.seed}/{number}".encode()).digest()
        return int.from_bytes(digest[:8], "big") >> 1


class Checkpoint(Struct):
    """A run so far, as it stands in its file."""

    described: dict[str, str]
    seed: int
    batch: int
    rounds: int
    done: list[tuple[int, int]] = field(default_factory=list)
    """Batches in the totals: first and last of each stretch."""
    tally: Tally = field(default_factory=Tally)
    seconds: float = 0.0


class Estimate(Struct, frozen=True):
    """One bet's result, in units of its base stake."""

    bet: str
    ev: float
    standard_error: float
    sd: float


Work: TypeAlias = tuple[int, int, int]
"""A batch's number, seed and rounds."""
Runner: TypeAlias = Callable[[Simulator, Iterable[Work]], Iterator[tuple[int, Tally]]]


def estimates(tally: Tally, stakes: Mapping[str, int]) -> tuple[Estimate, ...]:
    """Average, standard error and standard deviation of each bet, over the rounds that it was placed in."""
    found = []
    for bet, stake in stakes.items():
        placed = tally.rounds - tally.counts.get(bet, {}).get(NOT_OFFERED, 0)
        if not placed:
            found.append(Estimate(bet, 0.0, inf, 0.0))
            continue
        mean = tally.sums[bet] / placed
        variance = max(tally.squares[bet] / placed - mean * mean, 0.0)
        sd = sqrt(variance) / stake
        found.append(Estimate(bet, mean / stake, sd / sqrt(placed), sd))
    return tuple(found)


def check_plan(plan: Plan) -> None:
    """Refuse what cannot be played, with what can."""
    if not 1 <= plan.rounds <= ROUNDS_MAX:
        raise AnalysisError(
            "{rounds:count} rounds cannot be played; ask for 1 to {rounds_max:count}",
            rounds=plan.rounds,
            rounds_max=ROUNDS_MAX,
        )
    if plan.batch < 1:
        raise AnalysisError(
            "a batch of {batch} rounds is none; the usual batch is {usual:count}",
            batch=plan.batch,
            usual=BATCH,
        )
    if not 0 <= plan.seed < 2**63:
        raise AnalysisError("{seed} is not a seed; choose 0 to {most}", seed=plan.seed, most=2**63 - 1)


def simulate(
    simulator: Simulator,
    plan: Plan,
    runner: Runner,
    *,
    checkpoint: Path | None = None,
    told: Callable[[Checkpoint], None] = lambda _: None,
) -> Checkpoint:
    """Play a plan to its end. `told` hears of the totals after every batch."""
    check_plan(plan)
    run = _taken_up(simulator, plan, checkpoint)
    done = {number for first, last in run.done for number in range(first, last + 1)}
    todo = ((n, plan.seed_of(n), plan.size_of(n)) for n in range(plan.batches) if n not in done)
    started, before = time.monotonic(), run.seconds
    saved = started
    try:
        for number, tally in runner(simulator, todo):
            run.tally.add(tally)
            done.add(number)
            now = time.monotonic()
            run.seconds = before + now - started
            told(run)
            if checkpoint and now - saved > _CHECKPOINT_SECONDS:
                _save(run, done, checkpoint)
                saved = now
    finally:
        run.done = _stretches(done)
        if checkpoint:
            _save(run, done, checkpoint)
    return run


def _taken_up(simulator: Simulator, plan: Plan, file: Path | None) -> Checkpoint:
    """The run as its checkpoint left it, or a new one."""
    fresh = Checkpoint(dict(simulator.described), plan.seed, plan.batch, plan.rounds)
    if file is None or not file.exists():
        return fresh
    try:
        run = msgspec.json.decode(file.read_bytes(), type=Checkpoint)
    except msgspec.MsgspecError as error:
        raise AnalysisError(
            "{file} is not a checkpoint ({error}); name another file", file=file, error=reason_of(error)
        ) from None
    for what in ("described", "seed", "batch"):
        was, now = getattr(run, what), getattr(fresh, what)
        if was != now:
            raise AnalysisError(
                "{file} belongs to another run: its {what} is {was}, not {now}; name another file",
                file=file,
                what=what,
                was=was,
                now=now,
            )
    if run.tally.rounds > plan.rounds:
        raise AnalysisError(
            "{file} already holds {rounds:count} rounds; ask for as many or more",
            file=file,
            rounds=run.tally.rounds,
        )
    partial = run.rounds % run.batch
    if partial and plan.rounds != run.rounds and any(last == run.rounds // run.batch for _, last in run.done):
        raise AnalysisError(
            "{file} ends with a batch of {partial:count} rounds, so it cannot go on to "
            "{rounds:count}; runs whose rounds are a multiple of {batch:count} can",
            file=file,
            partial=partial,
            rounds=plan.rounds,
            batch=run.batch,
        )
    run.rounds = plan.rounds
    return run


def _save(run: Checkpoint, done: set[int], file: Path) -> None:
    """Write beside and rename, so that a broken run leaves the last good file."""
    run.done = _stretches(done)
    beside = file.with_name(file.name + ".part")
    beside.write_bytes(msgspec.json.format(msgspec.json.encode(run), indent=1))
    os.replace(beside, file)


def _stretches(numbers: set[int]) -> list[tuple[int, int]]:
    stretches: list[tuple[int, int]] = []
    for number in sorted(numbers):
        if stretches and stretches[-1][1] == number - 1:
            stretches[-1] = (stretches[-1][0], number)
        else:
            stretches.append((number, number))
    return stretches


def here(simulator: Simulator, todo: Iterable[Work]) -> Iterator[tuple[int, Tally]]:
    """One batch after another in this process."""
    for number, seed, rounds in todo:
        yield number, simulator.run(seed, rounds)


def on_cores(cores: int) -> Runner:
    """All cores of this machine, a thread each: kernels run without the interpreter's lock."""

    def run(simulator: Simulator, todo: Iterable[Work]) -> Iterator[tuple[int, Tally]]:
        simulator.run(0, 1)  # compile once, before the threads do
        waiting = iter(todo)
        with ThreadPoolExecutor(cores) as pool:
            under_way = {pool.submit(_play_there, simulator, work) for work in islice(waiting, 2 * cores)}
            while under_way:
                done, under_way = wait(under_way, return_when=FIRST_COMPLETED)
                under_way |= {
                    pool.submit(_play_there, simulator, work) for work in islice(waiting, len(done))
                }
                yield from (future.result() for future in done)

    return run


def _play_there(simulator: Simulator, work: Work) -> tuple[int, Tally]:
    number, seed, rounds = work
    return number, simulator.run(seed, rounds)


def on_dask(client: Any) -> Runner:
    """The workers of a Dask cluster; a few batches per thread are under way at a time."""

    def run(simulator: Simulator, todo: Iterable[Work]) -> Iterator[tuple[int, Tally]]:
        import distributed

        as_completed: Any = distributed.as_completed

        shared = client.scatter(simulator, broadcast=True)
        waiting = iter(todo)
        ahead = 3 * max(sum(client.nthreads().values()), 1)
        first = [
            client.submit(_play_there, shared, work, pure=False)
            for _, work in zip(range(ahead), waiting, strict=False)
        ]
        under_way = as_completed(first)
        for future in under_way:
            yield future.result()
            if work := next(waiting, None):
                under_way.add(client.submit(_play_there, shared, work, pure=False))

    return run
