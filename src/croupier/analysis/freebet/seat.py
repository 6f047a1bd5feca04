"""The exact best action for a player at the Free Bet table, with what every offered action is worth.

As in the rest of the mathematics a hand knows its own cards and the dealer's, not who else was dealt what.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache

from croupier.analysis.advice.advising import NOTHING, Advice, Choice, Fact, Lying, decided
from croupier.analysis.figures import Asked
from croupier.analysis.freebet import bets
from croupier.analysis.freebet.against_ace import insurance_value, waiting_value
from croupier.analysis.freebet.charted import best_chart_value
from croupier.analysis.freebet.shoe.play import Action
from croupier.analysis.freebet.splits.splitting import Kind
from croupier.analysis.freebet.spot import Spot, value_place
from croupier.analysis.freebet.terms import ACE, TEN, Terms
from croupier.cards import show
from croupier.games.freebet import Terms as Book
from croupier.games.freebet import commands as c
from croupier.games.freebet import events as e
from croupier.games.freebet.state import Stake
from croupier.games.freebet.view import AreaView, HandView, View
from croupier.money import Cents
from croupier.rulebook import Rules
from croupier.table import Event, Option, Purpose
from croupier.table.options import by_name

_ACTIONS: Mapping[str, Action] = by_name({
    c.Stand: Action.STAND,
    c.Hit: Action.HIT,
    c.Double: Action.DOUBLE,
    c.FreeDouble: Action.FREE_DOUBLE,
    c.Split: Action.SPLIT,
    c.FreeSplit: Action.SPLIT,
})  # fmt: skip
_WORDS = by_name({
    c.Stand: "stand", c.Hit: "hit", c.Double: "double", c.FreeDouble: "free double", c.Split: "split",
    c.FreeSplit: "free split", c.Surrender: "surrender", c.PlayOn: "play on", c.Insure: "insure",
    c.DeclineInsurance: "no insurance", c.TakeEvenMoney: "even money",
})  # fmt: skip
_METHOD = (
    "Exact, from a full shoe without the cards of this hand and the dealer's: every way the cards can come, "
    "each later decision the best. Cards of other hands are left out."
)


def advise(rules: Rules, view: View, options: Sequence[Option]) -> Advice:
    """The decision that is asked now, or what the bets cost while bets are placed."""
    if view.phase == "betting":
        return _edges(rules)
    if view.own_place is None or len(view.dealer) != 1:
        return NOTHING
    if view.phase == "insurance":
        return _insurance(rules, view, options)
    if view.phase == "surrender":
        return _surrender(rules, view, options)
    if view.phase == "playing" and view.in_play is not None:
        return _playing(rules, view, options)
    return NOTHING


def get_ready(rules: Rules) -> None:
    """What the bets cost, which needs every table that hands need too, and one hand."""
    _edges(rules)
    Spot(Terms.of(rules, Asked()), first=TEN, cards=(ACE, ACE)).values()


def _playing(rules: Rules, view: View, options: Sequence[Option]) -> Advice:
    assert view.in_play is not None
    number, index = view.in_play
    area = view.areas[number]
    offered = {
        each.command: each for each in options if each.command in _ACTIONS and each.fixed["area"] == number
    }
    spot = None if area.hands[index].is_doubled else _spot(rules, view, area, area.hands[index])
    if not any(each.purpose is Purpose.STAND for each in offered.values()) or spot is None:
        return NOTHING
    values = spot.values()
    return _decided(
        {name: values[_ACTIONS[name]] for name in offered if _ACTIONS[name] in values},
        offered,
        spot,
        _wager(view, area),
    )


def _surrender(rules: Rules, view: View, options: Sequence[Option]) -> Advice:
    asked = (Purpose.SURRENDER, Purpose.DECLINE)
    offered = {each.purpose: each for each in options if each.purpose in asked and each.command in _WORDS}
    if Purpose.SURRENDER not in offered:
        return NOTHING
    area = view.areas[offered[Purpose.SURRENDER].fixed["area"]]
    spot = _spot(rules, view, area, area.hands[0])
    if spot is None:
        return NOTHING
    on = spot.natural if spot.is_natural else spot.best
    values = {Purpose.SURRENDER: spot.surrender, Purpose.DECLINE: on}
    named = {each.command: each for each in offered.values()}
    named_values = {each.command: values[purpose] for purpose, each in offered.items()}
    return _decided(named_values, named, spot, _wager(view, area))


def _decided(
    values: Mapping[str, float], offered: Mapping[str, Option], spot: Spot, stake_cents: int
) -> Advice:
    words, choices = decided(
        (
            Choice(command=name, words=_WORDS[name], value=value, why=_why(name, spot))
            for name, value in values.items()
        ),
        stake_cents,
    )
    carries = "a Free Bet Marker, nothing of your own" if spot.kind is Kind.MARKER else "your wager"
    return Advice(
        words=words + " of the wager.",
        unit="the wager",
        unit_cents=stake_cents,
        choices=choices,
        facts=(Fact("This hand carries", carries),),
        method=_METHOD,
        citations=offered[choices[0].command].citations,
    )


def _why(command: str, spot: Spot) -> str:
    """What a choice comes to, in a line: how often it wins, loses or busts."""
    won, lost, busted = spot.standing
    if command == c.Stand.__name__:
        return f"standing on {spot.total} wins {won:.0%} and loses {lost:.0%}"
    if command == c.Hit.__name__ and busted:
        return f"the next card busts {spot.total} in {busted:.0%} of deals"
    if command == c.PlayOn.__name__:
        return "half the wager back is more than this hand wins on average"
    if command == c.Surrender.__name__:
        return "the hand wins more than the half that surrender keeps"
    return "one card only, for twice the stake" if command == c.Double.__name__ else ""


def _insurance(rules: Rules, view: View, options: Sequence[Option]) -> Advice:
    """Insurance per unit insured; even money against waiting, per unit of the wager."""
    asked = (Purpose.INSURE, Purpose.DECLINE, Purpose.EVEN_MONEY)
    offered = {each.purpose: each for each in options if each.purpose in asked and each.command in _WORDS}
    if not offered:
        return NOTHING
    area = view.areas[next(iter(offered.values())).fixed["area"]]
    spot = _spot(rules, view, area, area.hands[0])
    if spot is None:
        return NOTHING
    insured = insurance_value(spot.terms, spot.cards.count(TEN), len(spot.cards))
    if spot.is_natural:
        values = {
            Purpose.EVEN_MONEY: Fraction(1),
            Purpose.DECLINE: waiting_value(spot.terms, insured=False),
            Purpose.INSURE: waiting_value(spot.terms, insured=True),
        }
        unit, stake_cents = "the wager", _wager(view, area)
    else:
        values, unit = {Purpose.INSURE: insured, Purpose.DECLINE: Fraction(0)}, "the Insurance wager"
        stake_cents = round(_wager(view, area) * spot.terms.insurance_part)
    keeps = f"the House keeps {float(-insured):.1%} of Insurance on average"
    words, choices = decided(
        (
            Choice(
                command=each.command,
                words=_WORDS[each.command],
                value=float(value),
                exact=str(value),
                why=keeps if purpose is Purpose.INSURE else "",
            )
            for purpose, value in values.items()
            if (each := offered.get(purpose)) is not None
        ),
        stake_cents,
    )
    return Advice(
        words=f"{words} of {unit}.",
        unit=unit,
        unit_cents=stake_cents,
        choices=choices,
        facts=(Fact("House edge of Insurance with your cards", f"{float(-insured):.3%}"),),
        method="Exact, from a full shoe without your cards and the dealer's Ace.",
        citations=next(e.citations for e in offered.values() if e.command == choices[0].command),
    )


def _spot(rules: Rules, view: View, area: AreaView, hand: HandView) -> Spot | None:
    """The hand as the mathematics knows it; None if nothing of the viewer's rides on it."""
    stake = next((each for each in hand.stakes if each.place == view.own_place), None)
    wager = _wager(view, area)
    if stake is None or len(hand.cards) < 2:
        return None
    asked = Asked(bet_size=min(max(wager, view.main_min), view.main_max))
    return Spot(
        terms=Terms.of(rules, asked),
        first=value_place(view.dealer[0]),
        cards=tuple(map(value_place, hand.cards)),
        kind=_kind(stake),
        hands=len(area.hands),
        is_split=hand.is_split,
        pair_with_dealer=_with_dealer(view, hand),
    )


def _wager(view: View, area: AreaView) -> int:
    return next((each.amount for each in area.wagers if each.place == view.own_place), 0)


_DECLINED = frozenset(by_name({c.PlayOn: "", c.DeclineInsurance: ""}))
_PLAYED: Mapping[type[Event], frozenset[str]] = {
    e.CardCalled: frozenset(by_name({c.Hit: ""})),
    e.HandStood: frozenset(by_name({c.Stand: ""})),
    e.OfferDeclined: _DECLINED,
    e.OfferClosed: _DECLINED,
    e.InsurancePlaced: frozenset(by_name({c.Insure: ""})),
}
_SETTLED = {
    "surrendered": frozenset(by_name({c.Surrender: ""})),
    "even_money": frozenset(by_name({c.TakeEvenMoney: ""})),
}


def taken(event: Event) -> tuple[frozenset[str], int | None]:
    if isinstance(event, e.HandDoubled):
        return frozenset(by_name({c.FreeDouble if event.is_free else c.Double: ""})), event.area
    if isinstance(event, e.HandSplit):
        return frozenset(by_name({c.FreeSplit if event.is_free else c.Split: ""})), event.area
    if isinstance(event, e.WagerSettled):
        return _SETTLED.get(event.result, frozenset()), event.area
    return _PLAYED.get(type(event), frozenset()), getattr(event, "area", None)


def situation(view: View, options: Sequence[Option]) -> str:
    number = next(each.fixed["area"] for each in options if "area" in each.fixed)
    index = view.in_play[1] if view.in_play is not None and view.in_play[0] == number else 0
    cards = " ".join(map(show, view.areas[number].hands[index].cards))
    return f"{cards} against {' '.join(map(show, view.dealer))}"


def staked(event: Event) -> tuple[tuple[int, str, int], ...]:
    if isinstance(event, e.WagerPlaced):
        return ((event.place, bets.MAIN, event.amount),)
    if isinstance(event, e.SideWagerPlaced):
        return ((event.place, event.bet, event.amount),)
    if isinstance(event, e.WagerTakenBack):
        return ((event.place, bets.MAIN if event.bet == "main" else str(event.bet), -event.amount),)
    return ()


def meter(view: View) -> None:
    """There is no jackpot."""


def lying(view: View) -> Lying:
    """Of the hand in play where it is the viewer's, otherwise of the first of theirs."""
    areas = [area for area in view.areas.values() if any(e.place == view.own_place for e in area.wagers)]
    hands = [hand for area in areas for hand in area.hands]
    playing = view.areas[view.in_play[0]].hands[view.in_play[1]] if view.in_play is not None else None
    own = playing if playing in hands else hands[0] if hands else None
    return Lying(own.cards if own else (), view.dealer)


def measure(rules: Rules) -> Cents:
    return 0


def marks(events: Sequence[Event], place: int) -> tuple[str, ...]:
    return ()


def _kind(stake: Stake) -> Kind:
    return Kind.STAKED if stake.has_wager else Kind.ADDED if stake.added else Kind.MARKER


def _with_dealer(view: View, hand: HandView) -> int:
    """Cards of the pair's very rank that the dealer has: it matters where only like tens may be split."""
    return int(view.dealer[0][0] == hand.cards[0][0])


def _edges(rules: Rules) -> Advice:
    main, others = _costs(_Key(rules))
    return Advice(
        words=f"Played by the best chart, the House keeps {main:.2%} of the wager on average.",
        facts=(
            Fact("House edge of the wager, by the best chart", f"{main:.3%}"),
            *(Fact(f"House edge of {name}", f"{edge:.3%}") for name, edge in others),
        ),
        method="Exact, from the pay tables of this edition and a full shoe.",
        citations=rules.cite("main_pays", "pair_wager", "busted_pays", "pot_of_gold_pays"),
    )


class _Key:
    """Rules that are the same need to be worked out once only."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self._key = Book.of(rules)

    def __hash__(self) -> int:
        return hash(self._key)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Key) and self._key == other._key


@cache
def _costs(key: _Key) -> tuple[float, tuple[tuple[str, float], ...]]:
    rules, asked = key.rules, Asked()
    terms = Terms.of(rules, asked)
    sides = {
        "the Pair": bets.pair_figures,
        "Busted": bets.busted_figures,
        "Pot of Gold": bets.pot_of_gold_figures,
        "Insurance": bets.insurance_figures,
    }
    found = tuple((name, figures(rules, asked).house_edge) for name, figures in sides.items())
    return -best_chart_value(terms), found
