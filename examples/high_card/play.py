"""How High Card is played: for each command what is offered and what it does, and one function per event."""

from collections.abc import Iterator

from msgspec.structs import replace

from croupier.cards import DeviceError, rank_value
from croupier.messages import Message
from croupier.money import round_up
from croupier.table import (
    CardsShuffled,
    Draft,
    GiveRuling,
    Matter,
    Moment,
    Offer,
    Role,
    ShuffleCards,
    cards_for,
    loaded,
    money,
    shuffled,
)
from croupier.table.matters import NOT_PROVIDED, ask
from croupier.table.rulings import refers, refuse_while_open
from croupier.table.subjects import Destination
from high_card import messages as m
from high_card.game import HIGH_CARD
from high_card.state import Box, State

_CHIPS_MAX = 1_000_000_00

# Coming and going


def free_seats(at: Moment[State]) -> Iterator[dict[str, int]]:
    if all(box.player != at.by.id for box in at.state.boxes.values()):
        yield from ({"seat": seat} for seat in range(1, at.rules["seats"] + 1) if seat not in at.state.boxes)


def own_seat(at: Moment[State]) -> Iterator[dict[str, int]]:
    yield from ({"seat": seat} for seat, box in at.state.boxes.items() if box.player == at.by.id)


@HIGH_CARD.action(m.SitDown, Role.PLAYER, each=free_seats)
def sit_down(at: Moment[State], seat: int) -> Offer:
    free = [target["seat"] for target in free_seats(at)]
    said = "seat {seat} is not free; free seats: {free:list}"
    at.require(seat in free, "seats", said, seat=seat, free=free or [Message("none")])
    return Offer(at.cite("seats"), (money("chips", 1, _CHIPS_MAX),), group="house")


@sit_down.taken
def sit(draft: Draft[State], command: m.SitDown, offer: Offer) -> None:
    draft.emit(
        m.SatDown(seat=command.seat, player=command.by.id, chips=command.chips, citations=offer.citations)
    )


@HIGH_CARD.action(m.LeaveTable, Role.PLAYER, each=own_seat)
def leave_table(at: Moment[State], seat: int) -> Offer:
    box = own_box(at, seat)
    at.require(not box.bet, "leaving", "your bet is on the table; leave when it has been settled")
    return Offer(at.cite("leaving"), facts=box, group="house")


@leave_table.taken
def leave(draft: Draft[State], command: m.LeaveTable, offer: Offer) -> None:
    draft.emit(m.SeatLeft(seat=command.seat, chips=offer.facts.chips, citations=offer.citations))


# The course of a Round


@HIGH_CARD.action(ShuffleCards, Role.DEALER)
def shuffle_cards(at: Moment[State]) -> Offer:
    is_short = at.state.phase == "betting" and not at.state.can_be_dealt
    is_time = at.state.phase == "idle" or is_short
    at.require(is_time, "one_deck", "the cards are shuffled between Rounds; this one is not over")
    return Offer(at.cite("one_deck"))


@shuffle_cards.taken
def shuffle(draft: Draft[State], command: ShuffleCards, offer: Offer) -> None:
    draft.emit(shuffled(command, "card_shoe", draft.rules.parameter("decks"), offer.citations))


@HIGH_CARD.action(m.OpenBetting, Role.DEALER)
def open_betting(at: Moment[State]) -> Offer:
    at.require(at.state.phase == "idle", "round_of_play", "a Round is under way; finish it first")
    at.require(at.state.boxes, "seats", "nobody sits at the table; a player has to sit down first")
    return Offer(at.cite("round_of_play"))


@open_betting.taken
def open_the_betting(draft: Draft[State], command: m.OpenBetting, offer: Offer) -> None:
    draft.emit(m.BettingOpened(citations=offer.citations))


@HIGH_CARD.action(m.PlaceBet, Role.PLAYER, "one_wager", each=own_seat)
def place_bet(at: Moment[State], seat: int) -> Offer:
    box = own_box(at, seat)
    is_open = at.state.phase == "betting"
    at.require(is_open, "closing", "bets are taken between the opening call and the deal only")
    at.require(not box.bet, "one_wager", "seat {seat} has bet already", seat=seat)
    least, most = at.rules["minimum_bet"], min(at.rules["maximum_bet"], box.chips)
    at.require(least <= most, "one_wager", "you have too few chips for the smallest bet")
    return Offer(at.cite("one_wager"), (money("amount", least, most),))


@place_bet.taken
def bet(draft: Draft[State], command: m.PlaceBet, offer: Offer) -> None:
    draft.emit(m.BetPlaced(seat=command.seat, amount=command.amount, citations=offer.citations))


@HIGH_CARD.action(m.DealCards, Role.DEALER)
def deal_cards(at: Moment[State]) -> Offer:
    seats, device = at.state.live, at.state.device
    is_ready = at.state.phase == "betting" and bool(seats)
    at.require(is_ready, "deal", "deal when betting is open and at least one bet is down")
    refuse_while_open(at.rules, at.state.open)
    at.require(at.state.can_be_dealt, "one_deck", "too few cards are left: shuffle them first")
    places = [*(Destination(f"seat {seat}", "hand", seat) for seat in seats), Destination("House", "dealer")]
    asks = (cards_for("cards", places),) if device.source == "physical" else ()
    return Offer(at.cite("deal"), asks, facts=[*seats, 0])


@deal_cards.taken
def deal(draft: Draft[State], command: m.DealCards, offer: Offer) -> None:
    try:
        drawn, _ = draft.state.device.draw(len(offer.facts), command.cards)
    except DeviceError as error:
        draft.refuse("deal", "{error}", error=str(error))
    for seat, card in zip(offer.facts, drawn, strict=True):
        owner = draft.state.boxes[seat].player if seat else ""
        draft.emit(m.CardDealt(seat=seat, owner=owner, card=(card,), citations=offer.citations))


@HIGH_CARD.action(m.Stay, Role.PLAYER, each=own_seat)
def stay(at: Moment[State], seat: int) -> Offer:
    own_box(at, seat)
    require_decision(at, seat)
    return Offer(at.cite("decision"))


@stay.taken
def stays(draft: Draft[State], command: m.Stay, offer: Offer) -> None:
    draft.emit(m.Stayed(seat=command.seat, citations=offer.citations))
    conclude_if_all_decided(draft)


@HIGH_CARD.action(m.Fold, Role.PLAYER, each=own_seat)
def fold(at: Moment[State], seat: int) -> Offer:
    own_box(at, seat)
    require_decision(at, seat)
    return Offer(at.cite("decision"))


@fold.taken
def folds(draft: Draft[State], command: m.Fold, offer: Offer) -> None:
    taken = draft.rules.policy("fold_price")(draft.state.boxes[command.seat].bet)
    draft.emit(settled(draft, command.seat, "folded", taken, 0, "fold_price"))
    conclude_if_all_decided(draft)


def undecided(at: Moment[State]) -> Iterator[dict[str, int]]:
    yield from ({"seat": seat} for seat in at.state.live)


@HIGH_CARD.action(m.CallTime, Role.DEALER, each=undecided)
def call_time(at: Moment[State], seat: int) -> Offer:
    require_decision(at, seat)
    return Offer(at.cite("silence"), group="house")


@call_time.taken
def stays_by_silence(draft: Draft[State], command: m.CallTime, offer: Offer) -> None:
    draft.emit(m.Stayed(seat=command.seat, citations=offer.citations))
    conclude_if_all_decided(draft)


# What goes wrong


@HIGH_CARD.action(m.ReportExposedCard, Role.DEALER)
def report_exposed_card(at: Moment[State]) -> Offer:
    is_dealt = at.state.phase == "deciding"
    at.require(is_dealt, "exposed_card", "cards can be exposed only between the deal and the settlement")
    refuse_while_open(at.rules, at.state.open)
    return Offer(at.cite("exposed_card"), group="irregularity")


@report_exposed_card.taken
def exposed(draft: Draft[State], command: m.ReportExposedCard, offer: Offer) -> None:
    question = "A card has been exposed: does the Round stand?"
    ask(draft, "exposed_card", Role.PIT_SUPERVISOR, question, ("play_on", "void"), "exposed_card")


def require_clear_round(at: Moment[State]) -> None:
    is_open = at.state.phase != "idle"
    at.require(is_open, NOT_PROVIDED, "no Round is under way; earlier ones stand as settled")
    refuse_while_open(at.rules, at.state.open)


@HIGH_CARD.action(m.ReportInterruption, Role.DEALER)
def report_interruption(at: Moment[State]) -> Offer:
    at.require(at.state.phase != "idle", "interruption", "no Round is under way that could be interrupted")
    return Offer(at.cite("interruption"), group="irregularity")


@report_interruption.taken
def interrupted(draft: Draft[State], command: m.ReportInterruption, offer: Offer) -> None:
    draft.emit(m.RoundInterrupted(citations=offer.citations))


@HIGH_CARD.ruling("exposed_card")
def play_on_or_void(draft: Draft[State], command: GiveRuling, found: Matter) -> None:
    if command.choice == "void":
        void(draft, found.rules[0].replace("_", " "), *found.rules)


COURSES = dict.fromkeys(("play_on", "void"), play_on_or_void)
refers(HIGH_CARD, require_clear_round, lambda rules, state: COURSES)


def void(draft: Draft[State], why: str, *rules: str) -> None:
    refunds = {seat: draft.state.boxes[seat].bet for seat in draft.state.live}
    draft.emit(m.RoundVoided(why=why, refunds=refunds, citations=draft.rules.cite(*rules, "void")))


# What several of them share


def own_box(at: Moment[State], seat: int) -> Box:
    box = at.state.boxes.get(seat)
    if box is None or box.player != at.by.id:
        at.refuse("one_wager", "seat {seat} is not yours", seat=seat)
    return box


def require_decision(at: Moment[State], seat: int) -> None:
    refuse_while_open(at.rules, at.state.open)
    box = at.state.boxes.get(seat)
    is_asked = at.state.phase == "deciding" and box is not None and box.bet and not box.has_decided
    at.require(is_asked, "decision", "seat {seat} has nothing to decide now", seat=seat)


def conclude_if_all_decided(draft: Draft[State]) -> None:
    if all(draft.state.boxes[seat].has_decided for seat in draft.state.live):
        for seat in draft.state.live:
            settle(draft, seat)
        draft.emit(m.RoundConcluded(citations=draft.rules.cite("round_of_play")))


def settle(draft: Draft[State], seat: int) -> None:
    box, house = draft.state.boxes[seat], draft.state.house_card
    assert box.card is not None
    assert house is not None
    margin = rank_value(box.card) - rank_value(house)
    if margin > 0:
        pays = draft.rules.paytable("main").lines[0].pays
        draft.emit(settled(draft, seat, "won", 0, int(pays.winnings(box.bet)), "higher_card"))  # type: ignore[union-attr]
    elif margin < 0:
        draft.emit(settled(draft, seat, "lost", box.bet, 0, "higher_card"))
    else:
        draft.emit(settled(draft, seat, "stood_off", 0, 0, "equal_cards"))


def settled(
    draft: Draft[State], seat: int, result: str, taken: int, winnings: int, rule: str
) -> m.BetSettled:
    return m.BetSettled(
        seat=seat,
        result=result,  # type: ignore[arg-type]
        bet=draft.state.boxes[seat].bet,
        taken=taken,
        winnings=winnings,
        citations=draft.rules.cite(rule),
    )


@HIGH_CARD.policies("fold_price", "half")
def half(bet: int) -> int:
    """The House takes half, the odd cent too."""
    return round_up(bet, 2) // 2


@HIGH_CARD.policies("fold_price", "all")
def all_of_it(bet: int) -> int:
    return bet


# Events


@HIGH_CARD.after(m.SatDown)
def sat_down(state: State, event: m.SatDown) -> State:
    return replace(state, boxes=state.boxes | {event.seat: Box(event.player, event.chips)})


@HIGH_CARD.after(CardsShuffled)
def cards_shuffled(state: State, event: CardsShuffled) -> State:
    return replace(state, device=loaded(event))


@HIGH_CARD.after(m.BettingOpened)
def betting_opened(state: State, event: m.BettingOpened) -> State:
    return replace(state, phase="betting")


@HIGH_CARD.after(m.BetPlaced)
def bet_placed(state: State, event: m.BetPlaced) -> State:
    chips = state.boxes[event.seat].chips - event.amount
    return state.with_box(event.seat, bet=event.amount, chips=chips)


@HIGH_CARD.after(m.CardDealt)
def card_dealt(state: State, event: m.CardDealt) -> State:
    named = event.card if state.device.source == "physical" else ()
    state = replace(state, device=state.device.draw(1, named)[1])
    if event.seat:
        return state.with_box(event.seat, card=event.card[0])
    return replace(state, house_card=event.card[0], phase="deciding")


@HIGH_CARD.after(m.Stayed)
def stayed(state: State, event: m.Stayed) -> State:
    return state.with_box(event.seat, has_decided=True)


@HIGH_CARD.after(m.BetSettled)
def bet_settled(state: State, event: m.BetSettled) -> State:
    chips = state.boxes[event.seat].chips + event.bet - event.taken + event.winnings
    return state.with_box(event.seat, chips=chips, bet=0, card=None, has_decided=False)


@HIGH_CARD.after(m.SeatLeft)
def seat_left(state: State, event: m.SeatLeft) -> State:
    return replace(state, boxes={seat: box for seat, box in state.boxes.items() if seat != event.seat})


@HIGH_CARD.after(m.RoundInterrupted)
def round_interrupted(state: State, event: m.RoundInterrupted) -> State:
    return state


@HIGH_CARD.after(m.RoundVoided)
def round_voided(state: State, event: m.RoundVoided) -> State:
    for seat, cents in event.refunds.items():
        chips = state.boxes[seat].chips + cents
        state = state.with_box(seat, chips=chips, bet=0, card=None, has_decided=False)
    return replace(state, phase="idle", house_card=None)


@HIGH_CARD.after(m.RoundConcluded)
def round_concluded(state: State, event: m.RoundConcluded) -> State:
    return replace(state, phase="idle", house_card=None)
