"""A player who was passed over, one who is not there, and cards that run out."""

from collections import Counter

from croupier.cards import Card, SeedError, shuffle
from croupier.rulebook import Rules
from croupier.table import Draft, Role

from . import incidents as i
from .control import bet_areas, controller, current, due, is_held_up
from .destinations import initial
from .flow import advance, is_burn_due
from .game import FREEBET
from .misdeals import cards_missing
from .places import named_place, require_power
from .reports import (
    CutCards,
    PassOver,
    ReportAbsent,
    ReportPassedOver,
    ReportReturn,
    RiffleDiscards,
)
from .state import State


@FREEBET.on(PassOver, Role.DEALER)
def pass_over(draft: Draft[State], command: PassOver) -> None:
    state = draft.state
    target = current(state) if state.phase == "playing" else None
    if target is None or target[0] != command.area or state.skip or is_held_up(state):
        draft.refuse("drawing", "only the area whose turn it is can be passed over, one at a time")
    hand = state.areas[target[0]].hands[target[1]]
    if hand.wants_card or target[1] or hand.is_split or len(hand.cards) != 2:
        draft.refuse("drawing", "this player has been asked already")
    draft.emit(i.AreaPassedOver(area=command.area, citations=draft.rules.cite("drawing")))
    advance(draft)


@FREEBET.on(ReportPassedOver, Role.DEALER)
def report_passed_over(draft: Draft[State], command: ReportPassedOver) -> None:
    state = draft.state
    if state.skip is None or state.skip.area != command.area or state.phase not in ("playing", "complete"):
        draft.refuse("skipped_player_taken_back", f"area {command.area} was not passed over in this Round")
    if is_held_up(state):
        draft.refuse("skipped_player_taken_back", "a question is open; answer it first")
    served = list(dict.fromkeys(number for number, _ in state.skip.dealt))
    if len(served) > 1:
        cites = draft.rules.cite("skipped_player_too_late", reading="FB-A21")
        draft.emit(i.PassedOverTooLate(area=command.area, citations=cites))
        advance(draft)
        return
    later = served[0] if served else -1
    added, lost = _moved(state, later) if later > 0 else ({}, {})
    draft.emit(
        i.CardsTakenBack(
            area=command.area,
            later=later,
            cards=tuple(card for _, card in state.skip.dealt),
            added=added,
            lost=lost,
            citations=draft.rules.cite("skipped_player_taken_back", reading="FB-A21"),
        )
    )
    advance(draft)


def _moved(state: State, number: int) -> tuple[dict[int, int], dict[int, int]]:
    """Chips that players added on the area since, and chips that busted hands have cost them."""
    assert state.skip is not None
    area, before = state.areas[number], state.skip.later[number]
    added: dict[int, int] = {}
    lost: dict[int, int] = {}
    gone = {wager.place for wager in area.wagers if wager.is_out}
    for sign, hands in ((1, area.hands), (-1, before.hands)):
        for hand in hands:
            for stake in hand.stakes:
                added[stake.place] = added.get(stake.place, 0) + sign * stake.added
    for wager, old in zip(area.wagers, before.wagers, strict=True):
        added[wager.place] = added.get(wager.place, 0) + wager.busted - old.busted
        has_busted = old.is_live and not wager.is_live
        lost[wager.place] = wager.busted - old.busted + (old.value if has_busted else 0)
    return (
        {place: cents for place, cents in added.items() if cents and place not in gone},
        {place: cents for place, cents in lost.items() if cents and place not in gone},
    )


@FREEBET.on(ReportAbsent, Role.DEALER)
def report_absent(draft: Draft[State], command: ReportAbsent) -> None:
    place = named_place(draft, command.player)
    if draft.state.players[place].is_absent:
        draft.refuse("absent_player", f"{command.player} is noted as absent already")
    keys = ["absent_player"]
    if any(
        len(area.wagers) > 1 and controller(draft.state, n) == place for n, area in draft.state.areas.items()
    ):
        keys.append("absent_player_replaced")
    cites = draft.rules.cite(*keys, reading="FB-A28")
    draft.emit(i.PlayerAbsent(place=place, is_absent=True, citations=cites))
    advance(draft)


@FREEBET.on(ReportReturn, Role.DEALER)
def report_return(draft: Draft[State], command: ReportReturn) -> None:
    place = named_place(draft, command.player)
    if not draft.state.players[place].is_absent:
        draft.refuse("absent_player", f"{command.player} is not noted as absent")
    draft.emit(i.PlayerAbsent(place=place, is_absent=False, citations=draft.rules.cite("absent_player")))


def has_run_out(rules: Rules, state: State) -> bool:
    """Whether a card is needed that the device does not have."""
    if state.phase == "closed":
        return state.remaining < len(initial(bet_areas(state)).places) + is_burn_due(rules, state)
    if state.rebuild == "due":
        return state.remaining < len(cards_missing(state))
    return state.remaining < 1 and not state.next_cards and due(rules, state) is not None


def may_refill(rules: Rules, state: State) -> bool:
    """Whether there are discards to riffle, and riffling them is allowed."""
    return bool((rules["manual_shuffling"] or state.may_riffle) and (discards(state) or state.unseen))


def discards(state: State) -> tuple[Card, ...]:
    """The cards in the discard holder: all that have left the device and are not on the table."""
    table: list[Card] = [*state.dealer, *state.next_cards, *state.leftovers]
    for area in state.areas.values():
        for hand in area.hands:
            if hand.status != "bust":
                table += hand.cards
    return tuple((Counter(state.device.out) - Counter(table)).elements())


@FREEBET.on(RiffleDiscards, Role.DEALER)
def riffle_discards(draft: Draft[State], command: RiffleDiscards) -> None:
    state = draft.state
    if not has_run_out(draft.rules, state):
        draft.refuse("cards_run_out", "there are cards enough to go on")
    if not draft.rules["manual_shuffling"] and not state.may_riffle:
        draft.refuse(
            "matters_not_provided_for",
            "without manual shuffling this is for the gaming shift manager",
            reading="FB-A22",
        )
    held = discards(state)
    if not held and not state.unseen:
        draft.refuse("matters_not_provided_for", "the discard holder is empty: refer to the shift manager")
    target = due(draft.rules, state) or (next(iter(state.areas), 0), 0)
    cuts = controller(state, target[0]) if target[0] else None
    draft.emit(
        i.DiscardsRiffled(
            discards=len(held) + state.unseen,
            order=_riffled(draft, command, held) if state.device.source == "virtual" else (),
            seed=command.seed,
            cuts=cuts or 0,
            citations=draft.rules.cite("cards_run_out", "shuffle_after_run_out"),
        )
    )


def _riffled(draft: Draft[State], command: RiffleDiscards, held: tuple[Card, ...]) -> tuple[Card, ...]:
    if command.seed:
        try:
            return shuffle(held, bytes.fromhex(command.seed), "riffle")
        except (ValueError, SeedError) as error:
            draft.refuse("cards_run_out", f"the seed does not do: {error}")
    missing = Counter(command.first_cards) - Counter(held)
    if missing:
        draft.refuse("cards_run_out", f"{' '.join(missing)} is not in the discard holder")
    return (*command.first_cards, *(Counter(held) - Counter(command.first_cards)).elements())


@FREEBET.on(CutCards, Role.PLAYER, also=(Role.DEALER,))
def cut_cards(draft: Draft[State], command: CutCards) -> None:
    state = draft.state
    require_power(draft)
    place = state.places.get(command.by.id, 0) if command.by.role is Role.PLAYER else 0
    if state.cut_due < 0 or (state.cut_due != place and command.by.role is Role.PLAYER):
        draft.refuse("cards_run_out", "it is not for you to cut now")
    if place == 0 and state.cut_due > 0 and not state.players[state.cut_due].is_absent:
        draft.refuse("cards_run_out", f"{state.players[state.cut_due].name} cuts the cards")
    if not 0 <= command.position < max(1, state.riffled):
        draft.refuse("cards_run_out", f"cut at 0 to {state.riffled - 1}")
    draft.emit(i.CardsCut(position=command.position, citations=draft.rules.cite("cards_run_out")))
