"""Free Bet Blackjack in arrays: a row of `s` is a table with one player on one or several areas.

Everything a regular Round has: the shoe with its cutting card, burns, surrender, Insurance and even money,
free and paid splits and doubles, the dealer who draws only as far as an open bet needs, side wagers. The
numbers come from the edition and the house's settings through `t`; what follows from them is said here a
second time, and is compared with the live table decision by decision (`croupier envs prove`).
"""

from typing import Final

import numpy as np
from numba import prange
from numpy.typing import NDArray

from croupier.analysis.kernels.compiling import njit
from croupier.envs.drawing import (
    Bytes,
    Flags,
    Ints,
    Numbers,
    Words,
    bytes_at,
    drawn,
    flags_at,
    ints_at,
    numbers_at,
    words_at,
)

# Actions.
STAND, HIT, DOUBLE, FREE_DOUBLE, SPLIT, FREE_SPLIT, SURRENDER, PLAY_ON = range(8)
INSURE, EVEN_MONEY, PAIR, BUSTED, POT_OF_GOLD, DEAL, WAGER = range(8, 15)
ACTIONS: Final = (
    "stand", "hit", "double", "free_double", "split", "free_split", "surrender", "play_on", "insure",
    "even_money", "pair", "busted", "pot_of_gold", "deal",
)  # fmt: skip

# What is asked.
BETTING, SURRENDERING, INSURING, PLAYING = range(4)
PHASES: Final = ("betting", "surrender", "insurance", "playing")

# A table: columns of its row.
PHASE, AREA, HAND, DEALT, BEGUN, UP, D_CARDS, D_HARD, D_ACES, D_SECOND, NET, ROUNDS, RIFFLES = range(13)
SEEN = 13  # ten columns: cards of each value shown since the shuffle, aces first
AREAS = SEEN + 10
# An area.
STAKE, SIDE, INSURED, HANDS, MARKERS, LOST = 0, 1, 4, 5, 6, 7
AREA_WIDTH = 8
# A hand.
CARDS, HARD, ACES, FIRST, SECOND, HAS_WAGER, ADDED, FREE, STATUS, IS_SPLIT = range(10)
HAND_WIDTH = 10
OPEN, STOOD, OVER, NATURAL = range(4)

# Terms.
(
    T_AREAS, T_HANDS_MAX, T_CHIP, T_MAIN_MIN, T_CUT, T_BURN, T_FREE_TOTALS, T_DRAWS_TO, T_DRAWS_TO_SOFT,
    T_STAND_OFF, T_HIGHEST, T_PAID_ON_FREE, T_CAPPED, T_UNLIKE_TENS, T_TEN_FACE, T_PAID_AT_ONCE,
    T_DRAWS_FOR_BUSTED, T_FRESH, T_CHOOSE, T_SIZES, T_DOUBLE_PERCENT, T_INSURANCE_PERCENT, T_WIDTH,
    T_CARDS, T_ACTIONS,
) = range(25)  # fmt: skip
T_BLACKJACK, T_SURRENDER, T_INSURANCE, T_PAIR = 25, 28, 31, 34  # numerator, denominator, rounding
T_BUSTED, T_GOLD = 37, 54  # how many lines, then a numerator and a denominator for each number
T_BETS = 71  # main, pair, busted and pot of gold of every area
LINES_MAX = 8
AREAS_MAX = 7
T_SPREAD = T_BETS + 4 * AREAS_MAX
SIZES_MAX = 16
TERMS = T_SPREAD + SIZES_MAX
EXACT, UP_TO_CHIP, DOWN_TO_CHIP = range(3)
NO_BURN, BURN_SHOE, BURN_ROUND = range(3)

# Where the rows of all tables begin.
A_ROWS, A_SHOES, A_WORDS, A_TERMS, A_SEEN, A_LEGAL = range(6)

# What a player sees: columns of an observation.
(
    O_PHASE, O_AREA, O_HAND, O_HANDS, O_CARDS, O_TOTAL, O_SOFT, O_PAIR, O_SPLIT, O_MONEY, O_FREE, O_UP,
    O_WAGER, O_MARKERS, O_LEFT,
) = range(15)  # fmt: skip
O_SEEN = 15
COLUMNS = O_SEEN + 10

_ACE = 1
_TEN = 10
_SOFT_GAIN = 10
VALUE: Final = np.array([1 if card >= 48 else min(card // 4 + 2, 10) for card in range(52)], np.int64)
RANK_VALUE: Final = np.array([VALUE[4 * rank] for rank in range(13)], np.int64)
_TEN_RANK = 8


def width(areas: int, hands_max: int) -> int:
    """How many columns a table's row has."""
    return AREAS + areas * (AREA_WIDTH + hands_max * HAND_WIDTH)


@njit(cache=True, error_model="numpy")
def _area(t: Ints, number: int) -> int:
    return AREAS + number * (AREA_WIDTH + int(t[T_HANDS_MAX]) * HAND_WIDTH)


@njit(cache=True, error_model="numpy")
def _hand(t: Ints, number: int, index: int) -> int:
    return _area(t, number) + AREA_WIDTH + index * HAND_WIDTH


@njit(cache=True, error_model="numpy")
def _total(hard: int, aces: int, t: Ints) -> int:
    return hard + _SOFT_GAIN if aces > 0 and hard + _SOFT_GAIN <= t[T_HIGHEST] else hard


@njit(cache=True, error_model="numpy")
def _paid(stake: int, t: Ints, at: int) -> int:
    """What a line of the pay table wins, rounded as the house rounds it."""
    exact, parts, how = stake * t[at], t[at + 1], t[at + 2]
    if how == EXACT:
        return int((2 * exact + parts) // (2 * parts))
    chip = t[T_CHIP]
    if how == UP_TO_CHIP:
        whole = -(-exact // parts)
        return int(whole + -whole % chip)
    whole = exact // parts
    return int(whole - whole % chip)


@njit(cache=True, error_model="numpy")
def _line(stake: int, t: Ints, at: int, number: int) -> int:
    """A side wager by a number of cards or markers: the highest line takes all above it; 0 where there is
    none.
    """
    place = at + 1 + 2 * min(number, t[at])
    exact, parts = stake * t[place], t[place + 1]
    return int((2 * exact + parts) // (2 * parts))


# Cards


@njit(cache=True, error_model="numpy")
def _riffle(s: Ints, shoe: Bytes) -> None:
    """The cards have run out: all that do not lie on the table come again."""
    begun, count = s[BEGUN], s[DEALT] - s[BEGUN]
    for at in range(count):
        shoe[at], shoe[begun + at] = shoe[begun + at], shoe[at]
    s[BEGUN], s[DEALT] = 0, count
    s[RIFFLES] += 1
    for at in range(10):
        s[SEEN + at] = 0
    for at in range(count):
        s[SEEN + VALUE[shoe[at]] - 1] += 1


@njit(cache=True, error_model="numpy")
def _card(s: Ints, shoe: Bytes, words: Words, t: Ints) -> int:
    if s[DEALT] == t[T_CARDS]:
        _riffle(s, shoe)
    card = drawn(shoe, words, s[DEALT], t[T_CARDS])
    s[DEALT] += 1
    s[SEEN + VALUE[card] - 1] += 1
    return card


@njit(cache=True, error_model="numpy")
def _to_hand(s: Ints, shoe: Bytes, words: Words, t: Ints, hand: int) -> int:
    """One more card to a hand; its total."""
    card = _card(s, shoe, words, t)
    value = VALUE[card]
    if s[hand + CARDS] == 0:
        s[hand + FIRST] = card >> 2
    elif s[hand + CARDS] == 1:
        s[hand + SECOND] = card >> 2
    s[hand + CARDS] += 1
    s[hand + HARD] += value
    s[hand + ACES] += value == _ACE
    return _total(s[hand + HARD], s[hand + ACES], t)


@njit(cache=True, error_model="numpy")
def _to_dealer(s: Ints, shoe: Bytes, words: Words, t: Ints) -> None:
    value = VALUE[_card(s, shoe, words, t)]
    s[D_CARDS] += 1
    s[D_HARD] += value
    s[D_ACES] += value == _ACE
    if s[D_CARDS] == 1:
        s[UP] = value
    elif s[D_CARDS] == 2:
        s[D_SECOND] = value


# The beginning


@njit(cache=True, error_model="numpy")
def begin(s: Ints, shoe: Bytes, words: Words, t: Ints) -> None:
    """Open the next Round: shuffle if the cutting card is out, clear the layout, place what is fixed."""
    if s[ROUNDS] == 0 or t[T_FRESH] or t[T_CARDS] - s[DEALT] <= t[T_CUT]:
        s[DEALT] = 0
        for at in range(10):
            s[SEEN + at] = 0
    s[ROUNDS] += 1
    for column in range(UP, NET + 1):
        s[column] = 0
    for column in range(AREAS, t[T_WIDTH]):
        s[column] = 0
    s[AREA], s[HAND] = 0, 0
    s[BEGUN] = s[DEALT]
    s[PHASE] = BETTING
    if not t[T_CHOOSE]:
        for number in range(t[T_AREAS]):
            for bet in range(4):
                s[_area(t, number) + bet] = t[T_BETS + 4 * number + bet]
        _deal(s, shoe, words, t)


@njit(cache=True, error_model="numpy")
def _deal(s: Ints, shoe: Bytes, words: Words, t: Ints) -> None:
    """The initial deal, and the offer that follows it."""
    if t[T_BURN] == BURN_ROUND or (t[T_BURN] == BURN_SHOE and s[DEALT] == 0):
        if s[DEALT] == t[T_CARDS]:
            _riffle(s, shoe)
        drawn(shoe, words, s[DEALT], t[T_CARDS])
        s[DEALT] += 1
    s[BEGUN] = s[DEALT]
    for number in range(t[T_AREAS]):
        hand = _hand(t, number, 0)
        s[_area(t, number) + HANDS] = 1
        s[hand + HAS_WAGER] = 1
        _to_hand(s, shoe, words, t, hand)
    _to_dealer(s, shoe, words, t)
    for number in range(t[T_AREAS]):
        hand = _hand(t, number, 0)
        if _to_hand(s, shoe, words, t, hand) == t[T_HIGHEST]:
            s[hand + STATUS] = NATURAL
    s[AREA] = 0
    s[PHASE] = INSURING if s[UP] == _ACE else SURRENDERING


# Decisions


@njit(cache=True, error_model="numpy")
def _bet(s: Ints, shoe: Bytes, words: Words, t: Ints, action: int) -> None:
    area = _area(t, s[AREA])
    if action >= WAGER:
        s[area + STAKE] = t[T_SPREAD + action - WAGER]
    elif action == DEAL:
        if s[AREA] + 1 < t[T_AREAS]:
            s[AREA] += 1
        else:
            _deal(s, shoe, words, t)
    else:
        side = action - PAIR + 1
        s[area + side] = t[T_BETS + 4 * s[AREA] + side]


@njit(cache=True, error_model="numpy")
def _half(t: Ints, wager: int) -> int:
    half = wager * t[T_INSURANCE_PERCENT] // 100
    return int(half - half % t[T_CHIP])


@njit(cache=True, error_model="numpy")
def _answer(s: Ints, shoe: Bytes, words: Words, t: Ints, action: int, amount: int) -> None:
    """Surrender or play on; insure, decline, or take even money."""
    area, hand = _area(t, s[AREA]), _hand(t, s[AREA], 0)
    wager = s[area + STAKE]
    if action == SURRENDER:
        s[NET] -= wager - _paid(wager, t, T_SURRENDER)
        s[hand + STATUS] = OVER
    elif action == INSURE:
        s[area + INSURED] = amount if amount > 0 else _half(t, wager)
    elif action == EVEN_MONEY:
        s[NET] += wager
        s[hand + STATUS] = OVER
    s[AREA] += 1
    if s[AREA] == t[T_AREAS]:
        _close_offer(s, t)
        _go_on(s, shoe, words, t)


@njit(cache=True, error_model="numpy")
def _close_offer(s: Ints, t: Ints) -> None:
    """Pairs, and Blackjacks that the dealer cannot tie any more."""
    is_safe = s[UP] != _ACE and (s[UP] != _TEN or t[T_PAID_AT_ONCE])
    for number in range(t[T_AREAS]):
        area, hand = _area(t, number), _hand(t, number, 0)
        stake = s[area + SIDE]
        if stake:
            one, other = s[hand + FIRST], s[hand + SECOND]
            both_tens = RANK_VALUE[one] == _TEN and RANK_VALUE[other] == _TEN
            has_ten = one == _TEN_RANK or other == _TEN_RANK
            is_pair = one == other or (t[T_TEN_FACE] and both_tens and has_ten)
            s[NET] += _paid(stake, t, T_PAIR) if is_pair else -stake
        if is_safe and s[hand + STATUS] == NATURAL:
            s[NET] += _paid(s[area + STAKE], t, T_BLACKJACK)
            s[hand + STATUS] = OVER
    s[PHASE], s[AREA], s[HAND] = PLAYING, 0, 0


@njit(cache=True, error_model="numpy")
def _play(s: Ints, shoe: Bytes, words: Words, t: Ints, action: int, amount: int) -> None:
    number, index = s[AREA], s[HAND]
    area, hand = _area(t, number), _hand(t, number, index)
    if action == STAND:
        s[hand + STATUS] = STOOD
    elif action in (SPLIT, FREE_SPLIT):
        _split(s, t, number, index, action == FREE_SPLIT)
    else:
        if action == DOUBLE:
            s[hand + ADDED] += amount if amount > 0 else _double_most(t, s[area + STAKE])
        elif action == FREE_DOUBLE:
            s[hand + FREE] += 1
            s[area + MARKERS] += 1
        total = _to_hand(s, shoe, words, t, hand)
        if total > t[T_HIGHEST]:
            _bust(s, area, hand)
        elif action != HIT or total == t[T_HIGHEST]:
            s[hand + STATUS] = STOOD
    _go_on(s, shoe, words, t)


@njit(cache=True, error_model="numpy")
def _double_most(t: Ints, wager: int) -> int:
    most = wager * t[T_DOUBLE_PERCENT] // 100
    return int(most - most % t[T_CHIP])


@njit(cache=True, error_model="numpy")
def _bust(s: Ints, area: int, hand: int) -> None:
    original = s[area + STAKE] if s[hand + HAS_WAGER] else 0
    s[NET] -= original + s[hand + ADDED]
    s[area + LOST] += s[hand + ADDED]
    s[hand + STATUS] = OVER


@njit(cache=True, error_model="numpy")
def _split(s: Ints, t: Ints, number: int, index: int, is_free: bool) -> None:
    """The second card becomes a hand of its own right behind the first."""
    area, hand = _area(t, number), _hand(t, number, index)
    for later in range(s[area + HANDS], index + 1, -1):
        for column in range(HAND_WIDTH):
            s[_hand(t, number, later) + column] = s[_hand(t, number, later - 1) + column]
    s[area + HANDS] += 1
    new = _hand(t, number, index + 1)
    rank = s[hand + SECOND]
    value = RANK_VALUE[rank]
    for column in range(HAND_WIDTH):
        s[new + column] = 0
    s[new + FIRST], s[new + CARDS] = rank, 1
    s[new + HARD], s[new + ACES] = value, value == _ACE
    s[hand + SECOND], s[hand + CARDS] = 0, 1
    s[hand + HARD], s[hand + ACES] = value, value == _ACE
    s[hand + IS_SPLIT] = s[new + IS_SPLIT] = 1
    if is_free:
        s[new + FREE] = 1
        s[area + MARKERS] += 1
    else:
        s[new + ADDED] = s[area + STAKE]


@njit(cache=True, error_model="numpy")
def _go_on(s: Ints, shoe: Bytes, words: Words, t: Ints) -> None:
    """To the next hand that has a decision, or to the end of the Round."""
    for number in range(s[AREA], t[T_AREAS]):
        area = _area(t, number)
        index = 0
        while index < s[area + HANDS]:
            hand = _hand(t, number, index)
            if s[hand + STATUS] == OPEN:
                total = _total(s[hand + HARD], s[hand + ACES], t)
                if s[hand + CARDS] < 2:
                    total = _to_hand(s, shoe, words, t, hand)
                    if RANK_VALUE[s[hand + FIRST]] == _ACE:  # split Aces get one card and no decision
                        s[hand + STATUS] = STOOD
                        continue
                if total != t[T_HIGHEST]:
                    s[AREA], s[HAND] = number, index
                    return
                s[hand + STATUS] = STOOD
            index += 1
    _finish(s, shoe, words, t)
    s[PHASE] = BETTING
    s[AREA] = -1


@njit(cache=True, error_model="numpy")
def _finish(s: Ints, shoe: Bytes, words: Words, t: Ints) -> None:
    """The dealer's cards as far as an open bet needs them, and what every bet comes to."""
    to_the_end, one_more = False, False
    for number in range(t[T_AREAS]):
        area = _area(t, number)
        to_the_end = to_the_end or (s[area + BUSTED - PAIR + 1] > 0 and t[T_DRAWS_FOR_BUSTED] != 0)
        one_more = one_more or s[area + INSURED] > 0
        for index in range(s[area + HANDS]):
            status = s[_hand(t, number, index) + STATUS]
            to_the_end = to_the_end or status == STOOD
            one_more = one_more or status == NATURAL
    while (to_the_end and not _stands(s, t)) or (one_more and s[D_CARDS] < 2):
        _to_dealer(s, shoe, words, t)
    total = _total(s[D_HARD], s[D_ACES], t)
    is_natural = s[D_CARDS] == 2 and total == t[T_HIGHEST]
    for number in range(t[T_AREAS]):
        area = _area(t, number)
        for index in range(s[area + HANDS]):
            hand = _hand(t, number, index)
            if s[hand + STATUS] != OVER:
                s[NET] += _result(s, t, area, hand, total, is_natural)
        insured = s[area + INSURED]
        if insured:
            s[NET] += _paid(insured, t, T_INSURANCE) if s[D_SECOND] == _TEN else -insured
        stake = s[area + SIDE + 1]
        if stake:
            won = _line(stake, t, T_BUSTED, s[D_CARDS]) if total > t[T_HIGHEST] else 0
            s[NET] += won if won else -stake
        stake = s[area + SIDE + 2]
        if stake:
            won = _line(stake, t, T_GOLD, s[area + MARKERS])
            s[NET] += won if won else -stake
        if is_natural and t[T_CAPPED]:
            s[NET] += s[area + LOST]


@njit(cache=True, error_model="numpy")
def _stands(s: Ints, t: Ints) -> bool:
    total = _total(s[D_HARD], s[D_ACES], t)
    is_soft = total != s[D_HARD]
    return bool(total > t[T_DRAWS_TO_SOFT]) if is_soft else bool(total > t[T_DRAWS_TO])


@njit(cache=True, error_model="numpy")
def _result(s: Ints, t: Ints, area: int, hand: int, dealer: int, is_natural: bool) -> int:
    """What a hand that has not busted wins or loses."""
    wager = s[area + STAKE]
    original = wager if s[hand + HAS_WAGER] else 0
    if s[hand + STATUS] == NATURAL:
        return 0 if is_natural else int(_paid(wager, t, T_BLACKJACK))
    if is_natural:
        return int(-original)
    if dealer == t[T_STAND_OFF]:
        return 0
    total = _total(s[hand + HARD], s[hand + ACES], t)
    if dealer > t[T_HIGHEST] or total > dealer:
        return int(original + s[hand + ADDED] + s[hand + FREE] * wager)
    return int(-(original + s[hand + ADDED])) if total < dealer else 0


# What the player sees and may do


@njit(cache=True, error_model="numpy")
def look(s: Ints, t: Ints, seen: Numbers, legal: Flags) -> None:
    phase, number = s[PHASE], s[AREA]
    index = s[HAND] if phase == PLAYING else 0
    area, hand = _area(t, number), _hand(t, number, index)
    cards, hard, aces = s[hand + CARDS], s[hand + HARD], s[hand + ACES]
    total = _total(hard, aces, t)
    one, other = s[hand + FIRST], s[hand + SECOND]
    is_pair = cards == 2 and RANK_VALUE[one] == RANK_VALUE[other]
    has_money = s[hand + HAS_WAGER] == 1 or s[hand + ADDED] > 0
    seen[O_PHASE], seen[O_AREA], seen[O_HAND] = phase, number, index
    seen[O_HANDS], seen[O_CARDS] = s[area + HANDS], cards
    seen[O_TOTAL], seen[O_SOFT] = total, total != hard
    seen[O_PAIR] = RANK_VALUE[one] if is_pair else 0
    seen[O_SPLIT], seen[O_MONEY] = s[hand + IS_SPLIT], has_money
    seen[O_FREE], seen[O_UP] = s[hand + FREE], s[UP]
    seen[O_WAGER], seen[O_MARKERS] = s[area + STAKE], s[area + MARKERS]
    seen[O_LEFT] = t[T_CARDS] - s[DEALT]
    for at in range(10):
        seen[O_SEEN + at] = s[SEEN + at]
    for action in range(t[T_ACTIONS]):
        legal[action] = 0
    if phase == BETTING:
        _legal_bets(s, t, area, legal)
    elif phase == SURRENDERING:
        legal[SURRENDER] = legal[PLAY_ON] = 1
    elif phase == INSURING:
        legal[INSURE] = _half(t, s[area + STAKE]) >= t[T_CHIP]
        legal[PLAY_ON] = 1
        legal[EVEN_MONEY] = s[hand + STATUS] == NATURAL
    else:
        legal[STAND] = legal[HIT] = 1
        if cards == 2:
            may_pay = has_money or t[T_PAID_ON_FREE] != 0
            legal[DOUBLE] = may_pay and _double_most(t, s[area + STAKE]) >= t[T_MAIN_MIN]
            legal[FREE_DOUBLE] = total == hard and (t[T_FREE_TOTALS] >> total) & 1
            if is_pair and s[area + HANDS] < t[T_HANDS_MAX]:
                is_ten = RANK_VALUE[one] == _TEN
                legal[SPLIT] = is_ten and (one == other or t[T_UNLIKE_TENS] != 0)
                legal[FREE_SPLIT] = not is_ten


@njit(cache=True, error_model="numpy")
def _legal_bets(s: Ints, t: Ints, area: int, legal: Flags) -> None:
    if s[area + STAKE] == 0:
        for size in range(t[T_SIZES]):
            legal[WAGER + size] = 1
        return
    legal[DEAL] = 1
    for side in range(3):
        legal[PAIR + side] = s[area + SIDE + side] == 0


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
        shoe, words = bytes_at(at[A_SHOES], row * t[T_CARDS]), words_at(at[A_WORDS], 4 * row)
        done[row] = False
        net[row] = 0
        if actions.shape[0] == 0:
            for column in range(t[T_WIDTH]):
                s[column] = 0
            begin(s, shoe, words, t)
        else:
            _decide(s, shoe, words, t, actions[row], amounts[row] if amounts.shape[0] else 0)
            if s[AREA] < 0:
                done[row] = True
                net[row] = s[NET]
                begin(s, shoe, words, t)
        look(s, t, numbers_at(at[A_SEEN], row * COLUMNS), flags_at(at[A_LEGAL], row * t[T_ACTIONS]))


@njit(cache=True, error_model="numpy", nogil=True, parallel=True)
def step_side_by_side(
    at: Ints, actions: Ints, amounts: Ints, net: Ints, done: NDArray[np.bool_], bounds: Ints
) -> None:
    """`step`, with a thread for the tables between each two of the bounds."""
    for part in prange(bounds.shape[0] - 1):
        step(at, actions, amounts, net, done, bounds[part], bounds[part + 1])


@njit(cache=True, error_model="numpy")
def _decide(s: Ints, shoe: Bytes, words: Words, t: Ints, action: int, amount: int) -> None:
    phase = s[PHASE]
    if phase == PLAYING:
        _play(s, shoe, words, t, action, amount)
    elif phase == BETTING:
        _bet(s, shoe, words, t, action)
    else:
        _answer(s, shoe, words, t, action, amount)
