"""Splitting cards of equal value: free, or for an equal wager where they are worth ten."""

from collections.abc import Iterable, Mapping
from typing import Any

from msgspec.structs import replace

from croupier.games.freebet import commands as c
from croupier.games.freebet import events as e
from croupier.games.freebet.decisions.doubling import left_to
from croupier.games.freebet.decisions.following import (
    commit,
    committed,
    hand_meant,
    leaders_and_followers,
    turn_to,
)
from croupier.games.freebet.game import FREEBET
from croupier.games.freebet.points import has_equal_values, is_ace, is_ten
from croupier.games.freebet.state import Area, Hand, Stake, State, stake_of, with_hand, with_stake
from croupier.games.freebet.terms import Terms
from croupier.games.freebet.turns import Turn
from croupier.messages import Message
from croupier.rulebook import Rules
from croupier.table import Draft, Moment, Offer, Role, refuse
from croupier.table.offers import within

# The rule that stands against something, and why.
Problem = tuple[str, Message]


def split_problem(rules: Rules, area: Area, hand: Hand) -> Problem | None:
    """What stands against any split of these cards, paid or free."""
    terms = Terms.of(rules)
    if not has_equal_values(hand.cards) or hand.has_late_card:
        return "split_meaning", Message("only two cards of equal point value may be split")
    if len(area.hands) >= terms.hands_per_area_max:
        most = terms.hands_per_area_max
        return "hands_per_area", Message("an area has at most {most} hands", {"most": most})
    first, second = hand.cards
    if is_ace(first) and len(area.hands) > terms.ace_splits_max:
        return "aces_split_once", Message("these Aces cannot be split again")
    if is_ten(first) and first[0] != second[0] and not terms.split_unlike_tens:
        return "ten_value_split", Message("this house splits ten-value cards of one rank only")
    return None


@within("playing")
def to_split(at: Moment[State]) -> Iterable[Mapping[str, Any]]:
    targets = leaders_and_followers(at, "split")
    hand = hand_meant(at) if targets else None
    is_pair = hand is not None and (at.state.following is not None or has_equal_values(hand.cards))
    return targets if is_pair else ()


def split_turn(at: Moment[State], number: int, rule: str) -> tuple[Turn, Hand]:
    """The hand to split; of a controller's it is refused where anything stands against it."""
    turn = turn_to(at, number, "split")
    area = at.state.areas[turn.area]
    hand = area.hands[turn.index]
    if turn.leads:
        if stake_of(hand, turn.place) is None:  # he plays for an absent controller, and stayed elsewhere
            at.refuse("stay_on_first_hand", "no wager of yours lies on this hand, so hit or stand")
        if problem := split_problem(at.rules, area, hand):
            stands, said = problem
            instead = Message("stand") if stands == "aces_split_once" else left_to(at, turn)
            cites = at.cite(stands, rule) if stands == "split_meaning" else at.cite(stands)
            refuse(cites, "{said}; {instead}", said=said, instead=instead)
    return turn, hand


@FREEBET.action(c.Split, Role.PLAYER, each=to_split)
def split(at: Moment[State], area: int) -> Offer:
    turn, hand = split_turn(at, area, "ten_value_split")
    if not is_ten(hand.cards[0]):
        if turn.leads:
            at.refuse("free_split", "these cards are split free: 'free split'")
        at.refuse("follow_with_marker", "this split is followed with a marker: 'free split'")
    wager = next(w for w in at.state.areas[turn.area].wagers if w.place == turn.place)
    costs = wager.value * Terms.of(at.rules).ten_split_wager_percent // 100
    chips = at.state.players[turn.place].chips
    if chips < costs:
        rule = "ten_value_split" if turn.leads else "follow_with_equal_wager"
        instead = left_to(at, turn) if turn.leads else Message("keep the wager")
        said = "splitting ten-value cards takes another {costs:money}; you have {chips:money}; {instead}"
        at.refuse(rule, said, costs=costs, chips=chips, instead=instead)
    return Offer(at.cite("ten_value_split"), facts=(turn, costs), costs=costs)


@split.taken
def splits(draft: Draft[State], command: c.Split, offer: Offer) -> None:
    emit_split(draft, *offer.facts)


@FREEBET.action(c.FreeSplit, Role.PLAYER, each=to_split)
def free_split(at: Moment[State], area: int) -> Offer:
    turn, hand = split_turn(at, area, "free_split")
    if is_ten(hand.cards[0]):
        if turn.leads:
            at.refuse("ten_value_split", "ten-value cards are split for an equal wager only: 'split'")
        at.refuse("follow_with_equal_wager", "this split is followed with an equal wager: 'split'")
    return Offer(at.cite("free_split"), facts=turn)


@free_split.taken
def splits_with_marker(draft: Draft[State], command: c.FreeSplit, offer: Offer) -> None:
    emit_split(draft, offer.facts, 0)


def emit_split(draft: Draft[State], turn: Turn, amount: int) -> None:
    hand = draft.state.areas[turn.area].hands[turn.index]
    keys: tuple[str, ...]
    reading = None
    if not turn.leads:
        keys = ("following_a_split", "follow_with_equal_wager" if amount else "follow_with_marker")
        reading = "FB-A30"
    elif amount:
        keys = ("ten_value_split", "split_meaning", "hands_per_area")
        reading = "FB-A04" if hand.cards[0][0] != hand.cards[1][0] else None
    else:
        keys = ("free_split", "free_split_meaning", "split_meaning", "hands_per_area")
    if not amount:
        keys = (*keys, "free_bet_marker", "marker_position")
    if turn.leads and hand.is_split:
        keys = (*keys, "split_again")
    commit(draft, e.HandSplit, turn, amount, draft.cite(*keys, reading=reading))


@FREEBET.after(e.HandSplit)
def hand_split(state: State, event: e.HandSplit) -> State:
    area = state.areas[event.area]
    stake = Stake(event.place, False, event.amount, int(event.is_free))
    if not event.is_controller:  # the second hand is there already, even if its maker has withdrawn
        new = replace(with_stake(area.hands[event.hand + 1], stake), status="open")
        return committed(state, event, with_hand(area, event.hand + 1, new), "split")
    hand = area.hands[event.hand]
    is_unlike = hand.cards[0][0] != hand.cards[1][0]
    first = replace(hand, cards=hand.cards[:1], is_split=True, is_unlike=is_unlike)
    second = Hand(len(area.hands) + 1, hand.cards[1:], (stake,), is_split=True, is_unlike=is_unlike)
    hands = (*area.hands[: event.hand], first, second, *area.hands[event.hand + 1 :])
    return committed(state, event, replace(area, hands=hands), "split")
