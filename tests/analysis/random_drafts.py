"""Rules with some of their numbers changed at random, within the bounds that a what-if has."""

import random
from collections.abc import Iterator
from contextlib import suppress

from croupier.analysis.figures import AnalysisError
from croupier.analysis.lab import Knob, knobs
from croupier.analysis.whatif import NONE, OPTIONAL, WhatIf, adopt_with
from croupier.rulebook import SettingError, library

# What decides about chips on the table or who sits there, not about any bet: left as it is.
SETTINGS = {
    "decks", "pair_ten_face", "paid_double_on_free_hand", "dealer_blackjack_loss", "split_unlike_tens",
    "pay_blackjack_immediately_vs_ten", "dealer_draws_for_busted", "rake_percent", "rake_cap", "rake_basis",
    "rake_before_flop", "walk_rake_base", "surrender_rounding", "blackjack_rounding", "lowest_chip",
    "odd_chips", "seats", "small_blind", "increment_timing", "partial_win_effect", "minor_paid_from",
    "reserve_share", "reset_value", "progressive_bet", "progressive_stake_returned_on_win",
    "bonus_cap_includes_stake",
}  # fmt: skip
CHANGES_MAX = 4


def random_what_if(edition: str, seed: int) -> tuple[dict[str, str], WhatIf]:
    """One to four changes that can be adopted together and have figures, and the rules that they make."""
    chance = random.Random(f"{edition} {seed}")
    while True:
        turned = chance.sample(list(_turnable(edition)), CHANGES_MAX)
        changes = {knob.name: _value(knob, chance) for knob in turned[: chance.randint(1, CHANGES_MAX)]}
        with suppress(AnalysisError, SettingError):
            return changes, adopt_with(edition, changes)


def _turnable(edition: str) -> Iterator[Knob]:
    for knob in knobs(library().get(edition)):
        is_line = knob.section == "pay line" and knob.name != "main.regular"  # results are in whole wagers
        if is_line or knob.section == "parameter" or knob.name in SETTINGS:
            yield knob


def _value(knob: Knob, chance: random.Random) -> str:
    low, high = knob.minimum, knob.maximum
    if knob.choices:
        return chance.choice(knob.choices)
    if knob.kind == "flag":
        return chance.choice(("yes", "no"))
    if knob.kind == "pay":
        return _pays(knob.approved, chance)
    if knob.kind == "money":
        low, high = (text.replace(",", "").partition(".")[0] for text in (low or "0", high or "100"))
        return str(chance.randint(int(low), int(high)))
    assert low is not None
    assert high is not None
    if knob.kind == "percent":
        return f"{chance.randint(0, int(10 * float(high.rstrip('%')))) / 10}%"
    if knob.kind == "list":
        numbers = range(int(low), int(high) + 1)
        return " ".join(map(str, chance.sample(numbers, chance.randint(1, 5))))
    if knob.name in OPTIONAL and chance.random() < 1 / 4:
        return NONE
    return str(chance.randint(int(low), int(high)))


def _pays(approved: str, chance: random.Random) -> str:
    """Another pay of the same kind: half to twice of what is approved."""
    number, _, rest = approved.partition(" ")
    if rest.startswith("to "):
        to = int(rest.removeprefix("to "))
        return f"{chance.randint(max(to, int(number) // 2), 2 * int(number) + 1)} to {to}"
    if rest == "for 1":
        return f"{chance.randint(2, 2 * int(number.replace(',', '')))} for 1"
    return approved
