"""What comes next: the one place that knows the order of a Round."""

from collections.abc import Callable, Iterator
from typing import Literal, NoReturn, TypeAlias

from croupier.games.multilink.state import (
    State,
    dealt_in,
    in_play,
    live_progressive,
    next_to_decide,
    undecided,
)
from croupier.games.multilink.terms import terms
from croupier.messages import Message
from croupier.rulebook import Rules
from croupier.table import Draft, Moment, refuse
from croupier.table.offers import Each, Target, within

Due = Literal[
    "matter",
    "idle",
    "betting",
    "deal_community",
    "deal_hole",
    "decide",
    "deal_flop",
    "reveal_flop",
    "deal_turn",
    "reveal_turn",
    "deal_river",
    "reveal_river",
    "dealer_hand",
    "settle",
    "jackpot",
]

# Where a rule is asked: while options are listed, or while a command is carried out.
Here: TypeAlias = Draft[State] | Moment[State]

_WORDS: dict[Due, str] = {
    "matter": "first the open question has to be answered: {question}",
    "idle": "the Dealer has to announce 'Place your bets, please' first",
    "betting": "betting is open; the Dealer ends it with 'No more bets'",
    "deal_community": "the Dealer deals the Community Cards next",
    "deal_hole": "the Dealer deals the Hole Cards next",
    "decide": "box {box} has to decide first",
    "deal_flop": "the Dealer deals the flop next",
    "reveal_flop": "the Dealer reveals the flop next",
    "deal_turn": "the Dealer deals the turn next",
    "reveal_turn": "the Dealer reveals the turn next",
    "deal_river": "the Dealer deals the river next",
    "reveal_river": "the Dealer reveals the river next",
    "dealer_hand": "the Dealer opens the own hand next",
    "settle": "the Dealer settles the bets next",
    "jackpot": "the jackpot is being paid; the Round ends when the link has answered",
}


_FACE_DOWN: dict[str, Due] = {
    "flop_down": "reveal_flop",
    "turn_down": "reveal_turn",
    "river_down": "reveal_river",
}
# What follows the decisions of each window, from a Card Shoe and from an Electronic Card Shuffler.
_AFTER: dict[str, tuple[Due, Due]] = {
    "first": ("deal_flop", "reveal_flop"),
    "second": ("deal_turn", "reveal_turn"),
    "third": ("deal_river", "reveal_river"),
}


def is_shoe(rules: Rules) -> bool:
    return terms(rules).is_shoe


def due(rules: Rules, state: State) -> Due:
    """The next thing to happen if nothing goes wrong."""
    if state.open:
        return "matter"
    phase = state.phase
    if phase == "idle" or phase == "betting" or phase == "jackpot":
        return phase
    if phase == "closed":
        if not dealt_in(state):
            return "settle"  # every hand has been cancelled (ML-A47)
        return "deal_hole" if state.board or is_shoe(rules) else "deal_community"
    if phase in _FACE_DOWN:
        return _FACE_DOWN[phase] if _is_more_wanted(rules, state) else "settle"
    if phase == "board":
        return "dealer_hand" if in_play(state) else "settle"
    if phase == "showdown":
        return "settle"
    return _after_decisions(rules, state)


def _after_decisions(rules: Rules, state: State) -> Due:
    if next_to_decide(state) is not None:
        return "decide"
    if not _is_more_wanted(rules, state):
        return "settle"
    dealt, revealed = _AFTER[state.phase]
    return dealt if is_shoe(rules) and not state.is_early else revealed


def _is_more_wanted(rules: Rules, state: State) -> bool:
    """Whether further Community Cards decide anything: for a hand in play, or as far as a folded hand's
    jackpot bet is judged by them (ML-A01)."""
    if in_play(state):
        return True
    chosen = terms(rules)
    if chosen.complete_board_when_all_fold and any(box.status == "folded" for box in state.boxes.values()):
        return True
    is_undecided = state.board_shown < chosen.progressive_board_cards
    return chosen.deal_flop_for_folded_progressive and is_undecided and bool(live_progressive(state))


def asked_now(rules: Rules, state: State) -> list[int]:
    """The boxes that may decide: the next one clockwise or, where the order is free, all that have not."""
    found = list(undecided(state))
    return found if terms(rules).decision_order == "free" else found[:1]


def while_due(*wanted: Due) -> Each:
    """Worth listing only while one of these comes next."""

    def each(at: Moment[State]) -> Iterator[Target]:
        if due(at.rules, at.state) in wanted:
            yield {}

    # These are the names of stages, too: in the others nobody need look.
    return within(*wanted)(each) if set(wanted) <= {"idle", "betting", "jackpot"} else each


def boxes_where(is_meant: Callable[[Rules, State, int], bool]) -> Each:
    """The boxes of a Round under way that are meant."""

    def each(at: Moment[State]) -> Iterator[Target]:
        boxes = at.state.boxes if at.state.phase != "idle" else ()
        return ({"box": number} for number in boxes if is_meant(at.rules, at.state, number))

    return each


def in_round(at: Moment[State]) -> Iterator[Target]:
    """Worth listing only while a Round is under way."""
    if at.state.phase != "idle":
        yield {}


def in_clear_round(at: Moment[State]) -> Iterator[Target]:
    """The same, and nothing waits for an answer."""
    if at.state.phase != "idle" and not at.state.open:
        yield {}


def expect(draft: Here, wanted: Due, *rules: str) -> None:
    """Refuse unless `wanted` is what comes next, and say what does; under an open question's rules too."""
    found = due(draft.rules, draft.state)
    if found != wanted:
        refuse_until(draft, found, *rules)


def refuse_until(draft: Here, found: Due, *rules: str) -> NoReturn:
    open_rules = draft.state.open[0].rules if draft.state.open else ()
    refuse(draft.cite(*dict.fromkeys((*rules, *open_rules))), "{due}", due=what_is_due(draft.state, found))


def what_is_due(state: State, found: Due) -> Message:
    if found == "matter":
        return Message(_WORDS[found], {"question": state.open[0].asked})
    if found == "decide":
        return Message(_WORDS[found], {"box": next_to_decide(state)})
    return Message(_WORDS[found])


def nothing_open(draft: Here, rule: str) -> None:
    """Refuse while an irregularity waits for an answer."""
    if draft.state.open:
        refuse_until(draft, "matter", rule)
