"""The fast simulator: whole rounds at one playing area, one wager on everything, decided by a chart.

Every round is dealt from a fresh, full shoe: the lazy Fisher-Yates shuffle draws a random one of the cards
not yet dealt, and since any order to start from will do, nothing is ever put back in place. The dealt cards
stand at the front of the shoe in the order dealt, which is how rounds are handed to the live game for
comparison. Kernels allocate nothing, so that their machine code needs nobody's help (`compiling.Kept`).
"""

from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from croupier.analysis.freebet.shoe.play import Action
from croupier.analysis.freebet.simulating.points import (
    FINISHED,
    MORE,
    SOFT,
    SPLIT,
    SURRENDER,
    TOTAL,
    TWO,
    Book,
    Bytes,
)
from croupier.analysis.kernels.chance import seed_words, stepped
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

Numbers: TypeAlias = NDArray[np.int64]
Whole: TypeAlias = int | np.int64
Words: TypeAlias = tuple[np.uint64, np.uint64, np.uint64, np.uint64]

HIGHEST = 21
VALUES = 10
ACE, TEN = 0, 9
STAND, DOUBLE, FREE_DOUBLE = int(Action.STAND), int(Action.DOUBLE), int(Action.FREE_DOUBLE)
SOFT_21 = SOFT + 10
NO_WAY = -1
# `rooms` has for each area these rows: its finished hands, and what waits to be played.
FINAL, ADDED, MARKED, RANK, PART = range(5)
ROOM: Final = (5, 8)


@njit(cache=True, inline="always")
def deal(shoe: Bytes, cards: Whole, dealt: Whole, words: Words) -> Words:
    """Put a random one of the cards not yet dealt next; 48 random bits favour none by 1 in 10^11."""
    a, b, c, d, word = stepped(words[0], words[1], words[2], words[3])
    left = np.uint64(max(cards - dealt, 1))
    to = dealt + np.int64(((word >> np.uint64(16)) * left) >> np.uint64(48))
    shoe[dealt], shoe[to] = shoe[to], shoe[dealt]
    return a, b, c, d


@njit(cache=True, inline="always")
def value_of(rank: Whole) -> Whole:
    return np.int64(rank) if rank < TEN else np.int64(TEN)


@njit(cache=True, inline="always")
def play_hand(
    shoe: Bytes,
    cards: Whole,
    dealt: Whole,
    words: Words,
    hand: Whole,
    part: Whole,
    first: Whole,
    table: Bytes,
) -> tuple[Whole, Whole, Whole, Words]:
    """Draw by the chart: cards dealt by then, the hand's state, the last action, the generator."""
    action: Whole = np.int64(table[hand, TWO + part * VALUES + first])
    last = action
    while action != STAND:
        last = action
        words = deal(shoe, cards, dealt, words)
        hand = np.int64(table[hand, value_of(shoe[dealt])])
        dealt += 1
        # `more` says stand for 21 and above.
        action = (
            STAND if last in (DOUBLE, FREE_DOUBLE) else np.int64(table[hand, MORE + part * VALUES + first])
        )
    return dealt, hand, last, words


@njit(cache=True, inline="always")
def play_split(
    shoe: Bytes,
    cards: Whole,
    dealt: Whole,
    words: Words,
    one: Whole,
    other: Whole,
    first: Whole,
    table: Bytes,
    book: Book,
    rooms: Numbers,
    area: int,
) -> tuple[Whole, int, Whole, Words]:
    """Play a split pair: cards dealt by then, hands formed, markers used, the generator.

    The first hand keeps the wager; the others wait with one card each, the newest to go on first.
    """
    value = value_of(one)
    new_part = 0 if value == TEN else 1
    most = book.aces_max if value == ACE else book.hands_max
    rooms[area, RANK, 0], rooms[area, PART, 0] = other, new_part
    rooms[area, RANK, 1], rooms[area, PART, 1] = one, 0
    waiting, formed, hands = 2, 2, 0
    used: Whole = new_part
    while waiting > 0:
        waiting -= 1
        rank, part = rooms[area, RANK, waiting], rooms[area, PART, waiting]
        words = deal(shoe, cards, dealt, words)
        second = np.int64(shoe[dealt])
        dealt += 1
        pairs_again = value_of(second) == value and (value != TEN or book.unlike_tens or second == rank)
        if pairs_again and formed < most and table[value, SPLIT + part * VALUES + first] == 1:
            rooms[area, RANK, waiting], rooms[area, PART, waiting] = second, new_part
            rooms[area, RANK, waiting + 1], rooms[area, PART, waiting + 1] = rank, part
            waiting, formed, used = waiting + 2, formed + 1, used + new_part
            continue
        hand: Whole = np.int64(table[table[0, value], value_of(second)])
        last: Whole = STAND
        if value != ACE:
            dealt, hand, last, words = play_hand(shoe, cards, dealt, words, hand, part, first, table)
        free = 1 if last == FREE_DOUBLE else 0
        used += free
        rooms[area, FINAL, hands] = np.int64(table[hand, TOTAL])
        rooms[area, MARKED, hands] = part + free
        rooms[area, ADDED, hands] = (0 if hands == 0 or part == 1 else 1) + (1 if last == DOUBLE else 0)
        hands += 1
    return dealt, hands, used, words


@njit(cache=True, inline="always")
def play_area(
    shoe: Bytes,
    cards: Whole,
    dealt: Whole,
    words: Words,
    one: Whole,
    other: Whole,
    first: Whole,
    table: Bytes,
    book: Book,
    rooms: Numbers,
    area: int,
) -> tuple[Whole, int, Whole, Whole, Words]:
    """Play two dealt cards: cards dealt by then, hands formed, markers used, how it ended, the generator.

    What has not ended before the dealer's hand is known has NO_WAY yet.
    """
    hands = 0
    used: Whole = 0
    way: Whole = NO_WAY
    pair = value_of(one)
    hand: Whole = np.int64(table[table[0, pair], value_of(other)])
    if hand == SOFT_21:
        way = EVEN_MONEY if first == ACE and book.takes_even_money else BLACKJACK
    elif (
        pair == value_of(other)
        and table[pair, SPLIT + first] == 1
        and (pair != TEN or book.unlike_tens or one == other)
    ):
        dealt, hands, used, words = play_split(
            shoe, cards, dealt, words, one, other, first, table, book, rooms, area
        )
    elif table[hand, SURRENDER + first] == 1:
        way = SURRENDERED
    else:
        dealt, hand, last, words = play_hand(shoe, cards, dealt, words, hand, 0, first, table)
        used = 1 if last == FREE_DOUBLE else 0
        rooms[area, FINAL, 0], rooms[area, MARKED, 0], rooms[area, ADDED, 0] = (
            np.int64(table[hand, TOTAL]),
            used,
            1 if last == DOUBLE else 0,
        )
        hands = 1
    return dealt, hands, used, way, words


@njit(cache=True, inline="always")
def play_dealer(
    shoe: Bytes,
    cards: Whole,
    dealt: Whole,
    words: Words,
    first: Whole,
    table: Bytes,
    to_the_end: bool,
    one_card: bool,
) -> tuple[Whole, int, Whole, Words]:
    """Complete the dealer's hand, or draw one card to see a blackjack, or none at all."""
    drawn = 1
    dealer: Whole = np.int64(table[0, first])
    while (to_the_end and (drawn == 1 or table[dealer, FINISHED] == 0)) or (one_card and drawn == 1):
        words = deal(shoe, cards, dealt, words)
        dealer = np.int64(table[dealer, value_of(shoe[dealt])])
        dealt += 1
        drawn += 1
    return dealt, drawn, dealer, words


@njit(cache=True, inline="always")
def settled(hands: int, rooms: Numbers, total: Whole, natural: bool, book: Book) -> Whole:
    """The first area's result over all hands, in wagers; the first hand carries the original one."""
    net: Whole = 0
    for at in range(hands):
        original = 1 if at == 0 else 0
        stake = original + rooms[0, ADDED, at]
        if rooms[0, FINAL, at] > HIGHEST:
            net -= original if natural and book.capped else stake
        elif natural:
            net -= original
        elif total > HIGHEST or total < rooms[0, FINAL, at]:
            if total != book.stand_off:
                net += stake + rooms[0, MARKED, at]
        elif total > rooms[0, FINAL, at]:
            net -= stake
    return net


@njit(cache=True, inline="always")
def play_round(
    shoe: Bytes,
    cards: Whole,
    start: Whole,
    areas: int,
    words: Words,
    table: Bytes,
    book: Book,
    rooms: Numbers,
) -> tuple[Whole, Whole, Whole, Whole, bool, Words]:
    """Play a Round from the cards behind `start`; what becomes of the first area's bets.

    Cards dealt by then; how its wager ended; markers used; cards of a dealer who went bust, or 0; whether the
    dealer has a blackjack; the generator.
    """
    dealt: Whole = start
    for _ in range(2 * areas + 1):  # one card to every area, the dealer's, and another to every area
        words = deal(shoe, cards, dealt, words)
        dealt += 1
    first = value_of(shoe[start + areas])
    # The dealer draws as far as an open bet needs.
    to_the_end, one_card, hands_of_first = book.draws_for_busted > 0, first == ACE, 0
    way: Whole = NO_WAY
    used: Whole = 0
    for area in range(areas):
        one, other = np.int64(shoe[start + area]), np.int64(shoe[start + areas + 1 + area])
        dealt, hands, own_used, own_way, words = play_area(
            shoe, cards, dealt, words, one, other, first, table, book, rooms, area
        )
        one_card = one_card or (own_way == BLACKJACK and first == TEN and not book.paid_at_once)
        for at in range(hands):
            to_the_end = to_the_end or rooms[area, FINAL, at] <= HIGHEST
        if area == 0:
            way, used, hands_of_first = own_way, own_used, hands
    dealt, drawn, dealer, words = play_dealer(shoe, cards, dealt, words, first, table, to_the_end, one_card)
    natural, total = drawn == 2 and dealer == SOFT_21, np.int64(table[dealer, TOTAL])
    if way == NO_WAY:
        way = NET + settled(hands_of_first, rooms, total, natural, book)
    elif way == BLACKJACK and natural and (first == ACE or not book.paid_at_once):
        way = NET
    return dealt, way, used, drawn if total > HIGHEST else 0, natural, words


@njit(cache=True, nogil=True)
def play_rounds(
    seed: int,
    rounds: int,
    shoe: Bytes,
    table: Bytes,
    book: Book,
    rooms: Numbers,
    main: Numbers,
    pairs: Numbers,
    markers: Numbers,
    busted: Numbers,
    insurance: Numbers,
    trace: Numbers,
    traced_cards: Bytes,
) -> None:
    """Play rounds and count how each bet ended. `shoe` holds ranks: ace 0, two 1, ten 9, king 12."""
    words = seed_words(seed)
    for round_ in range(rounds):
        dealt, way, used, bust_cards, natural, words = play_round(
            shoe, shoe.shape[0], 0, 1, words, table, book, rooms
        )
        one, first, other = shoe[0], shoe[1], shoe[2]
        has_ten = min(one, other) == TEN and max(one, other) > TEN
        pair = 1 if one == other or (book.ten_face_pairs and has_ten) else 0
        insured = INSURANCE_NONE if first != ACE else INSURANCE_WON if natural else INSURANCE_LOST
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
