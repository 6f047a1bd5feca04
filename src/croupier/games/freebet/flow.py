"""What follows by itself: hands that end, the Dealer's hand that is complete, the way through a Round."""

from croupier.rulebook import Rules
from croupier.table import Draft

from . import events as e
from . import incidents as i
from .control import absent_hand_stands, controller, current, due, is_held_up
from .points import count, is_ace, is_ten, total
from .settlement import settle_pairs, settle_stake
from .state import Area, State


def is_burn_due(rules: Rules, state: State) -> bool:
    policy: str = rules.choice("burn_policy")
    return (policy == "per_shoe" and not state.is_shoe_burnt) or (
        policy == "per_round" and not state.is_round_burnt
    )


def is_cut_card_out(rules: Rules, state: State) -> bool:
    """Whether the cutting card has come: the share of cards behind it is all that is left."""
    cards: int = state.device.decks * rules.parameter("deck_cards")
    return state.remaining * 100 <= cards * rules.percent("cut_card_position")


def value_rule(card: str) -> str:
    """The paragraph that gives a card its points."""
    if card[0] == "A":
        return "ace_value"
    return "face_values" if card[0] in "JQK" else "pip_values"


def is_blackjack_safe(rules: Rules, state: State) -> bool:
    """Whether a Blackjack is paid now: the Dealer's card cannot tie it, or the House does not wait."""
    upcard = state.upcard
    if upcard is None or is_ace(upcard):
        return False
    return not is_ten(upcard) or bool(rules["pay_blackjack_immediately_vs_ten"])


def settle_interim(draft: Draft[State]) -> None:
    """Pair wagers, and Blackjacks that the Dealer's first card cannot tie any more."""
    pays_now = is_blackjack_safe(draft.rules, draft.state)
    for number, area in draft.state.areas.items():
        if area.sides and area.hands and len(area.hands[0].cards) >= 2 and area.wagers:
            settle_pairs(draft, number)
        if pays_now and area.hands and area.hands[0].status == "blackjack":
            pay_blackjacks(draft, number)


def pay_blackjacks(draft: Draft[State], number: int) -> None:
    keys = ("main_pays", "blackjack", "blackjack_paid", "blackjack_wins", "interim_settlement")
    for stake in draft.state.areas[number].hands[0].stakes:
        settle_stake(draft, number, 0, stake, ("blackjack", keys), is_interim=True, reading="FB-A12")


def after_card(draft: Draft[State], number: int, index: int) -> None:
    """A hand has got a card: it may have busted or be complete."""
    area = draft.state.areas[number]
    hand = area.hands[index]
    points = total(hand.cards)
    if points > 21:
        bust(draft, number, index)
        return
    if len(hand.cards) == 2 and not hand.is_split:
        complete_initial_hand(draft, number)
        hand = draft.state.areas[number].hands[index]
    if hand.status != "open":
        return
    if hand.is_doubled:
        stand(draft, number, index, "doubled_hand_one_card")
    elif hand.is_split and is_ace(hand.cards[0]):
        stand(draft, number, index, "split_ace_one_card")
    elif points == 21:
        stand(draft, number, index, "no_draw_on_21")


def complete_initial_hand(draft: Draft[State], number: int) -> None:
    """A one-card hand has got its second card at last."""
    hand = draft.state.areas[number].hands[0]
    if not hand.has_late_card:
        settle_pairs(draft, number)
        if hand.status == "blackjack" and is_blackjack_safe(draft.rules, draft.state):
            pay_blackjacks(draft, number)


def bust(draft: Draft[State], number: int, index: int) -> None:
    outcome: tuple[e.Result, tuple[str, ...]] = ("bust", ("bust", "bust_loses_at_once", "bust_loses"))
    for stake in draft.state.areas[number].hands[index].stakes:
        settle_stake(draft, number, index, stake, outcome)


def stand(draft: Draft[State], number: int, index: int, *rules: str) -> None:
    draft.emit(e.HandStood(area=number, hand=index, citations=draft.rules.cite(*rules)))


def advance(draft: Draft[State]) -> None:
    """Go on as far as nobody has to decide or deal: hands without a say stand, the Dealer's is completed."""
    while draft.state.phase == "playing" and not is_held_up(draft.state):
        target = current(draft.state)
        if target is None:
            if due(draft.rules, draft.state) is None:
                complete_dealer(draft)
            return
        number, index = target
        area = draft.state.areas[number]
        hand = area.hands[index]
        if area.takes_no_cards:
            stand(draft, number, index, "error_card_refused", "refused_card_means_stand")
        elif is_absent_and_done(draft, number, area, index):
            stand(draft, number, index, "absent_player")
        elif len(hand.cards) >= 2 and total(hand.cards) == 21 and not hand.wants_card:
            stand(draft, number, index, "no_draw_on_21")
        else:
            return


def is_absent_and_done(draft: Draft[State], number: int, area: Area, index: int) -> bool:
    hand = area.hands[index]
    if controller(draft.state, number) is not None or hand.wants_card or len(hand.cards) < 2:
        return False
    return absent_hand_stands(draft.rules, hand)


def complete_dealer(draft: Draft[State]) -> None:
    """No further card can matter: leftover cards are burnt and the Dealer's total stands."""
    state = draft.state
    if state.leftovers:
        cites = draft.rules.cite("simultaneous_several_seen_rest")
        draft.emit(i.DisclosedCardsChosen(area=0, taken=(), left=(), burnt=state.leftovers, citations=cites))
    dealer = state.dealer
    points, is_soft = count(dealer)
    if points <= 16 or (points == 17 and is_soft):
        cites = draft.rules.cite("dealer_stops_early", reading="FB-A13")
    elif points > 21:
        cites = draft.rules.cite("dealer_draws", "bust")
    else:
        cites = draft.rules.cite("dealer_draws", "soft_total" if is_soft else "hard_total")
    draft.emit(e.DealerCompleted(total=points, citations=cites))
