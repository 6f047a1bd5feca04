"""The lobby with more tables than anybody can sit at."""

import json
from typing import Any

from playwright.sync_api import Route, expect

from tests.web.conftest import Floor
from tests.web.staff import look_around

_GAMES = (("rws-poker", 7), ("rws-multilink", 3), ("mbs-freebet", 3))


def _table(number: int) -> dict[str, Any]:
    game, version = _GAMES[number % 3]
    seats = [
        {
            "place": n,
            "player": f"p{n}",
            "name": f"P{n}",
            "is_bot": False,
            "is_away": False,
            "is_connected": True,
        }
        for n in range(1, 8 if number % 2 else 3)
    ]
    return {
        "id": f"t{number}", "title": f"Table {number}", "game": game, "edition": f"{game}@{version}",
        "status": "open", "is_practice": False, "owner": None, "dealer": "auto", "dealer_name": None,
        "signage": [
            {"name": "main_min", "words": "Least.", "value": "25.00", "paragraphs": ["3.6"]},
            {"name": "main_max", "words": "Most.", "value": "1,000.00", "paragraphs": ["3.6"]},
        ],
        "settings": {}, "places": 7, "seats": seats, "waiting": [], "rounds_per_hour": 60, "rounds": 5,
        "link": None, "meter": None, "seq": 1, "decisions": 0,
    }  # fmt: skip


def fifty_tables() -> dict[str, Any]:
    return {"is_demo": True, "tables": [_table(n) for n in range(50)], "jackpots": [], "editions": []}


def test_fifty_tables(floor: Floor) -> None:
    lobby = fifty_tables()

    def answer(route: Route) -> None:
        route.fulfill(body=json.dumps(lobby), content_type="application/json")

    page = floor.page()
    page.route("**/api/lobby", answer)
    page.goto("/")
    expect(page.locator(".tile")).to_have_count(50)
    assert "Main $25 to $1,000" in " ".join(page.locator(".tile .signage").first.inner_text().split())
    page.get_by_role("button", name="Poker", exact=True).click()
    expect(page.locator(".tile")).to_have_count(17)  # 0, 3, ... 48
    page.get_by_label("with a free seat").check()
    expect(page.locator(".tile")).to_have_count(9)  # of those the even ones: 0, 6, ... 48
    page.get_by_role("button", name="Poker", exact=True).click()
    page.unroute("**/api/lobby")
    page.route("**/api/lobby", lambda route: route.fulfill(json=lobby | {"tables": []}))
    page.get_by_text("No table is open at the moment").wait_for()


def test_a_table_is_seen_across_the_room_as_it_is_now(floor: Floor) -> None:
    """Its cards, the chips at stake and whose turn it is, anew each time somebody looks."""
    lobby = fifty_tables()
    table = lobby["tables"][0]
    felt = {"cards": ["Ts", "??"], "chips": 52_700, "awaited": [2], "said": "No more bets"}
    lobby |= {"tables": [table], "felts": {table["id"]: felt}}
    page = floor.page()
    page.route("**/api/lobby", lambda route: route.fulfill(json=lobby))
    page.goto("/")
    mini = page.locator(".mini")
    mini.locator("[data-card=Ts]").wait_for()
    expect(mini.locator("playing-card")).to_have_count(2)
    expect(mini.locator(".mini-chips")).to_have_text("$527")
    expect(mini.locator(".mini-seat.turn")).to_have_count(1)
    page.get_by_text("No more bets").wait_for()
    felt |= {"cards": ["Ts", "Jd"], "awaited": []}
    look_around(page)
    mini.locator("[data-card=Jd]").wait_for()
    expect(mini.locator(".mini-seat.turn")).to_have_count(0)


def test_a_full_table_says_so_in_one_line(floor: Floor) -> None:
    """What is written on the buttons of a tile stays in one line, however much there is to say beside it."""
    lobby = fifty_tables()
    full = lobby["tables"][1] | {"places": 7, "waiting": ["A", "B", "C"], "rounds_per_hour": 1_200}
    page = floor.page()
    page.route("**/api/lobby", lambda route: route.fulfill(json=lobby | {"tables": [full]}))
    for width in (1440, 1280, 390):
        page.set_viewport_size({"width": width, "height": 900})
        page.goto("/")
        waits = page.get_by_role("button", name="Wait for a seat")
        waits.wait_for()
        box, watch = waits.bounding_box(), page.locator(".tile a.button", has_text="Watch").bounding_box()
        assert box
        assert watch
        assert box["height"] <= 46
        assert watch["y"] == box["y"]
        assert page.locator(".tile").evaluate("(tile) => tile.scrollWidth <= tile.clientWidth")
