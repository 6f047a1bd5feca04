"""A slow reader is cut off; nobody waits for it."""

from croupier.server.sockets.outbox import Outbox


class Wire:
    """Takes messages, or does not."""

    def __init__(self) -> None:
        self.is_open = True
        self.written: list[bytes] = []

    def write(self, message: bytes) -> bool:
        if self.is_open:
            self.written.append(message)
        return self.is_open


def test_messages_that_can_be_written_do_not_wait() -> None:
    wire = Wire()
    outbox = Outbox(2, write=wire.write)
    outbox.put(b"1")
    assert (wire.written, len(outbox)) == ([b"1"], 0)


def test_messages_come_in_order() -> None:
    outbox = Outbox(2)
    outbox.put(b"1")
    outbox.put(b"2")
    assert [outbox.next(), outbox.next(), outbox.next()] == [b"1", b"2", None]


def test_nothing_overtakes_what_waits_or_is_being_sent() -> None:
    wire, behind = Wire(), []
    outbox = Outbox(9, write=wire.write, on_backlog=lambda: behind.append("behind"))
    wire.is_open = False
    outbox.put(b"1")
    outbox.put(b"2")
    wire.is_open = True
    outbox.put(b"3")
    assert [outbox.next(), outbox.next(), outbox.next()] == [b"1", b"2", b"3"]
    outbox.put(b"4")  # 3 is still being sent
    assert [outbox.next(), outbox.next()] == [b"4", None]
    outbox.put(b"5")
    assert (wire.written, behind) == ([b"5"], ["behind"])


def test_one_message_too_many_cuts_the_reader_off() -> None:
    told: list[str] = []
    outbox = Outbox(2, lambda: told.append("slow"))
    for message in (b"1", b"2"):
        outbox.put(message)
    assert not outbox.has_overflowed
    outbox.put(b"3")
    outbox.put(b"4")
    assert (told, outbox.next(), len(outbox)) == (["slow"], None, 0)
