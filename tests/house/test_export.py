"""Files for a collector or a regulator: complete, in order, signed, and going on where the last one ended."""

import hashlib
import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import ClassVar

import msgspec
import pytest
from typer.testing import CliRunner, Result

from croupier.cli import app
from croupier.house.export import SLIP, Slip, export, problems
from croupier.house.journal import JournalError, WentBack
from croupier.house.journal.sealing import is_signed, public_key
from croupier.house.people import Session
from croupier.table import Role
from tests.house.helpers import MANAGER, done, floor_at, going_back, run


def _lines(folder: Path) -> list[dict[str, object]]:
    return [
        json.loads(line) for file in sorted(folder.glob("*.jsonl")) for line in file.read_text().splitlines()
    ]


def test_every_file_goes_on_where_the_last_one_ended(where: str, tmp_path: Path) -> None:
    folder = tmp_path / "files"

    async def work() -> None:
        async with floor_at(where, tmp_path) as floor:
            key = floor.house.sealer.signer
            token = await floor.people.first_link()
            assert token is not None
            assert isinstance(await floor.people.accept(token, "Mona", "correct horse battery"), Session)
            await floor.table()
            await floor.round()
            first = export(floor.house.journal, folder, key)
            assert first is not None
            assert first.first == 1
            assert export(floor.house.journal, folder, key) is None, "nothing is new"
            await floor.people.sign_in("Mona", "a wrong password", address="198.51.100.7")
            second = export(floor.house.journal, folder, key)
            assert second is not None
            assert (second.first, second.lines) == (first.last + 1, 1)
            (folder / f"{second.file}.slip").unlink()  # as if it had been interrupted
            again = export(floor.house.journal, folder, key)
            assert again == second
            assert list(problems(folder, floor.house.sealer.public_keys)) == []

    run(work())
    lines = _lines(folder)
    rounds = [line for line in lines if line["type"] == "round"]
    assert len(rounds) == 1
    positions = [each["position"] for each in rounds[0]["entries"]]  # type: ignore[attr-defined]
    assert positions == sorted(positions)
    assert [line["kind"] for line in lines if line["type"] == "significant"][-1] == "SignInFailed"
    assert lines[-1]["reason"] == "198.51.100.7"


def test_what_was_altered_left_out_or_signed_by_another_is_noticed(sqlite_where: str, tmp_path: Path) -> None:
    folder = tmp_path / "files"

    async def work() -> str:
        async with floor_at(sqlite_where, tmp_path) as floor:
            key = floor.house.sealer.signer
            for _ in range(3):
                await floor.people.invite(MANAGER, (Role.PLAYER,))
                export(floor.house.journal, folder, key)
            return public_key(key)

    own = run(work())
    files = sorted(folder.glob("*.jsonl"))
    assert len(files) == 3
    said = CliRunner().invoke(app, ["export", str(folder), "--store", sqlite_where]).output
    assert said == "Nothing is new.\n"
    said = CliRunner().invoke(app, ["export", str(folder), "--check", "--store", sqlite_where]).output
    assert "as this house signed it" in said
    assert ["has not signed" in each for each in problems(folder, ["00" * 32])] == [True] * 3
    text = files[0].read_bytes()
    files[0].write_bytes(text.replace(b"InvitationMade", b"InvitationUsed"))
    assert [each.partition(": ")[2] for each in problems(folder, [own])] == ["is not what was signed"]
    files[0].write_bytes(text)
    (folder / f"{files[1].name}.slip").unlink()
    assert len(list(problems(folder, [own]))) == 1


class _Collector(BaseHTTPRequestHandler):
    """Takes what a house sends, but for the files it is told to fail at."""

    took: ClassVar[list[tuple[Slip, bytes]]] = []
    fails: ClassVar[list[int]] = []

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        slip = msgspec.json.decode(self.headers[SLIP], type=Slip)
        is_taken = slip.first not in self.fails
        if is_taken:
            self.took.append((slip, body))
        self.send_response(204 if is_taken else 503)
        self.end_headers()

    def log_message(self, format: str, *args: object) -> None:
        pass


def test_a_collector_that_was_away_gets_what_it_has_not_in_order(sqlite_where: str, tmp_path: Path) -> None:
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Collector)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    address, folder = f"http://127.0.0.1:{server.server_port}/in", tmp_path / "files"

    async def invite() -> tuple[str, ...]:
        async with floor_at(sqlite_where, tmp_path) as floor:
            await floor.people.invite(MANAGER, (Role.PLAYER,))
            return floor.house.sealer.public_keys

    def send(to: str = address) -> Result:
        return CliRunner().invoke(app, ["export", str(folder), "--to", to, "--store", sqlite_where])

    keys = run(invite())
    assert send("http://siem.example/in").exit_code == 2
    assert not folder.exists(), "what anybody can read on its way is not sent"
    assert send().exit_code == 0
    run(invite())
    _Collector.fails = [2]
    assert "503" in send().output
    run(invite())
    assert send().exit_code != 0
    assert [slip.first for slip, _ in _Collector.took] == [1], "the third does not come before the second"
    _Collector.fails = []
    assert send().exit_code == 0
    assert send().exit_code == 0, "and nothing twice"
    assert [slip.first for slip, _ in _Collector.took] == [1, 2, 3]
    for slip, body in _Collector.took:
        assert is_signed(slip.signature, slip.said, slip.key, keys)
        assert hashlib.sha256(body).hexdigest() == slip.sha256
    server.shutdown()
    server.server_close()


def test_history_that_was_rewritten_is_exported_again(where: str, tmp_path: Path) -> None:
    """A file said 1 to 20; the store went back to 5 and play to 30; the next file said 21 to 30."""
    folder = tmp_path / "files"

    async def exported() -> Slip | None:
        async with floor_at(where, tmp_path) as floor:
            return export(floor.house.journal, folder, floor.house.sealer.signer)

    async def invite(count: int) -> None:
        async with floor_at(where, tmp_path) as floor:
            for _ in range(count):
                await floor.people.invite(MANAGER, (Role.PLAYER,))

    async def work() -> None:
        await invite(1)
        first = await exported()
        assert first is not None
        with going_back(where, tmp_path / "copy"):
            await invite(3)
            second = await exported()
            assert second is not None
        await invite(5)  # by processes that have seen nothing of what is lost
        with pytest.raises(WentBack, match=f"up to position {second.last} .* croupier accept-loss"):
            await exported()
        async with floor_at(where, tmp_path) as floor:
            with pytest.raises(WentBack):
                await floor.people.invite(MANAGER, (Role.PLAYER,))
            floor.house.journal.store.silent_s = 0.01
            done(await floor.house.accept_loss("the disk failed"))
        third = await exported()
        assert third is not None
        assert (third.number, third.first, third.follows) == (3, first.last + 1, first.head)
        assert third.last > second.last
        await invite(1)
        fourth = await exported()
        assert fourth is not None
        assert (fourth.number, fourth.first, fourth.follows) == (4, third.last + 1, third.head)
        async with floor_at(where, tmp_path) as floor:
            keys = floor.house.sealer.public_keys
        assert list(problems(folder, keys)) == []
        again = [line for line in _lines(folder) if line.get("kind") == "TailLost"]
        assert [line["reason"] for line in again] == ["the disk failed"]
        text = (folder / third.file).read_text()
        (folder / third.file).write_text(text.replace("TailLost", "ClockSet"))
        assert [each.partition(": ")[2] for each in problems(folder, keys)] == [
            f"begins at position {third.first} again, and names no loss",
            "is not what was signed",
        ]
        (folder / third.file).write_text(text)
        (folder / f"{second.file}.slip").unlink()
        assert "does not go on after a file that is here" in " ".join(problems(folder, keys))

    run(work())


def test_a_folder_of_another_house_stops_nobody(tmp_path: Path) -> None:
    folder = tmp_path / "files"

    async def exported(name: str, count: int) -> Slip | None:
        (tmp_path / name).mkdir()
        async with floor_at(str(tmp_path / name / "house.db"), tmp_path / name) as floor:
            for _ in range(count):
                await floor.people.invite(MANAGER, (Role.PLAYER,))
            try:
                return export(floor.house.journal, folder, floor.house.sealer.signer)
            finally:
                await floor.people.invite(MANAGER, (Role.PLAYER,))

    assert run(exported("one", 3)) is not None
    with pytest.raises(JournalError, match="of another house"):
        run(exported("another", 5))
