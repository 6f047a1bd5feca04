"""Of two disclosed cards the Dealer takes the one that costs the House most, in money."""

from fractions import Fraction

import pytest

from croupier.cards import Card
from croupier.games.freebet import FREEBET
from croupier.games.freebet.irregularities.detriment import expected_result
from tests.games.freebet.spoken import DEAL, NO_SURRENDER, OPENING, dealt, say


@pytest.mark.parametrize(
    ("cards", "bets", "worst"),
    [
        # Ann has 19. Dealer 7 6: a 9 makes 22, all stand off (0); a 3 makes 16, 100 paid.
        ("Ts 7c 9d 6h 9c 3h", "", "3h"),
        # Dealer 7 9: a 6 makes 22 (0); a King 26, 100 paid.
        ("Ts 7c 9d 9h 6c Kh", "", "Kh"),
        # The same with 120 on Busted: either way it pays 1 to 1, so the King still costs more.
        ("Ts 7c 9d 9h 6c Kh", "; Ann: bet 120 on the busted of area 1", "Kh"),
        # Dealer 7 9: a 2 makes 18, 100 paid but 150 of Busted taken; a 6 makes 22, 150 of Busted paid.
        ("Ts 7c 9d 9h 2c 6h", "; Ann: bet 150 on the busted of area 1", "6h"),
        # Dealer 7 9: 4 makes 20, 5 makes 21: both beat 19, the lower standing is worse.
        ("Ts 7c 9d 9h 4c 5h", "", "4c"),
    ],
)
def test_the_most_detrimental_card(cards: str, bets: str, worst: str) -> None:
    made = dealt(cards)
    say(made, f"{OPENING}{bets}; {DEAL}; {NO_SURRENDER}; Ann: stand; dealer: deal a card")
    say(made, "dealer: draw 2 cards together with 2 disclosed")
    (decision,) = FREEBET.decisions(made.rules, made.state)
    assert decision.choices == (worst,)


def test_insurance_counts_when_it_is_the_second_card() -> None:
    # Ann has 12 and 50 of Insurance against an Ace. A King is a Blackjack: 100 taken, 100 paid, 0 in all.
    # A 7 makes 18, which would take the 100 and the Insurance: 150 for the House.
    made = dealt("Ts Ac 2d Kh 7h")
    say(made, f"{OPENING}; {DEAL}; dealer: offer insurance; Ann: insure for 50; dealer: insurance is closed")
    say(made, "Ann: stand; dealer: draw 2 cards together with 2 disclosed")
    (decision,) = FREEBET.decisions(made.rules, made.state)
    assert decision.choices == ("Kh",)


def test_a_hand_that_goes_on_is_judged_by_what_may_come() -> None:
    # Ann has 19, the Dealer 6. A 5 makes 11, which loses as it stands, but a Ten or a 9 (5 of 13 ranks) wins
    # 100 and an 8 ties: at worst 7 of 13 ranks pay 100, -2/13 of 100. A Ten makes 16, on which only 4 and 5
    # win, 3 and 6 (22) tie and 9 of 13 ranks pay 100: about -7/13. The Ten is the worse card.
    made = dealt("Ts 6c 9d 5h Th")
    say(made, f"{OPENING}; {DEAL}; {NO_SURRENDER}; Ann: stand")
    say(made, "dealer: draw 2 cards together with 2 disclosed")
    (decision,) = FREEBET.decisions(made.rules, made.state)
    assert decision.choices == ("Th",)


def test_a_card_that_costs_nothing_at_once_may_cost_more_later() -> None:
    # Ann has 12, the Dealer 10 5. A 7 makes 22, which stands off: 0. An Ace makes 16, which beats nobody yet:
    # A to 5 win 100, 6 ties, the other 7 ranks bust and pay 100: -2/13 of 100, so the Ace is worse.
    made = dealt("Ts Tc 2d 5h 7c Ah")
    say(made, f"{OPENING}; {DEAL}; {NO_SURRENDER}; Ann: stand; dealer: deal a card")
    say(made, "dealer: draw 2 cards together with 2 disclosed")
    (decision,) = FREEBET.decisions(made.rules, made.state)
    assert decision.choices == ("Ah",)


def test_cards_in_sight_count_in_what_may_come() -> None:
    # One deck, Dealer 10 5, Ann 12, Ben 13. A 7 makes 22: 0. With an Ace the Dealer has 16. Of the 44 cards
    # not in sight 16 (3 Aces, 3 twos, 3 threes, 4 fours, 3 fives) make 17 to 21 and win 200, 4 sixes tie, 24
    # bust and pay 200: (16 - 24) x 200 / 44.
    made = dealt("Ts Ks Tc 2d 3d 5h 7c Ah", decks=1)
    say(made, f"{OPENING}; Ben: wager 100 on area 2; {DEAL}; {NO_SURRENDER}; Ann: stand; Ben: stand")
    say(made, "dealer: deal a card; dealer: draw 2 cards together with 2 disclosed")
    assert expected_result(made.rules, made.state, Card("Ah"))[0] == Fraction((16 - 24) * 200_00, 44)
    assert expected_result(made.rules, made.state, Card("7c"))[0] == 0


def test_nothing_is_drawn_on_for_a_blackjack() -> None:
    # Ann's Blackjack waits for the second card only: neither card ties it, so both cost 150.
    made = dealt("As Tc Kd 9h 5h")
    say(made, f"{OPENING}; {DEAL}; {NO_SURRENDER}; dealer: draw 2 cards together with 2 disclosed")
    assert [expected_result(made.rules, made.state, Card(c))[0] for c in ("9h", "5h")] == [-150_00] * 2
    (decision,) = FREEBET.decisions(made.rules, made.state)
    assert decision.choices == ("5h",)  # 15 is the lower standing
