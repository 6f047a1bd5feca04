"""Limits that players set for themselves, and exclusion: they hold at every table of every process.

A limit may be made stricter at any time, and undone from the day that was chosen with it. Loss and time are
those of the day, from play itself (the kept totals); a Round that was begun is finished.
"""

import datetime as dt
from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal

from msgspec import Struct, field
from msgspec.structs import replace

from croupier.house.answers import Answer, Declined, declined
from croupier.house.journal import Journal
from croupier.house.journal.sealing import Sealer
from croupier.house.ledger import PRACTICE_TABLES, day_of
from croupier.house.live_table import LiveTable
from croupier.house.register import HouseEvent, Register, decoder_of
from croupier.house.stamps import HOUSE_TIME
from croupier.messages import Message
from croupier.money import Cents, say_money
from croupier.table import Actor, Command, Purpose, Role

DAY_MS = 86_400_000
UNTIL_MIN_MS = DAY_MS  # a limit that can be undone at once is none
_MINUTE_MS = 60_000
WARN_AT = 0.8  # of a limit: from here on it is announced

if TYPE_CHECKING:
    from croupier.house.house import House

Kind = Literal["loss", "time"]

# What puts a player, or a stake that is not in play yet, at a table.
_COMES = (Purpose.SIT, Purpose.BUY, Purpose.RETURN)
_STAKES = (Purpose.BET, Purpose.POST)


class LimitSet(HouseEvent, frozen=True, kw_only=True):
    matters = "limit"
    words = "{person} sets a limit"
    person: str
    kind: Kind
    amount: int | None  # cents or minutes a day; None where there is none any more
    until: int  # not to be undone before
    before: int | None = None


class Excluded(HouseEvent, frozen=True, kw_only=True):
    matters = "limit"
    words = "{person} is excluded from play"
    person: str
    until: int


class Limit(Struct, frozen=True):
    amount: int
    until: int


class Own(Struct, frozen=True):
    """What one person has set."""

    loss: Limit | None = None  # cents a day
    time: Limit | None = None  # minutes a day
    excluded_until: int = 0


class AllLimits(Struct, frozen=True):
    people: dict[str, Own] = field(default_factory=dict)


class Use(Struct, frozen=True):
    """Of the day so far."""

    lost: Cents
    minutes: int


def _after(limits: AllLimits, event: HouseEvent, at: int) -> AllLimits:
    match event:
        case LimitSet(person=person):
            limit = None if event.amount is None else Limit(event.amount, event.until)
            own = replace(limits.people.get(person, Own()), **{event.kind: limit})
        case Excluded(person=person):
            own = replace(limits.people.get(person, Own()), excluded_until=event.until)
        case _:
            raise TypeError(f"{type(event).__name__} is not an event of limits")
    return AllLimits(limits.people | {person: own})


_DECODER = decoder_of(__name__)


def limits_register(journal: Journal, sealer: Sealer | None = None) -> Register[AllLimits]:
    return Register("limits", AllLimits(), _after, _DECODER, journal, sealer)


class Limits:
    """Asked before every command of a player; answers from memory unless that player has set something."""

    def __init__(self, house: "House") -> None:
        self._house = house
        self.register = house.opened(limits_register)

    def of(self, person: str) -> Own:
        return self.register.state.people.get(person, Own())

    # Setting

    async def set(self, by: Actor, kind: Kind, amount: int | None, until: int) -> Answer:
        """By the player, for themselves. `until` is the first moment at which it may be undone."""

        def decide(limits: AllLimits) -> Sequence[HouseEvent] | Declined:
            now, own = self._house.clock.peek(), limits.people.get(by.id, Own())
            known: Limit | None = getattr(own, kind)
            if amount is not None and until < now + UNTIL_MIN_MS:
                return Declined("a limit holds for a day at least; choose a later day")
            if known is not None and now < known.until:
                is_stricter = amount is not None and amount <= known.amount and until >= known.until
                if not is_stricter:
                    said = (
                        "your limit of {limit} a day cannot be undone before {time};"
                        " until then it can only be made stricter"
                    )
                    return declined(said, limit=in_words(kind, known.amount), time=moment(known.until))
            elif amount is None and known is None:
                return Declined("there is no such limit")
            before = known.amount if known is not None else None
            return [LimitSet(person=by.id, kind=kind, amount=amount, until=until, before=before)]

        return await self._house.record(self.register, decide, by, "SetLimit")

    async def exclude(self, by: Actor, until: int) -> Answer:
        """By the player, for themselves: no seat at any table until then."""

        def decide(limits: AllLimits) -> Sequence[HouseEvent] | Declined:
            known = limits.people.get(by.id, Own()).excluded_until
            if until < self._house.clock.peek() + UNTIL_MIN_MS:
                return Declined("exclusion lasts a day at least; choose a later day")
            if until < known:
                return declined("you are excluded until {time}; it cannot end before", time=moment(known))
            return [Excluded(person=by.id, until=until)]

        return await self._house.record(self.register, decide, by, "Exclude")

    # Holding

    def use(self, person: str) -> Use:
        """What a player has lost today at all tables, and how long they have played."""
        day, _ = day_of(self._house.clock.peek())
        rows = self._house.journal.store.query(
            "SELECT stream, since, max(until), sum(net) FROM stay_total"
            " WHERE player = ? AND day = ? AND bet = '' AND substr(stream, 1, ?) <> ? GROUP BY stream, since",
            (person, day, len(_PRACTICE), _PRACTICE),
        )
        played = sum(int(until) - max(int(since), day) for _, since, until, _ in rows)
        return Use(sum(int(net) for *_, net in rows), played // _MINUTE_MS)

    def reached(self, person: str, more: Cents = 0) -> str:
        """Which limit of this person is reached, in a sentence, or would be with so much more lost; or ""."""
        own, now = self.of(person), self._house.clock.peek()
        if now < own.excluded_until:
            said = "you have excluded yourself from play until {time}"
            return Message(said, {"time": moment(own.excluded_until)})
        if own.loss is None and own.time is None:
            return ""
        use = self.use(person)
        _, tomorrow = day_of(now)
        if own.loss is not None and use.lost + max(more, 1) > own.loss.amount:
            return Message(_REACHED, {"limit": in_words("loss", own.loss.amount), "time": moment(tomorrow)})
        if own.time is not None and use.minutes >= own.time.amount:
            return Message(_REACHED, {"limit": in_words("time", own.time.amount), "time": moment(tomorrow)})
        return ""

    def nears(self, person: str) -> str:
        """A word in time, or ""."""
        own = self.of(person)
        use = self.use(person) if own.loss or own.time else Use(0, 0)
        if own.loss is not None and use.lost >= WARN_AT * own.loss.amount:
            said = "you have lost {lost:money} today; {left:money} are left of your own limit"
            return Message(said, {"lost": use.lost, "left": max(0, own.loss.amount - use.lost)})
        if own.time is not None and use.minutes >= WARN_AT * own.time.amount:
            said = "you have played {played} minutes today; {left} are left of your own limit"
            return Message(said, {"played": use.minutes, "left": max(0, own.time.amount - use.minutes)})
        return ""

    def concern(self, live: LiveTable, commands: Sequence[Command]) -> bool:
        """Whether somebody comes to a table here, for which everything that was set has to be known."""
        return not live.name.startswith(PRACTICE_TABLES) and any(
            each.by.role is Role.PLAYER and type(each).purpose in _COMES for each in commands
        )

    def stops(self, live: LiveTable, commands: Sequence[Command]) -> Declined | None:
        """Why these commands of a player are not carried out, if so."""
        for command in commands:
            by, purpose = command.by, type(command).purpose
            if by.role is not Role.PLAYER or live.name.startswith(PRACTICE_TABLES):
                continue
            if by.id not in self.register.state.people or purpose not in (*_COMES, *_STAKES):
                continue
            flow = live.running.flows.get(by.id)
            if purpose in _STAKES and flow is not None and flow.out:
                continue  # a Round that was begun is finished
            stake = getattr(command, "amount", 0) if purpose in _STAKES else 0
            if words := self.reached(by.id, stake if isinstance(stake, int) else 0):
                return Declined(words)
        return None


_REACHED = "your own limit of {limit} a day is reached: play on from {time}"
_PRACTICE = f"table/{PRACTICE_TABLES}"


def in_words(kind: Kind, amount: int) -> str:
    return say_money(amount) if kind == "loss" else Message("{count} minutes", {"count": amount})


def moment(at: int) -> str:
    """Where the house stands."""
    return dt.datetime.fromtimestamp(at / 1000, HOUSE_TIME).strftime("%d %B %Y, %H:%M")
