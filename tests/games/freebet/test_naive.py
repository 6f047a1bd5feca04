"""Random Rounds agree to the cent with a settlement written independently."""

import random
from typing import Any

import pytest

from croupier.games.freebet import FREEBET
from croupier.games.freebet.dealing import is_cut_card_out
from tests.effort import EFFORT
from tests.games.freebet.naive import NaiveRound
from tests.games.freebet.randomly import PLACES, RandomRound, shuffle_command
from tests.games.freebet.tables import rules, table

ROUNDS_PER_WORKER = 625 * EFFORT  # a hundred thousand in all before a release
SWITCHES: dict[str, tuple[Any, ...]] = {
    "dealer_blackjack_loss": ("live_original_plus_busted", "capped_at_original"),
    "dealer_draws_for_busted": (True, False),
    "pair_ten_face": (False, True),
    "split_unlike_tens": (True, False),
    "paid_double_on_free_hand": (True, False),
    "pay_blackjack_immediately_vs_ten": (False, True),
    "surrender_rounding": ("exact", "up", "down"),
    "blackjack_rounding": ("exact", "up", "down"),
    "burn_policy": ("per_shoe", "per_round", "none"),
}


def run(decks: int, rounds: int) -> int:
    """Play and compare; returns how many Rounds were compared."""
    chance = random.Random(decks)
    base = table({"decks": decks}, PLACES, chips=10**12).state
    compared = 0
    while compared < rounds:
        chosen = {name: chance.choice(values) for name, values in SWITCHES.items()}
        adopted = rules(decks=decks, **chosen)
        chosen["lowest_chip"] = adopted["lowest_chip"]
        shoe = RandomRound(adopted, base, chance)
        shoe.must(shuffle_command(decks, chance))
        state = shoe.state
        while not state.shuffle_due and not is_cut_card_out(adopted, state):
            played = RandomRound(adopted, state, chance)
            undealt = list(state.device.undealt)
            burnt = adopted["burn_policy"] == "per_round" or (
                adopted["burn_policy"] == "per_shoe" and state.shoe == "unburnt"
            )
            try:
                played.play()
            except AssertionError as error:
                if "riffle the discards" in str(error):
                    break  # the initial deal itself ran out of cards
                raise
            if played.is_refilled:
                break  # the cards ran out on the way: the order is no longer known to us
            naive = NaiveRound(chosen, undealt[burnt:], played.wagers, played.sides)
            expected = naive.play(played.said)
            actual = {
                place: played.state.players[place].chips - player.chips
                for place, player in state.players.items()
            }
            wrong = {p: (actual[p], expected.get(p, 0)) for p in actual if actual[p] != expected.get(p, 0)}
            assert not wrong, f"{wrong} after {played.said} with {played.wagers} {played.sides} {naive}"
            assert len(played.state.device.undealt) == len(undealt) - burnt - naive.used
            state = played.state
            compared += 1
    assert FREEBET.is_round_open(state) is False
    return compared


@pytest.mark.parametrize(
    "decks", [1, 8, *(pytest.param(decks, marks=pytest.mark.soak) for decks in range(2, 8))]
)
def test_random_rounds_agree_with_the_naive_settlement(decks: int) -> None:
    assert run(decks, ROUNDS_PER_WORKER) >= ROUNDS_PER_WORKER
