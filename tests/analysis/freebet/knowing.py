"""What a player would gain who remembers the cards of his first split hand while playing the second.

The analysis plays every hand by its own cards. This measures what that leaves out where a pair is split once:
the second hand is played best for each set of cards the first one can end with. Sets rarer than RARE are left
out and count as no gain. python -m tests.analysis.freebet.knowing 1
"""

import sys
from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from croupier.analysis.freebet.dealer import dealer_tree
from croupier.analysis.freebet.families import Family
from croupier.analysis.freebet.hands import all_hands
from croupier.analysis.freebet.play import Worth, draw_or_stand, worth
from croupier.analysis.freebet.reach import reach
from croupier.analysis.freebet.showdown import MASS, fates
from croupier.analysis.freebet.splitting import Kind
from croupier.analysis.freebet.tables import Tables, family_of
from croupier.analysis.freebet.terms import TEN, VALUES, Terms
from tests.analysis.freebet.tables import terms_with

RARE = 2e-4


def best_of(family: Family, worths: Worth, pair: int) -> float:
    """All second cards of one hand, each played best."""
    best, _ = draw_or_stand(family, worths)
    places = [family.pair(pair, second) for second in range(VALUES)]
    return float(np.max([best[places], worths.double[places], worths.free_double[places]], axis=0).sum())


def ends(family: Family, table: np.ndarray, worths: Worth, pair: int) -> Iterator[tuple[np.ndarray, float]]:
    """Cards drawn to the first hand by its best play, and their chance."""
    best, hits = draw_or_stand(family, worths)
    orders = np.zeros(len(family.members))
    hands, doubled = all_hands(), set()
    for second in range(VALUES):
        at = family.pair(pair, second)
        orders[at] = 1
        if max(worths.double[at], worths.free_double[at]) > best[at]:
            doubled.add(at)
    drawn_to = (hits > worths.stand) & family.may_draw
    for at in doubled:
        drawn_to[at] = False
    reach(family.child, drawn_to, orders)
    for at in np.nonzero(orders)[0]:
        cards, mass = hands.cards[family.members[at]], float(orders[at] * table[at, MASS])
        if at in doubled:
            yield cards, mass
        elif not drawn_to[at]:
            yield cards, mass
        else:
            yield cards, mass * float((family.child[at] < 0).sum() > 0) * _bust_share(table, at)


def _bust_share(table: np.ndarray, at: int) -> float:
    """A busting card is not told from another: the hand counts as known without it."""
    return float(table[at, 4] / table[at, MASS]) if table[at, MASS] else 0.0


def gain(terms: Terms, tables: Tables, first: int, pair: int) -> tuple[float, float]:
    """What knowing the first hand adds to the second, and the share of first hands looked at."""
    family = family_of(pair)
    layers = tables.split(pair, first)[0]
    staked = worth(family, layers, Kind.STAKED, terms, after_split=True)
    blind = best_of(family, worth(family, layers, Kind.MARKER, terms, after_split=True), pair)
    given = np.zeros(VALUES, np.int64)
    given[pair] = 1
    tree, hands = dealer_tree(terms.dealer, first), all_hands()
    found, looked_at = 0.0, 0.0
    blind_again = 0.0
    for cards, chance in ends(family, layers, staked, pair):
        if chance < RARE:
            continue
        shoe = tables.rest(first, pair) - (cards - given)
        seen = fates(tree, first, hands, family.members, shoe, given)
        known = worth(family, seen, Kind.MARKER, terms, after_split=True)
        found += chance * best_of(family, known, pair)
        blind_again += chance * _followed(family, layers, known, terms, pair)
        looked_at += chance
    assert blind > 0
    return found - blind_again, looked_at


def _followed(family: Family, blind: np.ndarray, known: Worth, terms: Terms, pair: int) -> float:
    """The second hand played as if the first were unknown, in the shoe that is known to be left."""
    plan = worth(family, blind, Kind.MARKER, terms, after_split=True)
    best, hits = draw_or_stand(family, plan)
    draws = (hits > plan.stand) & family.may_draw
    value = known.stand.copy()
    for at in range(len(value) - 1, -1, -1):
        if draws[at]:
            children = family.child[at]
            value[at] = known.break_[at] + value[children[children >= 0]].sum()
    total = 0.0
    for second in range(VALUES):
        at = family.pair(pair, second)
        ways = {
            best[at]: value[at],
            plan.double[at]: known.double[at],
            plan.free_double[at]: known.free_double[at],
        }
        total += float(ways[max(ways)])
    return total


def main(decks: int) -> None:
    terms = replace(terms_with(decks=decks), hands_max=2)
    tables = Tables(terms.shoe, terms.dealer)
    total, cards = 0.0, tables.cards
    for pair in range(1, TEN):
        if pair == 4:
            continue  # fives are doubled, not split
        for first in range(VALUES):
            rest = tables.rest(first)
            chance = (
                tables.chance_of_first(first) * rest[pair] * (rest[pair] - 1) / ((cards - 1) * (cards - 2))
            )
            more, looked_at = gain(terms, tables, first, pair)
            total += chance * more
            print(f"pair of {pair + 1} against {first + 1}: {more:+.6f} per split, {looked_at:.3f} looked at")
    print(f"{decks} decks: {total:+.2e} of the wager in all")


if __name__ == "__main__":
    main(int(sys.argv[1]))
