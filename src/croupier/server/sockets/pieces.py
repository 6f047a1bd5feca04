"""A message to a table's viewers is put together from pieces, encoded once, and sent when they changed.

    {"type":"events","first":42,"seq":44,"at":...      what all are told alike: once for a moment
    ,"events":[...]                                    once for all who may see the same of what happened
    ,"clock":...,"awaited":...,"round":...             parts: each if it is not as this connection has it
    ,"options":[...],"decisions":[...]
    ,"changes":{"turn":...,"seats/3":...}              fields of the view, by place where they are by place
    ,"table":{...},"you":{...}

So a viewer for whom nothing has changed costs the joining of bytes, and watchers get the same bytes.
"""

from collections.abc import Mapping, Sequence
from itertools import compress, count
from operator import ne
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import astuple

from croupier.server.sockets.voices import Voice
from croupier.table import Actor, Option

encode = msgspec.json.Encoder().encode  # of what has no words in it


class Parts:
    """A moment as one viewer is told of it, kept so that the next time only what has changed is sent."""

    __slots__ = ("common", "decisions", "options", "view")

    def __init__(self, view: Any, options: bytes, decisions: bytes, common: Mapping[str, bytes]) -> None:
        self.view, self.options, self.decisions, self.common = view, options, decisions, common

    def whole(self, voice: Voice) -> dict[str, Any]:
        """All of them, as a snapshot has them."""
        own = {"view": voice.encode(self.view), "options": self.options, "decisions": self.decisions}
        return {name: msgspec.Raw(value) for name, value in {**self.common, **own}.items()}


_NOTHING = Parts(None, b"", b"", {})


class Changes:
    """What is new at one moment, in one language. Most of it is so for everybody: it is encoded once."""

    def __init__(self, voice: Voice) -> None:
        self._encode = voice.encode
        # By the ids of what was and what is, with both, so that nothing else can have their ids.
        self._made: dict[tuple[str, int | None, int, int], tuple[object, object, bytes]] = {}

    def between(self, before: Parts | None, after: Parts) -> bytes:
        """The parts that are not as they were, as fields of a message; all for who has nothing yet."""
        was, view = before or _NOTHING, after.view
        found = self._common(was.common, after.common)
        if after.options is not was.options and after.options != was.options:
            found += b',"options":' + after.options
        if after.decisions is not was.decisions and after.decisions != was.decisions:
            found += b',"decisions":' + after.decisions
        if type(was.view) is not type(view) or not isinstance(view, Struct):
            return found + b',"view":' + self._encode(view)
        changed = self._in_view(was.view, view)
        return found + b',"changes":{' + changed[1:] + b"}" if changed else found

    def _common(self, was: Mapping[str, bytes], now: Mapping[str, bytes]) -> bytes:
        key = "", None, id(was), id(now)
        if key not in self._made:
            found = [b',"%b":%b' % (name.encode(), now[name]) for name in now if was.get(name) != now[name]]
            self._made[key] = was, now, b"".join(found)
        return self._made[key][2]

    def _in_view(self, before: Struct, after: Struct) -> bytes:
        """The fields that changed; where one has something for each place, and none is gone, those places."""
        earlier, later, names, found = astuple(before), astuple(after), after.__struct_encode_fields__, []
        for number in compress(count(), map(ne, earlier, later)):
            was, now, name = earlier[number], later[number], names[number]
            if (
                isinstance(now, dict)
                and was
                and was.keys() <= now.keys()
                and isinstance(next(iter(now)), int)
            ):
                for place, value in now.items():
                    if (old := was.get(place)) is not value:
                        found.append(self._piece(name, place, old, value))
            else:
                found.append(self._piece(name, None, was, now))
        return b"".join(found)

    def _piece(self, name: str, place: int | None, was: object, now: object) -> bytes:
        key = name, place, id(was), id(now)
        if key not in self._made:
            path = name if place is None else f"{name}/{place}"
            piece = b"" if was == now else b',"%b":%b' % (path.encode(), self._encode(now))
            self._made[key] = was, now, piece
        return self._made[key][2]


class Offers:
    """What everybody at a table was offered last, encoded: what has not changed is not encoded again.

    Options that stay are the same objects: all of them (`croupier.house.offered.Offered`), or each by itself
    (`croupier.table.options.offer`).
    """

    _KEPT = 64  # more than ever sit at a table

    def __init__(self) -> None:
        self._made: dict[tuple[Actor, Voice], tuple[tuple[Option, ...], bytes]] = {}

    def encoded(self, actor: Actor, options: tuple[Option, ...], voice: Voice) -> bytes:
        known = self._made.get((actor, voice))
        if known is None or known[0] is not options:
            if len(self._made) >= self._KEPT:
                self._made.clear()  # people come and go
            known = self._made[actor, voice] = (options, listed([voice.option(each) for each in options]))
        return known[1]


def listed(pieces: Sequence[bytes]) -> bytes:
    return b"[" + b",".join(pieces) + b"]"
