"""A newer program takes over while the house is open: the earlier process steps aside, and says so."""

import threading
from pathlib import Path

import pytest

from croupier.house.history import programs
from tests.patience import PATIENCE_S

from .conftest import SITE, Floor, build, serving


def test_a_process_that_has_handed_over_is_unwell_refuses_and_ends(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    where = str(tmp_path / "house.db")
    has_left = threading.Event()
    monkeypatch.setattr(programs, "program_hash", lambda: "e" * 64)
    old = build(where, tmp_path)
    old.leave = has_left.set
    with serving(old) as earlier:
        table = Floor(earlier, old).open_table()
        assert earlier.get("/healthz").status_code == 200
        monkeypatch.setattr(programs, "program_hash", lambda: "f" * 64)
        new = build(where, tmp_path)
        with serving(new) as later:
            refused = earlier.post("/api/demo", json={"name": "Ann"}, headers=SITE)
            assert (refused.status_code, refused.json()["code"]) == (503, "unavailable")
            assert "handed over" in refused.json()["reason"]
            assert has_left.wait(PATIENCE_S)
            assert earlier.get("/healthz").status_code == 503
            assert later.get("/healthz").status_code == 200
            assert later.post("/api/demo", json={"name": "Ann"}, headers=SITE).status_code == 201
            assert later.get(f"/api/tables/{table}").json()["status"] == "open"  # nothing was interrupted
