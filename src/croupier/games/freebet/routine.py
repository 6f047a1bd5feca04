"""How a table gets on: who is asked, what the dealer does next, and what becomes of who says nothing."""

from collections.abc import Callable, Mapping

from croupier.games.freebet import commands as c
from croupier.games.freebet.claims import NO_AGREEMENT
from croupier.games.freebet.control import current, is_held_up, short_in_play
from croupier.games.freebet.dealing import is_cut_card_out
from croupier.games.freebet.drawing import named, next_named
from croupier.games.freebet.game import FREEBET
from croupier.games.freebet.irregularities.running_out import cutter, has_run_out, may_refill
from croupier.games.freebet.irregularities.silence import deciding_now
from croupier.games.freebet.irregularities.together import DECLINE
from croupier.games.freebet.plan import burns_due, due, left_out, place_of, waiting
from croupier.games.freebet.points import count, is_ace
from croupier.games.freebet.state import (
    TOGETHER,
    State,
    astray_card,
    coming_cards,
    contested,
    is_asked,
    is_round_asked,
)
from croupier.games.freebet.terms import Terms
from croupier.rulebook import Rules
from croupier.table import GiveRuling, Option, Role, ShuffleCards, deals, option_of
from croupier.table.deals import FinishDeal
from croupier.table.rulings import ReferMatter

# Who is asked


def awaited(rules: Rules, state: State) -> tuple[int, ...]:
    """Places that are asked something now."""
    if state.phase == "betting":
        return tuple(
            place
            for place, player in sorted(state.players.items())
            if not player.is_ready and not player.is_absent and player.chips
        )
    asked = [place for _, place in deciding_now(rules, state)]
    if contested(state) and not is_asked(state, "power_failure"):
        asked += [claim.place for claim in contested(state)]
    if state.phase in ("surrender", "insurance") and not is_round_asked(state):
        asked += [
            wager.place
            for number, area in state.areas.items()
            for wager in area.wagers
            if wager.is_live and area.hands and (number, wager.place) not in state.offer.answered
        ]
    return tuple(dict.fromkeys(place for place in asked if not state.players[place].is_absent))


def overdue(rules: Rules, state: State, place: int) -> Option | None:
    """What becomes of a player who is asked and says nothing: the offer is closed, or time is called."""
    if state.phase == "betting":
        return option_of(c.CloseBetting, rules.cite("betting_closes")) if state.areas else None
    if is_asked(state, "power_failure"):
        return option_of(c.ResumePlay, rules.cite("power_failure_no_outcome"))
    if contested(state):
        return routine(rules, state)
    if state.phase in ("surrender", "insurance") and not is_held_up(state):
        return _STEPS[state.phase](rules, state)
    if state.following and not is_held_up(state):
        step = _playing(rules, state)  # the next card leaves those who have not followed as they are
        if step and not step.asks:
            return step
    area = next(number for number, asked in deciding_now(rules, state) if asked == place)
    return option_of(c.CallTime, rules.cite("absent_player", reading="FB-A68"), group="house", area=area)


# What the dealer does next


def routine(rules: Rules, state: State) -> Option | None:
    """The next step if nothing goes wrong; nothing while a player, a ruling or new players are needed."""
    if contested(state) and not state.open:
        cites = rules.cite("side_wager_priority_unresolved")
        return option_of(GiveRuling, cites, decision="claims", choice=NO_AGREEMENT)
    if any(each.key not in ("power_failure", TOGETHER) for each in state.open):
        return None
    if is_asked(state, "power_failure"):
        return option_of(c.ResumePlay, rules.cite("power_failure_no_outcome"))
    if state.riffle.cuts >= 0:
        if (cuts := cutter(state)) and not state.players[cuts].is_absent:
            return None
        return option_of(c.CutCards, rules.cite("cards_run_out"), position=state.riffle.count // 2)
    return _STEPS[state.phase](rules, state)


def _idle(rules: Rules, state: State) -> Option | None:
    terms = Terms.of(rules)
    is_stale = state.shoe == "no_cards" or state.shuffle_due or state.device.decks != terms.decks
    if is_stale or is_cut_card_out(rules, state):
        return option_of(ShuffleCards, rules.cite("decks"))
    if not any(p.chips >= terms.main_min and not p.is_absent for p in state.players.values()):
        return None
    return option_of(c.OpenBetting, rules.cite("commencement"))


def _betting(rules: Rules, state: State) -> Option | None:
    waits = any(not p.is_ready and not p.is_absent and p.chips for p in state.players.values())
    if not state.areas and waits:
        return None
    return option_of(c.CloseBetting, rules.cite("betting_closes"))


def _closed(rules: Rules, state: State) -> Option | None:
    if has_run_out(rules, state):
        return _refill(rules, state)
    left = [place_of(each.spot) for each in waiting(rules, state)]
    if coming_cards(state):
        kind = c.DealCard if left else FinishDeal
        return option_of(kind, rules.cite("dealing"), *named(state, *left[:1]))
    if burns_due(rules, state):
        return option_of(c.BurnCard, rules.cite("missed_burn"))
    return option_of(c.DealInitial, rules.cite("dealing"), *deals.named(state.device, left))


def _refill(rules: Rules, state: State) -> Option:
    """The discards are riffled where that is allowed and there are any; otherwise somebody above decides."""
    if may_refill(rules, state):
        return option_of(c.RiffleDiscards, rules.cite("cards_run_out"))
    cites = rules.cite("matters_not_provided_for", reading="FB-A22")
    return option_of(ReferMatter, cites, matter="the cards have run out")


def _dealt(rules: Rules, state: State) -> Option | None:
    upcard = state.upcard
    if upcard is None:
        return _report(rules, state, "dealer_first_card_missed_early")
    if is_ace(upcard):
        return option_of(c.OfferInsurance, rules.cite("insurance_offered"))
    return option_of(c.OfferSurrender, rules.cite("surrender_offered"))


def _playing(rules: Rules, state: State) -> Option | None:
    if choice := _absent_choice(rules, state):
        return choice
    if astray_card(state) or short_in_play(state):
        return _report(rules, state, "incorrect_dealing")
    if due(rules, state) is None:
        return None
    if has_run_out(rules, state):
        return _refill(rules, state)
    return option_of(c.DealCard, rules.cite("drawing"), *next_named(rules, state))


def _report(rules: Rules, state: State, rule: str) -> Option | None:
    """What is wrong is put right once the question that was asked before has its answer."""
    return None if is_held_up(state) else option_of(c.ReportCards, rules.cite(rule))


def _absent_choice(rules: Rules, state: State) -> Option | None:
    """What an absent player takes of cards drawn together: the first, or none where his hand stands."""
    target = current(state)
    for found in FREEBET.pending(rules, state):
        if found.role is Role.DEALER and target is not None:
            stands = Terms.of(rules).absent_stands(*count(state.areas[target[0]].hands[target[1]].cards))
            chosen = DECLINE if stands and DECLINE in found.choices else found.choices[0]
            return option_of(GiveRuling, found.cites(rules), decision=found.name, choice=chosen)
    return None


def _complete(rules: Rules, state: State) -> Option | None:
    if left_out(state):
        return _report(rules, state, "wager_without_cards_late")
    if astray_card(state):
        return _report(rules, state, "incorrect_dealing")
    return option_of(c.SettleRound, rules.cite("round_of_play"))


_STEPS: Mapping[str, Callable[[Rules, State], Option | None]] = {
    "idle": _idle,
    "betting": _betting,
    "claims": lambda rules, state: None,
    "closed": _closed,
    "dealt": _dealt,
    "surrender": lambda rules, state: option_of(c.CloseSurrender, rules.cite("surrender_offered")),
    "insurance": lambda rules, state: option_of(c.CloseInsurance, rules.cite("insurance_offered")),
    "playing": _playing,
    "complete": _complete,
}
