"""After a power cut the pit sees every course of an interrupted Round, by whom and why, and takes one."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.web.conftest import Floor, use_link
from tests.web.house import HouseProcess
from tests.web.looks import faults_in_all_looks
from tests.web.playing import NEWEST_FIRST, open_practice, play_round
from tests.web.staff import deal_until, open_table, take_over

pytestmark = pytest.mark.soak  # whole houses or many pages: before a release

# The paragraph on technical interruptions, and the one by which the shift manager may rule otherwise.
_PARAGRAPHS = {
    "rws-poker@6": ("5.1", "5.14"),
    "rws-poker@7": ("5.1", "5.16"),
    "rws-multilink@2": ("5.7", "5.23"),
    "rws-multilink@3": ("5.7", "5.23"),
    "mbs-freebet@3": ("5.30", "6.1"),
}


@pytest.mark.parametrize("edition", NEWEST_FIRST)
def test_the_pit_chooses_the_course(browser: Browser, tmp_path: Path, edition: str) -> None:
    house = HouseProcess(tmp_path)
    # Long enough to look around before the foreseen course is taken by itself.
    house.config.write_text(house.config.read_text().replace("seconds = 2", "seconds = 600"))
    house.open()
    floor = Floor(browser, house.address)
    floor.expect_power_cut()
    try:
        manager = floor.page()
        use_link(manager, house.manager_link(), "Maria")
        table = open_table(floor, "Maria", edition)
        dealer = floor.page(name="Maria")
        take_over(dealer, table)
        deal_until(dealer, ".felt playing-card", in_a_round=True)
        house.kill()
        house.open()
        manager.goto("/#/pit")
        manager.reload()
        cut = manager.locator(f"[data-interrupted='{table}']")
        courses = cut.locator(".courses > li")
        courses.first.wait_for()
        by_rule, by_ruling = _PARAGRAPHS[edition]
        assert by_rule in courses.first.inner_text()
        assert courses.first.locator(".tag", has_text="foreseen by the document").count() == 1
        assert courses.locator(".foreseen li").count() >= courses.count()  # what each would do
        assert "bot-" not in cut.inner_text()
        other = courses.filter(has_not=manager.locator(".tag"))
        expect(other).to_have_count(courses.count() - 1)
        assert faults_in_all_looks(manager) == []
        # The dealer has no dead buttons meanwhile, and reads what is waited for.
        held = dealer.locator(".dock .held-here")
        held.get_by_text("Foreseen:").wait_for()
        assert by_rule in held.inner_text()
        expect(dealer.locator(".dock .do, .trouble-button, .pay-and-take")).to_have_count(0)
        chosen = other.first if other.count() else courses.first
        if other.count():
            assert by_ruling in other.first.inner_text()
        chosen.locator("button.do").click()
        cut.wait_for(state="detached")
        expect(held).to_have_count(0)
        assert manager.context.request.get(f"/api/tables/{table}").json()["status"] == "open"
    finally:
        floor.close()
        house.close()
    assert floor.complaints == []


def test_tables_of_one_restart_are_confirmed_together_or_one_by_one(browser: Browser, tmp_path: Path) -> None:
    house = HouseProcess(tmp_path)
    house.config.write_text(house.config.read_text().replace("seconds = 2", "seconds = 600"))
    house.open()
    floor = Floor(browser, house.address)
    floor.expect_power_cut()
    try:
        pit = floor.page("phone")
        use_link(pit, house.manager_link(), "Maria")
        tables = []
        for edition in ("rws-poker@7", "rws-multilink@3", "mbs-freebet@3"):
            tables.append(open_table(floor, "Maria", edition, title=f"Cut {edition}"))
            dealer = floor.page(name="Maria")
            take_over(dealer, tables[-1])
            deal_until(dealer, ".felt playing-card", in_a_round=True)
        house.kill()
        house.open()
        pit.reload()
        cut = pit.locator("[data-interrupted]")
        expect(cut).to_have_count(3)
        # What is foreseen is in sight at each of them; the rest is a touch away.
        expect(cut.locator("button.do:visible")).to_have_count(3)
        first = pit.locator(f"[data-interrupted='{tables[0]}']")
        first.get_by_text("Rule otherwise").tap()
        first.locator(".otherwise button.do").first.tap()
        first.wait_for(state="detached")
        pit.get_by_role("button", name="Confirm what is foreseen at both tables").tap()
        expect(cut).to_have_count(0)
        states = [pit.request.get(f"/api/tables/{table}").json()["status"] for table in tables]
        assert states == ["open"] * 3
    finally:
        floor.close()
        house.close()
    assert floor.complaints == []


@pytest.mark.parametrize("edition", ["rws-poker@7", "rws-multilink@3", "mbs-freebet@3"])
def test_a_player_sees_what_is_foreseen_and_no_dead_buttons(
    browser: Browser, tmp_path: Path, edition: str
) -> None:
    """After the power cut: what the document foresees and who confirms it, where the buttons were."""
    house = HouseProcess(tmp_path)
    house.config.write_text(house.config.read_text().replace("seconds = 2", "seconds = 600"))
    house.open()
    floor = Floor(browser, house.address)
    floor.expect_power_cut()
    try:
        page = floor.page()
        table = open_practice(floor, page, edition, bots=2, has_clock=True)
        play_round(page, until=".dock.turn:not(.betting) .do:enabled")
        said = page.locator(".log .said").all_inner_texts()
        house.kill()
        house.open()
        page.reload()
        held = page.locator(".dock .held")
        held.get_by_text("Foreseen:").wait_for()
        assert _PARAGRAPHS[edition][0] in held.inner_text()
        assert "pit supervisor confirms it" in held.inner_text()
        assert page.locator(".dock .act, .dock .clock, .felt button.can").count() == 0
        assert _since_the_bets(page, len(said)) == _round_of(said)
        assert faults_in_all_looks(page) == []
        watcher = floor.page()
        watcher.goto(f"/#/table/{table}")
        # Who watches reads the same as who plays.
        seen = watcher.locator(".dock.rail .held")
        seen.get_by_text("Foreseen:").wait_for()
        assert seen.inner_text() == held.inner_text()
        console = floor.page()
        use_link(console, house.manager_link(), "Maria")
        console.goto(f"/#/pit/table/{table}")
        for other in (watcher, console):
            # Cards of others are not named to them.
            assert len(_since_the_bets(other, len(said))) == len(_round_of(said))
        assert faults_in_all_looks(watcher) == []
    finally:
        floor.close()
        house.close()
    assert floor.complaints == []


def _round_of(said: list[str]) -> list[str]:
    """The lines of the last Round."""
    return said[max(index for index, words in enumerate(said) if words.startswith("Place your")) :]


def _since_the_bets(page: Page, count: int) -> list[str]:
    """What the log says of the last Round within its first `count` lines: others who were asked at the same
    time may have answered before the power went."""
    lines = page.locator(".log .said")
    expect(lines.nth(count - 1)).to_be_attached()
    return _round_of(lines.all_inner_texts()[:count])
