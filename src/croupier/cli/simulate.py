"""`croupier simulate-house`: the whole house under a simulated clock, network and disk, seed by seed."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import msgspec
import typer

from croupier.cli.console import fail, out

if TYPE_CHECKING:
    from croupier.simulator.run import Outcome

EXAMPLES = (
    "Examples: [bold]croupier simulate-house --seeds 1..1000[/]; "
    "[bold]croupier simulate-house --replay simulated-17.json[/]; "
    "[bold]croupier simulate-house --seeds 1 --tables 20 --hours 24 --faults 6[/]."
)
_TAIL = 60  # lines of a history that are shown


def simulate_house(
    seeds: Annotated[str, typer.Option(help="Which: 7, or 1..1000.")] = "1..20",
    hours: Annotated[
        float,
        typer.Option(help="How long each house is open, by its own clock.", show_default="10 minutes"),
    ] = 1 / 6,
    tables: Annotated[int, typer.Option(help="How many tables it has.")] = 3,
    faults: Annotated[float, typer.Option(help="How much goes wrong, per hour.")] = 90,
    crashes: Annotated[float, typer.Option(help="How often a process dies beside that, per hour.")] = 0,
    shrink: Annotated[int, typer.Option(help="Runs spent on making what broke shorter.")] = 150,
    replay: Annotated[Path | None, typer.Option(help="Play a plan again that was written here.")] = None,
    history: Annotated[bool, typer.Option(help="Show all of what happened.")] = False,
) -> None:
    """Let houses run under a simulated clock, network and disk where everything fails, and check all they do.

    The same seed gives the same history. What breaks is made as short as it can be and written down.
    """
    from croupier.simulator.plan import Plan, draw
    from croupier.simulator.run import simulate
    from croupier.simulator.shrink import Shrinker

    if replay is not None:
        try:
            plan = msgspec.json.decode(replay.read_bytes(), type=Plan)
        except (OSError, msgspec.DecodeError) as error:
            fail(f"{replay}: {error}")
        outcome = simulate(plan)
        _tell(outcome, is_whole=True)
        raise typer.Exit(0 if outcome.is_good else 1)
    first, last = _range(seeds)
    done: list[Outcome] = []
    for seed in range(first, last + 1):
        plan = draw(
            seed, seconds=hours * 3600, tables=tables, faults_per_hour=faults, crashes_per_hour=crashes
        )
        outcome = simulate(plan)
        done.append(outcome)
        if history:
            _tell(outcome, is_whole=True)
        if not outcome.is_good:
            out.print(f"seed {seed} broke: {outcome.broken}")
            shortest = Shrinker(outcome, shrink).shrink() if shrink else outcome
            file = Path(f"simulated-{seed}.json")
            file.write_bytes(msgspec.json.format(msgspec.json.encode(shortest.plan), indent=1) + b"\n")
            _tell(shortest, is_whole=False)
            out.print(f"to see it again: croupier simulate-house --replay {file}")
    _sum_up(done)
    if not all(outcome.is_good for outcome in done):
        raise typer.Exit(1)


def _range(seeds: str) -> tuple[int, int]:
    first, _, last = seeds.partition("..")
    try:
        return int(first), int(last or first)
    except ValueError:
        fail(f"--seeds {seeds} is not a range; write 7 or 1..1000")


def _tell(outcome: "Outcome", is_whole: bool) -> None:
    plan = outcome.plan
    people = ", ".join(visitor.name for visitor in plan.visitors)
    out.print(
        f"seed {plan.seed}: {plan.processes} process(es), "
        f"{', '.join(f'{each.name} {each.edition} {each.cards}' for each in plan.tables)}; {people}"
    )
    lines = outcome.history if is_whole else outcome.history[-_TAIL:]
    if len(lines) < len(outcome.history):
        out.print(f"... {len(outcome.history) - len(lines)} lines before")
    for line in lines:
        out.print(line, markup=False)


def _sum_up(done: "list[Outcome]") -> None:
    simulated, took = sum(each.simulated_s for each in done), sum(each.took_s for each in done)
    broken = [each.plan.seed for each in done if not each.is_good]
    found = f"{len(broken)} broke: {', '.join(map(str, broken[:20]))}" if broken else "nothing broke"
    out.print(
        f"{len(done)} houses, {simulated / 3600:.1f} hours in {took:.0f} s of processor "
        f"({simulated / max(took, 0.001):.0f} times as fast); {sum(each.deaths for each in done)} crashes, "
        f"{sum(each.acknowledged for each in done)} commands acknowledged, "
        f"{sum(each.rounds for each in done)} Rounds, {sum(each.messages for each in done)} messages; {found}"
    )
