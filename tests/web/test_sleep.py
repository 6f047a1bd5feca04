"""Phones that sleep, networks that go dead, servers that restart: the page comes back to the present."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, CDPSession, Page, WebSocketRoute

from tests.patience import until
from tests.web.conftest import Floor
from tests.web.house import HouseProcess
from tests.web.playing import open_practice, play_round
from tests.web.wire import Wire

# Every state of the connection that is shown from now on, other than offline.
_REMEMBER_STATES = """() => {
  window.states = [];
  new MutationObserver(() => {
    const shown = document.querySelector("[data-state]")?.dataset.state;
    if (shown !== "offline") window.states.push(shown);
  }).observe(document.body, {subtree: true, childList: true, attributes: true});
}"""
_NETWORK_ERRORS = ("ERR_", "WebSocket connection to", "Failed to load resource")


@pytest.fixture
def house(tmp_path: Path) -> Iterator[HouseProcess]:
    running = HouseProcess(tmp_path).open()
    yield running
    running.close()


# A button in the dock, or a spot on the felt that takes a chip.
CAN_ACT = ".dock .do:enabled:visible, .felt button.spot.can:visible"  # others' boxes are hidden on a phone


@pytest.fixture
def wire(house: HouseProcess) -> Iterator[Wire]:
    with Wire(house.port) as wire:
        yield wire


@pytest.fixture
def floor(browser: Browser, wire: Wire) -> Iterator[Floor]:
    opened = Floor(browser, wire.address)
    for words in _NETWORK_ERRORS:
        opened.expect(words)
    yield opened
    wire.mend()
    opened.close()
    assert opened.complaints == []


def _freeze(page: Page) -> CDPSession:
    """As a phone does with a page that nobody looks at: no timers, no messages, until it is woken."""
    session = page.context.new_cdp_session(page)
    session.send("Page.setWebLifecycleState", {"state": "frozen"})
    return session


def _wake(session: CDPSession) -> None:
    session.send("Page.setWebLifecycleState", {"state": "active"})


def _told(page: Page) -> list[int]:
    """The numbers of everything that the log shows."""
    numbers = page.evaluate("() => [...document.querySelectorAll('.log li')].map((li) => li.dataset.seq)")
    return [int(each) for each in numbers]


def _seq(page: Page, house: HouseProcess, table: str) -> int:
    return int(page.request.get(f"{house.address}/api/tables/{table}").json()["seq"])


def _until(page: Page, house: HouseProcess, table: str, seq: int) -> None:
    until(lambda: _seq(page, house, table) >= seq, lambda: "the table did not go on")


def _bet(page: Page) -> None:
    page.locator(".you .spot[data-command=PlaceAnte]").click()
    page.locator(".box.you .ante chip-stack").wait_for()


def _go_on(page: Page, house: HouseProcess, table: str) -> None:
    """Our own word from elsewhere, so that something happens at the table while the page sleeps."""
    seq = _seq(page, house, table)
    body = {"id": "elsewhere-1", "expect": seq, "command": {"type": "FinishBetting"}}
    answer = page.request.post(
        f"{house.address}/api/tables/{table}/commands", data=body, headers={"X-Croupier": "1"}
    )
    assert answer.ok, answer.text()
    _until(page, house, table, seq + 3)


def _is_up_to_date(page: Page, house: HouseProcess, table: str) -> None:
    """The page shows everything, without a gap, up to what the house has."""
    page.locator("[data-state=live]").wait_for()
    page.wait_for_function(
        "(seq) => Number(document.querySelector('.log li:last-child')?.dataset.seq) >= seq",
        arg=_seq(page, house, table),
    )
    told = _told(page)
    assert told == list(range(told[0], told[0] + len(told)))


@pytest.mark.soak
def test_a_phone_sleeps_through_a_dead_network(floor: Floor, house: HouseProcess, wire: Wire) -> None:
    page = floor.page("phone")
    table = open_practice(floor, page, "rws-multilink@3", bots=1)
    _bet(page)
    session = _freeze(page)
    wire.cut()
    _go_on(page, house, table)
    wire.mend()
    _wake(session)
    _is_up_to_date(page, house, table)
    assert page.locator(".box.you .ante chip-stack").count() == 1  # nothing is lost: the bet is still ours
    assert play_round(page)


@pytest.mark.soak  # a power cut in the middle of a Round is played through in test_connection.py
def test_a_phone_sleeps_through_a_restart(floor: Floor, house: HouseProcess, wire: Wire) -> None:
    page = floor.page("phone")
    table = open_practice(floor, page, "rws-multilink@3", bots=1)
    _bet(page)
    session = _freeze(page)
    house.kill()
    house.open()
    _wake(session)
    _is_up_to_date(page, house, table)
    play_round(page)  # ended by the document's rule on interruptions, or played on
    assert "$" in page.locator(".result strong").inner_text()


@pytest.mark.soak
def test_a_dead_network_is_noticed_and_said(floor: Floor, house: HouseProcess, wire: Wire) -> None:
    page = floor.page("phone")
    table = open_practice(floor, page, "rws-multilink@3", bots=1)
    _bet(page)
    wire.cut()
    page.context.set_offline(True)
    page.locator("[data-state=offline]").wait_for()
    page.evaluate(_REMEMBER_STATES)
    page.wait_for_timeout(3_000)  # it tries again meanwhile, without flickering
    assert page.evaluate("() => window.states") == []
    assert "your chips are safe" in page.locator(".connection .words").inner_text()
    assert page.locator(".dock .do:enabled").count() == 0
    _go_on(page, house, table)
    page.context.set_offline(False)
    wire.mend()
    _is_up_to_date(page, house, table)
    assert play_round(page)


@pytest.mark.soak
def test_a_window_that_gave_its_seat_up_does_not_take_it_back_by_itself(floor: Floor, wire: Wire) -> None:
    page = floor.page("phone")
    open_practice(floor, page, "rws-multilink@3", bots=0)
    second = page.context.new_page()
    second.goto(page.url.split("?")[0])
    page.get_by_role("button", name="Play here instead").wait_for()
    wire.mend()  # every connection is gone, and whoever sits there comes back
    second.locator("[data-state=waiting]").wait_for()
    second.locator("[data-state=live]").wait_for()
    second.locator(CAN_ACT).first.wait_for()
    page.wait_for_timeout(3_000)
    assert second.locator(CAN_ACT).count()
    assert "another window" in page.locator(".connection .words").inner_text()
    page.get_by_role("button", name="Try now").click()
    page.locator(CAN_ACT).first.wait_for()


def test_the_network_dies_between_a_bet_and_its_answer(floor: Floor, house: HouseProcess, wire: Wire) -> None:
    """The house has taken the bet, its answer never came: the page repeats it and it is done once."""
    sent: list[str] = []
    is_dead: list[bool] = []

    def serve(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def to_house(text: str | bytes) -> None:
            message = json.loads(text)
            if message["type"] == "command":
                sent.append(message["id"])
            server.send(text)

        def to_page(text: str | bytes) -> None:
            if len(sent) == 1:  # from the moment the bet is on its way nothing comes back
                if not is_dead and json.loads(text)["type"] == "ack":
                    is_dead.append(True)
                    socket.close(code=1011)
                elif is_dead:
                    socket.send(text)
                return
            socket.send(text)

        socket.on_message(to_house)
        server.on_message(to_page)

    page = floor.page("phone")
    page.route_web_socket("**/socket**", serve)
    open_practice(floor, page, "rws-multilink@3", bots=0)
    before = page.locator(".box.you .stack").inner_text()
    _bet(page)
    page.locator("[data-state=live]").wait_for()
    assert len(sent) == 2
    assert sent[0] == sent[1]
    ante = page.locator(".box.you .ante chip-stack").inner_text()
    assert _cents(page.locator(".box.you .stack").inner_text()) == _cents(before) - _cents(ante)


def _cents(text: str) -> int:
    (found,) = re.findall(r"\$([\d,]+)", text)
    return int(found.replace(",", "")) * 100
