"""Every table gets on: nobody is waited for without end, whoever has gone and whatever has failed."""

from croupier.house.floor.state import TableCard
from croupier.house.live_table import LiveTable
from croupier.simulator.checks.books import Auditor
from croupier.simulator.plan import Plan
from croupier.simulator.process import Process
from croupier.simulator.world import World
from croupier.table import Role

PATIENCE_S = 400.0  # longer than a player thinks, the pit is away, or a disk is full


class Moving:
    """Counts how long each table has stood still while the house was there to move it."""

    def __init__(self, world: World, plan: Plan, auditor: Auditor) -> None:
        self._world, self._auditor = world, auditor
        self._dealers = {each.table for each in plan.visitors if each.kind == "dealer"}
        self._has_pit = any(each.kind == "pit" for each in plan.visitors)
        self._since: dict[str, tuple[int, float]] = {}
        self._looked_at = 0.0

    def look(self, serving: list[Process]) -> None:
        now = self._world.now_s
        passed, self._looked_at = now - self._looked_at, now
        is_served = any(process.fails_until_s < now for process in serving)
        for name, card in self._auditor.floor.state.tables.items():
            live = self._auditor.table(name)
            if live is None:
                continue
            version, stood = self._since.get(name, (-1, 0.0))
            if version != live.version or not is_served or not self._is_due(live, card):
                stood = 0.0
            else:
                stood += passed
            self._since[name] = (live.version, stood)
            if stood > PATIENCE_S:
                self._world.breaks(
                    "stuck", f"{name} has stood still since version {live.version}: {card.status}"
                )

    def _is_due(self, live: LiveTable, card: TableCard) -> bool:
        """Whether somebody is there whose task it is to go on."""
        if card.status == "closed" or not live.is_round_open:
            return False
        if card.interruption is not None:
            return True  # its time runs out
        staff = [each for each in live.game.decisions(live.rules, live.state) if each.role is not Role.PLAYER]
        if staff:
            return self._has_pit
        return card.dealer != "person" or live.name in self._dealers
