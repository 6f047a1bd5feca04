"""Pair and Busted, as fractions: neither depends on how the player plays."""

from collections.abc import Mapping
from fractions import Fraction
from math import perm, prod
from typing import Final

from croupier.analysis.figures import Way
from croupier.analysis.freebet.shoe.dealer import Counts, is_finished
from croupier.analysis.freebet.shoe.hands import HIGHEST, total_of
from croupier.analysis.freebet.terms import SUITS, TEN_RANKS, VALUES, Terms
from croupier.games.freebet.terms import Terms as Book
from croupier.games.freebet.terms import counted
from croupier.rulebook import PayTable, Rules

RANKS: Final = 13


def pays_to_one(rules: Rules, table: str, key: str) -> Fraction:
    """What a line of a pay table pays per unit."""
    return Book.of(rules).pays(table, key)


def pays_by_number(rules: Rules, table: str) -> Mapping[int, Fraction]:
    """Pay lines named by a number, such as cards_5; the highest number stands for itself and all above."""
    book = Book.of(rules)
    lines: PayTable = getattr(book, table)
    return {number: book.pays(table, key) for number, key in sorted(counted(lines).items())}


def words_of(rules: Rules, table: str, number: int) -> str:
    """How the edition calls the line of a number."""
    lines: PayTable = getattr(Book.of(rules), table)
    line = lines.line(counted(lines)[number])
    assert line is not None
    return line.words


def pair_chance(decks: int, ten_face: bool) -> Fraction:
    """Two cards of one rank; on the wider reading also a ten with a face card."""
    cards, each = RANKS * SUITS * decks, SUITS * decks
    like = Fraction(each - 1, cards - 1)
    mixed = Fraction(2 * each * (TEN_RANKS - 1) * each, cards * (cards - 1))
    return like + mixed if ten_face else like


def pair_ways(rules: Rules) -> tuple[Way, ...]:
    chance = pair_chance(Book.of(rules).decks, Book.of(rules).pair_ten_face)
    return (
        ("Pair", chance, pays_to_one(rules, "main", "pair")),
        ("No pair", 1 - chance, Fraction(-1)),
    )


def bust_chances(terms: Terms) -> dict[int, Fraction]:
    """Number of cards -> the chance that the dealer's completed hand busts with so many.

    Counted over sets of cards with the orders in which each is drawn and only its last card ends the hand.
    """
    shoe = terms.shoe
    open_sets: dict[Counts, int] = {_single(value): 1 for value in range(VALUES)}
    found: dict[int, Fraction] = {}
    size = 1
    while open_sets:
        size += 1
        longer: dict[Counts, int] = {}
        busts = 0
        for held, orders in open_sets.items():
            for value in range(VALUES):
                more = (*held[:value], held[value] + 1, *held[value + 1 :])
                if more[value] > shoe[value]:
                    continue
                if not is_finished(terms.dealer, more):
                    longer[more] = longer.get(more, 0) + orders
                elif total_of(more)[0] > HIGHEST:
                    busts += orders * prod(perm(have, need) for have, need in zip(shoe, more, strict=True))
        if busts:
            found[size] = Fraction(busts, perm(sum(shoe), size))
        open_sets = longer
    return found


def _single(value: int) -> Counts:
    return tuple(int(place == value) for place in range(VALUES))


def busted_ways(rules: Rules, terms: Terms) -> tuple[Way, ...]:
    """Every way the Busted wager ends when the dealer always completes the hand."""
    return ways_by_number(rules, "busted", bust_chances(terms), "Dealer does not bust")


def ways_by_number(rules: Rules, table: str, chances: Mapping[int, Fraction], lost: str) -> tuple[Way, ...]:
    """What a pay table by number pays for a distribution of numbers; its highest line takes all above it."""
    pays = pays_by_number(rules, table)
    most = max(pays)
    ways = [
        (
            words_of(rules, table, number),
            sum((chance for n, chance in chances.items() if min(n, most) == number), Fraction(0)),
            ratio,
        )
        for number, ratio in pays.items()
    ]
    won = sum((chance for _, chance, _ in ways), Fraction(0))
    return (*ways, (lost, 1 - won, Fraction(-1)))
