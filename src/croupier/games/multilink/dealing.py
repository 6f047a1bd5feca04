"""Cards onto the table, from a Card Shoe or an Electronic Card Shuffler, properly or with a mistake."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import get_args

from msgspec.structs import replace

from croupier.cards import (
    UNKNOWN,
    Card,
    DeviceError,
    DuplicateCard,
    ForeignCard,
    OutOfCards,
    show,
    words,
)
from croupier.games.multilink import commands as c
from croupier.games.multilink import events as e
from croupier.games.multilink.decisions import tell_link_of_look
from croupier.games.multilink.flow import Due, Here, due, expect, is_shoe, what_is_due, while_due
from croupier.games.multilink.game import MULTILINK
from croupier.games.multilink.state import Laid, Place, State, has_seen, in_play, live_progressive
from croupier.games.multilink.terms import STREET_BETS, Deal, StreetBet, terms
from croupier.rulebook import Rules
from croupier.table import (
    Action,
    Ask,
    CardsShuffled,
    Command,
    Draft,
    Moment,
    Offer,
    Role,
    ShuffleCards,
    cards_for,
    loaded,
    shuffled,
)
from croupier.table.card_by_card import let_burns_be_named
from croupier.table.offers import Target
from croupier.table.options import BURNT, Group

# How many cards should lie where


_STREETS_OUT = {
    "flop_down": 1,
    "second": 1,
    "turn_down": 2,
    "third": 2,
    "river_down": 3,
    "board": 3,
    "showdown": 3,
}


def board_expected(rules: Rules, state: State) -> int:
    """How many Community Cards should lie on the table now."""
    chosen = terms(rules)
    if not chosen.is_shoe:
        return chosen.community_packet if state.board else 0
    if state.phase == "jackpot":
        return chosen.community_cards if state.is_dealer_shown else len(state.board)
    streets = STREET_BETS[: _STREETS_OUT.get(state.phase, 0)]
    return sum(chosen.cards_of(street) for street in streets)


def has_wrong_count(rules: Rules, state: State, where: str) -> bool:
    """Whether the Community Cards or the Dealer's Hand are too many or too few."""
    if where == "community":
        return len(state.board) != board_expected(rules, state) or bool(miscounted_streets(state))
    return len(state.dealer) not in (0, terms(rules).dealer_cards)


def miscounted_streets(state: State) -> list[str]:
    """Streets of a Card Shoe that got a card too many or too few and were not put right. One of each make
    the right number, and still the wrong cards."""
    told = (mistake.split() for mistake in state.mistakes)
    return [street for street, what in told if street in STREET_BETS and off(what)]


def has_wrong_number(rules: Rules, state: State, number: int) -> bool:
    """Whether a hand has not its two cards, folded or not: its bets lie there until the settlement. One
    without any either waits for the deal or was laid elsewhere as a whole, or others have got its cards."""
    box = state.boxes.get(number)
    if box is None or not box.ante or box.status == "cancelled":
        return False
    if not box.cards:
        return state.phase not in ("idle", "betting", "closed") and number != state.stray_of
    return len(box.cards) != terms(rules).hole_cards


def miscount(rules: Rules, state: State) -> tuple[str, int] | None:
    """Where the dealer who settles notices a wrong number of cards, and in which box."""
    if state.stray_of:
        return "stray", state.stray_of
    for number in state.boxes:
        if has_wrong_number(rules, state, number):
            return "box", number
    is_board_used = in_play(state) or (state.board_shown and live_progressive(state))
    if is_board_used and has_wrong_count(rules, state, "community"):
        return "community", 0
    if state.is_dealer_shown and has_wrong_count(rules, state, "dealer"):
        return "dealer", 0
    return None


# Where each card goes, in the order they leave the device


_SURPLUS = "surplus card"
_STREETS: dict[StreetBet, str] = {"flop": "Flop", "turn": "Turn Card", "river": "River Card"}


def place_of(label: str) -> tuple[Place, int]:
    """The kind of place a label names, and the box where it is one."""
    if label.startswith("box "):
        return "box", int(label.removeprefix("box "))
    return ("burnt" if label == BURNT else "dealer" if label == "Dealer" else "community"), 0


def parts(mistake: str | None) -> list[str]:
    """Two things may have gone wrong at once: "without_burning_and_one_card_short"."""
    return mistake.split("_and_") if mistake else []


_OFF = {"one_card_too_many": 1, "one_card_short": -1, "two_cards_too_many": 2, "two_cards_short": -2}


def off(mistake: str | None) -> int:
    """How many cards too many, or too few."""
    return sum(_OFF.get(part, 0) for part in parts(mistake))


def burns(rules: Rules, deal: Deal, mistake: str | None = None) -> int:
    """Cards burnt before the Hole Cards or a street."""
    return 0 if "without_burning" in parts(mistake) else terms(rules).burns_before(deal)


def in_order(boxes: list[int], mistake: str | None = None) -> list[int]:
    """The boxes from the Dealer's left; by mistake from the one after."""
    return [*boxes[1:], boxes[0]] if mistake == "from_the_wrong_box" else boxes


def hands_dealt(
    rules: Rules, boxes: list[int], mistake: str | None = None, box: int | None = None
) -> list[int]:
    """The boxes in the order they get a card; 0 is the Dealer's packet.

    From a Card Shoe one card at a time, twice around; surplus cards come last, a missing one leaves no gap.
    """
    if mistake == "with_an_extra_hand":
        assert box is not None
        boxes = sorted((*boxes, box))
    order = in_order(boxes, mistake)
    if not is_shoe(rules) or mistake == "two_at_a_time":
        hands = order if is_shoe(rules) else [*order, 0]
        chosen = terms(rules)
        sizes = {each: chosen.hole_packet if each else chosen.dealer_cards for each in hands}
        return [each for each in hands for _ in range(sizes[each] + (off(mistake) if each == box else 0))]
    turns, count = terms(rules).hole_cards, off(mistake)
    cards = [each for turn in range(turns) for each in order if each != box or turn < turns + count]
    return cards + [box or 0] * count


ON_EMPTY_BOX = ("onto_an_empty_box", "with_an_extra_hand")


def hole_cards(
    rules: Rules, boxes: list[int], mistake: str | None = None, box: int | None = None
) -> list[str]:
    labels = {each: f"box {each}" for each in boxes} | {0: "Dealer"}
    if mistake in ON_EMPTY_BOX and box is not None:
        labels[box] = "empty box"
    hands = hands_dealt(rules, boxes, mistake, box)
    return [BURNT] * burns(rules, "hole", mistake) + [labels[each] for each in hands]


def street_cards(rules: Rules, street: StreetBet, mistake: str | None = None) -> list[str]:
    return [BURNT] * burns(rules, street, mistake) + _off_by(_places(rules, street), mistake)


def community_cards(rules: Rules, mistake: str | None = None) -> list[str]:
    board = [place for street in _STREETS for place in _places(rules, street)]
    return _off_by(board[: terms(rules).community_packet], mistake)


def dealer_cards(rules: Rules, mistake: str | None = None) -> list[str]:
    return ["Dealer"] * (terms(rules).dealer_cards + off(mistake))


def _places(rules: Rules, street: StreetBet) -> list[str]:
    return [_STREETS[street]] * terms(rules).cards_of(street)


def _off_by(places: list[str], mistake: str | None) -> list[str]:
    count = len(places) + off(mistake)
    return (places + [_SURPLUS] * (count - len(places)))[:count]


# The deal


@MULTILINK.action(ShuffleCards, Role.DEALER, "single_deck")
def shuffle_cards(at: Moment[State]) -> Offer:
    """In the ordinary course when the cards are due; otherwise because the House wants them shuffled."""
    if not can_shuffle(at.state):
        at.refuse("single_deck", "this Round has its cards; the deck is shuffled before the next one")
    is_due = at.state.phase == "idle" or (
        at.state.phase == "closed" and not is_deck_ready(at.rules, at.state)
    )
    return Offer(at.cite("single_deck"), group="play" if is_due else "house")


@shuffle_cards.taken
def cards_are_shuffled(draft: Draft[State], command: ShuffleCards, offer: Offer) -> None:
    chosen = terms(draft.rules)
    draft.emit(shuffled(command, chosen.kind_of_device, chosen.decks, offer.citations))


def is_deck_ready(rules: Rules, state: State) -> bool:
    return bool(state.board) or is_deck_fresh(rules, state)


def named(state: State, places: list[str]) -> tuple[Ask, ...]:
    """A physical device has its cards named as they come, each for its place."""
    if state.device.source != "physical":
        return ()
    return (cards_for("cards", places, _settled(state, len(places))),)


def _settled(state: State, count: int) -> int:
    """How many of the next cards are known: they went back, or one lies face up."""
    first, behind = len(state.coming), state.face_up_after
    again = state.on_top[first : first + count]
    is_seen = state.face_up is not None and first + len(again) <= behind < first + count
    return sum(card != UNKNOWN for card in again) + is_seen


def _group(mistake: str | None) -> Group:
    return "irregularity" if mistake else "play"


def _deals(wanted: Due, *mistakes: str) -> Callable[[Moment[State]], Iterator[Target]]:
    """The deal as it should be, and the ways to get it wrong."""

    def each(at: Moment[State]) -> Iterator[Target]:
        if due(at.rules, at.state) == wanted and not at.state.coming:
            yield from ({"mistake": mistake} for mistake in (None, *mistakes))

    return each


COUNT_MISTAKES = get_args(c.CountMistake)
# A wrong number of cards in one hand; from a Card Shoe perhaps without the Burnt Card besides.
_HAND_MISTAKES = tuple(mistake for mistake in get_args(c.HoleMistake) if off(mistake))


def can_shuffle(state: State) -> bool:
    """Before the first card of a Round. Cards that went back to be dealt again keep their order."""
    is_untouched = not state.board and not state.first_dealt and not state.is_dealt_again
    return state.phase in ("idle", "betting") or (state.phase == "closed" and is_untouched)


def draw(
    draft: Draft[State], count: int, named: Sequence[Card], rule: str, burns: int = 0
) -> tuple[Card, ...]:
    """The next cards, the first `burns` face down; a device that cannot give them is a case of its own."""
    state = draft.state
    try:
        drawn, _ = state.device.draw(count, named, burns)
    except OutOfCards as error:
        draft.refuse("insufficient_cards", f"{error}; report that the cards do not suffice")
    except DuplicateCard as error:
        draft.refuse("wrong_deck_count", f"{error}; report an excess of cards in the deck")
    except ForeignCard as error:
        draft.refuse("foreign_card", f"{error}; report a foreign card")
    except DeviceError as error:
        draft.refuse(rule, str(error))
    if any(back not in (UNKNOWN, card) for card, back in zip(drawn, state.on_top, strict=False)):
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


def require_fresh_deck(draft: Here) -> None:
    if not is_deck_fresh(draft.rules, draft.state):
        draft.refuse("cards_not_shuffled", "the cards are not shuffled: shuffle them before the deal")


def require_whole(draft: Here, rule: str) -> None:
    draft.require(not draft.state.coming, rule, "this deal goes card by card: deal the next card")


@MULTILINK.action(
    c.DealCommunityCards,
    Role.DEALER,
    "community_packet_shuffler",
    each=_deals("deal_community", *COUNT_MISTAKES),
)
def deal_community_cards(at: Moment[State], mistake: str | None) -> Offer:
    rule = "community_packet_shuffler"
    expect(at, "deal_community", rule)
    require_whole(at, rule)
    require_fresh_deck(at)
    return Offer(at.cite(rule), named(at.state, community_cards(at.rules, mistake)), group=_group(mistake))


@deal_community_cards.taken
def community_cards_are_dealt(draft: Draft[State], command: c.DealCommunityCards, offer: Offer) -> None:
    size = terms(draft.rules).community_packet
    cards = draw(draft, size + off(command.mistake), command.cards, "community_packet_shuffler")
    _lay_community(draft, cards, command.mistake)


def _lay_community(draft: Draft[State], cards: tuple[Card, ...], mistake: str | None) -> None:
    cites = draft.cite("community_packet_shuffler", "community_cards")
    draft.emit(e.CommunityCardsDealt(cards=cards, mistake=mistake or "", citations=cites))


def _hole_deals(at: Moment[State]) -> Iterator[Target]:
    if due(at.rules, at.state) != "deal_hole" or at.state.coming:
        return
    boxes, shoe = hands_due(at.rules, at.state), is_shoe(at.rules)
    several = ("from_the_wrong_box", *(("two_at_a_time",) if shoe else ())) if len(boxes) > 1 else ()
    for mistake in (None, *(("without_burning",) if shoe else ()), *several):
        yield {"mistake": mistake, "box": None}
    empty = empty_boxes(at.rules, at.state)
    yield from ({"mistake": "onto_an_empty_box", "box": box} for box in (boxes if empty else ()))
    yield from ({"mistake": "with_an_extra_hand", "box": box} for box in empty)
    for mistake in _HAND_MISTAKES if shoe else COUNT_MISTAKES:
        yield from ({"mistake": mistake, "box": box} for box in possible_targets(at.rules, boxes, mistake))


@MULTILINK.action(c.DealHoleCards, Role.DEALER, "hole_cards_shoe", each=_hole_deals)
def deal_hole_cards(at: Moment[State], mistake: str | None, box: int | None) -> Offer:
    shoe = is_shoe(at.rules)
    rule = terms(at.rules).by_device("hole_cards")
    expect(at, "deal_hole", rule)
    require_whole(at, rule)
    boxes = hands_due(at.rules, at.state)
    _check_mistake(at, mistake, box, boxes, rule)
    if shoe:
        require_fresh_deck(at)
    asks = named(at.state, hole_cards(at.rules, boxes, mistake, box))
    return Offer(at.cite(rule), asks, facts=boxes, group=_group(mistake))


@deal_hole_cards.taken
def hole_cards_are_dealt(draft: Draft[State], command: c.DealHoleCards, offer: Offer) -> None:
    targets = hands_dealt(draft.rules, offer.facts, command.mistake, command.box)
    burn = burns(draft.rules, "hole", command.mistake)
    rule = terms(draft.rules).by_device("hole_cards")
    drawn = draw(draft, burn + len(targets), command.cards, rule, burn)
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
    keys = (terms(draft.rules).by_device("hole_cards"), "hole_cards", "hand")
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
            is_full=not terms(draft.rules).is_full_with_flop,
            citations=draft.cite(*keys, "burnt_card") if burn else draft.cite(*keys),
        )
    )


def hands_due(rules: Rules, state: State) -> list[int]:
    """Boxes that get Hole Cards. A hand given up during a reconstruction or in the middle of the deal is
    dealt with the others: without it, their cards would not come in the order intended."""
    is_kept = is_shoe(rules) or bool(state.coming) or bool(state.first_dealt) or state.is_dealt_again
    return [n for n, box in state.boxes.items() if box.ante or (box.status == "cancelled" and is_kept)]


def hole_cards_out(state: State) -> tuple[Card, ...]:
    """The cards of the latest deal to the hands as they left the device, burnt ones and the Dealer's
    packet included; a shuffler's Community Cards came before them."""
    return tuple(card for card in state.device.out if card not in state.board)


def _check_mistake(draft: Here, mistake: str | None, box: int | None, boxes: list[int], rule: str) -> None:
    if not {"without_burning", "two_at_a_time"}.isdisjoint(parts(mistake)) and not is_shoe(draft.rules):
        draft.refuse(rule, "an Electronic Card Shuffler burns nothing and deals packets of two")
    if mistake in ("from_the_wrong_box", "two_at_a_time") and len(boxes) == 1:
        draft.refuse(rule, "with one hand there is no wrong order")
    empty = empty_boxes(draft.rules, draft.state)
    if mistake in ON_EMPTY_BOX and not empty:
        draft.refuse(rule, "no box is empty")
    if mistake == "with_an_extra_hand" and box not in empty:
        draft.refuse(rule, f"say which box without a bet: one of boxes {', '.join(map(str, empty))}")
    targets = boxes if mistake == "onto_an_empty_box" else possible_targets(draft.rules, boxes, mistake)
    if (off(mistake) or mistake == "onto_an_empty_box") and box not in targets:
        draft.refuse(rule, f"say which hand: one of boxes {', '.join(map(str, boxes))}")


def empty_boxes(rules: Rules, state: State) -> list[int]:
    """Boxes where no chips lie and no hand belongs."""
    return [number for number in range(1, terms(rules).boxes + 1) if number not in state.boxes]


def possible_targets(rules: Rules, boxes: list[int], mistake: str | None) -> list[int]:
    """The hands that can get a wrong number of cards; 0 is the Dealer's packet, which is not left out."""
    is_left_out = off(mistake) <= -terms(rules).dealer_cards
    return boxes if is_shoe(rules) or is_left_out else [*boxes, 0]


def _dealing(kind: type[c.DealStreet], street: StreetBet, wanted: Due) -> Action[State, c.DealStreet]:
    """Flop, turn or river from a Card Shoe: it lies face down beside its Burnt Card."""
    rule = f"{street}_shoe"

    @MULTILINK.action(kind, Role.DEALER, rule, each=_deals(wanted, *get_args(c.StreetMistake)))
    def deal(at: Moment[State], mistake: str | None) -> Offer:
        expect(at, wanted, _street_rule(at.rules, street))
        require_whole(at, rule)
        is_possible = terms(at.rules).cards_of(street) + off(mistake) >= 0
        at.require(is_possible, rule, f"so many cards cannot be missing of the {street}")
        asks = named(at.state, street_cards(at.rules, street, mistake))
        return Offer(at.cite(rule), asks, group=_group(mistake))

    @deal.taken
    def is_dealt(draft: Draft[State], command: c.DealStreet, offer: Offer) -> None:
        burn = burns(draft.rules, street, command.mistake)
        count = burn + terms(draft.rules).cards_of(street) + off(command.mistake)
        drawn = draw(draft, count, command.cards, rule, burn)
        _lay_street(draft, street, drawn, burn, command.at, command.mistake or "")

    return deal


_SHUFFLER: dict[StreetBet, str] = {
    "flop": "flop_shuffler",
    "turn": "turn_shuffler",
    "river": "river_and_dealer_hand_shuffler",
}


def _street_rule(rules: Rules, street: StreetBet) -> str:
    """The rule on a street for the device of this table."""
    return f"{street}_shoe" if is_shoe(rules) else _SHUFFLER[street]


deal_flop = _dealing(c.DealFlop, "flop", "deal_flop")
deal_turn = _dealing(c.DealTurn, "turn", "deal_turn")
deal_river = _dealing(c.DealRiver, "river", "deal_river")


_DEALING = {
    "flop": ("flop_shoe", "flop_cards"),
    "turn": ("turn_shoe", "turn_card"),
    "river": ("river_shoe", "river_card"),
}


def _lay_street(
    draft: Draft[State], street: StreetBet, drawn: tuple[Card, ...], burn: int, at: int, mistake: str = ""
) -> None:
    keys = (*_DEALING[street], "community_cards", *(("burnt_card",) if burn else ()))
    makes_full = street == "flop" and terms(draft.rules).is_full_with_flop
    is_played = any(box.is_in for box in draft.state.boxes.values())
    draft.emit(
        e.StreetDealt(
            street=street,
            burnt=drawn[:burn],
            cards=drawn[burn:],
            mistake=mistake,
            full_at=at if makes_full else 0,
            citations=draft.cite(*keys, reading=None if is_played else "ML-A01"),
        )
    )


def _revealing(kind: type[Command], street: StreetBet, wanted: Due, *cards: str) -> Action[State, Command]:
    """`cards` are the rules on those cards."""

    @MULTILINK.action(kind, Role.DEALER, cards[0], each=while_due(wanted))
    def reveal(at: Moment[State]) -> Offer:
        rule = _street_rule(at.rules, street)
        expect(at, wanted, rule, cards[0])
        return Offer(at.cite(rule, *cards))

    @reveal.taken
    def is_revealed(draft: Draft[State], command: Command, offer: Offer) -> None:
        state, upto = draft.state, len(draft.state.board)
        if not is_shoe(draft.rules):
            upto = state.board_shown + terms(draft.rules).cards_of(street)
        shown, is_first = state.board[state.board_shown : upto], not has_seen(state)
        draft.emit(e.StreetRevealed(street=street, cards=shown, at=command.at, citations=offer.citations))
        if is_first:
            tell_link_of_look(draft)

    return reveal


reveal_flop = _revealing(c.RevealFlop, "flop", "reveal_flop", "flop_cards", "community_cards")
reveal_turn = _revealing(c.RevealTurn, "turn", "reveal_turn", "turn_card")
reveal_river = _revealing(c.RevealRiver, "river", "reveal_river", "river_card")


def _dealer_deals(at: Moment[State]) -> Iterator[Target]:
    possible = [mistake for mistake in COUNT_MISTAKES if dealer_cards(at.rules, mistake)]
    return _deals("dealer_hand", *(possible if is_shoe(at.rules) else ()))(at)


@MULTILINK.action(c.OpenDealerHand, Role.DEALER, "dealer_hand_shoe", each=_dealer_deals)
def open_dealer_hand(at: Moment[State], mistake: str | None) -> Offer:
    shoe = is_shoe(at.rules)
    rule = "dealer_hand_shoe" if shoe else "river_and_dealer_hand_shuffler"
    expect(at, "dealer_hand", rule)
    require_whole(at, rule)
    at.require(dealer_cards(at.rules, mistake), rule, "the Dealer's Hand is opened with a card or more")
    asks = named(at.state, dealer_cards(at.rules, mistake)) if shoe else ()
    return Offer(at.cite(rule), asks, facts=rule, group=_group(mistake))


@open_dealer_hand.taken
def dealer_hand_is_opened(draft: Draft[State], command: c.OpenDealerHand, offer: Offer) -> None:
    if is_shoe(draft.rules):
        count = terms(draft.rules).dealer_cards + off(command.mistake)
        cards = draw(draft, count, command.cards, offer.facts)
    elif command.cards or command.mistake:
        draft.refuse(offer.facts, "the Dealer's packet lies there already: turn it over")
    else:
        cards = draft.state.dealer
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
            citations=draft.cite(rule, "five_card_hand", reading="ML-A44" if shoe else None),
        )
    )


# Card by card


def _next_card(at: Moment[State]) -> Iterator[Target]:
    if at.state.coming or at.state.device.source == "physical":
        yield {"box": None, "mistake": None}
        if not at.state.coming and BURNT in next_places(at.rules, at.state)[0]:
            yield {"box": None, "mistake": "without_burning"}


@MULTILINK.action(c.DealCard, Role.DEALER, "hand", each=_next_card)
def deal_card(at: Moment[State], box: int | None, mistake: str | None) -> Offer:
    """The next card of the deal that is due; `box` where it went to another hand than its own."""
    rules, state = at.rules, at.state
    places, rule = next_places(rules, state)
    if not places:
        at.refuse("hand", what_is_due(state, due(rules, state)))
    if mistake is not None:
        is_burn_due = BURNT in places and not state.coming
        at.require(
            is_burn_due, rule, f"no card is to be burnt now: the next belongs to {places[len(state.coming)]}"
        )
        places = [place for place in places if place != BURNT]
    if not state.coming and not state.board and not any(each.cards for each in state.boxes.values()):
        require_fresh_deck(at)
    to = places[len(state.coming)]
    if box is not None:
        if place_of(to)[0] != "box" or box not in hands_due(rules, state):
            at.refuse(rule, f"this card belongs to {to}; name a hand only in place of another hand")
        to = f"box {box}"
    asks = named(state, places[len(state.coming) :][:1])
    group: Group = "irregularity" if mistake else "play" if state.coming else "house"
    return Offer(at.cite(rule), asks, facts=(places, rule, to), group=group)


@deal_card.taken
def card_is_dealt(draft: Draft[State], command: c.DealCard, offer: Offer) -> None:
    """With its last card the deal is complete."""
    (places, rule, to), state = offer.facts, draft.state
    place, box = place_of(to)
    so_far = tuple(laid.card for laid in state.coming)
    named = (*so_far, *command.cards) if state.device.source == "physical" else command.cards
    drawn = draw(draft, len(so_far) + 1, named, rule, places.count(BURNT))
    had = [laid for laid in state.coming if (laid.place, laid.box) == (place, box)]
    draft.emit(
        e.CardDealt(
            to=to,
            place=place,
            box=box,
            cards=drawn[-1:],
            at=command.at,
            is_full=place == "box"
            and len(had) == terms(draft.rules).hole_cards - 1
            and not terms(draft.rules).is_full_with_flop,
            citations=offer.citations,
        )
    )
    if len(drawn) == len(places):
        _complete(draft, places, drawn, command.at)


def next_places(rules: Rules, state: State) -> tuple[list[str], str]:
    """Where each card of the deal that is due goes, and the rule of that deal; no places if none is due.
    A burn that was passed over does not come later."""
    found = due(rules, state)
    unburnt = "without_burning" if state.coming and state.coming[0].place != "burnt" else None
    if found == "deal_community":
        return community_cards(rules), "community_packet_shuffler"
    if found == "deal_hole":
        rule = terms(rules).by_device("hole_cards")
        return hole_cards(rules, hands_due(rules, state), unburnt), rule
    if found in ("deal_flop", "deal_turn", "deal_river"):
        street: StreetBet = found.removeprefix("deal_")  # type: ignore[assignment]
        return street_cards(rules, street, unburnt), f"{street}_shoe"
    if found == "dealer_hand" and is_shoe(rules):
        return dealer_cards(rules), "dealer_hand_shoe"
    return [], ""


def is_burn_passed_over(rules: Rules, state: State) -> bool:
    """Whether a deal under way has begun without its Burnt Card."""
    places, _ = next_places(rules, replace(state, coming=()))
    return bool(state.coming) and state.coming[0].place != "burnt" and BURNT in places


def misplaced_so_far(rules: Rules, state: State) -> set[tuple[int, int]]:
    """Of a deal under way in which a card went to another hand: whose cards lie in which boxes."""
    meant = (place_of(label)[1] for label in next_places(rules, state)[0])
    pairs = {(own, laid.box) for own, laid in zip(meant, state.coming, strict=False)}
    return pairs if any(own != box for own, box in pairs) else set()


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
        wrong = [*_unburnt(draft.rules, "hole", places), *(["misplaced"] if targets != intended else [])]
        _lay_hands(draft, drawn, targets, "_and_".join(wrong), at, times)
    else:
        street: StreetBet = found.removeprefix("deal_")  # type: ignore[assignment]
        wrong = _unburnt(draft.rules, street, places)
        _lay_street(draft, street, drawn, places.count(BURNT), at, "".join(wrong))


def _unburnt(rules: Rules, deal: Deal, places: list[str]) -> list[str]:
    return ["without_burning"] if burns(rules, deal) and BURNT not in places else []


let_burns_be_named(MULTILINK, "ML-A59", lambda state: () if state.face_up is None else (state.face_up,))


# Events


def after_drawing(state: State, drawn: tuple[Card, ...]) -> State:
    count = len(drawn)
    is_to_come = state.face_up_after >= count
    return replace(
        state,
        device=state.device.without(drawn),
        on_top=state.on_top[count:],
        face_up=state.face_up if is_to_come else None,
        face_up_after=state.face_up_after - count if is_to_come else 0,
        coming=(),
    )


@MULTILINK.after(e.CardDealt)
def card_dealt(state: State, event: e.CardDealt) -> State:
    return replace(state, coming=(*state.coming, Laid(event.cards[0], event.place, event.at, event.box)))


def swept(state: State) -> State:
    """The cards at the end of a Round. Those of a deal that will not be finished have left the device all the
    same; those that went back to be dealt again, or that something was wrong with, have to be shuffled."""
    if state.phase == "closed" and state.boxes:
        state = replace(state, is_shuffled=False)
    return after_drawing(state, tuple(laid.card for laid in state.coming)) if state.coming else state


@MULTILINK.after(CardsShuffled)
def cards_shuffled(state: State, event: CardsShuffled) -> State:
    return replace(state, device=loaded(event), is_shuffled=True, face_up=None, on_top=())


@MULTILINK.after(e.CommunityCardsDealt)
def community_cards_dealt(state: State, event: e.CommunityCardsDealt) -> State:
    return replace(
        after_drawing(state, event.cards),
        board=event.cards,
        mistakes=_noted(state, "community", event.mistake),
    )


@MULTILINK.after(e.HoleCardsDealt)
def hole_cards_dealt(state: State, event: e.HoleCardsDealt) -> State:
    boxes = {
        number: replace(box, cards=event.hands[number], dealt_at=event.times.get(number, event.at))
        if number in event.hands
        else box
        for number, box in state.boxes.items()
    }
    stray = event.hands.get(event.stray, ())
    if stray:
        boxes[event.stray] = replace(boxes[event.stray], cards=())
    return replace(
        after_drawing(state, event.drawn),
        phase="first",
        boxes=boxes,
        stray=stray,
        stray_of=event.stray,
        burnt=event.burnt,
        dealer=event.dealer,
        first_dealt=next(iter(event.hands), 0),
        asked_at=event.at,
        mistakes=_noted(state, "hole", event.mistake),
    )


def _noted(state: State, what: str, mistake: str) -> tuple[str, ...]:
    return (*state.mistakes, *(f"{what} {part}" for part in parts(mistake)))


@MULTILINK.after(e.StreetDealt)
def street_dealt(state: State, event: e.StreetDealt) -> State:
    if event.full_at:
        boxes = {number: replace(box, dealt_at=event.full_at) for number, box in state.boxes.items()}
        state = replace(state, boxes=boxes)
    return replace(
        after_drawing(state, event.burnt + event.cards),
        phase=f"{event.street}_down",
        burnt=state.burnt + event.burnt,
        board=state.board + event.cards,
        mistakes=_noted(state, event.street, event.mistake),
    )


_AFTER_REVEAL = {"flop": "second", "turn": "third", "river": "board"}


@MULTILINK.after(e.StreetRevealed)
def street_revealed(state: State, event: e.StreetRevealed) -> State:
    """The next window opens; hands that were left to be checked down have nothing to decide."""
    boxes = {
        number: replace(box, has_decided=event.street == "river" or box.has_left)
        for number, box in state.boxes.items()
    }
    return replace(
        state,
        phase=_AFTER_REVEAL[event.street],
        boxes=boxes,
        board_shown=state.board_shown + len(event.cards),
        asked_at=event.at,
    )


@MULTILINK.after(e.DealerHandOpened)
def dealer_hand_opened(state: State, event: e.DealerHandOpened) -> State:
    return replace(
        after_drawing(state, event.cards) if event.is_drawn else state,
        phase="showdown",
        dealer=event.cards,
        is_dealer_shown=True,
        mistakes=_noted(state, "dealer", event.mistake),
    )
