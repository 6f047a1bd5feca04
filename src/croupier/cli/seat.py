"""A person's seat in the terminal: a Bot whose choices are typed."""

import re
from collections.abc import Callable
from typing import Any

import msgspec
from rich.text import Text

from croupier.cards import CardError, parse_cards
from croupier.cli.console import out, paragraphs, said
from croupier.messages import reason_of
from croupier.money import MoneyError, parse_money, say_money
from croupier.table import Ask, Command, Option
from croupier.table.bots import Choice


class Leave(Exception):  # noqa: N818 - a wish, not an error
    """The person wants to stop."""


class Seat:
    """Shows what may be done and reads a choice: "2", "2 80", "raise to 80", or Enter to pass."""

    def __init__(
        self,
        ask: Callable[[str], str],
        draw: Callable[[msgspec.Struct], None],
        can_pass: Callable[[], bool],
        command: Callable[[str], Command],
    ) -> None:
        self._ask = ask
        self._draw = draw
        self._can_pass = can_pass
        self._command = command

    def choose(self, view: msgspec.Struct, options: tuple[Option, ...]) -> Choice:
        ordinary = [option for option in options if option.group == "play"]
        if not ordinary:
            return None
        self._draw(view)
        for number, option in enumerate(ordinary, start=1):
            out.print(Text(f"  {number}  {_blanks(option)}"), paragraphs(option.citations))
        passing = "Enter to pass, " if self._can_pass() else ""
        while True:
            try:
                answer = self._ask(f"number and amount, {passing}q to leave> ").strip()
            except (EOFError, KeyboardInterrupt):
                raise Leave from None
            if answer in ("q", "quit", "leave"):
                raise Leave
            if not answer and passing:
                return None
            if choice := self._read(answer, ordinary):
                return choice

    def _read(self, answer: str, options: list[Option]) -> Choice:
        number, _, rest = answer.partition(" ")
        try:
            if not (number.isdigit() and 1 <= int(number) <= len(options)):
                return _meant(self._command(answer), options)
            option, words = options[int(number) - 1], rest.split()
            return option, {ask.field: self._value(ask, words) for ask in option.asks}
        except (ValueError, MoneyError, CardError) as problem:
            out.print(Text(said(reason_of(problem)), style="red"))
            return None

    def _value(self, ask: Ask, words: list[str]) -> Any:
        if words:
            return value_of(ask, words.pop(0))
        if ask.kind in ("money", "integer") and ask.minimum == ask.maximum:
            return ask.minimum  # only one answer is possible
        return value_of(ask, self._ask(f"{ask}> "))


def _meant(command: Command, options: list[Option]) -> Choice:
    """The option that somebody has put into words, with what was said in its blanks."""
    for option in options:
        is_it = option.command == type(command).__name__
        if is_it and all(getattr(command, name) == value for name, value in option.fixed.items()):
            values = {ask.field: getattr(command, ask.field) for ask in option.asks}
            for ask in option.asks:
                if not ask.allows(values[ask.field]):
                    raise ValueError(str(ask))
            return option, values
    raise ValueError(f"type a number from 1 to {len(options)}, or the words beside it")


def _blanks(option: Option) -> str:
    """The option with its bounds written into its blanks."""
    text = option.words
    for ask in option.asks:
        text = text.replace("{" + ask.field + "}", f"<{ask}>")
    return re.sub(r"\{\w+\}", "", text)


def value_of(ask: Ask, text: str) -> Any:
    """What was typed into a blank."""
    if ask.kind == "money":
        amount = parse_money(text)
        if not ask.minimum <= amount <= ask.maximum:
            raise ValueError(f"{ask.field}: {say_money(ask.minimum)} to {say_money(ask.maximum)}")
        return amount
    if ask.kind == "integer":
        return int(text)
    if ask.kind == "choice" and text not in ask.choices:
        raise ValueError(f"{ask.field}: one of {', '.join(ask.choices)}")
    return list(parse_cards(text)) if ask.kind == "cards" else text
