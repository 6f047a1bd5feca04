"""The numbers of the book as this game uses them: parameters, pay tables and the settings of the House."""

from typing import Annotated, Literal

from msgspec import Meta

from croupier.cards import Category
from croupier.money import FixedPrize, ForOne, JackpotShare, Pay, ToOne
from croupier.rulebook import Lines, Names, PayTable, Rules, Terms
from croupier.table.dealing import DeviceKind

StreetBet = Literal["flop", "turn", "river"]
Deal = Literal["hole", "flop", "turn", "river"]
STREET_BETS: tuple[StreetBet, ...] = ("flop", "turn", "river")
_DEALS: tuple[Deal, ...] = ("hole", *STREET_BETS)

RANKINGS = tuple(each.name.lower() for each in Category)
BONUS_LINES = (
    "aces_both", "aces", "ace_king_suited", "ace_queen_or_jack_suited", "ace_king_unsuited", "high_pair",
    "ace_queen_or_jack_unsuited", "low_pair",
)  # fmt: skip

# A hand is ranked by its best five of seven at most, and its Bonus by two: other sizes cannot be played.
Two = Annotated[int, Meta(ge=2, le=2)]
Five = Annotated[int, Meta(ge=5, le=5)]


class MultiLinkTerms(Terms, frozen=True):
    # The cards.
    decks: Annotated[int, Meta(ge=1, le=1)]
    hole_cards: Two
    hole_packet: Two
    dealer_cards: Annotated[int, Meta(ge=1, le=2)]
    community_cards: Five
    community_packet: Five
    five_card_hand: Five
    flop_cards: Annotated[int, Meta(ge=3, le=3)]
    burnt_cards_shoe: Annotated[int, Meta(ge=0, le=4)]
    device: str
    boxes: int

    # The bets.
    flop_multiple: Annotated[int, Meta(ge=1, le=100)]
    turn_multiple: Annotated[int, Meta(ge=1, le=100)]
    river_multiple: Annotated[int, Meta(ge=1, le=100)]
    max_flop: int
    max_turn: int
    max_river: int
    hands_viewed_max: Annotated[int, Meta(ge=1, le=7)]
    boxes_per_player_max: int
    unbet_seat: str
    lowest_chip: int
    ante_min: int
    ante_max: int
    bonus_min: int
    bonus_max: int
    progressive_bet: int
    progressive_wrong_size_policy: str
    blind_street_bets: bool
    decision_order: str
    jackpot_clock: str

    # What they pay.
    main: Annotated[PayTable, Lines(("ante", *STREET_BETS))]
    bonus: Annotated[PayTable, Lines(BONUS_LINES)]
    progressive: Annotated[PayTable, Lines(also="|".join(RANKINGS), pays=(JackpotShare, ForOne, FixedPrize))]
    ante_pays_from: Annotated[str, Names(RANKINGS)]
    bonus_cap: int
    bonus_cap_includes_stake: bool
    progressive_board_cards: Annotated[int, Meta(ge=3, le=5)]
    minor_paid_from: str
    progressive_stake_returned_on_win: bool
    refusal_bonus_provable: bool
    auto_detect_progressive_hands: bool
    refusal_street_bets: str

    # What is done when something is left open or goes wrong.
    exposed_cards_void: Annotated[int, Meta(ge=1, le=10)]
    deal_flop_for_folded_progressive: bool
    complete_board_when_all_fold: bool
    walkaway_after_flop: str
    void_after_jackpot_paid: str
    wrong_count_unseen: str
    exposed_card_affected: str
    fault_before_close: str
    fault_scope: str
    fold_counts_as_seen: bool
    bet_counts_as_seen: bool
    exposure_counts_as_seen: bool
    wrong_board_unseen: str
    exposed_together: str
    dealing_error_affects: str
    folded_hand_chooses: bool
    leaver_in_a_choice: str
    fault_without_outcome: str
    reconstruction_authority: Annotated[str, Names(("pit_supervisor", "pit_manager", "shift_manager"))]
    simultaneous_shuffler_policy: str
    option_default: str
    option_timeout: int
    action_clock_seconds: int
    v2_512_unseen_card: str | None = None
    v2_515_others_choice: bool | None = None

    @property
    def is_shoe(self) -> bool:
        return self.device == "card_shoe"

    @property
    def kind_of_device(self) -> DeviceKind:
        return "card_shoe" if self.is_shoe else "electronic_shuffler"

    def by_device(self, key: str) -> str:
        """The rule key for the device of this table."""
        return key + ("_shoe" if self.device == "card_shoe" else "_shuffler")

    def burns_before(self, deal: Deal) -> int:
        """Cards burnt before a deal: one before each of the first deals of a Card Shoe."""
        return int(self.is_shoe and _DEALS.index(deal) < self.burnt_cards_shoe)

    def cards_of(self, street: StreetBet) -> int:
        """Flop Cards, then one Turn Card and one River Card."""
        return self.flop_cards if street == "flop" else 1

    def least(self, bet: str) -> int:
        if bet == "ante":
            return self.ante_min
        return self.bonus_min if bet == "bonus" else self.progressive_bet

    def most(self, bet: str) -> int:
        if bet == "ante":
            return self.ante_max
        return self.bonus_max if bet == "bonus" else self.progressive_bet

    def multiple(self, bet: StreetBet) -> int:
        """How many times the Ante a street bet is."""
        if bet == "flop":
            return self.flop_multiple
        return self.turn_multiple if bet == "turn" else self.river_multiple

    def most_on(self, bet: StreetBet) -> int:
        """The House's own limit of a street's box; 0 where it follows from the Ante's."""
        if bet == "flop":
            return self.max_flop
        return self.max_turn if bet == "turn" else self.max_river

    def street_amount(self, bet: StreetBet, ante: int) -> int:
        """Exactly so much: a multiple of the Ante as far as it counts, up to the limit of the box."""
        exact, most = self.multiple(bet) * min(ante, self.ante_max), self.most_on(bet)
        return min(exact, most) if most else exact

    @property
    def is_any_street_cut(self) -> bool:
        """Whether some Ante has a street bet that its box does not take whole."""
        return any(0 < self.most_on(bet) < self.multiple(bet) * self.ante_max for bet in STREET_BETS)

    @property
    def is_full_with_flop(self) -> bool:
        """Whether a hand is full with the third Flop Card, where the flop follows the Hole Cards."""
        return self.is_shoe and self.jackpot_clock == "third_flop_card"

    def main_winnings(self, bet: str, stake: int) -> int:
        """What a winning Ante or street bet is paid on top of the stake."""
        return _winnings(self.main, bet, stake)

    def returns_stake(self, pays: Pay) -> bool:
        """Whether the jackpot stake goes back with a win on such a line; so much "for 1" includes it."""
        return self.progressive_stake_returned_on_win and not isinstance(pays, ForOne)

    def bonus_winnings(self, line: str, stake: int) -> int:
        """What the line pays on top of the stake, up to the cap for one box."""
        return min(_winnings(self.bonus, line, stake), self.bonus_winnings_max(stake))

    def bonus_winnings_max(self, stake: int) -> int:
        """What the cap leaves to be won on top of a stake."""
        return max(0, self.bonus_cap - stake) if self.bonus_cap_includes_stake else self.bonus_cap

    def takes_progressive(self, amount: int) -> bool:
        """Whether a jackpot bet of this size is taken in, if need be cut to the prescribed amount."""
        if self.progressive_wrong_size_policy == "return":
            return amount == self.progressive_bet
        return amount >= (1 if self.is_progressive_like_limits else self.progressive_bet)

    @property
    def is_progressive_like_limits(self) -> bool:
        """Whether the prescribed amount is treated as a limit: too much is cut, too little plays as it is."""
        return self.progressive_wrong_size_policy == "as_limits"


def _winnings(table: PayTable, key: str, stake: int) -> int:
    """In whole cents, down."""
    line = table.line(key)
    assert line is not None, f"the pay table has no line {key}"
    assert isinstance(line.pays, ToOne)
    return stake * line.pays.numerator // line.pays.denominator


def terms(rules: Rules) -> MultiLinkTerms:
    """These terms; asked for many times in a Round, so without `of`'s check."""
    found = rules.terms.get(MultiLinkTerms)
    return found if found is not None else MultiLinkTerms.of(rules)  # type: ignore[return-value]
