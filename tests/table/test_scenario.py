"""Scenarios fail where they should, and say what was found instead."""

from pathlib import Path

import pytest

from croupier.table.scenario import Performance, ScenarioError, play, read_script
from high_card import CATALOGUE

HEADER = """\
scenario: a trial
edition: high-card@1
seat: 1 Ann 100
cards: Ks 2d
dealer: open the betting
"""


def perform(tmp_path: Path, text: str, header: str = HEADER) -> Performance:
    path = tmp_path / "trial.scenario"
    path.write_text(header + text)
    return play(read_script(path), "high-card@1", CATALOGUE.game, CATALOGUE.rules)


def test_a_correct_scenario_passes(tmp_path: Path) -> None:
    assert perform(tmp_path, "Ann: bet 5\n  stack: 1 = 95\n").passed


@pytest.mark.parametrize(
    ("lines", "found"),
    [
        ("Ann: bet 4\n", "refused under 3.1: bet 5 to 100"),
        ("Ann: bet 5\n  refused 3.1\n", "the step was accepted"),
        ("Ann: bet 4\n  refused 4.1\n", "expected paragraph 4.1, found 3.1"),
        ('Ann: bet 4\n  refused 3.1 "7 to 100"\n', "it says 'bet 5 to 100"),
        ("Ann: bet 4\n  refused 9.9\n", "has no paragraph 9.9"),
        ("Ann: bet 5\n  stack: 1 = 96\n", "1 = 96, found 95"),
        ("Ann: bet 5\n  phase: idle\n", "expected idle, found betting"),
        ("Ann: bet 5\n  luck: good\n", "facts of this game: bet, card, phase, stack"),
        ("Ann: bet 5\n  cites 4.2\n", "expected paragraph 4.2, found 3.1"),
        ("Ann: bet 5\n  moves stack/1 -> bet/1 6\n", "found stack/1 -> bet/1 5"),
        ('Ann: bet 5\n  says "ten"\n', "said: Seat 1 bets 5"),
        ("Ann: bet 5\n  may Ann: stay\n", "Ann may not stay; may: nothing"),
        ("Ann: bet 4\n  refused 3.1\n  may not Ann: bet\n", "Ann may bet"),
        ("Ann: bet 4\n  refused 3.1\n  may Ann: bet 5..99\n", "bet 5..100"),
        ("Ann: bet 4\n  refused 3.1\n  may only Ann: stay\n", "may not stay"),
        ("Ann: bet 5\n  decision open for pit manager on luck\n", "open: none"),
        ("Ann: sing\n", "no command reads “sing”; try "),
        ("cards: Ks Ks\n", "shuffled between Rounds"),
        ("cards: 1x\n", "1x"),
    ],
)
def test_a_wrong_line_fails_with_what_was_found(tmp_path: Path, lines: str, found: str) -> None:
    performance = perform(tmp_path, lines)
    assert [found in failure.problem for failure in performance.failures] == [True]
    assert performance.failures[0].line >= 6


def test_a_claim_that_play_does_not_cite_fails(tmp_path: Path) -> None:
    performance = perform(tmp_path, "Ann: bet 5\n", HEADER + "covers: 3.1, 4.2\n")
    assert [failure.problem for failure in performance.failures] == [
        "covers 4.2, but nothing that happened cites it"
    ]


def test_lines_for_another_version_are_left_out(tmp_path: Path) -> None:
    assert perform(tmp_path, "@2 Ann: bet 4\nAnn: bet 5\n  @2 phase: idle\n  @1 phase: betting\n").passed
    assert not perform(tmp_path, "@1 Ann: bet 4\n").passed


def test_the_transcript_has_the_paragraph_beside_each_line(tmp_path: Path) -> None:
    performance = perform(tmp_path, "Ann: bet 5\n")
    line = performance.transcript[-1]
    assert (line.text, [citation.paragraph for citation in line.citations]) == ("Seat 1 bets 5", ["3.1"])


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "'scenario:' is missing"),
        ("scenario: x\n", "'edition:' is missing"),
        ("scenario: x\nedition: high-card@1\n", "there are no steps"),
        ("scenario: x\nedition: high-card@1\n  phase: idle\n", ":3: .*no step yet"),
        ("scenario: x\nedition: high-card@1\nseat: Ann 1\ndealer: x\n", ":3: .*place, name and chips"),
        ("scenario: x\nedition: high-card@1\ndealer deals\n", ":3: .*write who, a colon"),
    ],
)
def test_what_cannot_be_read_names_the_line(tmp_path: Path, text: str, problem: str) -> None:
    path = tmp_path / "bad.scenario"
    path.write_text(text)
    with pytest.raises(ScenarioError, match=problem):
        read_script(path)


# Several tables

TABLES = """\
scenario: a trial of two tables
edition: high-card@1
tables: North, South
seat: North 1 Ann 100
seat: South 1 Ann 200
North/cards: Ks 2d
North/dealer: open the betting
"""


def test_each_table_has_its_own_people_and_cards(tmp_path: Path) -> None:
    lines = "North/Ann: bet 5\n  stack: 1 = 95\n  at South: stack: 1 = 200\n  at South: phase: idle\n"
    performance = perform(tmp_path, lines, TABLES)
    assert performance.passed, performance.failures
    assert [len(events) for events in performance.happened.values()] == [5, 2]
    assert [said.speaker for said in performance.transcript if said.speaker][-1] == "North/Ann"


@pytest.mark.parametrize(
    ("lines", "found"),
    [
        ("Ann: bet 5\n", "say where: North/Ann, South/Ann"),
        ("West/Ann: bet 5\n", "say where: North/Ann, South/Ann"),
        ("South/Ann: bet 5\n", "refused under"),
        ("North/Ann: bet 5\n  at West: phase: idle\n", "there is no West; there are North, South"),
        ("North/Ann: bet 5\n  at South: phase: betting\n", "expected betting, found idle"),
        ("North/Ann: bet 5\n  at South: cites 3.1\n", "expected paragraph 3.1, found none"),
    ],
)
def test_a_wrong_line_at_several_tables_says_what_was_found(tmp_path: Path, lines: str, found: str) -> None:
    performance = perform(tmp_path, lines, TABLES)
    assert [found in failure.problem for failure in performance.failures] == [True]


def test_a_seat_at_several_tables_names_its_table(tmp_path: Path) -> None:
    path = tmp_path / "trial.scenario"
    path.write_text("scenario: x\nedition: high-card@1\ntables: North\nseat: 1 Ann 100\nNorth/Ann: bet 5\n")
    with pytest.raises(ScenarioError, match="write table, place, name and chips: 'seat: North 1 Ann 1,000'"):
        read_script(path)


def test_meanwhile_is_the_moment_of_the_step_before(tmp_path: Path) -> None:
    path = tmp_path / "trial.scenario"
    path.write_text(TABLES + "South/cards: Ks 2d\nmeanwhile South/dealer: open the betting\n")
    steps = read_script(path).steps
    assert [(step.where, step.speaker, step.is_meanwhile) for step in steps[-2:]] == [
        ("South", "cards", False),
        ("South", "dealer", True),
    ]
