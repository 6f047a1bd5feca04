"""An offer is the rule, and a command is an offer taken.

For each kind of command one function answers, for a state and an actor, with an Offer (its blanks with their
bounds, and the paragraphs that allow it) or refuses with the reason why not. `options` lists the offers;
`decide` asks for the same offer, holds the command's values against it, and has it carried out. So what is
legal is said once, and computed: nothing is found out by trying.

    @POKER.action(RaiseTo, Role.PLAYER, "own_decisions_only", each=own_seat)
    def raise_to(at: Moment[State], seat: int) -> Offer:
        turn = turn_of(at, seat)  # refuses by itself: not your turn, a ruling is open
        at.require(turn.bet, "raise", "nobody has bet yet: check or bet")
        return Offer(turn.cites, (money("amount", turn.least, turn.most, turn.chip),), facts=turn)

    @raise_to.taken
    def raised_to(draft: Draft[State], command: RaiseTo, offer: Offer) -> None:
        draft.emit(Raised(...))  # the amount is inside the offer already: nothing is checked twice

Where one event is all that happens the offer names it, and nothing more has to be said:

        return Offer(at.cite("betting_closes"), event=partial(PlayerReady, place=place))

The parameters after `at` are the command's own fields that say what it is about (a seat, a box, a mistake);
`each` tells which of them are worth listing, the fields that are left are the offer's blanks.
"""

import inspect
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Generic, NoReturn, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from croupier.messages import Message, parts
from croupier.money import Cents
from croupier.rulebook import Rules
from croupier.table.drafts import Draft
from croupier.table.messages import Citations, Command, Event, Refused, S, refuse
from croupier.table.options import Ask, Group, Option, option_of
from croupier.table.roles import Actor, Role
from croupier.table.words import template_of

C = TypeVar("C", bound=Command)
F = TypeVar("F", bound=Callable[..., None])  # one function may serve several kinds of command


class Moment(Struct, Generic[S], frozen=True):
    """What an offer is made from: the rules, the table as it stands, and who asks."""

    rules: Rules
    state: S
    by: Actor
    now: int = 0  # when the command was given; 0 while options are listed, which hold until something happens
    notes: dict[str, Any] = {}  # what a game has worked out for this moment and needs for several offers

    def cite(self, *rules: str, reading: str | None = None) -> Citations:
        return self.rules.cite(*rules, reading=reading)

    def refuse(self, rule: str, template: str, /, reading: str | None = None, **values: Any) -> NoReturn:
        """There is no such offer now: why not, and what may be done instead."""
        refuse(self.rules.cite(rule, reading=reading), template, **values)

    def require(
        self, condition: object, rule: str, template: str, /, reading: str | None = None, **values: Any
    ) -> None:
        if not condition:
            refuse(self.rules.cite(rule, reading=reading), template, **values)


class Offer(Struct, frozen=True):
    """What may be done now: under which paragraphs and with which blanks.

    `facts` is whatever the function found out on the way and the one that carries it out needs again. Where
    taking it is one thing that happens, `event` makes that, from the blanks as they were filled in: then
    nothing else carries it out. An offer that another one says already need not be listed among the options.
    """

    citations: Citations
    asks: tuple[Ask, ...] = ()
    facts: Any = None
    group: Group = "play"
    costs: Cents = 0
    is_listed: bool = True
    event: Callable[..., Event] | None = None  # partial(PlayerReady, place=3)
    under: Citations = ()  # the paragraphs of that event, where they are others than the offer's
    warning: str = ""  # what a player is asked once more before it is taken: "surrender a Blackjack?"


Target = Mapping[str, Any]
Each = Callable[[Moment[Any]], Iterable[Target]]
E = TypeVar("E", bound=Each)
_ONCE: tuple[Target, ...] = ({},)
Offering = Callable[..., Offer]
Taking = Callable[[Draft[S], C, Offer], None]
Outside = Callable[[Moment[S], C, Offer, Ask], None]
Listing = Callable[[Moment[Any]], Iterable[Option]]
L = TypeVar("L", bound=Listing)


def within(*stages: str) -> Callable[[E], E]:
    """What is offered in these stages of a Round only (`Game.stage`): in the others nobody looks for it."""

    def register(each: E) -> E:
        each.stages = stages  # type: ignore[attr-defined]
        return each

    return register


class Action(Generic[S, C]):
    """One kind of command: when it is offered, to whom, and what taking it does."""

    def __init__(
        self,
        kind: type[C],
        role: Role,
        also: tuple[Role, ...],
        each: Callable[[Moment[S]], Iterable[Target]] | None,
        offering: Offering,
    ) -> None:
        self.kind, self.role, self.also = kind, role, also
        self.names = tuple(inspect.signature(offering).parameters)[1:]
        self._field = self.names[0] if len(self.names) == 1 else ""  # the usual case, made fast
        self.each = each
        self._offering = offering
        self._taken: Taking[S, C] | None = None
        self._outside: Outside[S, C] = _outside
        self._listing: Listing | None = None
        self.stages: tuple[str, ...] = getattr(each, "stages", ())
        unknown = [name for name in self.names if name not in kind.__struct_fields__]
        assert not unknown, f"{kind.__name__} has no field {', '.join(unknown)} to be offered by"
        assert each is not None or not self.names, f"{kind.__name__}: `each` has to say which are listed"

    def taken(self, function: F) -> F:
        """Register what happens when the offer is taken."""
        assert self._taken is None, f"{self.kind.__name__} is carried out twice"
        self._taken = function
        return function

    def outside(self, function: F) -> F:
        """Register who refuses a value outside the offer's bounds, where that has a paragraph of its own.

        It may also let the value pass, where the bounds are a proposal and no rule.
        """
        self._outside = function
        return function

    def listed(self, function: L) -> L:
        """Register a quicker way to the whole list, for what is offered many times over at one moment.

        It says nothing of its own: the conformance suite holds it against the offers, one by one.
        """
        self._listing = function
        return function

    @property
    def has_listing(self) -> bool:
        return self._listing is not None

    def may_be_given_by(self, role: Role) -> bool:
        return role is self.role or role.may_act_as(self.role) or role in self.also

    def list_in(self, found: list[Option], at: Moment[S]) -> None:
        """Add everything of this kind that `at.by` may do now: this runs for every action, each time."""
        if self._listing is not None:
            found.extend(self._listing(at))
        else:
            self.list_one_by_one(found, at)

    def list_one_by_one(self, found: list[Option], at: Moment[S]) -> None:
        """The same from the offers themselves."""
        for target in self.each(at) if self.each else _ONCE:
            try:
                made = self._offering(at, **target)
            except Refused:
                continue
            if made.is_listed:
                asks, group, costs = made.asks, made.group, made.costs
                option = option_of(
                    self.kind, made.citations, *asks, group=group, costs=costs, **_said(target)
                )
                found.append(replace(option, warning=made.warning) if made.warning else option)

    def first(self, at: Moment[S]) -> Option | None:
        """The first of them, without working out the others: what a dealer's routine goes by."""
        for target in self.each(at) if self.each else _ONCE:
            try:
                made = self._offering(at, **target)
            except Refused:
                continue
            asks, group, costs = made.asks, made.group, made.costs
            return option_of(self.kind, made.citations, *asks, group=group, costs=costs, **_said(target))
        return None

    def take(self, draft: Draft[S], command: C) -> None:
        """Decide one command: the offer, its values inside the offer, then what it leads to."""
        at = Moment(draft.rules, draft.state, command.by, command.at)
        if self._field:
            found = self._offering(at, getattr(command, self._field))
        else:
            found = self._offering(at, *[getattr(command, name) for name in self.names])
        if found.asks:
            for ask in found.asks:
                if not ask.allows(getattr(command, ask.field)):
                    self._outside(at, command, found, ask)
        if self._taken is not None:
            self._taken(draft, command, found)
            return
        assert found.event is not None, f"nothing carries out {self.kind.__name__}"
        filled = {ask.field: getattr(command, ask.field) for ask in found.asks}
        draft.emit(found.event(**filled, citations=found.under or found.citations))


def _said(target: Target) -> Target:
    if all(target.values()):  # nearly always, and this runs for every option
        return target
    return {name: value for name, value in target.items() if value not in ((), "", None)}


def _outside(at: Moment[Any], command: Command, found: Offer, ask: Ask) -> NoReturn:
    """ "bet 5 to 100, not 101", in the command's own words."""
    blank = "{" + ask.field + "}"
    said = Message("{field} {bounds}", {"field": ask.field, "bounds": ask.bounds})
    if phrase := next((words for words in command.words if blank in words), ""):
        template = template_of(type(command), phrase)
        names = [name for _, name, _ in parts(template) if name]
        said = Message(template, {name: getattr(command, name) for name in names} | {ask.field: ask.bounds})
    template = "{said}, not {value:money}" if ask.kind == "money" else "{said}, not {value}"
    if ask.kind == "money" and ask.step > 1:
        template = "{said} in steps of {step:money}, not {value:money}"
    refuse(found.citations, template, said=said, step=ask.step, value=getattr(command, ask.field))
