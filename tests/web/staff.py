"""The staff at their consoles."""

import time
from pathlib import Path

from playwright.sync_api import Page

from tests.web.conftest import Floor


def hire(floor: Floor, manager_state: Path, name: str, role: str, size: str = "desktop") -> Page:
    """Somebody new on the staff, by a one-time link that the shift manager makes in the people page."""
    manager = floor.page(state=manager_state)
    manager.goto("/#/people")
    manager.get_by_text("Invite somebody to the staff").click()
    manager.locator("form input[name=role]").and_(manager.locator(f"[value={role}]")).check()
    manager.get_by_role("button", name="Make a one-time link").click()
    link = manager.locator(".panel code").inner_text()
    page = floor.page(size)
    page.goto(link)
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password").fill("a long enough password")
    page.get_by_role("button", name="Begin").click()
    page.locator(".pit").wait_for()
    return page


def open_table(floor: Floor, manager_state: Path, edition: str, title: str, **more: object) -> str:
    """A table of the house with bots, opened from the pit. Gives its id."""
    page = floor.page(state=manager_state)
    page.goto("/#/pit")
    page.get_by_text("Open a table").click()
    form = page.locator("details.opening form")
    form.get_by_label("Edition").select_option(edition)
    form.get_by_label("Title").fill(title)
    form.get_by_label("Bots").fill(str(more.get("bots", 3)))
    if more.get("is_physical"):
        form.get_by_label("physical cards").check()
    form.get_by_role("button", name="Open").click()
    page.locator(".tile", has_text=title).get_by_role("link", name="Manage").click()
    page.locator(".felt").wait_for()
    table = page.url.split("/table/")[1]
    floor.opened(page, table)
    return table


def take_over(page: Page, table: str) -> None:
    page.goto(f"/#/table/{table}/deal")
    page.get_by_role("button", name="Take the table over").click()
    page.get_by_role("button", name="Give the table back").wait_for()


def deal_until(page: Page, is_there: str, seconds: int = 40) -> None:
    """Do what comes next at the dealer console until the page shows what `is_there` selects."""
    until = time.monotonic() + seconds
    while not page.locator(is_there).count():
        assert time.monotonic() < until, f"{is_there} did not come: {page.locator('main').inner_text()}"
        seen = page.evaluate("() => document.querySelector('.log li:last-child')?.textContent ?? ''")
        if page.evaluate(_NEXT):
            form = page.locator(".dock option-form")
            if form.count():
                form.locator("input[type=radio]").first.check()
                form.locator("button[type=submit]").click()
            page.wait_for_timeout(20)
        page.wait_for_function(_HAS_MOVED, arg=seen, timeout=15_000)


# A new shuffle is never wrong, but an endless choice: skip it if anything else can be done.
_NEXT = """() => {
  const all = [...document.querySelectorAll(".dock > action-bar .do:enabled")];
  const skipped = ["ShuffleCards", "AnnounceControl", "BurnCard"];
  const found = all.find((one) => !skipped.includes(one.dataset.command)) ?? all[0];
  found?.click();
  return Boolean(found);
}"""
_HAS_MOVED = "(seen) => (document.querySelector('.log li:last-child')?.textContent ?? '') !== seen"
