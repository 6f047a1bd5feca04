"""The command line as a person meets it."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.testing import CliRunner, Result

from croupier.cli import app

ROOT = Path(__file__).parents[2]


def croupier(*arguments: str) -> Result:
    return CliRunner().invoke(app, arguments, env={"COLUMNS": "160", "TERM": "dumb"})


def test_help_names_every_command() -> None:
    result = croupier("--help")
    assert result.exit_code == 0
    for command in ("run", "play", "serve", "rules", "edge", "audit"):
        assert command in result.stdout


def test_every_command_shows_an_example_in_its_help() -> None:
    def bare(command: Any, path: str) -> Iterator[str]:
        children = getattr(command, "commands", {})
        for name, each in children.items():
            yield from bare(each, f"{path} {name}")
        if not children and path not in (command.epilog or ""):
            yield path

    assert not list(bare(typer.main.get_command(app), "croupier"))


def test_list_shows_all_editions() -> None:
    result = croupier("rules", "list")
    assert result.exit_code == 0
    for line in ("rws-poker@7", "2023-04-19 08:00+08:00", "169", "mbs-freebet@3", "194"):
        assert line in result.stdout


def test_show_gives_gist_key_other_editions_and_readings() -> None:
    result = croupier("rules", "show", "rws-poker@7", "3.12.3")
    assert result.exit_code == 0
    for text in ("short_all_in", "rws-poker@6 ¶3.15.3", "AI2", "all_in_raise_threshold"):
        assert text in result.stdout


def test_show_finds_a_rule_by_its_key() -> None:
    assert "¶3.12.3" in croupier("rules", "show", "rws-poker@7", "short_all_in").stdout


@pytest.mark.parametrize(
    ("edition", "paragraph", "plan"),
    [
        ("rws-poker@6", "3.9", "seat 1, seat 2, seat 1, seat 2"),
        ("rws-poker@7", "3.9.1", "Burnt Card, seat 1, seat 2, seat 1, seat 2"),
        ("rws-poker@7", "3.9.3", "Burnt Card, Flop, Flop, Flop"),
        ("rws-multilink@3", "3.12.1", "Flop, Flop, Flop, Turn Card, River Card"),
        ("mbs-freebet@3", "3.18", "area 1, area 2, Dealer, area 1, area 2"),
    ],
)
def test_a_paragraph_is_shown_with_the_plan_of_its_deal(edition: str, paragraph: str, plan: str) -> None:
    shown = croupier("rules", "show", edition, paragraph).stdout
    assert plan in next(line for line in shown.splitlines() if line.startswith("plan: "))


def test_a_paragraph_is_shown_with_its_mistakes_and_what_follows() -> None:
    shown = croupier("rules", "show", "rws-poker@7", "5.2.7").stdout
    assert "mistake: left out or extra hand of hole cards (looked): void" in " ".join(shown.split())


@pytest.mark.parametrize(
    ("edition", "paragraph", "follows"),
    [
        ("mbs-freebet@3", "5.17", "follows: Area {area} acts now; next: {cards}"),
        ("mbs-freebet@3", "5.7", "follows: {card} was drawn to the Dealer's completed hand and is discarded"),
        ("rws-poker@7", "5.9", "follows: The {street} {cards} is exposed too early and taken back"),
        ("rws-multilink@3", "5.13", "follows: {cards} lies face up and is used when it comes"),
    ],
)
def test_an_irregularity_without_a_row_names_what_its_code_does(
    edition: str, paragraph: str, follows: str
) -> None:
    assert follows in croupier("rules", "show", edition, paragraph).stdout.splitlines()


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("rules", "show", "rws-poker@908"), "did you mean"),
        (("rules", "show", "rws-poker@7", "3.99"), "no paragraph or rule"),
        (("rules", "diff", "rws-poker@6", "mbs-freebet@3"), "different games"),
        (("run", "nothing.txt"), "there is no file or folder nothing.txt"),
        (("run", "README.md"), ".scenario"),
        (("equity", "--at", "nonsense"), "is not an edition; a position begins with one"),
        (("restore", "nowhere", "--store", "nowhere.db"), "nowhere is not a backup"),
        (("rules", "coverage", "rws-poker@7", "--scenarios", "nowhere"), "not a folder"),
    ],
)
def test_mistakes_are_explained_without_a_traceback(arguments: tuple[str, ...], says: str) -> None:
    result = croupier(*arguments)
    assert result.exit_code == 2
    assert says in result.stderr
    assert "Traceback" not in result.output


def test_diff_puts_behaviour_first() -> None:
    text = croupier("rules", "diff", "rws-poker@6", "rws-poker@7").stdout
    order = [text.index(title) for title in ("Behaviour changes", "New rules", "Reworded", "Moved")]
    assert order == sorted(order)
    assert "5.10.2" in text


def test_diff_prices_a_reading() -> None:
    """The jackpot stake of 5 comes back with a win; the main game does not care."""
    said = croupier("rules", "diff", "rws-multilink@2", "rws-multilink@2", "--money", "--set", "ML-A07=yes")
    lines = {line.split()[0]: line for line in said.stdout.splitlines() if line.strip()}
    assert "nothing" in lines["main"]
    assert "+0.3661%" in lines["progressive"]
    alone = croupier("rules", "diff", "rws-multilink@2", "rws-multilink@2", "--set", "ML-A07=yes")
    assert alone.exit_code == 2
    assert "--money" in alone.stderr


@pytest.mark.soak  # plays the whole rule book; test_rule_book does so edition by edition
def test_coverage_of_all_editions_is_a_line_each() -> None:
    result = croupier(
        "rules", "coverage", "--scenarios", str(ROOT / "scenarios"), "--tests", str(ROOT / "tests")
    )
    assert result.exit_code == 0
    assert "rws-multilink@2" in result.stdout


HAND = """
variant = "NT"
antes = [0, 0]
blinds_or_straddles = [5, 10]
min_bet = 10
starting_stacks = [1000, 1000]
actions = ["d dh p1 AsKd", "d dh p2 QhQc", "p2 cbr 30", "p1 f"]
finishing_stacks = [990, 1010]
"""


def test_a_hand_history_is_replayed_and_its_stacks_compared(tmp_path: Path) -> None:
    path = tmp_path / "hand.phh"
    path.write_text(HAND)
    assert croupier("run", str(path), "--edition", "rws-poker@6").exit_code == 0
    path.write_text(HAND.replace("[990, 1010]", "[995, 1005]"))
    result = croupier("run", str(path))
    assert result.exit_code == 1
    assert "990, the file says 995" in result.stdout


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("croupier ru", ["run", "rules"]),
        ("croupier edge rws-m", ["rws-multilink@2", "rws-multilink@3"]),
        ("croupier rules diff rws-poker@6 mbs", ["mbs-freebet@3"]),
    ],
)
def test_a_shell_completes_commands_and_editions(typed: str, offered: list[str]) -> None:
    asked = {
        "_CROUPIER_COMPLETE": "complete_bash",
        "COMP_WORDS": typed,
        "COMP_CWORD": str(len(typed.split()) - 1),
    }
    assert CliRunner().invoke(app, (), prog_name="croupier", env=asked).stdout.split() == offered


@pytest.mark.parametrize(
    ("edition", "paragraph", "line"),
    [
        ("rws-poker@7", "5.8", "missed burn or together of flop, turn or river (in time): take back"),
        ("rws-poker@7", "5.2.6", "short or surplus of hole cards (any seen): void"),
        ("mbs-freebet@3", "5.21.2", "missed burn of initial cards: stands"),
    ],
)
def test_a_paragraph_says_which_mistakes_it_decides(edition: str, paragraph: str, line: str) -> None:
    assert line in croupier("rules", "show", edition, paragraph).stdout
