"""Rule coverage counts what is exercised, and shows what is not."""

from pathlib import Path

from croupier.table.coverage import Witness, coverage, marked_test_witnesses, scenario_witnesses
from high_card import CATALOGUE

EXAMPLES = Path(__file__).parents[2] / "examples" / "high_card"
EDITION = CATALOGUE.library.get("high-card@1")


def missing(witnesses: list[Witness]) -> list[str]:
    return [row.paragraph.number for row in coverage(EDITION, witnesses) if row.is_missing]


def test_the_example_game_is_covered_by_its_scenarios() -> None:
    assert missing(list(scenario_witnesses(EXAMPLES / "scenarios", CATALOGUE, "high-card"))) == []


def test_an_executable_paragraph_that_nobody_exercises_is_found(tmp_path: Path) -> None:
    (tmp_path / "scenarios").mkdir()
    for name in ("rounds", "exposed", "silence", "interruption"):
        text = (EXAMPLES / "scenarios" / f"{name}.scenario").read_text()
        (tmp_path / "scenarios" / f"{name}.scenario").write_text(text.replace("4.1, 4.2", "4.1"))
    found = list(scenario_witnesses(tmp_path / "scenarios", CATALOGUE, "high-card"))
    assert missing(found) == ["4.2"]


def test_a_scenario_that_fails_is_no_witness(tmp_path: Path) -> None:
    (tmp_path / "scenarios").mkdir()
    text = (EXAMPLES / "scenarios" / "rounds.scenario").read_text()
    (tmp_path / "scenarios" / "rounds.scenario").write_text(text.replace("1 = 200", "1 = 201"))
    assert list(scenario_witnesses(tmp_path / "scenarios", CATALOGUE, "high-card")) == []


def test_paragraphs_that_cannot_be_executed_are_not_missed() -> None:
    assert "5.2" not in missing([])
    assert "4.1" in missing([])


def test_marked_tests_are_witnesses(tmp_path: Path) -> None:
    (tmp_path / "test_x.py").write_text(
        "import pytest\n@pytest.mark.paragraphs('high-card@1 4.1', 'high-card@1 4.2')\ndef test_y(): ...\n"
    )
    witnesses = list(marked_test_witnesses(tmp_path))
    assert [(witness.paragraph, witness.where.split("::")[1]) for witness in witnesses] == [
        ("4.1", "test_y"),
        ("4.2", "test_y"),
    ]
