"""Of two disclosed cards the Dealer takes the one that costs the House most, in money."""

import pytest

from croupier.games.freebet import FREEBET
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
