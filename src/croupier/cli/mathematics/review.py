"""`croupier review`: a Round after the fact, every decision graded, luck apart from skill."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.table import Table as Grid
from rich.text import Text

from croupier.cli.console import fail, out
from croupier.cli.house import Key, Settings, Where, rounds_of, settled
from croupier.cli.mathematics.analysis import AsJson, print_json, reckoning
from croupier.messages import reason_of

if TYPE_CHECKING:
    from croupier.analysis.advice.grading import Review, Step

EXAMPLES = (
    "Examples: [bold]croupier review t1.17 --store house.db[/]; "
    "[bold]croupier review scenarios/mbs-freebet/settlement/dealer-bust.scenario[/]."
)
_SCENARIO = ".scenario"


def review(
    hand: Annotated[str, typer.Argument(help="A Round of a house, such as t1.17, or a scenario file.")],
    store: Where = None,
    key: Key = None,
    config: Settings = None,
    as_json: AsJson = False,
) -> None:
    """Grade every decision of a Round: what it was worth, the best there was, what it cost; and the luck."""
    with reckoning("Grading"):
        if hand.endswith(_SCENARIO):
            found = _of_scenario(Path(hand))
        else:
            found = _of_round(hand, *settled(store, key, config))
    print_json(found) if as_json else _show(found)


def _of_round(name: str, where: str, key: Path) -> "Review":
    from croupier.analysis.advice.grading import review as graded
    from croupier.house.history.rounds import NoSuchRound

    with rounds_of(where, key) as rounds:
        try:
            game, rules, steps = rounds.steps(name)
        except NoSuchRound as error:
            fail(reason_of(error))
        return graded(game, rules, steps)


def _of_scenario(path: Path) -> "Review":
    """The whole scenario, as if it were one Round."""
    from croupier.analysis.advice.grading import review as graded
    from croupier.games import catalogue
    from croupier.table import Table
    from croupier.table.scenario import ScenarioError, play, read_script

    known = catalogue()
    try:
        script = read_script(path)
        performance = play(script, script.editions[0], known.game, known.rules)
    except (ScenarioError, OSError) as error:
        fail(reason_of(error))
    game = known.game(performance.rules.edition.game)
    opening, *events = performance.events
    table = Table.replay(game, [opening], known.rules)

    def steps() -> "Iterator[Step]":
        for event in events:
            yield table.state, event
            table.apply(event)

    return graded(game, performance.rules, steps())


def _show(found: "Review") -> None:
    from croupier.money import format_money

    grid = Grid("player", "cards", "taken", "best", "cost", "in money", box=None)
    for each in found.decisions:
        cost = "" if each.is_best else f"{each.cost:.4f} of {each.unit}"
        money = "" if each.is_best else format_money(round(each.cost_cents))
        style = "" if each.is_best else "red"
        grid.add_row(each.player, each.situation, each.taken, each.best, Text(cost, style=style), money)
    if found.decisions:
        out.print(grid)
        for method in dict.fromkeys(each.method for each in found.decisions):
            out.print(Text(method, style="dim"))
        out.print(f"{found.accuracy:.0%} of {len(found.decisions)} decisions were the best there was")
    else:
        out.print("Nobody decided anything that has a value.")
    if found.ungraded:
        out.print(f"{len(found.ungraded)} not graded: what a bet is worth depends on the answers to it")
    accounts = Grid("player", "result", "price of the bets", "mistakes", "luck", box=None)
    for one in found.accounts:
        cents = (one.result, one.price, one.mistakes, one.luck)
        accounts.add_row(one.player, *(format_money(round(amount)) for amount in cents))
    out.print(accounts)
