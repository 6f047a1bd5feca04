"""Lost networks, restarts, second windows: nothing is lost or done twice, and the page says what goes on."""

import json
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, WebSocketRoute

from tests.web.conftest import Floor
from tests.web.house import HouseProcess
from tests.web.playing import open_practice, play_round


def test_a_round_is_played_through_a_power_cut(browser: Browser, tmp_path: Path) -> None:
    house = HouseProcess(tmp_path).open()
    floor = Floor(browser, house.address)
    try:
        floor.expect_power_cut()
        page = floor.page()
        open_practice(floor, page, "rws-multilink@3")
        page.locator(".you .spot[data-command=PlaceAnte]").click()
        page.locator(".box.you .ante chip-stack").wait_for()
        house.kill()
        state = page.locator("connection-state .connection")
        page.locator("[data-state=waiting], [data-state=connecting]").wait_for()
        assert page.locator(".dock .do:enabled").count() == 0
        page.locator("[data-state=waiting]").wait_for()
        assert "Your chips and bets are safe" in state.inner_text()
        house.open()
        page.locator("[data-state=live]").wait_for()
        play_round(page)  # ended by the document's rule on interruptions, or played on
        assert "$" in page.locator(".result strong").inner_text()
    finally:
        floor.close()
        house.close()
    assert floor.complaints == []


def test_a_second_window_takes_the_seat_over(floor: Floor) -> None:
    page = floor.page()
    open_practice(floor, page, "mbs-freebet@3", bots=0)
    second = page.context.new_page()
    second.goto(page.url.split("?")[0])
    second.locator(".dock .whose").wait_for()
    page.get_by_role("button", name="Play here instead").wait_for()
    assert page.locator(".dock .do:enabled").count() == 0
    # And back: never two at once, and neither window fights for the seat by itself.
    page.get_by_role("button", name="Play here instead").click()
    page.locator(".dock .do:enabled").first.wait_for()
    second.get_by_role("button", name="Play here instead").wait_for()
    assert second.locator(".dock .do:enabled").count() == 0
    page.wait_for_timeout(1_500)
    assert page.locator(".dock .do:enabled").count()
    assert page.get_by_role("button", name="Play here instead").count() == 0


_ANN = {"place": 1, "player": "ann", "name": "Ann", "is_bot": False, "is_away": False, "is_connected": True}
_TABLE: dict[str, Any] = {
    "id": "t1", "title": "Table One", "game": "toy", "edition": "toy@1", "status": "open",
    "is_practice": False, "owner": None, "dealer": "auto", "dealer_name": None, "signage": [],
    "settings": {}, "places": 2, "seats": [_ANN],
    "waiting": [], "rounds_per_hour": 0, "rounds": 0, "link": None, "seq": 5, "decisions": 0,
}  # fmt: skip
_OPTION = {
    "command": "Wave",
    "words": "wave",
    "citations": [],
    "fixed": {"seat": 1},
    "asks": [],
    "group": "play",
}


def _scene(kind: str, seq: int, **more: Any) -> str:
    body = {
        "type": kind, "seq": seq, "view": {"phase": "idle"}, "options": [_OPTION], "decisions": [],
        "clock": None, "awaited": [1], "round": "t1.1", "at": 1_700_000_000_000,
    }  # fmt: skip
    return json.dumps(body | more)


def _waved(seq: int) -> dict[str, Any]:
    return {
        "seq": seq, "at": 0, "by": {"id": "ann", "name": "Ann", "role": "player"}, "command": "Wave",
        "round": "t1.1",
        "words": f"ann waves {seq}", "event": {"type": "Waved"}, "citations": [], "transfers": [],
        "is_system_decision": False, "is_void": False, "empties": None,
    }  # fmt: skip


def test_an_unanswered_command_is_repeated_with_its_own_id(floor: Floor) -> None:
    """The acknowledgement gets lost with the connection: the same id is sent again, so it is done once."""
    you = {"id": "ann", "name": "Ann", "role": "player", "place": 1, "is_connected": True}
    sent: list[dict[str, Any]] = []
    addresses: list[str] = []

    def serve(socket: WebSocketRoute) -> None:
        addresses.append(socket.url)
        life = len(addresses)

        def on_message(text: str | bytes) -> None:
            message = json.loads(text)
            if message["type"] != "command":
                return
            sent.append(message)
            if life == 1:
                socket.close(code=1011)
            else:
                socket.send(json.dumps({"type": "ack", "id": message["id"], "seq": 6}))
                socket.send(_scene("events", 6, first=6, events=[_waved(6)]))

        socket.on_message(on_message)
        socket.send(_scene("snapshot", 5, table=_TABLE, you=you))

    page = floor.page()
    page.route_web_socket("**/socket**", serve)
    page.goto("/#/table/t1")
    page.locator(".dock .do[data-command=Wave]").click()
    page.locator(".log li", has_text="Ann waves 6").wait_for()
    assert [message["id"] for message in sent] == [sent[0]["id"]] * 2
    assert sent[0]["expect"] == 5
    assert "after=5" in addresses[1]


def test_a_gap_in_the_numbers_is_asked_for(floor: Floor) -> None:
    you = {"id": "ann", "name": "Ann", "role": "player", "place": 1, "is_connected": True}
    asked: list[int] = []

    def serve(socket: WebSocketRoute) -> None:
        def on_message(text: str | bytes) -> None:
            message = json.loads(text)
            if message["type"] != "resume":
                return
            asked.append(message["after"])
            if message["after"] == 5:
                socket.send(_scene("events", 8, first=6, events=[_waved(6), _waved(7), _waved(8)]))

        socket.on_message(on_message)
        socket.send(_scene("snapshot", 5, table=_TABLE, you=you))
        socket.send(_scene("events", 8, first=8, events=[_waved(8)]))

    page = floor.page()
    page.route_web_socket("**/socket**", serve)
    page.goto("/#/table/t1")
    page.locator(".log li", has_text="Ann waves 8").wait_for()
    assert page.locator(".log li").all_inner_texts() == ["Ann waves 6", "Ann waves 7", "Ann waves 8"]
    assert 5 in asked


def test_what_the_page_does_by_itself_and_comes_too_late_is_no_refusal(floor: Floor) -> None:
    """Blinds post themselves at practice: if the table has moved on, news decides and nobody is told off."""
    you = {"id": "ann", "name": "Ann", "role": "player", "place": 1, "is_connected": True}
    post = _OPTION | {"command": "PostSmallBlind", "purpose": "post", "group": "play", "place": 1}
    sent: list[dict[str, Any]] = []

    def serve(socket: WebSocketRoute) -> None:
        def on_message(text: str | bytes) -> None:
            message = json.loads(text)
            if message["type"] != "command":
                return
            sent.append(message)
            if len(sent) == 1:
                socket.send(
                    json.dumps({"type": "refused", "id": message["id"], "code": "stale", "reason": "late",
                                "citations": []})
                )  # fmt: skip
                socket.send(_scene("events", 6, first=6, events=[_waved(6)], options=[post]))
            else:
                socket.send(json.dumps({"type": "ack", "id": message["id"], "seq": 7}))
                socket.send(_scene("events", 7, first=7, events=[_waved(7)], options=[]))

        socket.on_message(on_message)
        socket.send(_scene("snapshot", 5, table=_TABLE | {"is_practice": True}, you=you, options=[post]))

    page = floor.page()
    page.add_init_script(
        "new MutationObserver(() => { window.wasToldOff ||= Boolean(document.querySelector('.problem')); })"
        ".observe(document, {childList: true, subtree: true})"
    )
    page.route("**/api/reviews**", lambda route: route.fulfill(json={"rounds": [], "next": None}))
    page.route_web_socket("**/socket**", serve)
    page.goto("/#/table/t1")
    page.locator(".log li", has_text="Ann waves 7").wait_for()
    assert [message["expect"] for message in sent] == [5, 6]
    assert not page.evaluate("() => window.wasToldOff")
