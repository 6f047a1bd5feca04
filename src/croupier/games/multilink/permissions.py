"""The guards: what is worth listing now, and what is refused until something else has happened."""

from collections.abc import Callable, Iterator
from typing import NoReturn, TypeAlias

from croupier.games.multilink.state import State, asked, next_to_decide
from croupier.games.multilink.turns import Due, due
from croupier.messages import Message
from croupier.rulebook import Rules
from croupier.table import Draft, Moment, refuse
from croupier.table.offers import Each, Target, within

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
    open_rules = asked(draft.state)[0].rules if draft.state.open else ()
    refuse(draft.cite(*dict.fromkeys((*rules, *open_rules))), "{due}", due=what_is_due(draft.state, found))


def what_is_due(state: State, found: Due) -> Message:
    if found == "matter":
        return Message(_WORDS[found], {"question": asked(state)[0].asked})
    if found == "decide":
        return Message(_WORDS[found], {"box": next_to_decide(state)})
    return Message(_WORDS[found])


def nothing_open(draft: Here, rule: str) -> None:
    """Refuse while an irregularity waits for an answer."""
    if draft.state.open:
        refuse_until(draft, "matter", rule)


def require_round(draft: Here, rule: str) -> None:
    """A Round that is over stands; from its end on a report is about nothing, or comes too late."""
    if draft.state.phase == "idle":
        cites = draft.cite(rule)
        if draft.state.round:
            cites += draft.cite("late_discovery", reading="ML-A35")
        refuse(cites, "no Round of play is under way; an earlier Round stands as it was settled")


def require_clear_round(draft: Here, rule: str) -> None:
    require_round(draft, rule)
    nothing_open(draft, rule)
