"""What all viewers of one moment share is made once."""

from collections.abc import Callable, Sequence
from functools import wraps
from operator import is_
from typing import Any, Generic, TypeVar

By = TypeVar("By")  # the rules, or the terms that were read from them
St = TypeVar("St")
P = TypeVar("P")
T = TypeVar("T")

_PLACES_MAX = 1 << 12


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


def shared(function: Callable[[By, St], T]) -> Callable[[By, St], T]:
    """Keeps the last answer: everybody at a table is told of the same state, one after the other.

    States are never changed, so the same object is the same state. The answer must not be changed either.
    """
    last: tuple[By, St, T] | None = None

    @wraps(function)
    def answer(rules: By, state: St) -> T:
        nonlocal last
        known = last  # read once: other threads look at other tables
        if known is None or known[1] is not state or known[0] is not rules:
            known = last = (rules, state, function(rules, state))
        return known[2]

    return answer


class Places(Generic[P, T]):
    """What is shown of a place is kept while the place is the same object: most of a table stays as it was.

    `around` is whatever else it is made from; if anything in there is another object, it is made anew.
    """

    def __init__(self, make: Callable[..., T]) -> None:
        self._make = make
        # By the id of a place, at whichever table, with the place, so that no other can have its id.
        self._shown: dict[int, tuple[P, int, tuple[Any, ...], T]] = {}

    def __call__(self, places: Sequence[P | None], *around: Any) -> dict[int, T]:
        """By number, from 1. The answer must not be changed."""
        if len(self._shown) >= _PLACES_MAX:
            self._shown = {}
        shown, found = self._shown, {}  # read once: other threads look at other tables
        for number, place in enumerate(places, 1):
            if place is not None:
                known = shown.get(id(place))
                if known is None or known[1] != number or not all(map(is_, known[2], around)):
                    made = self._make(number, place, *around)
                    known = shown[id(place)] = (place, number, around, made)
                found[number] = known[3]
        return found
