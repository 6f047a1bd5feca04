"""One's own statistics: the sum of what the Rounds brought, whatever is chosen of them."""

import re

from playwright.sync_api import Page, expect

from tests.web.conftest import Floor
from tests.web.looks import faults_in_all_looks
from tests.web.playing import open_practice, play_round


def _cents(said: str) -> int:
    sign = -1 if "−" in said else 1
    return sign * round(100 * float(re.sub(r"[^\d.]", "", said)))


def _sum(page: Page) -> int:
    return sum(_cents(said) for said in page.locator(".stats-last li > b").all_inner_texts())


def test_rounds_are_counted_as_they_were_paid(floor: Floor) -> None:
    page = floor.page()
    open_practice(floor, page, "mbs-freebet@3", bots=0)
    for count in (1, 2):
        play_round(page, until=f".result[data-count='{count}']")
    page.goto("/#/statistics")  # who has played nothing else sees practice
    expect(page.locator(".stats-last li")).to_have_count(2)
    expect(page.get_by_role("button", name="Practice")).to_have_attribute("aria-pressed", "true")
    assert _cents(page.locator(".stats-chart h2 b").inner_text()) == _sum(page)
    assert _cents(page.locator(".stats-game p b").inner_text()) == _sum(page)
    expect(page.locator(".stats-own playing-card").first).to_be_visible()
    assert faults_in_all_looks(page) == []
    page.get_by_role("button", name="Poker").click()
    page.get_by_text("No Round like that yet").wait_for()
    page.get_by_role("button", name="All games").click()
    page.get_by_role("link", name="Replay of").first.click()
    page.wait_for_url("**/round/**")


def test_poker_counts_what_its_players_count(floor: Floor) -> None:
    page = floor.page()
    open_practice(floor, page, "rws-poker@7", bots=2)
    play_round(page)
    page.goto("/#/statistics")
    figures = page.locator(".stats-game dt")
    expect(figures).to_have_text(["VPIP", "PFR", "Won at showdown", "bb/100"])
