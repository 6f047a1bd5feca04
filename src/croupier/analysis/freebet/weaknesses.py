"""Free Bet: what open hands tell, what mistakes give or cost unnoticed, what the remedies leave of them.

A mistake that is always made is another rule: the chart of the right rules is played by it, so that nobody
makes use of it. Exact, as the chart's own value is.
"""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction

from croupier.analysis.figures import Asked, Table, places
from croupier.analysis.freebet import bets
from croupier.analysis.freebet.charted import best_chart, best_chart_value, chart_value
from croupier.analysis.freebet.known_cards.remembering import (
    CARDS_OF_AN_AREA,
    OWN_CARDS,
    SHOES,
    SOLVED,
    Memory,
    insurance_gain,
)
from croupier.analysis.freebet.optimal import Decision, expectation
from croupier.analysis.freebet.terms import ACE, TEN, Terms
from croupier.games.freebet import Terms as Book
from croupier.rulebook import Rules


def weakness_tables(rules: Rules) -> tuple[Table, ...]:
    terms = Terms.of(rules, Asked())
    return _remembered(rules, terms), _mistakes(rules, terms), _remedies(rules, terms)


def _remembered(rules: Rules, terms: Terms) -> Table:
    book, memory = Book.of(rules), Memory(terms)
    pays, part = book.pays("main", "insurance"), Fraction(book.insurance_percent_max, 100)
    alone = insurance_gain(terms.shoe, pays, part, 0)
    rows = []
    for others in sorted({1, min(3, book.areas - 1), book.areas - 1} - {0}):
        cards = CARDS_OF_AN_AREA * others
        if cards + OWN_CARDS + 1 >= sum(terms.shoe):
            continue
        found = memory.gain(cards)
        insured = float(insurance_gain(terms.shoe, pays, part, cards) - alone)
        rows.append(
            (
                str(others),
                str(cards),
                f"{100 * found.main:+.4f}% ± {100 * found.error:.4f}",
                f"{100 * insured:+.4f}%",
            )
        )
    return Table(
        "What remembering the other hands on the table is worth, in percent of the wager",
        ("other areas", "cards", "main wager", "Insurance"),
        tuple(rows),
        "The two cards of each area that lie open while the own hand is played, full shoe. Main wager: "
        f"the best play with them in mind, {SHOES:,} random sets of cards by effects of removal, {SOLVED} "
        "of them solved exactly, with the standard error. Insurance: placed in full where it is good, less "
        "what the own cards alone say; exact.",
        places(rules.cite("decks", "drawing", "insurance")),
    )


def mistakes(terms: Terms) -> list[tuple[str, Terms, str]]:
    """What is done wrong, the rules that it amounts to, what the document does about it."""
    dealer = terms.dealer
    hard, soft = dealer.draws_to, dealer.draws_to_soft
    return [
        (
            f"dealer draws on hard {hard + 1}",
            replace(terms, dealer=replace(dealer, draws_to=hard + 1)),
            "the card is removed (5.7): nothing is left of it",
        ),
        (
            f"dealer stands on hard {hard}",
            replace(terms, dealer=replace(dealer, draws_to=hard - 1)),
            "the card is drawn in its place (5.6), else ruled (6.1)",
        ),
        (
            f"dealer stands on soft {soft}",
            replace(terms, dealer=replace(dealer, draws_to_soft=soft - 1)),
            "the card is drawn in its place (5.6), else ruled (6.1)",
        ),
        (
            f"dealer draws on soft {soft + 1}",
            replace(terms, dealer=replace(dealer, draws_to_soft=soft + 1)),
            "the card is removed (5.7, FB-A15): nothing is left",
        ),
        (
            "dealer's 22 taken for a bust",
            replace(terms, dealer=replace(dealer, stand_off_total=None)),
            "none: put right before the next Round, or ruled (6.1)",
        ),
        (
            "blackjack paid 1 to 1",
            replace(terms, blackjack_pays=Fraction(1)),
            "none: put right before the next Round, or ruled (6.1)",
        ),
        (
            "whole wager taken at surrender",
            replace(terms, surrender_kept=Fraction(0)),
            "none: put right before the next Round, or ruled (6.1)",
        ),
        (
            "free double on 12 given too",
            replace(terms, free_double_totals=(*terms.free_double_totals, 12)),
            "none: put right before the next Round, or ruled (6.1)",
        ),
    ]


def unnoticed(terms: Terms, wrong: Terms) -> float:
    """What the player of the right chart gains by the wrong rules, in wagers a Round."""
    right = best_chart_value(terms)
    if wrong.free_double_totals != terms.free_double_totals:
        # Offered more, a player takes it where it is good: the best chart of the wrong rules.
        return best_chart_value(wrong) - right
    return chart_value(wrong, best_chart(terms)) - right


def _mistakes(rules: Rules, terms: Terms) -> Table:
    rows = tuple(
        (name, f"{100 * unnoticed(terms, wrong):+.3f}", left) for name, wrong, left in mistakes(terms)
    )
    return Table(
        "What a mistake gives the player if it is always made and never noticed, in wagers",
        ("mistake", "100 Rounds", "what the document does"),
        rows,
        "The main wager by the chart of the right rules. Exact.",
        places(
            rules.cite(
                "dealer_draws",
                "dealer_22_stands_off",
                "incorrect_dealing",
                "extra_card_on_completed_dealer_hand",
                "matters_not_provided_for",
            )
        ),
    )


def one_card_option(decisions: Mapping[tuple[int, int, int], Decision]) -> float:
    """A player with one card who may go on or withdraw (5.16), the dealer's card in sight."""
    worth: dict[tuple[int, int], float] = {}
    for (first, low, high), decision in decisions.items():
        for card in (low, high):
            worth[first, card] = worth.get((first, card), 0.0) + decision.chance * decision.value / 2
    return sum(max(value, 0.0) for value in worth.values())


def _remedies(rules: Rules, terms: Terms) -> Table:
    decisions = dict(bets.decisions_for(terms))
    value, option = expectation(decisions), one_card_option(decisions)
    naturals = sum(d.chance for (_, low, high), d in decisions.items() if (low, high) == (ACE, TEN))
    rows = (
        ("Round void (5.1, 5.2)", f"{0:+.4f}%", f"{-100 * value:+.4f}%"),
        ("area without cards, wager returned (5.14)", f"{0:+.4f}%", f"{-100 * value:+.4f}%"),
        (
            "one card only: go on or withdraw (5.16)",
            f"{100 * option:+.4f}%",
            f"{100 * (option - value):+.4f}%",
        ),
    )
    return Table(
        "What a remedy leaves, in percent of the wager",
        ("remedy", "then worth", "gives the player"),
        rows,
        f"Against {100 * value:+.4f}% of a Round as it should be, by the best play; a blackjack comes in "
        f"{100 * naturals:.3f}% of Rounds. A full shoe; cards of other areas are not looked at.",
        places(rules.cite("early_misdeal_void", "incorrect_dealing")),
    )
