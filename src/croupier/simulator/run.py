"""One simulation from beginning to end: the floor opens, visitors come, things fail, all is checked."""

import asyncio
import contextvars
import itertools
import shutil
import tempfile
import time
from pathlib import Path
from typing import Any

import msgspec
import structlog
from msgspec import Struct

from croupier.house.answers import Acknowledged, Happened
from croupier.house.floor.state import RoundInterrupted
from croupier.house.journal import StoreUnavailable
from croupier.links.messages import ClaimsRegistered, DisableLink, EnableLink
from croupier.server.config import Config
from croupier.simulator.checks.books import Acknowledgement, Auditor
from croupier.simulator.checks.moving import Moving
from croupier.simulator.checks.secrecy import Secrecy
from croupier.simulator.disk import Disk
from croupier.simulator.network import Line, Network
from croupier.simulator.plan import LINK, Fault, Plan
from croupier.simulator.process import STORE, Process, games
from croupier.simulator.visitors import KINDS, PASSWORD, Visitor
from croupier.simulator.world import OWNER, Broken, OwnedTask, World
from croupier.table import Actor, Role

MANAGER = Actor("manager", Role.SHIFT_MANAGER)
_LOOK_EVERY_S = 20.0
_CALM_S = 60.0  # at the end nothing fails any more: everybody gets over it
_CONFIRM_S = 15  # the pit has little time for interrupted Rounds: there are many
_HEARD_S = 4.0  # who has served for so long can be heard by whoever starts
_NOTICED_S = 5.0  # by then everybody knows that the store has gone back
_ACK = b'{"type":"ack"'


class Outcome(Struct, kw_only=True):
    """What came of a plan."""

    plan: Plan
    broken: Broken | None
    broke_at: float
    history: list[str]
    head: str  # vouches for every byte of the journal
    deaths: int
    acknowledged: int
    rounds: int
    messages: int
    looked_at: int  # messages in which hidden cards were looked for
    simulated_s: float
    took_s: float  # of processor

    @property
    def is_good(self) -> bool:
        return self.broken is None


def simulate(plan: Plan) -> Outcome:
    """Play a plan. The same plan gives the same outcome, byte for byte."""
    began = time.process_time()
    memory = Path("/dev/shm")
    folder = Path(tempfile.mkdtemp(prefix="croupier-", dir=memory if memory.is_dir() else None))
    simulation = Simulation(plan, folder)
    try:
        simulation.run()
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    world = simulation.world
    return Outcome(
        plan=plan,
        broken=world.broken,
        broke_at=simulation.broke_at,
        history=world.history,
        head=simulation.head,
        deaths=simulation.deaths,
        acknowledged=simulation.auditor.acknowledged,
        rounds=simulation.auditor.rounds,
        messages=simulation.network.messages,
        looked_at=simulation.secrecy.looked_at,
        simulated_s=world.now_s,
        took_s=time.process_time() - began,
    )


class Simulation:
    def __init__(self, plan: Plan, folder: Path) -> None:
        self.plan = plan
        self.world = world = World(plan.seed)
        self.disk = Disk(folder, world.chance("disk"))
        self.key = world.chance("key").randbytes(32)
        self.secrecy = Secrecy(world, lambda table: self.auditor.read_table(table))
        self.network = Network(world, self._open_processes, self._witness)
        self.auditor = Auditor(world, folder / STORE, games(), self.key, self.secrecy.heard)
        self.moving = Moving(world, plan, self.auditor)
        self.config = Config(
            store=str(folder / STORE),
            is_demo=True,
            demo_tables=(),
            sign_ins_per_minute=10_000,
            interruption_seconds=_CONFIRM_S,
        )
        self.processes: dict[int, Process] = {}
        self._everybody: list[Process] = []  # all that ever ran
        self.visitors: dict[str, Visitor] = {}
        self.deaths = 0
        self.head = ""
        self.broke_at = 0.0
        self._interruptions = 0
        self._is_ending = self._is_back = False
        self._payments: list[Fault] = []
        self._beside: dict[asyncio.Task[Any], None] = {}

    # From beginning to end

    def run(self) -> None:
        with self.world.entered() as loop, _listening(self.world):
            loop.set_exception_handler(self._on_stray)
            try:
                loop.run_until_complete(self._play())
            except Broken as broken:
                self.world.breaks(broken.check, broken.words)
        for process in self._everybody:
            process.close()
        self.broke_at = self.world.now_s
        if self.world.broken is None:
            self.head = self.auditor.audit()
            self.world.note(f"the audit is done, head {self.head}")
        self.auditor.look_away()

    async def _play(self) -> None:
        self._start(1)
        await self._until_open(1)
        if self.world.broken is not None:
            return
        await self._open_floor(self.processes[1])
        for number in range(2, self.plan.processes + 1):
            self._start(number)
        for plan in self.plan.visitors:
            visitor = self.visitors[plan.name] = KINDS[plan.kind](
                self.world, self.network, plan, self.plan.tables
            )
            self._do(visitor.run())
        for fault in self.plan.faults:
            asyncio.get_running_loop().call_at(fault.at, self._happens, fault)
        await self._watch(self.plan.seconds)
        self._is_ending = True
        await self._watch(self.world.now_s + _CALM_S)
        await self._close()

    async def _watch(self, until: float) -> None:
        while self.world.now_s < until and self.world.broken is None:
            await asyncio.sleep(_LOOK_EVERY_S)
            self.auditor.look()
            self.moving.look(self._open_processes())

    async def _close(self) -> None:
        """Everybody goes home and the house closes in good order."""
        for task in list(self._beside):
            task.cancel()
        await asyncio.gather(*self._beside, return_exceptions=True)
        for process in self.processes.values():
            if process.is_open:
                await _as(process, process.stop())
        if self.world.broken is None:
            self.auditor.look()

    def _do(self, work: Any) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._beside[task] = None
        task.add_done_callback(self._ended)

    def _ended(self, task: "asyncio.Task[Any]") -> None:
        self._beside.pop(task, None)
        if not task.cancelled() and (error := task.exception()) is not None:
            self.world.breaks("visitor", f"{type(error).__name__}: {error} {_where(error)}")

    # Processes

    def _open_processes(self) -> list[Process]:
        return [process for process in self.processes.values() if process.is_open]

    def _start(self, number: int) -> None:
        process = Process(
            self.world, self.disk, f"p{number}", self.config, self.key, self._on_death, self._on_told
        )
        self.processes[number] = process
        self._everybody.append(process)
        self._do(self._serve(number, process))

    async def _serve(self, number: int, process: Process) -> None:
        """Start it; if the store does not let it, it ends, and is started again as one that has died is."""
        starting = asyncio.get_running_loop().create_task(process.start(), context=process.context)
        await asyncio.wait({starting, process.gone}, return_when=asyncio.FIRST_COMPLETED)
        if process.is_dead:
            return
        error = starting.exception()
        if error is None:
            self.world.note(f"{process.name} is open")
            return
        if not isinstance(error, StoreUnavailable):
            self.world.breaks("start", f"{type(error).__name__}: {error} {_where(error)}")
            return
        self.world.note(f"{process.name} could not start: {error}")
        process.kill()
        self._start_again(number)

    async def _until_open(self, number: int) -> None:
        while not self.processes[number].is_open and self.world.broken is None:
            await asyncio.sleep(0.1)

    def _start_again(self, number: int) -> None:
        delay = self.world.chance(f"restart {number} {self.deaths}").uniform(0.1, 15)
        later = lambda: None if self.world.broken else self._start(number)  # noqa: E731
        asyncio.get_running_loop().call_later(delay, later, context=contextvars.Context())

    def _on_death(self, process: Process, how: str) -> None:
        """A process dies in the middle of a write; with the power, all of them."""
        victims = [process]
        if process.is_power:
            victims = [each for each in self.processes.values() if not each.is_dead]
            self.disk.lose_power()
            self.auditor.look_away()
        self.world.note(f"{process.name} dies {how}{', and the power with it' if process.is_power else ''}")
        for number, each in self.processes.items():
            if each in victims:
                self._dies(number, each)

    def _dies(self, number: int, process: Process) -> None:
        self.deaths += 1
        process.kill()
        loop = asyncio.get_running_loop()
        loop.call_soon(self.network.gone, process, context=contextvars.Context())
        self._start_again(number)

    async def _restart(self, number: int, process: Process) -> None:
        await _as(process, process.stop())
        if not process.is_dead:
            process.kill()
            self.network.gone(process)
            self._start_again(number)

    # The floor

    async def _open_floor(self, process: Process) -> None:
        desk, people = process.server.desk, process.server.people

        async def work() -> None:
            if any(table.link for table in self.plan.tables):
                edition = next(table.edition for table in self.plan.tables if table.link)
                terms = {"increment_timing": "after_round_if_unwon"} if self.plan.is_meter_late else {}
                _must(await desk.open_link(MANAGER, LINK, edition, terms))
            for table in self.plan.tables:
                _must(
                    await desk.open_table(
                        MANAGER, table.name, table.edition, cards=table.cards, link=table.link
                    )
                )
                _must(await desk.set_bots(MANAGER, table.name, table.bots))
                if (await process.server.house.look(table.name)).rules.edition.game == "mbs-freebet":
                    self.secrecy.is_of_many_decks(table.name)
            first = await people.first_link()
            assert first is not None
            await people.accept(first, "Mia", PASSWORD)
            for plan in self.plan.visitors:
                role = {"dealer": Role.DEALER, "pit": Role.SHIFT_MANAGER}.get(plan.kind)
                if role is not None:
                    token = await people.invite(MANAGER, (role,))
                    assert isinstance(token, str)
                    await people.accept(token, plan.name, PASSWORD)

        await _as(process, work())
        self.auditor.look()
        self.world.note("the floor is open")

    # What is told

    def _witness(self, line: Line, message: bytes) -> None:
        self.secrecy.check(line, message)
        if message.startswith(_ACK) and not self._is_back:
            said = msgspec.json.decode(message)
            command_id = f"p:{line.who.person}:{said['id']}"
            self.auditor.acknowledge(Acknowledgement(f"table/{line.table}", command_id, said["seq"]))
            self.world.note(f"ack {line.who.name} {said['id']} {said['seq']}")

    def _on_told(self, process: Process, happened: tuple[Happened, ...]) -> None:
        if not self._is_back:
            self.secrecy.heard(happened)
        for each in happened:
            if isinstance(each.event, RoundInterrupted) and each.version > self._interruptions:
                self._interruptions = each.version
                self._check_alone(process, each.event.round)
            if isinstance(each.event, ClaimsRegistered) and self._payments:
                self._fail_link(self._payments.pop(0).amount)

    def _check_alone(self, process: Process, name: str) -> None:
        """Only a process that finds nobody else serving may interrupt what others play."""
        for other in self._open_processes():
            if other is not process and self.world.now_s - other.open_since_s > _HEARD_S:
                self.world.breaks("alone", f"{process.name} interrupts {name} while {other.name} serves it")

    def _on_stray(self, loop: Any, context: dict[str, Any]) -> None:
        """An error that nobody took."""
        error, task = context.get("exception"), context.get("task") or context.get("future")
        owner = task.owner if isinstance(task, OwnedTask) else OWNER.get()
        if error is None or isinstance(error, StoreUnavailable) or (owner is not None and owner.is_dead):
            return
        self.world.breaks("stray", f"{type(error).__name__}: {error} {_where(error)}")

    # What goes wrong

    def _happens(self, fault: Fault) -> None:
        if self._is_ending or self.world.broken is not None:
            return
        world, amount = self.world, fault.amount
        process = self.processes.get(fault.process)
        world.note(f"fault {fault.kind} {fault.process} {amount:g} {fault.who}")
        until = world.now_s + amount
        match fault.kind:
            case "kill" | "power" if process is not None:
                process.writes_left, process.is_power = int(amount), fault.kind == "power"
            case "back":
                self._do(self._go_back(amount))
            case "restart" if process is not None and process.is_open:
                self._do(self._restart(fault.process, process))
            case "full" if process is not None:
                process.fails_until_s = until
            case "slow" if process is not None:
                process.slow_until_s = until
            case "deaf" if process is not None:
                process.deaf_until_s = until
            case "clock":
                world.clock_off_ms += int(amount)
            case "cut":
                self.network.cut()
            case "lossy":
                self.network.is_bad_until_s = until
            case "laggy":
                self.network.is_slow_until_s = until
            case "vanish" if fault.who in self.visitors:
                self.visitors[fault.who].vanish(amount)
            case "link":
                self._fail_link(amount)
            case "payment":
                self._payments.append(fault)

    async def _go_back(self, seconds: float) -> None:
        """What was committed vanishes. Who has seen it stops, and so does everybody; then the operator goes
        on without it."""
        copy = self.disk.folder / "copy.db"
        self.disk.copy(self.disk.folder / STORE, copy)
        self.auditor.look()
        kept = self.auditor.position
        await asyncio.sleep(seconds)
        if self._is_ending or self._is_back or self.world.broken is not None:
            return
        self.auditor.look()
        is_lost = self.auditor.position > kept
        self._is_back = self.secrecy.is_blind = True
        self.disk.copy(copy, self.disk.folder / STORE)
        for table, version in self.auditor.go_back().items():
            self.secrecy.go_back(table, version)
        self.world.note(f"the store goes back to {kept}")
        witnesses = [each for each in self._open_processes() if not each.is_deaf]
        await asyncio.sleep(_NOTICED_S)
        for process in witnesses:
            if is_lost and process.is_open and not process.is_hindered and not process.journal.gone_back:
                self.world.breaks("back", f"{process.name} serves a store that has gone back")
        await self._accept_loss()
        self._is_back = self.secrecy.is_blind = False

    async def _accept_loss(self) -> None:
        """Everybody is stopped, those too who start again of themselves meanwhile."""
        for attempt in itertools.count(1):
            for number, process in self.processes.items():
                if process.is_open:
                    self._dies(number, process)
            name = f"operator {attempt}"
            operator = Process(
                self.world, self.disk, name, self.config, self.key, self._on_death, self._on_told
            )
            self._everybody.append(operator)
            answer = await _as(operator, operator.accept_loss())
            if isinstance(answer, Acknowledged) or "nothing" in answer.reason:
                return

    def _fail_link(self, seconds: float) -> None:
        if any(table.link for table in self.plan.tables):
            self._do(self._order_link(seconds))

    async def _order_link(self, seconds: float) -> None:
        """The equipment fails, and is repaired."""
        for command, wait in (
            (DisableLink(by=MANAGER, reason="no signal"), seconds),
            (EnableLink(by=MANAGER, reason="the signal is back"), 0.0),
        ):
            while True:
                if (process := self.network.pick()) is not None:
                    try:
                        await _as(process, process.server.house.order_link(LINK, command))
                        break
                    except StoreUnavailable:
                        pass
                    except asyncio.CancelledError:
                        if not process.is_dead:
                            raise
                await asyncio.sleep(1)
            await asyncio.sleep(wait)


async def _as(process: Process, work: Any) -> Any:
    """Do something as code of a process."""
    return await asyncio.get_running_loop().create_task(work, context=process.context.copy())


def _must(answer: object) -> None:
    assert isinstance(answer, Acknowledged), answer


def _where(error: BaseException) -> str:
    frames = []
    trace = error.__traceback__
    while trace is not None:
        code = trace.tb_frame.f_code
        frames.append(f"{Path(code.co_filename).name}:{trace.tb_lineno}")
        trace = trace.tb_next
    return " < ".join(reversed(frames[-6:]))


class _listening:  # noqa: N801 - used as a word
    """What the house logs as an error is one, unless the store was away or its process is gone."""

    def __init__(self, world: World) -> None:
        self._world = world

    def __enter__(self) -> None:
        self._before = structlog.get_config()
        structlog.configure(processors=[self._hear], cache_logger_on_first_use=False)

    def __exit__(self, *error: object) -> None:
        structlog.configure(**self._before)

    def _hear(self, logger: Any, method: str, event: Any) -> Any:
        error, owner = event.get("exc_info"), OWNER.get()
        is_excused = isinstance(error, StoreUnavailable) or owner is None or owner.is_dead
        if method in ("error", "critical", "exception") and not is_excused:
            where = (
                f"{type(error).__name__}: {error} {_where(error)}" if isinstance(error, BaseException) else ""
            )
            self._world.breaks("fault", f"{event.get('event')} {where}")
        raise structlog.DropEvent
