"""Rounds that somebody joins or comes back to, without a Small Blind, or gone wrong, as PHH."""

import random
import warnings
from io import BytesIO
from pathlib import Path

import pokerkit
import pytest

from croupier.games.poker import commands as c
from croupier.games.poker import commands as r
from croupier.games.poker import events as e
from croupier.games.poker.state import State
from croupier.phh import PhhError, Replay, export, read_phh, replay, run, run_all
from croupier.table import Command, Event, GiveRuling, ShuffleCards, Table
from croupier.table.facts import AnyFact, Burnt, TooMany
from tests.games.poker.tables import CATALOGUE, DEALER, PLAYERS, SUPERVISOR, give, new_table, seeded
from tests.games.poker.test_referee import SETTINGS, action

ANN, BEN, CAT, DAN, EVE = PLAYERS[:5]
PAYS = {
    "small_blind": c.PostSmallBlind,
    "big_blind": c.PostBigBlind,
    "entry": c.PayToJoin,
    "missed_blinds": c.PayMissedBlinds,
}


class Evening:
    """One table and everything that happened at it. Nobody wins much: all fold to the Big Blind at first."""

    def __init__(self, players: int, settings: dict[str, str] | None = None, chips: int = 500_00) -> None:
        self.settings = {**SETTINGS, **(settings or {})}
        self.table: Table[State] = new_table(**self.settings)
        self.events: list[Event] = [self.table.opening()]
        self.chance = random.Random(7)
        for player in PLAYERS[:players]:
            self.do(c.SitDown(by=player, seat=player.seat or 0, chips=chips))

    def do(self, *commands: Command) -> None:
        for command in commands:
            self.events += give(self.table, command).events

    def open_round(self) -> None:
        self.do(ShuffleCards(by=DEALER, seed=seeded(self.chance)), c.AnnounceBlinds(by=DEALER))
        for due in self.table.state.dues:
            self.do(PAYS[due.kind](by=PLAYERS[due.seat - 1], seat=due.seat))
        self.do(c.DealHoleCards(by=DEALER))

    def fold_round(self) -> None:
        self.open_round()
        while self.table.state.phase == "betting":
            number = self.table.state.to_act
            self.do(c.Fold(by=PLAYERS[number - 1], seat=number))
        self.do(c.Settle(by=DEALER))

    def finish(self) -> None:
        """The rest of the Round with checks and calls."""
        while (state := self.table.state).phase != "idle":
            by = PLAYERS[state.to_act - 1]
            if state.phase == "betting":
                owes = state.hand(state.to_act).bet < state.current_bet
                self.do((c.Call if owes else c.Check)(by=by, seat=state.to_act))
            elif state.phase == "showdown":
                self.do(c.ShowHand(by=by, seat=state.to_act))
            elif state.phase == "dealing" and state.shuffle_due is not None:
                self.do(c.ShuffleStub(by=DEALER, seed=seeded(self.chance)))
            elif state.phase == "dealing":
                street = ("flop", "turn", "river")[max(len(state.board) - 2, 0)]
                self.do(c.DealStreet(by=DEALER, street=street))  # type: ignore[arg-type]
            else:
                self.do((c.FlipMarker if state.phase == "closed" else c.Settle)(by=DEALER))

    def told(self) -> str:
        """The last Round, after both engines have played it again to the same stacks."""
        text = export(self.events)
        again = replay(read_phh(text), CATALOGUE.rules("rws-poker@7", self.settings))
        assert again.passed, (again.refusal, list(map(str, again.differences)), text)
        assert stacks_by_pokerkit(text) == list(read_phh(text).finishing_stacks), text
        return text


def stacks_by_pokerkit(text: str) -> list[int]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        *_, last = pokerkit.HandHistory.load(BytesIO(text.encode()))
    return [int(stack) * 100 for stack in last.stacks]


def absent_for_both() -> Evening:
    """Button 2, then 3: Dan is away for both of his blinds and comes back elsewhere."""
    evening = Evening(5)
    evening.fold_round()  # button 1
    evening.do(c.LeaveSeat(by=DAN, seat=4))
    evening.fold_round()  # button 2, Dan due the Big Blind
    evening.fold_round()  # button 3, Dan due the Small Blind
    evening.do(c.ReturnToSeat(by=DAN, seat=4))
    evening.fold_round()  # the button is at Dan's own place, and he waits
    return evening


def test_both_missed_blinds_are_a_payment_and_an_ante() -> None:
    evening = absent_for_both()
    evening.open_round()  # button 5, blinds 1 and 2; players from the button's left: 1 2 3 4 5
    evening.finish()
    text = evening.told()
    assert "antes = [0, 0, 0, 5, 0]" in text
    assert "blinds_or_straddles = [5, 10, 0, -10, 0]" in text
    assert "ante_trimming_status = false" in text
    # Five in for 10 and a dead 5: the stacks sum to what they were.
    history = read_phh(text)
    assert sum(history.finishing_stacks) == sum(history.starting_stacks)


def test_a_missed_small_blind_is_an_ante() -> None:
    evening = Evening(5)
    evening.fold_round()  # button 1, Big Blind 3
    evening.do(c.LeaveSeat(by=CAT, seat=3))
    evening.open_round()  # button 2: Cat is due the Small Blind, and there is none
    assert "blinds_or_straddles = [10, 0, 0, 0]" in told_after_calls(evening)
    evening.do(c.ReturnToSeat(by=CAT, seat=3))
    evening.fold_round()  # the button goes to Cat's seat, and she waits
    evening.open_round()  # button 4, blinds 5 and 1
    assert "antes = [0, 0, 0, 5, 0]" in told_after_calls(evening)


def told_after_calls(evening: Evening) -> str:
    evening.finish()
    return evening.told()


def test_two_players_while_a_third_waits_for_the_button_to_pass() -> None:
    evening = Evening(3)
    evening.fold_round()  # button 1, Big Blind 3
    evening.do(c.LeaveSeat(by=CAT, seat=3))
    evening.fold_round()  # button 2: no Small Blind
    evening.do(c.ReturnToSeat(by=CAT, seat=3))
    evening.open_round()  # the button goes to Cat's seat; Ann and Ben have the blinds, Ann acts first
    assert "blinds_or_straddles = [10, 5]" in told_after_calls(evening)


def test_two_players_without_a_small_blind() -> None:
    evening = Evening(3)
    evening.fold_round()  # button 1, Big Blind 3
    evening.do(c.LeaveSeat(by=CAT, seat=3))
    evening.open_round()  # button 2; Ann posts the Big Blind, Ben with the button acts first
    # The file names the button's blind first where two players are left.
    assert "blinds_or_straddles = [0, 10]" in told_after_calls(evening)


@pytest.mark.parametrize(
    ("settings", "antes", "blinds"),
    [
        ({}, "[0, 0, 0, 0, 0]", "[5, 10, -10, 0, 0]"),
        ({"entry_payment": "dead"}, "[0, 0, 10, 0, 0]", "[5, 10, 0, 0, 0]"),
    ],
)
def test_joining(settings: dict[str, str], antes: str, blinds: str) -> None:
    evening = Evening(3, settings)
    for _ in range(4):
        evening.fold_round()
    evening.do(c.SitDown(by=DAN, seat=4, chips=500_00), c.SitDown(by=EVE, seat=5, chips=500_00))
    evening.open_round()  # the second Orbit, button 2: blinds 3 and 4, then Eve
    text = told_after_calls(evening)
    assert f"antes = {antes}" in text
    assert f"blinds_or_straddles = {blinds}" in text


def test_missed_blinds_that_are_live() -> None:
    evening = absent_for_both()
    live = Evening(5, {"missed_small_blind": "live"})
    live.events, live.table = evening.events, evening.table
    live.table.rules = CATALOGUE.rules("rws-poker@7", live.settings)
    live.open_round()
    text = told_after_calls(live)
    assert "blinds_or_straddles = [5, 10, 0, -15, 0]" in text


def test_a_newcomer_on_the_small_blind() -> None:
    evening = Evening(3)
    for _ in range(4):
        evening.fold_round()
    evening.do(c.LeaveGame(by=CAT, seat=3), c.SitDown(by=EVE, seat=3, chips=500_00))
    evening.do(ShuffleCards(by=DEALER, seed=seeded(evening.chance)), c.AnnounceBlinds(by=DEALER))
    by = {1: ANN, 2: BEN, 3: EVE}  # the second Orbit, button 2
    for due in evening.table.state.dues:
        evening.do(PAYS[due.kind](by=by[due.seat], seat=due.seat))
    evening.do(c.DealHoleCards(by=DEALER))
    evening.do(c.Fold(by=BEN, seat=2), c.Fold(by=EVE, seat=3), c.Settle(by=DEALER))
    text = export(evening.events)
    assert "blinds_or_straddles = [-10, 10, 0]" in text
    assert replay(read_phh(text), CATALOGUE.rules("rws-poker@7", SETTINGS)).passed


def test_nights_of_coming_and_going() -> None:
    """Every Round of a lively table replays to the same stacks."""
    told = 0
    for seed in range(6):
        evening = Evening(3 + seed % 4, chips=2_000_00)
        chance = evening.chance = random.Random(seed)
        for _ in range(25):
            for player in PLAYERS[: 3 + seed % 4]:
                wander(evening, player.seat or 0, chance)
            if sum(bool(s and s.chips and not s.is_away) for s in evening.table.state.seats) < 2:
                continue
            evening.open_round()
            while evening.table.state.phase == "betting":
                evening.do(action(evening.table, chance))
            positions = evening.table.state.positions
            evening.finish()
            if positions.big_blind_seat == positions.button:
                with pytest.raises(PhhError, match="on the button"):
                    export(evening.events)
                continue
            text = export(evening.events)
            again = replay(read_phh(text), CATALOGUE.rules("rws-poker@7", evening.settings))
            assert again.passed, (again.refusal, list(map(str, again.differences)), text)
            told += "antes = [0" in text or "-" in text
    assert told


def wander(evening: Evening, number: int, chance: random.Random) -> None:
    seat, player = evening.table.state.seats[number - 1], PLAYERS[number - 1]
    if seat is None:
        return
    if not seat.chips:
        evening.do(c.TopUp(by=player, seat=number, chips=1_000_00))
    elif seat.is_away and chance.random() < 0.5:
        evening.do(c.ReturnToSeat(by=player, seat=number))
    elif not seat.is_away and chance.random() < 0.12:
        evening.do(c.LeaveSeat(by=player, seat=number))


def test_a_player_with_less_than_a_small_blind() -> None:
    text = (
        'variant = "NT"\nantes = [0, 0, 0]\nblinds_or_straddles = [5, 10, 0]\n'
        "starting_stacks = [3, 100, 100]\n"
        'actions = ["d dh p1 QsQc", "d dh p2 8h8d", "d dh p3 AhKd", "p3 f", '
        '"d db 2h7d9c", "d db Jh", "d db 3s"]\n'
        "finishing_stacks = [6, 97, 100]\n"
    )
    result = replay(read_phh(text), CATALOGUE.rules("rws-poker@7", SETTINGS))
    # p1 is all-in for 3; 7 of the Big Blind go back, and the Queens win 3 + 3.
    assert result.passed, (result.refusal, list(map(str, result.differences)))


# What went wrong


def on_the_flop(*facts: AnyFact) -> Evening:
    evening = Evening(3)
    evening.open_round()
    evening.do(c.Call(by=ANN, seat=1), c.Call(by=BEN, seat=2), c.Check(by=CAT, seat=3))
    evening.do(c.DealStreet(by=DEALER, street="flop", facts=facts))
    return evening


def test_a_flop_taken_back_is_told_as_if_it_had_never_been() -> None:
    evening = on_the_flop(Burnt())
    evening.do(c.Bet(by=BEN, seat=2, amount=20_00), c.AllIn(by=CAT, seat=3), r.ReportCards(by=DEALER))
    evening.finish()
    text = evening.told()
    assert text.count("d db") == 3
    assert "cbr" not in text


def test_a_surplus_card_that_went_back_is_not_told() -> None:
    evening = on_the_flop(TooMany())
    evening.do(GiveRuling(by=SUPERVISOR, decision="cards", choice="put_in_order"))
    evening.finish()
    flop = next(line for line in read_phh(evening.told()).actions if line.startswith("d db"))
    assert len(flop) == len("d db 2c3c4c")


def test_what_the_format_has_no_words_for() -> None:
    evening = on_the_flop(Burnt())
    evening.do(c.Bet(by=BEN, seat=2, amount=20_00), c.Fold(by=CAT, seat=3), r.ReportCards(by=DEALER))
    evening.finish()
    with pytest.raises(PhhError, match="taken back"):
        export(evening.events)
    evening.open_round()
    evening.do(r.ReportHandExposed(by=DEALER, seat=1, count=1))
    evening.finish()
    with pytest.raises(PhhError, match="before its turn"):
        export(evening.events)
    with pytest.raises(PhhError, match="taken back"):
        export(evening.events, 1)
    evening.open_round()  # the 1st Betting Round is over when somebody exposes a card: no turn to fold in
    while evening.table.state.phase == "betting":
        number = evening.table.state.to_act
        owes = evening.table.state.hand(number).bet < evening.table.state.current_bet
        evening.do((c.Call if owes else c.Check)(by=PLAYERS[number - 1], seat=number))
    evening.do(r.ReportHandExposed(by=DEALER, seat=evening.table.state.order[0], count=2))
    evening.finish()
    with pytest.raises(PhhError, match="before its turn"):
        export(evening.events)
    evening.fold_round()
    assert evening.told()  # what cannot be told of one Round is no matter for the next


@pytest.mark.parametrize(
    ("antes", "blinds", "problem"),
    [
        ("[0, 0, 3]", "[5, 10, 0]", "who joins"),
        ("[0, 0, 0]", "[5, 10, -7]", "who joins"),
        ("[5, 0, 0]", "[5, 10, 0]", "this game has none"),
        ("[0, 0, -5]", "[5, 10, 0]", "below nothing"),
        ("[0, 0, 0]", "[0, 0, -10]", "blinds"),
    ],
)
def test_payments_that_this_game_does_not_know(antes: str, blinds: str, problem: str) -> None:
    text = (
        f'variant = "NT"\nantes = {antes}\nblinds_or_straddles = {blinds}\n'
        'starting_stacks = [100, 100, 100]\nactions = ["p3 f", "p1 f"]\n'
    )
    with pytest.raises(PhhError, match=problem):
        replay(read_phh(text), CATALOGUE.rules("rws-poker@7", {}))


# Files from elsewhere

HAND = """variant = "NT"
antes = [0, 0]
blinds_or_straddles = [5, 10]
starting_stacks = [100, 100]
actions = ["d dh p1 ????", "d dh p2 ????", "p2 cc", "p1 cc", "d db 2h7d9c", "p1 cc", "p2 cc",
  "d db Jh", "p1 cc", "p2 cc", "d db 3s", "p1 cc", "p2 cc", {shown}]
"""


def test_cards_that_are_told_only_when_they_are_shown_win_the_pot() -> None:
    # A pair of Nines beats a pair of Sevens: p2 wins 20.
    text = HAND.format(shown='"p1 sm 7sQc", "p2 sm 9hKd"')
    result = replay(read_phh(text), CATALOGUE.rules("rws-poker@7", {}))
    assert result.final_stacks == (90_00, 110_00)


@pytest.mark.parametrize("shown", ['"p1 sm ????", "p2 sm ????"', '"p1 sm -", "p2 sm -"'])
def test_cards_that_nobody_knows_are_not_invented(shown: str) -> None:
    with pytest.raises(PhhError, match="does not tell them"):
        replay(read_phh(HAND.format(shown=shown)), CATALOGUE.rules("rws-poker@7", {}))


@pytest.mark.parametrize("shown", ['"p1 sm ????", "p2 sm 9hKd"', '"p2 sm 9hKd", "p1 sm -"', '"p2 sm 9hKd"'])
def test_where_only_one_can_win_nobodys_cards_decide(shown: str) -> None:
    """p1 would have to show first, and has thrown the hand in: p2 wins 20, and no card of p1 is told."""
    result = replay(read_phh(HAND.format(shown=shown)), CATALOGUE.rules("rws-poker@7", {}))
    assert result.passed
    assert result.final_stacks == (90_00, 110_00)
    assert {event.seat for event in result.events if isinstance(event, e.HandShown)} <= {1}


@pytest.mark.parametrize("told", ["finishing_stacks = [110, 90]", "winnings = [20, 0]"])
def test_stacks_tell_who_won_where_no_card_does(told: str) -> None:
    text = HAND.format(shown='"p1 sm ????", "p2 sm ????"') + told + "\n"
    result = replay(read_phh(text), CATALOGUE.rules("rws-poker@7", {}))
    assert result.passed
    assert result.final_stacks == (110_00, 90_00)
    assert [event for event in result.events if isinstance(event, e.HandShown)] == []


def test_a_side_pot_between_hands_that_nobody_knows_is_not_given_away() -> None:
    """p3 is all-in for 20 and shows; p1 and p2 have 30 each beyond it, and the file does not say whose."""
    text = """variant = "NT"
blinds_or_straddles = [5, 10, 0]
starting_stacks = [100, 100, 20]
actions = ["d dh p1 ????", "d dh p2 ????", "d dh p3 9h9d", "p3 cbr 20", "p1 cc", "p2 cc", "d db 2h7d9c",
  "p1 cbr 30", "p2 cc", "d db Jh", "p1 cc", "p2 cc", "d db 3s", "p1 cc", "p2 cc", "p1 sm ????", "p2 sm ????",
  "p3 sm 9h9d"]
"""
    with pytest.raises(PhhError, match="does not tell them"):
        replay(read_phh(text), CATALOGUE.rules("rws-poker@7", {}))


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("starting_stacks", "[inf, 100]"),
        ("starting_stacks", "[nan, 100]"),
        ("starting_stacks", "[]"),
        ("starting_stacks", "[100]"),
        ("starting_stacks", f"[{', '.join(['100'] * 11)}]"),
        ("starting_stacks", "[0, 100]"),
        ("antes", "0"),
        ("antes", "[0, 0, 0]"),
        ("blinds_or_straddles", "[5, 10, 0]"),
        ("blinds_or_straddles", "[0, 0.05]"),
        ("finishing_stacks", "[100]"),
        ("actions", "[5]"),
    ],
)
def test_a_file_that_makes_no_sense_is_refused_with_a_reason(field: str, value: str) -> None:
    lines = HAND.format(shown='"p1 sm -"').replace(",\n ", ",").splitlines()
    text = "\n".join(line for line in lines if not line.startswith(field)) + f"\n{field} = {value}\n"
    with pytest.raises(PhhError):
        read_phh(text)


def test_an_action_out_of_turn_is_refused_and_not_passed_over() -> None:
    text = HAND.format(shown='"p1 sm -"').replace('"p2 cc", "p1 cc", "d db 2h7d9c"', '"p1 cc", "d db 2h7d9c"')
    assert "5.12" in replay(read_phh(text), CATALOGUE.rules("rws-poker@7", {})).refusal


def test_a_table_that_rakes_as_the_edition_proposes_replays_its_own_export() -> None:
    evening = Evening(3, {"rake_percent": "5%"})
    evening.open_round()
    evening.do(c.RaiseTo(by=ANN, seat=1, amount=100_00), c.Call(by=BEN, seat=2), c.Fold(by=CAT, seat=3))
    evening.finish()
    text = export(evening.events)  # a Pot of 210 is raked by 10
    assert '_rake_percent = "5%"' in text
    assert sum(read_phh(text).finishing_stacks) == 1_490_00
    assert replay(read_phh(text), CATALOGUE.rules("rws-poker@7", {})).passed


def test_a_collection_is_played_hand_by_hand(tmp_path: Path) -> None:
    good = HAND.format(shown='"p1 sm 7sQc", "p2 sm 9hKd"')
    wrong = good.replace('"p2 cc", "p1 cc", "d db 2h7d9c"', '"p2 xx"')
    file = tmp_path / "evening.phhs"
    file.write_text(f"[1]\n{good}\n[2]\n{wrong}\n[3]\n{good.replace('NT', 'PO')}\n")
    found = dict(run_all(file, CATALOGUE.rules("rws-poker@7", {})))
    assert list(found) == ["1", "2", "3"]
    assert isinstance(found["1"], Replay)
    assert found["1"].final_stacks == (90_00, 110_00)
    assert [type(found[name]) for name in "23"] == [PhhError, PhhError]


def test_an_error_names_the_line(tmp_path: Path) -> None:
    file = tmp_path / "hand.phh"
    file.write_text(HAND.format(shown='"p1 sm -"').replace("[100, 100]", "[100, nan]"))
    with pytest.raises(PhhError, match="is not an amount"):
        run(file, CATALOGUE.rules("rws-poker@7", {}))
    file.write_text(HAND.format(shown='"p1 sm -"').replace('"p2 cc", "p1 cc", "d db', '"p2 xx", "d db'))
    with pytest.raises(PhhError, match="line 5: 'p2 xx'"):
        run(file, CATALOGUE.rules("rws-poker@7", {}))
