"""A shift of the cage in Chromium: payments, receipts, a reversal; floats, fills, credits and counts."""

import re

from playwright.sync_api import Route, expect

from tests.web.cage import ask, balance, count_in, guest, make_chips, move_chips
from tests.web.conftest import Floor
from tests.web.looks import faults_in_all_looks
from tests.web.staff import open_table


def test_a_payment_is_said_in_words_confirmed_and_booked_once(floor: Floor, crew: dict[str, str]) -> None:
    player = guest(floor, "Cassius")
    before = balance(player)
    page = floor.page(name="Cora")
    page.goto("/#/cashier")
    page.get_by_label("Find by name").fill("cassius")
    page.get_by_role("button", name=re.compile("^Cassius")).click()
    ask(page, "150.50", "cash at window 2", "Pay in")
    expect(page.locator(".in-words").first).to_have_text("One hundred and fifty dollars and fifty cents")
    expect(page.locator(".in-words").last).to_have_text("壹佰伍拾元伍角")
    assert balance(player) == before, "nothing is booked before it is confirmed"
    assert faults_in_all_looks(page) == []
    page.get_by_role("button", name="Confirm").dblclick()
    expect(page.get_by_role("link", name=re.compile("Receipt"))).to_be_visible()
    assert balance(player) == before + 150_50

    # The answer is lost on its way, and the page is loaded again: asked for again it is booked once.
    def lose(route: Route) -> None:
        route.fetch()
        route.abort()

    floor.expect("ERR_FAILED")
    page.route("**/deposit", lose)
    ask(page, "20", "cash", "Pay out")
    page.get_by_role("button", name="Confirm").click()
    expect(page.locator(".problem").first).to_contain_text("Whether it was done is not known")
    page.unroute("**/deposit")
    page.reload()
    page.get_by_role("button", name="Ask again; it is booked once").click()
    expect(page.locator("tr[data-receipt]").first).to_contain_text("−$20")
    assert balance(player) == before + 130_50

    wrong = page.locator("tr[data-receipt]", has_text="cash at window 2").filter(has_text="Cassius")
    number = str(wrong.get_attribute("data-receipt"))
    page.get_by_role("button", name=f"Take back receipt {number}").click()
    page.get_by_label("Why is it taken back?").fill("it was 15.50")
    page.get_by_role("button", name="Book the reversal").click()
    expect(page.locator(f"tr[data-receipt='{number}']")).to_contain_text("taken back by")
    assert balance(player) == before - 20_00
    page.goto(f"/#/slip/{number}")
    expect(page.locator(".slip-amount")).to_have_text("+$150.50")
    for paper, width in (("80 mm", 320), ("A4", 700)):
        page.get_by_role("button", name=paper).click()
        box = page.locator(".slip").bounding_box()
        assert box is not None
        assert box["width"] <= width
    assert faults_in_all_looks(page) == []


def test_above_the_limit_a_second_person_confirms(floor: Floor, crew: dict[str, str]) -> None:
    """Ten thousand is what one person moves alone; a cent more waits."""
    player = guest(floor, "Crassus")
    before = balance(player)
    page = floor.page(name="Cora")
    page.goto(f"/#/cashier?person={player.get('/api/me').json()['id']}")
    ask(page, "10,000.01", "a cheque", "Pay in")
    expect(page.get_by_text("A second person has to confirm it.")).to_be_visible()
    page.get_by_role("button", name="Confirm").click()
    expect(page.get_by_text("It waits for a second person.")).to_be_visible()
    assert balance(player) == before
    other = floor.page(name="Kim")
    other.goto("/#/cashier")
    waiting = other.locator(".seat-row", has_text="Crassus")
    waiting.get_by_role("button", name="Confirm").click()
    expect(other.locator("tr[data-receipt]", has_text="Crassus")).to_contain_text("Cora, Kim")
    assert balance(player) == before + 10_000_01


def test_chips_are_counted_filled_credited_and_found_missing(floor: Floor, crew: dict[str, str]) -> None:
    virtual = open_table(floor, crew["manager"], "mbs-freebet@3", title="Felt one", bots=0)
    physical = open_table(floor, crew["manager"], "rws-poker@7", is_physical=True, title="Felt two", bots=0)
    make_chips(floor.page(name=crew["manager"]), "value", "Value chips")
    pit, dealer, cashier = (floor.page(name=name) for name in ("Petra", crew["dealer"], "Cora"))
    for title in ("Felt one", "Felt two"):
        count_in(pit, title, "Value chips")
    move_chips(dealer, pit, cashier, virtual, "fill")
    move_chips(dealer, pit, cashier, physical, "credit")
    kim = floor.page(name="Kim")
    kim.goto("/#/cage")
    for way in ("fill", "credit"):  # the table has counted them down: a fourth person signs
        slip = kim.locator(f".seat-row[data-way='{way}']")
        expect(slip.locator(".chain .signed")).to_have_count(3)
        expect(slip).to_contain_text("Dealer or above may sign next, but not")
        slip.get_by_role("button", name="Sign: received").click()
        expect(slip).to_have_count(0)
    cashier.goto("/#/cage")
    expect(cashier.locator(f".table-rack[data-table='{virtual}'] .large").first).to_contain_text("$3,500")
    assert faults_in_all_looks(cashier) == []

    # 3,000 less 500 are due; a chip of 25 is missing.
    pit.goto("/#/cage")
    rack = pit.locator(f".table-rack[data-table='{physical}']")
    rack.get_by_text("Count the rack").click()
    form = rack.locator("form", has=pit.get_by_role("button", name="Book the count"))
    floor.expect("409")
    form.get_by_label("$100", exact=True).fill("15")
    form.locator("[data-worth='2500']").get_by_role("button", name="+20 chips of $25").dblclick()
    form.locator("[data-worth='2500']").get_by_role("button", name="−1 chips of $25").click()
    expect(form.locator(".tray-sum")).to_contain_text("−$25")
    form.get_by_role("button", name="Book the count").click()
    expect(pit.locator("p[role=alert]")).to_contain_text("2,475 counted, 2,500 due")
    form.get_by_label("Why, if it does not match").fill("counted twice")
    form.get_by_role("button", name="Book the count").click()
    expect(rack).to_contain_text("−$25 that play does not explain")
    expect(pit.locator("tr[data-kind=count]").first).to_contain_text("−$25")
    virtual_rack = pit.locator(f".table-rack[data-table='{virtual}']")
    expect(virtual_rack).to_contain_text("Play explains all of it")
    virtual_rack.get_by_text("Count the rack").click()
    virtual_rack.get_by_label("the table closes: take the chips to the cage").check()
    virtual_rack.get_by_role("button", name="Book the count").click()
    expect(virtual_rack).to_have_count(0)
