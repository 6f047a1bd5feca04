"""Taking part: seats, chips, leaving."""

from collections.abc import Iterator
from functools import cache, partial

from msgspec.structs import replace

from croupier.games.multilink import commands as c
from croupier.games.multilink import events as e
from croupier.games.multilink.game import MULTILINK
from croupier.games.multilink.permissions import Here
from croupier.games.multilink.state import Player, State
from croupier.games.multilink.terms import terms
from croupier.messages import Message
from croupier.table import Ask, Moment, Offer, Role, money, refuse
from croupier.table.offers import Target

_MOST = 10_000_000_00


@cache
def _chips(chip: int) -> Ask:
    """Offered by the chip. Any amount is taken: winnings that somebody brings along may end in cents."""
    return money("chips", chip, _MOST - _MOST % chip, chip)


def _free_seats(at: Moment[State]) -> Iterator[Target]:
    if at.by.id not in at.state.players:
        for seat in range(1, terms(at.rules).boxes + 1):
            if is_seat_free(at.state, seat):
                yield {"seat": seat}


@MULTILINK.action(c.TakeSeat, Role.PLAYER, "seated_player", each=_free_seats)
def take_seat(at: Moment[State], seat: int) -> Offer:
    state, name = at.state, at.by.id
    if name in state.players:
        sits = state.players[name].seat
        at.refuse("seated_player", "{name} sits at box {box} already", name=name, box=sits)
    if not 1 <= seat <= terms(at.rules).boxes or not is_seat_free(state, seat):
        free = [n for n in range(1, terms(at.rules).boxes + 1) if is_seat_free(state, n)]
        # Somebody sits there, or has chips there: a box is for one player.
        taken = ("seated_players_only",) if 1 <= seat <= terms(at.rules).boxes else ()
        said = "box {box} is not free; free boxes: {free:list}"
        refuse(at.cite("boxes", *taken), said, box=seat, free=free or [Message("none")])
    cites = at.cite("seated_player", "boxes", "approved_layout", reading="ML-A34")
    asked = _chips(terms(at.rules).lowest_chip)
    return Offer(cites, (asked,), event=partial(e.SeatTaken, seat=seat, player=name), group="house")


@take_seat.outside
def _without_chips(at: Moment[State], command: c.TakeSeat, offer: Offer, ask: Ask) -> None:
    at.require(0 < command.chips <= _MOST, "seated_player", "bring some chips to the table")


def is_seat_free(state: State, seat: int) -> bool:
    """Nobody sits there and nobody's chips lie there."""
    is_bet_on = state.phase != "idle" and seat in state.boxes and state.boxes[seat].staked > 0
    return not is_bet_on and all(player.seat != seat for player in state.players.values())


@MULTILINK.action(c.BuyChips, Role.PLAYER, "seated_player")
def buy_chips(at: Moment[State]) -> Offer:
    bought = partial(e.ChipsBought, seat=require_player(at, at.by.id).seat, player=at.by.id)
    asked = _chips(terms(at.rules).lowest_chip)
    return Offer(at.cite("seated_player"), (asked,), event=bought, group="house")


@buy_chips.outside
def _buy_nothing(at: Moment[State], command: c.BuyChips, offer: Offer, ask: Ask) -> None:
    at.require(0 < command.chips <= _MOST, "seated_player", "buy chips for one cent or more")


@MULTILINK.action(c.LeaveSeat, Role.PLAYER, "seated_player")
def leave_seat(at: Moment[State]) -> Offer:
    player = require_player(at, at.by.id)
    if has_bets(at.state, at.by.id):
        said = "your bets are on the layout: leave after the settlement"
        if at.state.phase == "betting":
            said = "your bets are on the layout: withdraw them, or leave after the settlement"
        at.refuse("absent_with_decisions", said)
    left = partial(e.SeatLeft, seat=player.seat, player=at.by.id, chips=player.chips)
    return Offer(at.cite("seated_player"), event=left, group="house")


def require_player(at: Here, name: str, *also: str) -> Player:
    """Somebody who sits here; `also` are further rules against who does not."""
    player = at.state.players.get(name)
    if player is None:
        cites = at.cite("seated_players_only", "seated_player", *also)
        refuse(cites, "{name} is not at this table: take a seat at a free box first", name=name)
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
