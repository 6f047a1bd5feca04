"""Days and shifts of the house. A day begins with its first shift, where the house stands (+08:00)."""

import datetime as dt
import re
from itertools import pairwise

from msgspec import Struct

from croupier.house.stamps import HOUSE_TIME
from croupier.house.totals import HOUR_MS

OFFSET_MS = 8 * HOUR_MS
DAY_MS = 24 * HOUR_MS
_SHIFT = re.compile(r"(?P<name>.+?) +(?P<hour>[01]?\d|2[0-3]):00")

USUAL = ("Night 00:00", "Day 08:00", "Evening 16:00")


class ShiftError(ValueError):
    """Shift times that make no day; says what would."""


class Shift(Struct, frozen=True):
    """One turn of the staff: so many milliseconds since 1970, the end not included."""

    name: str
    date: str  # of the day it belongs to
    since: int
    until: int


class Shifts:
    """The shifts of every day, by the hour at which each begins: "Day 08:00"."""

    def __init__(self, said: tuple[str, ...] = USUAL) -> None:
        self._starts: list[tuple[str, int]] = []
        for text in said:
            found = _SHIFT.fullmatch(text.strip())
            if found is None:
                raise ShiftError(f"{text!r} is not a shift: write a name and a full hour, such as Day 08:00")
            self._starts.append((found["name"], int(found["hour"])))
        names = [name for name, _ in self._starts]
        hours = [(hour - self._starts[0][1]) % 24 for _, hour in self._starts] if said else []
        if not said or len({*names}) < len(names) or any(b <= a for a, b in pairwise(hours)):
            raise ShiftError("shifts follow each other through one day, each with a name of its own")
        self.names = tuple(names)

    @property
    def begins(self) -> int:
        """The hour at which a day begins."""
        return self._starts[0][1]

    def day(self, date: dt.date) -> tuple[Shift, ...]:
        """The shifts of a day, in order."""
        start = dt.datetime(date.year, date.month, date.day, self.begins, tzinfo=HOUSE_TIME)
        first = round(start.timestamp() * 1000)
        starts = [first + (hour - self.begins) % 24 * HOUR_MS for _, hour in self._starts]
        ends = [*starts[1:], first + DAY_MS]
        return tuple(
            Shift(name, date.isoformat(), since, until)
            for name, since, until in zip(self.names, starts, ends, strict=True)
        )

    def date_of(self, at: int) -> dt.date:
        """The day that a moment belongs to."""
        return dt.datetime.fromtimestamp((at - self.begins * HOUR_MS) / 1000, HOUSE_TIME).date()

    def at(self, at: int) -> Shift:
        return next(each for each in self.day(self.date_of(at)) if each.since <= at < each.until)

    def name_of(self, hours: int) -> str:
        """The shift in which an hour falls, counted from the beginning of the day."""
        return [name for (name, hour) in self._starts if (hour - self.begins) % 24 <= hours][-1]

    def date_at(self, days: int) -> str:
        """The day with this number since 1970, as `Totals` counts them."""
        return (dt.date(1970, 1, 1) + dt.timedelta(days=days)).isoformat()
