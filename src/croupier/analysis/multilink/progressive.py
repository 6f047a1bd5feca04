"""The Progressive Jackpot bet: the player's two cards with the flop, whatever happens to the hand.

`meter` is the value displayed when a winner is paid, in cents.
"""

from fractions import Fraction
from functools import cache
from itertools import combinations as combinations_of
from math import comb

import numpy as np
from msgspec import Struct

from croupier.analysis.figures import AnalysisError, Asked, BetFigures, Way, exact_figures
from croupier.analysis.multilink.starting import combinations, starting_values
from croupier.cards import Category
from croupier.games.multilink.terms import MultiLinkTerms
from croupier.links.terms import LinkTerms
from croupier.money import FixedPrize, ForOne, JackpotShare, divide_half_up, say_money
from croupier.rulebook import Rules

FIVES = comb(52, 5)


@cache
def five_card_counts() -> dict[str, int]:
    """How many of the 2,598,960 hands of five cards are of each category."""
    from croupier.analysis.kernels.evaluator import count_fives
    from croupier.analysis.kernels.tables import STRENGTHS, lowest_value

    counts = np.zeros(len(STRENGTHS), np.int64)
    count_fives(counts)
    starts = [lowest_value(each) for each in Category]
    ends = [*starts[1:], len(counts)]
    return {
        each.name.lower(): int(counts[start:end].sum())
        for each, start, end in zip(Category, starts, ends, strict=True)
    }


class Terms(Struct, frozen=True):
    """A progressive bet at one size: chances of its lines and what they pay, in cents."""

    bet: int
    shares: dict[str, Fraction]
    """Part of the meter, by line."""
    fixed: dict[str, Fraction]
    """Sum received, by line."""
    returned: dict[str, int]
    """What of the stake goes back with a win, by line."""

    @property
    def minors(self) -> Fraction:
        """Expected payment of the lines that do not look at the meter."""
        return sum((chance_of(line) * prize for line, prize in self.fixed.items()), Fraction(0))

    @property
    def back(self) -> Fraction:
        """Expected return of the stake itself."""
        return sum((chance_of(line) * stake for line, stake in self.returned.items()), Fraction(0))

    @property
    def share_rate(self) -> Fraction:
        """Expected payment per cent on the meter."""
        return sum((chance_of(line) * share for line, share in self.shares.items()), Fraction(0))

    @property
    def break_even(self) -> Fraction:
        """The meter at which the bet is fair, in cents."""
        return (self.bet - self.minors - self.back) / self.share_rate


def chance_of(line: str) -> Fraction:
    """The chance of a line of the pay table."""
    return Fraction(five_card_counts()[line], FIVES)


def terms_of(rules: Rules, bet_size: int | None = None) -> Terms:
    """Read the lines from the edition, at the table's bet or another."""
    book = MultiLinkTerms.of(rules)
    bet = book.progressive_bet if bet_size is None else bet_size
    if bet <= 0:
        raise AnalysisError("a jackpot bet of {bet:money} is not a bet; ask for 0.01 or more", bet=bet)
    shares: dict[str, Fraction] = {}
    fixed: dict[str, Fraction] = {}
    for line in book.progressive.lines:
        match line.pays:
            case JackpotShare(percent=percent):
                shares[line.key] = Fraction(percent, 100)
            case ForOne(multiple=multiple):
                fixed[line.key] = Fraction(multiple * bet)
            case FixedPrize(cents=cents):
                fixed[line.key] = Fraction(cents)
            case other:
                raise AssertionError(f"{line.key}: a jackpot line does not pay {other}")
    returned = {line.key: bet if book.returns_stake(line.pays) else 0 for line in book.progressive.lines}
    return Terms(bet, shares, fixed, returned)


def meter_of(rules: Rules, asked: Asked) -> int:
    """The meter asked about, by default the reset value."""
    meter = LinkTerms.of(rules).reset_value if asked.meter is None else asked.meter
    if meter < 0:
        raise AnalysisError("a meter of {meter:money} is below zero; ask for 0.00 or more", meter=meter)
    return meter


def progressive_ways(terms: Terms, meter: int) -> list[Way]:
    """Every line with its chance and net result in units of the bet; shares rounded half up to the cent."""
    ways: list[Way] = []
    for line, share in terms.shares.items():
        prize = divide_half_up(meter * share.numerator, share.denominator)
        ways.append((line, chance_of(line), Fraction(prize + terms.returned[line], terms.bet) - 1))
    for line, received in terms.fixed.items():
        ways.append((line, chance_of(line), (received + terms.returned[line]) / terms.bet - 1))
    lost = 1 - sum((chance for _, chance, _ in ways), Fraction(0))
    return [*ways, ("lost", lost, Fraction(-1))]


def _is_flop_sure(rules: Rules) -> bool:
    book = MultiLinkTerms.of(rules)
    return book.deal_flop_for_folded_progressive or book.complete_board_when_all_fold


def _flop_words(rules: Rules) -> str:
    if _is_flop_sure(rules):
        return "dealt even when the hand has folded"
    return "dealt because some hand is in; the bet is lost when everybody folds (ML-A01)"


def _lost_by_folding(rules: Rules, ways: list[Way]) -> Fraction:
    """What a box alone at the table gives up, in bets, when the hands that best play folds end the Round."""
    received = {line: net + 1 for line, _, net in ways}
    return sum(
        (
            Fraction(combinations(hand), 1326) * chance * received.get(line, 0)
            for hand, value in starting_values(rules).items()
            if value < -1
            for line, chance in _with_a_flop(hand).items()
        ),
        Fraction(0),
    )


@cache
def _with_a_flop(hand: str) -> dict[str, Fraction]:
    """The chances of a starting hand to make each category with three cards more."""
    from croupier.analysis.kernels.cards import CARDS, class_name
    from croupier.analysis.kernels.evaluator import values_of
    from croupier.analysis.kernels.tables import lowest_value

    held = next(pair for pair in combinations_of(range(CARDS), 2) if class_name(*pair) == hand)
    rest = [card for card in range(CARDS) if card not in held]
    hands = np.array([(*held, *flop) for flop in combinations_of(rest, 3)], np.uint8)
    values = np.zeros(len(hands), np.uint16)
    values_of(hands, values)
    kinds = np.searchsorted([lowest_value(each) for each in Category], values, "right") - 1
    counts = np.bincount(kinds, minlength=len(Category))
    return {each.name.lower(): Fraction(int(n), len(hands)) for each, n in zip(Category, counts, strict=True)}


def progressive_figures(rules: Rules, asked: Asked) -> BetFigures:
    """The bet at one meter and one size."""
    from croupier.analysis.multilink.long_run import long_run

    terms, meter = terms_of(rules, asked.bet_size), meter_of(rules, asked)
    returned = float((terms.minors + terms.back + terms.share_rate * meter) / terms.bet)
    details: dict[str, float | str] = {
        "return": returned,
        "minor_return": float(terms.minors / terms.bet),
        "break_even_meter": float(terms.break_even) / 100,
    }
    for line in (*terms.shares, *terms.fixed):
        details[f"hit_cycle_{line}"] = float(1 / chance_of(line))
    ways = progressive_ways(terms, meter)
    if not _is_flop_sure(rules):
        details["return_of_a_box_alone"] = returned - float(_lost_by_folding(rules, ways))
    details |= long_run(rules, asked.bet_size).details()
    return exact_figures(
        rules,
        "progressive",
        "the Progressive Jackpot bet",
        ways,
        rules.cite("progressive_bet", "progressive_hand", "progressive_paid", "progressive_pays"),
        assumed={
            "bet": say_money(terms.bet),
            "meter": say_money(meter),
            "flop": _flop_words(rules),
        },
        details=details,
    )
