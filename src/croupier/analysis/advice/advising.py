"""What the mathematics says to one player at one moment, from what that player may see and may do.

Only views and options come in here, so nothing hidden can come out.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Protocol

from msgspec import Struct

from croupier.analysis.figures import AnalysisError
from croupier.rulebook import Citation, Rules
from croupier.table import Option


class Choice(Struct, frozen=True, kw_only=True):
    """One action that is offered now. `value` is the player's expectation in units of `Advice.unit`."""

    command: str
    words: str
    value: float
    exact: str | None = None
    """`value` as "n/d" where it is rational."""
    is_best: bool = False


class Fact(Struct, frozen=True):
    """Something worth knowing besides: "House edge of the Bonus" is "8.54%"."""

    name: str
    value: str


class Advice(Struct, frozen=True, kw_only=True):
    words: str
    unit: str = ""
    choices: tuple[Choice, ...] = ()
    facts: tuple[Fact, ...] = ()
    method: str = ""
    """How it was calculated, and what it leaves out."""
    is_exact: bool = True
    citations: tuple[Citation, ...] = ()


class Seat(Protocol):
    """What a game's mathematics has to say to a player at its table."""

    def advise(self, rules: Rules, view: Any, options: Sequence[Option]) -> Advice:
        """From the player's own view and options."""

    def get_ready(self, rules: Rules) -> None:
        """Load, compile and count beforehand what the first answers need."""


NOTHING = Advice(words="Nothing for you to decide at this moment.")


def decided(choices: Iterable[Choice], *, places: int = 3) -> tuple[str, tuple[Choice, ...]]:
    """The choices, the best first and marked, and a sentence that says so."""
    ranked = sorted(choices, key=lambda choice: -choice.value)
    best, *others = (
        Choice(
            command=each.command,
            words=each.words,
            value=each.value,
            exact=each.exact,
            is_best=each is ranked[0],
        )
        for each in ranked
    )
    rest = "; ".join(f"{each.words} {signed(each.value, places)}" for each in others)
    said = f"Best: {best.words}. Expected {signed(best.value, places)}"
    return said + (f"; {rest}" if rest else ""), (best, *others)


def signed(value: float, places: int) -> str:
    """With a sign in front; what is nothing has none."""
    text = f"{value:+.{places}f}".replace("-", "\N{MINUS SIGN}")
    return text if any(digit in text for digit in "123456789") else f"{0:.{places}f}"


def _poker() -> Seat:
    from croupier.analysis.poker import seat

    return seat


def _multilink() -> Seat:
    from croupier.analysis.multilink import seat

    return seat


def _freebet() -> Seat:
    from croupier.analysis.freebet import seat

    return seat


SEATS: Mapping[str, Callable[[], Seat]] = {
    "mbs-freebet": _freebet,
    "rws-multilink": _multilink,
    "rws-poker": _poker,
}


def seat_for(rules: Rules) -> Callable[[], Seat]:
    """The mathematics of these rules, not imported yet; AnalysisError if there is none."""
    game = rules.edition.game
    if game not in SEATS:
        raise AnalysisError(f"there is no mathematics for {game}")
    return SEATS[game]


def advise(rules: Rules, view: Any, options: Sequence[Option]) -> Advice:
    """For the person the view and the options were made for."""
    return seat_for(rules)().advise(rules, view, options)
