"""What is done at the cage's pages, and who comes to its window."""

import re
from typing import Any

from playwright.sync_api import Page, expect

from tests.web.conftest import Floor

_SITE = {"X-Croupier": "1"}


def guest(floor: Floor, name: str) -> Any:
    context = floor.browser.new_context(base_url=floor.address)
    floor.contexts.append(context)
    context.request.post("/api/demo", data={"name": name}, headers=_SITE)
    return context.request


def balance(player: Any) -> int:
    return int(player.get("/api/me").json()["balance"])


def ask(page: Page, amount: str, reason: str, way: str) -> None:
    """At the window: so much, for this reason, in or out."""
    page.get_by_label("Amount").fill(amount)
    page.get_by_label("Reason", exact=True).fill(reason)
    page.get_by_role("button", name=way).click()


def make_chips(boss: Page, short: str, title: str) -> None:
    """400 x 5 + 400 x 25 + 100 x 100 = 2,000 + 10,000 + 10,000 in the cage."""
    boss.goto("/#/cage")
    boss.get_by_text("Make a set of chips").click()
    boss.get_by_label("Short name").fill(short)
    boss.get_by_label("Title").fill(title)
    boss.get_by_label("What the chips are worth, with spaces between").fill("1 5 25 100")
    boss.get_by_role("button", name="Make it").click()
    stock = boss.locator(".seat-row", has_text=title)
    stock.get_by_text("Stock", exact=True).click()
    for worth, number in (("$5", "400"), ("$25", "400"), ("$100", "100")):
        stock.get_by_label(worth, exact=True).fill(number)
    stock.get_by_label("Reason").fill("bought")
    stock.get_by_role("button", name="Into the cage").click()
    expect(stock.locator("h3")).to_contain_text("$22,000")


def count_in(pit: Page, table: str, chips: str) -> None:
    """A float of 20 x 100 + 40 x 25 = 3,000."""
    pit.goto("/#/cage")
    opening = pit.locator("section[aria-labelledby=opening]")
    opening.locator("details").wait_for()
    if not opening.get_by_label("Table").is_visible():  # it is folded once there are racks
        opening.locator("summary").click()
    opening.get_by_label("Table").select_option(label=table)
    opening.get_by_label("Set of chips").select_option(label=chips)
    opening.get_by_label("$100", exact=True).fill("20")
    opening.get_by_label("$25", exact=True).fill("40")
    opening.get_by_role("button", name="Count it in").click()
    expect(pit.locator(".table-rack", has_text=table)).to_contain_text("$3,000")


def move_chips(dealer: Page, pit: Page, cashier: Page, table: str, way: str) -> None:
    """Five chips of 100, asked for by the dealer, approved by the pit, handed over by the cage."""
    dealer.goto("/#/cage")
    rack = dealer.locator(f".table-rack[data-table='{table}']")
    rack.get_by_text("Ask for a fill or credit").click()
    rack.get_by_label("Which").select_option(way)
    rack.locator("form").first.get_by_label("$100", exact=True).fill("5")
    rack.get_by_role("button", name="Ask", exact=True).click()
    asked = f".seat-row[data-way='{way}']"
    expect(dealer.locator(asked)).to_be_visible()
    pit.goto("/#/cage")
    pit.locator(asked).get_by_role("button", name="Approve for the pit").click()
    expect(pit.locator(asked)).to_contain_text("Approved by Petra")
    cashier.goto("/#/cage")
    button = {"fill": "Hand the chips over", "credit": "Take the chips"}[way]
    cashier.locator(asked).get_by_role("button", name=button).click()
    cashier.get_by_role("link", name=re.compile("^Slip")).click()
    expect(cashier.locator(".slip-signatures")).to_contain_text("Petra")
