"""The fast simulator: whole rounds at one playing area, one wager on everything, decided by a chart.

Every round is dealt from a fresh, full shoe: the lazy Fisher-Yates shuffle draws a random one of the cards
not yet dealt, and since any order to start from will do, nothing is ever put back in place. The dealt cards
stand at the front of the shoe in the order dealt, which is how rounds are handed to the live game for
comparison.
"""

from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from croupier.analysis.freebet.shoe.play import Action
from croupier.analysis.freebet.simulating.points import SOFT
from croupier.analysis.kernels.chance import seeded, stepped
from croupier.analysis.kernels.compiling import njit

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

Bytes: TypeAlias = NDArray[np.uint8]
Numbers: TypeAlias = NDArray[np.int64]
Whole: TypeAlias = int | np.int64
Words: TypeAlias = tuple[np.uint64, np.uint64, np.uint64, np.uint64]

_HIGHEST = 21
_ACE, _TEN = 0, 9
_STAND, _DOUBLE, _FREE_DOUBLE = int(Action.STAND), int(Action.DOUBLE), int(Action.FREE_DOUBLE)
_SOFT_21 = SOFT + 10
_NO_WAY = -1


@njit(cache=True, inline="always")
def _deal(shoe: Bytes, dealt: Whole, words: Words) -> Words:
    """Put a random one of the cards not yet dealt next; 48 random bits favour none by 1 in 10^11."""
    a, b, c, d, word = stepped(words[0], words[1], words[2], words[3])
    left = np.uint64(shoe.shape[0] - dealt)
    to = dealt + np.int64(((word >> np.uint64(16)) * left) >> np.uint64(48))
    shoe[dealt], shoe[to] = shoe[to], shoe[dealt]
    return a, b, c, d


@njit(cache=True, inline="always")
def _value(rank: Whole) -> Whole:
    return np.int64(rank) if rank < _TEN else np.int64(_TEN)


@njit(cache=True, inline="always")
def _play_hand(
    shoe: Bytes,
    dealt: Whole,
    words: Words,
    hand: Whole,
    part: Whole,
    first: Whole,
    steps: Bytes,
    more: Bytes,
    two: Bytes,
) -> tuple[Whole, Whole, Whole, Words]:
    """Draw by the chart: cards dealt by then, the hand's state, the last action, the generator."""
    action: Whole = np.int64(two[part, hand, first])
    last = action
    while action != _STAND:
        last = action
        words = _deal(shoe, dealt, words)
        hand = np.int64(steps[hand, _value(shoe[dealt])])
        dealt += 1
        # `more` says stand for 21 and above.
        action = _STAND if last in (_DOUBLE, _FREE_DOUBLE) else np.int64(more[part, hand, first])
    return dealt, hand, last, words


@njit(cache=True, inline="always")
def _play_split(
    shoe: Bytes,
    words: Words,
    one: Whole,
    other: Whole,
    first: Whole,
    steps: Bytes,
    totals: Numbers,
    more: Bytes,
    two: Bytes,
    split: Bytes,
    hands_max: int,
    unlike_tens: bool,
    final: Numbers,
    added: Numbers,
    marked: Numbers,
) -> tuple[Whole, int, Whole, Words]:
    """Play a split pair: cards dealt by then, hands formed, markers used, the generator.

    The first hand keeps the wager; the others wait with one card each, the newest to go on first.
    """
    value = _value(one)
    new_part = 0 if value == _TEN else 1
    ranks, parts = np.zeros(8, np.int64), np.zeros(8, np.int64)
    ranks[0], parts[0] = other, new_part
    ranks[1], parts[1] = one, 0
    waiting, formed, hands = 2, 2, 0
    dealt: Whole = 3
    used: Whole = new_part
    while waiting > 0:
        waiting -= 1
        rank, part = ranks[waiting], parts[waiting]
        words = _deal(shoe, dealt, words)
        second = np.int64(shoe[dealt])
        dealt += 1
        pairs_again = _value(second) == value and (value != _TEN or unlike_tens or second == rank)
        if pairs_again and value != _ACE and formed < hands_max and split[part, value, first] == 1:
            ranks[waiting], parts[waiting] = second, new_part
            ranks[waiting + 1], parts[waiting + 1] = rank, part
            waiting, formed, used = waiting + 2, formed + 1, used + new_part
            continue
        hand: Whole = np.int64(steps[steps[0, value], _value(second)])
        last: Whole = _STAND
        if value != _ACE:
            dealt, hand, last, words = _play_hand(shoe, dealt, words, hand, part, first, steps, more, two)
        free = 1 if last == _FREE_DOUBLE else 0
        used += free
        final[hands] = totals[hand]
        marked[hands] = part + free
        added[hands] = (0 if hands == 0 or part == 1 else 1) + (1 if last == _DOUBLE else 0)
        hands += 1
    return dealt, hands, used, words


@njit(cache=True, inline="always")
def _play_dealer(
    shoe: Bytes,
    dealt: Whole,
    words: Words,
    first: Whole,
    steps: Bytes,
    finished: Bytes,
    to_the_end: bool,
    one_card: bool,
) -> tuple[Whole, int, Whole, Words]:
    """Complete the dealer's hand, or draw one card to see a blackjack, or none at all."""
    drawn = 1
    dealer: Whole = np.int64(steps[0, first])
    while (to_the_end and (drawn == 1 or finished[dealer] == 0)) or (one_card and drawn == 1):
        words = _deal(shoe, dealt, words)
        dealer = np.int64(steps[dealer, _value(shoe[dealt])])
        dealt += 1
        drawn += 1
    return dealt, drawn, dealer, words


@njit(cache=True, inline="always")
def _settled(
    hands: int,
    final: Numbers,
    added: Numbers,
    marked: Numbers,
    total: Whole,
    natural: bool,
    stand_off: int,
    capped: bool,
) -> Whole:
    """The main wager's result over all hands, in wagers; the first hand carries the original one."""
    net: Whole = 0
    for at in range(hands):
        original = 1 if at == 0 else 0
        stake = original + added[at]
        if final[at] > _HIGHEST:
            net -= original if natural and capped else stake
        elif natural:
            net -= original
        elif total > _HIGHEST or total < final[at]:
            if total != stand_off:
                net += stake + marked[at]
        elif total > final[at]:
            net -= stake
    return net


@njit(cache=True)
def play_rounds(
    seed: int,
    rounds: int,
    shoe: Bytes,
    steps: Bytes,
    totals: Numbers,
    finished: Bytes,
    more: Bytes,
    two: Bytes,
    surrender: Bytes,
    split: Bytes,
    stand_off: int,
    hands_max: int,
    unlike_tens: bool,
    ten_face_pairs: bool,
    capped: bool,
    paid_at_once: bool,
    takes_even_money: bool,
    draws_for_busted: bool,
    main: Numbers,
    pairs: Numbers,
    markers: Numbers,
    busted: Numbers,
    insurance: Numbers,
    trace: Numbers,
    traced_cards: Bytes,
) -> None:
    """Play rounds and count how each bet ended. `shoe` holds ranks: ace 0, two 1, ten 9, king 12."""
    seeds = seeded(seed)
    words = (seeds[0], seeds[1], seeds[2], seeds[3])
    final, added, marked = np.zeros(8, np.int64), np.zeros(8, np.int64), np.zeros(8, np.int64)
    for round_ in range(rounds):
        # The deal: player, dealer, player.
        for at in range(3):
            words = _deal(shoe, at, words)
        dealt: Whole = 3
        one, other, first = np.int64(shoe[0]), np.int64(shoe[2]), _value(shoe[1])
        one_value, other_value = _value(one), _value(other)
        start = np.int64(steps[steps[0, one_value], other_value])
        hands, awaits_natural = 0, False
        used: Whole = 0
        way: Whole = _NO_WAY
        hand: Whole
        last: Whole
        if start == _SOFT_21:
            even_money = first == _ACE and takes_even_money
            way = EVEN_MONEY if even_money else BLACKJACK
            awaits_natural = (first == _ACE and not even_money) or (first == _TEN and not paid_at_once)
        elif (
            one_value == other_value
            and split[0, one_value, first] == 1
            and (one_value != _TEN or unlike_tens or one == other)
        ):
            dealt, hands, used, words = _play_split(
                shoe, words, one, other, first, steps, totals, more, two, split, hands_max, unlike_tens,
                final, added, marked,
            )  # fmt: skip
        elif surrender[start, first] == 1:
            way = SURRENDERED
        else:
            dealt, hand, last, words = _play_hand(shoe, dealt, words, start, 0, first, steps, more, two)
            used = 1 if last == _FREE_DOUBLE else 0
            final[0], marked[0], added[0] = totals[hand], used, 1 if last == _DOUBLE else 0
            hands = 1
        # The dealer draws as far as an open bet needs.
        to_the_end = draws_for_busted
        for at in range(hands):
            to_the_end = to_the_end or final[at] <= _HIGHEST
        dealt, drawn, dealer, words = _play_dealer(
            shoe, dealt, words, first, steps, finished, to_the_end, awaits_natural or first == _ACE
        )
        natural, total = drawn == 2 and dealer == _SOFT_21, totals[dealer]
        if way == _NO_WAY:
            way = NET + _settled(hands, final, added, marked, total, natural, stand_off, capped)
        elif awaits_natural and natural:
            way = NET
        has_ten = one_value == _TEN and other_value == _TEN and min(one, other) == _TEN
        pair = 1 if one == other or (ten_face_pairs and has_ten) else 0
        bust_cards = drawn if total > _HIGHEST else 0
        insured = INSURANCE_NONE if first != _ACE else INSURANCE_WON if natural else INSURANCE_LOST
        main[way] += 1
        pairs[pair] += 1
        markers[used] += 1
        busted[bust_cards] += 1
        insurance[insured] += 1
        if round_ < trace.shape[0]:
            for at, seen in enumerate((dealt, way, pair, used, bust_cards, insured)):
                trace[round_, at] = seen
            for at in range(dealt):
                traced_cards[round_, at] = shoe[at]
