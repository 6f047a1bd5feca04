"""The end of a hand of poker in the kernel: what goes back, pots, rake, winners."""

import numpy as np
from numpy.typing import NDArray

from croupier.analysis.kernels.compiling import njit
from croupier.analysis.kernels.raking import collect, walk_base

Ints = NDArray[np.int64]

# Places in the array of terms.
SMALL_BLIND, BIG_BLIND, CHIP, RAKE_NUMERATOR, RAKE_DENOMINATOR, RAKE_CAP = range(6)
RAKE_BEFORE_FLOP, WALK_BASE, IS_RAKE_ON_TOTAL, IS_ODD_TO_ONE, RAISE_MIN = range(6, 11)
TERMS = 11


@njit(cache=True)
def return_uncalled(total: Ints, stack: Ints) -> int:
    """What is above the second-highest contribution goes back; how much that was."""
    most, second, owner = 0, 0, 0
    for seat in range(len(total)):
        if total[seat] > most:
            most, second, owner = total[seat], most, seat
        elif total[seat] > second:
            second = total[seat]
    back = most - second
    total[owner] -= back
    stack[owner] += back
    return back


@njit(cache=True)
def split_pots(total: Ints, active: NDArray[np.bool_], amounts: Ints, levels: Ints) -> int:
    """Main Pot and side pots by what active players have put in; how many there are.

    What folded players put in above every active one's reach goes to the last pot. The bots never leave more
    than one such player, because a bet above all others has gone back.
    """
    count, below = 0, 0
    while True:
        level = -1
        for seat in range(len(total)):
            if active[seat] and total[seat] > below and (level < 0 or total[seat] < level):
                level = total[seat]
        if level < 0:
            break
        for seat in range(len(total)):
            amounts[count] += max(min(total[seat], level) - below, 0)
        levels[count] = level
        count, below = count + 1, level
    for seat in range(len(total)):
        amounts[count - 1] += max(total[seat] - below, 0)
    return count


@njit(cache=True)
def take_rake(
    cells: Ints, count: int, terms: Ints, has_flop: bool, is_walk: bool, returned: int, others: int
) -> None:
    """The House's share of each pot: pots in the first half of `cells`, rakes in the second."""
    if not terms[RAKE_NUMERATOR] or not (has_flop or terms[RAKE_BEFORE_FLOP]):
        return
    rakes = len(cells) // 2
    for pot in range(count):
        cells[rakes + pot] = cells[pot]
    if is_walk and returned:
        cells[rakes] = walk_base(terms[WALK_BASE], cells[0], returned, others)
    collect(
        cells, 0, rakes, count, terms[RAKE_NUMERATOR], terms[RAKE_DENOMINATOR], terms[CHIP], terms[RAKE_CAP],
        terms[IS_RAKE_ON_TOTAL] == 1,
    )  # fmt: skip


@njit(cache=True)
def pay_pot(
    amount: int, level: int, total: Ints, active: NDArray[np.bool_], values: Ints, terms: Ints, stack: Ints
) -> None:
    """Divide a pot among its best hands to the lowest chip; odd chips to winners from the button's left.

    A house that gives odd chips to the first Active Player whoever wins moves no rake by it, so that reading
    is not followed here: it would need the order in which hands are shown.
    """
    best = -1
    for seat in range(len(total)):
        if active[seat] and total[seat] >= level:
            best = max(best, values[seat])
    winners = np.zeros(len(total), np.bool_)
    count = 0
    for seat in range(len(total)):
        winners[seat] = active[seat] and total[seat] >= level and values[seat] == best
        count += winners[seat]
    chip = terms[CHIP]
    if count == 1:
        chip = 1
    part = amount // count
    part -= part % chip
    rest = amount - part * count
    for seat in range(len(total)):
        if winners[seat]:
            stack[seat] += part
    while rest > 0:
        for seat in range(len(total)):
            if winners[seat] and rest > 0:
                stack[seat] += min(chip, rest)
                rest -= min(chip, rest)
                if terms[IS_ODD_TO_ONE]:
                    stack[seat] += rest
                    rest = 0
