"""A game's messages as the journal keeps them: JSON, with the sealed fields encrypted."""

from functools import cache
from typing import Any, Union

import msgspec

from croupier.house.journal.sealing import Sealer
from croupier.messages import in_english
from croupier.table import AdoptRules, Command, Event, Game

_SEAL = "sealed:"
_MARK = f'"{_SEAL}'.encode()

# What chance supplied to a command, or a dealer read from the cards: as secret as what it leads to.
_SECRET_OF_COMMANDS = ("seed", "first_cards", "cards")

_encode = msgspec.json.Encoder(enc_hook=in_english).encode


class Codec:
    """Reads and writes the messages of one game."""

    def __init__(self, game: Game[Any], sealer: Sealer) -> None:
        self._sealer = sealer
        self._events = game.event_decoder
        kinds = (*game.commands, AdoptRules)
        self._commands: msgspec.json.Decoder[Command] = msgspec.json.Decoder(Union[kinds])  # noqa: UP007
        self._state: msgspec.msgpack.Decoder[Any] | None = None

    def write_event(self, event: Event, place: str) -> bytes:
        secret = _secret_of_event(type(event))
        return self._write(event, secret, place) if secret else _encode(event)

    def read_event(self, body: bytes, place: str) -> Event:
        return self._events.decode(self._unsealed(body, place))

    def write_command(self, command: Command, place: str) -> bytes:
        secret = _secret_of_command(type(command))
        return self._write(command, secret, place) if secret else _encode(command)

    def read_command(self, body: bytes, place: str) -> Command:
        return self._commands.decode(self._unsealed(body, place))

    def _write(self, message: msgspec.Struct, secret: tuple[str, ...], place: str) -> bytes:
        if not any(getattr(message, name) for name in secret):
            return _encode(message)
        plain = msgspec.to_builtins(message, enc_hook=in_english)
        for name in secret:
            if plain[name]:
                plain[name] = _SEAL + self._sealer.seal_text(_encode(plain[name]), f"{place}/{name}")
        return _encode(plain)

    def _unsealed(self, body: bytes, place: str) -> bytes:
        if _MARK not in body:
            return body
        plain = msgspec.json.decode(body)
        for name, value in plain.items():
            if isinstance(value, str) and value.startswith(_SEAL):
                opened = self._sealer.open_text(value.removeprefix(_SEAL), f"{place}/{name}")
                plain[name] = msgspec.json.decode(opened)
        return _encode(plain)


@cache
def _secret_of_event(kind: type[Event]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(kind.sealed + kind.private))  # a field in both is encrypted once


@cache
def _secret_of_command(kind: type[Command]) -> tuple[str, ...]:
    return tuple(name for name in _SECRET_OF_COMMANDS if name in kind.__struct_fields__)
