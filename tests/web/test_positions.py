"""A position is copied from a replay, and played on from by the same buttons."""

import os
from pathlib import Path

import pytest

from tests.web.conftest import Floor
from tests.web.playing import open_practice, play_round

pytestmark = pytest.mark.soak  # whole houses or many pages: before a release

SHOTS = os.environ.get("SHOTS_FOLDER", "")


@pytest.mark.parametrize(
    ("edition", "size"),
    [("rws-poker@7", "desktop"), ("rws-multilink@3", "phone"), ("mbs-freebet@3", "desktop")],
)
def test_a_moment_of_a_replay_is_played_on_from(floor: Floor, edition: str, size: str) -> None:
    page = floor.page(size)
    open_practice(floor, page, edition)
    play_round(page, by_keyboard=False)
    page.get_by_role("link", name="See why, step by step").click()
    page.locator(".position summary").click()
    line = page.locator(".position code")
    assert line.inner_text().startswith(edition)
    page.get_by_role("button", name="Copy").click()
    page.get_by_role("button", name="Copied").wait_for()
    for _ in range(60):  # to a moment at which somebody is asked
        forward = page.get_by_role("button", name="Step forward")
        if forward.is_disabled():
            break  # a Round that ended before anybody was asked
        forward.click()
        if "phase=betting" in line.inner_text() or "phase=play" in line.inner_text():
            break
    page.get_by_role("link", name="Play on from here").click()
    page.locator(".position-page .felt").wait_for()
    page.locator(".position-page .dock .whose").wait_for()
    if SHOTS:
        page.screenshot(path=str(Path(SHOTS) / f"position-{edition}-{size}.png"), full_page=True)
    assert page.locator(".problem").count() == 0, page.locator(".problem").all_inner_texts()
    if page.locator(".position-page .do").count():
        before = page.locator(".position-page .log li").count()
        button = page.locator(".position-page .do:not([aria-expanded])").first
        button.click()
        page.wait_for_function(
            "n => document.querySelectorAll('.position-page .log li').length > n", arg=before
        )
