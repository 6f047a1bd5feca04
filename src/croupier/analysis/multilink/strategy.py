"""The best play of the main game as charts a person can follow."""

from fractions import Fraction
from math import ceil

import numpy as np
from numpy.typing import NDArray

from croupier.analysis.figures import Asked, Strategy, Table, places
from croupier.analysis.kernels.tables import lowest_value
from croupier.analysis.multilink.bonus import bonus_figures, stake_of
from croupier.analysis.multilink.main_game import BestPlay, best_play
from croupier.analysis.multilink.play import HANDS, bet_shares
from croupier.analysis.multilink.progressive import terms_of
from croupier.cards import RANKS, Category
from croupier.money import say_money
from croupier.rulebook import Rules

_DOWN = RANKS[::-1]


def main_strategy(rules: Rules, asked: Asked) -> Strategy:
    """Which hands to play, and how often each kind of hand is worth the Turn and the River."""
    play = best_play(rules)
    even = ", ".join(f"{number:,} on the {street}" for street, number in play.even.items())
    return Strategy(
        edition=rules.edition.id,
        title="Main game, best play",
        text=(
            "Fold or place the Flop by the first chart. Place the Turn, and later the River, when more of "
            "the possible deals still to come win than lose. An exactly even decision is checked: the same "
            f"expectation with less at risk (such decisions: {even}). The Turn and River charts show how "
            "often betting is right for each kind of hand; `--cards` and `--board` answer for one hand. "
            f"{besides(rules, asked)}"
        ),
        charts=(_starting_hands(rules, play), *_streets(rules, play)),
    )


def besides(rules: Rules, asked: Asked) -> str:
    """Whether to place the Bonus, and from which meter on the jackpot bet. They change no decision."""
    bonus, stake = bonus_figures(rules, asked), say_money(stake_of(rules, asked))
    fair = terms_of(rules, asked.bet_size).break_even
    placed = f"place the Bonus at {stake}: the player gains" if bonus.ev > 0 else "leave the Bonus alone"
    meter = f"while the meter shows {say_money(ceil(fair))} or more" if fair > 0 else "at any meter"
    return f"Beside the main game {placed}; place the Progressive Jackpot bet {meter}."


def _cell(play: BestPlay, row: int, column: int) -> str:
    high, low = _DOWN[min(row, column)], _DOWN[max(row, column)]
    name = high + low + ("" if row == column else "s" if column > row else "o")
    hand = HANDS.index(name)
    return "fold" if hand in play.result.folded else f"{float(play.result.value_of(hand)):+.3f}"


def _starting_hands(rules: Rules, play: BestPlay) -> Table:
    rows = tuple(
        (_DOWN[row], *(_cell(play, row, column) for column in range(len(_DOWN)))) for row in range(len(_DOWN))
    )
    return Table(
        "Starting hands: expectation in antes when the Flop is bet",
        ("", *_DOWN),
        rows,
        "Suited hands stand above the diagonal, offsuit hands below.",
        places(rules.cite("fold", "flop_bet", "flop_decision_shoe", "flop_decision_shuffler")),
    )


def _streets(rules: Rules, play: BestPlay) -> tuple[Table, Table]:
    starts = np.array([lowest_value(each) for each in Category], np.int64)
    flops, fours = play.counted.flops, play.counted.fours
    turn = bet_shares(flops.keys, flops.weights, 3, starts, play.streets.turn)
    river = bet_shares(fours.keys, fours.weights, 4, starts, play.streets.river)
    return (
        _shares("Turn: by the hand after the flop", turn, rules, "turn_bet", "flop_shoe", "flop_shuffler"),
        _shares("River: by the hand after the turn", river, rules, "river_bet", "turn_shoe", "turn_shuffler"),
    )


def _shares(title: str, counted: NDArray[np.int64], rules: Rules, *keys: str) -> Table:
    rows = []
    for category in reversed(Category):
        for is_paired, words in ((1, "own card paired"), (0, "no own card paired")):
            seen, bet = (int(number) for number in counted[category - 1, is_paired])
            if seen:
                rows.append((category.title, words, f"{seen:,}", f"{100 * bet / seen:.2f}%"))
    return Table(
        title, ("hand so far", "own cards", "situations", "bet"), tuple(rows), "", places(rules.cite(*keys))
    )


def street_gain(wins: int, losses: int, pays: Fraction, outcomes: int) -> Fraction:
    """What a street bet of one ante is worth, given how many of the outcomes win and lose."""
    return (pays * wins - losses) / outcomes
