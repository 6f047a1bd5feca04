"""Taking and leaving places, and what a Pit Manager may restrict."""

from croupier.money import say_money
from croupier.table import Command, Draft, Role, refuse

from . import commands as c
from . import events as e
from .control import live_places
from .game import FREEBET
from .state import PLACES_MAX, Spot, State


def own_place(draft: Draft[State], command: Command) -> int:
    """Where the player who speaks has his chips."""
    place = draft.state.places.get(command.by.id)
    if place is None:
        draft.refuse("wager_then_decide", "you have no chips at this table; sit down first")
    if draft.state.players[place].is_absent:
        draft.refuse("absent_player", "you are noted as absent; ask the dealer to note that you are back")
    return place


def require_power(draft: Draft[State]) -> None:
    """After a power failure nobody acts until all who may withdraw have chosen."""
    if draft.state.power is not None:
        keys = ("power_failure_outcome_established", "power_failure_no_outcome")
        names = ", ".join(draft.state.players[place].name for place in draft.state.power)
        refuse(
            draft.rules.cite(*keys, reading="FB-A27"),
            f"the power has failed: play goes on when {names} has chosen to stay or to withdraw",
        )


def named_place(draft: Draft[State], player: str) -> int:
    place = draft.state.places.get(player)
    if place is None:
        known = ", ".join(sorted(draft.state.places)) or "nobody"
        draft.refuse("wager_then_decide", f"{player} is not at this table; here are: {known}")
    return place


@FREEBET.on(c.SitDown, Role.PLAYER)
def sit_down(draft: Draft[State], command: c.SitDown) -> None:
    state, seats = draft.state, draft.rules.integer("areas")
    if command.by.id in state.places:
        draft.refuse("several_areas", f"you are at place {state.places[command.by.id]} already")
    if not 1 <= command.seat <= PLACES_MAX or command.seat in state.players:
        free = [str(place) for place in range(1, seats + 1) if place not in state.players]
        draft.refuse(
            "several_areas",
            f"place {command.seat} is not free; free seats: {', '.join(free) or 'none'}; "
            f"places {seats + 1} to {PLACES_MAX} are for players who stand",
        )
    if command.chips <= 0:
        draft.refuse("wager_then_decide", "bring some chips to the table")
    cites = draft.rules.cite("wager_then_decide")
    draft.emit(e.SatDown(place=command.seat, player=command.by.id, chips=command.chips, citations=cites))


@FREEBET.on(c.BuyChips, Role.PLAYER)
def buy_chips(draft: Draft[State], command: c.BuyChips) -> None:
    place = own_place(draft, command)
    if command.amount <= 0:
        draft.refuse("wager_then_decide", "buy some chips: the amount must be above 0")
    cites = draft.rules.cite("wager_then_decide")
    draft.emit(e.ChipsBought(place=place, amount=command.amount, citations=cites))


def is_engaged(state: State, place: int) -> bool:
    """Whether the Round under way has or had anything of this player: until its end it may be void."""
    has_wagered = any(wager.place == place for area in state.areas.values() for wager in area.wagers)
    claims = any(claim.place == place for claim in state.claims)
    return has_wagered or claims or place in state.net or place in live_places(state)


@FREEBET.on(c.LeaveTable, Role.PLAYER)
def leave_table(draft: Draft[State], command: c.LeaveTable) -> None:
    place = own_place(draft, command)
    if is_engaged(draft.state, place):
        draft.refuse("round_of_play", "you have wagers in this Round; leave when it is settled")
    keeps = draft.rules["under_minimum_memory"] != "session"
    chips = draft.state.players[place].chips
    cites = draft.rules.cite("round_of_play")
    draft.emit(e.LeftTable(place=place, chips=chips, keeps_memory=keeps, citations=cites))


@FREEBET.on(c.RestrictPlayer, Role.PIT_MANAGER, "restrict_to_one_area")
def restrict_player(draft: Draft[State], command: c.RestrictPlayer) -> None:
    place = named_place(draft, command.player)
    if draft.state.players[place].is_restricted:
        draft.refuse("restrict_to_one_area", f"{command.player} is restricted to one area already")
    cites = draft.rules.cite("restrict_to_one_area", reading="FB-A46")
    draft.emit(e.PlayerRestricted(place=place, is_restricted=True, citations=cites))


@FREEBET.on(c.LiftRestriction, Role.PIT_MANAGER, "restrict_to_one_area")
def lift_restriction(draft: Draft[State], command: c.LiftRestriction) -> None:
    place = named_place(draft, command.player)
    if not draft.state.players[place].is_restricted:
        draft.refuse("restrict_to_one_area", f"{command.player} is not restricted")
    cites = draft.rules.cite("restrict_to_one_area", reading="FB-A46")
    draft.emit(e.PlayerRestricted(place=place, is_restricted=False, citations=cites))


@FREEBET.on(c.RestrictWagers, Role.PIT_MANAGER, "fewer_wagers_per_area")
def restrict_wagers(draft: Draft[State], command: c.RestrictWagers) -> None:
    most = draft.rules.integer("wagers_per_area")
    if not 1 <= command.wagers <= most:
        draft.refuse("fewer_wagers_per_area", f"choose 1 to {most} wagers per area, not {command.wagers}")
    cites = draft.rules.cite("fewer_wagers_per_area")
    draft.emit(e.WagersRestricted(wagers=command.wagers, citations=cites))


def available(state: State, place: int, spot: Spot | None = None) -> int:
    """Chips in the stack that are not promised to a claim; one to the same spot would be replaced."""
    chips = state.players[place].chips
    if state.claims:
        chips -= sum(claim.amount for claim in state.claims if claim.place == place and claim.spot != spot)
    return chips


def require_chips(draft: Draft[State], place: int, amount: int, rule: str, spot: Spot | None = None) -> None:
    """Chips the player has, in whole chips of the House."""
    chip, chips = draft.rules.money("lowest_chip"), available(draft.state, place, spot)
    if amount <= 0 or amount % chip:
        draft.refuse(rule, f"the lowest chip is {say_money(chip)}: bet a multiple of it")
    if amount > chips:
        draft.refuse(rule, f"{say_money(amount)} is more than the {say_money(chips)} you have free")
