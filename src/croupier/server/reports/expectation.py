"""What the mathematics expects of the bets that were made. Nothing is worked out here that is not at hand:
a request never waits for a figure to be counted.
"""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import lru_cache
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Struct

from croupier.analysis.answers import is_known
from croupier.analysis.catalogue import adopt, bets_of, edge_of
from croupier.analysis.figures import Asked, BetFigures
from croupier.analysis.jackpots import ways_at_meter
from croupier.house.likeness import like
from croupier.house.totals.asking import Stakes
from croupier.money import Cents
from croupier.rulebook import RulebookError, Rules
from croupier.table.settled import RAKE

if TYPE_CHECKING:
    from croupier.analysis.risk.luck import Luck

Ways = tuple[tuple[Fraction, float], ...]
Bets = tuple[int, Ways]  # how many of them
_NOTHING = Asked()
NO_THEORY = "players play each other: rake has no expectation"
NOT_AT_HAND = "not worked out for these settings yet: croupier edge does it"
OTHERWISE = "worked out for the edition's own settings"


class Odds(Struct, frozen=True):
    """One bet: per unit of its stake, every way it can end for the House, with its chance."""

    ways: Ways
    note: str = ""

    @property
    def edge(self) -> float:
        return sum(float(net) * chance for net, chance in self.ways)


class Expected(Struct, frozen=True, kw_only=True):
    """What a line of a report should have brought, and how unlikely it is that it did not."""

    win: float | None = None
    sd: float | None = None
    chance: float | None = None
    error: float = 0.0
    is_exact: bool = True
    covers: Cents = 0  # the base stakes for which there are figures
    compared: Cents = 0  # what the House won on them
    notes: tuple[str, ...] = ()
    curve: tuple[tuple[float, float], ...] = ()


def expected(stakes: Iterable[Stakes]) -> Expected:
    """From every bet's own distribution, raised to the number of bets of each size."""
    notes: dict[str, None] = {}
    risks: list[Bets] = []
    covers = compared = 0
    win = 0.0
    for each in stakes:
        odds = odds_of(each)
        if odds.note:
            notes[odds.note] = None
        if not odds.ways or not each.fates:
            continue
        covers, compared = covers + each.base, compared + each.net
        win += odds.edge * each.base
        if each.stake:
            risks.append((each.fates, tuple((net * each.stake, chance) for net, chance in odds.ways)))
    if not covers:
        return Expected(notes=tuple(notes))
    if not risks or find_spec("numpy") is None:  # a light installation knows what to expect, not how surely
        return Expected(win=win, covers=covers, compared=compared, notes=tuple(notes))
    found = _luck(tuple(risks), compared)
    return like(Expected, found, win=win, covers=covers, compared=compared, notes=tuple(notes))


def theoretical(stakes: Iterable[Stakes]) -> float | None:
    """What the House should win of these bets, without how surely; None where nothing is known of any."""
    found = [(odds, each.base) for each in stakes if (odds := odds_of(each)).ways]
    return sum(odds.edge * base for odds, base in found) if found else None


@lru_cache(maxsize=256)
def _luck(risks: tuple[Bets, ...], result: int) -> "Luck":
    from croupier.analysis.risk.luck import Risk, luck

    return luck([Risk(count, ways) for count, ways in risks], result)


def odds_of(stakes: Stakes) -> Odds:
    meter = round(stakes.metered / stakes.base) if stakes.metered and stakes.base else None
    settings = msgspec.json.encode(stakes.settings, order="sorted").decode()
    return _odds(stakes.edition, settings, stakes.bet, meter, stakes.stake)


@lru_cache(maxsize=4096)
def _odds(edition: str, settings: str, bet: str, meter: Cents | None, stake: Cents) -> Odds:
    if bet == RAKE:
        return Odds((), NO_THEORY)
    try:
        rules = adopt(edition, msgspec.json.decode(settings))
    except (RulebookError, ValueError):
        return Odds((), NOT_AT_HAND)
    if bet not in bets_of(rules):
        return Odds((), f"there is no mathematics for {edition} {bet}")
    if meter is not None:
        return _at_meter(rules, bet, meter, stake)
    figures, note = _figures(rules, bet)
    return Odds(_ways(figures), note) if figures is not None else Odds((), note)


def _figures(rules: Rules, bet: str) -> tuple[BetFigures | None, str]:
    """Those of these rules; else those of the edition with the choices that ship, and a word about it."""
    question = f"edge {bet}"
    if is_known(question, rules, _NOTHING):
        return edge_of(rules, bet, _NOTHING), ""
    for chosen in ({name: rules.chosen[name]} for name in rules.chosen):
        near = adopt(rules.edition.id, chosen)
        if _deviates(near, rules.edition.id) and is_known(question, near, _NOTHING):
            return edge_of(near, bet, _NOTHING), OTHERWISE
    plain = adopt(rules.edition.id, {})
    if is_known(question, plain, _NOTHING):
        return edge_of(plain, bet, _NOTHING), OTHERWISE
    return None, NOT_AT_HAND


def _deviates(rules: Rules, edition: str) -> bool:
    return dict(rules.settings) != dict(adopt(edition, {}).settings)


def _ways(figures: BetFigures) -> Ways:
    """The House wins what the player loses. Nets are simple parts of a stake, kept as such."""
    return tuple((-Fraction(each.net).limit_denominator(1000), each.probability) for each in figures.outcomes)


def _at_meter(rules: Rules, bet: str, meter: Cents, stake: Cents) -> Odds:
    figures, _ = _figures(adopt(rules.edition.id, {}), bet)
    if figures is None or not stake:
        return Odds((), NOT_AT_HAND)
    return Odds(ways_at_meter(rules, figures, meter, stake))


def assumptions(stakes: Iterable[Stakes]) -> Mapping[str, Any]:
    """Under which play the figures hold, by bet."""
    found: dict[str, Any] = {}
    for each in stakes:
        if each.bet == RAKE or each.bet in found:
            continue
        try:
            figures, _ = _figures(adopt(each.edition, dict(each.settings)), each.bet)
        except (RulebookError, ValueError):
            continue
        if figures is not None and "play" in figures.assumed:
            found[each.bet] = figures.assumed["play"]
    return found
