"""A Poker table for agents: edition and house's settings, seats and stakes, sizes of bets, the kernel's
numbers.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from croupier.envs.layout import Layout, card, choice, count, money
from croupier.envs.poker import kernel as k
from croupier.envs.wishes import Setup, check_game
from croupier.games import catalogue
from croupier.games.poker.terms import terms as table_terms
from croupier.money import parse_money, say_money
from croupier.money.raking import WALKS
from croupier.rulebook import Rules, write_value

USUAL: Final[dict[str, str | bool]] = {
    "fold_when_check_free": "allow",
    "under_raise": "refuse",
    "short_open_call": "actual",
    "pointless_raise": "while_answerable",
    "complete_short_all_in": False,
    "avoid_double_big_blind": False,
}
"""Readings of which agents know no other way."""


class NobodyIsAsked(ValueError):  # noqa: N818 - it says what is so
    """With these stakes there is nothing to decide."""

    def __init__(self) -> None:
        super().__init__("with these stakes everybody is all-in on the Blinds: bring more chips")


@dataclass(frozen=True)
class PokerSetup(Setup):
    """Two to ten seats. Amounts in cents; rewards are in Big Blinds."""

    edition: str = "rws-poker@7"
    settings: Mapping[str, Any] = field(default_factory=dict)
    seats: int = 6
    stakes: int | Sequence[int] | None = None
    """What everybody brings, or each; by default a hundred Big Blinds."""
    session: bool = False
    """Hands until one player has all chips; otherwise every hand begins with the stakes, the button moving.
    """
    rake: bool = True
    sizes: Sequence[int] = (50, 100, 200)
    """Raises of the abstraction, in percent of the pot after a call."""

    def __post_init__(self) -> None:
        check_game(self.edition, "rws-poker")
        if not 2 <= self.seats <= k.SEATS_MAX:
            raise ValueError(f"seats={self.seats}: a table has 2 to {k.SEATS_MAX}")
        if len(self.sizes) > k.SIZES_MAX or any(size <= 0 for size in self.sizes):
            raise ValueError(f"sizes are at most {k.SIZES_MAX} percentages of the pot above 0")
        given = self.chips
        if len(given) != self.seats:
            raise ValueError(f"{len(given)} stakes for {self.seats} seats; give one for all, or one each")
        t = table_terms(self.rules)
        if t.hole_cards != 2:
            raise ValueError(f"{self.edition}: agents play with 2 Hole Cards, not {t.hole_cards}")
        for name, usual in USUAL.items():
            if (chosen := getattr(t, name)) != usual:
                kind = self.rules.edition.settings[name].type
                raise ValueError(
                    f"agents play with {name} {write_value(kind, usual)}, not {write_value(kind, chosen)}"
                )
        for stake in given:
            if not t.table_stake_min <= stake <= t.table_stake_max or stake % t.lowest_chip:
                raise ValueError(
                    f"a stake of {say_money(stake)} is not taken here; {say_money(t.table_stake_min)} to "
                    f"{say_money(t.table_stake_max)} is, in chips of {say_money(t.lowest_chip)}"
                )

    @cached_property
    def house(self) -> dict[str, Any]:
        """The settings the table opens with: enough seats, no rake where none is wanted, room for the
        stakes.
        """
        own: dict[str, Any] = {"seats": k.SEATS_MAX}
        if not self.rake:
            own["rake_percent"] = "0%"
        if self.stakes is not None and "table_stake_max" not in self.settings:
            most = max(self.chips)
            book = table_terms(catalogue().rules(self.edition, self.settings))
            own["table_stake_max"] = max(most, book.table_stake_max)
            if "table_stake_min" not in self.settings:
                own["table_stake_min"] = min(min(self.chips), book.table_stake_min)
        return {**own, **self.settings}

    @cached_property
    def rules(self) -> Rules:
        return catalogue().rules(self.edition, self.house)

    @cached_property
    def unit(self) -> int:
        """The Big Blind."""
        return table_terms(catalogue().rules(self.edition, self.settings)).big_blind

    @cached_property
    def chips(self) -> tuple[int, ...]:
        if self.stakes is None:
            return (100 * self.unit,) * self.seats
        if isinstance(self.stakes, str):
            return (parse_money(self.stakes),) * self.seats
        return (self.stakes,) * self.seats if isinstance(self.stakes, int) else tuple(self.stakes)

    @cached_property
    def actions(self) -> tuple[str, ...]:
        """The names of the actions; an action's number is its place here."""
        return ("fold", "call", "raise", *(f"raise_{size}%" for size in self.sizes), "all_in")

    @cached_property
    def layout(self) -> Layout:
        return Layout(
            (
                count("seat", k.SEATS_MAX, "whose observation it is, from 0"),
                choice(
                    "street",
                    k.ROUNDS,
                    "the Betting Round: 1 before the flop, 2 flop, 3 turn, 4 river; 0 if none",
                ),
                count("place", k.SEATS_MAX, "how many act before it, from the button's left"),
                card("hole", "its own cards", 2),
                card("board", "the board, 52 for a card that is not out", 5),
                money("pot", "all bets of the hand, in cents"),
                money("to_call", "what a call costs"),
                money("raise_min", "the smallest total to raise to, 0 if nobody may"),
                money("raise_max", "the largest"),
                money("current_bet", "the highest bet of this Betting Round"),
                money("chips", "what each seat has behind, beginning with its own", self.seats),
                money("bets", "what each has bet in this Betting Round", self.seats),
                choice("active", 1, "who is still in the hand", self.seats),
                choice("dealt_in", 1, "who was dealt cards", self.seats),
            ),
            self.unit,
        )

    @cached_property
    def terms(self) -> NDArray[np.int64]:
        """The numbers the kernel needs, all from the edition and the settings."""
        own, t = table_terms(self.rules), np.zeros(k.TERMS, np.int64)
        plain = {
            k.T_SEATS: self.seats,
            k.T_SMALL: own.small_blind,
            k.T_BIG: own.big_blind,
            k.T_CHIP: own.lowest_chip,
            k.T_OPEN_MIN: own.open_min,
            k.T_RAISE_MIN: own.raise_min,
            k.T_THRESHOLD: own.raise_threshold_percent,
            k.T_FLOOR_LARGEST: own.raise_floor == "largest",
            k.T_REOPENS: own.short_all_in_reopens,
            k.T_ACCUMULATE: own.short_all_ins_accumulate,
            k.T_FULL_BLIND: own.short_blind_call == "full",
            k.T_RAKE: own.rake_numerator,
            k.T_RAKE_PARTS: own.rake_denominator,
            k.T_RAKE_CAP: own.rake_cap,
            k.T_RAKE_BEFORE_FLOP: own.rake_before_flop,
            k.T_RAKE_TOTAL: own.rake_basis == "total",
            k.T_WALK: WALKS[own.walk_rake_base],
            k.T_ODD_LITERAL: own.odd_chip_to == "literal",
            k.T_ODD_ALL: own.odd_chips == "all_to_first",
            k.T_EARLY_ANALOGOUS: own.early_final_order == "analogous",
            k.T_COMPARE_FIRST: own.compare_to == "first_shown",
            k.T_REVEAL_AT_ONCE: own.all_in_reveal == "at_once",
            k.T_DEAD_BUTTON: own.button_policy == "dead_button",
            k.T_LEFT_TO_ACTIVE: own.side_pot_left_alone == "active_players",
            k.T_SESSION: self.session,
            k.T_ACTIONS: len(self.actions),
            k.T_SIZES: len(self.sizes),
            k.T_COLUMNS: k.columns(self.seats),
        }
        for at, number in plain.items():
            t[at] = number
        t[k.T_STAKES : k.T_STAKES + self.seats] = self.chips
        t[k.T_PERCENTS : k.T_PERCENTS + len(self.sizes)] = self.sizes
        return t
