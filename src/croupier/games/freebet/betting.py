"""From "place your bets" to "no more bets"."""

from croupier.money import say_money
from croupier.table import CardsShuffled, Command, Draft, Role, ShuffleCards, shuffled

from . import commands as c
from . import events as e
from .claims import resolve_claims
from .control import controller
from .flow import is_cut_card_out
from .game import FREEBET
from .places import named_place, own_place, require_chips
from .reports import OverlookWager
from .state import Bet, State, wager_of

_DAY_MS = 24 * 60 * 60 * 1000
_SINGAPORE_MS = 8 * 60 * 60 * 1000


@FREEBET.on(ShuffleCards, Role.DEALER)
def shuffle_cards(draft: Draft[State], command: ShuffleCards) -> None:
    if draft.state.phase != "idle":
        draft.refuse("decks", "the cards are shuffled between Rounds; this one is not over")
    keys = ("decks", draft.state.shuffle_due) if draft.state.shuffle_due else ("decks",)
    event: CardsShuffled = shuffled(
        command, "card_shoe", draft.rules.integer("decks"), draft.rules.cite(*keys)
    )
    draft.emit(event)


@FREEBET.on(c.OpenBetting, Role.DEALER)
def open_betting(draft: Draft[State], command: c.OpenBetting) -> None:
    state = draft.state
    if state.phase != "idle":
        draft.refuse("commencement", "a Round is under way; finish it first")
    if state.shuffle_due:
        draft.refuse(state.shuffle_due, "the cards must be shuffled before another Round")
    if not state.is_shuffled or state.device.decks != draft.rules["decks"]:
        draft.refuse("decks", f"put {draft.rules['decks']} shuffled decks into the device first")
    missed = bool(draft.rules["manual_shuffling"]) and is_cut_card_out(draft.rules, state)
    keys = (
        ("commencement", "round_of_play", "missed_shuffle") if missed else ("commencement", "round_of_play")
    )
    draft.emit(e.BettingOpened(is_shuffle_missed=missed, citations=draft.rules.cite(*keys)))


@FREEBET.on(c.PlaceWager, Role.PLAYER)
def place_wager(draft: Draft[State], command: c.PlaceWager) -> None:
    put_main(draft, own_place(draft, command), command.area, command.amount)


@FREEBET.on(c.PlaceSideWager, Role.PLAYER)
def place_side_wager(draft: Draft[State], command: c.PlaceSideWager) -> None:
    put_side(draft, own_place(draft, command), command.area, command.bet, command.amount)


@FREEBET.on(c.PlaceForPlayer, Role.DEALER, "bets_on_request")
def place_for_player(draft: Draft[State], command: c.PlaceForPlayer) -> None:
    place = named_place(draft, command.player)
    if command.bet == "main":
        put_main(draft, place, command.area, command.amount, extra=("bets_on_request",))
    else:
        put_side(draft, place, command.area, command.bet, command.amount, extra=("bets_on_request",))


@FREEBET.on(OverlookWager, Role.DEALER)
def overlook_wager(draft: Draft[State], command: OverlookWager) -> None:
    """A wager outside the limits is on the layout and nobody has noticed it."""
    place = named_place(draft, command.player)
    least, most = limits(draft, command.bet)
    if least <= command.amount <= most:
        draft.refuse(
            "wagers_within_limits",
            f"{say_money(command.amount)} is inside the limits of {say_money(least)} to {say_money(most)}; "
            "it is simply placed",
        )
    void = command.amount < least and is_remembered(draft, command, place, command.bet)
    if command.bet == "main":
        put_main(draft, place, command.area, command.amount, overlooked=True, is_void=void)
    else:
        put_side(draft, place, command.area, command.bet, command.amount, overlooked=True, is_void=void)


def limits(draft: Draft[State], bet: str) -> tuple[int, int]:
    return draft.rules.money(f"{bet}_min"), draft.rules.money(f"{bet}_max")


def is_in_scope(draft: Draft[State], bet: str) -> bool:
    return bet == "main" or bool(draft.rules["under_minimum_scope"] == "all_wagers")


def is_remembered(draft: Draft[State], command: Command, place: int, bet: str) -> bool:
    """Whether this player has had a wager under the minimum settled before."""
    since = draft.state.short.get(draft.state.players[place].name)
    if since is None or not is_in_scope(draft, bet):
        return False
    if draft.rules["under_minimum_memory"] != "day":
        return True
    return (since + _SINGAPORE_MS) // _DAY_MS == (command.at + _SINGAPORE_MS) // _DAY_MS


def require_open(draft: Draft[State]) -> None:
    if draft.state.phase == "idle":
        draft.refuse("commencement", "wait for the call to place your bets")
    if draft.state.phase != "betting":
        draft.refuse(
            "late_wager_refused",
            "bets are closed: no wager may be placed or increased until the next Round",
            reading="FB-A41",
        )


def require_limits(draft: Draft[State], bet: str, amount: int) -> None:
    least, most = limits(draft, bet)
    if not least <= amount <= most:
        draft.refuse(
            "wagers_within_limits",
            f"a {bet.replace('_', ' ')} wager here is {say_money(least)} to {say_money(most)}, "
            f"not {say_money(amount)}",
            reading="FB-A24" if amount < least else None,
        )


def put_main(
    draft: Draft[State],
    place: int,
    number: int,
    amount: int,
    extra: tuple[str, ...] = (),
    overlooked: bool = False,
    is_void: bool = False,
) -> None:
    require_open(draft)
    keys = require_area(draft, place, number)
    require_chips(draft, place, amount, "wagers_within_limits")
    area = draft.state.areas.get(number)
    old = wager_of(area, place) if area else None
    whole = amount + (old.amount if old else 0)
    least, most = limits(draft, "main")
    if not overlooked:
        require_limits(draft, "main", whole)
    elif old:
        draft.refuse("no_divided_wager", "there is a wager of this player on the area already")
    cites = draft.rules.cite("wagers_within_limits", "wager_then_decide", *keys, *extra)
    if old:
        cites += draft.rules.cite("no_divided_wager", reading="FB-A20")
    if overlooked:
        cites += draft.rules.cite("over_maximum" if amount > most else "under_minimum")
    draft.emit(
        e.WagerPlaced(
            area=number,
            place=place,
            amount=amount,
            value=min(whole, most),
            is_void=is_void,
            is_short=whole < least and not is_void,
            citations=cites,
        )
    )


def require_area(draft: Draft[State], place: int, number: int) -> tuple[str, ...]:
    """Whether the player may wager on this area; the rules that allow it."""
    state, areas = draft.state, draft.rules.integer("areas")
    if not 1 <= number <= areas:
        draft.refuse("wagers_per_area", f"this table has areas 1 to {areas}")
    wagers = state.areas[number].wagers if number in state.areas else ()
    if any(wager.place == place for wager in wagers):
        return ()
    house = draft.rules.integer("wagers_per_area")
    most = min(house, state.wagers_max or house)
    if len(wagers) >= most:
        rule = "fewer_wagers_per_area" if most < 3 else "wagers_per_area"
        draft.refuse(rule, f"area {number} has {most} wagers, which is the limit; choose another area")
    if any(wager_of(area, place) for area in state.areas.values()):
        if state.players[place].is_restricted:
            draft.refuse("restrict_to_one_area", "a pit manager has restricted you to one area")
        if not draft.rules["allow_multi_area"]:
            draft.refuse("restrict_to_one_area", "this table takes one area per player", reading="FB-A54")
        return ("wagers_per_area", "several_areas")
    return ("wagers_per_area",)


def put_side(
    draft: Draft[State],
    place: int,
    number: int,
    bet: Bet,
    amount: int,
    extra: tuple[str, ...] = (),
    overlooked: bool = False,
    is_void: bool = False,
) -> None:
    require_open(draft)
    state = draft.state
    area = state.areas.get(number)
    if area is None:
        with_wagers = ", ".join(str(n) for n in sorted(state.areas)) or "none yet"
        draft.refuse(
            "side_wager_without_main", f"area {number} has no main wager; areas with one: {with_wagers}"
        )
    require_chips(draft, place, amount, "wagers_within_limits", (number, bet, 0))
    old = next((side for side in area.sides if (side.bet, side.place) == (bet, place)), None)
    whole = amount + (old.amount if old else 0)
    if not overlooked:
        require_limits(draft, bet, whole)
    most = draft.rules.parameter("side_wagers_per_area_max")
    if old is None and sum(side.bet == bet for side in area.sides) >= most:
        draft.refuse("side_wagers_per_area", f"area {number} has {most} {bet.replace('_', ' ')} wagers")
    meaning = ("wagers_within_limits", f"{bet}_wager", "side_wagers_on_several_areas", *extra)
    if wager_of(area, place) is None and old is None and not overlooked:
        cites = draft.rules.cite(*meaning, "side_wager_without_main", reading="FB-A09")
        draft.emit(e.BetClaimed(area=number, bet=bet, place=place, amount=amount, citations=cites))
        return
    first = () if controller(state, number) == place else ("side_wager_priority_same_area",)
    least, highest = limits(draft, bet)
    draft.emit(
        e.SideWagerPlaced(
            area=number,
            place=place,
            bet=bet,
            amount=amount,
            value=min(whole, highest),
            is_void=is_void,
            is_short=whole < least and not is_void and is_in_scope(draft, bet),
            citations=draft.rules.cite(*meaning, "side_wager_first_priority", *first),
        )
    )


@FREEBET.on(c.WithdrawWager, Role.PLAYER)
def withdraw_wager(draft: Draft[State], command: c.WithdrawWager) -> None:
    place, state = own_place(draft, command), draft.state
    if state.phase not in ("idle", "betting"):
        draft.refuse(
            "late_withdrawal_ignored",
            "bets are closed: the wager stays in play and wins or loses with the Round",
            reading="FB-A39",
        )
    area = state.areas.get(command.area)
    own = [w.amount for w in area.wagers if w.place == place] if area and command.bet == "main" else []
    if area and command.bet != "main":
        own = [side.amount for side in area.sides if (side.bet, side.place) == (command.bet, place)]
    if area is None or not own:
        draft.refuse("betting_closes", "you have no such wager there")
    others: dict[int, int] = {}
    if command.bet == "main":  # the first priority of the own side wagers came with it
        for side in area.sides:
            if side.place == place:
                take_back(draft, command.area, place, side.bet, side.amount, {})
            elif len(area.wagers) == 1:
                others[side.place] = others.get(side.place, 0) + side.amount
    take_back(draft, command.area, place, command.bet, own[0], others)


def take_back(
    draft: Draft[State], number: int, place: int, bet: c.MainOrSide, amount: int, others: dict[int, int]
) -> None:
    cites = draft.rules.cite("betting_closes", "side_wager_without_main")
    draft.emit(
        e.WagerTakenBack(area=number, place=place, bet=bet, amount=amount, others=others, citations=cites)
    )


@FREEBET.on(c.Ready, Role.PLAYER)
def ready(draft: Draft[State], command: c.Ready) -> None:
    place = own_place(draft, command)
    if draft.state.phase != "betting" or draft.state.players[place].is_ready:
        draft.refuse("betting_closes", "nobody waits for your bets now")
    draft.emit(e.PlayerReady(place=place, citations=draft.rules.cite("betting_closes")))


@FREEBET.on(c.AnnounceControl, Role.DEALER)
def announce_control(draft: Draft[State], command: c.AnnounceControl) -> None:
    if draft.state.phase not in ("betting", "claims", "closed") or command.area not in draft.state.areas:
        draft.refuse("unclear_control", "control is announced before the deal, for an area with wagers on it")
    place = controller(draft.state, command.area)
    if place is None:
        draft.refuse("absent_player", "nobody with a wager on this area is present")
    rule = "seated_player_controls" if place == command.area else "nearest_wager_controls"
    name = draft.state.players[place].name
    cites = draft.rules.cite("unclear_control", rule)
    draft.emit(e.ControlAnnounced(area=command.area, place=place, player=name, citations=cites))


@FREEBET.on(c.CloseBetting, Role.DEALER)
def close_betting(draft: Draft[State], command: c.CloseBetting) -> None:
    if draft.state.phase != "betting":
        draft.refuse("betting_closes", "bets are not open")
    if not draft.state.areas:  # nobody wishes to play
        draft.emit(e.RoundConcluded(short={}, citations=draft.rules.cite("betting_closes", "round_of_play")))
    elif draft.state.claims:
        draft.emit(e.BettingClosing(citations=draft.rules.cite("betting_closes", "side_wager_priority")))
        resolve_claims(draft)
    else:
        draft.emit(e.BettingClosed(citations=draft.rules.cite("betting_closes")))
