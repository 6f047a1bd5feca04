"""The wheel, each extra installed alone into an empty environment outside the clone: every line that the
documentation shows for it does what it says.

uv takes what it has in its cache; where there is none, pip does the same more slowly. `make lowest` runs
this with the lowest versions of all bounds.
"""

import os
import re
import shutil
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.notebooks import NOTEBOOKS, as_script
from tests.patience import PATIENCE_S
from tests.test_docs_commands import ROOT, shown_lines

# What has to be installed for which commands.
EXTRAS = {
    "": "rules run play rng languages",
    "serve": "serve bots audit round backup restore archive faults load simulate-house "
    "appoint accept-loss people export key",
    "math": "edge strategy equity simulate report risk vulnerability jackpot counting rake preflop",
    "agents": "arena envs",
    "serve,math": "returns evidence review",
}
BELONGS = {command: extra for extra, commands in EXTRAS.items() for command in commands.split()}
# Documented lines that need something beside the wheel, and where that is.
ELSEWHERE = {
    r"serve --store postgresql|bots .*--agent": "a database, two extras: tests/server",
    r"review t1": "a Round of a house that is graded: tests/cli",
    r"envs record": "one more extra: tests/envs/test_recording.py",
    r"accept-loss|people unlock|key (new|use)|export .*--to": "a loss, a locked person, a key: tests/house",
    r"edge mbs-freebet@\d --editions drafts|rules draft .*-text": "the reader's own draft: tests/cli",
    r"serve --demo --open|simulate-house$|preflop --solve": "a browser, minutes: other lines show the same",
}
# The same lines with less to do.
SHORTER = [
    (r"--rounds 1e\d", "--rounds 1e3"),
    (r"--bytes \d+", "--bytes 1000"),
    (r"^arena my_agent.py odds ranges --rounds \S+", "arena my_agent.py odds ranges --rounds 4"),
    (r"^arena odds caller --rounds \d+", "arena odds caller --rounds 4"),
    (r"^envs prove --rounds \d+", "envs prove --rounds 4"),
    (r"^simulate mbs-freebet@3$", "simulate mbs-freebet@3 --rounds 1e3"),
    (r"^faults$", "faults --kills 1 --writes 30 --no-postgres"),
    (r"^load$", "load --tables 1 --seconds 1"),
    (r"^evidence (\S+) -o book.pdf", r"evidence \1 -o book.html --no-figures"),
    (r"^run scenarios$", "run scenarios/rws-multilink/decisions/acting-in-position.scenario"),
    (r"^bots (\S+) --count 3", r"bots \1 --table poker-7 --count 2 --rounds 1 --thinking 0"),
    (r"^(round \w+) ID", r"\1 poker-7.1 --store house.db"),
    (r"data/house\.db", "house.db"),
]
# What must have happened before: a house is opened before it is audited.
ORDER = ("serve", "bots", "audit", "round", "returns", "backup", "restore", "archive")
AGENT = """\
class Mine:
    def __init__(self, seed):
        pass
    def choose(self, view, options):
        return options[0], {}
"""


@dataclass
class Environment:
    """Python with the wheel and one of its extras, and a folder that is not the clone."""

    python: Path
    folder: Path
    wheel: Path

    def install(self, extra: str) -> None:
        wanted = f"{self.wheel}[{extra}]"
        if uv := _uv():
            _call(uv, "pip", "install", "--quiet", "--python", str(self.python), wanted)
        else:
            _call(str(self.python), "-m", "pip", "install", "--quiet", wanted)

    def run(self, *command: str) -> "subprocess.CompletedProcess[str]":
        return subprocess.run(
            [self.python, *command],
            cwd=self.folder,
            capture_output=True,
            errors="replace",
            env=_without_sources(),
            stdin=subprocess.DEVNULL,
            timeout=2 * PATIENCE_S,
            check=False,
        )

    def croupier(self, line: list[str]) -> str:
        """What is wrong with what the command did, or nothing."""
        done = self.run("-m", "croupier", *line)
        if done.returncode == 0 and "Traceback" not in done.stderr:
            return ""
        return f"croupier {' '.join(line)}: {done.returncode}\n{done.stdout[-800:]}{done.stderr[-2000:]}"


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Built from what the repository has, not from what an earlier build left."""
    source, folder = tmp_path_factory.mktemp("source"), tmp_path_factory.mktemp("wheel")
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, source)
    for name in ("src", "scenarios", "tests"):
        shutil.copytree(
            ROOT / name, source / name, ignore=shutil.ignore_patterns("__pycache__", "*.egg-info")
        )
    if uv := _uv():
        _call(uv, "build", "--quiet", "--wheel", "--out-dir", str(folder), str(source))
    else:
        _call(sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "-w", str(folder), str(source))
    return next(folder.glob("*.whl"))


@pytest.fixture
def installed(wheel: Path, extra: str, tmp_path: Path) -> Environment:
    place, folder = tmp_path / "environment", tmp_path / "folder"
    found = Environment(place / "bin" / "python", folder, wheel)
    if uv := _uv():
        _call(uv, "venv", "--quiet", "--python", sys.executable, str(place))
    else:
        _call(sys.executable, "-m", "venv", str(place))
    found.install(extra)
    shutil.copytree(ROOT / "scenarios", folder / "scenarios")
    (folder / "my_agent.py").write_text(AGENT)
    return found


def _without_sources() -> dict[str, str]:
    """The environment of this process, but for a path on which the clone may lie."""
    return {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}


def _uv() -> str | None:
    return shutil.which("uv") or shutil.which("uv", path=str(Path(sys.executable).parent))


def _call(*command: str) -> None:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def _lines(extra: str) -> list[list[str]]:
    """The documented lines of an extra, each once, shortened, in an order in which they make sense."""
    found = {}
    for words in shown_lines():
        line = " ".join(words)
        if not words[0].startswith("-") and not any(re.match(pattern, line) for pattern in ELSEWHERE):
            found[line] = words
    mine = [words for words in found.values() if BELONGS[words[0]] == extra]
    return sorted(map(_shortened, mine), key=lambda words: words[0] in ORDER and ORDER.index(words[0]))


def _shortened(words: list[str]) -> list[str]:
    line = "\0".join(words)
    for pattern, shorter in SHORTER:
        line = re.sub(pattern.replace(" ", "\0"), shorter.replace(" ", "\0"), line)
    return line.split("\0")


@contextmanager
def _open_house(environment: Environment) -> Iterator[str]:
    """`croupier serve --store house.db` until it is closed; its address."""
    serve = ["-m", "croupier", "serve", "--store", "house.db", "--demo", "--port", "0"]
    house = subprocess.Popen(
        [environment.python, *serve],
        cwd=environment.folder,
        env=_without_sources(),
        stdout=subprocess.PIPE,
        text=True,
    )
    assert house.stdout is not None
    watch = threading.Timer(PATIENCE_S, house.kill)
    watch.start()
    try:
        said = next((line for line in house.stdout if "The house is open" in line), "")
        watch.cancel()
        assert said, "the house did not open"
        yield said.split()[-1]
    finally:
        watch.cancel()
        house.send_signal(signal.SIGINT)
        house.communicate(timeout=PATIENCE_S)


def test_every_documented_line_belongs_to_an_extra() -> None:
    shown = {words[0] for words in shown_lines() if not words[0].startswith("-")}
    assert shown == BELONGS.keys()


@pytest.mark.parametrize("extra", ["", "math", "agents"])
def test_an_extra_alone_does_what_is_documented_for_it(extra: str, installed: Environment) -> None:
    assert "".join(map(installed.croupier, _lines(extra))) == ""
    for page in {"": ["python.md"], "agents": ["agents.md"]}.get(extra, []):
        shutil.copy(ROOT / "docs" / page, installed.folder)
        told = installed.run("-m", "doctest", page)
        assert told.returncode == 0, told.stdout + told.stderr
    for name in NOTEBOOKS if extra == "agents" else ():
        done = installed.run("-c", as_script(name))
        assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("extra", ["serve"])
def test_a_house_opens_and_is_looked_after(extra: str, installed: Environment) -> None:
    lines = [line for line in _lines(extra) if line[0] != "serve"]
    (visit,) = (line for line in lines if line[0] == "bots")
    with _open_house(installed) as address:
        wrong = [installed.croupier([address if "://" in word else word for word in visit])]
    wrong += [installed.croupier(line) for line in lines if line[0] != "bots"]
    installed.install("serve,math")
    wrong += [installed.croupier(line) for line in _lines("serve,math")]
    assert "".join(wrong) == ""


@pytest.mark.parametrize("extra", ["postgres", "cluster", "offline", "telemetry"])
def test_what_an_extra_adds_to_another_is_there(extra: str, installed: Environment) -> None:
    import_it = {
        "postgres": "import croupier.house.journal.postgres",
        "cluster": "import croupier.analysis.simulation, distributed",
        "offline": "import croupier.envs.recording, minari",
        "telemetry": "import croupier.server.tracing",
    }
    done = installed.run("-c", import_it[extra])
    assert done.returncode == 0, done.stderr
    if extra == "offline":
        assert installed.croupier(["envs", "record", "mbs-freebet@3", "--rounds", "20", "-o", "data"]) == ""


@pytest.mark.parametrize("extra", ["math"])
def test_agents_without_their_extra_are_told_what_to_install(extra: str, installed: Environment) -> None:
    for line in ("arena odds caller --rounds 4", "envs prove --rounds 4"):
        done = installed.run("-m", "croupier", *line.split())
        assert done.returncode == 2, done.stderr
        assert "pip install 'croupier[agents]'" in " ".join(done.stderr.split())
