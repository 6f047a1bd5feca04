"""What three cards are worth. A straight is rarer than a flush, so it beats one."""

from collections.abc import Sequence

from croupier.cards import Card, rank_value

CATEGORIES = ("high_card", "pair", "flush", "straight", "three_of_a_kind", "straight_flush")
Worth = tuple[int, ...]


def worth(cards: Sequence[Card]) -> Worth:
    """A category and the ranks that decide within it: the greater tuple is the better hand."""
    ranks = sorted((rank_value(card) for card in cards), reverse=True)
    is_flush = len({card[1] for card in cards}) == 1
    if ranks == [14, 3, 2]:  # the ace is the lowest card of A-2-3
        ranks = [3, 2, 1]
    is_straight = ranks[0] - ranks[1] == ranks[1] - ranks[2] == 1
    if ranks[0] == ranks[2]:
        name = "three_of_a_kind"
    elif is_straight:
        name = "straight_flush" if is_flush else "straight"
    elif is_flush:
        name = "flush"
    elif ranks[1] in (ranks[0], ranks[2]):
        name, ranks = "pair", [ranks[1], ranks[2] if ranks[0] == ranks[1] else ranks[0]]
    else:
        name = "high_card"
    return (CATEGORIES.index(name), *ranks)


def category(cards: Sequence[Card]) -> str:
    return CATEGORIES[worth(cards)[0]]
