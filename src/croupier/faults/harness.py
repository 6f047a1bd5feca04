"""Kill, restart, compare with what had been acknowledged; count."""

import asyncio
import importlib
import os
import pkgutil
import random
import select
import signal
import tempfile
import time
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import msgspec
import structlog
from msgspec import Struct

import croupier.games
from croupier.faults.vfs import DEAD, PowerCut
from croupier.faults.worker import Sent, open_house, play, prepare
from croupier.games import catalogue
from croupier.house.audit import Audit
from croupier.house.house import House
from croupier.house.journal import Journal, Store, open_store
from croupier.house.journal.sealing import Sealer
from croupier.house.journal.sqlite import SqliteStore

_AUDIT_EVERY = 25  # kills; the audit plays everything again
_FOREVER = 1_000_000
_PATIENCE_S = 60.0
_REPORTS_MAX = 60  # of two per command: how far a process gets before it is killed
_MOMENT_S = 0.02  # and then not just between two reports, but anywhere
_CHECKPOINT_PAGES = 40  # so that checkpoints are hit too


class Tally(Struct):
    """What was done and what was lost."""

    name: str
    kills: int = 0
    acknowledged: int = 0
    repeated: int = 0  # sent again after a kill
    rounds: int = 0
    interruptions: int = 0
    lost: int = 0
    twice: int = 0
    findings: list[str] = msgspec.field(default_factory=list)

    @property
    def is_good(self) -> bool:
        return not (self.lost or self.twice or self.findings) and self.acknowledged > 0

    def __str__(self) -> str:
        verdict = "nothing lost" if self.is_good else "; ".join(["WRONG", *self.findings[:3]])
        return (
            f"{self.name}: {self.kills} kills, {self.acknowledged} commands acknowledged, {self.lost} lost, "
            f"{self.twice} done twice, {self.repeated} sent again, {self.rounds} Rounds, "
            f"{self.interruptions} interrupted: {verdict}"
        )


class Patient:
    """A house on one store, killed again and again."""

    def __init__(self, tally: Tally, where: str, key_file: Path, seed: int) -> None:
        self.tally = tally
        self.where = where
        self.key_file = key_file
        self.chance = random.Random(seed)
        self._acknowledged: dict[tuple[str, str], None] = {}
        self._unanswered: dict[tuple[str, str], Sent] = {}
        self._rests: dict[int, bytes] = {}
        self._runs = 0

    def prepare(self) -> None:
        """Open the floor. All code is loaded now, once for all the processes to come."""
        for module in pkgutil.walk_packages(croupier.games.__path__, "croupier.games."):
            importlib.import_module(module.name)
        pid = _fork(lambda: _serve(open_store(self.where), self.key_file, prepare))
        _, status = os.waitpid(pid, 0)
        if status != 0:
            raise RuntimeError("the floor could not be opened")

    def start(self, make_store: Callable[[], Store]) -> tuple[int, int]:
        """A process that plays until it is killed: its id and the pipe it reports on."""
        self._runs += 1
        again = list(self._unanswered.values())
        self._unanswered.clear()
        self.tally.repeated += len(again)
        reads, writes = os.pipe()
        run = f"r{self._runs}"

        def work() -> None:
            os.close(reads)
            _serve(make_store(), self.key_file, lambda house: play(house, run, writes, _FOREVER, again))

        pid = _fork(work)
        os.close(writes)
        return pid, reads

    def listen(self, reads: int, seconds: float = _PATIENCE_S, reports: int = _FOREVER) -> int:
        """Take in reports until there are so many, the process is gone, or the time is up; how many came."""
        until, came = time.monotonic() + seconds, 0
        while came < reports and (left := until - time.monotonic()) > 0:
            if not select.select([reads], [], [], left)[0]:
                break
            block = os.read(reads, 1 << 16)
            if not block:
                break
            # A report is shorter than what a pipe takes at once, so a kill never tears one; a read may.
            *lines, self._rests[reads] = (self._rests.get(reads, b"") + block).split(b"\n")
            for line in lines:
                self._note(msgspec.json.decode(line, type=Sent))
            came += len(lines)
        return came

    def _note(self, sent: Sent) -> None:
        key = (sent.table, sent.id)
        if sent.is_acknowledged:
            self._acknowledged[key] = None
            self._unanswered.pop(key, None)
        elif key not in self._acknowledged:
            self._unanswered[key] = sent

    @property
    def acknowledged(self) -> int:
        """How many commands, as far as was listened."""
        return len(self._acknowledged)

    def kill(self, pid: int, reads: int) -> int:
        """End the process if it still lives, and hear its last words."""
        os.kill(pid, signal.SIGKILL)
        self.listen(reads)
        os.close(reads)
        self._rests.pop(reads, None)
        _, status = os.waitpid(pid, 0)
        self.tally.kills += 1
        return os.waitstatus_to_exitcode(status)

    def check(self, is_thorough: bool) -> None:
        """Compare the store with what was acknowledged."""
        tally, journal = self.tally, Journal(open_store(self.where))
        try:
            rows = journal.store.query(
                "SELECT stream, command_id, count(*) FROM entry WHERE command_id <> ''"
                " GROUP BY stream, command_id"
            )
            done = {(stream.removeprefix("table/"), name): count for stream, name, count in rows}
            tally.acknowledged = len(self._acknowledged)
            tally.lost = sum(key not in done for key in self._acknowledged)
            tally.twice = sum(count > 1 for count in done.values())
            tally.rounds = journal.store.query("SELECT count(*) FROM round")[0][0]
            found = journal.read("floor")
            tally.interruptions = sum(b'"RoundInterrupted"' in body for each in found for body in each.events)
            if is_thorough:
                report = Audit(journal, catalogue(), Sealer.from_file(self.key_file)).run()
                tally.findings += [f"{each.check}: {each.words}" for each in report.findings]
        finally:
            journal.close()


def kill_at_random(folder: Path, kills: int, seed: int) -> Tally:
    """SQLite: kill -9 at some moment of starting, recovering or playing, again and again."""
    patient = Patient(
        Tally("SQLite, killed at random"), str(folder / "random.db"), folder / "random.key", seed
    )
    patient.prepare()
    for number in range(1, kills + 1):
        pid, reads = patient.start(lambda: open_store(patient.where))
        patient.listen(reads, reports=patient.chance.randint(0, _REPORTS_MAX))
        time.sleep(patient.chance.uniform(0, _MOMENT_S))
        patient.kill(pid, reads)
        patient.check(is_thorough=number % _AUDIT_EVERY == 0 or number == kills)
    return patient.tally


def kill_at_writes(folder: Path, writes: int, stride: int, seed: int, synchronous: str = "FULL") -> Tally:
    """SQLite: the power goes at the first write, the second, the third... with what was not synchronised."""
    patient = Patient(
        Tally("SQLite, power cut at writes"), str(folder / "writes.db"), folder / "writes.key", seed
    )
    patient.prepare()
    numbers = range(1, writes + 1, stride)
    for number in numbers:
        pid, reads = patient.start(lambda at=number: _failing(Path(patient.where), at, seed, synchronous))  # type: ignore[misc]
        patient.listen(reads)
        code = patient.kill(pid, reads)
        if code != DEAD:
            patient.tally.findings.append(f"the process did not fail at write {number}: {code}")
        patient.check(is_thorough=number % (_AUDIT_EVERY * stride) == 1 or number == numbers[-1])
    return patient.tally


def _failing(path: Path, at: int, seed: int, synchronous: str) -> Store:
    PowerCut.instance = PowerCut("power-cut", at, seed + at)
    return SqliteStore(path, vfs="power-cut", checkpoint_pages=_CHECKPOINT_PAGES, synchronous=synchronous)


def run_all(*, kills: int, writes: int, is_postgres: bool, seed: int, say: Callable[[str], None]) -> bool:
    """Everything, one after the other; whether nothing was lost."""
    tallies = []
    with tempfile.TemporaryDirectory(prefix="croupier-faults-") as name:
        folder = Path(name)
        folder.chmod(0o755)
        if kills:
            tallies.append(kill_at_random(folder, kills, seed))
            say(str(tallies[-1]))
        if writes:
            tallies.append(kill_at_writes(folder, writes, 1, seed))
            say(str(tallies[-1]))
        if is_postgres:
            from croupier.faults.database import restart_in_the_middle

            tallies.append(restart_in_the_middle(folder, kills=max(kills // 5, 3), seed=seed))
            say(str(tallies[-1]))
    return all(tally.is_good for tally in tallies)


def _fork(work: Callable[[], None]) -> int:
    """A child that does only this and is gone, whatever happens."""
    pid = os.fork()
    if pid:
        return pid
    code = 1
    try:
        structlog.configure(logger_factory=structlog.ReturnLoggerFactory())  # it is going to be killed: quiet
        work()
        code = 0
    except BaseException as problem:
        if os.environ.get("CROUPIER_FAULTS_DEBUG"):
            import traceback

            traceback.print_exception(problem)
    finally:
        os._exit(code)


def _serve(store: Store, key_file: Path, serve: Callable[[House], Coroutine[Any, Any, None]]) -> None:
    async def main() -> None:
        house = open_house(store, key_file)
        house.follow()
        await serve(house)
        await house.close()

    asyncio.run(main())
