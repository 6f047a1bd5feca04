"""A PHH file through the engine: the same players, cards and actions under one of our editions."""

import re
from collections.abc import Callable, Iterator
from itertools import combinations
from pathlib import Path

from msgspec import Struct, field

from croupier.cards import DECK, Card, strength
from croupier.games.poker import commands as c
from croupier.games.poker import events as e
from croupier.games.poker.game import POKER
from croupier.games.poker.showdown import must_show
from croupier.games.poker.state import State, next_street
from croupier.games.poker.terms import terms
from croupier.messages import Message
from croupier.money import format_money, say_money
from croupier.phh.dealt import HOLE_CARDS, is_hand, is_street, read_dealt
from croupier.phh.debts import debt_settings, seats_of, with_debts
from croupier.phh.history import (
    Phh,
    PhhError,
    line_of,
    located,
    read_phh,
    read_phhs,
)
from croupier.rulebook import Rules
from croupier.table import (
    SYSTEM,
    Accepted,
    Actor,
    Command,
    Event,
    Refusal,
    Role,
    ShuffleCards,
    Table,
    say,
)
from croupier.table.scenario import Said

DEALER = Actor("dealer", Role.DEALER)
_DOLLAR = 100
_BOARD_CARDS = 5
_ACTION = re.compile(r"p(\d+) (?:(f|cc)|(cbr) (\S+)|(sm)(?: \S+)?)")
_AMOUNT = re.compile(r"(\d{1,15})(?:\.(\d{1,2}))?")
_PAYS: dict[str, Callable[..., Command]] = {
    "small_blind": c.PostSmallBlind,
    "big_blind": c.PostBigBlind,
    "entry": c.PayToJoin,
    "missed_blinds": c.PayMissedBlinds,
}


class Difference(Struct, frozen=True):
    """A final stack that is not what the file says."""

    player: str
    ours: int
    expected: int

    def __str__(self) -> str:
        return f"{self.player}: {say_money(self.ours)}, the file says {say_money(self.expected)}"


class Replay(Struct):
    """What became of the hand. `refusal` is set where the edition does not allow an action of the file."""

    rules: Rules
    messages: list[Command | Event | Refusal] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)
    final_stacks: tuple[int, ...] = ()
    differences: list[Difference] = field(default_factory=list)
    refusal: str = ""
    action: int | None = None  # which action of the file was refused, from 0
    line: int = 0  # where it stands in the file, from 1; 0 where the hand was not read from one

    @property
    def passed(self) -> bool:
        return not self.refusal and not self.differences

    @property
    def transcript(self) -> list[Said]:
        """The hand in words, put together when somebody reads them: it takes longer than playing it."""
        return [_said(message) for message in self.messages]


def _said(message: Command | Event | Refusal) -> Said:
    if isinstance(message, Refusal):
        return Said(
            "", Message("Refused: {reason}", {"reason": message.message}), message.citations, is_refusal=True
        )
    if isinstance(message, Command):
        return Said(message.by.id, say(message))
    return Said("", say(message), message.citations)


class _Refused(Exception):  # noqa: N818 - the file asks for what the edition does not allow
    pass


def run(path: Path, rules: Rules) -> Replay:
    """Read a file and play it under an edition; the blinds are the file's, the other settings the House's."""
    text = _text(path)
    try:
        return _with_line(replay(read_phh(text), rules), text)
    except PhhError as error:
        raise located(text, error) from None


def run_all(path: Path, rules: Rules) -> Iterator[tuple[str, Replay | PhhError]]:
    """Every hand of a .phhs collection by its name, and what became of it."""
    text = _text(path)
    for name, found in read_phhs(text):
        try:
            if isinstance(found, PhhError):
                raise found
            yield name, _with_line(replay(found, rules), text, name)
        except PhhError as error:
            yield name, located(text, error, name)


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise PhhError(f"not a text file: {error}") from None


def _with_line(found: Replay, text: str, name: str = "") -> Replay:
    if not found.passed:
        found.line = line_of(text, name, found.action, "finishing_stacks" if found.differences else "")
    return found


def replay(phh: Phh, rules: Rules) -> Replay:
    """Play a history from the blinds to the settlement and compare the final stacks."""
    return _Stage(phh, _rules_for(phh, rules)).run()


def _rules_for(phh: Phh, rules: Rules) -> Rules:
    bets = [read_amount(found[4]) for found in map(_ACTION.fullmatch, phh.actions) if found and found[4]]
    amounts = (*phh.blinds, phh.big_blind // 2, *phh.antes, *phh.starting_stacks, *bets)
    chip = _DOLLAR if not any(amount % _DOLLAR for amount in amounts) else 1
    chosen = {
        "rake_percent": "0%",
        **rules.chosen,
        **dict(zip(("rake_percent", "rake_cap"), phh.rake, strict=False)),
        **debt_settings(phh),
        "seats": str(max(seats_of(phh).values())),
        "device": "card_shoe",
        "lowest_chip": format_money(chip),
        "small_blind": format_money(phh.big_blind // 2),
        "table_stake_min": format_money(phh.big_blind // 2),
        "table_stake_max": format_money(max(phh.starting_stacks)),
    }
    return Rules.adopt(rules.edition, chosen, POKER.policies)


class _Stage:
    """The table while a history runs. The last player has the button and sits at seat 1."""

    def __init__(self, phh: Phh, rules: Rules) -> None:
        self.phh = phh
        self.table: Table[State] = Table(POKER, rules, lambda edition, settings: rules)
        self.result = Replay(rules)
        self.result.events.append(self.table.opening())
        count = len(phh.starting_stacks)
        names = phh.players or tuple(f"p{n}" for n in range(1, count + 1))
        self.seats = seats_of(phh)
        self.actors = {n: Actor(names[n - 1], Role.PLAYER, self.seats[n]) for n in self.seats}
        self.dealt = read_dealt(phh)
        self.unknown = {n for n in self.seats if len(self.dealt.hands.get(n, ())) != HOLE_CARDS}

    def run(self) -> Replay:
        try:
            self._open()
            for number, action in enumerate(self.phh.actions):
                self.result.action = number
                self._act(action)
            self.result.action = None
            self._finish()
        except _Refused as refused:
            self.result.refusal = str(refused)
        except PhhError as error:
            raise PhhError(str(error), self.result.action) from None
        seats = [self.table.state.seats[self.seats[n] - 1] for n in sorted(self.seats)]
        self.result.final_stacks = tuple(seat.chips if seat else 0 for seat in seats)
        if self.phh.finishing_stacks and not self.result.refusal:
            pairs = zip(sorted(self.seats), self.phh.finishing_stacks, strict=True)
            for n, expected in pairs:
                ours = self.result.final_stacks[n - 1]
                if ours != expected:
                    self.result.differences.append(Difference(self.actors[n].id, ours, expected))
        return self.result

    def _give(self, command: Command) -> None:
        self.result.messages.append(command)
        outcome = self.table.submit(command)
        if not isinstance(outcome, Accepted):
            self.result.messages.append(outcome)
            cited = ", ".join(citation.paragraph for citation in outcome.citations)
            raise _Refused(f"{say(command)!r} by {command.by.id} is refused under {cited}: {outcome.reason}")
        self._tell(*outcome.events)

    def _tell(self, *events: Event) -> None:
        self.result.events += events
        self.result.messages += events

    def _open(self) -> None:
        for n, stack in enumerate(self.phh.starting_stacks, 1):
            self._seat(n, stack)
        self.table.state = with_debts(self.phh, self.table.state)
        self._give(ShuffleCards(by=SYSTEM, first_cards=self._deck()))
        self._give(c.AnnounceBlinds(by=DEALER))
        by_seat = {actor.seat: actor for actor in self.actors.values()}
        for due in self.table.state.dues:
            self._give(_PAYS[due.kind](by=by_seat[due.seat], seat=due.seat))
        self._give(c.DealHoleCards(by=DEALER))

    def _seat(self, n: int, stack: int) -> None:
        """Nobody joins with less than the minimum, but one may have been left with it."""
        by, seat = self.actors[n], self.seats[n]
        if stack >= terms(self.result.rules).table_stake_min:
            self._give(c.SitDown(by=by, seat=seat, chips=stack))
            return
        cites = self.result.rules.cite("table_stake", reading="TS2")
        seated = e.PlayerSeated(seat=seat, player=by.id, chips=stack, citations=cites)
        self.table.apply(seated)
        self._tell(seated)

    def _deck(self) -> tuple[Card, ...]:
        """The cards in the order a shoe would deal them: burns and unknown hands are any other cards."""
        hands, board = dict(self.dealt.hands), self.dealt.board
        known = {card for hand in hands.values() for card in hand} | set(board)
        rest = [card for card in DECK if card not in known]
        order = sorted(self.seats)
        folded = {n for n in order if f"p{n} f" in self.phh.actions}
        for n in sorted(self.unknown, key=lambda n: (n in folded, n)):
            is_compared = n not in folded and len(board) == _BOARD_CARDS
            hands[n] = _weakest(rest, board) if is_compared else (rest[0], rest[1])
            rest = [card for card in rest if card not in hands[n]]
        burns = terms(self.result.rules).opening_burns
        deck = [rest.pop() for _ in range(burns)]
        deck += [hands[n][0] for n in order] + [hands[n][1] for n in order]
        for street in self.dealt.streets:
            deck += [rest.pop(), *street]
        return tuple(deck)

    def _act(self, action: str) -> None:
        if is_street(action):
            self._deal_board()
        elif not is_hand(action):
            match = _ACTION.fullmatch(action)
            if match is None or int(match[1]) not in self.actors:
                raise PhhError(
                    f"{action!r}: write 'd dh p1 AsKd', 'd db 2c3d4h', 'p1 f', 'p1 cc' or 'p1 cbr 80'"
                )
            self._player_acts(int(match[1]), match[2] or match[3] or match[5], match[4])

    def _deal_board(self) -> None:
        street = next_street(self.table.state)
        if street is None or self.table.state.phase != "dealing":
            raise PhhError("the file deals a street while somebody is still to act")
        self._give(c.DealStreet(by=DEALER, street=street))

    def _player_acts(self, n: int, kind: str, argument: str | None) -> None:
        state, by, seat = self.table.state, self.actors[n], self.seats[n]
        if kind == "sm":
            if state.phase == "betting":
                raise PhhError(f"p{n} shows a hand while somebody is still to act")
            return  # shown below, in the order our rules ask for it
        owes = state.phase == "betting" and state.hand(seat).bet < state.current_bet
        if kind == "f":
            self._give(c.Fold(by=by, seat=seat))
        elif kind == "cc":
            self._give(c.Call(by=by, seat=seat) if owes else c.Check(by=by, seat=seat))
        elif kind == "cbr":
            amount = read_amount(argument)
            bet = c.Bet if not state.current_bet else c.RaiseTo
            self._give(bet(by=by, seat=seat, amount=amount))

    def _finish(self) -> None:
        by_seat = {seat: n for n, seat in self.seats.items()}
        while (phase := self.table.state.phase) != "idle":
            if phase == "closed":
                self._give(c.FlipMarker(by=DEALER))
            elif phase == "showdown":
                self._show(by_seat)
            elif phase == "settling":
                self._give(c.Settle(by=DEALER))
            else:
                raise PhhError("the file ends before the hand does")

    def _show(self, by_seat: dict[int, int]) -> None:
        state = self.table.state
        seat = state.to_act
        n, hand = by_seat[seat], state.hand(seat)
        if n in self.unknown:
            self._throw_in(n)
        elif n in self.dealt.shown or must_show(
            terms(self.table.rules), state, seat, strength(hand.cards + state.board)
        ):
            self._give(c.ShowHand(by=self.actors[n], seat=seat))
        else:
            self._give(c.MuckHand(by=self.actors[n], seat=seat))

    def _throw_in(self, n: int) -> None:
        """Hands that the file does not tell went in unseen, where it is plain without them who wins.

        Whoever had to show first: that they did not is what the file says.
        """
        state, winners = self.table.state, self._winners()
        losers = [each for each in self.unknown if self.seats[each] in state.active]
        losers = [each for each in losers if self.seats[each] not in winners]
        reach = max((state.hand(seat).total for seat in winners), default=0)
        beyond = [each for each in losers if state.hand(self.seats[each]).total > reach]
        if not winners or len(beyond) > 1:
            raise PhhError(f"the cards of p{n} decide a pot, and the file does not tell them")
        cites = self.result.rules.cite("others_show", "fold", reading="SD4")
        for each in losers:
            thrown = e.HandMucked(seat=self.seats[each], citations=cites)
            self.table.apply(thrown)
            self._tell(thrown)

    def _winners(self) -> list[int]:
        """The seats that can have won: whose cards are told, or else the only one whose stack says so."""
        active = {n: seat for n, seat in self.seats.items() if seat in self.table.state.active}
        told = [seat for n, seat in active.items() if n not in self.unknown]
        if told:
            return told
        stacks = {n: self.table.state.seat(seat).chips for n, seat in active.items()}
        gained = [
            seat
            for n, seat in active.items()
            if (self.phh.winnings and self.phh.winnings[n - 1])
            or (self.phh.finishing_stacks and self.phh.finishing_stacks[n - 1] > stacks[n])
        ]
        return gained if len(gained) == 1 else []


def _weakest(rest: list[Card], board: tuple[Card, ...]) -> tuple[Card, ...]:
    """A hand that the file does not know was never shown, so it is given one that need not be."""
    return min(combinations(rest[:20], HOLE_CARDS), key=lambda pair: strength((*pair, *board)))


def read_amount(text: str | None) -> int:
    match = _AMOUNT.fullmatch(text or "")
    if match is None:
        raise PhhError(f"{text!r} is not an amount")
    return int(match[1]) * _DOLLAR + int((match[2] or "0").ljust(2, "0"))
