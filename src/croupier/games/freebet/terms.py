"""The numbers of the book by which a Free Bet table goes, read by the table and by the mathematics."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Annotated

from msgspec import Meta

from croupier.money import ToOne
from croupier.rulebook import Lines, PayTable
from croupier.rulebook import Terms as Book


class Terms(Book, frozen=True, kw_only=True):
    """Parameters, pay tables and settings by their names in the edition; money in cents.

    Bounds say what can be played. Where they leave one value, another would be another game.
    """

    # Cards and totals
    deck_cards: Annotated[int, Meta(ge=52, le=52)]
    highest_total: Annotated[int, Meta(ge=21, le=21)]
    ace_value_high: Annotated[int, Meta(ge=11, le=11)]
    ace_value_low: Annotated[int, Meta(ge=1, le=1)]
    face_value: Annotated[int, Meta(ge=10, le=10)]
    initial_player_cards: Annotated[int, Meta(ge=2, le=2)]
    initial_dealer_cards: Annotated[int, Meta(ge=1, le=1)]
    free_double_cards: Annotated[int, Meta(ge=2, le=2)]
    split_ace_cards: Annotated[int, Meta(ge=1, le=1)]
    doubled_hand_cards: Annotated[int, Meta(ge=1, le=1)]

    # Free Bets, splits and doubles
    free_double_totals: Annotated[tuple[int, ...], Meta(ge=4, le=20)]
    double_percent_max: Annotated[int, Meta(ge=1, le=100)]
    ten_split_wager_percent: Annotated[int, Meta(ge=1, le=100)]
    hands_per_area_max: Annotated[int, Meta(ge=1, le=4)]
    ace_splits_max: Annotated[int, Meta(ge=0, le=3)]
    paid_double_on_free_hand: bool
    double_for_less: bool
    split_unlike_tens: bool
    double_after_unlike_split: bool
    backbettor_double_forms: str

    # The Dealer's hand
    dealer_draws_to: Annotated[int, Meta(ge=11, le=20)]
    dealer_draws_to_soft: Annotated[int, Meta(ge=11, le=20)]
    dealer_draws_for_busted: bool
    dealer_stand_off_total: Annotated[int | None, Meta(ge=22, le=26)] = None  # where there is none, a bust

    # Surrender and Insurance
    surrender_percent: Annotated[int, Meta(ge=0, le=100)]
    surrender_rounding: str
    control_after_surrender: str
    insurance_percent_max: Annotated[int, Meta(ge=1, le=100)]
    insurance_by_others: str
    insurance_by_others_limit: str
    insurance_after_decline: str
    insurance_after_second_card: str
    forfeited_insurance: str
    insured_withdraws: str
    even_money_after_late_ace: bool

    # Settlement
    main: Annotated[PayTable, Lines(("blackjack", "regular", "insurance", "pair"))]
    busted: Annotated[PayTable, Lines(also=r"cards_[3-9]")]
    pot_of_gold: Annotated[PayTable, Lines(also=r"markers_[1-9]")]
    markers_won_from: Annotated[int, Meta(ge=1, le=1)]
    pair_ten_face: bool
    blackjack_rounding: str
    dealer_blackjack_loss: str
    outsider_pog_follows: str
    pay_blackjack_immediately_vs_ten: bool

    # Bets
    lowest_chip: int
    main_min: int
    main_max: int
    pair_min: int
    pair_max: int
    busted_min: int
    busted_max: int
    pot_of_gold_min: int
    pot_of_gold_max: int
    wagers_per_area_max: Annotated[int, Meta(ge=1, le=20)]
    wagers_per_area: int
    side_wagers_per_area_max: Annotated[int, Meta(ge=1, le=20)]
    allow_multi_area: bool
    under_minimum_settled_times: Annotated[int, Meta(ge=1, le=1)]
    under_minimum_memory: str
    under_minimum_scope: str

    # The table and its cards
    decks_min: Annotated[int, Meta(ge=1, le=8)]  # the bounds of the third
    decks_max: Annotated[int, Meta(ge=1, le=8)]
    decks: int
    positions_max: Annotated[int, Meta(ge=1, le=7)]  # the bound of the next
    areas: int
    manual_shuffling: bool
    out_of_cards_policy: str
    cut_card_position: Fraction
    burn_policy: str
    late_second_card_is_initial: bool
    late_surrender_scope: str
    error_card_policy: str
    refused_card_binds: str
    detrimental_rule: str
    declined_leftover_means_stand: bool
    void_reverses_interim: bool
    too_late_to_complete: str
    late_unrestorable: str
    passed_over_before_dealer: str
    return_sides_with_main: bool

    # Who is slow, or not there
    action_clock_seconds: int
    claims_timeout: int
    absent_policy: str
    power_failure_scope: str
    absent_draws_to: Annotated[int, Meta(ge=11, le=20)]
    absent_stands_from_hard: Annotated[int, Meta(ge=12, le=21)]

    def limits(self, bet: str) -> tuple[int, int]:
        """The smallest and the largest wager of a kind: main, pair, busted or pot_of_gold."""
        return getattr(self, f"{bet}_min"), getattr(self, f"{bet}_max")

    def pays(self, table: str, key: str) -> Fraction:
        """What a line of a pay table wins for each cent staked."""
        lines: PayTable = getattr(self, table)
        line = lines.line(key)
        assert line is not None, f"{table} has no line {key}"
        assert isinstance(line.pays, ToOne), f"{table}.{key} is not paid to one"
        return line.pays.ratio

    def dealer_stands(self, points: int, is_soft: bool) -> bool:
        """Whether the Dealer's hand is completed."""
        return points > (self.dealer_draws_to_soft if is_soft else self.dealer_draws_to)

    def absent_stands(self, points: int, is_soft: bool) -> bool:
        """Whether the Dealer stops drawing for a player who is not there."""
        if self.absent_policy == "hard_17":
            return is_soft or points >= self.absent_stands_from_hard
        if self.absent_policy == "soft_17" and is_soft:
            return points >= self.absent_stands_from_hard
        return points > self.absent_draws_to

    def busted_line(self, cards: int) -> str:
        """The line that a Dealer's bust with so many cards wins by."""
        return _line(self.busted, cards)

    def pot_of_gold_line(self, markers: int) -> str:
        """The line that so many markers win by; too few win nothing."""
        return _line(self.pot_of_gold, markers) if markers >= self.markers_won_from else ""


def _line(table: PayTable, count: int) -> str:
    """The line with the highest number that is reached: the top one stands for any more as well."""
    reached = [number for number in counted(table) if number <= count]
    return counted(table)[max(reached)] if reached else ""


def counted(table: PayTable) -> Mapping[int, str]:
    """Lines by the number in their key: markers_3, cards_7."""
    return {int(line.key.rpartition("_")[2]): line.key for line in table.lines}
