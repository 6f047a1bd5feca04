"""Bugs planted on purpose, one at a time: which of them does no test notice?

    python -m tests.mutants poker --count 40      # a sample of one area; --seed for another sample
    python -m tests.mutants --list

Each mutant is a copy of the program with one expression changed: a comparison, a sign, a number, a condition.
The suites of its area run until one fails. What survives is shown with its line: either a test is missing, or
the code says more than it has to. `bench/results/mutants.json` keeps the share of each area's last run.
"""

import argparse
import ast
import copy
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct

ROOT = Path(__file__).parents[1]
RESULTS = ROOT / "bench" / "results" / "mutants.json"
_LONG_S = 600  # a mutant that never ends is noticed too


class Area(Struct, frozen=True):
    """Files of the program, and the suites that should notice, the quickest first."""

    files: tuple[str, ...]
    suites: tuple[tuple[str, ...], ...]


AREAS = {
    "poker": Area(
        ("games/poker/settlement.py", "games/poker/pots.py", "games/poker/terms.py"),
        (("scenarios/rws-poker",), ("tests/games/poker",), ("tests/analysis/test_live_poker.py",)),
    ),
    "multilink": Area(
        ("games/multilink/settlement.py", "games/multilink/terms.py"),
        (
            ("scenarios/rws-multilink",),
            ("tests/games/multilink",),
            ("tests/analysis/test_live_multilink.py",),
        ),
    ),
    "freebet": Area(
        ("games/freebet/settlement.py", "games/freebet/points.py", "games/freebet/terms.py"),
        (("scenarios/mbs-freebet",), ("tests/games/freebet",)),
    ),
    "mistakes": Area(
        ("table/facts.py", "table/mistakes.py", "table/courses.py"),
        (("tests/table", "scenarios"), ("examples",), ("tests/games",)),
    ),
    "against-house": Area(
        ("table/against_house/cards.py", "table/against_house/game.py"),
        (("examples/three_card_poker", "examples/casino_war"),),
    ),
    "house": Area(
        ("house/limits.py", "house/allowance.py", "house/approvals.py", "house/commands.py"),
        (("tests/house",), ("tests/server",)),
    ),
    "sockets": Area(
        ("server/sockets/pieces.py", "server/sockets/outbox.py", "server/sockets/orders.py"),
        (("tests/server/test_table_socket.py",), ("tests/server",)),
    ),
}

_COMPARED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip
_COUNTED: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.FloorDiv: ast.Mult, ast.Mod: ast.FloorDiv,
    ast.BitOr: ast.BitAnd,
}  # fmt: skip
_NAMED = {"min": "max", "max": "min", "any": "all", "all": "any"}


def changed(node: ast.AST) -> ast.AST | None:
    """The node with a bug in it; None where there is nothing to get wrong."""
    new = copy.deepcopy(node)
    if isinstance(new, ast.Compare) and type(new.ops[0]) in _COMPARED:
        new.ops[0] = _COMPARED[type(new.ops[0])]()
    elif isinstance(new, ast.BinOp) and type(new.op) in _COUNTED and not _is_text(new):
        new.op = _COUNTED[type(new.op)]()
    elif isinstance(new, ast.BoolOp):
        new.op = ast.Or() if isinstance(new.op, ast.And) else ast.And()
    elif isinstance(new, ast.UnaryOp) and isinstance(new.op, ast.Not):
        return new.operand
    elif isinstance(new, ast.Constant) and isinstance(new.value, bool):
        new.value = not new.value
    elif isinstance(new, ast.Constant) and isinstance(new.value, int):
        new.value += 1
    elif isinstance(new, ast.Name) and new.id in _NAMED:
        new.id = _NAMED[new.id]
    elif isinstance(new, ast.IfExp):
        new.body, new.orelse = new.orelse, new.body
    else:
        return None
    return new


def _is_text(node: ast.BinOp) -> bool:
    return any(
        isinstance(side, ast.Constant) and isinstance(side.value, str) for side in (node.left, node.right)
    )


def mutants(source: str) -> Iterator[tuple[int, str, str]]:
    """Line, what is changed into what, and the file with it. Types, decorators and asserts are left alone."""
    count = sum(1 for _ in _places(ast.parse(source)))
    for number in range(count):
        tree = ast.parse(source)
        parent, field, at, node = next(each for n, each in enumerate(_places(tree)) if n == number)
        new = changed(node)
        assert new is not None
        said = f"{ast.unparse(node)}  ->  {ast.unparse(new)}"
        if at is None:
            setattr(parent, field, new)
        else:
            getattr(parent, field)[at] = new
        yield node.lineno, said, ast.unparse(ast.fix_missing_locations(tree))  # type: ignore[attr-defined]


_LEFT_ALONE = ("annotation", "returns", "decorator_list", "bases", "keywords_of_class")


def _places(tree: ast.AST) -> Iterator[tuple[ast.AST, str, int | None, ast.AST]]:
    for field, value in ast.iter_fields(tree):
        if field in _LEFT_ALONE or isinstance(tree, ast.Assert | ast.Import | ast.ImportFrom):
            continue
        is_of_class = isinstance(tree, ast.ClassDef) and field == "keywords"
        if is_of_class or (isinstance(tree, ast.keyword) and tree.arg == "strict"):  # as good as an assert
            continue
        for at, each in enumerate(value) if isinstance(value, list) else [(None, value)]:
            if isinstance(each, ast.AST):
                if changed(each) is not None:
                    yield tree, field, at, each
                yield from _places(each)


def is_noticed(where: Path, suites: tuple[tuple[str, ...], ...]) -> bool:
    here = os.environ | {
        "PYTHONPATH": f"{where / 'src'}:{where / 'examples'}",
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    for suite in suites:
        command = [sys.executable, "-m", "pytest", "-x", "-q", "-n", "0", "-p", "no:cacheprovider"]
        try:
            run = subprocess.run(
                [*command, "-m", "not soak", *suite],
                cwd=where,
                env=here,
                capture_output=True,
                timeout=_LONG_S,
                check=False,
            )
        except subprocess.TimeoutExpired:
            return True
        if run.returncode:
            return True
    return False


def plant(name: str, count: int, seed: int) -> None:
    area, chance = AREAS[name], random.Random(seed)
    found = [
        (file, *mutant)
        for file in area.files
        for mutant in mutants((ROOT / "src" / "croupier" / file).read_text())
    ]
    sample = chance.sample(found, min(count, len(found)))
    survived = []
    with tempfile.TemporaryDirectory() as folder:
        where = Path(folder)
        for part in ("src", "tests", "scenarios", "examples", "bench"):
            shutil.copytree(ROOT / part, where / part, ignore=shutil.ignore_patterns("__pycache__", "web"))
        for part in ("pyproject.toml", "conftest.py"):
            if (ROOT / part).is_file():
                shutil.copy(ROOT / part, where / part)
        (where / "src" / "croupier" / "web").symlink_to(ROOT / "src" / "croupier" / "web")
        if is_noticed(where, area.suites):
            sys.exit(f"{name}: its suites fail without any mutant")
        for number, (file, line, said, source) in enumerate(sample, start=1):
            there = where / "src" / "croupier" / file
            whole = there.read_text()
            there.write_text(source)
            if not is_noticed(where, area.suites):
                survived.append(f"{file}:{line}  {said}")
                print(survived[-1], flush=True)
            there.write_text(whole)
            if number % 10 == 0:
                print(f"{name}: {len(survived)} of {number} survive", file=sys.stderr, flush=True)
    print(f"{name}: {len(survived)} of {len(sample)} survive (of {len(found)} there could be)")
    kept = json.loads(RESULTS.read_text()) if RESULTS.is_file() else {}
    kept[name] = {"planted": len(sample), "survived": len(survived), "possible": len(found), "seed": seed}
    RESULTS.write_text(json.dumps(kept, indent=2, sort_keys=True) + "\n")


if __name__ == "__main__":
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("area", nargs="?", choices=sorted(AREAS))
    asked.add_argument("--count", type=int, default=40)
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--list", action="store_true")
    given = asked.parse_args()
    if given.list or given.area is None:
        print("\n".join(f"{name}: {', '.join(area.files)}" for name, area in AREAS.items()))
    else:
        plant(given.area, given.count, given.seed)
