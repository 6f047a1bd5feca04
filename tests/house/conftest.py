"""Both engines for every test of the house: a SQLite file, and a real PostgreSQL that is brought up here."""

import itertools
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest

from croupier.faults.database import start_server
from croupier.games import catalogue
from croupier.house.audit import Audit
from croupier.house.journal import open_journal
from croupier.house.journal.sealing import Sealer

_numbers = itertools.count()


@pytest.fixture(scope="session")
def postgres() -> Iterator[Any]:
    """A PostgreSQL server of our own, gone when the tests are over."""
    server = start_server()
    with psycopg.connect(server.get_uri(), autocommit=True) as connection:
        # No test cuts the power: what is killed has handed its writes to the machine, which goes on.
        connection.execute("ALTER SYSTEM SET fsync = off")
        connection.execute("SELECT pg_reload_conf()")
    yield server
    server.cleanup()


def fresh_schema(server: Any) -> str:
    """The address of an empty part of the database."""
    name = f"house_{os.getpid()}_{next(_numbers)}"
    with psycopg.connect(server.get_uri(), autocommit=True) as connection:
        connection.execute(f'CREATE SCHEMA "{name}"')  # type: ignore[arg-type]
    return f"{server.get_uri()}&options=-csearch_path%3D{name}"


@pytest.fixture(params=["sqlite", "postgresql"])
def where(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty store, once on each engine."""
    if request.param == "sqlite":
        return str(tmp_path / "house.db")
    return fresh_schema(request.getfixturevalue("postgres"))


@pytest.fixture
def sqlite_where(tmp_path: Path) -> str:
    return str(tmp_path / "house.db")


@pytest.fixture
def audited(where: str, tmp_path: Path) -> Iterator[str]:
    """The store, audited at the end of the test."""
    yield where
    journal = open_journal(where)
    report = Audit(journal, catalogue(), Sealer.from_file(tmp_path / "house.key")).run()
    journal.close()
    assert report.is_good, report.findings
