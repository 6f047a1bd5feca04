"""Settings act at once and stay; a turn is told to who looks elsewhere."""

import re

from playwright.sync_api import expect

from tests.web.conftest import SIZES, Floor
from tests.web.looks import faults_in_all_looks
from tests.web.playing import open_practice, play_round

_HIDE = """(isHidden) => {
  Object.defineProperty(document, "hidden", {get: () => isHidden, configurable: true});
  document.dispatchEvent(new Event("visibilitychange"));
}"""


def test_settings_act_at_once_and_stay(floor: Floor) -> None:
    page = floor.page()
    page.goto("/")
    page.locator(".game-card").first.wait_for()
    page.locator("details.menu summary").click()
    page.get_by_role("button", name="Settings").click()
    sheet = page.locator("dialog.settings")
    sheet.get_by_role("switch").first.wait_for()
    boxes = {
        (box["width"], box["height"])
        for each in sheet.get_by_role("switch").all()
        if (box := each.bounding_box())
    }
    assert boxes == {(44, 26)}
    sheet.get_by_role("group", name="Poker").get_by_role("button", name="Slate").click()
    sheet.get_by_role("button", name="Four colours").click()
    sheet.get_by_role("switch", name="Colour-blind palette").check()
    sheet.get_by_role("button", name="Off", exact=True).click()
    field = sheet.get_by_label("Poker later")
    field.fill("1/3 nonsense")
    field.blur()
    expect(field).to_have_attribute("aria-invalid", "true")
    field.fill("1/3 150% pot")
    field.blur()
    expect(field).not_to_have_attribute("aria-invalid", "true")
    assert faults_in_all_looks(page) == []
    page.keyboard.press("Escape")
    expect(sheet).not_to_be_visible()
    page.reload()
    page.locator(".game-card").first.wait_for()
    root = page.evaluate("() => ({...document.documentElement.dataset})")
    assert (root["suits"], root["palette"]) == ("four", "blind")
    style = page.evaluate("() => document.documentElement.getAttribute('style')")
    assert "--felt-poker: var(--felt-slate)" in style
    assert "--speed: 0" in style


def test_sizes_of_bets_are_those_that_were_set(floor: Floor) -> None:
    page = floor.page()
    for when in ("first", "later"):
        page.add_init_script(f"localStorage.setItem('croupier.presets-{when}', '2x 10x')")
    open_practice(floor, page, "rws-poker@7", bots=1)
    play_round(page, until=".dock.turn:has(bet-sizer) .do:enabled")
    sizes = page.locator(".presets button").all_inner_texts()
    assert sizes[:3] == ["Min", "2x", "10x"]
    page.get_by_role("button", name="10x").click()
    expect(page.get_by_role("button", name="10x")).to_have_attribute("aria-pressed", "true")


def test_the_time_played_is_said_when_asked_and_now_and_then(floor: Floor) -> None:
    page = floor.page()
    open_practice(floor, page, "mbs-freebet@3", bots=0)
    play_round(page)
    page.locator("details.menu summary").click()
    expect(page.locator(".menu-sheet")).to_contain_text(re.compile(r"Today \d+ min played, [+−±]\$"))
    page.get_by_role("link", name="Your limits").click()
    page.locator("main h1", has_text="Your limits").wait_for()
    page.clock.install()
    page.evaluate(
        """async () => {
          const {remind} = await import("/core/reality.js");
          window.stop = remind((words) => (window.heard = words));
        }"""
    )
    page.clock.fast_forward("59:00")
    assert page.evaluate("() => window.heard ?? ''") == ""
    page.clock.fast_forward("02:00")
    page.wait_for_function("() => /^Today/.test(window.heard ?? '')", polling=100)


def test_a_turn_is_told_to_who_looks_elsewhere(floor: Floor) -> None:
    page = floor.page()
    open_practice(floor, page, "mbs-freebet@3", bots=0)
    page.evaluate(_HIDE, True)
    page.reload()
    page.evaluate(_HIDE, True)
    page.wait_for_function("() => document.title.includes('Your turn')")
    assert (page.locator("link[rel=icon]").get_attribute("href") or "").startswith("data:")
    page.evaluate(_HIDE, False)
    page.wait_for_function("() => !document.title.includes('Your turn')")
    assert (page.locator("link[rel=icon]").get_attribute("href") or "").endswith("/icon.svg")


def test_what_one_wants_at_ones_seat_is_done_unasked(floor: Floor) -> None:
    """Chips up to the most of the table between Rounds; away instead of the next blind."""
    page = floor.page("desktop")
    page.add_init_script("localStorage.setItem('croupier.top-up', 'most')")
    open_practice(floor, page, "rws-poker@7", bots=2)
    expect(page.locator(".log")).to_contain_text("adds")
    page.get_by_role("tab", name="My seat").click()
    page.get_by_label("Sit out when my next blind is due").check()
    play_round(page, until=".dock [data-purpose=return]")
    expect(page.get_by_label("Sit out when my next blind is due")).to_have_count(0)


def test_a_note_on_a_player_is_there_at_the_next_visit(floor: Floor) -> None:
    page = floor.page("phone")
    open_practice(floor, page, "rws-multilink@3", bots=2)
    for _ in range(2):
        page.get_by_role("button", name="What the dealer says").click()
        page.get_by_role("tab", name="My seat").click()
        notes = page.get_by_role("region", name="Notes on players").get_by_role("textbox")
        expect(notes).to_have_count(2)
        if not notes.first.input_value():
            notes.first.fill("bets every river")
            notes.first.blur()
            assert faults_in_all_looks(page) == []
            page.set_viewport_size(SIZES["phone"])
            page.reload()
    expect(notes.first).to_have_value("bets every river")
