"""`croupier play`: a seat at a table in the terminal, among bots."""

import time
from collections.abc import Mapping
from typing import Annotated, Any

import msgspec
import typer
from rich.text import Text

from croupier.cards import new_seed
from croupier.cli.console import fail, out, paragraphs, readable_errors
from croupier.cli.seat import Leave, Seat
from croupier.games import catalogue
from croupier.games.company import bots_for
from croupier.money import MoneyError, parse_money
from croupier.table import Accepted, Actor, Command, Refusal, Role, Table, say
from croupier.table.bots import Bot
from croupier.table.driver import Driver

EXAMPLES = (
    "Examples: [bold]croupier play rws-poker@7[/]; "
    "[bold]croupier play mbs-freebet@3 --set decks=2 --bots 0[/]; "
    "[bold]croupier play rws-multilink@3 --chips 500[/]."
)
_YOU = "Guest"
_DECKS_MAX = 8  # a seed that is long enough for any shoe


def play(
    edition: Annotated[str, typer.Argument(help="What to play, such as rws-poker@7.")],
    bots: Annotated[int | None, typer.Option(min=0, max=9, help="How many bots sit with you.")] = None,
    chips: Annotated[str, typer.Option(help="What you bring to the table.")] = "1,000",
    setting: Annotated[list[str] | None, typer.Option("--set", help="A house setting: name=value.")] = None,
    rounds: Annotated[int, typer.Option(min=0, help="Leave after so many Rounds; 0 to stay.")] = 0,
    at: Annotated[
        str, typer.Option(help="Begin in this situation; you take the place of who is asked.")
    ] = "",
) -> None:
    """Sit down at a table with bots; the dealer follows the book and names the paragraph."""
    with readable_errors():
        if at:
            TerminalTable.at(_situation(edition, at)).play(rounds)
            return
        table = catalogue().table(edition, dict(_setting(text) for text in setting or []))
        try:
            stake = parse_money(chips)
        except MoneyError as error:
            fail(str(error))
        TerminalTable.empty(table, bots, stake).play(rounds)


def _situation(edition: str, text: str) -> Table[Any]:
    """A table in a position, which may leave its edition out; unknown cards come by chance."""
    whole = text if "@" in text.partition(" ")[0] else f"{edition} {text}"
    return catalogue().at(whole, new_seed(_DECKS_MAX))


def _setting(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals:
        fail(f"{text!r}: write a setting as name=value, for example --set decks=2")
    return name.strip(), value.strip()


class TerminalTable:
    """One table, one person, some bots, and a transcript that scrolls by."""

    def __init__(self, table: Table[Any], you: Actor, company: Mapping[str, Bot]) -> None:
        self.table, self.you = table, you
        seat = Seat(input, self._draw, self._can_go_on)
        players = {you.id: seat} | dict(company)
        self.driver = Driver(table, players, clock=lambda: time.time_ns() // 1_000_000, listener=self._tell)

    @classmethod
    def empty(cls, table: Table[Any], bots: int | None, chips: int) -> "TerminalTable":
        """You sit down first, then the bots."""
        company = bots_for(table.rules.edition.game, bots)
        found = cls(table, Actor(_YOU, Role.PLAYER, 1), company)
        for place, name in enumerate([_YOU, *company], start=1):
            for command in table.game.seat(Actor(name, Role.PLAYER, place), place, chips):
                found.driver.give(command)
        return found

    @classmethod
    def at(cls, table: Table[Any]) -> "TerminalTable":
        """Whoever is asked is you, and bots play for the others."""
        game, rules, state = table.game, table.rules, table.state
        places = range(1, game.furniture(rules).places + 1)
        here = {place: name for place in places if (name := game.player_at(state, place)) is not None}
        asked = next(iter(game.awaited(rules, state)), next(iter(here), 0))
        others = [name for place, name in here.items() if place != asked]
        bots = bots_for(rules.edition.game, len(others)).values()
        you = Actor(here.get(asked, _YOU), Role.PLAYER, asked)
        return cls(table, you, dict(zip(others, bots, strict=False)))

    def play(self, rounds: int) -> None:
        played = 0
        try:
            while not rounds or played < rounds:
                if not self.driver.play_round():
                    out.print("The table cannot go on: somebody has run out of chips.")
                    break
                played += 1
                out.print(Text("─" * 40, style="dim"))
        except Leave:
            out.print("You leave the table.")

    def _tell(self, command: Command, outcome: Accepted[Any] | Refusal) -> None:
        if isinstance(outcome, Refusal):
            out.print(Text(f"Refused: {outcome.reason}", style="red"), paragraphs(outcome.citations))
            return
        for event in outcome.events:
            out.print(Text(say(event.for_viewer(self.you))), paragraphs(event.citations))

    def _can_go_on(self) -> bool:
        """Whether the dealer could go on without the person."""
        return self.table.game.routine(self.table.rules, self.table.state) is not None

    def _draw(self, view: msgspec.Struct) -> None:
        for line in self.table.game.picture(view):
            out.print(Text(line, style="bold"))
