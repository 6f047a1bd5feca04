"""Exact figures: each hand against every hand of the Dealer, hands alike but for their suits counted once."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations, permutations

import numpy as np

from croupier.analysis.catalogue import Counted
from croupier.analysis.figures import (
    Asked,
    BetFigures,
    Strategy,
    Table,
    Way,
    exact_figures,
)
from croupier.cards import DECK, SUITS, Card
from croupier.money import ToOne
from croupier.rulebook import PayTable, Rules
from three_card_poker.hands import CATEGORIES, worth
from three_card_poker.terms import ThreeCardTerms

HANDS = tuple(combinations(DECK, 3))
AGAINST = 18424  # hands that the Dealer can have: three of 49 cards


@cache
def classes() -> dict[tuple[Card, ...], int]:
    """One hand of each kind that differs by more than its suits, and how many are like it."""

    def first(hand: tuple[Card, ...]) -> tuple[Card, ...]:
        names = (dict(zip(SUITS, other, strict=True)) for other in permutations(SUITS))
        return min(tuple(sorted(Card(card[0] + name[card[1]]) for card in hand)) for name in names)

    return dict(Counter(map(first, HANDS)))


@cache
def counted(qualifies_from: int) -> dict[tuple[Card, ...], tuple[int, int, int, int]]:
    """For each of them the Dealer's hands that do not qualify, lose, tie and win."""
    order = {value: place for place, value in enumerate(sorted({worth(hand) for hand in HANDS}))}
    values = np.array([order[worth(hand)] for hand in HANDS])
    bits = {card: np.uint64(1 << at) for at, card in enumerate(DECK)}
    masks = np.array([bits[a] | bits[b] | bits[c] for a, b, c in HANDS])
    qualified = np.array([worth(hand) >= (0, qualifies_from) for hand in HANDS])
    found = {}
    for hand in classes():
        free = (masks & (bits[hand[0]] | bits[hand[1]] | bits[hand[2]])) == 0
        mine, theirs = order[worth(hand)], values[free & qualified]
        losing, tied = int((theirs < mine).sum()), int((theirs == mine).sum())
        found[hand] = (AGAINST - len(theirs), losing, tied, len(theirs) - losing - tied)
    return found


def odds(table: PayTable, key: str) -> Fraction:
    line = table.line(key)
    return line.pays.ratio if line and isinstance(line.pays, ToOne) else Fraction(0)


def ways_of(hand: tuple[Card, ...], terms: ThreeCardTerms) -> Iterator[tuple[str, int, Fraction]]:
    """How a hand that is played can end: a name, how many of the Dealer's hands, the net result in Antes."""
    unqualified, losing, tied, winning = counted(terms.dealer_qualifies_from)[hand]
    name, multiple = CATEGORIES[worth(hand)[0]], terms.play_multiple
    bonus, ante = odds(terms.ante_bonus, name), odds(terms.main, "ante")
    said = f", bonus for a {name.replace('_', ' ')}" if bonus else ""
    yield f"the Dealer does not qualify{said}", unqualified, ante + bonus
    yield f"won{said}", losing, ante + multiple * odds(terms.main, "play") + bonus
    yield f"tied{said}", tied, bonus
    yield f"lost{said}", winning, bonus - 1 - multiple


def is_played(hand: tuple[Card, ...], terms: ThreeCardTerms) -> bool:
    return sum(count * net for _, count, net in ways_of(hand, terms)) > -AGAINST


class ThreeCardMathematics(Counted):
    def edge(self, rules: Rules, bet: str, asked: Asked) -> BetFigures:
        terms = ThreeCardTerms.of(rules)
        if bet == "pair_plus":
            cited = rules.cite("pair_plus_pays")
            return exact_figures(rules, bet, "the Pair Plus bet", _summed(_pair_plus(terms)), cited)
        cited = rules.cite("play_or_fold", "settlement", "dealer_does_not_qualify", "ante_bonus")
        return exact_figures(rules, bet, "the Ante", _summed(_main(terms)), cited)

    def strategy(self, rules: Rules, asked: Asked) -> Strategy:
        terms = ThreeCardTerms.of(rules)
        weakest = min((hand for hand in classes() if is_played(hand, terms)), key=worth)
        shown = " ".join(sorted((card[0] for card in weakest), key="23456789TJQKA".index, reverse=True))
        chart = Table("Play or fold", ("with", "do"), ((f"{shown} or better", "play"), ("less", "fold")))
        return Strategy(rules.edition.id, "Best play", f"Play {shown} or better.", (chart,))


def _main(terms: ThreeCardTerms) -> Iterator[Way]:
    for hand, like in classes().items():
        if is_played(hand, terms):
            for name, count, net in ways_of(hand, terms):
                yield name, Fraction(like * count, len(HANDS) * AGAINST), net
        else:
            yield "folded", Fraction(like, len(HANDS)), Fraction(-1)


def _pair_plus(terms: ThreeCardTerms) -> Iterator[Way]:
    for hand, like in classes().items():
        name = CATEGORIES[worth(hand)[0]]
        net = odds(terms.pair_plus, name)
        yield (name.replace("_", " ") if net else "lost"), Fraction(like, len(HANDS)), net or Fraction(-1)


def _summed(ways: Iterator[Way]) -> list[Way]:
    found: dict[tuple[str, Fraction], Fraction] = {}
    for name, probability, net in ways:
        found[name, net] = found.get((name, net), Fraction(0)) + probability
    return [(name, probability, net) for (name, net), probability in found.items() if probability]
