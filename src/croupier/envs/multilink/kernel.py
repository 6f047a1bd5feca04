"""Multi-Link in arrays: a row of `s` is a table with one player on one or several boxes, and its own
jackpot meter.

A player may look at one hand; other boxes are played blind, as at the table. Bets, pay tables and the
meter's terms come from the edition and the house's settings through `t`.
"""

from typing import Final

import numpy as np
from numba import prange
from numpy.typing import NDArray

from croupier.analysis.kernels.cards import HOLDINGS, class_name, class_names, holding
from croupier.analysis.kernels.compiling import njit
from croupier.analysis.kernels.evaluator import flush_suit, value_of_sum
from croupier.analysis.kernels.tables import BY_SUITED, CARD_KEY, FLUSH_BITS, START, lowest_value
from croupier.cards import Category
from croupier.envs.drawing import (
    Bytes,
    Flags,
    Ints,
    Numbers,
    Words,
    bytes_at,
    draw_first,
    flags_at,
    ints_at,
    numbers_at,
    words_at,
)

# Actions.
FOLD, FLOP, CHECK, BET, BONUS, PROGRESSIVE, DEAL, ANTE = range(8)
ACTIONS: Final = ("fold", "flop", "check", "bet", "bonus", "progressive", "deal")

# What is asked.
BETTING, FIRST, SECOND, THIRD = range(4)
PHASES: Final = ("betting", "first", "second", "third")

# A table: columns of its row; then those of its boxes.
PHASE, BOX, METER, NET, ROUNDS, HAS_WON = range(6)
BOXES = 6
B_ANTE, B_BONUS, B_PROGRESSIVE, B_FOLDED, B_FLOP, B_TURN, B_RIVER = range(7)
BOX_WIDTH = 7

# Terms.
(
    T_BOXES, T_LOOKS_AT, T_CHOOSE, T_SIZES, T_ACTIONS, T_WIDTH, T_FLOP, T_TURN, T_RIVER, T_ANTE_FROM,
    T_BONUS_CAP, T_PROGRESSIVE_BET, T_GROWTH, T_RESET, T_OPENING, T_FLOP_FOR_FOLDED, T_WHOLE_BOARD, T_LATE,
    T_PARTIAL, T_STAKE_BACK, T_BLIND_BETS, T_MINOR_FROM_METER,
) = range(22)  # fmt: skip
T_STREETS = 22  # what flop, turn, river and ante pay: numerator, denominator
T_BONUSES = 30  # eight lines, likewise
T_LINES = 46  # by category: 0 nothing, 1 a percentage of the meter, 2 a sum; then how much
T_SPREAD = 66
SIZES_MAX = 16
T_BETS = T_SPREAD + SIZES_MAX  # ante, bonus, progressive
TERMS = T_BETS + 3
DEDUCT, RESET_PARTIAL, NO_EFFECT = range(3)
LINES: Final = (
    "aces_both", "aces", "ace_king_suited", "ace_queen_or_jack_suited", "ace_king_unsuited", "high_pair",
    "ace_queen_or_jack_unsuited", "low_pair",
)  # fmt: skip
NO_LINE, SHARE, SUM, FOR_ONE = range(4)

# Where the rows of all tables begin.
A_ROWS, A_DECKS, A_WORDS, A_TERMS, A_SEEN, A_LEGAL = range(6)

# What a player sees.
O_PHASE, O_BOX, O_HOLE, O_BOARD, O_CLASS, O_MADE, O_ANTE, O_BONUS, O_PROGRESSIVE, O_METER = (
    0, 1, 2, 4, 9, 10, 11, 12, 13, 14,
)  # fmt: skip
COLUMNS = 15

_CARDS = 52
_NO_CARD = 52
UNKNOWN_CLASS: Final = len(class_names())
STARTS: Final = np.array([lowest_value(each) for each in Category], np.int64)
CLASS: Final = np.zeros(HOLDINGS, np.int64)
BONUS_LINE: Final = np.full(HOLDINGS, -1, np.int64)
_NAMES = {name: at for at, name in enumerate(class_names())}


def _bonus_line(name: str) -> str:
    """The Bonus line of a starting hand, the dealer's Aces aside."""
    if name[0] == name[1]:
        return "aces" if name == "AA" else "high_pair" if name[0] in "KQJ" else "low_pair"
    kind = "suited" if name[2] == "s" else "unsuited"
    if name[:2] == "AK":
        return f"ace_king_{kind}"
    return f"ace_queen_or_jack_{kind}" if name[:2] in ("AQ", "AJ") else ""


for _high in range(_CARDS):
    for _low in range(_high):
        _name = class_name(_low, _high)
        CLASS[holding(_low, _high)] = _NAMES[_name]
        if _bonus_line(_name):
            BONUS_LINE[holding(_low, _high)] = LINES.index(_bonus_line(_name))


@njit(cache=True, error_model="numpy")
def _box(number: int) -> int:
    return BOXES + number * BOX_WIDTH


@njit(cache=True, error_model="numpy")
def _holding(one: int, other: int) -> int:
    low, high = min(one, other), max(one, other)
    return high * (high - 1) // 2 + low


@njit(cache=True, error_model="numpy")
def value(deck: Bytes, hole: int, board: int, shown: int) -> int:
    """The value of two cards with so many of the board."""
    total = START + CARD_KEY[deck[hole]] + CARD_KEY[deck[hole + 1]]
    for place in range(board, board + shown):
        total += CARD_KEY[deck[place]]
    if not total & FLUSH_BITS:
        return int(value_of_sum(total))
    suit, held = flush_suit(total), 0
    for place in range(shown + 2):
        card = int(deck[board + place] if place < shown else deck[hole + place - shown])
        if card & 3 == suit:
            held |= 1 << (card >> 2)
    return int(BY_SUITED[held])


@njit(cache=True, error_model="numpy")
def _category(found: int) -> int:
    at = 0
    for above in range(1, 10):  # all of them: when to stop could not be foretold
        at += found >= STARTS[above]
    return at


@njit(cache=True, error_model="numpy")
def begin(s: Ints, deck: Bytes, words: Words, t: Ints) -> None:
    """Open the next Round and place what is fixed; the meter goes on."""
    if s[ROUNDS] == 0:
        s[METER] = t[T_OPENING]
    s[ROUNDS] += 1
    s[PHASE], s[BOX], s[NET], s[HAS_WON] = BETTING, 0, 0, 0
    for column in range(BOXES, t[T_WIDTH]):
        s[column] = 0
    if not t[T_CHOOSE]:
        for number in range(t[T_BOXES]):
            for bet in range(3):
                s[_box(number) + bet] = t[T_BETS + bet]
        _deal(s, deck, words, t)


@njit(cache=True, error_model="numpy")
def _deal(s: Ints, deck: Bytes, words: Words, t: Ints) -> None:
    """Bets are closed: the meter grows, all cards of the Round are drawn."""
    if not t[T_LATE]:
        _grow(s, t)
    draw_first(deck, words, 2 * t[T_BOXES] + 7, _CARDS)
    s[PHASE], s[BOX] = FIRST, 0


@njit(cache=True, error_model="numpy")
def _grow(s: Ints, t: Ints) -> None:
    """Each jackpot bet, all of them of one size, adds its part."""
    for number in range(t[T_BOXES]):
        if s[_box(number) + B_PROGRESSIVE]:
            s[METER] += t[T_GROWTH]


@njit(cache=True, error_model="numpy")
def _half_up(number: int, parts: int) -> int:
    return (2 * number + parts) // (2 * parts)


@njit(cache=True, error_model="numpy")
def _decide(s: Ints, deck: Bytes, words: Words, t: Ints, action: int) -> None:
    box = _box(s[BOX])
    if s[PHASE] == BETTING:
        if action >= ANTE:
            s[box + B_ANTE] = t[T_SPREAD + action - ANTE]
        elif action == BONUS:
            s[box + B_BONUS] = t[T_BETS + 1]
        elif action == PROGRESSIVE:
            s[box + B_PROGRESSIVE] = t[T_PROGRESSIVE_BET]
        elif s[BOX] + 1 < t[T_BOXES]:
            s[BOX] += 1
        else:
            _deal(s, deck, words, t)
        return
    if action == FOLD:
        s[box + B_FOLDED] = 1
    elif action == FLOP:
        s[box + B_FLOP] = 1
    elif action == BET:
        s[box + (B_TURN if s[PHASE] == SECOND else B_RIVER)] = 1
    _next(s, t)
    if s[BOX] < 0:
        _settle(s, deck, t)


@njit(cache=True, error_model="numpy")
def _next(s: Ints, t: Ints) -> None:
    """The next box that is asked, in this Betting Round or the next; -1 once all is decided."""
    start = s[BOX] + 1
    while s[PHASE] <= THIRD:
        for number in range(start, t[T_BOXES]):
            if not s[_box(number) + B_FOLDED]:
                s[BOX] = number
                return
        s[PHASE] += 1
        start = 0
    s[BOX] = -1


# The end


@njit(cache=True, error_model="numpy")
def _settle(s: Ints, deck: Bytes, t: Ints) -> None:
    boxes = t[T_BOXES]
    board, dealer = 2 * boxes, 2 * boxes + 5
    is_in, has_jackpot_bet = False, False
    for number in range(boxes):
        is_in = is_in or not s[_box(number) + B_FOLDED]
        has_jackpot_bet = has_jackpot_bet or s[_box(number) + B_PROGRESSIVE] > 0
    is_flop_shown = is_in or t[T_WHOLE_BOARD] or (t[T_FLOP_FOR_FOLDED] and has_jackpot_bet)
    theirs = value(deck, dealer, board, 5) if is_in else 0
    for number in range(boxes):
        box = _box(number)
        if s[box + B_PROGRESSIVE]:
            _jackpot(s, deck, t, number, board, is_flop_shown)
        ante = s[box + B_ANTE]
        if s[box + B_FOLDED]:
            s[NET] -= ante + s[box + B_BONUS]
            continue
        s[NET] += _main(s, t, box, ante, value(deck, 2 * number, board, 5), theirs)
        if s[box + B_BONUS]:
            s[NET] += _bonus(s, deck, t, number, dealer)
    if t[T_LATE] and not s[HAS_WON]:
        _grow(s, t)


@njit(cache=True, error_model="numpy")
def _main(s: Ints, t: Ints, box: int, ante: int, mine: int, theirs: int) -> int:
    if mine == theirs:
        return 0
    won, lost = 0, ante
    if mine > theirs and mine >= t[T_ANTE_FROM]:
        won = _at_odds(ante, t, T_STREETS + 6)
    for street in range(3):
        if s[box + B_FLOP + street]:
            stake = ante * t[T_FLOP + street]
            won += _at_odds(stake, t, T_STREETS + 2 * street)
            lost += stake
    return int(won if mine > theirs else -lost)


@njit(cache=True, error_model="numpy")
def _at_odds(stake: int, t: Ints, at: int) -> int:
    """What a line pays; most pay so many to 1, and dividing takes long."""
    return int(stake * t[at] if t[at + 1] == 1 else stake * t[at] // t[at + 1])


@njit(cache=True, error_model="numpy")
def _bonus(s: Ints, deck: Bytes, t: Ints, number: int, dealer: int) -> int:
    stake = s[_box(number) + B_BONUS]
    line = BONUS_LINE[_holding(deck[2 * number], deck[2 * number + 1])]
    if line < 0:
        return int(-stake)
    if line == 1 and BONUS_LINE[_holding(deck[dealer], deck[dealer + 1])] == 1:
        line = 0  # Aces in both hands
    return int(min(stake * t[T_BONUSES + 2 * line] // t[T_BONUSES + 2 * line + 1], t[T_BONUS_CAP]))


@njit(cache=True, error_model="numpy")
def _jackpot(s: Ints, deck: Bytes, t: Ints, number: int, board: int, is_flop_shown: bool) -> None:
    """The two cards with the flop, in the order the boxes were dealt: each prize moves the meter for the
    next.
    """
    bet = s[_box(number) + B_PROGRESSIVE]
    kind, amount = NO_LINE, 0
    if is_flop_shown:
        line = T_LINES + 2 * _category(value(deck, 2 * number, board, 3))
        kind, amount = t[line], t[line + 1]
    if kind == NO_LINE:
        s[NET] -= bet
        return
    prize = amount
    if kind == SHARE:
        prize = _half_up(s[METER] * amount, 100)
        s[HAS_WON] = 1
        is_partial = amount < 100
        if not (is_partial and t[T_PARTIAL] == NO_EFFECT):
            s[METER] -= min(prize, s[METER])
        if not is_partial or t[T_PARTIAL] == RESET_PARTIAL:
            s[METER] = t[T_RESET]
    elif t[T_MINOR_FROM_METER]:
        s[HAS_WON] = 1
        s[METER] -= min(prize, s[METER])
    s[NET] += prize - (0 if t[T_STAKE_BACK] and kind != FOR_ONE else bet)


# What the player sees and may do


@njit(cache=True, error_model="numpy")
def look(s: Ints, deck: Bytes, t: Ints, seen: Numbers, legal: Flags) -> None:
    phase, number = s[PHASE], s[BOX]
    box, board = _box(number), 2 * t[T_BOXES]
    is_seen = phase != BETTING and number == t[T_LOOKS_AT]
    shown = 0 if phase <= FIRST else 3 if phase == SECOND else 4
    seen[O_PHASE], seen[O_BOX] = phase, number
    seen[O_HOLE] = deck[2 * number] if is_seen else _NO_CARD
    seen[O_HOLE + 1] = deck[2 * number + 1] if is_seen else _NO_CARD
    for place in range(5):
        seen[O_BOARD + place] = deck[board + place] if place < shown else _NO_CARD
    seen[O_CLASS] = CLASS[_holding(deck[2 * number], deck[2 * number + 1])] if is_seen else UNKNOWN_CLASS
    seen[O_MADE] = 1 + _category(value(deck, 2 * number, board, shown)) if is_seen and shown else 0
    seen[O_ANTE], seen[O_BONUS] = s[box + B_ANTE], s[box + B_BONUS]
    seen[O_PROGRESSIVE], seen[O_METER] = s[box + B_PROGRESSIVE], s[METER]
    for action in range(t[T_ACTIONS]):
        legal[action] = 0
    if phase == FIRST:
        legal[FOLD] = legal[FLOP] = 1
    elif phase != BETTING:
        legal[CHECK] = 1
        legal[BET] = number == t[T_LOOKS_AT] or t[T_BLIND_BETS]
    elif s[box + B_ANTE] == 0:
        for size in range(t[T_SIZES]):
            legal[ANTE + size] = 1
    else:
        legal[DEAL] = 1
        legal[BONUS] = s[box + B_BONUS] == 0
        legal[PROGRESSIVE] = s[box + B_PROGRESSIVE] == 0


@njit(cache=True, error_model="numpy", nogil=True)
def step(
    at: Ints, actions: Ints, amounts: Ints, net: Ints, done: NDArray[np.bool_], start: int, stop: int
) -> None:
    """One legal decision at every table from `start` to `stop`; a Round that is over is followed by the next.

    `at` says where the tables' rows are. Without actions every table begins afresh.
    """
    t = ints_at(at[A_TERMS], 0)
    for row in range(start, stop):
        s = ints_at(at[A_ROWS], row * t[T_WIDTH])
        deck, words = bytes_at(at[A_DECKS], row * _CARDS), words_at(at[A_WORDS], 4 * row)
        done[row] = False
        net[row] = 0
        if actions.shape[0] == 0:
            for column in range(t[T_WIDTH]):
                s[column] = 0
            begin(s, deck, words, t)
        else:
            _decide(s, deck, words, t, actions[row])
            if s[BOX] < 0:
                done[row] = True
                net[row] = s[NET]
                begin(s, deck, words, t)
        look(s, deck, t, numbers_at(at[A_SEEN], row * COLUMNS), flags_at(at[A_LEGAL], row * t[T_ACTIONS]))


@njit(cache=True, error_model="numpy", nogil=True, parallel=True)
def step_side_by_side(
    at: Ints, actions: Ints, amounts: Ints, net: Ints, done: NDArray[np.bool_], bounds: Ints
) -> None:
    """`step`, with a thread for the tables between each two of the bounds."""
    for part in prange(bounds.shape[0] - 1):
        step(at, actions, amounts, net, done, bounds[part], bounds[part + 1])
