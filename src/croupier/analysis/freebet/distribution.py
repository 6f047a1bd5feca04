"""The whole distribution of the main wager's result in a round, under the best play."""

from typing import TypeAlias

from croupier.analysis.freebet.endings import Decisions, endings
from croupier.analysis.freebet.shoe.play import Action
from croupier.analysis.freebet.shoe.tables import tables_for
from croupier.analysis.freebet.splits.split_results import split_results
from croupier.analysis.freebet.splits.tens import ten_pairs
from croupier.analysis.freebet.terms import Terms

Ending: TypeAlias = tuple[str, float, float]


def all_endings(terms: Terms, decisions: Decisions) -> tuple[Ending, ...]:
    """Every ending of a round with its chance and result; with a split, by what all its hands bring."""
    split: dict[int, float] = {}
    tables = tables_for(terms.shoe, terms.dealer)
    for (first, pair, _), decision in decisions.items():
        if decision.action is not Action.SPLIT or decision.split is None:
            continue
        cases = [
            (share, cards) for share, cards in ten_pairs(terms, tables, first, pair) if cards is not None
        ]
        whole = sum(share for share, _ in cases)
        for share, cards in cases:
            chance = decision.chance * share / whole
            for net, part in split_results(terms, tables, first, pair, cards, decision.split).items():
                split[net] = split.get(net, 0.0) + chance * part
    plain = tuple(ending for ending in endings(terms, decisions) if ending[0] != "Split")
    return (
        *plain,
        *((f"Split, {net:+d}" if net else "Split, even", split[net], float(net)) for net in sorted(split)),
    )
