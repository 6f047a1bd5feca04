"""What a player may do now."""

from croupier.games.multilink import commands as c
from croupier.games.multilink import reports as r
from croupier.games.multilink.decisions import WINDOWS, is_blind, may_look, street_amount
from croupier.games.multilink.flow import due, is_shoe
from croupier.games.multilink.limits import bounds, can_bet_on, why_no_progressive
from croupier.games.multilink.seats import has_bets, is_seat_free
from croupier.games.multilink.state import Bet, Box, Player, State, dealt_in, next_to_decide
from croupier.games.multilink.terms import StreetBet, terms
from croupier.money import round_down, round_up
from croupier.rulebook import Rules
from croupier.table import Command, Option, choice, money, offer

_CHIPS_MAX = 10_000_000_00


def player_options(rules: Rules, state: State, name: str) -> list[Option]:
    player = state.players.get(name)
    chips = money("chips", 1, _CHIPS_MAX)
    if player is None:
        cites = rules.cite("seated_player", "boxes")
        free = [seat for seat in range(1, terms(rules).boxes + 1) if is_seat_free(state, seat)]
        return [offer(c.TakeSeat, cites, chips, group="house", seat=seat) for seat in free]
    found = _now(rules, state, name, player)
    found.append(offer(c.BuyChips, rules.cite("seated_player"), chips, group="house"))
    if not has_bets(state, name):
        found.append(offer(c.LeaveSeat, rules.cite("seated_player"), group="house"))
    return found


def _now(rules: Rules, state: State, name: str, player: Player) -> list[Option]:
    if state.trouble is not None:
        mine = [number for number in state.trouble.choosing if state.boxes[number].player == name]
        cites = rules.cite("dealing_error_options")
        choices = choice("choice", *state.trouble.choices)
        return [offer(r.ChooseOption, cites, choices, box=number) for number in mine]
    if state.phase == "betting":
        return _betting(rules, state, name, player)
    if state.phase in ("closed", "idle"):
        return []
    return _playing(rules, state, name, player)


_PLACE: dict[Bet, tuple[type[Command], str]] = {
    "ante": (c.PlaceAnte, "ante_required"),
    "bonus": (c.PlaceBonus, "bonus_bet"),
    "progressive": (c.PlaceProgressive, "progressive_bet"),
}


def _betting(rules: Rules, state: State, name: str, player: Player) -> list[Option]:
    if state.fault is not None and not state.fault.course:
        return []
    found: list[Option] = []
    for number in range(1, terms(rules).boxes + 1):
        if not can_bet_on(rules, state, name, number):
            continue
        box = state.boxes.get(number, Box(name, player.seat))
        found += _bets(rules, state, player, number, box)
        if box.staked:
            found.append(offer(c.WithdrawBets, rules.cite("betting_closes"), box=number))
    if not player.is_ready and dealt_in(state):
        found.append(offer(c.FinishBetting, rules.cite("betting_closes")))
    return found


def _bets(rules: Rules, state: State, player: Player, number: int, box: Box) -> list[Option]:
    found = []
    step = terms(rules).lowest_chip
    for bet, (kind, rule) in _PLACE.items():
        if bet != "ante" and not box.ante:
            continue
        if bet == "progressive" and why_no_progressive(state, number):
            continue
        least, most = bounds(rules, box, bet)
        if bet == "progressive":
            if 0 < most <= player.chips and most % step == 0:
                found.append(offer(kind, rules.cite(rule), box=number, amount=most))
            continue
        least, most = round_up(least, step), round_down(min(most, player.chips), step)
        if 0 < least <= most:
            found.append(offer(kind, rules.cite(rule), money("amount", least, most, step), box=number))
    return found


def _playing(rules: Rules, state: State, name: str, player: Player) -> list[Option]:
    found: list[Option] = []
    shoe = is_shoe(rules)
    mine = {number: box for number, box in state.boxes.items() if box.player == name}
    if may_look(rules, state, name):
        cites = rules.cite("flop_decision_shoe" if shoe else "flop_decision_shuffler", "other_boxes")
        found += [
            offer(c.LookAtHand, cites, box=number)
            for number, box in mine.items()
            if box.cards and box.status != "cancelled" and not box.is_examined
        ]
    asked = next_to_decide(state)
    if asked in mine and due(rules, state) == "decide":
        found += _decision(rules, state, player, asked, mine[asked])
    if state.phase == "showdown":
        cites = rules.cite("refusing_to_show")
        for number, box in mine.items():
            if box.is_in:
                found.append(offer(c.RefuseToShow, cites, group="irregularity", box=number))
            elif box.status == "refused" and not box.is_proved:
                found.append(offer(c.ProveHand, cites, box=number))
    return found


_STREETS: dict[StreetBet, tuple[type[Command], str]] = {
    "flop": (c.PlaceFlop, "flop_bet"),
    "turn": (c.PlaceTurn, "turn_bet"),
    "river": (c.PlaceRiver, "river_bet"),
}


def _decision(rules: Rules, state: State, player: Player, number: int, box: Box) -> list[Option]:
    bet = WINDOWS[state.phase]
    kind, rule = _STREETS[bet]
    is_barred = bet != "flop" and is_blind(box) and not terms(rules).blind_street_bets
    found = []
    costs = street_amount(rules, box, bet)
    if not is_barred and costs <= player.chips:
        found.append(offer(kind, rules.cite(rule), costs=costs, box=number))
    if bet == "flop":
        found.append(offer(c.Fold, rules.cite("fold"), box=number))
    else:
        found.append(offer(c.Check, rules.cite("check"), box=number))
    return found
