"""What is sent, in the language of who reads it: messages are said as they are encoded."""

from collections.abc import Callable
from typing import Any

import msgspec

from croupier.languages import language
from croupier.messages import Language, Message
from croupier.table import Option

_OPTIONS_MAX = 1 << 12
# By language and the id of an option, with the option, so that no other can have its id.
_options: dict[tuple[str, int], tuple[Option, bytes]] = {}


class Voice:
    """One language at the tables of one house."""

    __slots__ = ("encode", "language")

    def __init__(self, spoken: Language) -> None:
        self.language = spoken
        self.encode = msgspec.json.Encoder(enc_hook=self._say).encode

    def _say(self, value: Any) -> str:
        if isinstance(value, Message):
            return self.language.say(value)
        raise NotImplementedError(f"{type(value).__name__} is nothing that can be sent")

    def option(self, option: Option) -> bytes:
        """The same options are offered again and again."""
        key = self.language.name, id(option)
        if (known := _options.get(key)) is not None:
            return known[1]
        encoded = self.encode(option)
        if "player" not in option.fixed:  # somebody who may be called otherwise tomorrow
            if len(_options) >= _OPTIONS_MAX:
                _options.clear()
            _options[key] = (option, encoded)
        return encoded


class Voices:
    """The languages in which somebody is told something, each once."""

    def __init__(self, name_of: Callable[[str], str]) -> None:
        self._name_of = name_of
        self._made: dict[str, Voice] = {}

    def of(self, name: str) -> Voice:
        if name not in self._made:
            self._made[name] = Voice(language(name).calling(self._name_of))
        return self._made[name]
