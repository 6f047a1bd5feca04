"""Numba's `njit`, with compiled code that is kept only as long as everything it was made from is the same.

Numba keeps the compiled form of a function as long as the file of that function is unchanged. Functions and
tables of other files are compiled into it, so a changed callee would leave old machine code behind, which may
read where there is nothing. Here what is kept also carries a digest of the files that a kernel's file
imports, and of those that they import.
"""

import re
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Final

from numba import njit
from numba.core import caching

__all__ = ["njit"]

_PACKAGE: Final = Path(__file__).parents[2]
_ROOMS: Final = ("analysis", "envs", "cards")
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


# Its name began with an underscore in earlier versions.
_keeping = getattr(caching, "CacheImpl", None) or vars(caching)["_CacheImpl"]
_keeping._locator_classes = [_following(each) for each in _keeping._locator_classes]
