"""Nobody steers a shuffle, a player checks alone what he saw, and what was mucked stays mucked."""

from pathlib import Path
from typing import Any

import msgspec
import pytest

from croupier.cards import Contribution, Proof, commitment, decks, is_proved, shuffle
from croupier.games import catalogue
from croupier.games.poker.events import HoleCardsDealt
from croupier.house.audit.audit import Audit
from croupier.house.history.proofs import cards_in
from croupier.house.history.publishing import Publication
from croupier.house.history.rounds import Fairness
from croupier.house.journal import RoundRow
from croupier.house.shuffles import CONTRIBUTIONS_MAX, EntropyGiven, SeedCommitted, SeedUsed
from croupier.table import Actor, CardsShuffled, Role, ShuffleCards
from high_card import messages as m
from tests.house.helpers import ANN, BEN, DEALER, MANAGER, Floor, Time, done, floor_at, run
from tests.house.test_floor import declined

EDITIONS = ("rws-poker@6", "rws-poker@7", "rws-multilink@3", "mbs-freebet@3")
ADDED = "5a" * 32
STRANGER = Actor("stranger", Role.PLAYER)


def proved(found: Fairness) -> None:
    """Every card that was shown is under the root that was published."""
    seals = {each.seq: each.seal for each in found.shuffles}
    for each in found.cards:
        seal = seals[each.shuffle]
        assert is_proved(seal.root, seal.cards, Proof(each.place, each.card, each.salt, each.path))


async def shuffled(floor: Floor) -> CardsShuffled:
    event = done(await floor.give(ShuffleCards(by=DEALER))).happened[0].event
    assert isinstance(event, CardsShuffled)
    return event


# What a player adds


def test_trust_29_what_a_player_adds_after_the_commitment_is_in_the_order(where: str, tmp_path: Path) -> None:
    async def work() -> None:
        async with floor_at(where, tmp_path) as floor:
            await floor.table()
            asked = await floor.house.shuffles.next("t1")
            assert len(asked.commitment) == 64
            assert asked == await floor.house.shuffles.next("t1")  # the house cannot take another seed
            done(await floor.house.shuffles.contribute(ANN, "t1", asked.commitment, "00" * 32))
            done(await floor.house.shuffles.contribute(ANN, "t1", asked.commitment, ADDED))
            event = await shuffled(floor)
            assert event.seal is not None
            assert event.seal.commitment == event.commitment == asked.commitment
            assert event.seal.contributions == (Contribution("ann", ADDED),)  # the last one counts
            assert event.seal.left_out == ()
            assert event.order != shuffle(decks(1), bytes.fromhex(event.seed))
            kinds = [
                type(event) for entry in floor.house.journal.read("shuffles/t1") for event in _events(entry)
            ]
            assert kinds == [SeedCommitted, EntropyGiven, EntropyGiven, SeedUsed, SeedCommitted]
            following = await floor.house.shuffles.next("t1")
            assert (following.number, following.given) == (2, ())
            declined(
                await floor.house.shuffles.contribute(ANN, "t1", asked.commitment, ADDED), "not the next"
            )

    run(work())


def _events(entry: Any) -> list[Any]:
    kinds = SeedCommitted | EntropyGiven | SeedUsed
    return [msgspec.json.decode(body, type=kinds) for body in entry.events]


def test_who_adds_nothing_is_left_out_and_named(sqlite_where: str, tmp_path: Path) -> None:
    async def work() -> None:
        async with floor_at(sqlite_where, tmp_path) as floor:
            await floor.table()
            done(await floor.desk.deposit(MANAGER, "ben", 500_00, "cash"))
            done(await floor.desk.sit(BEN, "t1", 2, 400_00))
            asked = await floor.house.shuffles.next("t1")
            declined(await floor.house.shuffles.contribute(STRANGER, "t1", asked.commitment, ADDED), "sits")
            for wrong in ("5a" * 31, "5A" * 32, "zz" * 32):
                declined(
                    await floor.house.shuffles.contribute(BEN, "t1", asked.commitment, wrong), "32 bytes"
                )
            for _ in range(CONTRIBUTIONS_MAX):
                done(await floor.house.shuffles.contribute(BEN, "t1", asked.commitment, ADDED))
            declined(await floor.house.shuffles.contribute(BEN, "t1", asked.commitment, ADDED), "enough")
            event = await shuffled(floor)
            assert event.seal is not None
            assert [each.player for each in event.seal.contributions] == ["ben"]
            assert event.seal.left_out == ("ann",)

    run(work())


def test_two_processes_cannot_lose_what_was_added(sqlite_where: str, tmp_path: Path) -> None:
    """The one that shuffles has an old view: the journal makes it count what the other has written."""

    async def work() -> None:
        async with floor_at(sqlite_where, tmp_path) as floor, floor_at(sqlite_where, tmp_path) as other:
            await floor.table()
            asked = await floor.house.shuffles.next("t1")
            await other.house._catch_up(other.house.floor)
            done(await other.house.shuffles.contribute(ANN, "t1", asked.commitment, ADDED))
            event = await shuffled(floor)
            assert event.seal is not None
            assert event.seal.contributions == (Contribution("ann", ADDED),)

    run(work())


def test_a_restart_keeps_commitment_and_contributions(where: str, tmp_path: Path) -> None:
    async def work() -> None:
        async with floor_at(where, tmp_path) as floor:
            await floor.table()
            asked = await floor.house.shuffles.next("t1")
            done(await floor.house.shuffles.contribute(ANN, "t1", asked.commitment, ADDED))
        async with floor_at(where, tmp_path) as floor:
            event = await shuffled(floor)
            assert event.seal is not None
            assert event.seal.commitment == asked.commitment
            assert event.seal.contributions == (Contribution("ann", ADDED),)

    run(work())


def test_a_preview_never_uses_the_seed_that_is_committed_to(sqlite_where: str, tmp_path: Path) -> None:
    async def work() -> None:
        async with floor_at(sqlite_where, tmp_path) as floor:
            await floor.table()
            asked = await floor.house.shuffles.next("t1")
            foreseen: Any = await floor.house.preview("t1", ShuffleCards(by=DEALER))
            assert foreseen.events[0].commitment != asked.commitment
            assert (await shuffled(floor)).commitment == asked.commitment

    run(work())


# What a player may check


@pytest.mark.parametrize("edition", EDITIONS)
def test_trust_29_every_card_a_player_saw_is_proved_to_that_player(
    sqlite_where: str, tmp_path: Path, edition: str
) -> None:
    async def work() -> int:
        count = 0
        async with floor_at(sqlite_where, tmp_path, catalogue()) as floor:
            await floor.play("t1", edition, 250 if "multilink" in edition else 100, bots=3)
            for row in floor.house.journal.rounds(limit=100):
                happened = floor.rounds.recall(row.id).happened
                for viewer in (Actor("a-t1", Role.PLAYER), Actor("b-t1", Role.PLAYER), STRANGER):
                    found = floor.rounds.fairness(row.id, viewer)
                    proved(found)
                    assert found.opened == ()
                    told = {card for each in happened for card in cards_in(each.event.for_viewer(viewer))}
                    assert told == {each.card for each in found.cards}
                    count += len(found.cards)
        return count

    assert run(work()) > 30


def test_trust_28_a_mucked_hand_is_not_in_what_another_player_is_given(
    sqlite_where: str, tmp_path: Path
) -> None:
    """Every Round, every player: the cards proved are those of the own hand and those open to all."""

    async def work() -> int:
        mucked = 0
        async with floor_at(sqlite_where, tmp_path, catalogue()) as floor:
            await floor.play("t1", "rws-poker@7", 200, bots=3)
            for row in floor.house.journal.rounds(limit=100):
                recall = floor.rounds.recall(row.id)
                dealt = [each.event for each in recall.happened if isinstance(each.event, HoleCardsDealt)]
                if row.last is None or not dealt:
                    continue
                (event,) = dealt
                open_to_all = {each.card for each in floor.rounds.fairness(row.id, STRANGER).cards}
                for place, hand in event.hands.items():
                    for other, player in event.owners.items():
                        found = floor.rounds.fairness(row.id, Actor(player, Role.PLAYER))
                        given = {each.card for each in found.cards}
                        assert given <= open_to_all | set(event.hands[other])
                        if other != place and not set(hand) & open_to_all:
                            mucked += 1
                            assert not given & set(hand)
        return mucked

    assert run(work()) > 20


def test_a_player_called_like_a_card_sees_no_card_by_it(sqlite_where: str, tmp_path: Path) -> None:
    """A view names players too: only what is a card by its type counts as seen."""

    async def work() -> None:
        async with floor_at(sqlite_where, tmp_path) as floor:
            await floor.table()
            for card in decks(1):
                done(await floor.desk.deposit(MANAGER, card, 500_00, "cash"))
            await floor.round()
            for card in decks(1)[::7]:
                own = floor.rounds.fairness("t1.1", Actor(card, Role.PLAYER)).cards
                assert own == floor.rounds.fairness("t1.1", STRANGER).cards

    run(work())


def test_auditors_get_everything_once_no_card_can_be_dealt(where: str, tmp_path: Path) -> None:
    async def work() -> None:
        async with floor_at(where, tmp_path) as floor:
            await floor.table()
            await floor.round()
            assert floor.rounds.fairness("t1.1", ANN, opens=True).opened == ()  # the order goes on
            assert floor.rounds.recall("t1.1").seed == ""
            await shuffled(floor)
            found = floor.rounds.fairness("t1.1", ANN, opens=True)
            (whole,) = found.opened
            assert whole.cards == decks(1)
            assert commitment(bytes.fromhex(whole.seed)) == found.shuffles[0].seal.commitment
            assert floor.rounds.recall("t1.1").seed == whole.seed
            dealt = [
                each for each in floor.rounds.recall("t1.1").happened if isinstance(each.event, m.CardDealt)
            ]
            assert tuple(card for each in dealt for card in each.event.card) == whole.order[: len(dealt)]  # type: ignore[attr-defined]

    run(work())


def test_seeds_are_published_as_the_house_has_chosen(sqlite_where: str, tmp_path: Path) -> None:
    """Never; two days after; or where every Hole Card of the Round lay open to somebody who only watched."""
    time = Time()

    async def work() -> None:
        async with floor_at(sqlite_where, tmp_path, catalogue(), time) as floor:
            await floor.play("t1", "rws-poker@7", 130, bots=2)

            def due(row: RoundRow, publication: Publication) -> bool:
                shuffled = floor.rounds.recall(row.id).shuffled
                return publication.is_due(floor.rounds, row, shuffled, time.now)

            never, shown, days = Publication(), Publication("shown"), Publication("days", 2)
            kinds = set()
            rows = floor.house.journal.rounds(limit=100)[2:]
            for row in rows:
                happened = floor.rounds.recall(row.id).happened
                dealt = [each.event for each in happened if isinstance(each.event, HoleCardsDealt)]
                hands = {card for event in dealt for hand in event.hands.values() for card in hand}
                told = {card for each in happened for card in cards_in(each.event.for_viewer(STRANGER))}
                kinds.add(hands <= told)
                assert [due(row, each) for each in (never, shown, days)] == [False, hands <= told, False]
            assert kinds == {True, False}
            time.now += 2 * 86_400_000 - 1
            assert not any(due(row, days) for row in rows)
            time.now += 1
            assert all(due(row, days) for row in rows)
            assert not any(due(row, never) for row in rows)

    run(work())
    for publication, word in (
        (Publication(), "never"),
        (Publication("days", 2), "2 days"),
        (Publication("shown"), "turned up"),
    ):
        assert word in publication.words
        assert "folded hands" in publication.words


# What an audit finds


def test_an_audit_finds_a_contribution_that_was_passed_over(sqlite_where: str, tmp_path: Path) -> None:
    async def work() -> None:
        async with floor_at(sqlite_where, tmp_path) as floor:
            await floor.table()
            asked = await floor.house.shuffles.next("t1")
            done(await floor.house.shuffles.contribute(ANN, "t1", asked.commitment, ADDED))
            await floor.round()
            audit = Audit(floor.house.journal, floor.house.catalogue, floor.house.sealer)
            assert audit.run().findings == ()
            assert floor.rounds.verify("t1.1").is_verified
            floor.house.shuffles._registers.clear()
            register = await floor.house.shuffles._register("t1")
            done(await floor.house.shuffles.contribute(ANN, "t1", register.state.commitment, ADDED))
            register.state = msgspec.structs.replace(register.state, given=())  # a house that cheats
            await shuffled(floor)
            found = [each for each in audit.run().findings if each.check == "shuffles"]
            assert len(found) == 1, found
            assert "contributions" in found[0].words

    run(work())
