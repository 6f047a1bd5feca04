"""What each reading that touches money is worth: the same bet on the reading taken and on the others."""

from collections.abc import Iterator
from dataclasses import dataclass

from croupier.analysis.figures import Asked, Table
from croupier.analysis.freebet import bets
from croupier.analysis.freebet.optimal import expectation
from croupier.analysis.freebet.terms import Terms
from croupier.rulebook import Rules
from croupier.rulebook.settings import write_value

# Which bet a reading's setting bears on.
PRICED = {
    "paid_double_on_free_hand": bets.MAIN,
    "dealer_blackjack_loss": bets.MAIN,
    "split_unlike_tens": bets.MAIN,
    "pay_blackjack_immediately_vs_ten": bets.MAIN,
    "surrender_rounding": bets.MAIN,
    "blackjack_rounding": bets.MAIN,
    "pair_ten_face": bets.PAIR,
    "dealer_draws_for_busted": bets.BUSTED,
}


@dataclass(frozen=True)
class Price:
    """The player's expectation on the table's reading and on another."""

    reading: str
    setting: str
    value: str
    bet: str
    ev: float
    other_ev: float

    @property
    def gain(self) -> float:
        """What the player would gain from the other reading, per unit of the bet."""
        return self.other_ev - self.ev


def value_of(rules: Rules, bet: str, asked: Asked) -> float:
    """A bet's expectation, without the figures around it."""
    if bet == bets.MAIN:
        return expectation(dict(bets.decisions_for(Terms.of(rules, asked))))
    return (bets.pair_figures if bet == bets.PAIR else bets.busted_figures)(rules, asked).ev


def prices(rules: Rules, asked: Asked) -> Iterator[Price]:
    """Every other choice of every setting that changes what a bet is worth."""
    for name, bet in PRICED.items():
        setting = rules.edition.settings[name]
        choices = setting.choices or (True, False)
        for other in choices:
            if other == rules[name]:
                continue
            changed = Rules.adopt(rules.edition, {**rules.settings, name: other})
            yield Price(
                setting.reading or "",
                name,
                write_value(setting.type, other),
                bet,
                value_of(rules, bet, asked),
                value_of(changed, bet, asked),
            )


def _change(gain: float) -> str:
    """In percent; what is smaller than the last digit shown is none, whatever its sign."""
    return f"{round(gain, 7) + 0.0:+.5%}"


def price_table(rules: Rules, asked: Asked) -> Table:
    rows = tuple(
        (
            price.reading,
            f"{price.setting} = {price.value}",
            price.bet,
            f"{price.other_ev:+.5%}",
            _change(price.gain),
        )
        for price in prices(rules, asked)
    )
    return Table(
        title="What the readings are worth",
        columns=("Reading", "If the house chose", "Bet", "Player's expectation", "Change"),
        rows=rows,
        note="Per unit of the bet, best play on either reading. A change of zero is a finding: the best play "
        "never gets into the situation that the reading is about, or the stake needs no rounding.",
    )
