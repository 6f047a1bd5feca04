"""What is sent to one socket: at once while its reader keeps up, else bounded, so that nobody waits."""

from collections import deque
from collections.abc import Callable


class Outbox:
    """Messages in order. When too many wait the reader is too slow: it is told once and cut off.

    `write` puts a message on the wire at once, or says that it cannot. What it could not write waits here;
    `on_backlog` is called then: whoever sends what waits asks for the `next` until there is none.
    """

    __slots__ = (
        "_is_behind",
        "_length",
        "_messages",
        "_on_backlog",
        "_on_overflow",
        "_write",
        "has_overflowed",
    )

    def __init__(
        self,
        length: int,
        on_overflow: Callable[[], None] = lambda: None,
        write: Callable[[bytes], bool] = lambda message: False,
        on_backlog: Callable[[], None] = lambda: None,
    ) -> None:
        self._length = length
        self._messages: deque[bytes] | tuple[()] = ()  # a deque from the first message that has to wait
        self._on_overflow = on_overflow
        self._write = write
        self._on_backlog = on_backlog
        self._is_behind = False  # something waits, or is being sent: nothing may overtake it
        self.has_overflowed = False

    def put(self, message: bytes) -> None:
        """Never waits. After an overflow nothing more is taken in."""
        if self.has_overflowed or (not self._is_behind and self._write(message)):
            return
        if len(self._messages) >= self._length:
            self.has_overflowed = True
            self._messages = ()
            self._on_overflow()
            return
        if not isinstance(self._messages, deque):
            self._messages = deque()
        self._messages.append(message)
        if not self._is_behind:
            self._is_behind = True
            self._on_backlog()

    def next(self) -> bytes | None:
        """The next message that waits; None if none does, and from then on they are written at once again."""
        if isinstance(self._messages, deque) and self._messages:
            return self._messages.popleft()
        self._messages, self._is_behind = (), False
        return None

    def __len__(self) -> int:
        return len(self._messages)
