"""The trainer's lessons from the scenario book: `python -m tests.web.make_lessons` writes them for the pages.

A lesson is a moment of a scenario: what was done until then, what is done now, and the paragraph that decides
what comes of it, among those the scenario claims.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from croupier.games import catalogue
from croupier.table.scenario import SUFFIX, Performance, play_all, read_script
from croupier.table.scenario.play import Said

ROOT = Path(__file__).parents[2]
LESSONS = ROOT / "src" / "croupier" / "web" / "lessons.json"
_LINES_MAX = 8
_OUTCOMES_MAX = 4


def lessons() -> Iterator[dict[str, Any]]:
    """One lesson for each scenario under each of its editions."""
    shelf = catalogue()
    for path in sorted((ROOT / "scenarios").rglob(f"*{SUFFIX}")):
        for performance in play_all(read_script(path), shelf.game, shelf.rules):
            if lesson := lesson_of(performance):
                yield lesson


def lesson_of(performance: Performance) -> dict[str, Any] | None:
    """The first moment decided by a claimed paragraph."""
    moments = list(_moments(performance.transcript))
    for paragraph in performance.covered:
        for index, (said, results) in enumerate(moments):
            cited = [citation.paragraph for result in results for citation in result.citations]
            if paragraph in cited and index:
                return {
                    "edition": performance.rules.edition.id,
                    "title": performance.script.title,
                    "lines": [_line(before) for before, _ in moments[:index]][-_LINES_MAX:],
                    "command": _line(said),
                    "outcome": [result.text for result in results][:_OUTCOMES_MAX],
                    "paragraph": paragraph,
                    "paragraphs": sorted({*cited, *performance.covered}),
                }
    return None


def _moments(transcript: list[Said]) -> Iterator[tuple[Said, list[Said]]]:
    """What somebody did, with everything that came of it. Loading a known order of cards is no move."""
    current: Said | None = None
    results: list[Said] = []
    for said in transcript:
        if not said.speaker:
            results.append(said)
            continue
        if current is not None and current.speaker != "system":
            yield current, results
        current, results = said, []
    if current is not None and current.speaker != "system":
        yield current, results


def _line(said: Said) -> str:
    return f"{said.speaker[0].upper()}{said.speaker[1:]}: {said.text}"


def main() -> None:
    found = list(lessons())
    LESSONS.write_text(json.dumps({"lessons": found}, ensure_ascii=False, indent=1) + "\n")
    print(f"{len(found)} lessons from the scenario book")


if __name__ == "__main__":
    main()
