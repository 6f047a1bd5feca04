"""A person at the terminal, from sitting down to the end of a Round."""

import pytest
from typer.testing import CliRunner, Result

from croupier.cli import app

FIRST_OPTION = "1\n" * 60


def play(edition: str, typed: str, *more: str) -> Result:
    return CliRunner().invoke(
        app, ["play", edition, "--rounds", "1", *more], input=typed, env={"COLUMNS": "200"}
    )


@pytest.mark.parametrize(("edition", "round_of_play"), [("rws-poker@6", "¶1.35"), ("rws-poker@7", "¶1.36")])
def test_a_round_of_poker(edition: str, round_of_play: str) -> None:
    result = play(edition, FIRST_OPTION, "--bots", "2")
    assert result.exit_code == 0, result.output
    assert "Place your Blind Bets" in result.output
    assert f"The Round is settled {round_of_play}" in result.output


@pytest.mark.parametrize("edition", ["rws-multilink@2", "rws-multilink@3"])
def test_a_round_of_multi_link(edition: str) -> None:
    result = play(edition, "ante 50 on box 1\nready\n" + FIRST_OPTION, "--bots", "0")
    assert result.exit_code == 0, result.output
    assert "Guest bets 50 on the ante of box 1" in result.output
    assert "No more bets" in result.output


def test_a_round_of_free_bet_with_two_decks() -> None:
    typed = (
        "wager 50 on area 1\nno further bets from me\n" + "\nstand on area 1\n" * 20
    )  # no surrender, no insurance
    result = play("mbs-freebet@3", typed, "--bots", "0", "--set", "decks=2")
    assert result.exit_code == 0, result.output
    assert "The Round is over" in result.output


def test_what_cannot_be_read_is_asked_again() -> None:
    result = play("mbs-freebet@3", "sing\nwager 5 on area 1\nhit\nq\n", "--bots", "0")
    assert "no command reads “sing”; try " in result.output
    assert "amount 25 to 1,000" in result.output
    assert "or the words beside it" in result.output
    assert "You leave the table" in result.output


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("rws-poker@909",), "did you mean"),
        (("rws-poker@7", "--set", "rake_percent=6"), "5%"),
        (("rws-poker@7", "--set", "rake_percent"), "name=value"),
        (("rws-poker@7", "--chips", "lots"), "not an amount"),
        (("rws-poker@7", "--at", "nonsense"), "should be followed by ="),
    ],
)
def test_a_table_that_cannot_be_opened_says_why(arguments: tuple[str, ...], says: str) -> None:
    result = CliRunner().invoke(app, ["play", *arguments], env={"COLUMNS": "200"})
    assert result.exit_code == 2
    assert says in result.stderr


@pytest.mark.parametrize(
    "arguments",
    [("rws-poker@7", "--bots", "0"), ("mbs-freebet@3", "--chips", "5"), ("rws-poker@7", "--chips", "5")],
)
def test_a_table_that_cannot_begin_says_what_it_needs(arguments: tuple[str, ...]) -> None:
    result = CliRunner().invoke(app, ["play", *arguments, "--plain"], env={"COLUMNS": "200"})
    assert "it needs more players (--bots) or more chips (--chips)" in result.stdout
