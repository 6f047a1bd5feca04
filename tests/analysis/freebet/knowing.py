"""What a player would gain who remembers the cards of his first split hand while playing the second.

The analysis plays every hand by its own cards. This measures what that leaves out where a pair is split once:
the second hand is played best for each set of cards the first one can end with. Sets rarer than RARE are left
out and count as no gain. python -m tests.analysis.freebet.knowing 1
"""

import sys
from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from croupier.analysis.freebet.shoe.dealer import dealer_tree
from croupier.analysis.freebet.shoe.families import Family
from croupier.analysis.freebet.shoe.hands import all_hands
from croupier.analysis.freebet.shoe.play import Worth, draw_or_stand, worth
from croupier.analysis.freebet.shoe.reach import reach
from croupier.analysis.freebet.shoe.showdown import BREAK, MASS, fates
from croupier.analysis.freebet.shoe.tables import Tables, family_of
from croupier.analysis.freebet.splits.splitting import Kind
from croupier.analysis.freebet.terms import TEN, VALUES, Terms
from tests.analysis.freebet.tables import terms_with

RARE = 2e-4
FIVES = 4


def two_cards(family: Family, pair: int) -> list[int]:
    return [family.pair(pair, second) for second in range(VALUES)]


def ends(family: Family, table: np.ndarray, worths: Worth, pair: int) -> Iterator[tuple[np.ndarray, float]]:
    """Cards of the first hand by its best play, but for one that busts or doubles it, and their chance."""
    best, hits = draw_or_stand(family, worths)
    drawn_to = (hits > worths.stand) & family.may_draw
    orders = np.zeros(len(family.members))
    for at in two_cards(family, pair):
        orders[at] = 1
        if max(worths.double[at], worths.free_double[at]) > best[at]:
            drawn_to[at] = False
    reach(family.child, drawn_to, orders)
    cards = all_hands().cards
    for at in np.nonzero(orders)[0]:  # type: ignore[assignment]
        yield cards[family.members[at]], float(orders[at] * table[at, BREAK if drawn_to[at] else MASS])


def played(family: Family, plan: Worth, actual: Worth, pair: int) -> float:
    """A hand played best for what the plan believes, worth what actually comes of it."""
    best, hits = draw_or_stand(family, plan)
    drawn_to = (hits > plan.stand) & family.may_draw
    value = actual.stand.copy()
    for at in np.nonzero(drawn_to)[0][::-1]:
        children = family.child[at]
        value[at] = actual.break_[at] + value[children[children >= 0]].sum()
    total = 0.0
    for at in two_cards(family, pair):
        ways = [
            (best[at], value[at]),
            (plan.double[at], actual.double[at]),
            (plan.free_double[at], actual.free_double[at]),
        ]
        total += float(max(ways)[1])
    return total


def gain(terms: Terms, tables: Tables, first: int, pair: int) -> tuple[float, float]:
    """What knowing the first hand adds to the second, and the share of first hands looked at."""
    family, hands = family_of(pair), all_hands()
    table = tables.split(pair, first)[0]
    staked, plan = (
        worth(family, table, kind, terms, after_split=True) for kind in (Kind.STAKED, Kind.MARKER)
    )
    given = np.zeros(VALUES, np.int64)
    given[pair] = 1
    more, looked_at = 0.0, 0.0
    for cards, chance in ends(family, table, staked, pair):
        if chance < RARE:
            continue
        shoe = tables.rest(first, pair) - (cards - given)
        seen = fates(dealer_tree(terms.dealer, first), first, hands, family.members, shoe, given)
        known = worth(family, seen, Kind.MARKER, terms, after_split=True)
        more += chance * (played(family, known, known, pair) - played(family, plan, known, pair))
        looked_at += chance
    return more, looked_at


def main(decks: int) -> None:
    terms = replace(terms_with(decks=decks), hands_max=2)
    tables = Tables(terms.shoe, terms.dealer)
    total, cards = 0.0, tables.cards
    for pair in range(1, TEN):
        if pair == FIVES:
            continue  # doubled, not split
        for first in range(VALUES):
            rest = tables.rest(first)
            pairs = rest[pair] * (rest[pair] - 1) / ((cards - 1) * (cards - 2))
            more, looked_at = gain(terms, tables, first, pair)
            total += tables.chance_of_first(first) * pairs * more
            print(f"pair of {pair + 1} against {first + 1}: {more:+.6f} per split, {looked_at:.3f} looked at")
    print(f"{decks} decks: {total:+.2e} of the wager in all")


if __name__ == "__main__":
    main(int(sys.argv[1]))
