"""A full disk: nothing is acknowledged, the house says that it is not well, and goes on with room."""

from structlog.testing import capture_logs

from croupier.house.journal.sqlite import SqliteStore

from .conftest import Floor


def limit(floor: Floor, pages: int) -> None:
    """What SQLite does when it gets no more pages is what it does when the disk is full."""
    store = floor.context.house.journal.store
    assert isinstance(store, SqliteStore)
    store._writer.execute(f"PRAGMA max_page_count = {pages}")


def filled_up(floor: Floor) -> None:
    """Guests come until no page is left."""
    limit(floor, 1)  # no fewer than there are
    for _ in range(1000):
        if floor.call("POST", "/api/demo", {}).status_code == 503:
            return
    raise AssertionError("the disk is never full")


def test_a_house_that_cannot_write_is_not_well(floor: Floor) -> None:
    assert floor.http.get("/healthz").status_code == 200
    floor.context.house.journal.remembers_s = 3600.0
    filled_up(floor)
    answer = floor.http.get("/healthz")
    assert (answer.status_code, answer.json()["status"]) == (503, "unavailable")
    floor.context.house.journal.remembers_s = 0.0  # whoever asks before sending anybody sends somebody again
    assert floor.http.get("/healthz").status_code == 200
    limit(floor, 2**30)
    assert floor.call("POST", "/api/demo", {}).status_code == 201
    floor.context.house.journal.remembers_s = 3600.0
    assert floor.http.get("/healthz").status_code == 200  # a write that succeeds is enough
    assert floor.context.house.ledger.trial_balance() == 0


def test_a_command_that_waits_for_the_store_is_logged_once(floor: Floor) -> None:
    table = floor.open_table()
    floor.token("Ann")
    filled_up(floor)
    floor.context.house.patience_s = 0.5
    with capture_logs() as lines:
        answer = floor.call("POST", f"/api/tables/{table}/seat", {"place": 1, "chips": 100_00}, by="Ann")
    assert answer.status_code == 503
    assert [line["event"] for line in lines].count("store unavailable") == 1
