"""Poker's price: what the House takes of a pot, exactly as the table takes it, and of hands played."""

from collections.abc import Iterable, Sequence
from pathlib import Path

from msgspec import Struct

from croupier.analysis.figures import AnalysisError, Table, places
from croupier.games.poker import POKER
from croupier.games.poker.events import PotAwarded
from croupier.games.poker.settlement import rake_of_pot
from croupier.games.poker.terms import Terms
from croupier.messages import reason_of
from croupier.money import say_money
from croupier.phh import PhhError
from croupier.phh import run as replay_file
from croupier.rulebook import Rules, library

POTS = (5, 10, 20, 40, 60, 100, 200)
"""In big blinds."""
CAPS = ("5.00", "10.00", "20.00", "30.00", "50.00")
_KEYS = ("rake", "rake_meaning", "uncalled_not_raked")


class Played(Struct, frozen=True):
    """The rake of hands that were really played."""

    hands: int
    refused: int
    """Hands that this edition does not allow as they were played."""
    pots: int
    rake: int
    at_cap: int
    big_blinds: float
    """The rake of all hands, in big blinds."""

    @property
    def per_100(self) -> float:
        return 100 * self.big_blinds / self.hands if self.hands else 0.0


def with_policies(rules: Rules) -> Rules:
    """The same rules as a table has them."""
    return rules if rules.can_play else Rules.accepted(rules.edition, rules.chosen, POKER.policies)


def taken(rules: Rules, pot: int) -> int:
    """What is taken of one pot of so many cents after a flop."""
    return rake_of_pot(Terms.of(rules), pot)


def pot_table(rules: Rules, pots: Sequence[int] = POTS) -> Table:
    """Pot by cap: the rake, and what part of the pot it is."""
    big = Terms.of(with_policies(rules)).big_blind
    rows = []
    for pot in pots:
        cells = []
        for cap in CAPS:
            house = Rules.adopt(rules.edition, {**rules.chosen, "rake_cap": cap}, POKER.policies)
            rake = taken(house, pot * big)
            cells.append(f"{say_money(rake)} ({100 * rake / (pot * big):.2f}%)")
        rows.append((f"{pot} ({say_money(pot * big)})", *cells))
    percent = Terms.of(with_policies(rules)).rake_percent
    return Table(
        f"Rake of one pot at {percent}, by cap",
        ("pot in big blinds", *(f"cap {cap}" for cap in CAPS)),
        tuple(rows),
        f"The cap bites from a pot of the cap divided by {percent}; no rake is larger.",
        places(rules.cite(*_KEYS)),
    )


def player_table(rules: Rules, pots: Sequence[int] = POTS) -> Table:
    """What the winner of an equally shared pot must win back: the rake falls on who wins it."""
    house = with_policies(rules)
    big = Terms.of(house).big_blind
    players = (2, 3, 4, 6, 8, 10)
    rows = []
    for pot in pots:
        rake = taken(house, pot * big)
        rows.append(
            (f"{pot}", *(f"{100 * rake / (pot * big * (number - 1) / number):.2f}%" for number in players))
        )
    return Table(
        "Rake in percent of what the winner wins from the others",
        ("pot in big blinds", *(f"{number} in" for number in players)),
        tuple(rows),
        "Every player in the pot has put in the same: the fewer, the more of the winnings is rake.",
        places(rules.cite(*_KEYS)),
    )


def played_rake(files: Iterable[Path], rules: Rules) -> Played:
    """Hand histories played under an edition: the rake its table takes."""
    house = with_policies(rules)
    hands = refused = pots = rake = at_cap = 0
    big_blinds = 0.0
    for file in files:
        try:
            replay = replay_file(file, house)
        except PhhError as error:
            raise AnalysisError("{file}: {error}", file=file, error=reason_of(error)) from None
        if replay.refusal:
            refused += 1
            continue
        awarded = [event for event in replay.events if isinstance(event, PotAwarded)]
        of_hand, terms = sum(event.rake for event in awarded), Terms.of(replay.rules)
        hands += 1
        pots += sum(event.amount for event in awarded)
        rake += of_hand
        at_cap += bool(of_hand) and of_hand >= terms.rake_cap
        big_blinds += of_hand / terms.big_blind
    return Played(hands, refused, pots, rake, at_cap, big_blinds)


def played_table(found: Played, rules: Rules) -> Table:
    return Table(
        f"Rake of {found.hands:,} hands that were played",
        ("figure", "value"),
        (
            ("hands", f"{found.hands:,}"),
            ("hands this edition does not allow as played", f"{found.refused:,}"),
            ("in the pots", say_money(found.pots)),
            ("rake", say_money(found.rake)),
            ("part of the pots", f"{100 * found.rake / found.pots:.3f}%" if found.pots else "none"),
            ("hands at the cap", f"{found.at_cap:,}"),
            ("big blinds in 100 hands, all seats", f"{found.per_100:.3f}"),
        ),
        "",
        places(rules.cite(*_KEYS)),
    )


def version_table(rules: Rules) -> Table:
    """What each version says of the rake, under the settings that were asked for."""
    houses = [
        Rules.accepted(each, {k: v for k, v in rules.chosen.items() if k in each.settings}, POKER.policies)
        for each in library().editions(rules.edition.game)
    ]
    terms = [Terms.of(house) for house in houses]
    lines = (
        ("most that may be taken", [f"{each.rake_ceiling}%" for each in terms]),
        ("taken", [each.rake_percent for each in terms]),
        ("cap of a Round", [say_money(each.rake_cap) for each in terms]),
        ("cut to chips of", [say_money(each.lowest_chip) for each in terms]),
        ("reckoned", [each.rake_basis.replace("_", " ") for each in terms]),
        ("before the flop", ["yes" if each.rake_before_flop else "no" for each in terms]),
        ("a walk is raked on", [each.walk_rake_base.replace("_", " ") for each in terms]),
        ("paragraphs", [", ".join(places(house.cite(*_KEYS))) for house in houses]),
    )
    changed = [name for name, cells in lines if len(set(cells)) > 1 and name != "paragraphs"]
    return Table(
        "What the versions say of the rake",
        ("figure", *(f"version {house.edition.version}" for house in houses)),
        tuple((name, *cells) for name, cells in lines),
        f"They differ in: {', '.join(changed)}." if changed else "The same pots give the same rake in all.",
    )
