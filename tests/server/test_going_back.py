"""A store that has gone back stops the house, which says so wherever somebody looks."""

from pathlib import Path

from tests.house.helpers import going_back
from tests.patience import until

from .conftest import SITE, Floor, build, serving
from .sockets import connect


def test_a_house_whose_store_has_gone_back_stops_and_says_so(tmp_path: Path) -> None:
    where = str(tmp_path / "house.db")
    context = build(where, tmp_path)
    with serving(context) as http:
        floor = Floor(http, context)
        table = floor.open_table()
        floor.token("ann")
        assert http.get("/healthz").status_code == 200
        with connect(floor, table, "ann") as ann:
            with going_back(where, tmp_path / "copy"):
                assert http.post("/api/demo", json={"name": "Ben"}, headers=SITE).status_code == 201
            lost = context.house.journal._witness
            ann.until(lambda seat: "store" in [each["code"] for each in seat.notices])
            assert "accept-loss" in ann.notices[-1]["reason"]
        until(lambda: http.get("/healthz").status_code == 503)
        for path in ("/api/lobby", f"/api/tables/{table}", "/api/stuck"):
            refused = http.get(path, headers=floor.headers("ann"))
            assert refused.status_code == 503
            assert "has gone back" in refused.json()["reason"]
        (line,) = [
            line for line in http.get("/metrics").text.splitlines() if line.startswith("croupier_store_lost")
        ]
        assert float(line.split()[1]) == max(lost._seen)
        assert http.get("/").status_code == 200
