"""Cards onto the table: the shuffle, the Hole Cards, the streets, and where each card goes."""

from collections.abc import Callable, Iterator
from typing import Any, get_args

from msgspec.structs import replace

from croupier.cards import (
    UNKNOWN,
    Card,
    Device,
    DeviceError,
    DuplicateCard,
    ForeignCard,
    Kind,
    OutOfCards,
    show,
)
from croupier.games.poker import commands as c
from croupier.games.poker import events as e
from croupier.games.poker.blinds import owed_under
from croupier.games.poker.events import RoundVoided
from croupier.games.poker.game import POKER
from croupier.games.poker.irregularities.questions import ask_about_surplus
from croupier.games.poker.permissions import Targets, refuse_decided, refuse_while_asked, refuse_while_open
from croupier.games.poker.rounds import bets_to_return
from croupier.games.poker.state import (
    CARDS_IN,
    EXPOSED,
    HEADS_UP,
    NO_TROUBLE,
    STREETS,
    State,
    Street,
    Trouble,
    is_laid,
    next_street,
)
from croupier.games.poker.terms import Terms, device_key, terms
from croupier.games.poker.turns import is_betting_over, next_to_act, open_betting
from croupier.rulebook import Behaviour
from croupier.table import (
    Ask,
    CardsShuffled,
    Draft,
    Moment,
    Offer,
    Option,
    Role,
    ShuffleCards,
    cards,
    cards_for,
    integer,
    offer,
    refuse,
    shuffled,
)
from croupier.table.card_by_card import (
    CardLaid,
    FinishDeal,
    Laid,
    cards_at,
    let_burns_be_named,
    still_due,
)
from croupier.table.options import BURNT, Group

NO_BURN = ("without_burning", "face_down_without_burning")

_EXTRA, _SURPLUS = "extra hand", "surplus card"
_ONE_SURPLUS = "with_a_surplus_card"
_BOARD = ("Flop", "Flop", "Flop", "Turn Card", "River Card")
_STREETS: dict[Street, tuple[str, ...]] = {"flop": _BOARD[:3], "turn": _BOARD[3:4], "river": _BOARD[4:]}


def opening_burns(table: Terms, mistake: str | None = None) -> int:
    """Cards burnt before the Hole Cards."""
    return 0 if mistake == "without_burning" else table.opening_burns


def hands_dealt(table: Terms, order: tuple[int, ...], mistake: str | None = None, seat: int = 0) -> list[int]:
    """The seats in the order they get a card; 0 is a hand for nobody."""
    seats = [number for number in order if mistake != "leaving_out" or number != seat]
    if mistake == "with_an_extra_hand":
        seats.append(0)
    each = table.hole_cards
    targets = seats * each if table.is_shoe else [number for number in seats for _ in range(each)]
    if mistake == "one_card_short_at":
        targets.reverse()
        targets.remove(seat)  # it is the second card that is forgotten
        targets.reverse()
    return [*targets, seat] if mistake == "with_a_surplus_card_to" else targets


def packet_size(table: Terms) -> int:
    """Community Cards that come before the Hole Cards: a whole packet, or none from a shoe."""
    return 0 if table.is_shoe else table.community_packet or 0


def hole_cards(table: Terms, state: State, mistake: str | None = None, seat: int = 0) -> list[str]:
    burnt = [BURNT] * opening_burns(table, mistake)
    packet = list(_BOARD[: packet_size(table)])
    hands = hands_dealt(table, state.order, mistake, seat)
    return [*burnt, *packet, *(f"seat {number}" if number else _EXTRA for number in hands)]


def street_cards(street: Street, mistake: str | None = None, surplus: int = 0) -> list[str]:
    """From a Card Shoe. A card found face up comes after the burn and is out of play."""
    burnt = [] if mistake in NO_BURN else [BURNT]
    found = ["discarded card"] if mistake == "finding_a_card_face_up" else []
    surplus = surplus or int(mistake == _ONE_SURPLUS)
    return [*burnt, *found, *_STREETS[street], *[_SURPLUS] * surplus]


def early_cards(street: Street, count: int, is_burnt: bool = True) -> list[str]:
    """Cards of a street seen before their time, with their burn if it was made."""
    assert count <= CARDS_IN[street]
    return [*[BURNT] * is_burnt, *_STREETS[street][:count]]


def refilled_cards(state: State) -> list[str]:
    """The places in the packet of cards that were taken back."""
    first = len(state.board) + state.trouble.refill_at
    return list(_BOARD[first : first + state.trouble.refill])


_UNDRAWN: dict[type[DeviceError], tuple[str, str]] = {  # the rule, and how it is reported
    OutOfCards: ("insufficient_cards", "insufficient cards"),
    ForeignCard: ("foreign_card", "foreign card"),
    DuplicateCard: ("wrong_deck_count", "excess"),
}
_FACE_DOWN = ("face_down", "face_down_without_burning")
_AFTER_BLINDS = "the Hole Cards are dealt once the blinds are posted"


device_provided: Behaviour[Callable[[Moment[State]], None]] = Behaviour(
    POKER.policies, "electronic_card_shuffler"
)


@device_provided("packets")
def packets(at: Moment[State]) -> None:
    """This edition provides for the device."""


@device_provided("refused")
def no_packets(at: Moment[State]) -> None:
    at.refuse("electronic_card_shuffler", "this edition deals card by card: use a card shoe", reading="IR18")


@POKER.action(ShuffleCards, Role.DEALER)
def shuffle_cards(at: Moment[State]) -> Offer:
    if at.state.phase not in ("idle", "blinds"):
        at.refuse("single_deck", "the cards are shuffled before the deal: this Round has been dealt")
    if at.state.coming:
        refuse_while_open(at)
    if not terms(at.rules).is_shoe:
        device_provided.by(at.rules)(at)
    return Offer(at.cite("single_deck"), group="house" if at.state.is_shuffled else "play")


@shuffle_cards.taken
def are_shuffled(draft: Draft[State], command: ShuffleCards, offer: Offer) -> None:
    table = terms(draft.rules)
    kind: Kind = "card_shoe" if table.is_shoe else "electronic_shuffler"
    draft.emit(shuffled(command, kind, table.decks, offer.citations))


# The Hole Cards


@POKER.lists
def hole_card_options(at: Moment[State]) -> Iterator[Option]:
    """The deal as it should be, and each way in which it goes wrong."""
    table, state, cites = terms(at.rules), at.state, at.cite("initial_deal")
    if state.question is not None or state.coming or not _is_ready_to_deal(state, table):
        return

    def asks(mistake: str | None = None, seat: int = 0) -> list[Ask]:
        return named(state, hole_cards(table, state, mistake, seat))

    yield offer(c.DealHoleCards, cites, *asks())
    at_a_seat = ("with_a_surplus_card_to", "one_card_short_at", "leaving_out")
    wrong = [("without_burning", 0)] if opening_burns(table) else []
    wrong += [(mistake, number) for mistake in at_a_seat for number in state.order]
    wrong = [] if state.trouble.wrong_deal == "redeal" else [*wrong, ("with_an_extra_hand", 0)]
    for mistake, number in wrong:
        where = {"seat": number} if number else {}
        blanks = asks(mistake, number)
        yield offer(c.DealHoleCards, cites, *blanks, group="irregularity", mistake=mistake, **where)
    # Which cards are exposed moves the places of those after them: they are counted only.
    places, left = table.hole_cards * len(state.order), exposed_until_void(table, state)
    for count in range(1, min(left, 2) + 1):
        more = 0 if count >= left else count
        blanks = [cards(each.field, each.minimum + more) for each in asks() if more]
        first = {} if count == 1 else {"exposed": 1}
        place = integer("exposed", 1, places) if count == 1 else integer("exposed_too", 2, places)
        yield offer(c.DealHoleCards, cites, place, *blanks, group="irregularity", **first)


def _is_ready_to_deal(state: State, table: Terms) -> bool:
    if state.trouble.wrong_deal == "redeal":
        return True
    is_paid = state.phase == "blinds" and all(due.is_paid for due in state.dues)
    return is_paid and state.is_shuffled and table.is_shoe == (state.device.kind == "card_shoe")


def named(state: State, places: list[str], field: str = "cards") -> list[Ask]:
    """A physical device has its cards named as they come, each for its place."""
    if state.device.source != "physical" or not places:
        return []
    again = sum(card != UNKNOWN for card in state.on_top[: len(places)])
    return [cards_for(field, places, again)]


@POKER.on(c.DealHoleCards, Role.DEALER)
def deal_hole_cards(draft: Draft[State], command: c.DealHoleCards) -> None:
    table = terms(draft.rules)
    require_ready_to_deal(draft, table)
    state = draft.state
    if command.mistake == "without_burning" and not opening_burns(table):
        cites = draft.cite("hole_cards", device_key(table.is_shoe, "hole_cards"))
        refuse(cites, "no card is burnt before the Hole Cards here: deal them")
    burns = opening_burns(table, command.mistake)
    require_seat_in_round(draft, command)
    targets = hands_dealt(table, state.order, command.mistake, command.seat or 0)
    require_exposed_within(draft, command, len(targets))
    exposed = tuple(place for place in (command.exposed, command.exposed_too) if place)
    if exposed and len(exposed) >= exposed_until_void(table, state):
        void_exposed_deal(draft, table, command, exposed, burns)
        return
    packet = packet_size(table)
    drawn = draw(draft, burns + packet + len(targets) + len(exposed), command.cards, burns)
    is_last = table.replacement == "end_of_deal"
    hands, discarded = assign(targets, drawn[burns + packet :], exposed, is_last)
    is_right = command.mistake in (None, "without_burning")
    mistake = command.mistake or "", 0 if is_right else command.seat or 0
    burnt, cards = drawn[:burns], drawn[burns : burns + packet]
    _lay_hands(draft, hands, drawn, burnt, cards, discarded, mistake)


def _lay_hands(
    draft: Draft[State],
    hands: dict[int, tuple[Card, ...]],
    drawn: tuple[Card, ...],
    burnt: tuple[Card, ...],
    packet: tuple[Card, ...],
    discarded: tuple[Card, ...],
    mistake: tuple[str, int],
) -> None:
    """Hand 0 is nobody's: its cards lie with the burnt ones. The mistake comes with the seat it is about."""
    state, table = draft.state, terms(draft.rules)
    cites = table.deal
    if discarded:
        cites += draft.cite("exposed_card_discarded", reading="IR2")
    extra = hands.pop(0, ())
    draft.emit(
        e.HoleCardsDealt(
            owners={number: seat.player for number in hands if (seat := state.seats[number - 1])},
            hands=hands,
            drawn=drawn,
            burnt=burnt + extra,
            packet=packet,
            discarded=discarded,
            to_match=amount_to_match(table, state),
            floor=table.raise_min,
            mistake=mistake[0],
            mistake_seat=mistake[1],
            citations=cites,
        )
    )


# The streets


@POKER.lists
def street_options(at: Moment[State]) -> Iterator[Option]:
    """The street that is due, and each way in which it goes wrong."""
    state, street, cites = at.state, next_street(at.state), at.cite("community_cards")
    if street is None or not _is_street_due(state) or state.question is not None or state.coming:
        return
    if not terms(at.rules).is_shoe:
        yield offer(c.DealStreet, cites, street=street)
        return
    yield offer(c.DealStreet, cites, *named(state, street_cards(street)), street=street)
    for mistake in get_args(c.StreetMistake):
        asks = named(state, street_cards(street, mistake))
        yield offer(c.DealStreet, cites, *asks, group="irregularity", street=street, mistake=mistake)
    asks = named(state, street_cards(street, surplus=2))
    yield offer(c.DealStreet, cites, *asks, group="irregularity", street=street, surplus=2)
    both: dict[str, Any] = {"mistake": _UNBURNT, "surplus": 1}
    asks = named(state, street_cards(street, **both))
    yield offer(c.DealStreet, cites, *asks, group="irregularity", street=street, **both)


def _is_street_due(state: State) -> bool:
    is_due = state.phase == "dealing" and not state.trouble.wrong_deal and not is_laid(state)
    return is_due and not state.trouble.is_stub_shuffle_due and next_street(state) is not None


@POKER.on(c.DealStreet, Role.DEALER)
def deal_street(draft: Draft[State], command: c.DealStreet) -> None:
    table, street = terms(draft.rules), command.street
    require_street(draft, street)
    if not table.is_shoe:
        if surplus_in(draft, command):
            cites = draft.cite("wrong_deck_count", "matters_not_provided_for")
            refuse(cites, "a shuffler's packet with a card too many: report excess, or ask the shift manager")
        if command.mistake or command.cards:
            cites = draft.cite("dealing_shuffler", device_key(table.is_shoe, street))
            refuse(cites, "the Community Cards lie there already: turn them up, nothing else")
        emit_street(draft, street, draft.state.packet[: CARDS_IN[street]])
        return
    burns = 0 if command.mistake in NO_BURN else 1
    surplus = surplus_in(draft, command)
    found = 1 if command.mistake == "finding_a_card_face_up" else 0
    drawn = draw(draft, burns + found + CARDS_IN[street] + surplus, command.cards, burns)
    cards = drawn[burns + found :]
    if command.mistake in _FACE_DOWN:
        draft.emit(
            e.StreetLaid(
                street=street,
                cards=cards,
                burnt=drawn[:burns],
                is_burn_missed=not burns,
                citations=table.streets[street],
            )
        )
        return
    discarded = drawn[burns : burns + found]
    emit_street(draft, street, cards, drawn, drawn[:burns], discarded, surplus)


_COUNTED = (None, _ONE_SURPLUS, "without_burning")


def surplus_in(draft: Draft[State], command: c.DealStreet) -> int:
    """How many cards too many came with the street."""
    if command.surplus < 0 or (command.surplus and command.mistake not in _COUNTED):
        draft.refuse(f"surplus_{command.street}_cards", "say how many cards there were too many")
    return command.surplus or int(command.mistake == _ONE_SURPLUS)


@POKER.action(c.TurnUpCards, Role.DEALER)
def turn_up_cards(at: Moment[State]) -> Offer:
    refuse_while_open(at)
    state = at.state
    if state.phase != "dealing" or not is_laid(state):
        at.refuse("community_cards", "no Community Cards lie face down: deal the next street when it is due")
    return Offer(at.cite("community_cards"))


@turn_up_cards.taken
def are_turned_up(draft: Draft[State], command: c.TurnUpCards, offer: Offer) -> None:
    state = draft.state
    street = next_street(state)
    assert street is not None
    emit_street(draft, street, state.packet, is_burn_missed=state.trouble.is_street_burn_missed)


def emit_street(
    draft: Draft[State],
    street: Street,
    cards: tuple[Card, ...],
    drawn: tuple[Card, ...] = (),
    burnt: tuple[Card, ...] = (),
    discarded: tuple[Card, ...] = (),
    surplus: int = 0,
    is_burn_missed: bool = False,
) -> None:
    table = terms(draft.rules)
    cites = table.streets[street]
    if discarded:
        cites += draft.cite("exposed_card_discarded", reading="IR2")
    draft.emit(
        e.StreetDealt(
            street=street,
            cards=cards,
            burnt=burnt,
            drawn=drawn,
            discarded=discarded,
            is_burn_missed=is_burn_missed or bool(drawn and not burnt),
            surplus=surplus,
            floor=table.raise_min,
            citations=cites,
        )
    )
    if surplus:
        ask_about_surplus(draft, street)


# Card by card


def places_due(table: Terms, state: State) -> list[str]:
    """Where each card goes of the deal that is due; nothing if none comes from the device."""
    if is_surplus_asked(state):
        return []
    if _is_ready_to_deal(state, table):
        extra = table.hole_cards if cards_at(state.coming, _EXTRA) else 0  # begun, it gets all its cards
        return [*hole_cards(table, state), *[_EXTRA] * extra]
    street = next_street(state)
    return street_cards(street) if street and table.is_shoe and _is_street_due(state) else []


def waiting_places(table: Terms, state: State) -> list[str]:
    """The places that wait for a card of the deal that is due, the next one first."""
    places, coming = places_due(table, state), state.coming
    if table.replacement == "end_of_deal" and not deals_street(table, state):
        for count, laid in enumerate(coming):
            before = still_due(places, coming[:count])
            if laid.to == EXPOSED and before and before[0] != BURNT:
                places = _put_last(places, before[0], len(cards_at(coming[:count], before[0])))
    return still_due(places, coming)


def _put_last(places: list[str], place: str, before: int) -> list[str]:
    """The places with this one at the end; it has had so many cards before."""
    found = [at for at, each in enumerate(places) if each == place][before]
    return [*places[:found], *places[found + 1 :], place]


def deals_street(table: Terms, state: State) -> bool:
    """Whether the cards that come belong to a street; Hole Cards dealt again may come as late."""
    return state.phase == "dealing" and not _is_ready_to_deal(state, table)


def _surplus_places(table: Terms, state: State) -> list[str]:
    """Where one card more than due can lie: the deal is complete and nobody has acted on it yet."""
    if is_surplus_asked(state):
        return [_SURPLUS]
    is_untouched = state.phase == "betting" and not state.acted and not state.prematures
    if not is_untouched or state.trouble.wrong_deal or not table.is_shoe:
        return []
    return [_SURPLUS] if state.board else [f"seat {number}" for number in state.order]


def is_surplus_asked(state: State) -> bool:
    """A street with a card too many waits for its ruling: there may be more of them."""
    return state.question is not None and state.question.key == "surplus_cards"


def _next_cards(at: Moment[State]) -> Targets:
    table, state = terms(at.rules), at.state
    is_open = state.question is not None and not is_surplus_asked(state)
    if not (state.coming or state.device.source == "physical") or is_open:
        return ()
    due = waiting_places(table, state)
    seats = [number for number in state.order if not state.board and due[:1] != [f"seat {number}"]]
    if not due:
        wrong = _surplus_places(table, state)
        return tuple(_astray(to) for to in wrong)
    found: list[dict[str, Any]] = [{"seat": None, "astray": None}, _astray(EXPOSED)]
    if state.trouble.wrong_deal == "redeal":
        return tuple(found)
    if due[0] == BURNT:
        found.append({"seat": None, "astray": "without_burning"})
    elif state.phase == "blinds":
        found += [_astray(f"seat {number}") for number in seats] + [_astray(_EXTRA)]
    return tuple(found)


_ASTRAY = {EXPOSED: "exposed", _EXTRA: "to_an_extra_hand", _SURPLUS: "as_a_surplus_card"}


def _astray(to: str) -> dict[str, Any]:
    seat = int(to.removeprefix("seat ")) if to.startswith("seat ") else None
    return {"seat": seat, "astray": _ASTRAY.get(to)}


@POKER.action(c.DealCard, Role.DEALER, each=_next_cards)
def deal_card(at: Moment[State], seat: int | None, astray: str | None) -> Offer:
    """The next card, to its place or to where it went instead."""
    table, state = terms(at.rules), at.state
    if not (is_surplus_asked(state) and astray == _ASTRAY[_SURPLUS]):
        refuse_while_asked(at)
    due = waiting_places(table, state)
    to = _destination(at, due, seat, astray)
    is_wrong = bool(seat or astray)
    group: Group = "irregularity" if is_wrong else "play" if state.coming else "house"
    street = next_street(state) if deals_street(table, state) else None
    cites = table.streets[street] if street else table.deal
    if to == _SURPLUS:
        cites = at.cite("community_cards")
    return Offer(cites, tuple(named(state, [to])), facts=(due, to), group=group)


def _destination(at: Moment[State], due: list[str], seat: int | None, astray: str | None) -> str:
    state, table = at.state, terms(at.rules)
    wanted = f"seat {seat}" if seat else next((to for to, word in _ASTRAY.items() if word == astray), "")
    if not due:
        if state.trouble.is_stub_shuffle_due and state.phase == "dealing":
            at.refuse(state.trouble.shuffle_rule, "shuffle the remaining cards first")
        at.require(wanted and wanted in _surplus_places(table, state), "initial_deal", "no card is due now")
        return wanted
    if astray == "without_burning":
        at.require(due[0] == BURNT and len(due) > 1, "burnt_card", "no card is to be burnt now")
        return due[1]
    if wanted and wanted != EXPOSED:
        is_hand = seat in state.order or wanted == _EXTRA
        can_stray = is_hand and due[0] != BURNT and not deals_street(table, state)
        at.require(can_stray, "initial_deal", f"this card belongs to {due[0]}; name a seat dealt in instead")
    return wanted or due[0]


@deal_card.taken
def card_is_dealt(draft: Draft[State], command: c.DealCard, offer: Offer) -> None:
    """With its last card the deal is complete. A second one that is seen ends the Round."""
    due, to = offer.facts
    cards = draw(draft, 1, command.cards, burns=int(to == BURNT))
    cites = draft.cite("exposed_card_discarded", reading="IR2") if to == EXPOSED else offer.citations
    draft.emit(CardLaid(to=to, cards=cards, is_open=to in (EXPOSED, _SURPLUS), citations=cites))
    state, table = draft.state, terms(draft.rules)
    if not due:
        if to == _SURPLUS and state.question is None:
            ask_about_surplus(draft, _street_of(state))
        return
    seen = cards_at(state.coming, EXPOSED)
    if seen and not deals_street(table, state) and len(seen) >= exposed_until_void(table, state):
        void_exposed(draft, seen)
    elif not waiting_places(table, state):
        _complete(draft)


def _street_of(state: State) -> Street:
    return {4: "flop", 5: "turn"}.get(len(state.board), "river")  # type: ignore[return-value]


@POKER.action(FinishDeal, Role.DEALER)
def finish_deal(at: Moment[State]) -> Offer:
    """Hands may be short or missing then; a street is always dealt to its end."""
    refuse_while_asked(at)
    is_hole = any(laid.to.startswith("seat") for laid in at.state.coming)
    at.require(is_hole, "initial_deal", "a deal ends early only while Hole Cards are dealt card by card")
    return Offer(at.cite("initial_deal"), group="irregularity")


@finish_deal.taken
def deal_is_finished(draft: Draft[State], command: FinishDeal, offer: Offer) -> None:
    _complete(draft)


def _complete(draft: Draft[State]) -> None:
    state, table = draft.state, terms(draft.rules)
    coming = state.coming
    drawn = tuple(laid.card for laid in coming)
    burnt, discarded = cards_at(coming, BURNT), cards_at(coming, EXPOSED)
    board = tuple(laid.card for laid in coming if laid.to in _BOARD)
    if deals_street(table, state):
        street = next_street(state)
        assert street is not None
        emit_street(draft, street, board, drawn, burnt, discarded)
        return
    hands = {number: cards_at(coming, f"seat {number}") for number in state.order}
    hands[0] = cards_at(coming, _EXTRA)
    mistake = _mistake(table, hands, is_burnt=bool(burnt) or not opening_burns(table))
    dealt = {number: cards for number, cards in hands.items() if cards}
    _lay_hands(draft, dealt, drawn, burnt, board, discarded, mistake)


def _mistake(table: Terms, hands: dict[int, tuple[Card, ...]], is_burnt: bool) -> tuple[str, int]:
    """All that is wrong with a deal as it lies, the weightiest first, and where that one is."""
    count = {number: len(cards) for number, cards in hands.items() if number}
    wrong = [("leaving_out", number) for number, n in count.items() if not n]
    wrong += [("with_an_extra_hand", 0)] if hands[0] else []
    wrong += [("with_a_surplus_card_to", number) for number, n in count.items() if n > table.hole_cards]
    wrong += [("one_card_short_at", number) for number, n in count.items() if 0 < n < table.hole_cards]
    kinds = dict.fromkeys(kind for kind, _ in wrong)
    return " ".join([*([] if is_burnt else [_UNBURNT]), *kinds]), wrong[0][1] if wrong else 0


@POKER.after(CardLaid)
def card_laid(state: State, event: CardLaid) -> State:
    (card,), to = event.cards, event.to
    drawn = replace(state, device=state.device.without((card,)), on_top=state.on_top[1:])
    if is_surplus_asked(state):
        trouble = state.troubled(surplus=state.trouble.surplus + 1)
        return replace(drawn, board=(*state.board, card), trouble=trouble)
    if state.phase != "betting" or state.trouble.wrong_deal:
        return replace(drawn, coming=(*state.coming, Laid(card, to)))
    if to == _SURPLUS:
        trouble = state.troubled(surplus=state.trouble.surplus + 1)
        # As if the street were still being dealt: betting on it opens once the ruling is carried out.
        return replace(
            drawn,
            phase="dealing",
            street=state.street - 1,
            to_act=0,
            raisers=trouble.raisers,
            first_bettor=trouble.first_bettor,
            board=(*state.board, card),
            trouble=trouble,
        )
    number = int(to.removeprefix("seat "))
    trouble = state.troubled(wrong_deal="with_a_surplus_card_to", wrong_seat=number)
    return replace(drawn.with_hand(number, cards=(*state.hand(number).cards, card)), trouble=trouble)


let_burns_be_named(POKER, "IR22")


# What dealing needs


def require_ready_to_deal(draft: Draft[State], table: Terms) -> None:
    refuse_while_open(draft)
    state, key, dealing = draft.state, "initial_deal", device_key(table.is_shoe, "hole_cards")
    if state.trouble.wrong_deal == "redeal":
        return
    if state.phase != "blinds":
        said = "the Hole Cards of this Round have been dealt" if state.street else _AFTER_BLINDS
        refuse(draft.cite(key, dealing), said)
    unpaid = [due for due in state.dues if not due.is_paid]
    if unpaid:
        owed = dict.fromkeys(owed_under(due.kind) for due in unpaid)
        seats = ", ".join(str(due.seat) for due in unpaid)
        refuse(draft.cite(*owed, dealing), f"still to be posted, seat {seats}")
    if not state.is_shuffled:
        cites = draft.cite("single_deck", "cards_not_shuffled")
        refuse(cites, "shuffle the cards before this Round is dealt")
    if table.is_shoe != (state.device.kind == "card_shoe"):
        draft.refuse("single_deck", "the cards are in another device than this table uses: shuffle them")


def require_exposed_within(draft: Draft[State], command: c.DealHoleCards, count: int) -> None:
    first, second = command.exposed or 0, command.exposed_too or 0
    if not 0 <= first <= count or (second and not 0 < first < second <= count) or second < 0:
        draft.refuse("cards_exposed_in_initial_deal", f"count the exposed cards in order, from 1 to {count}")


def require_street(draft: Draft[State], street: Street) -> None:
    refuse_while_open(draft)
    state = draft.state
    refuse_decided(draft)
    own = device_key(terms(draft.rules).is_shoe, street)
    if next_street(state) is None and not state.trouble.surplus:
        refuse(draft.cite("community_cards", own), "all five Community Cards have been dealt")
    if state.phase != "dealing" or state.trouble.wrong_deal:
        due = next_street(state)
        is_done = due is not None and STREETS.index(street) < STREETS.index(due)
        said = "a street is dealt once the Betting Round before it is over"
        refuse(draft.cite("betting_round", own), f"the {street} has been dealt: {said}" if is_done else said)
    if state.trouble.is_stub_shuffle_due:
        draft.refuse(state.trouble.shuffle_rule, "shuffle the remaining cards first")
    draft.require(not is_laid(state), "community_cards", "the street lies face down already: turn it up")
    due = next_street(state)
    if street != due:
        refuse(draft.cite("community_cards", own), f"the {due} comes next")


def require_seat_in_round(draft: Draft[State], command: c.DealHoleCards) -> None:
    order = draft.state.order
    needs_seat = command.mistake in ("with_a_surplus_card_to", "one_card_short_at", "leaving_out")
    if needs_seat and command.seat not in order:
        draft.refuse("missing_or_extra_hand", f"name a seat in this Round: {', '.join(map(str, order))}")


def assign(
    targets: list[int], drawn: tuple[Card, ...], exposed: tuple[int, ...], is_last: bool = False
) -> tuple[dict[int, tuple[Card, ...]], tuple[Card, ...]]:
    """Who gets which card; an exposed one is discarded and the next card takes its place, or the last one."""
    discarded = tuple(drawn[place - 1] for place in exposed)
    if is_last:
        waiting = [targets[place - 1] for place in exposed]
        targets = [n for place, n in enumerate(targets, 1) if place not in exposed] + waiting
    drawn = tuple(card for card in drawn if card not in discarded)
    hands: dict[int, tuple[Card, ...]] = {}
    for number, card in zip(targets, drawn, strict=True):
        hands[number] = (*hands[number], card) if number in hands else (card,)
    return hands, discarded


def exposed_until_void(table: Terms, state: State) -> int:
    """How many exposed cards end this Initial Deal; one that was exposed before it was restored counts."""
    before = [card for card in state.device.out if card in state.exposed]
    return table.exposed_cards_void - len(before)


def void_exposed_deal(
    draft: Draft[State], table: Terms, command: c.DealHoleCards, exposed: tuple[int, ...], burns: int
) -> None:
    """Too many cards of the Initial Deal have been seen: the Round is void wherever they would have gone."""
    device = draft.state.device
    before = burns + packet_size(table)
    at = [before + place - 1 for place in exposed]
    is_named = device.source == "physical"
    if is_named and command.cards:
        draw(draft, len(at), command.cards)  # refuses what cannot have been seen
    void_exposed(draft, command.cards if is_named else tuple(device.undealt[place] for place in at))


def void_exposed(draft: Draft[State], seen: tuple[Card, ...]) -> None:
    cites = draft.cite(
        "voiding_events",
        "cards_exposed_in_initial_deal",
        "round_voided",
        "void_bets_returned",
        "void",
        reading="IR3",
    )
    is_moving = terms(draft.rules).button_after_void == "move"
    refunds = bets_to_return(draft.state)
    draft.emit(RoundVoided(refunds=refunds, exposed=seen, is_button_moving=is_moving, citations=cites))


def draw(draft: Draft[State], count: int, named: tuple[Card, ...], burns: int = 0) -> tuple[Card, ...]:
    """The next cards, the first `burns` of them face down. One that went back unseen may be any card."""
    state = draft.state
    again = state.on_top[:count]
    is_same = all(back in (UNKNOWN, card) for back, card in zip(again, named, strict=False))
    if len(named) < len(again) or not is_same:
        came = " ".join(map(show, again))
        draft.refuse("reconstruction", f"the cards put back come again in their order: {came} first")
    try:
        drawn, _ = state.device.draw(count, named, burns)
    except DeviceError as error:
        rule, fault = _UNDRAWN.get(type(error), ("single_deck", ""))
        draft.refuse(rule, f"{error}; name the cards again, or report {fault}" if fault else str(error))
    return drawn


def amount_to_match(table: Terms, state: State) -> int:
    """What everybody owes in the 1st Betting Round."""
    highest = max(hand.bet for _, hand in state.hands)
    return max(highest, table.big_blind) if table.short_blind_call == "full" else highest


@POKER.after(CardsShuffled)
def cards_shuffled(state: State, event: CardsShuffled) -> State:
    # The order was checked when it was decided; an applier only does.
    device = Device(event.device, event.source, event.decks, event.order)
    return replace(state, device=device, is_shuffled=True, on_top=())


@POKER.after(e.HoleCardsDealt)
def hole_cards_dealt(state: State, event: e.HoleCardsDealt) -> State:
    seats = list(state.seats)
    for number, dealt_to in event.hands.items():
        seat, hand = state.dealt(number)
        seats[number - 1] = replace(seat, hand=replace(hand, cards=dealt_to))
    whole = tuple(seats)
    dealt = replace(
        state,
        **_after_drawing(state, event.drawn),
        seats=whole,
        burnt=event.burnt,
        packet=event.packet,
        exposed=state.exposed + event.discarded,
        trouble=_trouble_of(event) if event.mistake else NO_TROUBLE,
        is_shuffled=False,
    )
    if state.street:
        return dealt  # dealt again: the betting stands as it was
    to_act = next_to_act(whole, state.order, _first_place(state), event.to_match, 0)
    return replace(
        dealt,
        phase="betting" if to_act else "dealing",
        street=1,
        acted=0,
        current_bet=event.to_match,
        last_full=event.to_match,
        floor=event.floor,
        to_act=to_act,
        is_betting_over=not to_act and is_betting_over(whole, state.order),
    )


def _first_place(state: State) -> int:
    """Left of the Big Blind; of two players the one with the button, whichever blind he has posted."""
    order, was = state.order, state.positions
    if len(order) == HEADS_UP and was.button in order:
        return order.index(was.button)
    return order.index(was.big_blind_seat) + 1


_UNBURNT = "without_burning"


def _trouble_of(event: e.HoleCardsDealt) -> Trouble:
    is_unburnt = event.mistake.startswith(_UNBURNT)
    wrong = event.mistake.removeprefix(_UNBURNT).strip()
    return Trouble(is_opening_burn_missed=is_unburnt, wrong_deal=wrong, wrong_seat=event.mistake_seat)


@POKER.after(e.StreetDealt)
def street_dealt(state: State, event: e.StreetDealt) -> State:
    common: dict[str, Any] = {
        **_after_drawing(state, event.drawn),
        "board": state.board + event.cards,
        "burnt": state.burnt + event.burnt,
        "packet": state.packet if event.drawn else state.packet[len(event.cards) :],
        "exposed": state.exposed + event.discarded,
    }
    # The street may go back after its betting has opened: for its burn, or for one card too many.
    was, unburnt = state.trouble, unburnt_before(state)
    is_other = was.raisers != state.raisers or was.first_bettor != state.first_bettor
    if event.is_burn_missed or was.is_street_burn_missed or unburnt or is_other:
        before = was if unburnt else state
        trouble = state.troubled(
            is_street_burn_missed=event.is_burn_missed,
            unburnt=unburnt,
            raisers=before.raisers,
            first_bettor=before.first_bettor,
        )
        state = replace(state, trouble=trouble)
    if event.surplus:
        trouble = state.troubled(surplus=event.surplus)
        return replace(state, floor=event.floor, trouble=trouble, **common)
    return open_betting(state, floor=event.floor, **common)


def unburnt_before(state: State) -> tuple[Street, ...]:
    """The streets without their burn that the next one follows; a street turned up is not its own next."""
    was = state.trouble
    if not was.is_street_burn_missed or is_laid(state):
        return was.unburnt
    return (*was.unburnt, STREETS[len(state.board) - CARDS_IN["flop"]])


@POKER.after(e.StreetLaid)
def street_laid(state: State, event: e.StreetLaid) -> State:
    return replace(
        state,
        device=state.device.without(event.burnt + event.cards),
        on_top=state.on_top[len(event.burnt + event.cards) :],
        packet=event.cards,
        burnt=state.burnt + event.burnt,
        trouble=state.troubled(is_street_burn_missed=event.is_burn_missed, unburnt=unburnt_before(state)),
    )


def _after_drawing(state: State, cards: tuple[Card, ...]) -> dict[str, Any]:
    """What changes when these cards have left the device; one by one, they had left it already."""
    if state.coming:
        return {"coming": ()}
    return {"device": state.device.without(cards), "on_top": state.on_top[len(cards) :]}


def put_back(state: State, cards: tuple[Card, ...]) -> State:
    """The cards on top of the device again, in the order they came. A virtual one remembers by itself."""
    on_top = (*cards, *state.on_top) if state.device.source == "physical" else ()
    return replace(state, device=state.device.put_on_top(cards), on_top=on_top)
