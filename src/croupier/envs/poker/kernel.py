"""No-limit Poker in arrays: a row of `s` is a table of two to ten seats, all of them played from outside.

Regular play complete: Blinds and short Blinds, the smallest raise, all-ins too short to be one, side pots,
uncalled chips, rake with its cap, odd chips; hands from equal stakes, or sessions until one player has all
chips. Numbers and readings come from the edition and the house's settings through `t`.
"""

from typing import Final

import numpy as np
from numba import prange
from numpy.typing import NDArray

from croupier.analysis.kernels.compiling import njit
from croupier.analysis.kernels.evaluator import flush_suit, value_of_sum
from croupier.analysis.kernels.raking import collect, walk_base
from croupier.analysis.kernels.tables import BY_SUITED, CARD_KEY, FLUSH_BITS, START
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

# Actions; the sizes of the abstraction stand between RAISE and the last one, ALL_IN.
FOLD, CALL, RAISE = range(3)
SEATS_MAX: Final = 10
SIZES_MAX: Final = 12

# A table: columns of its row; then a block of SEATS_MAX columns for each thing a seat has.
(
    BUTTON, TO_ACT, STREET, SHOWN, CURRENT, FLOOR, SHORT, ACTED, POT, FIRST_BETTOR, RAISES, HANDS, BIG,
    SMALL, SMALL_PLACE, PLAYERS, IS_OVER, OUTS, WAITS, RAKE, IS_NEW,
) = range(21)  # fmt: skip
(
    CHIPS, BETS, TOTALS, ACTIVE, STARTED, RAISED_AT, OUT_AT, PLACE, ORDER, VALUES, IS_ALL_IN, REACH,
    WON, MUCKED, AMOUNTS, LEVELS, RAKES,
) = range(21, 191, 10)  # fmt: skip
WIDTH = 191
LAST_OUT = -1  # the level of chips above the reach of everybody left

# Terms.
(
    T_SEATS, T_SMALL, T_BIG, T_CHIP, T_OPEN_MIN, T_THRESHOLD, T_FLOOR_LARGEST, T_REOPENS, T_ACCUMULATE,
    T_FULL_BLIND, T_RAKE, T_RAKE_PARTS, T_RAKE_CAP, T_RAKE_BEFORE_FLOP, T_RAKE_TOTAL, T_WALK,
    T_ODD_LITERAL, T_ODD_ALL, T_EARLY_ANALOGOUS, T_REVEAL_AT_ONCE, T_DEAD_BUTTON, T_SESSION, T_ACTIONS,
    T_SIZES, T_STOPS, T_COLUMNS, T_RAISE_MIN, T_COMPARE_FIRST, T_LEFT_TO_ACTIVE,
) = range(29)  # fmt: skip
T_STAKES = 29
T_PERCENTS = T_STAKES + SEATS_MAX
TERMS = T_PERCENTS + SIZES_MAX
ROUNDS: Final = 4

# Where the rows of all tables begin.
A_ROWS, A_DECKS, A_WORDS, A_TERMS, A_SEEN, A_LEGAL = range(6)

# What the player to act sees; then a block of as many columns as there are seats for each thing a seat has.
O_SEAT, O_STREET, O_PLACE, O_HOLE, O_BOARD, O_POT, O_CALL, O_LEAST, O_MOST, O_CURRENT = (
    0, 1, 2, 3, 5, 10, 11, 12, 13, 14,
)  # fmt: skip
O_SEATS = 15
SEAT_BLOCKS: Final = 4  # chips, bets, active, dealt in

_CARDS = 52
UNASKED_MAX: Final = 5_000  # hands in a row that end without a decision: more, and there will be none
_NO_CARD = 52


def columns(seats: int) -> int:
    return O_SEATS + SEAT_BLOCKS * seats


# Whose turn it is


@njit(cache=True, error_model="numpy")
def _can_be_answered(s: Ints, seat: int) -> bool:
    for place in range(s[PLAYERS]):
        other = s[ORDER + place]
        if other != seat and s[CHIPS + other] > 0 and s[ACTIVE + other]:
            return True
    return False


@njit(cache=True, error_model="numpy")
def _next_to_act(s: Ints, start: int) -> int:
    """The first seat from a place in the order that has a decision; -1 if nobody has."""
    players = s[PLAYERS]
    for ahead in range(players):
        seat = s[ORDER + (start + ahead) % players]
        if s[CHIPS + seat] > 0 and s[ACTIVE + seat]:
            if s[BETS + seat] < s[CURRENT]:
                return int(seat)
            if not (s[ACTED] >> seat) & 1 and _can_be_answered(s, seat):
                return int(seat)
    return -1


@njit(cache=True, error_model="numpy")
def _able(s: Ints) -> int:
    count = 0
    for place in range(s[PLAYERS]):
        seat = s[ORDER + place]
        count += s[CHIPS + seat] > 0 and s[ACTIVE + seat] == 1
    return count


@njit(cache=True, error_model="numpy")
def _still_in(s: Ints) -> int:
    count = 0
    for place in range(s[PLAYERS]):
        count += s[ACTIVE + s[ORDER + place]]
    return int(count)


# The beginning


@njit(cache=True, error_model="numpy")
def begin(s: Ints, deck: Bytes, words: Words, t: Ints) -> None:
    """The next hand, or the first of the next session: the button moves, Blinds are posted, all cards are
    drawn.
    """
    seats = t[T_SEATS]
    with_chips = 0
    for seat in range(seats):
        with_chips += s[CHIPS + seat] > 0
    s[IS_NEW] = s[HANDS] == 0 or with_chips < 2
    if s[IS_NEW] or not t[T_SESSION]:
        for seat in range(seats):
            s[CHIPS + seat] = t[T_STAKES + seat]
    if s[IS_NEW] and (t[T_SESSION] or s[HANDS] == 0):
        s[BUTTON] = -1
        s[BIG] = -1
    _move_button(s, t)
    s[HANDS] += 1
    for seat in range(seats):
        s[BETS + seat], s[TOTALS + seat], s[RAISED_AT + seat], s[OUT_AT + seat] = 0, 0, 0, 0
        s[STARTED + seat] = s[CHIPS + seat]
    s[STREET], s[SHOWN], s[SHORT], s[ACTED], s[POT], s[FIRST_BETTOR], s[RAISES] = 1, 0, 0, 0, 0, -1, 0
    s[IS_OVER], s[OUTS], s[WAITS], s[RAKE] = 0, 0, 0, 0
    _post(s, s[SMALL], t[T_SMALL])
    _post(s, s[BIG], t[T_BIG])
    highest = max(s[BETS + s[BIG]], s[BETS + s[SMALL]] if s[SMALL] >= 0 else 0)
    s[CURRENT] = max(highest, t[T_BIG]) if t[T_FULL_BLIND] else highest
    s[FLOOR] = t[T_RAISE_MIN]
    draw_first(deck, words, 2 * s[PLAYERS] + 5, _CARDS)
    s[TO_ACT] = _next_to_act(s, s[PLACE + s[BIG]] + 1)
    if s[TO_ACT] < 0:
        s[IS_OVER] = _able(s) <= 1


@njit(cache=True, error_model="numpy")
def _post(s: Ints, seat: int, blind: int) -> None:
    if seat >= 0:
        paid = min(blind, s[CHIPS + seat])
        s[CHIPS + seat] -= paid
        s[BETS + seat] += paid
        s[TOTALS + seat] += paid
        s[POT] += paid


@njit(cache=True, error_model="numpy")
def _after(s: Ints, seat: int, seats: int) -> int:
    """The next seat clockwise that has chips."""
    for ahead in range(1, seats + 1):
        other = (seat + ahead) % seats
        if s[CHIPS + other] > 0:
            return other
    return -1


@njit(cache=True, error_model="numpy")
def _move_button(s: Ints, t: Ints) -> None:
    """Button, order and Blinds of the next hand. A dead button stays behind the Blinds, on empty seats if
    need be.
    """
    seats, was_big = t[T_SEATS], s[BIG]
    is_dead = t[T_DEAD_BUTTON] and was_big >= 0
    # The Small Blind's place of the last hand, posted or not, gets a dead button.
    s[BUTTON] = s[SMALL_PLACE] if is_dead else _after(s, s[BUTTON], seats)
    players = 0
    for ahead in range(1, seats + 1):
        seat = (s[BUTTON] + ahead) % seats
        s[ACTIVE + seat] = s[CHIPS + seat] > 0
        s[PLACE + seat] = -1
        if s[CHIPS + seat] > 0:
            s[ORDER + players], s[PLACE + seat] = seat, players
            players += 1
    s[PLAYERS] = players
    if not is_dead:
        s[SMALL] = s[ORDER + 1] if players == 2 else s[ORDER]
        s[BIG] = s[ORDER] if players == 2 else s[ORDER + 1]
        s[SMALL_PLACE] = s[SMALL]
        return
    s[BIG] = _after(s, was_big, seats)
    if players == 2:
        s[SMALL] = s[ORDER] if s[ORDER] != s[BIG] else s[ORDER + 1]
        s[BUTTON] = s[SMALL]
        s[ORDER], s[ORDER + 1] = s[BIG], s[SMALL]
        s[PLACE + s[BIG]], s[PLACE + s[SMALL]] = 0, 1
        s[SMALL_PLACE] = s[SMALL]
    else:
        s[SMALL] = was_big if s[CHIPS + was_big] > 0 else -1
        s[SMALL_PLACE] = was_big


# Actions


@njit(cache=True, error_model="numpy")
def raise_least(s: Ints, t: Ints, seat: int) -> int:
    """The smallest total of a bet or raise, the whole stake where that is less; 0 if the player may not
    raise.
    """
    whole = s[BETS + seat] + s[CHIPS + seat]
    if whole <= s[CURRENT] or (s[ACTED] >> seat) & 1 or not _can_be_answered(s, seat):
        return 0
    least = t[T_OPEN_MIN]
    if s[CURRENT]:
        least = s[CURRENT] + s[FLOOR]
        least += -least % t[T_CHIP]
    return int(min(least, whole))


@njit(cache=True, error_model="numpy")
def sized(percent: int, pot: int, current: int, to_call: int, chip: int) -> int:
    """A raise by a part of the pot after a call, down to a whole chip."""
    to = current + (pot + to_call) * percent // 100
    return to - to % chip


@njit(cache=True, error_model="numpy")
def _act(s: Ints, t: Ints, action: int, amount: int) -> None:
    seat = s[TO_ACT]
    whole = s[BETS + seat] + s[CHIPS + seat]
    if action == FOLD:
        s[ACTIVE + seat] = 0
        s[OUTS] += 1
        s[OUT_AT + seat] = s[OUTS]
    elif action == CALL:
        s[ACTED] |= 1 << seat
        _put(s, seat, min(s[CURRENT], whole))
    elif action == t[T_ACTIONS] - 1:
        _wager(s, t, seat, whole)
    elif action == RAISE:
        least = raise_least(s, t, seat)
        _wager(s, t, seat, amount if amount > 0 else least + -least % t[T_CHIP])
    else:
        to_call = min(max(s[CURRENT] - s[BETS + seat], 0), s[CHIPS + seat])
        _wager(s, t, seat, sized(t[T_PERCENTS + action - RAISE - 1], s[POT], s[CURRENT], to_call, t[T_CHIP]))
    if _still_in(s) == 1:
        s[TO_ACT], s[IS_OVER] = -1, 1
        return
    s[TO_ACT] = _next_to_act(s, s[PLACE + seat] + 1)
    if s[TO_ACT] < 0:
        s[IS_OVER] = _able(s) <= 1


@njit(cache=True, error_model="numpy")
def _put(s: Ints, seat: int, to: int) -> None:
    """Chips over the line, up to a total."""
    amount = max(to - s[BETS + seat], 0)
    s[CHIPS + seat] -= amount
    s[BETS + seat] += amount
    s[TOTALS + seat] += amount
    s[POT] += amount


@njit(cache=True, error_model="numpy")
def _wager(s: Ints, t: Ints, seat: int, to: int) -> None:
    """A bet, a raise, or an all-in too short to be one."""
    before, bit = s[CURRENT], 1 << seat
    excess = to - before
    _put(s, seat, to)
    s[CURRENT] = to
    if before == 0:
        s[FLOOR], s[ACTED], s[FIRST_BETTOR] = max(to, t[T_RAISE_MIN]), bit, seat
        return
    floor = s[FLOOR]
    so_far = s[SHORT] if t[T_ACCUMULATE] else 0
    if excess < floor and 100 * (so_far + excess) < t[T_THRESHOLD] * floor:
        s[SHORT] = so_far + excess
        s[ACTED] = (0 if t[T_REOPENS] else s[ACTED]) | bit
        if s[FIRST_BETTOR] < 0:
            s[FIRST_BETTOR] = seat
        return
    if excess >= floor:
        s[FLOOR] = excess
    elif not t[T_FLOOR_LARGEST]:
        s[FLOOR] = max(excess, t[T_RAISE_MIN])
    s[ACTED], s[SHORT] = bit, 0
    s[RAISES] += 1
    s[RAISED_AT + seat] = s[RAISES]


@njit(cache=True, error_model="numpy")
def deal_street(s: Ints, t: Ints) -> None:
    """Turn up the next Community Cards and open the Betting Round, if anybody can bet still."""
    s[SHOWN] = 3 if s[SHOWN] == 0 else s[SHOWN] + 1
    for place in range(s[PLAYERS]):
        s[BETS + s[ORDER + place]] = 0
    s[CURRENT], s[ACTED], s[FLOOR] = 0, 0, t[T_RAISE_MIN]
    if s[IS_OVER]:
        return
    s[STREET] += 1
    s[SHORT], s[FIRST_BETTOR], s[RAISES] = 0, -1, 0
    for place in range(s[PLAYERS]):
        s[RAISED_AT + s[ORDER + place]] = 0
    s[TO_ACT] = _next_to_act(s, 0)


@njit(cache=True, error_model="numpy")
def go_on(s: Ints, deck: Bytes, t: Ints) -> bool:
    """Deal until somebody is to act, or settle; whether the hand is over. A search stops where cards are
    due.
    """
    while s[TO_ACT] < 0:
        if _still_in(s) == 1 or s[SHOWN] == 5:
            _settle(s, deck, t)
            return True
        if t[T_STOPS]:
            s[WAITS] = 3 if s[SHOWN] == 0 else 1
            return False
        deal_street(s, t)
    return False


# The end


@njit(cache=True, error_model="numpy")
def value(s: Ints, deck: Bytes, seat: int, shown: int) -> int:
    hole, board = 2 * s[PLACE + seat], 2 * s[PLAYERS]
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
def _settle(s: Ints, deck: Bytes, t: Ints) -> None:
    """What nobody called goes back, pots are made, raked and divided."""
    players = s[PLAYERS]
    is_shown = _still_in(s) > 1
    for place in range(players):
        seat = s[ORDER + place]
        s[VALUES + seat] = value(s, deck, seat, 5) if is_shown and s[ACTIVE + seat] else 0
        s[IS_ALL_IN + seat], s[WON + seat], s[MUCKED + seat] = s[CHIPS + seat] == 0, 0, 0
    if is_shown and t[T_ODD_LITERAL] and not (t[T_REVEAL_AT_ONCE] and s[STREET] < ROUNDS):
        _muck(s, t)
    is_walk = s[STREET] == 1 and s[RAISES] == 0 and not is_shown and s[ACTIVE + s[BIG]] == 1
    others = s[POT] - s[TOTALS + s[BIG]]
    returned = _return_uncalled(s)
    pots = _make_pots(s)
    _take_rake(s, t, pots, is_walk, returned, others)
    for pot in range(pots):
        s[RAKE] += s[RAKES + pot]
        _divide(s, t, s[AMOUNTS + pot] - s[RAKES + pot], s[LEVELS + pot])
    for place in range(players):
        seat = s[ORDER + place]
        s[CHIPS + seat] += s[WON + seat]


@njit(cache=True, error_model="numpy")
def _return_uncalled(s: Ints) -> int:
    """What is above the second-highest total; a bet given up with the hand stays for those who could match
    it.
    """
    most, second, owner, ties = np.int64(-1), np.int64(0), np.int64(0), 0
    for place in range(s[PLAYERS]):
        seat = s[ORDER + place]
        if s[TOTALS + seat] > most:
            most, second, owner, ties = s[TOTALS + seat], max(most, np.int64(0)), seat, 0
        elif s[TOTALS + seat] == most:
            ties += 1
        else:
            second = max(second, s[TOTALS + seat])
    if ties or (not s[ACTIVE + owner] and _able(s) > 0):
        return 0
    back = most - second
    s[TOTALS + owner] -= back
    s[CHIPS + owner] += back
    return int(back)


@njit(cache=True, error_model="numpy")
def _make_pots(s: Ints) -> int:
    """Main Pot and side pots by what all-in players have put in; how many there are."""
    top = np.int64(0)
    for place in range(s[PLAYERS]):
        top = max(top, s[TOTALS + s[ORDER + place]])
    for place in range(s[PLAYERS]):
        seat = s[ORDER + place]
        s[REACH + seat] = -1 if not s[ACTIVE + seat] else s[TOTALS + seat] if s[IS_ALL_IN + seat] else top
    pots, below = 0, np.int64(0)
    while below < top:
        level = np.int64(LAST_OUT)
        for place in range(s[PLAYERS]):
            reach = s[REACH + s[ORDER + place]]
            if reach > below and (level < 0 or reach < level):
                level = reach
        upper = top if level < 0 else level
        amount = np.int64(0)
        for place in range(s[PLAYERS]):
            total = s[TOTALS + s[ORDER + place]]
            if total > below:
                amount += min(total, upper) - below
        s[AMOUNTS + pots], s[LEVELS + pots] = amount, level
        pots, below = pots + 1, upper
    return pots


@njit(cache=True, error_model="numpy")
def _take_rake(s: Ints, t: Ints, pots: int, is_walk: bool, returned: int, others: int) -> None:
    """The House's share of each pot."""
    if not t[T_RAKE] or not (s[SHOWN] > 0 or t[T_RAKE_BEFORE_FLOP]):
        for pot in range(pots):
            s[RAKES + pot] = 0
        return
    for pot in range(pots):
        s[RAKES + pot] = s[AMOUNTS + pot]
    if is_walk and returned:
        s[RAKES] = walk_base(t[T_WALK], s[AMOUNTS], returned, others)
    is_on_total = t[T_RAKE_TOTAL] == 1
    collect(s, AMOUNTS, RAKES, pots, t[T_RAKE], t[T_RAKE_PARTS], t[T_CHIP], t[T_RAKE_CAP], is_on_total)


@njit(cache=True, error_model="numpy")
def _divide(s: Ints, t: Ints, amount: int, level: int) -> None:
    """Equal shares to the lowest chip; odd chips from the button's left, one each or all to the first."""
    if level == LAST_OUT:
        if not t[T_LEFT_TO_ACTIVE]:
            s[WON + _last_out(s)] += amount
            return
        level = 0
    best, winners = np.int64(0), 0
    for place in range(s[PLAYERS]):
        seat = s[ORDER + place]
        if s[REACH + seat] >= level:
            best = max(best, s[VALUES + seat])
    for place in range(s[PLAYERS]):
        seat = s[ORDER + place]
        winners += s[REACH + seat] >= level and s[VALUES + seat] == best
    part = amount // winners
    part -= part % t[T_CHIP] if winners > 1 else 0
    rest = amount - part * winners
    for place in range(s[PLAYERS]):
        seat = s[ORDER + place]
        if s[REACH + seat] >= level and s[VALUES + seat] == best:
            s[WON + seat] += part
    while rest > 0:
        for place in range(s[PLAYERS]):
            seat = s[ORDER + place]
            is_winner = s[REACH + seat] >= level and s[VALUES + seat] == best
            is_taker = s[ACTIVE + seat] and not s[MUCKED + seat] if t[T_ODD_LITERAL] else is_winner
            if is_taker and rest > 0:
                odd = rest if t[T_ODD_ALL] else min(t[T_CHIP], rest)
                s[WON + seat] += odd
                rest -= odd


@njit(cache=True, error_model="numpy")
def _last_out(s: Ints) -> int:
    """Of those with chips above the reach of everybody left, the last to go out: he had won them by then."""
    highest = np.int64(0)
    for place in range(s[PLAYERS]):
        highest = max(highest, s[REACH + s[ORDER + place]])
    found, latest = np.int64(0), np.int64(-1)
    for place in range(s[PLAYERS]):
        seat = s[ORDER + place]
        if s[TOTALS + seat] > highest and s[OUT_AT + seat] > latest:
            found, latest = seat, s[OUT_AT + seat]
    return int(found)


@njit(cache=True, error_model="numpy")
def _muck(s: Ints, t: Ints) -> None:
    """Who need not show does not: at each turn, from the last raiser on, a better hand has been seen or
    not.
    """
    first, latest = np.int64(-1), np.int64(0)
    for place in range(s[PLAYERS]):
        seat = s[ORDER + place]
        if s[ACTIVE + seat] and s[RAISED_AT + seat] > latest:
            first, latest = seat, s[RAISED_AT + seat]
    if first < 0 and (s[STREET] == ROUNDS or t[T_EARLY_ANALOGOUS]):
        bettor = s[FIRST_BETTOR]
        first = bettor if bettor >= 0 and s[ACTIVE + bettor] else np.int64(-1)
    start = s[PLACE + first] if first >= 0 else 0
    shown = np.int64(0)  # a bit for each seat that has shown, and with whom others compare
    for ahead in range(s[PLAYERS]):
        seat = s[ORDER + (start + ahead) % s[PLAYERS]]
        if not s[ACTIVE + seat]:
            continue
        level = np.int64(0)
        for place in range(s[PLAYERS]):
            other = s[ORDER + place]
            if other != seat and s[ACTIVE + other] and not s[MUCKED + other]:
                level = max(level, s[TOTALS + other])
        level = min(level, s[TOTALS + seat])
        for place in range(s[PLAYERS]):
            other = s[ORDER + place]
            is_better = (shown >> other) & 1 and s[TOTALS + other] >= level
            if is_better and s[VALUES + other] > s[VALUES + seat]:
                s[MUCKED + seat] = 1
        if not s[MUCKED + seat] and not (t[T_COMPARE_FIRST] and shown):
            shown |= 1 << seat


# What the player to act sees and may do


@njit(cache=True, error_model="numpy")
def look_as(s: Ints, deck: Bytes, t: Ints, seat: int, seen: Numbers) -> int:
    """What a seat sees; the smallest total that it may raise to now, or 0."""
    seats, least, to_call = t[T_SEATS], 0, 0
    whole = s[BETS + seat] + s[CHIPS + seat]
    if seat == s[TO_ACT]:
        to_call, least = min(max(s[CURRENT] - s[BETS + seat], 0), s[CHIPS + seat]), raise_least(s, t, seat)
    place, board = s[PLACE + seat], 2 * s[PLAYERS]
    seen[O_SEAT], seen[O_STREET], seen[O_PLACE] = seat, s[STREET], max(place, 0)
    for card in range(2):
        seen[O_HOLE + card] = deck[2 * place + card] if place >= 0 else _NO_CARD
    for card in range(5):
        seen[O_BOARD + card] = deck[board + card] if card < s[SHOWN] else _NO_CARD
    seen[O_POT], seen[O_CALL], seen[O_LEAST] = s[POT], to_call, least
    seen[O_MOST], seen[O_CURRENT] = whole if least else 0, s[CURRENT]
    for ahead in range(seats):
        other = (seat + ahead) % seats
        seen[O_SEATS + ahead], seen[O_SEATS + seats + ahead] = s[CHIPS + other], s[BETS + other]
        is_in = s[PLACE + other] >= 0
        seen[O_SEATS + 2 * seats + ahead] = is_in and s[ACTIVE + other]
        seen[O_SEATS + 3 * seats + ahead] = is_in
    return int(least)


@njit(cache=True, error_model="numpy")
def look(s: Ints, deck: Bytes, t: Ints, seen: Numbers, legal: Flags) -> None:
    seat, chip = s[TO_ACT], t[T_CHIP]
    least = look_as(s, deck, t, seat, seen)
    whole, low = s[BETS + seat] + s[CHIPS + seat], least + -least % chip
    legal[FOLD] = legal[CALL] = 1
    legal[RAISE] = least > 0 and low < whole
    for size in range(t[T_SIZES]):
        to = sized(t[T_PERCENTS + size], s[POT], s[CURRENT], seen[O_CALL], chip)
        legal[RAISE + 1 + size] = least > 0 and low < to < whole
    legal[t[T_ACTIONS] - 1] = least > 0


@njit(cache=True, error_model="numpy")
def observe(at: Ints, seat: int) -> None:
    """What a seat of the one table sees, whoever is to act."""
    look_as(
        ints_at(at[A_ROWS], 0),
        bytes_at(at[A_DECKS], 0),
        ints_at(at[A_TERMS], 0),
        seat,
        numbers_at(at[A_SEEN], 0),
    )


@njit(cache=True, error_model="numpy", nogil=True)
def step(
    at: Ints, actions: Ints, amounts: Ints, net: Ints, done: NDArray[np.bool_], start: int, stop: int
) -> None:
    """One legal decision at every table from `start` to `stop`; a hand that is over is followed by the next.

    `at` says where the tables' rows are. Without actions every table begins afresh.
    """
    t = ints_at(at[A_TERMS], 0)
    for row in range(start, stop):
        s = ints_at(at[A_ROWS], row * WIDTH)
        deck, words = bytes_at(at[A_DECKS], row * _CARDS), words_at(at[A_WORDS], 4 * row)
        done[row] = False
        for seat in range(net.shape[1]):
            net[row, seat] = 0
        if actions.shape[0] == 0:
            for column in range(WIDTH):
                s[column] = 0
            begin(s, deck, words, t)
        else:
            _act(s, t, actions[row], amounts[row] if amounts.shape[0] else 0)
        unasked = 0
        while go_on(s, deck, t):  # a hand may end without a decision: everybody all-in on the Blinds
            done[row] = True
            unasked += 1
            if unasked > UNASKED_MAX:
                break  # with these stakes every hand does; nobody is to act
            for seat in range(net.shape[1]):
                net[row, seat] += s[CHIPS + seat] - s[STARTED + seat]
            begin(s, deck, words, t)
        look(
            s, deck, t, numbers_at(at[A_SEEN], row * t[T_COLUMNS]), flags_at(at[A_LEGAL], row * t[T_ACTIONS])
        )


@njit(cache=True, error_model="numpy", nogil=True, parallel=True)
def step_side_by_side(
    at: Ints, actions: Ints, amounts: Ints, net: Ints, done: NDArray[np.bool_], bounds: Ints
) -> None:
    """`step`, with a thread for the tables between each two of the bounds."""
    for part in prange(bounds.shape[0] - 1):
        step(at, actions, amounts, net, done, bounds[part], bounds[part + 1])


@njit(cache=True, error_model="numpy")
def search(at: Ints, what: int, action: int, amount: int) -> int:
    """One table for search: 0 begins a hand, 1 acts (or only looks, with action -1), 2 deals a street.

    How many cards chance has to give now; 0 where somebody is to act; -1 once the hand is settled.
    """
    t, s, deck = ints_at(at[A_TERMS], 0), ints_at(at[A_ROWS], 0), bytes_at(at[A_DECKS], 0)
    if what == 0:
        begin(s, deck, words_at(at[A_WORDS], 0), t)
        return 0
    if what == 1 and action >= 0:
        _act(s, t, action, amount)
    elif what == 2:
        deal_street(s, t)
    s[WAITS] = 0
    if go_on(s, deck, t):
        return -1
    if s[WAITS] == 0:
        look(s, deck, t, numbers_at(at[A_SEEN], 0), flags_at(at[A_LEGAL], 0))
    return int(s[WAITS])
