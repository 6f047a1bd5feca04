"""However a Round has gone wrong, and however silent the players are, it is brought to its end."""

import random

import pytest

from croupier.games.multilink import MULTILINK
from croupier.links import messages as m
from croupier.links.game import LINK
from croupier.table import SYSTEM, Actor, Command, GiveRuling, Option, fill
from tests.effort import EFFORT
from tests.games.multilink.setting import DEALER, MANAGER, SHIFT, STAFF, said
from tests.games.multilink.test_linked_tables import Floor

pytestmark = pytest.mark.volume

STEPS_MAX = 600
_RARE = {"ReportFault", "LeaveSeat"}


class CarefulFloor(Floor):
    """Anything may happen; then nothing irregular does any more, and every Round has to end."""

    def trouble(self) -> None:
        """Something irregular at some table, most of it short of ending the Round at once."""
        name = self.chance.choice(self.names)
        found = self.tables.tables[name]
        offers = [(a, o) for a in STAFF for o in MULTILINK.options(found.rules, found.state, a)]
        liked = [(a, o) for a, o in offers if o.group == "irregularity" and o.command not in _RARE]
        if liked:
            actor, option = self.chance.choice(liked)
            self.give(name, self._filled(name, actor, option))

    def _filled(self, name: str, actor: Actor, option: Option) -> Command:
        values = {ask.field: self._fill(self.tables.tables[name], ask) for ask in option.asks}
        return fill(MULTILINK.commands_by_name[option.command], option, actor, **values)

    def finish(self) -> None:
        for _ in range(STEPS_MAX):
            if not (self._set_going() or any(self._go_on(name) for name in self.names)):
                break
        states = {name: each.state for name, each in self.tables.tables.items()}
        assert {state.phase for state in states.values()} == {"idle"}, states
        assert self.tables.link.entries == {}

    def _set_going(self) -> bool:
        """What only the House can do for its link."""
        link, rules = self.tables.link, self.tables.post.rules
        if not link.is_enabled:
            self.tables.tell_link(m.EnableLink(by=MANAGER, reason="works"))
            return True
        for option in LINK.options(rules, link, MANAGER):
            if option.command in ("PayNext", "TakeCourse"):
                values = {ask.field: self._fill(None, ask) for ask in option.asks}
                self.tables.tell_link(fill(LINK.commands_by_name[option.command], option, MANAGER, **values))
                return True
        return False

    def _go_on(self, name: str) -> bool:
        table = self.tables.tables[name]
        rules, state = table.rules, table.state
        if state.phase == "idle":
            return False
        for decision in MULTILINK.decisions(rules, state):
            if decision.seat is None:
                choice = self.chance.choice(decision.choices)
                self.give(name, GiveRuling(by=SHIFT, decision=decision.key, choice=choice))
                return True
        for place in MULTILINK.awaited(rules, state):  # nobody who is asked says anything
            overdue = MULTILINK.overdue(rules, state, place)  # None: it may wait for its first bet
            silent = said(f"system: time for box {place}")
            self.give(name, self._filled(name, SYSTEM, overdue) if overdue else silent)
            return True
        if (step := MULTILINK.routine(rules, state)) is not None:
            self.give(name, self._filled(name, DEALER, step))
            return True
        return False


READINGS: tuple[dict[str, str], ...] = (
    {},
    {"missed_burn_late": "repair", "wrong_count_unseen": "cancel_hand", "minor_paid_from": "meter"},
    {
        "increment_timing": "after_round_if_unwon",
        "walkaway_after_flop": "check",
        "void_after_jackpot_paid": "keep",
        "progressive_wrong_size_policy": "return",
        "bonus_cap_includes_stake": "true",
    },
    {
        "void_after_jackpot_paid": "reverse",
        "auto_detect_progressive_hands": "no",
        "progressive_wrong_size_policy": "as_limits",
    },
)


@pytest.mark.parametrize("device", ["card_shoe", "electronic_shuffler"])
@pytest.mark.parametrize("number", range(len(READINGS)))
def test_every_round_ends(number: int, device: str) -> None:
    floor = CarefulFloor(number, device=device, option_timeout="0", **READINGS[number])
    lengths = random.Random(number)
    for _ in range(2 * EFFORT):
        for _ in range(lengths.randrange(20, 90)):
            floor.step()
            if lengths.random() < 0.1:
                floor.trouble()
            if lengths.random() < 0.02:
                floor.order()
        floor.finish()
