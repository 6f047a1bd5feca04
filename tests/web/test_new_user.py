"""The path of somebody who has never been here: open the page, sit, play, see why, replay."""

from pathlib import Path

from playwright.sync_api import Browser

from tests.web.conftest import Floor
from tests.web.house import HouseProcess
from tests.web.playing import EDITIONS, play_round


def test_from_the_first_page_to_the_reason(browser: Browser, tmp_path: Path) -> None:
    house = HouseProcess(tmp_path, all_editions=True).open()
    floor = Floor(browser, house.address)
    try:
        page = floor.page()
        page.goto("/")
        page.locator(".table-row").first.wait_for()
        shown = page.locator(".game-card option").evaluate_all("(all) => all.map((one) => one.value)")
        assert set(EDITIONS) <= set(shown), "each version of each game is a choice"
        labelled = page.locator("main [aria-label]")
        names = labelled.evaluate_all("(all) => all.map((one) => one.ariaLabel)")
        assert len(names) == len(set(names))
        page.get_by_role("button", name="Play Free Bet").click()
        page.get_by_role("button", name="Sit down").click()
        page.locator(".dock .whose").wait_for()
        assert play_round(page)
        page.locator(".log cite-chip button").last.click()
        page.locator(".book .gist").wait_for()
        page.get_by_role("link", name="See why, step by step").click()
        # Whoever sat down in the middle of a Round sees that first.
        while " wagers " not in page.locator(".why").inner_text():
            page.get_by_role("button", name="Step forward").click()
        page.keyboard.press("End")
        page.get_by_role("button", name="Check shuffle, deal and money").click()
        page.locator(".checks li").first.wait_for()
        assert page.locator(".checks li.bad").count() == 0
        page.get_by_role("link", name="Rounds", exact=True).click()
        page.locator("table.rounds tbody tr").first.wait_for()
        options = page.locator("select[name=table] option")
        options.nth(len(EDITIONS)).wait_for(state="attached")  # the tables are asked for by themselves
        tables = options.all_inner_texts()
        assert len(tables) == len(set(tables)) > len(EDITIONS), "any, and one for each edition"
    finally:
        floor.close()
        house.close()
    assert floor.complaints == []
