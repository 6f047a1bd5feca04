"""Ways to play the main game, and what each leads to, counted over all deals."""

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from croupier.analysis.kernels.cards import CARDS, HOLDINGS, class_name, class_names, holding
from croupier.analysis.kernels.compiling import njit
from croupier.analysis.kernels.evaluator import value_of_sum
from croupier.analysis.kernels.symmetry import CHOOSE, HOLDING_UNDER, decode
from croupier.analysis.kernels.tables import BY_SUITED, CARD_KEY
from croupier.analysis.multilink.enumeration import DEALERS, FIELD, FIELD_MASK, RIVERS, Counts

Flags = NDArray[np.uint8]

HANDS = class_names()
HAND_OF = np.zeros(HOLDINGS, np.int64)
COMBINATIONS = np.zeros(len(HANDS), np.int64)
LOW_CARD, HIGH_CARD = np.zeros(HOLDINGS, np.int64), np.zeros(HOLDINGS, np.int64)
for _high in range(CARDS):
    for _low in range(_high):
        _number, _hand = holding(_low, _high), HANDS.index(class_name(_low, _high))
        HAND_OF[_number], LOW_CARD[_number], HIGH_CARD[_number] = _hand, _low, _high
        COMBINATIONS[_hand] += 1

# How a deal ends for a hand that is played.
WIN_PAID, WIN, LOSE, STAND_OFF = range(4)


class Streets(Struct, frozen=True):
    """When to bet the Turn and the River: by class of flop or of four cards, and holding."""

    turn: Flags
    river: Flags


class Ratios(Struct, frozen=True):
    """What the Turn and the River pay, each numerator to denominator."""

    turn: tuple[int, int]
    river: tuple[int, int]


def best_streets(counted: Counts, ratios: Ratios) -> tuple[Streets, dict[str, int]]:
    """Bet where it gains, check where it does not; how many decisions of each street are exactly even.

    An even decision is checked: the same expectation with less at risk.
    """
    gain = ratios.turn[0] * counted.after_flop[0] - ratios.turn[1] * counted.after_flop[1]
    open_flops = counted.after_flop[:2].sum(axis=0) > 0
    river = np.zeros(counted.after_turn.shape, np.uint8)
    weights = counted.fours.weights
    even_rivers = _best_rivers(counted.after_turn, weights, ratios.river[0], ratios.river[1], river)
    even_turns = int(((gain == 0) & open_flops).sum(axis=1) @ counted.flops.weights)
    return Streets((gain > 0).astype(np.uint8), river), {"turn": even_turns, "river": even_rivers}


@njit(cache=True)
def _best_rivers(
    after_turn: NDArray[np.int64], weights: NDArray[np.int64], pays: int, per: int, river: Flags
) -> int:
    even = 0
    for four in range(after_turn.shape[0]):
        for hole in range(HOLDINGS):
            packed = after_turn[four, hole]
            gain = pays * (packed & FIELD_MASK) - per * (packed >> FIELD & FIELD_MASK)
            river[four, hole] = gain > 0
            even += weights[four] * (gain == 0 and packed != 0)
    return even


def constant_streets(counted: Counts, *, turn: bool, river: bool) -> Streets:
    """Always or never bet a street."""
    return Streets(
        np.full(counted.after_flop.shape[1:], turn, np.uint8),
        np.full(counted.after_turn.shape, river, np.uint8),
    )


def pair_streets(counted: Counts, straight_from: int) -> Streets:
    """Bet with a pair that an own card takes part in, or with a straight or better already made."""
    turn = np.zeros(counted.after_flop.shape[1:], np.uint8)
    river = np.zeros(counted.after_turn.shape, np.uint8)
    _paired(counted.flops.keys, 3, straight_from, turn)
    _paired(counted.fours.keys, 4, straight_from, river)
    return Streets(turn, river)


@njit(cache=True)
def _paired(keys: NDArray[np.int64], size: int, straight_from: int, out: Flags) -> None:
    cards = np.zeros(size, np.int64)
    for row in range(len(keys)):
        decode(keys[row], cards)
        ranks, base = np.int64(0), np.int64(0)
        for card in cards:
            ranks |= 1 << (card >> 2)
            base += CARD_KEY[card]
        for hole in range(HOLDINGS):
            low, high = LOW_CARD[hole], HIGH_CARD[hole]
            is_pair = low >> 2 == high >> 2 or ranks >> (low >> 2) & 1 or ranks >> (high >> 2) & 1
            out[row, hole] = is_pair or _best(cards, low, high, base) >= straight_from


@njit(cache=True)
def _best(cards: NDArray[np.int64], low: int, high: int, base: np.int64) -> int:
    """The value of two cards with three or four on the board."""
    suited = np.zeros(4, np.int64)
    for card in cards:
        suited[card & 3] |= 1 << (card >> 2)
    suited[low & 3] |= 1 << (low >> 2)
    suited[high & 3] |= 1 << (high >> 2)
    for suit in range(4):
        if BY_SUITED[suited[suit]]:
            value: int = BY_SUITED[suited[suit]]
            return value
    return value_of_sum(base + CARD_KEY[low] + CARD_KEY[high])


def bet_shares(
    keys: NDArray[np.int64], weights: NDArray[np.int64], size: int, starts: NDArray[np.int64], flags: Flags
) -> NDArray[np.int64]:
    """By category of the cards seen and whether an own card is paired: situations, and those that are bet."""
    counted = np.zeros((len(starts), 2, 2), np.int64)
    _bet_shares(keys, weights, size, starts, flags, counted)
    return counted


@njit(cache=True)
def _bet_shares(
    keys: NDArray[np.int64],
    weights: NDArray[np.int64],
    size: int,
    starts: NDArray[np.int64],
    flags: Flags,
    counted: NDArray[np.int64],
) -> None:
    cards = np.zeros(size, np.int64)
    for row in range(len(keys)):
        decode(keys[row], cards)
        ranks, base, blocked = np.int64(0), np.int64(0), np.int64(0)
        for card in cards:
            ranks |= 1 << (card >> 2)
            base += CARD_KEY[card]
            blocked |= np.int64(1) << card
        for hole in range(HOLDINGS):
            low, high = LOW_CARD[hole], HIGH_CARD[hole]
            if blocked >> low & 1 or blocked >> high & 1:
                continue
            is_paired = low >> 2 == high >> 2 or ranks >> (low >> 2) & 1 or ranks >> (high >> 2) & 1
            category = np.searchsorted(starts, _best(cards, low, high, base), side="right") - 1
            cell = counted[category, 1 if is_paired else 0]
            cell[0] += weights[row]
            cell[1] += weights[row] * flags[row, hole]


def tallied(counted: Counts, streets: Streets) -> NDArray[np.int64]:
    """Deals by [starting hand, Turn bet, River bet, ending], the Flop always bet."""
    deals = np.zeros((len(HANDS), 2, 2, 4), np.int64)
    flops, fours = counted.flops, counted.fours
    _tally(
        fours.keys,
        fours.weights,
        flops.index,
        flops.renaming,
        counted.after_turn,
        streets.turn,
        streets.river,
        deals,
    )
    return deals


@njit(cache=True)
def _tally(
    keys: NDArray[np.int64],
    weights: NDArray[np.int64],
    flop_index: NDArray[np.int32],
    flop_renaming: Flags,
    after_turn: NDArray[np.int64],
    turn: Flags,
    river: Flags,
    deals: NDArray[np.int64],
) -> None:
    cards = np.zeros(4, np.int64)
    flop = np.zeros((4, HOLDINGS), np.uint8)
    for four in range(len(keys)):
        decode(keys[four], cards)
        blocked = np.int64(0)
        for card in cards:
            blocked |= np.int64(1) << card
        for dealt in range(4):  # which of the four is the Turn Card
            a, b, c = cards[0 + (dealt == 0)], cards[1 + (dealt <= 1)], cards[2 + (dealt <= 2)]
            number = a + CHOOSE[b, 2] + CHOOSE[c, 3]
            row, under = turn[flop_index[number]], HOLDING_UNDER[flop_renaming[number]]
            for hole in range(HOLDINGS):
                flop[dealt, hole] = row[under[hole]]
        weight = weights[four]
        for hole in range(HOLDINGS):
            if blocked >> LOW_CARD[hole] & 1 or blocked >> HIGH_CARD[hole] & 1:
                continue
            packed = after_turn[four, hole]
            won, lost = packed & FIELD_MASK, packed >> FIELD & FIELD_MASK
            paid = packed >> 2 * FIELD
            bets = np.int64(flop[0, hole]) + flop[1, hole] + flop[2, hole] + flop[3, hole]
            for is_bet, times in ((1, bets), (0, 4 - bets)):
                cell = deals[HAND_OF[hole], is_bet, river[four, hole]]
                cell[WIN_PAID] += weight * times * paid
                cell[WIN] += weight * times * (won - paid)
                cell[LOSE] += weight * times * lost
                cell[STAND_OFF] += weight * times * (RIVERS * DEALERS - won - lost)
