"""A Multi-Link table for an agent: edition and house's settings, what is bet, and the numbers the kernel
needs.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final, Literal

import numpy as np
from numpy.typing import NDArray

from croupier.analysis.kernels.tables import lowest_value
from croupier.cards import Category
from croupier.envs.layout import Layout, card, choice, count, money
from croupier.envs.multilink import kernel as k
from croupier.envs.wishes import BettingSetup, check_game
from croupier.games import catalogue
from croupier.games.multilink.terms import MultiLinkTerms
from croupier.links.terms import LinkTerms
from croupier.money import FixedPrize, ForOne, JackpotShare, ToOne, divide_half_up
from croupier.rulebook import PayTable, Rules

SIDES: Final = ("bonus", "progressive")
USUAL: Final = frozenset({"decision_order", "money_rounding", "auto_detect_progressive_hands"})
"""Readings of which agents know no other way; the first counts only where they have several boxes."""

_PARTIAL: Final = {"deduct": k.DEDUCT, "reset": k.RESET_PARTIAL, "none": k.NO_EFFECT}


@dataclass(frozen=True)
class MultiLinkSetup(BettingSetup):
    """Amounts in cents. With `betting="choose"` the agent picks a size of the `spread` and side bets
    itself.
    """

    edition: str = "rws-multilink@3"
    settings: Mapping[str, Any] = field(default_factory=dict)
    boxes: int = 1
    looks_at: int = 1
    """The one box whose cards are looked at; the others are played blind."""
    ante: int | None = None
    """On every box, by default the smallest the table takes; it is the unit of rewards."""
    sides: Sequence[str] = ()
    """Side bets placed in every Round, at their smallest: bonus, progressive."""
    betting: Literal["fixed", "choose"] = "fixed"
    spread: Sequence[int] = (1, 2, 4, 8)

    def __post_init__(self) -> None:
        check_game(self.edition, "rws-multilink")
        self.check_betting(SIDES, k.SIZES_MAX)
        own = self.book
        if (own.dealer_cards, own.progressive_board_cards) != (2, 3):
            raise ValueError(
                f"{self.edition}: agents play with a dealer's hand of 2 and a jackpot hand of 2 and 3 cards"
            )
        if own.is_any_street_cut:
            raise ValueError("agents bet streets whole; leave max_flop, max_turn and max_river to the ante's")
        if own.decision_order != "clockwise" and self.boxes > 1:
            raise ValueError("agents with several boxes decide clockwise; choose decision_order = clockwise")
        if LinkTerms.of(self.rules).money_rounding != "half_up":
            raise ValueError("agents are paid shares rounded half up; choose money_rounding = half_up")
        if not own.auto_detect_progressive_hands:
            raise ValueError("agents announce nothing; choose auto_detect_progressive_hands = yes")
        most = min(own.boxes, own.boxes_per_player_max)
        if not 1 <= self.boxes <= most:
            raise ValueError(f"boxes={self.boxes}: a player may have 1 to {most} here")
        if not 1 <= self.looks_at <= self.boxes:
            raise ValueError(f"looks_at={self.looks_at}: look at one of your boxes, 1 to {self.boxes}")
        self.check_sizes("an Ante", own.ante_min, own.ante_max, own.lowest_chip)

    @cached_property
    def rules(self) -> Rules:
        return catalogue().rules(self.edition, self.settings)

    @cached_property
    def book(self) -> MultiLinkTerms:
        return MultiLinkTerms.of(self.rules)

    @cached_property
    def unit(self) -> int:
        return self.book.ante_min if self.ante is None else self.ante

    @cached_property
    def actions(self) -> tuple[str, ...]:
        """The names of the actions; an action's number is its place here."""
        if self.betting == "fixed":
            return k.ACTIONS[: k.BONUS]
        return (*k.ACTIONS, *(f"ante_{size}" for size in self.spread))

    @cached_property
    def first(self) -> tuple[int, ...]:
        """What can be done first, whatever the cards."""
        return (k.FOLD, k.FLOP) if self.betting == "fixed" else tuple(range(k.ANTE, len(self.actions)))

    @cached_property
    def layout(self) -> Layout:
        return Layout(
            (
                choice("phase", len(k.PHASES) - 1, f"what is asked: {', '.join(k.PHASES)}"),
                count("box", 7, "the box that is asked, from 0"),
                card("hole", "the Hole Cards of the box, 52 if they are not seen", 2),
                card("board", "the board, 52 for a card that is not out", 5),
                choice(
                    "class",
                    k.UNKNOWN_CLASS,
                    f"the starting hand, in the order of `class_names`; {k.UNKNOWN_CLASS} if not seen",
                    nothing=k.UNKNOWN_CLASS,
                ),
                choice(
                    "made", len(Category), "what hand and board make, from 1 (five odd cards); 0 without both"
                ),
                money("ante", "the Ante on the box, in cents"),
                money("bonus", "the Bonus on it"),
                money("progressive", "the Progressive bet on it"),
                money("meter", "what the jackpot shows"),
            ),
            self.unit,
        )

    @cached_property
    def stakes(self) -> tuple[int, int, int]:
        """Ante, bonus, progressive: what lies on a box, or what the agent may put there."""
        wanted = SIDES if self.betting == "choose" else self.sides
        bonus = self.book.bonus_min if "bonus" in wanted else 0
        return self.unit, bonus, self.book.progressive_bet if "progressive" in wanted else 0

    @cached_property
    def terms(self) -> NDArray[np.int64]:
        """The numbers the kernel needs, all from the edition and the settings."""
        book, link, t = self.book, LinkTerms.of(self.rules), np.zeros(k.TERMS, np.int64)
        plain = {
            k.T_BOXES: self.boxes,
            k.T_LOOKS_AT: self.looks_at - 1,
            k.T_CHOOSE: self.betting == "choose",
            k.T_SIZES: len(self.spread),
            k.T_ACTIONS: len(self.actions),
            k.T_WIDTH: k.BOXES + self.boxes * k.BOX_WIDTH,
            k.T_FLOP: book.flop_multiple,
            k.T_TURN: book.turn_multiple,
            k.T_RIVER: book.river_multiple,
            k.T_ANTE_FROM: lowest_value(Category[book.ante_pays_from.upper()]),
            k.T_BONUS_CAP: book.bonus_winnings_max(self.stakes[1]),  # the one size an agent bets
            k.T_PROGRESSIVE_BET: book.progressive_bet,
            k.T_GROWTH: _growth(book, link),
            k.T_RESET: link.reset_value,
            k.T_OPENING: link.opening_value or link.reset_value,
            k.T_FLOP_FOR_FOLDED: book.deal_flop_for_folded_progressive,
            k.T_WHOLE_BOARD: book.complete_board_when_all_fold,
            k.T_LATE: link.increment_timing == "after_round_if_unwon",
            k.T_PARTIAL: _PARTIAL[link.partial_win_effect],
            k.T_STAKE_BACK: book.progressive_stake_returned_on_win,
            k.T_BLIND_BETS: book.blind_street_bets,
            k.T_MINOR_FROM_METER: book.minor_paid_from == "meter",
        }
        for at, number in plain.items():
            t[at] = number
        for at, street in enumerate(("flop", "turn", "river", "ante")):
            t[k.T_STREETS + 2 * at : k.T_STREETS + 2 * at + 2] = _odds(book.main, street)
        for at, line in enumerate(k.LINES):
            t[k.T_BONUSES + 2 * at : k.T_BONUSES + 2 * at + 2] = _odds(book.bonus, line)
        for at, category in enumerate(Category):
            t[k.T_LINES + 2 * at : k.T_LINES + 2 * at + 2] = _prize(book, category)
        t[k.T_SPREAD : k.T_SPREAD + len(self.sizes)] = self.sizes
        t[k.T_BETS : k.T_BETS + 3] = self.stakes
        return t


def _odds(table: PayTable, key: str) -> tuple[int, int]:
    line = table.line(key)
    assert line is not None
    assert isinstance(line.pays, ToOne), f"{key} does not pay odds"
    return line.pays.ratio.as_integer_ratio()


def _prize(book: MultiLinkTerms, category: Category) -> tuple[int, int]:
    line = book.progressive.line(category.name.lower())
    match line.pays if line else None:
        case None:
            return k.NO_LINE, 0
        case JackpotShare(percent=percent):
            return k.SHARE, int(percent)
        case ForOne(multiple=multiple):
            return k.FOR_ONE, int(multiple) * book.progressive_bet
        case FixedPrize(cents=cents):
            return k.SUM, cents
        case other:
            raise AssertionError(f"{category.name}: a jackpot line does not pay {other}")


def _growth(book: MultiLinkTerms, link: LinkTerms) -> int:
    """What a jackpot bet adds to the meter, in whole cents; a part of it is kept aside."""
    rate, reserve = link.increment_rate / 100, link.reserve_share / 100
    added = book.progressive_bet * rate
    whole = divide_half_up(added.numerator, added.denominator) + link.increment_amount
    kept = whole * reserve
    return whole - divide_half_up(kept.numerator, kept.denominator)
