"""Cards that came out together, and every dealing error that has no paragraph of its own."""

from collections.abc import Iterator
from itertools import pairwise
from typing import NoReturn

from msgspec.structs import replace

from croupier.cards import UNKNOWN, Card
from croupier.games.multilink import commands as c
from croupier.games.multilink import events as e
from croupier.games.multilink.flow import is_shoe
from croupier.games.multilink.game import MULTILINK
from croupier.games.multilink.irregularities.misdeals import REPAIR
from croupier.games.multilink.irregularities.questions import (
    ask,
    judge_of_order,
    offer_options,
    play_on,
    report,
    require_clear_round,
    ruling,
    void,
)
from croupier.games.multilink.state import State, Trouble, at_stake, dealt_in, has_seen, in_dealing_order
from croupier.games.multilink.terms import terms
from croupier.rulebook import Rules
from croupier.table import Ask, Citations, Draft, GiveRuling, Moment, Offer, Role, choice
from croupier.table.offers import Target


def _neighbours(at: Moment[State]) -> Iterator[Target]:
    if at.state.phase == "first":
        for box, other in pairwise(_dealt(at.state)):
            yield {"box": box, "other": other, "others": None}
        if ends := _around(at):
            yield {"box": ends[0], "other": ends[1], "others": "second"}


_NTH = ("first", "second")


def _in_both(state: State, box: int, other: int) -> tuple[str, ...]:
    """Which cards can have changed places: those that both hands have. A third belongs to neither."""
    return _NTH[: min(len(state.boxes[number].cards) for number in (box, other))]


def _dealt(state: State) -> list[int]:
    return [number for number in dealt_in(state) if state.boxes[number].cards]


def _around(at: Moment[State]) -> tuple[int, int] | None:
    """The hands whose first and second card follow each other: the last and the first to be dealt."""
    order = in_dealing_order(at.state, _dealt(at.state))
    return (order[-1], order[0]) if is_shoe(at.rules) and len(order) > 1 else None


@MULTILINK.action(c.ReportSimultaneousCards, Role.DEALER, "simultaneous_cards", each=_neighbours)
def report_simultaneous_cards(at: Moment[State], box: int, other: int, others: str | None) -> Offer:
    require_clear_round(at, "simultaneous_cards")
    if others is not None and (box, other) != _around(at):
        said = "the last hand's first card and the first hand's second come one after the other, of a shoe"
        at.refuse("simultaneous_cards", said)
    if at.state.phase != "first" or box == other or not {box, other} <= set(_dealt(at.state)):
        at.refuse("simultaneous_cards", "name two boxes whose Hole Cards have been dealt, before the flop")
    first = _in_both(at.state, box, other)
    return report(at, "simultaneous_cards", choice("which", *(first[:1] if others else first)))


@report_simultaneous_cards.outside
def _other_cards(at: Moment[State], command: c.ReportSimultaneousCards, offer: Offer, ask: Ask) -> NoReturn:
    said = f"of box {command.box} it can have been the {' or the '.join(ask.choices)} card"
    at.refuse("simultaneous_cards", said)


@report_simultaneous_cards.taken
def simultaneous_cards_are_reported(
    draft: Draft[State], command: c.ReportSimultaneousCards, offer: Offer
) -> None:
    box, other, card = command.box, command.other, _NTH.index(command.which)
    other_card = _NTH.index(command.others) if command.others else -1
    question = f"which of boxes {box} and {other} receives the first of the two cards?"
    shoe, choices = is_as_from_shoe(draft.rules), (f"box_{box}", f"box_{other}")
    rules = ("simultaneous_cards",) if shoe else ("matters_not_provided_for", "dealing_error_options")
    role, reading = (Role.PIT_SUPERVISOR, None) if shoe else (Role.SHIFT_MANAGER, "ML-A49")
    ask(
        draft,
        "simultaneous",
        question,
        choices,
        rules,
        reading,
        role,
        box=box,
        other=other,
        card=card,
        other_card=other_card,
    )


@ruling("simultaneous")
def carry_simultaneous(draft: Draft[State], command: GiveRuling, trouble: Trouble) -> None:
    """The cards as they lie are the first box's first; ruling for the other box exchanges them."""
    state = draft.state
    if command.choice == f"box_{trouble.other}":
        _exchange(draft, trouble, draft.cite(*trouble.rules))
    if is_as_from_shoe(draft.rules):
        _choose_all(draft, command.at)
    else:
        affected = [n for n in (trouble.box, trouble.other) if n in at_stake(state)]
        offer_options(draft, affected, command.at, is_reconstructed=False, reading="ML-A49")


def is_as_from_shoe(rules: Rules) -> bool:
    """The paragraph names the shoe only; a house may hold a shuffler to it as well."""
    return is_shoe(rules) or terms(rules).simultaneous_shuffler_policy == "as_card_shoe"


def _with_card(hand: tuple[Card, ...], index: int, card: Card) -> tuple[Card, ...]:
    changed = list(hand)
    changed[index] = card
    return tuple(changed)


# With the Burnt Card

FIRST_HOLE_CARD = "first_hole_card"


def _beside_burnt_card(at: Moment[State]) -> Iterator[Target]:
    if street := street_with_burnt_card(at.state):
        yield {"street": street}


@MULTILINK.action(c.ReportSimultaneousStreet, Role.DEALER, "simultaneous_cards", each=_beside_burnt_card)
def report_simultaneous_street(at: Moment[State], street: str) -> Offer:
    require_clear_round(at, "simultaneous_cards")
    state = at.state
    if street_with_burnt_card(state) != street:
        at.refuse("simultaneous_cards", "name a street that lies face down beside its Burnt Card")
    is_known = state.burnt[-1] != UNKNOWN
    at.require(is_known, "simultaneous_cards", "nobody had seen this Burnt Card: name it first", "ML-A59")
    return report(at, "simultaneous_cards")


@report_simultaneous_street.taken
def simultaneous_street_is_reported(
    draft: Draft[State], command: c.ReportSimultaneousStreet, offer: Offer
) -> None:
    before = command.street.replace("_", " ")
    question = f"which of the two cards came first and is burnt before the {before}?"
    ask(draft, "simultaneous_street", question, ("as_they_lie", "exchange"), ("simultaneous_cards",))


def street_with_burnt_card(state: State) -> str | None:
    """What lies beside the Burnt Card that was dealt with it, and has not been turned over yet."""
    if state.phase == "first":
        first = state.boxes.get(state.first_dealt)
        has_hand = first is not None and bool(first.cards)
        return FIRST_HOLE_CARD if state.burnt and has_hand else None
    street = state.phase.removesuffix("_down")
    is_burnt = street != state.phase and f"{street} without_burning" not in state.mistakes
    has_cards = len(state.board) > state.board_shown  # one that came a card short may have none
    return street if is_burnt and has_cards else None


@ruling("simultaneous_street")
def carry_simultaneous_street(draft: Draft[State], command: GiveRuling, trouble: Trouble) -> None:
    if command.choice == "exchange":
        _exchange_burnt_card(draft, draft.cite("simultaneous_cards"))
    _choose_all(draft, command.at)


def _exchange_burnt_card(draft: Draft[State], citations: Citations) -> None:
    """The Burnt Card changes places with the first card of the street, or of the hand dealt first."""
    state, street, first = draft.state, draft.state.phase.removesuffix("_down"), draft.state.board_shown
    cards = state.board
    if state.phase == "first":
        cards, street, first = state.boxes[state.first_dealt].cards, "first hand", 0
    draft.emit(
        e.BurntCardExchanged(
            street=street,
            burnt=(*state.burnt[:-1], cards[first]),
            cards=_with_card(cards, first, state.burnt[-1]),
            citations=citations,
        )
    )


def _choose_all(draft: Draft[State], at: int) -> None:
    rules = ("simultaneous_cards_options",)
    offer_options(draft, at_stake(draft.state), at, is_reconstructed=False, rules=rules)


@MULTILINK.after(e.BurntCardExchanged)
def burnt_card_exchanged(state: State, event: e.BurntCardExchanged) -> State:
    state = replace(state, burnt=event.burnt)
    if state.phase == "first":
        return state.with_box(state.first_dealt, cards=event.cards)
    return replace(state, board=event.cards)


# For one place


def _places_dealt(at: Moment[State]) -> Iterator[Target]:
    yield from ({"where": where} for where in ("hand", "flop", "dealer_hand") if has_just_come(at, where))


@MULTILINK.action(c.ReportSimultaneousPlace, Role.DEALER, "simultaneous_cards", each=_places_dealt)
def report_simultaneous_place(at: Moment[State], where: str) -> Offer:
    """Which of them came first changes nothing there, so nobody need decide it; everybody chooses."""
    require_clear_round(at, "simultaneous_cards")
    if not has_just_come(at, where):
        said = (
            "name the hand where it is the only one, the flop while it lies face down, "
            "or the Dealer's Hand before the settlement, of a shoe"
        )
        at.refuse("simultaneous_cards", said)
    return report(at, "simultaneous_cards")


@report_simultaneous_place.taken
def simultaneous_place_is_reported(
    draft: Draft[State], command: c.ReportSimultaneousPlace, offer: Offer
) -> None:
    if at_stake(draft.state):
        _choose_all(draft, command.at)
    else:
        play_on(draft, "no hand is concerned", "simultaneous_cards")


def has_just_come(at: Moment[State], where: str) -> bool:
    """Whether two or more cards from a Card Shoe lie there, and nothing has followed them."""
    if not is_shoe(at.rules):
        return False
    if where == "hand":
        hands = [box.cards for box in at.state.boxes.values() if box.cards]
        return at.state.phase == "first" and len(hands) == 1 and len(hands[0]) > 1
    if where == "flop":
        return at.state.phase == "flop_down" and len(at.state.board) > 1
    return at.state.phase == "showdown" and len(at.state.dealer) > 1


# Any other error in the deal


def _errors(at: Moment[State]) -> Iterator[Target]:
    hands = [n for n in at_stake(at.state) if at.state.boxes[n].cards]
    if hands or _is_under_way(at.state):
        yield {"box": None, "other": None}
    yield from ({"box": box, "other": other} for box, other in pairwise(hands))


def _is_under_way(state: State) -> bool:
    """Whether hands are being dealt card by card."""
    return any(laid.box for laid in state.coming)


@MULTILINK.action(c.ReportDealingError, Role.DEALER, "dealing_error_options", each=_errors)
def report_dealing_error(at: Moment[State], box: int | None, other: int | None) -> Offer:
    """Cards can be put in order only where somebody says which ones lie wrongly."""
    rule, state = "dealing_error_options", at.state
    require_clear_round(at, rule)
    is_dealt = state.phase not in ("betting", "closed") or _is_under_way(state)
    if not is_dealt or not at_stake(state):
        at.refuse(rule, "no hand has been dealt that an error could concern")
    if box is not None and box not in at_stake(state):
        at.refuse(rule, f"box {box} is not in the Round")
    if other is not None and not can_exchange(state, box, other):
        at.refuse(rule, "name two boxes whose Hole Cards have been dealt")
    if box is None or other is None:
        return report(at, rule)
    return report(at, rule, choice("which", *_in_both(state, box, other)))


@report_dealing_error.taken
def dealing_error_is_reported(draft: Draft[State], command: c.ReportDealingError, offer: Offer) -> None:
    if not has_seen(draft.state):
        void(draft, "the cards were dealt wrongly", "misdeal_unseen", "voiding_events")
        return
    question = "a dealing error: can the cards be reconstructed?"
    rules, box, other = ("dealing_error_options", "reconstruction"), command.box or 0, command.other or 0
    card = _NTH.index(command.which) if command.which is not None else -1
    choices = REPAIR if command.other is not None else ("cannot",)
    role = judge_of_order(draft.rules)
    ask(draft, "dealing_error", question, choices, rules, "ML-A48", role, box=box, other=other, card=card)


def can_exchange(state: State, box: int | None, other: int | None) -> bool:
    return box != other and all(n in state.boxes and state.boxes[n].cards for n in (box, other))


@ruling("dealing_error")
def carry_dealing_error(draft: Draft[State], command: GiveRuling, trouble: Trouble) -> None:
    is_reconstructed = command.choice == "reconstruct"
    if is_reconstructed:
        _exchange(draft, trouble, draft.cite("reconstruction", "option_reconstructed"))
    named = [n for n in (trouble.box, trouble.other) if n]
    boxes = [n for n in at_stake(draft.state) if n in named or not named]
    offer_options(draft, boxes, command.at, is_reconstructed=is_reconstructed)
    if not boxes:
        play_on(draft, "no hand is concerned", "dealing_error_options")


def _exchange(draft: Draft[State], trouble: Trouble, citations: Citations) -> None:
    """The two cards the question is about change places."""
    boxes = draft.state.boxes
    first, second = boxes[trouble.box].cards, boxes[trouble.other].cards
    other_card = trouble.card if trouble.other_card < 0 else trouble.other_card
    hands = {
        trouble.box: _with_card(first, trouble.card, second[other_card]),
        trouble.other: _with_card(second, other_card, first[trouble.card]),
    }
    draft.emit(e.HandsMoved(hands=hands, citations=citations))
