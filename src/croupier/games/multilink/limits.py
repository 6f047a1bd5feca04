"""Whose box, how much: what a bet must satisfy, and what becomes of one that does not."""

from croupier.games.multilink import events as e
from croupier.games.multilink.state import BETS, Bet, Box, Player, State
from croupier.games.multilink.terms import terms
from croupier.money import say_money
from croupier.rulebook import Rules
from croupier.table import Citations, Draft, refuse


def require_box(draft: Draft[State], name: str, number: int) -> None:
    """A box is for one bettor: whoever sits there or, if nobody does, whoever has bet on it first."""
    state, rules = draft.state, draft.rules
    if not 1 <= number <= terms(rules).boxes:
        draft.refuse("boxes", f"there is no box {number}; the layout has boxes 1 to {rules['boxes']}")
    if not may_bet_on(state, name, number):
        refuse(
            rules.cite("seated_players_only", "standing_player", "seated_player", reading="ML-A34"),
            f"box {number} is another player's; bet on your own or on a free one",
        )
    if state.fault is not None and state.fault.blocks(number):
        draft.refuse("fault_block_box", f"no bets are taken on box {number} until its equipment is repaired")
    own = [n for n, box in state.boxes.items() if box.player == name and n != number]
    if len(own) >= terms(rules).boxes_per_player_max:
        draft.refuse(
            "other_boxes",
            f"a player may bet on {rules['boxes_per_player_max']} boxes here; you have {len(own)}",
        )


def can_bet_on(rules: Rules, state: State, name: str, number: int) -> bool:
    """Whether this box would take a bet of this player now."""
    is_blocked = state.fault is not None and state.fault.blocks(number)
    own = [n for n, box in state.boxes.items() if box.player == name and n != number]
    return may_bet_on(state, name, number) and not is_blocked and len(own) < terms(rules).boxes_per_player_max


def may_bet_on(state: State, name: str, number: int) -> bool:
    box = state.boxes.get(number)
    if box is not None and box.staked:
        return box.player == name
    return all(player.seat != number or other == name for other, player in state.players.items())


def bounds(rules: Rules, box: Box, bet: Bet) -> tuple[int, int]:
    """The least and the most that may be added to a bet now."""
    if bet == "progressive":
        least = most = terms(rules).progressive_bet
    else:
        least, most = terms(rules).least(bet), terms(rules).most(bet)
    placed = getattr(box, bet)
    step = terms(rules).lowest_chip
    return max(least - placed, step), most - placed


def why_no_progressive(state: State, number: int) -> tuple[str, str] | None:
    """The rule and the reason why no jackpot bet is taken here, if there is one."""
    fault = state.fault
    if fault is not None and (fault.covers(number) or fault.course == "without_progressive"):
        return "fault_without_progressive", "no jackpot bets are accepted or paid until the fault is repaired"
    if not state.is_link_open:
        return "progressive_jackpot", "the jackpot link is closed; play without the jackpot bet"
    return None


def check_amount(draft: Draft[State], player: Player, number: int, box: Box, bet: Bet, amount: int) -> None:
    rules = draft.rules
    if bet == "progressive" and (closed := why_no_progressive(draft.state, number)):
        draft.refuse(*closed)
    if bet != "ante" and not box.ante:
        key = "bonus_bet" if bet == "bonus" else "progressive_bet"
        reading = "ML-A32" if bet == "bonus" else None
        draft.refuse(key, f"place an Ante on box {number} first", reading)
    least, most = bounds(rules, box, bet)
    if bet == "progressive" and amount != most:
        said = f"exactly {say_money(most)}" if most > 0 else "nothing more: it is placed"
        draft.refuse("bets_within_limits", f"the jackpot bet on box {number} takes {said}", "ML-A08")
    if amount > most:
        draft.refuse(
            "over_maximum", f"box {number} takes {say_money(max(most, 0))} more on the {bet} at most"
        )
    if amount < least:
        draft.refuse("under_minimum", f"bet {say_money(least)} or more on the {bet} of box {number}")
    if amount % terms(rules).lowest_chip:
        draft.refuse("bets_within_limits", f"bet in chips of {say_money(rules['lowest_chip'])}")
    if amount > player.chips:
        draft.refuse("bets_within_limits", f"you have {say_money(player.chips)}; bet less or buy chips")


def registrable(rules: Rules, state: State) -> dict[int, int]:
    """The jackpot bets the link takes in: with an Ante, cut to the prescribed amount, never short."""
    prescribed: int = terms(rules).progressive_bet
    return {
        number: prescribed
        for number, box in sorted(state.boxes.items())
        if box.ante and box.progressive >= prescribed and not why_no_progressive(state, number)
    }


def return_bets(draft: Draft[State], number: int, bets: tuple[Bet, ...], citations: Citations) -> None:
    box = draft.state.boxes[number]
    refunds: dict[Bet, int] = {bet: getattr(box, bet) for bet in bets if getattr(box, bet)}
    give_back(draft, number, refunds, citations)


def give_back(draft: Draft[State], number: int, refunds: dict[Bet, int], citations: Citations) -> None:
    box = draft.state.boxes[number]
    is_unregistered = box.registered > 0 and refunds.get("progressive") == box.progressive
    draft.emit(
        e.BetsReturned(
            player=box.player,
            seat=box.seat,
            box=number,
            refunds=refunds,
            is_unregistered=is_unregistered,
            citations=citations,
        )
    )


def return_short_bets(draft: Draft[State]) -> None:
    """A player who was told of the minimum and did nothing gets the short bet back; without an Ante, all."""
    for number, box in list(draft.state.boxes.items()):
        short = short_bets(draft.rules, box) if box.is_advised else ()
        if short:
            back = BETS if "ante" in short else short
            return_bets(draft, number, back, draft.rules.cite("under_minimum"))


def can_close(rules: Rules, state: State) -> bool:
    """Whether an Ante is left once those who were told of the minimum in vain have their bets back."""
    return any(
        box.ante and not (box.is_advised and "ante" in short_bets(rules, box)) for box in state.boxes.values()
    )


def has_nobody_to_bet(state: State) -> bool:
    """Whether everyone at the table, if anyone is left, has no more to bet."""
    return all(player.is_ready for player in state.players.values())


def short_bets(rules: Rules, box: Box) -> tuple[Bet, ...]:
    """Which of Ante and Bonus lie below their minimum."""
    sized: tuple[Bet, ...] = ("ante", "bonus")
    return tuple(bet for bet in sized if 0 < getattr(box, bet) < terms(rules).least(bet))


def excess(rules: Rules, box: Box) -> dict[Bet, int]:
    """What lies above the maximum of Ante and Bonus."""
    over: dict[Bet, int] = {
        "ante": box.ante - terms(rules).ante_max,
        "bonus": box.bonus - terms(rules).bonus_max,
    }
    return {bet: cents for bet, cents in over.items() if cents > 0}


def orphans(box: Box) -> tuple[Bet, ...]:
    """Side bets without an Ante."""
    side: tuple[Bet, ...] = ("bonus", "progressive")
    return () if box.ante else tuple(bet for bet in side if getattr(box, bet))
