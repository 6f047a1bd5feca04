"""On every screen nothing on a page lies over something else, is cut or too small to be read."""

import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from croupier.languages import PSEUDO
from tests.web.conftest import Floor
from tests.web.playing import open_practice

SCREENS = {
    "desk": (1440, 900),
    "tablet": (820, 1180),
    "phone": (390, 844),
    "small-phone": (360, 640),
    "landscape": (844, 390),
}
LANGUAGES = ("en", "zh", "ms", PSEUDO)
_LOOK = Path(__file__).with_name("pages_fit.js").read_text()
_LYING = {"own": ["9s", "9d"], "middle": ["2c", "Ah", "Kd", "7s", "3h"]}


def graded(number: int, game: str = "rws-poker@7") -> dict[str, Any]:
    """A Round with a fortune in it and three mistakes."""
    sign = -1 if number % 3 else 1
    choice = {"command": "Call", "words": "call", "value": 1.0, "exact": None, "is_best": True,
              "cost_cents": 0.0, "is_costly": False, "why": ""}  # fmt: skip
    worst = {"lesson": f"own-{number}", "place": 3, "situation": "9 9 against 2", "taken": "stand",
             "best": "free split", "cost": 12_345_67, "choices": [choice], "options": [], "position": "",
             "lying": _LYING, "method": ""}  # fmt: skip
    return {
        "round": f"table-17.{number}", "table": "table-17", "title": "Practice table 17",
        "game": game.partition("@")[0], "edition": game, "is_practice": True,
        "opened_at": 1_790_000_000_000 + 60_000 * number, "closed_at": 1_790_000_045_000 + 60_000 * number,
        "result": sign * 1_248_000_00, "price": -12_34, "mistakes": -12_345_67,
        "luck": sign * 1_248_000_00 + 12_34 + 12_345_67,
        "decisions": 4, "ungraded": 3, "best": 3, "is_exact": False,
        "lying": _LYING if number % 4 else {"own": [], "middle": []},
        "marks": ["paid", "raised"], "big_blind": 10_00 if "poker" in game else 0, "worst": [worst],
    }  # fmt: skip


def _answer(route: Route) -> None:
    games = ("rws-poker@7", "rws-multilink@3", "mbs-freebet@3")
    found = {"rounds": [graded(number, games[number % 3]) for number in range(24, 0, -1)], "next": None}
    route.fulfill(body=json.dumps(found), content_type="application/json")


def faults(page: Page, screen: str, root: str = "body") -> list[str]:
    width, height = SCREENS[screen]
    page.set_viewport_size({"width": width, "height": height})
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    found: list[str] = page.evaluate(_LOOK, root)
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_pages_fit_every_screen(floor: Floor, language: str) -> None:
    page = floor.page()
    page.emulate_media(reduced_motion="reduce")
    open_practice(floor, page, "mbs-freebet@3", bots=0)  # somebody, with a table of one's own
    floor.speak(page, language)
    page.route("**/api/reviews?*", _answer)
    found = {}

    def look(name: str, address: str, there: str, root: str = "body") -> None:
        for screen, (width, height) in SCREENS.items():
            page.set_viewport_size({"width": width, "height": height})
            page.goto(address)
            page.reload()  # as somebody opens it there
            page.locator(there).first.wait_for()
            if root != "body":
                page.evaluate("() => document.querySelector('floor-app').set()")
                page.locator(root).wait_for()
            if wrong := faults(page, screen, root):
                found[f"{name}, {screen}"] = wrong

    look("lobby", "/", ".table-row")
    look("settings", "/", ".table-row", "dialog.settings")
    look("session", "/#/session/table-17", ".session-sum")
    look("statistics", "/#/statistics", ".stats-last li")
    assert not found, "\n".join(f"{where}:\n  " + "\n  ".join(wrong[:8]) for where, wrong in found.items())


def test_a_round_is_called_over_where_it_ended(floor: Floor) -> None:
    """Free Bet has no flop; at Poker one folds before it."""
    page = floor.page()
    open_practice(floor, page, "mbs-freebet@3", bots=0)
    none: dict[str, list[str]] = {"own": [], "middle": []}
    folded = {"own": ["9s", "9d"], "middle": []}
    rounds = [graded(2, "mbs-freebet@3") | {"lying": none}, graded(1) | {"lying": folded}]
    body = json.dumps({"rounds": rounds, "next": None})
    page.route("**/api/reviews?*", lambda route: route.fulfill(body=body, content_type="application/json"))
    page.goto("/#/statistics")
    expect(page.locator(".stats-middle")).to_have_text(["Over before the cards", "Over before the flop"])
