"""A second settlement, written from the pay tables and nothing else, to be compared with the real one.

It knows finished Rounds only: who bet what, which cards lay where. Hands are ranked by another program.
"""

from collections import Counter
from dataclasses import dataclass

from tests.cards.referees import by_eval7

RANKS = "23456789TJQKA"
STRAIGHTS = {"".join(sorted(RANKS[i : i + 5])) for i in range(9)} | {"".join(sorted("A2345"))}
ACE_HIGH = "".join(sorted("TJQKA"))
CAP = 100_000_00

# What the player receives for a jackpot hand, in cents for a bet of 5.00; shares of the meter apart.
MINOR = {
    "rws-multilink@2": {"four": 2_000_00, "house": 200_00, "flush": 100_00},
    "rws-multilink@3": {
        "four": 400 * 5_00,
        "house": 80 * 5_00,
        "flush": 40 * 5_00,
        "straight": 20 * 5_00,
    },
}


@dataclass(frozen=True)
class Hand:
    """One box at the end of a Round; `is_folded` hands have no street bets."""

    cards: tuple[str, ...]
    ante: int
    bonus: int
    has_progressive: bool
    is_folded: bool
    flop: int = 0
    turn: int = 0
    river: int = 0


def five_card_name(cards: tuple[str, ...]) -> str:
    """What five cards are called, as far as any bet asks."""
    counts = sorted(Counter(card[0] for card in cards).values(), reverse=True)
    ranks = "".join(sorted(card[0] for card in cards))
    is_flush = len({card[1] for card in cards}) == 1
    if is_flush and ranks == ACE_HIGH:
        return "royal"
    if is_flush and ranks in STRAIGHTS:
        return "straight flush"
    if counts[0] == 4:
        return "four"
    if counts == [3, 2]:
        return "house"
    if is_flush:
        return "flush"
    return "straight" if ranks in STRAIGHTS else ""


def bonus_multiple(cards: tuple[str, ...], dealer: tuple[str, ...]) -> int:
    ranks = {cards[0][0], cards[1][0]}
    is_suited = cards[0][1] == cards[1][1]
    if ranks == {"A"}:
        return 1000 if {card[0] for card in dealer} == {"A"} else 30
    if ranks == {"A", "K"}:
        return 25 if is_suited else 15
    if ranks in ({"A", "Q"}, {"A", "J"}):
        return 20 if is_suited else 5
    if len(ranks) == 1:
        return 10 if ranks < {"K", "Q", "J"} else 3
    return 0


# The referee's value of the weakest straight: five-high, with the ace low.
STRAIGHT_FROM = by_eval7(("Ac", "2d", "3c", "4c", "5c"))


def main_game(hand: Hand, board: tuple[str, ...], dealer: tuple[str, ...]) -> int:
    """What ante, flop, turn and river win or lose."""
    streets = hand.flop + hand.turn + hand.river
    mine, other = by_eval7((*hand.cards, *board)), by_eval7((*dealer, *board))
    if mine == other:
        return 0
    if mine < other:
        return -hand.ante - streets
    return streets + (hand.ante if mine >= STRAIGHT_FROM else 0)


def net(edition: str, hand: Hand, board: tuple[str, ...], dealer: tuple[str, ...]) -> tuple[int, int]:
    """What the box wins or loses without the meter, and its share of the meter in percent."""
    total = share = 0
    if hand.has_progressive:
        name = five_card_name((*hand.cards, *board[:3]))
        share = {"royal": 100, "straight flush": 10}.get(name, 0)
        total += MINOR[edition].get(name, 0) - 5_00
    if hand.is_folded:
        return total - hand.ante - hand.bonus, share
    multiple = bonus_multiple(hand.cards, dealer)
    total += min(multiple * hand.bonus, CAP) if multiple else -hand.bonus
    return total + main_game(hand, board, dealer), share
