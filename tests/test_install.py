"""What an installation has, and what it says when something is not installed."""

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import croupier
from croupier.cli.extras import EXTRAS
from croupier.table.coverage import marked_test_witnesses
from tests.patience import PATIENCE_S

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
SCENARIO = str(min((ROOT / "scenarios").rglob("*.scenario")))
# A package that is not installed is one that cannot be imported.
_WITHOUT = "import sys; sys.modules.update(dict.fromkeys({missing!r})); {code}"
_CROUPIER = "sys.argv[1:] = {arguments!r}; from croupier.cli import app; app()"


def python(code: str, missing: list[str]) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-c", _WITHOUT.format(missing=missing, code=code)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
    )


def command(*arguments: str, missing: list[str]) -> "subprocess.CompletedProcess[str]":
    return python(_CROUPIER.format(arguments=list(arguments)), missing)


@pytest.mark.parametrize(
    "arguments",
    [
        ("--help",),
        ("rules", "list"),
        ("rules", "show", "rws-poker@7", "3.12.3"),
        ("run", SCENARIO),
        ("serve", "--help"),
        ("edge", "--help"),
    ],
    ids=lambda arguments: arguments[0],
)
def test_the_engine_alone_does_what_needs_nothing_else(arguments: tuple[str, ...]) -> None:
    done = command(*arguments, missing=[*EXTRAS, "uvloop"])
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    ("arguments", "missing", "extra"),
    [
        (("serve", "--port", "0"), [*EXTRAS], "serve"),
        (("audit", "--store", "nowhere.db"), [*EXTRAS], "serve"),
        (("bots", "http://127.0.0.1:9"), [*EXTRAS], "serve"),
        (("serve", "--port", "0", "--store", "postgresql://localhost/x"), ["psycopg"], "postgres"),
        (("equity", "AsKs", "QhQd"), ["numba", "numpy"], "math"),
        (("report", "mbs-freebet@3", "-o", "never.html"), ["matplotlib"], "math"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_what_is_missing_is_named_with_the_line_to_type(
    arguments: tuple[str, ...], missing: list[str], extra: str
) -> None:
    done = command(*arguments, missing=missing)
    assert done.returncode == 2, done.stderr
    assert f"pip install 'croupier[{extra}]'" in " ".join(done.stderr.split())
    assert "Traceback" not in done.stderr


def test_every_extra_is_known_by_what_it_brings() -> None:
    brought = {
        re.split(r"[^a-z0-9-]", each)[0].removesuffix("-cffi").replace("-", "_"): name
        for name, packages in PROJECT["optional-dependencies"].items()
        if name not in ("dev", "agents")
        for each in packages
        if not each.startswith("croupier[")
    }
    for name in ("uvloop", "tdewolff_minify"):  # where it is missing the house runs without it
        assert brought.pop(name) == "serve"
    assert brought == {name: extra for name, extra in EXTRAS.items() if extra not in ("dev", "agents")}


def test_what_make_installs_is_locked_and_names_no_host() -> None:
    for name, extras in (("run", ("serve", "math")), ("dev", ("dev",))):
        text = (ROOT / "requirements" / f"{name}.txt").read_text()
        assert not re.search(r"://|--index|@ ", text)
        locked = set(re.findall(r"^([a-z0-9-]+)==", text, re.MULTILINE))
        wanted = [each for extra in extras for each in PROJECT["optional-dependencies"][extra]]
        names = {re.split(r"[^A-Za-z0-9-]", each)[0] for each in wanted} - {"croupier"}
        assert names <= locked


def test_one_version_everywhere() -> None:
    for code in ("from croupier.cli import app; app()", "import runpy; runpy.run_module('croupier')"):
        done = python(f"sys.argv[1:] = ['--version']; {code}", [])
        assert done.stdout.strip() == f"croupier {croupier.__version__}"
    assert (
        f"## {croupier.__version__}" in (ROOT / "CHANGELOG.md").read_text()
        or "## Unreleased" in (ROOT / "CHANGELOG.md").read_text()
    )
    assert f"\nversion: {croupier.__version__}\n" in (ROOT / "CITATION.cff").read_text()
    tags = ["git", "tag", "--points-at", "HEAD", "v*"]
    here = subprocess.run(tags, cwd=ROOT, capture_output=True, text=True, check=False).stdout.split()
    assert set(here) <= {f"v{croupier.__version__}"}


def test_the_changelog_of_a_release_is_read_in_one_sitting() -> None:
    text = (ROOT / "CHANGELOG.md").read_text()
    for release in re.split(r"^## ", text, flags=re.MULTILINE)[1:]:
        assert release.count("\n") <= 150, release.splitlines()[0]


def test_croupier_alone_shows_the_way() -> None:
    done = command(missing=[])
    assert done.returncode == 0
    assert "croupier serve --demo --open" in done.stdout


def test_nothing_is_imported_that_windows_does_not_have() -> None:
    done = python("import croupier.house.journal.sqlite, croupier.cli.serve, croupier.server.app", ["fcntl"])
    assert done.returncode == 0, done.stderr


def test_whatever_exercises_a_paragraph_is_in_the_wheel() -> None:
    data = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["setuptools"]["data-files"]
    scenarios = {
        file.parent.relative_to(ROOT).as_posix() for file in (ROOT / "scenarios").rglob("*.scenario")
    }
    assert {name: data.get(f"share/croupier/{name}") for name in scenarios} == {
        name: [f"{name}/*.scenario"] for name in scenarios
    }
    witnesses = {witness.where.partition("::")[0] for witness in marked_test_witnesses(ROOT / "tests")}
    assert {file for files in data.values() for file in files if file.endswith(".py")} == witnesses
