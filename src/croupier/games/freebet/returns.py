"""Bets that go back without a result: returned, withdrawn, or void with the whole Round."""

from croupier.table import Draft

from . import events as e
from . import incidents as i
from .control import is_party
from .game import chips_down
from .state import Insurance, SideWager, State


def return_main(
    draft: Draft[State], number: int, place: int, result: e.Result, keys: tuple[str, ...], reading: str | None
) -> None:
    """All that one player has on the hands of an area, markers vanishing without value."""
    area = draft.state.areas[number]
    wager = next((w for w in area.wagers if w.place == place), None)
    if wager is None:
        return
    cites = draft.rules.cite(*keys, reading=reading)
    if wager.is_live and not any(s.has_wager and s.place == place for h in area.hands for s in h.stakes):
        draft.emit(
            e.WagerSettled(
                area=number,
                place=place,
                bet="main",
                result=result,
                stake=wager.amount,
                hand=-1,
                citations=cites,
            )
        )
    for index, hand in enumerate(area.hands):
        for stake in hand.stakes:
            if stake.place == place:
                chips = stake.added + (wager.amount if stake.has_wager else 0)
                draft.emit(
                    e.WagerSettled(
                        area=number,
                        place=place,
                        bet="main",
                        result=result,
                        stake=chips,
                        hand=index,
                        citations=cites,
                    )
                )


def return_side(
    draft: Draft[State],
    number: int,
    side: SideWager,
    result: e.Result,
    keys: tuple[str, ...],
    reading: str | None,
) -> None:
    draft.emit(
        e.WagerSettled(
            area=number,
            place=side.place,
            bet=side.bet,
            result=result,
            stake=side.amount,
            citations=draft.rules.cite(*keys, reading=reading),
        )
    )


def return_insurance(
    draft: Draft[State], number: int, insurance: Insurance, result: e.Result, keys: tuple[str, ...]
) -> None:
    draft.emit(
        e.WagerSettled(
            area=number,
            place=insurance.place,
            holder=insurance.holder,
            bet="insurance",
            result=result,
            stake=insurance.amount,
            citations=draft.rules.cite(*keys),
        )
    )


def return_player(
    draft: Draft[State], number: int, place: int, result: e.Result, keys: tuple[str, ...], reading: str
) -> None:
    """Everything undecided that a player has on an area; with the last wager go the others' side bets.

    Markers of a controller who leaves vanish, and Pot of Gold wagers that counted them go back as well.
    """
    return_main(draft, number, place, result, keys, reading)
    area = draft.state.areas[number]
    is_empty = not any(is_party(area, wager) for wager in area.wagers)
    has_led = any(wager.place == place and wager.led for wager in area.wagers)
    bettors = {wager.place for wager in area.wagers}
    for side in area.sides:
        if side.place == place:
            return_side(draft, number, side, result, keys, reading)
        elif is_empty:
            return_side(draft, number, side, "returned", keys, "FB-A37")
        elif has_led and side.bet == "pot_of_gold" and side.place not in bettors:
            return_side(draft, number, side, "returned", keys, "FB-A11")
    for insurance in area.insurances:
        if insurance.place == place:
            return_insurance(draft, number, insurance, result, keys)
        elif is_empty or insurance.holder == place:
            return_insurance(draft, number, insurance, "returned", keys)


def return_area(
    draft: Draft[State], number: int, result: e.Result, keys: tuple[str, ...], reading: str
) -> None:
    for wager in draft.state.areas[number].wagers:
        return_player(draft, number, wager.place, result, keys, reading)


def has_anything(state: State, number: int, place: int) -> bool:
    return (number, place) in chips_down(state) or any(
        stake.place == place for hand in state.areas[number].hands for stake in hand.stakes
    )


def void_round(draft: Draft[State], *keys: str, reading: str | None = None, shuffle_due: str = "") -> None:
    """The Round has no result: every wager goes back and every payment of the Round is reversed."""
    down = {f"{area}/{place}": cents for (area, place), cents in chips_down(draft.state).items()}
    net = {place: cents for place, cents in draft.state.net.items() if cents}
    cites = draft.rules.cite(*keys, reading=reading)
    draft.emit(i.RoundVoided(bets=down, net=net, shuffle_due=shuffle_due, citations=cites))
