"""Peers in C++, compiled in the run that races them, where there is a compiler."""

from __future__ import annotations

import ctypes
import shutil
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from croupier.analysis.kernels.tables import BY_RANKS, BY_SUITED, CARD_KEY, PLACES, STRETCHES, SUIT_MASK

PEERS = Path(__file__).with_name("peers")


def compiler() -> str | None:
    return next(filter(None, map(shutil.which, ("c++", "g++", "clang++"))), None)


def library(name: str) -> ctypes.CDLL | None:
    """A peer as this machine's compiler makes it with all it has; None without a compiler."""
    found = compiler()
    if found is None:
        return None
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder) / f"{name}.so"
        source = PEERS / f"{name}.cpp"
        subprocess.run(
            [found, "-O3", "-march=native", "-shared", "-fPIC", str(source), "-o", str(target)], check=True
        )
        return ctypes.CDLL(str(target))


def program(name: str, folder: Path) -> Path | None:
    """The same as a program of its own, in a folder that the caller keeps."""
    found = compiler()
    if found is None:
        return None
    target = folder / name
    subprocess.run([found, "-O3", "-march=native", str(PEERS / f"{name}.cpp"), "-o", str(target)], check=True)
    return target


def seven_cards(hands: NDArray[np.uint8], out: NDArray[np.uint16]) -> Callable[[], None] | None:
    """Valuing these hands in C++, by our own tables."""
    made = library("seven_cards")
    if made is None:
        return None
    cards = np.stack([CARD_KEY.astype(np.uint64), SUIT_MASK], axis=1)
    given = (hands, out, None, cards, STRETCHES, PLACES, BY_RANKS, BY_SUITED)
    arguments = [
        ctypes.c_size_t(len(hands)) if each is None else ctypes.c_void_p(each.ctypes.data) for each in given
    ]

    def run() -> None:
        assert given, "the arrays live as long as their addresses are used"
        made.values_of_seven(*arguments)

    return run
