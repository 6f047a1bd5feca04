"""Irregularities that meet each other, or come at a moment when one does not expect them."""

import pytest

from croupier.games.multilink import MULTILINK
from croupier.games.multilink import commands as c
from croupier.games.multilink.routine import routine
from croupier.games.multilink.state import State, choosing
from croupier.table import SYSTEM, Refusal, Table
from tests.games.multilink.setting import DEALER, EDITIONS, PLAYERS, accept, load, said, table
from tests.games.multilink.test_jackpot_phase import claiming, pay

# In dealing order from a shoe: c1 to c5.
ORDER = "2c 3d 4h 5s 6c"


def tell(found: Table[State], *lines: str, at: int = 0) -> None:
    for line in lines:
        accept(found.submit(said(line, at)))


def chips(found: Table[State], name: str) -> int:
    return found.state.players[name].chips


def dealt(edition: str, cards: str, dealing: str = "deal the hole cards", **settings: str) -> Table[State]:
    """Ann and Ben with an Ante of 50 each, the Hole Cards on the table, nobody has looked."""
    found = table(edition, **settings)
    accept(found.submit(load(cards)))
    tell(found, "dealer: place your bets", "Ann: ante 50 on box 1", "Ben: ante 50 on box 2")
    tell(found, "dealer: no more bets", f"dealer: {dealing}")
    return found


# Reconstruction


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_hand_given_up_does_not_move_the_others_cards_in_a_reconstruction(edition: str) -> None:
    """Intended: c1 burnt, box 1 gets c2 and c4, box 2 gets c3 and c5, whether Ann plays on or not."""
    found = dealt(edition, ORDER, "deal the hole cards: nothing burnt")
    tell(found, "dealer: report the cards: nothing burnt", "manager: rule put_in_order on cards")
    tell(found, "Ann: choose refund on box 1", "Ben: choose continue_reconstructed on box 2")
    assert found.state.burnt == ("2c",)
    assert found.state.boxes[2].cards == ("4h", "6c")
    assert chips(found, "Ann") == 10_000_00
    assert isinstance(found.submit(said("Ann: look at box 1")), Refusal)
    tell(found, "Ben: fold box 2", "dealer: settle")
    assert chips(found, "Ben") == 9_950_00


def test_cards_that_are_put_in_order_are_not_shuffled() -> None:
    """Reconstruction keeps the order intended (1.22); a shuffle would make a new one."""
    found = dealt("rws-multilink@3", ORDER, "deal the hole cards: nothing burnt")
    tell(found, "dealer: report the cards: nothing burnt", "manager: rule put_in_order on cards")
    tell(found, "Ann: choose continue_reconstructed on box 1", "Ben: choose continue_reconstructed on box 2")
    assert isinstance(found.submit(load("Ac Ad Ah As Kc")), Refusal)
    assert "ShuffleCards" not in offered(found)


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_flop_of_four_cards_is_put_right_until_other_cards_follow(edition: str) -> None:
    """5.8.7: a supervisor may have it dealt again, or once somebody has decided on it have the surplus card
    put back; with the turn behind it the Round is void."""
    for has_decided in (False, True):
        found = dealt(edition, "2c Ks 9c Kh 8c 4c 7d 6h Tc 5s 4d")
        tell(found, "Ann: look at box 1", "Ann: flop bet on box 1", "Ben: flop bet on box 2")
        tell(found, "dealer: deal the flop: one too many", "dealer: reveal the flop")
        if has_decided:
            tell(found, "Ann: check box 1")
        tell(found, "dealer: report the cards")
        tell(found, "supervisor: rule put_in_order on cards")
        tell(found, "Ann: choose continue_reconstructed on box 1", "Ben: choose refund on box 2")
        if not has_decided:
            tell(found, "Ann: check box 1")
        assert found.state.shown_board == ("7d", "6h", "Tc")
        tell(found, "dealer: deal the turn")
        assert (found.state.burnt[-1], found.state.board[-1]) == (
            "5s",
            "4d",
        )  # the card too many is burnt now
    found = dealt(edition, "2c Ks 9c Kh 8c 4c 7d 6h Tc 5s 4d 3c")
    tell(found, "Ann: flop bet on box 1", "Ben: fold box 2", "dealer: deal the flop: one too many")
    tell(found, "dealer: reveal the flop", "Ann: check box 1", "dealer: deal the turn")
    tell(found, "dealer: report the cards")
    assert (found.state.phase, chips(found, "Ann")) == ("idle", 10_000_00)


def test_a_ruling_that_cards_cannot_be_put_right_voids() -> None:
    found = dealt("rws-multilink@3", ORDER)
    tell(found, "Ann: look at box 1", "Ann: flop bet on box 1", "Ben: fold box 2")
    tell(found, "dealer: deal the flop: one too few", "dealer: report the cards")
    tell(found, "supervisor: rule void on cards")
    assert (found.state.phase, chips(found, "Ann"), chips(found, "Ben")) == ("idle", 10_000_00, 10_000_00)


def test_a_round_that_everybody_has_left_before_the_deal_ends() -> None:
    """Shuffler: a Community Card flashed before the Hole Cards; both take their bets back (ML-A47)."""
    found = table(device="electronic_shuffler")
    accept(found.submit(load("2c 3d 4h 5s 6c 7d 8h 9s Tc Jd Qh")))
    tell(found, "dealer: place your bets", "Ann: ante 50 on box 1", "Ben: ante 50 on box 2")
    tell(found, "dealer: no more bets", "dealer: deal the community cards")
    tell(found, "dealer: report the community cards: card 1 seen")
    tell(found, "Ann: choose refund on box 1", "Ben: choose refund on box 2")
    assert isinstance(found.submit(said("dealer: deal the hole cards")), Refusal)
    tell(found, "dealer: settle")
    assert (chips(found, "Ann"), chips(found, "Ben")) == (10_000_00, 10_000_00)


def physical(cards: str, dealing: str = "deal the hole cards") -> Table[State]:
    """Ann and Ben at a table whose cards a dealer names."""
    found = table()
    tell(found, "dealer: place your bets", "Ann: ante 50 on box 1", "Ben: ante 50 on box 2")
    tell(found, "dealer: no more bets", "dealer: shuffle the cards", f"dealer: {dealing}{cards}")
    return found


def test_a_dealer_who_names_cards_names_the_missing_one() -> None:
    """Physical cards: those that are out lie in order at once; only the one that is missing is named."""
    found = physical(" as 2c 3d 4h 5s", "deal the hole cards: nothing burnt")
    tell(found, "dealer: report the cards: nothing burnt", "manager: rule put_in_order on cards")
    tell(found, "Ann: choose continue_reconstructed on box 1", "Ben: choose continue_reconstructed on box 2")
    assert isinstance(found.submit(said("dealer: deal the hole cards as 2c 3d 4h 5s 6c")), Refusal)
    assert isinstance(found.submit(said("dealer: deal the next card 5s")), Refusal)
    tell(found, "dealer: deal the next card 6c")
    assert found.state.boxes[2].cards == ("4h", "6c")
    tell(
        found,
        "Ann: look at box 1",
        "Ann: fold box 1",
        "Ben: flop bet on box 2",
        "dealer: deal the flop as 7d 8h 9s Tc",
    )


def test_a_surplus_card_that_went_back_is_the_next_of_physical_cards() -> None:
    found = physical(" as 2c 3d 4h 5s 6c 7d", "deal the hole cards: one too many at box 1")
    tell(found, "Ann: look at box 1", "dealer: report the cards")
    tell(found, "supervisor: rule put_in_order on cards", "Ann: choose continue_reconstructed on box 1")
    tell(found, "Ann: flop bet on box 1", "Ben: fold box 2")
    assert isinstance(found.submit(said("dealer: deal the flop as 8h 9s Tc Jd")), Refusal)
    tell(found, "dealer: deal the flop as 7d 8h 9s Tc")  # the surplus card is burnt
    tell(found, "dealer: reveal the flop", "Ann: check box 1", "dealer: deal the turn as Jd Qh")


# A wrong number of cards in a hand that has folded


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("mistake", ["one too many", "one too few"])
def test_a_folded_hand_with_a_wrong_number_of_cards_gets_its_bets_back(edition: str, mistake: str) -> None:
    """5.15 asks when it is noticed, not what the hand has done: before the next Round the bets go back."""
    found = dealt(edition, "2c 3d 4h 5s 6c 7d", f"deal the hole cards: {mistake} at box 1")
    tell(found, "Ben: look at box 2", "Ann: fold box 1", "Ben: flop bet on box 2")
    tell(found, "dealer: deal the flop", "dealer: report the cards")
    assert found.state.boxes[1].status == "cancelled"
    assert chips(found, "Ann") == 10_000_00


def test_the_routine_counts_folded_hands_too_before_it_settles() -> None:
    found = dealt("rws-multilink@3", "2c 3d 4h 5s 6c", "deal the hole cards: one too many at box 1")
    tell(found, "Ann: look at box 1", "Ann: fold box 1", "Ben: fold box 2")
    option = routine(found.rules, found.state)
    assert option is not None
    assert option.command == "ReportCards"
    tell(found, "dealer: report the cards", "supervisor: rule cancel on cards")
    tell(found, "dealer: settle")
    assert (chips(found, "Ann"), chips(found, "Ben")) == (10_000_00, 9_950_00)


# Told of the minimum


def told_of_the_minimum() -> Table[State]:
    found = table()
    accept(found.submit(load(ORDER)))
    tell(found, "dealer: place your bets")
    tell(found, "dealer: record that Ann placed 24 unnoticed on the ante of box 1")
    tell(found, "dealer: check the bets on box 1")
    return found


def offered(found: Table[State]) -> set[str]:
    return {option.command for option in MULTILINK.options(found.rules, found.state, DEALER)}


def test_betting_can_be_closed_once_a_short_bet_has_been_raised() -> None:
    found = told_of_the_minimum()
    assert routine(found.rules, found.state) is None  # closing would leave nobody in the Round
    assert "CloseBetting" not in offered(found)
    tell(found, "Ann: ante 1 on box 1")
    step = routine(found.rules, found.state)
    assert step is not None
    assert step.command == "CloseBetting"
    assert "CloseBetting" in offered(found)
    tell(found, "dealer: no more bets")
    assert found.state.boxes[1].ante == 25_00


# Players who are gone while a choice is open


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("seconds", ["0", "30"])
def test_a_player_who_walks_away_from_a_choice_has_folded(edition: str, seconds: str) -> None:
    """Silence goes on with the hand, and a hand with decisions left and nobody there has folded (5.5)."""
    found = dealt(edition, ORDER, option_timeout=seconds)
    tell(
        found,
        "Ann: look at box 1",
        "dealer: report the cards: something else wrong",
        "supervisor: rule stands on cards",
    )
    tell(found, "dealer: report that Ann has walked away")
    assert found.state.boxes[1].status == "folded"
    assert choosing(found.state) == (2,)
    tell(found, "Ben: choose refund on box 2", "dealer: settle")
    assert (chips(found, "Ann"), chips(found, "Ben")) == (9_950_00, 10_000_00)


def test_nobody_waits_for_the_choice_of_a_player_who_has_left() -> None:
    """Ann left after her last decision; her hand is played to the end, so it goes on (5.6)."""
    found = dealt("rws-multilink@3", ORDER, option_timeout="0")
    tell(found, "Ann: look at box 1", "Ann: flop bet on box 1", "Ben: fold box 2")
    tell(found, "dealer: deal the flop", "dealer: reveal the flop", "Ann: check box 1")
    tell(found, "dealer: deal the turn", "dealer: reveal the turn", "Ann: check box 1")
    tell(found, "dealer: report that Ann has walked away")
    tell(found, "dealer: report the cards: something else wrong", "supervisor: rule stands on cards")
    assert not found.state.open
    tell(found, "dealer: deal the river")


# While the jackpot is paid


@pytest.mark.parametrize("first", ["the ruling", "the prizes"])
def test_a_matter_settled_while_prizes_are_paid_does_not_hold_up_the_round(first: str) -> None:
    found = claiming()
    tell(found, "dealer: refer to the shift manager a drink was spilled")
    if first == "the ruling":
        tell(found, "shift manager: rule play_on on matter")
    pay(found, 1, 250_000_00)
    pay(found, 2, 5_000_00)
    if first == "the prizes":
        assert found.state.phase == "jackpot"
        tell(found, "shift manager: rule play_on on matter")
    assert found.state.phase == "idle"
    # 10,000 - 50 - 5 and the prize.
    assert chips(found, "Ann") == 9_945_00 + 250_000_00
    assert chips(found, "Ben") == 9_945_00 + 5_000_00


def a_winner_and_a_loser() -> Table[State]:
    """Ann has flopped a royal; Ben, a pair of fours, has lost to aces and fours. The link is asked."""
    found = table()
    accept(found.submit(load("2c As 7d Ks 8h 2d Qs Js Ts 3c 4d 3h 4c Ah Ac")))
    tell(found, "dealer: place your bets")
    accept(found.submit(c.ShowMeter(by=SYSTEM, meter=250_000_00)))
    tell(found, "Ann: ante 50 on box 1", "Ann: bet 5 on the progressive of box 1", "Ben: ante 50 on box 2")
    tell(found, "Ben: bet 5 on the progressive of box 2", "dealer: no more bets")
    tell(found, "dealer: deal the hole cards", "Ann: look at box 1", "Ann: flop bet on box 1")
    tell(found, "Ben: flop bet on box 2", "dealer: deal the flop", "dealer: reveal the flop")
    tell(found, "Ann: check box 1", "Ben: check box 2", "dealer: deal the turn", "dealer: reveal the turn")
    tell(found, "Ann: check box 1", "Ben: check box 2", "dealer: deal the river", "dealer: reveal the river")
    tell(found, "dealer: open the dealer's hand", "dealer: settle")
    assert found.state.phase == "jackpot"
    assert found.state.claims == (1,)
    return found


def test_a_hand_given_back_while_its_prize_is_on_the_way_claims_nothing_any_more() -> None:
    found = a_winner_and_a_loser()
    tell(found, "dealer: report the cards: something else wrong", "supervisor: rule stands on cards")
    tell(found, "Ann: choose refund on box 1")
    assert found.state.claims == ()
    tell(found, "Ben: choose continue on box 2")
    assert found.state.phase == "idle"
    # Ann has everything back; Ben has lost 50 + 100 + 5.
    assert (chips(found, "Ann"), chips(found, "Ben")) == (10_000_00, 9_845_00)


def test_a_hand_whose_prize_has_been_paid_is_not_offered_its_bets_back() -> None:
    found = a_winner_and_a_loser()
    tell(found, "dealer: report the cards: something else wrong")
    pay(found, 1, 250_000_00)
    tell(found, "supervisor: rule stands on cards")
    assert choosing(found.state) == (2,)
    tell(found, "Ben: choose refund on box 2")
    assert found.state.phase == "idle"
    # Ann wins the Flop with a royal flush, and the Ante: 10,000 + 100 + 50 - 5 and the prize.
    assert (chips(found, "Ann"), chips(found, "Ben")) == (10_145_00 + 250_000_00, 10_000_00)


# Exposed and simultaneous cards that belong to no hand


@pytest.mark.parametrize("edition", EDITIONS)
def test_an_exposed_burnt_card_concerns_everybody_who_has_not_looked(edition: str) -> None:
    found = dealt(edition, ORDER)
    tell(found, "dealer: report the cards: the burn seen")
    assert found.state.public == ("2c",)
    assert choosing(found.state) == (1, 2)
    tell(found, "Ann: choose refund on box 1", "Ben: choose continue on box 2")
    tell(
        found, "dealer: report the hole cards: card 1 of box 2 seen"
    )  # the second before anybody has looked (5.8.2)
    assert found.state.phase == "idle"
    assert chips(found, "Ben") == 10_000_00


def test_a_burnt_card_exposed_after_a_look_changes_nothing() -> None:
    found = dealt("rws-multilink@3", ORDER)
    tell(found, "Ann: look at box 1", "dealer: report the cards: the burn seen")
    assert (found.state.phase, found.state.open) == ("first", ())
    refusal = found.submit(said("dealer: report the cards: the burn seen"))
    assert isinstance(refusal, Refusal)


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("choice", ["stands", "exchange"])
def test_a_burnt_card_and_a_street_that_came_together(edition: str, choice: str) -> None:
    """5.14: a supervisor says which came first; 5.14.1: then everybody chooses."""
    found = dealt(edition, "2c 3d 4h 5s 6c 7d 8h 9s Tc Jd Qh")
    tell(found, "Ann: look at box 1", "Ann: flop bet on box 1", "Ben: flop bet on box 2")
    tell(found, "dealer: deal the flop", "dealer: reveal the flop", "Ann: check box 1", "Ben: check box 2")
    tell(found, "dealer: deal the turn")
    assert (found.state.burnt[-1], found.state.board[-1]) == ("Jd", "Qh")
    tell(found, "dealer: report the turn: card 1 together with the burn")
    (decision,) = MULTILINK.decisions(found.rules, found.state)
    assert (decision.key, decision.role) == ("cards", "pit_supervisor")
    assert isinstance(found.submit(said(f"dealer: rule {choice} on cards")), Refusal)
    tell(found, f"supervisor: rule {choice} on cards")
    expected = ("Jd", "Qh") if choice == "stands" else ("Qh", "Jd")
    assert (found.state.burnt[-1], found.state.board[-1]) == expected
    assert choosing(found.state) == (1, 2)
    tell(found, "Ann: choose refund on box 1", "Ben: choose continue on box 2", "dealer: reveal the turn")
    assert found.state.shown_board[-1] == expected[1]


def test_only_a_street_that_lies_face_down_can_have_come_with_its_burnt_card() -> None:
    found = dealt("rws-multilink@3", ORDER)
    report = "dealer: report the flop: card 1 together with the burn"
    assert isinstance(found.submit(said(report)), Refusal)
    tell(found, "Ann: look at box 1", "Ann: flop bet on box 1", "Ben: fold box 2")
    tell(found, "dealer: deal the flop: nothing burnt")
    assert isinstance(found.submit(said(report)), Refusal)


def test_the_choice_for_every_box_belongs_to_the_seat_of_its_player() -> None:
    """Ann sits at box 1 and has bet on box 4 as well: both choices are hers."""
    found = table()
    accept(found.submit(load(ORDER)))
    tell(found, "dealer: place your bets", "Ann: ante 50 on box 1", "Ann: ante 50 on box 4")
    tell(found, "dealer: no more bets", "dealer: deal the hole cards", "Ann: look at box 1")
    tell(found, "dealer: report the cards: something else wrong", "supervisor: rule stands on cards")
    decisions = MULTILINK.decisions(found.rules, found.state)
    assert [(decision.key, decision.seat, decision.question[:6]) for decision in decisions] == [
        ("option_box_1", 1, "box 1:"),
        ("option_box_4", 1, "box 4:"),
    ]


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(
    ("which", "hands"),
    [
        ("card 1 together with 2", ("4h", "5s", "3d", "6c")),
        ("card 3 together with 4", ("3d", "6c", "4h", "5s")),
    ],
)
def test_the_cards_that_came_together_change_places_and_no_others(
    edition: str, which: str, hands: tuple[str, ...]
) -> None:
    """Dealt: Ann 3d 5s, Ben 4h 6c. Ruled for box 2, the two cards in question change places."""
    found = dealt(edition, ORDER)
    tell(found, f"dealer: report the hole cards: {which}", "supervisor: rule exchange on cards")
    assert (*found.state.boxes[1].cards, *found.state.boxes[2].cards) == hands


def test_a_bet_beyond_a_players_boxes_is_offered_to_nobody() -> None:
    """Ann has bet on the two boxes she may; her own seat is a third. Nothing can be recorded there either."""
    found = table(boxes_per_player_max="2")
    tell(found, "dealer: place your bets", "Ann: ante 50 on box 4", "Ann: ante 50 on box 5")
    for actor in (PLAYERS[0], DEALER):
        options = MULTILINK.options(found.rules, found.state, actor)
        placing = [o for o in options if o.command in ("PlaceAnte", "PlaceBetFor", "RecordUnnoticedBet")]
        assert 1 not in {o.fixed["box"] for o in placing if o.fixed.get("player", "Ann") == "Ann"}
    record = "dealer: record that Ann placed 50 unnoticed on the ante of box 1"
    assert isinstance(found.submit(said(record)), Refusal)
