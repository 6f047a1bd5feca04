"""What a player sees while deciding: the clock, the cards, what a Round brought, the way back."""

import re

import pytest
from playwright.sync_api import Locator, Page

from tests.web.conftest import Floor
from tests.web.playing import open_practice, play_round, practise, stop_at_the_end

pytestmark = pytest.mark.soak  # whole houses or many pages: before a release

# Is the middle of it on the screen, with nothing lying over it?
_IS_SEEN = """(one) => {
  const {left, top, width, height} = one.getBoundingClientRect();
  const there = document.elementFromPoint(left + width / 2, top + height / 2);
  return one === there || one.contains(there);
}"""


def _is_seen(found: Locator) -> bool:
    found.wait_for()
    return bool(found.evaluate(_IS_SEEN))


@pytest.mark.parametrize("size", ["desktop", "phone"])
@pytest.mark.parametrize(
    ("edition", "moment"),
    [("rws-poker@7", "Fold"), ("rws-multilink@3", "PlaceFlop"), ("mbs-freebet@3", "PlaceWager")],
)
def test_the_clock_is_seen_while_it_runs(floor: Floor, size: str, edition: str, moment: str) -> None:
    page = floor.page(size)
    open_practice(floor, page, edition, bots=1, has_clock=True)
    play_round(
        page, until=f".dock.turn .do[data-command={moment}]:enabled, .you .spot[data-command={moment}]"
    )
    assert _is_seen(page.locator(".clock .seconds"))


def test_whoever_practises_has_no_clock_unless_asked_for(floor: Floor) -> None:
    page = floor.page()
    open_practice(floor, page, "mbs-freebet@3", bots=0)
    page.locator(".you .spot[data-command=PlaceWager]").wait_for()
    assert page.locator(".clock").count() == 0


def test_what_the_round_brought_is_seen_on_a_phone(floor: Floor) -> None:
    page = floor.page("phone")
    open_practice(floor, page, "rws-multilink@3", bots=0)
    play_round(page)
    assert _is_seen(page.locator(".result"))


def test_what_a_round_brought_is_right_after_coming_back_in_the_middle(floor: Floor) -> None:
    """The Ante of $25, the least of the table, is lost by folding, also if its placing was not seen."""
    page = floor.page()
    open_practice(floor, page, "rws-multilink@3", bots=0)
    play_round(page, until=".dock.turn .do[data-command=Fold]:enabled")
    page.reload()
    page.locator(".dock.turn .do[data-command=Fold]:enabled").click()
    page.locator(".result.lost", has_text="−$25.").wait_for()


@pytest.mark.parametrize(
    ("edition", "bots"), [("rws-poker@7", 1), ("rws-multilink@3", 0), ("mbs-freebet@3", 0)]
)
def test_the_cards_lie_until_the_next_round(floor: Floor, edition: str, bots: int) -> None:
    """Whoever is paid sees for what: Poker and Free Bet were cleared before anybody could compare."""
    page = floor.page()
    stop_at_the_end(page)
    open_practice(floor, page, edition, bots=bots)
    play_round(page)
    page.locator(".dock .whose", has_text="Between Rounds").wait_for()
    page.locator(".you .card.up").first.wait_for()
    assert page.locator(".dealer-hand .card.up").count() or edition == "rws-poker@7"
    assert page.locator(".felt :is(.pot, .bet, .spot) chip-stack").count() == 0


def _amount(page: Page) -> Locator:
    return page.locator("sit-dialog amount-picker")


@pytest.mark.parametrize("typed", ["", "abc", "12.345"])
def test_an_amount_that_is_none_is_called_so(floor: Floor, typed: str) -> None:
    """What stands in the field is what would be given: emptied, it said 500 again and could not be used."""
    page = floor.page()
    page.goto("/")
    practise(page, "rws-poker@7")
    page.get_by_role("button", name="Sit down").wait_for()
    floor.opened(page, page.url.split("/table/")[1].split("?")[0])
    field = _amount(page).locator("input[type=text]")
    field.fill(typed)
    _amount(page).locator(".problem", has_text="Not possible: $200 to").wait_for()
    assert field.input_value() == typed
    assert field.get_attribute("aria-invalid") == "true"
    assert page.get_by_role("button", name="Sit down").is_disabled()
    field.fill("300")
    page.get_by_role("button", name="Sit down").click()
    page.locator(".you .stack", has_text="$300").wait_for()


def test_whoever_sits_out_is_told_so_and_comes_back_with_one_key(floor: Floor) -> None:
    page = floor.page()
    open_practice(floor, page, "rws-poker@7", bots=0)
    page.get_by_role("tab", name="My seat").click()
    page.get_by_role("button", name="Sit out and come back").click()
    page.locator(".dock .whose", has_text="You sit out").wait_for()
    back = page.locator(".dock .do[data-command=ReturnToSeat]")
    page.keyboard.press(back.get_attribute("aria-keyshortcuts") or "")
    page.locator(".dock .whose", has_text="Between Rounds").wait_for()


def test_whoever_has_lost_everything_is_offered_chips_at_once(floor: Floor) -> None:
    """$25 are enough for the Ante of $25 and for nothing more: folding loses it."""
    page = floor.page()
    page.goto("/")
    page.get_by_label("Bots").fill("0")
    page.get_by_label("Bots").press("Tab")
    practise(page, "rws-multilink@3")
    page.get_by_role("button", name="Sit down").wait_for()
    floor.opened(page, page.url.split("/table/")[1].split("?")[0])
    _amount(page).locator("input[type=text]").fill("25")
    page.get_by_role("button", name="Sit down").click()
    play_round(page)
    page.locator(".dock .whose", has_text="You have no chips left").wait_for()
    page.locator(".dock .do[data-command=BuyChips]").click()
    page.locator(".dock option-form input[type=text]").fill("500")
    page.locator(".dock option-form button[type=submit]").click()
    page.locator(".you .spot[data-command=PlaceAnte]").wait_for()
    assert "no chips" not in page.locator(".dock").inner_text()


_DO_OVERLAP = """([one, other]) => {
  const [a, b] = [one, other].map((selector) => document.querySelector(selector).getBoundingClientRect());
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}"""


def test_a_bet_does_not_lie_on_the_game_marker_of_a_phone(floor: Floor) -> None:
    page = floor.page("phone")
    open_practice(floor, page, "rws-poker@7", bots=3)  # from both ends: 10, 1 and 9
    bet = "[data-seat='9'] .bet chip-stack"
    play_round(page, until=f".table-main:has({bet}) .dock.turn .do:enabled")  # everybody waits for us
    assert not page.evaluate(_DO_OVERLAP, [bet, ".marker"])


@pytest.mark.parametrize("size", ["phone", "landscape"])
def test_a_double_or_insurance_for_less_is_asked_for_where_no_slider_fits(floor: Floor, size: str) -> None:
    """Free Bet 3.26 and 3.27 allow it, on any screen."""
    page = floor.page(size)
    open_practice(floor, page, "mbs-freebet@3")
    play_round(page, until="bet-sizer")
    assert not page.locator("bet-sizer").is_visible()
    page.get_by_role("button", name="For less").click()
    form = page.locator(".dock-sheet .option-form")
    form.get_by_role("button", name=re.compile("^(Double|Insure)", re.IGNORECASE)).click()
    form.wait_for(state="detached")
    page.locator("bet-sizer").wait_for(state="detached")  # taken: it is not offered any more
