"""How vulnerable the bets of Free Bet Blackjack are to counting, as tables."""

from croupier.analysis.figures import Asked, Table, places
from croupier.analysis.freebet.known_cards.vulnerability import (
    RANK_NAMES,
    SHOES,
    all_effects,
    cut_card,
    gain,
    simple_count,
)
from croupier.analysis.words import bet_name
from croupier.rulebook import Rules

PENETRATIONS = (0.5, 0.65, 0.75, 0.85)
BEARABLE = 1.0
"""Units of the smallest stake in 100 Rounds that a house may shrug at."""


def counting_tables(rules: Rules, asked: Asked, spread: int) -> tuple[Table, ...]:
    """Effects of removal, simple counts, gains by penetration."""
    found, decks = all_effects(rules, asked), rules.integer("decks")
    cited = places(rules.cite("decks"))
    removal = Table(
        f"Effect of removing one card from {decks} decks, in percent of the stake",
        ("bet", *RANK_NAMES),
        tuple((bet_name(bet), *(f"{100 * each:+.3f}" for each in one.effects)) for bet, one in found.items()),
        "Exact: the expectation of the shoe without the card, less that of the full shoe.",
        cited,
    )
    counts = {bet: simple_count(one) for bet, one in found.items()}
    tags = Table(
        "The best simple count",
        ("bet", *RANK_NAMES, "follows"),
        tuple(
            (bet_name(bet), *(f"{tag:+d}" if tag else "0" for tag in one.tags), f"{one.correlation:.3f}")
            for bet, one in counts.items()
        ),
        "Follows: correlation with the effects of removal; 1 is the best possible count.",
    )
    rows = []
    for bet, one in found.items():
        is_side = bet != "main"
        gains = [gain(one, decks, part, spread, side_bet=is_side) for part in PENETRATIONS]
        recommended = f"{cut_card(one, decks, BEARABLE):.0%}" if is_side else ""
        rows.append(
            (
                bet_name(bet),
                *(f"{each.per_100:+.2f} ± {each.error:.2f}" for each in gains),
                f"{gains[2].bets_per_100:.1f}",
                recommended,
            )
        )
    gained = Table(
        f"Gain of the best count in 100 Rounds, in stakes, bets of 1 to {spread}",
        ("bet", *(f"{part:.0%} dealt" for part in PENETRATIONS), "big bets", "cut at"),
        tuple(rows),
        f"{SHOES:,} random shoes, expectation by effects of removal, one area. A side bet is placed only if "
        "it is good, Pot of Gold by its own best play; Insurance per ace shown. Cut at: the deepest cut at "
        f"which one unit on the side bet gains less than {BEARABLE:g} in 100 Rounds.",
    )
    return removal, tags, gained
