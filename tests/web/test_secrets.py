"""Two browsers at one table: neither sees the other's cards, on the page or on the wire."""

import contextlib
import json
import time
from typing import Any

from playwright.sync_api import Page, TimeoutError, WebSocket

from tests.patience import PATIENCE_S
from tests.web.conftest import Floor
from tests.web.playing import open_practice


def _listen(page: Page, heard: list[str]) -> None:
    def on_socket(socket: WebSocket) -> None:
        socket.on("framereceived", lambda payload: heard.append(str(payload)))

    page.on("websocket", on_socket)
    page.on("response", lambda answer: heard.append(_text(answer)))


def _text(answer: Any) -> str:
    """The lobby tells of other tables, on whose boards the same cards may lie."""
    kind = answer.headers.get("content-type", "")
    is_told = "/api/" in answer.url and not answer.url.endswith("/api/lobby")
    return answer.text() if is_told and "json" in kind and answer.ok else ""


def test_nobody_gets_anothers_hole_cards(floor: Floor) -> None:
    ann, ben = floor.page(), floor.page("phone")
    wires: dict[str, list[str]] = {"ann": [], "ben": []}
    _listen(ann, wires["ann"])
    _listen(ben, wires["ben"])
    table = open_practice(floor, ann, "rws-poker@7", bots=0)
    ben.goto(f"/#/table/{table}")
    ben.get_by_role("button", name="Take a seat").click()
    ben.get_by_role("button", name="Sit down").click()
    cards: dict[str, list[str]] = {}
    end = time.monotonic() + PATIENCE_S
    while len(cards) < 2:
        assert time.monotonic() < end, "the hole cards were not dealt"
        for name, page in (("ann", ann), ("ben", ben)):
            found = page.locator(".seat.you playing-card.up").evaluate_all(
                "(all) => all.map((one) => one.dataset.card)"
            )
            if len(found) == 2:
                cards[name] = found
            blind = page.locator(".dock .do:enabled").and_(
                page.locator("[data-command^=Post], [data-command^=Pay]")
            )
            if blind.count():
                with contextlib.suppress(TimeoutError):  # gone meanwhile: look again
                    blind.first.click(timeout=2_000)
        ann.wait_for_timeout(50)
    for mine, others in (("ann", "ben"), ("ben", "ann")):
        text = "\n".join(wires[mine])
        assert any(_tells(message, cards[mine]) for message in wires[mine])
        assert [card for card in cards[others] if f'"{card}"' in text] == []
    page_text = ben.locator(".felt").inner_html()
    assert [card for card in cards["ann"] if f'data-card="{card}"' in page_text] == []


def _tells(message: str, cards: list[str]) -> bool:
    try:
        body = json.dumps(json.loads(message))
    except json.JSONDecodeError:
        return False
    return all(f'"{card}"' in body for card in cards)
