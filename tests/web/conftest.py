"""A house, a browser, and the rule that no page may ever put an error into the console."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page

from tests.web.house import HouseProcess

CHROMIUM = "/usr/bin/chromium"
CHROMIUM_ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]
SIZES = {"desktop": {"width": 1280, "height": 860}, "phone": {"width": 390, "height": 800}}


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

    def page(self, size: str = "desktop", scheme: str = "light", state: Path | None = None) -> Page:
        """A page of somebody new: own cookies, own storage."""
        context = self.browser.new_context(
            viewport=SIZES[size],
            color_scheme=scheme,
            base_url=self.address,
            has_touch=size == "phone",
            storage_state=state,
        )
        context.set_default_timeout(15_000)
        self.contexts.append(context)
        page = context.new_page()
        page.on("console", lambda message: self._heard(message.type, message.text))
        page.on("pageerror", lambda error: self._heard("error", str(error)))
        return page

    def expect(self, words: str) -> None:
        """An error that this test causes on purpose, such as a refused request."""
        self.expected.append(words)

    def _heard(self, kind: str, words: str) -> None:
        if kind == "error" and not any(part in words for part in self.expected):
            self.complaints.append(words)

    def opened(self, page: Page, table: str) -> None:
        """Remember a table, to close it when the test is over: bots would play on for nobody."""
        self.tables.append((page.context, table))

    def close(self) -> None:
        for context, table in self.tables:
            context.request.post(
                f"/api/tables/{table}/close", data={"reason": "the test is over"}, headers={"X-Croupier": "1"}
            )
        for context in self.contexts:
            context.close()


@pytest.fixture
def floor(browser: Browser, house: HouseProcess) -> Iterator[Floor]:
    opened = Floor(browser, house.address)
    yield opened
    opened.close()
    assert opened.complaints == []


_MANAGER = {"name": "Maria", "password": "a long enough password"}


@pytest.fixture(scope="session")
def manager(browser: Browser, house: HouseProcess) -> dict[str, str]:
    """The first shift manager, made by the one-time link that the house prints."""
    context = browser.new_context()
    page = context.new_page()
    page.goto(house.manager_link())
    page.get_by_label("Name").fill(_MANAGER["name"])
    page.get_by_label("Password").fill(_MANAGER["password"])
    page.get_by_role("button", name="Begin").click()
    page.locator(".pit .tile").first.wait_for()
    context.close()
    return _MANAGER


@pytest.fixture
def manager_state(browser: Browser, house: HouseProcess, manager: dict[str, str], tmp_path: Path) -> Path:
    """The manager's browser, freshly signed in: a console of the staff does not stay open for long."""
    context = browser.new_context(base_url=house.address)
    page = context.new_page()
    page.goto("/#/sign-in")
    page.get_by_label("Name").fill(manager["name"])
    page.get_by_label("Password").fill(manager["password"])
    page.locator("form").get_by_role("button", name="Sign in").click()
    page.get_by_role("link", name="Pit").wait_for()
    path = tmp_path / "manager.json"
    context.storage_state(path=path)
    context.close()
    return path
