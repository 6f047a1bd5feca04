"""Handle, drop, win and hold of every line that is asked for, beside what should have come."""

from collections.abc import Sequence

from msgspec import Struct

from croupier.house.likeness import like
from croupier.house.stamps import HOUSE_ZONE
from croupier.house.totals.asking import BYS, Line, Totals, Wanted
from croupier.messages import Message
from croupier.money import Cents
from croupier.server.context import Context
from croupier.server.reports.expectation import Expected, assumptions, expected, theoretical

LINES_COMPARED_MAX = 60  # those with most staked; of others only sums are told: a distribution takes a moment
NOT_COMPARED = f"the chance is worked out for the {LINES_COMPARED_MAX} lines with most staked"

METHOD = Message(
    "Expected from the bets actually made, each by its exact distribution. The chance of a result as far "
    "off or farther, on its side, is read from the distribution of the sum (fast Fourier transform). Hands "
    "count as independent and as played by the best strategy, a jackpot at the mean of its display."
)


class HoldLine(Struct, frozen=True, kw_only=True):
    """Money in cents. `hold` is what the House kept of the drop, `kept` of the handle."""

    key: dict[str, str]
    rounds: int
    voids: int
    bets: int
    drop: Cents
    handle: Cents
    win: Cents
    hold: float | None
    kept: float | None
    expected: Expected


class Hold(Struct, frozen=True, kw_only=True):
    since: int
    until: int
    by: tuple[str, ...]
    lines: tuple[HoldLine, ...]
    total: HoldLine
    method: str
    assumed: dict[str, str]
    shifts: tuple[str, ...]
    drift_one_in: int
    zone: str = HOUSE_ZONE


def hold(context: Context, wanted: Wanted) -> Hold:
    """Reads rows of totals only."""
    journal = context.house.journal
    lines = Totals(journal, context.shifts).lines(wanted)
    total = _summed(lines)
    return like(
        Hold,
        wanted,
        lines=hold_lines(lines),
        total=hold_line(total),
        method=METHOD,
        assumed=dict(assumptions(total.stakes)),
        shifts=context.shifts.names,
        drift_one_in=context.config.drift_one_in,
    )


def hold_lines(lines: Sequence[Line]) -> tuple[HoldLine, ...]:
    largest = {id(line) for line in sorted(lines, key=lambda line: -line.handle)[:LINES_COMPARED_MAX]}
    return tuple(hold_line(line, id(line) in largest) for line in lines)


def hold_line(line: Line, is_compared: bool = True) -> HoldLine:
    handle, win = line.handle, line.win
    return like(
        HoldLine,
        line,
        drop=line.brought,
        hold=win / line.brought if line.brought else None,
        kept=win / handle if handle else None,
        expected=expected(line.stakes)
        if is_compared
        else Expected(win=theoretical(line.stakes), notes=(NOT_COMPARED,)),
    )


def _summed(lines: Sequence[Line]) -> Line:
    total = Line(key={})
    for each in lines:
        total.rounds += each.rounds
        total.voids += each.voids
        total.brought += each.brought
        total.taken += each.taken
        total.stakes += each.stakes
    return total


def drifting(context: Context) -> list[HoldLine]:
    """Tables whose day so far is less likely than the house's limit, the least likely first."""
    shifts = context.shifts.day(context.shifts.date_of(context.house.clock.peek()))
    wanted = Wanted(since=shifts[0].since, until=shifts[-1].until, by=("table",))
    lines = [hold_line(each) for each in Totals(context.house.journal, context.shifts).lines(wanted)]
    limit = 1 / context.config.drift_one_in
    found = [each for each in lines if (chance := each.expected.chance) is not None and chance < limit]
    return sorted(found, key=lambda each: each.expected.chance or 0.0)


COLUMNS = (
    "rounds",
    "voids",
    "bets",
    "drop",
    "handle",
    "win",
    "hold",
    "kept",
    "expected",
    "deviation",
    "chance",
)


def rows_of(found: Hold) -> tuple[tuple[str, ...], list[tuple[str, ...]]]:
    """As a sheet: dollars with two places, parts as per cent; the last row is the total."""
    names = tuple(name for name in BYS if name in found.by)
    rows = [tuple(each.key.get(name, "") for name in names) + _cells(each) for each in found.lines]
    last = ("Total", *("" for _ in names[1:])) if names else ()
    return (*names, *COLUMNS), [*rows, (*last, *_cells(found.total))]


def _cells(line: HoldLine) -> tuple[str, ...]:
    due = line.expected
    return (
        str(line.rounds),
        str(line.voids),
        str(line.bets),
        _dollars(line.drop),
        _dollars(line.handle),
        _dollars(line.win),
        _part(line.hold),
        _part(line.kept),
        _dollars(due.win),
        _dollars(due.sd),
        "" if due.chance is None else f"{due.chance:.6g}",
    )


def _dollars(cents: float | None) -> str:
    return "" if cents is None else f"{cents / 100:.2f}"


def _part(part: float | None) -> str:
    return "" if part is None else f"{part:.2%}"
