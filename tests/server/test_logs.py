"""Trust 3: no log line carries a card, a seed or a password, whoever writes it."""

import json

import pytest
import structlog

from croupier.server import logs


@pytest.fixture
def written(capsys: pytest.CaptureFixture[str]) -> list[dict[str, object]]:
    return []


def last(capsys: pytest.CaptureFixture[str]) -> dict[str, object]:
    return dict(json.loads(capsys.readouterr().err.splitlines()[-1]))


@pytest.fixture(autouse=True)
def _restore() -> object:
    before = structlog.get_config()
    yield
    structlog.configure(**before)


def test_trust_3_secret_fields_are_dropped(capsys: pytest.CaptureFixture[str]) -> None:
    logs.configure()
    logs.log.info("dealt", table="t1", cards=("As",), seed="ab" * 32, password="x", token="y", state={"a": 1})
    line = last(capsys)
    assert {name: line[name] for name in ("event", "table", "level")} == {
        "event": "dealt",
        "table": "t1",
        "level": "info",
    }
    assert set(line) == {"event", "table", "level", "timestamp"}


def test_trust_3_cards_and_seeds_inside_text_are_blanked(capsys: pytest.CaptureFixture[str]) -> None:
    logs.configure()
    logs.log.warning("odd", words="Seat 3 has As 10♦ and Td", found="seed " + "0f" * 32, program="0f" * 32)
    line = last(capsys)
    assert line["words"] == "Seat 3 has ·· ·· and ··"
    assert line["found"] == "seed …"
    assert line["program"] == "0f" * 32  # the program's own hash is public


def test_the_programs_that_decide_are_named_in_full(capsys: pytest.CaptureFixture[str]) -> None:
    logs.configure()
    logs.log.info("this program decides from here on", program="ab" * 32, previous="cd" * 32)
    line = last(capsys)
    assert (line["program"], line["previous"]) == ("ab" * 32, "cd" * 32)


def test_trust_3_an_error_is_logged_without_its_message(capsys: pytest.CaptureFixture[str]) -> None:
    logs.configure()
    try:
        raise ValueError("the next card is the As")
    except ValueError as error:
        logs.log.error("fault", exc_info=error)
    text = capsys.readouterr().err
    assert "next card" not in text
    line = json.loads(text)
    assert line["error"] == "ValueError"
    assert str(line["where"]).startswith("test_logs.py:")


def test_levels_and_text_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    logs.configure("warning", "text")
    logs.log.info("quiet")
    logs.log.warning("loud", table="t1")
    text = capsys.readouterr().err
    assert "quiet" not in text
    assert "loud" in text
