"""What part of the pot hands and ranges win on average when all cards are dealt: counted or sampled."""

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product
from math import comb, prod, sqrt

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from croupier.analysis.figures import AnalysisError
from croupier.analysis.kernels.cards import numbers
from croupier.analysis.kernels.symmetry import PERMUTATIONS
from croupier.analysis.poker.ranges import Holding, parse_range
from croupier.analysis.poker.showdowns import PLAYERS_MAX, every_board, sampled_boards
from croupier.cards import Card

# What is counted exactly by default: a few seconds of showdowns.
SHOWDOWNS_MAX = 250_000_000
DEALS_MAX = 200_000
SAMPLES = 10_000_000


class HandEquity(Struct, frozen=True):
    """One player's part of the pot."""

    hand: str
    equity: float
    win: float
    tie: float
    exact: bool | float
    """True, or the standard error of `equity`."""
    rational: str | None = None


class Equity(Struct, frozen=True):
    """All players' parts, and what they were counted over."""

    hands: tuple[HandEquity, ...]
    board: tuple[Card, ...]
    showdowns: int
    is_exact: bool


def equity(
    hands: Sequence[str], board: Sequence[Card] = (), *, samples: int | None = None, seed: int = 1
) -> Equity:
    """Equity of two to ten hands or ranges. With `samples` it is sampled even if it could be counted."""
    if not 2 <= len(hands) <= PLAYERS_MAX:
        raise AnalysisError(
            "equity is between 2 and {players_max} hands, not {count}",
            players_max=PLAYERS_MAX,
            count=len(hands),
        )
    if samples is not None and not 1 <= samples <= 10**11:
        raise AnalysisError(
            "{samples:count} samples cannot be drawn; ask for 1 to {most:count}",
            samples=samples,
            most=10**11,
        )
    ranges = _ranges(hands, board)
    if samples is None:
        deals = _deals(ranges, board)
        boards = comb(52 - 2 * len(hands) - len(board), 5 - len(board))
        if deals is not None and len(deals) * boards * len(hands) <= SHOWDOWNS_MAX:
            return _counted(hands, board, deals)
    return _sampled(hands, board, ranges, samples or SAMPLES, seed)


def _ranges(hands: Sequence[str], board: Sequence[Card]) -> list[tuple[Holding, ...]]:
    """The holdings of each player that the board and other known hands leave possible."""
    if len(board) not in (0, 3, 4, 5):
        raise AnalysisError("a board has 0, 3, 4 or 5 cards, not {count}", count=len(board))
    ranges = [parse_range(text) for text in hands]
    given = [*numbers(board), *(card for held in ranges if len(held) == 1 for card in held[0])]
    if twice := next((card for card, count in Counter(given).items() if count > 1), None):
        from croupier.analysis.kernels.cards import CARD

        raise AnalysisError("{twice:card} is there twice; one deck has each card once", twice=CARD[twice])
    blocked = set(given)
    possible = [
        held if len(held) == 1 else tuple(two for two in held if not blocked.intersection(two))
        for held in ranges
    ]
    for text, held in zip(hands, possible, strict=True):
        if not held:
            raise AnalysisError(
                "'{text}' is impossible here: other hands or the board hold its cards", text=text
            )
    return possible


def _deals(ranges: list[tuple[Holding, ...]], board: Sequence[Card]) -> Counter[tuple[Holding, ...]] | None:
    """Every way to hold hands from the ranges, those alike but for suits together; None if too many."""
    if prod(map(len, ranges)) > DEALS_MAX:
        return None
    fixed = numbers(board)
    renamings = [names for names in PERMUTATIONS if {c // 4 * 4 + names[c % 4] for c in fixed} == set(fixed)]
    known: dict[tuple[Holding, ...], tuple[Holding, ...]] = {}
    deals: Counter[tuple[Holding, ...]] = Counter()
    for deal in _apart(ranges):
        if deal not in known:
            images = [tuple(_renamed(two, names) for two in deal) for names in renamings]
            known.update(dict.fromkeys(images, min(images)))
        deals[known[deal]] += 1
    if not deals:
        raise AnalysisError("these ranges exclude each other: no deal gives everybody a hand from theirs")
    return deals


def _apart(ranges: list[tuple[Holding, ...]]) -> Iterator[tuple[Holding, ...]]:
    for deal in product(*ranges):
        if len({card for two in deal for card in two}) == 2 * len(deal):
            yield deal


def _renamed(two: Holding, names: tuple[int, ...]) -> Holding:
    one, other = (card // 4 * 4 + names[card % 4] for card in two)
    return (one, other) if one < other else (other, one)


def _counted(hands: Sequence[str], board: Sequence[Card], deals: Counter[tuple[Holding, ...]]) -> Equity:
    total = np.zeros((len(hands), len(hands) + 1), np.int64)
    shown = 0
    fixed = np.array(numbers(board), np.int64)
    for deal, times in deals.items():
        once = np.zeros_like(total)
        shown += times * every_board(np.array(deal, np.int64), fixed, once)
        total += times * once
    found = []
    for text, shares in zip(hands, total.tolist(), strict=True):
        part = sum((Fraction(number, n) for n, number in enumerate(shares) if n), Fraction(0)) / shown
        ties = sum(shares[2:]) / shown
        found.append(HandEquity(text, float(part), shares[1] / shown, ties, True, str(part)))
    return Equity(tuple(found), tuple(board), shown, True)


def _sampled(
    hands: Sequence[str], board: Sequence[Card], ranges: list[tuple[Holding, ...]], samples: int, seed: int
) -> Equity:
    sizes = np.array([len(held) for held in ranges], np.int64)
    held: NDArray[np.int64] = np.zeros((len(hands), int(sizes.max()), 2), np.int64)
    for player, two in enumerate(ranges):
        held[player, : len(two)] = two
    shares = np.zeros((len(hands), len(hands) + 1), np.int64)
    fixed = np.array(numbers(board), np.int64)
    if sampled_boards(seed, samples, held, sizes, fixed, shares) < 0:
        raise AnalysisError(
            "these ranges exclude each other: hardly any deal gives everybody a hand from theirs"
        )
    found = []
    for text, counts in zip(hands, shares.tolist(), strict=True):
        mean = sum(number / n for n, number in enumerate(counts) if n) / samples
        square = sum(number / n**2 for n, number in enumerate(counts) if n) / samples
        error = sqrt(max(square - mean * mean, 0.0) / samples)
        found.append(HandEquity(text, mean, counts[1] / samples, sum(counts[2:]) / samples, error))
    return Equity(tuple(found), tuple(board), samples, False)
