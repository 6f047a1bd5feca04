"""A table socket as tests use it: remembers what it was told."""

import itertools
from collections.abc import Callable
from typing import Any

import anyio
from litestar.exceptions import WebSocketDisconnect
from litestar.testing import websocket_test_session

from croupier.client import changed_view
from tests.patience import PATIENCE_S

from .conftest import Floor

Message = dict[str, Any]
_numbers = itertools.count(1)


async def _rest(_: float) -> None:
    await anyio.sleep(0.001)


# An open connection of the test client looks without a pause whether something was sent, in the house's own
# event loop: that took a whole core from the house, and from every test beside it.
websocket_test_session.sleep = _rest  # type: ignore[assignment, attr-defined]


class Seat:
    """One connection. `scene` is the last snapshot or events message, completed."""

    def __init__(self, session: Any) -> None:
        self.session = session
        self.scene: Message = {}
        self.events: list[Message] = []
        self.answers: list[Message] = []
        self.notices: list[Message] = []
        self._count = next(_numbers) * 1000  # ids are never used twice, not even on a new connection

    def hear(self) -> Message:
        message: Message = self.session.receive_json(timeout=PATIENCE_S)
        kind = message["type"]
        if kind in ("snapshot", "events"):
            changes = message.get("changes", {})
            self.scene = self.scene | message
            self.scene["view"] = changed_view(self.scene["view"], changes)
            self.events += message.get("events", [])
        elif kind == "notice":
            self.notices.append(message)
        else:
            self.answers.append(message)
        return message

    def until(self, is_so: Callable[["Seat"], bool]) -> "Seat":
        """Listen until something is so; at once if it is."""
        for _ in range(500):
            if is_so(self):
                return self
            self.hear()
        raise AssertionError(f"never so; last {self.scene}")

    def offered(self, command: str) -> Message:
        """The option for a command, once it is there."""

        def find() -> Message | None:
            found: list[Message] = [
                option for option in self.scene.get("options", []) if option["command"] == command
            ]
            return found[0] if found else None

        self.until(lambda seat: find() is not None)
        option = find()
        assert option is not None
        return option

    def happened(self, kind: str) -> Message:
        """The first event of a kind, once it has happened."""
        self.until(lambda seat: any(each["event"]["type"] == kind for each in seat.events))
        return next(each for each in self.events if each["event"]["type"] == kind)

    def give(self, kind: str, *, id: str | None = None, expect: int | None = None, **fields: Any) -> Message:
        self._count += 1
        name = id or f"c{self._count}"
        seq = self.scene["seq"] if expect is None else expect
        self.send({"type": "command", "id": name, "expect": seq, "command": {"type": kind, **fields}})
        return self.answer(name)

    def preview(self, kind: str, **fields: Any) -> Message:
        self._count += 1
        self.send({"type": "preview", "id": f"p{self._count}", "command": {"type": kind, **fields}})
        return self.answer(f"p{self._count}")

    def answer(self, id: str) -> Message:
        known = len(self.answers)
        self.until(lambda seat: any(each.get("id") == id for each in seat.answers[known:]))
        return next(each for each in self.answers[known:] if each.get("id") == id)

    def send(self, message: Any) -> None:
        self.session.send_json(message)

    def closed(self) -> int:
        """Listen until the server closes; the code it closed with."""
        try:
            for _ in range(500):
                self.hear()
        except WebSocketDisconnect as end:
            return end.code
        raise AssertionError("still open")

    def __enter__(self) -> "Seat":
        self.session.__enter__()
        return self

    def __exit__(self, *error: object) -> None:
        self.session.__exit__(*error)


def connect(floor: Floor, table: str, by: str | None, role: str = "player", **more: Any) -> Seat:
    """A socket of somebody at a table; use with `with`."""
    headers = {name: value for name, value in floor.headers(by).items() if name == "Authorization"}
    headers |= more.pop("headers", {})
    query = "".join(f"&{name}={value}" for name, value in more.items())
    return Seat(
        floor.http.websocket_connect(
            f"/api/tables/{table}/socket?as={role}{query}", subprotocols=["croupier.1"], headers=headers
        )
    )


def sit(floor: Floor, table: str, by: str, place: int, chips: int = 200_00) -> None:
    answer = floor.call("POST", f"/api/tables/{table}/seat", {"place": place, "chips": chips}, by)
    assert answer.status_code == 201, answer.text
