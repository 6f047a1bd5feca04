"""A Free Bet table for an agent: the edition and house's settings, what is wagered, and the numbers the
kernel needs.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Any, Final, Literal

import numpy as np
from numpy.typing import NDArray

from croupier.envs.freebet import kernel as k
from croupier.envs.layout import Layout, choice, count, money
from croupier.envs.wishes import BettingSetup, check_game
from croupier.games import catalogue
from croupier.games.freebet.terms import Terms
from croupier.money import ToOne
from croupier.rulebook import PayTable, Rules

SIDES: Final = ("pair", "busted", "pot_of_gold")
_ROUNDINGS: Final = {"exact": k.EXACT, "up": k.UP_TO_CHIP, "down": k.DOWN_TO_CHIP}
_BURNS: Final = {"none": k.NO_BURN, "per_shoe": k.BURN_SHOE, "per_round": k.BURN_ROUND}

USUAL: Final = frozenset({"double_for_less", "double_after_unlike_split"})
"""Readings of which agents know no other way; the second counts only where unlike tens may be split."""


@dataclass(frozen=True)
class FreeBetSetup(BettingSetup):
    """Amounts in cents. With `betting="choose"` the agent picks a size of the `spread` and side wagers
    itself.
    """

    edition: str = "mbs-freebet@3"
    settings: Mapping[str, Any] = field(default_factory=dict)
    areas: int = 1
    wager: int | None = None
    """On every area, by default the smallest the table takes; it is the unit of rewards."""
    sides: Sequence[str] = ()
    """Side wagers placed in every Round, at their smallest: pair, busted, pot_of_gold."""
    betting: Literal["fixed", "choose"] = "fixed"
    spread: Sequence[int] = (1, 2, 4, 8)
    """Sizes to choose from, in wagers."""
    shoe: Literal["cut_card", "fresh"] = "cut_card"
    """Shuffled when the cutting card is out, or before every Round (as the exact figures have it)."""

    def __post_init__(self) -> None:
        check_game(self.edition, "mbs-freebet")
        self.check_betting(SIDES, k.SIZES_MAX)
        if self.shoe not in ("cut_card", "fresh"):
            raise ValueError(f"shoe={self.shoe!r} is unknown; choose cut_card or fresh")
        own = self.book
        is_known = own.ace_splits_max == 1 and own.ten_split_wager_percent == 100
        if not is_known or own.pays("main", "regular") != 1:
            raise ValueError(
                f"{self.edition}: agents play with Aces split once, whole wagers on split tens and even money"
            )
        if not own.manual_shuffling and own.out_of_cards_policy == "void":
            raise ValueError(
                "agents riffle the discards when the cards run out; leave out_of_cards_policy=void"
            )
        if not own.double_for_less or (own.split_unlike_tens and not own.double_after_unlike_split):
            raise ValueError(
                "agents double for less and after every split of tens: leave double_for_less at yes, and "
                "double_after_unlike_split too where split_unlike_tens is yes"
            )
        if not 1 <= self.areas <= self.book.areas:
            raise ValueError(f"areas={self.areas}: this table has 1 to {self.book.areas}")
        self.check_sizes("a wager", own.main_min, own.main_max, own.lowest_chip)

    @cached_property
    def rules(self) -> Rules:
        return catalogue().rules(self.edition, self.settings)

    @cached_property
    def book(self) -> Terms:
        return Terms.of(self.rules)

    @cached_property
    def unit(self) -> int:
        return self.book.main_min if self.wager is None else self.wager

    @cached_property
    def actions(self) -> tuple[str, ...]:
        """The names of the actions; an action's number is its place here."""
        if self.betting == "fixed":
            return k.ACTIONS[: k.PAIR]
        return (*k.ACTIONS, *(f"wager_{size}" for size in self.spread))

    @cached_property
    def first(self) -> tuple[int, ...]:
        """What can be done first, whatever the cards."""
        return (k.PLAY_ON,) if self.betting == "fixed" else tuple(range(k.WAGER, len(self.actions)))

    @cached_property
    def cards(self) -> int:
        return self.book.decks * self.book.deck_cards

    @cached_property
    def layout(self) -> Layout:
        hands = self.book.hands_per_area_max
        suits = 4 * self.book.decks
        return Layout(
            (
                choice("phase", len(k.PHASES) - 1, f"what is asked: {', '.join(k.PHASES)}"),
                count("area", k.AREAS_MAX, "the area that is asked, from 0"),
                count("hand", hands, "which hand of that area, from 0"),
                count("hands", hands, "how many hands the area has"),
                count("cards", 21, "how many cards the hand has"),
                choice("total", 30, "its total, an Ace as 11 where that does not bust"),
                choice("soft", 1, "whether an Ace counts 11"),
                choice("pair", 10, "the value of a pair (an Ace is 1), 0 if it is none"),
                choice("split", 1, "whether the hand comes from a split"),
                choice("money", 1, "whether money is on the hand; if not, markers alone"),
                count("free", 2, "Free Bet Markers on the hand"),
                choice("upcard", 10, "the dealer's card, an Ace is 1"),
                money("wager", "the wager of the area, in cents"),
                count("markers", 2 * hands, "Free Bet Markers on the area"),
                count("cards_left", self.cards, "cards left in the shoe"),
                count("seen", 4 * suits, "cards seen since the shuffle, by value: Ace, 2, ... 9, ten", 10),
            ),
            self.unit,
        )

    @cached_property
    def terms(self) -> NDArray[np.int64]:
        """The numbers the kernel needs, all from the edition and the settings."""
        book, t = self.book, np.zeros(k.TERMS, np.int64)
        totals = sum(1 << total for total in book.free_double_totals)
        behind = self.cards * book.cut_card_position / 100
        plain = {
            k.T_AREAS: self.areas,
            k.T_HANDS_MAX: book.hands_per_area_max,
            k.T_CHIP: book.lowest_chip,
            k.T_MAIN_MIN: book.main_min,
            k.T_CUT: behind.numerator // behind.denominator,
            k.T_BURN: _BURNS[book.burn_policy],
            k.T_FREE_TOTALS: totals,
            k.T_DRAWS_TO: book.dealer_draws_to,
            k.T_DRAWS_TO_SOFT: book.dealer_draws_to_soft,
            k.T_STAND_OFF: book.dealer_stand_off_total or 0,
            k.T_HIGHEST: book.highest_total,
            k.T_PAID_ON_FREE: book.paid_double_on_free_hand,
            k.T_CAPPED: book.dealer_blackjack_loss == "capped_at_original",
            k.T_UNLIKE_TENS: book.split_unlike_tens,
            k.T_TEN_FACE: book.pair_ten_face,
            k.T_PAID_AT_ONCE: book.pay_blackjack_immediately_vs_ten,
            k.T_DRAWS_FOR_BUSTED: book.dealer_draws_for_busted,
            k.T_FRESH: self.shoe == "fresh",
            k.T_CHOOSE: self.betting == "choose",
            k.T_SIZES: len(self.spread),
            k.T_DOUBLE_PERCENT: book.double_percent_max,
            k.T_INSURANCE_PERCENT: book.insurance_percent_max,
            k.T_WIDTH: k.width(self.areas, book.hands_per_area_max),
            k.T_CARDS: self.cards,
            k.T_ACTIONS: len(self.actions),
        }
        for at, number in plain.items():
            t[at] = number
        kept = 1 - Fraction(book.surrender_percent, 100)
        _ratio(t, k.T_BLACKJACK, book.pays("main", "blackjack"), book.blackjack_rounding)
        _ratio(t, k.T_SURRENDER, kept, book.surrender_rounding)
        _ratio(t, k.T_INSURANCE, book.pays("main", "insurance"))
        _ratio(t, k.T_PAIR, book.pays("main", "pair"))
        _lines(t, k.T_BUSTED, book.busted)
        _lines(t, k.T_GOLD, book.pot_of_gold)
        for area in range(self.areas):
            for bet, stake in enumerate(self.stakes):
                t[k.T_BETS + 4 * area + bet] = stake
        for at, size in enumerate(self.sizes):
            t[k.T_SPREAD + at] = size
        return t

    @cached_property
    def stakes(self) -> tuple[int, int, int, int]:
        """Main wager, pair, busted, pot of gold: what lies on an area, or what the agent may put there."""
        wanted = SIDES if self.betting == "choose" else self.sides
        pair, busted, gold = (self.book.limits(side)[0] if side in wanted else 0 for side in SIDES)
        return self.unit, pair, busted, gold


def _ratio(t: NDArray[np.int64], at: int, ratio: Fraction, how: str = "exact") -> None:
    t[at], t[at + 1], t[at + 2] = ratio.numerator, ratio.denominator, _ROUNDINGS[how]


def _lines(t: NDArray[np.int64], at: int, table: PayTable) -> None:
    """A pay table by number of cards or markers: "cards_7", "markers_5"."""
    t[at + 2 : at + 2 * k.LINES_MAX + 1 : 2] = 1  # a number without a line pays nothing
    for line in table.lines:
        number = int(line.key.rpartition("_")[2])
        assert isinstance(line.pays, ToOne), f"{line.key} does not pay odds"
        assert number < k.LINES_MAX, f"{line.key}: more lines than the kernel has room for"
        t[at] = max(t[at], number)
        t[at + 1 + 2 * number], t[at + 2 + 2 * number] = (
            line.pays.ratio.numerator,
            line.pays.ratio.denominator,
        )
