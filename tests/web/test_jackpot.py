"""A link opened in the pit, a table on it, and the display that moves with every jackpot bet."""

import json
from typing import Any

from tests.web.conftest import Floor
from tests.web.looks import faults_in_all_looks
from tests.web.playing import open_practice
from tests.web.staff import deal_until


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
    article.get_by_role("button", name="Reconcile").click()
    assert article.locator("dl div", has_text="Difference").locator("dd").inner_text() == "$0"


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
