"""Files that make no sense: each is refused with a reason and the line it is about, never a traceback."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner

from croupier.cli.main import app
from croupier.phh import PhhError, Replay, read_phh, replay, run, run_all
from tests.games.poker.tables import CATALOGUE

RULES = CATALOGUE.rules("rws-poker@7", {})

# A pair of Nines beats a pair of Sevens: p2 wins the 10 of p1. Each action stands in a line of its own.
ACTIONS = (
    "d dh p1 7sQc",
    "d dh p2 9hKd",
    "p2 cc",
    "p1 cc",
    "d db 2h7d9c",
    "p1 cc",
    "p2 cc",
    "d db Jh",
    "p1 cc",
    "p2 cc",
    "d db 3s",
    "p1 cc",
    "p2 cc",
    "p1 sm 7sQc",
    "p2 sm 9hKd",
)
FIRST_ACTION_LINE = 6


def hand(*actions: str, **fields: str) -> str:
    known = {
        "variant": '"NT"',
        "antes": "[0, 0]",
        "blinds_or_straddles": "[5, 10]",
        "starting_stacks": "[100, 100]",
        **fields,
    }
    lines = "".join(f'  "{action}",\n' for action in actions or ACTIONS)
    head = "".join(f"{name} = {value}\n" for name, value in known.items() if name != "finishing_stacks")
    return f"{head}actions = [\n{lines}]\nfinishing_stacks = {known.get('finishing_stacks', '[90, 110]')}\n"


def changed(number: int, *actions: str) -> str:
    return hand(*ACTIONS[:number], *actions, *ACTIONS[number + 1 :])


def test_the_hand_itself_is_right() -> None:
    assert replay(read_phh(hand()), RULES).passed


@pytest.mark.parametrize(
    ("number", "actions", "problem"),
    [
        (0, ("d dh p3 7sQc",), "p1 to p2"),
        (0, ("d dh p1",), "write 'd dh p1"),
        (0, ("d dh p1 7sQc8d",), "2 cards, not more"),
        (0, ("d dh p1 7s7s",), "7s is in two places"),
        (1, ("d dh p2 7s9h",), "7s is in two places"),
        (1, ("d dh p2 Zz9h",), "Zz"),
        (1, (ACTIONS[1], "p2 sm 9hKd"), "somebody is still to act"),
        (2, ("p2 cc 10",), "write"),
        (2, ("p2 cbr",), "write"),
        (2, ("p2 cbr inf",), "not an amount"),
        (2, ("p2 cbr 1e5",), "not an amount"),
        (2, ("p2 cbr 99999999999999999999",), "not an amount"),
        (2, ("p0 cc",), "write"),
        (2, ("p11 cc",), "write"),
        (4, ("d db 2h",), "three cards, then one"),
        (4, ("d db ??????",), "does not tell"),
        (7, ("d db JhTh",), "three cards, then one"),
        (10, ("d db 9h",), "9h is in two places"),
        (10, (ACTIONS[10], "d db 4s"), "dealt once"),
        (13, ("p1 sm 8s8c",), "was dealt 7sQc"),
        (13, ("p1 sm Zz",), "Zz"),
        (13, ("p1 sm 7sQc,",), "',' is not a card"),
        (13, ("p1 sm 7sQc2c",), "was dealt"),
    ],
)
def test_an_action_that_makes_no_sense_is_named_with_its_line(
    number: int, actions: tuple[str, ...], problem: str, tmp_path: Path
) -> None:
    file = tmp_path / "hand.phh"
    file.write_text(changed(number, *actions))
    with pytest.raises(PhhError, match=re.escape(problem)) as refused:
        run(file, RULES)
    expected = FIRST_ACTION_LINE + number + len(actions) - 1
    if refused.value.action is not None:  # amounts are read before the play: they set the chips of the table
        assert refused.value.line == expected
        assert str(refused.value).startswith(f"line {expected}: ")


@pytest.mark.parametrize("name", ["antes", "blinds_or_straddles", "starting_stacks", "finishing_stacks"])
@pytest.mark.parametrize(
    "value",
    [
        "0",
        "inf",
        "[inf, 1]",
        "[nan, nan]",
        "[1e999999, 1]",
        "[true, 1]",
        '"x"',
        "[1979-05-27, 2]",
        "[[1], [2]]",
        f"[{', '.join(['100'] * 11)}]",
        "[-1, -1]",
    ],
)
def test_a_field_that_makes_no_sense_is_named_with_its_line(name: str, value: str, tmp_path: Path) -> None:
    file = tmp_path / "hand.phh"
    text = hand(**{name: value})
    file.write_text(text)
    with pytest.raises(PhhError, match=r"^line \d+: ") as refused:
        run(file, RULES)
    named = text.splitlines()[refused.value.line - 1].partition(" = ")[0]
    assert str(refused.value).startswith(f"line {refused.value.line}: {named}: ")


def test_a_call_out_of_turn_is_refused_with_its_line_and_paragraph(tmp_path: Path) -> None:
    file = tmp_path / "hand.phh"
    file.write_text(changed(2, "p1 cc"))
    result = run(file, RULES)
    assert "5.12" in result.refusal
    assert result.line == FIRST_ACTION_LINE + 2


def _collection(folder: Path) -> Path:
    """Five hands: a good one, two out of turn, one that cannot be read, one with other stacks."""
    hands = [
        hand(),
        changed(2, "p1 cc"),
        changed(2, "p1 cc"),
        changed(3, "p1 dances"),
        hand(finishing_stacks="[110, 90]"),
    ]
    file = folder / "evening.phhs"
    file.write_text("".join(f"[{number}]\n{text}\n" for number, text in enumerate(hands, 1)))
    return file


def test_each_hand_of_a_collection_is_named_with_its_line(tmp_path: Path) -> None:
    file = _collection(tmp_path)
    lines = file.read_text().splitlines()
    found = dict(run_all(file, RULES))
    said = {name: lines[each.line - 1].strip() for name, each in found.items() if each.line}
    assert said == {
        "2": '"p1 cc",',
        "3": '"p1 cc",',
        "4": '"p1 dances",',
        "5": "finishing_stacks = [110, 90]",
    }
    starts = [at for at, line in enumerate(lines, 1) if line.startswith("[")]
    second, third, last = (found[name] for name in "235")
    assert isinstance(second, Replay)
    assert isinstance(third, Replay)
    assert second.line == starts[1] + FIRST_ACTION_LINE + 2
    assert third.line == starts[2] + FIRST_ACTION_LINE + 2
    assert last.line > starts[4]


def test_the_command_names_file_line_and_hand_once_for_each_reason(tmp_path: Path) -> None:
    file = _collection(tmp_path)
    result = CliRunner().invoke(app, ["run", str(file)], env={"COLUMNS": "400"})
    starts = [at for at, line in enumerate(file.read_text().splitlines(), 1) if line.startswith("[")]
    at = [start + FIRST_ACTION_LINE + 2 for start in starts]
    said = result.output.replace("\n", "")
    assert f"{file}:{at[1]} (hand 2), {file}:{at[2]} (hand 3): " in said
    assert f"{file}:{at[3] + 1} (hand 4): cannot be read: 'p1 dances'" in said
    assert "1 passed, 4 failed" in result.output
    assert result.exit_code == 1


@pytest.mark.parametrize(
    "write", [lambda file: file.write_bytes(b"\xff\xfe"), lambda file: file.write_text("[1")]
)
def test_a_collection_that_is_no_text_or_no_toml(write: Callable[[Path], object], tmp_path: Path) -> None:
    file = tmp_path / "evening.phhs"
    write(file)
    result = CliRunner().invoke(app, ["run", str(file)])
    assert result.exit_code == 2
    assert "Traceback" not in result.output


def test_who_folded_needs_no_cards_and_who_wins_unseen_none_either() -> None:
    actions = ("d dh p1 ????", "d dh p2 ????", "p2 cbr 30", "p1 f")
    result = replay(read_phh(hand(*actions, finishing_stacks="[90, 110]")), RULES)
    assert result.passed, result.refusal
