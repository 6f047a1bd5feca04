"""Cards that were seen when they should not have been."""

from collections.abc import Callable, Iterator

from msgspec.structs import replace

from croupier.cards import UNKNOWN, Card, DeviceError
from croupier.games.multilink import commands as c
from croupier.games.multilink import events as e
from croupier.games.multilink.decisions import may_look
from croupier.games.multilink.flow import boxes_where, is_shoe, no_trouble
from croupier.games.multilink.game import MULTILINK
from croupier.games.multilink.irregularities.questions import (
    ask,
    cancel_hand,
    offer_options,
    play_on,
    report,
    require_clear_round,
    require_round,
    ruling,
    void,
)
from croupier.games.multilink.state import State, Trouble, at_stake, has_seen
from croupier.games.multilink.terms import terms
from croupier.rulebook import Behaviour, Rules
from croupier.table import Draft, GiveRuling, Moment, Offer, Role, cards_for
from croupier.table.offers import Target

# One card seen before anybody has looked: the rule that decides, by a choice or by a void Round.
exposed_card: Behaviour[Callable[[Rules], str]] = Behaviour(MULTILINK.policies, "exposed_card")

# What becomes of a second hand that was looked at by accident.
accidental_peek: Behaviour[Callable[[Draft[State], int], None]] = Behaviour(
    MULTILINK.policies, "accidental_peek"
)


def _exposures(at: Moment[State]) -> Iterator[Target]:
    """Each hidden card; before anybody has looked also two at once, of a hand or of neighbours."""
    state = at.state
    if state.phase in ("idle", "betting"):
        return
    nobody: Target = {"where": "box", "box": None, "also": None, "which": None}
    for where in ("community", "dealer", "burnt"):
        yield from ({**nobody, "where": where, "which": nth} for nth in nth_hidden(state, where))
    hidden = [number for number in state.boxes if hidden_cards(state, "box", number)]
    for place, number in enumerate(hidden):
        yield from ({**nobody, "box": number, "which": nth} for nth in nth_hidden(state, "box", number))
        if has_seen(state):
            continue
        if len(hidden_cards(state, "box", number)) > 1:
            yield {**nobody, "box": number, "also": number}
        yield from ({**nobody, "box": number, "also": also} for also in hidden[place + 1 : place + 2])


@MULTILINK.action(c.ReportExposedCard, Role.DEALER, "exposed_card", each=_exposures)
def report_exposed_card(
    at: Moment[State], where: str, box: int | None, also: int | None, which: str | None
) -> Offer:
    require_round(at, "exposed_card")
    cards = _exposed(at.state, where, box, also, which)
    if not _ends_at_once(at, len(cards)):
        no_trouble(at, "exposed_card")
    if UNKNOWN in cards:
        at.refuse("exposed_card", "nobody had seen this Burnt Card: name it first", reading="ML-A59")
    at.require(cards, "exposed_card", "there is no such face-down card; name a hand that has been dealt")
    return report(at, "exposed_card", facts=cards)


def _ends_at_once(at: Moment[State], count: int) -> bool:
    """Whether so many further cards lead to play going on or to a void Round, and to no question that would
    have to wait for another one."""
    return has_seen(at.state) or _rule_on(at.rules, at.state, count) in _VOIDING


@report_exposed_card.taken
def exposed_card_is_reported(draft: Draft[State], command: c.ReportExposedCard, offer: Offer) -> None:
    state, cards = draft.state, offer.facts
    rule = _rule_on(draft.rules, state, len(cards))
    draft.emit(e.CardsExposed(cards=cards, citations=draft.cite(rule)))
    if has_seen(state):
        play_on(draft, "somebody has looked at a hand already", rule, reading="ML-A25")
    elif rule in _VOIDING:
        is_one = draft.state.exposed == 1
        why = (
            f"{'a card was' if is_one else f'{draft.state.exposed} cards were'} exposed before anybody looked"
        )
        void(draft, why, rule, "voiding_events", reading="ML-A25")
    else:
        is_owners = command.where == "box" and terms(draft.rules).exposed_card_affected == "owner"
        affected = [n for n in at_stake(state) if n == command.box or not is_owners]
        if affected:
            offer_options(
                draft, affected, command.at, is_reconstructed=False, rules=(rule,), reading="ML-A25"
            )
        else:
            play_on(draft, "no hand in play is affected", rule, reading="ML-A25")


_VOIDING = ("cards_exposed_unseen", "misdeal_unseen")


def _rule_on(rules: Rules, state: State, count: int) -> str:
    """The rule that speaks of so many further cards: not every edition has one on a single card unseen."""
    if has_seen(state):
        return "exposed_card"
    if state.exposed + count >= terms(rules).exposed_cards_void:
        return "cards_exposed_unseen"
    return exposed_card.by(rules)(rules)


NTH = ("first", "second", "third", "fourth", "fifth")


def _exposed(
    state: State, where: str, box: int | None, also: int | None, which: str | None
) -> tuple[Card, ...]:
    """The cards that were exposed: the one that was named, else the first ones there that nobody knew."""
    if which is not None:
        index = NTH.index(which)
        cards = cards_at(state, where, box or 0)[index : index + 1]
        return tuple(card for card in cards if card not in state.public)
    if where != "box":
        hidden = hidden_cards(state, where)
        return tuple(hidden[-1:] if where == "burnt" else hidden[:1])
    found: list[Card] = []
    for number in (n for n in (box, also) if n is not None):
        hidden = [card for card in hidden_cards(state, "box", number) if card not in found]
        if not hidden:
            return ()
        found.append(hidden[0])
    return tuple(found)


def cards_at(state: State, where: str, number: int = 0) -> tuple[Card, ...]:
    """Cards that lie face down: of a hand, of the board or of the Dealer's packet, and burnt ones."""
    if where == "box":
        box = state.boxes.get(number)
        cards = () if box is None or box.is_shown or box.status == "cancelled" else box.cards
    elif where == "burnt":
        cards = state.burnt
    elif where == "community":
        cards = state.board[state.board_shown :]
    else:
        cards = () if state.is_dealer_shown else state.dealer
    return cards + tuple(laid.card for laid in state.coming if (laid.place, laid.box) == (where, number))


def hidden_cards(state: State, where: str, number: int = 0) -> list[Card]:
    """Those of them that nobody knows."""
    return [card for card in cards_at(state, where, number) if card not in state.public]


def nth_hidden(state: State, where: str, number: int = 0) -> list[str]:
    cards = cards_at(state, where, number)
    return [nth for nth, card in zip(NTH, cards, strict=False) if card not in state.public]


@exposed_card("affected_player_chooses")
def its_own_paragraph(rules: Rules) -> str:
    """The paragraph on exposed cards itself gives the choice."""
    return "exposed_card"


@exposed_card("ordinary_dealing_error")
def the_general_paragraph(rules: Rules) -> str:
    """The paragraph is silent, so the general one on dealing errors applies; a stricter house takes it for
    cards dealt wrongly that nobody has seen."""
    return "misdeal_unseen" if terms(rules).v2_512_unseen_card == "void" else "dealing_error_options"


# Face up in the device


def _next_or_behind(at: Moment[State]) -> Iterator[Target]:
    if draws_more(at.rules, at.state) and not at.state.on_top:
        yield from ({"behind": behind} for behind in (None, 1))


@MULTILINK.action(c.ReportFaceUpCard, Role.DEALER, "face_up_card", each=_next_or_behind)
def report_face_up_card(at: Moment[State], behind: int | None) -> Offer:
    require_clear_round(at, "face_up_card")
    state = at.state
    if not draws_more(at.rules, state) or state.face_up is not None:
        at.refuse("face_up_card", "no further card can be found face up now; play on")
    if not 0 <= (behind or 0) < state.device.remaining - len(state.coming):
        at.refuse("face_up_card", "so many cards do not come before it")
    asks = (cards_for("cards", ["face-up card"]),) if state.device.source == "physical" else ()
    return report(at, "face_up_card", *asks, facts=len(state.coming) + (behind or 0))


@report_face_up_card.taken
def face_up_card_is_reported(draft: Draft[State], command: c.ReportFaceUpCard, offer: Offer) -> None:
    card = _card_at(draft, offer.facts, command.cards)
    cites = draft.cite("face_up_card", reading="ML-A50")
    draft.emit(e.FaceUpCardFound(cards=(card,), after=offer.facts, citations=cites))


def _card_at(draft: Draft[State], after: int, named: tuple[Card, ...]) -> Card:
    """The card that comes after so many others; a physical device is told."""
    device, on_top = draft.state.device, draft.state.on_top
    if device.source == "virtual":
        return device.undealt[after]
    try:
        (card,), _ = device.draw(1, named)
    except DeviceError as error:
        draft.refuse("face_up_card", str(error))
    known = on_top if on_top else tuple(laid.card for laid in draft.state.coming)
    if (after < len(on_top) and card != on_top[after]) or (after >= len(known) and card in known):
        draft.refuse("reconstruction", "the cards that went back come first, in the order they came")
    return card


def draws_more(rules: Rules, state: State) -> bool:
    """Whether cards of this Round are still to come out of a freshly shuffled device."""
    if state.phase == "closed":
        return bool(state.board) or not state.device.out
    more = ("first", "flop_down", "second", "turn_down", "third", "river_down", "board")
    return is_shoe(rules) and state.phase in more


# A second hand


def can_be_peeked_at(rules: Rules, state: State, number: int) -> bool:
    box = state.boxes.get(number)
    if box is None or not box.is_in or not box.cards or box.is_examined or box.is_shown:
        return False
    return not may_look(rules, state, box.player)


@MULTILINK.action(c.ReportPeek, Role.DEALER, "peeking", each=boxes_where(can_be_peeked_at))
def report_peek(at: Moment[State], box: int) -> Offer:
    require_clear_round(at, "peeking")
    if not can_be_peeked_at(at.rules, at.state, box):
        at.refuse("peeking", f"box {box} is not a second hand of a player who has examined one already")
    return report(at, "peeking", facts=at.state.boxes[box])


@report_peek.taken
def peek_is_reported(draft: Draft[State], command: c.ReportPeek, offer: Offer) -> None:
    box = offer.facts
    cites = draft.cite("peeking", "other_boxes")
    draft.emit(e.HandPeekedAt(player=box.player, box=command.box, cards=box.cards, citations=cites))
    question = f"did {box.player} examine box {command.box} intentionally?"
    ask(draft, "peek", question, ("intentional", "accidental"), ("peeking",), box=command.box)


@ruling("peek")
def carry_peek(draft: Draft[State], command: GiveRuling, trouble: Trouble) -> None:
    if command.choice == "intentional":
        cancel_hand(draft, trouble.box, draft.cite("peeking"))
    else:
        accidental_peek.by(draft.rules)(draft, trouble.box)


@accidental_peek("keep")
def keep_peeked_hand(draft: Draft[State], box: int) -> None:
    play_on(draft, "the look was not intended: the hand stays valid", "peeking", reading="ML-A19")


@accidental_peek("cancel")
def cancel_peeked_hand(draft: Draft[State], box: int) -> None:
    cancel_hand(draft, box, draft.cite("peeking", reading="ML-A19"))


@accidental_peek("refer")
def refer_peeked_hand(draft: Draft[State], box: int) -> None:
    question, rules = f"box {box} was examined by accident", ("matters_not_provided_for", "peeking")
    ask(draft, "unforeseen", question, ("continue", "void"), rules, "ML-A19", Role.SHIFT_MANAGER)


# Events


@MULTILINK.after(e.CardsExposed)
def cards_exposed(state: State, event: e.CardsExposed) -> State:
    return replace(state, public=state.public + event.cards, exposed=state.exposed + len(event.cards))


@MULTILINK.after(e.FaceUpCardFound)
def face_up_card_found(state: State, event: e.FaceUpCardFound) -> State:
    known = state.public if event.cards[0] in state.public else state.public + event.cards
    return replace(state, public=known, face_up=event.cards[0], face_up_after=event.after)


@MULTILINK.after(e.HandPeekedAt)
def hand_peeked_at(state: State, event: e.HandPeekedAt) -> State:
    return state.with_box(event.box, is_examined=True)
