"""Who may bet on another's playing area when more wish to than can: the order of priority."""

from collections.abc import Iterator
from itertools import groupby
from typing import Any

from msgspec.structs import replace

from croupier.games.freebet import commands as c
from croupier.games.freebet import events as e
from croupier.games.freebet.control import controller
from croupier.games.freebet.game import FREEBET
from croupier.games.freebet.permissions import own_place, require_power
from croupier.games.freebet.state import Area, Claim, State, Wager, contested, place_of, wager_of
from croupier.games.freebet.terms import Terms
from croupier.messages import Message
from croupier.rulebook import Rules
from croupier.table import Draft, GiveRuling, Matter, Moment, Offer, Role

NO_AGREEMENT = "no_agreement"

# Claims of equal standing, and the rule that gives them their rank.
Rank = tuple[str, list[Claim]]


def has_wager(area: Area, place: int) -> bool:
    """Whether this player has a wager here in the Round; one that was taken back is none."""
    return any(wager.place == place and not wager.is_out for wager in area.wagers)


def areas_of(state: State, place: int) -> list[int]:
    """Areas on which this player has a wager in the Round."""
    return [number for number, area in state.areas.items() if has_wager(area, place)]


def distance(state: State, claim: Claim) -> int:
    """Areas between the claimed one and the nearest on which the claimant has a wager."""
    return min(abs(number - claim.area) for number in areas_of(state, claim.place))


def position(state: State, number: int, place: int) -> int:
    """0 for the wager nearest the Dealer."""
    return next(n for n, wager in enumerate(state.areas[number].wagers) if wager.place == place)


def ranked(state: State, claims: list[Claim]) -> list[Rank]:
    """Claims to one spot, best first."""
    prefix = "insurance" if claims[0].bet == "insurance" else "side_wager"
    area = state.areas[claims[0].area]
    here = [claim for claim in claims if has_wager(area, claim.place)]
    here.sort(key=lambda claim: position(state, claim.area, claim.place))
    ranks: list[Rank] = [(f"{prefix}_priority_same_area", [claim]) for claim in here]
    near = [claim for claim in claims if claim not in here and areas_of(state, claim.place)]
    near.sort(key=lambda claim: distance(state, claim))
    for _, group in groupby(near, key=lambda claim: distance(state, claim)):
        ranks += _equally_distant(state, prefix, list(group))
    outside = [claim for claim in claims if not areas_of(state, claim.place)]
    ranks += [(f"{prefix}_priority_outsiders", [claim]) for claim in outside]
    return ranks


def _equally_distant(state: State, prefix: str, claims: list[Claim]) -> list[Rank]:
    if len(claims) == 1:
        return [(f"{prefix}_priority_nearest_area", claims)]
    if prefix == "insurance":
        return _front_to_back(state, claims)
    claims.sort(key=lambda claim: side_total(state, claim.place))
    ranks: list[Rank] = []
    for _, group in groupby(claims, key=lambda claim: side_total(state, claim.place)):
        ranks.append(("side_wager_priority_lowest_total", list(group)))
    return ranks


def _front_to_back(state: State, claims: list[Claim]) -> list[Rank]:
    """On one area front to back; of those in front on either side, the lowest total goes first."""
    queues: dict[int, list[Claim]] = {}
    for claim in claims:
        queues.setdefault(_nearest_area(state, claim), []).append(claim)
    for home, queue in queues.items():
        queue.sort(key=lambda claim, home=home: position(state, home, claim.place))  # type: ignore[misc]
    ranks: list[Rank] = []
    while fronts := [queue[0] for queue in queues.values() if queue]:
        lowest = min(insurance_total(state, claim.place) for claim in fronts)
        group = [claim for claim in fronts if insurance_total(state, claim.place) == lowest]
        rule = "lowest_total" if len(fronts) > 1 else "nearest_area"
        ranks.append((f"insurance_priority_{rule}", group))
        queues = {home: [c for c in queue if c not in group] for home, queue in queues.items()}
    return ranks


def _nearest_area(state: State, claim: Claim) -> int:
    return min(areas_of(state, claim.place), key=lambda number: abs(number - claim.area))


def side_total(state: State, place: int) -> int:
    return sum(side.amount for area in state.areas.values() for side in area.sides if side.place == place)


def insurance_total(state: State, place: int) -> int:
    """All Insurance of this player except on areas that he controls himself."""
    return sum(
        insurance.amount
        for number, area in state.areas.items()
        if controller(state, number) != place
        for insurance in area.insurances
        if insurance.place == place
    )


def room_left(draft: Draft[State], claim: Claim) -> int:
    """How much of the spot is free: places for a side wager, cents for Insurance."""
    area = draft.state.areas[claim.area]
    if claim.bet == "insurance":
        wager = wager_of(area, claim.holder)
        half = insurable(draft.rules, wager) if wager else 0
        placed = [n for n in area.insurances if n.holder == claim.holder]
        if is_half_for_each(draft.rules):
            placed = [n for n in placed if n.place in (claim.holder, claim.place)]
        return half - sum(n.amount for n in placed)
    most = Terms.of(draft.rules).side_wagers_per_area_max
    return most - sum(side.bet == claim.bet for side in area.sides)


def is_half_for_each(rules: Rules) -> bool:
    """Whether every one of the others may insure half of a wager, not all of them together."""
    return Terms.of(rules).insurance_by_others_limit == "each"


def resolve_claims(draft: Draft[State]) -> None:
    """Give out what was claimed, until claimants of equal standing must agree or nothing is left to give."""
    standing: dict[Claim, str] = {}  # the rule that gave each its rank when nothing had been given out yet
    while draft.state.claims and not contested(draft.state):
        spot = draft.state.claims[0].spot
        claims = [claim for claim in draft.state.claims if claim.spot == spot]
        ranks = ranked(draft.state, claims)
        standing = {claim: rule for rule, group in ranks for claim in group} | standing
        rule, group = ranks[0]
        left = room_left(draft, group[0])
        wanted = sum(claim.amount if claim.bet == "insurance" else 1 for claim in group)
        if spot[1] == "insurance" and is_half_for_each(draft.rules):
            wanted = 0  # nobody stands in another's way
        if left <= 0:
            full = "insurance_by_others" if spot[1] == "insurance" else "side_wagers_per_area"
            for claim in claims:
                refuse_claim(draft, claim, standing[claim], full)
        elif wanted > left and len(group) > 1:
            cites = draft.cite(rule, _unresolved(group[0]), reading="FB-A09")
            draft.emit(
                e.ClaimsTied(
                    area=spot[0],
                    bet=group[0].bet,
                    holder=spot[2],
                    claimants=tuple(claim.place for claim in group),
                    citations=cites,
                )
            )
        else:
            award(draft, group[0], rule, left)
    if not draft.state.claims:
        finish(draft)


def outside_limits(rules: Rules, bet: str, amount: int) -> tuple[str, ...]:
    """The rule on a stake that nobody noticed to be too large or too small."""
    least, most = Terms.of(rules).limits(bet)
    return ("over_maximum",) if amount > most else ("under_minimum",) if amount < least else ()


def is_short_wager(rules: Rules, bet: str, amount: int) -> bool:
    """Under the minimum, and of those that the once-only rule covers."""
    terms = Terms.of(rules)
    is_in_scope = bet == "main" or terms.under_minimum_scope == "all_wagers"
    return amount < terms.limits(bet)[0] and is_in_scope


def award(draft: Draft[State], claim: Claim, rule: str, left: int) -> None:
    if claim.bet == "insurance":
        cites = draft.cite(rule, "insurance_by_others", reading="FB-A09")
        draft.emit(
            e.InsurancePlaced(
                area=claim.area,
                place=claim.place,
                holder=claim.holder,
                amount=min(claim.amount, left),
                citations=cites,
            )
        )
        return
    unnoticed = outside_limits(draft.rules, claim.bet, claim.amount)
    draft.emit(
        e.SideWagerPlaced(
            area=claim.area,
            place=claim.place,
            bet=claim.bet,
            amount=claim.amount,
            value=min(claim.amount, Terms.of(draft.rules).limits(claim.bet)[1]),
            is_void=claim.is_void,
            is_short=not claim.is_void and is_short_wager(draft.rules, claim.bet, claim.amount),
            citations=draft.cite(rule, f"{claim.bet}_wager", "side_wager_without_main", *unnoticed),
        )
    )


def refuse_claim(draft: Draft[State], claim: Claim, *rules: str) -> None:
    draft.emit(
        e.ClaimRefused(
            area=claim.area,
            bet=claim.bet,
            place=claim.place,
            holder=claim.holder,
            citations=draft.cite(*rules),
        )
    )


def _unresolved(claim: Claim) -> str:
    return f"{'insurance' if claim.bet == 'insurance' else 'side_wager'}_priority_unresolved"


def finish(draft: Draft[State]) -> None:
    """All claims are settled: the call that waited for them takes effect."""
    if draft.state.phase != "claims":
        return
    if not draft.state.dealer:
        draft.emit(e.BettingClosed(citations=draft.cite("betting_closes")))
    else:
        from croupier.games.freebet.offered import (
            close_offer,  # which settles claims by this room
        )

        close_offer(draft, "insure")


def insurable(rules: Rules, wager: Wager) -> int:
    """The most that may insure a wager, in whole chips."""
    terms = Terms.of(rules)
    most = wager.value * terms.insurance_percent_max // 100
    return most - most % terms.lowest_chip


# Claims in the state


@FREEBET.after(e.BetClaimed)
def bet_claimed(state: State, event: e.BetClaimed) -> State:
    state = without_claim(state, event.area, event.bet, event.holder, event.place)
    claim = Claim(event.area, event.bet, event.place, event.amount, event.holder, event.is_void)
    return replace(state, claims=(*state.claims, claim))


@FREEBET.after(e.ClaimRefused)
def claim_refused(state: State, event: e.ClaimRefused) -> State:
    return without_claim(state, event.area, event.bet, event.holder, event.place)


@FREEBET.after(e.ClaimTakenBack)
def claim_taken_back(state: State, event: e.ClaimTakenBack) -> State:
    return without_claim(state, event.area, event.bet, 0, event.place)


def without_claim(state: State, area: int, bet: str, holder: int, place: int) -> State:
    if not state.claims:
        return state
    left = tuple(claim for claim in state.claims if (*claim.spot, claim.place) != (area, bet, holder, place))
    return replace(state, claims=tuple(replace(claim, is_tied=False) for claim in left))


@FREEBET.after(e.ClaimsTied)
def claims_tied(state: State, event: e.ClaimsTied) -> State:
    spot = (event.area, event.bet, event.holder)
    claims = (
        replace(claim, is_tied=claim.spot == spot and claim.place in event.claimants)
        for claim in state.claims
    )
    return replace(state, claims=tuple(claims))


# Equal claims: the claimants agree on one of them, one gives way, or nobody gets it


@FREEBET.asking
def tied(rules: Rules, state: State) -> Iterator[Matter]:
    if contested(state):
        claim = contested(state)[0]
        names = tuple(state.players[each.place].name for each in contested(state))
        yield Matter(
            key="claims",
            role=Role.DEALER,
            question=Message(
                "Equal claims on {bet:name} of area {area}: who have they agreed on?",
                {"bet": claim.bet, "area": claim.area},
            ),
            choices=(*names, NO_AGREEMENT),
            rules=(_unresolved(claim),),
            reading="FB-A09",
        )


@FREEBET.ruling("claims", tells=True)
def rule_on_tie(draft: Draft[State], command: GiveRuling, found: Matter) -> None:
    """The claimants agreed on one of them, or on nobody."""
    tie, choice = contested(draft.state), command.choice
    if choice == NO_AGREEMENT:
        claims = [claim for claim in draft.state.claims if claim.spot == tie[0].spot]
        for claim in claims:
            refuse_claim(draft, claim, _unresolved(claim))
    else:
        claim = next(each for each in tie if draft.state.players[each.place].name == choice)
        rule = f"{'insurance' if claim.bet == 'insurance' else 'side_wager'}_priority_lowest_total"
        award(draft, claim, rule, room_left(draft, claim))
    resolve_claims(draft)


def own_claims(at: Moment[State]) -> Iterator[dict[str, Any]]:
    """The areas on which who asks claims something, with the bet where there are several."""
    place = place_of(at.state, at.by.id)
    own = [claim for claim in at.state.claims if claim.place == place]
    for number in dict.fromkeys(claim.area for claim in own):
        bets = list(dict.fromkeys(claim.bet for claim in own if claim.area == number))
        yield from ({"area": number} | ({"bet": bet} if len(bets) > 1 else {"bet": None}) for bet in bets)


@FREEBET.action(c.GiveWay, Role.PLAYER, each=own_claims)
def give_way(at: Moment[State], area: int, bet: str | None) -> Offer:
    """Of several claims one says which, unless just one of them is contested now."""
    place = own_place(at)
    require_power(at)
    own = [n for n in at.state.claims if (n.area, n.place) == (area, place) and bet in (None, n.bet)]
    if not own:
        at.refuse("side_wager_priority_unresolved", "you claim nothing such on area {area}", area=area)
    meant = [claim for claim in own if claim in contested(at.state)] or own
    bets = list(dict.fromkeys(claim.bet.replace("_", " ") for claim in meant))
    if len(bets) > 1:
        said = "you claim several bets on area {area}: say which, {bets:or}"
        at.refuse("side_wager_priority_unresolved", said, area=area, bets=bets)
    return Offer(at.cite("side_wager_priority_unresolved"), facts=meant[0])


@give_way.taken
def gave_way(draft: Draft[State], command: c.GiveWay, offer: Offer) -> None:
    refuse_claim(draft, offer.facts, _unresolved(offer.facts))
    if draft.state.phase == "claims":
        resolve_claims(draft)
