"""What holds for every test.

Hypothesis tries the same examples every time: a suite that fails by luck teaches nobody.
To look further: `HYPOTHESIS_PROFILE=explore make test`.
"""

import gc
import os
import sys
from collections.abc import Callable, Iterator

import pytest
from hypothesis import settings

from tests.effort import cores

# No deadline: how long an example takes is a matter of what else the machine does.
settings.register_profile("same", derandomize=True, deadline=None)
settings.register_profile("explore", max_examples=500, deadline=None)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "same"))

# The command line asks for the terminal's width once, when it is first imported.
os.environ["COLUMNS"] = "200"

# Hundreds of processes are started here. What Python has compiled for one is kept for the others, also where
# the environment says otherwise: half the processor time of a start is compiling.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False


def pytest_xdist_auto_num_workers() -> int:
    """Twice as many as there are cores: a test waits much of its time, for disks, servers, clocks."""
    return max(2, cores() * 2)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[None]:
    """Whatever has been imported and collected stays until the end: looking for garbage in it again and again
    would take a twelfth of the time."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


@pytest.fixture
def invite(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str], None]]:
    """Has other people's games among ours for one test: what has met them is not for the next."""
    from croupier import games, languages
    from croupier.rulebook.library import library

    monkeypatch.setattr(languages, "_folders", [*languages._folders])
    yield lambda names: monkeypatch.setenv(games.GUESTS, names)
    monkeypatch.undo()
    for known in (library, languages.names, languages.translations, languages.language):
        known.cache_clear()
