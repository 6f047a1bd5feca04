"""What all viewers of one moment share is made once."""

from collections.abc import Callable
from functools import wraps
from typing import Any, Generic, TypeVar

from croupier.rulebook import Rules

St = TypeVar("St")
T = TypeVar("T")


class once(Generic[T]):  # noqa: N801 (read as a decorator, like property)
    """A property that is worked out when first asked for: `functools.cached_property` without its lock.

    Where two threads ask at the same moment both work it out, and get the same.
    """

    def __init__(self, function: Callable[[Any], T]) -> None:
        self._function, self._name = function, function.__name__
        self.__doc__ = function.__doc__

    def __get__(self, instance: Any, owner: type | None = None) -> T:
        value = instance.__dict__[self._name] = self._function(instance)
        return value


def shared(function: Callable[[Rules, St], T]) -> Callable[[Rules, St], T]:
    """Keeps the last answer: everybody at a table is told of the same state, one after the other.

    States are never changed, so the same object is the same state. The answer must not be changed either.
    """
    last: tuple[Rules, St, T] | None = None

    @wraps(function)
    def answer(rules: Rules, state: St) -> T:
        nonlocal last
        known = last  # read once: other threads look at other tables
        if known is None or known[1] is not state or known[0] is not rules:
            known = last = (rules, state, function(rules, state))
        return known[2]

    return answer
