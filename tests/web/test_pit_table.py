"""The pit looks after one table: seats, absences and missed blinds, the waiting list, settings."""

import re

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.web.conftest import Floor
from tests.web.looks import faults_in_all_looks
from tests.web.staff import open_table, take_over

pytestmark = pytest.mark.soak  # whole houses or many pages: before a release

_SITE = {"X-Croupier": "1"}


def _player(floor: Floor, name: str) -> BrowserContext:
    """A demo player who needs no page."""
    context = floor.browser.new_context(base_url=floor.address)
    floor.contexts.append(context)
    assert context.request.post("/api/demo", data={"name": name}, headers=_SITE).ok
    return context


def _sit(player: BrowserContext, table: str, place: int, chips: int) -> None:
    answer = player.request.post(
        f"/api/tables/{table}/seat", data={"place": place, "chips": chips}, headers=_SITE
    )
    assert answer.ok, answer.text()


def _look(page: Page, table: str, part: str) -> None:
    page.goto(f"/#/pit/table/{table}?see={part}")
    page.locator(f".parts a[aria-current]:has-text('{part.capitalize()}')").wait_for()


@pytest.mark.parametrize("edition", ["rws-poker@6", "rws-poker@7"])
def test_a_player_is_relocated_with_all_chips(floor: Floor, staff: dict[str, str], edition: str) -> None:
    home = open_table(floor, staff["manager"], edition, title="Home", bots=0)
    table = open_table(floor, staff["manager"], edition, title="Away", bots=0)
    _sit(_player(floor, f"Rex {home}"), home, 2, 700_00)
    pit = floor.page(name=staff["dealer"])
    _look(pit, table, "seats")
    row = pit.locator(".seat-row[data-place='4']")
    expect(row.locator("cite-chip", has_text="5.4.1")).to_have_count(1)  # the list brings its own code
    row.get_by_role("button", name="Relocate a player here").click()
    row.get_by_role("button", name=f"Rex {home}, from seat 2 of Home").click()
    row.locator(".stack").wait_for()
    assert f"Rex {home}" in row.locator("h3").inner_text()
    assert row.locator(".stack").inner_text() == "$700"
    # No game goes on at this table yet, so 5.4.1 frees him of nothing: he comes like everybody else.
    assert row.locator(".tag", has_text="relocated").count() == 0
    _look(pit, home, "seats")
    expect(pit.locator(".seat-row[data-place='2']")).to_contain_text("free")
    assert faults_in_all_looks(pit) == []


def test_a_document_without_relocation_offers_none(floor: Floor, staff: dict[str, str]) -> None:
    table = open_table(floor, staff["manager"], "mbs-freebet@3", bots=1)
    pit = floor.page(name=staff["manager"])
    _look(pit, table, "seats")
    pit.locator(".seat-row .tag", has_text="bot").wait_for()
    assert pit.locator(".seat-row").count() == 7
    assert pit.locator(".relocate").count() == 0


def test_who_is_away_and_owes_a_blind_is_seen_and_deemed_gone(floor: Floor, staff: dict[str, str]) -> None:
    table = open_table(floor, staff["manager"], "rws-poker@7", bots=0)
    take_over(floor.page(name=staff["dealer"]), table)  # so that no Round begins meanwhile
    for place, name in enumerate(("Ann", "Ben", "Cat"), start=1):
        _sit(_player(floor, f"{name} {table}"), table, place, 500_00)
    pit = floor.page(name=staff["manager"])
    _look(pit, table, "absences")
    pit.get_by_text("Nobody is away, and nobody owes a blind.").wait_for()
    present = pit.locator(".absence[data-place='2']")
    present.get_by_role("button", name="Report seat 2 absent").click()
    away = pit.locator(".absence[data-place='2']:has(.tag.warn)")
    away.wait_for()
    assert f"Ben {table}" in away.locator("h3").inner_text()
    assert re.search(r"Since\s+\d\d:\d\d:\d\d", away.inner_text())
    expect(away).to_contain_text(re.compile(r"Last acted\s*\d\d:\d\d:\d\d"))  # when he sat down
    late = floor.page(name=staff["manager"])  # whoever comes later was not there to see him go
    _look(late, table, "absences")
    expect(late.locator(".absence[data-place='2']")).to_contain_text(
        re.compile(r"Last acted\s*\d\d:\d\d:\d\d")
    )
    assert "without a word" in away.inner_text()
    assert "5.4.2" in away.locator("cite-chip").first.inner_text()
    assert pit.locator(".paragraphs dt", has_text="5.4.2a").count() == 1  # what the document says of it
    assert faults_in_all_looks(pit) == []
    away.get_by_role("button", name="Deem seat 2 gone").click()
    away.wait_for(state="detached")
    _look(pit, table, "seats")
    expect(pit.locator(".seat-row[data-place='2']")).to_contain_text("free")


def test_the_next_one_on_the_list_is_seated(floor: Floor, staff: dict[str, str]) -> None:
    table = open_table(floor, staff["manager"], "rws-multilink@3", bots=0)
    pit = floor.page(name=staff["manager"])
    _look(pit, table, "waiting")
    pit.get_by_text("Nobody waits for a seat.").wait_for()
    names = [f"{name} {table}" for name in ("Ann", "Ben")]
    for name in names:
        assert _player(floor, name).request.post(f"/api/tables/{table}/waiting", headers=_SITE).ok
    # The list grows while one looks at it, first come first.
    rows = pit.locator(".waiting .seat-row")
    expect(rows).to_have_count(2)
    assert [row.locator("h3").inner_text() for row in rows.all()] == [f"1. {names[0]}", f"2. {names[1]}"]
    rows.nth(0).get_by_role("button", name=f"Seat {names[0]}").click()
    pit.get_by_label("Box").select_option("3")
    pit.get_by_role("textbox", name="Chips, from the player’s account").fill("250")
    assert faults_in_all_looks(pit) == []
    pit.get_by_role("button", name=f"Seat {names[0]} at box 3 with $250").click()
    expect(rows).to_have_count(1)
    rows.nth(0).get_by_role("button", name="Take off the list").click()
    pit.get_by_text("Nobody waits for a seat.").wait_for()
    _look(pit, table, "seats")
    box = pit.locator(".seat-row[data-place='3']")
    expect(box.locator(".stack")).to_have_text("$250")
    assert names[0] in box.locator("h3").inner_text()


def test_a_dealer_sees_the_list_but_gives_no_seat(floor: Floor, staff: dict[str, str]) -> None:
    table = open_table(floor, staff["manager"], "rws-poker@7", bots=0)
    assert _player(floor, f"Ann {table}").request.post(f"/api/tables/{table}/waiting", headers=_SITE).ok
    pit = floor.page(name=staff["dealer"])
    _look(pit, table, "waiting")
    pit.locator(".waiting .seat-row").get_by_text("A pit supervisor or above gives seats.").wait_for()
    assert pit.locator(".waiting button").count() == 0


def test_pausing_needs_a_reason_and_resuming_does_not(floor: Floor, staff: dict[str, str]) -> None:
    table = open_table(floor, staff["manager"], "mbs-freebet@3", bots=0)
    pit = floor.page(name=staff["manager"])
    pit.goto(f"/#/pit/table/{table}")
    pause = pit.get_by_role("button", name="Pause after this Round")
    pause.wait_for()
    assert pause.is_disabled()
    pit.get_by_label("Reason for pausing or closing").fill("a spilt drink")
    pause.click()
    pit.get_by_role("button", name="Resume").click()
    pit.get_by_role("button", name="Pause after this Round").wait_for()


def test_a_changed_limit_is_shown_as_coming_until_the_next_round(floor: Floor, staff: dict[str, str]) -> None:
    table = open_table(floor, staff["manager"], "rws-poker@7", bots=0)
    pit = floor.page(name=staff["manager"])
    _look(pit, table, "settings")
    assert pit.get_by_role("button", name="Change from the next Round").is_disabled()
    pit.get_by_label("Small blind", exact=True).fill("10.00")
    pit.get_by_role("button", name="Change from the next Round").click()
    coming = pit.locator(".ordered")
    expect(coming).to_contain_text("Small blind: 5.00 → 10.00")
    assert pit.locator(".parts a", has_text="Settings (changing)").count() == 1
    expect(pit.locator(".table-side .signage div", has_text="Small blind")).to_contain_text("$5")
    assert faults_in_all_looks(pit) == []
    # Two bots sit down, a Round begins, and the new blind is in force.
    _look(pit, table, "seats")
    for count in (1, 2):
        pit.get_by_role("group", name="Bots").get_by_role("button", name="One more").click()
        expect(pit.get_by_role("group", name="Bots")).to_contain_text(f"keeps {count} bot")
    expect(pit.locator(".table-side .signage div", has_text="Small blind")).to_contain_text("$10")
    assert pit.locator(".parts a", has_text="(changing)").count() == 0


def test_a_dealer_reads_the_settings_but_changes_none(floor: Floor, staff: dict[str, str]) -> None:
    table = open_table(floor, staff["manager"], "mbs-freebet@3", bots=0)
    pit = floor.page(name=staff["dealer"])
    _look(pit, table, "settings")
    pit.get_by_text("A pit manager or above changes settings.").wait_for()
    assert pit.get_by_label("Main min", exact=True).is_disabled()
    assert pit.get_by_role("button", name="Change from the next Round").count() == 0


def test_what_is_being_typed_survives_a_notice(floor: Floor, staff: dict[str, str]) -> None:
    table = open_table(floor, staff["manager"], "rws-poker@7", bots=0)
    pit = floor.page(name=staff["manager"])
    _look(pit, table, "settings")
    pit.get_by_label("Rake cap", exact=True).fill("25.00")
    other = floor.page(name=staff["dealer"])
    take_over(other, table)  # everybody at the table is told
    pit.locator(".notice", has_text="deals now").wait_for()
    assert pit.get_by_label("Rake cap", exact=True).input_value() == "25.00"


def test_a_setting_that_does_not_go_is_refused_by_its_name_on_the_form(
    floor: Floor, staff: dict[str, str]
) -> None:
    table = open_table(floor, staff["manager"], "rws-poker@7", bots=0)
    floor.expect("409")
    pit = floor.page(name=staff["manager"])
    _look(pit, table, "settings")
    pit.get_by_label("Table stake min", exact=True).fill("5000")  # the most is 2,000
    pit.get_by_role("button", name="Change from the next Round").click()
    pit.get_by_role("alert").filter(has_text="may not be below table stake min").wait_for()
