"""What is offered against an ace: Insurance, and even money for a blackjack. Exact, as fractions."""

from fractions import Fraction
from typing import Final

from croupier.analysis.figures import Way
from croupier.analysis.freebet.terms import TEN, Terms

HELD: Final = 2
"""The offer comes when a hand has its two dealt cards."""


def ten_next(terms: Terms, tens_held: int = 0, cards_held: int = 0) -> Fraction:
    """The chance of a ten-value card next to the dealer's ace, given what a player holds."""
    left = sum(terms.shoe) - 1 - cards_held
    return Fraction(max(terms.shoe[TEN] - tens_held, 0), left) if left > 0 else Fraction(0)


def insurance_ways(terms: Terms) -> tuple[Way, ...]:
    """Per unit of an Insurance wager, by somebody who has seen the ace only."""
    chance = ten_next(terms)
    return (
        ("Dealer has a blackjack", chance, terms.insurance_pays),
        ("Dealer has none", 1 - chance, Fraction(-1)),
    )


def insurance_value(terms: Terms, tens_held: int, cards_held: int = HELD) -> Fraction:
    """The expectation of a unit insured by a player who holds such cards."""
    return ten_next(terms, tens_held, cards_held) * (terms.insurance_pays + 1) - 1


def insures(terms: Terms) -> tuple[bool, ...]:
    """Whether to insure, by how many ten-value cards are held: none, one, two."""
    return tuple(insurance_value(terms, held) > 0 for held in range(HELD + 1))


def waiting_value(terms: Terms, *, insured: bool) -> Fraction:
    """A blackjack that is not settled against an ace, with the largest Insurance or none, in wagers."""
    paid = terms.blackjack_pays * (1 - ten_next(terms, 1, HELD))
    return paid + (terms.insurance_part * insurance_value(terms, 1) if insured else 0)


def takes_even_money(terms: Terms) -> bool:
    """Whether a blackjack does better settled at once than waiting, insured where that is good."""
    return waiting_value(terms, insured=insurance_value(terms, 1) > 0) < 1


def insure_words(insure: tuple[bool, ...]) -> str:
    """When to insure; the fewer tens are held, the better it is."""
    return (
        "never insure",
        "insure a hand without a ten-value card, no other",
        "insure unless both cards count ten",
        "always insure",
    )[sum(insure)]
