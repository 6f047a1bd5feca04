"""What waits for a person: players' choices and staff rulings, read off the state."""

from collections.abc import Iterator

from msgspec.structs import replace

from croupier.rulebook import Rules
from croupier.table import Citations, OpenDecision, Role

from .claims import NO_AGREEMENT
from .control import controller, current, is_choice_open, is_leftover_choice_open
from .detriment import worst_cards
from .errors import player_choices, together_rules
from .misdeals import fault_rules
from .passing import has_run_out, may_refill
from .state import State


def questions(rules: Rules, state: State) -> tuple[OpenDecision, ...]:
    return tuple(_questions(rules, state))


def _questions(rules: Rules, state: State) -> Iterator[OpenDecision]:
    if state.phase == "idle":
        return
    if state.referred:
        yield _referred(rules, state)
    if state.power is not None:  # everything else waits
        cites = rules.cite("power_failure_no_outcome")
        for place in state.power:
            question = "The power has failed: stay in the Round or withdraw all wagers?"
            yield OpenDecision("power_failure", Role.PLAYER, question, ("stay", "withdraw"), cites, place)
        return
    if state.tie:
        yield _tie(rules, state)
    if state.rebuild == "asked":
        question = "Can the cards be reconstructed, or is the Round void?"
        cites = rules.cite(*fault_rules(rules, state), "early_misdeal_void", reading="FB-A55")
        yield OpenDecision("misdeal", Role.PIT_SUPERVISOR, question, ("reconstruct", "void"), cites)
    for place in state.late_choice:
        cites = rules.cite("finish_hand_before_dealer_card")
        question = "The Dealer has no card: finish this hand before the Dealer draws one?"
        yield OpenDecision("finish_hand", Role.PLAYER, question, ("finish_first", "draw_now"), cites, place)
    for number, place in state.one_card:
        cites = rules.cite("one_card_hand_played", "one_card_hand_withdrawn")
        question = f"Area {number} has one card: act upon it in turn, or withdraw?"
        yield OpenDecision(f"one_card_{number}", Role.PLAYER, question, ("act", "withdraw"), cites, place)
    if state.together and is_choice_open(state):
        yield _together(rules, state)
    elif is_leftover_choice_open(state):
        yield _leftovers(rules, state)


def _referred(rules: Rules, state: State) -> OpenDecision:
    """Play goes on or the Round is void; without a card to deal and discards to riffle it cannot go on."""
    after = replace(state, referred="", may_riffle=True)
    goes_on = not has_run_out(rules, after) or may_refill(rules, after)
    choices = ("continue", "void") if goes_on else ("void",)
    cites = rules.cite("matters_not_provided_for")
    return OpenDecision("referred", Role.SHIFT_MANAGER, state.referred, choices, cites)


def _tie(rules: Rules, state: State) -> OpenDecision:
    claim = state.tie[0]
    prefix = "insurance" if claim.bet == "insurance" else "side_wager"
    names = tuple(state.players[each.place].name for each in state.tie)
    question = f"Equal claims on {claim.bet.replace('_', ' ')} of area {claim.area}: who have they agreed on?"
    cites = rules.cite(f"{prefix}_priority_unresolved", reading="FB-A09")
    return OpenDecision("claims", Role.DEALER, question, (*names, NO_AGREEMENT), cites)


def _together(rules: Rules, state: State) -> OpenDecision:
    together = state.together
    assert together is not None
    cites = rules.cite(*together_rules(together.area, len(together.disclosed)))
    if not together.disclosed:
        choices = tuple(str(n) for n in range(1, together.count + 1))
        question = "Cards drawn together, none seen: which one comes first?"
        return _asked(state, together.area, "drawn_together", question, choices, cites)
    question = "Cards drawn together and seen: which are taken?"
    if together.area == 0:
        choices = worst_cards(rules, state, together.disclosed)
        question = "Cards drawn together and seen: the one most detrimental to the Dealer's hand is taken"
    else:
        target = current(state)
        assert target is not None
        choices = player_choices(state, target, together.disclosed)
    return _asked(state, together.area, "drawn_together", question, choices, cites)


def _leftovers(rules: Rules, state: State) -> OpenDecision:
    target = current(state)
    assert target is not None
    cites = rules.cite("simultaneous_several_seen_rest", reading="FB-A25")
    choices = player_choices(state, target, state.leftovers)
    return _asked(state, target[0], "leftover_cards", "Take of the cards left over?", choices, cites)


def _asked(
    state: State, area: int, key: str, question: str, choices: tuple[str, ...], cites: Citations
) -> OpenDecision:
    """Put to the controller of the area, to the Pit Manager for the Dealer's hand."""
    if area == 0:
        return OpenDecision(key, Role.PIT_MANAGER, question, choices, cites)
    place = controller(state, area)
    if place is None:
        return OpenDecision(key, Role.DEALER, question, choices, cites)
    return OpenDecision(key, Role.PLAYER, question, choices, cites, place)
