"""What editions say in another language: complete, and the same figures, cards and paragraphs."""

import re
from pathlib import Path

import pytest

from croupier.rulebook import EditionError, Library, RulebookError, compare, library
from croupier.rulebook.library import SHIPPED
from croupier.rulebook.numbers import mentions
from croupier.rulebook.translation import read_words, said, texts

GAMES = library().games
_FIGURES = re.compile(r"\d(?:[\d,.:]*\d)?%?")
_LETTERS = re.compile(r"(?<![A-Za-z])[AKQJ](?![A-Za-z])")
_DRAWING = re.compile("Appendix|drawing")  # whose A is no ace
_CARDS = {"ace": "A", "king": "K", "queen": "Q", "jack": "J"}
_KEPT = {"BET", "Bet", "SHOWDOWN", "BETTING", "ROUND", "SGD"}  # as they are printed or defined


def words(game: str) -> dict[str, str]:
    return read_words(SHIPPED / "zh" / f"{game}.toml")


@pytest.mark.parametrize("game", GAMES)
def test_everything_in_our_words_is_known_in_chinese(game: str) -> None:
    told = {text for edition in library().editions(game) for text in texts(edition) if text}
    assert len(told) > 300
    known = words(game)
    assert {text for text in told if said(text, known) is None} == set(), "without a translation"
    assert set(known) - told == set(), "no edition says this any more"


@pytest.mark.parametrize("game", GAMES)
def test_figures_and_cards_are_the_same_in_both_languages(game: str) -> None:
    def figures(text: str) -> list[str]:
        return sorted(_FIGURES.findall(text))

    def cards(english: str) -> set[str]:
        return {_CARDS[one] for one in re.findall(r"\b(ace|king|queen|jack)s?\b", english.lower())}

    differ = {
        english: chinese
        for english, chinese in words(game).items()
        if figures(english) != figures(chinese)
        or (not _DRAWING.search(english) and cards(english) != set(_LETTERS.findall(chinese)))
    }
    assert differ == {}


@pytest.mark.parametrize("game", GAMES)
def test_no_english_is_left_in_chinese(game: str) -> None:
    left = {
        chinese
        for chinese in words(game).values()
        if set(re.findall(r"[A-Za-z]{2,}", chinese)) - _KEPT or not re.search(r"[\u4e00-\u9fff]", chinese)
    }
    assert left == set()


def test_a_translation_follows_a_paragraph_that_moved() -> None:
    english, chinese = next(
        (text, other) for text, other in words("rws-multilink").items() if mentions(text) == ("5.10",)
    )
    moved = said(english.replace("5.10", "5.11"), words("rws-multilink"))
    assert moved == chinese.replace("5.10", "5.11") != chinese
    assert said("No book says 5.11.", words("rws-multilink")) is None


def test_an_edition_in_another_language_is_otherwise_the_same() -> None:
    plain, told = library().get("rws-poker@7"), library().said_in("zh", "rws-poker@7")
    assert told.paragraphs["5.12"].gist == "抢先的行动撤回，依次序重做，受下列限制。"
    assert told.paragraphs.keys() == plain.paragraphs.keys()
    assert (told.rules, told.parameters, told.policies) == (plain.rules, plain.parameters, plain.policies)
    assert [setting.default for setting in told.settings.values()] == [
        setting.default for setting in plain.settings.values()
    ]
    before = library().said_in("zh", "rws-poker@6")
    assert compare(before, told).behaviour[0].name == "发底牌前的烧牌"


@pytest.mark.parametrize("language", ["en", "fr", "../zh"])
def test_a_language_that_nobody_has_written_stays_english(language: str) -> None:
    assert library().said_in(language, "rws-poker@7") is library().get("rws-poker@7")


def test_a_folder_of_drafts_may_bring_words_of_its_own(tmp_path: Path) -> None:
    (tmp_path / "zh").mkdir()
    file = tmp_path / "zh" / "rws-poker.toml"
    gist = library().get("rws-poker@7").paragraphs["2.1"].gist
    file.write_text(f'[paragraphs]\n"{gist}" = "台面"\n', encoding="utf-8")
    assert Library(tmp_path).said_in("zh", "rws-poker@7").paragraphs["2.1"].gist == "台面"
    file.write_text(f'[paragraphs]\n"{gist}" = ""\n', encoding="utf-8")
    with pytest.raises(EditionError, match="no translation"):
        Library(tmp_path).said_in("zh", "rws-poker@7")
    file.write_text('[paragraphs]\n"one" = "一"\n[readings]\n"one" = "两"\n', encoding="utf-8")
    with pytest.raises(RulebookError, match="two ways"):
        Library(tmp_path).said_in("zh", "rws-poker@7")
