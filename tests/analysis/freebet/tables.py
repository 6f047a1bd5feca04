"""Terms to test with: the edition's, and those of games whose figures others have published."""

from dataclasses import replace

from croupier.analysis.freebet.terms import Drawing, Terms
from croupier.rulebook import Rules, library

EDITION = "mbs-freebet@3"


def rules_with(**settings: object) -> Rules:
    return Rules.adopt(library().get(EDITION), settings)


def terms_with(**settings: object) -> Terms:
    return Terms.of(rules_with(**settings))


def ordinary(decks: int, *, soft_17: str) -> Terms:
    """Blackjack with nothing free and no stand-off on 22, where a dealer's blackjack takes one wager only.

    That last rule is worth the same as a dealer who looks at a hole card before the players act.
    """
    terms = terms_with(decks=decks, dealer_blackjack_loss="capped_at_original")
    drawing = Drawing(draws_to=16, draws_to_soft=17 if soft_17 == "hit" else 16, stand_off_total=None)
    return replace(terms, dealer=drawing, surrender="none", free_splits=False, free_double_totals=())


def las_vegas_free_bet(decks: int = 6) -> Terms:
    """The common American rules: hole card, no surrender, aces split again up to four hands."""
    terms = terms_with(decks=decks, dealer_blackjack_loss="capped_at_original")
    return replace(terms, surrender="none", ace_hands_max=4)
