"""A house, a browser, and the rule that no page may ever put an error into the console."""

import json
import shutil
from collections.abc import Iterator
from http.client import HTTPConnection
from typing import Any

import pytest
from playwright.sync_api import APIRequestContext, Browser, BrowserContext, Page, expect

from tests.effort import cores
from tests.patience import PATIENCE_MS
from tests.web.house import HouseProcess

# The shell draws the same pages without the windows of a browser around them, in half the time.
CHROMIUM = shutil.which("chromium-headless-shell") or "/usr/bin/chromium"
CHROMIUM_ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]
expect.set_options(timeout=PATIENCE_MS)
# A player at a table that a test opens may think for as long as the machine is busy with something else.
NO_HURRY = {"action_clock_seconds": "600"}
_NO_HURRY = """(() => {
  const ask = window.fetch;
  window.fetch = (where, how) => {
    if (how?.method !== "POST" || !String(where).endsWith("/api/tables")) return ask(where, how);
    const body = JSON.parse(how.body);
    if (body.is_practice) return ask(where, how); // no clock there unless it is asked for
    body.settings = {...SETTINGS, ...body.settings};
    return ask(where, {...how, body: JSON.stringify(body)});
  };
})()""".replace("SETTINGS", json.dumps(NO_HURRY))
# An empty page, which some tests go over, has nothing to keep it in.
_NO_COACH = "if (location.protocol !== 'about:') localStorage.setItem('croupier.coach', 'off')"
SIZES = {
    "desktop": {"width": 1280, "height": 860},
    "phone": {"width": 390, "height": 800},
    "landscape": {"width": 844, "height": 390},
}


def pytest_xdist_auto_num_workers() -> int:
    """Half as many again as there are cores: a browser waits for its house, and for pictures to be drawn."""
    return max(2, cores() * 3 // 2)


@pytest.fixture(scope="session")
def browser_type_launch_args() -> dict[str, Any]:
    return {"executable_path": CHROMIUM, "args": CHROMIUM_ARGUMENTS, "headless": True}


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[HouseProcess]:
    """One house for all tests of a worker; each test opens its own table in it."""
    running = HouseProcess(tmp_path_factory.mktemp("house")).open()
    yield running
    running.close()


class Floor:
    """Browsers at one house. Whatever any of their pages complains about fails the test."""

    def __init__(self, browser: Browser, address: str) -> None:
        self.browser = browser
        self.address = address
        self.contexts: list[BrowserContext] = []
        self.complaints: list[str] = []
        self.expected: list[str] = []
        self.tables: list[tuple[BrowserContext, str]] = []

    def page(
        self, size: str = "desktop", scheme: str = "light", name: str = "", has_coach: bool = False
    ) -> Page:
        """A page of somebody new, with own cookies and storage; or of `name` of the staff, signed in.

        Without a coach, who would ask before the mistakes that tests make."""
        context = self.browser.new_context(
            viewport=SIZES[size],
            color_scheme=scheme,
            base_url=self.address,
            has_touch=size != "desktop",
        )
        context.set_default_timeout(PATIENCE_MS)
        context.add_init_script(_NO_HURRY)
        if not has_coach:
            context.add_init_script(_NO_COACH)
        self.contexts.append(context)
        if name:
            self._sign_in(context, name)
        page = context.new_page()
        page.on("console", lambda message: self._heard(message.type, message.text))
        page.on("pageerror", lambda error: self._heard("error", str(error)))
        return page

    def speak(self, page: Page, language: str) -> None:
        """Chosen as if on an earlier visit."""
        page.context.add_cookies([{"name": "language", "value": language, "url": self.address}])

    def _sign_in(self, context: BrowserContext, name: str) -> None:
        answer = context.request.post(
            "/api/session", data={"name": name, "password": PASSWORD}, headers={"X-Croupier": "1"}
        )
        assert answer.ok, answer.text()
        context.add_init_script("localStorage.setItem('croupier.signed-in', 'yes')")

    def expect(self, words: str) -> None:
        """An error that this test causes on purpose, such as a refused request."""
        self.expected.append(words)

    def expect_power_cut(self) -> None:
        """What browsers say of a house that stops in the middle of an answer."""
        for words in ("ERR_CONNECTION", "ERR_INCOMPLETE", "ERR_EMPTY", "ERR_SOCKET", "ERR_CONTENT_LENGTH"):
            self.expect(words)
        self.expect("WebSocket connection to")

    def _heard(self, kind: str, words: str) -> None:
        if kind == "error" and not any(part in words for part in self.expected):
            self.complaints.append(words)

    def opened(self, page: Page, table: str) -> None:
        """Remember a table, to close it when the test is over: bots would play on for nobody."""
        self.tables.append((page.context, table))

    def close(self) -> None:
        for context, table in self.tables:
            self._close(context, table)
        for context in self.contexts:
            context.close()

    def _close(self, context: BrowserContext, table: str) -> None:
        """By a connection of its own: one that was kept may have died with what the test did to it."""
        cookies = "; ".join(f"{each['name']}={each['value']}" for each in context.cookies())
        headers = {"X-Croupier": "1", "Content-Type": "application/json", "Cookie": cookies}
        connection = HTTPConnection(self.address.removeprefix("http://"), timeout=PATIENCE_MS / 1000)
        connection.request("POST", f"/api/tables/{table}/close", '{"reason": "the test is over"}', headers)
        connection.getresponse().read()
        connection.close()


@pytest.fixture
def floor(browser: Browser, house: HouseProcess) -> Iterator[Floor]:
    opened = Floor(browser, house.address)
    yield opened
    opened.close()
    assert opened.complaints == []


PASSWORD = "a long enough password"


def use_link(page: Page, link: str, name: str) -> None:
    """Join the staff by a one-time link, as a person would."""
    page.goto(link)
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Begin").click()
    page.locator(".pit").wait_for()


def made_staff(browser: Browser, house: HouseProcess) -> dict[str, str]:
    """Role -> name. The first manager comes by the link that the house prints and invites the dealer."""
    context = browser.new_context(base_url=house.address)
    context.set_default_timeout(PATIENCE_MS)
    use_link(context.new_page(), house.manager_link(), "Maria")
    _joins(browser, house.address, context.request, "Dan", "dealer")
    context.close()
    return {"manager": "Maria", "dealer": "Dan"}


def _joins(browser: Browser, address: str, manager: APIRequestContext, name: str, role: str) -> None:
    site = {"X-Croupier": "1"}
    link: str = manager.post("/api/people", data={"roles": [role]}, headers=site).json()["link"]
    joined = browser.new_context(base_url=address)
    body = {"name": name, "password": PASSWORD}
    answer = joined.request.post(f"/api/invitations/{link.rpartition('/')[2]}", data=body, headers=site)
    assert answer.ok, answer.text()
    joined.close()


@pytest.fixture(scope="session")
def staff(browser: Browser, house: HouseProcess) -> dict[str, str]:
    return made_staff(browser, house)


_CREW = {"Petra": "pit_supervisor", "Cora": "pit_manager", "Kim": "pit_manager"}


@pytest.fixture
def crew(floor: Floor, staff: dict[str, str]) -> dict[str, str]:
    """A pit supervisor and two pit managers beside the shift manager and the dealer."""
    boss = floor.page(name=staff["manager"]).request
    known = {each["name"] for each in boss.get("/api/people").json()}
    for name, role in _CREW.items():
        if name not in known:
            _joins(floor.browser, floor.address, boss, name, role)
    return staff
