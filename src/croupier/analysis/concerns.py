"""What troubles a House besides the edge: its jackpot, cards that somebody knows, mistakes nobody notices.

Tables for the commands, the par sheet and the lab. Those of the shipped editions ship.
"""

from msgspec import Struct

from croupier.analysis.answers import answered, is_known
from croupier.analysis.figures import AnalysisError, Asked, Section, Table
from croupier.rulebook import Rules

VULNERABILITY = "vulnerability"
HOUSE_GAMES = ("mbs-freebet", "rws-multilink")
JACKPOT_GAME = "rws-multilink"


class Pace(Struct, frozen=True):
    """How fast a jackpot link plays."""

    bets_per_hour: float = 180.0
    """Six boxes and 30 Rounds an hour; all tables of the link together."""
    hours_per_day: float = 24.0

    @property
    def bets_per_day(self) -> float:
        return self.bets_per_hour * self.hours_per_day

    @property
    def question(self) -> str:
        """What an answer at this pace is kept under."""
        return f"jackpot {self.bets_per_hour:g} {self.hours_per_day:g}"


class Concern(Struct, frozen=True):
    """One of these parts, and whether it is that of the rules asked about or of the edition as approved."""

    section: Section
    is_approved: bool


def jackpot_tables(rules: Rules, pace: Pace | None = None, bet_size: int | None = None) -> tuple[Table, ...]:
    """The Progressive Jackpot as the House sees it."""
    if rules.edition.game != JACKPOT_GAME:
        raise AnalysisError("{edition} has no jackpot; ask for rws-multilink@3", edition=rules.edition.id)
    asked = pace or Pace()

    def work_out(fresh: Rules) -> tuple[Table, ...]:
        from croupier.analysis.multilink.house_tables import house_tables

        return house_tables(fresh, asked, bet_size)

    return answered(asked.question, rules, Asked(bet_size=bet_size), tuple[Table, ...], work_out)


def vulnerability_tables(rules: Rules) -> tuple[Table, ...]:
    """What a card that is known is worth, what mistakes give or cost, what the remedies leave."""
    if rules.edition.game not in HOUSE_GAMES:
        raise AnalysisError(
            "{edition} is played between players; ask for mbs-freebet or rws-multilink",
            edition=rules.edition.id,
        )
    return answered(VULNERABILITY, rules, Asked(), tuple[Table, ...], weaknesses)


def weaknesses(rules: Rules) -> tuple[Table, ...]:
    if rules.edition.game == "mbs-freebet":
        from croupier.analysis.freebet.weaknesses import weakness_tables as freebet

        return freebet(rules)
    from croupier.analysis.multilink.weaknesses import weakness_tables as multilink

    return multilink(rules)


def concerns(rules: Rules) -> tuple[Section, ...]:
    """All of it for a par sheet."""
    found = []
    if rules.edition.game == JACKPOT_GAME:
        found.append(_jackpot(rules))
    if rules.edition.game in HOUSE_GAMES:
        found.append(vulnerability(rules))
    return tuple(found)


def concerns_at_hand(rules: Rules, approved: Rules) -> tuple[Concern, ...]:
    """All of it for the lab, where nobody waits long: weak spots of changed rules only if they are known."""
    found = []
    if rules.edition.game == JACKPOT_GAME:
        found.append(Concern(_jackpot(rules), is_approved=False))
    if rules.edition.game in HOUSE_GAMES:
        at_hand = is_known(VULNERABILITY, rules, Asked())
        if at_hand or is_known(VULNERABILITY, approved, Asked()):
            found.append(Concern(vulnerability(rules if at_hand else approved), is_approved=not at_hand))
    return tuple(found)


def _jackpot(rules: Rules) -> Section:
    pace = Pace()
    return Section(
        "The jackpot as the House sees it",
        f"At {pace.bets_per_hour:g} bets an hour, {pace.hours_per_day:g} hours a day; `croupier jackpot` "
        "reckons with another pace.",
        jackpot_tables(rules, pace),
    )


def vulnerability(rules: Rules) -> Section:
    """Where the game can be hurt; half a minute if nobody has asked before."""
    return Section(
        "Vulnerability",
        "What a card that somebody knows is worth, what a mistake of the dealer's gives or costs when nobody "
        "notices, and what the document's remedies leave of it.",
        vulnerability_tables(rules),
    )
