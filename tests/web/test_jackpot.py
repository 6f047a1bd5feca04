"""A link opened in the pit, a table on it, and the display that moves with every jackpot bet."""

import json
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import Floor
from tests.web.looks import faults_in_all_looks
from tests.web.playing import open_practice
from tests.web.staff import deal_until, open_table

pytestmark = pytest.mark.soak  # whole houses or many pages: before a release


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
    display.wait_for_function(_IS_MORE, arg=first)
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
    body = {
        "game": "rws-multilink",
        "title": "Night Jackpot",
    }  # at its reset value, which one person may open
    made = pit.context.request.post("/api/jackpots", data=body, headers={"X-Croupier": "1"}).json()
    table = open_table(floor, staff["manager"], "rws-multilink@3", bots=0, title="Linked", link=made["id"])
    pit.goto(f"/#/pit/link/{made['id']}")
    _order(pit, "Disable the link", "the display is dark")
    pit.locator(".tag.warn", has_text="not fully functional").wait_for()
    row = pit.locator(".seat-row", has_text="Linked")
    expect(row).to_contain_text("no course yet")
    # 50,000.00 + 250.00 = 50,250.00
    pit.get_by_role("button", name="Correct the meter").click()
    amount = pit.get_by_role("textbox", name="The meter should show")
    assert amount.input_value() == "50,000"  # it starts at what the meter shows
    amount.fill("50,250")
    pit.get_by_role("textbox", name="Reason, for the record").fill("read off the old display")
    pit.get_by_role("button", name="Correct the meter to $50,250: read off the old display").click()
    expect(pit.locator(".books tr", has_text="Corrections").locator("td")).to_have_text("+$250")
    expect(pit.locator(".books tr", has_text="The display shows").locator("td")).to_have_text("$50,250")
    expect(pit.locator(".books tr", has_text="Difference").locator("td")).to_have_text("$0: all agree")
    pit.get_by_role("button", name="Take the course").click()
    pit.get_by_label("Without progressive").check()
    pit.get_by_role("textbox", name="Reason, for the record").fill("until the cable comes")
    pit.locator("option-form button[type=submit]").click()
    expect(row).to_contain_text("course: without progressive")
    assert table in (row.get_by_role("link").get_attribute("href") or "")
    assert faults_in_all_looks(pit) == []
    _order(pit, "Enable the link", "a new cable")
    pit.locator(".tag", has_text="in order").first.wait_for()


def test_a_box_out_of_order_is_reported_with_its_table(floor: Floor, staff: dict[str, str]) -> None:
    pit = floor.page(name=staff["dealer"])
    manager = floor.page(name=staff["manager"])
    body = {"game": "rws-multilink", "title": "Box Jackpot"}
    made = manager.context.request.post("/api/jackpots", data=body, headers={"X-Croupier": "1"}).json()
    open_table(floor, staff["manager"], "rws-multilink@3", title="Boxes", link=made["id"])
    pit.goto(f"/#/pit/link/{made['id']}")
    pit.get_by_role("button", name="Report a fault of box … at table “Boxes” (version 3)").click()
    pit.get_by_label("Box (1 to 6)").fill("4")
    pit.get_by_role("textbox", name="Reason, for the record").fill("the coin spot stays dark")
    pit.locator("option-form button[type=submit]").click()
    expect(pit.locator(".seat-row", has_text="Boxes")).to_contain_text("box 4 out of order")
    # A dealer sees what somebody above has to do, and who.
    pit.get_by_text("For somebody above you").click()
    course = pit.locator(".needed li", has_text="Take the course")
    expect(course).to_contain_text("or above")
    assert course.locator("cite-chip").count() > 0
    assert pit.get_by_role("button", name="Correct the meter").count() == 0


def _order(page: Page, words: str, reason: str) -> None:
    """One of the link's options that asks for a reason; without one it cannot be given."""
    page.get_by_role("button", name=words).first.click()
    submit = page.locator("option-form button[type=submit]")
    assert submit.is_disabled()
    page.get_by_role("textbox", name="Reason, for the record").fill(reason)
    submit.click()


_IS_MORE = "(first) => Number(document.querySelector('jackpot-page [data-cents]')?.dataset.cents) > first"


def test_the_owner_of_a_practice_table_may_deal_it(floor: Floor) -> None:
    page = floor.page()
    table = open_practice(floor, page, "mbs-freebet@3")
    page.goto(f"/#/table/{table}")
    page.get_by_role("tab", name="Sign").click()
    page.get_by_role("link", name="Deal it yourself").click()
    page.get_by_role("button", name="Take the table over").click()
    page.get_by_role("button", name="Give the table back").wait_for()
    deal_until(page, ".hand playing-card")


# Every sum that was ever drawn.
_SUMS = """
    window.sums = [];
    new MutationObserver(() => {
        const sum = document.querySelector(".hit b")?.textContent;
        if (sum && sum !== window.sums.at(-1)) window.sums.push(sum);
    }).observe(document, {subtree: true, childList: true, characterData: true});
"""


def _hit(number: int, player: str, amount: int) -> dict[str, Any]:
    return {
        "number": number, "at": 0, "table": "t1", "round": "t1.1", "player": player, "hand": "royal_flush",
        "percent": 100, "amount": amount, "display_before": amount, "display_after": 5_000_000,
    }  # fmt: skip


def _wall(page: Page, *hits: dict[str, Any]) -> None:
    """A wall to which these wins are told."""
    jackpot = {
        "id": "j1", "title": "Evening Jackpot", "game": "rws-multilink", "display": 6_000_000, "reserve": 0,
        "status": "open", "course": None, "tables": ["t1"], "hits": [], "at": 0,
    }  # fmt: skip
    stream = "".join(f"id: {hit['number']}\nevent: hit\ndata: {json.dumps(hit)}\n\n" for hit in hits)
    page.route("**/api/jackpots/j1", lambda route: route.fulfill(json=jackpot))
    page.route("**/api/jackpots/j1/stream", lambda route: route.fulfill(status=204))  # ask no more
    page.route(
        "**/api/jackpots/j1/stream",
        lambda route: route.fulfill(body=stream, content_type="text/event-stream"),
        times=1,
    )
    page.goto("/#/jackpot/j1")


def test_wins_are_announced_one_after_the_other(floor: Floor) -> None:
    page = floor.page()
    page.clock.install()
    _wall(page, _hit(1, "Ann", 6_000_000), _hit(2, "Ben", 5_000_000))
    page.locator(".hit", has_text="Ann wins $60,000").wait_for()
    page.clock.fast_forward(12_000)
    page.locator(".hit", has_text="Ben wins $50,000").wait_for()
    assert page.locator(".hit").count() == 1


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_a_prize_is_counted_up_unless_somebody_prefers_stillness(floor: Floor, motion: Any) -> None:
    page = floor.page()
    page.emulate_media(reduced_motion=motion)
    page.add_init_script(_SUMS)
    _wall(page, _hit(1, "Ann", 6_000_010))
    page.locator(".hit", has_text="Ann wins $60,000.10").wait_for()
    sums = [float(each.strip("$").replace(",", "")) for each in page.evaluate("sums")]
    assert sums == sorted(sums)
    assert sums[-1] == 60_000.10
    assert (len(set(sums)) > 3) == (motion == "no-preference")
