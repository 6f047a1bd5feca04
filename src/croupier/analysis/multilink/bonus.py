"""The Bonus bet: the player's two cards, and the dealer's where both have aces."""

from collections.abc import Mapping
from fractions import Fraction
from math import comb

from croupier.analysis.figures import AnalysisError, Asked, BetFigures, Way, exact_figures
from croupier.cards import RANKS
from croupier.games.multilink.terms import MultiLinkTerms
from croupier.money import ToOne, say_money
from croupier.rulebook import Rules

_HOLDINGS = comb(52, 2)
_PAIR = comb(4, 2)
_BOTH = Fraction(_PAIR, _HOLDINGS) * Fraction(comb(2, 2), comb(50, 2))

# What each line of the pay table asks for, as a chance among the player's holdings.
_CHANCES: Mapping[str, Fraction] = {
    "aces_both": _BOTH,
    "aces": Fraction(_PAIR, _HOLDINGS) - _BOTH,
    "ace_king_suited": Fraction(4, _HOLDINGS),
    "ace_queen_or_jack_suited": Fraction(2 * 4, _HOLDINGS),
    "ace_king_unsuited": Fraction(12, _HOLDINGS),
    "high_pair": Fraction(3 * _PAIR, _HOLDINGS),
    "ace_queen_or_jack_unsuited": Fraction(2 * 12, _HOLDINGS),
    "low_pair": Fraction((RANKS.index("T") + 1) * _PAIR, _HOLDINGS),
}


def stake_of(rules: Rules, asked: Asked) -> int:
    """The stake asked about, by default the table's smallest."""
    stake = MultiLinkTerms.of(rules).bonus_min if asked.bet_size is None else asked.bet_size
    if stake <= 0:
        raise AnalysisError("a bonus bet of {stake:money} is not a bet; ask for 0.01 or more", stake=stake)
    return stake


def bonus_ways(rules: Rules, stake: int) -> list[Way]:
    """Every line with its chance and its net result in units of the stake, the cap applied."""
    book = MultiLinkTerms.of(rules)
    ways: list[Way] = []
    for line in book.bonus.lines:
        assert isinstance(line.pays, ToOne), f"{line.key} does not pay odds"
        winnings = min(line.pays.winnings(stake), Fraction(book.bonus_winnings_max(stake)))
        ways.append((line.key, _CHANCES[line.key], winnings / stake))
    lost = 1 - sum((chance for _, chance, _ in ways), Fraction(0))
    return [*ways, ("lost", lost, Fraction(-1))]


def bonus_figures(rules: Rules, asked: Asked) -> BetFigures:
    """The Bonus at one stake."""
    stake = stake_of(rules, asked)
    book = MultiLinkTerms.of(rules)
    highest = max(line.pays.ratio for line in book.bonus.lines if isinstance(line.pays, ToOne))
    bites_from = book.bonus_cap / (highest + book.bonus_cap_includes_stake)
    return exact_figures(
        rules,
        "bonus",
        "the Bonus bet",
        bonus_ways(rules, stake),
        rules.cite("bonus_bet", "main_and_bonus_pays", "bonus_cap", "fold_decision_shoe"),
        assumed={
            "stake": say_money(stake),
            "play": "winning hands are not folded; the best play folds none of them",
        },
        details={"cap_bites_above": float(bites_from) / 100},
    )
