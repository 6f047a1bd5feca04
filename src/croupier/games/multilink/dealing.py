"""Cards onto the table, from a Card Shoe or an Electronic Card Shuffler, properly or with a mistake."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from croupier.cards import Card, DeviceError, DuplicateCard, ForeignCard, OutOfCards, show, words
from croupier.games.multilink import commands as c
from croupier.games.multilink import events as e
from croupier.games.multilink.destinations import (
    BURNT,
    burns,
    community_cards,
    dealer_cards,
    hands_dealt,
    hole_cards,
    off,
    place_of,
    street_cards,
)
from croupier.games.multilink.flow import due, expect, is_shoe, what_is_due
from croupier.games.multilink.game import MULTILINK
from croupier.games.multilink.state import State
from croupier.games.multilink.terms import StreetBet, terms
from croupier.rulebook import Rules
from croupier.table import Draft, Role, ShuffleCards, shuffled


@MULTILINK.on(ShuffleCards, Role.DEALER, "single_deck")
def shuffle_cards(draft: Draft[State], command: ShuffleCards) -> None:
    if not can_shuffle(draft.state):
        draft.refuse("single_deck", "this Round has its cards; the deck is shuffled before the next one")
    chosen = terms(draft.rules)
    draft.emit(shuffled(command, chosen.kind_of_device, chosen.decks, draft.rules.cite("single_deck")))


def can_shuffle(state: State) -> bool:
    """Before the first card of a Round. Cards that went back to be dealt again keep their order."""
    is_untouched = not state.board and not state.first_dealt
    return state.phase in ("idle", "betting") or (state.phase == "closed" and is_untouched)


def draw(draft: Draft[State], count: int, named: Sequence[Card], rule: str) -> tuple[Card, ...]:
    """The next cards; a device that cannot give them is a case of its own."""
    state = draft.state
    try:
        drawn, _ = state.device.draw(count, named)
    except OutOfCards as error:
        draft.refuse("insufficient_cards", f"{error}; report that the cards do not suffice")
    except DuplicateCard as error:
        draft.refuse("wrong_deck_count", f"{error}; report an excess of cards in the deck")
    except ForeignCard as error:
        draft.refuse("foreign_card", f"{error}; report a foreign card")
    except DeviceError as error:
        draft.refuse(rule, str(error))
    if any(card != back for card, back in zip(drawn, state.on_top, strict=False)):
        draft.refuse("reconstruction", "the cards that went back come first, in the order they came")
    _require_face_up(draft, drawn)
    return drawn


def _require_face_up(draft: Draft[State], drawn: tuple[Card, ...]) -> None:
    """A card that lies face up is used when it comes, no sooner and no later."""
    card, after = draft.state.face_up, draft.state.face_up_after
    if card is None or (drawn[after] == card if after < len(drawn) else card not in drawn):
        return
    behind = after - len(draft.state.coming)
    where = "is the next card" if behind <= 0 else f"comes after {behind} more"
    draft.refuse("face_up_card", f"{show(card)} lies face up and {where}")


def is_deck_fresh(rules: Rules, state: State) -> bool:
    """Shuffled, nothing of it used, in the device of this table. What nobody shuffled may hold any cards."""
    return state.is_shuffled and not state.device.out and state.device.kind == terms(rules).device


def require_fresh_deck(draft: Draft[State]) -> None:
    if not is_deck_fresh(draft.rules, draft.state):
        draft.refuse("cards_not_shuffled", "the cards are not shuffled: shuffle them before the deal")


def require_whole(draft: Draft[State], rule: str) -> None:
    if draft.state.coming:
        draft.refuse(rule, "this deal goes card by card: deal the next card")


@MULTILINK.on(c.DealCommunityCards, Role.DEALER, "community_packet_shuffler")
def deal_community_cards(draft: Draft[State], command: c.DealCommunityCards) -> None:
    expect(draft, "deal_community", "community_packet_shuffler")
    require_whole(draft, "community_packet_shuffler")
    require_fresh_deck(draft)
    size = terms(draft.rules).community_packet
    cards = draw(draft, size + off(command.mistake), command.cards, "community_packet_shuffler")
    _lay_community(draft, cards, command.mistake)


def _lay_community(draft: Draft[State], cards: tuple[Card, ...], mistake: str | None) -> None:
    cites = draft.rules.cite("community_packet_shuffler", "community_cards")
    draft.emit(e.CommunityCardsDealt(cards=cards, mistake=mistake or "", citations=cites))


@MULTILINK.on(c.DealHoleCards, Role.DEALER, "hole_cards_shoe")
def deal_hole_cards(draft: Draft[State], command: c.DealHoleCards) -> None:
    shoe = is_shoe(draft.rules)
    rule = "hole_cards_shoe" if shoe else "hole_cards_shuffler"
    expect(draft, "deal_hole", rule)
    require_whole(draft, rule)
    boxes = hands_due(draft.rules, draft.state)
    _check_mistake(draft, command, boxes, rule)
    if shoe:
        require_fresh_deck(draft)
    targets = hands_dealt(draft.rules, boxes, command.mistake, command.box)
    burn = burns(draft.rules, "hole", command.mistake)
    drawn = draw(draft, burn + len(targets), command.cards, rule)
    stray = command.box or 0 if command.mistake == "onto_an_empty_box" else 0
    _lay_hands(draft, drawn, targets, command.mistake or "", command.at, stray=stray)


def _lay_hands(
    draft: Draft[State],
    drawn: tuple[Card, ...],
    targets: list[int],
    mistake: str,
    at: int,
    times: Mapping[int, int] = MappingProxyType({}),
    stray: int = 0,
) -> None:
    """Each card after the Burnt Card to its target; 0 is the Dealer's packet."""
    burn = len(drawn) - len(targets)
    hands: dict[int, tuple[Card, ...]] = {}
    for box, card in zip(targets, drawn[burn:], strict=True):
        hands[box] = (*hands.get(box, ()), card)
    dealer = hands.pop(0, ())
    keys = ("hole_cards_shoe" if is_shoe(draft.rules) else "hole_cards_shuffler", "hole_cards", "hand")
    draft.emit(
        e.HoleCardsDealt(
            burnt=drawn[:burn],
            hands=hands,
            dealer=dealer,
            drawn=drawn,
            at=at,
            round=draft.state.round,
            mistake=mistake,
            times=dict(times),
            stray=stray,
            citations=draft.rules.cite(*keys, "burnt_card") if burn else draft.rules.cite(*keys),
        )
    )


def hands_due(rules: Rules, state: State) -> list[int]:
    """Boxes that get Hole Cards. A hand given up during a reconstruction or in the middle of the deal is
    dealt with the others: without it, their cards would not come in the order intended."""
    is_kept = is_shoe(rules) or bool(state.coming)
    return [n for n, box in state.boxes.items() if box.ante or (box.status == "cancelled" and is_kept)]


def _check_mistake(draft: Draft[State], command: c.DealHoleCards, boxes: list[int], rule: str) -> None:
    if command.mistake in ("without_burning", "two_at_a_time") and not is_shoe(draft.rules):
        draft.refuse(rule, "an Electronic Card Shuffler burns nothing and deals packets of two")
    if command.mistake in ("from_the_wrong_box", "two_at_a_time") and len(boxes) == 1:
        draft.refuse(rule, "with one hand there is no wrong order")
    is_astray = command.mistake == "onto_an_empty_box"
    if is_astray and len(boxes) == terms(draft.rules).boxes:
        draft.refuse(rule, "no box is empty")
    targets = boxes if is_astray else possible_targets(draft.rules, boxes)
    if (off(command.mistake) or is_astray) and command.box not in targets:
        draft.refuse(rule, f"say which hand: one of boxes {', '.join(map(str, boxes))}")


def possible_targets(rules: Rules, boxes: list[int]) -> list[int]:
    """The hands that can get a wrong number of cards; 0 is the Dealer's packet."""
    return boxes if is_shoe(rules) else [*boxes, 0]


@MULTILINK.on(c.DealFlop, Role.DEALER, "flop_shoe")
def deal_flop(draft: Draft[State], command: c.DealFlop) -> None:
    expect(draft, "deal_flop", "flop_shoe")
    _deal_street(draft, "flop", command.cards, command.mistake)


@MULTILINK.on(c.DealTurn, Role.DEALER, "turn_shoe")
def deal_turn(draft: Draft[State], command: c.DealTurn) -> None:
    expect(draft, "deal_turn", "turn_shoe")
    _deal_street(draft, "turn", command.cards, command.mistake)


@MULTILINK.on(c.DealRiver, Role.DEALER, "river_shoe")
def deal_river(draft: Draft[State], command: c.DealRiver) -> None:
    expect(draft, "deal_river", "river_shoe")
    _deal_street(draft, "river", command.cards, command.mistake)


_DEALING = {
    "flop": ("flop_shoe", "flop_cards"),
    "turn": ("turn_shoe", "turn_card"),
    "river": ("river_shoe", "river_card"),
}


def _deal_street(
    draft: Draft[State], street: StreetBet, named: tuple[Card, ...], mistake: str | None
) -> None:
    rule = _DEALING[street][0]
    require_whole(draft, rule)
    burn = burns(draft.rules, street, mistake)
    drawn = draw(draft, burn + terms(draft.rules).cards_of(street) + off(mistake), named, rule)
    _lay_street(draft, street, drawn, burn, mistake or "")


def _lay_street(
    draft: Draft[State], street: StreetBet, drawn: tuple[Card, ...], burn: int, mistake: str
) -> None:
    keys = (*_DEALING[street], "community_cards", *(("burnt_card",) if burn else ()))
    draft.emit(
        e.StreetDealt(
            street=street,
            burnt=drawn[:burn],
            cards=drawn[burn:],
            mistake=mistake,
            citations=draft.rules.cite(*keys, reading=None if _anyone_in(draft.state) else "ML-A01"),
        )
    )


def _anyone_in(state: State) -> bool:
    return any(box.is_in for box in state.boxes.values())


@MULTILINK.on(c.RevealFlop, Role.DEALER, "flop_cards")
def reveal_flop(draft: Draft[State], command: c.RevealFlop) -> None:
    expect(draft, "reveal_flop", "flop_cards")
    _reveal(draft, "flop", command.at, ("flop_shoe", "flop_shuffler"), ("flop_cards", "community_cards"))


@MULTILINK.on(c.RevealTurn, Role.DEALER, "turn_card")
def reveal_turn(draft: Draft[State], command: c.RevealTurn) -> None:
    expect(draft, "reveal_turn", "turn_card")
    _reveal(draft, "turn", command.at, ("turn_shoe", "turn_shuffler"), ("turn_card",))


@MULTILINK.on(c.RevealRiver, Role.DEALER, "river_card")
def reveal_river(draft: Draft[State], command: c.RevealRiver) -> None:
    expect(draft, "reveal_river", "river_card")
    _reveal(draft, "river", command.at, ("river_shoe", "river_and_dealer_hand_shuffler"), ("river_card",))


def _reveal(
    draft: Draft[State], street: StreetBet, at: int, devices: tuple[str, str], rules: tuple[str, ...]
) -> None:
    state = draft.state
    upto = len(state.board)
    if not is_shoe(draft.rules):
        upto = state.board_shown + terms(draft.rules).cards_of(street)
    cites = draft.rules.cite(devices[0] if is_shoe(draft.rules) else devices[1], *rules)
    cards = state.board[state.board_shown : upto]
    draft.emit(e.StreetRevealed(street=street, cards=cards, at=at, citations=cites))


@MULTILINK.on(c.OpenDealerHand, Role.DEALER, "dealer_hand_shoe")
def open_dealer_hand(draft: Draft[State], command: c.OpenDealerHand) -> None:
    shoe = is_shoe(draft.rules)
    rule = "dealer_hand_shoe" if shoe else "river_and_dealer_hand_shuffler"
    expect(draft, "dealer_hand", rule)
    require_whole(draft, rule)
    state = draft.state
    if shoe:
        cards = draw(draft, terms(draft.rules).dealer_cards + off(command.mistake), command.cards, rule)
    elif command.cards or command.mistake:
        draft.refuse(rule, "the Dealer's packet lies there already: turn it over")
    else:
        cards = state.dealer
    _open_dealer(draft, cards, command.mistake or "")


def _open_dealer(draft: Draft[State], cards: tuple[Card, ...], mistake: str) -> None:
    state, shoe = draft.state, is_shoe(draft.rules)
    rule = "dealer_hand_shoe" if shoe else "river_and_dealer_hand_shuffler"
    chosen = terms(draft.rules)
    is_right = len(cards) == chosen.dealer_cards and len(state.board) == chosen.community_cards
    draft.emit(
        e.DealerHandOpened(
            cards=cards,
            hand=words((*cards, *state.board)) if is_right else "",
            is_drawn=shoe,
            mistake=mistake,
            citations=draft.rules.cite(rule, "five_card_hand", reading="ML-A44" if shoe else None),
        )
    )


# Card by card


@MULTILINK.on(c.DealCard, Role.DEALER, "hand")
def deal_card(draft: Draft[State], command: c.DealCard) -> None:
    """The next card of the deal that is due; with its last card the deal is complete."""
    rules, state = draft.rules, draft.state
    places, rule = next_places(rules, state)
    if not places:
        draft.refuse("hand", what_is_due(state, due(rules, state)))
    if not state.coming and not state.board and not any(box.cards for box in state.boxes.values()):
        require_fresh_deck(draft)
    to = places[len(state.coming)]
    place, box = place_of(to)
    if command.box is not None:
        if place != "box" or command.box not in hands_due(rules, state):
            draft.refuse(rule, f"this card belongs to {to}; name a hand only in place of another hand")
        box, to = command.box, f"box {command.box}"
    so_far = tuple(laid.card for laid in state.coming)
    named = (*so_far, *command.cards) if state.device.source == "physical" else command.cards
    drawn = draw(draft, len(so_far) + 1, named, rule)
    had = [laid for laid in state.coming if (laid.place, laid.box) == (place, box)]
    draft.emit(
        e.CardDealt(
            to=to,
            place=place,
            box=box,
            cards=drawn[-1:],
            at=command.at,
            is_full=place == "box" and len(had) == terms(rules).hole_cards - 1,
            citations=rules.cite(rule),
        )
    )
    if len(drawn) == len(places):
        _complete(draft, places, drawn, command.at)


def next_places(rules: Rules, state: State) -> tuple[list[str], str]:
    """Where each card of the deal that is due goes, and the rule of that deal; no places if none is due."""
    found = due(rules, state)
    if found == "deal_community":
        return community_cards(rules), "community_packet_shuffler"
    if found == "deal_hole":
        rule = "hole_cards_shoe" if is_shoe(rules) else "hole_cards_shuffler"
        return hole_cards(rules, hands_due(rules, state)), rule
    if found in ("deal_flop", "deal_turn", "deal_river"):
        street: StreetBet = found.removeprefix("deal_")  # type: ignore[assignment]
        return street_cards(rules, street), f"{street}_shoe"
    if found == "dealer_hand" and is_shoe(rules):
        return dealer_cards(rules), "dealer_hand_shoe"
    return [], ""


def _complete(draft: Draft[State], places: list[str], drawn: tuple[Card, ...], at: int) -> None:
    found, laid = due(draft.rules, draft.state), draft.state.coming
    if found == "deal_community":
        _lay_community(draft, drawn, None)
    elif found == "dealer_hand":
        _open_dealer(draft, drawn, "")
    elif found == "deal_hole":
        targets = [each.box for each in laid if each.place != "burnt"]
        times = {each.box: each.at for each in laid if each.box}
        intended = [place_of(label)[1] for label in places if label != BURNT]
        _lay_hands(draft, drawn, targets, "" if targets == intended else "misplaced", at, times)
    else:
        street: StreetBet = found.removeprefix("deal_")  # type: ignore[assignment]
        _lay_street(draft, street, drawn, burns(draft.rules, street), "")
