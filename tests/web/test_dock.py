"""The dock while one decides: what Enter will do stands on the button, chips of one's own are apart."""

from playwright.sync_api import Page, expect

from tests.web.conftest import Floor
from tests.web.playing import open_practice, play_round


def _at_a_raise(floor: Floor, size: str = "desktop") -> Page:
    page = floor.page(size)
    open_practice(floor, page, "rws-poker@7", bots=1)
    play_round(page, until=".dock.turn:has(bet-sizer) .do:enabled")
    page.locator("bet-sizer .typed").wait_for()
    return page


def test_the_button_says_what_enter_will_do_while_one_types(floor: Floor) -> None:
    """ "7" is below the least: the first Enter sets that, the second bets it, and nothing else ever does."""
    page = _at_a_raise(floor)
    field, raises = (
        page.locator("bet-sizer .typed"),
        page.locator(".dock .do:is([data-purpose=raise], [data-purpose=bet])"),
    )
    least = field.input_value()
    field.fill("7")
    expect(field).to_have_value("7")
    expect(raises).to_contain_text(f"Minimum {least}")
    expect(raises).to_contain_text(f"Enter sets {least}")
    field.fill("")
    expect(raises).to_be_disabled()
    field.press("Enter")
    field.fill("999999999")
    expect(raises).to_contain_text("Maximum")
    field.fill("7")
    field.press("Enter")
    expect(field).to_have_value(least)
    expect(raises).to_contain_text(least)
    expect(raises).not_to_contain_text("Enter sets")
    assert page.locator(".you .bet").inner_text().count(least) == 0
    field.fill("77")
    expect(raises).to_contain_text("$77")
    field.press("Enter")
    page.locator("bet-sizer").wait_for(state="detached")
    expect(page.locator(".log").get_by_text("77").first).to_be_attached()


_TOAST = (
    "() => { document.querySelector('.toasts').innerHTML = '<p class=notice>A seat is free for you.</p>'; }"
)
_IS_ABOVE = """() => {
  const toast = document.querySelector(".toasts").getBoundingClientRect();
  return [...document.querySelectorAll(".felt .card")].every(
    (card) => card.getBoundingClientRect().top >= toast.bottom,
  );
}"""


def test_a_toast_lies_on_no_card(floor: Floor) -> None:
    for size in ("desktop", "phone"):
        page = _at_a_raise(floor, size)
        page.wait_for_function("() => document.getAnimations().every((one) => one.playState !== 'running')")
        page.evaluate(_TOAST)
        assert page.evaluate(_IS_ABOVE), size


def test_the_log_of_a_phone_opens_at_its_end(floor: Floor) -> None:
    page = floor.page("phone")
    open_practice(floor, page, "rws-multilink@3", bots=3)  # where one Round cannot cost all chips
    play_round(page)
    page.get_by_role("button", name="What the dealer says").click()
    page.locator(".log li").last.wait_for()
    at_end = """() => {
      const list = document.querySelector(".log");
      const {scrollHeight: all, scrollTop: top, clientHeight: seen} = list;
      return all > seen + 40 && all - top - seen < 4;
    }"""
    page.wait_for_function(at_end)
