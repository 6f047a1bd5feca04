"""The process in which advice is worked out: started when it is first needed, replaced when it has died."""

import contextlib
import pickle
import subprocess
import sys
import threading

from croupier.analysis.answering import START, Answer, Request
from croupier.server.logs import log

_TRIES = 2
_DIED = (OSError, EOFError, pickle.UnpicklingError)


class Away(Exception):  # noqa: N818 - nothing is wrong with the question
    """No process lived long enough to answer."""


class Mathematician:
    """One thread asks, one thing after the other; any thread may end it."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._is_over = False

    def ask(self, request: Request) -> Answer:
        """Waits for the answer. If the process dies meanwhile, another one is asked the same."""
        for _ in range(_TRIES):
            try:
                return _exchange(self._at_work(), request)
            except _DIED as error:
                code = self.bury()
                if not self._is_over:
                    log.warning("the process that works advice out has died", code=code, exc_info=error)
        raise Away

    def end(self) -> None:
        """At once and for good. Who waits for an answer hears that there is none."""
        with self._lock:
            self._is_over = True
            if self._process is not None:
                self._process.kill()

    def bury(self) -> int | None:
        """Nothing of it stays behind; how it ended. Only when nobody waits for an answer."""
        with self._lock:
            process, self._process = self._process, None
        if process is None:
            return None
        process.kill()
        for pipe in (process.stdin, process.stdout):
            assert pipe is not None
            with contextlib.suppress(OSError):  # what was still on its way to it
                pipe.close()
        return process.wait()

    def _at_work(self) -> "subprocess.Popen[bytes]":
        with self._lock:
            if self._is_over:
                raise Away
            if self._process is None:
                self._process = subprocess.Popen(
                    [sys.executable, "-P", "-c", START],  # -P: nothing is imported from where we happen to be
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    start_new_session=True,  # Ctrl-C is for the house, which ends it
                )
            return self._process


def _exchange(process: "subprocess.Popen[bytes]", request: Request) -> Answer:
    assert process.stdin is not None
    assert process.stdout is not None
    pickle.dump(request, process.stdin)
    process.stdin.flush()
    answer: Answer = pickle.load(process.stdout)
    return answer
