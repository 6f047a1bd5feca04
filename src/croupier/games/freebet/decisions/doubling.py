"""Doubling for chips, and free on the totals that the book names."""

from collections.abc import Iterable, Mapping
from typing import Any, NoReturn

from msgspec.structs import replace

from croupier.games.freebet import commands as c
from croupier.games.freebet import events as e
from croupier.games.freebet.decisions.following import (
    commit,
    committed,
    hand_meant,
    leaders_and_followers,
    turn_to,
)
from croupier.games.freebet.game import FREEBET
from croupier.games.freebet.permissions import refuse_amount, whole_chips
from croupier.games.freebet.points import count, say_total
from croupier.games.freebet.state import Hand, Stake, State, stake_of, with_hand, with_stake
from croupier.games.freebet.terms import Terms
from croupier.games.freebet.turns import Turn
from croupier.messages import Message
from croupier.rulebook import Rules
from croupier.table import Ask, Draft, Moment, Offer, Refused, Role, refuse
from croupier.table.offers import within


@within("playing")
def to_double(at: Moment[State]) -> Iterable[Mapping[str, Any]]:
    targets = leaders_and_followers(at, "double")
    hand = hand_meant(at) if targets else None
    return targets if hand and len(hand.cards) == 2 else ()


@within("playing")
def to_double_free(at: Moment[State]) -> Iterable[Mapping[str, Any]]:
    targets = to_double(at)
    hand = hand_meant(at) if targets else None
    return targets if hand and doubles_free(at.rules, hand) else ()


def doubled_stake(at: Moment[State], turn: Turn, *rules: str) -> tuple[Hand, Stake]:
    """The hand to double and what the player has on it; refuses what stands against any double."""
    hand = at.state.areas[turn.area].hands[turn.index]
    stake = stake_of(hand, turn.place)
    if stake is None:
        at.refuse("doubling", "you have nothing on this hand to double; hit or stand")
    if len(hand.cards) != 2 or hand.has_late_card:
        rule = "double_after_split" if hand.is_split else "double_first_two_cards"
        said = "only the first two cards may be doubled, this hand has {count}; hit or stand"
        refuse(at.cite(*(rules if len(hand.cards) > 2 else ()), rule), said, count=len(hand.cards))
    return hand, stake


def require_form(at: Moment[State], turn: Turn, is_free: bool) -> None:
    """In some houses others double only as the controller did: for chips, or free."""
    following = at.state.following
    if turn.leads or following is None or Terms.of(at.rules).backbettor_double_forms == "any":
        return
    if following.is_free != is_free:
        form = Message("free" if following.is_free else "for chips")
        said = "the controller has doubled {form}: follow that or keep the wager"
        at.refuse("following_a_double", said, "FB-A29", form=form)


@FREEBET.action(c.Double, Role.PLAYER, each=to_double)
def double(at: Moment[State], area: int) -> Offer:
    return doubling(at, turn_to(at, area, "double"))


def left_to(at: Moment[State], turn: Turn, doubled: str = "double") -> Message:
    """What else may be done with a hand; who follows its controller doubles likewise or keeps the wager."""
    try:
        doubling(at, turn)
    except Refused:
        return without_double(turn)
    template = "hit, stand or {doubled}" if turn.leads else "{doubled} or keep the wager"
    return Message(template, {"doubled": Message(doubled)})


def without_double(turn: Turn) -> Message:
    return Message("hit or stand" if turn.leads else "keep the wager")


def doubling(at: Moment[State], turn: Turn) -> Offer:
    terms = Terms.of(at.rules)
    _, stake = doubled_stake(at, turn)
    if at.state.areas[turn.area].hands[turn.index].is_unlike and not terms.double_after_unlike_split:
        at.refuse("double_after_split", "two different ten-value cards were split: hit or stand", "FB-A34")
    require_form(at, turn, is_free=False)
    if not stake.has_wager and not stake.added and not terms.paid_double_on_free_hand:
        at.refuse("double", "this hand carries a marker and no wager; only a Free Double is possible on it")
    wager = next(w for w in at.state.areas[turn.area].wagers if w.place == turn.place)
    chips = at.state.players[turn.place].chips
    whole = wager.value * terms.double_percent_max // 100
    least, most = terms.main_min if terms.double_for_less else max(terms.main_min, whole), min(whole, chips)
    ask = whole_chips(at, least, most)
    if ask is None:
        at.refuse(
            "double",
            "a double adds at least {least:money} and at most {most:money} "
            "(the original wager and your chips), so there is none; {instead}",
            least=least,
            most=most,
            instead=without_double(turn),
        )
    return Offer(at.cite("double"), (ask,), facts=turn)


@double.outside
def refuse_double(at: Moment[State], command: c.Double, offer: Offer, ask: Ask) -> NoReturn:
    if ask.minimum <= command.amount <= ask.maximum:
        refuse_amount(at, "double", command.amount, command.amount)
    said = "add {bounds}, not {amount:money}"
    at.refuse("double", said, reading="FB-A06", bounds=ask.bounds, amount=command.amount)


@double.taken
def doubles(draft: Draft[State], command: c.Double, offer: Offer) -> None:
    turn: Turn = offer.facts
    stake = stake_of(draft.state.areas[turn.area].hands[turn.index], turn.place)
    is_free_hand = stake is not None and not stake.has_wager and not stake.added
    emit_double(draft, turn, command.amount, "FB-A02" if is_free_hand else "FB-A06")


@FREEBET.action(c.FreeDouble, Role.PLAYER, each=to_double_free)
def free_double(at: Moment[State], area: int) -> Offer:
    turn = turn_to(at, area, "double")
    hand, _ = doubled_stake(at, turn, "free_double")
    if not doubles_free(at.rules, hand):
        at.refuse(
            "free_double",
            "a Free Double needs a hard {totals:or} on two cards; this is {total}: {instead}",
            reading="FB-A35",
            totals=Terms.of(at.rules).free_double_totals,
            total=say_total(hand.cards),
            instead=left_to(at, turn, "double for chips"),
        )
    require_form(at, turn, is_free=True)
    return Offer(at.cite("free_double"), facts=turn)


@free_double.taken
def doubles_with_marker(draft: Draft[State], command: c.FreeDouble, offer: Offer) -> None:
    emit_double(draft, offer.facts, 0, "FB-A01")


def doubles_free(rules: Rules, hand: Hand) -> bool:
    """Whether a two-card hand has a total that is doubled free."""
    points, is_soft = count(hand.cards)
    return not is_soft and points in Terms.of(rules).free_double_totals


def emit_double(draft: Draft[State], turn: Turn, amount: int, reading: str) -> None:
    hand = draft.state.areas[turn.area].hands[turn.index]
    keys: tuple[str, ...] = ("double",)
    if not amount:
        keys = ("free_double", "free_double_meaning", "hard_total", "free_bet_marker", "marker_position")
    keys = (*keys, "double_after_split" if hand.is_split else "double_first_two_cards")
    if not turn.leads:
        keys, reading = (*keys, "following_a_double"), "FB-A29"
    commit(draft, e.HandDoubled, turn, amount, draft.cite(*keys, reading=reading))


@FREEBET.after(e.HandDoubled)
def hand_doubled(state: State, event: e.HandDoubled) -> State:
    area = state.areas[event.area]
    hand = area.hands[event.hand]
    stake = stake_of(hand, event.place)
    assert stake is not None
    stake = replace(stake, added=stake.added + event.amount, markers=stake.markers + event.is_free)
    hand = replace(with_stake(hand, stake), is_doubled=True, wants_card=True)
    return committed(state, event, with_hand(area, event.hand, hand), "double")
