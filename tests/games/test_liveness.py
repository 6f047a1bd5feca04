"""No table waits for ever: from wherever a walk has got to, the Round ends although every player is silent.

The long run, which does not stop at what it finds but names its walk:
`python -m tests.games.test_liveness rws-poker@7 0 100000`.
"""

import sys
import traceback
from typing import Any

import pytest

from croupier.games import catalogue
from croupier.games.multilink import MULTILINK
from croupier.table import Accepted, Actor, Phrasebook, Refusal, Role, ShuffleCards, Table, fill
from tests.conformance import Contestant, Walk
from tests.effort import EFFORT
from tests.games.freebet.test_conformance import Patient
from tests.games.freebet.test_conformance import contestant as freebet
from tests.games.multilink.setting import DEALER, DeepWalk
from tests.games.multilink.setting import contestant as multilink
from tests.games.poker.tables import Playful
from tests.games.poker.tables import contestant as poker

WALKS = 4 * EFFORT
ANN = Actor("Ann", Role.PLAYER, 1)
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


def multilink_after(lines: str, **settings: str) -> Table[Any]:
    """A table at which all this was said, with Ann at box 1."""
    table, people = catalogue().table("rws-multilink@3", settings), {"dealer": DEALER, "Ann": ANN}
    phrases = Phrasebook(table.game.commands)
    given = [*table.game.seat(ANN, 1, 1_000_00), ShuffleCards(by=DEALER)]
    for line in lines.split(";"):
        who, _, words = line.strip().partition(": ")
        given.append(phrases.read(words, people[who]))
    for command in given:
        assert isinstance(outcome := table.submit(command), Accepted), f"{command}: {outcome}"
    return table


def test_a_deal_that_nobody_is_left_for_is_not_finished() -> None:
    """Multi-Link: the only hand is given up for its exposed card (5.9) with the dealer's still to come."""
    table = multilink_after(
        "dealer: place your bets; Ann: ante 50 on box 1; dealer: no more bets;"
        "dealer: deal the community cards as 7s Td Tc As 2c; dealer: deal the next card 4h;"
        "dealer: deal the next card 3c; dealer: report the hole cards: card 2 of box 1 seen;"
        "Ann: choose refund on box 1",
        device="electronic_shuffler",
    )
    step = table.game.routine(table.rules, table.state)
    assert step is not None
    assert isinstance(table.submit(fill(table.game.commands_by_name[step.command], step, DEALER)), Accepted)
    assert not table.game.is_round_open(table.state)
    assert table.game.holdings(table.state)["stack/1"] == 1_000_00


def test_a_turn_without_a_card_did_not_come_together_with_its_burn() -> None:
    """Multi-Link 5.13: of a turn that came one card short only the Burnt Card lies there."""
    dealt = (
        "dealer: place your bets; Ann: ante 50 on box 1; dealer: no more bets;"
        "dealer: deal the hole cards as 4h 3c 5d; Ann: look at box 1; Ann: flop bet on box 1;"
        "dealer: deal the flop as 9d 6h 2d 8h; dealer: reveal the flop; Ann: check box 1;"
    )
    for turn, is_offered in (("deal the turn as 7s Jd", True), ("deal the turn: one too few as Jd", False)):
        table = multilink_after(f"{dealt} dealer: {turn}")
        offered = {option.words for option in table.options(DEALER)}
        assert ("report the turn: card 1 together with the burn" in offered) == is_offered


def test_where_every_hand_was_given_up_no_misdeal_is_put_right() -> None:
    """Multi-Link 5.8: the only hand was dealt onto an empty box, and its owner has taken the bets back."""
    dealt = (
        "dealer: place your bets; Ann: ante 50 on box 1; dealer: no more bets;"
        "dealer: deal the community cards as Tc Js 7d 3h Td;"
        "dealer: deal the hole cards: the cards of box 1 at box 2 as 9s 3d 4s Qs;"
    )
    report = Phrasebook(MULTILINK.commands).read("report the hole cards", DEALER)
    table = multilink_after(dealt.rstrip(";"), device="electronic_shuffler")
    assert isinstance(table.decide(report), Accepted)
    given_up = "dealer: report the community cards: card 4 seen; Ann: choose refund on box 1"
    table = multilink_after(f"{dealt} {given_up}", device="electronic_shuffler")
    assert isinstance(table.decide(report), Refusal)
    assert table.game.holdings(table.state)["stack/1"] == 1_000_00


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
