"""Viewers who may know the same: they are told with the same bytes."""

from collections.abc import Iterable, Mapping

from croupier.house.floor.state import TableCard
from croupier.server.sockets import wire
from croupier.server.sockets.viewer import Viewer
from croupier.server.sockets.voices import Voice
from croupier.table import Actor


class Audience:
    """As whom they look, whether they may act, in which language, and what each of them is called."""

    __slots__ = ("actor", "can_act", "viewers", "voice")

    def __init__(self, actor: Actor, can_act: bool, voice: Voice) -> None:
        self.actor, self.can_act, self.voice = actor, can_act, voice
        self.viewers: list[tuple[Viewer, wire.You]] = []


class Audiences:
    """All viewers of a table; they stay as they are until somebody comes, goes, sits down or gets up."""

    def __init__(self) -> None:
        self._found: tuple[Audience, ...] | None = None
        self._homes: Mapping[str, int] = {}
        self._card: TableCard | None = None

    def forget(self) -> None:
        """Somebody has come or gone, or may act no more."""
        self._found = None

    def of(
        self, viewers: Iterable[Viewer], homes: Mapping[str, int], card: TableCard
    ) -> tuple[Audience, ...]:
        if self._found is None or self._card is not card or self._homes != homes:
            self._found, self._homes, self._card = _gathered(viewers, homes, card), homes, card
        return self._found


def _gathered(viewers: Iterable[Viewer], homes: Mapping[str, int], card: TableCard) -> tuple[Audience, ...]:
    found: dict[tuple[Actor, bool, Voice], Audience] = {}
    for viewer in viewers:
        key = viewer.at(homes), viewer.can_act, viewer.voice
        audience = found.setdefault(key, Audience(*key))
        audience.viewers.append((viewer, viewer.describe(audience.actor.seat, card)))
    return tuple(found.values())
