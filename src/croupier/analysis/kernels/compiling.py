"""Numba's `njit`, with compiled code that is kept only as long as everything it was made from is the same.

Numba keeps the compiled form of a function as long as the file of that function is unchanged. Functions and
tables of other files are compiled into it, so a changed callee would leave old machine code behind, which may
read where there is nothing. Here what is kept also carries a digest of the files that a kernel's file
imports, and of those that they import.

Numba takes most of a second to load, so it is loaded by the first kernel that is called, not by the first one
that is imported.
"""

import re
import sys
from collections.abc import Callable
from functools import cache
from hashlib import sha256
from pathlib import Path
from threading import Lock
from typing import Any, Final, TypeVar

from croupier.analysis.notice import listen

__all__ = ["njit"]

_F = TypeVar("_F", bound=Callable[..., Any])

_PACKAGE: Final = Path(__file__).parents[2]
_ROOMS: Final = ("analysis", "envs", "cards", "money")
"""Nothing of the others is compiled."""
_IMPORTED: Final = re.compile(r"^from croupier\.([\w.]+) import (\([^)]*\)|[^\n]*)", re.MULTILINE)


@cache
def digest_of(path: Path) -> str:
    """A digest of what a file imports, directly or not; it says nothing of the file itself."""
    seen = {path}
    waiting = [path]
    while waiting:
        for each in _imports(waiting.pop()) - seen:
            seen.add(each)
            waiting.append(each)
    digest = sha256()
    for each in sorted(seen - {path}):
        digest.update(each.relative_to(_PACKAGE).as_posix().encode() + _read(each))
    return digest.hexdigest()


@cache
def _read(path: Path) -> bytes:
    return path.read_bytes()


@cache
def _imports(path: Path) -> frozenset[Path]:
    found = set()
    for module, names in _IMPORTED.findall(_read(path).decode()):
        if module.split(".")[0] in _ROOMS:
            place = _PACKAGE.joinpath(*module.split("."))
            # A name may be that of a file in a folder, or something that the module says itself.
            found |= {place / f"{name}.py" for name in re.findall(r"\w+", names)}
            found |= {place.with_suffix(".py"), place / "__init__.py"}
    return frozenset(each for each in found if each.is_file())


def _following(locator: type[object]) -> type[object]:
    """The same place for what is kept, with a stamp that follows imports."""

    class Following(locator):  # type: ignore[misc, valid-type]
        imported: str

        def get_source_stamp(self) -> object:
            return super().get_source_stamp(), self.imported

        @classmethod
        def from_function(cls, function: object, path: str) -> object:
            found = super().from_function(function, path)
            if found is not None:
                found.imported = digest_of(Path(path)) if Path(path).is_relative_to(_PACKAGE) else ""
            return found

    return Following


class Kernel:
    """A function to be compiled. It stands where the compiled one will, until the first kernel is called."""

    compiled: Any

    def __init__(self, function: Callable[..., Any], options: dict[str, Any]) -> None:
        self.function, self.options = function, options

    def __call__(self, *given: Any) -> Any:
        load()
        return self.compiled(*given)


_waiting: list[Kernel] = []
_lock = Lock()
_is_loaded = False


def njit(**options: Any) -> Callable[[_F], _F]:
    """Numba's own, with the same options."""

    def made(function: _F) -> _F:
        kernel: Any = Kernel(function, options)
        if _is_loaded:
            _compile(kernel)
            return kernel.compiled  # type: ignore[no-any-return]
        _waiting.append(kernel)
        return kernel  # type: ignore[no-any-return]

    return made


def uncompiled(kernel: Any) -> Any:
    """The Python function behind a kernel."""
    return kernel.function if isinstance(kernel, Kernel) else kernel.py_func


def load() -> None:
    """Load Numba, and put what it makes of each kernel where that is named: callers compile callees in."""
    global _is_loaded
    with _lock:
        if _is_loaded:
            return
        from numba.core import caching

        # Its name began with an underscore in earlier versions.
        keeping = getattr(caching, "CacheImpl", None) or vars(caching)["_CacheImpl"]
        keeping._locator_classes = [_following(each) for each in keeping._locator_classes]
        listen()
        for kernel in _waiting:
            _compile(kernel)
        for module in tuple(sys.modules.values()):
            for name, value in tuple(vars(module).items()):
                if type(value) is Kernel:  # others answer to isinstance with work of their own
                    setattr(module, name, value.compiled)
        _is_loaded = True


def _compile(kernel: Kernel) -> None:
    from numba import njit

    kernel.compiled = njit(**kernel.options)(kernel.function)
