"""Main Pot and Side Pots: who has put in what, and who may win it."""

from msgspec import Struct

from croupier.games.poker.state import State


class Pot(Struct, frozen=True):
    """One pot. `eligible` are the Active Players in it, from the button's left."""

    amount: int
    eligible: tuple[int, ...]


class Uncalled(Struct, frozen=True):
    """The part of a bet that nobody has matched."""

    seat: int
    amount: int


def uncalled(state: State) -> Uncalled | None:
    """What is above the second-highest contribution goes back, unless its maker has folded."""
    hands = state.hands
    totals = [hand.total for _, hand in hands]
    most = max(totals)
    if totals.count(most) > 1:
        return None
    place = totals.index(most)
    number, hand = hands[place]
    if not hand.is_active and not _has_mucked(state, number):
        return None
    totals[place] = 0
    return Uncalled(number, most - max(totals))


def _has_mucked(state: State, number: int) -> bool:
    """Declining to show gives up the showdown, not a bet that nobody called."""
    return state.is_marker_flipped and number in state.outs and not state.hand(number).is_active


def pots(state: State, returned: Uncalled | None) -> list[Pot]:
    """The pots, Main Pot first. Dead chips are in the Main Pot."""
    hands = state.hands
    totals = {number: hand.total for number, hand in hands}
    if returned:
        totals[returned.seat] -= returned.amount
    active = [number for number, hand in hands if hand.is_active]
    dead = sum([hand.dead for _, hand in hands])
    levels = sorted({totals[number] for number in active})
    if len(levels) == 1 and max(totals.values()) == levels[0]:
        return [Pot(sum(totals.values()) + dead, tuple(active))]
    found: list[Pot] = []
    below = 0
    for level in levels:
        amount = sum([min(total, level) - below for total in totals.values() if total > below])
        eligible = tuple([number for number in active if totals[number] >= level])
        found.append(Pot(amount + (dead if not found else 0), eligible))
        below = level
    return _with_rest(state, found, totals, below)


def _with_rest(state: State, found: list[Pot], totals: dict[int, int], top: int) -> list[Pot]:
    """Chips above every Active Player's reach.

    Where several players had put them in, the last of them to go out had won that pot once he was alone in
    it; what only one player had put in stays in the pot he has given up.
    """
    above = {number: total for number, total in totals.items() if total > top}
    if not above:
        return found
    shared_to = sorted(above.values())[-2] if len(above) > 1 else top
    shared = sum(min(total, shared_to) - top for total in above.values() if total > top)
    alone = sum(above.values()) - len(above) * top - shared
    last = found[-1]
    found = [*found[:-1], Pot(last.amount + alone, last.eligible)]
    if shared:
        owner = max(above, key=state.outs.index)
        found.append(Pot(shared, (owner,)))
    return found
