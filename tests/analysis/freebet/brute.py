"""Rounds played out card by card in the order the dealer deals them, all chances as fractions.

Slow and simple on purpose: nothing here is exchanged, weighted or left out, so that it can referee the
analysis on shoes of a few cards.
"""

from collections.abc import Callable
from fractions import Fraction
from functools import cache

ACE, TEN = 0, 9
Shoe = tuple[int, ...]
Cards = tuple[int, ...]
"""The cards of one hand in the order dealt, places 0 to 9."""
Ended = tuple[int, int, int, int]
"""A finished hand: points, original wager, money added, markers."""
Policy = Callable[[str, Cards, bool], str]
"""(what the hand carries, its cards, whether it may still be split) -> an action."""


def total(cards: Cards) -> int:
    hard = sum(card + 1 for card in cards)
    return hard + 10 if ACE in cards and hard + 10 <= 21 else hard


def is_soft(cards: Cards) -> bool:
    return ACE in cards and sum(card + 1 for card in cards) + 10 <= 21


def draws(shoe: Shoe) -> list[tuple[int, Fraction, Shoe]]:
    cards = sum(shoe)
    return [
        (card, Fraction(number, cards), (*shoe[:card], number - 1, *shoe[card + 1 :]))
        for card, number in enumerate(shoe)
        if number
    ]


@cache
def dealer_ends(shoe: Shoe, cards: Cards, stand_off: int | None = 22) -> dict[str, Fraction]:
    """Where the dealer's hand ends: "17" to "21", "blackjack", "stand-off", "bust". Hits soft 17."""
    points = total(cards)
    if len(cards) >= 2 and (points > 17 or (points == 17 and not is_soft(cards))):
        if points == stand_off:
            return {"stand-off": Fraction(1)}
        if points > 21:
            return {"bust": Fraction(1)}
        return {"blackjack" if points == 21 and len(cards) == 2 else str(points): Fraction(1)}
    ends: dict[str, Fraction] = {}
    for card, chance, rest in draws(shoe):
        for end, share in dealer_ends(rest, (*cards, card), stand_off).items():
            ends[end] = ends.get(end, Fraction(0)) + chance * share
    return ends


def ended(cards: Cards, carries: str, doubled: str) -> Ended:
    return (
        total(cards),
        int(carries == "staked"),
        int(carries == "added") + int(doubled == "double"),
        int(carries == "marker") + int(doubled == "free double"),
    )


def paid(hand: Ended, end: str, capped: bool, takes_all: bool) -> int:
    """What one hand brings when the dealer's hand ends so."""
    points, original, added, markers = hand
    if points > 21:
        return -original if capped and end == "blackjack" else -original - added
    if end == "blackjack":
        return -original - added if takes_all else -original
    if end == "stand-off" or end == str(points):
        return 0
    if end == "bust" or int(end) < points:
        return original + added + markers
    return -original - added


def split_value(
    shoe: Shoe,
    first: int,
    pair: int,
    policy: Policy,
    new: str = "marker",
    hands_max: int = 4,
    capped: bool = False,
    takes_all: bool = False,
) -> Fraction:
    """A split pair played to the end; `shoe` is without the pair and the dealer's first card."""

    @cache
    def wait(shoe: Shoe, waiting: tuple[str, ...], formed: int, done: tuple[Ended, ...]) -> Fraction:
        if not waiting:
            return settle(shoe, done)
        *others, carries = waiting
        value = Fraction(0)
        for card, chance, rest in draws(shoe):
            may_split = card == pair and pair != ACE and formed < hands_max
            if may_split and policy(carries, (pair, card), True) == "split":
                value += chance * wait(rest, (*others, new, carries), formed + 1, done)
            else:
                value += chance * go_on(rest, (pair, card), carries, tuple(others), formed, done)
        return value

    @cache
    def go_on(
        shoe: Shoe,
        cards: Cards,
        carries: str,
        others: tuple[str, ...],
        formed: int,
        done: tuple[Ended, ...],
    ) -> Fraction:
        action = "stand" if pair == ACE or total(cards) >= 21 else policy(carries, cards, False)
        if action == "stand":
            return wait(shoe, others, formed, (*done, ended(cards, carries, "")))
        value = Fraction(0)
        for card, chance, rest in draws(shoe):
            more = (*cards, card)
            if action == "hit":
                value += chance * go_on(rest, more, carries, others, formed, done)
            else:
                value += chance * wait(rest, others, formed, (*done, ended(more, carries, action)))
        return value

    def settle(shoe: Shoe, done: tuple[Ended, ...]) -> Fraction:
        return sum(
            (
                chance * sum(paid(hand, end, capped, takes_all) for hand in done)
                for end, chance in dealer_ends(shoe, (first,)).items()
            ),
            Fraction(0),
        )

    return wait(shoe, (new, "staked"), 2, ())
