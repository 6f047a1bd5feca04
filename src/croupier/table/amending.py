"""A record that was entered wrong: struck, or entered again, while nothing rests on it.

Only what staff entered for others can be wrong in this way: what a player was seen to do, cards that were
named, a bet placed at a player's request, a report; and with real cards the calls in between. Who entered it
amends it, or a supervisor. With real cards time that was called and a ruling are struck by a supervisor, and
by nobody below who gave it. Nothing rests on a record as long as it is the last one, no Round has begun or
ended with it, and no equipment has acted on it. Both versions stay in the journal: striking one is an event
like any other, and leads back to the situation before the record.
"""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from msgspec import Struct
from msgspec.structs import replace

from croupier.cards import Card
from croupier.messages import Message
from croupier.money import Cents, Transfer
from croupier.rulebook import Rules
from croupier.table import recording
from croupier.table.messages import Accepted, Citations, Command, Event, Recorded, Refusal, refusal
from croupier.table.options import Ask, Option, option_of
from croupier.table.purposes import Purpose
from croupier.table.roles import Actor, Role
from croupier.table.words import say

if TYPE_CHECKING:
    from croupier.table.game import Game

TRAIL = 64  # events that can be gone back over: more than any record leads to
SUPERVISOR = Role.PIT_SUPERVISOR
_AMENDABLE = ("cards", "amount")
# What staff decide about others, or note of them, in the course of a Round.
_DECIDED = (Purpose.TIME_OUT, Purpose.ABSENT, Purpose.PRESENT, Purpose.REFER, Purpose.RULING)


class AmendRecord(Command, frozen=True, kw_only=True):
    """Strike the last record, or enter it again with other cards or another amount.

    `record` is what is meant to be the last one, so that nobody amends what has come in between.
    """

    words = (
        "strike the last record",
        "amend the last record to {cards}",
        "amend the last record to an amount of {amount}",
        "strike the last record, {record}",
        "amend the last record, {record}, to {cards}",
        "amend the last record, {record}, to an amount of {amount}",
    )
    purpose = Purpose.REPORT
    cards: tuple[Card, ...] = ()
    amount: Cents = 0
    record: str = ""


class RecordAmended(Event, frozen=True, kw_only=True):
    """The events of the last record are struck; what was entered instead follows."""

    words = "The last record is struck and entered again"
    otherwise = ("is_entered_again", "The last record is struck")
    struck: int
    returned: tuple[Transfer, ...] = ()
    is_entered_again: bool = False
    recorded: Recorded | None = None  # of the record, where a player was seen to do it

    def transfers(self) -> tuple[Transfer, ...]:
        return self.returned


def standing(events: Iterable[Event]) -> list[Event]:
    """What is left of a table's events when struck records are read away with what struck them."""
    found: list[Event] = []
    for event in events:
        if isinstance(event, RecordAmended):
            del found[-event.struck :]
        else:
            found.append(event)
    return found


class Record(Struct, frozen=True):
    """A command that can be amended, and what it led to."""

    command: Command
    events: tuple[Event, ...]
    by: Actor  # who entered it, or entered it again

    @property
    def words(self) -> str:
        """What was done, and not with which cards: hidden ones stay hidden."""
        return str(self.said)

    @property
    def said(self) -> Message:
        """The same, to be said in any language."""
        has_cards = bool(getattr(self.command, "cards", ()))
        return say(replace(self.command, cards=()) if has_cards else self.command)

    @property
    def returned(self) -> tuple[Transfer, ...]:
        moved = [each for event in self.events for each in event.transfers()]
        return tuple(Transfer(each.target, each.source, each.cents) for each in reversed(moved))

    def corrected(self, by: AmendRecord) -> Command:
        """The same command with other values, given when and by whom it was given."""
        changes = {name: value for name in _AMENDABLE if (value := getattr(by, name))}
        return replace(self.command, id=by.id, **changes)


def is_amendable(
    game: "Game[Any]", command: Command, events: tuple[Event, ...], before: Any, after: Any
) -> bool:
    """Whether staff entered this for others, and nothing rests on it so far but what it led to."""
    if not command.by.role.is_staff or len(events) > TRAIL:
        return False
    if not (_is_entered_for_others(command) or _is_call(command, before, after)):
        return False
    was_open, is_open = game.is_round_open(before), game.is_round_open(after)
    if was_open != is_open or not (is_open or command.recorded):
        return False
    wire = game.wire
    return wire is None or not any(wire.rests_on(before, event) for event in events)


def _is_entered_for_others(command: Command) -> bool:
    is_for_others = command.recorded is not None or command.purpose in (Purpose.SERVE, Purpose.REPORT)
    return is_for_others or bool(getattr(command, "cards", ()))


def _is_call(command: Command, before: Any, after: Any) -> bool:
    """Part of the course of a Round that shows nobody a card: no machine has dealt one for it."""
    devices = [getattr(state, "device", None) for state in (before, after)]
    return (command.purpose is Purpose.ROUTINE or command.purpose in _DECIDED) and all(
        device is not None and device.source == "physical" for device in devices
    )


def may_amend(actor: Actor, record: Record | None) -> bool:
    """Whoever has entered it, or a supervisor; what was decided, a supervisor not below who decided it."""
    is_supervisor = actor.role.may_act_as(SUPERVISOR)
    if record is not None and record.command.purpose in _DECIDED:
        return is_supervisor and actor.role.may_act_as(record.by.role)
    is_own = record is not None and actor.role.is_staff and actor.id == record.by.id
    return is_own or is_supervisor


def cites(game: "Game[Any]", rules: Rules) -> Citations:
    return rules.cite("matters_not_provided_for", reading=game.amending_reading)


def options(game: "Game[Any]", rules: Rules, before: Any, record: Record, actor: Actor) -> tuple[Option, ...]:
    """What this actor may do about the last record."""
    if not may_amend(actor, record):
        return ()
    asks = _asks(game.options(rules, before, _decider(game, rules, before, record)), record.command)
    made: list[tuple[Ask, ...]] = [(), *((ask,) for ask in asks)]
    under = cites(game, rules)
    offered = [
        option_of(AmendRecord, under, *each, group="irregularity", record=record.words) for each in made
    ]
    return tuple([replace(each, words=_said(each.words, record.said), label=record.said) for each in offered])


def _said(words: str, record: Message) -> str:
    return (
        Message(words.template, {**words.values, "record": record}) if isinstance(words, Message) else words
    )


def _decider(game: "Game[Any]", rules: Rules, before: Any, record: Record) -> Actor:
    """Whose options the record was one of."""
    return recording.behind(game, rules, before, record.command).by


def _asks(offered: tuple[Option, ...], command: Command) -> list[Ask]:
    """The blanks that the record filled in and that can be filled in otherwise."""
    same = [
        option
        for option in offered
        if option.command == type(command).__name__
        and all(getattr(command, field) == value for field, value in option.fixed.items())
        and any(ask.field in _AMENDABLE for ask in option.asks)
    ]
    if not same:
        return []
    # A deal with a mistake is also a deal: the offer that says the mistake knows how many cards came.
    closest = max(same, key=lambda option: len(option.fixed))
    found = (otherwise(ask, getattr(command, ask.field)) for ask in closest.asks if ask.field in _AMENDABLE)
    return [ask for ask in found if ask is not None]


def otherwise(ask: Ask, entered: Any) -> Ask | None:
    """The blank without what the record says already; None if nothing else can be filled in."""
    if not entered:
        return None
    if ask.kind == "cards":
        return ask if ask.settled < ask.minimum else None
    if ask.minimum == entered:
        ask = replace(ask, minimum=ask.minimum + ask.step)
    elif ask.minimum + (ask.maximum - ask.minimum) // ask.step * ask.step == entered:
        ask = replace(ask, maximum=entered - ask.step)
    elif ask.allows(entered):
        ask = replace(ask, other_than=entered)
    return ask if ask.minimum <= ask.maximum else None


def amended(
    game: "Game[Any]", rules: Rules, before: Any, record: Record, command: AmendRecord
) -> Accepted[Any] | Refusal:
    """What striking the record, or entering it again, leads to."""
    under = cites(game, rules)
    if command.record and command.record != record.words:
        return refusal(under, "the last record is another one: {record}", record=record.words)
    missing = [name for name in _AMENDABLE if getattr(command, name) and not getattr(record.command, name, 0)]
    if missing:
        template = "{record} named no {missing}: strike it and enter it again"
        return refusal(under, template, record=record.words, missing=missing[0])
    is_entered_again = bool(command.cards or command.amount)
    event = RecordAmended(
        struck=len(record.events),
        returned=record.returned,
        is_entered_again=is_entered_again,
        recorded=record.command.recorded,
        citations=under,
    )
    if not is_entered_again:
        return Accepted((event,), before)
    outcome = recording.decide(game, rules, before, record.corrected(command))
    if isinstance(outcome, Refusal):
        return outcome
    if outcome.events == record.events:
        return refusal(under, "that is what the record says already")
    return Accepted((event, *outcome.events), outcome.state)
