"""Poker Hand History: one Round as a file of the open PHH format.

Players are numbered from the button's left, as the format wants them; amounts are in dollars. A negative
blind is what somebody pays to be dealt in out of position; an ante is a chip that counts for nobody's bet.
"""

import re
import tomllib
from collections.abc import Iterable, Iterator
from decimal import Decimal
from itertools import islice
from typing import Any

from msgspec import Struct

VARIANT = "NT"
UNKNOWN = "????"  # two cards that the reader of this history may not know
_CENTS = 100
HEADS_UP = 2
PLAYERS_MAX = 10
_CENTS_MAX = 10**15  # beyond what anybody has ever put on a table
RAKE = ("_rake_percent", "_rake_cap")  # the format leaves such names to the writer of the file


class PhhError(ValueError):
    """A history that is not a no-limit hold'em hand, or a Round that the format cannot tell.

    `action` counts from 0 the action of the file that it is about, `line` is where that stands, from 1.
    """

    def __init__(self, problem: str, action: int | None = None, line: int = 0) -> None:
        super().__init__(problem)
        self.action = action
        self.line = line


class Paid(Struct, frozen=True):
    """Chips put in before the deal: a blind, a payment to be dealt in (negative), and dead ones."""

    blind: int = 0
    ante: int = 0


def posting_order(values: tuple[int, ...]) -> tuple[int, ...]:
    """From the order of the players to the order of the blinds in a file, and back."""
    return values[::-1] if len(values) == HEADS_UP else values


def _at(values: tuple[int, ...], place: int) -> int:
    return values[place] if place < len(values) else 0


class Phh(Struct, frozen=True):
    """One hand. Money in cents; `finishing_stacks` is empty where the file does not give them.

    Blinds and antes are as in the file, which names the Small Blind first also where two players are left
    and it is the second who posts it: `paid_by` knows whose they are.
    """

    blinds: tuple[int, ...]
    starting_stacks: tuple[int, ...]
    actions: tuple[str, ...]
    finishing_stacks: tuple[int, ...] = ()
    players: tuple[str, ...] = ()
    min_bet: int = 0
    antes: tuple[int, ...] = ()
    rake: tuple[str, ...] = ()  # percentage and cap, where the file comes from a table of ours
    winnings: tuple[int, ...] = ()  # what each has won of the Pot, where a site tells that

    @property
    def big_blind(self) -> int:
        return max(self.blinds)

    @property
    def has_small_blind(self) -> bool:
        return len([blind for blind in self.blinds if blind > 0]) > 1

    def paid_by(self, player: int) -> Paid:
        """What a player, counted from 1, puts in before the deal."""
        place = posting_order(tuple(range(len(self.starting_stacks))))[player - 1]
        return Paid(_at(self.blinds, place), _at(self.antes, place))

    def write(self) -> str:
        lines = [
            f'variant = "{VARIANT}"',
            # Trimming is for antes that everybody pays; these are some players' own.
            f"ante_trimming_status = {'false' if any(self.antes) else 'true'}",
            f"antes = {_array(map(dollars, self.antes or (0,) * len(self.starting_stacks)))}",
            f"blinds_or_straddles = {_array(map(dollars, self.blinds))}",
            f"min_bet = {dollars(self.min_bet)}",
            f"starting_stacks = {_array(map(dollars, self.starting_stacks))}",
            f"actions = {_array(map(_quoted, self.actions))}",
        ]
        if self.players:
            lines.append(f"players = {_array(map(_quoted, self.players))}")
        lines += [f"{name} = {_quoted(value)}" for name, value in zip(RAKE, self.rake, strict=False)]
        if self.finishing_stacks:
            lines.append(f"finishing_stacks = {_array(map(dollars, self.finishing_stacks))}")
        return "\n".join(lines) + "\n"


def _array(items: Iterable[str]) -> str:
    return "[" + ", ".join(items) + "]"


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def dollars(cents: int) -> str:
    whole, rest = divmod(abs(cents), _CENTS)
    sign = "-" if cents < 0 else ""
    return f"{sign}{whole}" if not rest else f"{sign}{whole}.{rest:02d}"


# Reading


def read_phh(text: str) -> Phh:
    """Read one hand; PhhError says what is missing or cannot be played here."""
    return _read(_parse(text))


def read_phhs(text: str) -> Iterator[tuple[str, Phh | PhhError]]:
    """The hands of a collection, each under its own name; one that cannot be read stands in nobody's way."""
    for name, fields in _parse(text).items():
        try:
            if not isinstance(fields, dict):
                raise PhhError(f"{name}: a collection has a section for each hand")
            yield name, _read(fields)
        except PhhError as error:
            yield name, error


def located(text: str, error: PhhError, name: str = "") -> PhhError:
    """The error with the line of the file, or of the hand of that name in a collection, that it is about."""
    if error.line:
        return error
    at = line_of(text, name, error.action, str(error).partition(":")[0])
    return PhhError(f"line {at}: {error}", error.action, at) if at else error


def line_of(text: str, name: str, action: int | None, field: str = "") -> int:
    """Where an action or a field of a hand stands, or the hand itself; 0 where nothing can be named."""
    section = rf"^[ \t]*\[[ \t]*[\"']?{re.escape(name)}[\"']?[ \t]*\]"
    head = re.search(section, text, re.MULTILINE) if name else None
    start = head.end() if head else 0
    word = "actions" if action is not None else field
    found = re.compile(rf"^[ \t]*{re.escape(word)}[ \t]*=", re.MULTILINE).search(text, start)
    if found is not None and action is not None:
        strings = re.compile(r"""#[^\n]*|"(?:\\.|[^"\\])*"|'[^']*'""").finditer(text, found.end())
        found = next(islice((each for each in strings if each[0][0] != "#"), action, None), found)
    place = found or head
    # A pattern for the start of a line may begin with blanks, never with the line before.
    return text.count("\n", 0, place.start()) + 1 if place else 0


def _parse(text: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text, parse_float=Decimal)
    except tomllib.TOMLDecodeError as error:
        raise PhhError(f"not a PHH file: {error}") from None


def _read(fields: dict[str, Any]) -> Phh:
    if fields.get("variant") != VARIANT:
        raise PhhError(
            f"variant: {fields.get('variant')!r}; only {VARIANT}, no-limit Texas hold'em, is played here"
        )
    missing = [name for name in ("blinds_or_straddles", "starting_stacks", "actions") if name not in fields]
    if missing:
        raise PhhError(f"missing: {', '.join(missing)}")
    blinds = tuple(_cents("blinds_or_straddles", value) for value in _list(fields, "blinds_or_straddles"))
    if not _are_blinds(blinds):
        raise PhhError(
            "blinds_or_straddles: the first two players post, the second twice the first; no straddles"
        )
    found = Phh(
        blinds=blinds,
        antes=_amounts(fields, "antes"),
        starting_stacks=_amounts(fields, "starting_stacks"),
        actions=tuple(_without_comment(action) for action in _list(fields, "actions")),
        finishing_stacks=_amounts(fields, "finishing_stacks"),
        players=tuple(map(str, _list(fields, "players"))),
        min_bet=_cents("min_bet", fields.get("min_bet", 0)),
        rake=tuple(str(fields[name]) for name in RAKE if name in fields),
        winnings=_amounts(fields, "winnings"),
    )
    _check_lengths(found)
    paid = [found.paid_by(n) for n, _ in enumerate(found.starting_stacks, 1)]
    if any(each.blind > 0 and each.ante for each in paid):
        raise PhhError("antes: this game has none; chips that are dead come from who joins or comes back")
    return found


def _list(fields: dict[str, Any], name: str) -> list[Any]:
    found = fields.get(name, [])
    if not isinstance(found, list):
        raise PhhError(f"{name}: {found!r} is not a list, one for each player")
    return found


def _check_lengths(phh: Phh) -> None:
    """Every list is about the same players, and a table has ten seats."""
    count = len(phh.starting_stacks)
    if not HEADS_UP <= count <= PLAYERS_MAX:
        raise PhhError(f"starting_stacks: {count} players; this game is for {HEADS_UP} to {PLAYERS_MAX}")
    if not all(phh.starting_stacks):
        raise PhhError("starting_stacks: a player without chips is not dealt in")
    for name in ("antes", "finishing_stacks", "players", "winnings"):
        given = len(getattr(phh, name))
        if given not in (0, count):
            raise PhhError(f"{name}: {given} of them for {count} players")
    if len(phh.blinds) > count:
        raise PhhError(f"blinds_or_straddles: {len(phh.blinds)} of them for {count} players")
    if phh.big_blind % 2:
        raise PhhError("blinds_or_straddles: the Small Blind is half of the Big Blind, in whole cents")


def _are_blinds(blinds: tuple[int, ...]) -> bool:
    """One or two are posted, by the first two players. With two players either may have the Big Blind."""
    posted = [blind for blind in blinds[:2] if blind > 0]
    if not posted or any(blind > 0 for blind in blinds[2:]):
        return False
    rising = sorted(posted) if len(blinds) == HEADS_UP else posted
    return rising[1:] in ([], [2 * rising[0]])


def _without_comment(action: object) -> str:
    if not isinstance(action, str):
        raise PhhError(f"actions: {action!r} is not an action")
    return action.partition("#")[0].strip()


def _amounts(fields: dict[str, Any], name: str) -> tuple[int, ...]:
    found = tuple(_cents(name, value) for value in _list(fields, name))
    if any(cents < 0 for cents in found):
        raise PhhError(f"{name}: an amount below nothing")
    return found


def _cents(name: str, value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int | Decimal):
        raise PhhError(f"{name}: {value!r} is not an amount")
    amount = Decimal(value)
    if not amount.is_finite() or abs(amount) > _CENTS_MAX:
        raise PhhError(f"{name}: {value} is not an amount")
    cents = amount * _CENTS
    if cents != int(cents):
        raise PhhError(f"{name}: {value} is not an amount in whole cents")
    return int(cents)
