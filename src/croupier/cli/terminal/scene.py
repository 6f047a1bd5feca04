"""What the screen knows of the table at one moment: only what the person at the seat may know."""

from typing import Any

import msgspec
from msgspec import Struct

from croupier.money import Cents
from croupier.table import Option
from croupier.table.messages import Citations
from croupier.table.settled import SettledBet


class Line(Struct, frozen=True):
    """One line of the log, with the paragraphs behind it."""

    words: str
    citations: Citations
    is_refusal: bool = False


class Result(Struct, frozen=True):
    """What a Round brought: to each place, and to your own bets where the game tells them apart."""

    nets: dict[int, Cents]
    bets: tuple[SettledBet, ...]


class Scene(Struct, frozen=True):
    """The table, what has just happened, and, where it is your turn, what you may do."""

    view: Any
    round: int
    place: int | None  # your own
    awaited: tuple[int, ...] = ()
    lines: tuple[Line, ...] = ()
    options: tuple[Option, ...] | None = None  # None while it is not you who is asked
    can_pass: bool = False
    result: Result | None = None  # between Rounds
    last: msgspec.Struct | None = None  # the view before the cards were gathered in, between Rounds
    notice: str = ""
