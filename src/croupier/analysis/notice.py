"""Tells a first-time user why it takes a moment: Numba compiles once per machine, then loads its cache.

Numba is imported only by what needs it; an answer that is kept comes without. Who works out an answer calls
`listen` first, and the notice goes to those who asked to be told.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

WORDS = "Compiling what this needs: once on this machine, about a minute; from then on it loads at once."

_listeners: list[Callable[[str], None]] = []
_is_listening = False


@contextmanager
def when_compiling(say: Callable[[str], None]) -> Iterator[None]:
    """Call `say` once if anything is compiled inside, and not at all when everything comes from the cache."""
    said = False

    def once(words: str) -> None:
        nonlocal said
        if not said:
            said = True
            say(words)

    _listeners.append(once)
    try:
        yield
    finally:
        _listeners.remove(once)


def listen() -> None:
    """From now on hear of what Numba compiles."""
    global _is_listening
    if _is_listening:
        return
    _is_listening = True
    from numba.core import event as numba_event

    event: Any = numba_event

    class Listener(numba_event.Listener):
        def on_start(self, _: object) -> None:
            for say in tuple(_listeners):
                say(WORDS)

        def on_end(self, _: object) -> None:
            """Nothing to say."""

    event.register("numba:compile", Listener())
