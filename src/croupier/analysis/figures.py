"""What the mathematics says of a bet, a strategy or a simulation: the shapes that every game fills.

Plain data that goes out as JSON as it stands. Where a figure is exact, a rational stands beside the float.
"""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from math import sqrt
from typing import Literal, TypeAlias

from msgspec import Struct, field

from croupier.messages import Told
from croupier.rulebook import Citation, Rules


class AnalysisError(Told, ValueError):
    """A question that has no answer here; says what may be asked instead."""


class Asked(Struct, frozen=True):
    """What a question fixes besides the house's settings. Money in cents; None leaves it to the game."""

    meter: int | None = None
    bet_size: int | None = None


class Outcome(Struct, frozen=True):
    """One way a bet can end. `net` is the player's result in units of the bet's base stake."""

    name: str
    probability: float
    net: float
    rational: str | None = None
    """The probability, exact, as "n/d"."""


class BetFigures(Struct, frozen=True, kw_only=True):
    """One bet of one edition."""

    edition: str
    bet: str
    unit: str
    """What one unit of stake is, in words: "the Ante"."""
    ev: float
    """The player's expectation per unit of the bet's base stake."""
    house_edge: float
    sd: float
    sd_assumes: str = ""
    """What the deviation takes for granted, where it is not exact although the expectation is."""
    price: str = ""
    """What the House takes, in words, where that is no percentage of a stake: "0.63 Big Blinds a hand"."""
    outcomes: tuple[Outcome, ...]
    exact: bool | float
    """True, or the standard error of `ev`."""
    rational: str | None = None
    """`ev` as "n/d" where it is exact."""
    paragraphs: tuple[str, ...] = ()
    assumed: Mapping[str, str] = field(default_factory=dict)
    """Settings and quantities the figures hold for, in words: {"decks": "8"}."""
    details: Mapping[str, float | str] = field(default_factory=dict)
    """What else is worth knowing of this bet: {"element_of_risk": 0.0053}."""

    @property
    def priced(self) -> str:
        """What the House takes of a unit."""
        return self.price or f"{100 * self.house_edge:.4f}%"

    @property
    def deviates(self) -> str:
        """The deviation, with what it takes for granted."""
        return f"{self.sd:.4f}" + (f" ({self.sd_assumes})" if self.sd_assumes else "")


Way: TypeAlias = tuple[str, Fraction, Fraction]
"""Name, probability, net result in units of the base stake."""


def exact_figures(
    rules: Rules,
    bet: str,
    unit: str,
    ways: Iterable[Way],
    cited: Sequence[Citation],
    *,
    assumed: Mapping[str, str] | None = None,
    details: Mapping[str, float | str] | None = None,
) -> BetFigures:
    """Figures from the complete list of ways a bet can end, whose probabilities must sum to one."""
    listed = list(ways)
    total = sum((probability for _, probability, _ in listed), Fraction(0))
    assert total == 1, f"{bet}: probabilities sum to {total}"
    ev = sum((probability * net for _, probability, net in listed), Fraction(0))
    square = sum((probability * net * net for _, probability, net in listed), Fraction(0))
    return BetFigures(
        edition=rules.edition.id,
        bet=bet,
        unit=unit,
        ev=float(ev),
        house_edge=float(-ev),
        sd=sqrt(square - ev * ev),
        outcomes=tuple(Outcome(name, float(p), float(net), str(p)) for name, p, net in listed),
        exact=True,
        rational=str(ev),
        paragraphs=places(cited),
        assumed=assumed or {},
        details=details or {},
    )


def places(cited: Iterable[Citation]) -> tuple[str, ...]:
    """Paragraph numbers in the order given, each once."""
    return tuple(dict.fromkeys(citation.paragraph for citation in cited))


class Table(Struct, frozen=True):
    """A table of a report or a strategy chart; the first column names the row."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    note: str = ""
    paragraphs: tuple[str, ...] = ()


class Series(Struct, frozen=True):
    """One line or one set of bars in a plot."""

    name: str
    xs: tuple[float, ...]
    ys: tuple[float, ...]


class Plot(Struct, frozen=True):
    """A picture, as data; the report draws it."""

    title: str
    x_label: str
    y_label: str
    series: tuple[Series, ...]
    kind: Literal["line", "bar", "step"] = "line"
    log_y: bool = False
    note: str = ""
    paragraphs: tuple[str, ...] = ()


class Section(Struct, frozen=True):
    """One part of a report."""

    title: str
    text: str
    tables: tuple[Table, ...] = ()
    plots: tuple[Plot, ...] = ()


class Strategy(Struct, frozen=True):
    """The best way to play, as charts a person can follow."""

    edition: str
    title: str
    text: str
    charts: tuple[Table, ...]
    assumed: Mapping[str, str] = field(default_factory=dict)


NOT_OFFERED = "not offered"
"""Where a tally counts the rounds in which a bet could not be placed."""


class Tally(Struct):
    """Totals of simulated rounds. Whole numbers only, so that the order of adding cannot change them."""

    rounds: int = 0
    sums: dict[str, int] = field(default_factory=dict)
    """Per bet: net result in cents, summed."""
    squares: dict[str, int] = field(default_factory=dict)
    """Per bet: squared net result, summed."""
    counts: dict[str, dict[str, int]] = field(default_factory=dict)
    """Per bet: how often each outcome came."""

    def add(self, other: "Tally") -> None:
        self.rounds += other.rounds
        for mine, theirs in ((self.sums, other.sums), (self.squares, other.squares)):
            for bet, value in theirs.items():
                mine[bet] = mine.get(bet, 0) + value
        for bet, ways in other.counts.items():
            counted = self.counts.setdefault(bet, {})
            for name, value in ways.items():
                counted[name] = counted.get(name, 0) + value
