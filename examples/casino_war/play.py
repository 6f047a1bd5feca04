"""How Casino War is played: for each command what is offered and what it does."""

from collections.abc import Iterator, Sequence

from casino_war import messages as m
from casino_war.game import CASINO_WAR, spots
from casino_war.state import Seat, State
from casino_war.terms import WarTerms
from croupier.cards import Card, DeviceError, rank_value
from croupier.money import round_down, round_up
from croupier.rulebook import PayTable
from croupier.table import (
    Ask,
    Draft,
    GiveRuling,
    Moment,
    Offer,
    Pending,
    Role,
    ShuffleCards,
    cards,
    cards_for,
    money,
    shuffled,
    text,
)
from croupier.table.rulings import refuse_while_open

_CHIPS_MAX = 1_000_000_00

Seats = Iterator[dict[str, int]]


def free_seats(at: Moment[State]) -> Seats:
    if CASINO_WAR.place_of(at.state, at.by.id) is None:
        numbers = range(1, WarTerms.of(at.rules).seats + 1)
        yield from ({"seat": number} for number in numbers if number not in at.state.seats)


def own_seat(at: Moment[State]) -> Seats:
    if (number := CASINO_WAR.place_of(at.state, at.by.id)) is not None:
        yield {"seat": number}


def undecided(at: Moment[State]) -> Seats:
    yield from ({"seat": number} for number in at.state.undecided)


def own(at: Moment[State], number: int) -> Seat:
    seat = at.state.seats.get(number)
    if seat is None or seat.player != at.by.id:
        at.refuse("seats", f"seat {number} is not yours")
    return seat


# Coming and going


@CASINO_WAR.action(m.SitDown, Role.PLAYER, "seats", each=free_seats)
def sit_down(at: Moment[State], seat: int) -> Offer:
    free = [target["seat"] for target in free_seats(at)]
    where = ", ".join(map(str, free)) or "none for you"
    at.require(seat in free, "seats", f"seat {seat} is not free; free seats: {where}")
    return Offer(at.cite("seats"), (money("chips", 1, _CHIPS_MAX),), group="house")


@sit_down.taken
def sit(draft: Draft[State], command: m.SitDown, offer: Offer) -> None:
    cites, player = offer.citations, command.by.id
    draft.emit(m.SatDown(seat=command.seat, player=player, chips=command.chips, citations=cites))


@CASINO_WAR.action(m.BuyChips, Role.PLAYER, "seats", each=own_seat)
def buy_chips(at: Moment[State], seat: int) -> Offer:
    own(at, seat)
    return Offer(at.cite("seats"), (money("chips", 1, _CHIPS_MAX),), group="house")


@buy_chips.taken
def buy(draft: Draft[State], command: m.BuyChips, offer: Offer) -> None:
    draft.emit(m.ChipsBought(seat=command.seat, chips=command.chips, citations=offer.citations))


@CASINO_WAR.action(m.LeaveTable, Role.PLAYER, "seats", each=own_seat)
def leave_table(at: Moment[State], seat: int) -> Offer:
    found = own(at, seat)
    at.require(not found.wager, "seats", "your wager is on the table; leave when it has been settled")
    return Offer(at.cite("seats"), facts=found.chips, group="house")


@leave_table.taken
def leave(draft: Draft[State], command: m.LeaveTable, offer: Offer) -> None:
    draft.emit(m.SeatLeft(seat=command.seat, chips=offer.facts, citations=offer.citations))


# Betting


@CASINO_WAR.action(ShuffleCards, Role.DEALER)
def shuffle_cards(at: Moment[State]) -> Offer:
    at.require(at.state.phase == "idle", "card_shoe", "the shoe is shuffled between Rounds")
    return Offer(at.cite("card_shoe"))


@shuffle_cards.taken
def shuffle(draft: Draft[State], command: ShuffleCards, offer: Offer) -> None:
    draft.emit(shuffled(command, "card_shoe", WarTerms.of(draft.rules).decks, offer.citations))


@CASINO_WAR.action(m.CallForBets, Role.DEALER)
def call_for_bets(at: Moment[State]) -> Offer:
    at.require(at.state.phase == "idle", "round_of_play", "a Round is under way; finish it first")
    at.require(at.state.seats, "seats", "nobody sits at the table")
    is_enough = at.state.device.remaining >= cards_needed(at)
    at.require(is_enough, "card_shoe", "too few cards are left: shuffle them first")
    return Offer(at.cite("round_of_play"))


def cards_needed(at: Moment[State]) -> int:
    """A Round in which every seat goes to war needs no more."""
    terms = WarTerms.of(at.rules)
    return 2 * (terms.seats + 1) + terms.burnt_before_war


@call_for_bets.taken
def bets_called(draft: Draft[State], command: m.CallForBets, offer: Offer) -> None:
    draft.emit(m.BetsCalled(citations=offer.citations))


def betting(at: Moment[State], number: int, rule: str) -> Seat:
    seat = own(at, number)
    at.require(
        at.state.phase == "betting", rule, "bets are taken between the call for bets and the deal only"
    )
    return seat


@CASINO_WAR.action(m.PlaceWager, Role.PLAYER, "wager", each=own_seat)
def place_wager(at: Moment[State], seat: int) -> Offer:
    found, terms = betting(at, seat, "wager"), WarTerms.of(at.rules)
    at.require(not found.wager, "wager", f"seat {seat} has a wager already")
    return Offer(at.cite("wager"), (stakes(at, found, "wager", terms.wager_min, terms.wager_max),))


@CASINO_WAR.action(m.BetOnTie, Role.PLAYER, "tie_wager", each=own_seat)
def bet_on_tie(at: Moment[State], seat: int) -> Offer:
    found, terms = betting(at, seat, "tie_wager"), WarTerms.of(at.rules)
    at.require(found.wager, "tie_wager", "place a wager first")
    at.require(not found.tie, "tie_wager", f"seat {seat} has bet on a tie already")
    return Offer(at.cite("tie_wager"), (stakes(at, found, "tie_wager", terms.lowest_chip, terms.tie_max),))


def stakes(at: Moment[State], seat: Seat, rule: str, least: int, most: int) -> Ask:
    chip = WarTerms.of(at.rules).lowest_chip
    least, most = round_up(least, chip), round_down(min(most, seat.chips), chip)
    at.require(least <= most, rule, "you have too few chips for the smallest bet; buy some")
    return money("amount", least, most, chip)


@place_wager.taken
def wager(draft: Draft[State], command: m.PlaceWager, offer: Offer) -> None:
    placed(draft, command.seat, "wager", command.amount, offer)


@bet_on_tie.taken
def tie(draft: Draft[State], command: m.BetOnTie, offer: Offer) -> None:
    placed(draft, command.seat, "tie", command.amount, offer)


def placed(draft: Draft[State], seat: int, spot: m.Spot, amount: int, offer: Offer) -> None:
    draft.emit(m.WagerPlaced(seat=seat, spot=spot, amount=amount, citations=offer.citations))


# Dealing


@CASINO_WAR.action(m.DealCards, Role.DEALER)
def deal_cards(at: Moment[State]) -> Offer:
    state = at.state
    refuse_while_open(at.rules, state.pending)
    is_war = state.phase == "war"
    rule = "war" if is_war else "initial_deal"
    at.require(state.phase in ("betting", "war"), rule, "no cards are due now")
    at.require(state.wagered, rule, "nobody has placed a wager yet")
    burns = WarTerms.of(at.rules).burnt_before_war if is_war else 0
    places = [*["burn"] * burns, *(f"seat {number}" for number in state.wagered), "Dealer"]
    is_physical = state.device.source == "physical"
    asks = (cards_for("cards", places),) if is_physical else ()
    return Offer(at.cite(rule), asks, facts=burns)


@deal_cards.taken
def deal(draft: Draft[State], command: m.DealCards, offer: Offer) -> None:
    seats = [*draft.state.wagered, 0]
    is_war = draft.state.phase == "war"
    drawn = draw(draft, offer.facts + len(seats), command.cards, "initial_deal")
    if offer.facts:
        draft.emit(m.CardsBurnt(cards=tuple(drawn[: offer.facts]), citations=offer.citations))
    for number, card in zip(seats, drawn[offer.facts :], strict=True):
        draft.emit(m.CardDealt(seat=number, card=card, citations=offer.citations))
    if is_war:
        settle_war(draft)
    else:
        settle_first_cards(draft)


def draw(draft: Draft[State], count: int, named: Sequence[Card], rule: str) -> Sequence[Card]:
    try:
        return draft.state.device.draw(count, named)[0]
    except DeviceError as error:
        draft.refuse(rule, str(error))


# Settling


def margin(state: State, number: int) -> int:
    card, dealer = state.seats[number].card, state.dealer
    assert card is not None
    assert dealer is not None
    return rank_value(card) - rank_value(dealer)


def settle_first_cards(draft: Draft[State]) -> None:
    terms = WarTerms.of(draft.rules)
    for number in draft.state.wagered:
        above = margin(draft.state, number)
        if draft.state.seats[number].tie:
            settle(draft, number, "tie", "tie_pays", terms.tie if above == 0 else None)
        if above:
            settle(draft, number, "wager", "higher_card", terms.main if above > 0 else None)
    if draft.state.wagered:
        draft.emit(m.WarDeclared(citations=draft.rules.cite("tied")))
    else:
        conclude(draft)


def settle_war(draft: Draft[State]) -> None:
    terms = WarTerms.of(draft.rules)
    for number in draft.state.wagered:
        is_won = margin(draft.state, number) >= 0
        settle(draft, number, "second", "war_settled", terms.war if is_won else None)
        if is_won:
            give_back(draft, number)
        else:
            settle(draft, number, "wager", "war_settled", None)
    conclude(draft)


def settle(draft: Draft[State], number: int, spot: m.Spot, rule: str, won: PayTable | None) -> None:
    stake = getattr(draft.state.seats[number], spot)
    winnings = int(won.lines[0].pays.winnings(stake)) if won else 0  # type: ignore[union-attr]
    draft.emit(
        m.WagerSettled(
            seat=number,
            spot=spot,
            result="won" if won else "lost",
            stake=stake,
            taken=0 if won else stake,
            winnings=winnings,
            citations=draft.rules.cite(rule),
        )
    )


def give_back(draft: Draft[State], number: int) -> None:
    stake, cites = draft.state.seats[number].wager, draft.rules.cite("war_settled")
    draft.emit(m.WagerSettled(seat=number, spot="wager", result="returned", stake=stake, citations=cites))


def conclude(draft: Draft[State]) -> None:
    draft.emit(m.RoundConcluded(citations=draft.rules.cite("round_of_play")))


# A tie


def choosing(at: Moment[State], number: int) -> Seat:
    refuse_while_open(at.rules, at.state.pending)
    at.require(number in at.state.undecided, "tied", f"seat {number} has no tie to decide")
    return at.state.seats[number]


@CASINO_WAR.action(m.GoToWar, Role.PLAYER, "tied", each=own_seat)
def go_to_war(at: Moment[State], seat: int) -> Offer:
    own(at, seat)
    found = choosing(at, seat)
    at.require(
        found.chips >= found.wager, "silence", "you have too few chips for a war: surrender, or buy some"
    )
    return Offer(at.cite("tied"), costs=found.wager)


@go_to_war.taken
def war(draft: Draft[State], command: m.GoToWar, offer: Offer) -> None:
    placed(draft, command.seat, "second", offer.costs, offer)


@CASINO_WAR.action(m.Surrender, Role.PLAYER, "tied", each=own_seat)
def surrender(at: Moment[State], seat: int) -> Offer:
    own(at, seat)
    choosing(at, seat)
    return Offer(at.cite("tied"))


@CASINO_WAR.action(m.CallTime, Role.DEALER, each=undecided)
def call_time(at: Moment[State], seat: int) -> Offer:
    choosing(at, seat)
    return Offer(at.cite("silence"), group="house")


@surrender.taken
def surrenders(draft: Draft[State], command: m.Surrender, offer: Offer) -> None:
    give_up(draft, command.seat, offer)


@call_time.taken
def surrenders_by_silence(draft: Draft[State], command: m.CallTime, offer: Offer) -> None:
    give_up(draft, command.seat, offer)


def give_up(draft: Draft[State], number: int, offer: Offer) -> None:
    """The House takes its part, the odd cent too."""
    stake = draft.state.seats[number].wager
    percent = WarTerms.of(draft.rules).surrender_costs_percent
    taken = -(-stake * percent // 100)
    draft.emit(
        m.WagerSettled(
            seat=number,
            spot="wager",
            result="surrendered",
            stake=stake,
            taken=taken,
            citations=offer.citations,
        )
    )
    if not draft.state.wagered:
        conclude(draft)


# What goes wrong


@CASINO_WAR.action(m.ReportExposedCard, Role.DEALER)
def report_exposed_card(at: Moment[State]) -> Offer:
    is_due = at.state.phase in ("betting", "choosing", "war")
    at.require(is_due and at.state.wagered, "exposed_card", "no card is to come that could be exposed")
    refuse_while_open(at.rules, at.state.pending)
    is_left = (
        at.state.device.remaining > 2 * (len(at.state.seats) + 1) + WarTerms.of(at.rules).burnt_before_war
    )
    at.require(is_left, "card_shoe", "too few cards are left: refer the matter")
    asks = (cards("card", 1),) if at.state.device.source == "physical" else ()
    return Offer(at.cite("exposed_card"), asks, group="irregularity")


@report_exposed_card.taken
def exposed(draft: Draft[State], command: m.ReportExposedCard, offer: Offer) -> None:
    card = draw(draft, 1, command.card, "exposed_card")
    draft.emit(m.CardsBurnt(cards=tuple(card), citations=offer.citations))
    ask(draft, "exposed_card", Role.PIT_SUPERVISOR, "A card was exposed and is burnt: does the Round go on?")


@CASINO_WAR.action(m.ReferMatter, Role.DEALER)
def refer_matter(at: Moment[State]) -> Offer:
    is_open = at.state.phase != "idle"
    at.require(is_open, "matters_not_provided_for", "no Round is under way; earlier ones stand as settled")
    refuse_while_open(at.rules, at.state.pending)
    return Offer(at.cite("matters_not_provided_for"), (text("matter"),), group="irregularity")


@refer_matter.taken
def refer(draft: Draft[State], command: m.ReferMatter, offer: Offer) -> None:
    ask(draft, "matters_not_provided_for", Role.SHIFT_MANAGER, f"{command.matter}: does the Round go on?")


def ask(draft: Draft[State], rule: str, role: Role, question: str) -> None:
    pending = Pending(key=rule, role=role, question=question, choices=("go_on", "void"), rules=(rule,))
    draft.emit(m.RulingAsked(question=question, pending=pending, citations=draft.rules.cite(rule)))


@CASINO_WAR.ruling("exposed_card")
@CASINO_WAR.ruling("matters_not_provided_for")
def goes_on_or_void(draft: Draft[State], command: GiveRuling, found: Pending) -> None:
    if command.choice == "void":
        void(draft, found.key.replace("_", " "), found.key)
    else:
        draft.emit(m.PlayResumed(citations=found.cites(draft.rules)))


@CASINO_WAR.action(m.ReportInterruption, Role.DEALER)
def report_interruption(at: Moment[State]) -> Offer:
    at.require(at.state.phase != "idle", "interruption", "no Round is under way that could be interrupted")
    return Offer(at.cite("interruption"), group="irregularity")


@report_interruption.taken
def interrupted(draft: Draft[State], command: m.ReportInterruption, offer: Offer) -> None:
    if draft.state.dealer is None:
        void(draft, "interrupted before the deal", "interruption")
    else:
        draft.emit(m.PlayResumed(citations=offer.citations))


def void(draft: Draft[State], why: str, rule: str) -> None:
    cites = draft.rules.cite(rule, "void")
    draft.emit(m.RoundVoided(why=why, refunds=spots(draft.state), citations=cites))
