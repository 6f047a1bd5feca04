"""Cards onto the table: whole deals or card by card, as planned or as they came."""

from collections.abc import Callable, Sequence
from itertools import takewhile
from typing import Any

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
    PutBack,
)
from croupier.games.poker import commands as c
from croupier.games.poker import events as e
from croupier.games.poker.blinds import owed_under
from croupier.games.poker.face_down import asked_for, name
from croupier.games.poker.game import POKER
from croupier.games.poker.irregularities.courses import MANAGER, look_at, void
from croupier.games.poker.irregularities.section import notice_surplus
from croupier.games.poker.permissions import (
    At,
    Targets,
    refuse_decided,
    refuse_while_asked,
    refuse_while_open,
    require_sensible,
)
from croupier.games.poker.plan import (
    BOARD,
    HOLE_CARDS,
    hole_cards,
    is_dealt_wrong,
    spots_of,
    street_cards,
    waiting,
)
from croupier.games.poker.state import (
    CARDS_IN,
    HEADS_UP,
    STREETS,
    ShuffleDue,
    State,
    Street,
    is_dealing_hands,
    is_laid,
    next_street,
    unknown_hands,
)
from croupier.games.poker.terms import Terms, device_key, terms
from croupier.games.poker.turns import is_betting_over, next_to_act, open_betting
from croupier.messages import Message
from croupier.rulebook import Behaviour
from croupier.table import (
    Ask,
    CardsShuffled,
    Citations,
    Draft,
    Moment,
    Offer,
    Role,
    ShuffleCards,
    deals,
    refuse,
    shuffled,
)
from croupier.table.deals import (
    CardLaid,
    DealCard,
    FinishDeal,
    as_dealt,
    cards_of,
    goes_to,
    hands,
    let_burns_be_named,
    lying,
    still_due,
    unplanned,
    with_deal,
)
from croupier.table.facts import (
    BURN,
    DISCARD,
    AnyFact,
    Burnt,
    Came,
    Due,
    FaceDown,
    FoundUp,
    Laid,
    NoHand,
    Seen,
    Spot,
    StrayHand,
    TooEarly,
    TooFew,
    TooMany,
    as_came,
    as_it_came,
)
from croupier.table.matters import ask
from croupier.table.options import Group

_UNDRAWN: dict[type[DeviceError], tuple[str, str]] = {  # the rule, and how it is reported
    OutOfCards: ("insufficient_cards", "insufficient cards"),
    ForeignCard: ("foreign_card", "a foreign card"),
    DuplicateCard: ("wrong_deck_count", "extra cards"),
    PutBack: ("reconstruction", ""),
}
_SEEN_EARLY = {
    "flop": "The flop was seen too early: is it replaced, or is the Round void?",
    "turn": "The turn was seen too early: is it replaced, or is the Round void?",
    "river": "The river was seen too early: is it replaced, or is the Round void?",
}


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


def named(
    state: State, dues: Sequence[Due], field: str = "cards", *, is_laid_down: bool = False
) -> tuple[Ask, ...]:
    """A physical device has its cards named as they come, each for its spot; but for those face down."""
    if state.device.source != "physical":  # said before anything is worked out for it: nearly always so
        return ()
    unseen = face_down(state, dues, is_laid_down)
    return deals.named(state.device, [goes_to(each.spot, "seat") for each in dues], unseen, field)


def face_down(state: State, dues: Sequence[Due], is_laid_down: bool = False) -> int:
    """How many of the first cards lie face down, so that nobody need know them: burns, hands and packets."""
    if is_laid_down or is_dealing_hands(state) or any(each.spot.kind == "hand" for each in dues):
        return len(dues)
    return sum(1 for _ in takewhile(lambda due: due.spot == BURN, dues))


def draw(at: At, count: int, cards: tuple[Card, ...], face_down: int = 0) -> tuple[Card, ...]:
    return deals.drawn(at, count, cards, _UNDRAWN, "single_deck", face_down)


def drawn_for(
    at: At, dues: Sequence[Due], cards: tuple[Card, ...], *, is_laid_down: bool = False
) -> tuple[Laid, ...]:
    """The cards that come, each at its spot."""
    laid = as_dealt(dues, draw(at, len(dues), cards, face_down(at.state, dues, is_laid_down)))
    if UNKNOWN in lying(laid, "discard"):
        at.refuse("exposed_card_discarded", "a card was seen: name it; only those face down may be unknown")
    return laid


# The Hole Cards


def hole_card_facts(at: Moment[State]) -> Targets:
    """The deal as it should be, and each thing that can be seen to be otherwise."""
    state, table = at.state, terms(at.rules)
    if not is_dealing_hands(state) or state.coming:
        return ()
    single: list[AnyFact] = [Burnt(0), Burnt(2)] if table.opening_burns else []
    for number in state.order:
        single += [TooMany(1, number), TooFew(1, number), NoHand(number)]
    single.append(StrayHand())
    single += [Seen(place) for place in range(1, table.hole_cards * len(state.order) + 1)]
    return ({"facts": ()}, *({"facts": (fact,)} for fact in single))


@POKER.action(c.DealHoleCards, Role.DEALER, each=hole_card_facts)
def deal_hole_cards(at: Moment[State], facts: tuple[AnyFact, ...]) -> Offer:
    table, state = terms(at.rules), at.state
    require_ready_to_deal(at, table)
    plan = hole_cards(table, state.order)
    require_sensible(at, facts, plan, HOLE_CARDS)
    dues = as_it_came(plan, facts, state.order)
    seen = sum(each.is_seen or each.is_found_up for each in dues if each.spot != BURN)
    if seen >= exposed_until_void(table, state):
        return Offer(at.cite("initial_deal"), facts=dues, group="irregularity")
    dues = with_replacements(table, dues, is_last=table.replacement == "end_of_deal")
    group: Group = "irregularity" if facts else "play"
    return Offer(at.cite("initial_deal"), named(state, dues), facts=dues, group=group)


def with_replacements(table: Terms, dues: Sequence[Due], is_last: bool = False) -> list[Due]:
    """A card that is seen is discarded, and the next one takes its place, or the last one of the deal.

    One that is due as the burn is out of play wherever it lies face up.
    """
    found: list[Due] = []
    later: list[Due] = []
    for each in dues:
        if (each.is_seen or each.is_found_up) and (each.spot != BURN or table.face_up_burn == "burn_again"):
            found.append(replace(each, spot=DISCARD))
            (later if is_last else found).append(Due(each.spot))
        else:
            found.append(each)
    return found + later


@deal_hole_cards.taken
def hole_cards_come(draft: Draft[State], command: c.DealHoleCards, offer: Offer) -> None:
    dues: list[Due] = offer.facts
    if not any(each.spot == DISCARD for each in dues) and any(each.is_seen for each in dues):
        void_exposed_deal(draft, command.cards, dues)
        return
    laid = drawn_for(draft, dues, command.cards)
    lay_hands(draft, laid)
    note_marks(draft, HOLE_CARDS, dues)


def note_marks(draft: Draft[State], deal: str, dues: Sequence[Due]) -> None:
    """Which cards came together, and that a burn was seen, does not show in where they lie."""
    lying = [replace(each, is_seen=each.is_seen or each.is_found_up) for each in dues if each.spot != DISCARD]
    is_tied, is_seen = any(each.is_tied for each in lying), any(each.is_seen for each in lying)
    if draft.state.phase == "idle" or not (is_tied or is_seen):
        return
    cites = draft.cite("initial_deal" if deal == HOLE_CARDS else "community_cards") if is_tied else ()
    if is_seen:
        cites += draft.cite("burnt_card", reading="IR26")
    look_at(draft, as_came(deal, lying), cites, is_noted=True)


def lay_hands(draft: Draft[State], laid: Sequence[Laid]) -> None:
    state, table = draft.state, terms(draft.rules)
    lain = hands(laid)
    discarded = lying(laid, "discard")
    cites = table.deal
    if discarded:
        cites += draft.cite("exposed_card_discarded", reading="IR2")
    order = state.order
    own = {number: cards for number, cards in lain.items() if number in order}
    draft.emit(
        e.HoleCardsDealt(
            owners={number: seat.player for number in own if (seat := state.seats[number - 1])},
            hands=own,
            strays={number: cards for number, cards in lain.items() if number not in order},
            drawn=cards_of(laid),
            burnt=lying(laid, "burn"),
            packet=lying(laid, "board"),
            discarded=discarded,
            spots=unplanned(hole_cards(table, state.order), laid),
            to_match=amount_to_match(table, state),
            floor=table.raise_min,
            citations=cites,
        )
    )


def amount_to_match(table: Terms, state: State) -> int:
    """What everybody owes in the 1st Betting Round."""
    highest = max(hand.bet for _, hand in state.hands)
    return max(highest, table.big_blind) if table.short_blind_call == "full" else highest


def exposed_until_void(table: Terms, state: State) -> int:
    """How many exposed cards end this Initial Deal; one that was exposed before it was restored counts."""
    return table.exposed_cards_void - len(state.discarded)


def void_exposed_deal(draft: Draft[State], cards: tuple[Card, ...], dues: Sequence[Due]) -> None:
    """Too many cards of the Initial Deal have been seen: the Round is void wherever they would have gone."""
    device, at = draft.state.device, [place for place, each in enumerate(dues) if each.is_seen]
    if device.source == "virtual":
        void_exposed(draft, tuple(device.undealt[place] for place in at))
        return
    if cards:
        draw(draft, len(at), cards)  # refuses what cannot have been seen
    void_exposed(draft, cards)


def void_exposed(draft: Draft[State], seen: tuple[Card, ...]) -> None:
    void(draft, "voiding_events", "cards_exposed_in_initial_deal", "round_voided", reading="IR3", seen=seen)


# The streets


def street_facts(at: Moment[State]) -> Targets:
    """The street that is due, or that could come too early, and what can be seen of it to be otherwise."""
    state, table = at.state, terms(at.rules)
    early = early_streets(state)
    found: list[dict[str, Any]] = []
    for street in early:
        for count in range(CARDS_IN[street], 0, -1):
            less: tuple[AnyFact, ...] = (
                (TooFew(CARDS_IN[street] - count),) if count < CARDS_IN[street] else ()
            )
            found.append({"street": street, "facts": (TooEarly(), *less)})
            if table.is_shoe:
                found.append({"street": street, "facts": (TooEarly(), *less, Burnt(0))})
    coming = next_street(state)
    if coming is None or coming in early or state.phase != "dealing":
        return tuple(found)
    single: list[tuple[AnyFact, ...]] = [()]
    if table.is_shoe:
        single += [(Burnt(0),), (FaceDown(), Burnt(0)), (FaceDown(),), (TooMany(1),), (FoundUp(1),)]
        single += [(TooMany(2),), (Burnt(0), TooMany(1))]
    return (*({"street": coming, "facts": facts} for facts in single), *found)


@POKER.action(c.DealStreet, Role.DEALER, each=street_facts)
def deal_street(at: Moment[State], street: Street, facts: tuple[AnyFact, ...]) -> Offer:
    if any(isinstance(fact, TooEarly) for fact in facts):
        return early_street(at, street, facts)
    table, state = terms(at.rules), at.state
    require_street(at, street)
    cites, group = at.cite("community_cards"), "irregularity" if facts else "play"
    if not table.is_shoe:
        if any(isinstance(fact, TooMany) for fact in facts):
            refuse(
                at.cite("wrong_deck_count", "matters_not_provided_for"),
                "a shuffler's packet with a card too many: report extra cards, or ask the shift manager",
            )
        if facts:
            refuse(
                at.cite("dealing_shuffler", device_key(table.is_shoe, street)),
                "the Community Cards lie there already: turn them up, nothing else",
            )
        return Offer(cites, asked_for(state.packet[: CARDS_IN[street]]), facts=None)
    plan = street_cards(street)
    require_sensible(at, facts, plan, street)
    dues = with_replacements(table, as_it_came(plan, facts, (0,)))
    require_a_card(at, dues)
    asks = named(state, dues, is_laid_down=is_face_down(facts))
    return Offer(cites, asks, facts=dues, group=group)  # type: ignore[arg-type]


def require_a_card(at: Moment[State], dues: Sequence[Due]) -> None:
    if not any(each.spot.kind == "board" for each in dues):
        at.refuse("community_cards", "a street has at least one card: say which came")


def is_face_down(facts: Sequence[AnyFact]) -> bool:
    return any(isinstance(fact, FaceDown) for fact in facts)


@deal_street.taken
def street_comes(draft: Draft[State], command: c.DealStreet, offer: Offer) -> None:
    street = command.street
    if offer.facts is None:
        packet = draft.state.packet[: CARDS_IN[street]]
        if command.cards and UNKNOWN not in packet:
            refuse(
                draft.cite("dealing_shuffler", device_key(False, street)),
                "the Community Cards lie there already: turn them up, nothing else",
            )
        name(draft, packet, command.cards)
        emit_street(draft, street, draft.state.packet[: CARDS_IN[street]])
        return
    is_early = any(isinstance(fact, TooEarly) for fact in command.facts)
    is_laid_down = is_face_down(command.facts)
    if is_early and not is_laid_down:
        street_comes_early(draft, command, offer.facts)
        return
    laid = drawn_for(draft, offer.facts, command.cards, is_laid_down=is_laid_down)
    if is_laid_down:
        cites = terms(draft.rules).streets[street]
        gone = lying(laid, "discard")
        if gone:
            cites += draft.cite("exposed_card_discarded", reading="IR2")
        draft.emit(
            e.StreetLaid(
                street=street,
                cards=lying(laid, "board"),
                burnt=lying(laid, "burn"),
                drawn=cards_of(laid),
                discarded=gone,
                astray=hands(laid),
                spots=unplanned(street_cards(street), laid),
                citations=cites,
            )
        )
        note_marks(draft, street, offer.facts)
    elif len(lying(laid, "board")) < CARDS_IN[street]:  # it waits for its other cards
        for each in laid:
            lay_card(draft, each, draft.cite("community_cards"))
        return
    else:
        emit_street(draft, street, lying(laid, "board"), laid, offer.facts)
    if is_early:
        choices, rule = ("stands", "put_back", "void"), "matters_not_provided_for"
        ask(draft, "early_street", MANAGER, _LIES_EARLY, choices, rule, reading="IR29")


@POKER.action(c.TurnUpCards, Role.DEALER)
def turn_up_cards(at: Moment[State]) -> Offer:
    refuse_while_open(at)
    state = at.state
    if state.phase != "dealing" or not is_laid(state):
        at.refuse("community_cards", "no Community Cards lie face down: deal the next street when it is due")
    if waiting(terms(at.rules), state):
        at.refuse("community_cards", "a card of the street is missing: deal the next card")
    return Offer(at.cite("community_cards"), asked_for(state.packet))


@turn_up_cards.taken
def are_turned_up(draft: Draft[State], command: c.TurnUpCards, offer: Offer) -> None:
    state = draft.state
    street = next_street(state)
    assert street is not None
    name(draft, state.packet, command.cards)
    emit_street(draft, street, draft.state.packet)


def emit_street(
    draft: Draft[State],
    street: Street,
    cards: tuple[Card, ...],
    laid: Sequence[Laid] = (),
    dues: Sequence[Due] = (),
) -> None:
    table = terms(draft.rules)
    cites, surplus = table.streets[street], max(len(cards) - CARDS_IN[street], 0)
    discarded = lying(laid, "discard")
    if discarded:
        cites += draft.cite("exposed_card_discarded", reading="IR2")
    draft.emit(
        e.StreetDealt(
            street=street,
            cards=cards,
            burnt=lying(laid, "burn"),
            drawn=cards_of(laid),
            discarded=discarded,
            surplus=surplus,
            astray=hands(laid),
            spots=unplanned(street_cards(street), laid) if laid else (),
            floor=table.raise_min,
            citations=cites,
        )
    )
    note_marks(draft, street, dues)
    if surplus or hands(laid):
        notice_surplus(draft)


# A street before its moment: it goes back with its burn


def early_streets(state: State) -> tuple[Street, ...]:
    """The streets whose cards could be seen before their time.

    From a shoe comes what is dealt next. A packet lies there whole, so a later street can be turned up in
    the place of the one that is due.
    """
    due_next = next_street(state)
    if due_next is None or state.shuffle_due is not None or is_dealing_hands(state) or state.strays:
        return ()
    if is_laid(state):
        return ()
    coming = STREETS[STREETS.index(due_next) :]
    is_packet = state.device.kind == "electronic_shuffler"
    if state.phase == "betting":
        return coming if is_packet else coming[:1]
    return coming[1:] if state.phase == "dealing" and is_packet and not state.is_betting_over else ()


def rule_for(street: Street) -> str:
    return "exposed_flop_card" if street == "flop" else "exposed_turn_or_river"


_LIES_EARLY = "A street was dealt too early and lies face down: does it stay there until it is due?"
_HOW_MANY = "say how many were seen, at most {most} of the {street}"


def early_street(at: Moment[State], street: Street, facts: tuple[AnyFact, ...]) -> Offer:
    refuse_while_open(at)
    state, table, possible = at.state, terms(at.rules), early_streets(at.state)
    if street not in possible:
        which = [Message("the {street:name}", {"street": each}) for each in possible]
        if not possible:
            at.refuse(rule_for(street), "no street can come too early now")
        at.refuse(rule_for(street), "only {streets:or} can come too early now", streets=which)
    if not table.is_shoe:
        if is_face_down(facts):
            cites = at.cite("dealing_shuffler", device_key(table.is_shoe, street))
            refuse(cites, "the Community Cards lie there already, face down")
        count = CARDS_IN[street] - sum(fact.count for fact in facts if isinstance(fact, TooFew))
        if not 1 <= count <= CARDS_IN[street]:
            at.refuse(rule_for(street), _HOW_MANY, most=CARDS_IN[street], street=street)
        return Offer(at.cite(rule_for(street)), facts=count, group="irregularity")
    require_sensible(
        at, [fact for fact in facts if not isinstance(fact, TooEarly)], street_cards(street), street
    )
    dues = as_it_came(street_cards(street), facts, (0,))
    if is_face_down(facts):
        require_a_card(at, dues)
        cites = at.cite("matters_not_provided_for", reading="IR29")
        return Offer(cites, named(state, dues, is_laid_down=True), facts=dues, group="irregularity")
    board = sum(each.spot.kind == "board" for each in dues)
    if not 1 <= board <= CARDS_IN[street]:
        at.refuse(rule_for(street), _HOW_MANY, most=CARDS_IN[street], street=street)
    return Offer(at.cite(rule_for(street)), named(state, dues), facts=dues, group="irregularity")


def street_comes_early(draft: Draft[State], command: c.DealStreet, found: Any) -> None:
    street, table, state = command.street, terms(draft.rules), draft.state
    burnt: tuple[Card, ...] = ()
    at = 0
    if table.is_shoe:
        laid = drawn_for(draft, found, command.cards)
        burnt, cards = lying(laid, "burn"), lying(laid, "board")
    else:
        at = place_in_packet(state, street)
        cards = state.packet[at : at + found]
        if command.cards and command.cards != cards:
            draft.refuse(rule_for(street), "the packet is known: its cards need not be named again")
    cites = draft.cite(rule_for(street), reading="IR10" if table.is_shoe else "IR12")
    draft.emit(e.StreetExposed(street=street, cards=cards, burnt=burnt, at=at, citations=cites))
    if not table.is_shoe:
        exposed_packet(draft, street, table.electronic_exposed_board)


def exposed_packet(draft: Draft[State], street: Street, course: str | None) -> None:
    """What becomes of cards of a packet that were seen too early, as the House has it."""
    if course == "void":
        void(draft, rule_for(street), reading="IR12")
    elif course == "manager":
        ask(
            draft,
            "exposed_board",
            MANAGER,
            _SEEN_EARLY[street],
            ("replace", "void"),
            rule_for(street),
            reading="IR12",
        )


def place_in_packet(state: State, street: Street) -> int:
    """Where a street begins among the Community Cards that lie face down."""
    due_next = next_street(state)
    assert due_next is not None
    return sum(CARDS_IN[each] for each in STREETS[STREETS.index(due_next) : STREETS.index(street)])


# Card by card


def next_cards(at: Moment[State]) -> Targets:
    """The next card at its own spot, or wherever else it can have gone."""
    table, state = terms(at.rules), at.state
    if not (state.coming or state.device.source == "physical"):
        return ()
    left = waiting(table, state)
    found: list[dict[str, Any]] = [{"to": None, "facts": ()}, {"to": None, "facts": (Seen(),)}]
    if not left:
        return surplus_targets(table, state)
    if left[0].spot == BURN:
        found.append({"to": None, "facts": (Burnt(0),)})
    elif is_dealing_hands(state) and not state.street:
        found += [{"to": n, "facts": ()} for n in state.order if left[0].spot != Spot("hand", n)]
        found.append({"to": None, "facts": (StrayHand(),)})
    return tuple(found)


def surplus_targets(table: Terms, state: State) -> Targets:
    """Where one card more than due can lie: the deal is complete and nobody has acted on it yet."""
    if is_surplus_asked(state):
        return ({"to": None, "facts": (TooMany(),)},)
    is_untouched = state.phase == "betting" and not state.acted and not state.prematures
    if not is_untouched:
        return ()
    stray: Targets = () if state.board else ({"to": None, "facts": (StrayHand(),)},)
    if state.strays or not table.is_shoe:
        return stray
    if is_dealt_wrong(table, state):
        return ()
    if state.board:
        return ({"to": None, "facts": (TooMany(),)},)
    return (*({"to": number, "facts": ()} for number in state.order), *stray)


def is_surplus_asked(state: State) -> bool:
    """A street with a card too many waits for its ruling: there may be more of them."""
    return any(
        each.kind == "surplus" for matter in state.open for each in matter.mistakes if each.deal in STREETS
    )


@POKER.action(DealCard, Role.DEALER, each=next_cards)
def deal_card(at: Moment[State], to: int | None, facts: tuple[AnyFact, ...]) -> Offer:
    table, state = terms(at.rules), at.state
    if not is_surplus_asked(state):
        refuse_while_asked(at)
    left = waiting(table, state)
    if not left:
        return surplus_card(at, to, facts)
    if is_dealing_hands(state):
        require_ready_to_deal(at, table, is_coming=True)
    elif not (state.coming or is_laid(state)):
        require_street(at, next_street(state) or "river")
    spot = spot_said(at, to, facts, left)
    is_seen = any(isinstance(fact, Seen) for fact in facts)
    is_out = is_seen and (spot != BURN or table.face_up_burn == "burn_again")
    dues = [Due(DISCARD if is_out else spot, is_seen)]
    is_wrong = is_seen or spot != left[0].spot
    cites = at.cite("initial_deal" if is_dealing_hands(state) else "community_cards")
    return Offer(cites, named(state, dues), facts=dues[0], group="irregularity" if is_wrong else "play")


def spot_said(at: Moment[State], to: int | None, facts: tuple[AnyFact, ...], left: list[Due]) -> Spot:
    """Where the card went: its own spot, unless it is said otherwise."""
    for fact in facts:
        if isinstance(fact, Burnt):
            return BURN if fact.count else next(each.spot for each in left if each.spot != BURN)
        if isinstance(fact, StrayHand):
            return Spot("hand", fact.place)
        if not isinstance(fact, Seen):
            at.refuse("initial_deal", "of one card it is said where it went, and whether it was seen")
    if to is None:
        return left[0].spot
    seats = terms(at.rules).seats
    at.require(1 <= to <= seats, "initial_deal", "name a seat of this table, from 1 to {count}", count=seats)
    return Spot("hand", to)


def surplus_card(at: Moment[State], to: int | None, facts: tuple[AnyFact, ...]) -> Offer:
    table, state = terms(at.rules), at.state
    possible = surplus_targets(table, state)
    if {"to": to, "facts": facts} not in possible:
        refuse_while_asked(at)
        if state.shuffle_due is not None:
            at.refuse(state.shuffle_due.rule, "shuffle the remaining cards first")
        at.refuse("initial_deal", "no card is due: a deal is due once the blinds are posted, or a street")
    spot = Spot("hand", to or 0) if to or not state.board else BOARD[len(state.board) - state.surplus - 1]
    return Offer(at.cite("initial_deal"), named(state, [Due(spot)]), facts=Due(spot), group="irregularity")


@deal_card.taken
def card_comes(draft: Draft[State], command: DealCard, offer: Offer) -> None:
    table, state, spot = terms(draft.rules), draft.state, offer.facts.spot
    is_extra = not waiting(table, state)
    is_seen = offer.facts.is_seen
    came = draw(draft, 1, command.cards, 0 if is_seen else face_down(state, [Due(spot)]))
    is_open = is_seen or (is_extra and spot.kind == "board")
    cites = offer.citations
    if spot == DISCARD or (is_seen and spot == BURN):
        reading = "IR2" if spot == DISCARD else "IR26"
        cites += draft.cite("exposed_card_discarded", reading=reading)
    deal = spot.part or HOLE_CARDS
    as_it_lies = (*spots_of(table, state, deal), spot) if is_extra else ()
    draft.emit(CardLaid(spot=spot, cards=came, is_open=is_open, spots=as_it_lies, citations=cites))
    if is_extra:
        if spot.kind == "board" and not state.open:
            notice_surplus(draft)
        return
    state = draft.state
    seen = exposed_hole_cards(table, state)
    if seen and len(seen) >= exposed_until_void(table, state):
        void_exposed(draft, seen)
    elif state.coming and not waiting(table, state):
        complete(draft)


def exposed_hole_cards(table: Terms, state: State) -> tuple[Card, ...]:
    """Of the deal under way; a card that came where the burn was due is no Hole Card."""
    if not is_dealing_hands(state):
        return ()
    was_due = (
        still_due(hole_cards(table, state.order), state.coming[:at]) for at in range(len(state.coming))
    )
    pairs = zip(state.coming, was_due, strict=True)
    return tuple(laid.card for laid, due in pairs if laid.spot == DISCARD and due and due[0].spot != BURN)


def lay_card(draft: Draft[State], laid: Laid, cites: Citations) -> None:
    """One card of a deal under way."""
    spot, is_open = laid.spot, laid.spot == DISCARD
    event = CardLaid(spot=spot, cards=(laid.card,), is_open=is_open, is_tied=laid.is_tied, citations=cites)
    draft.emit(event)


@POKER.action(FinishDeal, Role.DEALER)
def finish_deal(at: Moment[State]) -> Offer:
    """Hands may be short or missing then; a street is always dealt to its end."""
    refuse_while_asked(at)
    is_hole = any(laid.spot.kind == "hand" for laid in at.state.coming)
    at.require(is_hole, "initial_deal", "a deal ends early only while Hole Cards are dealt card by card")
    return Offer(at.cite("initial_deal"), group="irregularity")


@finish_deal.taken
def deal_is_finished(draft: Draft[State], command: FinishDeal, offer: Offer) -> None:
    complete(draft)


def complete(draft: Draft[State]) -> None:
    """The deal under way is what lies there."""
    state = draft.state
    coming = state.coming
    if is_dealing_hands(state):
        lay_hands(draft, coming)
        note_marks(draft, HOLE_CARDS, [each.due for each in coming])
        return
    street = next_street(state)
    assert street is not None
    emit_street(draft, street, lying(coming, "board"), coming, [each.due for each in coming])


let_burns_be_named(POKER, "IR22")


# What dealing needs


def require_ready_to_deal(at: At, table: Terms, is_coming: bool = False) -> None:
    refuse_while_asked(at) if is_coming else refuse_while_open(at)
    state, key, dealing = at.state, "initial_deal", device_key(table.is_shoe, "hole_cards")
    if state.phase != "blinds":
        if is_dealing_hands(state) and state.coming:
            return
        said = (
            "the Hole Cards of this Round have been dealt"
            if state.street
            else "the Hole Cards are dealt once the blinds are posted"
        )
        refuse(at.cite(key, dealing), said)
    unpaid = [due for due in state.dues if not due.is_paid]
    if unpaid:
        owed = dict.fromkeys(owed_under(due.kind) for due in unpaid)
        seats = [due.seat for due in unpaid]
        refuse(at.cite(*owed, dealing), "still to be posted, seat {seats:list}", seats=seats)
    if not state.is_shuffled:
        cites = at.cite("single_deck", "cards_not_shuffled")
        refuse(cites, "shuffle the cards before this Round is dealt")
    if table.is_shoe != (state.device.kind == "card_shoe"):
        at.refuse("single_deck", "the cards are in another device than this table uses: shuffle them")


def require_street(at: At, street: Street) -> None:
    refuse_while_open(at, is_shuffle_meant=True)
    state = at.state
    refuse_decided(at)
    own = device_key(terms(at.rules).is_shoe, street)
    coming = next_street(state)
    if coming is None and not state.surplus:
        refuse(at.cite("community_cards", own), "all five Community Cards have been dealt")
    if state.phase != "dealing" or is_dealt_wrong(terms(at.rules), state):
        is_done = coming is not None and STREETS.index(street) < STREETS.index(coming)
        template = "a street is dealt once the Betting Round before it is over"
        if is_done:
            template = (
                "the {street} has been dealt: a street is dealt once the Betting Round before it is over"
            )
        refuse(at.cite("betting_round", own), template, street=street)
    if state.shuffle_due is not None:
        at.refuse(state.shuffle_due.rule, "shuffle the remaining cards first")
    at.require(not is_laid(state), "community_cards", "the street lies face down already: turn it up")
    if state.is_marker_flipped and (hidden := unknown_hands(state)):
        at.refuse(
            "showdown", "all hands in the Pot are turned up first: name those of {seats:list}", seats=hidden
        )
    if street != coming:
        refuse(at.cite("community_cards", own), "the {street} comes next", street=coming)


# Effects


@POKER.after(CardsShuffled)
def cards_shuffled(state: State, event: CardsShuffled) -> State:
    # The order was checked when it was decided; an applier only does.
    device = Device(event.device, event.source, event.decks, event.order)
    return replace(state, device=device, is_shuffled=True)


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
        strays=tuple(event.strays.items()),
        burnt=event.burnt,
        packet=event.packet,
        exposed=state.exposed + event.discarded,
        discarded=state.discarded + event.discarded,
        unplanned=(Came(HOLE_CARDS, event.spots),) if event.spots else (),
        is_shuffled=False,
    )
    if state.street:
        return dealt  # dealt again: the betting stands as it was
    to_act = next_to_act(whole, state.order, _first_place(state), event.to_match, 0)
    is_decided = len(dealt.active) == 1  # the others have shown their cards while they were dealt
    return replace(
        dealt,
        phase="settling" if is_decided else "betting" if to_act else "dealing",
        street=1,
        acted=0,
        current_bet=event.to_match,
        last_full=event.to_match,
        floor=event.floor,
        to_act=0 if is_decided else to_act,
        is_betting_over=is_decided or (not to_act and is_betting_over(whole, state.order)),
    )


def _first_place(state: State) -> int:
    """Left of the Big Blind; of two players the one with the button, whichever blind he has posted."""
    order, was = state.order, state.positions
    if len(order) == HEADS_UP and was.button in order:
        return order.index(was.button)
    return order.index(was.big_blind_seat) + 1


@POKER.after(e.StreetDealt)
def street_dealt(state: State, event: e.StreetDealt) -> State:
    kept = with_deal(state.unplanned, event.street, event.spots)
    state = with_astray(state, event.astray)
    common: dict[str, Any] = {
        **_after_drawing(state, event.drawn),
        "board": state.board + event.cards,
        "burnt": state.burnt + event.burnt,
        "packet": state.packet if event.drawn else state.packet[len(event.cards) :],
        "exposed": state.exposed + event.discarded,
        "discarded": state.discarded + event.discarded,
        "unplanned": kept if event.drawn else state.unplanned,
    }
    if event.surplus:
        return replace(state, floor=event.floor, surplus=event.surplus, **common)
    return open_betting(state, floor=event.floor, **common)


def with_astray(state: State, astray: dict[int, tuple[Card, ...]]) -> State:
    """Cards of a street that lie at somebody's hand, or where nobody plays."""
    for number, cards in astray.items():
        if number in state.order:
            state = state.with_hand(number, cards=state.hand(number).cards + cards)
        else:
            strays = dict(state.strays)
            state = replace(state, strays=tuple((strays | {number: strays.get(number, ()) + cards}).items()))
    return state


@POKER.after(e.StreetLaid)
def street_laid(state: State, event: e.StreetLaid) -> State:
    return replace(
        with_astray(state, event.astray),
        device=state.device.without(event.drawn),
        packet=event.cards,
        burnt=state.burnt + event.burnt,
        exposed=state.exposed + event.discarded,
        discarded=state.discarded + event.discarded,
        unplanned=with_deal(state.unplanned, event.street, event.spots),
    )


@POKER.after(CardLaid)
def card_laid(state: State, event: CardLaid) -> State:
    (card,), spot = event.cards, event.spot
    drawn = replace(state, device=state.device.without((card,)))
    if event.is_open and spot == BURN:
        drawn = replace(drawn, exposed=(*state.exposed, card))
    if is_laid(state) and spot.kind == "board":
        return replace(drawn, packet=(*state.packet, card))
    if state.coming or (state.phase in ("blinds", "dealing") and not is_surplus_asked(state)):
        return replace(drawn, coming=(*state.coming, Laid(card, spot, event.is_tied)))
    drawn = replace(drawn, unplanned=with_deal(state.unplanned, spot.part or HOLE_CARDS, event.spots))
    if spot.kind == "hand":
        return with_astray(drawn, {spot.place: (card,)})
    more = replace(drawn, board=(*state.board, card), surplus=state.surplus + 1)
    if state.phase != "betting":
        return more
    # As if the street were still being dealt: betting on it opens once the ruling is carried out.
    was = state.earlier
    return replace(
        more, phase="dealing", street=state.street - 1, to_act=0, raisers=was.raisers, first_bettor=was.first
    )


def _after_drawing(state: State, cards: tuple[Card, ...]) -> dict[str, Any]:
    """What changes when these cards have left the device; one by one, they had left it already."""
    return {"coming": ()} if state.coming else {"device": state.device.without(cards)}


@POKER.after(e.StreetExposed)
def street_exposed(state: State, event: e.StreetExposed) -> State:
    exposed, rule, count = state.exposed + event.cards, rule_for(event.street), len(event.cards)
    if state.device.kind == "card_shoe":
        cards = event.burnt + event.cards
        device = state.device.without(cards).take_back(cards)
        return replace(state, device=device, exposed=exposed, shuffle_due=ShuffleDue(rule))
    return replace(
        state,
        device=state.device.take_back(event.cards),
        packet=state.packet[: event.at] + state.packet[event.at + count :],
        exposed=exposed,
        shuffle_due=ShuffleDue(rule, count, event.at),
    )
