"""Players who take chips back: because they are dissatisfied with how a mistake was put right, or unasked."""

from collections.abc import Iterator
from functools import partial
from typing import TypeAlias

from msgspec.structs import replace

from croupier.games.freebet import commands as c
from croupier.games.freebet import events as e
from croupier.games.freebet.control import is_stopped
from croupier.games.freebet.game import FREEBET
from croupier.games.freebet.irregularities.interruptions import refuse_withdrawal
from croupier.games.freebet.play import go_on
from croupier.games.freebet.rulings import pass_on
from croupier.games.freebet.seating import named_place, own_place, require_power
from croupier.games.freebet.settlement import has_anything, return_player
from croupier.games.freebet.state import DEALT, Area, Insurance, SideWager, State, Wager, wager_of, with_wager
from croupier.table import Draft, Moment, Offer, Role
from croupier.table.offers import within


@within("dealt", "surrender", "insurance", "playing")
def dissatisfied(at: Moment[State]) -> Iterator[dict[str, int]]:
    if at.state.withdraw_right:
        yield from ({"area": number} for number in at.state.areas)


@FREEBET.action(c.WithdrawFromArea, Role.PLAYER, each=dissatisfied)
def withdraw_from_area(at: Moment[State], area: int) -> Offer:
    """A player dissatisfied with how a mistake was put right takes back what is undecided."""
    place, state = own_place(at), at.state
    require_power(at)
    if not state.withdraw_right or state.phase not in DEALT:
        refuse_withdrawal(at)
        at.refuse(
            "withdrawal_when_dissatisfied",
            "wagers may be withdrawn only right after certain mistakes, before any further card",
        )
    if state.phase == "complete":
        at.refuse(
            "withdrawal_when_dissatisfied",
            "the Dealer's hand is complete, so every wager is won or lost; wait for the settlement",
            reading="FB-A42",
        )
    # A choice that is open leaves no later moment: the card chosen may complete a hand.
    if is_stopped(state):
        at.refuse("withdrawal_when_dissatisfied", "a question is open; it has to be answered first")
    if area not in state.areas or not has_anything(state, area, place):
        at.refuse("withdrawal_when_dissatisfied", "you have nothing undecided on area {area}", area=area)
    return Offer(at.cite("withdrawal_when_dissatisfied"), facts=place, group="irregularity")


@withdraw_from_area.taken
def withdraws(draft: Draft[State], command: c.WithdrawFromArea, offer: Offer) -> None:
    before = draft.state
    keys = ("withdrawal_when_dissatisfied",)
    return_player(draft, command.area, offer.facts, "withdrawn", keys, "FB-A42")
    pass_on(draft, before)
    go_on(draft, command.at)


# Chips pulled off the layout after the close


@within("claims", "closed", *DEALT)
def bets_on_the_layout(at: Moment[State]) -> Iterator[dict[str, object]]:
    for number, area in at.state.areas.items():
        bets: list[tuple[int, c.Requested]] = [(wager.place, "main") for wager in area.wagers]
        bets += [(side.place, side.bet) for side in area.sides]
        bets += [(insurance.place, "insurance") for insurance in area.insurances]
        for place, bet in dict.fromkeys(bets):
            yield {"player": at.state.players[place].name, "area": number, "bet": bet}


@FREEBET.action(c.ReportPulledWager, Role.DEALER, each=bets_on_the_layout)
def report_pulled_wager(at: Moment[State], player: str, area: int, bet: c.Requested) -> Offer:
    place, state = named_place(at, player), at.state
    if state.phase not in ("claims", "closed", *DEALT):
        at.refuse("late_withdrawal_ignored", "before the closing call a player may take a wager back")
    if all(each.is_pulled for each in find_bets(state, area, place, bet)):
        said = "{player} has no such wager on area {area}, or it is noted as pulled already"
        at.refuse("late_withdrawal_ignored", said, player=player, area=area)
    cites = at.cite("late_withdrawal_ignored", reading="FB-A39")
    return Offer(cites, event=partial(e.WagerPulled, area=area, place=place, bet=bet), group="irregularity")


OnLayout: TypeAlias = Wager | SideWager | Insurance


def find_bets(state: State, number: int, place: int, bet: c.Requested) -> Iterator[OnLayout]:
    """What this player still has on the layout there; Insurance may be of several wagers."""
    area = state.areas.get(number, Area())
    if bet == "main":
        wager = wager_of(area, place)
        return iter((wager,) if wager else ())
    if bet == "insurance":
        return (each for each in area.insurances if each.place == place)
    return (side for side in area.sides if (side.bet, side.place) == (bet, place))


@FREEBET.after(e.WagerPulled)
def wager_pulled(state: State, event: e.WagerPulled) -> State:
    area, place = state.areas[event.area], event.place
    if event.bet == "main":
        return state.with_area(event.area, with_wager(area, place, is_pulled=True))
    if event.bet == "insurance":
        line = tuple(replace(n, is_pulled=True) if n.place == place else n for n in area.insurances)
        return state.with_area(event.area, replace(area, insurances=line))
    key = (event.bet, place)
    sides = tuple(replace(s, is_pulled=True) if (s.bet, s.place) == key else s for s in area.sides)
    return state.with_area(event.area, replace(area, sides=sides))
