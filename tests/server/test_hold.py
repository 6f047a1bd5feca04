"""Hold beside expectation: sums and chances worked out by hand from the pay tables."""

import csv
import datetime as dt
import io
from fractions import Fraction
from pathlib import Path

import openpyxl
import pytest
from msgspec.structs import replace

from croupier.games import catalogue
from croupier.house.totals.asking import Line, Totals, Wanted
from croupier.house.totals.shifts import Shift, ShiftError, Shifts
from croupier.server.reports.expectation import NO_THEORY, expected
from croupier.server.reports.hold import LINES_COMPARED_MAX, NOT_COMPARED, hold_lines
from croupier.table import Role
from tests.house.helpers import Time, floor_at, run
from tests.house.test_returns import DAY_MS
from tests.house.test_returns import _multilink as multilink

from .conftest import Floor
from .test_history import played

__all__ = ("played",)


def lines(where: Path, **wanted: object) -> dict[str, Line]:
    async def work() -> list[Line]:
        async with floor_at(str(where / "house.db"), where, catalogue()) as floor:
            return Totals(floor.house.journal, Shifts()).lines(Wanted(**wanted))  # type: ignore[arg-type]

    return {" ".join(each.key.values()): each for each in run(work())}


@pytest.fixture
def two_days(tmp_path: Path) -> Path:
    """A Round of Multi-Link on each of two days: see test_returns."""
    run(multilink(str(tmp_path / "house.db"), tmp_path, Time()))
    return tmp_path


def test_by_bet(two_days: Path) -> None:
    found = lines(two_days, by=("bet",))
    assert {name: (each.bets, each.handle, each.win) for name, each in found.items()} == {
        "main": (2, 250_00, -100_00),
        "bonus": (1, 10_00, -300_00),
        "progressive": (2, 10_00, -90_00),
    }
    # Aces in hand pay 30 to 1, aces against aces more: this, or worse for the House.
    bonus = expected(found["bonus"].stakes)
    assert bonus.win == pytest.approx(float(Fraction(13873, 162435)) * 10_00)
    assert bonus.chance == pytest.approx(float(Fraction(72, 15925) + Fraction(1, 270725)))
    assert bonus.is_exact
    main = expected(found["main"].stakes)
    assert main.win == pytest.approx(float(Fraction(578107733, 28381438800)) * 100_00)
    assert (main.covers, main.compared) == (100_00, -100_00)
    # At a display of 950.00 a straight flush pays 95.00, nineteen stakes; quads pay 400 for 1, a royal 190.
    # Once in two bets: 1 - (1 - p)^2 with p the chance of what pays nineteen stakes or more.
    progressive = expected(found["progressive"].stakes)
    chances = (Fraction(1, 649740), Fraction(3, 216580), Fraction(1, 4165), Fraction(6, 4165))
    p = float(sum(chances) + Fraction(1277, 649740) + Fraction(5, 1274))
    assert 0 < (progressive.chance or 0) < 1 - (1 - p) ** 2


def test_by_day_shift_and_table(two_days: Path) -> None:
    """Spring 2024's test clock stands at 17:20 of 13 April where the house stands."""
    days = lines(two_days, by=("day", "shift"))
    assert {name: (each.rounds, each.win) for name, each in days.items()} == {
        "2024-04-13 Evening": (1, 50_00 - 95_00),
        "2024-04-14 Evening": (1, -150_00 - 300_00 + 5_00),
    }
    assert days["2024-04-13 Evening"].brought == 1_000_00
    dealers = lines(two_days, by=("table", "edition", "dealer"))
    assert {name: (each.rounds, each.win, each.brought) for name, each in dealers.items()} == {
        "t1 rws-multilink@3 ": (0, 0, 1_000_00),  # nobody had dealt yet when Ann sat down
        "t1 rws-multilink@3 dee": (2, -490_00, 0),
    }
    assert lines(two_days, by=("table",), is_practice=True) == {}
    assert lines(two_days, dealer="dee")[""].rounds == 2
    assert lines(two_days, game="rws-multilink", edition="rws-multilink@3")[""].rounds == 2
    assert lines(two_days, game="rws-poker") == {}
    assert lines(two_days, by=("shift",), shift="Day") == {}
    since = Shifts().day(dt.date(2024, 4, 14))[0].since
    assert lines(two_days, since=since)[""].win == -445_00
    assert lines(two_days, since=since + DAY_MS) == {}


def test_of_many_lines_those_with_most_staked_are_compared(two_days: Path) -> None:
    """With more than sixty tables not one was: a large house saw no chances and no picture of them."""
    (main,) = lines(two_days, by=("bet",), bet="main").values()
    found = [
        Line(key={"table": str(n)}, stakes=[replace(each, staked=n) for each in main.stakes])
        for n in range(LINES_COMPARED_MAX + 1)
    ]
    first, *others = hold_lines(found)
    assert (first.expected.chance, first.expected.notes) == (None, (NOT_COMPARED,))
    assert first.expected.win == others[0].expected.win
    assert all(each.expected.sd for each in others)


def test_rake_has_no_expectation(tmp_path: Path) -> None:
    async def work() -> None:
        async with floor_at(str(tmp_path / "house.db"), tmp_path, catalogue()) as floor:
            await floor.play("t1", "rws-poker@7", 200)

    run(work())
    found = lines(tmp_path, by=("game",))["rws-poker"]
    assert found.rounds > 1
    assert expected(found.stakes).notes == (NO_THEORY,)
    assert expected(found.stakes).win is None


def test_shifts_of_the_house() -> None:
    shifts = Shifts(("Morning 06:00", "Afternoon 14:00", "Night 22:00"))
    morning, afternoon, night = shifts.day(dt.date(2026, 11, 16))
    hour = 3_600_000
    assert morning == Shift("Morning", "2026-11-16", morning.since, morning.since + 8 * hour)
    assert dt.datetime.fromtimestamp(morning.since / 1000, dt.UTC).hour == 22  # of the day before
    assert (afternoon.since, night.until) == (morning.until, morning.since + 24 * hour)
    # Two hours after midnight it is still the night of the day before.
    assert shifts.at(night.since + 4 * hour) == night
    assert shifts.at(night.until).name == "Morning"


@pytest.mark.parametrize("said", [(), ("Day",), ("Day 08:30",), ("A 08:00", "A 16:00"), ("A 8:00", "B 8:00")])
def test_shifts_that_make_no_day(said: tuple[str, ...]) -> None:
    with pytest.raises(ShiftError):
        Shifts(said)


def test_sheets(played: Floor) -> None:
    found = played.call("GET", "/api/reports/hold?by=table", by="Mia").json()
    (line,) = found["lines"]
    assert (line["key"], line["rounds"]) == ({"table": "t1"}, 2)
    assert line["drop"] == 200_00
    text = played.call("GET", "/api/reports/hold.csv?by=table", by="Mia").content.decode("utf-8-sig")
    head, *rows = csv.reader(io.StringIO(text))
    assert head[:4] == ["table", "rounds", "voids", "bets"]
    assert [row[:2] for row in rows] == [["t1", "2"], ["Total", "2"]]
    book = played.call("GET", "/api/reports/hold.xlsx?by=table", by="Mia").content
    sheet = openpyxl.load_workbook(io.BytesIO(book))["Hold"]
    assert [[cell.value for cell in row[:2]] for row in sheet] == [
        ["table", "rounds"],
        ["t1", 2],
        ["Total", 2],
    ]
    assert played.call("GET", "/api/reports/drift", by="Mia").json() == []
    for wrong in (
        "by=weather",
        "from=2026-11-16&to=2026-11-15",
        "shift=Dawn",
        "from=0001-01-01&to=9999-12-31",
    ):
        answer = played.call("GET", f"/api/reports/hold?{wrong}", by="Mia")
        assert answer.status_code in (200, 400), (wrong, answer.content)


def test_what_the_dealer_does_all_day_is_no_significant_event(played: Floor) -> None:
    """Streets that a person deals are the ordinary course of a Round."""
    played.token("Dee", Role.DEALER)
    found = played.call("GET", "/api/reports/significant", by="Mia").json()
    heads = {each["head"] for each in found}
    assert heads <= {"table", "people", "money", "program", "settings"}
    money = [each for each in found if each["head"] == "money"]
    assert all("→" in each["moved"] for each in money)
    only = played.call("GET", "/api/reports/significant?head=table", by="Mia").json()
    assert {each["head"] for each in only} == {"table"}


def test_metrics_of_the_day_say_what_the_report_says(played: Floor) -> None:
    played.token("Mia", Role.PIT_MANAGER)
    (line,) = played.call("GET", "/api/reports/hold?by=table", by="Mia").json()["lines"]
    shown = dict(each.rsplit(" ", 1) for each in played.http.get("/metrics").text.splitlines())
    table = f'{{table="{line["key"]["table"]}"}}'
    assert float(shown[f"croupier_table_day_handle_cents{table}"]) == line["handle"]
    assert float(shown[f"croupier_table_day_win_cents{table}"]) == line["win"]
    assert float(shown[f"croupier_table_day_hold_ratio{table}"]) == pytest.approx(line["hold"])
    assert float(shown["croupier_peers"]) == 0
