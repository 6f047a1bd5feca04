"""`croupier preflop`: the solved game before the flop, shown from the table that ships or solved anew."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from croupier.cli.console import count, fail, out, readable_errors

if TYPE_CHECKING:
    from croupier.analysis.poker.preflop import Node, Solution

EXAMPLES = (
    "Examples: [bold]croupier preflop --stack 20[/]; "
    "[bold]croupier preflop --after r --hand A5s[/]; [bold]croupier preflop --stack 17 --solve[/]; "
    "[bold]croupier preflop --exploitability[/]."
)
_MOSTLY = 0.9


def preflop(
    stack: Annotated[float, typer.Option(help="What both have, in Big Blinds.")] = 100,
    after: Annotated[
        str,
        typer.Option(help="What was done so far, a letter each: c call, r raise (of the pot), a all-in."),
    ] = "",
    hand: Annotated[str, typer.Option(help="One starting hand, such as A5s: how often it does what.")] = "",
    solve: Annotated[bool, typer.Option("--solve", help="Solve it now; takes seconds.")] = False,
    rounds: Annotated[
        int, typer.Option(parser=count, help="With --solve: more is nearer to the equilibrium.")
    ] = 0,
    exploitability: Annotated[
        bool,
        typer.Option("--exploitability", help="For every stake of the table: what a best answer wins, now."),
    ] = False,
    write: Annotated[
        Path | None, typer.Option(help="With --solve: the whole table, every stake of it, into a file.")
    ] = None,
) -> None:
    """Heads-up before the flop, solved: who raises, calls and folds which of 169 hands, and how exactly.

    The game that is solved has no bets after the flop and no rake.
    """
    from croupier.analysis.poker import preflop as p

    with readable_errors():
        many = rounds or p.ROUNDS
        if exploitability:
            for each in p.kept():
                out.print(f"{each:>4g} Big Blinds: {_exactness(p.judged(each, p.kept()[each].strategy))}")
            return
        if write is not None:
            _write(write, many)
            return
        if not solve and stack not in p.kept():
            known = ", ".join(f"{each:g}" for each in p.kept())
            fail(f"a stake of {stack:g} is not in the table; there are {known}; --solve takes any")
        found = p.solved(stack, many) if solve else p.kept()[stack]
        nodes = p.nodes(stack)
        if after not in nodes:
            known = ", ".join(repr(line) for line in nodes)
            fail(f"after {after!r} nobody is asked with this stake; there are {known}")
        _show(found, nodes[after], stack, hand)


def _write(path: Path, rounds: int) -> None:
    from rich.progress import track

    from croupier.analysis.poker import preflop as p

    shown = track(p.STACKS, description="stakes", console=out, transient=True)
    found = {stack: p.solved(stack, rounds) for stack in shown}
    path.write_text(p.written(found, rounds), "utf-8")
    for stack, each in found.items():
        out.print(f"{stack:>4g} Big Blinds: {_exactness(each)}")


def _exactness(found: "Solution") -> str:
    return (
        f"the Small Blind wins {1000 * found.value:+.2f} thousandths of a Big Blind a hand; who knows how "
        f"the other plays wins at most {1000 * found.exploitability:.2f} thousandths more"
    )


def _show(found: "Solution", node: "Node", stack: float, hand: str) -> None:
    from rich.table import Table as Grid

    from croupier.analysis.kernels.cards import class_names
    from croupier.analysis.poker import preflop as p
    from croupier.analysis.poker.versus import CLASS
    from croupier.cards import RANKS
    from croupier.rulebook.errors import suggest

    names, rows = class_names(), found.strategy[node.line]
    done = ", ".join(p.WORDS[letter] for letter in node.line) or "nothing"
    who = ("Small", "Big")[node.player]
    out.print(f"[bold]{stack:g} Big Blinds, the {who} Blind to act[/]; so far: {done}")
    if hand:
        if hand not in names:
            fail(f"{hand!r} is not a starting hand like QQ, A5s or KTo; {suggest(hand, names)}")
        wanted = zip(node.actions, rows[names.index(hand)], strict=True)
        out.print(", ".join(f"{p.WORDS[letter]} {100 * part:.0f}%" for letter, part in wanted if part))
        return
    grid = Grid(box=None, padding=(0, 1, 0, 0), show_header=False)
    ranks = RANKS[::-1]
    for down in range(13):
        cells = []
        for across in range(13):
            high, low = sorted((down, across))
            kind = "" if high == low else "s" if across > down else "o"
            name = ranks[high] + ranks[low] + kind
            row = rows[names.index(name)]
            letter = node.actions[int(row.argmax())]
            cells.append(f"{name} {letter.upper() if row.max() >= _MOSTLY else letter}")
        grid.add_row(*cells)
    out.print(grid)
    parts = zip(node.actions, rows[CLASS].mean(axis=0), strict=True)
    said = ", ".join(f"{letter.upper()} {p.WORDS[letter]} {100 * part:.1f}%" for letter, part in parts)
    out.print(f"{said} of all hands; a small letter: mostly, not always")
    out.print(_exactness(found), style="dim")
