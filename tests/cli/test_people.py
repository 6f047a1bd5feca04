"""`croupier people`: what an operator does when nobody on the floor can."""

import asyncio
from pathlib import Path

from typer.testing import CliRunner

from croupier.cli import app
from croupier.games import catalogue
from croupier.house.house import House
from croupier.house.people import People, Session
from croupier.house.people.guesses import GUESSES_MAX
from croupier.table import Role

PASSWORD = "correct horse battery"


def _people(store: Path, *arguments: str) -> str:
    found = CliRunner().invoke(app, ["people", *arguments, "--store", str(store)])
    return found.output if not found.exit_code else f"{found.exit_code}: {found.output}"


def test_the_only_manager_is_let_in_again_while_the_house_is_open(tmp_path: Path) -> None:
    store = tmp_path / "house.db"

    async def work() -> None:
        house = House.open(str(store), catalogue(), tmp_path / "house.key")
        house.follow()
        people = People(house)
        token = await people.first_link()
        assert token is not None
        assert isinstance(await people.accept(token, "Mona", PASSWORD), Session)
        for _ in range(GUESSES_MAX):
            await people.sign_in("Mona", "a wrong password")
        assert not isinstance(await people.sign_in("Mona", PASSWORD), Session)
        said = await asyncio.to_thread(_people, store, "unlock", "mona")
        assert said == "mona can sign in again.\n"
        assert isinstance(await people.sign_in("Mona", PASSWORD), Session)
        link = await asyncio.to_thread(_people, store, "new-password", "Mona")
        assert not isinstance(await people.sign_in("Mona", PASSWORD), Session)
        token = link.strip().rpartition("/")[2]
        assert isinstance(await people.accept(token, "Mona", "quite another password"), Session)
        assert await asyncio.to_thread(_people, store, "lock", "Mona", "--reason", "a test")
        assert not isinstance(await people.sign_in("Mona", "quite another password"), Session)
        said = await asyncio.to_thread(_people, store, "no-second-factor", "Mona")
        assert said == "2: this account has no second factor\n"
        assert people.roster.people["mona"].roles == (Role.SHIFT_MANAGER,)
        await house.close()

    asyncio.run(work())
    assert _people(store, "unlock", "Nobody").startswith("2: nobody in this house is called Nobody")
