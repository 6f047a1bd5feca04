"""Players who are not there to decide."""

from functools import partial

from msgspec.structs import replace

from croupier.games.freebet import commands as c
from croupier.games.freebet import events as e
from croupier.games.freebet.control import controller
from croupier.games.freebet.game import FREEBET
from croupier.games.freebet.play import advance
from croupier.games.freebet.seating import named_place, players_who
from croupier.games.freebet.state import State
from croupier.table import Draft, Moment, Offer, Role


@FREEBET.action(c.ReportAbsent, Role.DEALER, each=players_who(lambda player: not player.is_absent))
def report_absent(at: Moment[State], player: str) -> Offer:
    place = named_place(at, player)
    if at.state.players[place].is_absent:
        at.refuse("absent_player", "{player} is noted as absent already", player=player)
    return Offer(at.cite("absent_player"), facts=place, group="irregularity")


@report_absent.taken
def is_gone(draft: Draft[State], command: c.ReportAbsent, offer: Offer) -> None:
    keys, place, areas = ["absent_player"], offer.facts, draft.state.areas
    if any(len(area.wagers) > 1 and controller(draft.state, n) == place for n, area in areas.items()):
        keys.append("absent_player_replaced")
    draft.emit(e.PlayerAbsent(place=place, is_absent=True, citations=draft.cite(*keys, reading="FB-A28")))
    advance(draft)


@FREEBET.action(c.ReportReturn, Role.DEALER, each=players_who(lambda player: player.is_absent))
def report_return(at: Moment[State], player: str) -> Offer:
    place = named_place(at, player)
    if not at.state.players[place].is_absent:
        at.refuse("absent_player", "{player} is not noted as absent", player=player)
    back = partial(e.PlayerAbsent, place=place, is_absent=False)
    return Offer(at.cite("absent_player"), event=back, group="irregularity")


@FREEBET.after(e.PlayerAbsent)
def player_absent(state: State, event: e.PlayerAbsent) -> State:
    """What the absent player was asked is answered by going on without him."""
    place = event.place
    state = state.with_player(place, is_absent=event.is_absent)
    if not event.is_absent:
        return state
    left = tuple(each for each in state.open if each.seat != place)
    return replace(state, following=state.following.without(place) if state.following else None, open=left)
