"""What the mathematics says to one player at one moment, from what that player may see and may do.

Only views and options come in here, so nothing hidden can come out.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any, Protocol

from msgspec import Struct
from msgspec.structs import replace

from croupier.analysis.figures import AnalysisError
from croupier.cards import Card
from croupier.games import find
from croupier.money import Cents
from croupier.rulebook import Citation, Rules
from croupier.table import Event, Option


class Choice(Struct, frozen=True, kw_only=True):
    """One action that is offered now. `value` is the player's expectation in units of `Advice.unit`."""

    command: str
    words: str
    value: float
    exact: str | None = None
    """`value` as "n/d" where it is rational."""
    is_best: bool = False
    cost_cents: float = 0.0
    """What it gives up beside the best choice."""
    is_costly: bool = False
    """Enough of the stake to ask once more."""
    why: str = ""
    """One line on what this choice leads to, for whoever is about to make a mistake of it."""


class Fact(Struct, frozen=True):
    """Something worth knowing besides: "House edge of the Bonus" is "8.54%"."""

    name: str
    value: str


class Advice(Struct, frozen=True, kw_only=True):
    words: str
    unit: str = ""
    unit_cents: Cents = 0
    """What one unit is in money."""
    choices: tuple[Choice, ...] = ()
    facts: tuple[Fact, ...] = ()
    method: str = ""
    """How it was calculated, and what it leaves out."""
    is_exact: bool = True
    citations: tuple[Citation, ...] = ()


class Lying(Struct, frozen=True):
    """A player's cards, and those in the middle: a board, or the dealer's."""

    own: tuple[Card, ...] = ()
    middle: tuple[Card, ...] = ()


class Seat(Protocol):
    """What a game's mathematics has to say to a player at its table."""

    def advise(self, rules: Rules, view: Any, options: Sequence[Option]) -> Advice:
        """From the player's own view and options."""

    def get_ready(self, rules: Rules) -> None:
        """Load, compile and count beforehand what the first answers need."""

    def taken(self, event: Event) -> tuple[frozenset[str], int | None]:
        """The commands that lead to an event, and the area, box or seat it is about; none if nobody decided.

        None for the place where all who were asked and did not answer have decided.
        """

    def situation(self, view: Any, options: Sequence[Option]) -> str:
        """What the player saw who was asked: the cards, in words."""

    def staked(self, event: Event) -> tuple[tuple[int, str, Cents], ...]:
        """Place, bet and amount of the bets that an event places; below zero for what is taken back."""

    def meter(self, view: Any) -> Cents | None:
        """The jackpot's meter, where there is one."""

    def lying(self, view: Any) -> Lying:
        """The cards that the viewer plays with."""

    def measure(self, rules: Rules) -> Cents:
        """What players of this game count results in, the Big Blind; 0 where it is money alone."""

    def marks(self, events: Sequence[Event], place: int) -> tuple[str, ...]:
        """What players of this game count of a Round: see `Account.marks`."""


NOTHING = Advice(words="Nothing for you to decide at this moment.")


COSTLY = 0.01
"""From this part of the stake on a mistake is asked about."""


def decided(
    choices: Iterable[Choice], unit_cents: Cents, *, stake_cents: Cents = 0, places: int = 3
) -> tuple[str, tuple[Choice, ...]]:
    """The choices, the best first and marked, each with its cost, and a sentence that says so."""
    ranked = sorted(choices, key=lambda choice: -choice.value)
    costs = [(ranked[0].value - each.value) * unit_cents for each in ranked]
    best, *others = (
        replace(
            each,
            is_best=each is ranked[0],
            cost_cents=cost,
            is_costly=cost > COSTLY * (stake_cents or unit_cents),
        )
        for each, cost in zip(ranked, costs, strict=True)
    )
    rest = "; ".join(f"{each.words} {signed(each.value, places)}" for each in others)
    said = f"Best: {best.words}. Expected {signed(best.value, places)}"
    return said + (f"; {rest}" if rest else ""), (best, *others)


def signed(value: float, places: int) -> str:
    """With a sign in front; what is nothing has none."""
    text = f"{value:+.{places}f}".replace("-", "\N{MINUS SIGN}")
    return text if any(digit in text for digit in "123456789") else f"{0:.{places}f}"


def seat_for(rules: Rules) -> Callable[[], Seat]:
    """The mathematics of these rules, not imported yet; AnalysisError if there is none."""
    game = find(rules.edition.game)
    if game is None or not game.advice:
        raise AnalysisError("there is no mathematics for {game}", game=rules.edition.game)
    return partial(game.part, "advice")


def advise(rules: Rules, view: Any, options: Sequence[Option]) -> Advice:
    """For the person the view and the options were made for."""
    return seat_for(rules)().advise(rules, view, options)
