"""How an irregularity is carried to its end: rulings, the players' choices, cancelled hands, void Rounds."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeAlias

from msgspec.structs import replace

from croupier.games.multilink import events as e
from croupier.games.multilink.betting import return_bets
from croupier.games.multilink.flow import Here, nothing_open
from croupier.games.multilink.game import MULTILINK
from croupier.games.multilink.settlement import after_answer
from croupier.games.multilink.state import BETS, Bet, Box, State, asked, swept
from croupier.games.multilink.terms import terms
from croupier.links.terms import house_role
from croupier.rulebook import Citation, Rules
from croupier.table import Ask, Draft, GiveRuling, Matter, Moment, Offer, Role, refuse
from croupier.table.mistakes import Mistake
from croupier.table.rulings import MatterOpened, MatterResolved

Carry: TypeAlias = Callable[[Draft[State], GiveRuling, Matter], None]
FAULT = "progressive_fault"
VOID_AFTER_JACKPOT = "void_after_jackpot"


def ruling(*kinds: str) -> Callable[[Carry], Carry]:
    """Register what follows once a decision of one of these kinds has been taken and said."""

    def register(carry: Carry) -> Carry:
        @MULTILINK.ruling(*kinds)
        def ruled(draft: Draft[State], command: GiveRuling, matter: Matter) -> None:
            was_open = bool(draft.state.open)
            draft.emit(
                MatterResolved(
                    key=matter.key,
                    choice=command.choice,
                    reason=command.reason,
                    at=command.at,
                    citations=draft.cite(*matter.rules, "acting_in_position", reading=matter.reading),
                )
            )
            carry(draft, command, matter)
            if was_open:
                after_answer(draft)

        return carry

    return register


def ask(
    draft: Draft[State],
    key: str,
    question: str,
    choices: tuple[str, ...],
    rules: tuple[str, ...],
    reading: str | None = None,
    role: Role = Role.PIT_SUPERVISOR,
    where: int = 0,
    mistakes: tuple[Mistake, ...] = (),
    cards: tuple[int, ...] = (),
) -> None:
    """Put a question to a person, about a box or about what lies wrong; it comes before what was open."""
    draft.emit(
        MatterOpened(
            key=key,
            role=role,
            question=question,
            choices=choices,
            rules=rules,
            reading=reading,
            where=where,
            mistakes=mistakes,
            cards=cards,
            citations=draft.cite(*rules, reading=reading),
        )
    )


def refer(
    draft: Draft[State], question: str, *rules: str, reading: str | None = None, where: int = 0
) -> None:
    """No paragraph says what follows: the Shift Manager does, who may do whatever can be done."""
    keys = dict.fromkeys(("matters_not_provided_for", *rules))
    choices = tuple(provided(draft.rules, draft.state))
    ask(draft, "matter", question, choices, tuple(keys), reading, Role.SHIFT_MANAGER, where)


Ruled: TypeAlias = Callable[[Draft[State], GiveRuling], None]
Provides: TypeAlias = Callable[[Rules, State], dict[str, Ruled]]
# All that can be ruled on a matter now, by name: said where it is carried out.
_PROVIDED: list[Provides] = []


def provides(function: Provides) -> Provides:
    _PROVIDED.append(function)
    return function


def provided(rules: Rules, state: State) -> dict[str, Ruled]:
    return {name: carried for each in _PROVIDED for name, carried in each(rules, state).items()}


@MULTILINK.asking
def open_rulings(rules: Rules, state: State) -> Iterator[Matter]:
    """Everything that waits for a ruling. A fault's course may wait until the Round is over."""
    yield from (each for each in asked(state) if each.role is not Role.PLAYER)
    if state.fault is not None and not state.fault.course:
        blocking = ("block_box",) if state.fault.box else ()
        yield Matter(
            key=FAULT,
            role=house_role(rules),
            question="Which course is taken until the jackpot equipment is repaired?",
            choices=("close_table", *blocking, "without_progressive"),
            rules=("progressive_fault_later_rounds",),
            reading="ML-A39",
        )


# The choice after a dealing error


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
    choices = tuple(
        Matter(
            key="option_box",
            about=number,
            role=Role.PLAYER,
            seat=draft.state.boxes[number].seat,
            question=question,
            choices=(on, "refund"),
            rules=keys,
            reading=reading,
        )
        for number in boxes
    )
    cites = draft.cite(*keys, OPTION_RULES[on], "option_refund", reading=reading)
    if terms(draft.rules).dealing_error_affects == "everyone":
        cites += draft.cite("dealing_error_options", reading="ML-A70")
    draft.emit(e.OptionsOffered(choices=choices, at=at, citations=cites))
    for number in boxes:  # nobody waits for who has left
        if draft.state.boxes[number].has_left:
            say_nothing(draft, number, at)


OPTION_RULES = {
    "continue": "option_continue",
    "continue_reconstructed": "option_reconstructed",
    "refund": "option_refund",
}


def say_nothing(draft: Draft[State], number: int, at: int) -> None:
    """Silence means going on, or what else the House has said it means."""
    open_to_it = next(each.choices for each in asked(draft.state) if each.about == number)
    choice = "refund" if terms(draft.rules).option_default == "refund" else open_to_it[0]
    choose(draft, number, choice, at, is_default=True)


def choose(
    draft: Draft[State],
    number: int,
    choice: str,
    at: int,
    is_default: bool = False,
    reading: str = "ML-A28",
) -> None:
    cites = draft.cite(OPTION_RULES[choice], reading=reading)
    draft.emit(e.OptionChosen(box=number, choice=choice, at=at, is_default=is_default, citations=cites))
    if choice == "refund":
        take_back_hand(draft, number, cites)


# Cancelling and voiding


def bets_on(box: Box) -> dict[Bet, int]:
    return {bet: getattr(box, bet) for bet in BETS if getattr(box, bet)}


def cancel_hand(draft: Draft[State], number: int, citations: tuple[Citation, ...]) -> None:
    box = draft.state.boxes[number]
    draft.emit(
        e.HandCancelled(
            player=box.player,
            seat=box.seat,
            box=number,
            round=draft.state.round,
            refunds=bets_on(box),
            citations=citations,
        )
    )


def take_back_hand(draft: Draft[State], number: int, citations: tuple[Citation, ...]) -> None:
    """The player takes the bets back. Of a folded hand only the jackpot bet was still at stake."""
    if draft.state.boxes[number].is_in:
        cancel_hand(draft, number, citations)
        return
    folded = draft.cite("dealing_error_options", "fold", reading="ML-A56")
    return_bets(draft, number, ("progressive",), citations + folded)


def void(draft: Draft[State], why: str, *rules: str, reading: str | None = None) -> None:
    """The Round has no result. Once a prize has been paid out of the jackpot, that is for a person, or the
    House has said beforehand that it is kept or goes back.
    """
    state = draft.state
    is_paid, is_settled = any(box.prize >= 0 for box in state.boxes.values()), state.settled_in != "idle"
    policy = terms(draft.rules).void_after_jackpot_paid
    if is_paid and policy == "reverse" and not is_settled:
        take_back_prizes(draft)
        reading = "ML-A33"
    elif is_paid and policy == "keep":
        reading = "ML-A33"
    elif is_paid:
        question = f"{why}, but a jackpot prize has been paid: void what is unpaid, settle, or void all?"
        # The link has closed a Round that was settled, and takes nothing back.
        choices = ("void_unpaid", "settle", *(() if is_settled else ("void_all",)))
        keys = ("matters_not_provided_for", *rules)
        ask(draft, VOID_AFTER_JACKPOT, question, choices, keys, "ML-A33", Role.SHIFT_MANAGER)
        return
    emit_void(draft, why, draft.cite(*rules, reading=reading))


def take_back_prizes(draft: Draft[State]) -> None:
    """Nobody can have left with the chips: the bets of that hand lie on the layout still."""
    prizes = {
        number: e.PrizeBack(box.seat, box.player, box.prize)
        for number, box in draft.state.boxes.items()
        if box.prize >= 0
    }
    cites = draft.cite("void", "void_bets_returned", reading="ML-A33")
    draft.emit(e.JackpotTakenBack(round=draft.state.round, prizes=prizes, citations=cites))


def emit_void(draft: Draft[State], why: str, citations: tuple[Citation, ...]) -> None:
    refunds = {
        number: e.Refund(box.seat, box.player, bets_on(box))
        for number, box in draft.state.boxes.items()
        if box.staked
    }
    cites = citations + draft.cite("void", "void_bets_returned")
    draft.emit(e.RoundVoided(round=draft.state.round, why=why, refunds=refunds, citations=cites))


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


def report(at: Moment[State], rule: str, *asks: Ask, facts: Any = None) -> Offer:
    """Something that went wrong, offered to the dealer."""
    return Offer(at.cite(rule), asks, facts, group="irregularity")


def play_on(draft: Draft[State], why: str, *rules: str, reading: str | None = None) -> None:
    draft.emit(e.PlayContinues(why=why, citations=draft.cite(*rules, reading=reading)))


# Events


@MULTILINK.after(MatterOpened)
def matter_opened(state: State, event: MatterOpened) -> State:
    return replace(state, open=(event.matter, *state.open))


@MULTILINK.after(MatterResolved)
def matter_resolved(state: State, event: MatterResolved) -> State:
    if event.key == FAULT:
        return state
    left = tuple(each for each in state.open if each.key != event.key)
    return replace(state, open=left, asked_at=event.at)


@MULTILINK.after(e.OptionsOffered)
def options_offered(state: State, event: e.OptionsOffered) -> State:
    return replace(state, open=(*event.choices, *state.open), asked_at=event.at)


@MULTILINK.after(e.OptionChosen)
def option_chosen(state: State, event: e.OptionChosen) -> State:
    """The time of the others runs on; with the last answer that of the next decision begins."""
    left = tuple(each for each in state.open if each.about != event.box)
    return replace(state, open=left, asked_at=state.asked_at if left else event.at)


@MULTILINK.after(e.HandCancelled)
def hand_cancelled(state: State, event: e.HandCancelled) -> State:
    empty: dict[str, Any] = dict.fromkeys(event.refunds, 0)
    box = replace(state.boxes[event.box], status="cancelled", has_decided=True, registered=0, **empty)
    return replace(
        state,
        boxes=state.boxes | {event.box: box},
        players=state.with_chips(event.player, sum(event.refunds.values())),
        claims=tuple(number for number in state.claims if number != event.box),
    )


@MULTILINK.after(e.JackpotTakenBack)
def jackpot_taken_back(state: State, event: e.JackpotTakenBack) -> State:
    for number, prize in event.prizes.items():
        players = state.with_chips(prize.player, -prize.amount)
        state = replace(state.with_box(number, prize=-1), players=players)
    return state


@MULTILINK.after(e.RoundVoided)
def round_voided(state: State, event: e.RoundVoided) -> State:
    for number, refund in event.refunds.items():
        empty: dict[str, Any] = dict.fromkeys(refund.bets, 0)
        state = replace(
            state.with_box(number, **empty),
            players=state.with_chips(refund.player, sum(refund.bets.values())),
        )
    return replace(swept(state), phase="idle", settled_in="idle", open=(), claims=())
