"""Evenings in every edition by touch alone and by keyboard alone, on a desk and on a phone either way up."""

import pytest

from tests.web.conftest import Floor
from tests.web.playing import EDITIONS, open_practice, play_round

ROUNDS = 2
WAYS = (("desktop", "keyboard"), ("phone", "touch"), ("landscape", "touch"))


@pytest.mark.soak
@pytest.mark.parametrize(("size", "way"), WAYS, ids=["-".join(way) for way in WAYS])
@pytest.mark.parametrize("edition", EDITIONS)
def test_an_evening(floor: Floor, edition: str, size: str, way: str) -> None:
    page = floor.page(size)
    open_practice(floor, page, edition)
    for count in range(1, ROUNDS + 1):
        until = f".result[data-count='{count}'], .dock.broke"
        used = play_round(page, by_keyboard=way == "keyboard", until=until, by_touch=way == "touch")
        if page.locator(".dock.broke").count():
            break  # all of it lost: that is an evening too
        assert used
    assert page.locator(".hud .leave").is_visible()
    assert page.evaluate("() => document.scrollingElement.scrollHeight <= innerHeight + 1")
