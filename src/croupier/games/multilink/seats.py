"""Taking part: seats, chips, leaving."""

from msgspec.structs import replace

from croupier.games.multilink import commands as c
from croupier.games.multilink import events as e
from croupier.games.multilink.game import MULTILINK
from croupier.games.multilink.state import Player, State
from croupier.games.multilink.terms import terms
from croupier.table import Draft, Role


@MULTILINK.on(c.TakeSeat, Role.PLAYER, "seated_player")
def take_seat(draft: Draft[State], command: c.TakeSeat) -> None:
    state, seats = draft.state, terms(draft.rules).boxes
    free = [n for n in range(1, seats + 1) if is_seat_free(state, n)]
    if command.by.id in state.players:
        draft.refuse(
            "seated_player", f"{command.by.id} sits at box {state.players[command.by.id].seat} already"
        )
    if command.seat not in free:
        draft.refuse(
            "boxes", f"box {command.seat} is not free; free boxes: {', '.join(map(str, free)) or 'none'}"
        )
    if command.chips <= 0:
        draft.refuse("seated_player", "bring some chips to the table")
    draft.emit(
        e.SeatTaken(
            seat=command.seat,
            player=command.by.id,
            chips=command.chips,
            citations=draft.rules.cite("seated_player", "boxes", "approved_layout", reading="ML-A34"),
        )
    )


def is_seat_free(state: State, seat: int) -> bool:
    """Nobody sits there and nobody's chips lie there."""
    is_bet_on = state.phase != "idle" and seat in state.boxes and state.boxes[seat].staked > 0
    return not is_bet_on and all(player.seat != seat for player in state.players.values())


@MULTILINK.on(c.BuyChips, Role.PLAYER, "seated_player")
def buy_chips(draft: Draft[State], command: c.BuyChips) -> None:
    player = require_player(draft, command.by.id)
    if command.chips <= 0:
        draft.refuse("seated_player", "buy chips for one cent or more")
    draft.emit(
        e.ChipsBought(
            seat=player.seat,
            player=command.by.id,
            chips=command.chips,
            citations=draft.rules.cite("seated_player"),
        )
    )


@MULTILINK.on(c.LeaveSeat, Role.PLAYER, "seated_player")
def leave_seat(draft: Draft[State], command: c.LeaveSeat) -> None:
    player = require_player(draft, command.by.id)
    if has_bets(draft.state, command.by.id):
        draft.refuse(
            "absent_with_decisions",
            "your bets are on the layout: withdraw them while betting is open, or leave after the settlement",
        )
    cites = draft.rules.cite("seated_player")
    draft.emit(e.SeatLeft(seat=player.seat, player=command.by.id, chips=player.chips, citations=cites))


def require_player(draft: Draft[State], name: str) -> Player:
    player = draft.state.players.get(name)
    if player is None:
        draft.refuse("seated_player", f"{name} is not at this table: take a seat at a free box first")
    return player


def has_bets(state: State, name: str) -> bool:
    return state.phase != "idle" and any(box.player == name and box.staked for box in state.boxes.values())


# Events


@MULTILINK.after(e.SeatTaken)
def seat_taken(state: State, event: e.SeatTaken) -> State:
    return replace(state, players=state.players | {event.player: Player(event.seat, event.chips)})


@MULTILINK.after(e.ChipsBought)
def chips_bought(state: State, event: e.ChipsBought) -> State:
    return replace(state, players=state.with_chips(event.player, event.chips))


@MULTILINK.after(e.SeatLeft)
def seat_left(state: State, event: e.SeatLeft) -> State:
    return replace(state, players={n: player for n, player in state.players.items() if n != event.player})
