"""How the command line speaks: colours, citations, and errors that end it."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import NoReturn

import typer
from rich.console import Console
from rich.text import Text

from croupier.rulebook import Citation, RulebookError

out = Console(highlight=False)
_errors = Console(stderr=True, highlight=False)


def fail(message: str) -> NoReturn:
    """Say what is wrong and end with status 2."""
    _errors.print(Text(message, style="red"))
    raise typer.Exit(2)


@contextmanager
def readable_errors() -> Iterator[None]:
    """Turn mistakes in what was typed into one line instead of a traceback."""
    try:
        yield
    except (RulebookError, OSError) as error:
        fail(str(error))


def paragraphs(citations: tuple[Citation, ...]) -> Text:
    """The paragraph numbers beside a line; readings after a tilde, because they are ours."""
    numbers = [citation.paragraph for citation in citations]
    readings = {citation.reading for citation in citations if citation.reading}
    text = Text("§" + ", ".join(numbers), style="cyan") if numbers else Text("")
    if readings:
        text.append(f" ~{', '.join(sorted(readings))}", style="magenta")
    return text
