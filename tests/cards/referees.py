"""Other people's evaluators, asked in our terms: bigger is better."""

import warnings
from collections.abc import Sequence

import phevaluator

from croupier.cards import DECK, Card

with warnings.catch_warnings():
    # It builds a range parser on import, with calls its parser library now warns about. None of ours.
    warnings.simplefilter("ignore")
    import eval7

_EVAL7 = {card: eval7.Card(card) for card in DECK}


def by_eval7(hand: Sequence[Card]) -> int:
    return int(eval7.evaluate([_EVAL7[card] for card in hand]))


def by_phevaluator(hand: Sequence[Card]) -> int:
    return -int(phevaluator.evaluate_cards(*hand))  # there, the best hand is number one
