"""How the command line speaks: colours, citations, and errors that end it."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from decimal import Decimal, InvalidOperation
from typing import NoReturn

import typer
from rich.console import Console, ConsoleDimensions
from rich.text import Text

from croupier.games import books
from croupier.languages import language, preferred, speak, spoken
from croupier.messages import reason_of
from croupier.rulebook import Citation, RulebookError
from croupier.table.position import PositionError

_WHOLE = 10_000


class _Console(Console):
    """A terminal has a width to keep to; a file or another program gets every line whole."""

    def __init__(self) -> None:
        super().__init__(highlight=False)
        self._width = None  # not what it was when the program started, but what it is

    @property
    def size(self) -> ConsoleDimensions:
        if self.is_terminal or "COLUMNS" in os.environ:
            return super().size
        return ConsoleDimensions(_WHOLE, super().size.height)

    @size.setter
    def size(self, new_size: tuple[int, int]) -> None:
        self._width, self._height = new_size


def speak_by_locale() -> None:
    """From here on in the language of the terminal: "zh_CN.UTF-8" is Chinese. What is typed stays English."""
    wanted = (os.environ.get(name, "") for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"))
    first = next(filter(None, wanted), "").partition(".")[0].replace("_", "-").replace(":", ",")
    speak(language(preferred(first)))


def said(words: str) -> str:
    """A message in that language; other words as they are."""
    return spoken().say(words)


out = _Console()
_errors = Console(stderr=True, highlight=False)


def fail(message: str) -> NoReturn:
    """Say what is wrong and end with status 2."""
    _errors.print(Text(said(message), style="red"))
    raise typer.Exit(2)


def count(text: str) -> int:
    """A whole number, also written 1e9 or 1,000,000: what options take that say how many."""
    try:
        number = Decimal(str(text).replace(",", "").replace("_", ""))
        if number == number.to_integral_value():
            return int(number)
    except (InvalidOperation, ValueError, OverflowError):
        pass
    raise typer.BadParameter(f"{text!r} is not a whole number; write one like 10000 or 1e6")


def editions_like(incomplete: str) -> list[str]:
    """What a shell offers when somebody presses the tabulator after the beginning of an edition's name."""
    return [name for name in books().ids if name.startswith(incomplete)]


@contextmanager
def readable_errors() -> Iterator[None]:
    """Turn mistakes in what was typed into one line instead of a traceback."""
    try:
        yield
    except (RulebookError, PositionError, OSError) as error:
        fail(reason_of(error))


def paragraphs(citations: tuple[Citation, ...]) -> Text:
    """The paragraph numbers beside a line; readings after a tilde, because they are ours."""
    numbers = [citation.paragraph for citation in citations]
    readings = {citation.reading for citation in citations if citation.reading}
    text = Text("¶" + ", ".join(numbers), style="cyan") if numbers else Text("")
    if readings:
        text.append(f" ~{', '.join(sorted(readings))}", style="magenta")
    return text
