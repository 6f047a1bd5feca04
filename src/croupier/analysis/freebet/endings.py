"""How rounds end under the best play: exact chances of every ending of a round that is not split.

The hands of a split round share the dealer's hand, so their joint results are not listed one by one: a split
round is one entry, with its exact chance and its exact average result.
"""

from collections.abc import Iterator, Mapping
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from croupier.analysis.freebet.against_ace import takes_even_money
from croupier.analysis.freebet.optimal import Decision
from croupier.analysis.freebet.shoe.families import Family, dealt
from croupier.analysis.freebet.shoe.play import Action, draw_or_stand, worth
from croupier.analysis.freebet.shoe.reach import reach
from croupier.analysis.freebet.shoe.showdown import BREAK, BREAK_NATURAL, LOSE, MASS, NATURAL, WIN
from croupier.analysis.freebet.shoe.tables import Tables, tables_for
from croupier.analysis.freebet.splits.splitting import Kind
from croupier.analysis.freebet.terms import ACE, TEN, VALUES, Terms

Ending: TypeAlias = tuple[str, float, float]
"""Name, probability, net result in wagers."""
Decisions: TypeAlias = Mapping[tuple[int, int, int], Decision]


def endings(terms: Terms, decisions: Decisions) -> tuple[Ending, ...]:
    """All endings with their chances, which sum to one."""
    tables = tables_for(terms.shoe, terms.dealer)
    found: dict[str, tuple[float, float]] = {}
    for first in range(VALUES):
        share = tables.chance_of_first(first)
        for name, chance, net in _against(terms, tables, first, decisions):
            before, _ = found.get(name, (0.0, 0.0))
            found[name] = (before + share * chance, net)
    split = [each for each in decisions.values() if each.action is Action.SPLIT]
    chance = sum(each.chance for each in split)
    if chance:
        found["Split"] = (chance, sum(each.chance * each.value for each in split) / chance)
    return tuple((name, chance, net) for name, (chance, net) in found.items() if chance > 0)


def _against(terms: Terms, tables: Tables, first: int, decisions: Decisions) -> Iterator[Ending]:
    family, fates = dealt(), tables.dealt(first)
    worths = worth(family, fates, Kind.STAKED, terms, after_split=False)
    _, hits = draw_or_stand(family, worths)
    orders = np.zeros(len(family.members))
    for (up, low, high), decision in decisions.items():
        if up != first:
            continue
        at, number = family.pair(low, high), 1 if low == high else 2
        if (low, high) == (ACE, TEN):
            yield from _natural(terms, first, number * fates[at])
        elif decision.action is Action.SURRENDER:
            yield "Surrender", number * float(fates[at, MASS]), -float(1 - terms.surrender_kept)
        elif decision.action in (Action.DOUBLE, Action.FREE_DOUBLE):
            yield from _doubled(terms, family, fates, at, number, decision.action)
        elif decision.action is not Action.SPLIT:
            orders[at] = number
    yield from _played(family, fates, hits > worths.stand, orders)


def _natural(terms: Terms, first: int, fate: NDArray[np.float64]) -> Iterator[Ending]:
    """A blackjack is paid, or stands off; `fate` is that of both orders."""
    pays = float(terms.blackjack_pays)
    if first == ACE and takes_even_money(terms):
        yield "Blackjack, even money", float(fate[MASS]), 1.0
        return
    tied = 0.0 if first == TEN and terms.blackjack_paid_at_once_against_ten else float(fate[NATURAL])
    yield "Blackjack", float(fate[MASS]) - tied, pays
    yield "Blackjack, stand-off", tied, 0.0


def _doubled(
    terms: Terms, family: Family, fates: NDArray[np.float64], at: int, number: int, how: Action
) -> Iterator[Ending]:
    """One more card, then the showdown."""
    children = family.child[at]
    sums = number * fates[children[children >= 0]].sum(axis=0)
    busts, refunded = number * float(fates[at, BREAK]), 0.0
    tied = float(sums[MASS] - sums[WIN] - sums[LOSE] - sums[NATURAL])
    if how is Action.FREE_DOUBLE:
        yield "Free double won", float(sums[WIN]), 2.0
        yield "Free double, stand-off", tied, 0.0
        yield "Free double lost", float(sums[LOSE] + sums[NATURAL]) + busts, -1.0
        return
    if terms.capped_at_original:
        refunded = number * float(fates[at, BREAK_NATURAL])
    yield "Paid double won", float(sums[WIN]), 2.0
    yield "Paid double, stand-off", tied, 0.0
    yield "Paid double lost", float(sums[LOSE]) + busts - refunded, -2.0
    yield "Paid double lost to a blackjack", float(sums[NATURAL]) + refunded, -1.0


def _played(
    family: Family, fates: NDArray[np.float64], hits: NDArray[np.bool_], orders: NDArray[np.float64]
) -> Iterator[Ending]:
    """Hands drawn to and stood on."""
    hits = hits & family.may_draw
    reach(family.child, hits, orders)
    busts = float((orders * fates[:, BREAK])[hits].sum())
    sums = (orders[:, None] * fates)[~hits].sum(axis=0)
    yield "Won", float(sums[WIN]), 1.0
    yield "Stand-off", float(sums[MASS] - sums[WIN] - sums[LOSE] - sums[NATURAL]), 0.0
    yield "Lost", float(sums[LOSE] + sums[NATURAL]), -1.0
    yield "Busted", busts, -1.0
