"""A dealer deals and reports what went wrong; a supervisor decides; the chips end where the preview said."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.patience import until
from tests.web.conftest import Floor
from tests.web.looks import faults_in_all_looks
from tests.web.playing import NEWEST_FIRST
from tests.web.staff import deal_until, look_around, open_table, take_over

# Per edition: what is reported, once the hands are dealt.
_TROUBLES = {
    "rws-poker@6": "Report a technical interruption",
    "rws-poker@7": "Report a technical interruption",
    "rws-multilink@2": "Report a foreign card",
    "rws-multilink@3": "Report a foreign card",
    "mbs-freebet@3": "Report a foreign card",
}


@pytest.mark.parametrize("edition", NEWEST_FIRST)
def test_a_dealer_reports_and_the_pit_decides(floor: Floor, staff: dict[str, str], edition: str) -> None:
    table = open_table(floor, staff["manager"], edition)
    dealer = floor.page(name=staff["dealer"])
    supervisor = floor.page("phone", name=staff["manager"])
    take_over(dealer, table)
    words = _TROUBLES[edition]
    deal_until(dealer, ".table-body:has(.felt playing-card) .trouble-button", words, in_a_round=True)
    dealer.locator(".trouble-button", has_text=words).first.click()
    dealer.locator(".foreseen li").first.wait_for()
    assert dealer.locator(".foreseen cite-chip").count() > 0
    then = _then(dealer)
    dealer.get_by_role("button", name="Do it").click()
    dealer.locator(".trouble-one").wait_for(state="detached")
    if _waits(dealer, table):
        dealer.locator(".decision").first.wait_for()
        _decide(supervisor, table)
        dealer.locator(".decision").first.wait_for(state="detached")
    else:
        until(lambda: _stacks(dealer) == then, lambda: (_stacks(dealer), then))
    log = dealer.locator(".log li").last
    assert log.locator("cite-chip").count() > 0


def _waits(page: Page, table: str) -> bool:
    """By what the house says: the page may hear of it a moment later."""
    scene = page.request.get(f"/api/tables/{table}/snapshot?as=dealer").json()
    return bool(scene["decisions"])


def _decide(page: Page, table: str) -> None:
    """From the pit's list of what waits, to the table, to the ruling."""
    page.goto("/#/pit")
    page.locator(f".decision a[href*='{table}']").first.click()
    page.locator(".decision.yours button.do").first.click()
    page.locator(".decision.yours .sure").click()
    page.locator(".decision").first.wait_for(state="detached")


def _then(page: Page) -> dict[str, str]:
    """What the preview says each place will have."""
    rows = page.locator(".changes tbody tr").all()
    return {row.locator("th").inner_text().split()[0]: row.locator("td").nth(1).inner_text() for row in rows}


def _stacks(page: Page) -> dict[str, str]:
    plates = page.locator(".plate:has(.stack)").all()
    return {plate.locator(".number").inner_text(): plate.locator(".stack").inner_text() for plate in plates}


def test_who_may_not_decide_sees_who_is_needed(floor: Floor, staff: dict[str, str]) -> None:
    """What the document leaves open goes to the shift manager, with the reason for the record."""
    table = open_table(floor, staff["manager"], "mbs-freebet@3")
    dealer = floor.page(name=staff["dealer"])
    take_over(dealer, table)
    deal_until(dealer, ".trouble-button", "Refer to", in_a_round=True)
    dealer.locator(".trouble-button", has_text="Refer to the shift manager").click()
    dealer.get_by_role("textbox", name="What has happened").fill("a dog ran over the layout")
    dealer.get_by_role("button", name="Show what will happen").click()
    dealer.get_by_role("button", name="Do it").click()
    waiting = dealer.locator(".decision")
    waiting.wait_for()
    assert "Waits for a shift manager or above. You are here as dealer: call one." in waiting.inner_text()
    assert waiting.locator("button.do").count() == 0
    assert waiting.locator("cite-chip", has_text="6.1").count() == 1
    dealer.goto("/#/pit")
    line = dealer.locator(f".decision:has(a[href*='{table}'])")
    line.get_by_text("Waits for a shift manager or above: call one.").wait_for()
    manager = floor.page(name=staff["manager"])
    manager.goto(f"/#/pit/table/{table}")
    manager.locator(".decision.yours").get_by_label("Reason, for the record").fill("nobody saw a card")
    manager.locator(".decision.yours button.do").first.click()
    manager.locator(".decision.yours .changes").wait_for()
    assert faults_in_all_looks(manager) == []
    manager.locator(".decision.yours .sure").click()
    manager.locator(".decision").wait_for(state="detached")
    line.wait_for(state="detached")


@pytest.mark.parametrize(("edition", "word"), [("mbs-freebet@3", "Area"), ("rws-multilink@3", "Box")])
def test_a_dealer_reads_what_to_pay_and_take(
    floor: Floor, staff: dict[str, str], edition: str, word: str
) -> None:
    """At each place before settling; whoever settles faster than anybody can read finds it afterwards."""
    table = open_table(floor, staff["manager"], edition)
    dealer = floor.page(name=staff["dealer"])
    take_over(dealer, table)
    deal_until(dealer, ".dock .pay-and-take li")
    for line in dealer.locator(".pay-and-take li").all_inner_texts():
        wanted = rf"{word} \d: (nothing|pay \$[\d,.]+(, take \$[\d,.]+)?|take \$[\d,.]+)"
        assert re.fullmatch(wanted, line), line
    expect(dealer.locator(".felt .spot .res, .felt .hand .res").first).to_be_visible()  # and at each spot


def test_a_dealer_of_poker_reads_who_gets_what(floor: Floor, staff: dict[str, str]) -> None:
    """Before the pots are pushed: what nobody called and every pot, less the rake, by seat."""
    table = open_table(floor, staff["manager"], "rws-poker@7")
    dealer = floor.page(name=staff["dealer"])
    take_over(dealer, table)
    deal_until(dealer, ".dock .do[data-command=Settle]:enabled")
    lines = dealer.locator(".pay-and-take[aria-label='Who gets what'] li")
    lines.first.wait_for()
    for line in lines.all_inner_texts():
        assert re.fullmatch(r"Seat \d+: gets \$[\d,.]+", line), line


def test_hands_of_multilink_are_shown_before_they_are_settled(floor: Floor, staff: dict[str, str]) -> None:
    """Turned over first: then the dealer reads what to pay and take while the chips still lie there."""
    table = open_table(floor, staff["manager"], "rws-multilink@3")
    dealer = floor.page(name=staff["dealer"])
    take_over(dealer, table)
    deal_until(dealer, ".dock .do[data-command=ShowHands]:enabled")
    dealer.locator(".dock .do[data-command=ShowHands]").click()
    dealer.locator(".pay-and-take[aria-label='What to pay and take'] li").first.wait_for()
    assert dealer.locator(".dock .do[data-command=ShowHands]").count() == 0
    assert dealer.locator(".felt .box playing-card.up").count() > 0
    assert faults_in_all_looks(dealer) == []
    dealer.locator(".dock .do[data-command=Settle]").click()
    dealer.locator(".pay-and-take[aria-label='Settled'] li").first.wait_for()


@pytest.mark.parametrize("address", ["people", "cashier", "reports", "reports/hold"])
def test_a_page_for_others_says_so_and_nothing_else(
    floor: Floor, staff: dict[str, str], address: str
) -> None:
    """A dealer read "0 people" there, and "No receipts.": neither was true."""
    floor.expect("403")
    page = floor.page(name=staff["dealer"])
    page.goto(f"/#/{address}")
    shown = page.locator("main .pad")
    expect(shown.get_by_role("alert")).to_contain_text("This is for a pit manager or an auditor")
    expect(shown.locator(":scope > *")).to_have_count(2)  # its heading, and that


def test_a_wrong_password_does_not_lead_from_the_door_to_the_door(
    floor: Floor, staff: dict[str, str]
) -> None:
    floor.expect("401")
    page = floor.page()
    page.goto("/#/sign-in")
    page.get_by_label("Name").fill(staff["dealer"])
    page.get_by_label("Password").fill("not the one it is")
    page.locator("main").get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("alert")).to_contain_text("do not open an account")
    expect(page.get_by_role("alert").get_by_role("link")).to_have_count(0)


def test_a_table_is_opened_without_hurry(floor: Floor, staff: dict[str, str]) -> None:
    """The pit looks around every two seconds; what is being filled in stays as it is."""
    page = floor.page(name=staff["manager"])
    page.goto("/#/pit")
    page.get_by_text("Open a table").click()
    form = page.locator("details.opening form")
    form.get_by_label("Edition").select_option(label="Free Bet Blackjack, version 3")
    form.get_by_label("Title").fill("Slowly opened")
    form.get_by_label("Bots").fill("2")
    look_around(page)
    look_around(page)
    assert form.get_by_label("Bots").input_value() == "2"
    form.get_by_role("button", name="Open").click()
    tile = page.locator(".tile", has_text="Slowly opened")
    tile.locator(".big-figures div", has_text="seats").get_by_text("2/7").wait_for()
    floor.opened(page, (tile.get_by_role("link", name="Manage").get_attribute("href") or "").split("/")[-1])
