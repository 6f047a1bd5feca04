"""`--editions DIR` for every command: drafts are found like the editions that ship.

The folder is kept in the environment, so that processes that a command starts find the drafts too. Whoever
works on one for a while sets CROUPIER_EDITIONS and leaves the option out.
"""

import inspect
import os
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Annotated, Any, TypeVar

import typer

from croupier.cli.console import readable_errors
from croupier.cli.extras import with_named_extras
from croupier.rulebook.library import EDITIONS, library

_F = TypeVar("_F", bound=Callable[..., Any])

Editions = Annotated[
    Path | None,
    typer.Option(
        "--editions",
        metavar="DIR",
        help=f"A folder of drafts to find editions in too; or set {EDITIONS} in the environment.",
    ),
]


class Commands(typer.Typer):
    """A Typer app all of whose commands take --editions."""

    def command(self, *args: Any, **kwargs: Any) -> Callable[[_F], _F]:
        register = super().command(*args, **kwargs)

        def add(function: _F) -> _F:
            register(_with_editions(with_named_extras(function)))
            return function

        return add


def _find_guests() -> None:
    """Games of other people's bring their editions, also to commands that play nothing."""
    from croupier.games import catalogue

    with readable_errors():
        catalogue()


def _with_editions(function: Callable[..., Any]) -> Callable[..., Any]:
    """The same command with one option more, which is taken care of before it runs."""

    @wraps(function)
    def command(*args: Any, editions: Path | None = None, **kwargs: Any) -> Any:
        if editions is not None:
            os.environ[EDITIONS] = str(editions.absolute())
            library.cache_clear()
        if os.environ.get("CROUPIER_GAMES"):
            _find_guests()
        return function(*args, **kwargs)

    signature = inspect.signature(function)
    option = inspect.Parameter("editions", inspect.Parameter.KEYWORD_ONLY, default=None, annotation=Editions)
    parameters = [*signature.parameters.values(), option]
    command.__signature__ = signature.replace(parameters=parameters)  # type: ignore[attr-defined]
    command.__annotations__ = {**function.__annotations__, "editions": Editions}
    return command
