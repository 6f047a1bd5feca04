"""What the dealer does next if nothing goes wrong: it follows from what waits and from the plan."""

from collections.abc import Callable

from croupier.games.poker import commands as c
from croupier.games.poker.blinds import plan
from croupier.games.poker.dealing import named
from croupier.games.poker.face_down import asked_for
from croupier.games.poker.plan import HOLE_CARDS, hole_cards, is_dealt_wrong, street_cards, waiting, wrong
from croupier.games.poker.state import CARDS_IN, State, is_laid, is_unknown, next_street, unknown_hands
from croupier.games.poker.terms import terms
from croupier.rulebook import Rules
from croupier.table import Option, ShuffleCards, option_of
from croupier.table.deals import DealCard
from croupier.table.facts import Looked


def routine(rules: Rules, state: State) -> Option | None:
    """The dealer's next step, or None while the table waits for a player, a ruling or new players."""
    table = terms(rules)
    if state.open:
        return None
    if state.shuffle_due is not None:
        return option_of(c.ShuffleStub, rules.cite(state.shuffle_due.rule))
    if state.coming:
        return option_of(DealCard, rules.cite("initial_deal"), *named(state, waiting(table, state)[:1]))
    if is_dealt_wrong(table, state):
        deal = next((each.deal for each in wrong(table, state) if each.deal == HOLE_CARDS), None)
        return option_of(c.ReportCards, rules.cite("voiding_events"), deal=deal, facts=(Looked(),))
    return _STEPS[state.phase](rules, state)


def _idle(rules: Rules, state: State) -> Option | None:
    if plan(terms(rules), state) is None:
        return None
    if not state.is_shuffled:
        return option_of(ShuffleCards, rules.cite("single_deck"))
    return option_of(c.AnnounceBlinds, rules.cite("commencement"))


def _blinds(rules: Rules, state: State) -> Option | None:
    if any(not due.is_paid for due in state.dues):
        return None
    if not state.is_shuffled:
        return option_of(ShuffleCards, rules.cite("single_deck"))
    asks = named(state, hole_cards(terms(rules), state.order))
    return option_of(c.DealHoleCards, rules.cite("initial_deal"), *asks)


def _dealing(rules: Rules, state: State) -> Option | None:
    if is_laid(state) and (missing := waiting(terms(rules), state)):
        return option_of(DealCard, rules.cite("community_cards"), *named(state, missing[:1]))
    if is_laid(state):
        return option_of(c.TurnUpCards, rules.cite("community_cards"), *asked_for(state.packet))
    is_at_once = terms(rules).all_in_reveal == "at_once"
    if is_at_once and state.is_betting_over and not state.is_marker_flipped:
        return option_of(c.FlipMarker, rules.cite("showdown"))
    if state.is_marker_flipped and unknown_hands(state):
        return None  # they are turned up before the next street
    street = next_street(state)
    assert street is not None
    lying = state.packet[: CARDS_IN[street]]
    asks = named(state, street_cards(street)) if terms(rules).is_shoe else asked_for(lying)
    return option_of(c.DealStreet, rules.cite("community_cards"), *asks, street=street)


def _showdown(rules: Rules, state: State) -> Option | None:
    if is_unknown(state, state.to_act):
        return None  # its player shows it or does not
    return option_of(c.SeeToHand, rules.cite("others_show"), seat=state.to_act)


_STEPS: dict[str, Callable[[Rules, State], Option | None]] = {
    "idle": _idle,
    "blinds": _blinds,
    "betting": lambda rules, state: None,
    "dealing": _dealing,
    "closed": lambda rules, state: option_of(c.FlipMarker, rules.cite("showdown")),
    "showdown": _showdown,
    "settling": lambda rules, state: option_of(c.Settle, rules.cite("resolving_pots")),
}
