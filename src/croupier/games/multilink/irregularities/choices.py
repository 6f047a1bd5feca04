"""The choice of players after a dealing error: offered, answered, and time that has run out."""

from collections.abc import Callable, Iterator, Sequence
from typing import NoReturn

from croupier.games.multilink import commands as c
from croupier.games.multilink import events as e
from croupier.games.multilink.betting import return_bets
from croupier.games.multilink.game import MULTILINK
from croupier.games.multilink.irregularities.courses import affected_as_they_lie, cancel_hand
from croupier.games.multilink.plan import wrong
from croupier.games.multilink.settlement import after_answer
from croupier.games.multilink.state import State, asked, at_stake, choosing
from croupier.games.multilink.terms import terms
from croupier.rulebook import Behaviour, Citation
from croupier.table import Ask, Draft, Matter, Moment, Offer, Role, choice
from croupier.table.matters import MatterOpened, drop, resolve
from croupier.table.mistakes import Mistake
from croupier.table.offers import Target


def offer_options(
    draft: Draft[State],
    boxes: Sequence[int],
    at: int,
    *,
    is_reconstructed: bool,
    rules: tuple[str, ...] = (),
    reading: str = "ML-A28",
) -> None:
    """Each of these hands goes on or takes its bets back; what has been paid a prize is past that."""
    boxes = [number for number in boxes if draft.state.boxes[number].prize < 0]
    if not terms(draft.rules).folded_hand_chooses:
        boxes = [number for number in boxes if draft.state.boxes[number].is_in]
    if not boxes:
        return
    on = "continue_reconstructed" if is_reconstructed else "continue"
    question = "box {about}: does the hand go on or are its bets returned?"
    if is_reconstructed:
        question = "box {about}: does the hand go on as it lies now or are its bets returned?"
    keys = tuple(dict.fromkeys((*rules, "dealing_error_options")))
    is_everyones = terms(draft.rules).dealing_error_affects == "everyone"
    silence = "refund" if terms(draft.rules).option_default == "refund" else on
    drop(draft, [each for each in draft.state.open if each.key == OPTION and each.about in boxes])
    for number in boxes:
        matter = Matter(
            key=OPTION,
            about=number,
            role=Role.PLAYER,
            seat=draft.state.boxes[number].seat,
            question=question,
            choices=(on, "refund"),
            rules=keys,
            reading=reading,
            holds="cards",
            silence=silence,
        )
        cites = draft.cite(*keys, OPTION_RULES[on], "option_refund", reading=reading)
        if is_everyones:
            cites += draft.cite("dealing_error_options", reading="ML-A70")
        draft.emit(MatterOpened(matter=matter, at=at, citations=cites))
    for number in boxes:  # nobody waits for who has left
        if draft.state.boxes[number].has_left:
            say_nothing(draft, number, at)


OPTION = "option_box"
OPTION_RULES = {
    "continue": "option_continue",
    "continue_reconstructed": "option_reconstructed",
    "refund": "option_refund",
}


def say_nothing(draft: Draft[State], number: int, at: int) -> None:
    """Silence means going on, or what else the House has said it means."""
    choose(draft, number, choice_of(draft.state, number).silence, at, is_silence=True)


def choice_of(state: State, number: int) -> Matter:
    return next(each for each in state.open if each.key == OPTION and each.about == number)


def choose(
    draft: Draft[State],
    number: int,
    choice: str,
    at: int,
    is_silence: bool = False,
    reading: str = "ML-A28",
) -> None:
    cites = draft.cite(OPTION_RULES[choice], reading=reading)
    matter = choice_of(draft.state, number)
    resolve(draft, matter, choice, is_silence=is_silence, citations=cites)
    if choice == "refund":
        take_back_hand(draft, number, cites)


def take_back_hand(draft: Draft[State], number: int, citations: tuple[Citation, ...]) -> None:
    """The player takes the bets back. Of a folded hand only the jackpot bet was still at stake."""
    if draft.state.boxes[number].is_in:
        cancel_hand(draft, number, citations)
        return
    folded = draft.cite("dealing_error_options", "fold", reading="ML-A56")
    return_bets(draft, number, ("progressive",), citations + folded)


# A hand that cannot be played

# What the others may do when one hand was cancelled for its number of cards.
wrong_number_in_hand: Behaviour[Callable[[Draft[State], list[int], int], None]] = Behaviour(
    MULTILINK.policies, "wrong_number_in_hand"
)


def cancel(draft: Draft[State], mistakes: Sequence[Mistake], at: int, is_moved: bool) -> None:
    """With it any other hand that lacks its cards or has some of another's: neither can be played on."""
    others = affected_as_they_lie(draft.rules, draft.state, mistakes)
    cites = draft.cite("option_refund" if is_moved else "wrong_number_in_hand", reading="ML-A48")
    if not is_moved:
        cites = draft.cite("wrong_number_in_hand", reading="ML-A27")
        mistakes = [
            each for each in wrong(draft.rules, draft.state) if each.kind in ("left_out", "short", "surplus")
        ] + list(mistakes)
    for number in dict.fromkeys(each.place for each in mistakes):
        box = draft.state.boxes.get(number)
        if box is not None and box.ante:
            cancel_hand(draft, number, cites)
    if not is_moved:
        wrong_number_in_hand.by(draft.rules)(draft, others, at)


@wrong_number_in_hand("others_choose")
def others_choose(draft: Draft[State], others: list[int], at: int) -> None:
    rules = ("wrong_number_in_hand",)
    boxes = [number for number in at_stake(draft.state) if number in others]
    offer_options(draft, boxes, at, is_reconstructed=False, rules=rules)


@wrong_number_in_hand("others_play_on")
def others_play_on(draft: Draft[State], others: list[int], at: int) -> None:
    """The edition says nothing about the others; a house may still give them the general choice."""
    if terms(draft.rules).v2_515_others_choice:
        boxes = [number for number in at_stake(draft.state) if number in others]
        offer_options(draft, boxes, at, is_reconstructed=False, reading="ML-A27")


# Answers, and time


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
