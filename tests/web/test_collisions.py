"""Nothing on a felt ever lies over something else, is cut or sticks out: recorded states at every size."""

from collections.abc import Callable

import pytest

from croupier.languages import PSEUDO
from croupier.languages.pseudo import decorated
from tests.web.collisions import SCREENS, SHAPES, STATES, collisions, collisions_around, docks, said
from tests.web.conftest import Floor
from tests.web.playing import open_practice

LANGUAGES = ["en", "zh", "ms", PSEUDO]
EDITIONS = {"poker": "rws-poker@7", "multilink": "rws-multilink@3", "freebet": "mbs-freebet@3"}


def _say(language: str) -> Callable[[str], str]:
    """As the house would say its words; those of a state are English."""
    return decorated if language == PSEUDO else str


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", STATES)
def test_nothing_lies_over_anything_else(floor: Floor, game: str, language: str) -> None:
    page = floor.page()
    page.emulate_media(reduced_motion="reduce")
    floor.speak(page, language)
    page.goto("/#/nowhere")
    page.locator("main h1").wait_for()
    say = _say(language)
    found = {
        f"{shape}, {words}": wrong
        for shape in SHAPES
        for words, what in STATES[game]
        if (wrong := collisions(page, game, shape, said(what, say)))
    }
    assert not found, "\n".join(f"{where}:\n  " + "\n  ".join(wrong[:8]) for where, wrong in found.items())


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", STATES)
def test_nothing_around_a_felt_lies_over_it_or_is_cut(floor: Floor, game: str, language: str) -> None:
    """Bar, dock and panel of a table with all their buttons, and the felt between them, on every screen."""
    page = floor.page(has_coach=True)
    page.emulate_media(reduced_motion="reduce")
    open_practice(floor, page, EDITIONS[game], bots=0)
    floor.speak(page, language)
    page.reload()
    page.locator("play-dock").wait_for()
    say = _say(language)
    states = [*docks(game, say), *((words, said(what, say)) for words, what in STATES[game][::4])]
    found = {}
    for screen, (width, height) in SCREENS.items():
        page.set_viewport_size({"width": width, "height": height})
        for words, what in states:
            if wrong := collisions_around(page, what):
                found[f"{screen}, {words}"] = wrong
    assert not found, "\n".join(f"{where}:\n  " + "\n  ".join(wrong[:8]) for where, wrong in found.items())
