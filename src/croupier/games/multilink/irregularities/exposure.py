"""Cards that were seen when they should not have been."""

from collections.abc import Callable, Iterator

from msgspec.structs import replace

from croupier.cards import UNKNOWN, Card, DeviceError
from croupier.games.multilink import commands as c
from croupier.games.multilink import events as e
from croupier.games.multilink.decisions import may_look
from croupier.games.multilink.game import MULTILINK
from croupier.games.multilink.irregularities.courses import cancel_hand, play_on, report
from croupier.games.multilink.permissions import boxes_where, require_clear_round
from croupier.games.multilink.state import State, live_progressive
from croupier.games.multilink.turns import is_shoe
from croupier.messages import reason_of
from croupier.rulebook import Behaviour, Rules
from croupier.table import Draft, GiveRuling, Matter, Moment, Offer, Role, cards_for
from croupier.table.matters import ask, refer
from croupier.table.offers import Target

# What becomes of a second hand that was looked at by accident.
accidental_peek: Behaviour[Callable[[Draft[State], int], None]] = Behaviour(
    MULTILINK.policies, "accidental_peek"
)


# Face up in the device


def _next_or_behind(at: Moment[State]) -> Iterator[Target]:
    if draws_more(at.rules, at.state):
        yield from ({"behind": behind} for behind in (None, 1))


@MULTILINK.action(c.ReportFaceUpCard, Role.DEALER, "face_up_card", each=_next_or_behind)
def report_face_up_card(at: Moment[State], behind: int | None) -> Offer:
    require_clear_round(at, "face_up_card")
    state = at.state
    if not draws_more(at.rules, state) or state.face_up is not None:
        at.refuse("face_up_card", "no further card can be found face up now; play on")
    if not 0 <= (behind or 0) < state.device.remaining:
        at.refuse("face_up_card", "so many cards do not come before it")
    asks = (cards_for("cards", ["face-up card"]),) if state.device.source == "physical" else ()
    return report(at, "face_up_card", *asks, facts=behind or 0)


@report_face_up_card.taken
def face_up_card_is_reported(draft: Draft[State], command: c.ReportFaceUpCard, offer: Offer) -> None:
    card = _card_at(draft, offer.facts, command.cards)
    cites = draft.cite("face_up_card", reading="ML-A50")
    draft.emit(e.FaceUpCardFound(cards=(card,), after=offer.facts, citations=cites))


def _card_at(draft: Draft[State], after: int, named: tuple[Card, ...]) -> Card:
    """The card that comes after so many others; a physical device is told."""
    device = draft.state.device
    if device.source == "virtual":
        return device.undealt[after]
    known = device.undealt[after : after + 1]
    try:
        (card,), _ = replace(device, undealt=()).draw(1, named)
    except DeviceError as error:
        draft.refuse("face_up_card", "{error}", error=reason_of(error))
    if (known and known[0] not in (UNKNOWN, card)) or (not known and card in device.undealt):
        draft.refuse("reconstruction", "the cards that went back come first, in the order they came")
    return card


def draws_more(rules: Rules, state: State) -> bool:
    """Whether cards of this Round are still to come out of a freshly shuffled device."""
    if state.phase == "closed":
        return bool(state.board or state.coming) or not state.device.out
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
        if box in live_progressive(at.state) and not at.state.boxes[box].is_in:
            said = "box {box} has folded: its hand is out, and its jackpot bet is judged all the same"
        else:
            said = "box {box} is not a second hand of a player who has examined one already"
        at.refuse("peeking", said, box=box)
    return report(at, "peeking", facts=at.state.boxes[box])


@report_peek.taken
def peek_is_reported(draft: Draft[State], command: c.ReportPeek, offer: Offer) -> None:
    box = offer.facts
    cites = draft.cite("peeking", "other_boxes")
    draft.emit(e.HandPeekedAt(player=box.player, box=command.box, cards=box.cards, citations=cites))
    question = "Was the hand of box {where} examined intentionally?"
    choices, where = ("intentional", "accidental"), command.box
    ask(draft, "peek", Role.PIT_SUPERVISOR, question, choices, "peeking", where=where)


@MULTILINK.ruling("peek")
def carry_peek(draft: Draft[State], command: GiveRuling, matter: Matter) -> None:
    if command.choice == "intentional":
        cancel_hand(draft, matter.where, draft.cite("peeking"))
    else:
        accidental_peek.by(draft.rules)(draft, matter.where)


@accidental_peek("keep")
def keep_peeked_hand(draft: Draft[State], box: int) -> None:
    play_on(draft, "the look was not intended: the hand stays valid", "peeking", reading="ML-A19")


@accidental_peek("cancel")
def cancel_peeked_hand(draft: Draft[State], box: int) -> None:
    cancel_hand(draft, box, draft.cite("peeking", reading="ML-A19"))


@accidental_peek("refer")
def refer_peeked_hand(draft: Draft[State], box: int) -> None:
    refer(draft, "box {where} was examined by accident", "peeking", reading="ML-A19", where=box)


# Events


@MULTILINK.after(e.CardsExposed)
def cards_exposed(state: State, event: e.CardsExposed) -> State:
    return replace(
        state,
        public=state.public + event.cards,
        exposed=state.exposed + event.counted,
        has_looked=state.has_looked or event.is_look,
    )


@MULTILINK.after(e.FaceUpCardFound)
def face_up_card_found(state: State, event: e.FaceUpCardFound) -> State:
    known = state.public if event.cards[0] in state.public else state.public + event.cards
    return replace(state, public=known, face_up=event.cards[0], face_up_after=event.after)


@MULTILINK.after(e.HandPeekedAt)
def hand_peeked_at(state: State, event: e.HandPeekedAt) -> State:
    return state.with_box(event.box, is_examined=True)
