"""What bets brought against what they should: every figure here is worked out by hand."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec
import pytest
from typer.testing import CliRunner

from croupier.cards import parse_cards
from croupier.cli import app
from croupier.games import catalogue
from croupier.house.history.returns import Line, Theory, returns
from croupier.house.journal import open_journal
from croupier.links.game import LINK
from croupier.money import Transfer
from croupier.table import Event, Phrasebook, ShuffleCards
from croupier.table.amending import standing
from croupier.table.scenario import read_script
from croupier.table.scenario.play import play_all
from tests.house.helpers import ANN, BEN, DEALER, MANAGER, Floor, Time, done, floor_at, run

SCENARIOS = Path(__file__).parents[2] / "scenarios"
DAY_MS = 86_400_000

# An edge of a tenth and a deviation of three make figures that a head can follow.
ROUND_FIGURES = Theory(0.1, 3.0)


async def tell(floor: Floor, table: str, *lines: str) -> None:
    """A dealer's cards and everybody's words."""
    async with floor.house.using(table) as live:
        book = Phrasebook(live.game.commands)
    for line in lines:
        who, _, words = line.partition(": ")
        if who == "cards":
            cards = tuple(parse_cards(words))
            done(await floor.house.submit(table, ShuffleCards(by=DEALER, first_cards=cards)))
        else:
            by = {"dealer": DEALER, "Ann": ANN, "Ben": BEN}[who]
            done(await floor.house.submit(table, book.read(words, by)))


async def open_with_ann(floor: Floor, table: str, edition: str, chips: int, **more: Any) -> None:
    done(await floor.desk.open_table(MANAGER, table, edition, cards="rehearsal", **more))
    done(await floor.desk.deposit(MANAGER, "ann", chips, "cash"))
    done(await floor.desk.sit(ANN, table, 1, chips))


def compared(
    where: str, theory: Theory = ROUND_FIGURES, **period: Any
) -> tuple[dict[str, Line], dict[str, int | None]]:
    """Lines by bet, and the meter that the mathematics was asked about."""
    meters: dict[str, int | None] = {}

    def told(edition: str, settings: Mapping[str, Any], bet: str, meter: int | None) -> Theory:
        meters[bet] = meter
        return theory

    journal = open_journal(where)
    lines = returns(journal, catalogue(), told, **period)
    journal.close()
    return {line.bet: line for line in lines}, meters


def sums(line: Line) -> tuple[int, int, int, int]:
    return line.bets, line.base, line.staked, line.net


# Round 1: Ann folds a straight flush, which the jackpot pays all the same.
FOLDED = (
    "cards: 2c 9s 8s 2d Qs Js Ts",
    "dealer: place your bets",
    "Ann: ante 50 on box 1",
    "Ann: bet 5 on the progressive of box 1",
    "dealer: no more bets",
    "dealer: deal the hole cards",
    "Ann: fold box 1",
    "dealer: deal the flop",
    "dealer: reveal the flop",
    "dealer: settle",
)
# Round 2: aces and threes beat the Dealer's threes.
WON = (
    "cards: 2c As Ah 4c 7d 6h Tc 4d 3s 4h 3h Qs Jd",
    "dealer: place your bets",
    "Ann: ante 50 on box 1",
    "Ann: bonus 10 on box 1",
    "Ann: bet 5 on the progressive of box 1",
    "dealer: no more bets",
    "dealer: deal the hole cards",
    "Ann: flop bet on box 1",
    "dealer: deal the flop",
    "dealer: reveal the flop",
    "Ann: turn bet on box 1",
    "dealer: deal the turn",
    "dealer: reveal the turn",
    "Ann: check box 1",
    "dealer: deal the river",
    "dealer: reveal the river",
    "dealer: open the dealer's hand",
    "dealer: settle",
)


async def _multilink(where: str, folder: Path, time: Time) -> dict[str, int]:
    async with floor_at(where, folder, catalogue(), time) as floor:
        edition, terms = "rws-multilink@3", {"increment_rate": "0%"}
        done(await floor.desk.open_link(MANAGER, "main", edition, terms, meter=1_000_00))
        await open_with_ann(floor, "t1", edition, 1_000_00, settings=terms, link="main")
        await tell(floor, "t1", *FOLDED)
        time.now += DAY_MS
        await tell(floor, "t1", *WON)
        return floor.house.ledger.balances("table/t1/")


def test_trust_5_multilink_by_bet(where: str, tmp_path: Path) -> None:
    time = Time()
    books = run(_multilink(where, tmp_path, time))
    lines, meters = compared(where)
    # Main: 50 lost; then the Ante of 50 not paid, 100 on the flop and 50 on the turn won.
    assert sums(lines["main"]) == (2, 100_00, 250_00, 50_00 - 150_00)
    assert lines["main"].hold == -1.0
    assert lines["main"].expected == pytest.approx(10_00)  # a tenth of 100
    assert lines["main"].sd == pytest.approx(212_13, abs=1)  # 3 * 50 * sqrt(2)
    assert lines["main"].is_within
    # Bonus: aces alone, 30 to 1.
    assert sums(lines["bonus"]) == (1, 10_00, 10_00, -300_00)
    assert lines["bonus"].sd == pytest.approx(30_00)
    assert lines["bonus"].is_within is False  # 301 from the expected 1, with a band of 90
    # Progressive: a tenth of 1,000 for the first 5; nothing for the second, at a meter of 900.
    assert sums(lines["progressive"]) == (2, 10_00, 10_00, 10_00 - 100_00)
    assert meters == {"main": None, "bonus": None, "progressive": 950_00}
    # The books agree: the bank has all but the prize, which the jackpot paid.
    assert sum(line.net for line in lines.values()) == books["table/t1/bank"] - 100_00
    second, meters = compared(where, since=time.now, until=time.now + DAY_MS)
    assert sums(second["main"]) == (1, 50_00, 200_00, -150_00)
    assert meters["progressive"] == 900_00
    assert compared(where, table="t2")[0] == {}


@pytest.mark.parametrize(("sd", "is_within"), [(9.999, False), (10.0, True), (10.001, True)])
def test_trust_5_the_band_is_three_deviations(
    sqlite_where: str, tmp_path: Path, sd: float, is_within: bool
) -> None:
    run(_multilink(sqlite_where, tmp_path, Time()))
    # 300 was paid on a base stake of 10: with an even bet, three deviations of ten stakes each.
    assert compared(sqlite_where, Theory(0.0, sd))[0]["bonus"].is_within is is_within


SETTINGS = {"burn_policy": "none"}
# The Dealer has Blackjack: 100 lost, 50 of Insurance win 2 to 1, Pair and Busted lose 10 each.
INSURED = (
    "cards: Ts Ac 9d Kc",
    "dealer: place your bets",
    "Ann: wager 100 on area 1",
    "Ann: bet 10 on the pair of area 1",
    "Ann: bet 10 on the busted of area 1",
    "dealer: no more bets",
    "dealer: deal the initial cards",
    "dealer: offer insurance",
    "Ann: insure for 50",
    "dealer: insurance is closed",
    "Ann: stand",
    "dealer: deal a card",
    "dealer: settle the wagers",
)
# 12 doubled for 100 more makes 21; the Dealer goes over with three cards: Busted pays 1 to 1, no markers.
DOUBLED = (
    "cards: 8s 6c 4d 9h Kc 7d",
    "dealer: place your bets",
    "Ann: wager 100 on area 1",
    "Ann: bet 10 on the busted of area 1",
    "Ann: bet 10 on the pot of gold of area 1",
    "dealer: no more bets",
    "dealer: deal the initial cards",
    "dealer: offer surrender",
    "dealer: surrender is closed",
    "Ann: double for 100",
    "dealer: deal a card",
    "dealer: deal a card",
    "dealer: deal a card",
    "dealer: settle the wagers",
)


def test_trust_5_free_bet_by_bet(where: str, tmp_path: Path) -> None:
    async def work() -> int:
        async with floor_at(where, tmp_path, catalogue()) as floor:
            await open_with_ann(floor, "t1", "mbs-freebet@3", 1_000_00, settings=SETTINGS)
            await tell(floor, "t1", *INSURED, *DOUBLED)
            return floor.house.ledger.balance("table/t1/bank")

    bank = run(work())
    lines, _ = compared(where)
    assert sums(lines["main"]) == (2, 200_00, 300_00, 100_00 - 200_00)
    assert sums(lines["insurance"]) == (1, 50_00, 50_00, -100_00)
    assert sums(lines["pair"]) == (1, 10_00, 10_00, 10_00)
    assert sums(lines["busted"]) == (2, 20_00, 20_00, 10_00 - 10_00)
    assert sums(lines["pot_of_gold"]) == (1, 10_00, 10_00, 10_00)
    assert lines["main"].hold == -0.5
    assert sum(line.net for line in lines.values()) == bank


_RAISED = (
    "cards: Ah Kd",
    "dealer: announce the blinds",
    "Ann: post the small blind",
    "Ben: post the big blind",
    "dealer: deal the hole cards",
    "Ann: raise to 290",
    "Ben: call",
    "dealer: deal the flop",
    "Ben: fold",
    "dealer: settle the pots",
)


def _limped(small: str, big: str) -> tuple[str, ...]:
    """Two blinds in the pot, and the Big Blind gives it up on the flop."""
    return (
        "cards: Ah Kd",
        "dealer: announce the blinds",
        f"{small}: post the small blind",
        f"{big}: post the big blind",
        "dealer: deal the hole cards",
        f"{small}: call",
        f"{big}: check",
        "dealer: deal the flop",
        f"{big}: fold",
        "dealer: settle the pots",
    )


def test_trust_5_rake_has_no_theory(where: str, tmp_path: Path) -> None:
    async def work() -> None:
        async with floor_at(where, tmp_path, catalogue()) as floor:
            await open_with_ann(floor, "t1", "rws-poker@7", 2_000_00)
            done(await floor.desk.deposit(MANAGER, "ben", 2_000_00, "cash"))
            done(await floor.desk.sit(BEN, "t1", 2, 2_000_00))
            await tell(floor, "t1", *_RAISED)

    run(work())
    lines, meters = compared(where)
    assert sums(lines["rake"]) == (1, 580_00, 580_00, 29_00)  # a twentieth of 580
    assert (lines["rake"].theory, lines["rake"].is_within, meters) == (None, None, {})
    assert "no expectation" in lines["rake"].note


def test_rake_is_counted_by_table_and_version_from_the_houses_own_journal(
    sqlite_where: str, tmp_path: Path
) -> None:
    """Version 7: 29 of a pot of 580 in one hand. Version 6: 1.00 of the 20 of two blinds, four hands."""

    async def work() -> None:
        async with floor_at(sqlite_where, tmp_path, catalogue()) as floor:
            for table, edition in (("t6", "rws-poker@6"), ("t7", "rws-poker@7")):
                await open_with_ann(floor, table, edition, 2_000_00)
                done(await floor.desk.deposit(MANAGER, "ben", 2_000_00, "cash"))
                done(await floor.desk.sit(BEN, table, 2, 2_000_00))
            await tell(floor, "t7", *_RAISED)
            for small, big in (("Ann", "Ben"), ("Ben", "Ann"), ("Ann", "Ben"), ("Ben", "Ann")):
                await tell(floor, "t6", *_limped(small, big))

    run(work())

    def said(*more: str, store: str = sqlite_where) -> str:
        shown = CliRunner().invoke(app, ["rake", "rws-poker@7", "--store", store, *more])
        assert shown.exit_code == (2 if store != sqlite_where else 0), shown.output
        return shown.output

    found = {table["title"]: table["rows"] for table in msgspec.json.decode(said("--json"))}
    six = ["4", "2.0", "80", "4", "5.00%", "100", "10.00", "5.000"]
    seven = ["1", "2.0", "580", "29", "5.00%", "2,900", "290.00", "145.000"]
    assert found["Rake of this house, by table"] == [["t6, rws-poker@6", *six], ["t7, rws-poker@7", *seven]]
    versions = found["Rake of this house, by version"]
    assert versions[:2] == [["rws-poker@6", *six], ["rws-poker@7", *seven]]
    # All five hands: 33 of 660, that is 660 and 66 big blinds of 10 in 100 hands.
    assert versions[2] == ["all", "5", "2.0", "660", "33", "5.00%", "660", "66.00", "33.000"]
    assert ["most that may be taken", "5%", "5%"] in found["What the versions say of the rake"]
    assert max(len(line.rstrip()) for line in said().splitlines() if "rws-poker@" in line) <= 80
    assert "there is no store" in said(store=str(tmp_path / "none.db"))
    open_journal(str(tmp_path / "empty.db")).close()
    assert "no Round of poker" in " ".join(said(store=str(tmp_path / "empty.db")).split())


@pytest.mark.parametrize("edition", ["rws-multilink@2", "rws-multilink@3", "mbs-freebet@3", "rws-poker@7"])
def test_trust_5_bets_add_up_to_the_books(sqlite_where: str, tmp_path: Path, edition: str) -> None:
    """Whatever bots do: all bets of finished Rounds together are what the bank or the rake holds."""

    async def work() -> int:
        async with floor_at(sqlite_where, tmp_path, catalogue()) as floor:
            game = await floor.play("t1", edition, 300, bots=4)
            while (await floor.house.look("t1")).round:
                await game.step()
            ledger = floor.house.ledger
            return ledger.balance("table/t1/bank") + ledger.balance("table/t1/rake")

    held = run(work())
    lines, _ = compared(sqlite_where)
    assert lines
    assert sum(line.net for line in lines.values()) == held


def test_trust_5_the_command_compares_with_the_exact_figures(sqlite_where: str, tmp_path: Path) -> None:
    run(_multilink(sqlite_where, tmp_path, Time()))

    def said(*more: str) -> str:
        shown = CliRunner().invoke(app, ["returns", sqlite_where, *more], env={"COLUMNS": "200"})
        assert shown.exit_code == 0, shown.output
        return shown.output

    lines = {line["bet"]: line for line in msgspec.json.decode(said("--json"))}
    assert lines["main"]["net"] == -100_00
    assert lines["main"]["theory"]["house_edge"] == pytest.approx(0.020369, abs=1e-6)
    assert lines["progressive"]["theory"]["assumed"]["meter"] == "950"
    (bonus,) = (row for row in said("--table", "t1").splitlines() if " bonus " in row)
    assert "-3000.00%" in bonus  # 300 on 10
    assert bonus.split()[-1] == "outside"
    # Spring 2024 is 13 April where the house stands; the bonus was won a day later.
    assert "bonus" not in said("--day", "2024-04-13")
    assert "bonus" in said("--day", "2024-04-14")
    assert "no bets" in said("--table", "t2")
    assert CliRunner().invoke(app, ["returns", sqlite_where, "--day", "13.4.24"]).exit_code == 2
    assert CliRunner().invoke(app, ["returns", str(tmp_path / "none.db")]).exit_code == 2


@pytest.mark.parametrize("game", ["rws-multilink", "mbs-freebet", "rws-poker"])
def test_trust_5_no_irregularity_makes_the_bets_differ_from_the_bank(game: str) -> None:
    """Every scenario, with its voids, refunds and jackpots: Round by Round, bets are what the House got."""
    books, rounds = catalogue(), 0
    for path in sorted(SCENARIOS.glob(f"{game}/**/*.scenario")):
        for performance in play_all(read_script(path), books.game, books.rules):
            for events in _in_rounds(performance.events):
                bets = catalogue().game(game).settled_bets().read(standing(events))  # type: ignore[union-attr]
                moves = [(type(event), move) for event in events for move in event.transfers()]
                got = sum(_to_the_house(move) for kind, move in moves if kind not in LINK.events)
                assert sum(bet.net for bet in bets) == got, (path.name, performance.rules.edition.id)
                assert all(0 < bet.base <= bet.staked for bet in bets), path.name
                rounds += bool(bets)
    assert rounds > 40


def _in_rounds(events: list[Event]) -> list[list[Event]]:
    found: list[list[Event]] = [[]]
    for event in events:
        if type(event).__name__ in ("BettingOpened", "BlindsAnnounced"):
            found.append([])
        found[-1].append(event)
    return found


def _to_the_house(move: Transfer) -> int:
    own = ("bank", "rake", "payable")
    return move.cents * ((move.target in own) - (move.source in own))
