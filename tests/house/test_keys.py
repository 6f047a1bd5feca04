"""Another key for the house while it is open: what was sealed opens, what was signed is known."""

from pathlib import Path

import pytest
from typer.testing import CliRunner

from croupier.cli import app
from croupier.house.anchor import note, noted, signed
from croupier.house.answers import Acknowledged
from croupier.house.export import export, problems
from croupier.house.journal.sealing import Sealer, SealError, add_key, use_key, waiting_key
from high_card import messages as m
from tests.house.helpers import ANN, MANAGER, done, floor_at, run
from tests.house.test_audit import audited


def croupier(*words: str) -> str:
    told = CliRunner().invoke(app, list(words))
    assert told.exit_code == 0, told.output
    return told.output


def test_a_house_gets_another_key_while_it_is_open(where: str, tmp_path: Path) -> None:
    file, heads, folder = tmp_path / "house.key", tmp_path / "heads", tmp_path / "files"
    first = Sealer.from_file(file).public_keys

    async def work() -> None:
        async with floor_at(where, tmp_path) as floor:
            house = floor.house

            async def play() -> None:
                await floor.round()
                position, head = house.journal.head()
                note(heads, signed(house.sealer.signer, position, head, house.clock.peek()))
                assert export(house.journal, folder, house.sealer.signer) is not None

            await floor.table()
            await floor.until_deciding()  # cards are sealed under the first key
            add_key(file)
            assert "waits already" in CliRunner().invoke(app, ["key", "new", "--key", str(file)]).output
            done(await floor.give(m.Stay(by=ANN, seat=1)))
            await play()
            assert house.sealer.public_keys[:1] == first, "it waits for the other machines"
            use_key(file)
            async with floor_at(where, tmp_path) as other:  # which seals with the new one
                answer = await other.desk.deposit(MANAGER, "ann", 1_00, "cash")
                assert isinstance(answer, Acknowledged)
                await other.round()
            await play()
            assert house.sealer.public_keys[0] not in first, "what it could not open told it to look"
            await play()

    run(work())
    keys = Sealer.existing(file).public_keys
    assert (len(keys), keys[1:]) == (2, first)
    assert list(problems(folder, keys)) == []
    assert list(problems(folder, first)) != []
    assert len(noted(heads, keys)) == 3
    assert audited(where, tmp_path).is_good


def test_the_commands_of_an_operator(sqlite_where: str, tmp_path: Path) -> None:
    file = tmp_path / "house.key"

    async def work() -> None:
        async with floor_at(sqlite_where, tmp_path) as floor:
            await floor.people.first_link()

    run(work())
    where = ("--store", sqlite_where, "--key", str(file))
    told = CliRunner().invoke(app, ["key", "use", *where])
    assert (told.exit_code, "holds no key that waits" in told.output) == (2, True), told.output
    croupier("key", "new", "--key", str(file))
    public = waiting_key(file)
    assert public in croupier("key", "use", *where).replace("\n", "")
    assert Sealer.existing(file).public_keys[0] == public
    assert file.stat().st_mode & 0o777 == 0o600
    with pytest.raises(SealError):
        waiting_key(file)
