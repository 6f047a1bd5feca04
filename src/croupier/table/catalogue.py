"""Games and their editions together: from "rws-poker@7" to rules that can be played."""

from collections.abc import Callable, Mapping
from typing import Any

from croupier.rulebook import Library, Rules, SettingError, UnknownKeyError
from croupier.rulebook.errors import suggest
from croupier.table import position
from croupier.table.game import Game
from croupier.table.table import Table

_Choice = tuple[str, tuple[tuple[str, str], ...]]


class Catalogue:
    """The games of a house. A game's code is imported when it is first asked for."""

    def __init__(
        self,
        library: Library,
        games: Mapping[str, Callable[[], Game[Any]]],
        finished: tuple[str, ...] = (),
    ) -> None:
        self.library = library
        self.finished = finished
        self._makers = dict(games)
        self._games: dict[str, Game[Any]] = {}
        self._rules: dict[_Choice, Rules] = {}
        self._accepted: dict[_Choice, Rules] = {}

    @property
    def games(self) -> tuple[str, ...]:
        """The games that can be played, in the order in which a house shows them."""
        return tuple(self._makers)

    def game(self, name: str) -> Game[Any]:
        """A game by its name, such as "rws-poker"."""
        if name not in self._makers:
            raise UnknownKeyError(
                "there is no game '{game}' to play; {nearest}", game=name, nearest=suggest(name, self._makers)
            )
        if name not in self._games:
            game = self._makers[name]()
            game.check()
            self._games[name] = game
        return self._games[name]

    def rules(self, edition: str, settings: Mapping[str, Any]) -> Rules:
        """An edition adopted with a house's settings; the same object for the same choices."""
        key = _choice(edition, settings)
        if key not in self._rules:
            found = self.library.get(edition)
            self._rules[key] = Rules.adopt(found, settings, self.game(found.game).policies)
        return self._rules[key]

    def accepted_rules(self, edition: str, settings: Mapping[str, Any]) -> Rules:
        """The rules that a journal names, taken by whichever program: the object of `rules` where it may be.

        A bound that was tightened since is for new tables only.
        """
        key = _choice(edition, settings)
        if key not in self._accepted:
            try:
                self._accepted[key] = self.rules(edition, settings)
            except SettingError:
                found = self.library.get(edition)
                self._accepted[key] = Rules.accepted(found, settings, self.game(found.game).policies)
        return self._accepted[key]

    def at(self, text: str, seed: bytes | None = None) -> Table[Any]:
        """A table in memory in the situation that a position describes.

        With a seed, the cards that it does not tell (`??`, and those still to come) come by chance.
        """
        found = position.read(text)
        table = self.table(found.edition, found.settings)
        state = position.build(table.state, found)
        if seed is not None and not state.device.undealt:
            state = position.in_some_order(state, seed)
        elif position.has_unknown(state):
            raise position.PositionError("?? is a card that the position does not tell: it needs a seed")
        table.state = state
        return table

    def table(self, edition: str, settings: Mapping[str, Any] | None = None) -> Table[Any]:
        """A table in memory that has just opened under an edition."""
        rules = self.rules(edition, settings or {})
        return Table(self.game(rules.edition.game), rules, self.rules, self.accepted_rules)


def _choice(edition: str, settings: Mapping[str, Any]) -> _Choice:
    # 500000 is in cents and "500000" in dollars: they are not the same choice.
    return edition, tuple(sorted((name, repr(value)) for name, value in settings.items()))
