"""Putting cards back into the order they were meant to come in."""

from msgspec.structs import replace

from croupier.cards import Card
from croupier.games.multilink import events as e
from croupier.games.multilink.dealing import board_expected, hole_cards_out, miscounted_streets, off
from croupier.games.multilink.game import MULTILINK
from croupier.games.multilink.state import Phase, State
from croupier.games.multilink.terms import terms
from croupier.rulebook import Rules
from croupier.table import Draft

_STREETS = ("community", "flop", "turn", "river")
# Where the Round stood before each deal.
_PHASE_BEFORE: dict[str, Phase] = {
    "community": "closed",
    "hole": "closed",
    "flop": "first",
    "turn": "second",
    "river": "third",
    "dealer": "board",
}
_PHASE_AFTER = {"hole": "first", "flop": "second", "turn": "third", "river": "board", "dealer": "showdown"}


def can_take_back(state: State, street: str) -> bool:
    """Only the latest deal can be undone, and only before anybody has decided on it."""
    if state.phase == f"{street}_down":
        return True
    if state.phase != _PHASE_AFTER.get(street):
        return False
    if street in ("river", "dealer"):
        return True
    return not any(box.has_decided and not box.has_left for box in state.boxes.values() if box.is_in)


def can_put_back_surplus(rules: Rules, state: State, street: str) -> bool:
    """Of a street that hands have decided on, a card too many can still go, before other cards follow."""
    is_only = len(miscounted_streets(state)) == 1
    is_latest = state.phase == _PHASE_AFTER.get(street)
    return is_latest and is_only and len(state.board) > board_expected(rules, state)


def take_back(draft: Draft[State], street: str, rule: str) -> None:
    """The cards of a deal go back onto the rest, the Burnt Card with them, and are dealt again."""
    cards, burnt = _dealt_last(draft.rules, draft.state, street)
    draft.emit(
        e.CardsTakenBack(what=street, cards=cards, burnt=burnt, citations=draft.cite("reconstruction", rule))
    )


def _dealt_last(rules: Rules, state: State, street: str) -> tuple[tuple[Card, ...], int]:
    """The cards of the latest deal as they left the device, and how many of them were burnt. A card too many
    of an earlier street is not among them."""
    if street == "hole":
        return hole_cards_out(state), len(state.burnt)
    if street == "dealer":
        return state.dealer, 0
    if street == "community":
        return state.board, 0
    mistakes = [mistake.split()[1] for mistake in state.mistakes if mistake.split()[0] == street]
    count = terms(rules).cards_of(street) + sum(map(off, mistakes))  # type: ignore[arg-type]
    cards, was_burnt = state.board[len(state.board) - count :], "without_burning" not in mistakes
    return (*state.burnt[-1:], *cards) if was_burnt else cards, int(was_burnt)


def remove_surplus(draft: Draft[State], where: str, number: int, rule: str) -> None:
    """The card too many goes back onto the rest."""
    state = draft.state
    chosen = terms(draft.rules)
    surplus = {
        "community": state.board[board_expected(draft.rules, state) :],
        "dealer": state.dealer[chosen.dealer_cards :],
    }
    cards = state.boxes[number].cards[chosen.hole_cards :] if where == "box" else surplus[where]
    cites = draft.cite("reconstruction", rule)
    draft.emit(e.SurplusRemoved(where=where, box=number, cards=cards, citations=cites))


def _on_top(state: State, cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """A virtual device knows its own order; of a physical one this is all that is known."""
    if state.device.source == "virtual":
        return ()
    coming = tuple(laid.card for laid in state.coming)
    return (*cards, *coming, *state.on_top[len(coming) :])


@MULTILINK.after(e.CardsTakenBack)
def cards_taken_back(state: State, event: e.CardsTakenBack) -> State:
    street = event.what
    before = len(state.board) - (len(event.cards) - event.burnt if street in _STREETS else 0)
    shown = state.board[before : state.board_shown]
    seen = state.dealer if street == "dealer" else shown
    state = replace(
        state,
        phase=_PHASE_BEFORE[street],
        device=state.device.put_on_top(event.cards),
        on_top=_on_top(state, event.cards),
        coming=(),
        face_up=None,
        public=state.public + tuple(card for card in seen if card not in state.public),
        mistakes=tuple(mistake for mistake in state.mistakes if mistake.split()[0] != street),
        burnt=state.burnt[: len(state.burnt) - event.burnt],
        is_flop_seen=state.is_flop_seen or state.board_shown > 0,
        is_dealt_again=True,
    )
    if street == "hole":
        boxes = {n: replace(box, cards=()) for n, box in state.boxes.items()}
        return replace(state, boxes=boxes, stray=(), stray_of=0)
    if street == "dealer":
        return replace(state, dealer=(), is_dealer_shown=False)
    # Every box that is in has decided on everything before this street; before the Hole Cards on nothing.
    is_decided = street != "community"
    boxes = {n: replace(box, has_decided=is_decided or box.has_decided) for n, box in state.boxes.items()}
    return replace(state, board=state.board[:before], board_shown=min(state.board_shown, before), boxes=boxes)


@MULTILINK.after(e.SurplusRemoved)
def surplus_removed(state: State, event: e.SurplusRemoved) -> State:
    count = len(event.cards)
    state = replace(
        state,
        device=state.device.put_on_top(event.cards),
        on_top=_on_top(state, event.cards),
        coming=(),
        face_up=None,
    )
    if event.where == "community":
        left = len(state.board) - count
        seen = tuple(card for card in state.shown_board[left:] if card not in state.public)
        shown = min(state.board_shown, left)
        return replace(state, board=state.board[:left], board_shown=shown, public=state.public + seen)
    if event.where == "dealer":
        return replace(state, dealer=state.dealer[:-count])
    return state.with_box(event.box, cards=state.boxes[event.box].cards[:-count])
