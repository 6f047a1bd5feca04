"""From "place your bets" to "no more bets": the shuffle, main and side wagers, the closing call."""

from collections.abc import Iterator
from functools import lru_cache, partial
from typing import Any, NoReturn, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from croupier.games.freebet import commands as c
from croupier.games.freebet import events as e
from croupier.games.freebet.claims import is_short_wager, outside_limits, resolve_claims, without_claim
from croupier.games.freebet.control import controller
from croupier.games.freebet.dealing import is_cut_card_out
from croupier.games.freebet.game import FREEBET
from croupier.games.freebet.offered import insure_for, refuse_insurance
from croupier.games.freebet.permissions import (
    available,
    during,
    named_place,
    own_place,
    present,
    refuse_amount,
    whole_chips,
)
from croupier.games.freebet.state import (
    BETS,
    Area,
    Insurance,
    SideWager,
    State,
    Wager,
    place_of,
    places_asked,
    wager_of,
    with_wager,
)
from croupier.games.freebet.terms import Terms
from croupier.messages import Message
from croupier.rulebook import Rules
from croupier.table import (
    Actor,
    Ask,
    CardsShuffled,
    Draft,
    Moment,
    Offer,
    Option,
    Refused,
    Role,
    ShuffleCards,
    loaded,
    money,
    option_of,
    refuse,
    shuffled,
)
from croupier.table.offers import within
from croupier.table.options import Group

Staking: TypeAlias = c.PlaceWager | c.PlaceSideWager | c.PlaceForPlayer

_DAY_MS = 24 * 60 * 60 * 1000
_SINGAPORE_MS = 8 * 60 * 60 * 1000


@FREEBET.action(ShuffleCards, Role.DEALER, each=during("idle"))
def shuffle_cards(at: Moment[State]) -> Offer:
    if at.state.phase != "idle":
        at.refuse("decks", "the cards are shuffled between Rounds; this one is not over")
    return Offer(at.cite("decks"))


@shuffle_cards.taken
def shuffle(draft: Draft[State], command: ShuffleCards, offer: Offer) -> None:
    keys = ("decks", draft.state.shuffle_due) if draft.state.shuffle_due else ("decks",)
    event: CardsShuffled = shuffled(command, "card_shoe", Terms.of(draft.rules).decks, draft.cite(*keys))
    draft.emit(event)


@FREEBET.after(CardsShuffled)
def cards_shuffled(state: State, event: CardsShuffled) -> State:
    return replace(state, device=loaded(event), shoe="unburnt", shuffle_due="")


@FREEBET.action(c.OpenBetting, Role.DEALER, each=during("idle"))
def open_betting(at: Moment[State]) -> Offer:
    state, terms = at.state, Terms.of(at.rules)
    at.require(state.phase == "idle", "commencement", "a Round is under way; finish it first")
    at.require(not state.shuffle_due, state.shuffle_due, "the cards must be shuffled before another Round")
    if state.shoe == "no_cards" or state.device.decks != terms.decks:
        at.refuse("decks", "put {decks} shuffled decks into the device first", decks=terms.decks)
    missed = terms.manual_shuffling and is_cut_card_out(at.rules, state)
    return Offer(at.cite("commencement"), facts=missed)


@open_betting.taken
def opened(draft: Draft[State], command: c.OpenBetting, offer: Offer) -> None:
    missed: bool = offer.facts
    keys = ("commencement", "round_of_play", *(("missed_shuffle",) if missed else ()))
    draft.emit(e.BettingOpened(is_shuffle_missed=missed, citations=draft.cite(*keys)))


@FREEBET.after(e.BettingOpened)
def betting_opened(state: State, event: e.BettingOpened) -> State:
    due = "missed_shuffle" if event.is_shuffle_missed else state.shuffle_due
    return replace(state, phase="betting", round=state.round + 1, shuffle_due=due)


# What may be bet


class Room(Struct, frozen=True):
    """What a player may put on one spot of the layout: how much he has free, and what lies there already."""

    place: int
    area: int
    bet: c.MainOrSide
    already: int
    chips: int
    keys: tuple[str, ...]

    def ask(self, at: Moment[State]) -> Ask | None:
        least, most = Terms.of(at.rules).limits(self.bet)
        chip = Terms.of(at.rules).lowest_chip
        return whole_chips(at, max(least - self.already, chip), min(most - self.already, self.chips))


def require_open(at: Moment[State]) -> None:
    at.require(at.state.phase != "idle", "commencement", "wait for the call to place your bets")
    if at.state.phase != "betting":
        at.refuse(
            "late_wager_refused",
            "bets are closed: no wager may be placed or increased until the next Round",
            reading="FB-A41",
        )


def require_area(at: Moment[State], number: int, bet: c.MainOrSide) -> None:
    """Only what the layout shows can be bet on."""
    areas = Terms.of(at.rules).areas
    if not 1 <= number <= areas:
        cites = at.cite(f"{bet}_areas", "appendix_a", "appendix_b")
        refuse(cites, "this table has areas 1 to {areas}", areas=areas)


# Why a spot takes nothing: the rule, what may be done instead, and the reading where there is one.
Closed: TypeAlias = tuple[str, Message, str | None]


def lying_main(terms: Terms, state: State, place: int, number: int, is_elsewhere: bool) -> int | Closed:
    """What a player has on this area already, or why no wager of his may lie there.

    `is_elsewhere` says whether he has a wager on any area: who lists all of them finds that out once.
    """
    if (area := state.areas.get(number)) is not None:
        for wager in area.wagers:
            if wager.place == place:
                return wager.amount
        most = min(terms.wagers_per_area, state.wagers_max or terms.wagers_per_area)
        if len(area.wagers) >= most:
            rule = "fewer_wagers_per_area" if most < terms.wagers_per_area_max else "wagers_per_area"
            said = "area {area} has {most} wagers, which is the limit; choose another area"
            return rule, Message(said, {"area": number, "most": most}), None
    if is_elsewhere and state.players[place].is_restricted:
        return "restrict_to_one_area", Message("a pit manager has restricted you to one area"), None
    if is_elsewhere and not terms.allow_multi_area:
        return "restrict_to_one_area", Message("this table takes one area per player"), "FB-A54"
    return 0


def is_betting(state: State, place: int) -> bool:
    """Whether this player has a wager on any area."""
    return any(wager_of(area, place) for area in state.areas.values())


def main_room(at: Moment[State], place: int, number: int) -> Room:
    """The rules that let a player wager on this area, and how much."""
    require_open(at)
    require_area(at, number, "main")
    state, terms = at.state, Terms.of(at.rules)
    is_elsewhere = is_betting(state, place)
    found = lying_main(terms, state, place, number, is_elsewhere)
    if not isinstance(found, int):
        refuse_closed(at, found)
    keys = ("wagers_per_area", *(("several_areas",) if is_elsewhere else ())) if not found else ()
    return Room(place, number, "main", found, available(state, place), keys)


def refuse_closed(at: Moment[State], closed: Closed) -> NoReturn:
    rule, said, reading = closed
    at.refuse(rule, said.template, reading, **said.values)


def lying_side(terms: Terms, area: Area, place: int, number: int, bet: str) -> int | Closed:
    """The same for a side wager on an area that is played."""
    lying, most = 0, terms.side_wagers_per_area_max
    for side in area.sides:
        if side.bet == bet:
            if side.place == place:
                return side.amount
            lying += 1
    if lying < most:
        return 0
    values = {"area": number, "most": most, "bet": bet}
    return "side_wagers_per_area", Message("area {area} has {most} {bet:name} wagers", values), None


def side_room(at: Moment[State], place: int, number: int, bet: c.MainOrSide) -> Room:
    require_open(at)
    require_area(at, number, bet)
    area = at.state.areas.get(number)
    if area is None:
        template = "area {area} has no main wager; areas with one: {areas:list}"
        areas = sorted(at.state.areas)
        at.refuse("side_wager_without_main", template, area=number, areas=areas or [Message("none yet")])
    found = lying_side(Terms.of(at.rules), area, place, number, bet)
    if not isinstance(found, int):
        refuse_closed(at, found)
    chips = available(at.state, place, (number, bet, 0))
    return Room(place, number, bet, found, chips, (f"{bet}_wager", "side_wagers_on_several_areas"))


def room_for(at: Moment[State], place: int, number: int, bet: c.MainOrSide) -> Room:
    return main_room(at, place, number) if bet == "main" else side_room(at, place, number, bet)


def stake_offer(at: Moment[State], room: Room, rule: str, group: Group = "play") -> Offer:
    ask = room.ask(at)
    if ask is None:
        refuse_limits(at, room, None)
    return Offer(at.cite(rule), (ask,), facts=room, group=group)


def refuse_limits(at: Moment[State], room: Room, amount: int | None) -> NoReturn:
    least, most = Terms.of(at.rules).limits(room.bet)
    whole = room.already + (amount or 0)
    said = "you have {chips:money} free" if amount is None else "not {whole:money}"
    at.refuse(
        "wagers_within_limits",
        "a {bet:name} wager here is {least:money} to {most:money}, {said}",
        reading="FB-A24" if whole < least else None,
        bet=room.bet,
        least=least,
        most=most,
        said=Message(said, {"chips": room.chips, "whole": whole}),
    )


# Placing them


@within("betting")
def open_areas(at: Moment[State]) -> Iterator[dict[str, int]]:
    """The areas of the table, the player's own first."""
    place = present(at)
    if place is not None:
        areas = range(1, Terms.of(at.rules).areas + 1)
        yield from ({"area": number} for number in sorted(areas, key=lambda number: number != place))


@FREEBET.action(c.PlaceWager, Role.PLAYER, each=open_areas)
def place_wager(at: Moment[State], area: int) -> Offer:
    return stake_offer(at, main_room(at, own_place(at), area), "wagers_within_limits")


@within("betting")
def open_sides(at: Moment[State]) -> Iterator[dict[str, Any]]:
    for target in open_areas(at):
        if target["area"] in at.state.areas:
            yield from ({**target, "bet": bet} for bet in BETS)


@FREEBET.action(c.PlaceSideWager, Role.PLAYER, each=open_sides)
def place_side_wager(at: Moment[State], area: int, bet: c.MainOrSide) -> Offer:
    return stake_offer(at, side_room(at, own_place(at), area, bet), f"{bet}_wager")


@within("betting")
def own_areas_of_all(at: Moment[State]) -> Iterator[dict[str, Any]]:
    """Each player with his own area, the first for those who stand."""
    areas = Terms.of(at.rules).areas
    for place, player in at.state.players.items():
        yield {"player": player.name, "area": place if place <= areas else 1, "bet": "main"}


@FREEBET.action(c.PlaceForPlayer, Role.DEALER, "bets_on_request", each=own_areas_of_all)
def place_for_player(at: Moment[State], player: str, area: int, bet: c.Requested) -> Offer:
    place = named_place(at, player)
    if bet == "insurance":
        found = insure_for(_as_player(at, place), area)
        cites = at.cite("bets_on_request")
        return replace(found, citations=cites, under=found.under + cites, group="house")
    return stake_offer(at, room_for(at, place, area, bet), "bets_on_request", group="house")


def _as_player(at: Moment[State], place: int) -> Moment[State]:
    """The same moment for the player at whose request something is done."""
    return Moment(at.rules, at.state, Actor(at.state.players[place].name, Role.PLAYER, place), at.now)


@place_for_player.outside
def refuse_request(at: Moment[State], command: c.PlaceForPlayer, offer: Offer, ask: Ask) -> NoReturn:
    if command.bet == "insurance":
        refuse_insurance(at, command, offer, ask)
    refuse_stake(at, command, offer, ask)


@place_wager.outside
@place_side_wager.outside
def refuse_stake(at: Moment[State], command: Staking, offer: Offer, ask: Ask) -> NoReturn:
    refuse_amount(at, "wagers_within_limits", command.amount, offer.facts.chips)
    refuse_limits(at, offer.facts, command.amount)


@place_wager.taken
@place_side_wager.taken
@place_for_player.taken
def placed(draft: Draft[State], command: Staking, offer: Offer) -> None:
    if offer.event is not None:
        draft.emit(offer.event(amount=command.amount, citations=offer.under))
        return
    extra = ("bets_on_request",) if isinstance(command, c.PlaceForPlayer) else ()
    put(draft, offer.facts, command.amount, extra)


@FREEBET.on(c.SeparateWager, Role.PLAYER)
def separate_wager(draft: Draft[State], command: c.SeparateWager) -> None:
    at = Moment(draft.rules, draft.state, command.by, command.at)
    own = lying_main(Terms.of(at.rules), at.state, own_place(at), command.area, is_elsewhere=False)
    said = "one wager of a player lies on an area: add to it" if own else "place your wager on area {area}"
    at.refuse("no_divided_wager", said, reading="FB-A20", area=command.area)


@within("betting", "claims", "closed", "dealt", "surrender", "insurance", "playing")
def placed_on_layout(at: Moment[State]) -> Iterator[dict[str, Any]]:
    for number, area in at.state.areas.items():
        for wager in area.wagers:
            yield {"player": at.state.players[wager.place].name, "area": number, "bet": "main"}


@FREEBET.action(c.ReportPlacement, Role.DEALER, each=placed_on_layout)
def report_placement(at: Moment[State], player: str, area: int, bet: c.Requested) -> Offer:
    """It was for the player to look: the stake stands, unless it is taken back before the closing call."""
    place, there = named_place(at, player), at.state.areas.get(area, Area())
    lying: tuple[Wager | SideWager | Insurance, ...] = there.wagers if bet == "main" else there.insurances
    if bet not in ("main", "insurance"):
        lying = tuple(side for side in there.sides if side.bet == bet)
    if all(each.place != place for each in lying):
        at.refuse("bets_on_request", "{player} has no such wager there", player=player)
    late = () if at.state.phase == "betting" else ("late_withdrawal_ignored",)
    cites, stands = at.cite("bets_on_request", *late), partial(e.PlacementStands, area=area, bet=bet)
    return Offer(cites, event=partial(stands, place=place), group="irregularity")


@FREEBET.on(c.OverlookWager, Role.DEALER)
def overlook_wager(draft: Draft[State], command: c.OverlookWager) -> None:
    """A wager outside the limits is on the layout and nobody has noticed it."""
    at = Moment(draft.rules, draft.state, command.by, command.at)
    least, most = Terms.of(at.rules).limits(command.bet)
    place = named_place(at, command.player)
    room = room_for(at, place, command.area, command.bet)
    refuse_amount(at, "wagers_within_limits", command.amount, room.chips)
    whole = room.already + command.amount
    if least <= whole <= most:
        said = "{whole:money} is inside the limits of {least:money} to {most:money}; it is simply placed"
        at.refuse("wagers_within_limits", said, whole=whole, least=least, most=most)
    is_void = whole < least and is_remembered(at, place, command.bet)
    put(draft, room, command.amount, overlooked=True, is_void=is_void)


@FREEBET.lists
def overlooked(at: Moment[State]) -> Iterator[Option]:
    """Wagers under the minimum or over the maximum that nobody has noticed: two ranges, two options."""
    if at.state.phase != "betting":
        return
    chip, (least, most) = Terms.of(at.rules).lowest_chip, Terms.of(at.rules).limits("main")
    for target in own_areas_of_all(at):
        try:
            room = main_room(at, named_place(at, target["player"]), target["area"])
        except Refused:
            continue
        free = 0 if room.already else room.chips - room.chips % chip
        for low, high in ((chip, min(least - chip, free)), (most + chip, free)):
            if low <= high:
                cites, ask = at.cite("under_minimum", "over_maximum"), money("amount", low, high, chip)
                yield option_of(c.OverlookWager, cites, ask, group="irregularity", **target)


def is_remembered(at: Moment[State], place: int, bet: str) -> bool:
    """Whether this player has had a wager under the minimum settled before."""
    since = at.state.breaches.settled.get(at.state.players[place].name)
    if since is None or not is_short_wager(at.rules, bet, 0):
        return False
    if Terms.of(at.rules).under_minimum_memory != "day":
        return True
    return (since + _SINGAPORE_MS) // _DAY_MS == (at.now + _SINGAPORE_MS) // _DAY_MS


def put(
    draft: Draft[State],
    room: Room,
    amount: int,
    extra: tuple[str, ...] = (),
    overlooked: bool = False,
    is_void: bool = False,
) -> None:
    """Put chips on the layout; on a side wager of somebody else's area it is a claim first."""
    rules, most = draft.rules, Terms.of(draft.rules).limits(room.bet)[1]
    whole = room.already + amount
    is_short = is_short_wager(rules, room.bet, whole) and not is_void
    unnoticed = outside_limits(rules, room.bet, whole) if overlooked else ()
    if room.bet == "main":
        cites = rules.cite("wagers_within_limits", "wager_then_decide", *room.keys, *extra)
        if room.already:
            cites += rules.cite("no_divided_wager", reading="FB-A20")
        if unnoticed:
            cites += rules.cite(*unnoticed)
        draft.emit(
            e.WagerPlaced(
                area=room.area,
                place=room.place,
                amount=amount,
                value=min(whole, most),
                is_void=is_void,
                is_short=is_short,
                citations=cites,
            )
        )
        return
    keys = ("wagers_within_limits", *room.keys, *extra, *unnoticed)
    is_outsider = wager_of(draft.state.areas[room.area], room.place) is None
    if is_outsider and not room.already:  # nor does an overlooked one come before those with priority
        cites = rules.cite(*keys, "side_wager_without_main", reading="FB-A09")
        claim = partial(e.BetClaimed, area=room.area, bet=room.bet, place=room.place, amount=amount)
        draft.emit(claim(is_void=is_void, citations=cites))
        return
    is_first = controller(draft.state, room.area) == room.place
    first = () if is_first else ("side_wager_priority_same_area",)
    draft.emit(
        e.SideWagerPlaced(
            area=room.area,
            place=room.place,
            bet=room.bet,
            amount=amount,
            value=min(whole, most),
            is_void=is_void,
            is_short=is_short,
            citations=rules.cite(*keys, "side_wager_first_priority", *first),
        )
    )


@FREEBET.after(e.WagerPlaced)
def wager_placed(state: State, event: e.WagerPlaced) -> State:
    area = state.areas.get(event.area, Area())
    old = next((wager for wager in area.wagers if wager.place == event.place), None)
    if old is None:
        wager = Wager(event.place, event.amount, event.value, is_void=event.is_void, is_short=event.is_short)
        area = replace(area, wagers=(*area.wagers, wager))
    else:
        amount = old.amount + event.amount
        changes = {"value": event.value, "is_void": event.is_void, "is_short": event.is_short}
        area = with_wager(area, event.place, amount=amount, **changes)
    whole = event.amount + (old.amount if old else 0)
    return _breach(state.with_area(event.area, area), event, whole).with_chips(event.place, -event.amount)


@FREEBET.after(e.SideWagerPlaced)
def side_wager_placed(state: State, event: e.SideWagerPlaced) -> State:
    area = state.areas[event.area]
    others = tuple(s for s in area.sides if (s.bet, s.place) != (event.bet, event.place))
    old = sum(s.amount for s in area.sides) - sum(s.amount for s in others)
    side = SideWager(event.bet, event.place, old + event.amount, event.value, event.is_void, event.is_short)
    state = without_claim(state, event.area, event.bet, 0, event.place)
    state = _breach(state.with_area(event.area, replace(area, sides=(*others, side))), event, side.amount)
    return state.with_chips(event.place, -event.amount)


def _breach(state: State, event: e.WagerPlaced | e.SideWagerPlaced, whole: int) -> State:
    """Remember a wager outside the limits until the Round is settled."""
    is_breach = event.is_short or event.is_void or event.value < whole
    if not is_breach and not state.breaches.short:
        return state
    was = state.breaches
    return replace(state, breaches=replace(was, is_any=was.is_any or is_breach, short=_short(state)))


def _short(state: State) -> tuple[int, ...]:
    """The places of all wagers under the minimum on the layout."""
    found: list[int] = []
    for area in state.areas.values():
        found += [wager.place for wager in area.wagers if wager.is_short]
        found += [side.place for side in area.sides if side.is_short]
    return tuple(found)


# Taking them back


@within("betting")
def own_bets(at: Moment[State]) -> Iterator[dict[str, Any]]:
    place = place_of(at.state, at.by.id)
    for number, area in at.state.areas.items():
        if any(wager.place == place for wager in area.wagers):
            yield {"area": number, "bet": "main"}
        yield from ({"area": number, "bet": side.bet} for side in area.sides if side.place == place)
    yield from ({"area": claim.area, "bet": claim.bet} for claim in at.state.claims if claim.place == place)


@FREEBET.action(c.WithdrawWager, Role.PLAYER, each=own_bets)
def withdraw_wager(at: Moment[State], area: int, bet: c.Requested) -> Offer:
    place, state = own_place(at), at.state
    if place in places_asked(state, "power_failure"):
        at.refuse(
            "power_failure_no_outcome", "after a power failure all of your wagers are withdrawn or none"
        )
    if state.phase not in ("idle", "betting"):
        at.refuse(
            "late_withdrawal_ignored",
            "bets are closed: the wager stays in play and wins or loses with the Round",
            reading="FB-A39",
        )
    there = state.areas.get(area, Area())
    own = [w.amount for w in there.wagers if w.place == place]
    if bet != "main":
        own = [side.amount for side in there.sides if (side.bet, side.place) == (bet, place)]
    if not own and any((n.area, n.bet, n.place) == (area, bet, place) for n in state.claims):
        taken_back = partial(e.ClaimTakenBack, area=area, bet=bet, place=place)
        return Offer(at.cite("betting_closes"), facts=taken_back)
    at.require(own, "betting_closes", "you have no such wager there")
    return Offer(at.cite("betting_closes"), facts=(place, own[0]))


@withdraw_wager.taken
def withdraw(draft: Draft[State], command: c.WithdrawWager, offer: Offer) -> None:
    if callable(offer.facts):  # only claimed: no chips lie there yet
        draft.emit(offer.facts(citations=offer.citations))
        return
    (place, amount), area = offer.facts, draft.state.areas[command.area]
    others: dict[int, int] = {}
    if command.bet == "main":  # the first priority of the own side wagers came with it
        for side in area.sides:
            if side.place == place:
                take_back(draft, command.area, place, side.bet, side.amount, {})
            elif len(area.wagers) == 1:
                others[side.place] = others.get(side.place, 0) + side.amount
    take_back(draft, command.area, place, command.bet, amount, others)


def take_back(
    draft: Draft[State], number: int, place: int, bet: c.Requested, amount: int, others: dict[int, int]
) -> None:
    cites = draft.cite("betting_closes", "side_wager_without_main")
    draft.emit(
        e.WagerTakenBack(area=number, place=place, bet=bet, amount=amount, others=others, citations=cites)
    )


@FREEBET.after(e.WagerTakenBack)
def wager_taken_back(state: State, event: e.WagerTakenBack) -> State:
    area = state.areas[event.area]
    if event.bet == "main":
        wagers = tuple(wager for wager in area.wagers if wager.place != event.place)
        area = replace(area, wagers=wagers, sides=area.sides if wagers else ())
    else:
        key = (event.bet, event.place)
        area = replace(area, sides=tuple(s for s in area.sides if (s.bet, s.place) != key))
    state = state.with_area(event.area, area)
    if not area.wagers:
        areas = {number: each for number, each in state.areas.items() if number != event.area}
        claims = tuple(claim for claim in state.claims if claim.area != event.area)
        state = replace(state, areas=areas, claims=claims)
    if state.breaches.short:
        state = replace(state, breaches=replace(state.breaches, short=_short(state)))
    for place, cents in ({event.place: event.amount} | event.others).items():
        state = state.with_chips(place, cents)
    return state


# The closing call


@FREEBET.action(c.Ready, Role.PLAYER, each=during("betting"))
def ready(at: Moment[State]) -> Offer:
    place = own_place(at)
    if at.state.phase != "betting" or at.state.players[place].is_ready:
        at.refuse("betting_closes", "nobody waits for your bets now")
    return Offer(at.cite("betting_closes"), event=partial(e.PlayerReady, place=place))


@FREEBET.after(e.PlayerReady)
def player_ready(state: State, event: e.PlayerReady) -> State:
    return state.with_player(event.place, is_ready=True)


bet_on = within("betting")(lambda at: [{"area": number} for number in at.state.areas])


@FREEBET.action(c.AnnounceControl, Role.DEALER, each=bet_on)
def announce_control(at: Moment[State], area: int) -> Offer:
    if at.state.phase not in ("betting", "claims", "closed") or area not in at.state.areas:
        at.refuse("unclear_control", "control is announced before the deal, for an area with wagers on it")
    place = controller(at.state, area)
    if place is None:
        at.refuse("absent_player", "nobody with a wager on this area is present")
    rule = "seated_player_controls" if place == area else "nearest_wager_controls"
    said = partial(e.ControlAnnounced, area=area, place=place, player=at.state.players[place].name)
    return Offer(at.cite("unclear_control"), event=said, under=at.cite("unclear_control", rule))


@FREEBET.action(c.CloseBetting, Role.DEALER, each=during("betting"))
def close_betting(at: Moment[State]) -> Offer:
    at.require(at.state.phase == "betting", "betting_closes", "bets are not open")
    return Offer(at.cite("betting_closes"))


@close_betting.taken
def close(draft: Draft[State], command: c.CloseBetting, offer: Offer) -> None:
    if not draft.state.areas:  # nobody wishes to play
        draft.emit(e.RoundConcluded(short={}, citations=draft.cite("betting_closes", "round_of_play")))
    elif draft.state.claims:
        draft.emit(e.BettingClosing(citations=draft.cite("betting_closes", "side_wager_priority")))
        resolve_claims(draft)
    else:
        draft.emit(e.BettingClosed(citations=offer.citations))


@FREEBET.after(e.BettingClosing)
def betting_closing(state: State, event: e.BettingClosing) -> State:
    return replace(state, phase="claims")


@FREEBET.after(e.BettingClosed)
def betting_closed(state: State, event: e.BettingClosed) -> State:
    return replace(state, phase="closed", areas=dict(sorted(state.areas.items())))


# All that a player may bet on while bets are open, listed at once
#
# There are some thirty spots on a layout, and who has just bet is offered all of them anew: his chips have
# changed. Here they are asked for without an offer or a refusal in between, and equal offers are the same
# object. The conformance suite holds this against the offers above.

_KEPT = 1 << 13


@place_wager.listed
def main_spots(at: Moment[State]) -> Iterator[Option]:
    state, rules = at.state, at.rules
    place = present(at)
    if place is None or state.phase != "betting":
        return
    terms, chips, limits = Terms.of(rules), available(state, place), _limits(rules)["main"]
    is_elsewhere = is_betting(state, place)
    for number in _own_first(terms.areas, place):
        lying = lying_main(terms, state, place, number, is_elsewhere)
        if isinstance(lying, int) and (found := _stake(rules, number, "main", limits, lying, chips)):
            yield found


@place_side_wager.listed
def side_spots(at: Moment[State]) -> Iterator[Option]:
    state, rules = at.state, at.rules
    place = present(at)
    if place is None or state.phase != "betting":
        return
    terms, areas, chips, limits = Terms.of(rules), state.areas, available(state, place), _limits(rules)
    claimed = {claim.spot: claim.amount for claim in state.claims if claim.place == place}
    for number in _own_first(terms.areas, place):
        if (area := areas.get(number)) is None:
            continue
        for bet in BETS:
            lying = lying_side(terms, area, place, number, bet)
            if isinstance(lying, int):
                # A claim to the same spot would be replaced by this one.
                free = chips + claimed.get((number, bet, 0), 0)
                if found := _stake(rules, number, bet, limits[bet], lying, free):
                    yield found


@withdraw_wager.listed
def own_spots(at: Moment[State]) -> Iterator[Option]:
    place = present(at)
    if place is None or at.state.phase not in ("idle", "betting"):
        return
    for number, area in at.state.areas.items():
        if any(wager.place == place for wager in area.wagers):
            yield _taken_back(at.rules, number, "main")
        for side in area.sides:
            if side.place == place:
                yield _taken_back(at.rules, number, side.bet)
    for claim in at.state.claims:
        if claim.place == place and claim.bet != "insurance":
            yield _taken_back(at.rules, claim.area, claim.bet)


@lru_cache
def _own_first(areas: int, place: int) -> tuple[int, ...]:
    return tuple(sorted(range(1, areas + 1), key=lambda number: number != place))


@lru_cache
def _limits(rules: Rules) -> dict[str, tuple[int, int, int]]:
    """The smallest and the largest wager of each kind, and the lowest chip."""
    terms = Terms.of(rules)
    return {bet: (*terms.limits(bet), terms.lowest_chip) for bet in ("main", *BETS)}


def _stake(
    rules: Rules, area: int, bet: c.MainOrSide, limits: tuple[int, int, int], already: int, free: int
) -> Option | None:
    """What may be put on a spot on which so much lies, by who has so much free; None if no chip may."""
    least, most, chip = limits
    low, high = max(least - already, chip), min(most - already, free)
    low, high = low + -low % chip, high - high % chip
    return _offered(rules, area, bet, low, high, chip) if low <= high else None


@lru_cache(_KEPT)
def _offered(rules: Rules, area: int, bet: c.MainOrSide, low: int, high: int, chip: int) -> Option:
    ask = money("amount", low, high, chip)
    if bet == "main":
        return option_of(c.PlaceWager, rules.cite("wagers_within_limits"), ask, area=area)
    return option_of(c.PlaceSideWager, rules.cite(f"{bet}_wager"), ask, area=area, bet=bet)


@lru_cache(_KEPT)
def _taken_back(rules: Rules, area: int, bet: c.MainOrSide) -> Option:
    return option_of(c.WithdrawWager, rules.cite("betting_closes"), area=area, bet=bet)
