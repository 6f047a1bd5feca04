"""Mistakes in the initial deal: made, noticed early or late, rebuilt or lived with."""

from collections.abc import Iterator
from typing import get_args

from msgspec.structs import replace

from croupier.cards import Card, DeviceError
from croupier.rulebook import Rules
from croupier.table import Draft, GiveRuling, Moment, Offer, Pending, Role
from croupier.table.offers import within

from .. import commands as c
from .. import events as e
from ..control import bet_areas, is_held_up, missed_areas, short_areas
from ..dealing import (
    as_it_should_be,
    cards_missing,
    emit_initial,
    first_hand,
    initial,
    is_burn_due,
    named,
    named_from_device,
    require_cards,
    require_ready_to_deal,
    spread,
)
from ..game import FREEBET
from ..play import advance, is_blackjack_safe, pay_blackjacks
from ..points import is_natural, is_pair
from ..seating import during, require_going_on
from ..settlement import is_busted_kept, return_area, return_insurance, void_round
from ..state import Area, State, Status, with_hand
from ..terms import Terms
from .interruptions import DEALT, refer
from .late_cards import find_dealer_card, find_one_card
from .wrong_cards import error_cards, move_card

# Made


@within("closed")
def mistakes(at: Moment[State]) -> Iterator[dict[str, object]]:
    for mistake in get_args(c.Mistake):
        if not mistake.endswith("area"):
            yield {"mistake": mistake}
        else:
            numbers = misdealt_areas(at.rules, bet_areas(at.state), mistake)
            yield from ({"mistake": mistake, "area": number} for number in numbers)


@FREEBET.action(c.Misdeal, Role.DEALER, each=mistakes)
def misdeal(at: Moment[State], mistake: c.Mistake, area: int = 0) -> Offer:
    """Deal with a mistake. The state afterwards is what a later report finds."""
    require_ready_to_deal(at)
    unburnt = mistake == "without_burning"
    if is_burn_due(at.rules, at.state) != unburnt:
        at.refuse("missed_burn", "no burn is due" if unburnt else "burn a card first", reading="FB-A23")
    numbers = bet_areas(at.state)
    if mistake.endswith("area") and area not in misdealt_areas(at.rules, numbers, mistake):
        if mistake == "to_unbet_area":
            at.refuse("dealing", "name an area of this table that has no wager")
        at.refuse("dealing", f"name an area with a wager; they are: {', '.join(map(str, numbers))}")
    deal = initial(numbers, mistake, area)
    require_cards(at, deal)
    return Offer(
        at.cite("incorrect_dealing"), named(at.state, *deal.places), facts=deal, group="irregularity"
    )


@misdeal.taken
def misdeals(draft: Draft[State], command: c.Misdeal, offer: Offer) -> None:
    emit_initial(
        draft,
        offer.facts,
        command.cards,
        exchanged=command.area if command.mistake == "exchanging_area" else 0,
        is_unburnt=command.mistake == "without_burning",
    )


def misdealt_areas(rules: Rules, numbers: list[int], mistake: c.Mistake) -> list[int]:
    """The areas at which a mistake can be made."""
    if mistake == "to_unbet_area":
        return [number for number in range(1, Terms.of(rules).areas + 1) if number not in numbers]
    return numbers[:-1] if mistake == "exchanging_area" else numbers


# Noticed


def unbet_areas(state: State) -> list[int]:
    """Areas with cards that nobody had a wager on when they were dealt: never, or it was withdrawn before."""
    due = state.dealt_first
    with_cards = [n for n, area in state.areas.items() if area.hands and area.hands[0].cards]
    found = {n: state.areas[n] for n in with_cards}
    return [n for n, area in found.items() if not area.wagers or area.strays or (due and n not in due)]


def fault_rules(state: State) -> tuple[str, ...]:
    """The paragraphs on what is wrong with the initial deal, if noticed now."""
    if state.phase not in DEALT:
        return ()
    early, found = state.is_early, []
    if state.burn_missed:
        found.append("missed_burn_early" if early else "missed_burn_late")
    if not state.dealer and state.phase != "complete" and not state.dealer_card_first:
        found.append("dealer_first_card_missed_early" if early else "dealer_first_card_missed_late")
    if missed_areas(state):
        found.append("player_short_of_cards_early" if early else "wager_without_cards_late")
    if short_areas(state):
        found.append("player_short_of_cards_early" if early else "one_card_hand_late")
    if unbet_areas(state):
        found.append("incorrect_dealing_early" if early else "cards_without_wager_late")
    if state.exchanged or state.misplaced:
        found.append("incorrect_dealing_early" if early else "incorrect_dealing_late")
    return tuple(dict.fromkeys(found))


def early_rules(state: State) -> tuple[str, ...]:
    """The paragraphs by which a deal is rebuilt: those on its own faults first, then the one on any."""
    return tuple(dict.fromkeys((*fault_rules(state), "incorrect_dealing_early")))


@FREEBET.action(c.ReportMisdeal, Role.DEALER, each=during(*DEALT))
def report_misdeal(at: Moment[State]) -> Offer:
    state, faults = at.state, fault_rules(at.state)
    if not faults or state.rebuild:
        at.refuse("incorrect_dealing", "nothing is wrong with the cards on the table, or it is known already")
    if is_held_up(state) or (state.is_closing and not state.misplaced):
        at.refuse("incorrect_dealing", "a question is open; answer it first")
    return Offer(at.cite("incorrect_dealing"), facts=faults, group="irregularity")


@report_misdeal.taken
def noticed(draft: Draft[State], command: c.ReportMisdeal, offer: Offer) -> None:
    if draft.state.misplaced:
        move_card(draft)
    elif draft.state.is_early:
        draft.emit(e.MisdealFound(citations=draft.cite(*offer.facts, "early_misdeal_void", reading="FB-A55")))
    else:
        handle_late(draft)
        advance(draft)


# Early: rebuilt or void


@FREEBET.after(e.MisdealFound)
def misdeal_found(state: State, event: e.MisdealFound) -> State:
    return replace(state, rebuild="asked")


@FREEBET.asking
def rebuild_or_void(rules: Rules, state: State) -> Iterator[Pending]:
    if state.rebuild == "asked":
        yield Pending(
            key="misdeal",
            role=Role.PIT_SUPERVISOR,
            question="Can the cards be reconstructed, or is the Round void?",
            choices=("reconstruct", "void"),
            rules=(*(fault_rules(state) or ("incorrect_dealing_early",)), "early_misdeal_void"),
            reading="FB-A55",
        )


@FREEBET.ruling("misdeal")
def rebuilds_or_voids(draft: Draft[State], command: GiveRuling, found: Pending) -> None:
    if command.choice == "void":
        void_round(draft, "early_misdeal_void", reading="FB-A55")
    else:
        draft.emit(e.RebuildOrdered(citations=draft.cite(*early_rules(draft.state), reading="FB-A55")))


@FREEBET.after(e.RebuildOrdered)
def rebuild_ordered(state: State, event: e.RebuildOrdered) -> State:
    """While the initial cards are still coming there is nothing to lay anew: the deal goes on in order."""
    return replace(state, rebuild="" if state.phase == "closed" else "due")


@FREEBET.action(c.Reconstruct, Role.DEALER, each=during(*DEALT))
def reconstruct(at: Moment[State]) -> Offer:
    """Lay the same cards, in the order they came, where they should have gone."""
    state = at.state
    if state.rebuild != "due":
        at.refuse("incorrect_dealing", "a pit supervisor has not ordered the cards to be reconstructed")
    require_going_on(at)
    at.require(state.cut_due < 0, "cards_run_out", "the riffled cards are to be cut first")
    missing = cards_missing(state)
    if len(missing) > state.remaining:
        at.refuse("cards_run_out", "the device has not the cards for it: riffle the discards first")
    return Offer(at.cite("incorrect_dealing_early"), named_from_device(state, missing), facts=len(missing))


@reconstruct.taken
def reconstructs(draft: Draft[State], command: c.Reconstruct, offer: Offer) -> None:
    state, missing = draft.state, offer.facts
    extra: tuple[Card, ...] = ()
    if missing:
        try:
            extra, _ = state.device.draw(missing, command.cards)
        except DeviceError as error:
            draft.refuse("incorrect_dealing_early", str(error))
    elif command.cards:
        draft.refuse("incorrect_dealing_early", "no further cards are needed: name none")
    for number, area in state.areas.items():
        for insurance in area.insurances:
            return_insurance(draft, number, insurance, "returned", ("incorrect_dealing_early",))
    deal = as_it_should_be(state)
    needed = len(deal.places)
    cards = (*(state.dealt[1:] if state.burn_missed else state.dealt), *state.next_cards, *extra)
    hands, dealer = spread(cards, deal)
    draft.emit(
        e.CardsReconstructed(
            hands=hands,
            dealer=dealer,
            cards=cards[:needed],
            drawn=extra,
            spare=cards[needed:],
            has_taken_next=bool(state.next_cards),
            citations=draft.cite(*early_rules(state), "dealing"),
        )
    )


@FREEBET.after(e.CardsReconstructed)
def cards_reconstructed(state: State, event: e.CardsReconstructed) -> State:
    """The deal begins anew: nobody has been passed over or has refused a card of it."""
    named = event.drawn if state.device.source == "physical" else ()
    areas = {
        number: replace(
            area,
            hands=(first_hand(state, number, event.hands[number]),) if number in event.hands else (),
            takes_no_cards=False,
            strays=0,
        )
        for number, area in state.areas.items()
        if area.wagers
    }
    next_cards = event.spare if event.has_taken_next else (*event.spare, *state.next_cards)
    in_error = error_cards(state)  # they lie behind all others; the first of them may be in the deal now
    in_error = in_error[max(0, len(in_error) - len(next_cards)) :]
    return replace(
        state,
        phase="dealt",
        areas=areas,
        dealer=event.dealer,
        dealt=event.cards,
        device=state.device.draw(len(event.drawn), named)[1],
        next_cards=next_cards,
        error_card=in_error[0] if in_error else None,
        error_cards_more=in_error[1:],
        skip=None,
        rebuild="",
        burn_missed=False,
        exchanged=0,
        answered=(),
        declined=(),
        claims=(),
        insurance_forgotten=False,
    )


# Late: each mistake has its own way out


def handle_late(draft: Draft[State]) -> None:
    """The subsequent deal or an interim settlement has taken place."""
    state = draft.state
    if state.burn_missed:
        draft.emit(e.PlayStands(clears="burn", citations=draft.cite("missed_burn_late")))
    if state.exchanged:
        exchange_back(draft)
    for number in missed_areas(draft.state):
        kept = is_busted_kept(draft.rules)
        return_area(draft, number, "returned", ("wager_without_cards_late",), "FB-A37", keeps_busted=kept)
    for number in unbet_areas(draft.state):
        cites = draft.cite("cards_without_wager_late", "withdrawal_when_dissatisfied")
        draft.emit(e.UnbetCardsDiscarded(area=number, citations=cites))
    for number in short_areas(draft.state):
        find_one_card(draft, number)
    if not draft.state.dealer and draft.state.phase == "playing" and not draft.state.dealer_card_first:
        find_dealer_card(draft)


@FREEBET.after(e.UnbetCardsDiscarded)
def unbet_cards_discarded(state: State, event: e.UnbetCardsDiscarded) -> State:
    areas = {number: area for number, area in state.areas.items() if number != event.area}
    state = replace(state, areas=areas, withdraw_right=True)
    if state.misplaced and state.misplaced[0] == event.area:  # it came in the subsequent deal
        return without_misplaced(state)
    return state


def without_misplaced(state: State) -> State:
    """The card that lay on a wrong hand is out of play."""
    removed = (*state.removed, state.misplaced[1]) if state.misplaced else state.removed
    return replace(state, misplaced=None, is_misplaced_late=False, removed=removed)


@FREEBET.after(e.PlayStands)
def play_stands(state: State, event: e.PlayStands) -> State:
    if event.clears == "burn":
        return replace(state, burn_missed=False)
    if event.clears == "misplaced":
        return without_misplaced(state)
    return replace(state, exchanged=0) if event.clears == "exchange" else state


def exchange_back(draft: Draft[State]) -> None:
    """A card on the wrong hand is moved to where it belongs, unless the hands have been played since."""
    state = draft.state
    numbers = [number for number, area in state.areas.items() if area.hands]  # some withdrew before the deal
    both = area, other = state.exchanged, numbers[numbers.index(state.exchanged) + 1]
    hands = [hand for n in both for hand in state.areas[n].hands]
    untouched = [hand for hand in hands if len(hand.cards) == 2 and hand.status in ("open", "blackjack")]
    if not len(hands) == len(untouched) == 2 or any(hand.wants_card for hand in hands):
        draft.emit(e.PlayStands(clears="exchange", citations=draft.cite("incorrect_dealing_late")))
        refer(draft, "first cards exchanged and the hands played since")
        return
    cites = draft.cite("incorrect_dealing_late", reading="FB-A17")
    draft.emit(e.CardsExchanged(area=area, other=other, citations=cites))
    if any(is_pair_changed(draft.rules, state, draft.state, n) for n in both):
        refer(draft, "Pair wagers settled on exchanged cards")
    if state.phase == "playing" and is_blackjack_safe(draft.rules, state):
        for number in both:
            if draft.state.areas[number].hands[0].status == "blackjack":
                pay_blackjacks(draft, number)


def is_pair_changed(rules: Rules, before: State, after: State, number: int) -> bool:
    """Whether Pair wagers of this area were settled otherwise than its own cards demand."""
    if not before.areas[number].has_settled_pairs:
        return False
    hands = (before.areas[number].hands[0].cards, after.areas[number].hands[0].cards)
    was, is_now = (is_pair(cards, Terms.of(rules).pair_ten_face) for cards in hands)
    return was != is_now


@FREEBET.after(e.CardsExchanged)
def cards_exchanged(state: State, event: e.CardsExchanged) -> State:
    mine, theirs = state.areas[event.area].hands[0].cards, state.areas[event.other].hands[0].cards
    swapped = {event.area: (theirs[0], *mine[1:]), event.other: (mine[0], *theirs[1:])}
    skip = state.skip
    if skip:  # what would be taken back to has its own cards too
        skip = skip.each(lambda skip: replace(skip, later=_with_cards(skip.later, swapped)))
    return replace(state, areas=_with_cards(state.areas, swapped), skip=skip, exchanged=0)


def _with_cards(areas: dict[int, Area], cards: dict[int, tuple[Card, ...]]) -> dict[int, Area]:
    """The areas with these cards in their first hands, where they are among them."""
    found = dict(areas)
    for number, area in areas.items():
        if number in cards:
            status: Status = "blackjack" if is_natural(cards[number]) else "open"
            found[number] = with_hand(area, 0, replace(area.hands[0], cards=cards[number], status=status))
    return found
