"""Drafting an edition from the command line: write, check, and use it wherever an edition is asked for."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from croupier.cli import app
from croupier.rulebook.library import EDITIONS, library

ROOT = Path(__file__).parents[2]


@pytest.fixture(autouse=True)
def shipped_again() -> Iterator[None]:
    """What a command leaves in the environment is for the processes it starts, not for the next test."""
    yield
    os.environ.pop(EDITIONS, None)
    library.cache_clear()


def croupier(*arguments: str) -> Result:
    return CliRunner().invoke(app, arguments, env={"COLUMNS": "160", "TERM": "dumb"})


@pytest.fixture
def drafts(tmp_path: Path) -> Path:
    folder = tmp_path / "drafts"
    result = croupier("rules", "draft", "rws-poker@908", "--from", "rws-poker@7", "--editions", str(folder))
    assert result.exit_code == 0, result.output
    return folder


def change(drafts: Path, text: str) -> None:
    with (drafts / "rws-poker@908.toml").open("a", encoding="utf-8") as file:
        file.write(text)


def test_a_draft_is_a_small_file_that_loads_and_changes_nothing(drafts: Path) -> None:
    assert len((drafts / "rws-poker@908.toml").read_text().splitlines()) < 80
    result = croupier("rules", "check", str(drafts))
    assert result.exit_code == 0
    assert "rws-poker@908: can be played" in result.stdout
    assert "nothing differs from rws-poker@7 yet" in result.stdout


def test_every_comment_of_a_draft_is_true_and_can_be_uncommented(drafts: Path) -> None:
    file = drafts / "rws-poker@908.toml"
    start, _, rest = file.read_text().partition("# [parameters]")
    parameters, _, after = rest.partition("# [[change]]")
    changed = parameters.replace("\n# ", "\n").partition("[settings.NAME]")[0]
    file.write_text(f"{start}[parameters]{changed}# {after}")
    assert "nothing differs from rws-poker@7 yet" in croupier("rules", "check", str(drafts)).stdout


def test_check_tells_what_is_wrong_and_what_is_missing(drafts: Path) -> None:
    change(drafts, "\n[parameters]\nmissed_turns_deemed_left = { value = 3 }\n")
    result = croupier("rules", "check", str(drafts))
    assert "nothing tells what missed_turns_deemed_left, absence_limit changes" in result.stdout
    assert "does its gist still hold?" in result.stdout
    change(drafts, "\n[policies]\nmised_street_burn = 'x'\n")
    result = croupier("rules", "check", str(drafts))
    assert result.exit_code == 1
    assert "did you mean 'missed_street_burn'?" in result.stdout


def test_a_draft_is_shown_compared_and_played(drafts: Path) -> None:
    change(
        drafts, "\n[renumbered]\n'5.12' = '5.12.9'\n[parameters]\nmissed_turns_deemed_left = { value = 3 }\n"
    )
    where = ("--editions", str(drafts))
    assert (
        "same rule: rws-poker@7 ¶5.12" in croupier("rules", "show", "rws-poker@908", "5.12.9", *where).stdout
    )
    assert (
        "missed_turns_deemed_left" in croupier("rules", "diff", "rws-poker@7", "rws-poker@908", *where).stdout
    )
    scenario = ROOT / "scenarios" / "rws-poker" / "seats" / "joining.scenario"
    result = croupier("run", "-q", str(scenario), *where)
    assert "3 passed, 0 failed" in result.stdout


def test_a_draft_is_never_written_over_another(drafts: Path) -> None:
    result = croupier("rules", "draft", "rws-poker@908", "--from", "rws-poker@7", "--editions", str(drafts))
    assert result.exit_code == 2
    assert "is there already" in result.stderr


def test_a_draft_does_not_take_the_name_of_an_edition_that_ships(tmp_path: Path) -> None:
    """Two of one name would make the folder unreadable for every command."""
    folder = tmp_path / "d"
    result = croupier("rules", "draft", "rws-poker@7", "--from", "rws-poker@6", "--editions", str(folder))
    assert result.exit_code == 2
    assert "rws-poker@7 is there already" in result.stderr
    assert not folder.exists()


@pytest.mark.parametrize("name", ["rws-poker@7", "rws-poker@x", "rws-multilink@908", "rws-poker"])
def test_a_draft_is_a_later_version_of_its_game(name: str, tmp_path: Path) -> None:
    result = croupier("rules", "draft", name, "--from", "rws-poker@7", "--editions", str(tmp_path / "d"))
    assert result.exit_code == 2
    assert "a later version of rws-poker" in result.stderr


def test_a_folder_that_is_not_there_is_named() -> None:
    result = croupier("rules", "list", "--editions", "nowhere")
    assert result.exit_code == 2
    assert "nowhere is not a directory of editions" in result.stderr.replace("\n", "")


def test_settings_lists_everything_that_can_be_chosen() -> None:
    text = croupier("rules", "settings", "mbs-freebet@3").stdout
    for name in ("dealer_draws_to_soft", "main.blackjack", "3 to 2", "decks", "1 to 8", "Readings"):
        assert name in text
    (line,) = [line for line in text.splitlines() if line.startswith("pay_blackjack_immediately_vs_ten")]
    assert line.split()[-1] == "FB-A12"  # its number in the record of readings


def test_show_names_the_code_of_a_paragraph() -> None:
    assert "code: games/freebet/" in croupier("rules", "show", "mbs-freebet@3", "3.34").stdout
