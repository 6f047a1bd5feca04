"""The behaviours that editions choose between, by name."""

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias, TypeVar

from croupier.rulebook.edition import Edition
from croupier.rulebook.errors import PolicyError, suggest

Policy: TypeAlias = Callable[..., Any]
_P = TypeVar("_P", bound=Policy)


class Policies:
    """A game's behaviours: for a rule key on which editions differ, or for a setting with choices.

    >>> policies = Policies("rws-poker")
    >>> @policies("missed_street_burn", "manager_decides")
    ... def manager_decides(state): ...
    """

    def __init__(self, game: str) -> None:
        self.game = game
        self._known: dict[str, dict[str, Policy]] = {}

    def __call__(self, key: str, name: str) -> Callable[[_P], _P]:
        """Register a function as the behaviour `name` for `key`."""

        def register(function: _P) -> _P:
            known = self._known.setdefault(key, {})
            if name in known:
                raise PolicyError(f"{self.game}: {key} already has a policy called {name!r}")
            known[name] = function
            return function

        return register

    def names(self, key: str) -> tuple[str, ...]:
        """The behaviours known for a key."""
        return tuple(sorted(self._known.get(key, ())))

    def resolve(self, edition: Edition, chosen: Mapping[str, str]) -> dict[str, Policy]:
        """The functions an edition and a house's choices name; PolicyError where they and the code part.

        `chosen` gives the text of every setting, for the policies that are alternatives of a reading.
        """
        functions: dict[str, Policy] = {}
        for key, name in edition.policies.items():
            functions[key] = self._find(edition, key, name, "policies")
        for key in self._known.keys() - functions.keys():
            if key not in chosen:
                known = ", ".join(self.names(key))
                raise PolicyError(f"{edition.file.name}: policies.{key}: missing; the code knows {known}")
            functions[key] = self._find(edition, key, chosen[key], "settings")
        return functions

    def _find(self, edition: Edition, key: str, name: str, section: str) -> Policy:
        known = self._known.get(key)
        if known is None:
            raise PolicyError(
                f"{edition.file.name}: {section}.{key}: {self.game} has no policy for this rule; "
                f"{suggest(key, self._known)}"
            )
        if name not in known:
            raise PolicyError(
                f"{edition.file.name}: {section}.{key}: unknown policy {name!r}; "
                f"known are {', '.join(self.names(key))}"
            )
        return known[name]
