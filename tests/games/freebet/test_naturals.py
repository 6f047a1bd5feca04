"""What a player sees of a Blackjack: paid, it stays one; giving it up is asked about once more (FB-A08)."""

from croupier.games.freebet import FREEBET
from croupier.games.freebet.view import HandView
from croupier.table import SYSTEM, Option, Table
from tests.games.freebet.spoken import DEAL, NO_SURRENDER, OPENING, dealt, gain, say, speaker
from tests.games.freebet.tables import State


def hand_of(made: Table[State]) -> HandView:
    return FREEBET.view(made.rules, made.state, SYSTEM).areas[1].hands[0]


def surrender_of(made: Table[State], name: str) -> Option:
    offered = FREEBET.options(made.rules, made.state, speaker(made, name))
    return next(option for option in offered if option.command == "Surrender")


def test_a_blackjack_that_is_paid_is_still_seen_as_one() -> None:
    made = dealt("As 7c Kd Th")
    say(made, f"{OPENING}; {DEAL}")
    assert hand_of(made).is_blackjack
    say(made, NO_SURRENDER)  # against a 7 it is paid at once: 3 to 2 of 100
    assert gain(made) == 150
    assert (hand_of(made).status, hand_of(made).is_blackjack) == ("done", True)
    assert FREEBET.at_stake(made.state) == 0  # and nothing lies there any more


def test_an_ace_and_a_ten_of_a_split_are_no_blackjack() -> None:
    made = dealt("As 7c Ad Kh Kd Th")
    say(made, f"{OPENING}; {DEAL}; {NO_SURRENDER}; Ann: free split; dealer: deal a card")
    assert (hand_of(made).total, hand_of(made).is_blackjack) == (21, False)


def test_giving_up_a_blackjack_is_asked_about_once_more() -> None:
    made = dealt("As Tc Kd Th")
    say(made, f"{OPENING}; Ben: wager 50 on area 1; {DEAL}; dealer: offer surrender")
    assert surrender_of(made, "Ann").warning == surrender_of(made, "Ben").warning == "Surrender a Blackjack?"
    say(made, "Ann: surrender")  # and may be done: half of 100 is kept
    assert gain(made) == -50


def test_another_hand_is_given_up_without_a_question() -> None:
    made = dealt("9s Tc 7d Th")
    say(made, f"{OPENING}; {DEAL}; dealer: offer surrender")
    assert not surrender_of(made, "Ann").warning
