"""Cards seen before their time: of a street, which go back with their burn; of a hand, which is folded."""

from collections.abc import Iterator
from typing import Any, NoReturn

from msgspec.structs import replace

from croupier.cards import Card
from croupier.games.poker.betting import fold_hand, follow, forfeit_wager
from croupier.games.poker.commands import ExposeEarly, ReportHandExposed
from croupier.games.poker.dealing import draw, early_cards, named
from croupier.games.poker.events import HandExposed, HandSeen, StreetExposed
from croupier.games.poker.game import POKER
from croupier.games.poker.irregularities.questions import MANAGER, ask
from croupier.games.poker.irregularities.voids import void
from croupier.games.poker.permissions import Targets, refuse_while_open
from croupier.games.poker.state import CARDS_IN, STREETS, State, Street, next_street
from croupier.games.poker.terms import terms
from croupier.table import Ask, Draft, Moment, Offer, Option, Role, integer, offer, refuse


@POKER.lists
def early_options(at: Moment[State]) -> Iterator[Option]:
    table, state = terms(at.rules), at.state
    if state.question is not None:
        return
    for street in early_streets(state):
        cites = at.cite(rule_for(street))
        for count in range(1, CARDS_IN[street] + 1):
            asks = named(state, early_cards(street, count) if table.is_shoe else [])
            seen: dict[str, Any] = {"street": street, "count": count}
            yield offer(ExposeEarly, cites, *asks, group="irregularity", **seen)
            if table.is_shoe:  # a packet has no burns
                asks = named(state, early_cards(street, count, is_burnt=False))
                seen["burn"] = "without_burning"
                yield offer(ExposeEarly, cites, *asks, group="irregularity", **seen)


@POKER.on(ExposeEarly, Role.DEALER)
def expose_early(draft: Draft[State], command: ExposeEarly) -> None:
    refuse_while_open(draft)
    trouble = draft.state.trouble
    if trouble.is_stub_shuffle_due:
        draft.refuse(trouble.shuffle_rule, "shuffle the remaining cards first, then report this")
    street, possible = command.street, early_streets(draft.state)
    if street not in possible:
        which = " or the ".join(possible)
        draft.refuse(
            rule_for(street),
            f"only the {which} can come too early now" if which else "no street can come too early now",
        )
    count = CARDS_IN[street] if command.count is None else command.count
    if not 1 <= count <= CARDS_IN[street]:
        most = f"at most {CARDS_IN[street]} of the {street}"
        draft.refuse(rule_for(street), f"say how many were seen, {most}")
    table = terms(draft.rules)
    is_shoe, rule = table.is_shoe, rule_for(street)
    burnt, cards, at = _from_shoe(draft, command, count) if is_shoe else _from_packet(draft, command, count)
    cites = draft.cite(rule, reading="IR10" if is_shoe else "IR12")
    draft.emit(StreetExposed(street=street, cards=cards, burnt=burnt, at=at, citations=cites))
    if not is_shoe and table.electronic_exposed_board == "void":
        void(draft, rule, reading="IR12")
    elif not is_shoe and table.electronic_exposed_board == "manager":
        text = f"The {street} was seen too early: is it replaced, or is the Round void?"
        ask(draft, "exposed_board", MANAGER, text, ("replace", "void"), rule, "IR12")


def rule_for(street: Street) -> str:
    return "exposed_flop_card" if street == "flop" else "exposed_turn_or_river"


Exposed = tuple[tuple[Card, ...], tuple[Card, ...], int]  # the burn, the cards, their place in a packet


def _from_shoe(draft: Draft[State], command: ExposeEarly, count: int) -> Exposed:
    burns = 1 if command.burn == "after_burning" else 0
    drawn = draw(draft, burns + count, command.cards, burns)
    return drawn[:burns], drawn[burns:], 0


def _from_packet(draft: Draft[State], command: ExposeEarly, count: int) -> Exposed:
    at = place_in_packet(draft.state, command.street)
    seen = draft.state.packet[at : at + count]
    if command.cards and command.cards != seen:
        draft.refuse(rule_for(command.street), "the packet is known: its cards need not be named again")
    return (), seen, at


@POKER.after(StreetExposed)
def street_exposed(state: State, event: StreetExposed) -> State:
    exposed = state.exposed + event.cards
    if state.device.kind == "card_shoe":
        cards = event.burnt + event.cards
        device = state.device.without(cards).take_back(cards)
        trouble = state.troubled(is_stub_shuffle_due=True, shuffle_rule=rule_for(event.street))
        on_top = state.on_top[len(cards) :]
        return replace(state, device=device, on_top=on_top, exposed=exposed, trouble=trouble)
    count = len(event.cards)
    return replace(
        state,
        device=state.device.take_back(event.cards),
        packet=state.packet[: event.at] + state.packet[event.at + count :],
        exposed=exposed,
        trouble=state.troubled(
            refill=count,
            refill_at=event.at,
            is_stub_shuffle_due=True,
            shuffle_rule=rule_for(event.street),
        ),
    )


def early_streets(state: State) -> tuple[Street, ...]:
    """The streets whose cards could be seen before their time.

    From a shoe comes what is dealt next. A packet lies there whole, so a later street can be turned up in
    the place of the one that is due.
    """
    due = next_street(state)
    if due is None or state.trouble.wrong_deal or state.trouble.is_stub_shuffle_due:
        return ()
    coming = STREETS[STREETS.index(due) :]
    if state.phase == "betting":
        return coming if state.device.kind == "electronic_shuffler" else coming[:1]
    is_packet = state.device.kind == "electronic_shuffler" and not state.is_betting_over
    return coming[1:] if state.phase == "dealing" and is_packet else ()


def place_in_packet(state: State, street: Street) -> int:
    """Where a street begins among the Community Cards that lie face down."""
    due = next_street(state)
    assert due is not None
    return sum(CARDS_IN[each] for each in STREETS[STREETS.index(due) : STREETS.index(street)])


def who_could_expose(state: State) -> list[int]:
    """Active Players while somebody has a decision left; afterwards a hand shown early is valid."""
    return [number for number in state.active if could_expose(state, number)] if _is_undecided(state) else []


def could_expose(state: State, number: int) -> bool:
    seat = state.seats[number - 1] if 1 <= number <= len(state.seats) else None
    hand = seat.hand if seat is not None else None
    return hand is not None and hand.is_active and bool(hand.cards) and _is_undecided(state)


def _is_undecided(state: State) -> bool:
    return state.phase == "betting" or (state.phase == "dealing" and not state.is_betting_over)


# A player's own exposure needs no ruling: the document folds the hand.


def exposable(at: Moment[State]) -> Targets:
    return tuple({"seat": number} for number in who_could_expose(at.state))


@POKER.action(ReportHandExposed, Role.DEALER, each=exposable)
def report_hand_exposed(at: Moment[State], seat: int) -> Offer:
    refuse_while_open(at)
    if not could_expose(at.state, seat):
        refuse_exposure(at)
    count = integer("count", 1, len(at.state.hand(seat).cards))
    return Offer(at.cite("exposed_hole_card"), (count,), group="irregularity")


@report_hand_exposed.outside
def wrong_count(at: Moment[State], command: ReportHandExposed, offer: Offer, ask: Ask) -> None:
    at.refuse("exposed_hole_card", f"say how many cards were seen, {ask.minimum} to {ask.maximum}")


def refuse_exposure(at: Moment[State]) -> NoReturn:
    if not _is_undecided(at.state) and at.state.phase not in ("idle", "blinds"):
        cites = at.cite("exposed_hole_card", "early_reveal")
        refuse(cites, "nobody has a decision left in this Round: a hand that is seen now stays valid")
    able = ", ".join(map(str, who_could_expose(at.state))) or "nobody"
    at.refuse("exposed_hole_card", f"hands that could be exposed before the betting is over: {able}")


@report_hand_exposed.taken
def is_exposed(draft: Draft[State], command: ReportHandExposed, offer: Offer) -> None:
    number, is_asked = command.seat, terms(draft.rules).all_in_expose_is_fold == "manager"
    cards = draft.state.hand(number).cards[: command.count]
    if is_asked and not draft.state.seat(number).chips:
        rule = "exposed_hole_card"
        text = f"Seat {number} is all-in and has exposed Hole Cards: is the hand folded?"
        draft.emit(HandSeen(seat=number, cards=cards, citations=draft.cite(rule, reading="IR13")))
        ask(draft, "exposed_all_in", MANAGER, text, ("fold", "play_on"), rule, "IR13")
        return
    forfeit_wager(draft, number)
    fold_exposed(draft, number, cards)


def fold_exposed(draft: Draft[State], number: int, cards: tuple[Card, ...]) -> None:
    cites = draft.cite("exposed_hole_card", "fold", reading="IR13")
    draft.emit(HandExposed(seat=number, cards=cards, citations=cites))
    follow(draft)


@POKER.after(HandSeen)
def hand_seen(state: State, event: HandSeen) -> State:
    seen = state.with_hand(event.seat, shown=event.cards)
    return replace(seen, trouble=state.troubled(exposed_seat=event.seat))


@POKER.after(HandExposed)
def hand_exposed(state: State, event: HandExposed) -> State:
    return fold_hand(state, event.seat, shown=event.cards)
