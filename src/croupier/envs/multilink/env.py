"""Multi-Link for Gymnasium, on the live table with its jackpot link:
`gymnasium.make("croupier/MultiLink-v0")`.
"""

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from croupier.analysis.kernels.cards import NUMBER, class_name, class_names
from croupier.cards import category, strength
from croupier.envs import felt
from croupier.envs.layout import NO_CARD, Form
from croupier.envs.live import Live, Shuffle
from croupier.envs.multilink import kernel as k
from croupier.envs.multilink.setup import MultiLinkSetup
from croupier.envs.seat import SeatEnv
from croupier.envs.wishes import made
from croupier.games import catalogue
from croupier.games.multilink import commands as c
from croupier.games.multilink.view import View
from croupier.table.options import by_name

CHIPS: Final = 10_000_000_00  # the most a player may bring; bought again before half of it is gone
_COMMANDS: Final = by_name({
    c.Fold: k.FOLD, c.PlaceFlop: k.FLOP, c.Check: k.CHECK, c.PlaceTurn: k.BET, c.PlaceRiver: k.BET,
})  # fmt: skip
_CLASSES: Final = {name: at for at, name in enumerate(class_names())}


class MultiLinkEnv(SeatEnv):
    """One player on one or several boxes, of which one hand is looked at; an episode is one Round, or
    `rounds`.

    The reward is what the Round won, in Antes. The jackpot's meter goes on from Round to Round.
    """

    def __init__(
        self,
        *,
        observation: Form = "array",
        rounds: int = 1,
        render_mode: str | None = None,
        setup: MultiLinkSetup | None = None,
        **wanted: Any,
    ) -> None:
        self.setup = setup or made(MultiLinkSetup, wanted)
        layout, actions = self.setup.layout, self.setup.actions
        super().__init__(layout, actions, self.setup.first, observation, rounds, False, render_mode)

    @property
    def decks(self) -> int:
        return 1

    def open(self, shuffle: Shuffle) -> None:
        self._live = Live(catalogue().table(self.setup.edition, self.setup.settings), shuffle)
        self._player = self._live.seat("agent", 1, CHIPS)

    def _begin(self) -> None:
        live = self.live
        while not live.awaited():
            live.deal()
        if self._stack() < CHIPS // 2:
            live.give(c.BuyChips(by=self._player, chips=CHIPS // 2))
        self._chips = self._stack()
        self._box, self._has_looked = 1, False
        if self.setup.betting == "fixed":
            for box in range(1, self.setup.boxes + 1):
                self._place(box, *self.setup.stakes)
            live.give(c.FinishBetting(by=self._player))
            net = self._go_on()
            assert net is None, "a Round has a decision before it ends"
        else:
            self._look()

    def _place(self, box: int, ante: int, bonus: int, progressive: int) -> None:
        for kind, amount in ((c.PlaceAnte, ante), (c.PlaceBonus, bonus), (c.PlaceProgressive, progressive)):
            if amount:
                self.live.give(kind(by=self._player, box=box, amount=amount))

    def _act(self, number: int, amount: int) -> None:
        if number >= k.ANTE:
            self._place(self._box, self.setup.sizes[number - k.ANTE], 0, 0)
        elif number == k.DEAL:
            if self._box < self.setup.boxes:
                self._box += 1
            else:
                self.live.give(c.FinishBetting(by=self._player))
        elif number >= k.BONUS:
            _, bonus, progressive = self.setup.stakes
            self._place(self._box, 0, *((bonus, 0) if number == k.BONUS else (0, progressive)))
        else:
            self.live.take(self._offered[number], self._player)

    def _go_on(self) -> int | None:
        live = self.live
        while not live.awaited():
            if not live.deal():
                raise RuntimeError(f"the table cannot go on in phase {live.table.state.phase}")
            if live.table.state.phase == "idle":
                self._view = live.view(self._player)
                self._mask = np.zeros(len(self.actions), np.int8)
                return self._stack() - self._chips
        if live.table.state.phase == "first" and not self._has_looked:
            self._has_looked = True
            live.give(c.LookAtHand(by=self._player, box=self.setup.looks_at))
        self._look()
        return None

    def _stack(self) -> int:
        return int(self.live.table.state.players["agent"].chips)

    def _look(self) -> None:
        self._view: View = self.live.view(self._player)
        self._mask = np.zeros(len(self.actions), np.int8)
        if self._view.phase == "betting":
            self._look_at_bets()
            return
        self._offered = {
            _COMMANDS[option.command]: option
            for option in self.live.options(self._player)
            if option.command in _COMMANDS
        }
        self._mask[list(self._offered)] = 1

    def _look_at_bets(self) -> None:
        box = self._view.boxes.get(self._box)
        if box is None or not box.bets:
            self._mask[k.ANTE :] = 1
            return
        self._mask[k.DEAL] = 1
        self._mask[k.BONUS], self._mask[k.PROGRESSIVE] = (
            "bonus" not in box.bets,
            "progressive" not in box.bets,
        )

    def _numbers(self) -> NDArray[np.int32]:
        view, seen = self._view, np.zeros(k.COLUMNS, np.int32)
        seen[k.O_HOLE : k.O_BOARD + 5] = NO_CARD
        seen[k.O_CLASS], seen[k.O_METER] = k.UNKNOWN_CLASS, view.jackpot
        if view.phase not in k.PHASES:
            return seen
        number = self._box if view.phase == "betting" else view.to_decide or 1
        seen[k.O_PHASE], seen[k.O_BOX] = k.PHASES.index(view.phase), number - 1
        seen[k.O_BOARD : k.O_BOARD + len(view.board)] = [NUMBER[each] for each in view.board]
        box = view.boxes.get(number)
        if box is None:
            return seen
        for at, bet in enumerate(("ante", "bonus", "progressive")):
            seen[k.O_ANTE + at] = box.bets.get(bet, 0)
        if box.cards:
            one, other = (NUMBER[each] for each in box.cards)
            seen[k.O_HOLE], seen[k.O_HOLE + 1] = one, other
            seen[k.O_CLASS] = _CLASSES[class_name(one, other)]
            if view.board:
                seen[k.O_MADE] = category(strength((*box.cards, *view.board)))
        return seen

    def _drawn(self) -> tuple[str, list[felt.Row]]:
        view = self._view
        rows = [
            felt.Row("Dealer", view.dealer or [""] * view.dealer_count),
            felt.Row("Board", view.board, f"Jackpot {view.jackpot / 100:,.2f}"),
        ]
        for number, box in sorted(view.boxes.items()):
            bets = ", ".join(f"{bet} {cents / 100:g}" for bet, cents in box.bets.items())
            cards = box.cards or [""] * box.card_count
            rows.append(felt.Row(f"Box {number} {box.status}", cards, bets, view.to_decide == number))
        return f"{self.setup.rules.edition.title}, {view.phase}", rows
