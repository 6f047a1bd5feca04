"""Catalogues: what they say has the values of what it stands for, and hands are told in every language."""

import ast
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec import json

from croupier.cards import words_of
from croupier.cli import extracting
from croupier.cli.languages import languages
from croupier.languages import FOLDER, has_same_values, language, names, translations
from croupier.messages import Language, Message, kept, recalled


@pytest.mark.parametrize("name", names()[1:])
def test_a_translation_mentions_the_values_of_its_template(name: str) -> None:
    assert [each for each in translations(name).items() if not has_same_values(*each)] == []


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
    written = extracting.files(extracting.of_the_house(), FOLDER)
    assert [path.name for path, body in written if path.read_bytes() != body] == []


def test_what_is_counted_elsewhere_is_also_said_of_one() -> None:
    """ "player" is a role, and the first form of "player", "players": one entry of a catalogue."""
    assert [translations(name).get("player") for name in ("zh", "ms")] == ["玩家", "pemain"]
    assert translations("zh")["player | players"] == "玩家"


def test_the_languages_are_counted(capsys: pytest.CaptureFixture[str]) -> None:
    languages()
    counted = {line.split()[0]: line.split()[1:] for line in capsys.readouterr().out.splitlines()}
    assert int(counted["zh"][0]) > int(counted["ms"][0]) > 1_000
    languages("ms")
    assert len(capsys.readouterr().out.splitlines()) == int(counted["ms"][4])


def test_a_place_that_a_game_wrote_down_is_told() -> None:
    said = [language("zh").say(Message("{to:text}", {"to": to})) for to in ("box 3", "Dealer", "Ann 3")]
    assert said == ["3 号位", "荷官", "Ann 3"]


# Arguments and fields that people read, whoever is called.
_READ = ("notice", "question", "reason", "waits_for", "warning", "way_on", "words")
# Programs read these, or a person at a keyboard: the command line says them in English.
_ELSEWHERE = ("arena", "cli", "client", "envs", "faults", "phh", "simulator")


def _put_together(node: ast.expr) -> Iterator[ast.expr]:
    """Where a text is made of pieces: no catalogue has it."""
    match node:
        case ast.JoinedStr() | ast.Call(func=ast.Name(id="str")):
            yield node
        case ast.Call(func=ast.Attribute(attr="format" | "join")) | ast.BinOp(op=ast.Mod()):
            yield node
        case ast.BinOp(op=ast.Add(), left=left, right=right):
            if any(isinstance(each, ast.Constant | ast.JoinedStr) for each in (left, right)):
                yield node
        case ast.IfExp(body=one, orelse=other):
            yield from (*_put_together(one), *_put_together(other))
        case ast.BoolOp(values=values) | ast.Tuple(elts=values) | ast.Dict(values=values):
            yield from (found for value in values for found in _put_together(value))


def _never_said(source: str) -> Iterator[int]:
    """The lines on which something that a person reads is put together from pieces."""
    tree = ast.parse(source)
    named = extracting.named_in(tree)
    for call in (node for node in ast.walk(tree) if isinstance(node, ast.Call)):
        function = extracting.called_by(call.func)
        if function in ("debug", "info", "warning", "error", "exception"):
            continue  # a log is read in English
        takes = extracting.CALLS.get(function, ())
        for argument in extracting.taken(call, (*takes, *_READ)):
            for value in (argument, *(named[argument.id] if isinstance(argument, ast.Name) else ())):
                yield from (found.lineno for found in _put_together(value))


def test_nothing_that_people_read_is_put_together_from_pieces() -> None:
    """A sentence made of pieces stays English in every language."""
    made = 'refuse(cites, f"it is {name}")\nif bad:\n    said = "no " + name\n    refuse(cites, said)'
    assert list(_never_said(made)) == [1, 3]
    found = []
    for path in sorted(extracting.SOURCE.rglob("*.py")):
        file = path.relative_to(extracting.SOURCE)
        if file.parts[0] not in (*_ELSEWHERE, "analysis"):
            found += [f"{file}:{line}" for line in _never_said(path.read_text(encoding="utf-8"))]
    assert found == []


def test_a_number_chooses_the_form() -> None:
    one_or_many = Message("{count:count} event follows | {count:count} events follow", {"count": 1})
    assert str(one_or_many) == "1 event follows"
    assert str(Message(one_or_many.template, {"count": 1200})) == "1,200 events follow"
    forms = {one_or_many.template: "{count:count} plik | {count:count} pliki | {count:count} plików"}
    polish = Language(
        "pl",
        lambda template: forms.get(template, template),
        {},
        form_for=lambda count: 0 if count == 1 else 1 if count % 10 in (2, 3, 4) and count != 12 else 2,
    )
    told = [polish.say(Message(one_or_many.template, {"count": count})) for count in (1, 3, 12)]
    assert told == ["1 plik", "3 pliki", "12 plików"]


def test_a_record_keeps_what_it_says_in_any_language() -> None:
    inner = Message("{setting:text} {amount:money}", {"setting": "Ante", "amount": 500_00})
    message = Message("a new jackpot {title}: {settings:list}", {"title": "Grand", "settings": [inner]})
    again = recalled(json.decode(json.encode(kept(message))))
    assert again == message
    assert language("zh").say(again) == "新累积奖金 Grand：底注 500"


def test_the_sentences_of_a_guest_are_listed_as_untranslated(tmp_path: Path) -> None:
    """Whoever writes a game sees what is left to translate, and gets a catalogue to do it in."""
    folder = Path(__file__).parents[1] / "examples" / "three_card_poker"
    environment = os.environ | {"CROUPIER_GAMES": "three_card_poker", "PYTHONPATH": _path(folder.parent)}
    left = _ran(environment, "languages", "ms").splitlines()
    assert "bet {amount:money} on pair plus" in left
    copy = tmp_path / "guests" / "three_card_poker"
    shutil.copytree(folder, copy)
    (copy / "languages" / "ms.po").write_text(
        'msgid ""\nmsgstr ""\n"Plural-Forms: nplurals=1; plural=0;\\n"\n'
    )
    environment["PYTHONPATH"] = _path(copy.parent)
    assert _ran(environment, "languages", "--update").split() == [
        str(copy / "languages" / f"{name}.po") for name in ("ms", "zh")
    ]
    told = (copy / "languages" / "ms.po").read_text()
    assert 'msgid "bet {amount:money} on pair plus"\nmsgstr ""' in told
    assert "it is the turn of" not in told, "the house has that in its own"
    assert "下对子加注" in (copy / "languages" / "zh.po").read_text()


def test_a_terminal_speaks_the_language_of_its_locale() -> None:
    scenario = "scenarios/rws-poker/settlement/walk.scenario"
    chinese = os.environ | {"LC_ALL": "zh_CN.UTF-8", "PYTHONPATH": str(extracting.SOURCE.parent)}
    chinese.pop("LANGUAGE", None)
    assert "发" in _ran(chinese, "run", scenario)
    refused = _run(chinese, "rules", "show", "rws-poker@977")
    assert "没有规则版本“rws-poker@977”" in refused.stderr
    english = _run(chinese | {"LC_ALL": "C"}, "rules", "show", "rws-poker@977")
    assert "there is no edition 'rws-poker@977'" in english.stderr


def _path(folder: Path) -> str:
    return os.pathsep.join((str(folder), str(extracting.SOURCE.parent)))


def _ran(environment: dict[str, str], *words: str) -> str:
    done = _run(environment, *words)
    assert done.returncode == 0, done.stderr
    return done.stdout


def _run(environment: dict[str, str], *words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "croupier", *words]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
