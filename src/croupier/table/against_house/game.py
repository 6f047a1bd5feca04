"""The base itself: a game object that knows everything but the game's own bets, cards and decisions."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Literal, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from croupier.cards import UNKNOWN, Card, DeviceError, show
from croupier.messages import Message, reason_of
from croupier.money import Account, Cents, round_down, round_up, say_money
from croupier.rulebook import Rules
from croupier.table.against_house import messages as m
from croupier.table.against_house.cards import (
    INITIAL_DEAL,
    Case,
    deal_by_plan,
    is_plain,
    without_hand,
    wrong,
)
from croupier.table.against_house.state import HouseState, Seat
from croupier.table.courses import Row
from croupier.table.dealing import CardsShuffled, ShuffleCards, loaded, shuffled
from croupier.table.drafts import Draft
from croupier.table.facts import DEALER, Due, Spot
from croupier.table.game import Game
from croupier.table.matters import NOT_PROVIDED, Matter, ask
from croupier.table.messages import Citations, Command, Event, GiveRuling
from croupier.table.mistakes import Mistake
from croupier.table.offers import Moment, Offer
from croupier.table.options import Ask, Option, money
from croupier.table.purposes import Purpose
from croupier.table.roles import SYSTEM, Actor, Role
from croupier.table.rulings import Carried, refers, refuse_while_open
from croupier.table.settled import BetReader, SettledBet

CHIPS_MAX = 1_000_000_00
Target = dict[str, int]
S = TypeVar("S", bound=HouseState)
Result = Literal["won", "lost", "returned", "surrendered", "cancelled"]


class Limits(Struct, frozen=True):
    """How much may be bet on a spot."""

    least: Cents
    most: Cents
    chip: Cents


class PlaceView(Struct, frozen=True):
    """A seat as one viewer may know it: of a hand that lies face down only how many cards it has."""

    player: str
    chips: Cents
    bets: dict[str, Cents]
    cards: tuple[Card, ...] = ()
    card_count: int = 0


class HouseView(Struct, frozen=True):
    phase: str
    seats: dict[int, PlaceView]
    dealer: tuple[Card, ...]
    dealer_count: int
    cards_left: int
    strays: dict[int, int] = {}  # how many cards lie where nobody plays
    out: tuple[Card, ...] = ()  # burnt, discarded or astray, as far as they have been seen


class HouseGame(Game[S]):
    """A game in which every player plays against the House, at a seat with spots for bets."""

    rows: tuple[Row[Case], ...] = ()  # section 5 on the cards; the last row has to fit everything
    deals_face_up: bool = False
    bets: Mapping[str, str] = {}  # which bet of the mathematics a spot is part of, where the name is another

    def __init__(self, name: str, seat: type[Seat], spots: tuple[str, ...]) -> None:
        super().__init__(name)
        self.section = lambda rules: self.rows
        self.plans = lambda rules: {INITIAL_DEAL: tuple(map(Due, self.plan(rules, INITIAL_DEAL, (1, 2))))}
        self._seat, self.spots = seat, spots
        self._sides: dict[str, Callable[[Rules], Limits]] = {}  # spots for bets besides the first
        self.bet_reader = BetReader((m.WagerPlaced, m.WagerSettled, m.RoundVoided), self._read_bets)
        _coming_and_going(self)
        _between_rounds(self)
        deal_by_plan(self)
        _what_goes_wrong(self)
        _applying(self)

    # What a game says for itself

    def due(self, state: S) -> tuple[str, tuple[int, ...]] | None:
        """The deal that comes next, by its rule key, and who gets cards, in the order they are dealt to."""
        return None

    def plan(self, rules: Rules, deal: str, places: tuple[int, ...]) -> tuple[Spot, ...]:
        """Which spot each card of a deal goes to, in the order they come."""
        raise NotImplementedError

    def after_deal(self, state: S) -> S:
        """What follows from cards that all lie there, such as a new phase."""
        return state

    def after_bets(self, state: S) -> S:
        """What follows from a bet that was placed or settled, such as a new phase."""
        return state

    def go_on(self, draft: Draft[S]) -> None:
        """What comes next once the cards lie there and nothing is wrong, or after a bet was cancelled."""
        if not self.layout(draft.state):
            self.conclude(draft)

    def undecided(self, state: S) -> tuple[int, ...]:
        """The seats that have a decision to take now."""
        return ()

    def by_silence(self, draft: Draft[S], seat: int, citations: Citations) -> None:
        """What becomes of who takes no decision in time."""
        raise NotImplementedError

    def has_acted(self, state: S) -> bool:
        """Whether a player has done something for which one looks at the cards."""
        return False

    def goes_on(self, state: S) -> bool:
        """Whether a Round that was interrupted goes on; otherwise it is void."""
        return False

    def is_shuffle_due(self, rules: Rules, state: S) -> bool:
        """Whether the cards are shuffled before the next Round: after each, unless a game says otherwise."""
        return not state.is_shuffled or bool(state.device.out)

    def cards_needed(self, rules: Rules) -> int:
        """As many as a Round at a full table may take."""
        return len(self.plan(rules, INITIAL_DEAL, tuple(range(1, self.furniture(rules).places + 1))))

    def opened(self, state: S) -> S:
        """A table at the call for bets."""
        return state

    # What follows from that

    def place_of(self, state: S, player: str) -> int | None:
        return next((number for number, seat in state.seats.items() if seat.player == player), None)

    def player_at(self, state: S, place: int) -> str | None:
        return state.seats[place].player if place in state.seats else None

    def holdings(self, state: S) -> Mapping[Account, Cents]:
        return {f"stack/{number}": seat.chips for number, seat in state.seats.items()} | self.layout(state)

    def less(self, state: S, place: int, cents: Cents) -> S:
        return state.with_seat(place, chips=state.seats[place].chips - cents)

    def layout(self, state: S) -> dict[str, Cents]:
        """Every bet that lies on the layout."""
        return {
            f"{spot}/{number}": cents
            for number, seat in state.seats.items()
            for spot in self.spots
            if (cents := getattr(seat, spot))
        }

    def awaited(self, rules: Rules, state: S) -> tuple[int, ...]:
        if state.open or state.is_dealing or is_plain(wrong(self, rules, state)):
            return ()
        if state.phase == "betting":
            first, seats = self.spots[0], sorted(state.seats.items())
            idle = {number for number, seat in seats if not getattr(seat, first) and seat.chips}
            return tuple(sorted(idle.union(self.may_add(rules, state))))
        return self.undecided(state)

    def may_add(self, rules: Rules, state: S) -> tuple[int, ...]:
        """Seats that have bet, may bet more, and have not said that this is all."""
        if state.phase != "betting" or state.deals:
            return ()
        return tuple(
            number
            for number, seat in sorted(state.seats.items())
            if getattr(seat, self.spots[0])
            and number not in state.ready
            and any(
                not getattr(seat, spot) and seat.chips >= limits(rules).least
                for spot, limits in self._sides.items()
            )
        )

    def routine(self, rules: Rules, state: S) -> Option | None:
        """The next step of the dealer's: to report cards that plainly lie wrong, the shuffle, or the deal."""
        if state.open:
            return None
        if is_plain(wrong(self, rules, state)) and not state.is_dealing:
            wanted: tuple[type[Command], ...] = (m.ReportCards,)
        elif state.phase == "idle" and self.is_shuffle_due(rules, state):
            wanted = (ShuffleCards,)
        else:
            left_out = (m.DealCard, ShuffleCards)
            routine = (kind for kind in self.commands if kind.purpose is Purpose.ROUTINE)
            wanted = tuple(kind for kind in routine if kind not in left_out)
        names = [kind.__name__ for kind in wanted]
        for option in self.options(rules, state, SYSTEM):
            if option.command in names and not option.fixed.get("facts"):
                return option
        return None

    def facts(self, rules: Rules, state: S) -> Mapping[str, object]:
        seats = [(str(number), number, seat) for number, seat in state.seats.items()]
        spots = {
            spot.replace("_", " "): {said: say_money(getattr(seat, spot)) for said, _, seat in seats}
            for spot in self.spots
        }
        hands = {said: " ".join(map(show, state.hand(number))) for said, number, _ in seats}
        return {
            "phase": state.phase,
            "stack": {said: say_money(seat.chips) for said, _, seat in seats},
            **spots,
            "hand": {said: hand for said, hand in hands.items() if hand},
            "dealer": " ".join(map(show, state.dealer_hand())),
        }

    def view(self, rules: Rules, state: S, viewer: Actor) -> HouseView:
        counts: dict[int, int] = {}
        for each in state.all_cards():
            if each.spot.kind == "hand":
                counts[each.spot.place] = counts.get(each.spot.place, 0) + 1
        return HouseView(
            phase=state.phase,
            seats={
                number: PlaceView(
                    player=seat.player,
                    chips=seat.chips,
                    bets={spot: cents for spot in self.spots if (cents := getattr(seat, spot))},
                    cards=self._seen(state, Spot("hand", number), viewer.id == seat.player),
                    card_count=counts.get(number, 0),
                )
                for number, seat in state.seats.items()
            },
            dealer=self._seen(state, DEALER, is_own=False),
            dealer_count=len(state.dealer_hand()),
            cards_left=state.device.remaining,
            strays={number: count for number, count in counts.items() if number not in state.seats},
            out=(*state.burnt, *self._out(state)),
        )

    def _seen(self, state: S, spot: Spot, is_own: bool) -> tuple[Card, ...]:
        is_open = is_own or self.deals_face_up or spot in state.turned_up
        lying = [each for each in state.all_cards() if each.spot == spot and each.card != UNKNOWN]
        return tuple(each.card for each in lying if is_open or each.is_seen)

    def _out(self, state: S) -> Iterator[Card]:
        for each in state.all_cards():
            is_played = each.spot == DEALER or (each.spot.kind == "hand" and each.spot.place in state.seats)
            if not is_played and (self.deals_face_up or each.is_seen):
                yield each.card

    def picture(self, view: Struct) -> list[str]:
        assert isinstance(view, HouseView)
        lines = [f"Dealer {_hand(view.dealer, view.dealer_count)}"]
        for number, seat in view.seats.items():
            bets = "  ".join(
                f"{spot.replace('_', ' ')} {say_money(cents)}" for spot, cents in seat.bets.items()
            )
            hand = _hand(seat.cards, seat.card_count)
            lines.append(f"{number} {seat.player} {say_money(seat.chips)}  {bets}  {hand}".rstrip())
        return lines

    def middle(self, view: Struct) -> tuple[str, ...]:
        assert isinstance(view, HouseView)
        return view.dealer

    def _read_bets(self, events: Sequence[Event]) -> list[SettledBet]:
        if any(isinstance(event, m.RoundVoided) for event in events):
            return []
        base: dict[tuple[str, int], Cents] = {}
        staked: dict[tuple[str, int], Cents] = {}
        net: dict[tuple[str, int], Cents] = {}
        for event in events:
            if isinstance(event, m.WagerPlaced):
                key = (self.bets.get(event.spot, event.spot), event.seat)
                base.setdefault(key, event.amount)
            elif isinstance(event, m.WagerSettled) and event.result != "cancelled":
                key = (self.bets.get(event.spot, event.spot), event.seat)
                staked[key] = staked.get(key, 0) + event.stake
                net[key] = net.get(key, 0) + event.taken - event.winnings
        return [
            SettledBet(
                name=name,
                fate=f"seat {seat}",
                base=base[name, seat],
                staked=cents,
                net=net[name, seat],
                place=seat,
            )
            for (name, seat), cents in staked.items()
        ]

    def overdue(self, rules: Any, state: S, place: int) -> Option | None:
        return self.offered(rules, state, SYSTEM, Purpose.TIME_OUT, place)

    def wrong(self, rules: Rules, state: S) -> tuple[Mistake, ...]:
        return wrong(self, rules, state)

    # What actions of a game ask and do

    def free_seats(self, at: Moment[S]) -> Iterator[Target]:
        if self.place_of(at.state, at.by.id) is None:
            numbers = range(1, self.furniture(at.rules).places + 1)
            yield from ({"seat": number} for number in numbers if number not in at.state.seats)

    def own_seat(self, at: Moment[S]) -> Iterator[Target]:
        if (number := self.place_of(at.state, at.by.id)) is not None:
            yield {"seat": number}

    def own(self, at: Moment[S], number: int) -> Any:
        """The seat, if it is the actor's."""
        seat = at.state.seats.get(number)
        if seat is None or seat.player != at.by.id:
            at.refuse("seats", "seat {seat} is not yours", seat=number)
        return seat

    def asked(self, at: Moment[S], number: int, rule: str) -> Any:
        """The actor's seat, if it has a decision to take now."""
        seat = self.own(at, number)
        refuse_while_open(at.rules, at.state.open)
        at.require(number in self.undecided(at.state), rule, "you have nothing to decide now")
        is_whole = not at.state.is_dealing and not is_plain(wrong(self, at.rules, at.state))
        at.require(is_whole, rule, "the cards are not as they should be: that comes first")
        return seat

    def takes(
        self, kind: type[Command], spot: str, rule: str, limits: Callable[[Rules], Limits], besides: str = ""
    ) -> None:
        """Players bet on a spot by this command before the deal; with `besides`, next to that bet only."""
        if besides:
            self._sides[spot] = limits

        @self.action(kind, Role.PLAYER, rule, each=self.own_seat)
        def bet(at: Moment[S], seat: int) -> Offer:
            found = self.own(at, seat)
            is_time = at.state.phase == "betting" and not at.state.deals
            at.require(is_time, rule, "bets are taken between the call for bets and the deal only")
            has_other = not besides or getattr(found, besides)
            at.require(has_other, rule, "first bet on {spot:name}", spot=besides)
            is_free = not getattr(found, spot)
            at.require(is_free, rule, "seat {seat} has bet on {spot:name} already", seat=seat, spot=spot)
            return Offer(at.cite(rule), (self.stakes(at, found, rule, limits(at.rules)),))

        @bet.taken
        def placed(draft: Draft[S], command: Any, offer: Offer) -> None:
            self.place(draft, command.seat, spot, command.amount, offer.citations)

    def stakes(self, at: Moment[S], seat: Any, rule: str, limits: Limits) -> Ask:
        """What may be bet: between the limits, in chips, and no more than the player has."""
        chip = limits.chip
        least, most = round_up(limits.least, chip), round_down(min(limits.most, seat.chips), chip)
        at.require(least <= most, rule, "you have too few chips for the smallest bet; buy some")
        return money("amount", least, most, chip)

    def place(self, draft: Draft[S], seat: int, spot: str, amount: Cents, citations: Citations) -> None:
        draft.emit(m.WagerPlaced(seat=seat, spot=spot, amount=amount, citations=citations))

    def settle(
        self,
        draft: Draft[S],
        seat: int,
        spot: str,
        result: Result,
        citations: Citations,
        *,
        taken: Cents = 0,
        winnings: Cents = 0,
    ) -> None:
        stake = getattr(draft.state.seats[seat], spot)
        draft.emit(
            m.WagerSettled(
                seat=seat,
                spot=spot,
                result=result,
                stake=stake,
                taken=stake if result == "lost" else taken,
                winnings=winnings,
                citations=citations,
            )
        )

    def cancel(self, draft: Draft[S], seat: int, citations: Citations) -> None:
        """All bets of a seat go back."""
        for spot in self.spots if seat in draft.state.seats else ():
            if getattr(draft.state.seats[seat], spot):
                self.settle(draft, seat, spot, "cancelled", citations)

    def turn_up(self, draft: Draft[S], seats: Sequence[int], rule: str) -> None:
        """The Dealer's hand and these lie open from now on."""
        hands = {0: draft.state.dealer_hand()} | {number: draft.state.hand(number) for number in seats}
        draft.emit(m.HandsTurnedUp(hands=hands, citations=draft.cite(rule)))

    def draw(self, draft: Draft[S], count: int, named: Sequence[Card], rule: str) -> Sequence[Card]:
        """The next cards of the device, or those that a dealer names."""
        try:
            return draft.state.device.draw(count, named)[0]
        except DeviceError as error:
            draft.refuse(rule, "{error}", error=reason_of(error))

    def burn(self, draft: Draft[S], named: Sequence[Card], rule: str) -> None:
        """The next card is out of play, where everybody has seen it."""
        cards = tuple(self.draw(draft, 1, named, rule))
        draft.emit(m.CardBurnt(cards=cards, citations=draft.cite(rule)))

    def conclude(self, draft: Draft[S]) -> None:
        draft.emit(m.RoundConcluded(citations=draft.cite("round_of_play")))

    def ask(self, draft: Draft[S], key: str, role: Role, question: str) -> None:
        """Put it to a person whether the Round goes on: register `play_on_or_void` as the ruling on it."""
        ask(draft, key, role, question, ("play_on", "void"), key)

    def play_on_or_void(self, draft: Draft[S], command: GiveRuling, found: Matter) -> None:
        if command.choice == "void":
            self.void(draft, found.rules[0].replace("_", " "), found.rules[0])

    def void(self, draft: Draft[S], why: str, *rules: str, reading: str | None = None) -> None:
        refunds, cites = self.layout(draft.state), draft.cite(*rules, "void", reading=reading)
        draft.emit(m.RoundVoided(why=why, refunds=refunds, citations=cites))


def _hand(cards: tuple[Card, ...], count: int) -> str:
    """The cards that are seen, and a back for each of the others."""
    return " ".join([*map(show, cards), *["▒▒"] * (count - len(cards))])


def _coming_and_going(game: HouseGame[Any]) -> None:
    @game.action(m.SitDown, Role.PLAYER, "seats", each=game.free_seats)
    def sit_down(at: Moment[Any], seat: int) -> Offer:
        free = [target["seat"] for target in game.free_seats(at)]
        said = "seat {seat} is not free; free seats: {free:list}"
        at.require(seat in free, "seats", said, seat=seat, free=free or [Message("none for you")])
        return Offer(at.cite("seats"), (money("chips", 1, CHIPS_MAX),), group="house")

    @sit_down.taken
    def sit(draft: Draft[Any], command: m.SitDown, offer: Offer) -> None:
        seat, player, chips = command.seat, command.by.id, command.chips
        draft.emit(m.SatDown(seat=seat, player=player, chips=chips, citations=offer.citations))

    @game.action(m.BuyChips, Role.PLAYER, "seats", each=game.own_seat)
    def buy_chips(at: Moment[Any], seat: int) -> Offer:
        game.own(at, seat)
        return Offer(at.cite("seats"), (money("chips", 1, CHIPS_MAX),), group="house")

    @buy_chips.taken
    def buy(draft: Draft[Any], command: m.BuyChips, offer: Offer) -> None:
        draft.emit(m.ChipsBought(seat=command.seat, chips=command.chips, citations=offer.citations))

    @game.action(m.LeaveTable, Role.PLAYER, "seats", each=game.own_seat)
    def leave_table(at: Moment[Any], seat: int) -> Offer:
        found = game.own(at, seat)
        is_free = not any(getattr(found, spot) for spot in game.spots)
        at.require(is_free, "seats", "your wager is on the table; leave when it has been settled")
        return Offer(at.cite("seats"), facts=found.chips, group="house")

    @leave_table.taken
    def leave(draft: Draft[Any], command: m.LeaveTable, offer: Offer) -> None:
        draft.emit(m.SeatLeft(seat=command.seat, chips=offer.facts, citations=offer.citations))


def _between_rounds(game: HouseGame[Any]) -> None:
    @game.action(ShuffleCards, Role.DEALER)
    def shuffle_cards(at: Moment[Any]) -> Offer:
        at.require(at.state.phase == "idle", "card_shoe", "the shoe is shuffled between Rounds")
        return Offer(at.cite("card_shoe"))

    @shuffle_cards.taken
    def shuffle(draft: Draft[Any], command: ShuffleCards, offer: Offer) -> None:
        draft.emit(shuffled(command, "card_shoe", game.furniture(draft.rules).decks, offer.citations))

    @game.action(m.CallForBets, Role.DEALER)
    def call_for_bets(at: Moment[Any]) -> Offer:
        at.require(at.state.phase == "idle", "round_of_play", "a Round is under way; finish it first")
        at.require(at.state.seats, "seats", "nobody sits at the table")
        is_enough = at.state.device.remaining >= game.cards_needed(at.rules)
        at.require(is_enough, "card_shoe", "too few cards are left: shuffle them first")
        return Offer(at.cite("round_of_play"), event=m.BetsCalled)

    @game.action(m.NoMoreBets, Role.PLAYER, "initial_deal", each=game.own_seat)
    def no_more_bets(at: Moment[Any], seat: int) -> Offer:
        game.own(at, seat)
        may_add = seat in game.may_add(at.rules, at.state)
        at.require(may_add, INITIAL_DEAL, "there is no other bet that you could place now")
        return Offer(at.cite(INITIAL_DEAL), event=partial(m.BetsFinished, seat=seat))

    def late(at: Moment[Any]) -> Iterator[Target]:
        asked = (*game.may_add(at.rules, at.state), *game.undecided(at.state))
        yield from ({"seat": number} for number in asked if number in game.awaited(at.rules, at.state))

    @game.action(m.CallTime, Role.DEALER, each=late)
    def call_time(at: Moment[Any], seat: int) -> Offer:
        refuse_while_open(at.rules, at.state.open)
        is_late = {"seat": seat} in late(at)
        at.require(is_late, "silence", "seat {seat} has nothing to decide", seat=seat)
        return Offer(at.cite("silence"), group="house")

    @call_time.taken
    def time_is_called(draft: Draft[Any], command: m.CallTime, offer: Offer) -> None:
        if draft.state.phase == "betting":
            draft.emit(m.BetsFinished(seat=command.seat, citations=offer.citations))
        else:
            game.by_silence(draft, command.seat, offer.citations)


def _what_goes_wrong(game: HouseGame[Any]) -> None:
    def require_clear_round(at: Moment[Any]) -> None:
        is_open = at.state.phase != "idle"
        at.require(is_open, NOT_PROVIDED, "no Round is under way; earlier ones stand as settled")
        refuse_while_open(at.rules, at.state.open)

    courses: Mapping[str, Carried] = dict.fromkeys(("play_on", "void"), game.play_on_or_void)
    refers(game, require_clear_round, lambda rules, state: courses)

    @game.action(m.ReportInterruption, Role.DEALER)
    def report_interruption(at: Moment[Any]) -> Offer:
        is_open = at.state.phase != "idle"
        at.require(is_open, "interruption", "no Round is under way that could be interrupted")
        return Offer(at.cite("interruption"), group="irregularity")

    @report_interruption.taken
    def interrupted(draft: Draft[Any], command: m.ReportInterruption, offer: Offer) -> None:
        if game.goes_on(draft.state):
            draft.emit(m.InterruptionSurvived(citations=offer.citations))
        else:
            game.void(draft, "interrupted", "interruption")


def _applying(game: HouseGame[Any]) -> None:
    @game.after(m.SatDown)
    def sat_down(state: Any, event: m.SatDown) -> Any:
        seat = game._seat(player=event.player, chips=event.chips)
        return replace(state, seats=state.seats | {event.seat: seat})

    @game.after(m.ChipsBought)
    def chips_bought(state: Any, event: m.ChipsBought) -> Any:
        return state.with_seat(event.seat, chips=state.seats[event.seat].chips + event.chips)

    @game.after(m.SeatLeft)
    def seat_left(state: Any, event: m.SeatLeft) -> Any:
        seats = {number: seat for number, seat in state.seats.items() if number != event.seat}
        return replace(without_hand(state, event.seat), seats=seats)

    @game.after(CardsShuffled)
    def cards_shuffled(state: Any, event: CardsShuffled) -> Any:
        return replace(state, device=loaded(event), is_shuffled=True, deals=(), turned_up=(), burnt=())

    @game.after(m.BetsCalled)
    def bets_called(state: Any, event: m.BetsCalled) -> Any:
        fresh = replace(state, phase="betting", deals=(), turned_up=(), ready=(), burnt=(), stands=())
        return game.opened(replace(fresh, has_looked=False))

    @game.after(m.BetsFinished)
    def bets_finished(state: Any, event: m.BetsFinished) -> Any:
        return replace(state, ready=(*state.ready, event.seat))

    @game.after(m.WagerPlaced)
    def wager_placed(state: Any, event: m.WagerPlaced) -> Any:
        seat = state.seats[event.seat]
        there = getattr(seat, event.spot) + event.amount
        placed = state.with_seat(event.seat, chips=seat.chips - event.amount, **{event.spot: there})
        return game.after_bets(placed)

    @game.after(m.WagerSettled)
    def wager_settled(state: Any, event: m.WagerSettled) -> Any:
        chips = state.seats[event.seat].chips + event.stake - event.taken + event.winnings
        return game.after_bets(state.with_seat(event.seat, chips=chips, **{event.spot: 0}))

    @game.after(m.RoundVoided)
    def round_voided(state: Any, event: m.RoundVoided) -> Any:
        for account, cents in event.refunds.items():
            spot, _, number = account.partition("/")
            chips = state.seats[int(number)].chips + cents
            state = state.with_seat(int(number), chips=chips, **{spot: 0})
        return replace(state, phase="idle")

    @game.after(m.RoundConcluded)
    def round_concluded(state: Any, event: m.RoundConcluded) -> Any:
        return replace(state, phase="idle")

    @game.after(m.CardBurnt)
    def card_burnt(state: Any, event: m.CardBurnt) -> Any:
        return replace(state, device=state.device.without(event.cards), burnt=state.burnt + event.cards)

    game.tells(m.InterruptionSurvived)
