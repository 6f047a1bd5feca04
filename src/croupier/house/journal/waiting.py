"""Who waits for the writer: a thread, or an event loop that is woken once for all that one commit carried."""

import asyncio
import contextlib
from collections.abc import Iterable
from concurrent.futures import Future

from croupier.house.journal.records import Appended

Told = Future[Appended]  # to a thread
Heard = asyncio.Future[Appended]  # in an event loop

Result = Appended | Exception


def is_wanted(answer: Told | Heard) -> bool:
    """Whether somebody still waits. What was given up by now is not written; from here on it will be."""
    if isinstance(answer, asyncio.Future):
        return not answer.cancelled()
    return answer.set_running_or_notify_cancel()


def tell(answers: Iterable[tuple[Told | Heard, Result]]) -> None:
    """Everybody whose writings shared a commit. Waking a loop costs more than what it is told."""
    loops: dict[asyncio.AbstractEventLoop, list[tuple[Heard, Result]]] = {}
    for answer, result in answers:
        if isinstance(answer, asyncio.Future):
            loops.setdefault(answer.get_loop(), []).append((answer, result))
        else:
            _set(answer, result)
    for loop, heard in loops.items():
        with contextlib.suppress(RuntimeError):  # it has been closed: nobody waits there any more
            loop.call_soon_threadsafe(_wake, heard)


def _wake(heard: Iterable[tuple[Heard, Result]]) -> None:
    for answer, result in heard:
        if not answer.done():  # who waited may have been cancelled meanwhile
            _set(answer, result)


def _set(answer: Told | Heard, result: Result) -> None:
    if isinstance(result, Appended):
        answer.set_result(result)
    else:
        answer.set_exception(result)
