"""House business around the Rounds: places, areas, decks, and cards that run out."""

import pytest

from croupier.cards import DECK
from croupier.games.freebet import FREEBET, State
from croupier.games.freebet.state import place_of
from croupier.table import SYSTEM, Accepted, Actor, AdoptRules, Refusal, Role, ShuffleCards, Table
from tests.games.freebet.spoken import (
    DEAL,
    FINISH,
    NO_SURRENDER,
    OPENING,
    dealt,
    gain,
    paragraph,
    refuses,
    say,
)
from tests.games.freebet.tables import done, table


def test_one_area_per_player_where_the_house_says_so() -> None:
    # A full casino alone takes no area away (3.8); restricting a player is the pit manager's (3.9).
    made = dealt("Ts 7c 9d", allow_multi_area=False)
    say(made, OPENING)
    assert paragraph(refuses(made, "Ann: wager 100 on area 2")) == "3.9"
    say(made, "Ann: wager 50 on area 1")  # more on the same one


@pytest.mark.parametrize(("most", "number"), [(1, "3.10.1"), (2, None)])
def test_a_house_may_allow_fewer_wagers_per_area(most: int, number: str | None) -> None:
    made = dealt("Ts 7c 9d", wagers_per_area=most)
    say(made, OPENING)
    if number:
        assert paragraph(refuses(made, "Ben: wager 50 on area 1")) == number
    else:
        say(made, "Ben: wager 50 on area 1")


def test_places_are_taken_once() -> None:
    made = dealt("Ts 7c 9d", areas=2)
    assert "free seats: 2" in refuses(made, "Cat: sit at 1 with 100").reason
    assert "already" in refuses(made, "Ann: sit at 2 with 100").reason
    assert paragraph(refuses(made, "Cat: sit at 41 with 100")) == "3.8"
    say(made, "Cat: sit at 40 with 100; Cat: leave the table")
    assert place_of(made.state, "Cat") is None


def test_nobody_leaves_in_the_middle_of_a_round() -> None:
    made = dealt("Ts 7c 9d Tc")
    say(made, f"{OPENING}; {DEAL}")
    assert paragraph(refuses(made, "Ann: leave the table")) == "1.1.17"
    say(made, "Ben: leave the table")
    say(made, f"{NO_SURRENDER}; Ann: stand; dealer: deal a card; {FINISH}; Ann: leave the table")


def test_another_number_of_decks_needs_a_shuffle() -> None:
    made = dealt("Ts 7c 9d Tc")
    manager = Actor("manager", Role.PIT_MANAGER)
    assert isinstance(
        made.submit(AdoptRules(by=manager, edition="mbs-freebet@3", settings={"decks": 2})), Accepted
    )
    assert "2 shuffled decks" in refuses(made, "dealer: place your bets").reason
    done(made, ShuffleCards(by=SYSTEM))
    say(made, "dealer: place your bets")
    outcome = made.submit(AdoptRules(by=manager, edition="mbs-freebet@3", settings={"decks": 3}))
    assert isinstance(outcome, Refusal)


def nearly_empty(hits: int = 4, **settings: object) -> Table[State]:
    """One deck with seven cards left, twos and threes; after four hits they are gone and Ann has 14."""
    last = ("2c", "3c", "2d", "3d", "2h", "3h", "2s")
    first = tuple(card for card in DECK if card not in last)
    made = table({"burn_policy": "none", "decks": 1, "cut_card_position": "5%", **settings}, {"Ann": 1})
    done(made, ShuffleCards(by=SYSTEM, first_cards=first))
    wagers = "; ".join(f"Ann: wager 25 on area {number}" for number in range(1, 8))
    for _ in range(3):
        say(made, f"dealer: place your bets; {wagers}; {DEAL}")
        say(made, "dealer: refer to the shift manager: a fire alarm; shift manager: rule void on matter")
    say(made, f"{OPENING}; {DEAL}; {NO_SURRENDER}")
    say(made, "Ann: hit" + "; dealer: deal a card; Ann: hit" * hits)
    return made


def test_cards_that_run_out_without_manual_shuffling_are_for_the_shift_manager() -> None:
    made = nearly_empty(manual_shuffling=False)
    assert paragraph(refuses(made, "dealer: riffle the discards")) == "6.1"
    routine = FREEBET.routine(made.rules, made.state)
    assert routine is not None
    assert routine.command == "ReferMatter"
    say(made, "dealer: refer to the shift manager: no cards; shift manager: rule play_on on matter")
    say(made, "dealer: riffle the discards 5s; Ann: cut at 0; dealer: deal a card; Ann: stand")
    assert made.state.areas[1].hands[0].cards[-1] == "5s"


def test_a_ruling_on_something_else_allows_no_riffle() -> None:
    made = nearly_empty(manual_shuffling=False, hits=3)
    say(made, "dealer: refer to the shift manager: a glass; shift manager: rule play_on on matter")
    say(made, "dealer: deal a card; Ann: hit")
    assert made.state.device.remaining == 0
    assert paragraph(refuses(made, "dealer: riffle the discards")) == "6.1"


def test_the_shift_manager_may_void_such_a_round() -> None:
    made = nearly_empty(manual_shuffling=False)
    say(made, "dealer: refer to the shift manager: no cards; shift manager: rule void on matter")
    assert gain(made) == 0


def test_a_house_may_riffle_all_the_same_when_cards_run_out() -> None:
    # FB-A22: the device is empty, Ann waits for a card, and the 5 of the discards comes.
    made = nearly_empty(manual_shuffling=False, out_of_cards_policy="riffle")
    routine = FREEBET.routine(made.rules, made.state)
    assert routine is not None
    assert routine.command == "RiffleDiscards"
    say(made, "dealer: riffle the discards 5s; Ann: cut at 0; dealer: deal a card; Ann: stand")
    assert made.state.areas[1].hands[0].cards[-1] == "5s"


def test_a_house_may_leave_only_a_void_round_when_cards_run_out() -> None:
    made = nearly_empty(manual_shuffling=False, out_of_cards_policy="void")
    assert paragraph(refuses(made, "dealer: riffle the discards")) == "6.1"
    say(made, "dealer: refer to the shift manager: no cards")
    (decision,) = made.game.decisions(made.rules, made.state)
    assert decision.choices == ("void",)
    say(made, "shift manager: rule void on matter")
    assert gain(made) == 0


def test_a_riffle_takes_only_cards_of_the_discard_holder() -> None:
    made = nearly_empty()
    assert "2c is not in the discard holder" in refuses(made, "dealer: riffle the discards 2c").reason
    say(made, "dealer: riffle the discards 5s")
    assert len(made.state.device.undealt) == 45  # all but Ann's six and the Dealer's one


def test_power_failure_before_the_deal() -> None:
    made = dealt("Ts 7c 9d Tc")
    say(made, f"{OPENING}; Ben: wager 50 on area 2; dealer: no more bets; dealer: report a power failure")
    say(made, "Ann: rule withdraw on power_failure; Ben: rule stay on power_failure")
    say(made, "dealer: deal the initial cards")
    assert list(made.state.areas[2].hands[0].cards) == ["Ts", "9d"]
    assert made.state.areas[1].hands == ()
    say(made, f"{NO_SURRENDER}; Ben: stand; dealer: deal a card; {FINISH}")
    assert (gain(made), gain(made, 8)) == (0, 50)


def test_everybody_withdraws_after_a_power_failure() -> None:
    made = dealt("Ts 7c 9d Tc")
    say(made, f"{OPENING}; {DEAL}; dealer: report a power failure; Ann: rule withdraw on power_failure")
    assert made.state.phase == "idle"
    assert gain(made) == 0


def test_power_failure_can_be_resumed_without_answers() -> None:
    made = dealt("Ts 7c 9d Tc")
    say(made, f"{OPENING}; {DEAL}; dealer: report a power failure; dealer: resume the game; {NO_SURRENDER}")
    assert FREEBET.decisions(made.rules, made.state) == ()


def test_a_round_nobody_bets_on_ends_with_the_closing_call() -> None:
    made = dealt("Ts 7c 9d Tc")
    say(made, "dealer: place your bets; dealer: no more bets")
    assert made.state.phase == "idle"


@pytest.mark.parametrize("by_hand", [True, False])
def test_a_missed_shuffle_matters_where_cards_are_shuffled_by_hand(by_hand: bool) -> None:
    # One deck, the cutting card before the last 39: after 15 cards 37 are left.
    made = dealt("Ts", decks=1, cut_card_position="75%", manual_shuffling=by_hand)
    wagers = "; ".join(f"Ann: wager 25 on area {number}" for number in range(1, 8))
    say(made, f"dealer: place your bets; {wagers}; {DEAL}")
    say(made, "dealer: refer to the shift manager: a fire alarm; shift manager: rule void on matter")
    say(made, "dealer: place your bets; Ann: wager 25 on area 1")
    assert made.state.shuffle_due == ("missed_shuffle" if by_hand else "")
