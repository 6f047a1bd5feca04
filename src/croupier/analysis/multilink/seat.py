"""Fold or Flop, check or bet: the exact best action for a player at the Multi-Link table."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations

import numpy as np
from msgspec import Struct

from croupier.analysis.advice.advising import NOTHING, Advice, Choice, Fact, Lying, decided
from croupier.analysis.figures import Asked
from croupier.analysis.kernels.cards import CARDS, numbers
from croupier.analysis.multilink.bonus import bonus_figures
from croupier.analysis.multilink.main_game import terms_of
from croupier.analysis.multilink.progressive import progressive_figures
from croupier.analysis.multilink.starting import main_value, value_of
from croupier.analysis.multilink.strategy import street_gain
from croupier.analysis.poker.showdowns import every_board
from croupier.cards import Card, parse_cards, show
from croupier.games.multilink import commands as c
from croupier.games.multilink import events as e
from croupier.games.multilink.view import View
from croupier.money import Cents
from croupier.rulebook import Rules
from croupier.table import Event, Option
from croupier.table.options import by_name

_BETS = by_name({c.PlaceFlop: "flop", c.PlaceTurn: "turn", c.PlaceRiver: "river"})
_WITHOUT_A_BET = by_name({c.Fold: Fraction(-1), c.Check: Fraction(0)})
_WORDS = by_name(
    {
        c.PlaceFlop: "Flop bet",
        c.PlaceTurn: "Turn bet",
        c.PlaceRiver: "River bet",
        c.Fold: "fold",
        c.Check: "check",
    }
)
_BEFORE = by_name({
    c.Fold: "a fold gives up the whole Ante",
    c.PlaceFlop: "with this hand the Round loses more than the Ante on average",
    c.Check: "",
    c.PlaceTurn: "",
    c.PlaceRiver: "",
})  # fmt: skip
_UNSEEN = Advice(words="Look at your cards first: advice knows no more than you do.")
_BEFORE_THE_FLOP = (
    "Exact: every deal there is with such a starting hand, counted, all later decisions the best. "
    "It is the expectation of the whole Round."
)
_AFTER_THE_FLOP = (
    "Exact: every hand the dealer can have with every rest of the board, counted. "
    "It is what this bet adds to the Round; cards of other boxes are left out."
)


def advise(rules: Rules, view: View, options: Sequence[Option]) -> Advice:
    """The decision that is asked now, or what the bets cost while bets are placed."""
    if view.phase == "betting":
        return _edges(rules, view.jackpot)
    offered = {option.command: option for option in options if option.command in _WORDS}
    box = view.boxes.get(view.to_decide or 0)
    if not offered or box is None or box.player != view.you:
        return NOTHING
    if len(box.cards) != 2:
        return _UNSEEN
    counted = outcomes(box.cards, view.board) if view.board else None
    values = {command: _value(rules, command, box.cards, counted) for command in offered}
    ante = box.bets.get("ante", 0)
    words, choices = decided(
        (
            Choice(
                command=command,
                words=_WORDS[command],
                value=float(value),
                exact=str(value),
                why=counted.words() if counted else _BEFORE[command],
            )
            for command, value in values.items()
        ),
        ante,
    )
    return Advice(
        words=words + " of the Ante.",
        unit="the Ante",
        unit_cents=ante,
        choices=choices,
        facts=counted.facts() if counted else (),
        method=_AFTER_THE_FLOP if counted else _BEFORE_THE_FLOP,
        citations=offered[choices[0].command].citations,
    )


def get_ready(rules: Rules) -> None:
    """What the bets cost, and one count of deals."""
    _edges(rules, 0)
    outcomes(parse_cards("As Ks"), parse_cards("2c 7d Jh 9s 3d"))


_PRICED = {"ante": "main", "bonus": "bonus", "progressive": "progressive"}  # streets are decisions
_STREETS = {street: frozenset({command}) for command, street in _BETS.items()}
_ANSWERS = {e.Folded: frozenset(by_name({c.Fold: ""})), e.Checked: frozenset(by_name({c.Check: ""}))}


def taken(event: Event) -> tuple[frozenset[str], int | None]:
    if isinstance(event, e.StreetBetPlaced):
        return _STREETS[event.bet], event.box
    return _ANSWERS.get(type(event), frozenset()), getattr(event, "box", None)


def situation(view: View, options: Sequence[Option]) -> str:
    box = view.boxes[view.to_decide or 0]
    board = " ".join(map(show, view.board))
    return " ".join(map(show, box.cards)) + (f" on {board}" if board else "")


def staked(event: Event) -> tuple[tuple[int, str, int], ...]:
    if isinstance(event, e.BetPlaced):
        return ((event.seat, _PRICED[event.bet], event.amount),) if event.bet in _PRICED else ()
    if isinstance(event, e.BetsReturned):
        back = event.refunds.items()
        return tuple((event.seat, _PRICED[bet], -amount) for bet, amount in back if bet in _PRICED)
    return ()


def meter(view: View) -> int:
    return view.jackpot


def lying(view: View) -> Lying:
    own = (card for box in view.boxes.values() if box.player == view.you for card in box.cards)
    return Lying(tuple(own), view.board)


def measure(rules: Rules) -> Cents:
    return 0


def marks(events: Sequence[Event], place: int) -> tuple[str, ...]:
    return ()


class Outcomes(Struct, frozen=True):
    """How the deals that are still possible end."""

    wins: int
    losses: int
    deals: int

    def words(self) -> str:
        won, lost = self.wins / self.deals, self.losses / self.deals
        return f"this hand wins {won:.0%} and loses {lost:.0%} of the deals still possible"

    def facts(self) -> tuple[Fact, ...]:
        return (
            Fact("Deals still possible", f"{self.deals:,}"),
            Fact("of them won", f"{self.wins / self.deals:.2%}"),
            Fact("of them lost", f"{self.losses / self.deals:.2%}"),
        )


def outcomes(hole: Sequence[Card], board: Sequence[Card]) -> Outcomes:
    """Every hand the dealer can have with every rest of the board."""
    own, fixed = numbers(hole), np.array(numbers(board), np.int64)
    left = [card for card in range(CARDS) if card not in (*own, *fixed)]
    shares, deals = np.zeros((2, 3), np.int64), 0
    for dealer in combinations(left, 2):
        deals += every_board(np.array((own, dealer), np.int64), fixed, shares)
    return Outcomes(int(shares[0, 1]), int(shares[1, 1]), deals)


def _value(rules: Rules, command: str, hole: tuple[Card, ...], counted: Outcomes | None) -> Fraction:
    """In antes. Fold and Flop: of the whole Round. Turn and River: what the bet adds."""
    if command in _WITHOUT_A_BET:
        return _WITHOUT_A_BET[command]
    if counted is None:
        return value_of(rules, hole)
    terms, street = terms_of(rules), _BETS[command]
    size = {"flop": terms.flop, "turn": terms.turn, "river": terms.river}[street]
    return size * street_gain(counted.wins, counted.losses, terms.pays[street], counted.deals)


def _edges(rules: Rules, meter: Cents) -> Advice:
    main = -main_value(rules)
    bonus = bonus_figures(rules, Asked())
    jackpot = progressive_figures(rules, Asked(meter=meter))
    return Advice(
        words=f"Played best, the House keeps {float(main):.2%} of the Ante on average.",
        facts=(
            Fact("House edge of the Ante with its street bets, played best", f"{float(main):.3%}"),
            Fact("House edge of the Bonus", f"{bonus.house_edge:.3%}"),
            Fact("House edge of the Jackpot bet at this meter", f"{jackpot.house_edge:.3%}"),
        ),
        method="Exact, from the pay tables of this edition and all deals there are.",
        citations=rules.cite("main_and_bonus_pays", "progressive_pays"),
    )
