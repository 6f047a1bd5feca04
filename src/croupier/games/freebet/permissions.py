"""Who may act, with which chips, and when nobody may: asked by every offer."""

from collections.abc import Callable
from typing import Any

from croupier.games.freebet.state import Claimed, Phase, Player, State, is_asked, place_of, places_asked
from croupier.games.freebet.terms import Terms
from croupier.messages import Message
from croupier.table import Ask, Moment, money, refuse
from croupier.table.offers import Each, within

_ONCE: tuple[dict[str, Any], ...] = ({},)


def own_place(at: Moment[State]) -> int:
    """Where the player who speaks has his chips."""
    place = place_of(at.state, at.by.id)
    if place is None:
        at.refuse("wager_then_decide", "you have no chips at this table; sit down first")
    if at.state.players[place].is_absent:
        at.refuse("absent_player", "you are noted as absent; ask the dealer to note that you are back")
    return place


def named_place(at: Moment[State], player: str) -> int:
    place = place_of(at.state, player)
    if place is None:
        known = sorted(each.name for each in at.state.players.values())
        template = "{player} is not at this table; here are: {known:list}"
        at.refuse("wager_then_decide", template, player=player, known=known or [Message("nobody")])
    return place


def present(at: Moment[State]) -> int | None:
    """The place of who asks, if he is there to act."""
    place = place_of(at.state, at.by.id)
    return None if place is None or at.state.players[place].is_absent else place


def during(*phases: Phase) -> Each:
    """Offered in these phases only, about nothing in particular."""
    return within(*phases)(lambda at: _ONCE)


def players_who(are_meant: Callable[[Player], bool]) -> Each:
    return lambda at: [{"player": each.name} for each in at.state.players.values() if are_meant(each)]


def require_power(at: Moment[State]) -> None:
    """After a power failure nobody acts until all who may withdraw have chosen."""
    if asked := places_asked(at.state, "power_failure"):
        keys = ("power_failure_no_outcome", "power_failure_outcome_established")
        names = [at.state.players[place].name for place in asked]
        template = "the power has failed: play goes on when {names:list} has chosen to stay or to withdraw"
        refuse(at.cite(*keys, reading="FB-A27"), template, names=names)


def require_going_on(at: Moment[State]) -> None:
    """No card is touched while it is open whether players withdraw, or how a matter is ruled on."""
    require_power(at)
    if is_asked(at.state, "referred"):
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
