"""What is done about an irregularity: asked, put in order, cancelled, void; and whom a mistake concerns."""

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from croupier.cards import UNKNOWN, Card
from croupier.games.multilink import events as e
from croupier.games.multilink.face_down import told_apart
from croupier.games.multilink.game import MULTILINK
from croupier.games.multilink.plan import (
    COMMUNITY,
    DEALER_HAND,
    HOLE,
    as_intended,
    as_they_lie,
    came,
    cards_of,
    planned,
    spots_of,
    wrong,
)
from croupier.games.multilink.state import BETS, Bet, Box, Phase, State, at_stake, swept
from croupier.games.multilink.terms import STREET_BETS, terms
from croupier.links.terms import house_role
from croupier.rulebook import Citation, Rules
from croupier.table import Ask, Draft, Matter, Moment, Offer, Role
from croupier.table.facts import BURN, DEALER, DEALER_PLACE, Came, Laid, Spot
from croupier.table.matters import MatterOpened, MatterResolved, ask
from croupier.table.mistakes import Mistake

FAULT = "progressive_fault"
VOID_AFTER_JACKPOT = "void_after_jackpot"


@MULTILINK.asking
def fault_course(rules: Rules, state: State) -> Iterator[Matter]:
    """How the House goes on after a fault may wait until the Round is over."""
    if state.fault is not None and not state.fault.course:
        blocking = ("block_box",) if state.fault.box else ()
        yield Matter(
            key=FAULT,
            role=house_role(rules),
            question="Which course is taken until the jackpot equipment is repaired?",
            choices=("close_table", *blocking, "without_progressive"),
            rules=("progressive_fault_later_rounds",),
            reading="ML-A39",
        )


# Cancelling and voiding


def bets_on(box: Box) -> dict[Bet, int]:
    return {bet: getattr(box, bet) for bet in BETS if getattr(box, bet)}


def cancel_hand(draft: Draft[State], number: int, citations: tuple[Citation, ...]) -> None:
    box = draft.state.boxes[number]
    draft.emit(
        e.HandCancelled(
            player=box.player,
            seat=box.seat,
            box=number,
            round=draft.state.round,
            refunds=bets_on(box),
            citations=citations,
        )
    )


def void(draft: Draft[State], why: str, *rules: str, reading: str | None = None) -> None:
    """The Round has no result. Once a prize has been paid out of the jackpot, that is for a person, or the
    House has said beforehand that it is kept or goes back.
    """
    state = draft.state
    is_paid, is_settled = any(box.prize >= 0 for box in state.boxes.values()), state.settled_in != "idle"
    policy = terms(draft.rules).void_after_jackpot_paid
    if is_paid and policy == "reverse" and not is_settled:
        take_back_prizes(draft)
        reading = "ML-A33"
    elif is_paid and policy == "keep":
        reading = "ML-A33"
    elif is_paid:
        question = "{said:text}, but a jackpot prize has been paid: void what is unpaid, settle, or void all?"
        # The link has closed a Round that was settled, and takes nothing back.
        choices = ("void_unpaid", "settle", *(() if is_settled else ("void_all",)))
        keys = ("matters_not_provided_for", *rules)
        ask(
            draft,
            VOID_AFTER_JACKPOT,
            Role.SHIFT_MANAGER,
            question,
            choices,
            *keys,
            reading="ML-A33",
            said=why,
        )
        return
    emit_void(draft, why, draft.cite(*rules, reading=reading))


def take_back_prizes(draft: Draft[State]) -> None:
    """Nobody can have left with the chips: the bets of that hand lie on the layout still."""
    prizes = {
        number: e.PrizeBack(box.seat, box.player, box.prize)
        for number, box in draft.state.boxes.items()
        if box.prize >= 0
    }
    cites = draft.cite("void", "void_bets_returned", reading="ML-A33")
    draft.emit(e.JackpotTakenBack(round=draft.state.round, prizes=prizes, citations=cites))


def emit_void(draft: Draft[State], why: str, citations: tuple[Citation, ...]) -> None:
    refunds = {
        number: e.Refund(box.seat, box.player, bets_on(box))
        for number, box in draft.state.boxes.items()
        if box.staked
    }
    cites = citations + draft.cite("void", "void_bets_returned")
    draft.emit(e.RoundVoided(round=draft.state.round, why=why, refunds=refunds, citations=cites))


def report(at: Moment[State], rule: str, *asks: Ask, facts: Any = None) -> Offer:
    """Something that went wrong, offered to the dealer."""
    return Offer(at.cite(rule), asks, facts, group="irregularity")


def play_on(draft: Draft[State], why: str, *rules: str, reading: str | None = None) -> None:
    draft.emit(e.PlayContinues(why=why, citations=draft.cite(*rules, reading=reading)))


# Cards that lie wrong


# Where the Round stood before each deal.
_PHASE_BEFORE: dict[str, Phase] = {
    COMMUNITY: "closed",
    HOLE: "closed",
    "flop": "first",
    "turn": "second",
    "river": "third",
    DEALER_HAND: "board",
}
_STREETS_SHOWN = {"second": 1, "turn_down": 1, "third": 2, "river_down": 2, "board": 3, "showdown": 3}


class Lying(Struct, frozen=True):
    """A deal: its cards in the order they came, and the spot of each."""

    deal: str
    spots: tuple[Spot, ...]
    cards: tuple[Card, ...]

    def at(self, kind: str) -> tuple[Card, ...]:
        lying = zip(self.spots, self.cards, strict=False)
        return tuple([card for spot, card in lying if spot.kind == kind])


def all_deals(rules: Rules, state: State) -> list[Lying]:
    return [
        Lying(deal, spots_of(rules, state, deal), cards_of(rules, state, deal)) for deal in came(rules, state)
    ]


def planned_spots(rules: Rules, state: State, deal: str) -> tuple[Spot, ...]:
    return tuple(due.spot for due in planned(rules, state, deal))


def put_in_order(draft: Draft[State], *keys: str) -> None:
    """The n-th card that came goes where the plan has its n-th, from the first deal that is wrong on.

    What was ruled to stand keeps its places. Cards that are missing are drawn, or still to be named.
    """
    rules, state = draft.rules, draft.state
    wrong_deals = {each.deal for each in wrong(rules, state)} & {each.deal for each in state.unplanned}
    deals = all_deals(rules, state)
    at = next((n for n, each in enumerate(deals) if each.deal in wrong_deals), None)
    if at is None:
        return  # what the table does not know to be wrong lies in its intended order already
    plans = [
        (each.deal, planned_spots(rules, state, each.deal) if each.deal in wrong_deals else each.spots)
        for each in deals[at:]
    ]
    cards = tuple(card for each in deals[at:] for card in each.cards)
    count = sum(len(spots) for _, spots in plans)
    missing = max(count - len(cards), 0)
    drawn = state.device.undealt[:missing] if state.device.source == "virtual" else ()
    lying, back = (*cards[:count], *drawn), cards[count:]
    found, coming, phase = deals[:at], tuple[Laid, ...](), state.phase
    for deal, spots in plans:
        if len(lying) < len(spots):
            coming = tuple(Laid(card, spot) for card, spot in zip(lying, spots, strict=False))
            phase = _PHASE_BEFORE[deal]
            break
        found.append(Lying(deal, spots, lying[: len(spots)]))
        lying = lying[len(spots) :]
    _move(draft, e.CardsPutInOrder, found, keys, phase, coming, back, drawn)


def put_back(draft: Draft[State], mistakes: Sequence[Mistake], *keys: str) -> None:
    """What is too many of a packet goes back alone; the cards behind it stay where they lie."""
    back: list[Card] = []
    found: list[Lying] = []
    surplus = {(each.deal, each.place): each.count for each in mistakes if each.kind == "surplus"}
    for each in all_deals(draft.rules, draft.state):
        kept = list(zip(each.spots, each.cards, strict=True))
        for (deal, place), count in surplus.items():
            lying = [pair for pair in kept if deal == each.deal and _place_of(pair[0]) == place]
            for pair in lying[len(lying) - count :] if lying else ():
                kept.remove(pair)
                back.append(pair[1])
        found.append(Lying(each.deal, tuple(s for s, _ in kept), tuple(card for _, card in kept)))
    _move(draft, e.SurplusPutBack, found, keys, draft.state.phase, back=tuple(back))


def _place_of(spot: Spot) -> int:
    return DEALER_PLACE if spot == DEALER else spot.place


def exchange(draft: Draft[State], deal: str, tied: tuple[int, ...], *keys: str) -> None:
    """The other one of two cards came first."""
    found = all_deals(draft.rules, draft.state)
    at = next(n for n, each in enumerate(found) if each.deal == deal)
    cards = list(found[at].cards)
    one, other = (index_of(found[at].spots, number) for number in tied)
    cards[one], cards[other] = cards[other], cards[one]
    found[at] = replace(found[at], cards=tuple(cards))
    _move(draft, e.CardsExchanged, found, keys, draft.state.phase)


def index_of(spots: Sequence[Spot], number: int) -> int:
    """Where a card stands in its deal; they are counted without the burn, which is number 0."""
    if not number:
        return list(spots).index(BURN)
    return [at for at, spot in enumerate(spots) if spot != BURN][number - 1]


def _move(
    draft: Draft[State],
    kind: type[e.CardsMoved],
    deals: Sequence[Lying],
    keys: tuple[str, ...],
    phase: Phase,
    coming: tuple[Laid, ...] = (),
    back: tuple[Card, ...] = (),
    drawn: tuple[Card, ...] = (),
) -> None:
    rules, state = draft.rules, draft.state
    hands: dict[int, tuple[Card, ...]] = {}
    for each in deals:
        for spot, card in zip(each.spots, each.cards, strict=True):
            if spot.kind == "hand":
                hands[spot.place] = (*hands.get(spot.place, ()), card)
    left: tuple[Came, ...] = ()
    for each in deals:
        plan = planned_spots(rules, state, each.deal)
        left += () if plan == each.spots else (Came(each.deal, each.spots),)
    shown, phase = _still_shown(rules, state, deals, phase)
    out = tuple(card for each in deals for card in each.cards) + tuple(each.card for each in coming)
    draft.emit(
        kind(
            hands=hands,
            burnt=tuple(card for each in deals for card in each.at("burn")),
            board=tuple(card for each in deals for card in each.at("board")),
            board_shown=shown,
            dealer=tuple(card for each in deals for card in each.at("dealer")),
            out=out,
            phase=phase,
            coming=coming,
            back=back,
            drawn=drawn,
            unplanned=left,
            citations=draft.cite(*dict.fromkeys(keys)),
        )
    )


def _still_shown(rules: Rules, state: State, deals: Sequence[Lying], phase: Phase) -> tuple[int, Phase]:
    """How much of the board stays face up: a street that has other cards now is turned up anew."""
    board = tuple(card for each in deals for card in each.at("board"))
    if not terms(rules).is_shoe:
        return min(state.board_shown, len(board)), phase
    before = {each.deal: each.at("board") for each in all_deals(rules, state)}
    shown = 0
    for street in STREET_BETS[: _STREETS_SHOWN.get(state.phase, 0)]:
        cards = next((each.at("board") for each in deals if each.deal == street), None)
        if cards is None:
            break
        if cards != before[street][: len(cards)]:
            return shown, f"{street}_down"  # type: ignore[return-value]
        shown += len(cards)
    return shown, phase


# Whom a mistake concerns


def affected_as_they_lie(rules: Rules, state: State, mistakes: Sequence[Mistake]) -> list[int]:
    """Hands with other cards than intended; from a shoe everybody, where the board to come is shifted."""
    stake = at_stake(state)
    if terms(rules).dealing_error_affects == "everyone":
        return stake
    named = {each.place for each in mistakes if each.kind == "other"}
    if mistakes and all(each.kind == "other" for each in mistakes):
        return [number for number in stake if 0 in named or number in named]
    counts = ("short", "surplus", "extra_burn", "missed_burn", "extra_hand", "left_out")
    state = told_apart(rules, state)
    meant, lying = as_intended(rules, state), as_they_lie(rules, state)
    is_shifted = any(each.kind in counts for each in mistakes) and not are_moved_only(mistakes)
    is_everybody = any(each.deal != HOLE or each.place == DEALER_PLACE for each in mistakes)
    if (is_shifted and terms(rules).is_shoe) or is_everybody:
        return stake
    if meant.get(DEALER_PLACE) != lying.get(DEALER_PLACE):
        return stake
    return [number for number in stake if meant.get(number, ()) != lying.get(number, ()) or number in named]


def are_moved_only(mistakes: Sequence[Mistake]) -> bool:
    """Whole hands on empty boxes: nothing else is shifted."""
    given, taken = (sum(m.count for m in mistakes if m.kind == kind) for kind in ("left_out", "extra_hand"))
    return given == taken > 0 and all(each.kind in ("left_out", "extra_hand") for each in mistakes)


def affected_by_moving(rules: Rules, before: State, after: State) -> list[int]:
    """Hands that have other cards now; everybody, where the board or the Dealer has."""
    stake, is_everyone = at_stake(after), terms(rules).dealing_error_affects == "everyone"
    if is_everyone or (before.board, before.dealer) != (after.board, after.dealer):
        return stake
    return [number for number in stake if before.boxes[number].cards != after.boxes[number].cards]


# Events


@MULTILINK.after(MatterOpened)
def matter_opened(state: State, event: MatterOpened) -> State:
    return replace(state, asked_at=event.at or state.asked_at)


@MULTILINK.after(MatterResolved)
def matter_resolved(state: State, event: MatterResolved) -> State:
    """The time of other players runs on; with the last answer that of the next decision begins."""
    is_running = not event.number or (event.seat and state.open)
    return state if is_running else replace(state, asked_at=event.at)


@MULTILINK.after(e.HandCancelled)
def hand_cancelled(state: State, event: e.HandCancelled) -> State:
    empty: dict[str, Any] = dict.fromkeys(event.refunds, 0)
    box = replace(state.boxes[event.box], status="cancelled", has_decided=True, registered=0, **empty)
    return replace(
        state,
        boxes=state.boxes | {event.box: box},
        players=state.with_chips(event.player, sum(event.refunds.values())),
        claims=tuple(number for number in state.claims if number != event.box),
    )


@MULTILINK.after(e.JackpotTakenBack)
def jackpot_taken_back(state: State, event: e.JackpotTakenBack) -> State:
    for number, prize in event.prizes.items():
        players = state.with_chips(prize.player, -prize.amount)
        state = replace(state.with_box(number, prize=-1), players=players)
    return state


@MULTILINK.after(e.RoundVoided)
def round_voided(state: State, event: e.RoundVoided) -> State:
    for number, refund in event.refunds.items():
        empty: dict[str, Any] = dict.fromkeys(refund.bets, 0)
        state = replace(
            state.with_box(number, **empty),
            players=state.with_chips(refund.player, sum(refund.bets.values())),
        )
    return replace(swept(state), phase="idle", settled_in="idle", claims=())


def cards_moved(state: State, event: e.CardsMoved) -> State:
    """A hand that was moved as a whole has the time it was dealt at."""
    device = state.device.put_on_top(event.back).without(event.drawn)
    times = {box.cards: box.dealt_at for box in state.boxes.values() if UNKNOWN not in box.cards}
    is_turned_down = event.phase != state.phase
    boxes = {
        number: replace(
            box,
            cards=event.hands.get(number, ()),
            dealt_at=times.get(event.hands.get(number, ()), box.dealt_at),
            has_decided=box.has_decided or (is_turned_down and event.phase.endswith("_down")),
        )
        for number, box in state.boxes.items()
    }
    seen = state.shown_board + (state.dealer if state.is_dealer_shown else ())
    up = (*event.board[: event.board_shown], *event.dealer, *state.public)
    after = state.face_up_after + len(event.back) - len(event.drawn)
    return replace(
        state,
        phase=event.phase,
        boxes=boxes,
        device=replace(device, out=event.out),
        burnt=event.burnt,
        board=event.board,
        board_shown=event.board_shown,
        dealer=event.dealer,
        is_dealer_shown=state.is_dealer_shown and event.phase == "showdown",
        coming=event.coming,
        unplanned=event.unplanned,
        public=state.public + tuple(card for card in seen if card not in up),
        has_looked=state.has_looked or state.board_shown > 0,
        face_up=state.face_up if after >= 0 else None,
        face_up_after=max(after, 0),
    )


for _kind in (e.CardsPutInOrder, e.SurplusPutBack, e.CardsExchanged):
    MULTILINK.after(_kind)(cards_moved)


@MULTILINK.after(e.CardsFound)
def cards_found(state: State, event: e.CardsFound) -> State:
    """Each card lies where it lies; another order of coming is on record."""
    others = tuple(each for each in state.unplanned if each.deal != event.deal)
    spots = (Came(event.deal, event.spots),) if event.spots else ()
    return replace(state, device=replace(state.device, out=event.cards), unplanned=others + spots)


@MULTILINK.after(e.MistakesStand)
def mistakes_stand(state: State, event: e.MistakesStand) -> State:
    return replace(state, stands=state.stands + event.mistakes)
