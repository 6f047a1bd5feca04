"""Void Rounds, withdrawals, power failures, and what no rule covers."""

from typing import NoReturn

from croupier.cards import Card
from croupier.rulebook import Rules
from croupier.table import Draft, Role

from . import incidents as i
from .claims import refuse_claim
from .commands import MainOrSide
from .control import controller, current, is_leftover_choice_open, is_stopped, live_places
from .dealing import conclude
from .flow import advance, is_blackjack_safe
from .game import FREEBET
from .misdeals import find_dealer_card
from .moves import may_use_marker
from .places import named_place, own_place, require_power
from .reports import (
    ReferIrregularity,
    ReportFaceUpCard,
    ReportPowerFailure,
    ReportPulledWager,
    ReportWrongCards,
    ResumePlay,
    WithdrawFromArea,
)
from .returns import has_anything, return_player, void_round
from .state import SideWager, State, Wager, markers_of, wager_of

_DEALT = ("dealt", "surrender", "insurance", "playing", "complete")


@FREEBET.on(ReportWrongCards, Role.DEALER)
def report_wrong_cards(draft: Draft[State], command: ReportWrongCards) -> None:
    if draft.state.phase == "idle":
        draft.refuse("wrong_or_unshuffled_cards", "no Round is being played; put the cards in order")
    keys = ("wrong_or_unshuffled_cards", "void", "earlier_rounds_stand")
    void_round(draft, *keys, reading="FB-A16", shuffle_due="wrong_or_unshuffled_cards")


@FREEBET.on(ReportFaceUpCard, Role.DEALER)
def report_face_up_card(draft: Draft[State], command: ReportFaceUpCard) -> None:
    if draft.state.phase not in _DEALT:
        draft.refuse("face_up_card", "the first card of the Round has not been dealt")
    draft.emit(i.PlayStands(citations=draft.rules.cite("face_up_card")))


@FREEBET.on(ReportPulledWager, Role.DEALER)
def report_pulled_wager(draft: Draft[State], command: ReportPulledWager) -> None:
    place, state = named_place(draft, command.player), draft.state
    if state.phase not in ("claims", "closed", *_DEALT):
        draft.refuse("late_withdrawal_ignored", "before the closing call a player may take a wager back")
    bet = find_bet(state, command.area, place, command.bet)
    if bet is None or bet.is_pulled:
        draft.refuse(
            "late_withdrawal_ignored",
            f"{command.player} has no such wager on area {command.area}, or it is noted as pulled already",
        )
    cites = draft.rules.cite("late_withdrawal_ignored", reading="FB-A39")
    draft.emit(i.WagerPulled(area=command.area, place=place, bet=command.bet, citations=cites))


def find_bet(state: State, number: int, place: int, bet: MainOrSide) -> Wager | SideWager | None:
    """What this player still has on the layout there."""
    area = state.areas.get(number)
    if area is None:
        return None
    if bet == "main":
        return wager_of(area, place)
    return next((side for side in area.sides if (side.bet, side.place) == (bet, place)), None)


@FREEBET.on(WithdrawFromArea, Role.PLAYER)
def withdraw_from_area(draft: Draft[State], command: WithdrawFromArea) -> None:
    """A player dissatisfied with how a mistake was put right takes back what is undecided."""
    place, state = own_place(draft, command), draft.state
    require_power(draft)
    if not state.withdraw_right or state.phase not in _DEALT:
        if state.power_failed:
            refuse_withdrawal(draft)
        draft.refuse(
            "withdrawal_when_dissatisfied",
            "wagers may be withdrawn only right after certain mistakes, before any further card",
        )
    if state.phase == "complete":
        draft.refuse(
            "withdrawal_when_dissatisfied",
            "the Dealer's hand is complete, so every wager is won or lost; wait for the settlement",
            reading="FB-A42",
        )
    # A choice that is open leaves no later moment: the card chosen may complete a hand.
    if is_stopped(state) or state.is_closing:
        draft.refuse("withdrawal_when_dissatisfied", "a question is open; it has to be answered first")
    if command.area not in state.areas or not has_anything(state, command.area, place):
        draft.refuse("withdrawal_when_dissatisfied", f"you have nothing undecided on area {command.area}")
    keys = ("withdrawal_when_dissatisfied",)
    return_player(draft, command.area, place, "withdrawn", keys, "FB-A42")
    pass_on(draft, state)
    go_on(draft, command.at)


def refuse_withdrawal(draft: Draft[State]) -> NoReturn:
    """The power has failed, and the time to withdraw for it is over or never came."""
    if established(draft.rules, draft.state):
        draft.refuse(
            "power_failure_outcome_established", "a wager has been decided: play goes on", reading="FB-A27"
        )
    draft.refuse("power_failure_no_outcome", "nobody is asked now whether to withdraw", reading="FB-A27")


def pass_on(draft: Draft[State], before: State) -> None:
    """Somebody has left: what was asked of him is asked of who comes next, or is over."""
    state = draft.state
    for number, place in state.one_card:
        if wager_of(state.areas[number], place) is None:
            cites = draft.rules.cite("one_card_hand_withdrawn")
            draft.emit(i.OneCardAnswered(area=number, place=place, acts=False, citations=cites))
    target = current(state)
    if state.late_choice and (target is None or controller(state, target[0]) not in state.late_choice):
        find_dealer_card(draft)
    if state.together and state.together.area and not is_due_a_card(state, state.together.area):
        if state.together.disclosed:
            offer_on(draft, left=state.together.disclosed)
        else:
            cites = draft.rules.cite("simultaneous_none_seen_rest")
            draft.emit(i.HiddenCardChosen(position=1, citations=cites))
    elif is_leftover_choice_open(before) and target != current(before):
        offer_on(draft, burnt=state.leftovers)


def is_due_a_card(state: State, number: int) -> bool:
    """Whether the hand in play is of this area and gets the next card."""
    target = current(state)
    if target is None or target[0] != number:
        return False
    hand = state.areas[number].hands[target[1]]
    return hand.wants_card or len(hand.cards) < 2 or controller(state, number) is None


def offer_on(draft: Draft[State], left: tuple[Card, ...] = (), burnt: tuple[Card, ...] = ()) -> None:
    """Nobody has taken any of the disclosed cards: they are offered to the next player, or burnt."""
    cites = draft.rules.cite("simultaneous_several_seen_rest", reading="FB-A25")
    draft.emit(i.DisclosedCardsChosen(area=0, taken=(), left=left, burnt=burnt, citations=cites))


def go_on(draft: Draft[State], at: int) -> None:
    """Carry the Round on, or end it if nothing is left in it."""
    if not live_places(draft.state):
        conclude(draft, at)
    else:
        advance(draft)


def established(rules: Rules, state: State) -> str:
    """The rule by which some wager has conclusively won or lost; nothing if none has."""
    if state.net or state.has_interim or state.phase == "complete":
        return "round_of_play"
    has_second = len(state.dealer) > 1
    is_safe = has_second or is_blackjack_safe(rules, state)
    for number, area in state.areas.items():
        if has_second and area.insurances:
            return "insurance_wager_meaning"
        if is_safe and any(hand.status == "blackjack" and hand.stakes for hand in area.hands):
            return "blackjack_wins"
        for side in area.sides:
            if side.bet == "pair" and area.hands and len(area.hands[0].cards) >= 2:
                return "pair_wager_meaning"
            if side.bet == "pot_of_gold" and is_pot_of_gold_decided(rules, state, number, side.place):
                return "pot_of_gold_wager_meaning"
    return ""


def is_pot_of_gold_decided(rules: Rules, state: State, number: int, place: int) -> bool:
    """One marker has won it, whatever it will pay; without any it is lost once none can come."""
    has_marker = markers_of(state.areas[number], place) >= rules.parameter("markers_won_from")
    return has_marker or not may_use_marker(rules, state, number, place)


@FREEBET.on(ReportPowerFailure, Role.DEALER)
def report_power_failure(draft: Draft[State], command: ReportPowerFailure) -> None:
    state = draft.state
    if state.phase not in (*_DEALT, "closed") or state.power is not None:
        draft.refuse("power_failure", "this matters between the closing of bets and the settlement, once")
    if state.tie or state.is_closing:
        draft.refuse("power_failure", "settle the claims first")
    if rule := established(draft.rules, state):
        cites = draft.rules.cite("power_failure_outcome_established", rule, reading="FB-A27")
        draft.emit(i.PowerFailed(may_withdraw=(), citations=cites))
        return
    asked = tuple(place for place in live_places(state) if not state.players[place].is_absent)
    cites = draft.rules.cite("power_failure_no_outcome", reading="FB-A27")
    draft.emit(i.PowerFailed(may_withdraw=asked, citations=cites))


def answer_power(draft: Draft[State], place: int, choice: str, at: int) -> None:
    """All of a player's wagers or none of them."""
    stays, before = choice != "withdraw", draft.state
    cites = draft.rules.cite("power_failure_no_outcome", reading="FB-A27")
    draft.emit(i.PowerAnswered(place=place, stays=stays, citations=cites))
    if not stays:
        for number in draft.state.areas:
            if has_anything(draft.state, number, place):
                return_player(draft, number, place, "withdrawn", ("power_failure_no_outcome",), "FB-A52")
        for claim in draft.state.claims:
            if claim.place == place:
                refuse_claim(draft, claim, "power_failure_no_outcome")
        pass_on(draft, before)
    if draft.state.power is None or not live_places(draft.state):
        go_on(draft, at)


@FREEBET.on(ResumePlay, Role.DEALER)
def resume_play(draft: Draft[State], command: ResumePlay) -> None:
    if draft.state.power is None:
        draft.refuse("power_failure", "play has not been interrupted")
    draft.emit(i.PlayResumed(citations=draft.rules.cite("power_failure_no_outcome")))
    advance(draft)


@FREEBET.on(ReferIrregularity, Role.DEALER)
def refer_irregularity(draft: Draft[State], command: ReferIrregularity) -> None:
    if draft.state.phase == "idle" or draft.state.referred:
        draft.refuse("matters_not_provided_for", "no Round is being played, or a matter is referred already")
    matter = command.matter.strip()
    if not matter:
        draft.refuse("matters_not_provided_for", "say what has happened")
    draft.emit(i.IrregularityReferred(matter=matter, citations=draft.rules.cite("matters_not_provided_for")))
