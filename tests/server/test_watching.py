"""What an operator is warned by: a backup that is old, a disk that fills up, an anchor that is not noted."""

import asyncio
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from croupier.house.anchor import noted
from croupier.house.backup import backup
from croupier.house.floor.state import floor_register
from croupier.house.journal import WentBack, open_journal
from croupier.house.journal.sealing import Sealer
from tests.house.helpers import going_back
from tests.house.test_audit import audited_from
from tests.patience import until

from .conftest import FAST, Floor, build, serving


def _figure(http: Any, name: str) -> float:
    """All of a name together; 0 if there is none."""
    lines = [line for line in http.get("/metrics").text.splitlines() if line.startswith(name)]
    return sum(float(line.split()[-1]) for line in lines)


def test_backup_disk_and_anchor_are_figures(tmp_path: Path) -> None:
    where, key = str(tmp_path / "house.db"), tmp_path / "house.key"
    config = replace(FAST, store=where, key_file=str(key), anchor=str(tmp_path / "heads"), anchor_seconds=1)
    with serving(build(where, tmp_path, config)) as http:
        assert _figure(http, "croupier_backup_timestamp_seconds") == 0
        assert _figure(http, "croupier_store_free_bytes") > 0
        backup(where, key, tmp_path / "copy")
        assert _figure(http, "croupier_backup_timestamp_seconds") > 1_700_000_000
        until(lambda: _figure(http, "croupier_anchor_timestamp_seconds") > 1_700_000_000)


def test_a_store_that_went_back_while_nobody_served_it_is_told_by_the_anchor(tmp_path: Path) -> None:
    where, heads = str(tmp_path / "house.db"), tmp_path / "heads"
    config = replace(
        FAST, store=where, key_file=str(tmp_path / "house.key"), anchor=str(heads), anchor_seconds=1
    )

    def play(table: str) -> None:
        context = build(where, tmp_path, config)
        with serving(context) as http:
            Floor(http, context).open_table(table)
            lines = heads.read_bytes().count(b"\n") if heads.exists() else 0
            until(lambda: heads.exists() and heads.read_bytes().count(b"\n") > lines)

    async def start(accepts: bool = False) -> None:
        context = build(where, tmp_path, config)
        try:
            context.recall_head()
            if accepts:
                context.house.journal.store.silent_s = 0.01
                await context.house.accept_loss("a copy was put back")
            else:
                await context.house.check_store()
        finally:
            await context.house.close()

    play("t1")
    asyncio.run(start())
    with going_back(where, tmp_path / "copy"):
        play("t2")
    with pytest.raises(WentBack):
        asyncio.run(start())
    asyncio.run(start(accepts=True))
    asyncio.run(start())
    floor = floor_register(open_journal(where))
    floor.catch_up()
    keys = Sealer.existing(tmp_path / "house.key").public_keys
    assert audited_from(where, tmp_path, noted(heads, keys, floor.state.losses)).is_good
    assert not audited_from(where, tmp_path, noted(heads, keys)).is_good
    heads.write_bytes(heads.read_bytes().replace(b'"at":1', b'"at":2'))
    with pytest.raises(ValueError, match="this house has not signed it"):
        asyncio.run(start())


def test_figures_of_the_house_add_up_over_its_processes(tmp_path: Path) -> None:
    """Each told of every table, and Rounds were counted once by each that heard of them."""
    where = str(tmp_path / "house.db")
    one, two = build(where, tmp_path), build(where, tmp_path)
    names = ("croupier_tables{", "croupier_jackpot_cents{", "croupier_tables_here")
    with serving(one) as first, serving(two) as second:
        floor = Floor(first, one)

        def add_up_to(count: int) -> bool:
            return [_figure(first, name) + _figure(second, name) for name in names] == [count, 0, count]

        def fewest() -> float:
            return min(_figure(each, "croupier_tables_here") for each in (first, second))

        until(lambda: _figure(first, "croupier_peers") == _figure(second, "croupier_peers") == 1)
        opened = 0
        while opened < 4 or not fewest():  # which process a table falls to is chance: several may fall to one
            floor.open_table(f"t{opened}")
            opened += 1
            until(partial(add_up_to, opened))
