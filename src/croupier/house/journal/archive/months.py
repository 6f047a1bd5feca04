"""What the live store knows of its archives, and which of them a question concerns."""

from datetime import UTC, datetime

from msgspec import Struct

from croupier.house.stamps import FOR_EVER, HOUSE_TIME

_DECEMBER = 12


class Month(Struct, frozen=True):
    """One archive. Its ends are those of what is in it: a Round that was under way at midnight is whole in
    one file, so that two months may overlap by some minutes."""

    name: str  # 2026-07
    first: int  # positions
    last: int
    since: int  # times
    until: int
    entries: int
    digest: bytes  # of the file


COLUMNS = "month, first, last, since, until, entries, digest"


class Span(Struct, frozen=True):
    """What a question is about: positions `first` to `last`, at or after `since` and before `until`."""

    first: int = -FOR_EVER
    last: int = FOR_EVER
    since: int = -FOR_EVER
    until: int = FOR_EVER

    def meets(self, month: Month) -> bool:
        return (
            month.first <= self.last
            and self.first <= month.last
            and month.since < self.until
            and self.since <= month.until
        )


EVERYTHING = Span()


def month_of(at: int) -> str:
    """The month of a moment, given in milliseconds: like gaming days, by the time where the house stands."""
    local = datetime.fromtimestamp(at / 1000, UTC).astimezone(HOUSE_TIME)
    return f"{local.year:04d}-{local.month:02d}"


def begin_of(month: str) -> int:
    """When a month begins, in milliseconds; ValueError if that is no month."""
    begin = datetime.strptime(month, "%Y-%m").replace(tzinfo=HOUSE_TIME)
    return round(begin.timestamp() * 1000)


def following(month: str) -> str:
    year, number = int(month[:4]), int(month[5:])
    return f"{year + 1:04d}-01" if number == _DECEMBER else f"{year:04d}-{number + 1:02d}"
