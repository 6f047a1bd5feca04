"""A mistake is a difference between the plan of a deal and what lies there: computed, the same in all games.

Staff never say a kind of mistake, and nothing enumerates combinations: any number of differences is a list.
`in_order` restores a deal: the n-th card that came goes where the plan has its n-th.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Literal

from msgspec import Struct

from croupier.cards import Card
from croupier.table.facts import BURN, DISCARD, Due, Laid, Spot, place_at

Kind = Literal[
    "missed_burn",
    "extra_burn",
    "left_out",  # a hand that is due lies empty
    "extra_hand",  # cards at a place without a part in the Round
    "short",
    "surplus",
    "wrong_start",  # the right cycle, begun elsewhere
    "exchanged",  # the right counts, wrong cards
    "together",  # nobody knows which came first
    "exposed",  # seen although it lies face down
    "other",  # nothing that the cards show
]


class Mistake(Struct, frozen=True):
    """One difference: what kind, in which deal, where, and how many cards."""

    kind: Kind
    deal: str
    place: int = 0
    count: int = 1


def mistakes(
    deal: str, plan: Sequence[Due], came: Sequence[Due], is_complete: bool = True
) -> tuple[Mistake, ...]:
    """What is wrong with a deal, by the spots its cards lie at in the order they came.

    While it is under way nobody is short of cards: they may still come. What was discarded under a paragraph
    is out of play and no difference any more.
    """
    came = [due for due in came if due.spot != DISCARD]
    laid, planned = [due.spot for due in came], [due.spot for due in plan]
    tied = sum(due.is_tied for due in came)
    if laid == planned and not tied:
        return ()
    found = [*_burns(deal, planned, laid), *_counts(deal, planned, laid)]
    if not is_complete:
        begun = bool(_without_burns(laid))
        late = ("left_out", "short") if begun else ("left_out", "short", "missed_burn")
        found = [each for each in found if each.kind not in late]
    if not any(each.kind in ("left_out", "extra_hand", "short", "surplus") for each in found):
        cards = _without_burns(laid)
        found += _order(deal, _without_burns(planned)[: len(cards)], cards)
    return (*found, *([Mistake("together", deal, count=tied + 1)] if tied else []))


def exposed(deal: str, came: Sequence[Due]) -> Iterable[Mistake]:
    """Cards that were seen, place by place, where they should lie face down."""
    seen = Counter(place_at(due.spot) for due in came if due.is_seen and due.spot != DISCARD)
    return (Mistake("exposed", deal, place, count) for place, count in seen.items())


def _without_burns(spots: Iterable[Spot]) -> list[Spot]:
    return [spot for spot in spots if spot != BURN]


def _burns(deal: str, planned: list[Spot], laid: list[Spot]) -> Iterable[Mistake]:
    more = laid.count(BURN) - planned.count(BURN)
    if more:
        yield Mistake("extra_burn" if more > 0 else "missed_burn", deal, count=abs(more))


def _counts(deal: str, planned: list[Spot], laid: list[Spot]) -> Iterable[Mistake]:
    """Spots with too many or too few cards, those of the plan first and in its order."""
    due, there = Counter(_without_burns(planned)), Counter(_without_burns(laid))
    for spot in dict.fromkeys((*due, *there)):
        more = there[spot] - due[spot]
        if more > 0:
            yield Mistake("surplus" if due[spot] else "extra_hand", deal, place_at(spot), more)
        elif more < 0:
            is_empty = spot.kind in ("hand", "dealer") and not there[spot]
            yield Mistake("left_out" if is_empty else "short", deal, place_at(spot), -more)


def _order(deal: str, planned: list[Spot], laid: list[Spot]) -> Iterable[Mistake]:
    """Right counts: the cards lie at each other's spots."""
    if planned == laid:
        return
    places = [spot for spot in dict.fromkeys(planned) if spot.kind == "hand"]
    turned = [dict(zip(places, places[at:] + places[:at], strict=True)) for at in range(1, len(places))]
    count = sum(a != b for a, b in zip(planned, laid, strict=True))
    begun = next((goes for goes in turned if [goes.get(spot, spot) for spot in planned] == laid), None)
    if begun is not None:
        yield Mistake("wrong_start", deal, place_at(begun[places[0]]), count)
    else:
        yield Mistake("exchanged", deal, count=count)


def in_order(plan: Sequence[Due], cards: Sequence[Card]) -> tuple[tuple[Laid, ...], tuple[Card, ...]]:
    """Where each card goes that came, and what is left over: it goes back on top in its order.

    Where fewer came than planned, the missing ones are dealt afterwards.
    """
    moved = tuple(Laid(card, due.spot) for card, due in zip(cards, plan, strict=False))
    return moved, tuple(cards[len(plan) :])
