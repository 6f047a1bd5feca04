"""What is done about cards that lie wrong: put in order, discarded, drawn now; bets that go back; offers."""

from collections.abc import Callable, Mapping

from msgspec.structs import replace

from croupier.cards import Card
from croupier.games.freebet import events as e
from croupier.games.freebet.control import controller, current, pass_on, when_left
from croupier.games.freebet.game import FREEBET
from croupier.games.freebet.plan import as_they_lie, discarded, first_hand, initial_deal, without
from croupier.games.freebet.points import is_natural, is_pair
from croupier.games.freebet.settlement import (
    Back,
    is_busted_kept,
    return_area,
    return_insurance,
    return_player,
    return_side,
    void_round,
)
from croupier.games.freebet.state import (
    HELD,
    Area,
    Aside,
    Offered,
    State,
    Status,
    astray_card,
    is_asked,
    lying_aside,
    with_aside,
    with_hand,
)
from croupier.games.freebet.terms import Terms
from croupier.games.freebet.turns import go_on, is_blackjack_safe, pay_blackjacks
from croupier.rulebook import Rules
from croupier.table import Draft, GiveRuling, Matter, Role
from croupier.table.courses import (
    DISCARD,
    DRAW_NOW,
    OFFER,
    PUT_IN_ORDER,
    RETURN_BET,
    STANDS,
    VOID,
    Course,
    Row,
)
from croupier.table.facts import BURN, DEALER, Due, Laid, Spot
from croupier.table.facts import DISCARD as DISCARDS
from croupier.table.matters import ask, refer
from croupier.table.mistakes import Mistake, in_order

# The Dealer's first card


def find_dealer_card(draft: Draft[State]) -> None:
    """The Dealer draws now, unless the player in the middle of a hand wants to finish it first."""
    target = current(draft.state)
    decides = controller(draft.state, target[0]) if target else None
    keys = ("dealer_first_card_missed_late", "finish_hand_before_dealer_card", "withdrawal_when_dissatisfied")
    draft.emit(e.DealerCardMissing(at=draft.at, citations=draft.cite(*keys)))
    if decides:
        question = "The Dealer has no card: finish this hand before the Dealer draws one?"
        choices, rule = ("finish_first", "draw_now"), "finish_hand_before_dealer_card"
        ask(draft, "finish_hand", Role.PLAYER, question, choices, rule, seat=decides, holds="cards")


@FREEBET.after(e.DealerCardMissing)
def dealer_card_missing(state: State, event: e.DealerCardMissing) -> State:
    return replace(state, dealer_after=0, planned=without(state.planned, DEALER), withdraw_right=True)


@FREEBET.ruling("finish_hand")
def finishes(draft: Draft[State], command: GiveRuling, found: Matter) -> None:
    """The answer itself says when the card comes."""


# A player's second card


def find_one_card(draft: Draft[State], number: int) -> None:
    is_late = not Terms.of(draft.rules).late_second_card_is_initial
    area = draft.state.areas[number]
    cites = draft.cite("one_card_hand_late", "withdrawal_when_dissatisfied", reading="FB-A19")
    draft.emit(e.OneCardFound(area=number, is_late=is_late, at=draft.at, citations=cites))
    rules = ("one_card_hand_played", "one_card_hand_withdrawn")
    for wager in area.wagers:
        if wager.is_live and not draft.state.players[wager.place].is_absent:
            question = "Area {about} has one card: act upon it in turn, or withdraw?"
            told = {"seat": wager.place, "about": number, "holds": "cards"}
            ask(draft, "one_card", Role.PLAYER, question, ("act", "withdraw"), *rules, **told)
    if is_late:
        for side in area.sides:
            if side.bet == "pair":
                return_side(draft, number, side, Back(("one_card_hand_played",), "FB-A37"))


@FREEBET.after(e.OneCardFound)
def one_card_found(state: State, event: e.OneCardFound) -> State:
    area = replace(state.areas[event.area], is_one_card_known=True)
    area = with_hand(area, 0, replace(area.hands[0], has_late_card=event.is_late))
    planned = without(state.planned, Spot("hand", event.area))
    return state.with_area(event.area, area, planned=planned, withdraw_right=True)


@FREEBET.ruling("one_card")
def acts_or_withdraws(draft: Draft[State], command: GiveRuling, found: Matter) -> None:
    before = draft.state
    if command.choice != "act":
        kept, keys = is_busted_kept(draft.rules), ("one_card_hand_withdrawn",)
        return_player(draft, found.about, found.seat or 0, Back(keys, "FB-A37", "withdrawn", kept))
        pass_on(draft, before)
    go_on(draft, command.at)


@when_left
def ask_who_is_left(draft: Draft[State], before: State) -> None:
    was_asked = is_asked(draft.state, "finish_hand")
    FREEBET.drop_matters(draft, before)
    if was_asked and not is_asked(draft.state, "finish_hand"):
        find_dealer_card(draft)


# Put in order, early: the deal begins anew, the n-th card that came where the plan has its n-th


def put_in_order(draft: Draft[State], *rules: str, reading: str | None = None) -> None:
    """What is missing comes from the cards that count as next, then from the device."""
    state = draft.state
    if not state.laid:
        return  # nothing has come yet: the deal goes on in order
    is_complete = state.phase != "closed"
    plan = [Due(spot) for spot in state.planned] if is_complete else initial_deal(draft.rules, state)
    moved, back = in_order(plan, [each.card for each in state.laid if each.spot != DISCARDS])
    missing = plan[len(moved) :]
    held = state.held[: len(missing)]
    drawn: tuple[Card, ...] = ()
    if is_complete and state.device.source == "virtual":
        drawn = state.device.undealt[: len(missing) - len(held)]
    more = (*(each.card for each in held), *drawn)
    moved += tuple(Laid(card, each.spot) for card, each in zip(more, missing, strict=False))
    for number, area in state.areas.items():
        for insurance in area.insurances:
            return_insurance(draft, number, insurance, Back(rules))
    draft.emit(
        e.CardsPutInOrder(
            laid=tuple([each for each in moved if each.spot != BURN]),
            drawn=drawn,
            held=(*(Aside(card, "next") for card in back), *state.held[len(held) :]),
            is_complete=len(moved) == len(plan),
            citations=draft.cite(*rules, "dealing", reading=reading),
        )
    )


@FREEBET.after(e.CardsPutInOrder)
def cards_put_in_order(state: State, event: e.CardsPutInOrder) -> State:
    """The deal begins anew: nobody has been passed over or has refused a card of it."""
    if event.is_late:
        return _restored(state, as_they_lie(event.laid)[0])
    hands, dealer = as_they_lie(event.laid) if event.is_complete else ({}, ())
    areas = {
        number: replace(
            area,
            hands=(first_hand(state, number, hands[number]),) if number in hands else (),
            takes_no_cards=False,
        )
        for number, area in state.areas.items()
        if area.wagers
    }
    return replace(
        state,
        phase="dealt" if event.is_complete else "closed",
        shoe="burnt_now",
        areas=areas,
        dealer=dealer,
        laid=() if event.is_complete else event.laid,
        planned=(),
        device=state.device.without(event.drawn),
        aside=with_aside(state, HELD, *event.held),
        skip=None,
        has_begun=False,
        claims=(),
        offer=Offered(is_too_late=state.offer.is_too_late),
    )


def is_unplayed(state: State) -> bool:
    """Whether no further card has come, and nothing was settled on cards that would change."""
    hands, _ = intended(state)
    lying, dealer = as_they_lie(state.laid)
    if state.dealer != dealer:
        return False
    for number, cards in lying.items():
        area = state.areas[number]
        if len(area.hands) != 1 or area.hands[0].cards != cards:
            return False
        is_settled = area.has_settled_pairs or any(not wager.is_live for wager in area.wagers)
        if is_settled and hands.get(number) != cards:
            return False
    return True


# Put in order, late: hands that nobody has touched get their own cards


def intended(state: State) -> tuple[dict[int, tuple[Card, ...]], tuple[Card, ...]]:
    """The hands as planned, of the cards that came."""
    cards = [each.card for each in state.laid if each.spot not in (BURN, DISCARDS)]
    spots = [spot for spot in state.planned if spot != BURN]
    return as_they_lie([Laid(card, spot) for card, spot in zip(cards, spots, strict=False)])


def is_restorable(state: State) -> bool:
    """Whether nobody has played with a card that lies wrong, and the Dealer's lies right."""
    hands, dealer = intended(state)
    lying, dealers = as_they_lie(state.laid)
    if dealer != dealers:
        return False
    changed = [number for number in lying if hands.get(number) != lying[number]]
    return all(_is_untouched(state.areas[number], lying[number]) for number in changed)


def _is_untouched(area: Area, cards: tuple[Card, ...]) -> bool:
    hand = area.hands[0]
    is_as_dealt = len(area.hands) == 1 and hand.cards == cards and not hand.wants_card
    return is_as_dealt and hand.status in ("open", "blackjack")


def restore_hands(draft: Draft[State], row: Row[object], mistake: Mistake) -> None:
    restore(draft, *row.rules, reading=row.reading)


def restore(draft: Draft[State], *rules: str, reading: str | None = None) -> None:
    before = draft.state
    lying, hands = as_they_lie(before.laid)[0], intended(before)[0]
    changed = [number for number in hands if hands[number] != lying.get(number)]
    laid = tuple(Laid(card, Spot("hand", number)) for number in changed for card in hands[number])
    cites = draft.cite(*rules, reading=reading)
    draft.emit(e.CardsPutInOrder(laid=laid, is_late=True, citations=cites))
    if any(is_pair_changed(draft.rules, before, draft.state, number) for number in changed):
        refer(draft, "Pair wagers settled on exchanged cards")
    if before.phase == "playing" and is_blackjack_safe(draft.rules, before):
        for number in changed:
            if draft.state.areas[number].hands[0].status == "blackjack":
                pay_blackjacks(draft, number)


def is_pair_changed(rules: Rules, before: State, after: State, number: int) -> bool:
    """Whether Pair wagers of this area were settled otherwise than its own cards demand."""
    if not before.areas[number].has_settled_pairs:
        return False
    hands = (before.areas[number].hands[0].cards, after.areas[number].hands[0].cards)
    was, is_now = (is_pair(cards, Terms.of(rules).pair_ten_face) for cards in hands)
    return was != is_now


def _restored(state: State, hands: dict[int, tuple[Card, ...]]) -> State:
    skip = state.skip
    if skip:  # what would be taken back to has its own cards too
        skip = skip.each(lambda skip: replace(skip, later=_with_cards(skip.later, hands)))
    return replace(state, areas=_with_cards(state.areas, hands), skip=skip, laid=(), planned=())


def _with_cards(areas: dict[int, Area], cards: dict[int, tuple[Card, ...]]) -> dict[int, Area]:
    """The areas with these cards in their first hands, where they are among them."""
    found = dict(areas)
    for number, area in areas.items():
        if number in cards:
            status: Status = "blackjack" if is_natural(cards[number]) else "open"
            found[number] = with_hand(area, 0, replace(area.hands[0], cards=cards[number], status=status))
    return found


# The others: each amends the plan, so that what was ruled on is not found again


def burn_stands(draft: Draft[State], row: Row[object], mistake: Mistake) -> None:
    draft.emit(e.PlayStands(clears="burn", citations=draft.cite(*row.rules)))


@FREEBET.after(e.PlayStands)
def play_stands(state: State, event: e.PlayStands) -> State:
    if event.clears == "burn":
        return replace(state, planned=without(state.planned, BURN))
    if event.clears == "astray":
        return without_astray(state)
    return state


def without_astray(state: State) -> State:
    """The card that lay on a wrong hand is out of play."""
    gone = [Aside(each.card, "removed") for each in lying_aside(state, "astray")]
    return replace(state, aside=with_aside(state, ("astray",), *gone))


def return_wagers(draft: Draft[State], row: Row[object], mistake: Mistake) -> None:
    kept = is_busted_kept(draft.rules)
    return_area(draft, mistake.place, Back(row.rules, row.reading, keeps_busted=kept))


def discard_cards(draft: Draft[State], row: Row[object], mistake: Mistake) -> None:
    draft.emit(e.UnbetCardsDiscarded(area=mistake.place, citations=draft.cite(*row.rules)))


@FREEBET.after(e.UnbetCardsDiscarded)
def unbet_cards_discarded(state: State, event: e.UnbetCardsDiscarded) -> State:
    areas = {number: area for number, area in state.areas.items() if number != event.area}
    laid = discarded(state.laid, event.area)
    state = replace(state, areas=areas, laid=laid, withdraw_right=True)
    astray = astray_card(state)
    return without_astray(state) if astray and astray.area == event.area else state


def void(draft: Draft[State], row: Row[object], mistake: Mistake) -> None:
    if draft.state.phase != "idle":
        void_round(draft, *row.rules, reading=row.reading)


def offer_one_card(draft: Draft[State], row: Row[object], mistake: Mistake) -> None:
    find_one_card(draft, mistake.place)


def draw_dealer_card(draft: Draft[State], row: Row[object], mistake: Mistake) -> None:
    find_dealer_card(draft)


CARRY_OUT: Mapping[Course, Callable[[Draft[State], Row[object], Mistake], None]] = {
    VOID: void,
    STANDS: burn_stands,
    PUT_IN_ORDER: restore_hands,
    RETURN_BET: return_wagers,
    DISCARD: discard_cards,
    OFFER: offer_one_card,
    DRAW_NOW: draw_dealer_card,
}
