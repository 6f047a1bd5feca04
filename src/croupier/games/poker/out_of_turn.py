"""Acting before one's turn: the action is taken back and binds its maker later."""

from msgspec.structs import replace

from croupier.games.poker.betting import refuse_wrong_deal
from croupier.games.poker.events import Folded
from croupier.games.poker.game import POKER
from croupier.games.poker.incidents import ActionRetracted, WagerForfeited
from croupier.games.poker.moments import who_could_jump
from croupier.games.poker.permissions import not_your_turn, refuse_while_open
from croupier.games.poker.reports import ReportOutOfTurn
from croupier.games.poker.state import Premature, State
from croupier.games.poker.wagers import follow
from croupier.money import say_money
from croupier.table import Draft, Role


@POKER.on(ReportOutOfTurn, Role.DEALER)
def report_out_of_turn(draft: Draft[State], command: ReportOutOfTurn) -> None:
    refuse_while_open(draft)
    state, number = draft.state, command.seat
    if state.phase != "betting":
        not_your_turn(draft, number)
    refuse_wrong_deal(draft)
    if number not in who_could_jump(state):
        able = ", ".join(map(str, who_could_jump(state))) or "nobody"
        draft.refuse("out_of_turn", f"seats that could act before their turn now: {able}")
    cites = draft.rules.cite("out_of_turn", "out_of_turn_meaning", reading="OT3")
    if command.action == "fold_with_cards_collected":
        draft.emit(Folded(seat=number, citations=cites + draft.rules.cite("fold", reading="OT3")))
        follow(draft)
        return
    draft.emit(
        ActionRetracted(
            seat=number,
            action=command.action,
            amount=indicated(draft, command),
            skipped=skipped_before(state, number),
            citations=cites,
        )
    )


def skipped_before(state: State, number: int) -> tuple[int, ...]:
    """Those who should act before `number`, from the one whose turn it is."""
    order, start = state.order, state.order.index(state.to_act)
    ring = order[start:] + order[:start]
    before = ring[: ring.index(number)]
    return tuple(n for n in before if state.hand(n).is_active and state.seat(n).chips)


def indicated(draft: Draft[State], command: ReportOutOfTurn) -> int:
    """The total the player has shown to be putting in; nothing for a check or a fold."""
    state, number = draft.state, command.seat
    whole = state.hand(number).bet + state.seat(number).chips
    if command.action in ("check", "fold"):
        if command.action == "check" and state.hand(number).bet < state.current_bet:
            draft.refuse("out_of_turn", "there is a bet to match, so this was no check")
        return 0
    if command.action == "all_in":
        return whole
    if command.action == "call":
        if state.hand(number).bet >= state.current_bet:
            draft.refuse("out_of_turn", "there is nothing to call, so this was no call")
        return min(state.current_bet, whole)
    is_opening = state.current_bet == 0
    if is_opening != (command.action == "bet") or not state.current_bet < command.amount <= whole:
        least, most = say_money(state.current_bet), say_money(whole)
        kind = "bet" if is_opening else "raise to"
        draft.refuse(
            "out_of_turn", f"this can only have been a {kind} of more than {least} and at most {most}"
        )
    return command.amount


@POKER.after(ActionRetracted)
def action_retracted(state: State, event: ActionRetracted) -> State:
    bound = state.with_hand(event.seat, premature=Premature(event.action, event.amount, event.skipped))
    return replace(bound, prematures=(*state.prematures, event.seat))


@POKER.after(WagerForfeited)
def wager_forfeited(state: State, event: WagerForfeited) -> State:
    seat, hand = state.seat(event.seat), state.hand(event.seat)
    given_up = replace(hand, dead=hand.dead + event.amount, forfeited=event.amount, forfeited_in=state.street)
    paid = replace(seat, chips=seat.chips - event.amount, hand=given_up)
    return replace(state, seats=state.with_seat(event.seat, paid), pot=state.pot + event.amount)
