"""A link opened in the pit, a table on it, and the display that moves with every jackpot bet."""

import json
from typing import Any

from playwright.sync_api import expect

from tests.web.conftest import Floor
from tests.web.looks import faults_in_all_looks
from tests.web.playing import open_practice
from tests.web.staff import deal_until, open_table


def test_the_display_moves_with_the_bets(floor: Floor, staff: dict[str, str]) -> None:
    pit = floor.page(name=staff["manager"])
    pit.goto("/#/pit")
    pit.get_by_text("Open a jackpot link").click()
    pit.get_by_label("Name of the jackpot").fill("Evening Jackpot")
    pit.get_by_role("button", name="Open the link").click()
    article = pit.locator("article", has_text="Evening Jackpot")
    article.wait_for()
    pit.get_by_text("Open a table").click()
    form = pit.locator("details.opening form")
    form.get_by_label("Edition").select_option("rws-multilink@3")
    form.get_by_label("Title").fill("On the link")
    form.get_by_label("Bots").fill("5")
    form.get_by_label("Jackpot link").select_option(label="Evening Jackpot")
    form.get_by_role("button", name="Open").click()
    manage = pit.locator(".tile", has_text="On the link").get_by_role("link", name="Manage")
    floor.opened(pit, (manage.get_attribute("href") or "").split("/")[-1])
    display = floor.page()
    display.goto(article.get_by_role("link", name="Display").get_attribute("href") or "")
    meter = display.locator("jackpot-page [data-cents]")
    first = int(meter.get_attribute("data-cents") or 0)
    assert first > 0
    display.wait_for_function(_IS_MORE, arg=first, timeout=30_000)
    assert faults_in_all_looks(display) == []
    article.get_by_role("link", name="Manage").click()
    books = pit.locator(".books tr")
    books.first.wait_for()
    assert books.filter(has_text="Difference").locator("td").inner_text() == "$0: all agree"
    assert books.filter(has_text="Opened at").locator("td").inner_text() == "$50,000"
    assert pit.locator(".pit-link .seat-row", has_text="On the link").count() == 1


def test_a_fault_stops_the_link_and_asks_its_tables(floor: Floor, staff: dict[str, str]) -> None:
    """Reported with a reason, ruled at the table, corrected by hand, and enabled again."""
    pit = floor.page(name=staff["manager"])
    body = {"game": "rws-multilink", "title": "Night Jackpot", "display": 60_000_00}
    made = pit.context.request.post("/api/jackpots", data=body, headers={"X-Croupier": "1"}).json()
    table = open_table(floor, staff["manager"], "rws-multilink@3", bots=0, title="Linked", link=made["id"])
    pit.goto(f"/#/pit/link/{made['id']}")
    stop = pit.get_by_role("button", name="Stop the link")
    stop.wait_for()
    assert stop.is_disabled()  # not without a reason
    pit.get_by_label("Reason, for the record").fill("the display is dark")
    stop.click()
    pit.locator(".tag.warn", has_text="not fully functional").wait_for()
    row = pit.locator(".seat-row", has_text="Linked")
    row.get_by_text("1 to decide").wait_for()
    # 60,000.00 + 250.00 = 60,250.00
    pit.get_by_label("Reason, for the record").fill("read off the old display")
    pit.get_by_label("The meter should show").fill("60,250")
    pit.get_by_role("button", name="Correct the meter by +$250").click()
    expect(pit.locator(".books tr", has_text="Corrections").locator("td")).to_have_text("+$250")
    expect(pit.locator(".books tr", has_text="The display shows").locator("td")).to_have_text("$60,250")
    expect(pit.locator(".books tr", has_text="Difference").locator("td")).to_have_text("$0: all agree")
    assert faults_in_all_looks(pit) == []
    row.get_by_role("link", name="Decide").click()
    pit.get_by_role("button", name="Without progressive").click()
    pit.locator(".foreseen cite-chip").first.wait_for()
    pit.get_by_role("button", name="Rule: without progressive").click()
    pit.locator(".decision").wait_for(state="detached")
    pit.goto(f"/#/pit/link/{made['id']}")
    pit.get_by_label("Reason, for the record").fill("a new cable")
    pit.get_by_role("button", name="Enable the link").click()
    pit.locator(".tag", has_text="in order").wait_for()
    assert table in pit.locator(".seat-row a").get_attribute("href")


_IS_MORE = "(first) => Number(document.querySelector('jackpot-page [data-cents]')?.dataset.cents) > first"


def test_the_owner_of_a_practice_table_may_deal_it(floor: Floor) -> None:
    page = floor.page()
    table = open_practice(floor, page, "mbs-freebet@3")
    page.goto(f"/#/table/{table}")
    page.get_by_role("link", name="Deal it yourself").click()
    page.get_by_role("button", name="Take the table over").click()
    page.get_by_role("button", name="Give the table back").wait_for()
    deal_until(page, ".hand playing-card")


def _hit(number: int, player: str, amount: int) -> dict[str, Any]:
    return {
        "number": number, "at": 0, "table": "t1", "round": "t1.1", "player": player, "hand": "royal_flush",
        "percent": 100, "amount": amount, "display_before": amount, "display_after": 5_000_000,
    }  # fmt: skip


def test_wins_are_announced_one_after_the_other(floor: Floor) -> None:
    jackpot = {
        "id": "j1", "title": "Evening Jackpot", "game": "rws-multilink", "display": 6_000_000, "reserve": 0,
        "status": "open", "course": None, "tables": ["t1"], "hits": [], "at": 0,
    }  # fmt: skip
    hits = (_hit(1, "Ann", 6_000_000), _hit(2, "Ben", 5_000_000))
    stream = "".join(f"id: {hit['number']}\nevent: hit\ndata: {json.dumps(hit)}\n\n" for hit in hits)
    page = floor.page()
    page.clock.install()
    page.route("**/api/jackpots/j1", lambda route: route.fulfill(json=jackpot))
    page.route(
        "**/api/jackpots/j1/stream",
        lambda route: route.fulfill(body=stream, content_type="text/event-stream"),
        times=1,
    )
    page.goto("/#/jackpot/j1")
    page.locator(".hit", has_text="Ann wins $60,000").wait_for()
    page.clock.fast_forward(12_000)
    page.locator(".hit", has_text="Ben wins $50,000").wait_for()
    assert page.locator(".hit").count() == 1
