"""The numbers of the book by which a poker table goes, and the paragraphs it cites all the time.

Every parameter and every setting is read here and nowhere else. A Round asks for them hundreds of times, so
they are looked up once for the same rules.
"""

from typing import Annotated, Any

from msgspec import Meta
from msgspec.structs import asdict

from croupier.money import round_down
from croupier.rulebook import EditionError, Rules
from croupier.rulebook import Terms as Book
from croupier.table import Citations

# Citations by Betting Round, 1 to 4; index 0 is never used.
ByRound = tuple[Citations, ...]
# The same by where the betting stands: nobody has acted; somebody has, after the flop without a BET; there is
# one; there is one after somebody has checked.
ByStage = tuple[ByRound, ...]
FIRST, LATER, AFTER_BET, AFTER_CHECK = range(4)
_FIRST_ROUND = ("first_round_first_to_act", *["first_round_continues"] * 3)
_LATER_ROUNDS = (
    ("second_round_first_to_act",),
    ("second_round_after_check",),
    ("no_check_after_bet",),
    ("second_round_after_bet", "no_check_after_bet"),
)


class Numbers(Book, frozen=True, kw_only=True):
    """Parameters and settings by their names in the edition; money in cents.

    Where a bound leaves one value, another would need other streets or another ranking of hands.
    """

    # The cards
    decks: Annotated[int, Meta(ge=1, le=1)]
    hole_cards: Annotated[int, Meta(ge=1, le=2)]
    flop_cards: Annotated[int, Meta(ge=3, le=3)]
    community_cards: Annotated[int, Meta(ge=5, le=5)]
    five_card_hand: Annotated[int, Meta(ge=5, le=5)]
    betting_rounds: Annotated[int, Meta(ge=4, le=4)]
    burnt_cards_shoe: Annotated[int, Meta(ge=3, le=8)]
    community_packet: Annotated[int, Meta(ge=5, le=5)] | None = None
    hole_packet: Annotated[int, Meta(ge=1, le=2)] | None = None
    exposed_cards_void: Annotated[int, Meta(ge=1, le=3)]
    v6_missed_burn: str | None = None  # in an edition that has no rule of its own
    electronic_exposed_board: str | None = None  # in one that knows the device
    missed_burn_face_up: str | None = None  # in one that says what a missed burn leads to
    replacement: str
    device: str

    # Seats, Blinds and stakes
    seats: int
    heads_up_players: Annotated[int, Meta(ge=2, le=2)]
    small_blind: int
    big_blind_multiple: Annotated[int, Meta(ge=1, le=20)]
    entry_payment_big_blinds: Annotated[int, Meta(ge=0, le=20)]
    missed_turns_deemed_left: Annotated[int, Meta(ge=1, le=20)]  # what the setting starts from
    lowest_chip: int
    table_stake_min: int
    table_stake_max: int
    entry_payment: str
    missed_small_blind: str
    button_policy: str
    button_after_void: str
    join_on_sb: str
    relocated_on_sb: str
    absent_sb_two_left: str
    max_applies_to: str
    min_on_topup: bool
    return_stake_window: str
    relocated_stake: str
    missed_big_blind_due_again: str
    return_on_button: str
    avoid_double_big_blind: bool
    absence_unit: str
    absence_limit: int

    # Betting
    initial_raise_big_blinds: Annotated[int, Meta(ge=1, le=20)]
    all_in_raise_percent: Annotated[int, Meta(ge=1, le=100)]  # what the setting starts from
    min_open_bet: str
    raise_floor: str
    short_all_in_reopens: bool
    short_all_ins_accumulate: bool
    short_blind_call: str
    short_open_call: str
    complete_short_all_in: bool
    under_raise: str
    pointless_raise: str
    oversized_chip_is_call: bool
    fold_when_check_free: str
    oot_fold_rule: str
    oot_fold: str
    oot_limit: str
    oot_again: str
    oot_check_fold: str
    all_in_expose_is_fold: str
    look_presumed: str
    exposed_card_is_seen: str
    face_up_burn: str
    wrong_order_seen: str
    action_clock_seconds: int

    # Showdown and settlement
    all_in_reveal: str
    early_final_order: str
    compare_to: str
    forced_show: str
    side_pot_left_alone: str
    rake_ceiling: Annotated[int, Meta(ge=0, le=100)]  # the setting's own bound
    rake_cap: int
    rake_basis: str
    walk_rake_base: str
    rake_before_flop: bool
    odd_chip_to: str
    odd_chips: str


class Terms(Numbers, frozen=True, kw_only=True):
    """The numbers, what follows from them, and citations by Betting Round and by street."""

    big_blind: int
    raise_min: int  # the smallest first raise
    entry: int  # what a newcomer pays
    open_min: int
    is_shoe: bool
    opening_burns: int  # cards burnt before the Hole Cards
    raise_threshold_percent: int
    rake_percent: str
    rake_numerator: int
    rake_denominator: int
    check: ByStage
    call: ByStage
    bet: ByStage
    raise_: ByStage
    fold: ByStage
    last_fold: ByStage
    turn: ByStage  # what may be done at all
    no_check: ByRound
    deal: Citations
    streets: dict[str, Citations]
    show: Citations

    @classmethod
    def read(cls, rules: Rules) -> "Terms":
        book = Numbers.read(rules)
        numbers = asdict(book)
        _check_packets(rules, book)
        big_blind, chip = book.small_blind * book.big_blind_multiple, book.lowest_chip
        is_shoe = book.device == "card_shoe"
        # A card is burnt before each street; what the document burns beyond that comes before the Hole Cards.
        burns = book.burnt_cards_shoe - (book.betting_rounds - 1) if is_shoe else 0
        numbers["rake_cap"] = round_down(book.rake_cap, chip)
        return cls(
            **numbers,
            big_blind=big_blind,
            raise_min=big_blind * book.initial_raise_big_blinds,
            entry=big_blind * book.entry_payment_big_blinds,
            open_min=big_blind if book.min_open_bet == "big_blind" else chip,
            is_shoe=is_shoe,
            opening_burns=burns,
            **_percentages(rules),
            **_citations(rules, is_shoe, burns),
        )


def terms(rules: Rules) -> Terms:
    """The terms of a table under these rules: asked for at every step, so the short way."""
    found = rules.terms.get(Terms)
    return found if type(found) is Terms else Terms.of(rules)


def _check_packets(rules: Rules, book: Numbers) -> None:
    """A shuffler dispenses what the game is played with."""
    for name, size in (("community_packet", book.community_cards), ("hole_packet", book.hole_cards)):
        packet = getattr(book, name)
        if packet is not None and packet != size:
            problem = f"a packet of {packet} cards for {size} that are dealt cannot be played"
            raise EditionError(rules.edition.file, f"parameters.{name}", problem)


def _percentages(rules: Rules) -> dict[str, Any]:
    threshold, rake = rules.percent("all_in_raise_threshold"), rules.percent("rake_percent")
    return {
        "raise_threshold_percent": int(threshold),  # what the document says, or a full raise
        "rake_percent": f"{float(rake):g}%",
        "rake_numerator": (rake / 100).numerator,
        "rake_denominator": (rake / 100).denominator,
    }


def _citations(rules: Rules, is_shoe: bool, burns: int) -> dict[str, Any]:
    structure = ("no_limit", "betting_structure")
    raising = ("raise", *structure, "minimum_raise")

    def by_stage(*keys: str) -> ByStage:
        stages = (FIRST, LATER, AFTER_BET, AFTER_CHECK)
        return tuple(_by_round(rules, is_shoe, keys, stage) for stage in stages)

    return {
        "check": by_stage("check"),
        "call": by_stage("call"),
        "bet": by_stage("opening_bet", *structure),
        "raise_": by_stage(*raising),
        "fold": by_stage("fold"),
        "last_fold": by_stage("fold", "all_but_one_folded"),
        "turn": by_stage(),
        "no_check": _no_check(rules, is_shoe),
        "deal": _deal(rules, is_shoe, burns),
        "streets": _streets(rules, is_shoe),
        "show": rules.cite(
            "five_card_hand",
            "card_ranking",
            "hand_ranking",
            "hand_ranking_list",
            "showdown_duties",
        ),
    }


def device_key(is_shoe: bool, key: str) -> str:
    """The rule key for the way this table's cards are dealt."""
    return f"{key}_{'shoe' if is_shoe else 'shuffler'}"


def _by_round(rules: Rules, is_shoe: bool, keys: tuple[str, ...], stage: int) -> ByRound:
    one = rules.cite(*keys, device_key(is_shoe, _FIRST_ROUND[stage]))
    two = rules.cite(*keys, *(device_key(is_shoe, key) for key in _LATER_ROUNDS[stage]))
    later = two + rules.cite(device_key(is_shoe, "later_rounds_betting"))
    return ((), one, two, later, later)


def _no_check(rules: Rules, is_shoe: bool) -> ByRound:
    one = rules.cite("check", device_key(is_shoe, "first_round_continues"))
    two = rules.cite("check", device_key(is_shoe, "no_check_after_bet"))
    return ((), one, two, two, two)


def _deal(rules: Rules, is_shoe: bool, burns: int) -> Citations:
    if not is_shoe:
        device: tuple[str, ...] = ("community_packet_shuffler", "dealing_shuffler")
    else:
        device = ("burnt_card", "dealing_shoe") if burns else ()
    keys = [
        device_key(is_shoe, key) for key in ("hole_cards", "first_round_betting", "first_round_first_to_act")
    ]
    return rules.cite(
        "hole_cards",
        "initial_deal",
        "betting_round",
        "first_betting_round",
        "marker_betting_round",
        *keys,
        *device,
    )


def _streets(rules: Rules, is_shoe: bool) -> dict[str, Citations]:
    own = {
        "flop": ("flop_cards", "second_betting_round"),
        "turn": ("turn_card", "third_betting_round"),
        "river": ("river_card", "fourth_betting_round"),
    }
    flop, later = ("second_round_betting", "second_round_first_to_act"), ("later_rounds_betting",)
    by_device = {"flop": ("flop", *flop), "turn": ("turn", *later), "river": ("river", *later)}
    burn = ("burnt_card",) if is_shoe else ()
    found = {street: [device_key(is_shoe, key) for key in keys] for street, keys in by_device.items()}
    return {street: rules.cite("community_cards", *own[street], *found[street], *burn) for street in own}
