"""Every house setting of Free Bet Blackjack, each alternative with money worked out by hand.

Stakes are in dollars in the comments; every player starts with 10,000.
"""

import pytest

from croupier.cards import parse_cards
from croupier.table import SYSTEM, ShuffleCards
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
from tests.games.freebet.tables import CHIPS, done, table

# FB-A02: chips on a hand that was split free


def test_paid_double_on_a_free_hand_wins_chips_and_marker() -> None:
    # 8 8 split free: 8 10 stands on 18; the free hand 8 4 is doubled with 60 and gets 9: 21. Dealer 7 10: 17.
    made = dealt("8s 7c 8d Th 4d 9d Tc")
    say(made, f"{OPENING}; {DEAL}; {NO_SURRENDER}; Ann: free split; dealer: deal a card; Ann: stand")
    say(made, f"dealer: deal a card; Ann: double for 60; dealer: deal a card; dealer: deal a card; {FINISH}")
    assert gain(made) == 100 + 60 + 100  # first hand, added chips, marker


def test_paid_double_on_a_free_hand_loses_the_added_chips_only() -> None:
    # As before, but the free hand gets 2 for 14: the first hand wins 100, the added 60 are lost.
    made = dealt("8s 7c 8d Th 4d 2d Tc")
    say(made, f"{OPENING}; {DEAL}; {NO_SURRENDER}; Ann: free split; dealer: deal a card; Ann: stand")
    say(made, f"dealer: deal a card; Ann: double for 60; dealer: deal a card; dealer: deal a card; {FINISH}")
    assert gain(made) == 100 - 60


def test_paid_double_on_a_free_hand_can_be_ruled_out() -> None:
    made = dealt("8s 7c 8d Th 4d 9d Tc", paid_double_on_free_hand=False)
    say(made, f"{OPENING}; {DEAL}; {NO_SURRENDER}; Ann: free split; dealer: deal a card; Ann: stand")
    say(made, "dealer: deal a card")
    assert paragraph(refuses(made, "Ann: double for 60")) == "1.1.4"


# FB-A03: a Dealer's Blackjack after a bust


@pytest.mark.parametrize(
    ("setting", "lost"), [("live_original_plus_busted", 200), ("capped_at_original", 100)]
)
def test_dealer_blackjack_after_a_busted_addition(setting: str, lost: int) -> None:
    # Kings split for another 100: K 5 stands; K 6 hits 10, the added 100 busts. The Dealer makes K A.
    made = dealt("Ks Kc Kd 5h 6h Th Ac", dealer_blackjack_loss=setting)
    say(made, f"{OPENING}; {DEAL}; {NO_SURRENDER}; Ann: split; dealer: deal a card; Ann: stand")
    say(made, f"dealer: deal a card; Ann: hit; dealer: deal a card; dealer: deal a card; {FINISH}")
    assert gain(made) == -lost


@pytest.mark.parametrize("setting", ["live_original_plus_busted", "capped_at_original"])
def test_the_original_wager_that_busted_is_the_whole_loss(setting: str) -> None:
    # K 6 hits 10: the original 100 busts. K 5 with the added 100 is live: it comes back.
    made = dealt("Ks Kc Kd 6h Th 5h Ac", dealer_blackjack_loss=setting)
    say(made, f"{OPENING}; {DEAL}; {NO_SURRENDER}; Ann: split; dealer: deal a card; Ann: hit")
    say(made, f"dealer: deal a card; dealer: deal a card; Ann: stand; dealer: deal a card; {FINISH}")
    assert gain(made) == -100


# FB-A04, FB-A05: unlike ten-value cards


def test_unlike_tens_are_split_for_an_equal_wager() -> None:
    # K Q split: K 9 wins, Q 8 wins against 7 10: 17.
    made = dealt("Ks 7c Qd 9h 8h Tc")
    say(made, f"{OPENING}; {DEAL}; {NO_SURRENDER}; Ann: split; dealer: deal a card; Ann: stand")
    say(made, f"dealer: deal a card; Ann: stand; dealer: deal a card; {FINISH}")
    assert gain(made) == 200


def test_a_house_may_split_identical_tens_only() -> None:
    made = dealt("Ks 7c Qd 9h 8h Tc", split_unlike_tens=False)
    say(made, f"{OPENING}; {DEAL}; {NO_SURRENDER}")
    assert paragraph(refuses(made, "Ann: split")) == "3.21.1"
    same = dealt("Ks 7c Kd 9h 8h Tc", split_unlike_tens=False)
    say(same, f"{OPENING}; {DEAL}; {NO_SURRENDER}; Ann: split")


@pytest.mark.parametrize(
    ("cards", "ten_face", "won"),
    [
        ("Ts 7c Kd", False, -10),
        ("Ts 7c Kd", True, 110),
        ("Ks 7c Td", True, 110),
        ("Ks 7c Qd", True, -10),  # unlike faces never pair
        ("Ts 7c Td", False, 110),
        ("9s 7c Td", True, -10),
    ],
)
def test_ten_and_face_as_a_pair(cards: str, ten_face: bool, won: int) -> None:
    made = dealt(cards, pair_ten_face=ten_face)
    say(made, f"{OPENING}; Ann: bet 10 on the pair of area 1; {DEAL}; {NO_SURRENDER}")
    assert gain(made) == won - 100  # the 100 still lie on the layout


# FB-A12: when a Blackjack is paid


@pytest.mark.parametrize(("at_once", "won"), [(False, 0), (True, 150)])
def test_blackjack_against_a_ten_value_card(at_once: bool, won: int) -> None:
    # A K against K; with Ben's 20 in play the Dealer draws an Ace.
    made = dealt("As Ts Kc Ks Td Ac", pay_blackjack_immediately_vs_ten=at_once)
    say(made, f"{OPENING}; Ben: wager 100 on area 2; {DEAL}; {NO_SURRENDER}; Ben: stand")
    say(made, f"dealer: deal a card; {FINISH}")
    assert (gain(made), gain(made, 8)) == (won, -100)


def test_blackjack_is_never_paid_at_once_against_an_ace() -> None:
    made = dealt("As Ac Ks Kd", pay_blackjack_immediately_vs_ten=True)
    say(made, f"{OPENING}; {DEAL}; dealer: offer insurance; dealer: insurance is closed")
    say(made, f"dealer: deal a card; {FINISH}")
    assert gain(made) == 0


# FB-A13: the Dealer's cards for a Busted wager alone


@pytest.mark.parametrize(("draws", "won"), [(True, -100 + 20), (False, -100 - 10)])
def test_dealer_draws_for_a_busted_wager_alone(draws: bool, won: int) -> None:
    # Ann busts with 10 6 10. The Dealer has 6, then 5 4 10 would be 25 with four cards: 2 to 1.
    made = dealt("Ts 6c 6d Kh 5h 4h Th", dealer_draws_for_busted=draws)
    say(made, f"{OPENING}; Ann: bet 10 on the busted of area 1; {DEAL}; {NO_SURRENDER}; Ann: hit")
    say(made, "dealer: deal a card")
    if draws:
        say(made, "dealer: deal a card; dealer: deal a card; dealer: deal a card")
    say(made, FINISH)
    assert gain(made) == won


# FB-A19: a second card that came late


@pytest.mark.parametrize(("is_initial", "won"), [(True, 150 - 10), (False, 100)])
def test_late_second_card(is_initial: bool, won: int) -> None:
    # Area 1 gets an Ace only; noticed after Ben has asked for a card on area 2. The King completes it:
    # a Blackjack at 3 to 2 with its Pair wager lost, or 21 at 1 to 1 and the Pair wager returned.
    made = table({"burn_policy": "none", "late_second_card_is_initial": is_initial}, {"Ann": 2, "Ben": 1})
    done(made, ShuffleCards(by=SYSTEM, first_cards=parse_cards("9s As 7c 9d 2h Kh Tc")))
    say(made, "dealer: place your bets; Ben: wager 100 on area 1; Ann: wager 100 on area 2")
    say(made, "Ann: bet 10 on the pair of area 2; dealer: no more bets")
    say(made, "dealer: deal the initial cards: one too few at area 2")
    say(made, f"{NO_SURRENDER}; Ben: hit; dealer: deal a card; Ben: stand; dealer: report the cards")
    say(made, f"Ann: rule act on one_card_2; dealer: deal a card; dealer: deal a card; {FINISH}")
    assert gain(made, 2) == won


def test_late_second_card_that_is_not_initial_can_be_neither_doubled_nor_split() -> None:
    made = table({"burn_policy": "none", "late_second_card_is_initial": False}, {"Ann": 2, "Ben": 1})
    done(made, ShuffleCards(by=SYSTEM, first_cards=parse_cards("9s 5s 7c 9d 2h 5h Tc")))
    say(made, "dealer: place your bets; Ben: wager 100 on area 1; Ann: wager 100 on area 2")
    say(made, "dealer: no more bets; dealer: deal the initial cards: one too few at area 2")
    say(made, f"{NO_SURRENDER}; Ben: hit; dealer: deal a card; Ben: stand; dealer: report the cards")
    say(made, "Ann: rule act on one_card_2; dealer: deal a card")
    assert paragraph(refuses(made, "Ann: free double")) == "3.26.1"
    assert paragraph(refuses(made, "Ann: free split")) == "1.1.19"


# FB-A23: when a card is burnt


def test_burn_after_each_shuffle_only() -> None:
    made = dealt("2h Ts 7c 9d Kc 3s Th", burn_policy="per_shoe")
    say(made, OPENING + "; dealer: no more bets")
    assert paragraph(refuses(made, "dealer: deal the initial cards")) == "5.21"
    say(made, f"dealer: burn a card; dealer: deal the initial cards; {NO_SURRENDER}; Ann: stand")
    say(made, f"dealer: deal a card; {FINISH}; {OPENING}; {DEAL}")
    assert made.state.areas[1].hands[0].cards[0] == "3s"


def test_burn_before_each_round() -> None:
    made = dealt("2h Ts 7c 9d Kc 3s Th", burn_policy="per_round")
    say(made, f"{OPENING}; dealer: no more bets; dealer: burn a card; dealer: deal the initial cards")
    say(made, f"{NO_SURRENDER}; Ann: stand; dealer: deal a card; {FINISH}; {OPENING}; dealer: no more bets")
    assert paragraph(refuses(made, "dealer: deal the initial cards")) == "5.21"
    say(made, "dealer: burn a card; dealer: deal the initial cards")
    assert made.state.areas[1].hands[0].cards[0] == "Th"


def test_no_burn_at_all() -> None:
    made = dealt("Ts 7c 9d", burn_policy="none")
    assert paragraph(refuses(made, "dealer: burn a card")) == "5.21"


# FB-A24: wagers under the minimum


SHORT_ROUND = (
    "dealer: place your bets; dealer: overlook 10 on the main of area 1 by Ann; dealer: no more bets; "
    f"dealer: deal the initial cards; {NO_SURRENDER}; Ann: stand; dealer: deal a card; {FINISH}"
)
WINNING = "Ts 7c 9d Tc"
DAY_MS = 24 * 60 * 60 * 1000


@pytest.mark.parametrize(
    ("memory", "leaves", "later", "won"),
    [
        ("session", False, 0, 10),  # remembered: the second one is returned
        ("session", True, 0, 20),  # forgotten when she leaves
        ("session", False, DAY_MS, 10),
        ("day", False, 0, 10),
        ("day", True, 0, 10),
        ("day", False, DAY_MS, 20),  # forgotten the next day
        ("table", True, DAY_MS, 10),
    ],
)
def test_memory_of_short_wagers(memory: str, leaves: bool, later: int, won: int) -> None:
    made = dealt(f"{WINNING} {WINNING}", under_minimum_memory=memory)
    say(made, SHORT_ROUND)
    assert gain(made) == 10
    if leaves:
        say(made, "Ann: leave the table; Ann: sit at 1 with 10,010")
    say(made, SHORT_ROUND, at=later)
    assert gain(made) == won


def test_all_short_wagers_of_the_first_round_are_settled() -> None:
    # 10 on area 1 wins with 19, 10 on area 2 loses with 12 against 17; then both are returned.
    made = dealt("Ts 9s 7c 9d 3d Tc Ts 9s 7c 9d 3d Tc")
    lines = SHORT_ROUND.replace(
        "dealer: no more", "dealer: overlook 10 on the main of area 2 by Ann; dealer: no more"
    )
    say(made, lines.replace("Ann: stand", "Ann: stand; Ann: stand"))
    assert gain(made) == 0
    assert made.state.breaches.settled == {"Ann": 0}
    say(made, lines.replace("Ann: stand", "Ann: stand; Ann: stand"))
    assert gain(made) == 0


@pytest.mark.parametrize(("scope", "won"), [("all_wagers", 22), ("main_only", 44)])
def test_short_side_wagers(scope: str, won: int) -> None:
    # Pair wagers of 2 under the minimum of 5, on 9 9, twice: 11 to 1 is 22 each; main wagers of 25 tie 18.
    made = dealt("9s 8c 9d Tc 9s 8c 9d Tc", under_minimum_scope=scope)
    lines = (
        "dealer: place your bets; Ann: wager 25 on area 1; dealer: overlook 2 on the pair of area 1 by Ann; "
        f"{DEAL}; {NO_SURRENDER}; Ann: stand; dealer: deal a card; {FINISH}"
    )
    say(made, lines)
    say(made, lines)
    assert gain(made) == won


# FB-A28: how far an absent player's hand is drawn


@pytest.mark.parametrize(
    ("policy", "cards", "hand"),
    [
        # hard: 5 6 is 11, a 2 makes 13
        ("over_11", "5s 7c 6d 2h 4h Kh", "5s 6d 2h"),
        ("hard_17", "5s 7c 6d 2h 4h Kh", "5s 6d 2h 4h"),  # drawn to 17
        ("soft_17", "5s 7c 6d 2h 4h Kh", "5s 6d 2h"),
        # soft: A 3 is 14
        ("over_11", "As 7c 3d 2h Ah Kh", "As 3d"),
        ("hard_17", "As 7c 3d 2h Ah Kh", "As 3d"),
        ("soft_17", "As 7c 3d 2h Ah Kh", "As 3d 2h Ah"),  # soft 16, then soft 17
        # exactly 11 and 12
        ("over_11", "5s 7c 6d Ah", "5s 6d Ah"),
        ("over_11", "6s 7c 6d Ah", "6s 6d"),
    ],
)
def test_absent_players_hand(policy: str, cards: str, hand: str) -> None:
    made = dealt(cards, absent_policy=policy)
    say(made, f"{OPENING}; {DEAL}; dealer: report that Ann is absent; {NO_SURRENDER}")
    while made.state.areas[1].hands[0].status == "open":
        say(made, "dealer: deal a card")
    assert " ".join(made.state.areas[1].hands[0].cards) == hand


# FB-A40: halves


@pytest.mark.parametrize(
    ("mode", "chip", "wager", "lost"),
    [
        ("exact", "0.50", "25.50", 1275),  # 12.75 kept and 12.75 lost
        ("up", "0.50", "25.50", 1250),  # 13 kept
        ("down", "0.50", "25.50", 1300),  # 12.50 kept
        ("exact", "0.01", "25.01", 1250),  # the half cent is the player's: 12.51 kept
        ("up", "5.00", "25", 1000),  # 15 kept
        ("down", "5.00", "25", 1500),  # 10 kept
        ("up", "5.00", "30", 1500),  # nothing to round
    ],
)
def test_surrender_rounding(mode: str, chip: str, wager: str, lost: int) -> None:
    made = dealt("Ts 9c 6d", surrender_rounding=mode, lowest_chip=chip, pair_min="5", busted_min="5")
    say(made, f"dealer: place your bets; Ann: wager {wager} on area 1; {DEAL}")
    say(made, "dealer: offer surrender; Ann: surrender")
    assert CHIPS - made.state.players[1].chips == lost


@pytest.mark.parametrize(
    ("mode", "chip", "wager", "won"),
    [
        ("exact", "0.50", "25.50", 3825),  # 3 to 2 on 25.50
        ("up", "0.50", "25.50", 3850),
        ("down", "0.50", "25.50", 3800),
        ("exact", "0.01", "25.01", 3752),  # 37.515, the half cent is the player's
        ("up", "5.00", "25", 4000),
        ("down", "5.00", "25", 3500),
    ],
)
def test_blackjack_rounding(mode: str, chip: str, wager: str, won: int) -> None:
    made = dealt("As 9c Kd", blackjack_rounding=mode, lowest_chip=chip, pair_min="5", busted_min="5")
    say(made, f"dealer: place your bets; Ann: wager {wager} on area 1; {DEAL}; {NO_SURRENDER}; {FINISH}")
    assert made.state.players[1].chips - CHIPS == won


# FB-A16: what a void Round makes of interim payments


@pytest.mark.parametrize(("is_reversed", "anns"), [(True, 0), (False, 150)])
def test_a_blackjack_paid_before_the_round_was_void(is_reversed: bool, anns: int) -> None:
    # Ann's Blackjack is paid 150 against a 7 at once; then a foreign card is found. Ben's 50 go back anyway.
    made = table({"burn_policy": "none", "void_reverses_interim": is_reversed}, {"Ann": 1, "Ben": 2})
    done(made, ShuffleCards(by=SYSTEM, first_cards=parse_cards("As Ts 7c Kd 6d")))
    say(made, f"{OPENING}; Ben: wager 50 on area 2; {DEAL}; {NO_SURRENDER}")
    assert gain(made) == 150
    say(made, "dealer: report a foreign card")
    assert (gain(made), gain(made, 2)) == (anns, 0)


# FB-A18: who may surrender once the Dealer's late first card has come


def test_a_house_may_let_only_two_cards_surrender_late() -> None:
    # Ann has drawn the 3 to 10 6; Ben stands behind her with 50 on the same hand.
    made = dealt("Ts 6d 3h 7c Tc", late_surrender_scope="two_cards")
    say(made, f"{OPENING}; Ben: wager 50 on area 1; dealer: no more bets")
    say(made, "dealer: deal the initial cards: the dealer left out")
    say(made, "dealer: continue without an offer; Ann: hit; dealer: deal a card; dealer: report the cards")
    say(made, "Ann: rule draw_now on finish_hand; dealer: deal a card")
    for who in ("Ann", "Ben"):
        refusal = refuses(made, f"{who}: surrender")
        assert paragraph(refusal) == "5.12.2"
        assert "play it" in refusal.reason
    say(made, f"dealer: surrender is closed; Ann: stand; dealer: deal a card; {FINISH}")
    assert (gain(made), gain(made, 8)) == (100, 50)  # 19 against 17


# FB-A25: what declining leftover cards means


@pytest.mark.parametrize(("stands", "status", "cats"), [(True, "stood", -50), (False, "open", 50)])
def test_declining_leftover_cards(stands: bool, status: str, cats: int) -> None:
    # Ann takes the 6 of 6 K for 18. Cat declines the King on 8 4; where that is no stand she draws 9: 21.
    chosen = {"burn_policy": "none", "declined_leftover_means_stand": stands}
    made = table(chosen, {"Ann": 1, "Cat": 2})
    cards = "Ts 8s 7c 2d 4d 6h Kh Tc" if stands else "Ts 8s 7c 2d 4d 6h Kh 9h Tc"
    done(made, ShuffleCards(by=SYSTEM, first_cards=parse_cards(cards)))
    say(made, f"{OPENING}; Cat: wager 50 on area 2; {DEAL}; {NO_SURRENDER}; Ann: hit")
    say(made, "dealer: draw 2 cards together with 2 disclosed; Ann: rule 6h on drawn_together; Ann: stand")
    say(made, "Cat: rule none on leftover_cards")
    assert made.state.areas[2].hands[0].status == status
    if not stands:
        say(made, "Cat: hit; dealer: deal a card")
    say(made, f"dealer: deal a card; {FINISH}")  # 17
    assert (gain(made), gain(made, 2)) == (100, cats)
