"""A bet on a progressive jackpot at what its display showed: chances as known, prizes as the rules say."""

from fractions import Fraction

from croupier.analysis.figures import BetFigures
from croupier.money import Cents, FixedPrize, ForOne, JackpotShare, divide_half_up
from croupier.rulebook import Rules


def ways_at_meter(
    rules: Rules, figures: BetFigures, meter: Cents, stake: Cents
) -> tuple[tuple[Fraction, float], ...]:
    """What the House wins of one bet, in stakes, with its chance; prizes in whole stakes, as a lattice needs.

    `figures` are those of any meter: how often a line comes does not depend on it.
    """
    pays = {line.key: line.pays for line in rules.paytable(figures.bet).lines}
    goes_back = rules.flag("progressive_stake_returned_on_win")
    ways = []
    for each in figures.outcomes:
        prize = 0
        if (line := pays.get(each.name)) is not None:
            prize = _prize(line, meter, stake)
            prize += stake if goes_back and not isinstance(line, ForOne) else 0
        ways.append((Fraction(1 - round(prize / stake)), each.probability))
    return tuple(ways)


def _prize(pays: object, meter: Cents, stake: Cents) -> Cents:
    match pays:
        case JackpotShare(percent=percent):
            return divide_half_up(meter * percent, 100)
        case ForOne(multiple=multiple):
            return multiple * stake
        case FixedPrize(cents=cents):
            return cents
    raise AssertionError(f"a jackpot line does not pay {pays}")
