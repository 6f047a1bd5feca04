"""Main Pot and Side Pots: who has put in what, and who may win it."""

from msgspec import Struct

from croupier.games.poker.state import State


class Pot(Struct, frozen=True):
    """One pot. `eligible` are the players in it who have not folded, from the button's left."""

    amount: int
    eligible: tuple[int, ...]


class Uncalled(Struct, frozen=True):
    """The part of a bet that nobody has matched."""

    seat: int
    amount: int


def uncalled(state: State) -> Uncalled | None:
    """What is above the second-highest contribution goes back.

    A bet given up with the hand stays for those who could have matched it; whoever is all-in could not.
    Declining to show gives up the showdown, not a bet that nobody called.
    """
    hands = state.hands
    totals = [hand.total for _, hand in hands]
    most = max(totals)
    if totals.count(most) > 1:
        return None
    place = totals.index(most)
    number, hand = hands[place]
    if not (hand.is_active or hand.has_mucked) and _has_able_player(state):
        return None
    totals[place] = 0
    return Uncalled(number, most - max(totals))


def _has_able_player(state: State) -> bool:
    return any(state.seat(number).chips for number in state.active)


def pots(state: State, returned: Uncalled | None) -> list[Pot]:
    """The pots, Main Pot first. Dead chips are in the Main Pot, but for those given up later."""
    hands, seats = state.hands, state.seats
    totals = {number: hand.total for number, hand in hands}
    if returned:
        totals[returned.seat] -= returned.amount
    forfeits = [(hand.total, hand.forfeit.amount) for _, hand in hands if hand.forfeit]
    dead = sum([hand.dead for _, hand in hands]) - sum([amount for _, amount in forfeits])
    top = max(totals.values())
    reach = {}
    for number, hand in hands:
        seat = seats[number - 1]
        if seat and (hand.is_active or hand.has_shown):
            # Only an all-in player is bounded by what he has put in; his pot stays if he does not show.
            reach[number] = top if seat.chips else totals[number]
    found: list[Pot] = []
    below = 0
    for level in sorted(set(reach.values())):
        amount = sum([min(total, level) - below for total in totals.values() if total > below])
        eligible = tuple([number for number in reach if reach[number] >= level])
        found.append(Pot(amount + (dead if not found else 0), eligible))
        below = level
    if below < top:
        found.append(_won_before(state, totals, below))
    return _with_forfeits(state, found, forfeits) if forfeits else found


def pots_before_betting(state: State) -> list[Pot]:
    """The pots as they lie in the middle, without the bets that may still be answered."""
    for number, hand in state.hands:
        if hand.bet:
            state = state.with_hand(number, total=hand.total - hand.bet)
    return pots(state, None)


def _won_before(state: State, totals: dict[int, int], top: int) -> Pot:
    """Chips above the reach of everybody left, all of them all-in.

    The last of their owners to go out had won that pot once he was alone in it.
    """
    above = {number: total - top for number, total in totals.items() if total > top}
    return Pot(sum(above.values()), (max(above, key=state.outs.index),))


def _with_forfeits(state: State, found: list[Pot], forfeits: list[tuple[int, int]]) -> list[Pot]:
    """Chips given up Out of Turn are on top of what their owner had in: not for who was all-in below that."""
    by_eligible = {pot.eligible: pot.amount for pot in found}
    for level, amount in forfeits:
        able = [n for n in found[0].eligible if state.seat(n).chips or state.hand(n).total > level]
        eligible = tuple(able) or found[-1].eligible
        by_eligible[eligible] = by_eligible.get(eligible, 0) + amount
    return sorted(
        (Pot(amount, who) for who, amount in by_eligible.items()), key=lambda pot: -len(pot.eligible)
    )
