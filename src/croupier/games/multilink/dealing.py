"""Cards onto the table, from a Card Shoe or an Electronic Card Shuffler, properly or with a mistake."""

from collections.abc import Sequence

from croupier.cards import Card, DeviceError, DuplicateCard, ForeignCard, OutOfCards, show, words
from croupier.games.multilink import commands as c
from croupier.games.multilink import events as e
from croupier.games.multilink.counts import BOARD_SIZE, HAND_SIZE
from croupier.games.multilink.destinations import (
    STREET_CARDS,
    Street,
    burns,
    hands_dealt,
    in_order,
    off,
)
from croupier.games.multilink.flow import expect, is_shoe
from croupier.games.multilink.game import MULTILINK
from croupier.games.multilink.state import State
from croupier.rulebook import Rules
from croupier.table import Draft, Role, ShuffleCards, shuffled

BOARD_AFTER: dict[Street, int] = {"flop": 3, "turn": 4, "river": 5}


@MULTILINK.on(ShuffleCards, Role.DEALER, "single_deck")
def shuffle_cards(draft: Draft[State], command: ShuffleCards) -> None:
    if not can_shuffle(draft.state):
        draft.refuse("single_deck", "this Round has its cards; the deck is shuffled before the next one")
    draft.emit(shuffled(command, draft.rules["device"], 1, draft.rules.cite("single_deck")))


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
    if state.face_up is not None and drawn[0] != state.face_up:
        draft.refuse("face_up_card", f"{show(state.face_up)} lies face up and is the next card")
    return drawn


def is_deck_fresh(rules: Rules, state: State) -> bool:
    """Shuffled, nothing of it used, in the device of this table. What nobody shuffled may hold any cards."""
    return state.is_shuffled and not state.device.out and state.device.kind == rules["device"]


def require_fresh_deck(draft: Draft[State]) -> None:
    if not is_deck_fresh(draft.rules, draft.state):
        draft.refuse("cards_not_shuffled", "the cards are not shuffled: shuffle them before the deal")


@MULTILINK.on(c.DealCommunityCards, Role.DEALER, "community_packet_shuffler")
def deal_community_cards(draft: Draft[State], command: c.DealCommunityCards) -> None:
    expect(draft, "deal_community", "community_packet_shuffler")
    require_fresh_deck(draft)
    size: int = draft.rules.parameter("community_packet")
    cards = draw(draft, size + off(command.mistake), command.cards, "community_packet_shuffler")
    cites = draft.rules.cite("community_packet_shuffler", "community_cards")
    draft.emit(e.CommunityCardsDealt(cards=cards, mistake=command.mistake or "", citations=cites))


@MULTILINK.on(c.DealHoleCards, Role.DEALER, "hole_cards_shoe")
def deal_hole_cards(draft: Draft[State], command: c.DealHoleCards) -> None:
    shoe = is_shoe(draft.rules)
    rule = "hole_cards_shoe" if shoe else "hole_cards_shuffler"
    expect(draft, "deal_hole", rule)
    boxes = hands_due(draft.rules, draft.state)
    _check_mistake(draft, command, boxes, rule)
    if shoe:
        require_fresh_deck(draft)
    targets = hands_dealt(draft.rules, boxes, command.mistake, command.box)
    burn = burns(draft.rules, command.mistake)
    drawn = draw(draft, burn + len(targets), command.cards, rule)
    hands: dict[int, tuple[Card, ...]] = {}
    for box, card in zip(targets, drawn[burn:], strict=True):
        hands[box] = (*hands.get(box, ()), card)
    cites = (
        draft.rules.cite(rule, "hole_cards", "hand", "burnt_card")
        if burn
        else draft.rules.cite(rule, "hole_cards", "hand")
    )
    dealer = hands.pop(0, ())
    draft.emit(
        e.HoleCardsDealt(
            burnt=drawn[:burn],
            hands={box: hands[box] for box in in_order(boxes, command.mistake)},
            dealer=dealer,
            drawn=drawn,
            at=command.at,
            round=draft.state.round,
            mistake=command.mistake or "",
            citations=cites,
        )
    )


def hands_due(rules: Rules, state: State) -> list[int]:
    """Boxes that get Hole Cards. A hand given up during a reconstruction is dealt again with the others:
    without it, their cards would not come in the order intended."""
    boxes = state.boxes.items()
    return [n for n, box in boxes if box.ante or (box.status == "cancelled" and is_shoe(rules))]


def _check_mistake(draft: Draft[State], command: c.DealHoleCards, boxes: list[int], rule: str) -> None:
    if command.mistake in ("without_burning", "two_at_a_time") and not is_shoe(draft.rules):
        draft.refuse(rule, "an Electronic Card Shuffler burns nothing and deals packets of two")
    if command.mistake in ("from_the_wrong_box", "two_at_a_time") and len(boxes) == 1:
        draft.refuse(rule, "with one hand there is no wrong order")
    if off(command.mistake) and command.box not in possible_targets(draft.rules, boxes):
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


def _deal_street(draft: Draft[State], street: Street, named: tuple[Card, ...], mistake: str | None) -> None:
    burn = burns(draft.rules, mistake)
    drawn = draw(draft, burn + STREET_CARDS[street] + off(mistake), named, _DEALING[street][0])
    rules = (
        (*_DEALING[street], "community_cards", "burnt_card")
        if burn
        else (*_DEALING[street], "community_cards")
    )
    draft.emit(
        e.StreetDealt(
            street=street,
            burnt=drawn[:burn],
            cards=drawn[burn:],
            mistake=mistake or "",
            citations=draft.rules.cite(*rules, reading="ML-A01" if not _anyone_in(draft.state) else None),
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
    draft: Draft[State], street: Street, at: int, devices: tuple[str, str], rules: tuple[str, ...]
) -> None:
    state = draft.state
    upto = len(state.board) if is_shoe(draft.rules) else BOARD_AFTER[street]
    cites = draft.rules.cite(devices[0] if is_shoe(draft.rules) else devices[1], *rules)
    cards = state.board[state.board_shown : upto]
    draft.emit(e.StreetRevealed(street=street, cards=cards, at=at, citations=cites))


@MULTILINK.on(c.OpenDealerHand, Role.DEALER, "dealer_hand_shoe")
def open_dealer_hand(draft: Draft[State], command: c.OpenDealerHand) -> None:
    shoe = is_shoe(draft.rules)
    rule = "dealer_hand_shoe" if shoe else "river_and_dealer_hand_shuffler"
    expect(draft, "dealer_hand", rule)
    state = draft.state
    if shoe:
        cards = draw(draft, HAND_SIZE + off(command.mistake), command.cards, rule)
    elif command.cards or command.mistake:
        draft.refuse(rule, "the Dealer's packet lies there already: turn it over")
    else:
        cards = state.dealer
    is_right = len(cards) == HAND_SIZE and len(state.board) == BOARD_SIZE
    draft.emit(
        e.DealerHandOpened(
            cards=cards,
            hand=words((*cards, *state.board)) if is_right else "",
            is_drawn=shoe,
            mistake=command.mistake or "",
            citations=draft.rules.cite(rule, "five_card_hand", reading="ML-A44" if shoe else None),
        )
    )
