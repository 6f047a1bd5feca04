"""How High Card is played: one function per command, one per event."""

from msgspec.structs import replace

from croupier.cards import DeviceError, rank_value
from croupier.money import round_up, say_money
from croupier.table import CardsShuffled, Command, Draft, GiveRuling, Role, ShuffleCards, loaded, shuffled
from high_card import messages as m
from high_card.game import HIGH_CARD
from high_card.state import Box, State

# Commands


@HIGH_CARD.on(m.SitDown, Role.PLAYER)
def sit_down(draft: Draft[State], command: m.SitDown) -> None:
    seats = draft.rules["seats"]
    if not 1 <= command.seat <= seats or command.seat in draft.state.boxes:
        free = [str(seat) for seat in range(1, seats + 1) if seat not in draft.state.boxes]
        draft.refuse("seats", f"seat {command.seat} is not free; free seats: {', '.join(free) or 'none'}")
    if command.chips <= 0:
        draft.refuse("seats", "bring some chips to the table")
    cites = draft.rules.cite("seats")
    draft.emit(m.SatDown(seat=command.seat, player=command.by.id, chips=command.chips, citations=cites))


@HIGH_CARD.on(ShuffleCards, Role.DEALER)
def shuffle_cards(draft: Draft[State], command: ShuffleCards) -> None:
    if draft.state.phase != "idle":
        draft.refuse("one_deck", "the cards are shuffled between Rounds; this one is not over")
    draft.emit(shuffled(command, "card_shoe", 1, draft.rules.cite("one_deck")))


@HIGH_CARD.on(m.OpenBetting, Role.DEALER)
def open_betting(draft: Draft[State], command: m.OpenBetting) -> None:
    if draft.state.phase != "idle":
        draft.refuse("round_of_play", "a Round is under way; finish it first")
    if not draft.state.boxes:
        draft.refuse("seats", "nobody sits at the table; a player has to sit down first")
    draft.emit(m.BettingOpened(citations=draft.rules.cite("round_of_play")))


@HIGH_CARD.on(m.PlaceBet, Role.PLAYER, "one_wager")
def place_bet(draft: Draft[State], command: m.PlaceBet) -> None:
    box = own_box(draft, command, command.seat)
    if draft.state.phase != "betting":
        draft.refuse("closing", "bets are taken between the opening call and the deal only")
    if box.bet:
        draft.refuse("one_wager", f"seat {command.seat} has bet {say_money(box.bet)} already")
    least, most = draft.rules["minimum_bet"], min(draft.rules["maximum_bet"], box.chips)
    if not least <= command.amount <= most:
        draft.refuse(
            "one_wager", f"bet {say_money(least)} to {say_money(most)}, not {say_money(command.amount)}"
        )
    draft.emit(m.BetPlaced(seat=command.seat, amount=command.amount, citations=draft.rules.cite("one_wager")))


@HIGH_CARD.on(m.DealCards, Role.DEALER)
def deal_cards(draft: Draft[State], command: m.DealCards) -> None:
    if draft.state.phase != "betting" or not draft.state.live:
        draft.refuse("deal", "deal when betting is open and at least one bet is down")
    seats = [*draft.state.live, 0]
    try:
        drawn, _ = draft.state.device.draw(len(seats), command.cards)
    except DeviceError as error:
        draft.refuse("deal", str(error))
    for seat, card in zip(seats, drawn, strict=True):
        owner = draft.state.boxes[seat].player if seat else ""
        draft.emit(m.CardDealt(seat=seat, owner=owner, card=(card,), citations=draft.rules.cite("deal")))


@HIGH_CARD.on(m.Stay, Role.PLAYER)
def stay(draft: Draft[State], command: m.Stay) -> None:
    require_decision(draft, command, command.seat)
    draft.emit(m.Stayed(seat=command.seat, citations=draft.rules.cite("decision")))
    conclude_if_all_decided(draft)


@HIGH_CARD.on(m.Fold, Role.PLAYER)
def fold(draft: Draft[State], command: m.Fold) -> None:
    box = require_decision(draft, command, command.seat)
    taken = draft.rules.policy("fold_price")(box.bet)
    draft.emit(settled(draft, command.seat, "folded", taken, 0, "fold_price"))
    conclude_if_all_decided(draft)


@HIGH_CARD.on(m.ReportExposedCard, Role.DEALER)
def report_exposed_card(draft: Draft[State], command: m.ReportExposedCard) -> None:
    if draft.state.phase != "deciding":
        draft.refuse("exposed_card", "cards can be exposed only between the deal and the settlement")
    draft.emit(m.CardExposed(citations=draft.rules.cite("exposed_card")))


@HIGH_CARD.on(GiveRuling, Role.PIT_SUPERVISOR, "exposed_card")
def give_ruling(draft: Draft[State], command: GiveRuling) -> None:
    if draft.state.phase != "exposed" or command.decision != "exposed_card":
        draft.refuse("exposed_card", "no such decision is open")
    if command.choice == "stands":
        draft.emit(m.PlayResumed(citations=draft.rules.cite("exposed_card")))
    elif command.choice == "void":
        refunds = {seat: draft.state.boxes[seat].bet for seat in draft.state.live}
        draft.emit(m.RoundVoided(refunds=refunds, citations=draft.rules.cite("exposed_card", "void")))
    else:
        draft.refuse("exposed_card", f"rule 'stands' or 'void', not {command.choice!r}")


# What several commands share


def own_box(draft: Draft[State], command: Command, seat: int) -> Box:
    box = draft.state.boxes.get(seat)
    if box is None or box.player != command.by.id:
        draft.refuse("one_wager", f"seat {seat} is not yours")
    return box


def require_decision(draft: Draft[State], command: Command, seat: int) -> Box:
    box = own_box(draft, command, seat)
    if draft.state.phase != "deciding" or not box.bet or box.has_decided:
        draft.refuse("decision", "there is nothing for you to decide now")
    return box


def conclude_if_all_decided(draft: Draft[State]) -> None:
    if not all(draft.state.boxes[seat].has_decided for seat in draft.state.live):
        return
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


@HIGH_CARD.after(m.CardExposed)
def card_exposed(state: State, event: m.CardExposed) -> State:
    return replace(state, phase="exposed")


@HIGH_CARD.after(m.PlayResumed)
def play_resumed(state: State, event: m.PlayResumed) -> State:
    return replace(state, phase="deciding")


@HIGH_CARD.after(m.RoundVoided)
def round_voided(state: State, event: m.RoundVoided) -> State:
    for seat, cents in event.refunds.items():
        chips = state.boxes[seat].chips + cents
        state = state.with_box(seat, chips=chips, bet=0, card=None, has_decided=False)
    return replace(state, phase="idle", house_card=None)


@HIGH_CARD.after(m.RoundConcluded)
def round_concluded(state: State, event: m.RoundConcluded) -> State:
    return replace(state, phase="idle", house_card=None)
