"""Answers of players to open questions, and time that has run out."""

from collections.abc import Iterator
from typing import NoReturn

from croupier.games.multilink import commands as c
from croupier.games.multilink import events as e
from croupier.games.multilink.game import MULTILINK
from croupier.games.multilink.irregularities.questions import (
    choose,
    say_nothing,
)
from croupier.games.multilink.settlement import after_answer
from croupier.games.multilink.state import State, asked, choosing
from croupier.games.multilink.terms import terms
from croupier.table import Ask, Draft, Moment, Offer, Role, choice
from croupier.table.offers import Target


def _own_choices(at: Moment[State]) -> Iterator[Target]:
    for number in choosing(at.state):
        if at.state.boxes[number].player == at.by.id:
            yield {"box": number}


@MULTILINK.action(c.ChooseOption, Role.PLAYER, "dealing_error_options", each=_own_choices)
def choose_option(at: Moment[State], box: int) -> Offer:
    matter = next((each for each in asked(at.state) if each.about == box), None)
    if matter is None:
        at.refuse("dealing_error_options", "there is no choice open for box {box}", box=box)
    if at.state.boxes[box].player != at.by.id:
        at.refuse("dealing_error_options", "the choice for box {box} is its player's", box=box)
    return Offer(at.cite("dealing_error_options"), (choice("choice", *matter.choices),))


@choose_option.outside
def _another_option(at: Moment[State], command: c.ChooseOption, offer: Offer, ask: Ask) -> NoReturn:
    at.refuse("dealing_error_options", "choose {choices:or}", choices=ask.choices)


@choose_option.taken
def option_is_chosen(draft: Draft[State], command: c.ChooseOption, offer: Offer) -> None:
    choose(draft, command.box, command.choice, command.at)
    after_answer(draft)


def _awaited(at: Moment[State]) -> Iterator[Target]:
    return ({"box": place} for place in MULTILINK.awaited(at.rules, at.state))


@MULTILINK.action(c.CallTime, Role.DEALER, "matters_not_provided_for", each=_awaited)
def call_time(at: Moment[State], box: int) -> Offer:
    """The document knows no clock: the caller has measured the time, or rules that enough has passed."""
    if box not in MULTILINK.awaited(at.rules, at.state):
        said = "box {box} is not asked to decide anything"
        at.refuse("matters_not_provided_for", said, "ML-A51", box=box)
    ends_at = time_ends_at(at)
    is_early = at.by.role is Role.DEALER and ends_at > at.now
    if is_early and at.now:
        at.refuse(
            "matters_not_provided_for",
            "box {box} has {seconds} seconds more; a pit supervisor may rule so before",
            reading="ML-A65",
            box=box,
            seconds=-(-(ends_at - at.now) // 1000),
        )
    is_ruled = at.by.role is not Role.SYSTEM and ends_at > at.now
    cites = at.cite("matters_not_provided_for", reading="ML-A65" if is_ruled else "ML-A51")
    return Offer(cites, group="house", is_listed=not is_early)


def time_ends_at(at: Moment[State]) -> int:
    """When the time of who is asked is over; nothing where there is no clock, or bets are open."""
    book, is_choice = terms(at.rules), bool(at.state.open)
    seconds = book.option_timeout if is_choice else book.action_clock_seconds
    is_timed = seconds and (is_choice or at.state.phase != "betting")
    return at.state.asked_at + seconds * 1000 if is_timed else 0


@call_time.taken
def time_is_called(draft: Draft[State], command: c.CallTime, offer: Offer) -> None:
    state, number = draft.state, command.box
    if state.open:
        say_nothing(draft, number, command.at)
        after_answer(draft)
    elif state.phase == "betting":
        player = next(name for name, each in state.players.items() if each.seat == number)
        draft.emit(e.BettingFinished(player=player, citations=draft.cite("betting_closes", reading="ML-A51")))
    else:
        kind = e.Folded if state.phase == "first" else e.Checked
        rule = "fold" if state.phase == "first" else "check"
        cites = draft.cite("matters_not_provided_for", rule, reading="ML-A51")
        draft.emit(kind(box=number, at=command.at, why="out_of_time", citations=cites))
