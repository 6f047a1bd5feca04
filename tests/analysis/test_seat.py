"""Odds and best play for a player at a table, on spots that can be worked out by hand or were published."""

from fractions import Fraction
from pathlib import Path

import pytest

from croupier.analysis.advice.advising import NOTHING, signed
from croupier.analysis.kernels.cards import class_names
from croupier.analysis.poker.preflop import kept, nodes
from croupier.analysis.poker.versus import versus
from tests.analysis.moments import advised, best, values

MULTILINK = "rws-multilink@3"
POKER = "rws-poker@7"

# Multi-Link


def multilink(cards: str, *more: str) -> str:
    lines = ["seat: 1 Ann 1,000", f"cards: {cards}", "dealer: place your bets", "Ann: ante 50 on box 1"]
    return "\n".join((*lines, "dealer: no more bets", *more))


LOOKED = ("dealer: deal the hole cards", "Ann: look at box 1")
FLOP = (*LOOKED, "Ann: flop bet on box 1", "dealer: deal the flop", "dealer: reveal the flop")
TURN = (*FLOP, "Ann: check box 1", "dealer: deal the turn", "dealer: reveal the turn")


def test_while_bets_are_placed_their_edges_are_told(tmp_path: Path) -> None:
    found = advised(tmp_path, MULTILINK, "seat: 1 Ann 1,000\ndealer: place your bets")
    told = {fact.name: fact.value for fact in found.facts}
    # Published for this game with the same pays: 2.04% for the Ante (wizardofodds.com, Texas Hold'em Bonus).
    assert told["House edge of the Ante with its street bets, played best"] == "2.037%"
    # 8.54% is also what the par sheet says of the Bonus.
    assert told["House edge of the Bonus"] == "8.541%"


def test_ace_king_is_played_and_deuce_trey_is_folded(tmp_path: Path) -> None:
    strong = advised(tmp_path, MULTILINK, multilink("4c As Kd", *LOOKED))
    assert best(strong) == "PlaceFlop"
    # Counted over all deals by the report's way, which looks at every class of boards.
    (flop,) = [choice for choice in strong.choices if choice.command == "PlaceFlop"]
    assert flop.exact == "20961395527/20975724000"
    assert values(strong)["Fold"] == -1  # the Ante is gone
    weak = advised(tmp_path, MULTILINK, multilink("4c 2s 3d", *LOOKED))
    assert best(weak) == "Fold"  # 32 offsuit: one of the five that are folded
    assert values(weak)["PlaceFlop"] < -1


def test_who_is_asked_in_any_order_is_advised_on_the_own_box(tmp_path: Path) -> None:
    lines = (
        "set: decision_order free",
        "seat: 1 Ben 1,000",
        "seat: 2 Ann 1,000",
        "cards: 4c 9d As 9h Kd",
        "dealer: place your bets",
        "Ben: ante 50 on box 1",
        "Ann: ante 50 on box 2",
        "dealer: no more bets",
        "dealer: deal the hole cards",
        "Ann: look at box 2",
    )
    assert best(advised(tmp_path, MULTILINK, "\n".join(lines))) == "PlaceFlop"


def test_a_royal_flush_cannot_lose_the_river_bet(tmp_path: Path) -> None:
    cards = "4c As Ks  4h Qs Js Ts  4d 2d"
    found = advised(tmp_path, MULTILINK, multilink(cards, *TURN))
    # Won on all 46 rivers against all 990 hands: 45,540 deals. One ante at 1 to 1 brings exactly one ante.
    assert values(found) == {"PlaceRiver": 1.0, "Check": 0.0}
    assert best(found) == "PlaceRiver"
    told = {fact.name: fact.value for fact in found.facts}
    assert told["Deals still possible"] == "45,540"
    assert told["of them won"] == "100.00%"


def test_a_turn_bet_counts_every_dealer_and_every_board(tmp_path: Path) -> None:
    found = advised(tmp_path, MULTILINK, multilink("4c As Kd  4h 2c 7d 9h", *FLOP))
    (turn,) = [choice for choice in found.choices if choice.command == "PlaceTurn"]
    # 1,081 hands of the dealer times 990 boards; the report's tables say the same of A K on 2 7 9.
    assert Fraction(turn.exact or "") == Fraction(49433, 1_070_190)
    assert found.is_exact


def test_cards_not_looked_at_get_no_advice(tmp_path: Path) -> None:
    script = multilink("4c As Kd", "dealer: deal the hole cards")
    found = advised(tmp_path, MULTILINK, script)
    assert found.choices == ()
    assert "Look at your cards first" in found.words


# Poker


def poker(cards: str, *more: str, seats: str = "seat: 1 Ann 1,000\nseat: 2 Ben 1,000") -> str:
    blinds = ("dealer: announce the blinds", "Ann: post the small blind", "Ben: post the big blind")
    return "\n".join((seats, f"cards: {cards}", *blinds, "dealer: deal the hole cards", *more))


def test_equity_against_one_random_hand_and_the_price_of_a_call(tmp_path: Path) -> None:
    # Two at the table: a burnt card, then the cards begin at the other side of the button.
    found = advised(tmp_path, POKER, poker("2c 7d As 3c Ah"))
    told = {fact.name: fact.value for fact in found.facts}
    # Aces against one random hand: 85.2%, as published everywhere.
    assert float(told["Your part of the pot on average"].split("%")[0]) == pytest.approx(85.2, abs=0.5)
    # Blinds 5 and 10: Ann has 5 in and calls 5 more for the 15 that lie there: 5 / (15 + 5) = 25.0%.
    assert (told["To call"], told["Pot you play for"], told["A call has to win"]) == ("$5", "$15", "25.0%")
    # Half the pot after the call: 5 and half of 20, so 15 for 15. The pot: 5 and 20, so 25 / (15 + 25).
    assert told["A raise of half the pot gains at once if all fold"] == "50.0%"
    assert told["A raise of the pot gains at once if all fold"] == "62.5%"
    # 0.852 of the 20 that then lie there, less the 5 paid: 17.04 - 5 = 12.04.
    assert values(found)["Call"] == pytest.approx(12.04, abs=0.1)
    assert values(found)["Fold"] == 0
    assert not found.is_exact
    assert "random" in found.method


def test_a_board_that_everybody_plays_is_divided(tmp_path: Path) -> None:
    royal = "2c  3c 2d 3d 4d  4c As Ks Qs  5c Js  6c Ts"
    streets = [
        line
        for street in ("flop", "turn", "river")
        for line in (f"dealer: deal the {street}", "Ben: check", "Ann: check")
    ]
    steps = ("Ann: call", "Ben: check", *streets[:-2])
    found = advised(tmp_path, POKER, poker(royal, *steps))
    told = {fact.name: fact.value for fact in found.facts}
    # The board is a royal flush: both hold it, each gets half, counted over all 990 hands.
    assert told["Your part of the pot on average"] == "50.0%"
    assert not found.is_exact  # every deal was counted, but against hands that are assumed
    assert found.choices == ()  # a check is free: there is no price to compare


def test_a_short_call_plays_for_what_it_matches(tmp_path: Path) -> None:
    seats = "set: table_stake_min 50\nseat: 1 Ann 1,000\nseat: 2 Ben 50"
    found = advised(tmp_path, POKER, poker("2c As 7d Ah", "Ann: raise to 200", seats=seats), who="Ben")
    told = {fact.name: fact.value for fact in found.facts}
    # Ben has 10 in and 40 left: of the 200 his 50 match 50. 50 + 10 lie there; 40 / (60 + 40) = 40.0%.
    assert (told["To call"], told["Pot you play for"], told["A call has to win"]) == ("$40", "$60", "40.0%")


SHORT = "set: table_stake_min 50\nseat: 1 Ann 100\nseat: 2 Ben 100"


def test_ten_big_blinds_before_the_flop_are_solved(tmp_path: Path) -> None:
    weak = advised(tmp_path, POKER, poker("2c 7d 3s 8c 2h", seats=SHORT))
    assert best(weak) == "Fold"  # 32 offsuit in the Small Blind
    assert values(weak)["Fold"] == pytest.approx(0)
    assert set(values(weak)) == {"Fold", "Call", "RaiseTo", "AllIn"}
    strong = advised(tmp_path, POKER, poker("2c 7d As 3c Ah", seats=SHORT))
    assert values(strong)[best(strong)] > 10  # aces win more than the blind
    assert "Solved: two players with 10 Big Blinds" in strong.method
    assert not strong.is_exact


def test_a_call_of_all_in_is_worth_its_equity_against_who_goes_all_in(tmp_path: Path) -> None:
    found = advised(tmp_path, POKER, poker("2c Kd 7s Kh 2d", "Ann: all in", seats=SHORT), who="Ben")
    table, strategy = versus(), kept()[10].strategy[""]
    kings = class_names().index("KK")
    pushed = table.deals[kings] * strategy[:, nodes(10)[""].actions.index("a")]
    share = float(pushed @ table.equity[kings] / pushed.sum())
    # 90 more for a pot of 200: beside folding, 200 times the share less the 90.
    assert values(found)["Fold"] == pytest.approx(0)
    assert max(values(found).values()) == pytest.approx(200 * share - 90)


def test_a_hundred_big_blinds_are_not_solved(tmp_path: Path) -> None:
    found = advised(tmp_path, POKER, poker("2c 7d As 3c Ah"))
    assert set(values(found)) == {"Fold", "Call"}
    assert "raises are not solved" in found.method


def test_a_hand_that_was_shown_is_known(tmp_path: Path) -> None:
    steps = ("Ann: all in", "Ben: call", "Ben: show the hand")
    found = advised(tmp_path, POKER, poker("2c Ad As Ac Ah", *steps))
    # Aces against the other two aces: what one suit does for Ann another does for Ben, so exactly half.
    assert "50.0% of the pot on average against 1 hand that you see" in found.words
    assert found.is_exact


def test_without_cards_there_is_nothing_to_say(tmp_path: Path) -> None:
    script = "seat: 1 Ann 1,000\nseat: 2 Ben 1,000\ndealer: announce the blinds"
    assert advised(tmp_path, POKER, script) is NOTHING


def test_signs_are_those_of_print() -> None:
    assert signed(-0.1249, 2) == "\N{MINUS SIGN}0.12"
    assert signed(0.5, 2) == "+0.50"
    assert signed(-0.0001, 2) == "0.00"
