"""What `croupier rules check` tells of a draft that loads."""

from pathlib import Path

import pytest

from croupier.games import GAMES
from croupier.rulebook import Edition, library, load_edition
from croupier.rulebook.findings import findings
from croupier.rulebook.sources import Words, words_of

from .conftest import Writer

HEADER = '[edition]\nid = "inn-dice@2"\nbased_on = "inn-dice@1"\neffective = 2025-01-02T08:00:00+08:00\n'
# Everything that the inn's code names: all but what a draft adds.
CODE = Words(frozenset({"round_of_play", "matters_not_provided_for", "stake", "winning"}), ())
CHANGE = """
[[change]]
since = "inn-dice@1"
subject = "Stakes"
before = "Small."
after = "Large."
rules = ["stake"]
effect = "{effect}"
"""


def found(write: Writer, text: str) -> tuple[str, ...]:
    base = load_edition(write(('gist = "Sixes win."', 'gist = "Sixes win within the limits of 2.1."')))
    file = base.file.with_name("inn-dice@2.toml")
    file.write_text(HEADER + text, encoding="utf-8")
    return findings(load_edition(file), base, CODE)


def test_nothing_said(write: Writer) -> None:
    assert found(write, "") == ("nothing differs from inn-dice@1 yet",)


def test_an_executable_paragraph_that_no_code_cites(write: Writer) -> None:
    novelty = """
[[paragraph]]
number = "2.3"
kind = "betting"
executable = "{}"
gist = "Double sixes win twice."

[rules]
double_sixes = ["2.3"]
"""
    (told, uncited) = found(write, novelty.format("yes"))
    assert told == "change: nothing tells of the new rule double_sixes"
    assert uncited.startswith("paragraph 2.3: no code cites double_sixes")
    assert found(write, novelty.format("no")) == (told,)


@pytest.mark.parametrize("real", ["", "[settings.stake_min]\nmax = '60.00'\n"])
def test_a_change_of_behaviour_behind_which_nothing_changed(real: str, write: Writer) -> None:
    told = found(write, real + CHANGE.format(effect="behaviour"))
    assert [each[:32] for each in told] == ([] if real else ["change 'Stakes': behaviour, but n"[:32]])
    assert found(write, CHANGE.format(effect="wording")) == ()


@pytest.mark.parametrize("name", library().ids)
def test_what_ships_leaves_nothing_to_be_said(name: str) -> None:
    """Whatever a change follows from is among its rules: no shipped change of behaviour looks empty."""
    edition = library().get(name)
    base = library().get(edition.based_on) if edition.based_on else None
    assert findings(edition, base, Words(frozenset(edition.rules), ())) == ()


def test_a_gist_that_still_names_a_paragraph_that_moved(write: Writer) -> None:
    moved = '[renumbered]\n"2.1+" = "2.5"\n[[paragraph]]\nnumber = "2.6"\ngist = "{}"\n' + CHANGE.format(
        effect="wording"
    ).replace("stake", "winning")
    (told,) = found(write, moved.format("Sixes always win within the limits of 2.1."))
    assert told.startswith("paragraph 2.6: names 2.1, which is 2.5 in inn-dice@2")
    assert found(write, moved.format("Sixes always win within the limits of 2.5.")) == ()
    assert found(write, '[renumbered]\n"2.1+" = "2.5"\n') == (), "inherited words follow"


def test_what_is_named_in_code(tmp_path: Path) -> None:
    (tmp_path / "game.py").write_text('cite("stake", f"{prefix}_rolled_twice")\nterms.dice\n')
    code = words_of([tmp_path])
    assert all(key in code for key in ("stake", "stake_shoe", "sixes_rolled_twice", "dice"))
    assert "fives_rolled_thrice" not in code


@pytest.mark.parametrize("edition", library().editions(), ids=lambda edition: edition.id)
def test_code_cites_nearly_every_executable_paragraph_that_ships(edition: Edition) -> None:
    """What is left is put together from parts; more would make the finding useless."""
    package = Path(__file__).parents[2] / "src" / "croupier"
    game = Path(type(GAMES[edition.game]()).__module__.replace("croupier.", "").replace(".", "/")).parent
    code = words_of((package / game, package / "table", package / "links"))
    assert len([each for each in findings(edition, None, code) if "no code cites" in each]) < 6
