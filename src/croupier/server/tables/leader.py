"""The machine's hand at a table: it gives one move at a time, and rests while another process's hand moves.

Any number of processes may have one at the same table. The last to move goes on; the others step in when it
falls silent. Every move names the version it was made for, so that two who lead for a moment do no harm.
"""

import math
import random
import time
from collections import deque
from itertools import count

from croupier.house.answers import Acknowledged, Declined, Happened, Outdated
from croupier.server.logs import log
from croupier.server.sockets.scene import CLOCK
from croupier.server.tables.stage import Stage
from croupier.table import Command, Refusal

DEAL, BOT = "deal:", "bot:"
_MOVES = (DEAL, BOT, CLOCK)


class Leader:
    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self._given: deque[str] = deque(maxlen=64)
        self._other_at = -math.inf  # when another process last moved here
        self._patience_s = 1.5 + random.random()
        self._count = count(1)

    def heard(self, happened: tuple[Happened, ...]) -> None:
        """Notice the moves of another process's machine."""
        for each in happened:
            if each.command_id.startswith(_MOVES) and each.command_id not in self._given:
                self._other_at = time.monotonic()

    def is_leading(self) -> bool:
        is_silent = time.monotonic() - self._other_at > self._patience_s
        if is_silent and self._other_at > -math.inf:
            self._other_at = -math.inf
            log.info("this process moves the table now", table=self._stage.name)
        return is_silent

    def id(self, kind: str) -> str:
        """Two processes that lead for a moment give the same move the same id: it is done once.

        Not so a bot's: each may have chosen something else.
        """
        move = f"{kind}{self._stage.look.version}"
        return f"{move}-{next(self._count)}" if kind == BOT else move

    async def give(self, command: Command) -> bool:
        stage = self._stage
        self._given.append(command.id)
        answer = await stage.house.submit(stage.name, command, stage.look.version)
        if isinstance(answer, Acknowledged):
            if answer.is_repeat:
                self._other_at = time.monotonic()
            # The stage hears of it by the same way as everyone; look once it has.
            await self._shown(answer.version)
            return True
        if isinstance(answer, Refusal | Declined):
            kind = type(command).__name__
            log.warning("refused to the machine", table=stage.name, command=kind, reason=answer.reason)
        if isinstance(answer, Outdated):
            await self._shown(answer.version)
        return False

    async def _shown(self, version: int) -> None:
        while self._stage.look.version < version:
            self._stage.changed.clear()
            await self._stage.changed.wait()
