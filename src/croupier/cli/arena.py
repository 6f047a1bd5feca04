"""`croupier arena`: agents against each other at Poker."""

from itertools import combinations
from pathlib import Path
from typing import Annotated, Any

import typer

from croupier.cli.console import count, fail, out, readable_errors
from croupier.cli.extras import need
from croupier.messages import reason_of

EXAMPLES = (
    "Examples: [bold]croupier arena odds caller[/]; "
    "[bold]croupier arena my_agent.py ranges --rounds 1e5 --report report.html --log hands.phhs[/]; "
    "[bold]croupier arena cmd:./agent http://127.0.0.1:9000/decide odds[/]."
)


def arena(
    agents: Annotated[
        list[str],
        typer.Argument(
            help="Bots of ours (random, caller, odds, ranges, solved), Python files (agent.py:Class), "
            "programs (cmd:./agent) or addresses (http://...)."
        ),
    ],
    rounds: Annotated[
        int, typer.Option(parser=count, help="Hands for each pair, or for the table, such as 1e6.")
    ] = 1000,
    table: Annotated[bool, typer.Option("--table", help="All at one table instead of each pair.")] = False,
    edition: Annotated[str, typer.Option(help="The rules they play by.")] = "rws-poker@7",
    stake: Annotated[int, typer.Option(help="What everybody begins each hand with, in Big Blinds.")] = 100,
    rake: Annotated[bool, typer.Option(help="Whether the House takes its rake.")] = False,
    seed: Annotated[int, typer.Option(help="Another seed, other deals.")] = 1,
    log: Annotated[Path | None, typer.Option(help="Every hand as PHH, in one .phhs file.")] = None,
    report: Annotated[Path | None, typer.Option(help="A page with ratings and plots.")] = None,
) -> None:
    """Let agents play with duplicate deals and tell who wins how much, with confidence intervals."""
    need("gymnasium", "pettingzoo")
    from croupier.arena.agents import AgentError

    if len(agents) < 2:
        fail("an arena needs two agents or more")
    with readable_errors():
        try:
            _play(agents, rounds, table, edition, stake, rake, seed, log, report)
        except (AgentError, ValueError) as error:
            fail(reason_of(error))


def _play(
    agents: list[str],
    hands: int,
    is_table: bool,
    edition: str,
    stake: int,
    rake: bool,
    seed: int,
    log: Path | None,
    report: Path | None,
) -> None:
    from rich.progress import Progress
    from rich.table import Table

    from croupier.arena.agents import agent
    from croupier.arena.match import AgentResults, Match
    from croupier.arena.report import page, ratings
    from croupier.envs.poker import PokerSetup

    found = _told_apart([agent(text) for text in agents])
    groups = [list(found)] if is_table else [list(pair) for pair in combinations(found, 2)]
    results: list[list[AgentResults]] = []
    with Progress(console=out, transient=True) as progress, _Log(log) as told:
        for group in groups:
            blind = PokerSetup(edition=edition, seats=2).unit
            setup = PokerSetup(edition=edition, seats=len(group), stakes=stake * blind, rake=rake, sizes=())
            bots = [(name, make(number)) for number, (name, make) in enumerate(group)]
            match = Match(setup, bots, seed=seed, told=told.hear if log else None)
            deals = max(-(-hands // len(group)), 1)
            task = progress.add_task(" against ".join(name for name, _ in group), total=deals * len(group))
            try:
                for played in match.play(deals):
                    progress.update(task, completed=played)
            finally:
                for _, bot in bots:
                    getattr(bot, "close", lambda: None)()
            results.append(match.standings)
    shown = Table("", "agent", "BB/100", "95%", "as the cards fell", "hands")
    for at, each in enumerate(ratings(results), start=1):
        shown.add_row(
            str(at),
            each.name,
            f"{each.per_hundred:+.1f}",
            f"± {each.error:.1f}",
            f"{each.raw:+.1f}",
            f"{each.hands:,}",
        )
    out.print(shown)
    if report is not None:
        facts = {
            "edition": edition,
            "stakes": f"{stake} Big Blinds",
            "rake": "taken" if rake else "none",
            "seed": str(seed),
            "seating": "all at one table" if is_table else "each pair heads-up",
        }
        report.write_text(page("Arena: " + ", ".join(name for name, _ in found), results, facts), "utf-8")
        out.print(f"Report in {report}")


def _told_apart(found: list[tuple[str, Any]]) -> list[tuple[str, Any]]:
    """Two of the same name are numbered."""
    names = [name for name, _ in found]
    return [
        (f"{name} {names[: at + 1].count(name)}" if names.count(name) > 1 else name, make)
        for at, (name, make) in enumerate(found)
    ]


class _Log:
    """Hands of a match in one file, numbered."""

    def __init__(self, path: Path | None) -> None:
        self._path, self._count = path, 0

    def __enter__(self) -> "_Log":
        self._file = self._path.open("w", encoding="utf-8") if self._path else None
        return self

    def hear(self, hand: str) -> None:
        assert self._file is not None
        self._count += 1
        self._file.write(f"[{self._count}]\n{hand}\n")

    def __exit__(self, *reason: object) -> None:
        if self._file is not None:
            self._file.close()
            out.print(f"{self._count:,} hands in {self._path}")
