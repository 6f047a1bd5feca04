"""Work that is done beside a house that is open: a little at a time, and it may be stopped at any moment."""

import threading
from abc import ABC, abstractmethod

import structlog

log = structlog.get_logger("croupier.house")

_PAUSE_S = 0.01  # others want to play meanwhile


class Beside(ABC):
    """One thread that runs to the end of its work, says so, and leaves the rest to the next start."""

    name: str
    counted: str  # what `run` counts, in the log
    finished: str
    failed: str

    def __init__(self) -> None:
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run_to_the_end, name=self.name, daemon=True)

    @abstractmethod
    def run(self) -> int:
        """Everything that is missing; how much that was."""

    def start(self) -> None:
        """Beside a house that is open."""
        self._thread.start()

    def stop(self) -> None:
        """What is done stays done. Call it before the journal is closed."""
        self._stop.set()
        if self._thread.is_alive():
            self._thread.join()

    def _is_stopped(self) -> bool:
        """Let others play for a moment; whether to leave it at that."""
        return self._stop.wait(_PAUSE_S)

    def _run_to_the_end(self) -> None:
        try:
            if count := self.run():
                log.info(self.finished, **{self.counted: count})
        except Exception as error:
            log.error(self.failed, exc_info=error)
