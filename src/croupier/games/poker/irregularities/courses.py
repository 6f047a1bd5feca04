"""What is done about cards that lie wrong: void, put in order, take back and shuffle; and who is asked."""

from collections import Counter
from collections.abc import Callable
from typing import cast

from msgspec.structs import replace

from croupier.cards import UNKNOWN, Card, Device
from croupier.games.poker import events as e
from croupier.games.poker.game import POKER
from croupier.games.poker.plan import (
    HOLE_CARDS,
    amended,
    came_of,
    deal_under_way,
    hole_cards,
    in_play,
    laid_of,
    planned,
    spots_of,
    street_cards,
)
from croupier.games.poker.rounds import (
    bets_to_return,
    between_rounds,
    positions_after,
    positions_repeated,
    with_chips,
)
from croupier.games.poker.state import (
    CARDS_IN,
    STREETS,
    Hand,
    Seat,
    ShuffleDue,
    State,
    Street,
    is_laid,
    is_street_coming,
    next_street,
)
from croupier.games.poker.terms import Terms, terms
from croupier.games.poker.turns import is_betting_over, open_betting
from croupier.rulebook import Behaviour
from croupier.table import Citations, Draft, Role
from croupier.table.deals import hands as hands_of
from croupier.table.deals import lying, with_deal
from croupier.table.facts import DISCARD, Came, Laid
from croupier.table.mistakes import Mistake, in_order

# The House speaks through its pit; what the document does not provide for is the Shift Manager's.
HOUSE = Role.PIT_SUPERVISOR
MANAGER = Role.SHIFT_MANAGER


def void(draft: Draft[State], *keys: str, reading: str | None = None, seen: tuple[Card, ...] = ()) -> None:
    """All Bets of this Round go back; earlier Rounds stand."""
    cites = draft.cite(*keys, "void", "void_bets_returned", reading=reading)
    is_moving = terms(draft.rules).button_after_void == "move"
    refunds = bets_to_return(draft.state)
    draft.emit(e.RoundVoided(refunds=refunds, exposed=seen, is_button_moving=is_moving, citations=cites))


# Put in order: the n-th card that came goes where the plan has its n-th


def is_restorable(
    table: Terms,
    state: State,
    mistakes: tuple[Mistake, ...],
    is_face_up_judged: bool = False,
    is_order_judged: bool = False,
) -> bool:
    """Whether the order can be restored: it is known, and nothing that would move has been turned up since.

    Where the House judges a street that lies face up too, it may be the last one; somebody may also judge
    that cards came in the order recorded.
    """
    deals = {each.deal for each in mistakes}
    if not is_order_judged and not all(is_order_known(table, state, deal) for deal in deals):
        return False
    if HOLE_CARDS in deals:
        return not state.board
    if is_face_up_judged and state.board and not is_laid(state) and not state.coming:
        return deals == {current_street(state)}
    is_down = is_laid(state) or is_street_coming(state)
    is_extra = {each.kind for each in mistakes} - {"together"} == {
        "surplus"
    } and state.device.kind == "card_shoe"
    return is_extra or (is_down and deals == {next_street(state)})


def is_order_known(table: Terms, state: State, deal: str) -> bool:
    """Whether it does not matter of cards that came together which was first: one spot is for both.

    A ruling that they stand as they lie settles it too.
    """
    if any((each.kind, each.deal) == ("together", deal) for each in state.stands):
        return True
    came = (
        [each.due for each in state.coming]
        if deal == deal_under_way(state)
        else came_of(table, state, deal).dues
    )
    came = [each for each in came if each.spot != DISCARD]
    spots = [due.spot for due in planned(table, state, deal)]
    tied = [at for at, each in enumerate(came) if each.is_tied]
    return all(at < len(spots) and spots[at - 1] == spots[at] for at in tied)


def put_in_order(draft: Draft[State], mistakes: tuple[Mistake, ...], cites: Citations) -> None:
    """One order heals all mistakes of the set: from the first deal that is wrong on."""
    state = draft.state
    deals = {each.deal for each in mistakes}
    if HOLE_CARDS not in deals and state.surplus and not state.coming:
        street, surplus = current_street(state), state.board[-state.surplus :]
        left = spots_of(terms(draft.rules), state, street)[: -len(surplus)]
        spots = () if left == tuple(due.spot for due in street_cards(street)) else left
        draft.emit(e.SurplusReturned(street=street, cards=surplus, spots=spots, citations=cites))
        return
    if HOLE_CARDS not in deals and state.board and not is_laid(state) and not state.coming:
        put_street_in_order(draft, current_street(state), cites)
        return
    if HOLE_CARDS in deals:
        deal, plan = HOLE_CARDS, hole_cards(terms(draft.rules), state.order)
        cards = in_play(state)
    else:
        deal = next_street(state) or STREETS[-1]
        plan = street_cards(deal)
        cards = in_play(state)[-len(spots_of(terms(draft.rules), state, deal)) :]
    if not any(each.deal == deal for each in state.unplanned) and not state.coming:
        return  # what the table does not know to be wrong lies in its intended order already
    ruled = amended(state, deal, plan)
    is_amended = not state.coming and ruled != plan and len(cards) >= len(ruled)
    plan = ruled if is_amended else plan
    if state.coming:
        cards = [each.card for each in state.coming if each.spot != DISCARD]
    moved, back = in_order(plan, cards)
    missing, is_virtual = len(plan) - len(moved), state.device.source == "virtual"
    before = () if deal == HOLE_CARDS else state.burnt[: len(state.burnt) - burns_of(draft, deal)]
    # A turn or river that becomes the burn leaves nothing on the board: its card is dealt like any other.
    is_begun = is_virtual if deal == HOLE_CARDS else any(each.spot.kind == "board" for each in moved)
    if not state.coming and not is_begun and deal != HOLE_CARDS and state.phase != "dealing":
        put_on_top(draft, deal, cites)  # it came too early: nothing of it is on the board
        return
    if state.coming or (missing and not is_begun):
        gone = tuple(each for each in state.coming if each.spot == DISCARD)
        coming = gone + moved
        draft.emit(e.CardsPutInOrder(deal=deal, burnt=before, back=back, coming=coming, citations=cites))
        return
    drawn = state.device.undealt[:missing] if missing and is_virtual else ()
    moved += tuple(Laid(card, due.spot) for card, due in zip(drawn, plan[len(moved) :], strict=False))
    hands = hands_of(moved) if deal == HOLE_CARDS else without_astray(draft, deal)
    draft.emit(
        e.CardsPutInOrder(
            deal=deal,
            owners={number: seat.player for number in hands if (seat := state.seats[number - 1])},
            hands=hands,
            burnt=before + tuple(each.card for each in moved if each.spot.kind == "burn"),
            packet=tuple(each.card for each in moved if each.spot.kind == "board"),
            back=back,
            drawn=drawn,
            spots=tuple(due.spot for due in plan) if is_amended else (),
            citations=cites,
        )
    )


def put_on_top(draft: Draft[State], deal: str, cites: Citations) -> None:
    """A street that lies face down goes back with its burn, and comes again in the same order."""
    state = draft.state
    back = tuple(in_play(state)[-len(spots_of(terms(draft.rules), state, deal)) :])
    left = state.burnt[: len(state.burnt) - burns_of(draft, deal)]
    hands = without_astray(draft, deal)
    draft.emit(e.CardsPutInOrder(deal=deal, burnt=left, hands=hands, back=back, citations=cites))


def without_astray(draft: Draft[State], deal: str) -> dict[int, tuple[Card, ...]]:
    """The hands that cards of a street lie at, and what is theirs."""
    spots = spots_of(terms(draft.rules), draft.state, deal)
    counts = Counter(spot.place for spot in spots if spot.kind == "hand")
    strays = dict(draft.state.strays)
    found = {}
    for place, count in counts.items():
        lying = draft.state.hand(place).cards if place in draft.state.order else strays.get(place, ())
        found[place] = lying[: len(lying) - count]
    return found


def put_street_in_order(draft: Draft[State], street: Street, cites: Citations) -> None:
    """Face up: where one of its cards is missing or unknown, it is dealt again from the top."""
    state = draft.state
    plan, spots = street_cards(street), spots_of(terms(draft.rules), state, street)
    cards = tuple(in_play(state)[-len(spots) :])
    moved, back = in_order(plan, cards)
    before, board = state.burnt[: len(state.burnt) - burns_of(draft, street)], lying(moved, "board")
    if len(moved) < len(plan) or UNKNOWN in board:
        annul_bets(draft, street)
        burnt, board, back = before, (), cards
    else:
        burnt = before + lying(moved, "burn")
    draft.emit(
        e.CardsPutInOrder(deal=street, burnt=burnt, packet=board, back=back, is_face_up=True, citations=cites)
    )


def burns_of(draft: Draft[State], deal: str) -> int:
    """How many cards were burnt for a deal."""
    return sum(spot.kind == "burn" for spot in spots_of(terms(draft.rules), draft.state, deal))


def look_at(draft: Draft[State], came: Came, cites: Citations, is_noted: bool = False) -> None:
    """The cards of a complete deal lie otherwise than recorded; what was seen of them is known to all."""
    state = draft.state
    laid = laid_of(state, came)
    own = hands_of(laid) if came.deal == HOLE_CARDS else {}
    draft.emit(
        e.CardsFound(
            came=came,
            owners={number: seat.player for number in own if (seat := state.seats[number - 1])},
            hands={number: cards for number, cards in own.items() if number in state.order},
            strays={number: cards for number, cards in own.items() if number not in state.order},
            exposed=tuple(laid[at].card for at in came.seen if laid[at].card not in state.exposed),
            is_noted=is_noted,
            citations=cites,
        )
    )


@POKER.after(e.CardsFound)
def cards_found(state: State, event: e.CardsFound) -> State:
    others = tuple(each for each in state.unplanned if each.deal != event.came.deal)
    found = replace(state, unplanned=(*others, event.came), exposed=state.exposed + event.exposed)
    if not event.hands:
        return found
    for number in state.order:
        found = found.with_hand(number, cards=event.hands.get(number, ()))
    return replace(found, strays=tuple(event.strays.items()))


@POKER.after(e.CardsPutInOrder)
def cards_put_in_order(state: State, event: e.CardsPutInOrder) -> State:
    device = state.device.put_on_top(event.back).without(event.drawn)
    if event.is_face_up:
        exposed = state.exposed + tuple(card for card in event.back if card in state.board)
        if not event.packet:
            back = _without_street(state, cast(Street, event.deal), device)
            return replace(back, burnt=event.burnt, exposed=exposed)
        before = len(state.board) - CARDS_IN[cast(Street, event.deal)]
        return replace(
            state,
            device=device,
            burnt=event.burnt,
            board=state.board[:before] + event.packet,
            exposed=exposed,
            unplanned=with_deal(state.unplanned, event.deal, ()),
        )
    if state.coming:
        return replace(state, device=device, coming=event.coming)
    if event.deal != HOLE_CARDS:
        left = with_deal(state.unplanned, event.deal, event.spots)
        strays = dict(state.strays) | {n: cards for n, cards in event.hands.items() if n not in state.order}
        for number in [number for number in event.hands if number in state.order]:
            state = state.with_hand(number, cards=event.hands[number])
        state = replace(state, strays=tuple((n, cards) for n, cards in strays.items() if cards))
        lying = {"burnt": event.burnt, "packet": event.packet, "coming": event.coming}
        return replace(state, device=device, unplanned=left, **lying)
    seats = list(state.seats)
    for number, hand in state.hands:
        cards = event.hands.get(number, ())
        seats[number - 1] = replace(state.seat(number), hand=replace(hand, cards=cards))
    return replace(
        state,
        device=device,
        seats=tuple(seats),
        strays=(),
        burnt=event.burnt,
        packet=event.packet,
        coming=event.coming,
        unplanned=with_deal((), event.deal, event.spots),
    )


@POKER.after(e.SurplusReturned)
def surplus_returned(state: State, event: e.SurplusReturned) -> State:
    board = state.board[: -len(event.cards)]
    device = state.device.put_on_top(event.cards)
    exposed = state.exposed + event.cards
    left = with_deal(state.unplanned, event.street, event.spots)
    back = replace(state, device=device, board=board, exposed=exposed, surplus=0, unplanned=left)
    return open_betting(back)


# Take back and shuffle: a street goes into the rest with its burn, and the bets on it go back


def current_street(state: State) -> Street:
    """The street that lies there, face up or face down."""
    face_up = {3: 0, 4: 1, 5: 2}.get(len(state.board) - state.surplus, -1)
    return STREETS[face_up + 1 if is_laid(state) else face_up]


def street_lying(state: State) -> tuple[Card, ...]:
    if is_laid(state):
        return state.packet
    return state.board[-CARDS_IN[current_street(state)] - state.surplus :]


def unburnt(mistakes: tuple[Mistake, ...]) -> list[Street]:
    """The streets that lack their burn, the first one first."""
    missed = {each.deal for each in mistakes if each.kind == "missed_burn"}
    return [street for street in STREETS if street in missed]


def take_back_under(
    draft: Draft[State], mistakes: tuple[Mistake, ...], rule: str, reading: str | None
) -> None:
    """The burn of a street that lacked it is another paragraph's than that of one with a card too many."""
    if rule == "missed_street_burn":
        shuffle = "missed_street_burn_reshuffle"
        take_back(draft, mistakes, rule, shuffle, shuffle=shuffle, reading=reading)
    else:
        take_back(draft, mistakes, rule, shuffle=rule, reading=burn_returned.by(draft.rules)())


burn_returned: Behaviour[Callable[[], str | None]] = Behaviour(POKER.policies, "burn_returned")


@burn_returned("street_burn_named")
def street_burn_named() -> str | None:
    """The text says which burn goes back."""
    return None


@burn_returned("street_burn_by_reading")
def street_burn_by_reading() -> str | None:
    """The text says only "the Burnt Card": that of the street, as we read it."""
    return "IR10"


def take_back(
    draft: Draft[State], mistakes: tuple[Mistake, ...], *rules: str, shuffle: str, reading: str | None
) -> None:
    """What followed the wrong street, with no betting between, lies where other cards belong: it goes too."""
    if is_street_coming(draft.state):
        take_back_coming(draft, *rules, shuffle=shuffle, reading=reading)
    is_there = draft.state.board or is_laid(draft.state)
    lying = STREETS[: STREETS.index(current_street(draft.state)) + 1] if is_there else ()
    wrong = [street for street in unburnt(mistakes) if street in lying]
    if wrong:
        annul_bets(draft, wrong[0])
    elif not any(each.kind == "surplus" and each.deal in lying for each in mistakes):
        return
    first = wrong[0] if wrong else current_street(draft.state)
    for _ in STREETS[STREETS.index(first) : STREETS.index(current_street(draft.state)) + 1]:
        take_back_street(draft, *rules, shuffle=shuffle, reading=reading)


def take_back_street(draft: Draft[State], *rules: str, shuffle: str, reading: str | None = None) -> None:
    """The cards dealt in error, and the burn of that street if there was one, are shuffled with the rest."""
    state = draft.state
    street = current_street(state)
    burns = burns_of(draft, street)
    draft.emit(
        e.StreetTakenBack(
            street=street,
            cards=street_lying(state),
            burnt=state.burnt[-burns:] if burns else (),
            astray=astray_of(draft, street),
            shuffle=shuffle,
            is_face_down=is_laid(state),
            citations=draft.cite(*rules, reading=reading),
        )
    )


def astray_of(draft: Draft[State], street: Street) -> dict[int, tuple[Card, ...]]:
    """The cards of a street that lie at hands."""
    whole, strays = draft.state, dict(draft.state.strays)
    found = {}
    for place, left in without_astray(draft, street).items():
        lying = whole.hand(place).cards if place in whole.order else strays.get(place, ())
        found[place] = lying[len(left) :]
    return found


def take_back_coming(draft: Draft[State], *rules: str, shuffle: str, reading: str | None) -> None:
    """What lies there of a street that is not complete goes back face down, its burn with it."""
    street = next_street(draft.state)
    assert street is not None
    coming = draft.state.coming
    draft.emit(
        e.StreetTakenBack(
            street=street,
            cards=tuple(each.card for each in coming if each.spot.kind in ("board", "hand")),
            burnt=tuple(each.card for each in coming if each.spot.kind == "burn"),
            shuffle=shuffle,
            is_face_down=True,
            citations=draft.cite(*rules, reading=reading),
        )
    )


def annul_bets(draft: Draft[State], street: Street) -> None:
    """Give back what was bet on the wrong cards. A street not yet bet on still shows the bets before it."""
    state, betting_round = draft.state, STREETS.index(street) + 2
    if state.street < betting_round:
        return
    refunds = {number: _bet_in(hand, betting_round) for number, hand in state.hands}
    refunds = {number: cents for number, cents in refunds.items() if cents}
    if refunds:
        keys = ("missed_street_burn_bets_returned", "missed_street_burn_folds_stand")
        draft.emit(e.BettingRoundAnnulled(refunds=refunds, citations=draft.cite(*keys, reading="IR8")))


def _bet_in(hand: Hand, betting_round: int) -> int:
    """Chips over the line, and those that stayed in the Pot for an action Out of Turn."""
    forfeit = hand.forfeit
    return hand.bet + (forfeit.amount if forfeit and forfeit.betting_round == betting_round else 0)


@POKER.after(e.BettingRoundAnnulled)
def betting_round_annulled(state: State, event: e.BettingRoundAnnulled) -> State:
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


@POKER.after(e.StreetTakenBack)
def street_taken_back(state: State, event: e.StreetTakenBack) -> State:
    gone = tuple(card for cards in event.astray.values() for card in cards)
    device, due = state.device.take_back(event.burnt + event.cards + gone), ShuffleDue(event.shuffle)
    if state.coming:
        seen = tuple(each.card for each in state.coming if each.spot == DISCARD)
        out = {"exposed": state.exposed + seen, "discarded": state.discarded + seen}
        return replace(state, device=device, coming=(), shuffle_due=due, **out)
    back = _without_street(_without_cards(state, event.astray), event.street, device)
    seen = event.cards if event.cards == state.board[-len(event.cards) :] else ()
    return replace(
        back,
        burnt=state.burnt[: len(state.burnt) - len(event.burnt)],
        exposed=state.exposed + seen,
        shuffle_due=due,
    )


def _without_cards(state: State, astray: dict[int, tuple[Card, ...]]) -> State:
    """The hands as they were before cards of a street came to lie there, behind their own."""
    strays = dict(state.strays)
    for number, cards in astray.items():
        if number in state.order:
            own = state.hand(number).cards
            state = state.with_hand(number, cards=own[: len(own) - len(cards)])
        elif number in strays:
            strays[number] = strays[number][: len(strays[number]) - len(cards)]
    return replace(state, strays=tuple((n, cards) for n, cards in strays.items() if cards))


def _without_street(state: State, street: Street, device: Device) -> State:
    """Before that street: the betting of the round before it stands, the next one has not begun."""
    if state.phase == "betting" and street == next_street(
        state
    ):  # it came too early, and the betting goes on
        return replace(state, device=device, packet=(), unplanned=with_deal(state.unplanned, street, ()))
    is_decided = len(state.active) == 1
    is_over = is_decided or is_betting_over(state.seats, state.order)
    is_flipped = state.is_marker_flipped and is_over  # whoever has chips again bets again
    place = STREETS.index(street)
    whose = {}
    if state.street > place + 1:  # it was bet on: who shows first depends on the round before
        whose = {"raisers": state.earlier.raisers, "first_bettor": state.earlier.first}
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
        surplus=0,
        unplanned=with_deal(state.unplanned, street, ()),
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


@POKER.after(e.RoundVoided)
def round_voided(state: State, event: e.RoundVoided) -> State:
    seats = with_chips(state, event.refunds)
    positions = positions_after(state) if event.is_button_moving else positions_repeated(state)
    after = between_rounds(state, seats, positions)
    return replace(after, exposed=after.exposed + event.exposed)
