"""The lobby with more tables than anybody can sit at."""

import json
from typing import Any

from playwright.sync_api import Route, expect

from tests.web.conftest import Floor
from tests.web.playing import open_from_the_lobby, open_practice
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
            {"name": "main_min", "title": "Main", "words": "", "value": "25.00", "paragraphs": ["3.6"]},
            {"name": "main_max", "title": "Main", "words": "", "value": "1,000.00", "paragraphs": ["3.6"]},
        ],
        "settings": {}, "places": 7, "seats": seats, "waiting": [], "rounds_per_hour": 60, "rounds": 5,
        "link": None, "seq": 1, "decisions": 0,
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
    rows = page.locator(".table-row")
    expect(rows).to_have_count(17)  # of Poker: 0, 3, ... 48
    signs = rows.locator(".signage").first
    expect(signs).to_contain_text("Main $25 to $1,000", use_inner_text=True)  # a row comes before its signs
    expect(page.locator(".game-card")).to_have_count(3)
    page.get_by_role("button", name="Tables of Multi-Link").click()
    expect(rows).to_have_count(17)  # 1, 4, ... 49
    page.get_by_role("button", name="Tables of Free Bet").click()
    expect(rows).to_have_count(16)  # 2, 5, ... 47
    page.get_by_role("button", name="with a free seat").click()
    expect(rows).to_have_count(8)  # of those the even ones: 2, 8, ... 44
    page.unroute("**/api/lobby")
    page.route("**/api/lobby", lambda route: route.fulfill(json=lobby | {"tables": []}))
    page.reload()
    page.get_by_text("No table is open at the moment").wait_for()


def test_an_older_version_has_its_own_tables(floor: Floor) -> None:
    lobby = fifty_tables()
    for table in lobby["tables"][:6:3]:  # 0 and 3
        table["edition"] = "rws-poker@6"
    page = floor.page()
    page.route("**/api/lobby", lambda route: route.fulfill(json=lobby))
    page.goto("/")
    rows = page.locator(".table-row")
    expect(rows).to_have_count(15)
    page.locator(".game-card.rws-poker select").select_option("rws-poker@6")
    expect(rows).to_have_count(2)


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
        box, watch = (
            waits.bounding_box(),
            page.locator(".table-row a.button", has_text="Watch").bounding_box(),
        )
        assert box
        assert watch
        assert box["height"] <= 46
        assert watch["y"] == box["y"]
        assert page.locator(".table-row").evaluate("(row) => row.scrollWidth <= row.clientWidth")


def test_what_has_changed_is_put_among_what_was_known(floor: Floor) -> None:
    """The page says what it has; a table that is not sent again stays as it was."""
    lobby = fifty_tables() | {"mark": "a-1", "is_whole": True, "felts": {}}
    felt = {"cards": ["Ts"], "chips": 0, "awaited": [], "said": "No more bets", "rounds_per_hour": 77}
    moved = lobby["tables"][6] | {"title": "Table of Ada"}
    after = {"mark": "a-2", "is_whole": False, "tables": [moved], "editions": [], "felts": {"t3": felt}}
    asked: list[str] = []

    def answer(route: Route) -> None:
        mark = route.request.url.partition("after=")[2]
        asked.append(mark)
        route.fulfill(
            json=lobby | after if mark == "a-1" else lobby | after | {"tables": []} if mark else lobby
        )

    page = floor.page()
    page.route("**/api/lobby*", answer)
    page.goto("/")
    expect(page.locator(".table-row")).to_have_count(17)
    page.get_by_text("Table of Ada").wait_for()
    expect(page.locator(".table-row")).to_have_count(17)
    expect(page.locator("[data-table=t3] .row-pace")).to_contain_text("77 Rounds an hour")
    look_around(page)
    expect(page.locator(".table-row")).to_have_count(17)
    assert asked[:3] == ["", "a-1", "a-2"]


def test_several_tables_are_played_side_by_side(floor: Floor) -> None:
    page = floor.page("desktop")
    open_practice(floor, page, "mbs-freebet@3", bots=0)
    open_from_the_lobby(floor, page, "rws-multilink@3")
    page.goto("/")
    page.get_by_role("link", name="My tables side by side").click()
    for number in range(2):
        table = page.frame_locator("iframe").nth(number)
        expect(table.locator(".top .where h1")).to_be_visible()  # which table it is
        expect(table.locator(".top .tools")).not_to_be_visible()  # the window has them
        table.locator(".dock .same:enabled").click()
        table.locator(".dock .whose", has_text="on the table").wait_for()
    page.evaluate("() => Object.defineProperty(document, 'hidden', {get: () => true})")
    page.frames[1].evaluate("async () => (await import('/core/alert.js')).alertTo('Your turn', 'Table 9')")
    page.wait_for_function("() => document.title.includes('Your turn · Table 9')")
