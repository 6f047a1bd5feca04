"""Cards onto the table: the shuffle, the Hole Cards, the streets."""

from croupier.cards import Card, DeviceError, DuplicateCard, ForeignCard, Kind, OutOfCards, show
from croupier.games.poker import commands as c
from croupier.games.poker import events as e
from croupier.games.poker.destinations import NO_BURN, hands_dealt, opening_burns, packet_size
from croupier.games.poker.game import POKER
from croupier.games.poker.incidents import RoundVoided
from croupier.games.poker.moments import CARDS_IN, is_laid, next_street
from croupier.games.poker.permissions import refuse_while_open
from croupier.games.poker.questions import ask_about_surplus
from croupier.games.poker.rounds import bets_to_return
from croupier.games.poker.state import State, Street
from croupier.games.poker.terms import Terms, terms
from croupier.table import Draft, Role, ShuffleCards, shuffled

_UNDRAWN: dict[type[DeviceError], str] = {
    OutOfCards: "insufficient_cards",
    ForeignCard: "foreign_card",
    DuplicateCard: "wrong_deck_count",
}
_FACE_DOWN = ("face_down", "face_down_without_burning")


@POKER.policies("electronic_card_shuffler", "packets")
def packets(draft: Draft[State]) -> None:
    """This edition provides for the device."""


@POKER.policies("electronic_card_shuffler", "refused")
def no_packets(draft: Draft[State]) -> None:
    draft.refuse(
        "electronic_card_shuffler", "this edition deals card by card: use a card shoe", reading="IR18"
    )


@POKER.on(ShuffleCards, Role.DEALER)
def shuffle_cards(draft: Draft[State], command: ShuffleCards) -> None:
    if draft.state.phase not in ("idle", "blinds"):
        draft.refuse("single_deck", "the cards are shuffled before the deal: this Round has been dealt")
    if not terms(draft.rules).is_shoe:
        draft.rules.policy("electronic_card_shuffler")(draft)
    kind: Kind = "card_shoe" if terms(draft.rules).is_shoe else "electronic_shuffler"
    decks = terms(draft.rules).decks
    draft.emit(shuffled(command, kind, decks, draft.rules.cite("single_deck")))


@POKER.on(c.DealHoleCards, Role.DEALER)
def deal_hole_cards(draft: Draft[State], command: c.DealHoleCards) -> None:
    rules, table = draft.rules, terms(draft.rules)
    require_ready_to_deal(draft, table)
    state = draft.state
    if command.mistake == "without_burning" and not opening_burns(table):
        draft.refuse("hole_cards", "no card is burnt before the Hole Cards here: deal them")
    burns = opening_burns(table, command.mistake)
    require_seat_in_round(draft, command)
    targets = hands_dealt(table, state.order, command.mistake, command.seat or 0)
    require_exposed_within(draft, command, len(targets))
    exposed = tuple(place for place in (command.exposed, command.exposed_too) if place)
    if exposed and len(exposed) >= table.exposed_cards_void:
        void_exposed_deal(draft, table, command, exposed, burns)
        return
    packet = packet_size(table)
    drawn = draw(draft, burns + packet + len(targets) + len(exposed), command.cards)
    hands, discarded = assign(targets, drawn[burns + packet :], exposed)
    extra = hands.pop(0, ())
    is_right = command.mistake in (None, "without_burning")
    cites = table.deal + rules.cite("exposed_card_discarded", reading="IR2") if discarded else table.deal
    draft.emit(
        e.HoleCardsDealt(
            owners={number: seat.player for number in hands if (seat := state.seats[number - 1])},
            hands=hands,
            drawn=drawn,
            burnt=drawn[:burns] + extra,
            packet=drawn[burns : burns + packet],
            discarded=discarded,
            to_match=amount_to_match(table, state),
            floor=table.raise_min,
            mistake=command.mistake or "",
            mistake_seat=0 if is_right else command.seat or 0,
            citations=cites,
        )
    )


@POKER.on(c.DealStreet, Role.DEALER)
def deal_street(draft: Draft[State], command: c.DealStreet) -> None:
    table, street = terms(draft.rules), command.street
    require_street(draft, street)
    if not table.is_shoe:
        if command.mistake or command.cards:
            draft.refuse(
                "dealing_shuffler", "the Community Cards lie there already: turn them up, nothing else"
            )
        emit_street(draft, street, draft.state.packet[: CARDS_IN[street]])
        return
    burns = 0 if command.mistake in NO_BURN else 1
    surplus = 1 if command.mistake == "with_a_surplus_card" else 0
    found = 1 if command.mistake == "finding_a_card_face_up" else 0
    drawn = draw(draft, burns + found + CARDS_IN[street] + surplus, command.cards)
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
    emit_street(draft, street, cards, drawn=drawn, burns=burns, found=found, surplus=surplus)


@POKER.on(c.TurnUpCards, Role.DEALER)
def turn_up_cards(draft: Draft[State], command: c.TurnUpCards) -> None:
    refuse_while_open(draft)
    state = draft.state
    if state.phase != "dealing" or not state.packet or not terms(draft.rules).is_shoe:
        draft.refuse(
            "community_cards", "no Community Cards lie face down: deal the next street when it is due"
        )
    street = next_street(state)
    assert street is not None
    emit_street(draft, street, state.packet, is_burn_missed=state.trouble.is_street_burn_missed)


def emit_street(
    draft: Draft[State],
    street: Street,
    cards: tuple[Card, ...],
    drawn: tuple[Card, ...] = (),
    burns: int = 0,
    found: int = 0,
    surplus: int = 0,
    is_burn_missed: bool = False,
) -> None:
    table = terms(draft.rules)
    cites = table.streets[street]
    if found:
        cites += draft.rules.cite("exposed_card_discarded", reading="IR2")
    draft.emit(
        e.StreetDealt(
            street=street,
            cards=cards,
            burnt=drawn[:burns],
            drawn=drawn,
            discarded=drawn[burns : burns + found],
            is_burn_missed=is_burn_missed or bool(drawn and not burns),
            surplus=surplus,
            floor=table.raise_min,
            citations=cites,
        )
    )
    if surplus:
        ask_about_surplus(draft, street)


# What dealing needs


def require_ready_to_deal(draft: Draft[State], table: Terms) -> None:
    refuse_while_open(draft)
    state, key = draft.state, "initial_deal"
    if state.trouble.wrong_deal == "redeal":
        return
    if state.phase != "blinds":
        draft.refuse(key, "the Hole Cards are dealt once the blinds are posted")
    unpaid = [str(due.seat) for due in state.dues if not due.is_paid]
    if unpaid:
        draft.refuse("posting_blinds", f"still to be posted, seat {', '.join(unpaid)}")
    if not state.is_shuffled:
        draft.refuse("single_deck", "shuffle the cards before this Round is dealt")
    if table.is_shoe != (state.device.kind == "card_shoe"):
        draft.refuse("single_deck", "the cards are in another device than this table uses: shuffle them")


def require_exposed_within(draft: Draft[State], command: c.DealHoleCards, count: int) -> None:
    first, second = command.exposed or 0, command.exposed_too or 0
    if not 0 <= first <= count or (second and not 0 < first < second <= count) or second < 0:
        draft.refuse("cards_exposed_in_initial_deal", f"count the exposed cards in order, from 1 to {count}")


def require_street(draft: Draft[State], street: Street) -> None:
    refuse_while_open(draft)
    state = draft.state
    if state.phase != "dealing" or state.trouble.wrong_deal:
        draft.refuse("betting_round", "a street is dealt once the Betting Round before it is over")
    if state.trouble.is_stub_shuffle_due:
        draft.refuse(state.trouble.shuffle_rule, "shuffle the remaining cards first")
    if is_laid(state):
        draft.refuse("community_cards", "the street lies face down already: turn it up")
    due = next_street(state)
    if street != due:
        draft.refuse("community_cards", f"the {due} comes next")


def require_seat_in_round(draft: Draft[State], command: c.DealHoleCards) -> None:
    order = draft.state.order
    needs_seat = command.mistake in ("with_a_surplus_card_to", "one_card_short_at", "leaving_out")
    if needs_seat and command.seat not in order:
        draft.refuse("missing_or_extra_hand", f"name a seat in this Round: {', '.join(map(str, order))}")


def assign(
    targets: list[int], drawn: tuple[Card, ...], exposed: tuple[int, ...]
) -> tuple[dict[int, tuple[Card, ...]], tuple[Card, ...]]:
    """Who gets which card; an exposed one is discarded and the next card takes its place."""
    discarded = tuple(drawn[place - 1] for place in exposed)
    drawn = tuple(card for card in drawn if card not in discarded)
    hands: dict[int, tuple[Card, ...]] = {}
    for number, card in zip(targets, drawn, strict=True):
        hands[number] = (*hands[number], card) if number in hands else (card,)
    return hands, discarded


def void_exposed_deal(
    draft: Draft[State], table: Terms, command: c.DealHoleCards, exposed: tuple[int, ...], burns: int
) -> None:
    """Too many cards of the Initial Deal have been seen: the Round is void wherever they would have gone."""
    rules, device = draft.rules, draft.state.device
    before = burns + packet_size(table)
    at = [before + place - 1 for place in exposed]
    is_named = device.source == "physical"
    if is_named and command.cards:
        draw(draft, len(at), command.cards)  # refuses what cannot have been seen
    seen = command.cards if is_named else tuple(device.undealt[place] for place in at)
    cites = rules.cite(
        "voiding_events",
        "cards_exposed_in_initial_deal",
        "round_voided",
        "void_bets_returned",
        "void",
        reading="IR3",
    )
    draft.emit(RoundVoided(refunds=bets_to_return(draft.state), exposed=seen, citations=cites))


def draw(draft: Draft[State], count: int, named: tuple[Card, ...]) -> tuple[Card, ...]:
    state = draft.state
    again = state.on_top[:count]
    if again and named[: len(again)] != again:
        came = " ".join(map(show, again))
        draft.refuse("reconstruction", f"the cards put back come again in their order: {came} first")
    try:
        drawn, _ = state.device.draw(count, named)
    except DeviceError as error:
        draft.refuse(_UNDRAWN.get(type(error), "single_deck"), str(error))
    return drawn


def amount_to_match(table: Terms, state: State) -> int:
    """What everybody owes in the 1st Betting Round."""
    highest = max(hand.bet for _, hand in state.hands)
    return max(highest, table.big_blind) if table.short_blind_call == "full" else highest
