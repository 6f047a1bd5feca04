"""A slow reader is cut off; nobody waits for it."""

import asyncio

from croupier.server.sockets.outbox import Outbox


def test_messages_come_in_order() -> None:
    async def run() -> list[bytes | None]:
        outbox = Outbox(2)
        outbox.put(b"1")
        outbox.put(b"2")
        return [await outbox.get(), await outbox.get()]

    assert asyncio.run(run()) == [b"1", b"2"]


def test_one_message_too_many_cuts_the_reader_off() -> None:
    async def run() -> tuple[list[str], bytes | None, int]:
        told: list[str] = []
        outbox = Outbox(2, lambda: told.append("slow"))
        for message in (b"1", b"2"):
            outbox.put(message)
        assert not outbox.has_overflowed
        outbox.put(b"3")
        outbox.put(b"4")
        return told, await outbox.get(), len(outbox)

    assert asyncio.run(run()) == (["slow"], None, 0)


def test_a_waiting_reader_wakes_up() -> None:
    async def run() -> bytes | None:
        outbox = Outbox(1)
        reader = asyncio.create_task(outbox.get())
        await asyncio.sleep(0)
        outbox.put(b"1")
        return await reader

    assert asyncio.run(run()) == b"1"
