"""What dealer and pit may do: the course of the Round, what can have gone wrong, and house business."""

from collections.abc import Iterator
from typing import Final, get_args

from croupier.rulebook import Rules
from croupier.table import (
    Actor,
    Ask,
    GiveRuling,
    Option,
    ShuffleCards,
    cards_for,
    choice,
    integer,
    money,
    offer,
    text,
)

from . import commands as c
from . import reports as r
from .control import bet_areas
from .destinations import initial, next_place
from .flow import is_burn_due
from .misdeals import cards_missing, misdealt_areas
from .places import available
from .questions import questions
from .stakes import stakes
from .state import State, wager_of

IRREGULARITY: Final = "irregularity"
HOUSE: Final = "house"


def staff_candidates(rules: Rules, state: State, actor: Actor) -> Iterator[Option]:
    yield from course(rules, state)
    for decision in questions(rules, state):
        if decision.seat is None:
            ask = choice("choice", *decision.choices)
            yield offer(GiveRuling, decision.citations, ask, decision=decision.key)
    yield from irregularities(rules, state)
    yield from house_business(rules, state)


def course(rules: Rules, state: State) -> Iterator[Option]:
    """The ordinary way through a Round."""
    if state.phase in ("idle", "betting", "closed"):
        yield offer(c.BurnCard, rules.cite("missed_burn"))
    if state.phase == "idle":
        yield offer(ShuffleCards, rules.cite("decks"))
        yield offer(c.OpenBetting, rules.cite("commencement"))
    elif state.phase == "betting":
        yield offer(c.CloseBetting, rules.cite("betting_closes"))
        for number in state.areas:
            yield offer(c.AnnounceControl, rules.cite("unclear_control"), area=number)
    elif state.phase == "closed":
        asks = named(state, *initial(bet_areas(state)).places)
        yield offer(c.DealInitial, rules.cite("dealing"), *asks)
    elif state.phase == "dealt":
        yield offer(c.OfferSurrender, rules.cite("surrender_offered"))
        yield offer(c.OfferInsurance, rules.cite("insurance_offered"))
    elif state.phase == "surrender":
        yield offer(c.CloseSurrender, rules.cite("surrender_offered"))
    elif state.phase == "insurance":
        yield offer(c.CloseInsurance, rules.cite("insurance_offered"))
    elif state.phase == "playing":
        yield offer(c.DealCard, rules.cite("drawing"), *next_named(rules, state))
    elif state.phase == "complete":
        yield offer(c.SettleRound, rules.cite("round_of_play"))


def named_from_device(state: State, places: list[str]) -> tuple[Ask, ...]:
    """Cards that come from the device whatever lies beside it."""
    return (cards_for("cards", places),) if state.device.source == "physical" and places else ()


def named(state: State, *places: str) -> tuple[Ask, ...]:
    """A physical device has its cards named, unless the next one lies on the table already."""
    if len(places) == 1 and state.next_cards:
        return ()
    return named_from_device(state, list(places))


def next_named(rules: Rules, state: State) -> tuple[Ask, ...]:
    """The next card of the subsequent deal."""
    return named(state, *next_place(rules, state)) if state.device.source == "physical" else ()


def reconstruction(rules: Rules, state: State) -> Option:
    """Lay the initial cards again, with as many from the device as are missing."""
    asks = named_from_device(state, cards_missing(state))
    return offer(r.Reconstruct, rules.cite("incorrect_dealing_early"), *asks)


def irregularities(rules: Rules, state: State) -> Iterator[Option]:
    if state.phase == "idle":
        return
    if state.phase == "betting":
        yield from _overlooked(rules, state)
    if state.phase == "closed":
        yield from _misdeals(rules, state)
    if state.phase == "dealt":
        yield offer(r.SkipOffer, rules.cite("insurance_forgotten"), group=IRREGULARITY)
    if state.rebuild == "due":
        yield reconstruction(rules, state)
    if state.phase in ("dealt", "surrender", "insurance", "playing", "complete"):
        yield from _card_faults(rules, state)
    if state.phase != "betting":
        yield from _pulled(rules, state)
    yield offer(r.RiffleDiscards, rules.cite("cards_run_out"), group=IRREGULARITY)
    if state.cut_due >= 0:
        yield offer(
            r.CutCards, rules.cite("cards_run_out"), integer("position", 0, max(0, state.riffled - 1))
        )
    yield offer(r.ReportPowerFailure, rules.cite("power_failure"), group=IRREGULARITY)
    if state.power is not None:
        yield offer(r.ResumePlay, rules.cite("power_failure_no_outcome"))
    for fault in ("extra", "missing", "foreign", "unshuffled"):
        yield offer(
            r.ReportWrongCards, rules.cite("wrong_or_unshuffled_cards"), group=IRREGULARITY, fault=fault
        )
    yield offer(
        r.ReferIrregularity, rules.cite("matters_not_provided_for"), text("matter"), group=IRREGULARITY
    )


def _card_faults(rules: Rules, state: State) -> Iterator[Option]:
    dealing, together = rules.cite("incorrect_dealing"), rules.cite("simultaneous_cards")
    yield offer(r.ReportMisdeal, dealing, group=IRREGULARITY)
    yield offer(r.ReportFaceUpCard, rules.cite("face_up_card"), group=IRREGULARITY)
    yield offer(
        r.DrawInError, rules.cite("card_dealt_in_error"), *named(state, "card in error"), group=IRREGULARITY
    )
    yield offer(r.ApproveLateInsurance, rules.cite("insurance_forgotten"), group=IRREGULARITY)
    if state.phase not in ("playing", "complete"):
        return
    for disclosed in (0, 1, 2):
        asks = named(state, *["seen card"] * disclosed)
        yield offer(r.DrawTogether, together, *asks, group=IRREGULARITY, count=2, disclosed=disclosed)
    for number in (0, *state.areas):
        wrong = named(state, f"area {number}" if number else "Dealer")
        yield offer(r.DealToWrongArea, dealing, *wrong, group=IRREGULARITY, area=number)
    for number in state.areas:
        yield offer(r.PassOver, rules.cite("drawing"), group=IRREGULARITY, area=number)
        taken = rules.cite("skipped_player_taken_back")
        yield offer(r.ReportPassedOver, taken, group=IRREGULARITY, area=number)


def _misdeals(rules: Rules, state: State) -> Iterator[Option]:
    cites, numbers = rules.cite("incorrect_dealing"), bet_areas(state)
    for mistake in get_args(r.Mistake):
        if mistake.startswith("without_burning") != is_burn_due(rules, state):
            continue
        for number in misdealt_areas(rules, numbers, mistake) if mistake.endswith("area") else (0,):
            asks = named(state, *initial(numbers, mistake, number).places)
            where = {"area": number} if number else {}
            yield offer(r.Misdeal, cites, *asks, group=IRREGULARITY, mistake=mistake, **where)


def _pulled(rules: Rules, state: State) -> Iterator[Option]:
    """Wagers that a player may have taken off the layout after the close."""
    cites = rules.cite("late_withdrawal_ignored")
    for number, area in state.areas.items():
        bets = [(wager.place, "main") for wager in area.wagers]
        bets += [(side.place, side.bet) for side in area.sides]
        for place, bet in bets:
            name = state.players[place].name
            yield offer(r.ReportPulledWager, cites, group=IRREGULARITY, player=name, area=number, bet=bet)


def _overlooked(rules: Rules, state: State) -> Iterator[Option]:
    """Wagers under the minimum or over the maximum that nobody has noticed."""
    chip, least, most = rules.money("lowest_chip"), rules.money("main_min"), rules.money("main_max")
    for place, player in state.players.items():
        number = place if place <= rules.integer("areas") else 1
        free = available(state, place)
        free -= free % chip
        for low, high in ((chip, min(least - chip, free)), (most + chip, free)):
            if low <= high:
                yield offer(
                    r.OverlookWager,
                    rules.cite("under_minimum", "over_maximum"),
                    money("amount", low, high, chip),
                    group=IRREGULARITY,
                    player=player.name,
                    area=number,
                    bet="main",
                )


def house_business(rules: Rules, state: State) -> Iterator[Option]:
    for place, player in state.players.items():
        if player.is_absent:
            yield offer(r.ReportReturn, rules.cite("absent_player"), group=IRREGULARITY, player=player.name)
        else:
            yield offer(r.ReportAbsent, rules.cite("absent_player"), group=IRREGULARITY, player=player.name)
        kind = c.LiftRestriction if player.is_restricted else c.RestrictPlayer
        yield offer(kind, rules.cite("restrict_to_one_area"), group=HOUSE, player=player.name)
        if state.phase == "betting":
            number = place if place <= rules.integer("areas") else 1
            area = state.areas.get(number)
            wager = wager_of(area, place) if area else None
            if ask := stakes(rules, state, place, "main", wager.amount if wager else 0):
                cites, name = rules.cite("bets_on_request"), player.name
                yield offer(c.PlaceForPlayer, cites, ask, group=HOUSE, player=name, area=number, bet="main")
    wagers = integer("wagers", 1, rules.integer("wagers_per_area"))
    yield offer(c.RestrictWagers, rules.cite("fewer_wagers_per_area"), wagers, group=HOUSE)
