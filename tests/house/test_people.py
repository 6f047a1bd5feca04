"""Accounts, sessions, lock-out and invitations."""

import asyncio
import secrets
from pathlib import Path

import pytest

from croupier.house.answers import Declined
from croupier.house.audit.significant import significant
from croupier.house.people import WRONG, Session
from croupier.house.people.guesses import GUESSES_MAX, HELD_OFF_MS
from croupier.house.people.people import NO_ROLE
from croupier.house.people.sessions import Terms
from croupier.table import Actor, Role
from tests.house.helpers import Floor, Time, done, floor_at, registered, run, texts_of_store

PASSWORD = "correct horse battery"


async def manager(floor: Floor) -> Session:
    token = await floor.people.first_link()
    assert token is not None
    session = await floor.people.accept(token, "Mona", PASSWORD)
    assert isinstance(session, Session), session
    return session


def acting(person: str) -> Actor:
    return Actor(person, Role.SHIFT_MANAGER)


def test_the_first_manager_comes_in_by_a_link_that_works_once(where: str, tmp_path: Path) -> None:
    async def work() -> None:
        async with floor_at(where, tmp_path) as floor:
            people = floor.people
            token = await people.first_link()
            assert token is not None
            assert isinstance(await people.accept("guess", "Mona", PASSWORD), Declined)
            assert isinstance(await people.accept(token, "Mona", "short"), Declined)
            session = await people.accept(token, "Mona", PASSWORD)
            assert isinstance(session, Session)
            person = people.get(session.person)
            assert person is not None
            assert person.roles == (Role.SHIFT_MANAGER,)
            assert isinstance(await people.accept(token, "Max", PASSWORD), Declined)
            assert await people.first_link() is None
        async with floor_at(where, tmp_path) as floor:  # and it is all in the journal
            assert isinstance(await floor.people.sign_in("mona", PASSWORD), Session)

    run(work())


def test_a_link_expires(sqlite_where: str, tmp_path: Path) -> None:
    time = Time()

    async def work() -> None:
        async with floor_at(sqlite_where, tmp_path, now=time) as floor:
            token = await floor.people.first_link()
            assert token is not None
            time.now += 24 * 3600_000
            assert isinstance(await floor.people.accept(token, "Mona", PASSWORD), Declined)

    run(work())


def test_trust_22_every_wrong_credential_gets_the_same_answer(sqlite_where: str, tmp_path: Path) -> None:
    async def work() -> None:
        async with floor_at(sqlite_where, tmp_path) as floor:
            await manager(floor)
            assert await floor.people.sign_in("Mona", "wrong password") is WRONG
            assert await floor.people.sign_in("Nobody", PASSWORD) is WRONG
            assert await floor.people.sign_in("", "") is WRONG

    run(work())


def test_trust_22_an_account_takes_no_new_devices_after_repeated_failures(where: str, tmp_path: Path) -> None:
    time = Time()

    async def work() -> None:
        async with floor_at(where, tmp_path, now=time) as floor:
            await manager(floor)
            for _ in range(GUESSES_MAX - 1):
                assert await floor.people.sign_in("Mona", "wrong password") is WRONG
            assert isinstance(await floor.people.sign_in("Mona", PASSWORD), Session)  # the count begins anew
            for _ in range(GUESSES_MAX):
                assert await floor.people.sign_in("Mona", "wrong password") is WRONG
            assert await floor.people.sign_in("Mona", PASSWORD) is WRONG
            time.now += HELD_OFF_MS - 1
            assert await floor.people.sign_in("Mona", PASSWORD) is WRONG
            time.now += 1
            assert isinstance(await floor.people.sign_in("Mona", PASSWORD), Session)

    run(work())


def test_a_shift_manager_unlocks(sqlite_where: str, tmp_path: Path) -> None:
    async def work() -> None:
        async with floor_at(sqlite_where, tmp_path) as floor:
            boss = await manager(floor)
            ann = await registered(floor.people, "Ann", PASSWORD)
            assert isinstance(ann, Session)
            for _ in range(GUESSES_MAX):
                await floor.people.sign_in("Ann", "wrong password")
            assert isinstance(await floor.people.unlock(Actor("ann", Role.PLAYER), "ann"), Declined)
            done(await floor.people.unlock(acting(boss.person), "ann"))
            assert isinstance(await floor.people.sign_in("Ann", PASSWORD), Session)

    run(work())


@pytest.mark.parametrize(
    ("is_staff", "idle"),
    [(False, Terms().player_idle_ms), (True, Terms().staff_idle_ms)],
    ids=["player", "console"],
)
def test_trust_23_sessions_end_after_idling(where: str, tmp_path: Path, is_staff: bool, idle: int) -> None:
    """A player after 30 minutes, a console of the staff after 5."""
    assert idle == (5 if is_staff else 30) * 60_000
    time = Time()

    async def work() -> None:
        async with floor_at(where, tmp_path, now=time) as floor:
            people = floor.people
            session = await manager(floor) if is_staff else await registered(people, "Ann", PASSWORD)
            assert isinstance(session, Session)
            time.now += idle - 1
            known = await people.whose(session.token)
            assert known is not None
            assert known[1] == time.now + idle
            time.now += idle - 1
            assert await people.whose(session.token, is_active=False) is not None  # looking is no activity
            time.now += 1
            assert await people.whose(session.token) is None
            assert await people.whose(session.token) is None
            assert await people.whose("made up") is None

    run(work())


def test_signing_out_ends_the_session(sqlite_where: str, tmp_path: Path) -> None:
    async def work() -> None:
        async with floor_at(sqlite_where, tmp_path) as floor:
            session = await manager(floor)
            await floor.people.sign_out(session.token)
            assert await floor.people.whose(session.token) is None

    run(work())


def test_a_session_is_known_to_every_process(where: str, tmp_path: Path) -> None:
    async def work() -> None:
        async with floor_at(where, tmp_path) as one:
            session = await manager(one)
            async with floor_at(where, tmp_path) as two:
                known = await two.people.whose(session.token)
                assert known is not None
                assert known[0].name == "Mona"

    run(work())


def test_roles_are_granted_by_the_shift_manager_alone(sqlite_where: str, tmp_path: Path) -> None:
    async def work() -> None:
        async with floor_at(sqlite_where, tmp_path) as floor:
            boss = await manager(floor)
            people = floor.people
            ann = await registered(people, "Ann", PASSWORD)
            assert isinstance(ann, Session)
            assert isinstance(await people.grant(Actor("ann", Role.PLAYER), "ann", [Role.DEALER]), Declined)
            assert isinstance(await people.grant(acting(boss.person), "ann", [Role.SYSTEM]), Declined)
            assert isinstance(await people.grant(acting(boss.person), boss.person, [Role.PLAYER]), Declined)
            done(await people.grant(acting(boss.person), "ann", [Role.PLAYER, Role.DEALER]))
            assert await people.whose(ann.token) is None  # a new role needs a new session
            entry = floor.house.journal.read("people")[-1]
            assert (entry.by, entry.role) == (boss.person, "shift_manager")
            assert b'"previous":["player"]' in entry.events[0]  # trust 21: what it was before

    run(work())


def test_no_password_or_hash_is_in_the_clear(where: str, tmp_path: Path) -> None:
    async def work() -> None:
        async with floor_at(where, tmp_path) as floor:
            session = await manager(floor)
            await floor.people.change_password(session.person, PASSWORD, "another fine secret")
            assert await floor.people.change_password(session.person, PASSWORD, "x" * 12) is WRONG
            stored = texts_of_store(floor)
            for secret in (PASSWORD.encode(), b"another fine secret", b"argon2", session.token.encode()):
                assert secret not in stored
            assert isinstance(await floor.people.sign_in("Mona", "another fine secret"), Session)

    run(work())


def test_guests_who_come_at_the_same_moment_all_come_in(where: str, tmp_path: Path) -> None:
    async def work() -> None:
        async with floor_at(where, tmp_path) as floor:
            came = await asyncio.gather(*(floor.people.demo("Guest", 1_000_00) for _ in range(3)))
            guests = [floor.people.get(session.person) for session in came if isinstance(session, Session)]
            names = {guest.name for guest in guests if guest}
            assert len(names) == 3
            assert "Guest" in names

    run(work())


def test_links_for_the_first_manager_are_worth_nothing_once_there_is_one(where: str, tmp_path: Path) -> None:
    """Every process and every start prints one; those that were not used must not lie about."""

    async def work() -> None:
        async with floor_at(where, tmp_path) as floor:
            people = floor.people
            printed = [await people.first_link() for _ in range(3)]
            first, second, third = (link for link in printed if link is not None)
            came = await asyncio.gather(
                people.accept(first, "Mia", PASSWORD), people.accept(second, "Mallory", PASSWORD)
            )
            assert [isinstance(each, Session) for each in came].count(True) == 1
            late = await people.accept(third, "Eve", PASSWORD)
            assert isinstance(late, Declined)
            assert "has been used or has expired" in late.reason
            assert await people.first_link() is None
            mia = next(each for each in people.roster.people.values() if Role.SHIFT_MANAGER in each.roles)
            link = await people.invite(Actor(mia.id, Role.SHIFT_MANAGER), (Role.SHIFT_MANAGER,))
            assert isinstance(link, str)
            assert isinstance(await people.accept(link, "Second", PASSWORD), Session)

    run(work())


def test_a_guest_is_not_turned_away_for_the_mark_that_chance_gave(
    sqlite_where: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of 65,536 marks two in 300 guests of one name were the same, more likely than not."""
    chance, marks = secrets.token_hex, iter(["beef", "beef", "beef", "12345678"])
    monkeypatch.setattr(
        secrets, "token_hex", lambda length=None: next(marks) if length in (2, 4) else chance(length)
    )

    async def work() -> None:
        async with floor_at(sqlite_where, tmp_path) as floor:
            first = await floor.people.demo("Guest", 1_000_00)
            second = await floor.people.demo("Guest", 1_000_00)
            assert isinstance(first, Session)
            assert isinstance(second, Session)
            assert (first.person, second.person) == ("guest-beef", "guest-12345678")
            assert floor.people.roster.name_of(second.person) == "Guest 2"

    run(work())


def test_trust_24_bots_and_demonstration_players_are_marked_and_funded_by_the_house(
    sqlite_where: str, tmp_path: Path
) -> None:
    async def work() -> None:
        async with floor_at(sqlite_where, tmp_path) as floor:
            session = await floor.people.demo("Guest", 1_000_00)
            assert isinstance(session, Session)
            second = await floor.people.demo("Guest", 1_000_00)
            assert isinstance(second, Session)
            bot = await floor.people.bot("Ada", 500_00)
            assert await floor.people.bot("Ada", 500_00) == bot
            guest = floor.people.get(session.person)
            assert guest is not None
            assert (guest.is_demo, bot.is_bot) == (True, True)
            assert floor.house.ledger.balance("house_funds") == -2_500_00
            assert await floor.people.sign_in("Guest", "") is WRONG

    run(work())


def test_trust_20_failed_sign_ins_are_recorded(sqlite_where: str, tmp_path: Path) -> None:
    async def work() -> None:
        async with floor_at(sqlite_where, tmp_path) as floor:
            await manager(floor)
            await floor.people.sign_in("Mona", "wrong password")
            await floor.people.sign_in("hunter2 typed as a name", "x")
            bodies = [entry.events[0] for entry in floor.house.journal.read("people")[-2:]]
            assert b'"SignInFailed"' in bodies[0]
            assert b'"person":"mona"' in bodies[0]
            assert b"hunter2" not in bodies[1]  # what was typed may be a password

    run(work())


def test_roles_of_single_sign_on_are_the_providers_each_time(sqlite_where: str, tmp_path: Path) -> None:
    async def work() -> None:
        async with floor_at(sqlite_where, tmp_path) as floor:
            people = floor.people
            assert await people.recognise("i 7", "Dora", ()) == NO_ROLE  # nobody gets an account for nothing
            assert people.roster.identified("i 7") is None
            first = await people.recognise("i 7", "Dora", (Role.DEALER,))
            other = await people.recognise("i 8", "Dora", (Role.AUDITOR,))
            assert isinstance(first, Session)
            assert isinstance(other, Session)
            assert first.person != other.person  # a name proves nothing
            assert await people.whose(first.token) is not None
            higher = await people.recognise("i 7", "Dora", (Role.PIT_MANAGER,))
            assert isinstance(higher, Session)
            assert higher.person == first.person
            assert await people.whose(first.token) is None  # it was a dealer's session
            assert await people.recognise("i 7", "Dora", ()) == NO_ROLE
            assert await people.whose(higher.token) is None
            assert people.roster.people[first.person].roles == ()
            asked_about = significant(floor.house.journal, head="people")
            assert [(each.kind, each.after) for each in reversed(asked_about)] == [
                ("RolesGranted", '["dealer"]'),  # an account that a provider opened
                ("RolesGranted", '["auditor"]'),
                ("RolesGranted", '["pit_manager"]'),
                ("RolesGranted", ""),
            ]

    run(work())


def test_a_session_of_single_sign_on_lasts_until_the_provider_is_asked_again(
    sqlite_where: str, tmp_path: Path
) -> None:
    time = Time()

    async def work() -> None:
        async with floor_at(sqlite_where, tmp_path, now=time) as floor:
            people, until = floor.people, time.now + Terms().sign_on_age_ms
            first = await people.recognise("i 7", "Dora", (Role.DEALER,))
            assert isinstance(first, Session)
            while time.now < until - 60_000:
                time.now += 60_000
                assert await people.whose(first.token) is not None
            time.now = until
            assert await people.whose(first.token) is None
            done(await people.lock(Actor("system", Role.SHIFT_MANAGER), first.person, "dismissed"))
            assert await people.recognise("i 7", "Dora", (Role.DEALER,)) == NO_ROLE

    run(work())


@pytest.mark.parametrize(
    "name",
    ["Моna", "Мοnа", "ΜONA", "Ｍona", "m0na", "M\u043ena", " mona ", "Rnona"],
)
def test_nobody_passes_for_somebody_else_by_a_letter_of_another_script(
    sqlite_where: str, tmp_path: Path, name: str
) -> None:
    async def work() -> None:
        async with floor_at(sqlite_where, tmp_path) as floor:
            await manager(floor)
            taken = await registered(floor.people, name, PASSWORD)
            assert isinstance(taken, Declined)
            assert "looks like it" in taken.reason
            guest = await floor.people.demo(name, 100)
            assert isinstance(guest, Session)
            assert floor.people.name_of(guest.person).endswith(" 2")
            for other in ("Mono", "Мария", "莫娜", "Mona Lee"):
                assert isinstance(await registered(floor.people, other, PASSWORD), Session)
        async with floor_at(sqlite_where, tmp_path) as floor:  # and after a start
            assert floor.people.roster.alike(name) is not None

    run(work())


@pytest.mark.parametrize("name", ["Сroupier", "Саshier", "H0use", "ѕystem", "Аda (bоt)", "The Ηouse"])
def test_nobody_looks_like_the_house(sqlite_where: str, tmp_path: Path, name: str) -> None:
    async def work() -> None:
        async with floor_at(sqlite_where, tmp_path) as floor:
            answer = await registered(floor.people, name, PASSWORD)
            assert isinstance(answer, Declined)
            assert "the house's own" in answer.reason

    run(work())


@pytest.mark.parametrize(
    "password", ["1234567890", "qwertyuiop", "password123", "letmein12345", "annabelle1"]
)
def test_passwords_that_everybody_tries_are_refused(sqlite_where: str, tmp_path: Path, password: str) -> None:
    async def work() -> None:
        async with floor_at(sqlite_where, tmp_path) as floor:
            answer = await registered(floor.people, "AnnaBelle", password)
            assert isinstance(answer, Declined)
            assert "guessed" in answer.reason
            ann = await registered(floor.people, "AnnaBelle", PASSWORD)
            assert isinstance(ann, Session)
            assert isinstance(await floor.people.change_password(ann.person, PASSWORD, password), Declined)

    run(work())
