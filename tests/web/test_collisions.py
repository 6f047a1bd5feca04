"""Nothing on a felt ever lies over something else, is cut or sticks out: recorded states at every size."""

import pytest

from tests.web.collisions import SHAPES, STATES, collisions
from tests.web.conftest import Floor


@pytest.mark.parametrize("language", ["en", "zh", "ms"])
@pytest.mark.parametrize("game", STATES)
def test_nothing_lies_over_anything_else(floor: Floor, game: str, language: str) -> None:
    page = floor.page()
    page.emulate_media(reduced_motion="reduce")
    floor.speak(page, language)
    page.goto("/#/nowhere")
    page.locator("main h1").wait_for()
    found = {
        f"{shape}, {words}": wrong
        for shape in SHAPES
        for words, what in STATES[game]
        if (wrong := collisions(page, game, shape, what))
    }
    assert not found, "\n".join(f"{where}:\n  " + "\n  ".join(wrong[:8]) for where, wrong in found.items())
