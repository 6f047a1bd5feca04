"""When something can happen or be reported: asked by those who decide it and by those who offer it."""

from croupier.games.poker.state import STREETS, State, Street
from croupier.games.poker.terms import terms
from croupier.rulebook import Rules

CARDS_IN = {"flop": 3, "turn": 1, "river": 1}
_NEXT: dict[int, Street] = {0: STREETS[0], 3: STREETS[1], 4: STREETS[2]}


def next_street(state: State) -> Street | None:
    """The street that is due, by the cards that lie face up."""
    return _NEXT.get(len(state.board))


def early_streets(state: State) -> tuple[Street, ...]:
    """The streets whose cards could be seen before their time.

    From a shoe comes what is dealt next. A packet lies there whole, so a later street can be turned up in
    the place of the one that is due.
    """
    due = next_street(state)
    if due is None or state.trouble.wrong_deal or state.trouble.is_stub_shuffle_due:
        return ()
    coming = STREETS[STREETS.index(due) :]
    if state.phase == "betting":
        return coming if state.device.kind == "electronic_shuffler" else coming[:1]
    is_packet = state.device.kind == "electronic_shuffler" and not state.is_betting_over
    return coming[1:] if state.phase == "dealing" and is_packet else ()


def place_in_packet(state: State, street: Street) -> int:
    """Where a street begins among the Community Cards that lie face down."""
    due = next_street(state)
    assert due is not None
    return sum(CARDS_IN[each] for each in STREETS[STREETS.index(due) : STREETS.index(street)])


def is_burn_reportable(state: State) -> bool:
    """A forgotten burn is put right until the next Betting Round or the showdown begins.

    Where all hands were turned up before the board was complete, there is no showdown after it: only the
    settlement ends that time.
    """
    if not state.trouble.is_street_burn_missed:
        return False
    if state.phase == "settling" and state.is_marker_flipped:
        return is_turned_up_early(state)
    return state.phase in ("betting", "dealing", "closed", "settling")


def is_turned_up_early(state: State) -> bool:
    """The hands were turned up before the river, and rank only now."""
    return all(hand.has_shown and not hand.strength for _, hand in state.hands if hand.is_active)


def can_flip_marker(rules: Rules, state: State) -> bool:
    if state.phase == "closed":
        return True
    is_waiting = state.phase == "dealing" and state.is_betting_over and not state.is_marker_flipped
    return is_waiting and not is_laid(state) and terms(rules).all_in_reveal == "at_once"


def can_show_early(state: State, number: int) -> bool:
    """Nobody has a decision left, so a hand shown before the marker is flipped is valid."""
    hand = state.seat(number).hand
    is_over = state.phase == "closed" or (state.phase == "dealing" and state.is_betting_over)
    return is_over and hand is not None and hand.is_active and not hand.has_shown


def is_laid(state: State) -> bool:
    """A street from the shoe lies face down."""
    return bool(state.packet) and state.device.kind == "card_shoe"


def who_could_jump(state: State) -> list[int]:
    """Players with a decision still to come, whose turn it is not."""
    return [
        number
        for number, hand in state.hands
        if hand.is_active and state.seat(number).chips and number != state.to_act and hand.premature is None
    ]


def who_could_expose(state: State) -> list[int]:
    """Active Players while somebody has a decision left; afterwards a hand shown early is valid."""
    if state.phase not in ("betting", "dealing") or (state.phase == "dealing" and state.is_betting_over):
        return []
    return [number for number in state.active if state.hand(number).cards]
