"""Catalogues: what they say has the values of what it stands for, and hands are told in every language."""

import re

import pytest

from croupier.cards import words_of
from croupier.cli.languages import languages
from croupier.languages import catalogue, has_same_values, language, names
from croupier.messages import Message
from tests.words import files


@pytest.mark.parametrize("name", names()[1:])
def test_a_translation_mentions_the_values_of_its_template(name: str) -> None:
    entries = [(entry.id, entry.string) for entry in catalogue(name) if entry.id and entry.string]
    assert [(said, words) for said, words in entries if not has_same_values(str(said), str(words))] == []


@pytest.mark.parametrize("name", names()[1:])
def test_every_hand_is_told(name: str) -> None:
    english = re.compile(r"\b(Ace|King|Queen|Jack|Ten|Pairs?|Flush|Straight|of|over|and|high)\b")
    for strength in range(1, 7463):
        said = language(name).say(Message("{hand:text}", {"hand": words_of(strength)}))
        assert not english.search(said), said


def test_a_settlement_is_said_with_the_amounts_that_there_are() -> None:
    values = {"box": 3, "hand": "Two Pairs, Aces and Kings, Ten kicker", "paid": 5_00}
    said = language("zh").say(Message("Box {box}, {hand:text}: {paid:money} paid", values))
    assert said == "3 号位，两对、A、K、踢脚 10：付 5"


def test_the_catalogues_have_every_template_there_is() -> None:
    """`make words` writes them anew."""
    assert [path.name for path, body in files() if path.read_bytes() != body] == []


def test_the_languages_are_counted(capsys: pytest.CaptureFixture[str]) -> None:
    languages()
    counted = {line.split()[0]: line.split()[1:] for line in capsys.readouterr().out.splitlines()}
    assert int(counted["zh"][0]) > int(counted["ms"][0]) > 1_000
    languages("ms")
    assert len(capsys.readouterr().out.splitlines()) == int(counted["ms"][4])


def test_a_place_that_a_game_wrote_down_is_told() -> None:
    said = [language("zh").say(Message("{to:text}", {"to": to})) for to in ("box 3", "Dealer", "Ann 3")]
    assert said == ["3 号位", "荷官", "Ann 3"]
