"""Mistakes in the initial deal: made, noticed early or late, rebuilt or lived with."""

from msgspec.structs import replace

from croupier.cards import Card, DeviceError
from croupier.rulebook import Rules
from croupier.table import Draft, Role

from . import incidents as i
from .control import bet_areas, controller, current, due, is_held_up, missed_areas, short_areas
from .dealing import deal_to, emit_initial, require_ready_to_deal, spread
from .destinations import initial
from .flow import advance, is_blackjack_safe, is_burn_due, pay_blackjacks
from .game import FREEBET
from .points import is_pair
from .reports import Misdeal, Mistake, Reconstruct, ReportMisdeal
from .returns import return_area, return_insurance, return_side
from .state import State


@FREEBET.on(Misdeal, Role.DEALER)
def misdeal(draft: Draft[State], command: Misdeal) -> None:
    """Deal with a mistake. The state afterwards is what a later report finds."""
    require_ready_to_deal(draft)
    unburnt = command.mistake == "without_burning"
    if is_burn_due(draft.rules, draft.state) != unburnt:
        draft.refuse("missed_burn", "no burn is due" if unburnt else "burn a card first", reading="FB-A23")
    numbers, area = bet_areas(draft.state), command.area
    possible = misdealt_areas(draft.rules, numbers, command.mistake)
    if command.mistake.endswith("area") and area not in possible:
        if command.mistake == "to_unbet_area":
            draft.refuse("dealing", "name an area of this table that has no wager")
        draft.refuse("dealing", f"name an area with a wager; they are: {', '.join(map(str, numbers))}")
    emit_initial(
        draft,
        initial(numbers, command.mistake, area),
        command.cards,
        exchanged=area if command.mistake == "exchanging_area" else 0,
        is_unburnt=unburnt,
    )


def misdealt_areas(rules: Rules, numbers: list[int], mistake: Mistake) -> list[int]:
    """The areas at which a mistake can be made."""
    if mistake == "to_unbet_area":
        return [number for number in range(1, rules.integer("areas") + 1) if number not in numbers]
    return numbers[:-1] if mistake == "exchanging_area" else numbers


def unbet_areas(state: State) -> list[int]:
    return [n for n, area in state.areas.items() if area.hands and not area.wagers and area.hands[0].cards]


def fault_rules(rules: Rules, state: State) -> tuple[str, ...]:
    """The paragraphs on what is wrong with the initial deal, if noticed now."""
    if state.phase not in ("dealt", "surrender", "insurance", "playing", "complete"):
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


@FREEBET.on(ReportMisdeal, Role.DEALER)
def report_misdeal(draft: Draft[State], command: ReportMisdeal) -> None:
    state = draft.state
    faults = fault_rules(draft.rules, state)
    if not faults or state.rebuild:
        draft.refuse(
            "incorrect_dealing", "nothing is wrong with the cards on the table, or it is known already"
        )
    if state.misplaced:
        move_card(draft)
        return
    if is_held_up(state) or state.is_closing:
        draft.refuse("incorrect_dealing", "a question is open; answer it first")
    if state.is_early:
        cites = draft.rules.cite(*faults, "early_misdeal_void", reading="FB-A55")
        draft.emit(i.MisdealFound(citations=cites))
        return
    handle_late(draft)
    advance(draft)


def handle_late(draft: Draft[State]) -> None:
    """The subsequent deal or an interim settlement has taken place: each mistake has its own way out."""
    state = draft.state
    if state.burn_missed:
        draft.emit(i.PlayStands(clears="burn", citations=draft.rules.cite("missed_burn_late")))
    if state.exchanged:
        exchange_back(draft)
    for number in missed_areas(draft.state):
        return_area(draft, number, "returned", ("wager_without_cards_late",), "FB-A37")
    for number in unbet_areas(draft.state):
        cites = draft.rules.cite("cards_without_wager_late", "withdrawal_when_dissatisfied")
        draft.emit(i.UnbetCardsDiscarded(area=number, citations=cites))
    for number in short_areas(draft.state):
        find_one_card(draft, number)
    if not draft.state.dealer and draft.state.phase == "playing" and not draft.state.dealer_card_first:
        find_dealer_card(draft)


def exchange_back(draft: Draft[State]) -> None:
    """A card on the wrong hand is moved to where it belongs, unless the hands have been played since."""
    state = draft.state
    numbers = list(state.areas)
    area, other = state.exchanged, numbers[numbers.index(state.exchanged) + 1]
    hands = [hand for n in (area, other) for hand in state.areas[n].hands]
    untouched = [hand for hand in hands if len(hand.cards) == 2 and hand.status in ("open", "blackjack")]
    if len(hands) == len(untouched) == 2 and not any(hand.wants_card for hand in hands):
        cites = draft.rules.cite("incorrect_dealing_late", reading="FB-A17")
        draft.emit(i.CardsExchanged(area=area, other=other, citations=cites))
        if any(is_pair_changed(draft.rules, state, draft.state, n) for n in (area, other)):
            refer(draft, "Pair wagers settled on exchanged cards")
        if state.phase == "playing" and is_blackjack_safe(draft.rules, state):
            for number in (area, other):
                if draft.state.areas[number].hands[0].status == "blackjack":
                    pay_blackjacks(draft, number)
        return
    draft.emit(i.PlayStands(clears="exchange", citations=draft.rules.cite("incorrect_dealing_late")))
    refer(draft, "first cards exchanged and the hands played since")


def is_pair_changed(rules: Rules, before: State, after: State, number: int) -> bool:
    """Whether Pair wagers of this area were settled otherwise than its own cards demand."""
    if not before.areas[number].has_settled_pairs:
        return False
    hands = (before.areas[number].hands[0].cards, after.areas[number].hands[0].cards)
    was, is_now = (is_pair(cards, rules["pair_ten_face"]) for cards in hands)
    return was != is_now


def refer(draft: Draft[State], matter: str) -> None:
    cites = draft.rules.cite("matters_not_provided_for")
    draft.emit(i.IrregularityReferred(matter=matter, citations=cites))


def find_one_card(draft: Draft[State], number: int) -> None:
    is_late = not draft.rules["late_second_card_is_initial"]
    area = draft.state.areas[number]
    asked = tuple(w.place for w in area.wagers if w.is_live and not draft.state.players[w.place].is_absent)
    cites = draft.rules.cite("one_card_hand_late", "withdrawal_when_dissatisfied", reading="FB-A19")
    draft.emit(i.OneCardFound(area=number, asked=asked, is_late=is_late, citations=cites))
    if is_late:
        for side in area.sides:
            if side.bet == "pair":
                return_side(draft, number, side, "returned", ("one_card_hand_played",), "FB-A37")


def find_dealer_card(draft: Draft[State]) -> None:
    """The Dealer draws now, unless the player in the middle of a hand wants to finish it first."""
    target = current(draft.state)
    decides = controller(draft.state, target[0]) if target else None
    keys = ("dealer_first_card_missed_late", "finish_hand_before_dealer_card", "withdrawal_when_dissatisfied")
    cites = draft.rules.cite(*keys)
    draft.emit(i.DealerCardMissing(asked=(decides,) if decides else (), citations=cites))


def move_card(draft: Draft[State]) -> None:
    assert draft.state.misplaced is not None
    area, card = draft.state.misplaced
    if is_held_up(replace(draft.state, misplaced=None)):
        draft.refuse("incorrect_dealing", "a question is open; answer it first")
    cites = draft.rules.cite("incorrect_dealing_late", reading="FB-A17")
    draft.emit(i.CardMoved(area=area, card=card, citations=cites))
    if target := due(draft.rules, draft.state):
        deal_to(draft, target, card, True)
    else:  # whoever was due it has left the Round meanwhile
        advance(draft)


def cards_missing(state: State) -> list[str]:
    """Where the cards go that a reconstruction needs from the device, besides those that lie on the table."""
    have = len(state.dealt) - state.burn_missed + len(state.next_cards)
    return initial(bet_areas(state)).places[have:]


@FREEBET.on(Reconstruct, Role.DEALER)
def reconstruct(draft: Draft[State], command: Reconstruct) -> None:
    """Lay the same cards, in the order they came, where they should have gone."""
    state = draft.state
    if state.rebuild != "due":
        draft.refuse("incorrect_dealing", "a pit supervisor has not ordered the cards to be reconstructed")
    if state.cut_due >= 0:
        draft.refuse("cards_run_out", "the riffled cards are to be cut first")
    numbers = bet_areas(state)
    missing = len(cards_missing(state))
    if missing > state.remaining:
        draft.refuse("cards_run_out", "the device has not the cards for it: riffle the discards first")
    pool = (*(state.dealt[1:] if state.burn_missed else state.dealt), *state.next_cards)
    needed = 2 * len(numbers) + 1
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
    cards = (*pool, *extra)
    hands, dealer = spread(cards, initial(numbers))
    draft.emit(
        i.CardsReconstructed(
            hands=hands,
            dealer=dealer,
            cards=cards[:needed],
            drawn=extra,
            spare=cards[needed:],
            has_taken_next=bool(state.next_cards),
            citations=draft.rules.cite("incorrect_dealing_early", "dealing"),
        )
    )
