"""How a table gets on: who is asked, what the dealer does next, and what becomes of who says nothing."""

from collections.abc import Callable, Mapping

from croupier.rulebook import Rules
from croupier.table import GiveRuling, Option, Role, ShuffleCards, offer
from croupier.table.card_by_card import FinishDeal

from . import commands as c
from .claims import NO_AGREEMENT
from .control import bet_areas, controller, current, due, is_held_up, missed_areas, short_in_play
from .dealing import (
    cards_missing,
    initial,
    is_burn_due,
    is_cut_card_out,
    named,
    named_from_device,
    next_named,
    places_due,
)
from .game import FREEBET
from .irregularities.running_out import cutter, has_run_out, may_refill
from .irregularities.together import DECLINE
from .points import count, is_ace
from .state import State
from .terms import Terms

# Who is asked


def awaited(rules: Rules, state: State) -> tuple[int, ...]:
    """Places that are asked something now."""
    if state.phase == "betting":
        return tuple(
            place
            for place, player in sorted(state.players.items())
            if not player.is_ready and not player.is_absent and player.chips
        )
    asked = [found.seat for found in FREEBET.pending(rules, state) if found.seat]
    if state.tie:
        asked += [claim.place for claim in state.tie]
    is_calm = not (state.rebuild or state.referred or state.power is not None or state.is_closing)
    if state.phase in ("surrender", "insurance") and is_calm:
        asked += [
            wager.place
            for number, area in state.areas.items()
            for wager in area.wagers
            if wager.is_live and area.hands and (number, wager.place) not in state.answered
        ]
    if state.cut_due >= 0 and state.power is None and (cuts := cutter(state)):
        asked.append(cuts)
    if not asked and state.phase == "playing":
        asked = _to_play(rules, state)
    return tuple(dict.fromkeys(place for place in asked if not state.players[place].is_absent))


def _to_play(rules: Rules, state: State) -> list[int]:
    if state.following:
        return list(state.following.asked)
    target = current(state)
    if target is None or due(rules, state) is not None or short_in_play(state):
        return []
    place = controller(state, target[0])
    return [place] if place else []


def overdue(rules: Rules, state: State, place: int) -> Option | None:
    """What becomes of a player who is asked and says nothing: the offer is closed, or he counts as absent."""
    if state.phase == "betting":
        return offer(c.CloseBetting, rules.cite("betting_closes")) if state.areas else None
    if state.tie:
        return routine(rules, state)
    if state.power is not None:
        return offer(c.ResumePlay, rules.cite("power_failure_no_outcome"))
    if state.phase in ("surrender", "insurance") and not is_held_up(state):
        return _STEPS[state.phase](rules, state)
    if state.following and not is_held_up(state):
        step = _playing(rules, state)  # the next card leaves those who have not followed as they are
        if step and not step.asks:
            return step
    player = state.players[place].name
    return offer(c.ReportAbsent, rules.cite("absent_player"), group="irregularity", player=player)


# What the dealer does next


def routine(rules: Rules, state: State) -> Option | None:
    """The next step if nothing goes wrong; nothing while a player, a ruling or new players are needed."""
    if state.tie:
        cites = rules.cite("side_wager_priority_unresolved")
        return offer(GiveRuling, cites, decision="claims", choice=NO_AGREEMENT)
    if state.rebuild == "asked" or state.referred or state.late_choice or state.one_card:
        return None
    if state.power is not None:
        return offer(c.ResumePlay, rules.cite("power_failure_no_outcome"))
    if state.cut_due >= 0:
        if (cuts := cutter(state)) and not state.players[cuts].is_absent:
            return None
        return offer(c.CutCards, rules.cite("cards_run_out"), position=state.riffled // 2)
    if state.rebuild == "due":
        if has_run_out(rules, state):
            return _refill(rules, state)
        asks = named_from_device(state, cards_missing(state))
        return offer(c.Reconstruct, rules.cite("incorrect_dealing_early"), *asks)
    return _STEPS[state.phase](rules, state)


def _idle(rules: Rules, state: State) -> Option | None:
    terms = Terms.of(rules)
    is_stale = not state.is_shuffled or state.shuffle_due or state.device.decks != terms.decks
    if is_stale or is_cut_card_out(rules, state):
        return offer(ShuffleCards, rules.cite("decks"))
    if not any(p.chips >= terms.main_min and not p.is_absent for p in state.players.values()):
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
    if state.coming:
        due_to = places_due(state)[:1]
        kind = c.DealCard if due_to else FinishDeal
        return offer(kind, rules.cite("dealing"), *named(state, *due_to))
    if is_burn_due(rules, state):
        return offer(c.BurnCard, rules.cite("missed_burn"))
    return offer(c.DealInitial, rules.cite("dealing"), *named(state, *initial(bet_areas(state)).places))


def _refill(rules: Rules, state: State) -> Option:
    """The discards are riffled where that is allowed and there are any; otherwise somebody above decides."""
    if may_refill(rules, state):
        return offer(c.RiffleDiscards, rules.cite("cards_run_out"))
    cites = rules.cite("matters_not_provided_for", reading="FB-A22")
    return offer(c.ReferIrregularity, cites, matter="the cards have run out")


def _dealt(rules: Rules, state: State) -> Option | None:
    upcard = state.upcard
    if upcard is None:
        return _report(rules, state, "dealer_first_card_missed_early")
    if is_ace(upcard):
        return offer(c.OfferInsurance, rules.cite("insurance_offered"))
    return offer(c.OfferSurrender, rules.cite("surrender_offered"))


def _playing(rules: Rules, state: State) -> Option | None:
    if choice := _absent_choice(rules, state):
        return choice
    if state.misplaced or short_in_play(state):
        return _report(rules, state, "incorrect_dealing")
    if due(rules, state) is None:
        return None
    if has_run_out(rules, state):
        return _refill(rules, state)
    return offer(c.DealCard, rules.cite("drawing"), *next_named(rules, state))


def _report(rules: Rules, state: State, rule: str) -> Option | None:
    """What is wrong is put right once the question that was asked before has its answer."""
    return None if is_held_up(state) else offer(c.ReportMisdeal, rules.cite(rule))


def _absent_choice(rules: Rules, state: State) -> Option | None:
    """What an absent player takes of cards drawn together: the first, or none where his hand stands."""
    target = current(state)
    for found in FREEBET.pending(rules, state):
        if found.role is Role.DEALER and target is not None:
            stands = Terms.of(rules).absent_stands(*count(state.areas[target[0]].hands[target[1]].cards))
            chosen = DECLINE if stands and DECLINE in found.choices else found.choices[0]
            return offer(GiveRuling, found.cites(rules), decision=found.name, choice=chosen)
    return None


def _complete(rules: Rules, state: State) -> Option | None:
    if missed_areas(state):
        return _report(rules, state, "wager_without_cards_late")
    if state.misplaced:
        return _report(rules, state, "incorrect_dealing")
    return offer(c.SettleRound, rules.cite("round_of_play"))


_STEPS: Mapping[str, Callable[[Rules, State], Option | None]] = {
    "idle": _idle,
    "betting": _betting,
    "claims": lambda rules, state: None,
    "closed": _closed,
    "dealt": _dealt,
    "surrender": lambda rules, state: offer(c.CloseSurrender, rules.cite("surrender_offered")),
    "insurance": lambda rules, state: offer(c.CloseInsurance, rules.cite("insurance_offered")),
    "playing": _playing,
    "complete": _complete,
}
