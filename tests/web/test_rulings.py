"""The pocket rulings page: on a phone, by nobody in particular, with a network and without one."""

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import Floor


def _open(floor: Floor, size: str = "phone", edition: str = "rws-poker@7") -> Page:
    page = floor.page(size)
    page.goto(f"/#/rulings?edition={edition}")
    page.locator(".rulings-touch").wait_for()
    return page


def _find(page: Page, words: str, case: str) -> None:
    page.get_by_label("Say what happened").fill(words)
    page.locator(".rulings-found button", has_text=case).first.click()


def _pick(page: Page, group: str, name: str) -> None:
    page.get_by_role("group", name=group).get_by_role("button", name=name, exact=True).click()


def test_plain_words_find_the_paragraph_and_what_follows(floor: Floor) -> None:
    """A flop without its burn: at once nothing was bet on it; later the 25 that everybody bet go back."""
    page = _open(floor)
    _find(page, "forgot to burn before the flop", "Deal the flop: nothing burnt")
    _pick(page, "When was it noticed?", "At once")
    page.get_by_role("button", name="What does the book say?").click()
    answer = page.get_by_role("region", name="The book says")
    expect(answer.locator(".says .cite").first).to_have_text("¶ 5.8")
    expect(answer).to_contain_text("Nobody: it follows from the book")
    expect(answer).to_contain_text("Nobody’s chips move")
    expect(answer.locator("blockquote")).to_contain_text("The flop is taken back")
    answer.get_by_role("button", name="Back").click()
    page.get_by_role("group", name="When was it noticed?").get_by_role("button").nth(1).click()
    page.get_by_role("button", name="What does the book say?").click()
    expect(answer.locator(".example tbody tr").first).to_contain_text("$465$490+$25")


def test_who_has_seen_cards_and_who_decides_are_asked_for(floor: Floor) -> None:
    page = _open(floor, "desktop")
    _find(page, "too many hole cards", "Deal the hole cards: 1 too many at …")
    answer = page.get_by_role("region", name="The book says")
    expect(answer.locator(".decides")).to_contain_text("Pit supervisor or above")
    _pick(page, "Choices", "Void")
    expect(answer.locator("blockquote")).to_contain_text("The Round is void")
    _pick(page, "Who has seen cards?", "Somebody has looked")
    expect(answer.locator(".decides")).to_contain_text("Nobody: it follows from the book")
    expect(answer.locator("blockquote")).to_contain_text("The Round is void")


def test_what_is_wrong_is_touched_on_the_felt(floor: Floor) -> None:
    page = _open(floor, edition="mbs-freebet@3")
    page.get_by_role("group", name="Touch what is wrong").get_by_role("button", name="Burnt Card").click()
    found = page.locator(".rulings-found button")
    expect(found.first).to_contain_text("Deal the initial cards: nothing burnt")
    _pick(page, "Game", "Poker")
    _pick(page, "Cards come from", "Electronic shuffler")
    page.get_by_label("Say what happened").fill("¶ 5.12")
    expect(found.first).to_contain_text("out of turn")


def test_the_worked_example_is_rehearsed(floor: Floor) -> None:
    page = _open(floor)
    _find(page, "four flop cards", "Deal the flop: 1 too many")
    page.get_by_role("button", name="What does the book say?").click()
    expect(page.locator(".change playing-card.up")).to_have_count(7)  # four lie there, three stay
    page.get_by_role("link", name="Rehearse it").click()
    page.get_by_text("Something went wrong", exact=True).click()
    page.get_by_role("button", name="Deal the flop: 1 too many", exact=True).click()
    expect(page.locator(".felt .board playing-card.up, .felt .community playing-card.up")).to_have_count(4)


def test_it_works_without_a_network_after_the_first_visit(floor: Floor) -> None:
    floor.expected.append("net::ERR_")  # the browser says itself that there is no network
    page = _open(floor)
    page.get_by_text("works without a network").wait_for(state="attached")
    page.context.set_offline(True)
    page.reload()
    page.locator(".rulings-touch").wait_for()
    _pick(page, "Game", "Multi-Link")
    _find(page, "the power has failed", "Report a technical interruption")
    page.get_by_role("button", name="What does the book say?").click()
    expect(page.get_by_role("region", name="The book says")).to_contain_text("5.7")
    page.context.set_offline(False)


@pytest.mark.parametrize("size", ["phone", "landscape", "desktop"])
def test_nothing_sticks_out(floor: Floor, size: str) -> None:
    page = _open(floor, size)
    _find(page, "four flop cards", "Deal the flop: 1 too many")
    if size == "phone":
        page.get_by_role("button", name="What does the book say?").click()
    assert not page.evaluate("document.documentElement.scrollWidth > innerWidth")
