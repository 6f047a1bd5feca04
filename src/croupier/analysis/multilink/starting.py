"""What each of the 169 starting hands is worth when it is played: counted over all deals and kept as data.

Counting takes seconds and hundreds of megabytes, which a table that wants an answer now does not have.
`python -m croupier.analysis.multilink.starting` counts again; the tests compare.
"""

import json
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from pathlib import Path

from croupier.analysis.kernels.cards import class_name, class_names, numbers
from croupier.cards import Card
from croupier.rulebook import Edition, Rules, library

KEPT = Path(__file__).with_name("starting.json")


def combinations(hand: str) -> int:
    """How many of the 1,326 holdings a starting hand stands for."""
    return 6 if len(hand) == 2 else 4 if hand.endswith("s") else 12


def starting_values(rules: Rules) -> Mapping[str, Fraction]:
    """Starting hand -> expectation in antes when the Flop is bet and all else played best."""
    kept, edition = _kept(), rules.edition
    return kept[edition.id] if edition.id in kept and _is_as_counted(edition) else counted(rules)


def _is_as_counted(edition: Edition) -> bool:
    """Whether this is the approved edition as far as the main game goes, and not a what-if of it."""
    approved = library().get(edition.id)
    return (
        approved.parameters == edition.parameters and approved.paytables["main"] == edition.paytables["main"]
    )


def value_of(rules: Rules, hole: tuple[Card, ...]) -> Fraction:
    return starting_values(rules)[class_name(*numbers(hole))]


def main_value(rules: Rules) -> Fraction:
    """The expectation of the Ante and its street bets by the best play, in antes."""
    values = starting_values(rules)
    return (
        sum((combinations(hand) * max(value, Fraction(-1)) for hand, value in values.items()), Fraction(0))
        / 1326
    )


def counted(rules: Rules) -> dict[str, Fraction]:
    from croupier.analysis.multilink.main_game import best_play, hand_values

    found = {name: value for name, _, value in hand_values(best_play(rules).result)}
    return {name: found[name] for name in class_names()}


@cache
def _kept() -> dict[str, dict[str, Fraction]]:
    read = json.loads(KEPT.read_text())
    return {
        edition: {hand: Fraction(text) for hand, text in values.items()} for edition, values in read.items()
    }


def main() -> None:
    editions = [edition for edition in library().editions() if edition.game == "rws-multilink"]
    found = {edition.id: counted(Rules.adopt(edition, {})) for edition in editions}
    texts = {
        edition: {hand: str(value) for hand, value in values.items()} for edition, values in found.items()
    }
    KEPT.write_text(json.dumps(texts, indent=1) + "\n")


if __name__ == "__main__":
    main()
