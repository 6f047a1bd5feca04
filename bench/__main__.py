"""The runner. Exits with 1 when a target is missed."""

from __future__ import annotations

import gc
import importlib
import pkgutil
import sys
import time
from collections.abc import Callable, Sequence
from statistics import median

from rich.console import Console
from rich.live import Live
from rich.table import Table

import bench
from bench import Bench

clock = time.perf_counter


def topics() -> list[str]:
    return [each.name for each in pkgutil.iter_modules(bench.__path__) if not each.name.startswith("_")]


def found(names: Sequence[str]) -> list[Bench]:
    """All benches, or those of the named topics or whose name contains one of the names."""
    chosen = []
    known = topics()
    # Topics that are named are the only ones to be made ready: some compile for half a minute.
    for name in [each for each in known if each in names] if names and set(names) <= set(known) else known:
        topic = importlib.import_module(f"bench.{name}")
        # A module without benches is a measurement of its own, started by its name.
        benches = topic.benches() if hasattr(topic, "benches") else []
        chosen += [
            each for each in benches if not names or name in names or any(n in each.name for n in names)
        ]
    return chosen


def seconds(work: Callable[[], object]) -> float:
    start = clock()
    work()
    return clock() - start


def race(each: Bench) -> tuple[float, float | None]:
    """Median operations per second, ours and the peer's. They take turns, so that noise meets both alike."""
    contestants = [each.ours, each.peer] if each.peer else [each.ours]
    times: list[list[float]] = [[] for _ in contestants]
    for work in contestants:
        work()  # tables, caches
    gc.collect()
    gc.disable()
    try:
        for _ in range(each.repeats):
            for work, taken in zip(contestants, times, strict=True):
                taken.append(seconds(work))
    finally:
        gc.enable()
    operations = (each.operations, each.peer_operations or each.operations)
    speeds = [count / median(taken) for count, taken in zip(operations, times, strict=False)]
    return speeds[0], speeds[1] if each.peer else None


def verdict(each: Bench, ours: float, ratio: float | None) -> tuple[str, bool]:
    """The target in words, and whether it is met."""
    if each.target_ratio_min is not None and ratio is not None:
        return f">= {each.target_ratio_min:g}x", ratio >= each.target_ratio_min
    if each.target_per_second_min is not None:
        return f">= {each.target_per_second_min:,.0f}/s", ours >= each.target_per_second_min
    return "", True


def main(names: Sequence[str]) -> int:
    benches = found(names)
    if not benches:
        print(f"no bench is called {' or '.join(names)}", file=sys.stderr)
        return 2
    table = Table("name", "ours", "peer", "ratio", "target", "", "")
    console = Console(width=None if sys.stdout.isatty() else 120)
    # Each line is seen as soon as it is known, and none is lost should a later bench fail.
    with Live(table, console=console, auto_refresh=False) as shown:
        return 1 if sum([_add(table, each, shown) for each in benches]) else 0


def _add(table: Table, each: Bench, shown: Live) -> bool:
    """One more line. Whether its target was missed."""
    ours, peer = race(each)
    ratio = ours / peer if peer else None
    target, is_met = verdict(each, ours, ratio)
    table.add_row(
        each.name,
        f"{ours:,.0f}/s",
        f"{peer:,.0f}/s {each.peer_name}" if peer else "",
        f"{ratio:.2f}x" if ratio else "",
        target,
        ("met" if is_met else "MISSED") if target else "",
        each.note(),
    )
    shown.refresh()
    return not is_met


def _started(words: list[str]) -> int:
    if "--profile" in words:  # python -m bench house --profile: where the time of a command goes
        from bench import profiling

        profiling.report()
        return 0
    if "--processor" in words:  # python -m bench poker --processor: where others use the machine too
        global clock
        clock = time.process_time
    return main([word for word in words if word != "--processor"])


if __name__ == "__main__":
    sys.exit(_started(sys.argv[1:]))
