"""`croupier play`: a seat at a table in the terminal, among bots."""

import sys
from typing import Annotated, Any

import msgspec
import typer
from rich.text import Text

from croupier.cards import new_seed
from croupier.cli.console import editions_like, fail, out, paragraphs, readable_errors, said
from croupier.cli.seat import Leave, Seat
from croupier.cli.sitting import CANNOT_GO_ON, Sitting
from croupier.games import catalogue
from croupier.messages import Message, reason_of
from croupier.money import MoneyError, parse_money
from croupier.table import Accepted, Command, Refusal, Table, say

EXAMPLES = (
    "Examples: [bold]croupier play rws-poker@7[/]; "
    "[bold]croupier play mbs-freebet@3 --set decks=2 --bots 0[/]; "
    "[bold]croupier play rws-multilink@3 --chips 500 --plain[/]."
)
_DECKS_MAX = 8  # a seed that is long enough for any shoe


def play(
    edition: Annotated[
        str, typer.Argument(help="What to play, such as rws-poker@7.", autocompletion=editions_like)
    ],
    bots: Annotated[int | None, typer.Option(min=0, max=9, help="How many bots sit with you.")] = None,
    chips: Annotated[str, typer.Option(help="What you bring to the table.")] = "1,000",
    setting: Annotated[list[str] | None, typer.Option("--set", help="A house setting: name=value.")] = None,
    rounds: Annotated[int, typer.Option(min=0, help="Leave after so many Rounds; 0 to stay.")] = 0,
    at: Annotated[
        str, typer.Option(help="Begin in this situation; you take the place of who is asked.")
    ] = "",
    plain: Annotated[
        bool, typer.Option("--plain", help="Lines of text instead of a drawn table; so it is in a pipe.")
    ] = False,
    pace: Annotated[
        float, typer.Option(min=0, max=10, help="Seconds between the moves of others at the drawn table.")
    ] = 0.4,
) -> None:
    """Sit down at a table with bots; the dealer follows the book and names the paragraph."""
    with readable_errors():
        sitting = _sitting(edition, bots, chips, setting or [], at)
        if plain or not (sys.stdin.isatty() and sys.stdout.isatty()):
            PlainTable(sitting).play(rounds)
            return
        from croupier.cli.terminal.app import TableApp

        out.print(TableApp(sitting, rounds, pace).run() or said(Message("You leave the table.")))


def _sitting(edition: str, bots: int | None, chips: str, settings: list[str], at: str) -> Sitting:
    if at:
        return Sitting.at(_situation(edition, at))
    table = catalogue().table(edition, dict(_setting(text) for text in settings))
    try:
        return Sitting.down(table, bots, parse_money(chips))
    except MoneyError as error:
        return fail(reason_of(error))


def _situation(edition: str, text: str) -> Table[Any]:
    """A table in a position, which may leave its edition out; unknown cards come by chance."""
    whole = text if "@" in text.partition(" ")[0] else f"{edition} {text}"
    return catalogue().at(whole, new_seed(_DECKS_MAX))


def _setting(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals:
        fail(f"{text!r}: write a setting as name=value, for example --set decks=2")
    return name.strip(), value.strip()


class PlainTable:
    """A transcript that scrolls by, and choices that are typed."""

    def __init__(self, sitting: Sitting) -> None:
        self.table, self.you = sitting.table, sitting.you
        seat = Seat(input, self._draw, self._can_go_on, self._command)
        self.driver = sitting.driver(seat, self._tell)

    def play(self, rounds: int) -> None:
        played = 0
        try:
            while not rounds or played < rounds:
                if not self.driver.play_round():
                    out.print(said(CANNOT_GO_ON))
                    break
                played += 1
                out.print(Text("─" * 40, style="dim"))
        except Leave:
            out.print(said(Message("You leave the table.")))

    def _tell(self, command: Command, outcome: Accepted[Any] | Refusal) -> None:
        if isinstance(outcome, Refusal):
            out.print(
                Text(said(Message("Refused: {reason}", {"reason": outcome.message})), style="red"),
                paragraphs(outcome.citations),
            )
            return
        for event in outcome.events:
            out.print(Text(said(say(event.for_viewer(self.you)))), paragraphs(event.citations))

    def _command(self, said: str) -> Command:
        return self.table.game.phrasebook.read(said, self.you, 0, self.table.now)

    def _can_go_on(self) -> bool:
        """Whether the dealer could go on without the person."""
        return self.table.game.routine(self.table.rules, self.table.state) is not None

    def _draw(self, view: msgspec.Struct) -> None:
        for line in self.table.game.picture(view):
            out.print(Text(line, style="bold"))
