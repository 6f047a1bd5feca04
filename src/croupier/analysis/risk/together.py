"""A player of several bets at once: they share cards, so their results hang together.

Rounds are simulated and the result of all bets is added up Round by Round; the average is the exact one, the
sum of the bets' own. So the shape carries a simulation's error, and the edge does not.
"""

from collections.abc import Callable, Mapping, Sequence
from math import sqrt

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from croupier.analysis.catalogue import bets_of, edge_of
from croupier.analysis.figures import AnalysisError, Asked, BetFigures, Outcome
from croupier.analysis.words import bet_key, bet_name
from croupier.games.freebet import Terms as FreeBet
from croupier.games.multilink.terms import MultiLinkTerms
from croupier.money import parse_money, say_money
from croupier.rulebook import Rules

ROUNDS = 1_000_000
SEED = 5
_BATCH = 100_000
Cents = NDArray[np.int64]


def wagers_of(text: str) -> dict[str, int | None]:
    """Bets as they are typed, such as "main=100, pair=10, busted": each with its stake in cents, or None."""
    wagers: dict[str, int | None] = {}
    for part in text.split(","):
        name, equals, money = part.partition("=")
        bet = bet_key(name.strip())
        if bet in wagers:
            raise AnalysisError("{bet} stands there twice; give each bet once", bet=bet)
        wagers[bet] = parse_money(money.strip()) if equals else None
    return wagers


def together(
    rules: Rules, wagers: Sequence[str] | Mapping[str, int | None], asked: Asked, rounds: int = ROUNDS
) -> BetFigures:
    """The bets as one, in units of the first one's stake; each at its own stake or the one asked for."""
    bets = list(wagers)
    _check(rules, bets)
    own = {bet: stake for bet, stake in wagers.items() if stake} if isinstance(wagers, Mapping) else {}
    for bet, stake in own.items():
        _check_stake(rules, bet, stake)
    drawn, stakes = _games(rules.edition.game)(rules, asked, own, bets, rounds)
    unit = stakes[bets[0]]
    nets, times = np.unique(drawn, return_counts=True)
    each_asked = {bet: replace(asked, bet_size=own[bet]) if bet in own else asked for bet in bets}
    ev = sum(edge_of(rules, bet, each_asked[bet]).ev * stakes[bet] for bet in bets) / unit
    sd = float(drawn.std()) / unit
    return BetFigures(
        edition=rules.edition.id,
        bet=" + ".join(bet_name(bet) for bet in bets),
        unit=f"the {bet_name(bets[0])} of {say_money(unit)}",
        ev=ev,
        house_edge=-ev,
        sd=sd,
        outcomes=tuple(
            Outcome(f"{net / unit:+g}", int(number) / len(drawn), net / unit)
            for net, number in zip(nets.tolist(), times.tolist(), strict=True)
        ),
        exact=sd / sqrt(len(drawn)),
        assumed={
            "stakes": ", ".join(f"{bet_name(bet)} {say_money(stakes[bet])}" for bet in bets),
            "rounds": f"{len(drawn):,} simulated",
        },
    )


def _check(rules: Rules, bets: Sequence[str]) -> None:
    known = [bet for bet in bets_of(rules) if bet not in ("insurance", "rake")]
    wrong = [bet for bet in bets if bet not in known]
    if wrong or len(set(bets)) != len(bets) or len(bets) < 2:
        words = ", ".join(known) or "none, it is played between players"
        raise AnalysisError(
            "give two or more bets, each once; those of {edition} are: {words}",
            edition=rules.edition.id,
            words=words,
        )


def _check_stake(rules: Rules, bet: str, stake: int) -> None:
    """A table takes a stake within its limits and in its chips."""
    if rules.edition.game == "mbs-freebet":
        low, high = FreeBet.of(rules).limits(bet)
    else:
        name = "ante" if bet == "main" else bet
        low, high = MultiLinkTerms.of(rules).least(name), MultiLinkTerms.of(rules).most(name)
    chip = rules.money("lowest_chip")
    if not low <= stake <= high or stake % chip:
        bounds = say_money(low) if low == high else f"{say_money(low)} to {say_money(high)}"
        raise AnalysisError(
            "{bet} of {stake:money} is not taken; this table takes {bounds}, in chips of {chip:money}",
            bet=bet_name(bet),
            stake=stake,
            bounds=bounds,
            chip=chip,
        )


Drawn = Callable[[Rules, Asked, Mapping[str, int], Sequence[str], int], tuple[Cents, Mapping[str, int]]]


def _games(game: str) -> Drawn:
    return _freebet if game == "mbs-freebet" else _multilink


def _freebet(
    rules: Rules, asked: Asked, own: Mapping[str, int], bets: Sequence[str], rounds: int
) -> tuple[Cents, Mapping[str, int]]:
    from croupier.analysis.freebet.simulating import rounds as kernel
    from croupier.analysis.freebet.simulating.simulate import simulate
    from croupier.analysis.freebet.simulating.simulator import LOST, MAIN_NAMES, simulator_of

    one = simulator_of(rules, replace(asked, bet_size=own["main"]) if "main" in own else asked, own)

    def numbered(bet: str, what: str, most: int) -> Cents:
        nets = one.nets[bet]
        top = max(int(name.rpartition("_")[2]) for name in nets if name != LOST)
        names = (f"{what}_{min(number, top)}" for number in range(most))
        return np.array([nets.get(name, nets[LOST]) for name in names], np.int64)

    pays = {
        "main": (1, np.array([one.nets["main"].get(name, 0) for name in MAIN_NAMES], np.int64)),
        "pair": (2, np.array([one.nets["pair"][LOST], one.nets["pair"]["pair"]], np.int64)),
        "pot_of_gold": (3, numbered("pot_of_gold", "markers", kernel.MARKERS_MOST + 1)),
        "busted": (4, numbered("busted", "cards", kernel.BUST_CARDS_MOST)),
    }
    found = []
    for at in range(0, rounds, _BATCH):
        size = min(_BATCH, rounds - at)
        trace = simulate(
            one.terms,
            one.chart,
            size,
            SEED + at,
            pair_ten_face=one.pair_ten_face,
            draws_for_busted=one.draws_for_busted,
            traced=size,
        ).trace
        found.append(sum((pays[bet][1][trace[:, pays[bet][0]]] for bet in bets), np.zeros(size, np.int64)))
    return np.concatenate(found), one.stakes


def _multilink(
    rules: Rules, asked: Asked, own: Mapping[str, int], bets: Sequence[str], rounds: int
) -> tuple[Cents, Mapping[str, int]]:
    from croupier.analysis.kernels.evaluator import values_of
    from croupier.analysis.multilink import simulator as kernel

    one = kernel.simulator_of(rules, asked, own)
    main = np.array([one.nets["main"][name] for name in kernel.MAIN_NAMES], np.int64)
    bonus = np.array([one.nets["bonus"][line] for line in kernel.LINES], np.int64)
    jackpot = one.nets["progressive"]
    flopped = np.array([jackpot.get(name, jackpot["lost"]) for name in kernel.CATEGORIES], np.int64)
    found = []
    for at in range(0, rounds, _BATCH):
        size = min(_BATCH, rounds - at)
        _, cards, ways = one.traced(SEED + at, size, size)
        wide = cards.astype(np.int64)
        low, high = wide[:, :2].min(axis=1), wide[:, :2].max(axis=1)
        holes = high * (high - 1) // 2 + low
        both = wide[:, [0, 1, 7, 8]].min(axis=1) >= 48  # four aces between player and dealer
        values = np.zeros(size, np.uint16)
        values_of(np.ascontiguousarray(cards[:, :5]), values)
        results = {
            "main": main[ways],
            "bonus": np.where(both, one.nets["bonus"]["aces_both"], bonus[holes]),
            "progressive": flopped[values],
        }
        found.append(sum((results[bet] for bet in bets), np.zeros(size, np.int64)))
    return np.concatenate(found), one.stakes
