"""Whose turn it is, what a card completes, and how the Round goes on by itself."""

from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from croupier.games.freebet import events as e
from croupier.games.freebet.control import controller, current, is_asked_first, is_held_up, live_places
from croupier.games.freebet.game import FREEBET
from croupier.games.freebet.permissions import own_place, present, require_power
from croupier.games.freebet.plan import due
from croupier.games.freebet.points import HIGHEST, count, has_equal_values, is_ace, is_ten, total
from croupier.games.freebet.settlement import Outcome, conclude, settle_pairs, settle_stake
from croupier.games.freebet.state import (
    DEALT,
    Area,
    Hand,
    State,
    cards_aside,
    is_early,
    wager_of,
    with_wager,
)
from croupier.games.freebet.terms import Terms
from croupier.messages import Message
from croupier.rulebook import Rules
from croupier.table import Draft, Moment, refuse
from croupier.table.offers import within


class Turn(Struct, frozen=True):
    """The place that decides on a hand: its controller leads, others on it may follow."""

    place: int
    area: int
    index: int
    leads: bool = True


# Whose turn it is


@within("playing")
def deciding(at: Moment[State]) -> tuple[dict[str, Any], ...]:
    """The area in play, if who asks controls it and no other question comes first."""
    return () if is_held_up(at.state) else committing(at)


@within("playing")
def committing(at: Moment[State]) -> tuple[dict[str, Any], ...]:
    """The same for who may double or split, which may be done on a card left over too."""
    found: tuple[dict[str, Any], ...] | None = at.notes.get("committing")
    if found is None:
        state, found = at.state, ()
        target = current(state)
        if target and not is_asked_first(state) and controller(state, target[0]) == present(at):
            found = ({"area": target[0]},)
        at.notes["committing"] = found
    return found


def hand_in_play(
    at: Moment[State], number: int, ace_rule: str = "split_ace_one_card", is_committing: bool = False
) -> Turn:
    """The hand that the controller may decide on now.

    `ace_rule` stands against the decision if the hand is a split Ace, which takes none.
    """
    place = own_place(at)
    require_power(at)
    state = at.state
    refuse_finished(at, place, number, ace_rule)
    if state.phase != "playing":
        said = "hands are played after the offers are closed and before the Dealer's hand"
        refuse(at.cite(*rule_before_play(state), "drawing"), said)
    target = current(state)
    if target is None:
        at.refuse("drawing", "all hands are complete; the Dealer's hand is next")
    playing, index = target
    if place in state.areas[playing].silent:
        at.refuse(
            "absent_player", "your time for this decision is over; the next one is yours again", "FB-A68"
        )
    decides = controller(state, playing)
    name = state.players[decides].name if decides else Message("nobody")
    if number not in (0, playing) or (not number and _waits_elsewhere(state, place, playing)):
        said = "area {area} is in play, and {name} decides; other areas wait their turn"
        at.refuse("drawing", said, area=playing, name=name)
    if decides != place:
        rule = "seated_player_controls" if decides == playing else "nearest_wager_controls"
        said = "{name} decides for area {area}; you may act where you control"
        at.refuse(rule, said, name=name, area=playing)
    area = state.areas[playing]
    hand = area.hands[index]
    if is_split_ace(hand) and not (ace_rule == "aces_split_once" and splits_aces_again(at.rules, area, hand)):
        at.refuse(ace_rule, "split Aces get one card each and no decision: wait for the cards")
    refuse_held_up(at, "drawing", is_committing)
    if hand.wants_card or len(hand.cards) < 2:
        at.refuse(rule_of_card_coming(hand), "a card is coming to this hand; wait for it")
    return Turn(place, playing, index)


def refuse_held_up(at: Moment[State], rule: str, is_committing: bool = False) -> None:
    """Refuse under the paragraph of what comes first, and under the one that says what then may be done."""
    if not (is_asked_first if is_committing else is_held_up)(at.state):
        return
    questions = FREEBET.pending(at.rules, at.state)
    first = questions[0].cites(at.rules) if questions else ()
    if at.state.riffle.cuts >= 0:
        first = at.cite("cards_run_out")
    said = "a question is open or a mistake is being put right; that comes first"
    refuse((*first, *at.cite(rule)), said)


def rule_of_card_coming(hand: Hand) -> str:
    """Why a hand that waits for a card takes no decision."""
    if hand.is_doubled:
        return "doubled_hand_one_card"
    return "split_hands_in_order" if hand.is_split and len(hand.cards) < 2 else "drawing"


BEFORE_CARDS = ("idle", "betting", "claims")


def rule_before_play(state: State) -> tuple[str, ...]:
    """What comes before the subsequent deal at this point of the Round; nothing once it has come."""
    if state.phase in BEFORE_CARDS and not state.dealer:
        return ("wager_then_decide",)
    if state.phase == "closed":
        return ("dealing",)
    if state.phase in ("dealt", "surrender", "insurance") and state.upcard is not None:
        return ("insurance_offered" if is_ace(state.upcard) else "surrender_offered",)
    return ()


def _waits_elsewhere(state: State, place: int, playing: int) -> bool:
    """Whether a player has no wager on the area in play, and hands on others that will have their turn."""
    areas = state.areas
    if any(wager.place == place for wager in areas[playing].wagers):
        return False
    open_areas = [n for n, area in areas.items() if any(hand.status == "open" for hand in area.hands)]
    return any(wager.place == place for n in open_areas for wager in areas[n].wagers)


def refuse_finished(at: Moment[State], place: int, number: int, ace_rule: str) -> None:
    """Refuse where the area that a player means takes nothing more; unsaid it is the one with his wager."""
    areas = at.state.areas
    own = [n for n, area in areas.items() if any(wager.place == place for wager in area.wagers)]
    if number == 0 and len(own) == 1:
        number = own[0]
    area = areas[number] if number in own else None
    if area is None:
        return
    if not area.hands:
        refuse_without_cards(at, place, number)
        return
    if any(wager.place == place and wager.has_surrendered for wager in area.wagers):
        refuse_surrendered(at, place, number)
    if any(hand.status == "open" for hand in area.hands):
        return
    hand = area.hands[-1]
    if area.takes_no_cards:
        at.refuse("error_card_refused", "you have refused a card: no further one comes to your hand")
    if hand.status == "bust":
        at.refuse("bust_loses_at_once", "this hand has exceeded 21: it is lost, and its cards are gone")
    if total(hand.cards) == HIGHEST:
        at.refuse("no_draw_on_21", "a Blackjack or 21 is complete: it is neither doubled nor drawn to")
    if hand.is_doubled:
        at.refuse("doubled_hand_one_card", "a doubled hand gets one card only, and it has it")
    at.require(not is_split_ace(hand), ace_rule, "split Aces get one card each")
    at.require(hand.status != "stood", "drawing", "this hand stands: no further decision is taken on it")


def refuse_without_cards(at: Moment[State], place: int, number: int) -> None:
    """A wager that the initial deal went past: that has to be noticed before anything else."""
    if at.state.phase in DEALT and wager_of(at.state.areas[number], place):
        rule = "player_short_of_cards_early" if is_early(at.state) else "wager_without_cards_late"
        at.refuse(rule, "area {area} has no cards: the dealer reports the cards first", area=number)


def refuse_surrendered(at: Moment[State], place: int, number: int) -> None:
    """Where control has passed on from this player, or nobody is left on the hand."""
    if controller(at.state, number) is None:
        at.refuse("surrender_meaning", "you have surrendered this hand: it is over")
    as_before = with_wager(at.state.areas[number], place, is_live=True)
    if controller(at.state.with_area(number, as_before), number) == place:
        said = "you have surrendered this hand: who has a wager left on it decides"
        at.refuse("control_after_surrender", said)


def is_split_ace(hand: Hand) -> bool:
    return hand.is_split and is_ace(hand.cards[0])


def splits_aces_again(rules: Rules, area: Area, hand: Hand) -> bool:
    """Whether two Aces on a split hand may be split once more, which is all that may be done with them."""
    terms = Terms.of(rules)
    most = min(terms.ace_splits_max, terms.hands_per_area_max - 1)
    return has_equal_values(hand.cards) and len(area.hands) <= most


# What the initial deal settles


def is_blackjack_safe(rules: Rules, state: State) -> bool:
    """Whether a Blackjack is paid now: the Dealer's card cannot tie it, or the House does not wait."""
    upcard = state.upcard
    if upcard is None or is_ace(upcard):
        return False
    return not is_ten(upcard) or Terms.of(rules).pay_blackjack_immediately_vs_ten


def settle_interim(draft: Draft[State]) -> None:
    """Pair wagers, and Blackjacks that the Dealer's first card cannot tie any more."""
    pays_now = is_blackjack_safe(draft.rules, draft.state)
    for number, area in draft.state.areas.items():
        if area.sides and area.hands and len(area.hands[0].cards) >= 2 and area.wagers:
            settle_pairs(draft, number)
        if pays_now and area.hands and area.hands[0].status == "blackjack":
            pay_blackjacks(draft, number)


def pay_blackjacks(draft: Draft[State], number: int) -> None:
    keys = ("main_pays", "blackjack", "blackjack_paid", "blackjack_wins", "interim_settlement")
    for stake in draft.state.areas[number].hands[0].stakes:
        settle_stake(draft, number, 0, stake, ("blackjack", keys), is_interim=True, reading="FB-A12")


# What follows by itself


def after_card(draft: Draft[State], number: int, index: int) -> None:
    """A hand has got a card: it may have busted or be complete."""
    area = draft.state.areas[number]
    hand = area.hands[index]
    points = total(hand.cards)
    if points > HIGHEST:
        outcome: Outcome = ("bust", ("bust", "bust_loses_at_once", "bust_loses"))
        for stake in hand.stakes:
            settle_stake(draft, number, index, stake, outcome)
        return
    if len(hand.cards) == 2 and not hand.is_split:
        complete_initial_hand(draft, number)
        hand = draft.state.areas[number].hands[index]
    if hand.status != "open":
        return
    if hand.is_doubled:
        end_hand(draft, number, index, "doubled_hand_one_card")
    elif is_split_ace(hand):
        if not splits_aces_again(draft.rules, area, hand):
            end_hand(draft, number, index, "split_ace_one_card")
    elif points == HIGHEST:
        end_hand(draft, number, index, "no_draw_on_21")


def complete_initial_hand(draft: Draft[State], number: int) -> None:
    """A one-card hand has got its second card at last."""
    hand = draft.state.areas[number].hands[0]
    if not hand.has_late_card:
        settle_pairs(draft, number)
        if hand.status == "blackjack" and is_blackjack_safe(draft.rules, draft.state):
            pay_blackjacks(draft, number)


def end_hand(draft: Draft[State], number: int, index: int, *rules: str) -> None:
    draft.emit(e.HandStood(area=number, hand=index, at=draft.at, citations=draft.cite(*rules)))


def advance(draft: Draft[State]) -> None:
    """Go on as far as nobody has to decide or deal: hands without a say stand, the Dealer's is completed."""
    while draft.state.phase == "playing" and not is_held_up(draft.state):
        target = current(draft.state)
        if target is None:
            if due(draft.rules, draft.state) is None:
                complete_dealer(draft)
            return
        number, index = target
        area = draft.state.areas[number]
        hand = area.hands[index]
        if area.takes_no_cards:
            end_hand(draft, number, index, "error_card_refused", "refused_card_means_stand")
        elif is_absent_and_done(draft, number, hand):
            end_hand(draft, number, index, "absent_player")
        elif len(hand.cards) >= 2 and total(hand.cards) == HIGHEST and not hand.wants_card:
            end_hand(draft, number, index, "no_draw_on_21")
        else:
            return


def go_on(draft: Draft[State], at: int) -> None:
    """Carry the Round on after somebody has left it, or end it if nothing is left in it."""
    if live_places(draft.state):
        advance(draft)
    else:
        conclude(draft, at)


def is_absent_and_done(draft: Draft[State], number: int, hand: Hand) -> bool:
    if controller(draft.state, number) is not None or hand.wants_card or len(hand.cards) < 2:
        return False
    return Terms.of(draft.rules).absent_stands(*count(hand.cards))


def complete_dealer(draft: Draft[State]) -> None:
    """No further card can matter: leftover cards are burnt and the Dealer's total stands."""
    state = draft.state
    if burnt := cards_aside(state, "left"):
        cites = draft.cite("simultaneous_several_seen_rest")
        draft.emit(e.DisclosedCardsChosen(area=0, taken=(), left=(), burnt=burnt, citations=cites))
    points, is_soft = count(state.dealer)
    if not Terms.of(draft.rules).dealer_stands(points, is_soft):
        cites = draft.cite("dealer_stops_early", reading="FB-A13")
    elif points > HIGHEST:
        cites = draft.cite("dealer_draws", "bust")
    else:
        cites = draft.cite("dealer_draws", "soft_total" if is_soft else "hard_total")
    draft.emit(e.DealerCompleted(total=points, citations=cites))


@FREEBET.after(e.DealerCompleted)
def dealer_completed(state: State, event: e.DealerCompleted) -> State:
    return replace(state, phase="complete")
