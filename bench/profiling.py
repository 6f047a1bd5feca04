"""Where the time of a command goes, from one player's socket to the sockets of all who watch, game by game.

The house runs in a process of its own under cProfile, with six players and two watchers at each table. The
profiler makes every call dearer, so shares count more than milliseconds; the last lines are without it. Parts
overlap where one asks another: what is told to viewers has options in it, and a command of the auto-dealer is
a command. The journal's own thread is in the lines without the profiler only.
"""

from __future__ import annotations

import asyncio
import pstats
import shutil
import signal
import tempfile
from pathlib import Path

from rich.console import Console
from rich.table import Table

from croupier.client.load import SERVE, Load, LocalHouse, Measured

GAMES = ("rws-poker@7", "mbs-freebet@3", "rws-multilink@3")
TABLES, SECONDS, OFFERED_PER_SECOND = 4, 15.0, 25.0

# The clock is the event loop's own processor time, from the moment the load is on until it goes.
_PROFILED = f"""
import cProfile, signal, time
profile = cProfile.Profile(time.thread_time)
signal.signal(signal.SIGUSR1, lambda *_: profile.enable())
signal.signal(signal.SIGUSR2, lambda *_: profile.disable())
try:
    exec({SERVE!r}, {{}})
finally:
    profile.disable()
    profile.dump_stats("profile.pstats")
"""

# A line of the report: functions whose whole time it counts, by the end of their file's name and their name.
# A function that calls another of the same line would be counted twice. tests/test_profiling.py finds each.
_LINES = (
    ("receive from sockets", (("sockets/frames.py", "data_received"),)),
    ("read and answer messages", (("sockets/table_socket.py", "_answer"),)),
    ("auto-dealer, its commands included", (("tables/dealer.py", "step"),)),
    ("tell viewers", (("tables/stage.py", "_take_in"),)),
    ("  what happened, in words", (("sockets/scene.py", "for_viewer"),)),
    ("  views", (("poker/view.py", "view"), ("multilink/view.py", "view"), ("freebet/view.py", "view"))),
    ("  parts that have changed", (("sockets/pieces.py", "between"),)),
    ("  the table's line", (("tables/stage.py", "steady"),)),
    ("  send to sockets", (("sockets/outbox.py", "put"),)),
    ("whoever asks for it: options", (("house/offered.py", "_asked"),)),
    ("whoever gives it: a command", (("house/commands.py", "_attempt"),)),
    ("  is what was seen still so", (("house/live_table.py", "is_current_for"),)),
    ("  decide", (("house/live_table.py", "propose"),)),
    ("  write down: events, books, index", (("house/live_table.py", "writings"),)),
    ("  hand to the journal", (("house/commands.py", "append"),)),
    ("  settle", (("house/live_table.py", "settle"),)),
)


def report() -> None:
    """All games, printed one after the other."""
    for edition in GAMES:
        stats, profiled = _run(edition, _PROFILED)
        _, plain = _run(edition, SERVE)
        Console(width=110).print(_table(edition, stats, profiled, plain))


def _run(edition: str, start: str) -> tuple[pstats.Stats | None, Measured]:
    folder = Path(tempfile.mkdtemp(prefix="croupier-bench-"))
    try:
        house = LocalHouse(str(folder / "house.db"), folder, start)
        try:
            measured = asyncio.run(_load(house, edition, start is not SERVE))
        finally:
            house.stop()
        file = folder / "profile.pstats"
        return pstats.Stats(str(file)) if file.exists() else None, measured
    finally:
        shutil.rmtree(folder, ignore_errors=True)


async def _load(house: LocalHouse, edition: str, is_profiled: bool) -> Measured:
    async with Load(house.url, invitation=house.invitation, editions=(edition,), tables=TABLES) as load:
        if is_profiled:
            house.signal(signal.SIGUSR1)
        measured = await load.run(SECONDS, OFFERED_PER_SECOND, house)
        if is_profiled:
            house.signal(signal.SIGUSR2)  # everybody leaves now, which is not what is looked at
        return measured


def _table(edition: str, stats: pstats.Stats | None, profiled: Measured, plain: Measured) -> Table:
    table = Table("part", "calls a command", "ms a command", "share", title=edition)
    entries = {} if stats is None else stats.stats  # type: ignore[attr-defined]
    whole = sum(entry[2] for entry in entries.values()) or 1.0
    done = max(_calls(entries, (("house/live_table.py", "settle"),)), 1)
    for name, functions in _LINES:
        seconds, calls = _seconds(entries, functions), _calls(entries, functions)
        table.add_row(name, f"{calls / done:.1f}", f"{seconds * 1000 / done:.2f}", f"{seconds / whole:.0%}")
    table.add_row("event loop, profiled", "", f"{whole * 1000 / done:.2f}", "100%")
    table.add_section()
    assert plain.processor_ms is not None
    assert plain.processor_ms_move is not None
    table.add_row("processor, every thread, without profiler", "", f"{plain.processor_ms_move:.2f}", "")
    table.add_row("the same for a player's command, dealing included", "", f"{plain.processor_ms:.2f}", "")
    table.add_row("bytes of a message", "", f"{plain.bytes_percentile(0.5):.0f}", "")
    return table


Entries = dict[tuple[str, int, str], tuple[int, int, float, float, object]]


def _matches(key: tuple[str, int, str], functions: tuple[tuple[str, str], ...]) -> bool:
    file, _, name = key
    return any(name == wanted and file.endswith(f"/{end}") for end, wanted in functions)


def _seconds(entries: Entries, functions: tuple[tuple[str, str], ...]) -> float:
    return sum(entry[3] for key, entry in entries.items() if _matches(key, functions))


def _calls(entries: Entries, functions: tuple[tuple[str, str], ...]) -> int:
    return sum(entry[0] for key, entry in entries.items() if _matches(key, functions))
