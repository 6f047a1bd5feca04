"""One record from another: what both have under one name is not written out."""

from typing import Any, TypeVar

R = TypeVar("R")


def like(kind: type[R], /, *sources: object, **more: Any) -> R:
    """A record of this kind. Each field is what `more` says, else what the first source has that has it."""
    names = [name for name in kind.__struct_fields__ if name not in more]  # type: ignore[attr-defined]
    found = {name: getattr(each, name) for each in reversed(sources) for name in names if hasattr(each, name)}
    return kind(**found, **more)
