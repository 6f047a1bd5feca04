"""Which pairs of ten-value cards may be split, and how many more cards would pair them again."""

from croupier.analysis.freebet.shoe.tables import Tables
from croupier.analysis.freebet.terms import TEN, TEN_RANKS, Terms


def ten_pairs(terms: Terms, tables: Tables, first: int, pair: int) -> list[tuple[float, int | None]]:
    """Cases of a pair as (share, cards left that pair it again); None where it may not be split.

    Only ten-value cards need cases, and only where unlike ones may not be split.
    """
    left = int(tables.rest(first, pair)[pair])
    if pair != TEN or terms.split_unlike_tens:
        return [(1.0, left)]
    tens = int(tables.rest(first)[TEN])
    each = int(tables.shoe[TEN]) // TEN_RANKS
    ways = tens * (tens - 1)
    if first != TEN:
        like = TEN_RANKS * each * (each - 1) / ways
        return [(like, each - 2), (1 - like, None)]
    as_dealer = (each - 1) * (each - 2) / ways
    other = (TEN_RANKS - 1) * each * (each - 1) / ways
    return [(as_dealer, each - 3), (other, each - 2), (1 - as_dealer - other, None)]
