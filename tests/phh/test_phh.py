"""Hands go out as PHH and come back, through our own engine and through pokerkit."""

import random
import warnings
from io import BytesIO

import pokerkit
import pytest

from croupier.games.poker import commands as c
from croupier.phh import PhhError, export, read_phh, replay, run
from croupier.table import Event
from tests.games.poker.tables import CATALOGUE, PLAYERS, give, new_table
from tests.games.poker.test_referee import SETTINGS, play

RULES = CATALOGUE.rules("rws-poker@7", {})

# Ace-King against Queens, three players; Ben calls a raise and Cat folds. Board Q-high, no help for the Ace.
HAND = """
variant = "NT"
antes = [0, 0, 0]
blinds_or_straddles = [5, 10, 0]
min_bet = 10
starting_stacks = [1000, 1000, 1000]
actions = ["d dh p1 QsQc", "d dh p2 ????", "d dh p3 AhKd", "p3 cbr 30", "p1 cc", "p2 f",
           "d db 2h7d9c", "p1 cbr 50 # half", "p3 cc", "d db Jh", "p1 cc", "p3 cc", "d db 3s",
           "p1 cc", "p3 cc",
           "p1 sm QsQc", "p3 sm -"]
finishing_stacks = [1090, 990, 920]
"""


def played(seats: int, chance: random.Random, **settings: str) -> list[Event]:
    table = new_table(**{**SETTINGS, **settings})
    events: list[Event] = [table.opening()]
    for player in PLAYERS[:seats]:
        chips = chance.randint(20, 300) * 100
        events += give(table, c.SitDown(by=player, seat=player.seat or 0, chips=chips)).events
    return events + play(table, chance)


@pytest.mark.parametrize("seats", range(2, 11))
def test_an_exported_round_replays_to_the_same_stacks(seats: int) -> None:
    chance = random.Random(seats)
    for _ in range(8):
        text = export(played(seats, chance))
        result = replay(read_phh(text), CATALOGUE.rules("rws-poker@7", SETTINGS))
        assert result.passed, (result.refusal, list(map(str, result.differences)), text)


@pytest.mark.parametrize("seats", [2, 3, 6])
def test_pokerkit_reads_what_we_write(seats: int) -> None:
    chance = random.Random(seats)
    # A raise that nobody could match is refused by pokerkit, so everyone has the same stake here.
    table = new_table(**SETTINGS)
    events: list[Event] = [table.opening()]
    for player in PLAYERS[:seats]:
        events += give(table, c.SitDown(by=player, seat=player.seat or 0, chips=500_00)).events
    events += play(table, chance)
    text = export(events)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        history = pokerkit.HandHistory.load(BytesIO(text.encode()))
        *_, last = history
    assert [int(stack) * 100 for stack in last.stacks] == list(read_phh(text).finishing_stacks)


def test_pokerkit_writes_what_we_replay() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        game = pokerkit.NoLimitTexasHoldem(
            tuple(a for a in pokerkit.Automation if a.name not in ("HOLE_DEALING", "BOARD_DEALING")),
            True,
            0,
            (5, 10),
            10,
        )
        state = game((200, 300, 400), 3)
        for cards in ("QsQc", "8h8d", "AhKd"):
            state.deal_hole(cards)
        state.complete_bet_or_raise_to(30)
        state.check_or_call()
        state.fold()
        state.deal_board("2h7d9c")
        state.complete_bet_or_raise_to(170)
        state.check_or_call()
        state.deal_board("Jh")
        state.deal_board("3s")
        history = pokerkit.HandHistory.from_game_state(game, state)
        history.finishing_stacks = list(state.stacks)
        text = history.dumps()
    result = replay(read_phh(text), RULES)
    assert result.passed, (result.refusal, text)
    assert result.final_stacks == tuple(int(stack) * 100 for stack in state.stacks)


def test_a_file_with_unknown_cards_runs(tmp_path) -> None:  # type: ignore[no-untyped-def]
    path = tmp_path / "hand.phh"
    path.write_text(HAND)
    result = run(path, RULES)
    # The Pot is 10 + 30 + 30 + 50 + 50 = 170; p1 has put in 80 and ends with 920 + 170.
    assert result.passed, result.refusal
    assert result.final_stacks == (1090_00, 990_00, 920_00)
    assert any(line.citations for line in result.transcript)


def test_what_the_edition_refuses_is_reported_with_its_paragraph() -> None:
    result = replay(read_phh(HAND.replace("cbr 30", "cbr 15")), RULES)
    assert "3.5" in result.refusal
    assert "20" in result.refusal


def test_a_wrong_final_stack_is_a_difference() -> None:
    result = replay(read_phh(HAND.replace("[1090, 990, 920]", "[1091, 989, 920]")), RULES)
    assert [str(difference) for difference in result.differences] == [
        "p1: 1,090, the file says 1,091",
        "p2: 990, the file says 989",
    ]


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ('"NT"', '"PO"', "variant"),
        ("antes = [0, 0, 0]", "antes = [1, 1, 1]", "antes"),
        ("[5, 10, 0]", "[5, 15, 0]", "blinds"),
        ("[5, 10, 0]", "[5, 10, 20]", "straddles"),
        ("starting_stacks = [1000, 1000, 1000]", "", "missing: starting_stacks"),
        ("[5, 10, 0]", '["5", 10, 0]', "not an amount"),
        ("[5, 10, 0]", "[5.001, 10.002, 0]", "whole cents"),
        ("variant", "variant = = ", "not a PHH file"),
    ],
)
def test_files_that_are_no_hand_of_this_game(old: str, new: str, problem: str) -> None:
    with pytest.raises(PhhError, match=problem):
        read_phh(HAND.replace(old, new, 1))


def test_lines_that_mean_nothing() -> None:
    with pytest.raises(PhhError, match="p1 dances"):
        replay(read_phh(HAND.replace("p3 cbr 30", "p1 dances")), RULES)
    with pytest.raises(PhhError, match="still to act"):
        replay(read_phh(HAND.replace('"p2 f",', "")), RULES)
    with pytest.raises(PhhError, match="ends before"):
        replay(read_phh(HAND.replace('"d db 3s",', "").replace('"p1 cc", "p3 cc",\n', "\n")), RULES)


def test_cards_a_viewer_may_not_know_are_question_marks() -> None:
    events = [event.for_viewer(PLAYERS[0]) for event in played(3, random.Random(1))]
    history = read_phh(export(events))
    hidden = [action for action in history.actions if action.endswith("????")]
    assert len(hidden) == 2
    assert replay(history, CATALOGUE.rules("rws-poker@7", SETTINGS)).final_stacks


def test_a_table_without_a_settled_round_has_no_history() -> None:
    with pytest.raises(PhhError, match="settled"):
        export([new_table().opening()])
