"""Flop, turn and river gone wrong: burns forgotten, cards too many; and the shuffle that follows."""

from collections.abc import Callable

from msgspec.structs import replace

from croupier.cards import Card, Device, DeviceError, Seal
from croupier.games.poker import commands as c
from croupier.games.poker import events as i
from croupier.games.poker.commands import ReportMissedBurn
from croupier.games.poker.dealing import named, put_back, refilled_cards
from croupier.games.poker.game import POKER
from croupier.games.poker.irregularities.questions import HOUSE, MANAGER, ask
from croupier.games.poker.permissions import refuse_while_asked, refuse_while_open
from croupier.games.poker.rounds import with_chips
from croupier.games.poker.state import (
    CARDS_IN,
    EXPOSED,
    STREETS,
    Hand,
    Seat,
    State,
    Street,
    is_laid,
    is_street_coming,
    next_street,
)
from croupier.games.poker.terms import terms
from croupier.games.poker.turns import is_betting_over, open_betting
from croupier.rulebook import Behaviour
from croupier.table import Draft, Moment, Offer, Role, in_order
from croupier.table.card_by_card import cards_at
from croupier.table.options import BURNT

STUB_LABEL = "stub"


@POKER.action(ReportMissedBurn, Role.DEALER)
def report_missed_burn(at: Moment[State]) -> Offer:
    if is_street_coming(at.state):
        refuse_while_asked(at)
    else:
        refuse_while_open(at)
    if not terms(at.rules).is_shoe:
        said = "a shuffler's Community Cards are turned up without a burn: play on"
        at.refuse("missed_street_burn", said, reading="IR12")
    if not is_burn_reportable(at.state):
        at.refuse(
            "missed_street_burn",
            "no street of this Betting Round lacks its Burnt Card; one noticed later stands",
            reading="IR6",
        )
    return Offer(at.cite("missed_street_burn"), group="irregularity")


missed_street_burn: Behaviour[Callable[[Draft[State]], None]] = Behaviour(
    POKER.policies, "missed_street_burn"
)


@report_missed_burn.taken
def burn_was_missed(draft: Draft[State], command: ReportMissedBurn, offer: Offer) -> None:
    missed_street_burn.by(draft.rules)(draft)


@missed_street_burn("reconstruct_or_reshuffle")
def reconstruct_or_reshuffle(draft: Draft[State]) -> None:
    if is_restorable(draft.state):
        text = "Can the street be restored, its first card as the Burnt Card?"
        choices = ("reconstruct", "reshuffle")
        ask(draft, "missed_burn", HOUSE, text, choices, "missed_street_burn", "IR7")
    else:
        # Turned up, the card that should have been burnt has been seen: the order cannot be restored.
        reshuffle_street(draft, "missed_street_burn", "IR7")


@missed_street_burn("manager_decides")
def manager_decides(draft: Draft[State]) -> None:
    if terms(draft.rules).v6_missed_burn == "as_v7":
        reconstruct_or_reshuffle(draft)
        return
    text = "The Burnt Card was forgotten: does the street stand?"
    restore = ("reconstruct",) if is_restorable(draft.state) else ()
    choices = ("stands", *restore, "reshuffle", "void")
    ask(draft, "missed_burn", MANAGER, text, choices, "missed_street_burn", "IR17")


def is_restorable(state: State) -> bool:
    """Only the street that lies face down lacks its burn, so nobody has seen a card in a wrong place."""
    trouble = state.trouble
    if is_street_coming(state):
        return not (trouble.is_street_burn_missed or trouble.unburnt)
    return is_laid(state) and not trouble.unburnt


def current_street(state: State) -> Street:
    """The street that lies there, face up or face down."""
    face_up = {3: 0, 4: 1, 5: 2}.get(len(state.board) - state.trouble.surplus, -1)
    return STREETS[face_up + 1 if is_laid(state) else face_up]


def street_cards(state: State) -> tuple[Card, ...]:
    if is_laid(state):
        return state.packet
    return state.board[-CARDS_IN[current_street(state)] - state.trouble.surplus :]


def annul_bets(draft: Draft[State], street: Street) -> None:
    """Give back what was bet on the wrong cards. A street not yet bet on still shows the bets before it."""
    state, betting_round = draft.state, STREETS.index(street) + 2
    if state.street < betting_round:
        return
    refunds = {number: _bet_in(hand, betting_round) for number, hand in state.hands}
    refunds = {number: cents for number, cents in refunds.items() if cents}
    if refunds:
        keys = ("missed_street_burn_bets_returned", "missed_street_burn_folds_stand")
        draft.emit(i.BettingRoundAnnulled(refunds=refunds, citations=draft.cite(*keys, reading="IR8")))


def _bet_in(hand: Hand, betting_round: int) -> int:
    """Chips over the line, and those that stayed in the Pot for an action Out of Turn."""
    forfeit = hand.forfeit
    return hand.bet + (forfeit.amount if forfeit and forfeit.betting_round == betting_round else 0)


def take_back_street(draft: Draft[State], *keys: str, shuffle: str, reading: str | None = None) -> None:
    """The cards dealt in error, and the burn of that street if there was one, are shuffled with the rest.

    `shuffle` is the rule under which that is done.
    """
    state = draft.state
    street = current_street(state)
    burnt = state.burnt[-1:] if not state.trouble.is_street_burn_missed else ()
    cites = draft.cite(*keys, reading=reading)
    cards = street_cards(state)
    draft.emit(
        i.StreetTakenBack(
            street=street,
            cards=cards,
            burnt=burnt,
            shuffle=shuffle,
            is_face_down=is_laid(state),
            citations=cites,
        )
    )


def reshuffle_street(draft: Draft[State], rule: str, reading: str | None = None) -> None:
    """What has followed the street, with no betting between, lies where other cards belong: it goes too."""
    key = "missed_street_burn_reshuffle"
    if is_street_coming(draft.state):
        take_back_coming(draft, rule, key, reading=reading)
    state = draft.state
    if not (state.trouble.is_street_burn_missed or state.trouble.unburnt):
        return
    wrong = (*state.trouble.unburnt, current_street(state))[0]
    annul_bets(draft, wrong)
    for _ in STREETS[STREETS.index(wrong) : STREETS.index(current_street(state)) + 1]:
        take_back_street(draft, rule, key, reading=reading, shuffle=key)


def take_back_coming(draft: Draft[State], rule: str, key: str, reading: str | None) -> None:
    """What lies there of a street that is not complete goes back face down, its burn with it."""
    street, cards = next_street(draft.state), in_play(draft.state)
    assert street is not None
    burnt = cards_at(draft.state.coming, BURNT)
    draft.emit(
        i.StreetTakenBack(
            street=street,
            cards=cards[len(burnt) :],
            burnt=burnt,
            shuffle=key,
            is_face_down=True,
            citations=draft.cite(rule, key, reading=reading),
        )
    )


def in_play(state: State) -> tuple[Card, ...]:
    """The cards of a street that is not complete, but for those seen and discarded."""
    return tuple(laid.card for laid in state.coming if laid.to != EXPOSED)


def undo_street(draft: Draft[State], rule: str) -> None:
    cites, state = draft.cite("missed_street_burn", "reconstruction", reading="IR7"), draft.state
    street = next_street(state) if state.coming else current_street(state)
    assert street is not None
    draft.emit(i.StreetUndone(street=street, citations=cites))


def return_surplus(draft: Draft[State], rule: str) -> None:
    state, cites = draft.state, draft.cite(rule, "reconstruction", reading="IR11")
    cards = state.board[-state.trouble.surplus :]
    draft.emit(i.SurplusReturned(street=current_street(state), cards=cards, citations=cites))


def reshuffle_surplus(draft: Draft[State], rule: str) -> None:
    reading = burn_returned.by(draft.rules)()
    take_back_street(draft, rule, reading=reading, shuffle=rule)


burn_returned: Behaviour[Callable[[], str | None]] = Behaviour(POKER.policies, "burn_returned")


@burn_returned("street_burn_named")
def street_burn_named() -> str | None:
    """The text says which burn goes back."""
    return None


@burn_returned("street_burn_by_reading")
def street_burn_by_reading() -> str | None:
    """The text says only "the Burnt Card": that of the street, as we read it."""
    return "IR10"


@POKER.action(c.ShuffleStub, Role.DEALER)
def shuffle_stub(at: Moment[State]) -> Offer:
    """Chance is the House's to supply, as for every shuffle; only a person's cards have to be named."""
    trouble = at.state.trouble
    if not trouble.is_stub_shuffle_due:
        at.refuse("burn_returned", "the remaining cards are shuffled only after cards were taken back")
    asks = named(at.state, refilled_cards(at.state), "first_cards")
    return Offer(at.cite(trouble.shuffle_rule), tuple(asks), is_listed=at.state.question is None)


@shuffle_stub.taken
def stub_is_shuffled(draft: Draft[State], command: c.ShuffleStub, offer: Offer) -> None:
    state = draft.state
    rule = state.trouble.shuffle_rule
    order: tuple[Card, ...] = ()
    refill = command.first_cards
    seal: Seal | None = None
    if state.device.source == "virtual":
        order, seal = stub_order(draft, command, state.device.undealt)
        refill = order[: state.trouble.refill]
    elif len(refill) != state.trouble.refill:
        draft.refuse(rule, f"name the {state.trouble.refill} cards that replace those taken back")
    try:
        refilled(state.device, order, refill)
    except DeviceError as error:
        draft.refuse(rule, str(error))
    cites = draft.cite(rule, reading="IR10" if rule == "burn_returned" else None)
    draft.emit(i.StubShuffled(order=order, seed=command.seed, refill=refill, seal=seal, citations=cites))


def stub_order(
    draft: Draft[State], command: c.ShuffleStub, stub: tuple[Card, ...]
) -> tuple[tuple[Card, ...], Seal | None]:
    rule = draft.state.trouble.shuffle_rule
    if command.seed:
        try:
            return in_order(stub, command.seed, command.entropy, STUB_LABEL)
        except ValueError as error:
            draft.refuse(rule, f"the seed does not do: {error}")
    first = command.first_cards
    if not first or len(set(first)) != len(first) or not set(first) <= set(stub):
        draft.refuse(rule, "give a seed, or name first cards that are among the remaining ones")
    return first + tuple(card for card in stub if card not in first), None


def refilled(device: Device, order: tuple[Card, ...], refill: tuple[Card, ...]) -> Device:
    shuffled = device.reshuffled(order)
    return shuffled.without(refill) if refill else shuffled


# Effects


@POKER.after(i.BettingRoundAnnulled)
def betting_round_annulled(state: State, event: i.BettingRoundAnnulled) -> State:
    seats = list(with_chips(state, event.refunds))
    for number, hand in state.hands:
        forfeited = max(event.refunds.get(number, 0) - hand.bet, 0)
        undone = replace(
            hand,
            bet=0,
            total=hand.total - hand.bet,
            dead=hand.dead - forfeited,
            forfeit=None if forfeited else hand.forfeit,
            premature=None,
            is_limited=False,
        )
        seat = seats[number - 1]
        assert seat is not None
        seats[number - 1] = replace(seat, hand=undone)
    returned = sum(event.refunds.values())
    return replace(state, seats=tuple(seats), pot=state.pot - returned, current_bet=0, prematures=())


@POKER.after(i.StreetTakenBack)
def street_taken_back(state: State, event: i.StreetTakenBack) -> State:
    device = state.device.take_back(event.burnt + event.cards)
    if state.coming:
        trouble = state.troubled(is_stub_shuffle_due=True, shuffle_rule=event.shuffle)
        return replace(_not_begun(state), device=device, trouble=trouble)
    burnt = state.burnt[: len(state.burnt) - len(event.burnt)]
    back = _without_street(state, event.street, device)
    return replace(
        back,
        burnt=burnt,
        exposed=state.exposed + _seen(state, event.cards),
        trouble=back.troubled(is_stub_shuffle_due=True, shuffle_rule=event.shuffle),
    )


def _not_begun(state: State) -> State:
    """Without the street that was coming; of its cards only those that were discarded stay out."""
    return replace(state, coming=(), exposed=state.exposed + cards_at(state.coming, EXPOSED))


def _seen(state: State, cards: tuple[Card, ...]) -> tuple[Card, ...]:
    return cards if cards == state.board[-len(cards) :] else ()


@POKER.after(i.StreetUndone)
def street_undone(state: State, event: i.StreetUndone) -> State:
    if state.coming:
        return put_back(_not_begun(state), in_play(state))
    return put_back(_without_street(state, event.street, state.device), street_cards(state))


def _without_street(state: State, street: Street, device: Device) -> State:
    """Before that street: the betting of the round before it stands, the next one has not begun."""
    is_decided = len(state.active) == 1
    is_over = is_decided or is_betting_over(state.seats, state.order)
    is_flipped = state.is_marker_flipped and is_over  # whoever has chips again bets again
    whose, was, place = {}, state.trouble, STREETS.index(street)
    before = STREETS[:place][-1:]  # the last street now, with its own burn or without
    if state.street > place + 1:  # it was bet on: who shows first depends on the round before
        whose = {"raisers": was.raisers, "first_bettor": was.first_bettor}
    return replace(
        state,
        **whose,
        seats=_unranked(state, is_flipped),
        device=device,
        board=state.board[: (0, 3, 4)[place]],
        packet=() if state.device.kind == "card_shoe" else state.packet,
        street=min(state.street, place + 1),
        phase="settling" if is_decided else "dealing",
        to_act=0,
        trouble=state.troubled(
            surplus=0,
            is_street_burn_missed=any(each in was.unburnt for each in before),
            unburnt=tuple(each for each in was.unburnt if each not in before),
        ),
        is_betting_over=is_over,
        is_marker_flipped=is_flipped,
    )


def _unranked(state: State, is_flipped: bool) -> tuple[Seat | None, ...]:
    """A hand shown early lies open, but what it is worth depends on the cards to come."""
    seats = list(state.seats)
    for number, hand in state.hands:
        if hand.has_shown:
            hand = replace(hand, has_shown=is_flipped, strength=0)
            seats[number - 1] = replace(state.seat(number), hand=hand)
    return tuple(seats)


@POKER.after(i.SurplusReturned)
def surplus_returned(state: State, event: i.SurplusReturned) -> State:
    board = state.board[: -len(event.cards)]
    exposed = state.exposed + event.cards
    back = put_back(state, event.cards)
    return open_betting(replace(back, board=board, exposed=exposed, trouble=state.troubled(surplus=0)))


@POKER.after(i.StubShuffled)
def stub_shuffled(state: State, event: i.StubShuffled) -> State:
    packet, at = state.packet, state.trouble.refill_at
    return replace(
        state,
        device=refilled(state.device, event.order, event.refill),
        packet=packet[:at] + event.refill + packet[at:],
        trouble=state.troubled(
            refill=0, refill_at=0, is_stub_shuffle_due=False, shuffle_rule="burn_returned"
        ),
        on_top=(),
    )


def is_burn_reportable(state: State) -> bool:
    """A forgotten burn is put right until the next Betting Round or the showdown begins.

    Where all hands were turned up before the board was complete, there is no showdown after it: only the
    settlement ends that time.
    """
    if not (state.trouble.is_street_burn_missed or state.trouble.unburnt or _is_coming_unburnt(state)):
        return False
    if state.phase == "settling" and state.is_marker_flipped:
        return is_turned_up_early(state)
    return state.phase in ("betting", "dealing", "closed", "settling")


def _is_coming_unburnt(state: State) -> bool:
    return is_street_coming(state) and bool(in_play(state)) and not cards_at(state.coming, BURNT)


def is_turned_up_early(state: State) -> bool:
    """The hands were turned up before the river, and rank only now."""
    return all(hand.has_shown and not hand.strength for _, hand in state.hands if hand.is_active)
