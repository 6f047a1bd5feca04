"""Two things said of one deal make the same deal in either order, or are refused in either."""

from itertools import combinations
from typing import Any

import pytest
from msgspec.structs import replace

from croupier.games import catalogue
from croupier.table import Accepted
from croupier.table.casebook import DEALER, OrdinaryRound, moments
from croupier.table.facts import (
    DEALER_PLACE,
    AnyFact,
    BegunAt,
    BurnSeen,
    Burnt,
    FaceDown,
    FoundUp,
    InPairs,
    LiesAt,
    NoHand,
    Seen,
    StrayHand,
    Swapped,
    Together,
    TooEarly,
    TooFew,
    TooMany,
)

HANDS: tuple[AnyFact, ...] = (
    Burnt(0), Burnt(1), Burnt(2), TooMany(1, 1), TooMany(2, 2), TooMany(1, DEALER_PLACE), TooFew(1, 1),
    TooFew(1, 3), TooFew(1, DEALER_PLACE), NoHand(1), NoHand(3), NoHand(4), NoHand(DEALER_PLACE), StrayHand(),
    StrayHand(5), StrayHand(6), BegunAt(2), BegunAt(3), BegunAt(DEALER_PLACE), InPairs(), Swapped(1, 2),
    Swapped(2, 3), Swapped(4, 5), LiesAt(1, 2), LiesAt(4, 5), LiesAt(4, 1), Seen(1), Seen(1, 3), BurnSeen(),
    FoundUp(), FoundUp(2), Together(1), Together(2, 3), Together(3, 4),
)  # fmt: skip
STREET: tuple[AnyFact, ...] = (
    Burnt(0), Burnt(1), Burnt(2), TooMany(1), TooMany(2), TooFew(1), LiesAt(1, 2), LiesAt(1, 5), Seen(1),
    Seen(2), BurnSeen(), FoundUp(), FoundUp(1), Together(1), Together(1, 2), Together(2, 3), FaceDown(),
    TooEarly(),
)  # fmt: skip
DEVICES = {
    "rws-poker@7": ("card_shoe", "electronic_shuffler"),
    "rws-poker@6": (None,),
    "rws-multilink@3": ("card_shoe", "electronic_shuffler"),
    "mbs-freebet@3": (None,),
}


@pytest.mark.parametrize("edition", DEVICES)
def test_all_pairs_in_both_orders(edition: str) -> None:
    taken = 0
    for device in DEVICES[edition]:
        table = catalogue().table(edition, {"device": device} if device else {})
        for moment in moments(OrdinaryRound(table)):
            step = moment.game.routine(moment.rules, moment.table.state)
            if step is None or "facts" not in moment.game.commands_by_name[step.command].__struct_fields__:
                continue
            for pair in combinations(
                HANDS if "hole cards" in str(step.words) or "initial" in str(step.words) else STREET, 2
            ):
                one, other = (outcome(moment, step, facts) for facts in (pair, pair[::-1]))
                assert one == other, (step.words, pair)
                taken += one is not None
    assert taken > 100


def outcome(moment: OrdinaryRound, step: Any, facts: tuple[AnyFact, ...]) -> Any:
    """The table after it, nothing where it was refused."""
    _, found = moment.decide(replace(step, fixed=step.fixed | {"facts": facts}), DEALER)
    return found.state if isinstance(found, Accepted) else None
