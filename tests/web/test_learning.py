"""The trainer: a moment on its felt, answered by the table's buttons, remembered; and the drill."""

import json
import os
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import croupier
from croupier.server.lessons import read
from tests.web.conftest import Floor

soak = pytest.mark.soak  # whole houses or many pages: before a release

WEB = Path(croupier.__file__).parent / "web"
SHOTS = os.environ.get("SHOTS_FOLDER", "")


def shot(page: Page, name: str) -> None:
    if SHOTS:
        page.screenshot(path=str(Path(SHOTS) / f"{name}.png"), full_page=True)


def lessons(edition: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads((WEB / "lessons" / f"{edition}.json").read_text())["lessons"]
    return found


@soak
def test_a_guest_answers_misses_and_is_asked_again(floor: Floor) -> None:
    page = floor.page("desktop")
    page.goto("/#/learn?edition=rws-poker@7")
    first, second, third = lessons("rws-poker@7")[:3]
    page.locator(".learn .felt").wait_for()
    page.locator(".learn .an").first.wait_for()
    shot(page, "learn-desktop-light")
    wrong = (first["right"] + 1) % len(first["buttons"])
    page.locator(".learn .an").nth(wrong).click()
    expect(page.locator(".an.bad")).to_have_count(1)
    expect(page.locator(".an.good")).to_have_count(1)
    assert first["paragraph"] in page.locator(".tell").inner_text()
    shot(page, "learn-desktop-answer")
    for lesson in (second, third):
        page.get_by_role("button", name="Next").click()
        expect(page.locator(".learn .lesson")).to_have_attribute("data-lesson", lesson["id"])
        page.keyboard.press(str(lesson["right"] + 1))
        expect(page.locator(".an.bad")).to_have_count(0)
        page.get_by_text("Right.").wait_for()
    page.get_by_role("button", name="Next").click()  # what was missed comes again after two others
    expect(page.locator(".learn .lesson")).to_have_attribute("data-lesson", first["id"])
    page.reload()
    plain = [each for each in lessons("rws-poker@7") if each["kind"] != "trouble"]
    page.get_by_text(f"2 of {len(plain)} known").wait_for()


@soak
@pytest.mark.parametrize(
    ("edition", "bet", "paragraph"),
    [
        ("mbs-freebet@3", "Blackjack", "4.1"),
        ("rws-multilink@2", "Bonus", "4.1"),
        ("rws-poker@6", "pot", "4.1"),
    ],
)
def test_the_drill_asks_what_is_paid(floor: Floor, edition: str, bet: str, paragraph: str) -> None:
    page = floor.page("phone")
    page.goto(f"/#/learn?edition={edition}&drill=yes")
    page.locator(".drill h2", has_text=bet).wait_for()
    page.locator(".drill input").fill("0.01")
    shot(page, f"drill-{edition}-phone")
    page.get_by_role("button", name="Pay", exact=True).click()
    page.get_by_text("Not quite.").wait_for()
    assert paragraph in page.locator(".tell").inner_text()


@soak
def test_in_chinese_on_a_phone_in_the_dark(floor: Floor) -> None:
    page = floor.page("phone")
    page.emulate_media(color_scheme="dark")
    floor.speak(page, "zh")
    page.goto("/#/learn?edition=mbs-freebet@3")
    page.locator(".learn .an").first.wait_for()
    page.locator(".learn .felt").wait_for()
    shot(page, "learn-phone-dark-zh")
    assert "学习规则书" in page.locator("h1").inner_text()
    wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert wide <= 0, "nothing sticks out"


def test_one_goes_from_the_pay_outs_to_situations_and_to_what_went_wrong(floor: Floor) -> None:
    page = floor.page("desktop")
    page.goto("/#/learn?edition=mbs-freebet@3&drill=yes")
    page.locator(".drill input").wait_for()
    # The lessons take longer than the drill's clock takes to draw again.
    page.route("**/lessons/*.json", lambda route: (page.wait_for_timeout(600), route.continue_()))  # type: ignore[func-returns-value]
    page.get_by_role("button", name="Situations").click()
    expect(page.locator(".learn .lesson")).to_have_attribute("data-lesson", lessons("mbs-freebet@3")[0]["id"])
    page.unroute("**/lessons/*.json")
    page.get_by_role("button", name="When something went wrong").click()
    first = next(each for each in lessons("mbs-freebet@3") if each["kind"] == "trouble")
    expect(page.locator(".learn .lesson")).to_have_attribute("data-lesson", f"{first['id']}-1")


def test_what_went_wrong_is_asked_in_three_levels(floor: Floor) -> None:
    """What follows, who decides, which paragraph: answers of one kind at each level."""
    page = floor.page("desktop")
    page.goto("/#/learn?edition=rws-poker@7")
    page.get_by_role("button", name="When something went wrong").click()
    first = next(each for each in lessons("rws-poker@7") if each["kind"] == "trouble")
    for level, question in enumerate(("What follows?", "Who decides?", "Which paragraph decides it?"), 1):
        page.get_by_role("button", name=f"Level {level}").click()
        expect(page.locator(".learn .lesson")).to_have_attribute("data-lesson", f"{first['id']}-{level}")
        expect(page.locator(".ask h2")).to_have_text(question)
        expect(page.locator(".learn .an")).to_have_count([3, 3, 4][level - 1])
        expect(page.locator(".happened")).to_contain_text(read(first["said"]))
        right = page.locator("learn-page").evaluate("(page) => page.lesson.right")
        page.keyboard.press(str(right + 1))
        page.get_by_text("Right.").wait_for()
        assert first["paragraph"] in page.locator(".tell").inner_text()


def test_the_drill_remembers_the_longest_streak_and_the_fastest_payment(floor: Floor) -> None:
    page = floor.page("desktop")
    page.goto("/#/learn?edition=mbs-freebet@3&drill=yes")
    for paid in (1, 2):
        page.locator(".drill input").wait_for()
        answer = page.locator("learn-page").evaluate("(page) => page.lesson.answer")
        page.locator(".drill input").fill(f"{answer / 100:.2f}")
        page.keyboard.press("Enter")
        page.get_by_text(f"Streak {paid} · longest {paid}").wait_for()
        page.get_by_role("button", name="Next").click()
    page.locator(".drill input").fill("0.01")
    page.keyboard.press("Enter")
    page.get_by_text("Streak 0 · longest 2").wait_for()
    page.reload()
    page.get_by_text("Streak 0 · longest 2").wait_for()
    page.get_by_role("button", name="Level 3").click()  # has a record of its own, and a third of the time
    expect(page.locator(".records")).to_have_count(0)
    assert page.locator("learn-page").evaluate("(page) => page.seconds") == 10
