"""The behaviours that editions choose between, by name."""

import inspect
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Generic, TypeAlias, TypeVar, cast

from croupier.rulebook.edition import Edition
from croupier.rulebook.errors import PolicyError, suggest
from croupier.rulebook.terms import Terms

if TYPE_CHECKING:
    from croupier.rulebook.rules import Rules

Policy: TypeAlias = Callable[..., Any]
_P = TypeVar("_P", bound=Policy)
_T = TypeVar("_T", bound=Terms)


class Policies:
    """A game's behaviours: for a rule key on which editions differ, or for a setting with choices.

    >>> policies = Policies("rws-poker")
    >>> @policies("missed_street_burn", "manager_decides")
    ... def manager_decides(state): ...

    `Behaviour` is the typed way to register and to ask. All behaviours of one key take the same parameters.
    """

    def __init__(self, game: str) -> None:
        self.game = game
        self.terms: type[Terms] | None = None
        self._known: dict[str, dict[str, Policy]] = {}

    def binding(self, terms: type[_T]) -> type[_T]:
        """Declare the game's `Terms`: from now on a parameter that they do not read is refused."""
        assert self.terms is None or self.terms is terms, f"{self.game} has its terms already"
        self.terms = terms
        return terms

    def __call__(self, key: str, name: str) -> Callable[[_P], _P]:
        """Register a function as the behaviour `name` for `key`."""

        def register(function: _P) -> _P:
            known = self._known.setdefault(key, {})
            if name in known:
                raise PolicyError(f"{self.game}: {key} already has a policy called {name!r}")
            for other, registered in known.items():
                if _arity(registered) != _arity(function):
                    raise PolicyError(
                        f"{self.game}: {key}: {name!r} takes {_arity(function)} values, "
                        f"{other!r} takes {_arity(registered)}; one caller serves both"
                    )
            known[name] = function
            return function

        return register

    def names(self, key: str) -> tuple[str, ...]:
        """The behaviours known for a key."""
        return tuple(sorted(self._known.get(key, ())))

    @property
    def keys(self) -> tuple[str, ...]:
        """Every rule key or setting that has behaviours."""
        return tuple(sorted(self._known))

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


class Behaviour(Generic[_P]):
    """One rule on which editions differ, with the type that all its functions have.

    >>> fold_price: Behaviour[Callable[[int], int]] = Behaviour(GAME.policies, "fold_price")
    >>> @fold_price("half")
    ... def half(bet: int) -> int: ...
    >>> fold_price.by(rules)(bet)
    """

    def __init__(self, policies: Policies, key: str) -> None:
        self.policies, self.key = policies, key

    def __call__(self, name: str) -> Callable[[_P], _P]:
        """Register a function under a name that editions give; mypy checks its type."""
        return self.policies(self.key, name)

    def by(self, rules: "Rules") -> _P:
        """The function that these rules name."""
        return cast(_P, rules.policy(self.key))


def _arity(function: Policy) -> int:
    return len(inspect.signature(function).parameters)
