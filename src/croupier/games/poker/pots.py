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

    A bet given up with the hand stays for those who could have matched it; a player who is all-in could not.
    Declining to show gives up the showdown, not a bet that nobody called.
    """
    hands = state.hands
    totals = [hand.total for _, hand in hands]
    most = max(totals)
    if totals.count(most) > 1:
        return None
    place = totals.index(most)
    number, hand = hands[place]
    if not (hand.is_active or hand.has_mucked) and any(state.seat(n).chips for n in state.active):
        return None
    totals[place] = 0
    return Uncalled(number, most - max(totals))


def pots(state: State, returned: Uncalled | None) -> list[Pot]:
    """The pots, Main Pot first. Dead chips are in the Main Pot, but for those given up later."""
    live = {number: hand.total for number, hand in state.hands}
    if returned:
        live[returned.seat] -= returned.amount
    return _by_level(state, live)


def pots_before_betting(state: State) -> list[Pot]:
    """The pots as they lie in the middle, without the bets that may still be answered."""
    hands = state.hands
    before = {number: hand.total - hand.bet for number, hand in hands}
    is_empty = not any(before.values()) and not any(hand.dead for _, hand in hands)
    return [] if is_empty else _by_level(state, before)


def _by_level(state: State, live: dict[int, int]) -> list[Pot]:
    """Cut the chips where an all-in player's reach ends: `live` are the chips that count for each seat."""
    hands, seats = state.hands, state.seats
    # Chips given up Out of Turn lie on top of what their owner had in.
    forfeits = [(hand.total, hand.total + hand.forfeit.amount) for _, hand in hands if hand.forfeit]
    dead = sum([hand.dead for _, hand in hands]) - sum([end - start for start, end in forfeits])
    top = max([*live.values(), *(end for _, end in forfeits)])
    reach = {}
    for number, hand in hands:
        seat = seats[number - 1]
        if seat and (hand.is_active or hand.has_shown):
            # Only an all-in player is bounded by what he has put in; his pot stays if he does not show.
            reach[number] = top if seat.chips else min(hand.total, top)
    found: list[Pot] = []
    below = 0
    for level in sorted(set(reach.values())):
        amount = _between(live, forfeits, below, level)
        if amount or not found:
            eligible = tuple([number for number in reach if reach[number] >= level])
            found.append(Pot(amount + (dead if not found else 0), eligible))
        below = level
    if below < top:
        found.append(Pot(_between(live, forfeits, below, top), (_won_before(state, below),)))
    return found


def _between(live: dict[int, int], forfeits: list[tuple[int, int]], below: int, level: int) -> int:
    """Chips that lie above one level and up to another."""
    amount = sum([min(total, level) - below for total in live.values() if total > below])
    for start, end in forfeits:
        amount += max(min(end, level) - max(start, below), 0)
    return amount


def _won_before(state: State, level: int) -> int:
    """Who has chips that lie above the reach of everybody left, all of them all-in.

    The last to go out of those who had reached further had won that pot once he was alone in it.
    """
    further = [number for number, hand in state.hands if hand.total > level and not hand.is_active]
    return max(further, key=state.outs.index)
