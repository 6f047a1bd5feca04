"""A restart is the technical interruption that the documents regulate."""

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from croupier.cards import Card, parse_cards
from croupier.games import catalogue
from croupier.house.answers import Declined
from croupier.house.audit import Audit
from croupier.house.journal import open_journal
from croupier.house.live_table import LiveTable, Proposal, Step
from croupier.house.recovery import Recovery
from croupier.rulebook import Library
from croupier.table import Accepted, Actor, Command, Event, Role, blank
from high_card import messages as m
from tests.house.helpers import ANN, DEALER, MANAGER, SUPERVISOR, Floor, Time, done, floor_at, run

EDITIONS = Library().ids


def test_trust_8_an_interrupted_round_is_held_until_the_pit_confirms(where: str, tmp_path: Path) -> None:
    time = Time()

    async def work() -> None:
        async with floor_at(where, tmp_path, now=time) as floor:
            await floor.table()
            await floor.table("t2")
            await floor.round("t2")
            await floor.until_deciding()
            before = floor.house.ledger.balances()
        async with floor_at(where, tmp_path, now=time) as floor:
            recovery = Recovery(floor.house, confirm_within_ms=60_000)
            assert await recovery.start() == ("t1.1",)
            assert floor.house.ledger.balances() == before  # wagers held
            stay = await floor.give(m.Stay(by=ANN, seat=1))
            assert isinstance(stay, Declined)
            assert "t1.1" in stay.reason
            await floor.round("t2")  # other players unaffected
            (found,) = await recovery.waiting()
            assert (found.table, found.course, found.confirm_by) == ("t1", "continue", time.now + 60_000)
            assert isinstance(await recovery.confirm(DEALER, "t1"), Declined)
            done(await recovery.confirm(SUPERVISOR, "t1"))
            assert await recovery.waiting() == ()
            done(await floor.give(m.Stay(by=ANN, seat=1)))
            assert isinstance(await recovery.confirm(SUPERVISOR, "t1"), Declined)

    run(work())


@pytest.mark.parametrize(("waited", "is_taken"), [(59_999, False), (60_000, True)])
def test_trust_8_nobody_confirms_so_the_system_does_and_it_is_marked(
    sqlite_where: str, tmp_path: Path, waited: int, is_taken: bool
) -> None:
    time = Time()

    async def work() -> None:
        async with floor_at(sqlite_where, tmp_path, now=time) as floor:
            await floor.table()
            await floor.until_deciding()
        async with floor_at(sqlite_where, tmp_path, now=time) as floor:
            recovery = Recovery(floor.house, confirm_within_ms=60_000)
            await recovery.start()
            time.now += waited
            assert await recovery.take_course() == (("t1",) if is_taken else ())
            last = floor.house.journal.read("floor")[-1]
            assert (b'"is_automatic":true' in last.events[0]) == is_taken
            assert last.role == Role.SYSTEM.value

    run(work())


def test_a_second_process_does_not_interrupt_what_the_first_is_serving(where: str, tmp_path: Path) -> None:
    async def work() -> None:
        async with floor_at(where, tmp_path) as one:
            one.house.follow()  # which shows that it lives
            assert await Recovery(one.house).start() == ()
            await one.table()
            await one.until_deciding()
            async with floor_at(where, tmp_path) as two:
                two.house.journal.store.silent_s = 5.0  # however busy the machine
                assert await Recovery(two.house).start() == ()
        async with floor_at(where, tmp_path) as three:
            assert await Recovery(three.house).start() == ("t1.1",)
            again = Recovery(three.house)
            assert await again.find() == ("t1.1",)  # found once, not marked twice
            marks = [body for entry in three.house.journal.read("floor") for body in entry.events]
            assert sum(b"RoundInterrupted" in body for body in marks) == 1

    run(work())


class _LookedAt(Event, frozen=True, kw_only=True):
    """Not sealed, because one player knows the cards; but nobody else does."""

    words = "Ann has seen {cards}"
    cards: tuple[Card, ...]

    def for_viewer(self, viewer: Actor) -> Event:
        return self if viewer.id == "ann" else blank(self, ("cards",))


def test_what_is_foreseen_names_no_hidden_card(
    sqlite_where: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def propose(live: LiveTable, commands: Sequence[Command]) -> Proposal:
        seen = Accepted((_LookedAt(cards=tuple(parse_cards("As Kd")), citations=()),), live.state)
        return Proposal(live.table, (Step(commands[0], seen, live.state, live.version + 1, ""),), live.rounds)

    async def work() -> None:
        async with floor_at(sqlite_where, tmp_path) as floor:
            await floor.table()
            await floor.until_deciding()
        async with floor_at(sqlite_where, tmp_path) as floor:
            monkeypatch.setattr(LiveTable, "propose", propose)
            recovery = Recovery(floor.house)
            await recovery.start()
            (found,) = await recovery.waiting()
            assert found.words[-1] == "Ann has seen no cards"
            marks = b"".join(body for entry in floor.house.journal.read("floor") for body in entry.events)
            assert b"RoundInterrupted" in marks
            assert b"As" not in marks

    run(work())


@pytest.mark.parametrize("edition", EDITIONS)
def test_trust_9_every_game_has_its_own_rule_and_the_money_is_right(
    sqlite_where: str, tmp_path: Path, edition: str
) -> None:
    """Interrupt after every step of a Round in turn: void Rounds give everything back, the others go on."""
    time = Time()
    taken: set[str] = set()

    async def interrupt(steps: int) -> bool:
        where, key = str(tmp_path / f"{steps}.db"), tmp_path / str(steps)
        async with floor_at(where, key, catalogue(), time) as floor:
            await floor.play("t1", edition, steps)
            look = await floor.house.look("t1")
            pending = floor.house.ledger.balances("table/t1/")
        if not look.round:
            return look.card.id == "t1" and steps < 4
        async with floor_at(where, key, catalogue(), time) as floor:
            await _recover(floor, taken, pending)
        journal = open_journal(where)
        report = Audit(journal, catalogue(), floor.house.sealer).run()
        journal.close()
        assert report.is_good, report.findings
        return steps < 40

    async def work() -> None:
        steps = 1
        while await interrupt(steps):
            steps += 3

    run(work())
    assert taken & {"void", "continue", "ask"}


async def _recover(floor: Floor, taken: set[str], pending: dict[str, int]) -> None:
    recovery = Recovery(floor.house)
    assert await recovery.start() == ("t1.1",) or (await floor.house.look("t1")).round != "t1.1"
    (found,) = await recovery.waiting()
    assert found.citations
    taken.add(found.course)
    done(await recovery.confirm(SUPERVISOR, "t1"))
    look = await floor.house.look("t1")
    if found.course != "void":
        assert look.round
        return
    assert not look.round
    left = floor.house.ledger.balances("table/t1/")
    stacks = {name: cents for name, cents in left.items() if "/stack/" in name}
    kept: Callable[[str], bool] = lambda name: name.endswith(("/bank", "/rake"))  # noqa: E731
    # Everything that lay on the table and was not the House's already is back with the players.
    assert sum(stacks.values()) == sum(cents for name, cents in pending.items() if not kept(name))
    assert {n: c for n, c in left.items() if kept(n)} == {n: c for n, c in pending.items() if kept(n)}


# What the pit may choose. Every document foresees one course (rws-poker 5.1, rws-multilink 5.7, mbs-freebet
# 5.30) and leaves what it does not settle, or what is doubtful in it, to the shift manager (the last column).

_FORESEEN = {
    # Nobody has folded, nothing is shown: no outcome, so the Round is void (5.1.2, 5.7.2).
    "rws-poker@6": ("void", "5.1.2", "5.14"),
    "rws-poker@7": ("void", "5.1.2", "5.16"),
    "rws-multilink@2": ("void", "5.7.2", "5.23"),
    "rws-multilink@3": ("void", "5.7.2", "5.23"),
    # No outcome either, and here the players are asked whether they withdraw (5.30.1).
    "mbs-freebet@3": ("ask", "5.30.1", "6.1"),
}


async def _until_undecided(floor: Floor, edition: str) -> None:
    """Bets are made and nothing is decided: just dealt, or just closed where cards decide a pair at once."""
    game = await floor.play("t1", edition, 0)
    for _ in range(200):
        look = await floor.house.look("t1")
        last = floor.house.journal.read("table/t1")[-1].events[0]
        if look.round and (look.state.phase == "closed" if edition.startswith("mbs") else b"Dealt" in last):
            return
        await game.step()
    raise AssertionError("it never came so far")


@pytest.mark.parametrize("edition", EDITIONS)
def test_trust_8_the_pit_sees_every_course_with_its_paragraphs_and_whose_it_is(
    sqlite_where: str, tmp_path: Path, edition: str
) -> None:
    name, paragraph, referral = _FORESEEN[edition]

    async def work() -> None:
        async with floor_at(sqlite_where, tmp_path, catalogue()) as floor:
            await _until_undecided(floor, edition)
        async with floor_at(sqlite_where, tmp_path, catalogue()) as floor:
            recovery = Recovery(floor.house)
            await recovery.start()
            (found,) = await recovery.waiting()
            first, *others = found.courses
            assert (first.name, first.role, first.is_foreseen) == (name, Role.PIT_SUPERVISOR, True)
            assert paragraph in {cite.paragraph for cite in first.citations}
            # What differs from the foreseen course, once.
            assert sorted(each.name for each in others) == sorted({"continue", "void"} - {name})
            for each in others:
                assert (each.role, each.is_foreseen) == (Role.SHIFT_MANAGER, False)
                assert referral in {cite.paragraph for cite in each.citations}

    run(work())


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("course", ["continue", "void"])
def test_trust_8_a_shift_manager_chooses_another_course(
    sqlite_where: str, tmp_path: Path, edition: str, course: str
) -> None:
    async def work() -> None:
        async with floor_at(sqlite_where, tmp_path, catalogue()) as floor:
            await _until_undecided(floor, edition)
            pending = floor.house.ledger.balances("table/t1/")
        async with floor_at(sqlite_where, tmp_path, catalogue()) as floor:
            recovery = Recovery(floor.house)
            await recovery.start()
            before = (await floor.house.look("t1")).state
            nonsense = await recovery.confirm(MANAGER, "t1", "coin toss")
            assert isinstance(nonsense, Declined)
            assert _FORESEEN[edition][0] in nonsense.reason
            if course != _FORESEEN[edition][0]:
                too_low = await recovery.confirm(SUPERVISOR, "t1", course)
                assert isinstance(too_low, Declined)
                assert "shift manager" in too_low.reason
                assert too_low.citations
            assert (await floor.house.look("t1")).state == before
            done(await recovery.confirm(MANAGER, "t1", course))
            assert await recovery.waiting() == ()
            look = await floor.house.look("t1")
            assert bool(look.round) == (course == "continue")
            assert look.game.decisions(look.rules, look.state) == ()
            now = floor.house.ledger.balances("table/t1/")
            assert sum(now.values()) == sum(pending.values())
            if course == "void":  # all bets are back in front of the players
                assert {key: cents for key, cents in now.items() if "/stack/" not in key} == {}
            resolved = floor.house.journal.read("floor")[-1]
            assert resolved.by == MANAGER.id
            assert f'"course":"{course}"'.encode() in resolved.events[0]
            report = Audit(floor.house.journal, catalogue(), floor.house.sealer).run()
            assert report.is_good, report.findings

    run(work())


def test_nobody_chooses_so_the_foreseen_course_is_taken(sqlite_where: str, tmp_path: Path) -> None:
    time = Time()

    async def work() -> None:
        async with floor_at(sqlite_where, tmp_path, catalogue(), time) as floor:
            await _until_undecided(floor, "rws-poker@7")
        async with floor_at(sqlite_where, tmp_path, catalogue(), time) as floor:
            recovery = Recovery(floor.house, confirm_within_ms=0)
            await recovery.start()
            assert await recovery.take_course() == ("t1",)
            assert (await floor.house.look("t1")).round == ""  # 5.1.2: void

    run(work())
