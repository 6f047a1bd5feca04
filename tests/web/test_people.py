"""Players and roles: money over the cashier's window with its reason, roles granted and taken."""

import pytest
from playwright.sync_api import expect

from tests.web.conftest import Floor
from tests.web.looks import faults_in_all_looks
from tests.web.staff import open_table

pytestmark = pytest.mark.soak  # whole houses or many pages: before a release

_SITE = {"X-Croupier": "1"}


def test_money_is_paid_in_and_out_with_a_reason(floor: Floor, staff: dict[str, str]) -> None:
    player = floor.browser.new_context(base_url=floor.address)
    floor.contexts.append(player)
    before = player.request.post("/api/demo", data={"name": "Paula"}, headers=_SITE).json()["balance"]
    page = floor.page(name=staff["manager"])
    page.goto("/#/people")
    page.get_by_label("Find by name or role").fill("paula")
    row = page.locator(".seat-row[data-name='Paula']")
    row.get_by_role("link", name="Cashier’s window for Paula").click()
    for amount, reason, way in (("150.50", "cash at window 2", "Pay in"), ("50", "taken home", "Pay out")):
        page.get_by_label("Amount").fill(amount)
        page.get_by_role("button", name=way).click()  # the browser asks for the reason
        page.get_by_label("Reason", exact=True).fill(reason)
        page.get_by_role("button", name=way).click()
        page.get_by_role("button", name="Confirm").click()
        expect(page.locator("tr[data-receipt]").first).to_contain_text(reason)
    page.goto("/#/people")
    page.get_by_label("Find by name or role").fill("paula")
    row.get_by_text("Account", exact=True).click()
    expect(row.locator(".statement li").first).to_contain_text("−$50")
    expect(row.locator(".statement li").nth(1)).to_contain_text("+$150.50")
    # 150.50 - 50.00 = 100.50 more than before.
    assert player.request.get("/api/me").json()["balance"] == before + 100_50
    assert faults_in_all_looks(page) == []
    wide = page.evaluate("document.documentElement.scrollWidth > innerWidth")
    assert not wide  # on a phone nothing has to be pushed aside


def test_a_role_is_granted_and_taken_away(floor: Floor, staff: dict[str, str]) -> None:
    player = floor.browser.new_context(base_url=floor.address)
    floor.contexts.append(player)
    player.request.post("/api/demo", data={"name": "Rolf"}, headers=_SITE)
    page = floor.page(name=staff["manager"])
    page.goto("/#/people")
    page.get_by_label("Find by name or role").fill("rolf")
    row = page.locator(".seat-row[data-name='Rolf']")
    row.get_by_text("Roles", exact=True).click()
    row.get_by_label("Dealer").check()
    expect(row.locator(".tag", has_text="dealer")).to_have_count(1)
    assert player.request.get("/api/me").status == 401  # a new role begins with signing in
    row.get_by_label("Dealer").uncheck()
    expect(row.locator(".tag", has_text="dealer")).to_have_count(0)


def test_the_books_are_read_in_a_cashiers_words(floor: Floor, staff: dict[str, str]) -> None:
    player = floor.browser.new_context(base_url=floor.address)
    floor.contexts.append(player)
    player.request.post("/api/demo", data={"name": "Bertha"}, headers=_SITE)
    table = open_table(floor, staff["manager"], "rws-poker@7", bots=0)
    player.request.post(f"/api/tables/{table}/seat", data={"place": 3, "chips": 200_00}, headers=_SITE)
    page = floor.page(name=staff["manager"])
    page.goto("/#/reports")
    page.get_by_label("Find by player, table or kind of account").fill("bertha")
    books = page.get_by_role("region", name="Accounts")
    row = books.locator("tr", has_text=f"Bertha's chips at seat 3, table {table}")
    expect(row.locator("td").last).to_have_text("$200")
    expect(books).to_contain_text("Bertha's account")
    assert books.locator("tbody tr").count() == 2  # hers, and nobody else's
    assert "stack/" not in books.inner_text()
    assert faults_in_all_looks(page) == []


def test_significant_events_say_what_was_done_to_whom(floor: Floor, staff: dict[str, str]) -> None:
    """Who, how much, from what to what: the list had only the kind of event and the id of who did it."""
    page = floor.page(name=staff["manager"])
    player = page.request.post("/api/demo", data={"name": "Sigrid"}, headers=_SITE).json()
    page = floor.page(name=staff["manager"])
    page.request.post(
        f"/api/people/{player['id']}/deposit", data={"cents": 75_00, "reason": "window 1"}, headers=_SITE
    )
    page.request.put(f"/api/people/{player['id']}/roles", data={"roles": ["player", "dealer"]}, headers=_SITE)
    table = open_table(floor, staff["manager"], "rws-poker@7", title="Signe", bots=0)
    page.request.post(f"/api/tables/{table}/pause", data={"reason": "a lamp that flickers"}, headers=_SITE)
    page.goto("/#/reports")
    events = page.get_by_label("Significant events").locator("li")
    paid = events.filter(has_text="window 1")
    expect(paid).to_contain_text("Sigrid · $75")
    expect(paid).to_contain_text(f"by {staff['manager']} (shift manager)")
    granted = events.filter(has_text="Roles")
    expect(granted.first).to_contain_text("Sigrid")
    expect(granted.first).to_contain_text("player → ")
    expect(events.filter(has_text="a lamp that flickers")).to_contain_text("Signe, version 7")


def test_a_one_time_link_can_be_sent_as_it_is_shown(floor: Floor, staff: dict[str, str]) -> None:
    page = floor.page(name=staff["manager"])
    page.goto("/#/people")
    page.get_by_text("Invite somebody to the staff").click()
    page.locator("form input[name=role][value=dealer]").check()
    page.get_by_role("button", name="Make a one-time link").click()
    expect(page.locator(".panel code")).to_contain_text(f"{floor.address}/#/invitation/")


def test_the_day_of_the_report_is_the_houses(floor: Floor, staff: dict[str, str]) -> None:
    """17:00 UTC is one o'clock in the night of the next day where the house stands (+08:00)."""
    page = floor.page(name=staff["manager"])
    page.clock.set_fixed_time("2026-11-15T17:00:00Z")
    page.goto("/#/reports")
    expect(page.get_by_label("Day")).to_have_value("2026-11-16")
