"""Shuffles are sealed, committed, revealed afterwards, and verified from the journal."""

import re
import stat
from pathlib import Path

import msgspec
import pytest
from typer.testing import CliRunner

from croupier.cards import commitment, parse_cards, shuffle
from croupier.cards.deck import decks
from croupier.cli import app
from croupier.games import catalogue
from croupier.games.freebet import commands as fb
from croupier.games.poker import POKER
from croupier.games.poker.commands import DealHoleCards
from croupier.games.poker.events import HoleCardsDealt
from croupier.house.journal.codec import Codec
from croupier.house.journal.sealing import Sealer, SealError
from croupier.rulebook import Library
from croupier.table import Actor, CardsShuffled, Event, Role, ShuffleCards
from croupier.table.dealing import ReportFault
from high_card import messages as m
from tests.house.helpers import ANN, BEN, DEALER, MANAGER, bet, done, floor_at, run, texts_of_store

EDITIONS = Library().ids


def test_a_key_is_made_once_and_is_its_owners_alone(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "house.key"
    sealed = Sealer.from_file(path).seal(b"order", "table/t1/5")
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert Sealer.from_file(path).open(sealed, "table/t1/5") == b"order"


def test_a_sealed_value_opens_only_in_its_place_and_unaltered(tmp_path: Path) -> None:
    sealer = Sealer.from_file(tmp_path / "a.key")
    sealed = sealer.seal(b"order", "table/t1/5")
    for wrong in (
        lambda: sealer.open(sealed, "table/t1/6"),
        lambda: sealer.open(sealed[:-1] + b"x", "table/t1/5"),
    ):
        with pytest.raises(SealError):
            wrong()
    with pytest.raises(SealError):
        Sealer.from_file(tmp_path / "b.key").open(sealed, "table/t1/5")


def test_a_file_without_a_key_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.key").write_text("secret")
    with pytest.raises(SealError):
        Sealer.from_file(tmp_path / "a.key")


def test_trust_3_undealt_cards_and_seeds_are_never_stored_in_the_clear(where: str, tmp_path: Path) -> None:
    async def work() -> None:
        async with floor_at(where, tmp_path) as floor:
            await floor.table()
            for _ in range(60):  # past a snapshot
                await floor.round()
            async with floor.house.using("t1") as live:
                undealt = live.state.device.undealt
                used = [
                    event
                    for entry in floor.house.journal.read(live.stream)
                    for event in live.read(entry)
                    if isinstance(event, CardsShuffled)
                ]
            coming = await floor.house.shuffles.next("t1")
            stored = texts_of_store(floor)
            for committed in (used[-1].commitment, coming.commitment):
                assert committed.encode() in stored
            seed = floor.house.sealer.open_text(coming.seed, f"shuffles/t1/{coming.number}/seed")
            for secret in (*(each.seed.encode() for each in used[-3:]), seed.hex().encode(), seed):
                assert secret not in stored
            for run_of_cards in (undealt[:4], undealt[4:8]):
                assert msgspec.json.encode(run_of_cards)[1:-1] not in stored

    run(work())


@pytest.mark.parametrize("edition", EDITIONS)
def test_trust_3_no_card_that_is_hidden_from_somebody_is_stored_in_the_clear(
    sqlite_where: str, tmp_path: Path, edition: str
) -> None:
    """Whatever `for_viewer` keeps from a stranger is encrypted in the journal, also once it is dealt."""
    stranger = Actor("stranger", Role.PLAYER)

    async def work() -> int:
        hidden = 0
        async with floor_at(sqlite_where, tmp_path, catalogue()) as floor:
            await floor.play("t1", edition, 120, bots=3)
            async with floor.house.using("t1") as live:
                for entry in floor.house.journal.read(live.stream):
                    for body, event in zip(entry.events, live.read(entry), strict=True):
                        hidden += _check_hidden(msgspec.json.decode(body), event, event.for_viewer(stranger))
        return hidden

    assert run(work()) > 0


def _check_hidden(stored: dict[str, object], event: Event, shown: Event) -> int:
    """How many fields are kept from the viewer; each must be sealed. What was done wrong is no card."""
    fields = [name for name in event.__struct_fields__ if getattr(event, name) != getattr(shown, name)]
    cards = [name for name in fields if name not in ("mistake", "spots")]
    assert all(str(stored[name]).startswith("sealed:") for name in cards), (type(event).__name__, cards)
    return len(cards)


def test_trust_3_cards_that_a_dealer_names_are_sealed_in_the_command_too(tmp_path: Path) -> None:
    codec = Codec(POKER, Sealer.from_file(tmp_path / "house.key"))
    command = DealHoleCards(by=DEALER, cards=tuple(parse_cards("As Kd Qh Jc")))
    body = codec.write_command(command, "table/t1/7")
    assert b"As" not in body
    assert codec.read_command(body, "table/t1/7") == command


def test_a_journal_in_which_dealt_cards_are_not_sealed_still_opens(tmp_path: Path) -> None:
    codec = Codec(POKER, Sealer.from_file(tmp_path / "house.key"))
    dealt = HoleCardsDealt(
        owners={1: "ann"},
        hands={1: tuple(parse_cards("As Kd"))},
        drawn=tuple(parse_cards("As Kd")),
        to_match=10_00,
        floor=10_00,
        citations=(),
    )
    assert codec.read_event(msgspec.json.encode(dealt), "table/t1/7") == dealt
    assert codec.read_event(codec.write_event(dealt, "table/t1/7"), "table/t1/7") == dealt


def test_a_seed_from_outside_is_never_used(sqlite_where: str, tmp_path: Path) -> None:
    async def work() -> None:
        async with floor_at(sqlite_where, tmp_path) as floor:
            await floor.table()
            chosen = "00" * 64
            told = done(await floor.give(ShuffleCards(by=DEALER, seed=chosen, first_cards=("As",))))
            event = told.happened[0].event
            assert event.commitment != commitment(bytes.fromhex(chosen))  # type: ignore[attr-defined]
            assert event.for_viewer(ANN).order == ()  # type: ignore[attr-defined]
            assert event.for_viewer(DEALER).seed == ""  # type: ignore[attr-defined]

    run(work())


def test_the_order_of_an_old_round_follows_from_its_seed_alone(sqlite_where: str, tmp_path: Path) -> None:
    """As before players could add anything: the order is that of the seed, and the Round verifies."""

    async def work() -> None:
        async with floor_at(sqlite_where, tmp_path) as floor:
            await floor.table(cards="rehearsal")
            seed = bytes(range(64))
            told = done(await floor.give(ShuffleCards(by=DEALER, seed=seed.hex()))).happened[0].event
            assert isinstance(told, CardsShuffled)
            assert (told.seal, told.commitment) == (None, commitment(seed))
            assert told.order == shuffle(decks(1), seed)
            for command in (m.OpenBetting(by=DEALER), bet(5_00), m.DealCards(by=DEALER)):
                done(await floor.give(command))
            done(await floor.give(m.Stay(by=ANN, seat=1)))
            verdict = floor.rounds.verify("t1.1")
            assert verdict.is_verified
            assert "and the seed the order" in verdict.checks[1].found

    run(work())


def test_a_round_is_verified_from_journal_and_seed(where: str, tmp_path: Path) -> None:
    async def work() -> None:
        async with floor_at(where, tmp_path) as floor:
            await floor.table()
            await floor.round()
            verdict = floor.rounds.verify("t1.1")
            assert verdict.is_verified, verdict
            assert [check.name for check in verdict.checks] == ["chain", "shuffle", "replay", "money"]
            assert re.fullmatch(r"[\d,]+ moved, each chip posted on both sides", verdict.checks[-1].found)
            await floor.until_deciding()
            assert not floor.rounds.verify("t1.2").is_verified  # not over yet
            with pytest.raises(LookupError):
                floor.rounds.verify("t1.9")

    run(work())


@pytest.mark.parametrize(
    ("tampered", "check"),
    [
        ("UPDATE posting SET cents = cents * 2 WHERE account LIKE 'table/t1/bet%'", "money"),
        ("UPDATE entry SET who = 'ben' WHERE stream = 'table/t1' AND who = 'ann'", "chain"),
    ],
)
def test_a_tampered_round_is_not_verified(
    sqlite_where: str, tmp_path: Path, tampered: str, check: str
) -> None:
    async def work() -> None:
        async with floor_at(sqlite_where, tmp_path) as floor:
            await floor.table()
            await floor.round()
            with floor.house.journal.store.writing():
                floor.house.journal.store.run(tampered)
            bad = [each.name for each in floor.rounds.verify("t1.1").checks if not each.is_good]
            assert check in bad

    run(work())


def test_a_card_dealt_out_of_order_is_found(sqlite_where: str, tmp_path: Path) -> None:
    """Even by somebody who can rewrite digests: the order comes from the seed, not from the event."""
    from croupier.house.journal.chain import digests
    from croupier.house.journal.rows import encode_events

    async def work() -> None:
        async with floor_at(sqlite_where, tmp_path) as floor:
            await floor.table()
            await floor.round()
            entry = next(
                each for each in floor.house.journal.read("table/t1") if b"CardDealt" in each.events[0]
            )
            dealt = msgspec.json.decode(entry.events[0])
            # The event is encrypted as it lies there: what was really dealt is what a recall tells.
            true = next(
                each.event for each in floor.rounds.recall("t1.1").happened if each.version == entry.first
            )
            dealt["card"] = ["2c"] if true.card == ("As",) else ["As"]  # type: ignore[attr-defined]
            forged = (msgspec.json.encode(dealt), *entry.events[1:])
            with floor.house.journal.store.writing():
                floor.house.journal.store.run(
                    "UPDATE entry SET events = ?, digests = ? WHERE position = ?",
                    (encode_events(forged), digests(entry.command, forged), entry.position),
                )
            bad = [each.name for each in floor.rounds.verify("t1.1").checks if not each.is_good]
            assert "replay" in bad

    run(work())


def test_trust_6_a_round_is_recalled_with_cards_balances_and_choices(
    sqlite_where: str, tmp_path: Path
) -> None:
    async def work() -> None:
        async with floor_at(sqlite_where, tmp_path) as floor:
            await floor.table()
            await floor.until_deciding()
            done(await floor.give(m.Fold(by=ANN, seat=1)))
            recall = floor.rounds.recall("t1.1")
            assert recall.players == {1: "ann"}
            assert recall.before["stack/1"] == 500_00
            assert recall.after["stack/1"] == 497_50  # folding 5.00 costs half
            kinds = [type(each.event).__name__ for each in recall.happened]
            assert kinds == [
                "BettingOpened",
                "BetPlaced",
                "CardDealt",
                "CardDealt",
                "BetSettled",
                "RoundConcluded",
            ]
            assert [each.by for each in recall.happened] == ["dee", "ann", "dee", "dee", "ann", "ann"]
            assert {each.round for each in recall.happened} == {"t1.1"}
            states = [state for *_, state in floor.rounds.replay("t1.1")]
            assert len(states) == len(kinds)
            assert states[-1] == (await floor.house.look("t1")).state

    run(work())


def test_trust_6_chips_bought_during_a_round_are_not_won(sqlite_where: str, tmp_path: Path) -> None:
    async def work() -> None:
        async with floor_at(sqlite_where, tmp_path) as floor:
            await floor.table()
            await floor.until_deciding()
            done(await floor.desk.deposit(MANAGER, "ben", 500_00, "cash"))
            done(await floor.desk.sit(BEN, "t1", 2, 400_00))  # in the middle of Ann's Round
            done(await floor.give(m.Fold(by=ANN, seat=1)))
            recall = floor.rounds.recall("t1.1")
            assert (recall.bought, recall.cashed) == ({"stack/2": 400_00}, {})
            assert recall.won("stack/1") == -2_50  # folding 5.00 costs half
            assert recall.after["stack/2"] == 400_00
            assert recall.won("stack/2") == 0

    run(work())


def test_trust_6_chips_that_leave_during_a_round_are_not_lost(sqlite_where: str, tmp_path: Path) -> None:
    """Free Bet: Ann wagers 10.00 and buys 50.00 more, Ben goes home with 300.00, then the Round is void."""

    async def work() -> None:
        async with floor_at(sqlite_where, tmp_path, catalogue()) as floor:
            await floor.table(edition="mbs-freebet@3")
            done(await floor.desk.deposit(MANAGER, "ben", 300_00, "cash"))
            done(await floor.desk.sit(BEN, "t1", 2, 300_00))
            done(await floor.give(ShuffleCards(by=DEALER)))
            for command in (
                fb.OpenBetting(by=DEALER),
                fb.PlaceWager(by=ANN, area=1, amount=100_00),
                fb.BuyChips(by=ANN, amount=50_00),
                fb.LeaveTable(by=BEN),
                ReportFault(by=DEALER, fault="a_foreign_card"),
            ):
                done(await floor.give(command))
            recall = floor.rounds.recall("t1.1")
            assert recall.is_void
            assert (recall.bought, recall.cashed) == ({"stack/1": 50_00}, {"stack/2": 300_00})
            # 500.00 + 50.00 bought - 100.00 wagered + 100.00 returned
            assert (recall.before["stack/1"], recall.after["stack/1"]) == (500_00, 550_00)
            assert (recall.won("stack/1"), recall.won("stack/2")) == (0, 0)

    run(work())
    shown = CliRunner().invoke(app, ["round", "show", "t1.1", "--store", sqlite_where]).output
    told = [" ".join(line.split()) for line in shown.splitlines() if " -> " in line]
    ann, ben = "ann's chips at place 1", "ben's chips at place 2"
    assert told == [f"{ann} 500 -> 550 bought 50", f"{ben} 300 -> 0 cashed 300"]


def test_trust_7_rounds_are_found_by_table_time_player_and_paragraph(
    sqlite_where: str, tmp_path: Path
) -> None:
    async def work() -> None:
        async with floor_at(sqlite_where, tmp_path) as floor:
            await floor.table()
            await floor.round()
            await floor.until_deciding()
            done(await floor.give(m.Fold(by=ANN, seat=1)))

            def found(**what: object) -> list[str]:
                return [row.id for row in floor.rounds.search(**what)]  # type: ignore[arg-type]

            assert found() == ["t1.2", "t1.1"]
            assert found(limit=1) == ["t1.2"]
            assert found(player="ann") == ["t1.2", "t1.1"]
            assert found(player="ben") == []
            assert found(paragraph="3.5") == ["t1.2"]  # what folding costs
            assert found(table="t2") == []
            assert found(since=floor.house.clock.peek() + 1) == []

    run(work())
