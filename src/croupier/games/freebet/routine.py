"""What the dealer does next if nothing goes wrong."""

from croupier.rulebook import Rules
from croupier.table import GiveRuling, Option, Role, ShuffleCards, offer

from . import commands as c
from . import reports as r
from .claims import NO_AGREEMENT
from .control import (
    absent_hand_stands,
    bet_areas,
    current,
    due,
    is_held_up,
    missed_areas,
    short_in_play,
)
from .destinations import initial
from .errors import DECLINE
from .flow import is_burn_due, is_cut_card_out
from .passing import has_run_out, may_refill
from .points import is_ace
from .questions import questions
from .staff_options import named, next_named, reconstruction
from .state import State


def routine(rules: Rules, state: State) -> Option | None:
    if state.tie:
        cites = rules.cite("side_wager_priority_unresolved")
        return offer(GiveRuling, cites, decision="claims", choice=NO_AGREEMENT)
    if state.rebuild == "asked" or state.referred or state.late_choice or state.one_card:
        return None
    if state.cut_due >= 0:
        if state.cut_due and not state.players[state.cut_due].is_absent:
            return None
        return offer(r.CutCards, rules.cite("cards_run_out"), position=state.riffled // 2)
    if state.power is not None:
        return offer(r.ResumePlay, rules.cite("power_failure_no_outcome"))
    if state.rebuild == "due":
        return _refill(rules, state) if has_run_out(rules, state) else reconstruction(rules, state)
    return _STEPS[state.phase](rules, state)


def _idle(rules: Rules, state: State) -> Option | None:
    is_stale = not state.is_shuffled or state.shuffle_due or state.device.decks != rules["decks"]
    if is_stale or is_cut_card_out(rules, state):
        return offer(ShuffleCards, rules.cite("decks"))
    if not any(p.chips >= rules["main_min"] and not p.is_absent for p in state.players.values()):
        return None
    return offer(c.OpenBetting, rules.cite("commencement"))


def _betting(rules: Rules, state: State) -> Option | None:
    waits = any(not p.is_ready and not p.is_absent and p.chips for p in state.players.values())
    if not state.areas and waits:
        return None
    return offer(c.CloseBetting, rules.cite("betting_closes"))


def _closed(rules: Rules, state: State) -> Option | None:
    if has_run_out(rules, state):
        return _refill(rules, state)
    if is_burn_due(rules, state):
        return offer(c.BurnCard, rules.cite("missed_burn"))
    return offer(c.DealInitial, rules.cite("dealing"), *named(state, *initial(bet_areas(state)).places))


def _refill(rules: Rules, state: State) -> Option:
    """The discards are riffled where that is allowed and there are any; otherwise somebody above decides."""
    if may_refill(rules, state):
        return offer(r.RiffleDiscards, rules.cite("cards_run_out"))
    cites = rules.cite("matters_not_provided_for", reading="FB-A22")
    return offer(r.ReferIrregularity, cites, matter="the cards have run out")


def _dealt(rules: Rules, state: State) -> Option | None:
    upcard = state.upcard
    if upcard is None:
        return offer(r.ReportMisdeal, rules.cite("dealer_first_card_missed_early"))
    if is_ace(upcard):
        return offer(c.OfferInsurance, rules.cite("insurance_offered"))
    return offer(c.OfferSurrender, rules.cite("surrender_offered"))


def _surrender(rules: Rules, state: State) -> Option | None:
    return offer(c.CloseSurrender, rules.cite("surrender_offered"))


def _insurance(rules: Rules, state: State) -> Option | None:
    return offer(c.CloseInsurance, rules.cite("insurance_offered"))


def _playing(rules: Rules, state: State) -> Option | None:
    if choice := _absent_choice(rules, state):
        return choice
    if state.misplaced or short_in_play(state):
        return offer(r.ReportMisdeal, rules.cite("incorrect_dealing"))
    if due(rules, state) is None:
        return None
    if has_run_out(rules, state):
        return _refill(rules, state)
    return offer(c.DealCard, rules.cite("drawing"), *next_named(rules, state))


def _absent_choice(rules: Rules, state: State) -> Option | None:
    """What an absent player takes of cards drawn together: the first, or none where his hand stands."""
    target = current(state)
    for decision in questions(rules, state):
        if decision.role is Role.DEALER and target is not None:
            stands = absent_hand_stands(rules, state.areas[target[0]].hands[target[1]])
            chosen = (
                decision.choices[-1] if stands and decision.choices[-1] == DECLINE else decision.choices[0]
            )
            return offer(GiveRuling, decision.citations, decision=decision.key, choice=chosen)
    return None


def _complete(rules: Rules, state: State) -> Option | None:
    if missed_areas(state):
        return offer(r.ReportMisdeal, rules.cite("wager_without_cards_late"))
    return offer(c.SettleRound, rules.cite("round_of_play"))


_STEPS = {
    "idle": _idle,
    "betting": _betting,
    "claims": lambda rules, state: None,
    "closed": _closed,
    "dealt": _dealt,
    "surrender": _surrender,
    "insurance": _insurance,
    "playing": _playing,
    "complete": _complete,
}


def overdue(rules: Rules, state: State, place: int) -> Option | None:
    """What becomes of a player who is asked and says nothing: the offer is closed, or he counts as absent."""
    if state.phase == "betting":
        return offer(c.CloseBetting, rules.cite("betting_closes")) if state.areas else None
    if state.tie:
        return routine(rules, state)
    if state.power is not None:
        return offer(r.ResumePlay, rules.cite("power_failure_no_outcome"))
    if state.phase in ("surrender", "insurance") and not is_held_up(state):
        return _STEPS[state.phase](rules, state)
    if state.following and not is_held_up(state):
        step = _playing(rules, state)  # the next card leaves those who have not followed as they are
        if step and not step.asks:
            return step
    player = state.players[place].name
    return offer(r.ReportAbsent, rules.cite("absent_player"), player=player)
