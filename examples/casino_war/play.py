"""How Casino War is played: for each command what is offered and what it does."""

from casino_war import messages as m
from casino_war.game import CASINO_WAR
from casino_war.state import State
from casino_war.terms import WarTerms
from croupier.cards import rank_value
from croupier.rulebook import PayTable, Rules
from croupier.table import Citations, Draft, Moment, Offer, Role, cards
from croupier.table.against_house import Limits
from croupier.table.rulings import refuse_while_open


def wager_limits(rules: Rules) -> Limits:
    terms = WarTerms.of(rules)
    return Limits(terms.wager_min, terms.wager_max, terms.lowest_chip)


def tie_limits(rules: Rules) -> Limits:
    terms = WarTerms.of(rules)
    return Limits(terms.lowest_chip, terms.tie_max, terms.lowest_chip)


CASINO_WAR.takes(m.PlaceWager, "wager", "wager", wager_limits)
CASINO_WAR.takes(m.BetOnTie, "tie", "tie_wager", tie_limits, besides="wager")


# Settling


def margin(state: State, number: int, deal: str) -> int:
    (card,), (dealer,) = state.hand(number, deal), state.dealer_hand(deal)
    return rank_value(card) - rank_value(dealer)


def settle_initial_deal(draft: Draft[State]) -> None:
    terms = WarTerms.of(draft.rules)
    for number in draft.state.wagered:
        above = margin(draft.state, number, "initial_deal")
        if draft.state.seats[number].tie:
            settle(draft, number, "tie", "tie_pays", terms.tie if above == 0 else None)
        if above:
            settle(draft, number, "wager", "higher_card", terms.main if above > 0 else None)
    if draft.state.wagered:
        draft.emit(m.WarDeclared(citations=draft.rules.cite("tied")))
    else:
        CASINO_WAR.conclude(draft)


def settle_war(draft: Draft[State]) -> None:
    terms = WarTerms.of(draft.rules)
    for number in draft.state.wagered:
        is_won = margin(draft.state, number, "war") >= 0
        settle(draft, number, "second", "war_settled", terms.war if is_won else None)
        if is_won:
            CASINO_WAR.settle(draft, number, "wager", "returned", draft.cite("war_settled"))
        else:
            settle(draft, number, "wager", "war_settled", None)
    CASINO_WAR.conclude(draft)


def settle(draft: Draft[State], number: int, spot: str, rule: str, won: PayTable | None) -> None:
    stake, cites = getattr(draft.state.seats[number], spot), draft.cite(rule)
    if won is None:
        CASINO_WAR.settle(draft, number, spot, "lost", cites)
    else:
        winnings = int(won.lines[0].pays.winnings(stake))  # type: ignore[union-attr]
        CASINO_WAR.settle(draft, number, spot, "won", cites, winnings=winnings)


# A tie


@CASINO_WAR.action(m.GoToWar, Role.PLAYER, "tied", each=CASINO_WAR.own_seat)
def go_to_war(at: Moment[State], seat: int) -> Offer:
    found = CASINO_WAR.asked(at, seat, "tied")
    is_enough = found.chips >= found.wager
    at.require(is_enough, "silence", "you have too few chips for a war: surrender, or buy some")
    return Offer(at.cite("tied"), costs=found.wager)


@go_to_war.taken
def war(draft: Draft[State], command: m.GoToWar, offer: Offer) -> None:
    CASINO_WAR.place(draft, command.seat, "second", offer.costs, offer.citations)


@CASINO_WAR.action(m.Surrender, Role.PLAYER, "tied", each=CASINO_WAR.own_seat)
def surrender(at: Moment[State], seat: int) -> Offer:
    CASINO_WAR.asked(at, seat, "tied")
    return Offer(at.cite("tied"))


@surrender.taken
def surrenders(draft: Draft[State], command: m.Surrender, offer: Offer) -> None:
    give_up(draft, command.seat, offer.citations)


def give_up(draft: Draft[State], number: int, citations: Citations) -> None:
    """The House takes its part, the odd cent too."""
    stake = draft.state.seats[number].wager
    percent = WarTerms.of(draft.rules).surrender_costs_percent
    taken = -(-stake * percent // 100)
    CASINO_WAR.settle(draft, number, "wager", "surrendered", citations, taken=taken)
    if not draft.state.wagered:
        CASINO_WAR.conclude(draft)


# What goes wrong


@CASINO_WAR.action(m.ReportExposedCard, Role.DEALER)
def report_exposed_card(at: Moment[State]) -> Offer:
    is_due = at.state.phase in ("betting", "choosing", "war")
    at.require(is_due and at.state.wagered, "exposed_card", "no card is to come that could be exposed")
    refuse_while_open(at.rules, at.state.open)
    is_left = at.state.device.remaining > CASINO_WAR.cards_needed(at.rules)
    at.require(is_left, "card_shoe", "too few cards are left: refer the matter")
    asks = (cards("card", 1),) if at.state.device.source == "physical" else ()
    return Offer(at.cite("exposed_card"), asks, group="irregularity")


@report_exposed_card.taken
def exposed(draft: Draft[State], command: m.ReportExposedCard, offer: Offer) -> None:
    CASINO_WAR.burn(draft, command.card, "exposed_card")
    question = "A card was exposed and is burnt: does the Round go on?"
    CASINO_WAR.ask(draft, "exposed_card", Role.PIT_SUPERVISOR, question)


CASINO_WAR.ruling("exposed_card")(CASINO_WAR.play_on_or_void)


# Effects


@CASINO_WAR.after(m.WarDeclared)
def war_declared(state: State, event: m.WarDeclared) -> State:
    return state.to("choosing")
