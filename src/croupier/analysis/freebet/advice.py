"""What to do with one hand at Free Bet, and what each choice is worth, against one card or every card."""

from collections.abc import Sequence
from typing import Final

from croupier.analysis.figures import AnalysisError, Asked, Table, places
from croupier.analysis.freebet.paper import FIRSTS
from croupier.analysis.freebet.shoe.play import NEVER, Action
from croupier.analysis.freebet.splits.splitting import Kind
from croupier.analysis.freebet.spot import Spot, value_place
from croupier.analysis.freebet.terms import ACE, TEN, VALUE_NAMES, Terms
from croupier.cards import Card, show
from croupier.rulebook import Rules

_BLACKJACK: Final = "blackjack"
_TOTAL_MAX: Final = 21


def advice(rules: Rules, cards: Sequence[Card], dealer: Card | None, *, marker_only: bool = False) -> Table:
    """Every choice open with these cards in original wagers, the best one marked.

    Without a card of the dealer's, a column for each card that it may be. `marker_only`: a hand after a split
    that carries a Free Bet Marker and no money.
    """
    terms = Terms.of(rules, Asked())
    _check(terms, cards, dealer, marker_only)
    firsts = FIRSTS if dealer is None else (value_place(dealer),)
    found = {first: _values(terms, cards, dealer, first, marker_only=marker_only) for first in firsts}
    names = dict.fromkeys(name for values in found.values() for name in values)
    title = " ".join(map(show, cards)) + (f" against {show(dealer)}" if dealer else " against every card")
    if marker_only:
        title += ", with a marker only"
    cited = places(rules.cite("drawing", "doubling", "free_double", "free_split", "surrender"))
    note = (
        "In original wagers, from a full shoe without these cards and the dealer's; every later decision is "
        "the best. Exact."
    )
    if dealer is not None:
        [values] = found.values()
        best = max(values, key=values.__getitem__)
        ranked = sorted(values, key=lambda name: -values[name])
        rows = tuple((name, f"{values[name]:+.6f}", "best" if name == best else "") for name in ranked)
        return Table(title, ("choice", "value", ""), rows, note, cited)
    all_rows = tuple(
        (
            VALUE_NAMES[first],
            *(_cell(values.get(name)) for name in names),
            max(values, key=values.__getitem__),
        )
        for first, values in found.items()
    )
    return Table(title, ("dealer", *names, "best"), all_rows, note, cited)


def _cell(value: float | None) -> str:
    return "" if value is None else f"{value:+.4f}"


def _check(terms: Terms, cards: Sequence[Card], dealer: Card | None, marker_only: bool) -> None:
    if len(cards) < 2:
        raise AnalysisError(
            "a hand has two cards or more, not {count}; give them like Tc6d", count=len(cards)
        )
    held = [*cards, *([dealer] if dealer else [])]
    if more := next((card for card in held if held.count(card) > terms.decks), None):
        raise AnalysisError(
            "{more:card} is there {copies} times; the shoe has {decks}",
            more=more,
            copies=held.count(more),
            decks=terms.decks,
        )
    places_ = [value_place(card) for card in cards]
    if sum(place + 1 for place in places_) > _TOTAL_MAX:
        raise AnalysisError("{cards:cards} is over 21: there is nothing left to decide", cards=cards)
    if marker_only and sorted(places_) == [ACE, ACE]:
        raise AnalysisError("split aces stand on one card each; a marker's hand of two aces does not play on")
    if marker_only and all(place == TEN for place in places_):
        raise AnalysisError("tens are split for money, so no hand of tens carries a marker only (3.21)")


def _values(
    terms: Terms, cards: Sequence[Card], dealer: Card | None, first: int, *, marker_only: bool
) -> dict[str, float]:
    own = tuple(map(value_place, cards))
    if marker_only and own[0] == TEN:  # tens are not split for a marker: the hand grew from its other card
        own = tuple(sorted(own))
    kind = Kind.MARKER if marker_only else Kind.STAKED
    spot = Spot(
        terms,
        first,
        own,
        kind,
        is_split=marker_only,
        hands=2 if marker_only else 1,
        pair_with_dealer=int(dealer is not None and dealer[0] == cards[0][0]),
    )
    is_first_decision = len(own) == 2 and not marker_only
    if spot.is_natural:
        found = {_BLACKJACK: spot.natural}
    else:
        found = {action.words: value for action, value in spot.values().items()}
        if len(own) == 2 and own[0] == own[1] == TEN and not _may_split(terms, cards):
            found.pop(Action.SPLIT.words, None)
    if is_first_decision and terms.surrender != "none":
        found[Action.SURRENDER.words] = spot.surrender
    return {name: value for name, value in found.items() if value > NEVER}


def _may_split(terms: Terms, cards: Sequence[Card]) -> bool:
    return terms.split_unlike_tens or cards[0][0] == cards[1][0]
