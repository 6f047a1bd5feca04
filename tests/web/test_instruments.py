"""What a floor manager works with: the rota, people and their ratings, opening a table, who has gone."""

import re
import time
from typing import Any

from playwright.sync_api import Page, expect

from tests.web.cage import guest
from tests.web.conftest import Floor
from tests.web.staff import open_table

_SITE = {"X-Croupier": "1"}
_MINUTE_MS = 60_000


def _plan(page: Page, name: str, table: str, start: int, length: int) -> None:
    people = {each["name"]: each["id"] for each in page.request.get("/api/people").json()}
    since = round(time.time() * 1000) + start * _MINUTE_MS
    body = {"person": people[name], "table": table, "since": since, "until": since + length * _MINUTE_MS}
    answer = page.request.post("/api/staff/duties", data=body, headers=_SITE)
    assert answer.ok, answer.text()


def test_a_break_is_moved_along_its_row(floor: Floor, crew: dict[str, str]) -> None:
    table = open_table(floor, crew["manager"], "mbs-freebet@3", title="Rota one", bots=0)
    page = floor.page(name=crew["manager"])
    _plan(page, "Petra", table, 10, 60)
    _plan(page, "Petra", "", 90, 20)
    page.goto("/#/pit/staff")
    block = page.get_by_role("button", name=re.compile("^Petra: break"))
    before = block.get_attribute("aria-label")
    block.focus()
    for _ in range(2):  # ten minutes later
        page.keyboard.press("ArrowRight")
    expect(page.locator(".rota-bar")).to_contain_text("Petra, break: moves from")
    page.keyboard.press("Enter")
    expect(block).not_to_have_attribute("aria-label", str(before))
    _plan(page, "Cora", table, 150, 60)  # after Petra's 60 minutes nobody is planned for a while
    page.reload()
    expect(page.locator(".rota-bar")).to_contain_text("Rota one has no dealer from")


def test_who_deals_for_too_long_is_said(floor: Floor, crew: dict[str, str]) -> None:
    table = open_table(floor, crew["manager"], "mbs-freebet@3", title="Rota two", bots=0)
    page = floor.page(name=crew["manager"])
    _plan(page, "Kim", table, 5, 81)
    page.goto("/#/pit/staff")
    expect(page.locator(".rota-bar")).to_contain_text("Kim deals for more than 80 minutes without a break.")


def test_people_are_sorted_by_their_headings(floor: Floor, crew: dict[str, str]) -> None:
    for name in ("Zelda", "Albrecht"):
        guest(floor, name)
    page = floor.page(name=crew["manager"])
    page.goto("/#/people")
    rows = page.locator(".people-table tbody tr")
    page.locator("tr[data-name='Zelda']").wait_for()

    def places() -> tuple[int, int]:
        names = [str(row.get_attribute("data-name")) for row in rows.all()]
        return names.index("Albrecht"), names.index("Zelda")

    first, second = places()
    assert first < second
    page.get_by_role("columnheader", name="Name").get_by_role("button").click()
    expect(page.get_by_role("columnheader", name="Name")).to_have_attribute("aria-sort", "descending")
    first, second = places()
    assert first > second
    page.locator("tr[data-name='Zelda']").get_by_role("button").click()
    expect(page.get_by_role("complementary", name="Zelda")).to_contain_text("Balance")


def test_a_table_is_opened_with_its_limits(floor: Floor, staff: dict[str, str]) -> None:
    page = floor.page(name=staff["manager"])
    page.goto("/#/pit")
    page.get_by_text("Open a table", exact=True).click()
    form = page.locator("details.opening form")
    form.get_by_label("Edition").select_option("mbs-freebet@3")
    form.get_by_label("Main min").fill("50")
    form.get_by_label("Title").fill("Fifties")
    form.get_by_role("button", name="Open").click()
    tile = page.locator(".tile", has_text="Fifties")
    expect(tile).to_contain_text("$50")
    tables: list[dict[str, Any]] = page.request.get("/api/lobby").json()["tables"]
    opened = next(each for each in tables if each["title"] == "Fifties")
    floor.opened(page, opened["id"])
    assert opened["settings"]["main_min"] in ("50", "5000", "50.00")


def test_who_has_lost_the_connection_and_since_when(floor: Floor, staff: dict[str, str]) -> None:
    table = open_table(floor, staff["manager"], "mbs-freebet@3", title="Lost", bots=0)
    player = floor.page()
    player.request.post("/api/demo", data={"name": "Gone Girl"}, headers=_SITE)
    player.add_init_script("localStorage.setItem('croupier.signed-in', 'yes')")
    seated = player.request.post(
        f"/api/tables/{table}/seat", data={"place": 1, "chips": 500_00}, headers=_SITE
    )
    assert seated.ok, seated.text()
    player.goto(f"/#/table/{table}")
    player.locator(".felt .you").first.wait_for(state="attached")
    player.context.close()
    page = floor.page(name=staff["manager"])
    page.goto("/#/pit")
    expect(page.locator(".tile", has_text="Lost")).to_contain_text(
        re.compile(r"Gone Girl.* has no connection for 0:\d\d")
    )


def test_a_table_is_opened_at_the_top_of_the_pit(floor: Floor, crew: dict[str, str]) -> None:
    """With its limits, above what waits and the floor; it was below both."""
    page = floor.page(name=crew["manager"])
    page.goto("/#/pit")
    opening = page.locator("details.opening")
    opening.locator("summary").click()
    expect(opening.locator(".limits input").first).to_be_visible()
    (box, below) = (opening.bounding_box(), page.locator(".pit-waits h2").bounding_box())
    assert box is not None
    assert below is not None
    assert box["y"] + box["height"] <= below["y"]


def test_keys_are_the_same_in_every_language(floor: Floor, crew: dict[str, str]) -> None:
    """Letters of the words on a button left Chinese without any."""
    page = floor.page(name=crew["manager"])
    page.goto("/#/pit")
    page.locator(".pit").wait_for()
    keys = page.evaluate("""async () => {
      const {shortcuts} = await import("/elements/dock/action-bar.js");
      const known = [["DealHoleCards", "routine"], ["DealStreet", "routine"], ["Fold", "fold"]];
      const options = (labels) => known.map(
        ([command, purpose], index) => ({command, purpose, fixed: {}, asks: [], label: labels[index]})
      );
      const said = [["Deal", "Deal street", "Fold"], ["\u53d1\u5e95\u724c", "\u53d1\u724c", "\u5f03\u724c"]];
      return said.map((labels) => [...shortcuts(options(labels)).values()]);
    }""")
    # By purpose, else the initials of the command: D of DealHoleCards, S of DealStreet.
    assert keys == [["d", "s", "f"], ["d", "s", "f"]]
