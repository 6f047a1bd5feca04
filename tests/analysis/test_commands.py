"""The commands as a person or a program meets them."""

import json
import re
import subprocess
import sys
from fractions import Fraction

import pytest
import typer
from typer.testing import CliRunner

from croupier.analysis.catalogue import adopt
from croupier.analysis.compared import money_diff
from croupier.analysis.figures import AnalysisError
from croupier.analysis.notice import WORDS, listen, when_compiling
from croupier.cli.mathematics.analysis import register

app = typer.Typer()
register(app)


def said(*arguments: str) -> str:
    result = CliRunner().invoke(app, arguments)
    assert result.exit_code == 0, result.output
    return result.stdout


def refused(*arguments: str) -> str:
    result = CliRunner().invoke(app, arguments)
    assert result.exit_code == 2
    return " ".join(result.output.split())


def test_json_has_what_a_program_needs() -> None:
    [bonus] = json.loads(said("edge", "rws-multilink@3", "--bet", "bonus", "--json"))
    assert {"bet", "ev", "house_edge", "sd", "outcomes", "exact", "rational", "paragraphs"} <= set(bonus)
    assert bonus["exact"] is True
    assert float(Fraction(bonus["rational"])) == bonus["ev"] == -bonus["house_edge"]
    assert {"name", "probability", "net"} <= set(bonus["outcomes"][0])


def test_all_bets_at_once() -> None:
    bets = json.loads(said("edge", "rws-multilink@3", "--meter", "100,000", "--json"))
    assert [bet["bet"] for bet in bets] == ["main", "bonus", "progressive"]
    assert bets[2]["assumed"]["meter"] == "100,000"


def test_a_person_sees_edge_and_paragraphs() -> None:
    words = said("edge", "rws-multilink@3", "--bet", "progressive", "--set", "ML-A04=reset")
    assert "60.2364%" in words
    assert "¶3.8" in words
    assert "royal flush" in words


def test_strategy_and_advice() -> None:
    words = said("strategy", "rws-multilink@3")
    assert "fold" in words
    assert "Starting hands" in words
    assert "place the Turn" in said("strategy", "rws-multilink@3", "--cards", "9h8h", "--board", "7h6c2s")


def test_one_hand_of_free_bet_with_every_value() -> None:
    table = json.loads(said("strategy", "mbs-freebet@3", "--cards", "Tc6d", "--dealer", "9h", "--json"))
    # The chart says surrender 16 against a nine, or else hit; half of the wager is lost with surrender.
    assert [row[0] for row in table["rows"]][:2] == ["surrender", "hit"]
    assert table["rows"][0][1:] == ["-0.500000", "best"]
    lines = said("strategy", "mbs-freebet@3", "--cards", "8c8d", "--decks", "1").splitlines()
    assert sum(line.endswith("split ") for line in lines) == 10


def test_equity() -> None:
    found = json.loads(said("equity", "AsKs", "QhQd", "--board", "2c7dJs", "--json"))
    assert found["is_exact"]
    assert found["showdowns"] == 990
    assert "53.7" in said("equity", "AsKs", "QhQd")


def test_simulate(tmp_path) -> None:
    file = str(tmp_path / "run.json")
    arguments = ("simulate", "rws-multilink@3", "--batch", "5000", "--cores", "1", "--checkpoint", file)
    found = json.loads(said(*arguments, "--rounds", "1e4", "--json"))
    assert found["run"]["tally"]["rounds"] == 10_000
    assert "20,000 rounds" in said(*arguments, "--rounds", "20,000")


def test_report_needs_nothing_else(tmp_path) -> None:
    file = tmp_path / "par.html"
    said("report", "rws-multilink@3", "-o", str(file))
    page = file.read_text()
    assert page.count("<svg") >= 5
    assert not re.findall(r'(?:src|href)="(?!#)', re.sub(r"<svg.*?</svg>", "", page, flags=re.DOTALL))
    assert "<script" not in page
    assert "-578107733/28381438800" in page
    for paragraph in ("1.11", "3.13", "4.1.1", "4.2", "1.20"):
        assert paragraph in page
    for title in ("Return against the meter", "Net result of a round", "Result over time"):
        assert title in page


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("edge", "rws-multilink@909"), "did you mean 'rws-multilink@"),
        (("edge", "rws-multilink@3", "--bet", "bonsu"), "did you mean 'bonus'"),
        (("edge", "rws-multilink@3", "--meter", "-1"), "give 0 or more"),
        (("edge", "rws-multilink@3", "--meter", "much"), "is not an amount"),
        (("edge", "rws-multilink@3", "--bet-size", "0"), "0.01 or more"),
        (("edge", "rws-multilink@3", "--decks", "2"), "no figure depends on decks"),
        (("edge", "mbs-freebet@3", "--decks", "9"), "allowed: 1 to 8"),
        (("edge", "mbs-freebet@3", "--decks", "0"), "allowed: 1 to 8"),
        (("edge", "rws-multilink@3", "--set", "ML-A04"), "NAME=VALUE"),
        (("edge", "rws-multilink@3", "--set", "ML-A04=half"), "allowed: deduct, reset, none"),
        (("edge", "rws-multilink@3", "--set", "ML-A02=x"), "increment_timing"),
        (("edge", "rws-multilink@3", "--set", "ML-A12=x"), "cannot be switched"),
        (("equity", "AsKs", "AsQd"), "one deck has each card once"),
        (("equity", "AsKs", "QhQd", "--board", "1x"), "is not a card"),
        (("strategy", "rws-multilink@3", "--cards", "As"), "two cards"),
        (("strategy", "mbs-freebet@3", "--cards", "As"), "two cards or more"),
        (("strategy", "mbs-freebet@3", "--cards", "TsKdQc"), "over 21"),
        (("strategy", "mbs-freebet@3", "--decks", "1", "--cards", "TsTs"), "the shoe has 1"),
        (("strategy", "mbs-freebet@3", "--cards", "TsTd", "--marker"), "split for money"),
        (("strategy", "mbs-freebet@3", "--cards", "AsKd", "--board", "2c7d9h"), "--dealer 9h"),
        (("strategy", "mbs-freebet@3", "--dealer", "9h"), "--cards Tc6d"),
        (("strategy", "rws-multilink@3", "--cards", "AsKd", "--dealer", "9h"), "for mbs-freebet"),
        (("strategy", "rws-poker@7", "--cards", "AsKd"), "croupier equity"),
        (("strategy", "rws-multilink@3", "--board", "2c7d9h"), "give your two cards too"),
        (("simulate", "rws-multilink@3", "--rounds", "many"), "one like 10000 or 1e6"),
        (("simulate", "rws-multilink@3", "--rounds", "1.5"), "one like 10000 or 1e6"),
        (("simulate", "rws-multilink@3", "--rounds", "0"), "ask for 1 to"),
        (("simulate", "rws-multilink@3", "--cores", "0"), "1 or more"),
    ],
)
def test_wrong_questions_are_refused_with_what_is_allowed(arguments: tuple[str, ...], words: str) -> None:
    assert words in refused(*arguments)


def test_what_a_new_edition_does_to_every_bet() -> None:
    found = {
        each.bet: each for each in money_diff(adopt("rws-multilink@2", {}), adopt("rws-multilink@3", {}))
    }
    assert not found["main"].significant
    assert not found["bonus"].significant
    # At a bet of 5 the minor lines return 2,507,600 / 12,994,800 before and 957,440 / 2,598,960 after.
    change = Fraction(957_440, 2_598_960) - Fraction(2_507_600, 12_994_800)
    assert found["progressive"].change == pytest.approx(float(change))
    assert found["progressive"].significant


def test_editions_of_different_games_are_not_compared() -> None:
    with pytest.raises(AnalysisError, match="different games"):
        money_diff(adopt("rws-multilink@3", {}), adopt("mbs-freebet@3", {}))


def test_commands_load_no_kernel_before_they_run() -> None:
    code = (
        "import sys, typer; from croupier.cli.mathematics.analysis import register; register(typer.Typer());"
        "print([name for name in ('numba', 'numpy', 'matplotlib', 'distributed') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_compilation_is_announced_once_and_loading_is_not() -> None:
    from numba import njit

    listen()
    heard: list[str] = []
    with when_compiling(heard.append):
        first, second = njit(lambda x: x + 1), njit(lambda x: x + 2)
        assert first(1) + second(1) == 5
        assert first(2) == 3
    assert heard == [WORDS]
    with when_compiling(heard.append):
        assert first(3) == 4
    assert heard == [WORDS]
