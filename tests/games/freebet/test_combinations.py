"""Irregularities that meet other irregularities, bets of others, or the end of a Round.

Stakes are in dollars in the comments; every player starts with 10,000.
"""

import pytest

from croupier.cards import DECK, parse_cards
from croupier.games.freebet import FREEBET
from croupier.games.freebet.state import places_asked
from croupier.table import SYSTEM, ShuffleCards, Table
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
from tests.games.freebet.tables import State, done, table

SHARED = f"{OPENING}; Ben: wager 50 on area 1"
TWO_AREAS = f"{OPENING}; Ben: wager 50 on area 2"


def crowd(cards: str) -> Table[State]:
    """Ann and Bob at areas 1 and 2, Ben, Cat and Dan standing."""
    made = table({"burn_policy": "none"}, {"Ann": 1, "Bob": 2, "Ben": 8, "Cat": 9, "Dan": 10})
    done(made, ShuffleCards(by=SYSTEM, first_cards=parse_cards(cards)))
    return made


# Withdrawing while others on the hand may follow


def test_who_has_withdrawn_follows_no_split() -> None:
    # Ben takes his 50 back before the card that would end his say. A marker without a wager would win 50.
    made = dealt("8s 7c 8d Th 9d Tc Kc")
    say(made, f"{SHARED}; {DEAL}; {NO_SURRENDER}; Ann: free split")
    say(made, "dealer: draw 2 cards together with 1 disclosed; Ben: withdraw from area 1")
    assert made.state.following is None
    refuses(made, "Ben: free split")
    say(made, "dealer: deal a card; Ann: stand; dealer: deal a card; Ann: stand; dealer: deal a card")
    say(made, FINISH)  # 8 10 and 8 9 against 7 10: 18 wins 100, 17 ties
    assert (gain(made), gain(made, 8)) == (100, 0)


def test_the_late_first_card_of_the_dealer_leaves_others_their_double() -> None:
    # Ann doubles 5 6 free, the Dealer's missing card comes first, and Ben may still follow: 21 against 7 10.
    made = dealt("5s 6d 7c Th Kc")
    say(made, f"{SHARED}; dealer: no more bets; dealer: deal the initial cards: the dealer left out")
    say(made, "dealer: continue without an offer; Ann: free double; dealer: report the cards")
    say(made, "Ann: rule draw_now on finish_hand; dealer: deal a card; dealer: surrender is closed")
    say(made, f"Ben: free double; dealer: deal a card; dealer: deal a card; {FINISH}")
    assert (gain(made), gain(made, 8)) == (200, 100)


# Cards drawn together


def test_a_card_that_lies_wrong_waits_for_the_choice_between_cards_drawn_together() -> None:
    # 4h lies on area 1 and is area 2's, where Ben was asked for a card; then two come at once.
    made = table({"burn_policy": "none"}, {"Ann": 1, "Ben": 2})
    done(made, ShuffleCards(by=SYSTEM, first_cards=parse_cards("9s 8s 7c 9d 3d 4h 2h 6h Kh")))
    say(made, f"{TWO_AREAS}; {DEAL}; {NO_SURRENDER}; Ann: stand; Ben: hit area 2")
    say(made, "dealer: deal the next card to area 1; dealer: draw 2 cards together with 0 disclosed")
    rules = made.rules
    assert FREEBET.awaited(rules, made.state) == (2,)
    assert FREEBET.routine(rules, made.state) is None
    assert refuses(made, "dealer: report the cards").reason == "a question is open; answer it first"
    say(made, "Ben: rule 1 on drawn_together")
    step = FREEBET.routine(rules, made.state)
    assert step is not None
    assert step.command == "ReportCards"
    say(made, "dealer: report the cards")


def test_a_split_ace_takes_one_of_the_disclosed_cards() -> None:
    made = dealt("As 7c Ad 4h 5d")
    say(made, f"{OPENING}; {DEAL}; {NO_SURRENDER}; Ann: free split")
    say(made, "dealer: draw 2 cards together with 2 disclosed")
    (decision,) = FREEBET.decisions(made.rules, made.state)
    assert decision.choices == ("4h", "5d", "none")


def test_nobody_withdraws_from_a_complete_hand_of_the_dealer() -> None:
    # Dealer 7: a 9 makes 16 and another card is due; a Ten makes 17 and beats 15, so the wager is lost.
    made = dealt("Ts 7c 5d Th 9d")
    say(made, f"{OPENING}; {DEAL}; {NO_SURRENDER}; Ann: stand")
    say(made, "dealer: draw 2 cards together with 2 disclosed; manager: rule 9d on drawn_together")
    say(made, "Ann: withdraw from area 1")  # 16: a further card is due
    assert gain(made) == 0

    made = dealt("Ts 7c 5d Th Kd")
    say(made, f"{OPENING}; {DEAL}; {NO_SURRENDER}; Ann: stand")
    say(made, "dealer: draw 2 cards together with 2 disclosed; manager: rule Th on drawn_together")
    refusal = refuses(made, "Ann: withdraw from area 1")
    assert paragraph(refusal) == "5.25"
    say(made, FINISH)
    assert gain(made) == -100


def test_players_withdraw_before_the_manager_chooses_for_the_dealer() -> None:
    # 17 by either card: it would beat Ann's 15 and loses to Ben's 19.
    made = dealt("Ts 9s 7c 5d Th Kd Qh")
    say(made, f"{TWO_AREAS}; {DEAL}; {NO_SURRENDER}; Ann: stand; Ben: stand")
    say(made, "dealer: draw 2 cards together with 2 disclosed; Ann: withdraw from area 1")
    say(made, f"manager: rule Kd on drawn_together; {FINISH}")
    assert (gain(made), gain(made, 8)) == (0, 50)


def test_who_withdraws_is_asked_nothing_more() -> None:
    # Area 1 has one card; Ann and Ben behind her are both asked. Ben withdraws by 5.25 instead of answering.
    made = crowd("5s 9s 7c 8s 9d Th 4h Kh Ks")
    say(made, "dealer: place your bets; Ann: wager 100 on area 1; Ben: wager 50 on area 1")
    say(made, "Bob: wager 40 on area 2; Bob: bet 5 on the pair of area 2")
    say(made, f"dealer: no more bets; dealer: deal the initial cards: one too few at area 1; {NO_SURRENDER}")
    say(made, "dealer: report the cards; Ben: withdraw from area 1")
    assert places_asked(made.state, "one_card") == (1,)
    assert gain(made, 8) == 0
    say(made, "Ann: rule act on one_card_1; dealer: deal a card")
    assert made.state.areas[1].hands[0].cards == ("5s", "9d")


def test_the_choice_to_finish_first_passes_on_with_the_control() -> None:
    made = dealt("5s 6d 7c Th Kc")
    say(made, f"{SHARED}; dealer: no more bets; dealer: deal the initial cards: the dealer left out")
    say(made, "dealer: continue without an offer; Ann: hit; dealer: report the cards")
    say(made, "Ann: withdraw from area 1")
    assert places_asked(made.state, "finish_hand") == (8,)
    say(made, "Ben: rule finish_first on finish_hand; dealer: deal a card")
    assert made.state.areas[1].hands[0].cards == ("5s", "6d", "7c")


# One card only


@pytest.mark.parametrize("is_initial", [True, False])
def test_a_one_card_hand_is_noticed_before_it_is_dealt_to(is_initial: bool) -> None:
    # Ace and King on area 2: a Blackjack (75 on 50) by default, else 21, which wins 50 against 7 10.
    made = dealt("Ts As 7c 6d 4h Kh Ks", late_second_card_is_initial=is_initial)
    say(made, f"{TWO_AREAS}; dealer: no more bets")
    say(made, f"dealer: deal the initial cards: one too few at area 2; {NO_SURRENDER}")
    say(made, "Ann: hit; dealer: deal a card; Ann: stand")
    refusal = refuses(made, "dealer: deal a card")
    assert paragraph(refusal) == "5.16"
    assert "report the cards" in refusal.reason
    routine = FREEBET.routine(made.rules, made.state)
    assert routine is not None
    assert routine.command == "ReportCards"
    say(made, "dealer: report the cards; Ben: rule act on one_card_2; dealer: deal a card")
    say(made, f"dealer: deal a card; {FINISH}")
    assert gain(made, 8) == (75 if is_initial else 50)


# A card drawn in error before the deal is put right


def test_a_card_drawn_in_error_is_the_next_one_of_a_reconstruction() -> None:
    # 10 and 6 went to area 1 and none to the Dealer; then a 4 came in error. In order: 10 to area 1, 6 to the
    # Dealer, and the 4 is area 1's second card.
    made = dealt("Ts 6d 4h Kh Ks")
    say(made, f"{OPENING}; dealer: no more bets; dealer: deal the initial cards: the dealer left out")
    say(made, "dealer: deal the next card: one too many")
    say(made, "dealer: report the cards; supervisor: rule put_in_order on cards")
    assert made.state.areas[1].hands[0].cards == ("Ts", "4h")
    assert made.state.dealer == ("6d",)
    assert tuple(each.card for each in made.state.held) == ()
    assert made.state.device.undealt[0] == "Kh"


def test_a_card_drawn_in_error_stays_next_when_the_reconstruction_has_cards_enough() -> None:
    # Area 2 had no wager: its 9 goes to the Dealer, and so on; 8 is left over and lies before the 4.
    made = dealt("Ts 9s 7c 6d 8d 4h Ks")
    say(made, f"{OPENING}; dealer: no more bets; dealer: deal the initial cards: an extra hand at area 2")
    say(made, "dealer: deal the next card: one too many; dealer: report the cards")
    say(made, "supervisor: rule put_in_order on cards")
    assert made.state.areas[1].hands[0].cards == ("Ts", "7c")
    assert made.state.dealer == ("9s",)
    assert tuple(each.card for each in made.state.held) == ("6d", "8d", "4h")


# Power failures: what is conclusive


def power(made: Table[State]) -> tuple[int, ...]:
    say(made, "dealer: report a power failure")
    return places_asked(made.state, "power_failure")


def test_a_follower_s_marker_is_an_outcome_of_his_pot_of_gold() -> None:
    made = dealt("5s 7c 6d 5h Kh")
    say(made, f"{SHARED}; Ben: bet 10 on the pot of gold of area 1; {DEAL}; {NO_SURRENDER}")
    say(made, "Ann: double for 100; Ben: free double")
    assert power(made) == ()


def test_the_controller_s_marker_is_none_of_a_back_bettor_s() -> None:
    made = dealt("5s 7c 6d 5h Kh")
    say(made, f"{SHARED}; Ben: bet 10 on the pot of gold of area 1; {DEAL}; {NO_SURRENDER}")
    say(made, "Ann: free double")  # Ben may still follow
    assert power(made) == (1, 8)
    say(made, "dealer: resume the game; Ben: keep the wager")  # no marker of his can come any more
    assert power(made) == ()


@pytest.mark.parametrize(
    ("first", "second", "may_come"),
    [
        ("Ts", "6d", False),
        ("5s", "3d", False),  # 8
        ("5s", "4d", True),  # 9
        ("5s", "6d", True),  # 11
        ("7s", "5d", False),  # 12
        ("As", "8d", False),  # a soft 19, no 9
        ("8s", "8d", True),
        ("As", "Ad", True),  # split free, once
        ("Ts", "Kd", False),  # split for chips: no ten-value card becomes a hard 9 to 11
        ("As", "Kd", False),
    ],
)
@pytest.mark.parametrize("bettor", ["Ann", "Ben"])  # Ben stands behind without a wager: Ann's markers count
def test_a_pot_of_gold_is_lost_when_no_marker_can_come(
    first: str, second: str, may_come: bool, bettor: str
) -> None:
    made = dealt(f"{first} Tc {second} 5h Kh")
    say(made, f"{OPENING}; {bettor}: bet 10 on the pot of gold of area 1; {DEAL}")
    assert bool(power(made)) == may_come


def test_a_blackjack_that_the_house_pays_at_once_is_an_outcome() -> None:
    for at_once in (False, True):
        made = dealt("As Tc Kd", pay_blackjack_immediately_vs_ten=at_once)
        say(made, f"{OPENING}; {DEAL}; dealer: offer surrender")
        assert power(made) == (() if at_once else (1,))


def test_the_dealer_s_second_card_decides_insurance() -> None:
    made = dealt("5s Ac 6d 4h")
    say(made, f"{OPENING}; {DEAL}; dealer: offer insurance; Ann: insure for 50; dealer: insurance is closed")
    say(made, "Ann: stand; dealer: deal a card")
    assert made.state.dealer == ("Ac", "4h")
    assert power(made) == ()


def test_the_dealer_s_second_card_decides_a_waiting_blackjack() -> None:
    made = dealt("As 9s Tc Kd 9d 4h")
    say(made, f"{TWO_AREAS}; {DEAL}; {NO_SURRENDER}; Ben: stand")
    assert power(made) == (1, 8)
    say(made, "dealer: resume the game; dealer: deal a card")
    assert power(made) == ()


def test_who_withdraws_all_wagers_claims_none() -> None:
    # Ben claims 20 of Ann's Insurance, then takes everything back: the claim goes with it.
    made = dealt("Ts 9s Ac 6d 9d 4h")
    say(made, f"{TWO_AREAS}; {DEAL}; dealer: offer insurance; Ann: no insurance")
    say(made, "Ben: insure the wager of Ann on area 1 for 20; dealer: report a power failure")
    say(made, "Ben: rule withdraw on power_failure; Ann: rule stay on power_failure")
    assert made.state.claims == ()
    say(made, "dealer: insurance is closed")
    assert made.state.areas[1].insurances == ()
    assert gain(made, 8) == 0


def test_a_bust_that_was_taken_back_is_no_outcome() -> None:
    # Area 1 is passed over; area 2 hits 16 with a Ten and busts; noticed, the Ten is area 1's again.
    made = dealt("5s 9s 7c 6d 7d Th Kc")
    say(made, f"{TWO_AREAS}; {DEAL}; {NO_SURRENDER}; dealer: pass over area 1; Ben: hit; dealer: deal a card")
    assert gain(made, 8) == -50
    say(made, "dealer: report that area 1 was passed over")
    assert gain(made, 8) == -50  # on the layout again
    assert power(made) == (1, 8)


# Wagers under the minimum that are never settled


def short(made: Table[State], lines: str) -> list[str]:
    say(made, f"dealer: place your bets; dealer: overlook 10 on the main of area 1 by Ann; {lines}")
    return list(made.state.breaches.settled)


def test_a_short_wager_is_remembered_once_settled() -> None:
    assert short(dealt("Ts 7c 6d"), f"{DEAL}; dealer: offer surrender; Ann: surrender; {END}") == ["Ann"]


def test_a_short_wager_taken_back_is_not_remembered() -> None:
    play = f"Ann: take back the main of area 1; Ben: wager 50 on area 2; {DEAL}"
    assert short(dealt("Ts 7c 6d"), f"{play}; dealer: offer surrender; Ben: surrender; {END}") == []


def test_a_short_wager_made_up_is_not_remembered() -> None:
    play = f"Ann: wager 15 on area 1; {DEAL}"
    assert short(dealt("Ts 7c 6d"), f"{play}; dealer: offer surrender; Ann: surrender; {END}") == []


def test_a_short_wager_withdrawn_is_not_remembered() -> None:
    play = f"{DEAL}; dealer: report a power failure; Ann: rule withdraw on power_failure"
    assert short(dealt("Ts 7c 6d"), play) == []


END = f"dealer: surrender is closed; {FINISH}"


def test_nobody_leaves_a_round_that_may_still_be_void() -> None:
    made = dealt("Ts 9s 7c 6d 9d")
    say(made, f"{TWO_AREAS}; {DEAL}; dealer: report a power failure; Ann: rule withdraw on power_failure")
    refuses(made, "Ann: leave the table")


# Bets of others


def test_a_main_wager_taken_back_takes_the_own_side_wagers_along() -> None:
    # Otherwise three players could hold the Pair places of an area on which none of them bets.
    made = crowd("Ts")
    say(made, "dealer: place your bets; Ann: wager 100 on area 1; Ben: wager 50 on area 1")
    say(made, "Ben: bet 10 on the pair of area 1; Ann: bet 5 on the pair of area 1")
    say(made, "Ben: take back the main of area 1")
    assert (gain(made), gain(made, 8)) == (-105, 0)
    assert [side.place for side in made.state.areas[1].sides] == [1]


def test_front_to_back_holds_among_those_on_one_of_two_areas_equally_near() -> None:
    # Area 2's Insurance (25) is declined. Ann and, behind her, Ben are on area 1, Cat on area 3. Ben has no
    # Insurance elsewhere and Ann 10, but Ann stands before Ben on their area: it is Cat's 0 against Ann's 10.
    made = crowd("Ts 9s 8s 6s Ac 9d 8d 7d 5d")
    say(made, "dealer: place your bets; Ann: wager 100 on area 1; Ben: wager 50 on area 1")
    say(made, "Bob: wager 50 on area 2; Cat: wager 50 on area 3; Dan: wager 40 on area 7")
    say(made, "Ann: wager 30 on area 7")
    say(made, f"{DEAL}; dealer: offer insurance; Dan: no insurance; Bob: no insurance")
    say(made, "Ann: insure the wager of Dan on area 7 for 10; Ben: insure the wager of Bob on area 2 for 20")
    say(made, "Ann: insure the wager of Bob on area 2 for 20; Cat: insure the wager of Bob on area 2 for 20")
    say(made, "dealer: insurance is closed")
    taken = {n.place: n.amount for n in made.state.areas[2].insurances}
    assert taken == {9: 20_00, 1: 5_00}  # Cat first; of the remaining 5 nothing is left for Ben


def test_what_is_left_of_another_s_insurance_is_given_in_whole_chips() -> None:
    # Half of 25.50 is 12.75, in chips of 0.50 at most 12.50; after 12 there is room for 0.50, not 0.75.
    made = crowd("Ts 9s Ac 9d 8d")
    say(made, "dealer: place your bets; Ann: wager 25.50 on area 1; Ben: wager 50 on area 1")
    say(made, f"Cat: wager 50 on area 2; {DEAL}; dealer: offer insurance; Ann: no insurance")
    say(made, "Ben: insure the wager of Ann on area 1 for 12; Cat: insure the wager of Ann on area 1 for 5")
    say(made, "dealer: insurance is closed")
    assert [n.amount for n in made.state.areas[1].insurances] == [12_00, 50]


@pytest.mark.parametrize(
    ("uses", "cat"),
    [
        ("Ann: free split; Ben: free split", 0),  # Ann's marker vanishes and takes the outsider's bet along
        ("Ann: free split", 0),
        ("Ann: hit", -10),  # none was used, so the bet rides on with Ben, who uses none
    ],
)
def test_an_outsider_s_pot_of_gold_when_the_controller_withdraws(uses: str, cat: int) -> None:
    made = crowd("4s 7c 4d Th 9d Tc Kc")
    say(made, "dealer: place your bets; Ann: wager 100 on area 1; Ben: wager 50 on area 1")
    say(made, "Cat: bet 10 on the pot of gold of area 1")
    say(made, f"{DEAL}; {NO_SURRENDER}; {uses}; dealer: draw 2 cards together with 1 disclosed")
    say(made, "Ann: withdraw from area 1")
    if cat == 0:
        assert gain(made, 9) == 0
        assert made.state.areas[1].sides == ()
    say(made, "dealer: deal a card; Ben: stand")
    while made.state.phase == "playing":
        if made.state.areas[1].hands[-1].status == "open" and len(made.state.areas[1].hands[-1].cards) > 1:
            say(made, "Ben: stand")
        else:
            say(made, "dealer: deal a card")
    say(made, FINISH)
    assert gain(made, 9) == cat


def test_a_back_bettor_who_withdraws_leaves_an_outsider_s_pot_of_gold() -> None:
    # Ann's one marker: 3 to 1 on Cat's 10, whatever Ben took back.
    made = crowd("4s 7c 4d Th 9d Tc Kc")
    say(made, "dealer: place your bets; Ann: wager 100 on area 1; Ben: wager 50 on area 1")
    say(made, f"Cat: bet 10 on the pot of gold of area 1; {DEAL}; {NO_SURRENDER}; Ann: free split")
    say(made, "Ben: free split; dealer: draw 2 cards together with 1 disclosed; Ben: withdraw from area 1")
    say(made, "dealer: deal a card; Ann: stand; dealer: deal a card; Ann: stand; dealer: deal a card")
    say(made, FINISH)  # 14 and 13 against 17
    assert (gain(made), gain(made, 8), gain(made, 9)) == (-100, 0, 30)


# Exchanged cards after the Pair wagers were settled


@pytest.mark.parametrize(
    ("cards", "is_referred"),
    [
        ("8s Ts 7c 8d 9d", True),  # 10 8 lost the Pair wager; with its own 8 it is a pair
        ("Ts 8s 7c 8d 9d", True),  # 8 8 was paid; with its own 10 it is none
        ("Ts 9s 7c 8d 9d", False),  # 9 8 and 10 8: neither is a pair
    ],
)
def test_a_pair_settled_on_exchanged_cards_is_for_the_shift_manager(cards: str, is_referred: bool) -> None:
    made = dealt(cards)
    say(made, f"{TWO_AREAS}; Ann: bet 10 on the pair of area 1; dealer: no more bets")
    say(made, f"dealer: deal the initial cards: card 1 at area 2 and card 2 at area 1; {NO_SURRENDER}")
    say(made, "dealer: report the cards")
    assert made.state.areas[1].hands[0].cards[0] == cards[:2]
    keys = [decision.key for decision in FREEBET.decisions(made.rules, made.state)]
    assert keys == (["matter"] if is_referred else [])


@pytest.mark.parametrize(
    ("cards", "ann", "ben"),
    [
        (
            "As 9s 7s Tc Kd 8d 2d 9h",
            150,
            -50,
        ),  # the Ace belongs to area 1: a Blackjack, paid once the 9 is out
        ("9s As 7s Tc 8d Kd 2d 9h", -100, 75),  # it was on area 1 and belongs to area 2
    ],
)
def test_a_blackjack_that_waits_for_the_dealer_follows_its_cards(cards: str, ann: int, ben: int) -> None:
    # A Pair wager on area 3 makes the report a late one. Against a Ten no Blackjack is paid before the second
    # card. Of the others one stands on 17 and Cat on 9, against 10 9.
    made = crowd(cards)
    say(made, f"{TWO_AREAS}; Cat: wager 40 on area 3; Cat: bet 5 on the pair of area 3")
    say(made, "dealer: no more bets")
    say(made, f"dealer: deal the initial cards: card 1 at area 2 and card 2 at area 1; {NO_SURRENDER}")
    say(made, "dealer: report the cards")
    assert [hand.status for n in (1, 2) for hand in made.state.areas[n].hands].count("blackjack") == 1
    say(made, "Ben: stand" if ann > 0 else "Ann: stand")
    say(made, f"Cat: stand; dealer: deal a card; {FINISH}")
    assert (gain(made), gain(made, 8), gain(made, 9)) == (ann, ben, -45)


# A shoe without a card to burn


def test_a_card_is_burnt_from_the_riffled_discards_when_the_shoe_is_empty() -> None:
    # One deck: 16 cards a Round with seven areas, three times, and 4 with one area.
    made = dealt("Ts", burn_policy="per_round", decks=1, cut_card_position="5%")
    alarm = "dealer: refer to the shift manager: a fire alarm; shift manager: rule void on matter"
    areas = "; ".join(f"Ann: wager 25 on area {number}" for number in range(1, 8))
    for wagers in (areas, areas, areas, "Ann: wager 25 on area 1"):
        say(made, f"dealer: place your bets; {wagers}; dealer: no more bets; dealer: burn a card")
        say(made, f"dealer: deal the initial cards; {alarm}")
    assert made.state.device.remaining == 0
    say(made, f"{OPENING}; dealer: no more bets")
    assert paragraph(refuses(made, "dealer: burn a card")) == "5.19"
    routine = FREEBET.routine(made.rules, made.state)
    assert routine is not None
    assert routine.command == "RiffleDiscards"
    say(made, "dealer: riffle the discards; Ann: cut at 0; dealer: burn a card")
    say(made, "dealer: deal the initial cards")


# Passed over, and over again


def test_cards_that_were_riffled_cannot_be_taken_back() -> None:
    # One deck, seven cards left. Area 1 is passed over, Bob's 10 2 3 K busts and goes to the discards, which
    # are riffled for the Dealer's card: where Bob's four cards lie now, nobody knows.
    last = parse_cards("2c Tc 7c 3c 2d 3h Kd")
    chosen = {"burn_policy": "none", "decks": 1, "cut_card_position": "5%"}
    made = table(chosen, {"Ann": 1, "Bob": 2})
    done(made, ShuffleCards(by=SYSTEM, first_cards=(*(c for c in DECK if c not in last), *last)))
    alarm = "dealer: refer to the shift manager: a fire alarm; shift manager: rule void on matter"
    areas = "; ".join(f"Ann: wager 25 on area {number}" for number in range(1, 8))
    for _ in range(3):
        say(made, f"dealer: place your bets; {areas}; {DEAL}; {alarm}")
    say(made, f"{OPENING}; Bob: wager 50 on area 2; {DEAL}; {NO_SURRENDER}; dealer: pass over area 1")
    say(made, "Bob: hit; dealer: deal a card; Bob: hit; dealer: deal a card")
    say(made, "dealer: riffle the discards; dealer: cut at 0")
    refusal = refuses(made, "dealer: report that area 1 was passed over")
    assert paragraph(refusal) == "5.17"
    assert "shift manager" in refusal.reason
    assert set(made.state.device.undealt) >= set(parse_cards("Tc 2d 3h Kd"))
    say(made, "dealer: refer to the shift manager: passed over; shift manager: rule void on matter")
    assert (gain(made), gain(made, 2)) == (0, 0)


def test_a_double_made_before_the_second_passing_over_stays() -> None:
    # Ben doubles J 2 for 25 while area 1 is passed over; no card came, so his double stands and waits. Passed
    # over again, his King busts 75 and is taken back: 75 lie on the layout again, the double included.
    made = dealt("5s Jc 7c 6d 2s Kd")
    say(made, f"{TWO_AREAS}; {DEAL}; {NO_SURRENDER}; dealer: pass over area 1; Ben: double for 25")
    say(made, "dealer: report that area 1 was passed over; dealer: pass over area 1; dealer: deal a card")
    assert made.state.areas[2].hands[0].status == "bust"
    say(made, "dealer: report that area 1 was passed over")
    assert FREEBET.holdings(made.state)["bet/2/8"] == 75_00
    assert gain(made, 8) == -75
    assert made.state.areas[2].hands[0].is_doubled


def test_what_was_over_the_maximum_is_not_taken_back_twice() -> None:
    # 1,500 on area 2, the maximum is 1,000: the bust takes 1,000, 500 go home. Taken back, 1,000 lie there.
    made = dealt("5s Ts 7c 6d 6s Kd")
    say(made, f"{OPENING}; dealer: overlook 1,500 on the main of area 2 by Ben; {DEAL}; {NO_SURRENDER}")
    say(made, "dealer: pass over area 1; Ben: hit; dealer: deal a card")
    assert gain(made, 8) == -1_000
    say(made, "dealer: report that area 1 was passed over")
    assert gain(made, 8) == -1_000
    assert FREEBET.holdings(made.state)["bet/2/8"] == 1_000_00


# Before the deal


@pytest.mark.parametrize(
    "matter", ["report a power failure", "refer to the shift manager: a glass fell over"]
)
def test_no_card_is_dealt_into_an_open_question(matter: str) -> None:
    # Whoever may still withdraw must not have seen cards.
    made = dealt("Ts 7c 6d")
    say(made, f"{OPENING}; dealer: no more bets; dealer: {matter}")
    assert paragraph(refuses(made, "dealer: deal the initial cards")) == "3.18"
    refuses(made, "dealer: deal the initial cards: the dealer left out")
