"""The command line: `croupier --help`."""

from croupier.cli.main import app

__all__ = ["app"]
