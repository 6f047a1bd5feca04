"""A shift at work in the pit: hold beside expectation, the log book, the hand-over; a player's own limits."""

from datetime import date, timedelta
from urllib.parse import parse_qs, urlsplit

from playwright.sync_api import Page, Route, expect

from tests.patience import PATIENCE_S
from tests.web.conftest import Floor
from tests.web.looks import faults_in_all_looks
from tests.web.staff import open_table

_SITE = {"X-Croupier": "1"}


def _played(page: Page, table: str) -> None:
    """Until bots have played some Rounds of this table, and they are in the totals."""
    page.wait_for_function(
        """async (table) => {
          const hold = await (await fetch(`/api/reports/hold?table=${table}&by=bet`)).json();
          return (hold.total.expected.curve ?? []).length > 2; // enough to be drawn
        }""",
        arg=table,
        timeout=PATIENCE_S * 1000,
        polling=500,
    )


def test_hold_beside_expectation(floor: Floor, staff: dict[str, str]) -> None:
    table = open_table(floor, staff["manager"], "mbs-freebet@3", title="Hilda", bots=3)
    page = floor.page(name=staff["manager"])
    page.goto("/#/reports")
    page.get_by_role("link", name="Hold and expectation").click()
    _played(page, table)
    page.reload()
    row = page.get_by_role("region", name="Lines").locator("tr", has_text="Hilda")
    expect(row).to_contain_text("$")
    expect(page.locator("tfoot")).to_contain_text("Total")
    expect(page.locator("svg.luck, .bands")).to_have_count(2)  # how likely it was; each line in its band
    page.goto("/#/reports")
    by_table = page.get_by_role("region", name="By table")
    expect(by_table.locator("tr", has_text="Hilda")).to_contain_text("%")
    days = page.get_by_role("region", name="The week").get_by_role("button")
    expect(days.last).to_have_attribute("aria-pressed", "true")
    days.first.click()  # six days ago the house was not open
    expect(by_table).to_have_count(0)
    expect(page.locator(".figures")).to_contain_text("$0")
    page.goto("/#/reports/hold")
    page.get_by_label("Bet", exact=True).check()
    expect(page.get_by_role("region", name="Lines")).to_contain_text("Main")
    assert faults_in_all_looks(page) == []
    with page.expect_download() as taken:
        page.get_by_role("link", name="CSV").click()
    assert taken.value.suggested_filename == "hold.csv"


def test_every_day_of_the_week_stands_beside_the_day_before(floor: Floor, staff: dict[str, str]) -> None:
    """The first of the seven too, though the day before it has no bar."""

    def a_win_a_day(route: Route) -> None:
        asked = parse_qs(urlsplit(route.request.url).query)
        since, until = (date.fromisoformat(asked[end][0]) for end in ("from", "to"))
        days = [since + timedelta(days=number) for number in range((until - since).days + 1)]
        done = {"rounds": 3, "drop": 500_00, "handle": 900_00, "win": 20_00}
        lines = [{"key": {"day": str(day), "table": "t"}, **done} for day in days]
        route.fulfill(json={"lines": lines})

    page = floor.page(name=staff["manager"])
    page.route("**/api/reports/hold?*", a_win_a_day)
    page.goto("/#/reports")
    days = page.get_by_role("region", name="The week").get_by_role("button")
    expect(days).to_have_count(7)
    for day in days.all():
        day.click()
        expect(page.locator(".figures")).to_contain_text("the day before $20")


def test_the_log_book_and_the_hand_over(floor: Floor, staff: dict[str, str]) -> None:
    open_table(floor, staff["manager"], "rws-poker@7", title="Harald", bots=0)
    page = floor.page(name=staff["manager"])
    page.goto("/#/pit")
    page.get_by_role("link", name="Staff and log book").click()
    expect(page.get_by_role("region", name="Who deals")).to_contain_text("Harald")
    page.get_by_label("Kind").select_option("handover")
    page.get_by_label("What happened").fill("The shuffler of Harald is loud")
    page.get_by_role("button", name="Write it down").click()
    expect(page.locator(".entries")).to_contain_text("The shuffler of Harald is loud")
    page.get_by_role("button", name="Plan", exact=True).click()
    expect(page.locator(".duties")).to_contain_text("break")
    assert faults_in_all_looks(page) == []
    page.get_by_role("link", name="Hand-over").click()
    expect(page.locator(".entries")).to_contain_text("For the next shift")
    expect(page.locator("h1")).to_contain_text("Hand-over:")
    assert faults_in_all_looks(page) == []
    page.emulate_media(media="print")
    expect(page.get_by_text("Taken over by")).to_be_visible()
    expect(page.get_by_role("button", name="Print")).to_be_hidden()


def test_a_limit_of_ones_own_is_set_and_not_undone(floor: Floor) -> None:
    page = floor.page()
    page.request.post("/api/demo", data={"name": "Lotte"}, headers=_SITE)
    page.add_init_script("localStorage.setItem('croupier.signed-in', 'yes')")
    page.goto("/#/account")
    page.get_by_role("link", name="Your limits and sessions").click()
    loss = page.locator("section", has=page.get_by_role("heading", name="Loss a day"))
    loss.get_by_label("Dollars").fill("50")
    loss.get_by_role("button", name="Set").click()
    expect(loss).to_contain_text("$50 a day; to be undone from")
    floor.expect("409")
    loss.get_by_role("button", name="Undo").click()
    expect(page.get_by_role("alert")).to_contain_text("cannot be undone before")
    out = page.locator("section", has=page.get_by_role("heading", name="Exclusion"))
    out.get_by_role("button", name="Exclude me").click()
    out.get_by_role("button", name="Yes, exclude me").click()
    expect(out).to_contain_text("You are excluded from play until")
    assert faults_in_all_looks(page) == []
