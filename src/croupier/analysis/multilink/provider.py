"""What the mathematics of Multi-Link offers."""

from croupier.analysis.figures import AnalysisError, Asked, BetFigures, Section, Strategy
from croupier.analysis.multilink.bonus import bonus_figures
from croupier.analysis.multilink.main_game import main_figures
from croupier.analysis.multilink.progressive import progressive_figures
from croupier.analysis.multilink.sections import sections
from croupier.analysis.multilink.simulator import MultiLinkSimulator, simulator_of
from croupier.analysis.multilink.strategy import main_strategy
from croupier.games.multilink.terms import MultiLinkTerms
from croupier.links.terms import LinkTerms
from croupier.rulebook import Rules

# What the kernels deal and rank; a table can play other numbers, so another figure would not hold there.
_COUNTED = {"dealer_cards": 2, "progressive_board_cards": 3}


class MultiLink:
    """Ante with its street bets, Bonus, Progressive Jackpot."""

    def edge(self, rules: Rules, bet: str, asked: Asked) -> BetFigures:
        _require_counted(rules)
        if bet == "main":
            return main_figures(rules)
        return bonus_figures(rules, asked) if bet == "bonus" else progressive_figures(rules, asked)

    def strategy(self, rules: Rules, asked: Asked) -> Strategy:
        _require_counted(rules)
        return main_strategy(rules, asked)

    def simulator(self, rules: Rules, asked: Asked) -> MultiLinkSimulator:
        _require_counted(rules)
        return simulator_of(rules, asked)

    def sections(self, rules: Rules, asked: Asked) -> tuple[Section, ...]:
        _require_counted(rules)
        return sections(rules, asked)


def _require_counted(rules: Rules) -> None:
    for name, counted in _COUNTED.items():
        if getattr(MultiLinkTerms.of(rules), name) != counted:
            raise AnalysisError(
                "{edition}: the mathematics knows {name} of {counted} only",
                edition=rules.edition.id,
                name=name,
                counted=counted,
            )
    if MultiLinkTerms.of(rules).is_any_street_cut:
        raise AnalysisError(
            "a street bet that its box cuts short has no figure: max_flop, max_turn, max_river"
        )
    if LinkTerms.of(rules).money_rounding != "half_up":
        raise AnalysisError("the mathematics knows shares rounded half up only: money_rounding")
