"""From "rws-multilink@3" to the mathematics of its game, imported when it is first asked for."""

from collections.abc import Mapping
from typing import Protocol

from croupier.analysis.answers import answered
from croupier.analysis.figures import AnalysisError, Asked, BetFigures, Section, Strategy, Tally
from croupier.analysis.known import require_known
from croupier.analysis.whatif import switch
from croupier.games import catalogue, find
from croupier.rulebook import Rules
from croupier.rulebook.errors import suggest


class Simulator(Protocol):
    """Plays rounds by the fast kernels. Must be picklable: it travels to other processes and machines."""

    @property
    def stakes(self) -> Mapping[str, int]:
        """Per bet simulated, its base stake in cents: the unit its results are given in."""

    @property
    def described(self) -> Mapping[str, str]:
        """All that determines the results besides the seed. A checkpoint is resumed only under the same."""

    def run(self, seed: int, rounds: int) -> Tally:
        """Play `rounds` rounds from `seed`. The same seed gives the same totals on any machine."""


class Provider(Protocol):
    """What a game's mathematics offers."""

    def edge(self, rules: Rules, bet: str, asked: Asked) -> BetFigures:
        """The figures of one bet. AnalysisError if `asked` makes no sense for it."""

    def strategy(self, rules: Rules, asked: Asked) -> Strategy:
        """The best way to play."""

    def simulator(self, rules: Rules, asked: Asked) -> Simulator:
        """A simulator of the whole round, all bets placed, the main one played by the best strategy."""

    def sections(self, rules: Rules, asked: Asked) -> tuple[Section, ...]:
        """What a report shows besides the figures of each bet and the strategy."""


class Counted:
    """What a game says that is counted exactly: nothing is simulated, and its report has nothing besides."""

    def simulator(self, rules: Rules, asked: Asked) -> Simulator:
        raise AnalysisError("{title} is counted exactly: ask for its edge", title=rules.edition.title)

    def sections(self, rules: Rules, asked: Asked) -> tuple[Section, ...]:
        return ()


def provider_of(rules: Rules) -> Provider:
    """The mathematics of an edition's game."""
    game = find(rules.edition.game)
    made = game.part("mathematics") if game else None
    if made is None:
        raise AnalysisError("there is no mathematics for '{game}'", game=rules.edition.game)
    require_known(rules)
    provider: Provider = made()
    return provider


def adopt(edition: str, settings: Mapping[str, object]) -> Rules:
    """An edition with a house's settings, bound as at a table: what cannot be played has no figures either.

    A setting may also be named by the reading it belongs to: {"ML-A04": "reset"}.
    """
    found = catalogue().library.get(edition)
    named = {
        switch(found, name) if name in found.readings else name: value for name, value in settings.items()
    }
    return Rules.adopt(found, named, game.policies if (game := find(found.game)) else None)


def edge(rules: Rules, bet: str | None = None, asked: Asked | None = None) -> tuple[BetFigures, ...]:
    """The figures of one bet, or of all bets of the edition; those reckoned before come from the shelf."""
    asked = asked or Asked()
    known = bets_of(rules)
    if bet is not None and bet not in known:
        raise AnalysisError(
            "{edition} has no bet '{bet}'; {known}",
            edition=rules.edition.id,
            bet=bet,
            known=suggest(bet, known),
        )
    return tuple(edge_of(rules, each, asked) for each in (known if bet is None else (bet,)))


def bets_of(rules: Rules) -> tuple[str, ...]:
    """The bets of an edition, the main one first; known without the kernels."""
    game = find(rules.edition.game)
    return game.priced if game else ()


def edge_of(rules: Rules, bet: str, asked: Asked) -> BetFigures:
    """The figures of one bet."""
    return answered(
        f"edge {bet}", rules, asked, BetFigures, lambda fresh: provider_of(fresh).edge(fresh, bet, asked)
    )


def strategy_of(rules: Rules, asked: Asked) -> Strategy:
    """The best way to play."""
    return answered(
        "strategy", rules, asked, Strategy, lambda fresh: provider_of(fresh).strategy(fresh, asked)
    )


def depend_on_all(rules: Rules) -> None:
    """An answer that looks at variants of the rules depends on all they say."""
    for name in rules.edition.parameters:
        rules.parameter(name)
    for name in rules.edition.paytables:
        rules.paytable(name)


def sections_of(rules: Rules, asked: Asked) -> tuple[Section, ...]:
    """What a report shows besides."""

    def work_out(fresh: Rules) -> tuple[Section, ...]:
        depend_on_all(fresh)
        return provider_of(fresh).sections(fresh, asked)

    return answered("sections", rules, asked, tuple[Section, ...], work_out)
