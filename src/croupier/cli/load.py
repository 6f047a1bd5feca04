"""`croupier load`: a house under load, measured."""

import asyncio
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.table import Table as Grid

from croupier.cli.console import fail, out

if TYPE_CHECKING:
    from croupier.client.load import Measured

EXAMPLES = (
    "Examples: [bold]croupier load --tables 20 --players 6 --seconds 30[/]; "
    "[bold]croupier load --edition mbs-freebet@3 --per-second 100 --p99-ms 50[/]; "
    "[bold]croupier load --processes 2 --store postgresql://...[/]; "
    "[bold]croupier load --url http://127.0.0.1:8000[/] (a house in demo mode, at tables it has)."
)
_PARTS = (0.5, 0.9, 0.99, 0.999, 1.0)
_BARS = 24


def load(
    tables: Annotated[int, typer.Option(min=1, help="How many tables.")] = 20,
    players: Annotated[int, typer.Option(min=1, max=9, help="Players at each table.")] = 6,
    watchers: Annotated[int, typer.Option(min=0, help="Watchers at each table.")] = 2,
    seconds: Annotated[float, typer.Option(min=1, help="How long to measure.")] = 30,
    per_second: Annotated[
        float, typer.Option(min=0, help="Commands a second in all; 0 for as many as the house can take.")
    ] = 0,
    edition: Annotated[
        list[str] | None, typer.Option(help="Editions, table by table in turn; all three games if not said.")
    ] = None,
    store: Annotated[
        str, typer.Option(help="A store of its own for this run; a file that is thrown away if not said.")
    ] = "",
    processes: Annotated[
        int, typer.Option(min=1, help="How many processes serve it, each table always by the same one.")
    ] = 1,
    spread: Annotated[
        bool,
        typer.Option("--spread", help="Let those of one table come through different processes instead."),
    ] = False,
    url: Annotated[str, typer.Option(help="A house that is open already, in demo mode.")] = "",
    p99_ms: Annotated[float, typer.Option(help="Fail if 99 of 100 commands take longer.")] = 0,
    processor_ms: Annotated[
        float, typer.Option(help="Fail if a command costs more of the house's processor.")
    ] = 0,
    memory_mb: Annotated[float, typer.Option(help="Fail if the house holds more memory.")] = 0,
    plot: Annotated[Path | None, typer.Option(help="Write a picture, such as load.svg.")] = None,
) -> None:
    """Drive a house with players and watchers over real sockets: throughput, latency, processor, memory."""
    editions = edition or ["rws-poker@7", "mbs-freebet@3", "rws-multilink@3"]
    measured = asyncio.run(
        _measure(editions, tables, players, watchers, seconds, per_second, store, processes, spread, url)
    )
    if not measured.commands:
        fail("no command was acknowledged: is the house in demo mode, and are its tables open?")
    out.print(_grid(measured))
    out.print(_bars(measured))
    if plot is not None:
        _draw(measured, plot)
    limits = {
        "p99 in ms": (measured.percentile(0.99), p99_ms),
        "ms of processor a command": (measured.processor_ms or 0.0, processor_ms),
        "MB of memory": (measured.memory_mb or 0.0, memory_mb),
    }
    missed = [
        f"{name}: {found:.2f} is more than {most:g}"
        for name, (found, most) in limits.items()
        if 0 < most < found
    ]
    if missed:
        fail("; ".join(missed))


async def _measure(
    editions: list[str],
    tables: int,
    players: int,
    watchers: int,
    seconds: float,
    per_second: float,
    store: str,
    processes: int,
    spread: bool,
    url: str,
) -> "Measured":
    from croupier.client.load import Load, LocalHouses

    with tempfile.TemporaryDirectory(prefix="croupier-load-") as name:
        folder = Path(name)
        house = None if url else LocalHouses(store or str(folder / "house.db"), folder, processes)
        try:
            async with Load(
                *((url,) if house is None else house.urls),
                invitation="" if house is None else house.invitation,
                editions=editions,
                tables=tables,
                players=players,
                watchers=watchers,
                is_spread=spread,
            ) as driver:
                return await driver.run(seconds, per_second, house)
        finally:
            if house is not None:
                house.stop()


def _grid(measured: "Measured") -> Grid:
    grid = Grid(box=None, show_header=False, padding=(0, 2, 0, 0))
    grid.add_row("commands of players", f"{measured.commands:,} in {measured.seconds:.0f} s")
    grid.add_row("", f"{measured.per_second:,.0f} a second; {measured.refused:,} refused beside them")
    grid.add_row("all commands, the dealer's too", f"{measured.moves:,}")
    for part in _PARTS:
        grid.add_row(
            f"acknowledged, {part:.1%}".replace(".0%", "%"), f"within {measured.percentile(part):.1f} ms"
        )
    sizes = measured.message_bytes
    middle, most = measured.bytes_percentile(0.5), measured.bytes_percentile(1.0)
    mean = sum(sizes) / max(len(sizes), 1)
    grid.add_row(
        "bytes of a message", f"{middle:,.0f} in the middle, {mean:,.0f} on average, at most {most:,}"
    )
    grid.add_row("", f"{sum(sizes) / measured.seconds / 1e6:,.2f} MB a second in {len(sizes):,} messages")
    if measured.processor_ms is not None and measured.processor_ms_move is not None:
        words = f"{measured.processor_ms:.2f} ms of a player, {measured.processor_ms_move:.2f} ms of anybody"
        grid.add_row("processor for a command", words)
    if measured.memory_mb is not None:
        grid.add_row("memory of the house", f"{measured.memory_mb:.0f} MB")
    return grid


def _bars(measured: "Measured") -> str:
    """How many commands took how long, in steps that double."""
    steps: dict[int, int] = {}
    for each in measured.latencies_ms:
        steps[max(int(each), 1).bit_length()] = steps.get(max(int(each), 1).bit_length(), 0) + 1
    most = max(steps.values())
    return "\n".join(
        f"{2 ** (step - 1):>6} to {2**step:>6} ms  {'█' * round(count * _BARS / most) or '▏'} {count:,}"
        for step, count in sorted(steps.items())
    )


def _draw(measured: "Measured", file: Path) -> None:
    import matplotlib

    matplotlib.use("svg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(7, 4))
    taken = measured.latencies_ms
    axes.plot(taken, [(number + 1) / len(taken) for number in range(len(taken))])
    axes.set(xscale="log", xlabel="milliseconds to acknowledgement", ylabel="part of the commands")
    axes.set_title(f"{measured.per_second:,.0f} commands a second")
    axes.grid(visible=True, alpha=0.3)
    figure.tight_layout()
    figure.savefig(file)
    pyplot.close(figure)


def register(app: typer.Typer) -> None:
    """Add the command to the command line."""
    app.command("load", epilog=EXAMPLES)(load)
