"""Hands of no-limit hold'em between bots, in the kernel. Seats are counted from the button's left.

Every hand starts with the same stacks. The bots never go all-in for less than a full raise except to call, so
the paragraphs on short all-ins do not come into it.
"""

import numpy as np
from numpy.typing import NDArray

from croupier.analysis.kernels.chance import seeded, stepped
from croupier.analysis.kernels.compiling import njit
from croupier.analysis.kernels.evaluator import flush_suit, value_of_sum
from croupier.analysis.kernels.tables import BY_SUITED, CARD_KEY, FLUSH_BITS, START
from croupier.analysis.poker.bots import (
    CALL,
    FOLD,
    PREFLOP,
    RAISE,
    RAISES_MAX,
    decide,
    strength_after_flop,
)
from croupier.analysis.poker.settling import (
    BIG_BLIND,
    CHIP,
    RAISE_MIN,
    SMALL_BLIND,
    pay_pot,
    return_uncalled,
    split_pots,
    take_rake,
)

Ints = NDArray[np.int64]
Flags = NDArray[np.bool_]

BOARD = (0, 3, 4, 5)
SEATS_MAX = 10
ACTIONS_MAX = 256
# What a hand leaves behind.
RAKE, POT, STREETS, SHOWDOWN = range(4)
_HALF = np.uint64(32)


@njit(cache=True)
def _random(words: NDArray[np.uint64]) -> int:
    """The next 32 random bits."""
    words[0], words[1], words[2], words[3], word = stepped(words[0], words[1], words[2], words[3])
    return int(word >> _HALF)


@njit(cache=True)
def _deal(words: NDArray[np.uint64], deck: Ints, count: int) -> None:
    """The first `count` cards of the deck become a random deal."""
    for place in range(count):
        left = 52 - place
        product = _random(words) * left
        while product & 0xFFFFFFFF < left and product & 0xFFFFFFFF < (1 << 32) % left:
            product = _random(words) * left
        other = place + (product >> 32)
        deck[place], deck[other] = deck[other], deck[place]


@njit(cache=True)
def value(deck: Ints, seat: int, seats: int, shown: int) -> int:
    """The value of a seat's two cards with the board shown so far."""
    total = START + CARD_KEY[deck[2 * seat]] + CARD_KEY[deck[2 * seat + 1]]
    for place in range(2 * seats, 2 * seats + shown):
        total += CARD_KEY[deck[place]]
    found: int = value_of_sum(total)
    if total & FLUSH_BITS:
        suit, held = flush_suit(total), 0
        for place in range(2 * seats + shown):
            if (place >> 1 == seat or place >= 2 * seats) and deck[place] & 3 == suit:
                held |= 1 << (deck[place] >> 2)
        found = BY_SUITED[held]
    return found


@njit(cache=True)
def _strength(deck: Ints, seat: int, seats: int, shown: int) -> float:
    low, high = min(deck[2 * seat], deck[2 * seat + 1]), max(deck[2 * seat], deck[2 * seat + 1])
    if shown == 0:
        found: float = PREFLOP[high * (high - 1) // 2 + low]
        return found
    ranks = 0
    for place in range(2 * seats, 2 * seats + shown):
        ranks |= 1 << (deck[place] >> 2)
    return strength_after_flop(value(deck, seat, seats, shown), low, high, ranks)


@njit(cache=True)
def _size(strength: float, pot: int, current: int, to_call: int, floor: int, whole: int, chip: int) -> int:
    """A raise by half the pot, or by all of it with a very strong hand, within what is allowed."""
    wanted = current + (pot + to_call) // (1 if strength > 1.0 else 2)
    least = current + floor
    least += -least % chip
    wanted = max(wanted - wanted % chip, least)
    return min(wanted, whole)


@njit(cache=True)
def _able(stack: Ints, active: Flags) -> int:
    """How many players are in and have chips left."""
    count = 0
    for seat in range(len(stack)):
        if active[seat] and stack[seat]:
            count += 1
    return count


@njit(cache=True)
def _still_in(active: Flags) -> int:
    count = 0
    for seat in range(len(active)):
        if active[seat]:
            count += 1
    return count


@njit(cache=True)
def _sum(chips: Ints) -> int:
    total = 0
    for seat in range(len(chips)):
        total += chips[seat]
    return total


@njit(cache=True)
def _betting(
    words: NDArray[np.uint64],
    deck: Ints,
    shown: int,
    first: int,
    styles: NDArray[np.float64],
    terms: Ints,
    bet: Ints,
    total: Ints,
    stack: Ints,
    active: Flags,
    actions: Ints,
    count: int,
) -> int:
    """One Betting Round, recorded in `actions` from place `count`; the new count."""
    seats = len(stack)
    acted = np.zeros(seats, np.bool_)
    current, at = 0, first
    for seat in range(seats):
        current = max(current, bet[seat])
    floor = terms[RAISE_MIN] if current else terms[BIG_BLIND]
    raises, waited = 0, 0
    while waited < seats:
        seat, at = at, (at + 1) % seats
        able = _able(stack, active)
        owes = bet[seat] < current
        if not (active[seat] and stack[seat] and (owes or (able > 1 and not acted[seat]))):
            waited += 1
            continue
        waited = 0
        to_call = min(current - bet[seat], stack[seat])
        whole = bet[seat] + stack[seat]
        can_raise = able > 1 and whole >= current + floor and raises < RAISES_MAX and not acted[seat]
        strength = _strength(deck, seat, seats, shown)
        needs = styles[seat, 0] - (0.06 if shown else 0.0)
        luck = _random(words) / 4294967296.0
        pot = _sum(total)
        choice = decide(strength, luck, needs, styles[seat, 1], to_call, pot, raises, can_raise)
        put = to_call if choice == CALL else 0
        if choice == RAISE:
            to = _size(strength, pot, current, to_call, floor, whole, terms[CHIP])
            floor, current, put = max(to - current, terms[RAISE_MIN]), to, to - bet[seat]
            raises += 1
            for other in range(seats):
                acted[other] = False
        elif choice == FOLD:
            active[seat] = False
        acted[seat] = True
        bet[seat] += put
        total[seat] += put
        stack[seat] -= put
        actions[count, 0], actions[count, 1], actions[count, 2] = seat, choice, bet[seat]
        count += 1
        if _still_in(active) == 1:
            break
    return count


@njit(cache=True)
def play_hand(
    words: NDArray[np.uint64],
    deck: Ints,
    stacks: Ints,
    styles: NDArray[np.float64],
    terms: Ints,
    stack: Ints,
    actions: Ints,
    left: Ints,
) -> int:
    """Play one hand: `stack` holds the chips afterwards, `left` rake, pot, streets seen and hands shown."""
    seats = len(stacks)
    _deal(words, deck, 2 * seats + 5)
    for seat in range(seats):
        stack[seat] = stacks[seat]
    bet, total = np.zeros(seats, np.int64), np.zeros(seats, np.int64)
    active = np.ones(seats, np.bool_)
    small, big = (1, 0) if seats == 2 else (0, 1)
    for seat, blind in ((small, terms[SMALL_BLIND]), (big, terms[BIG_BLIND])):
        bet[seat] = total[seat] = blind
        stack[seat] -= blind
    count, street = 0, 0
    for street in range(4):
        first = (big + 1) % seats if street == 0 else 0
        if _able(stack, active) > 1 or street == 0:
            count = _betting(
                words, deck, BOARD[street], first, styles, terms, bet, total, stack, active, actions, count
            )
        for seat in range(seats):
            bet[seat] = 0
        if _still_in(active) == 1:
            break
    is_walk = street == 0 and _still_in(active) == 1 and active[big]
    for at in range(count):
        is_walk = is_walk and actions[at, 1] != RAISE
    values = np.zeros(seats, np.int64)
    is_shown = _still_in(active) > 1
    if is_shown:
        for seat in range(seats):
            values[seat] = value(deck, seat, seats, 5) if active[seat] else 0
    put_in = _sum(total)
    small_part = put_in - total[big]
    returned = return_uncalled(total, stack)
    cells, levels = np.zeros(2 * seats, np.int64), np.zeros(seats, np.int64)
    amounts, rakes = cells[:seats], cells[seats:]
    pots = split_pots(total, active, amounts, levels)
    take_rake(cells, pots, terms, street > 0, is_walk, returned, small_part)
    for pot in range(pots):
        pay_pot(amounts[pot] - rakes[pot], levels[pot], total, active, values, terms, stack)
    left[RAKE], left[POT] = _sum(rakes), put_in - returned
    left[STREETS], left[SHOWDOWN] = street, is_shown
    return count


@njit(cache=True, nogil=True)
def play_hands(
    seed: int,
    hands: int,
    stacks: Ints,
    styles: NDArray[np.float64],
    terms: Ints,
    rakes: Ints,
    sums: Ints,
    squares: Ints,
    traced_cards: Ints,
    traced_actions: Ints,
    traced_stacks: Ints,
    traced_left: Ints,
) -> None:
    """Play many hands from one seed.

    `rakes` counts hands by their rake in cents; `sums` adds up pots, flops, showdowns and each seat's result,
    `squares` the squares of the latter. The first hands leave their trace.
    """
    seats = len(stacks)
    words = seeded(seed)
    deck = np.arange(52)
    stack, left = np.zeros(seats, np.int64), np.zeros(4, np.int64)
    actions = np.zeros((ACTIONS_MAX, 3), np.int64)
    for hand in range(hands):
        count = play_hand(words, deck, stacks, styles, terms, stack, actions, left)
        rakes[left[RAKE]] += 1
        sums[0] += left[POT]
        sums[1] += left[STREETS] > 0
        sums[2] += left[SHOWDOWN]
        for seat in range(seats):
            net = stack[seat] - stacks[seat]
            sums[3 + seat] += net
            squares[seat] += net * net
        if hand < len(traced_stacks):
            for place in range(2 * seats + 5):
                traced_cards[hand, place] = deck[place]
            for at in range(count):
                for what in range(3):
                    traced_actions[hand, at, what] = actions[at, what]
            traced_actions[hand, count, 0] = -1
            for seat in range(seats):
                traced_stacks[hand, seat] = stack[seat]
            for what in range(4):
                traced_left[hand, what] = left[what]
