"""What a new edition does to the return of every bet."""

from msgspec import Struct

from croupier.analysis.catalogue import bets_of, edge_of
from croupier.analysis.figures import AnalysisError, Asked, BetFigures
from croupier.rulebook import Rules


class MoneyDifference(Struct, frozen=True):
    """One bet before and after; None where an edition does not offer it."""

    bet: str
    before: BetFigures | None
    after: BetFigures | None
    change: float | None
    """What the player gains per unit of stake, negative for a loss."""
    significant: bool
    """Whether the figures differ: exactly where both are exact, else by three standard errors."""


def money_diff(old: Rules, new: Rules, asked: Asked | None = None) -> tuple[MoneyDifference, ...]:
    """Every bet's figures under both editions, each with its own settings, in the new edition's order."""
    if old.edition.game != new.edition.game:
        raise AnalysisError(
            "{old} and {new} are different games; compare editions of one game",
            old=old.edition.id,
            new=new.edition.id,
        )
    asked = asked or Asked()
    was, now = bets_of(old), bets_of(new)
    differences = []
    for bet in (*now, *(bet for bet in was if bet not in now)):
        before = edge_of(old, bet, asked) if bet in was else None
        after = edge_of(new, bet, asked) if bet in now else None
        differences.append(difference(bet, before, after))
    return tuple(differences)


def difference(bet: str, before: BetFigures | None, after: BetFigures | None) -> MoneyDifference:
    """A bet before and after."""
    if before is None or after is None:
        return MoneyDifference(bet, before, after, None, True)
    change = after.ev - before.ev
    if before.rational is not None and after.rational is not None:
        is_other = before.rational != after.rational
        return MoneyDifference(bet, before, after, change if is_other else 0.0, is_other)
    errors = [0.0 if isinstance(each.exact, bool) else each.exact for each in (before, after)]
    spread = sum(error * error for error in errors) ** 0.5
    return MoneyDifference(bet, before, after, change, abs(change) > 3 * spread)
