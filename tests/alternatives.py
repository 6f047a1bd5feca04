"""All scenarios under every alternative of every setting in turn: `python -m tests.alternatives [GAME]`.

Nothing may break, whatever the House has chosen. What comes out otherwise is listed, with the first step that
differs: a person looks whether it should, and keeps what is right as a scenario.
"""

import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from croupier.games import catalogue
from croupier.rulebook import RulebookError
from croupier.rulebook.edition import Edition
from croupier.rulebook.settings import alternatives, read_value, write_value
from croupier.table.scenario import SUFFIX, Script, play, read_script
from croupier.table.scenario.script import Line

ROOT = Path(__file__).parents[1]
SHELF = catalogue()


class Otherwise(Struct, frozen=True):
    """A scenario under one alternative that it does not set."""

    path: Path
    chosen: str  # "absent_policy soft_17"
    first: str  # what came out otherwise; nothing where all was as before


def scripts(game: str) -> Iterator[tuple[Path, Script, Edition]]:
    """Every scenario of the game with the last edition that it is for."""
    for path in sorted((ROOT / "scenarios" / game).rglob(f"*{SUFFIX}")):
        script = read_script(path)
        yield path, script, SHELF.library.get(script.editions[-1])


def under_alternatives(game: str) -> Iterator[Otherwise]:
    """Raises what the game raises. Where an edition refuses two settings together nothing is played."""
    for path, script, edition in scripts(game):
        named = {line.text.partition(" ")[0] for line in script.settings}
        for setting in edition.settings.values():
            if setting.name in named:
                continue
            for value in alternatives(setting, setting.default):
                chosen = f"{setting.name} {write_value(setting.type, value)}"
                try:
                    found = played(replace(script, settings=(*script.settings, Line(0, chosen))), edition)
                except RulebookError:
                    continue
                except Exception as error:
                    error.add_note(f"{path} under {chosen}")
                    raise
                yield Otherwise(path, chosen, found)


def played(script: Script, edition: Edition) -> str:
    """The first step that is not as the scenario says."""
    failures = play(script, edition.id, SHELF.game, SHELF.rules).failures
    return f"{failures[0].line}: {failures[0].text}: {failures[0].problem}" if failures else ""


def choices(game: str) -> Iterator[tuple[Path, str, bool]]:
    """Choices between readings, by scenarios that rely on the reading; and whether they fail without them."""
    for path, script, edition in scripts(game):
        for line in script.settings:
            name, _, text = line.text.partition(" ")
            setting = edition.settings.get(name)
            if (
                setting is None
                or setting.reading not in script.assumes
                or not line.applies_to(edition.version)
            ):
                continue
            if read_value(setting.type, text) not in alternatives(setting, setting.default):
                continue
            left = tuple(each for each in script.settings if each is not line)
            try:
                yield path, line.text, bool(played(replace(script, settings=left), edition))
            except RulebookError:
                continue  # another choice of the scenario needs this one


def main() -> None:
    for game in sys.argv[1:] or SHELF.finished:
        count, changed = 0, Counter[str]()
        for each in under_alternatives(game):
            count += 1
            if each.first:
                changed[each.chosen] += 1
                print(f"{each.path.relative_to(ROOT)} under {each.chosen}, {each.first}")
        print(f"{game}: {count:,} played, {changed.total():,} otherwise, by {len(changed)} alternatives")


if __name__ == "__main__":
    main()
