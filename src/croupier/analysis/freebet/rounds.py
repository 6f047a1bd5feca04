"""The fast simulator: whole rounds at one playing area, one wager on everything, decided by a chart.

Every round is dealt from a fresh, full shoe: the lazy Fisher-Yates shuffle draws a random one of the cards not
yet dealt, and since any order to start from will do, nothing is ever put back in place. The dealt cards stand at
the front of the shoe in the order dealt, which is how rounds are handed to the live game for comparison.
"""

from typing import Final

import numpy as np
from numba import njit, uint64
from numpy.typing import NDArray

from croupier.analysis.freebet.play import Action
from croupier.analysis.freebet.points import SOFT

# Where the main wager's results are counted: NET + n for n wagers won, and three that are no whole number.
NET: Final = 8
BLACKJACK: Final = 17
EVEN_MONEY: Final = 18
SURRENDERED: Final = 19
MAIN_WAYS: Final = 20
MARKERS_MOST: Final = 7
TRACED: Final = 6
"""Per traced round: cards dealt, main way, pair, markers, cards of a busted dealer, insurance."""
CARDS_TRACED: Final = 64
INSURANCE_NONE: Final = 0
INSURANCE_LOST: Final = 1
INSURANCE_WON: Final = 2
BUST_CARDS_MOST: Final = 16

_STAND, _HIT = int(Action.STAND), int(Action.HIT)
_DOUBLE, _FREE_DOUBLE = int(Action.DOUBLE), int(Action.FREE_DOUBLE)
_SOFT_21 = SOFT + 10
_LONE_ACE = SOFT
_GOLDEN = uint64(0x9E3779B97F4A7C15)
_M1 = uint64(0xBF58476D1CE4E5B9)
_M2 = uint64(0x94D049BB133111EB)


@njit(cache=True)
def _place(state: int, dealt: int, cards: int) -> int:
    """A random place among the cards not yet dealt. SplitMix64; 48 of its bits, so that no place is favoured."""
    mixed = state
    mixed = (mixed ^ (mixed >> uint64(30))) * _M1
    mixed = (mixed ^ (mixed >> uint64(27))) * _M2
    mixed = mixed ^ (mixed >> uint64(31))
    return dealt + np.int64(((mixed >> uint64(16)) * uint64(cards - dealt)) >> uint64(48))


@njit(cache=True)
def play_rounds(
    shoe: NDArray[np.uint8],
    rounds: int,
    seed: int,
    steps: NDArray[np.uint8],
    totals: NDArray[np.int64],
    finished: NDArray[np.uint8],
    more: NDArray[np.uint8],
    two: NDArray[np.uint8],
    surrender: NDArray[np.uint8],
    split: NDArray[np.uint8],
    stand_off: int,
    hands_max: int,
    unlike_tens: bool,
    ten_face_pairs: bool,
    capped: bool,
    at_once: bool,
    takes_even_money: bool,
    draws_for_busted: bool,
    main: NDArray[np.int64],
    pairs: NDArray[np.int64],
    markers_used: NDArray[np.int64],
    busted: NDArray[np.int64],
    insurance: NDArray[np.int64],
    trace: NDArray[np.int64],
    traced_cards: NDArray[np.uint8],
) -> None:
    """Play rounds and count how each bet ended. `shoe` holds ranks: ace 0, two 1, ... ten 9, jack to king 10 to 12."""
    cards = shoe.shape[0]
    state = uint64(seed)
    waiting_rank = np.zeros(8, np.int64)
    waiting_part = np.zeros(8, np.int64)
    final = np.zeros(8, np.int64)
    money = np.zeros(8, np.int64)
    marked = np.zeros(8, np.int64)
    for round_ in range(rounds):
        # The deal: player, dealer, player.
        for at in range(3):
            state += _GOLDEN
            to = _place(state, at, cards)
            shoe[at], shoe[to] = shoe[to], shoe[at]
        dealt = 3
        one, up, other = np.int64(shoe[0]), np.int64(shoe[1]), np.int64(shoe[2])
        one_value, first, other_value = min(one, 9), min(up, 9), min(other, 9)
        is_pair = one == other or (
            ten_face_pairs and one_value == 9 and other_value == 9 and min(one, other) == 9
        )
        start = np.int64(steps[steps[0, one_value], other_value])
        hands = 0
        used = 0
        way = -1
        awaits_natural = False
        if start == _SOFT_21:
            awaits_natural = first == 0 or (first == 9 and not at_once)
            if first == 0 and takes_even_money:
                way = EVEN_MONEY
                awaits_natural = False
            else:
                way = BLACKJACK
        elif (
            one_value == other_value
            and split[0, one_value, first] == 1
            and (one_value != 9 or unlike_tens or one == other)
        ):
            # Split: the first hand keeps the wager, the others wait with one card each.
            new_part = 0 if one_value == 9 else 1
            used = new_part
            waiting_rank[0], waiting_part[0] = other, new_part
            waiting_rank[1], waiting_part[1] = one, 0
            waiting = 2
            formed = 2
            while waiting > 0:
                waiting -= 1
                rank, part = waiting_rank[waiting], waiting_part[waiting]
                is_original = hands == 0
                state += _GOLDEN
                to = _place(state, dealt, cards)
                shoe[dealt], shoe[to] = shoe[to], shoe[dealt]
                second = np.int64(shoe[dealt])
                dealt += 1
                value = min(rank, 9)
                if (
                    min(second, 9) == value
                    and value != 0
                    and formed < hands_max
                    and split[part, value, first] == 1
                    and (value != 9 or unlike_tens or second == rank)
                ):
                    waiting_rank[waiting], waiting_part[waiting] = second, new_part
                    waiting_rank[waiting + 1], waiting_part[waiting + 1] = rank, part
                    waiting += 2
                    formed += 1
                    used += new_part
                    continue
                hand = np.int64(steps[steps[0, value], min(second, 9)])
                added = 0 if is_original or part == 1 else 1
                extra = 0
                if value != 0:
                    action = np.int64(two[part, hand, first])
                    while action != _STAND:
                        state += _GOLDEN
                        to = _place(state, dealt, cards)
                        shoe[dealt], shoe[to] = shoe[to], shoe[dealt]
                        hand = np.int64(steps[hand, min(np.int64(shoe[dealt]), 9)])
                        dealt += 1
                        if action == _DOUBLE:
                            added += 1
                            break
                        if action == _FREE_DOUBLE:
                            extra = 1
                            break
                        action = _STAND if totals[hand] > 21 else np.int64(more[part, hand, first])
                used += extra
                final[hands] = totals[hand]
                money[hands] = added
                marked[hands] = extra + part
                hands += 1
        elif surrender[start, first] == 1:
            way = SURRENDERED
        else:
            hand = start
            added = 0
            action = np.int64(two[0, hand, first])
            while action != _STAND:
                state += _GOLDEN
                to = _place(state, dealt, cards)
                shoe[dealt], shoe[to] = shoe[to], shoe[dealt]
                hand = np.int64(steps[hand, min(np.int64(shoe[dealt]), 9)])
                dealt += 1
                if action == _DOUBLE:
                    added = 1
                    break
                if action == _FREE_DOUBLE:
                    used = 1
                    break
                action = _STAND if totals[hand] > 21 else np.int64(more[0, hand, first])
            final[0] = totals[hand]
            money[0] = added
            marked[0] = used
            hands = 1
        # The dealer draws as far as an open bet needs.
        live = False
        for at in range(hands):
            if final[at] <= 21:
                live = True
        needs_all = live or draws_for_busted
        needs_one = awaits_natural or first == 0
        drawn = 1
        dealer = np.int64(steps[0, first])
        while (needs_all and (drawn == 1 or finished[dealer] == 0)) or (needs_one and drawn == 1):
            state += _GOLDEN
            to = _place(state, dealt, cards)
            shoe[dealt], shoe[to] = shoe[to], shoe[dealt]
            dealer = np.int64(steps[dealer, min(np.int64(shoe[dealt]), 9)])
            dealt += 1
            drawn += 1
        natural = drawn == 2 and dealer == _SOFT_21
        total = totals[dealer]
        # Settlement of the main wager, in wagers.
        if way < 0:
            net = 0
            for at in range(hands):
                original = 1 if at == 0 else 0
                stake = original + money[at]
                if final[at] > 21:
                    net -= original if natural and capped else stake
                elif natural:
                    net -= original
                elif total > 21:
                    if total != stand_off:
                        net += stake + marked[at]
                elif total < final[at]:
                    net += stake + marked[at]
                elif total > final[at]:
                    net -= stake
            way = NET + net
        elif way == BLACKJACK and awaits_natural and natural:
            way = NET
        main[way] += 1
        pairs[1 if is_pair else 0] += 1
        markers_used[used] += 1
        bust_cards = drawn if total > 21 else 0
        busted[bust_cards] += 1
        insured = INSURANCE_NONE
        if first == 0:
            insured = INSURANCE_WON if natural else INSURANCE_LOST
        insurance[insured] += 1
        if round_ < trace.shape[0]:
            trace[round_, 0] = dealt
            trace[round_, 1] = way
            trace[round_, 2] = 1 if is_pair else 0
            trace[round_, 3] = used
            trace[round_, 4] = bust_cards
            trace[round_, 5] = insured
            for at in range(dealt):
                traced_cards[round_, at] = shoe[at]
