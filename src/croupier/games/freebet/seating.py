"""Taking and leaving places, chips at hand, and what a Pit Manager may restrict."""

from collections.abc import Callable, Iterator
from functools import cache, partial
from typing import Any

from msgspec.structs import replace

from croupier.games.freebet import commands as c
from croupier.games.freebet import events as e
from croupier.games.freebet.control import live_places
from croupier.games.freebet.game import FREEBET
from croupier.games.freebet.state import PLACES_MAX, Claimed, Phase, Player, State
from croupier.games.freebet.terms import Terms
from croupier.messages import Message
from croupier.table import Ask, Moment, Offer, Role, integer, money, refuse
from croupier.table.offers import Each, within

_ONCE: tuple[dict[str, Any], ...] = ({},)


def own_place(at: Moment[State]) -> int:
    """Where the player who speaks has his chips."""
    place = at.state.place_of(at.by.id)
    if place is None:
        at.refuse("wager_then_decide", "you have no chips at this table; sit down first")
    if at.state.players[place].is_absent:
        at.refuse("absent_player", "you are noted as absent; ask the dealer to note that you are back")
    return place


def named_place(at: Moment[State], player: str) -> int:
    place = at.state.place_of(player)
    if place is None:
        known = sorted(each.name for each in at.state.players.values())
        template = "{player} is not at this table; here are: {known:list}"
        at.refuse("wager_then_decide", template, player=player, known=known or [Message("nobody")])
    return place


def present(at: Moment[State]) -> int | None:
    """The place of who asks, if he is there to act."""
    place = at.state.place_of(at.by.id)
    return None if place is None or at.state.players[place].is_absent else place


def during(*phases: Phase) -> Each:
    """Offered in these phases only, about nothing in particular."""
    return within(*phases)(lambda at: _ONCE)


def players_who(are_meant: Callable[[Player], bool]) -> Each:
    return lambda at: [{"player": each.name} for each in at.state.players.values() if are_meant(each)]


def require_power(at: Moment[State]) -> None:
    """After a power failure nobody acts until all who may withdraw have chosen."""
    if asked := at.state.asked("power_failure"):
        keys = ("power_failure_no_outcome", "power_failure_outcome_established")
        names = [at.state.players[place].name for place in asked]
        template = "the power has failed: play goes on when {names:list} has chosen to stay or to withdraw"
        refuse(at.cite(*keys, reading="FB-A27"), template, names=names)


def require_going_on(at: Moment[State]) -> None:
    """No card is touched while it is open whether players withdraw, or how a matter is ruled on."""
    require_power(at)
    if at.state.asks("referred"):
        at.refuse("matters_not_provided_for", "the Round is interrupted; wait for the ruling")


def available(state: State, place: int, spot: Claimed | None = None) -> int:
    """Chips in the stack that are not promised to a claim; one to the same spot would be replaced."""
    chips = state.players[place].chips
    if state.claims:
        chips -= sum(claim.amount for claim in state.claims if claim.place == place and claim.spot != spot)
    return chips


def whole_chips(at: Moment[State], least: int, most: int) -> Ask | None:
    """An amount in whole chips of the House between these bounds, if there is one."""
    chip = Terms.of(at.rules).lowest_chip
    least, most = least + -least % chip, most - most % chip
    return money("amount", least, most, chip) if least <= most else None


def refuse_amount(at: Moment[State], rule: str, amount: int, chips: int) -> None:
    """Refuse what is not a multiple of the lowest chip, or more than the player has."""
    chip = Terms.of(at.rules).lowest_chip
    if amount <= 0 or amount % chip:
        at.refuse(rule, "the lowest chip is {chip:money}: bet a multiple of it", chip=chip)
    if amount > chips:
        template = "{amount:money} is more than the {chips:money} you have free"
        at.refuse(rule, template, amount=amount, chips=chips)


# Coming and going


def free_places(at: Moment[State]) -> Iterator[dict[str, int]]:
    """The free seats, and the first place for a player who stands."""
    if at.state.place_of(at.by.id) is None:
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
    if own := state.place_of(at.by.id):
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
