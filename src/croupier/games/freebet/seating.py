"""Taking and leaving places, and what a Pit Manager may restrict."""

from collections.abc import Iterator
from functools import cache, partial

from msgspec.structs import replace

from croupier.games.freebet import commands as c
from croupier.games.freebet import events as e
from croupier.games.freebet.control import live_places
from croupier.games.freebet.game import FREEBET
from croupier.games.freebet.permissions import named_place, own_place, players_who
from croupier.games.freebet.state import PLACES_MAX, Player, State, place_of
from croupier.games.freebet.terms import Terms
from croupier.messages import Message
from croupier.table import Ask, Moment, Offer, Role, integer, money

# Coming and going


def free_places(at: Moment[State]) -> Iterator[dict[str, int]]:
    """The free seats, and the first place for a player who stands."""
    if place_of(at.state, at.by.id) is None:
        seats = Terms.of(at.rules).areas
        free = [place for place in range(1, PLACES_MAX + 1) if place not in at.state.players]
        yield from ({"seat": place} for place in free if place <= seats)
        yield from ({"seat": place} for place in [place for place in free if place > seats][:1])


@cache
def _by_the_chip(chip: int, field: str, most: int) -> Ask:
    """Offered by the chip. Any amount is taken: winnings that somebody brings along may end in cents."""
    return money(field, chip, most - most % chip, chip)


@FREEBET.action(c.SitDown, Role.PLAYER, each=free_places)
def sit_down(at: Moment[State], seat: int) -> Offer:
    state, seats = at.state, Terms.of(at.rules).areas
    if own := place_of(state, at.by.id):
        at.refuse("several_areas", "you are at place {place} already", place=own)
    if not 1 <= seat <= PLACES_MAX or seat in state.players:
        free = [place for place in range(1, seats + 1) if place not in state.players]
        at.refuse(
            "several_areas",
            "place {place} is not free; free seats: {free:list}; "
            "places {first} to {last} are for players who stand",
            place=seat,
            free=free or [Message("none")],
            first=seats + 1,
            last=PLACES_MAX,
        )
    sat, cites = partial(e.SatDown, place=seat, player=at.by.id), at.cite("wager_then_decide")
    asked = _by_the_chip(Terms.of(at.rules).lowest_chip, "chips", 100_000_00)
    return Offer(at.cite("several_areas"), (asked,), group="house", event=sat, under=cites)


@sit_down.outside
def refuse_chips(at: Moment[State], command: c.SitDown, offer: Offer, ask: Ask) -> None:
    at.require(command.chips > 0, "wager_then_decide", "bring some chips to the table")


@FREEBET.after(e.SatDown)
def sat_down(state: State, event: e.SatDown) -> State:
    return replace(state, players=state.players | {event.place: Player(event.player, event.chips)})


@FREEBET.action(c.BuyChips, Role.PLAYER)
def buy_chips(at: Moment[State]) -> Offer:
    bought = partial(e.ChipsBought, place=own_place(at))
    asked = _by_the_chip(Terms.of(at.rules).lowest_chip, "amount", 10_000_00)
    return Offer(at.cite("wager_then_decide"), (asked,), event=bought, group="house")


@buy_chips.outside
def refuse_nothing(at: Moment[State], command: c.BuyChips, offer: Offer, ask: Ask) -> None:
    at.require(command.amount > 0, "wager_then_decide", "buy some chips: the amount must be above 0")


@FREEBET.after(e.ChipsBought)
def chips_bought(state: State, event: e.ChipsBought) -> State:
    return state.with_chips(event.place, event.amount)


def is_engaged(state: State, place: int) -> bool:
    """Whether the Round under way has or had anything of this player: until its end it may be void."""
    has_wagered = any(wager.place == place for area in state.areas.values() for wager in area.wagers)
    claims = any(claim.place == place for claim in state.claims)
    return has_wagered or claims or place in state.net or place in live_places(state)


@FREEBET.action(c.LeaveTable, Role.PLAYER)
def leave_table(at: Moment[State]) -> Offer:
    place = own_place(at)
    if is_engaged(at.state, place):
        at.refuse("round_of_play", "you have wagers in this Round; leave when it is settled")
    chips, keeps = at.state.players[place].chips, Terms.of(at.rules).under_minimum_memory != "session"
    left = partial(e.LeftTable, place=place, chips=chips, keeps_memory=keeps)
    return Offer(at.cite("round_of_play"), event=left, group="house")


@FREEBET.after(e.LeftTable)
def left_table(state: State, event: e.LeftTable) -> State:
    name, was = state.players[event.place].name, state.breaches
    settled = {player: at for player, at in was.settled.items() if player != name}
    return replace(
        state,
        players={place: player for place, player in state.players.items() if place != event.place},
        breaches=was if event.keeps_memory else replace(was, settled=settled),
    )


# What a Pit Manager may restrict

_RESTRICTED = players_who(lambda player: player.is_restricted)

_UNRESTRICTED = players_who(lambda player: not player.is_restricted)


@FREEBET.action(c.RestrictPlayer, Role.PIT_MANAGER, "restrict_to_one_area", each=_UNRESTRICTED)
def restrict_player(at: Moment[State], player: str) -> Offer:
    place = named_place(at, player)
    if at.state.players[place].is_restricted:
        at.refuse("restrict_to_one_area", "{player} is restricted to one area already", player=player)
    return _restriction(at, place, True)


@FREEBET.action(c.LiftRestriction, Role.PIT_MANAGER, "restrict_to_one_area", each=_RESTRICTED)
def lift_restriction(at: Moment[State], player: str) -> Offer:
    place = named_place(at, player)
    if not at.state.players[place].is_restricted:
        at.refuse("restrict_to_one_area", "{player} is not restricted", player=player)
    return _restriction(at, place, False)


def _restriction(at: Moment[State], place: int, is_restricted: bool) -> Offer:
    said = partial(e.PlayerRestricted, place=place, is_restricted=is_restricted)
    cites = at.cite("restrict_to_one_area", reading="FB-A46")
    return Offer(cites, event=said, group="house")


@FREEBET.after(e.PlayerRestricted)
def player_restricted(state: State, event: e.PlayerRestricted) -> State:
    return state.with_player(event.place, is_restricted=event.is_restricted)


@FREEBET.action(c.RestrictWagers, Role.PIT_MANAGER, "fewer_wagers_per_area")
def restrict_wagers(at: Moment[State]) -> Offer:
    most = integer("wagers", 1, Terms.of(at.rules).wagers_per_area)
    return Offer(at.cite("fewer_wagers_per_area"), (most,), event=e.WagersRestricted, group="house")


@FREEBET.after(e.WagersRestricted)
def wagers_restricted(state: State, event: e.WagersRestricted) -> State:
    return replace(state, wagers_max=event.wagers)
