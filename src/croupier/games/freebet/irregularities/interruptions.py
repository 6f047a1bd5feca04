"""A power failure: who may withdraw, and whether anything is decided already."""

from collections.abc import Iterable

from msgspec.structs import replace

from croupier.cards import RANKS, Card
from croupier.games.freebet import commands as c
from croupier.games.freebet import events as e
from croupier.games.freebet.claims import refuse_claim, resolve_claims
from croupier.games.freebet.control import live_places, markers_for, pass_on
from croupier.games.freebet.decisions import doubles_free, split_problem
from croupier.games.freebet.game import FREEBET
from croupier.games.freebet.permissions import during
from croupier.games.freebet.plan import with_coming, wrong
from croupier.games.freebet.points import is_ten
from croupier.games.freebet.settlement import Back, has_anything, return_player
from croupier.games.freebet.state import (
    DEALT,
    Area,
    Hand,
    Insurance,
    SideWager,
    Stake,
    State,
    coming_cards,
    is_asked,
    place_of,
    stake_of,
)
from croupier.games.freebet.terms import Terms
from croupier.games.freebet.turns import go_on, is_blackjack_safe, is_split_ace
from croupier.rulebook import Rules
from croupier.table import Draft, GiveRuling, Matter, Moment, Offer, Role
from croupier.table.matters import ask, drop

# A power failure


@FREEBET.action(c.ReportPowerFailure, Role.DEALER, each=during("claims", "closed", *DEALT))
def report_power_failure(at: Moment[State]) -> Offer:
    state = at.state
    if state.phase not in ("claims", "closed", *DEALT) or is_asked(state, "power_failure"):
        at.refuse("power_failure", "this matters between the closing of bets and the settlement, once")
    return Offer(at.cite("power_failure"), group="irregularity")


@report_power_failure.taken
def power_fails(draft: Draft[State], command: c.ReportPowerFailure, offer: Offer) -> None:
    state, places = draft.state, live_places(draft.state)
    decided = {place: established(draft.rules, state, place) for place in places}
    if all(decided.values()):
        rules = dict.fromkeys(decided.values()) or ("round_of_play",)
        cites = draft.cite("power_failure_outcome_established", *rules, reading="FB-A27")
        draft.emit(e.PowerFailed(citations=cites))
        return
    rule = "power_failure_no_outcome"
    draft.emit(e.PowerFailed(citations=draft.cite(rule, reading="FB-A27")))
    for place in places:
        if not decided[place] and not state.players[place].is_absent:
            question = "The power has failed: stay in the Round or withdraw all wagers?"
            told = {"reading": "FB-A27", "seat": place}
            ask(draft, "power_failure", Role.PLAYER, question, ("stay", "withdraw"), rule, **told)


@FREEBET.after(e.PowerFailed)
def power_failed(state: State, event: e.PowerFailed) -> State:
    return replace(state, has_power_failed=True)


@FREEBET.ruling("power_failure")
def stays_or_withdraws(draft: Draft[State], command: GiveRuling, found: Matter) -> None:
    """All of a player's wagers or none of them."""
    place, before = found.seat or 0, draft.state
    if command.choice == "withdraw":
        for number in draft.state.areas:
            if has_anything(draft.state, number, place):
                back = Back(("power_failure_no_outcome",), "FB-A52", "withdrawn")
                return_player(draft, number, place, back)
        for claim in draft.state.claims:
            if claim.place == place:
                refuse_claim(draft, claim, "power_failure_no_outcome")
        pass_on(draft, before)
    if not is_asked(draft.state, "power_failure") or not live_places(draft.state):
        power_is_back(draft, command.at)


def power_is_back(draft: Draft[State], at: int) -> None:
    """Claims that those who stayed had made are settled now; without a wager there is nothing to claim."""
    if live_places(draft.state) and draft.state.phase == "claims":
        resolve_claims(draft)
    else:
        go_on(draft, at)


@FREEBET.unasked("power_failure")
def refuse_withdrawal(at: Moment[State]) -> None:
    """The power has failed, and for this player the time to withdraw is over or never came."""
    if not at.state.has_power_failed:
        return
    if established(at.rules, at.state, place_of(at.state, at.by.id) or 0):
        at.refuse(
            "power_failure_outcome_established", "a wager has been decided: play goes on", reading="FB-A27"
        )
    if not is_asked(at.state, "power_failure"):
        at.refuse("power_failure_no_outcome", "nobody is asked now whether to withdraw", reading="FB-A27")


@FREEBET.action(c.ResumePlay, Role.DEALER, each=during("claims", "closed", *DEALT))
def resume_play(at: Moment[State]) -> Offer:
    if not is_asked(at.state, "power_failure"):
        at.refuse("power_failure", "play has not been interrupted")
    return Offer(at.cite("power_failure_no_outcome"))


@resume_play.taken
def resumes(draft: Draft[State], command: c.ResumePlay, offer: Offer) -> None:
    draft.emit(e.PlayResumed(citations=offer.citations))
    drop(draft, [each for each in draft.state.open if each.key == "power_failure"])
    power_is_back(draft, command.at)


# Whether anything is decided


def established(rules: Rules, state: State, asking: int) -> str:
    """The rule by which some wager has conclusively won or lost; nothing if none has.

    Anybody's wager counts; in some houses only those of the player who asks.
    """
    is_own = Terms.of(rules).power_failure_scope == "player"
    if coming_cards(state) and not wrong(rules, state):
        state = with_coming(state)
    if state.phase == "complete" or (asking in state.net if is_own else state.net or state.has_interim):
        return "round_of_play"

    def counts(bets: Iterable[Stake | SideWager | Insurance]) -> bool:
        return any(not is_own or bet.place == asking for bet in bets)

    has_second = len(state.dealer) > 1
    is_safe = has_second or is_blackjack_safe(rules, state)
    for number, area in state.areas.items():
        if has_second and counts(area.insurances):
            return "insurance_wager_meaning"
        if is_safe and any(hand.status == "blackjack" and counts(hand.stakes) for hand in area.hands):
            return "blackjack_wins"
        for side in area.sides:
            if not counts((side,)):
                continue
            if side.bet == "pair" and area.hands and len(area.hands[0].cards) >= 2:
                return "pair_wager_meaning"
            if side.bet == "pot_of_gold" and is_pot_of_gold_decided(rules, state, number, side.place):
                return "pot_of_gold_wager_meaning"
    return ""


def is_pot_of_gold_decided(rules: Rules, state: State, number: int, place: int) -> bool:
    """Enough markers have won it, even if the amount is open; without them it is lost once none can come."""
    has_won = markers_for(rules, state, number, place) >= Terms.of(rules).markers_won_from
    return has_won or not may_use_marker(rules, state, number, place)


def may_use_marker(rules: Rules, state: State, number: int, place: int) -> bool:
    """Whether a Pot of Gold wager can get a marker: the player's own, or any where he has no wager there."""
    area, following = state.areas[number], state.following
    is_bettor = any(wager.place == place for wager in area.wagers)
    if not area.hands:
        return True
    if following and following.area == number and place in following.asked:
        hand = area.hands[following.hand]
        return not is_ten(hand.cards[0]) if following.kind == "split" else doubles_free(rules, hand)
    return not area.takes_no_cards and any(
        hand.status == "open"
        and (not is_bettor or stake_of(hand, place) is not None)
        and _takes_marker(rules, area, hand)
        for hand in area.hands
    )


def _takes_marker(rules: Rules, area: Area, hand: Hand) -> bool:
    if hand.has_late_card or is_split_ace(hand):
        return False
    if len(hand.cards) < 2:
        return any(_is_free(rules, area, second) for second in _with_any(hand))
    return len(hand.cards) == 2 and not hand.wants_card and _is_free(rules, area, hand)


def _with_any(hand: Hand) -> list[Hand]:
    """The hand with each rank as its second card."""
    return [replace(hand, cards=(hand.cards[0], Card(f"{rank}s"))) for rank in RANKS]


def _is_free(rules: Rules, area: Area, hand: Hand) -> bool:
    """Whether a two-card hand may be doubled or split free, or split for chips and then doubled free."""
    if doubles_free(rules, hand):
        return True
    if split_problem(rules, area, hand):
        return False
    return not is_ten(hand.cards[0]) or any(doubles_free(rules, second) for second in _with_any(hand))
