"""The network between a browser and the house, which can go dead without telling either side."""

import asyncio
import contextlib
import socket
import threading
from types import TracebackType

from tests.patience import PATIENCE_S


class Wire:
    """Passes bytes on to the house. While it is cut nothing gets through and no connection is closed."""

    def __init__(self, house_port: int) -> None:
        self.house_port = house_port
        self.port = 0
        self.is_cut = False
        self._writers: set[asyncio.StreamWriter] = set()
        self._ready = threading.Event()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread = threading.Thread(target=lambda: asyncio.run(self._run()), daemon=True)

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def __enter__(self) -> "Wire":
        self._thread.start()
        assert self._ready.wait(PATIENCE_S)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        assert self._loop is not None
        self._loop.call_soon_threadsafe(self._over.set)
        self._thread.join(PATIENCE_S)

    def cut(self) -> None:
        self.is_cut = True

    def mend(self) -> None:
        """A network that is back knows nothing of the connections there were."""
        self.is_cut = False
        assert self._loop is not None
        self._loop.call_soon_threadsafe(self._forget)

    def _forget(self) -> None:
        for writer in list(self._writers):
            writer.transport.abort()

    async def _run(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._over = asyncio.Event()
        server = await asyncio.start_server(self._connected, "127.0.0.1", 0, family=socket.AF_INET)
        self.port = server.sockets[0].getsockname()[1]
        self._ready.set()
        await self._over.wait()
        server.close()
        self._forget()

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._writers.add(writer)
        try:
            await self._wait_while_cut()
            there, back = await asyncio.open_connection("127.0.0.1", self.house_port)
        except OSError:
            writer.transport.abort()
            self._writers.discard(writer)
            return
        self._writers.add(back)
        await asyncio.gather(self._pass(reader, back), self._pass(there, writer), return_exceptions=True)
        self._writers -= {writer, back}

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError):
            while data := await reader.read(65536):
                await self._wait_while_cut()
                writer.write(data)
                await writer.drain()
        writer.transport.abort()

    async def _wait_while_cut(self) -> None:
        while self.is_cut:
            await asyncio.sleep(0.02)
