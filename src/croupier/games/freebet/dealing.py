"""The burn, the initial deal and every further card."""

from collections.abc import Sequence

from croupier.cards import Card, DeviceError, OutOfCards
from croupier.rulebook import Rules
from croupier.table import Draft, Role

from . import commands as c
from . import events as e
from .control import DEALER, bet_areas, controller, due, is_held_up, missed_areas, short_in_play
from .destinations import Initial, initial
from .flow import advance, after_card, is_burn_due, value_rule
from .game import FREEBET
from .places import require_power
from .points import count
from .settlement import settle_round
from .state import State


@FREEBET.on(c.BurnCard, Role.DEALER)
def burn_card(draft: Draft[State], command: c.BurnCard) -> None:
    state = draft.state
    if state.phase not in ("idle", "betting", "closed") or not state.is_shuffled:
        draft.refuse("missed_burn", "a card is burnt after the shuffle and before the deal only")
    if not is_burn_due(draft.rules, state):
        draft.refuse("missed_burn", "no card is to be burnt now", reading="FB-A23")
    if state.remaining < 1:
        draft.refuse("cards_run_out", "the device is empty; shuffle first")
    draft.emit(e.CardBurnt(citations=draft.rules.cite("missed_burn", reading="FB-A23")))


@FREEBET.on(c.DealInitial, Role.DEALER)
def deal_initial(draft: Draft[State], command: c.DealInitial) -> None:
    require_ready_to_deal(draft)
    if is_burn_due(draft.rules, draft.state):
        draft.refuse("missed_burn", "burn a card first", reading="FB-A23")
    emit_initial(draft, initial(bet_areas(draft.state)), command.cards)


def require_ready_to_deal(draft: Draft[State]) -> None:
    if draft.state.phase != "closed":
        draft.refuse("dealing", "the initial cards are dealt once, after the call of no more bets")
    if is_held_up(draft.state):
        draft.refuse("dealing", "the Round is interrupted; a question or a cut comes first")


def emit_initial(
    draft: Draft[State],
    deal: Initial,
    named: Sequence[Card],
    exchanged: int = 0,
    is_unburnt: bool = False,
) -> None:
    try:
        cards, _ = draft.state.device.draw(len(deal.places), named)
    except OutOfCards as error:
        draft.refuse("cards_run_out", f"{error}: riffle the discards first")
    except DeviceError as error:
        draft.refuse("dealing", str(error))
    hands, dealer = spread(cards, deal)
    draft.emit(
        e.InitialCardsDealt(
            hands=hands,
            dealer=dealer,
            cards=cards,
            exchanged=exchanged,
            is_unburnt=is_unburnt,
            citations=draft.rules.cite("dealing", "initial_deal"),
        )
    )


def spread(cards: Sequence[Card], deal: Initial) -> tuple[dict[int, tuple[Card, ...]], tuple[Card, ...]]:
    """The cards of an initial deal in the order they came, hand by hand."""
    hands: dict[int, tuple[Card, ...]] = {number: (cards[at],) for at, number in enumerate(deal.first)}
    at = len(deal.first)
    dealer = (cards[at],) if deal.has_dealer else ()
    for offset, number in enumerate(deal.second, start=at + deal.has_dealer):
        hands[number] = (*hands.get(number, ()), cards[offset])
    return hands, dealer


def next_card(draft: Draft[State], named: Sequence[Card]) -> tuple[Card, bool]:
    """The next card and whether it lay on the table already; refuses if there is none."""
    state = draft.state
    if state.next_cards:
        card = state.next_cards[0]
        if named and tuple(named) != (card,):
            draft.refuse("card_dealt_in_error", f"{card} counts as the next card: deal it without naming one")
        return card, True
    if state.remaining < 1:
        draft.refuse("cards_run_out", "the device is empty: riffle the discards first")
    try:
        (card,), _ = state.device.draw(1, named)
    except DeviceError as error:
        draft.refuse("drawing", str(error))
    return card, False


@FREEBET.on(c.DealCard, Role.DEALER)
def deal_card(draft: Draft[State], command: c.DealCard) -> None:
    require_power(draft)
    target = due(draft.rules, draft.state)
    if target is None and (short := short_in_play(draft.state)) and not is_held_up(draft.state):
        rule = "player_short_of_cards_early" if draft.state.is_early else "one_card_hand_late"
        draft.refuse(rule, f"area {short} has one card only: report the misdeal first")
    if target is None:
        draft.refuse("drawing", "no card is due now; a player or a ruling comes first")
    card, is_next = next_card(draft, command.cards)
    deal_to(draft, target, card, is_next)


def deal_to(draft: Draft[State], target: tuple[int, int], card: Card, is_next: bool) -> None:
    number, index = target
    is_first = not draft.state.dealer
    cites = draft.rules.cite(*card_rules(draft.rules, draft.state, target, card, is_next))
    if target != DEALER:
        draft.emit(e.CardDealt(area=number, hand=index, card=card, is_next_card=is_next, citations=cites))
        after_card(draft, number, index)
        advance(draft)
        return
    draft.emit(e.DealerCardDealt(card=card, is_next_card=is_next, citations=cites))
    if is_first:
        from .offers import offer_late  # offers are built on dealing

        offer_late(draft)
    else:
        advance(draft)


def card_rules(
    rules: Rules, state: State, target: tuple[int, int], card: Card, is_next: bool
) -> tuple[str, ...]:
    """The paragraphs behind one card."""
    keys: tuple[str, ...] = (value_rule(card),)
    if is_next and state.error_card is not None:
        keys = (*keys, "card_dealt_in_error")
    if target == DEALER:
        if is_next and state.error_card is not None:
            keys = (*keys, "error_card_refused_by_all")
        if not state.dealer:
            return (*keys, "dealer_first_card_missed_late")
        return (*keys, "dealer_draws", "soft_total") if count(state.dealer)[1] else (*keys, "dealer_draws")
    hand = state.areas[target[0]].hands[target[1]]
    if state.following and state.following.kind == "double":
        keys = (*keys, "declined_double_one_card")
    elif state.following:
        keys = (*keys, "stay_on_first_hand")
    if hand.is_doubled:
        return (*keys, "doubled_hand_one_card", "subsequent_deal")
    if len(hand.cards) == 1:
        return (*keys, "split_hands_in_order" if hand.is_split else "one_card_hand_played", "subsequent_deal")
    if controller(state, target[0]) is None:
        return (*keys, "absent_player", "subsequent_deal")
    return (*keys, "drawing", "subsequent_deal")


@FREEBET.on(c.SettleRound, Role.DEALER)
def settle_wagers(draft: Draft[State], command: c.SettleRound) -> None:
    if draft.state.phase != "complete":
        draft.refuse("round_of_play", "wagers are settled when the Dealer's hand is complete")
    if is_held_up(draft.state):
        draft.refuse("round_of_play", "a question is open; answer it first")
    if missed := missed_areas(draft.state):
        draft.refuse(
            "wager_without_cards_late", f"area {missed[0]} has a wager and no cards: report the misdeal"
        )
    settle_round(draft)
    conclude(draft, command.at)


def conclude(draft: Draft[State], at: int) -> None:
    state = draft.state
    short = {state.players[place].name: at for place in state.short_now}
    cites = draft.rules.cite("round_of_play")
    if state.has_breach:
        cites += draft.rules.cite("limit_breaches_settled")
    draft.emit(e.RoundConcluded(short=short, citations=cites))
