"""Every metric and every message is documented."""

from pathlib import Path

import msgspec

from croupier.games import catalogue
from croupier.server.errors import STATUS
from croupier.server.metrics import Metrics
from croupier.server.sockets import wire

DOCS = Path(__file__).parents[2] / "docs"


def test_every_metric_is_documented() -> None:
    text = (DOCS / "operating.md").read_text()
    names = {metric.name for metric in Metrics().registry.collect()}
    assert sorted(name for name in names if name not in text) == []


def test_every_message_and_its_fields_are_documented() -> None:
    text = (DOCS / "protocol.md").read_text()
    kinds = [*wire.Incoming.__subclasses__(), *wire.Outgoing.__subclasses__(), wire.Snapshot, wire.Events]
    missing = [str(msgspec.inspect.type_info(kind).tag) for kind in kinds]  # type: ignore[attr-defined]
    assert [tag for tag in missing if tag not in text] == []
    structs = [*kinds, wire.Happening, wire.TableLine, wire.SeatLine, wire.You, wire.Clock, wire.Decision]
    fields = {field for struct in structs for field in struct.__struct_fields__}  # type: ignore[attr-defined]
    assert sorted(field for field in fields if field not in text) == []


def test_the_examples_of_what_a_client_sends_are_real() -> None:
    text = (DOCS / "protocol.md").read_text().partition("### What the client sends")[2]
    examples = [line for line in text.splitlines() if line.startswith('    {"type"')]
    assert len(examples) == 6
    game = catalogue().game("rws-poker")
    for example in examples:
        message = wire.read(example.strip())
        if isinstance(message, wire.GiveCommand | wire.AskPreview):
            kind = game.commands_by_name[message.command["type"]]
            assert set(message.command) <= {"type", *kind.__struct_fields__}


def test_every_error_code_is_documented() -> None:
    text = (DOCS / "protocol.md").read_text()
    assert [code for code, status in STATUS.items() if f"`{code}` {status}" not in text] == []
