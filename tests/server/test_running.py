"""Tables that run by themselves: clocks, absent players, leaving, people who take over."""

from pathlib import Path
from typing import Any

import pytest

from croupier.games import catalogue
from croupier.house.offered import Offered
from croupier.server.config import Config
from croupier.server.tables.clock import Countdown, TimeBanks, countdown
from croupier.table import SYSTEM, Role, ShuffleCards, Table
from high_card import CATALOGUE, HIGH_CARD
from high_card.state import Box, State
from tests.games.freebet import tables as freebet
from tests.games.freebet.spoken import say

from .conftest import MANAGER, Floor, build, serving
from .sockets import connect, sit

EDITIONS = tuple(edition.id for edition in catalogue().library.editions())


@pytest.mark.parametrize("edition", EDITIONS)
def test_bots_play_every_edition_through_the_server(tmp_path: Path, edition: str) -> None:
    """And the money adds up, every Round can be verified, and nothing was refused to the machine."""
    context = build(str(tmp_path / "house.db"), tmp_path, Config(pace_ms=0, thinking_ms=0), catalogue())
    with serving(context) as client:
        floor = Floor(client, context)
        floor.run(context.desk.open_table(MANAGER, "t1", edition))
        floor.run(context.desk.set_bots(MANAGER, "t1", 3))
        floor.token("Aud", Role.AUDITOR)
        with connect(floor, "t1", "Aud", "auditor") as auditor:
            auditor.until(
                lambda seat: seat.scene.get("table", {}).get("rounds", 0) >= 2 or _rounds(seat) >= 2
            )
        rounds = floor.call("GET", "/api/rounds?limit=5", by="Aud").json()["rounds"]
        done = next(each for each in rounds if each["status"] != "open")
        verdict = floor.call("GET", f"/api/rounds/{done['id']}/verify", by="Aud").json()
        assert verdict["is_verified"], verdict
        assert floor.call("GET", "/api/reports/trial-balance", by="Aud").json()["total"] == 0
        assert context.metrics.registry.get_sample_value("croupier_faults_total", {"where": "dealer"}) is None


def _rounds(seat: Any) -> int:
    return len({each["round"] for each in seat.events if each["round"]}) - 1


# Time


def at_betting(*bets: int) -> Offered:
    boxes = {place: Box(f"p{place}", 100_00, bet) for place, bet in enumerate(bets, start=1)}
    return offered(State(phase="betting", boxes=boxes))


def offered(state: State) -> Offered:
    table = Table(HIGH_CARD, CATALOGUE.rules("high-card@1", {}), CATALOGUE.rules)
    table.state = state
    return Offered(table)


def test_those_who_have_answered_do_not_give_the_others_more_time() -> None:
    first = countdown(Countdown(), at_betting(0, 0, 0), at=1_000, betting_seconds=20)
    assert (first.places, first.since) == ((1, 2, 3), 1_000)
    fewer = countdown(first, at_betting(0, 5_00, 0), at=9_000, betting_seconds=20)
    assert (fewer.places, fewer.since, fewer.ends_at) == ((1, 3), 1_000, 21_000)


def test_the_same_person_asked_again_has_the_whole_time_again() -> None:
    first = countdown(Countdown(), at_betting(0), at=1_000, betting_seconds=20)
    again = countdown(first, at_betting(0), at=9_000, betting_seconds=20)
    assert again.since == 9_000


@pytest.mark.parametrize(
    ("settings", "seconds"), [({}, 15), ({"claims_timeout": 40}, 40), ({"claims_timeout": 0}, 0)]
)
def test_equal_claims_have_a_time_of_their_own_to_agree(settings: dict[str, object], seconds: int) -> None:
    """Free Bet 3.17.2.4: neither the time for bets nor that for a decision; 0 for no limit.

    Ben and Dot have two of the three Pair wagers of area 3; Ann and Cas, one area away, want the last."""
    made = freebet.table(settings, {"Ann": 2, "Ben": 3, "Cas": 4, "Dot": 8})
    freebet.done(made, ShuffleCards(by=SYSTEM, first_cards=("As",)))
    say(made, "dealer: place your bets; Ann: wager 50 on area 2; Ben: wager 50 on area 3")
    say(made, "Dot: wager 50 on area 3; Cas: wager 50 on area 4")
    assert countdown(Countdown(), Offered(made), at=1_000, betting_seconds=20).seconds == 20
    for player in ("Ben", "Dot", "Ann", "Cas"):
        say(made, f"{player}: bet 10 on the pair of area 3")
    say(made, "dealer: no more bets")
    tied = countdown(Countdown(), Offered(made), at=1_000, betting_seconds=20)
    assert (tied.places, tied.seconds, tied.is_window) == ((2, 4), seconds, True)


def test_nobody_asked_no_clock() -> None:
    assert countdown(Countdown(), offered(State()), at=1, betting_seconds=20) == Countdown()


@pytest.mark.parametrize("config", [Config(pace_ms=0, thinking_ms=0, betting_seconds=0, demo_tables=())])
def test_when_the_betting_time_is_over_the_dealer_goes_on(floor: Floor, config: Config) -> None:
    """0 seconds are no limit: the window closes at once only if a limit is set."""
    assert config.betting_seconds == 0
    table = floor.open_table()
    for place, name in ((1, "Ann"), (2, "Ben")):
        sit(floor, table, name, place)
    with connect(floor, table, "Ann") as ann:
        ann.offered("PlaceBet")
        ann.give("PlaceBet", amount=5_00)
        assert ann.scene["clock"] is None


def poker(tmp_path: Path, **settings: Any) -> Any:
    config = Config(
        pace_ms=0,
        thinking_ms=0,
        betting_seconds=1,
        is_demo=False,
        away_seconds=settings.pop("away", 600),
        time_banks=settings.pop("banks", 0),
        time_bank_seconds=1,
    )
    return build(str(tmp_path / "house.db"), tmp_path, config, catalogue())


def test_trust_8_a_clock_that_runs_out_is_the_systems_decision_by_the_book(tmp_path: Path) -> None:
    """Poker: a player who lets the House's clock run out is dealt with by the rule, marked and cited."""
    context = poker(tmp_path)
    with serving(context) as client:
        floor = Floor(client, context)
        floor.run(context.desk.open_table(MANAGER, "p", "rws-poker@7", {"action_clock_seconds": "1"}))
        sit(floor, "p", "Ann", 1, 200_00)
        floor.run(context.desk.set_bots(MANAGER, "p", 2))
        with connect(floor, "p", "Ann") as ann:
            ann.until(lambda seat: any(each.get("is_system_decision") for each in seat.events))
            decided = next(each for each in ann.events if each.get("is_system_decision"))
            assert decided["by"] == {"id": "system", "name": "Auto-dealer", "role": "system"}
            assert decided["citations"]
            assert decided["command"] in ("CallTime", "DealOut")


def test_who_is_there_has_a_time_bank_besides_the_clock(tmp_path: Path) -> None:
    """A second on the clock and one in the bank: a decision is taken from Ann after two."""
    context = poker(tmp_path, banks=1)
    with serving(context) as client:
        floor = Floor(client, context)
        floor.run(context.desk.open_table(MANAGER, "p", "rws-poker@7", {"action_clock_seconds": "1"}))
        sit(floor, "p", "Ann", 1, 200_00)
        floor.run(context.desk.set_bots(MANAGER, "p", 2))
        with connect(floor, "p", "Ann") as ann:
            taken: list[tuple[int, int]] = []
            while len(taken) < 2:
                ann.until(lambda seat: (seat.scene.get("clock") or {}).get("places") == [1])
                clock, known = ann.scene["clock"], len(ann.events)
                ann.until(lambda seat, known=known: _taken_from_ann(seat.events[known:]))
                decided, *_ = _taken_from_ann(ann.events[known:])
                taken.append((clock["bank_ms"], decided["at"] - clock["ends_at"]))
        (first, late), (left, later) = taken
        assert (first, late >= first) == (1_000, True)
        assert later >= left  # nothing, or the second that a new Round has given back


def _taken_from_ann(events: list[Any]) -> list[Any]:
    by_clock = [each for each in events if each.get("is_system_decision")]
    return [each for each in by_clock if each["event"].get("seat") == 1]


def test_what_somebody_took_of_the_time_bank_follows_from_when_they_answered() -> None:
    """Two banks of 10 seconds; asked at 0 with 5 on the clock."""
    banks = TimeBanks(2, 10)
    asked = Countdown((3,), since=0, seconds=5, bank_ms=banks.left_ms("Ann"))
    assert (asked.ends_at, asked.closes_at) == (5_000, 25_000)
    for at, left in ((5_000, 20_000), (5_001, 19_999), (12_000, 12_999), (99_000, 0)):
        banks.answered("Ann", asked, at)
        assert banks.left_ms("Ann") == left
    assert banks.left_ms("Ben") == 20_000
    banks.round_is_over(["Ann"])
    assert banks.left_ms("Ann") == 1_000
    banks.round_is_over(["Ben"])  # she has left
    assert banks.left_ms("Ann") == 20_000


def test_leaving_now_and_leaving_later(tmp_path: Path) -> None:
    context = poker(tmp_path)
    with serving(context) as client:
        floor = Floor(client, context)
        floor.run(context.desk.open_table(MANAGER, "p", "rws-poker@7"))
        sit(floor, "p", "Ann", 1, 200_00)
        assert floor.call("GET", "/api/me", by="Ann").json()["balance"] == 800_00
        answer = floor.call("DELETE", "/api/tables/p/seat", by="Ann")
        assert answer.json() == {"is_leaving": False}, answer.text
        assert floor.call("GET", "/api/me", by="Ann").json()["balance"] == 1_000_00
        assert floor.call("DELETE", "/api/tables/p/seat", by="Ann").status_code == 409


def test_somebody_without_a_connection_goes_home_between_rounds(tmp_path: Path) -> None:
    context = poker(tmp_path, away=0)
    with serving(context) as client:
        floor = Floor(client, context)
        floor.run(context.desk.open_table(MANAGER, "p", "rws-poker@7"))
        with connect(floor, "p", None) as rail:
            sit(floor, "p", "Ann", 1, 200_00)
            rail.until(lambda seat: any("leaves" in each["words"] for each in seat.events))
        assert floor.call("GET", "/api/me", by="Ann").json()["balance"] == 1_000_00


def absent_at_free_bet(floor: Floor) -> None:
    """Ann wagers and walks off; a dealer says so, and the Round ends without her."""
    settings = {"action_clock_seconds": "0"}
    floor.run(floor.context.desk.open_table(MANAGER, "f", "mbs-freebet@3", settings))
    sit(floor, "f", "Ann", 1, 500_00)
    floor.token("Dan", Role.DEALER)
    with connect(floor, "f", "Dan", "dealer") as dan:
        with connect(floor, "f", "Ann") as ann:
            while not _is_hers_to_play(dan):  # not where she has a Blackjack
                option = ann.offered("PlaceWager")
                values = {ask["field"]: ask["minimum"] for ask in option["asks"]}
                done = ann.give("PlaceWager", **option["fixed"], **values)
                dan.until(lambda seat, since=done["seq"]: _is_hers_to_play(seat) or _is_over(seat, since))
        dan.give("ReportAbsent", **dan.offered("ReportAbsent")["fixed"])
        dan.until(lambda seat: seat.scene["round"] is None)


def _is_over(seat: Any, since: int) -> bool:
    return bool(seat.scene) and seat.scene["seq"] > since and seat.scene["round"] is None


def _is_hers_to_play(seat: Any) -> bool:
    return bool(seat.scene) and seat.scene["view"]["phase"] == "playing" and seat.scene["awaited"] == [1]


def test_who_is_connected_plays_again_after_being_noted_absent(tmp_path: Path) -> None:
    """At a table without a dealer nobody else could note that they are back."""
    context = poker(tmp_path)
    with serving(context) as client:
        floor = Floor(client, context)
        absent_at_free_bet(floor)
        with connect(floor, "f", "Ann") as ann:
            ann.offered("PlaceWager")


def test_who_was_noted_absent_and_stays_away_goes_home(tmp_path: Path) -> None:
    context = poker(tmp_path, away=1)
    with serving(context) as client:
        floor = Floor(client, context)
        absent_at_free_bet(floor)
        with connect(floor, "f", None) as rail:
            rail.until(lambda seat: bool(seat.scene) and not seat.scene["table"]["seats"])
        assert floor.call("GET", "/api/me", by="Ann").json()["balance"] > 500_00


# People at work


def test_a_dealer_takes_over_and_gives_back(floor: Floor) -> None:
    table = floor.open_table()
    floor.token("Dan", Role.DEALER)
    line = floor.call("PUT", f"/api/tables/{table}/dealer", {"mode": "person"}, "Dan").json()
    assert (line["dealer"], line["dealer_name"]) == ("person", "Dan")
    sit(floor, table, "Ann", 1)
    with connect(floor, table, "Dan", "dealer") as dealer, connect(floor, table, "Ann") as ann:
        dealer.offered("ShuffleCards")
        assert dealer.give("ShuffleCards")["type"] == "ack"
        dealer.offered("OpenBetting")
        assert dealer.give("OpenBetting")["type"] == "ack"
        ann.offered("PlaceBet")
        ann.give("PlaceBet", amount=5_00)
        assert all(each["by"]["id"] != "system" for each in ann.events)
        assert floor.call("PUT", f"/api/tables/{table}/dealer", {"mode": "auto"}, "Dan").status_code == 200
        ann.offered("Stay")  # the auto-dealer has dealt
        assert ann.happened("CardDealt")["by"]["id"] == "system"


def test_an_irregularity_is_previewed_reported_and_ruled(floor: Floor) -> None:
    """The dealer sees beforehand what it does to everyone's chips; a supervisor decides."""
    table = floor.open_table()
    floor.token("Dan", Role.DEALER)
    floor.token("Sue", Role.PIT_SUPERVISOR)
    sit(floor, table, "Ann", 1)
    with (
        connect(floor, table, "Ann") as ann,
        connect(floor, table, "Dan", "dealer") as dealer,
        connect(floor, table, "Sue", "pit_supervisor") as supervisor,
    ):
        ann.offered("PlaceBet")
        ann.give("PlaceBet", amount=10_00)
        option = dealer.offered("ReportExposedCard")
        assert option["group"] == "irregularity"
        foreseen = dealer.preview("ReportExposedCard")
        assert foreseen["type"] == "preview"
        assert foreseen["decisions"][0]["role"] == "pit_supervisor"
        assert not foreseen["decisions"][0]["is_yours"]
        assert dealer.give("ReportExposedCard")["type"] == "ack"
        waiting = floor.call("GET", "/api/decisions", by="Sue").json()
        assert [(each["table"], each["key"], each["is_yours"]) for each in waiting] == [
            (table, "exposed_card", True)
        ]
        supervisor.until(lambda seat: bool(seat.scene.get("decisions")))
        assert supervisor.scene["decisions"][0]["is_yours"]
        foreseen = supervisor.preview("GiveRuling", decision="exposed_card", choice="void")
        assert [(each["place"], each["before"], each["after"]) for each in foreseen["players"]] == [
            (1, 190_00, 200_00)
        ]
        ann.until(lambda seat: seat.scene["seq"] >= supervisor.scene["seq"])
        assert ann.scene["view"]["boxes"]["1"]["bet"] == 10_00  # nothing was done
        assert supervisor.give("GiveRuling", decision="exposed_card", choice="void")["type"] == "ack"
        ann.happened("RoundVoided")
        assert ann.happened("RoundVoided")["by"]["name"] == "Sue"


def test_a_preview_never_turns_over_a_card(floor: Floor) -> None:
    """Trust 3: what would draw from the sealed order, or settle with hidden cards, is not foretold."""
    table = floor.open_table()
    floor.token("Dan", Role.DEALER)
    floor.call("PUT", f"/api/tables/{table}/dealer", {"mode": "person"}, "Dan")
    sit(floor, table, "Ann", 1)
    with connect(floor, table, "Dan", "dealer") as dealer, connect(floor, table, "Ann") as ann:
        dealer.offered("ShuffleCards")
        dealer.give("ShuffleCards")
        dealer.offered("OpenBetting")
        dealer.give("OpenBetting")
        ann.offered("PlaceBet")
        ann.give("PlaceBet", amount=5_00)
        dealer.offered("DealCards")
        answer = dealer.preview("DealCards")
        assert (answer["type"], answer["code"]) == ("refused", "not_allowed")
        assert "cannot be previewed" in answer["reason"]


@pytest.mark.parametrize(
    ("edition", "settled", "place"),
    [("mbs-freebet@3", "WagerSettled", "area"), ("rws-multilink@3", "BoxSettled", "box")],
)
def test_a_dealer_knows_what_to_pay_and_take_before_settling(
    tmp_path: Path, edition: str, settled: str, place: str
) -> None:
    """At each place, once all hands are open; and the settlement then does exactly that."""
    config = Config(pace_ms=0, thinking_ms=0, messages_per_second=1_000)
    context = build(str(tmp_path / "house.db"), tmp_path, config, catalogue())
    with serving(context) as client:
        floor = Floor(client, context)
        floor.run(context.desk.open_table(MANAGER, "t1", edition))
        floor.token("Dan", Role.DEALER)
        floor.call("PUT", "/api/tables/t1/dealer", {"mode": "person"}, "Dan")
        floor.run(context.desk.set_bots(MANAGER, "t1", 3))
        with connect(floor, "t1", "Dan", "dealer") as dealer:
            foretold, seq = _deal_until_settled(dealer)
            events = [each["event"] for each in dealer.events if each["seq"] > seq]
    done: dict[int, tuple[int, int]] = {}
    for event in events:
        if event["type"] == settled:
            pays, takes = done.get(event[place], (0, 0))
            paid = event["winnings"] if settled == "WagerSettled" else event["paid"]
            done[event[place]] = (pays + paid, takes + event["taken"])
    assert foretold == done


def _deal_until_settled(dealer: Any) -> tuple[dict[int, tuple[int, int]], int]:
    """Deal; give what the preview of the settlement said, and when. A step that moves no chips is none."""
    while True:
        dealer.until(lambda seat: seat.scene and not seat.scene["awaited"] and _steps(seat))
        seq, step = dealer.scene["seq"], _steps(dealer)[0]
        seen = dealer.preview(step["command"], **step["fixed"])
        places = {each["place"]: (each["pays"], each["takes"]) for each in seen.get("places", ())}
        if dealer.give(step["command"], expect=seq, **step["fixed"])["type"] != "ack":
            continue  # it has crossed with a bot's move
        dealer.until(lambda seat, seq=seq: seat.scene["seq"] > seq)
        if any(pays or takes for pays, takes in places.values()):
            return places, seq


def _steps(dealer: Any) -> list[Any]:
    """What the dealer may do next as a matter of course; shuffling again only where nothing else is left."""
    steps = [
        each
        for each in dealer.scene["options"]
        if each["group"] == "play" and each["purpose"] == "routine" and not each["asks"]
    ]
    return sorted(steps, key=lambda each: each["command"] in ("ShuffleCards", "AnnounceControl", "BurnCard"))


def test_practice_is_for_everyone_and_worth_nothing(floor: Floor) -> None:
    """The owner deals, stacks the deck and rules at the own table; the own account never moves."""
    floor.token("Ann")
    body = {"edition": "high-card@1", "is_practice": True, "bots": 1}
    line = floor.call("POST", "/api/tables", body, "Ann").json()
    table = line["id"]
    assert line["is_practice"]
    sit(floor, table, "Ann", 1, 5_000_00)  # more than Ann owns
    assert floor.call("GET", "/api/me", by="Ann").json()["balance"] == 1_000_00
    floor.call("PUT", f"/api/tables/{table}/dealer", {"mode": "person"}, "Ann")
    with connect(floor, table, "Ann", "dealer") as dealer:
        dealer.until(lambda seat: bool(seat.scene))
    with connect(floor, table, "Ben", "dealer") as other:
        assert other.closed() == 4403
    assert floor.call("PUT", f"/api/tables/{table}/bots", {"count": 0}, "Ben").status_code == 403
    linked = body | {"link": "main"}
    assert floor.call("POST", "/api/tables", linked, "Ann").status_code == 409
    for _ in range(2):
        assert floor.call("POST", "/api/tables", body, "Ann").status_code == 201
    assert floor.call("POST", "/api/tables", body, "Ann").status_code == 429
    assert floor.context.house.ledger.trial_balance() == 0


def test_pause_finishes_the_round_and_resume_goes_on(floor: Floor) -> None:
    table = floor.open_table()
    floor.token("Sue", Role.PIT_SUPERVISOR)
    sit(floor, table, "Ann", 1)
    with connect(floor, table, "Ann") as ann:
        ann.offered("PlaceBet")
        ann.give("PlaceBet", amount=5_00)
        ann.offered("Stay")
        line = floor.call("POST", f"/api/tables/{table}/pause", {"reason": "a break"}, "Sue").json()
        assert line["status"] == "paused"
        assert ann.give("Stay")["type"] == "ack"
        ann.happened("RoundConcluded")
        known = len(ann.events)
        floor.call("POST", f"/api/tables/{table}/resume", by="Sue")
        ann.until(lambda seat: any(each["event"]["type"] == "BettingOpened" for each in seat.events[known:]))
