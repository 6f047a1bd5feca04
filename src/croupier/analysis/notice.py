"""Tells a first-time user why it takes a moment: Numba compiles once per machine, then loads its cache."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

WORDS = "Compiling the kernels: once on this machine, under a minute; from then on they load at once."


@contextmanager
def when_compiling(say: Callable[[str], None]) -> Iterator[None]:
    """Call `say` once if anything is compiled inside, and not at all when everything comes from the cache."""
    from numba.core import event as numba_event

    event: Any = numba_event

    class Listener(numba_event.Listener):
        said = False

        def on_start(self, _: object) -> None:
            if not self.said:
                self.said = True
                say(WORDS)

        def on_end(self, _: object) -> None:
            """Nothing to say."""

    listener = Listener()
    event.register("numba:compile", listener)
    try:
        yield
    finally:
        event.unregister("numba:compile", listener)
