"""What a house takes of the pots of a Round, said once.

Plain whole numbers in anything that can be indexed, so that a table counts with these functions and kernels
compile them (`analysis.kernels.raking`).
"""

from typing import Any, Final

MATCHED, FULL, SMALL_BLIND_ONLY = range(3)
WALKS: Final = {"matched": MATCHED, "full": FULL, "small_blind_only": SMALL_BLIND_ONLY}
"""What a walk is raked on: `walk_rake_base` of an edition."""


def walk_base(walk: int, amount: int, returned: int, others: int) -> int:
    """What the pot of a walk is raked on: as it lies, with what goes back to the Big Blind, or what the
    others have put in.
    """
    if walk == FULL:
        return amount + returned
    return others if walk == SMALL_BLIND_ONLY else amount


def collect(
    cells: Any,
    amounts: int,
    rakes: int,
    pots: int,
    numerator: int,
    denominator: int,
    chip: int,
    cap: int,
    is_on_total: bool,
) -> None:
    """A percentage of each pot, cut to the lowest chip (rounding up could pass the ceiling), up to the cap of
    the Round.

    `cells` hold the pots from `amounts` on and from `rakes` on what each is raked on; the rake takes its
    place there. A rake on the total takes what the single pots were cut by as well, from the Main Pot on. No
    more is collected from a pot than lies in it.
    """
    whole = parts = 0
    for pot in range(pots):
        base = cells[rakes + pot]
        part = base * numerator // denominator
        cells[rakes + pot] = min(part - part % chip, cells[amounts + pot])
        whole += base
        parts += cells[rakes + pot]
    rest = 0
    if is_on_total:
        part = whole * numerator // denominator
        rest = part - part % chip - parts
    left = cap
    for pot in range(pots):
        more = min(rest, cells[amounts + pot] - cells[rakes + pot])
        rest -= more
        cells[rakes + pot] = min(cells[rakes + pot] + more, left)
        left -= cells[rakes + pot]
