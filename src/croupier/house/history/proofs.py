"""What one viewer may check of a Round: each card they saw, proved to have been fixed before the deal.

Cards are followed from the shuffle on: through every draw, every card put back, every cut. Only what the view
or the events of a viewer have shown is proved to them; what stayed closed stays closed.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from types import UnionType
from typing import Any, NamedTuple, Union, get_args, get_origin, get_type_hints

from msgspec import Struct

from croupier.cards import Card, Device, FairOrder, Seal
from croupier.cards.fair import mix, permutation
from croupier.house.likeness import like
from croupier.house.live_table import LiveTable
from croupier.table import Actor, CardsShuffled, Event, Role


class Tree(NamedTuple):
    """One shuffle: the version of its event, what was published of it, and what lies under the root."""

    version: int
    seal: Seal
    fair: FairOrder
    seed: str


class Leaf(NamedTuple):
    """Where a card comes from: a shuffle, and the place in its order."""

    tree: Tree
    place: int


class Drawn(Struct, frozen=True):
    """A card that has left the device, in which event, and where it lay; None if no tree covers it."""

    card: Card
    version: int
    leaf: Leaf | None


class SealedShuffle(Struct, frozen=True, kw_only=True):
    """What was published of a shuffle before its first card; `seq` is its event at the table."""

    seq: int
    seal: Seal


class SeenCard(Struct, frozen=True, kw_only=True):
    """A card somebody saw: the event in which it left the device, and the proof of its place in a shuffle."""

    seq: int
    shuffle: int  # the `seq` of the shuffle
    place: int
    card: str
    salt: str
    path: tuple[str, ...]


class OpenedShuffle(Struct, frozen=True, kw_only=True):
    """Everything behind a shuffle: for auditors, and for all where the house publishes seeds."""

    seq: int
    seed: str
    cards: tuple[str, ...]  # before the shuffle
    order: tuple[str, ...]


class Follower:
    """Follows the cards of one table through its device."""

    def __init__(self) -> None:
        self.trees: list[Tree] = []
        self.undealt: list[Leaf | None] = []
        self.out: list[Drawn] = []

    def heard(self, version: int, before: Device | None, event: Event, after: Device | None) -> list[Drawn]:
        """Take an event in; the cards that left the device with it."""
        if after is None or after.source != "virtual":
            self.undealt, self.out = [], []
            return []
        cards = before.undealt if before is not None else ()
        if isinstance(event, CardsShuffled):
            self._shuffled(version, event)
            cards, self.out = event.order, []
        elif is_shuffle(event):
            cards = self._reshuffled(version, event, cards, after)
        return self._moved(version, cards, event, after)

    def _shuffled(self, version: int, event: Any) -> None:
        tree = tree_of(version, event)
        if tree is not None:
            self.trees.append(tree)
        self.undealt = [Leaf(tree, place) if tree else None for place in range(len(event.order))]

    def _reshuffled(
        self, version: int, event: Any, cards: tuple[Card, ...], after: Device
    ) -> tuple[Card, ...]:
        """The rest in a new order, or discards in a new order underneath the rest."""
        kept = self.undealt
        self._shuffled(version, event)
        if len(after.undealt) > len(event.order) or after.undealt == (*cards, *event.order):
            self.undealt = kept + self.undealt
            return (*cards, *event.order)
        return tuple(event.order)

    def _moved(self, version: int, cards: tuple[Card, ...], event: Event, after: Device) -> list[Drawn]:
        now = after.undealt
        if now == cards and len(after.out) == len(self.out):
            return []
        count = len(cards) - len(now)
        drawn: list[Drawn] = []
        if count >= 0 and now == cards[count:]:
            drawn = [
                Drawn(card, version, leaf) for card, leaf in zip(cards, self.undealt[:count], strict=False)
            ]
            self.undealt = self.undealt[count:]
            self.out += drawn
        else:
            self.undealt = self._rearranged(cards, event, now)
        self._take_away(after)
        return drawn

    def _rearranged(self, cards: tuple[Card, ...], event: Event, now: tuple[Card, ...]) -> list[Leaf | None]:
        """Cards went back on top or underneath, or the rest lies in another order that is no shuffle."""
        kept, more = self.undealt, len(now) - len(cards)
        if more > 0 and now[more:] == cards:
            return self._from_out(now[:more]) + kept
        if more > 0 and now[: len(cards)] == cards:
            return kept + self._from_out(now[len(cards) :])
        if more == 0 and (moved := _moved_by(getattr(event, "position", 0), cards, now)) is not None:
            return [kept[at] for at in moved]
        known = dict(zip(cards, kept, strict=True)) | {each.card: each.leaf for each in self.out}
        is_certain = len(known) == len(cards) + len(self.out)  # no two alike
        return [known.get(card) if is_certain else None for card in now]

    def _from_out(self, cards: Sequence[Card]) -> list[Leaf | None]:
        left = list(reversed(self.out))
        found: list[Leaf | None] = []
        for card in cards:
            each = next((each for each in left if each.card == card), None)
            if each is not None:
                left.remove(each)
            found.append(each.leaf if each is not None else None)
        return found

    def _take_away(self, after: Device) -> None:
        """What has gone back is not out any more: the copy that left last."""
        gone = Counter(each.card for each in self.out) - Counter(after.out)
        left: list[Drawn] = []
        for each in reversed(self.out):
            if gone[each.card]:
                gone[each.card] -= 1
            else:
                left.append(each)
        self.out = left[::-1]


def is_shuffle(event: Event) -> bool:
    """Whether it puts cards into an order that only the house knows."""
    return "order" in type(event).sealed and bool(event.order)  # type: ignore[attr-defined]


def tree_of(version: int, event: Any) -> Tree | None:
    """The tree of a shuffle, made again from its seed; None for one without."""
    seal: Seal | None = getattr(event, "seal", None)
    if seal is None:
        return None
    seed = bytes.fromhex(event.seed)
    return Tree(version, seal, FairOrder(event.order, seed, seal.entropy, seal.label), event.seed)


def opened(tree: Tree) -> OpenedShuffle:
    """With its cards as they lay before: the permutation, undone."""
    seed, order = bytes.fromhex(tree.seed), tree.fair.order
    mixed = mix(tree.seal.commitment, tree.seal.contributions, tree.seal.label)
    cards = list(order)
    for place, came_from in enumerate(permutation(len(order), seed, mixed)):
        cards[came_from] = order[place]
    return OpenedShuffle(seq=tree.version, seed=tree.seed, cards=tuple(cards), order=tuple(order))


class Seen:
    """What one viewer has seen of the cards while they were followed."""

    def __init__(self, viewer: Actor) -> None:
        self._viewer = viewer
        self._found: dict[tuple[int, int], Drawn] = {}

    def heard(self, follower: Follower, drawn: list[Drawn], event: Event, live: LiveTable) -> None:
        viewer, decks = self._viewer, live.game.furniture(live.rules).decks
        told = event.for_viewer(viewer)
        if decks > 1:  # the same card may be out twice: only those that the event itself shows
            self._note_drawn(drawn, told)
            return
        place = live.game.place_of(live.state, viewer.id) if viewer.role is Role.PLAYER else None
        view = live.game.view(live.rules, live.state, Actor(viewer.id, viewer.role, place))
        known = {*cards_in(told), *cards_in(view)}
        self._note(each for each in follower.out if each.card in known)

    def _note_drawn(self, drawn: list[Drawn], told: Event) -> None:
        # An event may name a card twice, as dealt and as part of a hand: the field that names most counts.
        shown: Counter[Card] = Counter()
        for name, hint in _fields(type(told)).items():
            shown |= Counter(_cards(getattr(told, name), hint))
        for each in drawn:
            if shown[each.card]:
                shown[each.card] -= 1
                self._note((each,))

    def _note(self, drawn: Iterator[Drawn] | Sequence[Drawn]) -> None:
        for each in drawn:
            if each.leaf is not None:
                self._found[each.leaf.tree.version, each.leaf.place] = each

    def cards(self, first: int) -> tuple[SeenCard, ...]:
        """Those that left the device in the event `first` or later."""
        found = (self._found[key] for key in sorted(self._found))
        return tuple(_proved(each) for each in found if each.version >= first)

    def has(self, drawn: Drawn) -> bool:
        return drawn.leaf is not None and (drawn.leaf.tree.version, drawn.leaf.place) in self._found


def _proved(drawn: Drawn) -> SeenCard:
    assert drawn.leaf is not None
    tree, place = drawn.leaf
    proof = tree.fair.proof(place)
    return like(SeenCard, proof, seq=drawn.version, shuffle=tree.version)


def device_of(state: Any) -> Device | None:
    found = getattr(state, "device", None)
    return found if isinstance(found, Device) else None


# Cards in what somebody is told. By its type: a player may be called "Kd", and that shows no king.


def cards_in(told: Struct) -> Iterator[Card]:
    """The cards in a view or an event."""
    for name, hint in _fields(type(told)).items():
        yield from _cards(getattr(told, name), hint)


@cache
def _fields(kind: type[Struct]) -> Mapping[str, Any]:
    hints = get_type_hints(kind)
    return {name: hints[name] for name in kind.__struct_fields__ if _has_cards(hints[name])}


@cache
def _has_cards(hint: Any) -> bool:
    if hint is Card:
        return True
    if isinstance(hint, type) and issubclass(hint, Struct):
        return bool(_fields(hint))
    return any(_has_cards(each) for each in get_args(hint) if each is not Ellipsis)


def _cards(value: Any, hint: Any) -> Iterator[Card]:
    if isinstance(value, Struct):
        yield from cards_in(value)
    elif hint is Card:
        yield value
    elif isinstance(value, Mapping):
        keys, values = get_args(hint)
        for each in value.items():
            yield from _cards(each[0], keys) if _has_cards(keys) else ()
            yield from _cards(each[1], values) if _has_cards(values) else ()
    elif isinstance(value, tuple | list | frozenset | set):
        kinds = get_args(hint) if get_origin(hint) not in (Union, UnionType) else _inside(hint)
        for at, each in enumerate(value):
            kind = kinds[at] if at < len(kinds) and kinds[at] is not Ellipsis else kinds[0]
            yield from _cards(each, kind) if _has_cards(kind) else ()
    elif isinstance(value, str) and get_origin(hint) in (Union, UnionType) and Card in get_args(hint):
        yield Card(value)


def _inside(hint: Any) -> tuple[Any, ...]:
    return next((get_args(each) for each in get_args(hint) if get_args(each)), ())


def _moved_by(position: int, cards: tuple[Card, ...], now: tuple[Card, ...]) -> list[int] | None:
    """How a cut at a position, or a card chosen at one, has moved the cards; None if neither did."""
    places = list(range(len(cards)))
    chosen = (
        [position - 1, *places[: position - 1], *places[position:]] if 0 < position <= len(cards) else places
    )
    if tuple(cards[at] for at in chosen) == now:
        return chosen
    same = next((at for at in places if cards[at] != now[at]), len(cards))
    for start in range(same, -1, -1):
        cut = places[:start] + places[start + position :] + places[start : start + position]
        if tuple(cards[at] for at in cut) == now:
            return cut
    return None
