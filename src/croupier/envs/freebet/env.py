"""Free Bet Blackjack for Gymnasium, on the live table: `gymnasium.make("croupier/FreeBet-v0")`."""

from collections import Counter
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from croupier.cards import Card
from croupier.envs import felt
from croupier.envs.freebet import kernel as k
from croupier.envs.freebet.setup import SIDES, FreeBetSetup
from croupier.envs.layout import Form
from croupier.envs.live import Live, Shuffle
from croupier.envs.seat import SeatEnv
from croupier.envs.wishes import made
from croupier.games import catalogue
from croupier.games.freebet import commands as c
from croupier.games.freebet.points import VALUE
from croupier.games.freebet.view import HandView, View
from croupier.table import Ask, Option, Purpose, ShuffleCards
from croupier.table.driver import DEALER
from croupier.table.options import by_name

CHIPS: Final = 10**12  # nobody runs out: what a wager is worth does not depend on it
_COMMANDS: Final = by_name({
    c.Stand: k.STAND, c.Hit: k.HIT, c.Double: k.DOUBLE, c.FreeDouble: k.FREE_DOUBLE, c.Split: k.SPLIT,
    c.FreeSplit: k.FREE_SPLIT, c.Surrender: k.SURRENDER, c.PlayOn: k.PLAY_ON, c.Insure: k.INSURE,
    c.DeclineInsurance: k.PLAY_ON, c.TakeEvenMoney: k.EVEN_MONEY,
})  # fmt: skip


class FreeBetEnv(SeatEnv):
    """One player on one or several areas; an episode is one Round, or as many as `rounds` says.

    The reward is what the Round won, in wagers. `info["action_mask"]` says which actions are possible,
    `info["paragraphs"]` which paragraphs of the edition made what has just happened happen.
    With `exact=True` an action is {"action": number, "amount": cents}; an amount of 0 is the usual one.
    """

    def __init__(
        self,
        *,
        observation: Form = "array",
        rounds: int = 1,
        exact: bool = False,
        render_mode: str | None = None,
        setup: FreeBetSetup | None = None,
        **wanted: Any,
    ) -> None:
        self.setup = setup or made(FreeBetSetup, wanted)
        super().__init__(
            self.setup.layout,
            self.setup.actions,
            self.setup.first,
            observation,
            rounds,
            exact,
            render_mode,
        )

    # The table

    def open(self, shuffle: Shuffle) -> None:
        table = catalogue().table(self.setup.edition, self.setup.settings)
        self._live, self._shuffle = Live(table, shuffle), shuffle
        self._player = self._live.seat("agent", 1, CHIPS)
        self._before: Counter[int] = Counter()
        self._is_new = True

    @property
    def decks(self) -> int:
        return self.setup.book.decks

    def _begin(self) -> None:
        """Open a Round and go to its first decision."""
        live = self.live
        if self.setup.shoe == "fresh" and not self._is_new:
            live.give(ShuffleCards(by=DEALER, **self._shuffle()))
            self._before.clear()
        self._is_new = False
        while not live.awaited():
            left = live.table.state.device.remaining
            live.deal()
            if live.table.state.device.remaining > left:
                self._before.clear()  # shuffled
        self._chips = self._stack()
        self._area = 1
        if self.setup.betting == "fixed":
            for area in range(1, self.setup.areas + 1):
                for bet, stake in zip(("main", *SIDES), self.setup.stakes, strict=True):
                    if stake:
                        self._place(area, bet, stake)
            live.give(c.Ready(by=self._player))
            net = self._go_on()
            assert net is None, "a Round has a decision before it ends"
        else:
            self._look()

    def _place(self, area: int, bet: str, amount: int) -> None:
        if bet == "main":
            self.live.give(c.PlaceWager(by=self._player, area=area, amount=amount))
        else:
            self.live.give(c.PlaceSideWager(by=self._player, area=area, bet=bet, amount=amount))  # type: ignore[arg-type]

    def _act(self, number: int, amount: int) -> None:
        if number >= k.WAGER:
            self._place(self._area, "main", self.setup.sizes[number - k.WAGER])
        elif number == k.DEAL:
            if self._area < self.setup.areas:
                self._area += 1
            else:
                self.live.give(c.Ready(by=self._player))
        elif number >= k.PAIR:
            self._place(self._area, SIDES[number - k.PAIR], self.setup.stakes[1 + number - k.PAIR])
        else:
            option = self._offered[number]
            values = {ask.field: _amount(option, ask, amount) for ask in option.asks}
            self.live.take(option, self._player, **values)

    def _go_on(self) -> int | None:
        """Deal until the player is asked again; what the Round won, once it is over."""
        live = self.live
        while not live.awaited():
            state = live.table.state
            if state.phase == "complete":
                self._view = live.view(self._player)
                self._before += _shown(self._view)
            if not live.deal():
                raise RuntimeError(f"the table cannot go on in phase {state.phase}: {state.open}")
            if live.table.state.phase == "idle":
                self._mask = np.zeros(len(self.setup.actions), np.int8)
                return self._stack() - self._chips
        self._look()
        return None

    def _stack(self) -> int:
        return int(self.live.table.state.players[1].chips)

    # What the agent sees

    def _look(self) -> None:
        self._view: View = self.live.view(self._player)
        self._mask = np.zeros(len(self.setup.actions), np.int8)
        if self._view.phase == "betting":
            self._look_at_bets()
            return
        options = self.live.options(self._player)
        asks = Purpose.STAND if self._view.phase == "playing" else Purpose.DECLINE
        self._asked = next(each for each in options if each.purpose is asks and each.command in _COMMANDS)
        self._offered = {
            _COMMANDS[option.command]: option
            for option in options
            if option.fixed.get("area") == self._asked.fixed["area"] and option.command in _COMMANDS
        }
        self._mask[list(self._offered)] = 1

    def _look_at_bets(self) -> None:
        area = self._view.areas.get(self._area)
        if area is None:
            self._mask[k.WAGER : k.WAGER + len(self.setup.sizes)] = 1
            return
        self._mask[k.DEAL] = 1
        placed = {side.bet for side in area.sides}
        for number, side in enumerate(SIDES):
            self._mask[k.PAIR + number] = side not in placed

    def _numbers(self) -> NDArray[np.int32]:
        """The observation as the kernel gives it, here from the view."""
        view, seen = self._view, np.zeros(k.COLUMNS, np.int32)
        seen[k.O_PHASE] = k.PHASES.index(view.phase) if view.phase in k.PHASES else 0
        seen[k.O_LEFT] = view.cards_left
        counts = self._before + (_shown(view) if view.phase != "complete" else Counter())
        for value, number in counts.items():
            seen[k.O_SEEN + value - 1] = number
        if view.dealer:
            seen[k.O_UP] = _value(view.dealer[0])
        if view.phase == "betting":
            number, index = self._area, 0
        elif view.phase == "playing" and view.in_play:
            number, index = view.in_play
        elif view.phase in ("surrender", "insurance"):
            number, index = self._asked.fixed["area"], 0
        else:
            return seen
        seen[k.O_AREA], seen[k.O_HAND] = number - 1, index
        area = view.areas.get(number)
        if area is None:
            return seen
        seen[k.O_WAGER] = next(wager.amount for wager in area.wagers)
        seen[k.O_MARKERS] = next(wager.markers for wager in area.wagers)
        seen[k.O_HANDS] = len(area.hands)
        if area.hands:
            _describe(area.hands[index], seen)
        return seen

    def _drawn(self) -> tuple[str, list[felt.Row]]:
        return f"{self.setup.rules.edition.title}, {self._view.phase}", _rows(self._view)


def _amount(option: Option, ask: Ask, amount: int) -> int:
    """The amount asked for, or the most there can be."""
    if amount and not (ask.minimum <= amount <= ask.maximum and (amount - ask.minimum) % ask.step == 0):
        raise ValueError(
            f"{option.words}: {amount} cents are not possible; {ask} is, in chips of {ask.step} cents"
        )
    return amount or ask.maximum


def _value(card: Card) -> int:
    return 1 if card[0] == "A" else VALUE[card[0]]


def _shown(view: View) -> Counter[int]:
    """The cards that lie face up, by value."""
    hands = [hand.cards for area in view.areas.values() for hand in area.hands]
    return Counter(_value(card) for cards in (*hands, view.dealer) for card in cards)


def _describe(hand: HandView, seen: NDArray[np.int32]) -> None:
    seen[k.O_CARDS], seen[k.O_TOTAL], seen[k.O_SOFT] = len(hand.cards), hand.total, hand.is_soft
    if len(hand.cards) == 2 and _value(hand.cards[0]) == _value(hand.cards[1]):
        seen[k.O_PAIR] = _value(hand.cards[0])
    seen[k.O_SPLIT] = hand.is_split
    for stake in hand.stakes:
        seen[k.O_MONEY] = stake.has_wager or stake.added > 0
        seen[k.O_FREE] = stake.markers


def _rows(view: View) -> list[felt.Row]:
    rows = [felt.Row("Dealer", view.dealer, str(view.dealer_total or ""))]
    for number, area in sorted(view.areas.items()):
        wager = sum(each.amount for each in area.wagers) / 100
        for index, hand in enumerate(area.hands):
            soft, markers = "soft " if hand.is_soft else "", sum(stake.markers for stake in hand.stakes)
            free = f", {markers} free" if markers else ""
            note = f"wager {wager:g}: {soft}{hand.total}, {hand.status}{free}"
            rows.append(felt.Row(f"Area {number}", hand.cards, note, view.in_play == (number, index)))
    return rows
