"""What each person may do now. Candidates are tried on the real handlers: what is legal is said once."""

from collections.abc import Iterator
from itertools import islice
from typing import Any

from croupier.cards import DECK, Card
from croupier.rulebook import Rules
from croupier.table import (
    Accepted,
    Actor,
    Ask,
    Game,
    GiveRuling,
    Option,
    Role,
    choice,
    fill,
    integer,
    money,
    offer,
)

from . import commands as c
from . import reports as r
from .control import controller, current, due, short_in_play
from .places import available
from .questions import questions
from .staff_options import staff_candidates
from .stakes import half_of, stakes
from .state import BETS, State, wager_of


def options(game: Game[State], rules: Rules, state: State, actor: Actor) -> tuple[Option, ...]:
    if actor.role is Role.PLAYER:
        candidates = player_candidates(rules, state, actor)
    else:
        candidates = staff_candidates(rules, state, actor)
    return tuple(option for option in candidates if is_accepted(game, rules, state, actor, option))


def is_accepted(game: Game[State], rules: Rules, state: State, actor: Actor, option: Option) -> bool:
    """Try the option with the first answer to each of its blanks."""
    values = {ask.field: _first_answer(state, ask) for ask in option.asks}
    command = fill(game.commands_by_name[option.command], option, actor, **values)
    return isinstance(game.decide(rules, state, command), Accepted)


def _first_answer(state: State, ask: Ask) -> Any:
    if ask.kind in ("money", "integer"):
        return ask.minimum
    if ask.kind == "choice":
        return ask.choices[0]
    return unused_cards(state, ask.minimum) if ask.kind == "cards" else "something"


def unused_cards(state: State, count: int) -> list[Card]:
    """Cards that a physical device could still hold."""
    out = state.device.out
    left = (card for card in DECK for _ in range(state.device.decks - out.count(card)))
    return list(islice(left, count))


def player_candidates(rules: Rules, state: State, actor: Actor) -> Iterator[Option]:
    place = state.places.get(actor.id)
    if place is None:
        yield from _seats(rules, state)
        return
    cites = rules.cite("wager_then_decide")
    if state.phase == "betting":
        yield from _bets(rules, state, place)
    elif state.phase == "surrender":
        yield from _surrenders(rules, state, place)
    elif state.phase == "insurance":
        yield from _insurances(rules, state, place)
    elif state.phase == "playing":
        yield from _plays(rules, state, place)
    for decision in questions(rules, state):
        if decision.seat == place:
            ask = choice("choice", *decision.choices)
            yield offer(GiveRuling, decision.citations, ask, decision=decision.key)
    for claim in {n.area: n for n in state.claims if n.place == place}.values():
        yield offer(c.GiveWay, rules.cite("side_wager_priority_unresolved"), area=claim.area)
    if state.cut_due == place:
        yield offer(r.CutCards, rules.cite("cards_run_out"), integer("position", 0, state.riffled - 1))
    if state.withdraw_right:
        rights = rules.cite("withdrawal_when_dissatisfied")
        for number in state.areas:
            yield offer(r.WithdrawFromArea, rights, group="irregularity", area=number)
    yield offer(c.BuyChips, cites, money("amount", 1_00, 10_000_00, 1_00), group="house")
    yield offer(c.LeaveTable, rules.cite("round_of_play"), group="house")


def _seats(rules: Rules, state: State) -> Iterator[Option]:
    areas = rules.integer("areas")
    free = [place for place in range(1, areas + 1) if place not in state.players]
    standing = next(place for place in range(areas + 1, 99) if place not in state.players)
    for place in (*free, standing):
        chips = money("chips", 1_00, 100_000_00, 1_00)
        yield offer(c.SitDown, rules.cite("several_areas"), chips, group="house", seat=place)


def _bets(rules: Rules, state: State, place: int) -> Iterator[Option]:
    within = rules.cite("wagers_within_limits")
    areas = sorted(range(1, rules.integer("areas") + 1), key=lambda number: number != place)
    for number in areas:  # the own one first
        area = state.areas.get(number)
        wager = wager_of(area, place) if area else None
        if ask := stakes(rules, state, place, "main", wager.amount if wager else 0):
            yield offer(c.PlaceWager, within, ask, area=number)
        if wager:
            yield offer(c.WithdrawWager, rules.cite("betting_closes"), area=number, bet="main")
        for bet in BETS if area else ():
            side = next((s for s in area.sides if (s.bet, s.place) == (bet, place)), None) if area else None
            if ask := stakes(rules, state, place, bet, side.amount if side else 0, number):
                yield offer(c.PlaceSideWager, rules.cite(f"{bet}_wager"), ask, area=number, bet=bet)
            if side:
                yield offer(c.WithdrawWager, rules.cite("betting_closes"), area=number, bet=bet)
    yield offer(c.Ready, rules.cite("betting_closes"))


def _surrenders(rules: Rules, state: State, place: int) -> Iterator[Option]:
    cites = rules.cite("surrender", "surrender_offered")
    for number, area in state.areas.items():
        if wager_of(area, place):
            yield offer(c.Surrender, cites, area=number)
            yield offer(c.PlayOn, cites, area=number)


def _insurances(rules: Rules, state: State, place: int) -> Iterator[Option]:
    chip, cites = rules.money("lowest_chip"), rules.cite("insurance", "insurance_offered")
    for number, area in state.areas.items():
        for wager in area.wagers:
            chips = available(state, place, (number, "insurance", wager.place))
            most = min(half_of(rules, wager), chips)
            ask = money("amount", chip, most - most % chip, chip) if most >= chip else None
            if wager.place == place:
                if ask:
                    yield offer(c.Insure, cites, ask, area=number)
                yield offer(c.DeclineInsurance, cites, area=number)
                yield offer(c.TakeEvenMoney, rules.cite("even_money"), area=number)
            elif ask and (number, wager.place) in state.declined:
                name = state.players[wager.place].name
                yield offer(c.InsureOther, rules.cite("insurance_by_others"), ask, area=number, player=name)


def _plays(rules: Rules, state: State, place: int) -> Iterator[Option]:
    target = current(state)
    following = state.following
    if following and place in following.asked:
        number = following.area
        yield offer(c.KeepWager, rules.cite(f"following_a_{following.kind}"), area=number)
        decides = False
    elif target and controller(state, target[0]) == place:
        number, decides = target[0], True
    else:
        return
    area = state.areas[number]
    wager = next(w for w in area.wagers if w.place == place)
    least, most = rules.money("main_min"), min(wager.value, state.players[place].chips)
    chip = rules.money("lowest_chip")
    least, most = least + -least % chip, most - most % chip
    if decides:
        yield offer(c.Hit, rules.cite("drawing"), area=number)
        yield offer(c.Stand, rules.cite("stand_on_two_cards", "drawing"), area=number)
        yield offer(r.RefuseCard, rules.cite("error_card_refused"), group="irregularity", area=number)
    if least <= most:
        yield offer(c.Double, rules.cite("double"), money("amount", least, most, chip), area=number)
    yield offer(c.FreeDouble, rules.cite("free_double"), area=number)
    yield offer(c.Split, rules.cite("ten_value_split"), costs=wager.value, area=number)
    yield offer(c.FreeSplit, rules.cite("free_split"), area=number)


def awaited(rules: Rules, state: State) -> tuple[int, ...]:
    """Places that are asked something now."""
    if state.phase == "betting":
        return tuple(
            place
            for place, player in sorted(state.players.items())
            if not player.is_ready and not player.is_absent and player.chips
        )
    asked = [d.seat for d in questions(rules, state) if d.seat]
    if state.tie:
        asked += [claim.place for claim in state.tie]
    is_calm = not (state.rebuild or state.referred or state.power is not None or state.is_closing)
    if state.phase in ("surrender", "insurance") and is_calm:
        asked += [
            wager.place
            for number, area in state.areas.items()
            for wager in area.wagers
            if wager.is_live and area.hands and (number, wager.place) not in state.answered
        ]
    if state.cut_due > 0:
        asked.append(state.cut_due)
    if not asked and state.phase == "playing":
        asked = _playing(rules, state)
    return tuple(dict.fromkeys(place for place in asked if not state.players[place].is_absent))


def _playing(rules: Rules, state: State) -> list[int]:
    if state.following:
        return list(state.following.asked)
    target = current(state)
    if target is None or due(rules, state) is not None or short_in_play(state):
        return []
    place = controller(state, target[0])
    return [place] if place else []
