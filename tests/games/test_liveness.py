"""No table waits for ever: from wherever a walk has got to, the Round ends although every player is silent.

The long run, which does not stop at what it finds but names its walk:
`python -m tests.games.test_liveness rws-poker@7 0 100000`.
"""

import sys
import traceback

import pytest

from croupier.table import ShuffleCards
from tests.conformance import Contestant, Walk
from tests.effort import EFFORT
from tests.games.freebet.test_conformance import Patient
from tests.games.freebet.test_conformance import contestant as freebet
from tests.games.multilink.setting import DEALER, DeepWalk
from tests.games.multilink.setting import contestant as multilink
from tests.games.poker.tables import Playful
from tests.games.poker.tables import contestant as poker

WALKS = 8 * EFFORT
SHUFFLED = ShuffleCards(by=DEALER, seed="ab" * 32)


def at_poker(edition: str, seed: int, is_hurried: bool = False) -> Walk:
    clock = {"action_clock_seconds": "30"} if seed % 3 == 0 else {}
    found: Contestant = poker(edition, seed % 4 > 1, **clock)
    found.is_hurried = is_hurried
    return Walk(found, Playful(seed, 60))


def at_multilink(edition: str, seed: int, is_hurried: bool = False) -> Walk:
    device = "electronic_shuffler" if seed % 2 else "card_shoe"
    clock = {"action_clock_seconds": "30", "option_timeout": "20"} if seed % 3 == 0 else {}
    opening = (SHUFFLED,) if seed % 4 > 1 else ()
    found: Contestant = multilink(edition, *opening, device=device, **clock)
    found.is_hurried = is_hurried
    return DeepWalk(found, Playful(seed, 60))


def at_freebet(edition: str, seed: int, is_hurried: bool = False) -> Walk:
    chosen = {"burn_policy": ("per_shoe", "per_round", "none")[seed % 3], "decks": (1, 6)[seed % 2]}
    chooser = Patient(seed)
    found: Contestant = freebet(seed % 4 > 1, **chosen)
    found.is_hurried = is_hurried
    chooser.walk = Walk(found, chooser)
    return chooser.walk


GAMES = {
    "rws-poker@6": at_poker,
    "rws-poker@7": at_poker,
    "rws-multilink@2": at_multilink,
    "rws-multilink@3": at_multilink,
    "mbs-freebet@3": at_freebet,
}


def silent_from(walk: Walk, number: int) -> None:
    """Everybody plays for a while, then no player does anything any more."""
    walk.contestant.has_wilful_manager = number % 5 > 2
    walk.run(1 + number * 7 % 90)
    walk.come_to_rest()


@pytest.mark.parametrize("part", range(4))
@pytest.mark.parametrize("edition", GAMES)
def test_with_everybody_silent_the_round_ends(edition: str, part: int) -> None:
    for number in range(part, WALKS, 4):
        silent_from(GAMES[edition](edition, number), number)


def long_run(edition: str, first: int, walks: int) -> int:
    """How many of these walks found something; each is told with its number."""
    found = 0
    for number in range(first, first + walks):
        walk = GAMES[edition](edition, number, is_hurried=True)
        try:
            silent_from(walk, number)
        except Exception:  # whatever it is, the run goes on
            found += 1
            print(f"{edition}, walk {number}:", traceback.format_exc(limit=-3), sep="\n", flush=True)
        if (number + 1) % 500 == 0:
            print(f"{edition}: {number + 1 - first} walks, {found} found something", flush=True)
    return found


if __name__ == "__main__":
    sys.exit(bool(long_run(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))))
