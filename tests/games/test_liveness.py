"""No table waits for ever: from wherever a walk has got to, the Round ends although every player is silent.

`LIVENESS_WALKS=100000` makes the long run of it.
"""

import os

import pytest

from croupier.table import ShuffleCards
from tests.conformance import Contestant, Walk
from tests.games.freebet.test_conformance import Patient
from tests.games.freebet.test_conformance import contestant as freebet
from tests.games.multilink.setting import DEALER, DeepWalk
from tests.games.multilink.setting import contestant as multilink
from tests.games.poker.tables import Playful
from tests.games.poker.tables import contestant as poker

WALKS = int(os.environ.get("LIVENESS_WALKS", "24"))
SHUFFLED = ShuffleCards(by=DEALER, seed="ab" * 32)


def at_poker(edition: str, seed: int) -> Walk:
    clock = {"action_clock_seconds": "30"} if seed % 3 == 0 else {}
    return Walk(poker(edition, seed % 4 > 1, **clock), Playful(seed, 60))


def at_multilink(edition: str, seed: int) -> Walk:
    device = "electronic_shuffler" if seed % 2 else "card_shoe"
    clock = {"action_clock_seconds": "30", "option_timeout": "20"} if seed % 3 == 0 else {}
    opening = (SHUFFLED,) if seed % 4 > 1 else ()
    return DeepWalk(multilink(edition, *opening, device=device, **clock), Playful(seed, 60))


def at_freebet(edition: str, seed: int) -> Walk:
    chosen = {"burn_policy": ("per_shoe", "per_round", "none")[seed % 3], "decks": (1, 6)[seed % 2]}
    chooser = Patient(seed)
    found: Contestant = freebet(seed % 4 > 1, **chosen)
    chooser.walk = Walk(found, chooser)
    return chooser.walk


GAMES = {
    "rws-poker@6": at_poker,
    "rws-poker@7": at_poker,
    "rws-multilink@2": at_multilink,
    "rws-multilink@3": at_multilink,
    "mbs-freebet@3": at_freebet,
}


@pytest.mark.parametrize("part", range(4))
@pytest.mark.parametrize("edition", GAMES)
def test_with_everybody_silent_the_round_ends(edition: str, part: int) -> None:
    for seed in range(part, WALKS, 4):
        walk = GAMES[edition](edition, seed)
        walk.run(1 + seed * 7 % 90)
        walk.come_to_rest()
