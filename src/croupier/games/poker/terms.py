"""The numbers and citations of one table, looked up once: a Round asks for them hundreds of times."""

from functools import lru_cache

from msgspec import Struct

from croupier.money import round_down
from croupier.rulebook import Rules
from croupier.table import Citations

# Citations by Betting Round, 1 to 4; index 0 is never used.
ByRound = tuple[Citations, ...]


class Terms(Struct, frozen=True):
    small_blind: int
    big_blind: int
    chip: int
    seats: int
    stake_min: int
    stake_max: int
    is_shoe: bool
    open_min: int
    raise_threshold_percent: int
    is_floor_largest: bool
    short_all_in_reopens: bool
    short_all_ins_accumulate: bool
    owes_full_blind: bool
    rake_numerator: int
    rake_denominator: int
    rake_cap: int
    check: ByRound
    call: ByRound
    bet: ByRound
    raise_: ByRound
    fold: ByRound
    last_fold: ByRound
    no_check: ByRound
    first_turn: ByRound  # what the first to act may do
    later_turn: ByRound  # what others may do where nobody has bet, or in the first round
    deal: Citations
    streets: dict[str, Citations]
    show: Citations


@lru_cache(maxsize=256)
def terms(rules: Rules) -> Terms:
    """The terms of a table under these rules."""
    small_blind = rules.money("small_blind")
    big_blind = small_blind * rules.parameter("big_blind_multiple")
    chip = rules.money("lowest_chip")
    percent = rules.percent("rake_percent") / 100
    is_shoe = rules.choice("device") == "card_shoe"
    return Terms(
        small_blind=small_blind,
        big_blind=big_blind,
        chip=chip,
        seats=rules.integer("seats"),
        stake_min=rules.money("table_stake_min"),
        stake_max=rules.money("table_stake_max"),
        is_shoe=is_shoe,
        open_min=big_blind if rules.choice("min_open_bet") == "big_blind" else chip,
        raise_threshold_percent=int(rules.percent("all_in_raise_threshold")),
        is_floor_largest=rules.choice("raise_floor") == "largest",
        short_all_in_reopens=rules.flag("short_all_in_reopens"),
        short_all_ins_accumulate=rules.flag("short_all_ins_accumulate"),
        owes_full_blind=rules.choice("short_blind_call") == "full",
        rake_numerator=percent.numerator,
        rake_denominator=percent.denominator,
        rake_cap=round_down(rules.money("rake_cap"), chip),
        check=_by_round(rules, is_shoe, "check", first="continues", second="after_check"),
        call=_by_round(rules, is_shoe, "call", first="continues", second="after_bet"),
        bet=_by_round(
            rules,
            is_shoe,
            "opening_bet",
            "no_limit",
            "betting_structure",
            first="continues",
            second="after_check",
        ),
        raise_=_by_round(
            rules,
            is_shoe,
            "raise",
            "no_limit",
            "betting_structure",
            "minimum_raise",
            first="continues",
            second="after_bet",
        ),
        fold=_by_round(rules, is_shoe, "fold", first="continues", second="after_bet"),
        last_fold=_by_round(
            rules, is_shoe, "fold", "all_but_one_folded", first="continues", second="after_bet"
        ),
        no_check=_no_check(rules, is_shoe),
        first_turn=_turns(rules, is_shoe, "first_round_first_to_act", "second_round_first_to_act"),
        later_turn=_turns(rules, is_shoe, "first_round_continues", "second_round_after_check"),
        deal=_deal(rules, is_shoe),
        streets=_streets(rules, is_shoe),
        show=rules.cite(
            "five_card_hand",
            "card_ranking",
            "hand_ranking",
            "hand_ranking_list",
            "showdown_duties",
            "others_show",
        ),
    )


def device_key(is_shoe: bool, key: str) -> str:
    """The rule key for the way this table's cards are dealt."""
    return f"{key}_{'shoe' if is_shoe else 'shuffler'}"


def _by_round(rules: Rules, is_shoe: bool, *keys: str, first: str, second: str) -> ByRound:
    one = rules.cite(*keys, device_key(is_shoe, f"first_round_{first}"))
    two = rules.cite(*keys, device_key(is_shoe, f"second_round_{second}"))
    later = rules.cite(
        *keys,
        device_key(is_shoe, f"second_round_{second}"),
        device_key(is_shoe, "later_rounds_betting"),
    )
    return ((), one, two, later, later)


def _turns(rules: Rules, is_shoe: bool, first: str, second: str) -> ByRound:
    one = rules.cite(device_key(is_shoe, first))
    two = rules.cite(device_key(is_shoe, second))
    later = two + rules.cite(device_key(is_shoe, "later_rounds_betting"))
    return ((), one, two, later, later)


def _no_check(rules: Rules, is_shoe: bool) -> ByRound:
    one = rules.cite("check", device_key(is_shoe, "first_round_continues"))
    two = rules.cite("check", device_key(is_shoe, "no_check_after_bet"))
    return ((), one, two, two, two)


def _deal(rules: Rules, is_shoe: bool) -> Citations:
    if not is_shoe:
        device: tuple[str, ...] = ("community_packet_shuffler", "dealing_shuffler")
    else:
        # The edition that has a paragraph of its own on shoes is the one that burns before the Hole Cards.
        device = ("burnt_card", "dealing_shoe") if rules.has("dealing_shoe") else ()
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
    betting = ("second_round_betting", "second_round_first_to_act")
    keys = {
        "flop": (
            "flop_cards",
            "second_betting_round",
            *(device_key(is_shoe, key) for key in ("flop", *betting)),
        ),
        "turn": (
            "turn_card",
            "third_betting_round",
            *(device_key(is_shoe, key) for key in ("turn", "later_rounds_betting")),
        ),
        "river": (
            "river_card",
            "fourth_betting_round",
            *(device_key(is_shoe, key) for key in ("river", "later_rounds_betting")),
        ),
    }
    burn = ("burnt_card",) if is_shoe else ()
    return {street: rules.cite("community_cards", *own, *burn) for street, own in keys.items()}
