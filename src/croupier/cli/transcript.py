"""What was said and done, with the paragraph beside each line."""

from collections.abc import Iterable

from rich.table import Table as Grid
from rich.text import Text

from croupier.cli.console import out, paragraphs
from croupier.languages import spoken
from croupier.table.scenario import Said


def show_transcript(lines: Iterable[Said]) -> None:
    grid = Grid(box=None, show_header=False, padding=(0, 2, 0, 0))
    grid.add_column(style="bold", no_wrap=True)
    grid.add_column(ratio=1)
    grid.add_column(justify="right")
    for said in lines:
        style = "red" if said.is_refusal else "" if said.speaker else "green"
        grid.add_row(said.speaker, Text(spoken().say(said.text), style=style), paragraphs(said.citations))
    out.print(grid)
