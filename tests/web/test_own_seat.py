"""One's own seat: leaving when the rules allow it, sitting out, another place, the list for a seat."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.patience import until
from tests.web.conftest import Floor
from tests.web.looks import faults_in_all_looks
from tests.web.playing import open_practice, play_round

pytestmark = pytest.mark.soak  # whole houses or many pages: before a release


def _affairs(page: Page) -> None:
    opener = page.get_by_role("button", name="What the dealer says")
    if opener.is_visible():  # where the side panel has no place of its own
        opener.click()
    page.get_by_role("tab", name="My seat").click()


def test_one_leaves_when_the_rules_allow_it_or_stays_after_all(floor: Floor) -> None:
    page = floor.page()
    open_practice(floor, page, "rws-poker@7", bots=2)
    play_round(page, until=".dock.turn .do[data-command=Fold]:enabled")
    _affairs(page)
    page.get_by_role("button", name="Leave the table").click()
    page.locator(".whose .leaving", has_text="leaving").wait_for()
    page.get_by_role("button", name="Stay after all").click()
    page.get_by_role("button", name="Leave the table").wait_for()
    assert page.locator(".whose .leaving").count() == 0
    page.get_by_role("button", name="Leave the table").click()
    page.locator(".whose .leaving", has_text="leaving").wait_for()
    page.reload()  # the house remembers it
    page.locator(".whose .leaving", has_text="leaving").wait_for()
    fold = page.locator(".dock .do[data-command=Fold]")
    fold.click()
    if page.locator(".dock .armed").count():  # checking would have been free: asked once more
        fold.click()
    page.locator(".dock.rail").wait_for()
    assert "watching from the rail" in page.locator(".dock").inner_text()


def test_one_sits_out_and_comes_back(floor: Floor) -> None:
    page = floor.page("phone")
    open_practice(floor, page, "rws-poker@7", bots=0)
    _affairs(page)
    page.get_by_role("button", name="Sit out and come back").click()
    sitting_out = page.get_by_label("Sitting out")
    sitting_out.get_by_text("You sit out").wait_for()
    assert faults_in_all_looks(page) == []
    sitting_out.get_by_role("button", name="I am back").click()
    sitting_out.get_by_text("You are dealt in").wait_for()


@pytest.mark.parametrize("edition", ["rws-poker@7", "rws-multilink@3", "mbs-freebet@3"])
def test_one_moves_to_another_place_with_all_chips(floor: Floor, edition: str) -> None:
    page = floor.page()
    open_practice(floor, page, edition, bots=0)
    chips = page.locator(".you .stack").inner_text()
    _affairs(page)
    page.get_by_label("Another").locator("select").select_option("2")
    page.get_by_role("button", name="Move there with my chips").click()
    page.get_by_text("You sit at 2 now").wait_for()
    page.locator(".you .plate .number", has_text="2").wait_for()
    assert page.locator(".you .stack").inner_text() == chips


def test_the_list_for_a_seat(floor: Floor) -> None:
    """Five bots and the host fill six boxes; a guest waits, and sits down when the host has gone."""
    host = floor.page()
    table = open_practice(floor, host, "rws-multilink@3", bots=5)
    until(lambda: len(host.request.get(f"/api/tables/{table}").json()["seats"]) == 6)
    guest = floor.page("phone")
    guest.goto(f"/#/table/{table}")
    guest.get_by_text("No seat is free").wait_for()
    guest.get_by_role("button", name="Wait for a seat").click()
    guest.get_by_text("You are number 1 of 1 on the waiting list").wait_for()
    assert faults_in_all_looks(guest) == []
    guest.get_by_role("button", name="Leave the list").click()
    guest.get_by_role("button", name="Wait for a seat").click()
    guest.get_by_text("You are number 1 of 1 on the waiting list").wait_for()
    guest.evaluate("() => Object.defineProperty(document, 'hidden', {get: () => true})")  # looks elsewhere
    _affairs(host)
    host.get_by_role("button", name="Leave the table").click()
    expect(guest).to_have_title(re.compile("A seat is free"))
    guest.get_by_role("button", name="A seat is free: take it").click()
    guest.get_by_role("button", name="Sit down").click()
    guest.locator(".dock .whose").wait_for()
    until(lambda: guest.request.get(f"/api/tables/{table}").json()["waiting"] == [])


def test_a_blind_posted_for_you_is_not_refused_to_a_finger_on_its_button(floor: Floor) -> None:
    """At practice blinds are posted by themselves; who presses the button at that moment meant the same."""
    page = floor.page()
    page.add_init_script(_EAGER)
    open_practice(floor, page, "rws-poker@7")
    play_round(page, until=".dock.turn:not(.betting) .do:enabled:not([data-command^=Post])")
    assert page.evaluate("() => window.problems") == []


_EAGER = """addEventListener("DOMContentLoaded", () => {
  window.problems = [];
  const note = () => problems.push(...[...document.querySelectorAll(".problem")].map((one) => one.innerText));
  new MutationObserver(note).observe(document.body, {subtree: true, childList: true});
  setInterval(() => document.querySelector(".dock .do[data-command^=Post]:enabled")?.click(), 15);
})"""
