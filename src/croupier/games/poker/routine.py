"""What the dealer does next if nothing goes wrong."""

from collections.abc import Callable

from croupier.games.poker import commands as c
from croupier.games.poker.blinds import plan
from croupier.games.poker.commands import ReportWrongDeal
from croupier.games.poker.dealing import hole_cards, named, street_cards, waiting_places
from croupier.games.poker.irregularities.voids import known_problems
from croupier.games.poker.state import State, is_laid, next_street
from croupier.games.poker.terms import terms
from croupier.rulebook import Rules
from croupier.table import Option, ShuffleCards, offer


def routine(rules: Rules, state: State) -> Option | None:
    """The dealer's next step, or None while the table waits for a player, a ruling or new players."""
    if state.question is not None:
        return None
    if state.coming:
        asks = named(state, waiting_places(terms(rules), state)[:1])
        return offer(c.DealCard, rules.cite("initial_deal"), *asks)
    if state.trouble.is_stub_shuffle_due:
        return offer(c.ShuffleStub, rules.cite(state.trouble.shuffle_rule))
    if state.trouble.wrong_deal:
        return _put_right(rules, state)
    return _STEPS[state.phase](rules, state)


def _put_right(rules: Rules, state: State) -> Option:
    if state.trouble.wrong_deal == "redeal":
        return _deal(rules, state)
    problem = known_problems(state)[0]
    return offer(ReportWrongDeal, rules.cite("voiding_events"), problem=problem, looked="somebody_has_looked")


def _deal(rules: Rules, state: State) -> Option:
    asks = named(state, hole_cards(terms(rules), state))
    return offer(c.DealHoleCards, rules.cite("initial_deal"), *asks)


def _idle(rules: Rules, state: State) -> Option | None:
    if plan(terms(rules), state) is None:
        return None
    if not state.is_shuffled:
        return offer(ShuffleCards, rules.cite("single_deck"))
    return offer(c.AnnounceBlinds, rules.cite("commencement"))


def _blinds(rules: Rules, state: State) -> Option | None:
    if any(not due.is_paid for due in state.dues):
        return None
    if not state.is_shuffled:
        return offer(ShuffleCards, rules.cite("single_deck"))
    return _deal(rules, state)


def _dealing(rules: Rules, state: State) -> Option | None:
    if is_laid(state):
        return offer(c.TurnUpCards, rules.cite("community_cards"))
    is_at_once = terms(rules).all_in_reveal == "at_once"
    if is_at_once and state.is_betting_over and not state.is_marker_flipped:
        return offer(c.FlipMarker, rules.cite("showdown"))
    street = next_street(state)
    asks = named(state, street_cards(street)) if street and terms(rules).is_shoe else []
    return offer(c.DealStreet, rules.cite("community_cards"), *asks, street=street)


_STEPS: dict[str, Callable[[Rules, State], Option | None]] = {
    "idle": _idle,
    "blinds": _blinds,
    "betting": lambda rules, state: None,
    "dealing": _dealing,
    "closed": lambda rules, state: offer(c.FlipMarker, rules.cite("showdown")),
    "showdown": lambda rules, state: offer(c.SeeToHand, rules.cite("others_show"), seat=state.to_act),
    "settling": lambda rules, state: offer(c.Settle, rules.cite("resolving_pots")),
}
