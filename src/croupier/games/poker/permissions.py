"""Who may act for which seat, and when nobody may."""

from typing import NoReturn

from croupier.games.poker.state import Seat, State
from croupier.games.poker.terms import terms
from croupier.table import Command, Draft, refuse


def refuse_while_open(draft: Draft[State]) -> None:
    """Nothing moves in a Round while a ruling is awaited."""
    question = draft.state.question
    if question is not None:
        cites = draft.rules.cite(question.rule, "matters_not_provided_for")
        refuse(cites, f"wait for the ruling on {question.key}: {question.text}")


def require_own_seat(draft: Draft[State], command: Command, number: int) -> Seat:
    """Only the person in the seat decides for it."""
    seats = draft.state.seats
    seat = seats[number - 1] if 1 <= number <= len(seats) else None
    if seat is not None and seat.player == command.by.id:
        return seat
    own = next((n for n, s in enumerate(seats, 1) if s is not None and s.player == command.by.id), None)
    if own is None:
        draft.refuse("seated_players_only", "only Seated Players take part: sit down first")
    who = f"seat {number} decides for itself" if seat is not None else f"nobody sits at {number}"
    return draft.refuse("own_decisions_only", f"{who}; your seat is {own}")


def not_your_turn(draft: Draft[State], number: int) -> NoReturn:
    state = draft.state
    if state.phase == "betting":
        cites = draft.rules.cite("out_of_turn")
        if not state.acted:  # who begins is said in a paragraph of its own
            cites += terms(draft.rules).first_turn[state.street]
        refuse(cites, f"it is the turn of seat {state.to_act}; wait until it comes to seat {number}")
    waits = {
        "idle": "no Round is under way: wait for the announcement of the blinds",
        "blinds": "the blinds are being posted: betting begins after the deal",
        "dealing": "the Betting Round is over: wait for the next card",
        "closed": "the betting is over: wait for the Game Marker",
        "showdown": "the betting is over: show or muck the hand when asked",
        "settling": "the betting is over: the pots are being settled",
    }
    draft.refuse("betting_round", waits[state.phase])
