"""Before the cards: seats, the opening call, bets on the boxes, the closing call."""

from typing import NoReturn

from msgspec.structs import replace

from croupier.games.multilink import commands as c
from croupier.games.multilink import events as e
from croupier.games.multilink.flow import no_trouble, what_is_due
from croupier.games.multilink.game import MULTILINK
from croupier.games.multilink.limits import (
    check_amount,
    has_nobody_to_bet,
    registrable,
    require_box,
    return_bets,
    return_short_bets,
)
from croupier.games.multilink.seats import require_player
from croupier.games.multilink.state import BETS, Bet, Box, Player, State, dealt_in
from croupier.table import Draft, Role, refuse

FIRST_OTHER_HAND = 2


@MULTILINK.on(c.AnnounceBets, Role.DEALER, "betting_opens")
def announce_bets(draft: Draft[State], command: c.AnnounceBets) -> None:
    state = draft.state
    if state.phase != "idle":
        draft.refuse("round_of_play", "a Round of play is under way; it ends with its settlement")
    _require_course(draft)
    _require_open_table(draft)
    if not state.players:
        draft.refuse("seated_players_only", "nobody is at the table; a player has to take a seat first")
    cites = draft.rules.cite("betting_opens", "round_of_play", "limits_displayed", reading="ML-A41")
    draft.emit(e.BettingOpened(round=state.round + 1, citations=cites))


@MULTILINK.on(c.PlaceAnte, Role.PLAYER, "seated_players_only")
def place_ante(draft: Draft[State], command: c.PlaceAnte) -> None:
    place(draft, command.by.id, command.box, "ante", command.amount)


@MULTILINK.on(c.PlaceBonus, Role.PLAYER, "seated_players_only")
def place_bonus(draft: Draft[State], command: c.PlaceBonus) -> None:
    place(draft, command.by.id, command.box, "bonus", command.amount)


@MULTILINK.on(c.PlaceProgressive, Role.PLAYER, "seated_players_only")
def place_progressive(draft: Draft[State], command: c.PlaceProgressive) -> None:
    place(draft, command.by.id, command.box, "progressive", command.amount)


@MULTILINK.on(c.PlaceBetFor, Role.DEALER, "bets_on_request")
def place_bet_for(draft: Draft[State], command: c.PlaceBetFor) -> None:
    place(draft, command.player, command.box, command.bet, command.amount, is_request=True)


def place(
    draft: Draft[State], name: str, number: int, bet: Bet, amount: int, *, is_request: bool = False
) -> None:
    require_betting(draft)
    player = require_player(draft, name)
    require_box(draft, name, number)
    box = draft.state.boxes.get(number, Box(name, player.seat))
    check_amount(draft, player, number, box, bet, amount)
    rules = (
        ("bets_on_request", *_placing(player, number, bet)) if is_request else _placing(player, number, bet)
    )
    draft.emit(
        e.BetPlaced(
            player=name,
            seat=player.seat,
            box=number,
            bet=bet,
            amount=amount,
            how="on_request" if is_request else "placed",
            citations=draft.rules.cite(*rules, reading="ML-A46" if bet == "bonus" else None),
        )
    )
    hands = [n for n in dealt_in(draft.state) if draft.state.boxes[n].player == name]
    if bet == "ante" and not box.ante and len(hands) == FIRST_OTHER_HAND:
        draft.emit(e.OneHandAnnounced(player=name, citations=draft.rules.cite("other_boxes")))


def _placing(player: Player, number: int, bet: Bet) -> tuple[str, ...]:
    """The rules that let this bet be placed; on another box than the own one they include the offer to
    look at one hand only."""
    is_other = player.seat != number
    if bet == "ante":
        own = ("ante", "ante_required", "bets_within_limits")
        return (*own, "other_boxes", "seated_player") if is_other else own
    if bet == "bonus":
        return ("bonus_bet", "bets_within_limits")
    return (
        ("progressive_bet", "progressive_bet_other_boxes") if is_other else ("progressive_bet", "coin_spot")
    )


def require_betting(draft: Draft[State]) -> None:
    if draft.state.phase == "idle":
        _require_open_table(draft)
        draft.refuse("betting_opens", what_is_due(draft.state, "idle"))
    if draft.state.phase != "betting":
        refuse_after_close(draft)
    _require_course(draft)


def _require_open_table(draft: Draft[State]) -> None:
    if draft.state.fault is not None and draft.state.fault.course == "close_table":
        draft.refuse("fault_close_table", "the table is closed until the jackpot equipment has been repaired")


def _require_course(draft: Draft[State]) -> None:
    no_trouble(draft, "matters_not_provided_for")
    if draft.state.fault is not None and not draft.state.fault.course:
        draft.refuse(
            "progressive_fault_later_rounds",
            "the jackpot equipment is at fault: a pit manager has to choose how to go on",
            "ML-A31",
        )


def refuse_after_close(draft: Draft[State]) -> NoReturn:
    rules = draft.rules.cite("no_change_after_close", "betting_closes", "chip_position", reading="ML-A20")
    refuse(
        rules, "'No more bets' has been called: nothing is placed, raised or withdrawn until the next Round"
    )


@MULTILINK.on(c.WithdrawBets, Role.PLAYER, "seated_players_only")
def withdraw_bets(draft: Draft[State], command: c.WithdrawBets) -> None:
    require_betting(draft)
    box = draft.state.boxes.get(command.box)
    if box is None or box.player != command.by.id or not box.staked:
        draft.refuse("seated_players_only", f"you have no bet on box {command.box}")
    rule = "under_minimum" if box.is_advised else "betting_closes"
    return_bets(draft, command.box, BETS, draft.rules.cite(rule))


@MULTILINK.on(c.FinishBetting, Role.PLAYER, "seated_players_only")
def finish_betting(draft: Draft[State], command: c.FinishBetting) -> None:
    require_betting(draft)
    player = require_player(draft, command.by.id)
    if not dealt_in(draft.state):
        draft.refuse("ante_required", "a Round needs an Ante: place one, or wait for somebody else's")
    if player.is_ready:
        draft.refuse("betting_closes", "the Dealer knows already; bet more, or wait for 'No more bets'")
    draft.emit(e.BettingFinished(player=command.by.id, citations=draft.rules.cite("betting_closes")))


@MULTILINK.on(c.CloseBetting, Role.DEALER, "betting_closes")
def close_betting(draft: Draft[State], command: c.CloseBetting) -> None:
    require_betting(draft)
    return_short_bets(draft)
    if not dealt_in(draft.state):
        _close_without_ante(draft)
        return
    accepted = registrable(draft.rules, draft.state)
    rules = ["betting_closes", "no_change_after_close", "chip_position"]
    rules += ["progressive_jackpot"] if accepted else []
    draft.emit(
        e.BettingClosed(round=draft.state.round, progressive=accepted, citations=draft.rules.cite(*rules))
    )


def _close_without_ante(draft: Draft[State]) -> None:
    """A Round that nobody takes part in is over as soon as everyone has let the time for bets pass."""
    if not has_nobody_to_bet(draft.state):
        draft.refuse("ante_required", "nobody has an Ante on the layout; wait for one")
    for number in list(draft.state.boxes):
        return_bets(draft, number, BETS, draft.rules.cite("progressive_without_ante", reading="ML-A32"))
    cites = draft.rules.cite("betting_closes", "ante_required")
    draft.emit(e.BettingClosed(round=draft.state.round, progressive={}, citations=cites))
    cites = draft.rules.cite("round_of_play", reading="ML-A51")
    draft.emit(e.RoundConcluded(round=draft.state.round, citations=cites))


# Events


@MULTILINK.after(e.BettingOpened)
def betting_opened(state: State, event: e.BettingOpened) -> State:
    """A new Round: nothing of the last one stays but the people, the cards and the equipment."""
    return State(
        phase="betting",
        round=event.round,
        players={name: Player(player.seat, player.chips) for name, player in state.players.items()},
        device=state.device,
        is_shuffled=state.is_shuffled,
        fault=state.fault,
        meter=state.meter,
        is_link_open=state.is_link_open,
    )


@MULTILINK.after(e.BetPlaced)
def bet_placed(state: State, event: e.BetPlaced) -> State:
    box = state.boxes.get(event.box, Box(event.player, event.seat))
    total = getattr(box, event.bet) + event.amount
    boxes = state.boxes | {event.box: replace(box, **{event.bet: total})}
    return replace(state, boxes=boxes, players=state.with_chips(event.player, -event.amount))


@MULTILINK.after(e.OneHandAnnounced)
def one_hand_announced(state: State, event: e.OneHandAnnounced) -> State:
    return state


@MULTILINK.after(e.BetsReturned)
def bets_returned(state: State, event: e.BetsReturned) -> State:
    box = state.boxes[event.box]
    left = {bet: getattr(box, bet) - cents for bet, cents in event.refunds.items()}
    box = replace(box, is_advised=False, **left)
    if not box.progressive:
        box = replace(box, registered=0)
    boxes = state.boxes | {event.box: box}
    if state.phase == "betting" and not box.staked:
        del boxes[event.box]
    return replace(state, boxes=boxes, players=state.with_chips(event.player, sum(event.refunds.values())))


@MULTILINK.after(e.MinimumAdvised)
def minimum_advised(state: State, event: e.MinimumAdvised) -> State:
    return state.with_box(event.box, is_advised=True)


@MULTILINK.after(e.BettingFinished)
def betting_finished(state: State, event: e.BettingFinished) -> State:
    player = replace(state.players[event.player], is_ready=True)
    return replace(state, players=state.players | {event.player: player})


@MULTILINK.after(e.BettingClosed)
def betting_closed(state: State, event: e.BettingClosed) -> State:
    """From here on the boxes are in dealing order."""
    boxes = {
        number: replace(box, registered=event.progressive.get(number, 0))
        for number, box in sorted(state.boxes.items())
    }
    return replace(state, phase="closed", boxes=boxes)
