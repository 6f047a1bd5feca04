"""A message to a table's viewers is put together from pieces, and a piece is encoded once.

    {"type":"events","first":42,"seq":44,"clock":...   what all are told alike: once for a moment
    ,"events":[...]                                    once for all who may see the same of what happened
    ,"view":{...}                                      for each viewpoint
    ,"options":[...]                                   when they change, and then those that are new
    ,"decisions":[...]                                 once, unless something waits for a ruling
    ,"table":{...},"you":{...}                         when they change

So a viewer for whom nothing has changed costs the joining of bytes, and watchers get the same bytes.
"""

from collections.abc import Sequence

import msgspec

from croupier.table import Actor, Option

encode = msgspec.json.Encoder().encode


class Offers:
    """What everybody at a table was offered last, encoded: what has not changed is not encoded again.

    Options that stay are the same objects: all of them (`croupier.house.tables.Offered`), or each by itself
    (`croupier.table.options.offer`).
    """

    _KEPT = 64  # more than ever sit at a table

    def __init__(self) -> None:
        self._made: dict[Actor, tuple[tuple[Option, ...], bytes]] = {}

    def encoded(self, actor: Actor, options: tuple[Option, ...]) -> bytes:
        known = self._made.get(actor)
        if known is None or known[0] is not options:
            if len(self._made) >= self._KEPT:
                self._made.clear()  # people come and go
            known = self._made[actor] = (options, listed([_option(each) for each in options]))
        return known[1]


# By the id of an option, with the option, so that no other can have its id.
_options: dict[int, tuple[Option, bytes]] = {}
_OPTIONS_MAX = 1 << 12


def _option(option: Option) -> bytes:
    known = _options.get(id(option))
    if known is None:
        if len(_options) >= _OPTIONS_MAX:
            _options.clear()
        known = _options[id(option)] = (option, encode(option))
    return known[1]


def listed(pieces: Sequence[bytes]) -> bytes:
    return b"[" + b",".join(pieces) + b"]"
