"""Something went wrong: each list is short and searchable, asks what is needed and shows the outcome."""

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import Floor
from tests.web.looks import faults_in_all_looks
from tests.web.playing import NEWEST_FIRST
from tests.web.staff import deal_until, open_table, take_over

pytestmark = pytest.mark.soak  # whole houses or many pages: before a release

# Per edition: what to type, the paragraph it is filed under, what it asks; None where nothing is asked.
_SOUGHT = {
    "rws-poker@6": ("foreign", "5.2", "What is wrong"),
    "rws-poker@7": ("foreign", "5.2", "What is wrong"),
    "rws-multilink@2": ("shortage", "5.8.3", "What is wrong"),
    "rws-multilink@3": ("shortage", "5.8.3", "What is wrong"),
    "mbs-freebet@3": ("foreign", "5.1", None),
}


# Trouble with one of several players: one line, then the place.
_AT_A_PLACE = {
    "rws-poker@6": "Report seat … exposing … hole cards",
    "rws-poker@7": "Report seat … exposing … hole cards",
    "rws-multilink@2": "Report the hole cards: card … of … seen",
    "rws-multilink@3": "Report the hole cards: card … of … seen",
    "mbs-freebet@3": "Report that … is absent",
}


def _in_the_middle(floor: Floor, staff: dict[str, str], edition: str) -> Page:
    """The dealer's console once hands are dealt and nothing moves unless the dealer does."""
    table = open_table(floor, staff["manager"], edition)
    page = floor.page(name=staff["dealer"])
    take_over(page, table)
    trouble = ".table-body:has(.felt playing-card) .trouble-button"
    deal_until(page, trouble, _AT_A_PLACE[edition], in_a_round=True)
    return page


@pytest.mark.parametrize("edition", NEWEST_FIRST)
def test_what_went_wrong_is_found_by_typing(floor: Floor, staff: dict[str, str], edition: str) -> None:
    page = _in_the_middle(floor, staff, edition)
    word, paragraph, asked = _SOUGHT[edition]
    entries = page.locator(".troubles li")
    assert entries.count() <= 24  # one line for each trouble, not for each seat
    assert page.locator(".troubles li:not(:has(cite-chip))").count() == 0
    words = page.locator(".trouble-button").all_inner_texts()
    assert len(set(words)) == len(words)
    assert not [each for each in words if "bot-" in each or "_" in each]  # no raw ids
    assert page.locator(".trouble-group h3").count() >= 2
    search = page.get_by_label("Find by word, player or paragraph")
    search.fill("¶ " + paragraph)
    assert {paragraph in each for each in page.locator(".troubles li").all_inner_texts()} == {True}
    search.fill(word)
    expect(entries).to_have_count(1)
    search.press("Enter")
    if asked:
        form = page.locator(".trouble option-form")
        assert form.locator("legend, .field > span").all_inner_texts() == [asked]
        form.locator("input").first.press("Space")
        form.locator("input").first.press("Enter")
    page.locator(".foreseen li").first.wait_for()
    assert page.locator(".foreseen li:not(:has(cite-chip))").count() == 0
    assert page.locator(".changes tbody tr").count() == 3  # every player, whether chips move or not
    assert faults_in_all_looks(page) == []
    page.locator(".trouble").get_by_role("button", name="Back").click()
    expect(search).to_be_visible()  # and nothing has been done
    assert page.locator(".decision").count() == 0


@pytest.mark.parametrize("edition", NEWEST_FIRST)
def test_a_player_is_pointed_at(floor: Floor, staff: dict[str, str], edition: str) -> None:
    page = _in_the_middle(floor, staff, edition)
    page.locator(".trouble-button", has_text=_AT_A_PLACE[edition]).click()
    where = page.locator(".where-button")
    if where.count():  # only one may be left in the Round
        names = page.locator(".plate .name").all_inner_texts()
        assert {text.split(", ")[-1] for text in where.all_inner_texts()} <= {n.split()[-1] for n in names}
        where.last.click()
    if page.locator(".trouble option-form").count():
        page.locator(".trouble option-form button[type=submit]").click()
    page.locator(".trouble-one").get_by_role("button", name="Do it").wait_for()


# The outcome is held back until the table's next news have drawn the sheet anew.
_NEWS_BEFORE_THE_ANSWER = """() => {
  const sheet = document.querySelector("trouble-sheet");
  const ask = sheet.socket.preview.bind(sheet.socket);
  sheet.socket.preview = async (...asked) => {
    const answer = await ask(...asked);
    sheet.options = structuredClone(sheet.options);
    sheet.redraw();
    await new Promise((drawn) => setTimeout(drawn, 100));
    return answer;
  };
}"""


def test_the_outcome_is_shown_though_players_went_on_meanwhile(floor: Floor, staff: dict[str, str]) -> None:
    page = _in_the_middle(floor, staff, "mbs-freebet@3")
    page.evaluate(_NEWS_BEFORE_THE_ANSWER)
    page.locator(".trouble-button", has_text="Report a foreign card").click()
    page.locator(".foreseen li").first.wait_for()


def test_it_is_reported_without_a_mouse(floor: Floor, staff: dict[str, str]) -> None:
    """From wherever the dealer is: one key to the finder, Enter through it, Escape back."""
    page = _in_the_middle(floor, staff, "mbs-freebet@3")
    search = page.get_by_label("Find by word, player or paragraph")
    page.keyboard.press("/")
    expect(search).to_be_focused()
    page.keyboard.press("Escape")
    expect(search).not_to_be_focused()
    page.keyboard.press("/")
    page.keyboard.type("absent")
    page.keyboard.press("Enter")
    page.locator(".where-button").first.wait_for()
    page.keyboard.press("Escape")  # not that
    expect(search).to_be_focused()
    page.keyboard.type("foreign")
    page.keyboard.press("Enter")
    page.locator(".trouble-one .sure").wait_for()
    expect(page.locator(".trouble-one")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".said-and-done .log")).to_contain_text("The Round is void")
