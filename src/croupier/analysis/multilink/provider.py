"""What the mathematics of Multi-Link offers."""

from croupier.analysis.figures import Asked, BetFigures, Section, Strategy
from croupier.analysis.multilink.bonus import bonus_figures
from croupier.analysis.multilink.main_game import main_figures
from croupier.analysis.multilink.progressive import progressive_figures
from croupier.analysis.multilink.sections import sections
from croupier.analysis.multilink.simulator import MultiLinkSimulator, simulator_of
from croupier.analysis.multilink.strategy import main_strategy
from croupier.rulebook import Rules


class MultiLink:
    """Ante with its street bets, Bonus, Progressive Jackpot."""

    def bets(self, rules: Rules) -> tuple[str, ...]:
        del rules
        return ("main", "bonus", "progressive")

    def edge(self, rules: Rules, bet: str, asked: Asked) -> BetFigures:
        if bet == "main":
            return main_figures(rules)
        return bonus_figures(rules, asked) if bet == "bonus" else progressive_figures(rules, asked)

    def strategy(self, rules: Rules, asked: Asked) -> Strategy:
        return main_strategy(rules, asked)

    def simulator(self, rules: Rules, asked: Asked) -> MultiLinkSimulator:
        return simulator_of(rules, asked)

    def sections(self, rules: Rules, asked: Asked) -> tuple[Section, ...]:
        return sections(rules, asked)
