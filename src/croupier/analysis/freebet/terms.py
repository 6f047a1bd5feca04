"""What the mathematics needs to know of an edition as a house has adopted it, in numbers."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Final, Literal, TypeAlias

from croupier.analysis.figures import AnalysisError, Asked
from croupier.games.freebet import Terms as Book
from croupier.rulebook import Rules

ACE: Final = 0
TEN: Final = 9
VALUES: Final = 10
"""Cards are counted by point value: place 0 holds aces, place 1 twos, place 9 all ten-value cards."""
VALUE_NAMES: Final = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "T")
SUITS: Final = 4
TEN_RANKS: Final = 4

SurrenderForm: TypeAlias = Literal["none", "early", "late"]


@dataclass(frozen=True)
class Drawing:
    """How the dealer's hand is completed and when it stands off."""

    draws_to: int
    draws_to_soft: int
    stand_off_total: int | None


@dataclass(frozen=True)
class Terms:
    """The rules of one table as quantities. The edition fills them; comparisons may replace some."""

    decks: int
    dealer: Drawing
    blackjack_pays: Fraction
    free_double_totals: tuple[int, ...]
    free_splits: bool
    hands_max: int
    surrender: SurrenderForm
    surrender_kept: Fraction
    paid_double_on_free_hand: bool
    capped_at_original: bool
    split_unlike_tens: bool
    blackjack_paid_at_once_against_ten: bool
    insurance_pays: Fraction
    insurance_part: Fraction
    """The largest Insurance, of the wager."""
    ace_hands_max: int = 2
    # What other houses do, to compare with figures published for them.
    double_after_split: bool = True
    blackjack_takes_all: bool = False
    gone: tuple[int, ...] = (0,) * VALUES
    """Cards of each point value that are missing from the shoe."""

    @property
    def shoe(self) -> tuple[int, ...]:
        """How many cards of each point value the shoe has."""
        full = (SUITS * self.decks,) * (VALUES - 1) + (SUITS * TEN_RANKS * self.decks,)
        return tuple(cards - gone for cards, gone in zip(full, self.gone, strict=True))

    @classmethod
    def of(cls, rules: Rules, asked: Asked | None = None) -> "Terms":
        book, stake = Book.of(rules), stake_of(rules, asked)
        _require_whole_wagers(rules, book)
        kept = Fraction(100 - book.surrender_percent, 100)
        return cls(
            decks=book.decks,
            dealer=Drawing(
                draws_to=book.dealer_draws_to,
                draws_to_soft=book.dealer_draws_to_soft,
                stand_off_total=book.dealer_stand_off_total,
            ),
            blackjack_pays=_rounded(book, book.blackjack_rounding, book.pays("main", "blackjack"), stake),
            free_double_totals=book.free_double_totals,
            free_splits=True,
            hands_max=book.hands_per_area_max,
            ace_hands_max=min(1 + book.ace_splits_max, book.hands_per_area_max),
            surrender="early",
            surrender_kept=_rounded(book, book.surrender_rounding, kept, stake),
            paid_double_on_free_hand=book.paid_double_on_free_hand,
            capped_at_original=book.dealer_blackjack_loss == "capped_at_original",
            split_unlike_tens=book.split_unlike_tens,
            blackjack_paid_at_once_against_ten=book.pay_blackjack_immediately_vs_ten,
            insurance_pays=book.pays("main", "insurance"),
            insurance_part=Fraction(book.insurance_percent_max, 100),
        )


def _require_whole_wagers(rules: Rules, book: Book) -> None:
    """Results are counted in original wagers: AnalysisError where a win or a stake is part of one."""
    if book.pays("main", "regular") != 1:
        raise AnalysisError(
            "{edition}: the mathematics knows hands that win 1 to 1 only", edition=rules.edition.id
        )
    if book.double_percent_max != 100 or book.ten_split_wager_percent != 100:
        raise AnalysisError(
            "{edition}: the mathematics doubles and splits for a whole wager only", edition=rules.edition.id
        )
    if book.hands_per_area_max < 2 or book.ace_splits_max < 1:
        raise AnalysisError(
            "{edition}: the mathematics splits every pair, aces too, at least once", edition=rules.edition.id
        )
    if book.split_unlike_tens and not book.double_after_unlike_split:
        raise AnalysisError(
            "the mathematics knows ten-value cards by their points: with double_after_unlike_split no, "
            "it needs split_unlike_tens no"
        )


def stake_of(rules: Rules, asked: Asked | None, bet: str = "main") -> int:
    """The wager asked about in cents, by default the table's smallest. Only rounding depends on it."""
    low, high = Book.of(rules).limits(bet)
    stake = low if asked is None or asked.bet_size is None else asked.bet_size
    if not low <= stake <= high:
        raise AnalysisError(
            "a {bet} wager of {stake:money} is not allowed; this table takes {low:money} to {high:money}",
            bet=bet,
            stake=stake,
            low=low,
            high=high,
        )
    return stake


def _rounded(book: Book, how: str, ratio: Fraction, stake: int) -> Fraction:
    """What is paid per unit of stake once the house has rounded it to its lowest chip."""
    if how == "exact":
        return ratio
    chips = ratio * stake / book.lowest_chip
    whole = -(-chips.numerator // chips.denominator) if how == "up" else chips.numerator // chips.denominator
    return Fraction(whole * book.lowest_chip, stake)
