"""Equity against the ranges of those still in, and pot odds, for a player at the poker table.

What the others hold is not known. Who has paid for more than the blinds is taken to hold the better part of
the starting hands, everybody else any two cards; the advice says so.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache

from croupier.analysis.advice.advising import NOTHING, Advice, Choice, Fact, Lying, decided
from croupier.analysis.kernels.cards import class_names
from croupier.analysis.poker.equity import HandEquity, equity
from croupier.analysis.poker.opening import opening
from croupier.analysis.poker.versus import versus
from croupier.cards import Card, parse_cards, show
from croupier.games.poker import commands as c
from croupier.games.poker import events as e
from croupier.games.poker.terms import terms as poker_terms
from croupier.games.poker.view import PokerView, SeatView
from croupier.money import Cents, say_money
from croupier.rulebook import Citation, Rules
from croupier.table import Event, Option, Purpose
from croupier.table.options import by_name

SAMPLES = 100_000
_BOARDS = (0, 3, 4, 5)
_SIZES = {"half the pot": 0.5, "three quarters of the pot": 0.75, "the pot": 1.0}
_RAISED, _LIMPED, _ANY = 0.25, 0.6, 1.0
"""What part of the starting hands they hold who paid a raise, who paid the blind only, who paid nothing."""


def advise(rules: Rules, view: PokerView, options: Sequence[Option]) -> Advice:
    """What the own hand is worth against those still in, and what a call would have to win."""
    own = view.seats.get(view.own_seat)
    others = [seat for number, seat in view.seats.items() if number != view.own_seat and seat.is_active]
    if (
        own is None
        or not own.is_active
        or len(own.cards) != 2
        or len(view.board) not in _BOARDS
        or not others
    ):
        return NOTHING
    held = [_held(view, number) for number in _others(view)]
    found, is_counted = _equity(own, others, held, view.board)
    is_shown = all(len(seat.cards) == 2 for seat in others)
    facts = [
        Fact("Your part of the pot on average", _share(found)),
        Fact("The others are taken to hold", _hands(others, held)),
    ]
    words = f"{found.equity:.1%} of the pot on average against {_hands(others, held)}."
    choices: tuple[Choice, ...] = ()
    price = view.turn.to_call if view.turn and view.turn.seat == view.own_seat else 0
    pot = _contested(view, own, price)
    if price:
        needed = price / (pot + price)
        facts += [
            Fact("To call", f"${say_money(price)}"),
            Fact("Pot you play for", f"${say_money(pot)}"),
            Fact("A call has to win", f"{needed:.1%}"),
        ]
        words += f" A call of ${say_money(price)} for a pot of ${say_money(pot)} has to win {needed:.1%}."
        choices = _calling(options, found.equity, price, pot)
    if view.turn and view.turn.seat == view.own_seat and view.turn.raise_max:
        facts += _breaks_even(view, own, price, pot)
    solved = opening(view, options)
    if solved:
        stack, found_choices = solved
        said, choices = decided(found_choices, 100, stake_cents=pot + price, places=2)
        words = f"{said}. {words}"
    return Advice(
        words=words,
        unit="dollars, if nobody bets after the flop" if solved else "dollars, if nobody bets again",
        unit_cents=100,
        choices=choices,
        facts=tuple(facts),
        method=_solved(stack) if solved else _method(is_counted),
        is_exact=is_counted and is_shown,  # hands that are assumed make an estimate of it
        citations=_cited(options),
    )


def _breaks_even(view: PokerView, own: SeatView, price: int, pot: int) -> Iterator[Fact]:
    """How often all others must fold for a bet of a size to gain at once, whatever the cards are."""
    turn = view.turn
    assert turn is not None
    least = turn.raise_min - own.bet
    sizes = {f"A raise of {name}": round(price + part * (pot + price)) for name, part in _SIZES.items()}
    for name, risked in {"The least raise": least, **sizes}.items():
        if least <= risked <= turn.raise_max - own.bet:
            yield Fact(f"{name} gains at once if all fold", f"{risked / (pot + risked):.1%}")


def get_ready(rules: Rules) -> None:
    """Both ways to find an equity, on hands that take no time, and what ranges are chosen by."""
    versus()
    equity(["AsKs", "random", "random"], samples=1)
    equity(["AsKs", "QhQd"], parse_cards("2c 7d Jh 9s"))


_ALL_IN = frozenset(by_name({c.AllIn: ""}))
_TAKEN = {
    e.Called: frozenset(by_name({c.Call: ""})),
    e.Folded: frozenset(by_name({c.Fold: ""})),
    e.Checked: frozenset(by_name({c.Check: ""})),
    e.BetMade: frozenset(by_name({c.Bet: ""})),
    e.Raised: frozenset(by_name({c.RaiseTo: ""})),
    e.ShortAllInMade: _ALL_IN,
}


def taken(event: Event) -> tuple[frozenset[str], int | None]:
    """Calls and folds have a price. What a check, a bet or a raise is worth depends on the answers to it:
    those are counted, and graded where the game is solved.
    """
    commands = _TAKEN.get(type(event), frozenset())
    if getattr(event, "is_all_in", False):
        commands = commands | _ALL_IN if isinstance(event, e.Called) else _ALL_IN
    return commands, getattr(event, "seat", None)


def situation(view: PokerView, options: Sequence[Option]) -> str:
    board = " ".join(map(show, view.board))
    return " ".join(map(show, view.seats[view.own_seat].cards)) + (f" on {board}" if board else "")


def staked(event: Event) -> tuple[tuple[int, str, int], ...]:
    """Players win from each other: no bet has a price of its own."""
    return ()


def meter(view: PokerView) -> None:
    """There is no jackpot."""


def lying(view: PokerView) -> Lying:
    own = view.seats.get(view.own_seat)
    return Lying(own.cards if own else (), view.board)


def measure(rules: Rules) -> Cents:
    return poker_terms(rules).big_blind


def marks(events: Sequence[Event], place: int) -> tuple[str, ...]:
    """Paid by choice and raised before the flop; saw the showdown, and won there."""
    flop = next((at for at, each in enumerate(events) if isinstance(each, e.StreetDealt)), len(events))
    before = [each for each in events[:flop] if getattr(each, "seat", None) == place]
    showed = {each.seat for each in events if isinstance(each, e.HandShown)}
    found = {
        "paid": any(isinstance(each, e.Wager) for each in before),
        "raised": any(isinstance(each, (e.Raised, e.BetMade)) for each in before),
        "showdown": place in showed and len(showed) > 1,
        "won": any(isinstance(each, e.PotAwarded) and place in each.won for each in events),
    }
    return tuple(name for name, is_so in found.items() if is_so)


def _others(view: PokerView) -> list[int]:
    return [number for number, seat in view.seats.items() if number != view.own_seat and seat.is_active]


def _held(view: PokerView, number: int) -> float:
    """The part of the starting hands that somebody who has paid as much is taken to hold, the best first."""
    blind, seat = view.signage.big_blind, view.seats[number]
    if view.board:
        each = sum(pot.amount for pot in view.pots) / max(1, len(view.pots[0].eligible) if view.pots else 1)
        return _RAISED if each >= 2 * blind else _LIMPED
    if seat.bet > blind:
        return _RAISED
    is_blind = number in (view.big_blind_seat, view.small_blind_seat)
    return _LIMPED if seat.bet == blind and not is_blind else _ANY


@cache
def _best(part: float) -> str:
    """The best part of all starting hands, by what they win against any two cards."""
    if part == _ANY:
        return "random"
    table = versus()
    worth = (table.deals * table.equity).sum(axis=1) / table.deals.sum(axis=1)
    weights = table.deals.sum(axis=1)
    chosen, so_far = [], 0.0
    for index, name in sorted(enumerate(class_names()), key=lambda each: -worth[each[0]]):
        chosen.append(name)
        so_far += float(weights[index])
        if so_far >= part:
            break
    return ", ".join(chosen)


def _equity(
    own: SeatView, others: Sequence[SeatView], held: Sequence[float], board: Sequence[Card]
) -> tuple[HandEquity, bool]:
    hands = [
        "".join(own.cards),
        *(
            "".join(each.cards) if len(each.cards) == 2 else _best(part)
            for each, part in zip(others, held, strict=True)
        ),
    ]
    is_shown = all(len(each.cards) == 2 for each in others)
    is_countable = len(others) == 1 and (len(board) >= 3 or is_shown)
    found = equity(hands, board, samples=None if is_countable else SAMPLES)
    return found.hands[0], found.is_exact


def _contested(view: PokerView, own: SeatView, price: int) -> int:
    """What can be won by calling: pots one is part of, and of each bet what the call matches."""
    reach = own.bet + price
    gathered = sum(pot.amount for pot in view.pots if view.own_seat in pot.eligible)
    return (
        gathered
        + own.bet
        + sum(min(seat.bet, reach) for number, seat in view.seats.items() if number != view.own_seat)
    )


def _calling(options: Sequence[Option], share: float, price: int, pot: int) -> tuple[Choice, ...]:
    offered = {option.purpose: option for option in options}
    call, fold = offered.get(Purpose.CALL) or offered.get(Purpose.ALL_IN), offered.get(Purpose.FOLD)
    if call is None or fold is None:
        return ()
    why = f"a call has to win {price / (pot + price):.0%}, and this hand wins {share:.0%}"
    gain = share * (pot + price) / 100 - price / 100
    choices = (
        Choice(command=call.command, words="call", value=gain, why=why),
        Choice(command=fold.command, words="fold", value=0.0, exact="0", why=why),
    )
    return decided(choices, 100, stake_cents=pot + price)[1]


def _share(found: HandEquity) -> str:
    text = f"{found.equity:.1%}"
    return text if found.exact is True else f"{text} \N{PLUS-MINUS SIGN} {2 * float(found.exact):.1%}"


def _hands(others: Sequence[SeatView], held: Sequence[float]) -> str:
    """ "2 random hands and 1 of the best 25%"."""
    shown = sum(len(each.cards) == 2 for each in others)
    parts = Counter(part for each, part in zip(others, held, strict=True) if len(each.cards) != 2)
    words = [
        f"{count} random hand{'s' if count > 1 else ''}"
        if part == _ANY
        else f"{count} of the best {part:.0%}"
        for part, count in sorted(parts.items(), reverse=True)
    ]
    words += [f"{shown} hand{'s' if shown > 1 else ''} that you see"] if shown else []
    return " and ".join(words)


def _method(is_counted: bool) -> str:
    how = "every hand and board still possible, counted" if is_counted else f"{SAMPLES:,} random deals"
    return (
        f"Equity from your cards and the board: {how}. Who paid a raise is taken to hold the best "
        f"{_RAISED:.0%} of starting hands, who paid the blind the best {_LIMPED:.0%}, the others any two "
        "cards; all stay to the showdown. The rake is left out. Calls and folds are graded by it; bets and "
        "raises are not solved."
    )


def _solved(stack: float) -> str:
    return (
        f"Solved: two players with {stack:g} Big Blinds before the flop, who raise to three times the bet or "
        "go all-in, and see the board without a further bet. The rake is left out. At the table betting goes "
        "on: a sound grade, not the last word."
    )


def _cited(options: Sequence[Option]) -> tuple[Citation, ...]:
    return next((option.citations for option in options if option.purpose is Purpose.CALL), ())
