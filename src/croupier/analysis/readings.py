"""What each reading that touches money is worth: every bet on the reading taken and on each other one."""

from collections.abc import Iterator, Mapping
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from croupier.analysis.answers import answered
from croupier.analysis.catalogue import depend_on_all, edge_of, provider_of
from croupier.analysis.compared import difference
from croupier.analysis.figures import AnalysisError, Asked, BetFigures, Section, Table
from croupier.analysis.words import bet_name
from croupier.rulebook import RulebookError, Rules
from croupier.rulebook.settings import alternatives, write_value

READINGS: Final = "readings"
"""The question for all prices."""
_NOTHING: Final = Asked()

# The settings that bear on a figure, and the bet they are about. A test tries all the others: none moves one.
PRICED: Final[Mapping[str, Mapping[str, str]]] = {
    "rws-poker": dict.fromkeys(("rake_basis", "walk_rake_base", "rake_before_flop", "odd_chips"), "rake"),
    "rws-multilink": {
        **dict.fromkeys(
            (
                "deal_flop_for_folded_progressive",
                "increment_timing",
                "partial_win_effect",
                "progressive_stake_returned_on_win",
                "minor_paid_from",
                "money_rounding",
            ),
            "progressive",
        ),
        "bonus_cap_includes_stake": "bonus",
    },
    "mbs-freebet": {
        **dict.fromkeys(
            (
                "paid_double_on_free_hand",
                "dealer_blackjack_loss",
                "split_unlike_tens",
                "double_after_unlike_split",
                "pay_blackjack_immediately_vs_ten",
                "surrender_rounding",
                "blackjack_rounding",
            ),
            "main",
        ),
        "pair_ten_face": "pair",
        "dealer_draws_for_busted": "busted",
    },
}
# Returns of a bet that a reading may move although its expectation stays, and what they are compared with.
_RETURNS: Final = {
    "long_run_return": ("long_run_return", "in the long run"),
    "return_of_a_box_alone": ("return", "for a box alone"),
}


class Price(Struct, frozen=True):
    """The player's expectation on the table's reading and on another; or why the other has no figure."""

    reading: str
    setting: str
    value: str
    bet: str
    of: str = ""
    """What it is of the bet, where it is not its expectation: "in the long run"."""
    ev: float = 0.0
    other_ev: float = 0.0
    unit: str = "%"
    refused: str = ""

    @property
    def gain(self) -> float:
        """What the player would gain from the other reading, per unit of the bet."""
        return self.other_ev - self.ev

    @property
    def about(self) -> str:
        return f"{bet_name(self.bet)}, {self.of}" if self.of else bet_name(self.bet)

    @property
    def there(self) -> str:
        return "" if self.refused else self._said(self.other_ev)

    @property
    def change(self) -> str:
        """What is smaller than the last digit shown is none, whatever its sign."""
        return "no figure" if self.refused else self._said(round(self.gain, 7) + 0.0)

    def _said(self, value: float) -> str:
        return f"{value:+.5%}" if self.unit == "%" else f"{value:+.4f} {self.unit}"


def prices_of(rules: Rules, asked: Asked | None = None) -> tuple[Price, ...]:
    """Every other choice of every setting that bears on a figure; those worked out before from the shelf."""
    asked = asked or Asked()
    return answered(READINGS, rules, asked, tuple[Price, ...], lambda fresh: worked(fresh, asked))


def worked(rules: Rules, asked: Asked = _NOTHING) -> tuple[Price, ...]:
    depend_on_all(rules)
    return tuple(_prices(rules, asked))


def _prices(rules: Rules, asked: Asked) -> Iterator[Price]:
    for name, bet in _priced(rules).items():
        setting = rules.edition.settings[name]
        here = edge_of(rules, bet, asked)
        for other in alternatives(setting, rules.settings[name]):
            price = Price(setting.reading or "", name, write_value(setting.type, other), bet)
            try:
                changed = Rules.adopt(rules.edition, {**rules.settings, name: other})
                there = provider_of(changed).edge(changed, bet, asked)
            except (AnalysisError, RulebookError) as error:
                yield replace(price, refused=str(error))
            else:
                yield from _moved(price, here, there)


def _priced(rules: Rules) -> Mapping[str, str]:
    known = PRICED.get(rules.edition.game, {})
    return {name: bet for name, bet in known.items() if name in rules.edition.settings}


def _moved(price: Price, here: BetFigures, there: BetFigures) -> Iterator[Price]:
    """What another reading moves: the expectation, or what it is in the end."""
    moved = difference(price.bet, here, there)
    unit = "Big Blinds" if here.price else "%"
    price = replace(price, ev=here.ev, other_ev=there.ev if moved.significant else here.ev, unit=unit)
    others = [
        replace(price, of=words, ev=before - 1, other_ev=after - 1)
        for key, (same, words) in _RETURNS.items()
        if isinstance(before := here.details.get(same), float)
        and isinstance(after := there.details.get(key), float)
        and before != after
    ]
    if moved.significant or not others:
        yield price
    yield from others


def readings_section(rules: Rules, asked: Asked | None = None) -> Section:
    """The prices as a part of a report."""
    prices = prices_of(rules, asked)
    rows = tuple(
        (each.reading, f"{each.setting} = {each.value}", each.about, each.there, each.change)
        for each in prices
    )
    refused = dict.fromkeys(f"{each.reading}: {each.refused}." for each in prices if each.refused)
    note = (
        "Per unit of the bet, best play on either reading; at Poker the same hands of the same bots. A "
        "change of zero is a finding: best play never gets into the situation, or the stake needs no "
        "rounding."
    )
    return Section(
        title="What the open readings are worth",
        text="Where the document can be read in several ways, the house chooses; this is the price. Every "
        "other switch decides what follows a mistake, who goes first or what may be done, and moves no bet.",
        tables=(
            Table(
                title="What the readings are worth",
                columns=("reading", "if the house chose", "bet", "player's expectation", "change"),
                rows=rows,
                note=" ".join([note, *refused]),
            ),
        ),
    )
