"""Mistakes and reports that make sense now."""

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from croupier.games.multilink import commands as c
from croupier.games.multilink import reports as r
from croupier.games.multilink.betting import can_bet_on
from croupier.games.multilink.counts import has_wrong_count, has_wrong_number
from croupier.games.multilink.dealing import hands_due, possible_targets
from croupier.games.multilink.dealing_errors import MISDEALS, mistake_in
from croupier.games.multilink.decisions import WINDOWS
from croupier.games.multilink.destinations import community_cards, dealer_cards, hole_cards, street_cards
from croupier.games.multilink.exposure import can_be_peeked_at, draws_more, hidden_cards, nth_hidden
from croupier.games.multilink.flow import due, is_shoe
from croupier.games.multilink.other_errors import street_with_burnt_card
from croupier.games.multilink.state import State, dealt_in, has_seen, in_play, next_to_decide
from croupier.games.multilink.terms import terms
from croupier.games.multilink.unnoticed import is_wrong
from croupier.rulebook import Rules
from croupier.table import Ask, Command, Option, cards_for, choice, integer, money, offer, text


def _fault(kind: type[Command], rules: Rules, rule: str, *asks: Any, **fixed: Any) -> Option:
    return offer(kind, rules.cite(rule), *asks, group="irregularity", **fixed)


def mistakes(rules: Rules, state: State) -> Iterator[Option]:
    """Ways to get the next step of the deal wrong."""
    found = due(rules, state)
    if state.coming:
        return
    if found == "deal_hole":
        yield from _hole_mistakes(rules, state)
    streets = {"deal_flop": c.DealFlop, "deal_turn": c.DealTurn, "deal_river": c.DealRiver}
    if found in streets:
        street = found.removeprefix("deal_")
        for mistake in ("without_burning", "one_card_too_many", "one_card_short"):
            asks = named(state, street_cards(rules, street, mistake))  # type: ignore[arg-type]
            yield _fault(streets[found], rules, f"{street}_shoe", *asks, mistake=mistake)
    if found == "deal_community" or (found == "dealer_hand" and is_shoe(rules)):
        kind: type[Command] = c.DealCommunityCards if found == "deal_community" else c.OpenDealerHand
        rule = "community_packet_shuffler" if found == "deal_community" else "dealer_hand_shoe"
        places = community_cards if found == "deal_community" else dealer_cards
        for mistake in ("one_card_too_many", "one_card_short"):
            yield _fault(kind, rules, rule, *named(state, places(rules, mistake)), mistake=mistake)


def named(state: State, places: list[str]) -> tuple[Ask, ...]:
    """A physical device has its cards named as they come, each for its place."""
    return (cards_for("cards", places),) if state.device.source == "physical" else ()


def _hole_mistakes(rules: Rules, state: State) -> Iterator[Option]:
    boxes, shoe = hands_due(rules, state), is_shoe(rules)
    rule = "hole_cards_shoe" if shoe else "hole_cards_shuffler"
    general = ["without_burning"] if shoe else []
    if len(boxes) > 1:
        general += ["from_the_wrong_box", "two_at_a_time"] if shoe else ["from_the_wrong_box"]
    for mistake in general:
        asks = named(state, hole_cards(rules, boxes, mistake))
        yield _fault(c.DealHoleCards, rules, rule, *asks, mistake=mistake)
    if len(boxes) < terms(rules).boxes:
        for box in boxes:
            asks = named(state, hole_cards(rules, boxes))
            yield _fault(c.DealHoleCards, rules, rule, *asks, mistake="onto_an_empty_box", box=box)
    for mistake in ("one_card_too_many", "one_card_short"):
        for box in possible_targets(rules, boxes):
            asks = named(state, hole_cards(rules, boxes, mistake, box))
            yield _fault(c.DealHoleCards, rules, rule, *asks, mistake=mistake, box=box)


def irregularities(rules: Rules, state: State) -> Iterator[Option]:
    """Reports that would be accepted now."""
    yield from _equipment(rules, state)
    if state.round - (state.phase != "idle") >= 1:
        yield _fault(r.ReportLateError, rules, "late_discovery", text("error"))
    if state.phase == "idle":
        return
    yield _fault(r.ReportInterruption, rules, "technical_interruption")
    yield _fault(r.ReportForeignCard, rules, "foreign_card")
    yield _fault(r.ReportDeckCount, rules, "wrong_deck_count", choice("fault", "a_shortage", "an_excess"))
    yield _fault(r.ReportInsufficientCards, rules, "insufficient_cards")
    yield _fault(r.ReportUnshuffled, rules, "cards_not_shuffled")
    if state.trouble is None:
        yield _fault(r.ReportUnforeseenMatter, rules, "matters_not_provided_for", text("matter"))
        yield from _bets(rules, state)
        yield from _cards(rules, state)


def _equipment(rules: Rules, state: State) -> Iterator[Option]:
    """The whole system or the coin spot of a box, as far as it is not known."""
    rule, fault = "progressive_fault_later_rounds", state.fault
    if fault is None or not fault.includes(0):
        yield _fault(r.ReportProgressiveFault, rules, rule)
    if fault is None:
        yield _fault(r.ReportProgressiveFault, rules, rule, integer("box", 1, terms(rules).boxes))
        return
    for box in range(1, terms(rules).boxes + 1):
        if not fault.includes(box):
            yield _fault(r.ReportProgressiveFault, rules, rule, box=box)


def _two_exposed(rules: Rules, state: State, number: int) -> Iterator[Option]:
    """Before anybody has looked two cards matter more than one: both of a hand, or of neighbours."""
    if len(hidden_cards(state, "box", number)) > 1:
        yield _fault(r.ReportExposedCard, rules, "cards_exposed_unseen", box=number, also=number)
    following = [n for n in state.boxes if n > number and hidden_cards(state, "box", n)]
    if following:
        yield _fault(r.ReportExposedCard, rules, "cards_exposed_unseen", box=number, also=following[0])


def _bets(rules: Rules, state: State) -> Iterator[Option]:
    """Wrong bets that somebody has placed, or could just have placed unnoticed."""
    for number, box in state.boxes.items():
        if is_wrong(rules, state, box):
            yield _fault(r.CheckBets, rules, "bets_within_limits", box=number)
    if state.phase == "betting":
        for name, player in state.players.items():
            if player.chips and can_bet_on(rules, state, name, player.seat):
                fixed = {"player": name, "box": player.seat}
                amount = money("amount", 1, player.chips)
                bets = choice("bet", "ante", "bonus", "progressive")
                yield _fault(r.RecordUnnoticedBet, rules, "bets_within_limits", amount, bets, **fixed)
    asked = next_to_decide(state)
    if asked is not None and due(rules, state) == "decide":
        box = state.boxes[asked]
        chips = state.players[box.player].chips
        if chips:
            fixed = {"player": box.player, "box": asked, "bet": WINDOWS[state.phase]}
            yield _fault(r.RecordUnnoticedBet, rules, "wrong_street_bet", money("amount", 1, chips), **fixed)


def _cards(rules: Rules, state: State) -> Iterator[Option]:
    """What can be wrong with cards on the table."""
    if draws_more(rules, state) and state.face_up is None and not state.on_top:
        asks = named(state, ["face-up card"])
        yield _fault(r.ReportFaceUpCard, rules, "face_up_card", *asks)
        yield _fault(r.ReportFaceUpCard, rules, "face_up_card", *asks, behind=1)
    if mistake_in(state, "without_burning"):
        yield _fault(r.ReportMissedBurn, rules, "missed_burn")
    if mistake_in(state, *MISDEALS):
        yield _fault(r.ReportMisdeal, rules, "misdeal_unseen")
    for where in ("community", "dealer", "burnt"):
        if where != "burnt" and has_wrong_count(rules, state, where):
            yield _fault(r.ReportWrongCount, rules, "wrong_number_of_community_or_dealer_cards", where=where)
        for which in nth_hidden(state, where):
            yield _fault(r.ReportExposedCard, rules, "exposed_card", where=where, which=which)
    for number in state.boxes:
        if has_wrong_number(rules, state, number):
            yield _fault(r.ReportWrongNumber, rules, "wrong_number_in_hand", box=number)
        for which in nth_hidden(state, "box", number):
            yield _fault(r.ReportExposedCard, rules, "exposed_card", box=number, which=which)
        if hidden_cards(state, "box", number) and not has_seen(state):
            yield from _two_exposed(rules, state, number)
        if can_be_peeked_at(rules, state, number):
            yield _fault(r.ReportPeek, rules, "peeking", box=number)
    dealt = [number for number in dealt_in(state) if state.boxes[number].cards]
    if state.phase == "first":
        for box, other in pairwise(dealt):
            nth, pair = choice("which", "first", "second"), {"box": box, "other": other}
            yield _fault(r.ReportSimultaneousCards, rules, "simultaneous_cards", nth, **pair)
    if street := street_with_burnt_card(state):
        yield _fault(r.ReportSimultaneousStreet, rules, "simultaneous_cards", street=street)
    if state.phase not in ("betting", "closed") and in_play(state):
        yield _fault(r.ReportDealingError, rules, "dealing_error_options")
        in_hand = [number for number in dealt if state.boxes[number].is_in]
        for box, other in pairwise(in_hand):
            nth, pair = choice("which", "first", "second"), {"box": box, "other": other}
            yield _fault(r.ReportDealingError, rules, "dealing_error_options", nth, **pair)
