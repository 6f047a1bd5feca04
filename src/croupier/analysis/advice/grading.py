"""A Round after the fact: what each decision was worth, what the best would have been, and what was luck.

Every decision is judged by what its player could see then, with the advice that a practice table would have
given. Result = price of the bets + mistakes + luck: the price is what the bets cost on average when played
best, mistakes are what the decisions gave away, luck is the rest.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from croupier.analysis.advice.advising import Advice, Choice, Lying, Seat, seat_for
from croupier.analysis.catalogue import edge_of
from croupier.analysis.figures import Asked
from croupier.money import CAGE, Cents, stack_at
from croupier.rulebook import Rules
from croupier.table import Actor, Event, Game, Option, Role
from croupier.table.table import position_for

SLIGHT = 1e-9
"""Of a unit: what costs less is as good as the best."""


class Decision(Struct, frozen=True, kw_only=True):
    """One decision and what it was worth, in units of `unit`, each of `unit_cents`."""

    place: int
    player: str
    situation: str
    taken: str
    best: str
    choices: tuple[Choice, ...]
    unit: str
    unit_cents: Cents
    cost: float
    """What the choice taken is worth less than the best."""
    is_exact: bool
    method: str
    lying: Lying
    options: tuple[Option, ...]
    """What was offered, each of the choices."""
    position: str = ""
    """Of a mistake: where to play it again, with what its player could see."""

    @property
    def cost_cents(self) -> float:
        return self.cost * self.unit_cents

    @property
    def is_best(self) -> bool:
        return self.cost < SLIGHT


class Account(Struct, frozen=True, kw_only=True):
    """A player's Round in cents."""

    place: int
    player: str
    result: Cents
    price: float
    """What the bets bring on average, played best: mostly below zero."""
    mistakes: float
    """What the decisions gave away: zero or below."""
    lying: Lying = Lying()
    """What lay there when the player's cards were last seen."""
    marks: tuple[str, ...] = ()
    """What Poker players count of a Round: "paid", "raised", "showdown", "won"."""

    @property
    def luck(self) -> float:
        return self.result - self.price - self.mistakes


class Review(Struct, frozen=True, kw_only=True):
    edition: str
    decisions: tuple[Decision, ...]
    accounts: tuple[Account, ...]
    measure: Cents = 0
    """What players of the game count results in, the Big Blind; 0 where it is money alone."""
    ungraded: tuple[int, ...] = ()
    """The places of decisions that nothing is known of: most bets and raises of Poker."""

    @property
    def accuracy(self) -> float | None:
        """The part of the graded decisions that were the best there was; None if there was none."""
        return sum(each.is_best for each in self.decisions) / len(self.decisions) if self.decisions else None

    @property
    def worst(self) -> tuple[Decision, ...]:
        """The dearest mistakes first."""
        wrong = [each for each in self.decisions if not each.is_best]
        return tuple(sorted(wrong, key=lambda each: -each.cost_cents))


Step = tuple[Any, Event]
"""A state, and what happened then."""


def review(game: Game[Any], rules: Rules, steps: Iterable[Step], player: str = "") -> Review:
    """Grade a Round from the states it went through; AnalysisError for a game without mathematics.

    Of one player, where one is named."""
    seat = seat_for(rules)()
    decisions: list[Decision] = []
    ungraded: list[int] = []
    results: dict[int, int] = {}
    staked: dict[tuple[int, str], int] = {}
    players: dict[int, str] = {}
    lying: dict[int, Lying] = {}
    events: list[Event] = []
    meter: int | None = None
    for state, event in steps:
        events.append(event)
        players |= {at: name for at, name in _seated(game, state).items() if player in ("", name)}
        for place, name in players.items():
            found = seat.lying(game.view(rules, state, Actor(name, Role.PLAYER, place)))
            lying[place] = found if found.own else lying.get(place, found)
        for each in _decided(game, rules, seat, state, event, players):
            if isinstance(each, Decision):
                decisions.append(each)
            else:
                ungraded.append(each)
        for place, bet, amount in seat.staked(event):
            staked[place, bet] = staked.get((place, bet), 0) + amount
            meter = seat.meter(game.view(rules, state, Actor("", Role.PLAYER, place)))
        for moved in event.transfers():
            for account, amount in ((moved.source, -moved.cents), (moved.target, moved.cents)):
                if CAGE not in (moved.source, moved.target) and stack_at(account):
                    results[stack_at(account)] = results.get(stack_at(account), 0) + amount
    prices = {bet: edge_of(rules, bet, _asked(bet, meter)).ev for bet in {bet for _, bet in staked}}
    return Review(
        edition=rules.edition.id,
        decisions=tuple(decisions),
        accounts=tuple(
            Account(
                place=place,
                player=players.get(place, ""),
                result=result,
                price=sum(amount * prices[bet] for (at, bet), amount in staked.items() if at == place),
                mistakes=-sum((each.cost_cents for each in decisions if each.place == place), 0.0),
                lying=lying.get(place, Lying()),
                marks=seat.marks(events, place),
            )
            for place, result in sorted(({each.place: 0 for each in decisions} | results).items())
            if not player or place in players
        ),
        measure=seat.measure(rules),
        ungraded=tuple(ungraded),
    )


def _asked(bet: str, meter: int | None) -> Asked:
    return Asked(meter=meter) if bet == "progressive" else Asked()


def _seated(game: Game[Any], state: Any) -> dict[int, str]:
    places = {stack_at(account) for account in game.holdings(state)} - {0}
    named = {place: game.player_at(state, place) for place in places}
    return {place: name for place, name in named.items() if name}


def _decided(
    game: Game[Any], rules: Rules, seat: Seat, state: Any, event: Event, players: Mapping[int, str]
) -> Iterator[Decision | int]:
    """The decisions that this event carries out: whose offers have what was done. Of one that has no grade,
    the place.
    """
    commands, target = seat.taken(event)
    if not commands:
        return
    for place, player in players.items():
        actor = Actor(player, Role.PLAYER, place)
        offered = game.options(rules, state, actor)
        for options in _by_target(offered, target):
            if not any(option.command in commands for option in options):
                continue
            view = game.view(rules, state, actor)
            found = seat.advise(rules, view, options)
            if taken := next((each for each in found.choices if each.command in commands), None):
                chosen = _graded(found, taken, place, player, seat, view, options)
                where = "" if chosen.is_best else position_for(game, rules, state, actor)
                yield replace(chosen, position=where)
            else:
                yield place


def _by_target(options: Sequence[Option], target: int | None) -> Iterator[list[Option]]:
    """Options of each area or box by itself; of one alone, where it is known which."""
    targets: dict[int | None, list[Option]] = {}
    for option in options:
        targets.setdefault(option.place, []).append(option)
    for at, found in targets.items():
        if at is not None and target in (None, at):
            yield found


def _graded(
    found: Advice, taken: Choice, place: int, player: str, seat: Seat, view: Any, options: Sequence[Option]
) -> Decision:
    best = max(found.choices, key=lambda each: each.value)
    valued = {each.command for each in found.choices}
    return Decision(
        place=place,
        player=player,
        situation=seat.situation(view, options),
        taken=taken.words,
        best=best.words,
        choices=found.choices,
        unit=found.unit,
        unit_cents=found.unit_cents,
        cost=best.value - taken.value,
        is_exact=found.is_exact,
        method=found.method,
        lying=seat.lying(view),
        options=tuple(option for option in options if option.command in valued),
    )
