"""HTTP to the house: signing in, the lobby, and everything that happens now and then."""

from collections.abc import Callable
from types import TracebackType
from typing import Any
from urllib.parse import quote, urlsplit

import httpx
import websockets

from croupier.client.table import RemoteTable

_HEADERS = {"X-Croupier": "1"}
_BOT = " (bot)"


class HouseError(Exception):
    """The house said no: `code` for programs, `reason` for people, `citations` where a rule decided it."""

    def __init__(self, status: int, code: str, reason: str, citations: list[dict[str, Any]]) -> None:
        super().__init__(reason)
        self.status, self.code, self.reason, self.citations = status, code, reason, citations


class Client:
    """One person's connection to one house."""

    def __init__(
        self,
        url: str,
        *,
        token: str = "",
        http: httpx.AsyncClient | None = None,
        connect: Callable[..., Any] = websockets.connect,
    ) -> None:
        self.url = url.rstrip("/")
        self.token = token
        self.connect = connect  # how sockets are opened
        is_secure = urlsplit(self.url).scheme == "https"  # else what TLS needs, 20 ms of work, is not made
        self._http = http or httpx.AsyncClient(base_url=self.url, timeout=30, verify=is_secure)

    async def __aenter__(self) -> "Client":
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._http.aclose()

    # Who you are

    async def sign_in(self, name: str, password: str) -> dict[str, Any]:
        return await self._enter("/api/session", {"name": name, "password": password})

    async def demo(self, name: str | None = None) -> dict[str, Any]:
        """A throw-away player, where the house offers them; "Ada (bot)" says that it is a program."""
        if name is None:
            return await self._enter("/api/demo", {})
        plain = name.removesuffix(_BOT)
        return await self._enter("/api/demo", {"name": plain, "is_bot": plain != name})

    async def accept(self, invitation: str, name: str, password: str) -> dict[str, Any]:
        """Use a one-time link: the first manager's, or one made for new staff."""
        return await self._enter(
            f"/api/invitations/{quote(invitation)}", {"name": name, "password": password}
        )

    async def _enter(self, path: str, body: dict[str, Any]) -> dict[str, Any]:
        me = await self.post(path, body)
        self.token = me["token"]
        return dict(me)

    async def sign_out(self) -> None:
        await self.request("DELETE", "/api/session")
        self.token = ""

    async def me(self) -> dict[str, Any]:
        return dict(await self.get("/api/me"))

    # The floor

    async def tables(self) -> list[dict[str, Any]]:
        return list((await self.get("/api/lobby"))["tables"])

    def table(self, name: str, role: str = "player") -> RemoteTable:
        """A table's socket; use it with `async with`."""
        parts = urlsplit(self.url)
        scheme = "wss" if parts.scheme == "https" else "ws"
        url = f"{scheme}://{parts.netloc}{parts.path}/api/tables/{quote(name)}/socket?as={quote(role)}"
        return RemoteTable(self, name, url)

    # Anything else of the protocol

    async def get(self, path: str, **query: Any) -> Any:
        return await self.request(
            "GET", path, params={key: value for key, value in query.items() if value is not None}
        )

    async def post(self, path: str, body: dict[str, Any] | None = None) -> Any:
        return await self.request("POST", path, json=body or {})

    async def put(self, path: str, body: dict[str, Any]) -> Any:
        return await self.request("PUT", path, json=body)

    async def request(self, method: str, path: str, **more: Any) -> Any:
        headers = dict(_HEADERS)
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        if "json" in more and more["json"] is None:
            del more["json"]
        answer = await self._http.request(method, path, headers=headers, **more)
        if answer.is_error:
            raise _error(answer)
        if not answer.content:
            return None
        return answer.json() if "json" in answer.headers.get("content-type", "") else answer.content


def _error(answer: httpx.Response) -> HouseError:
    try:
        body = answer.json()
        return HouseError(answer.status_code, body["code"], body["reason"], body["citations"])
    except (ValueError, KeyError, TypeError):
        return HouseError(answer.status_code, "unavailable", f"the house answers {answer.status_code}", [])
