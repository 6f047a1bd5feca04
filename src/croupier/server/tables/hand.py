"""The machine's hand at a table: it gives one move at a time, in the process that the table belongs to.

Every move names the version it was made for, so that two who take a table for theirs for a moment do no harm.
"""

from itertools import count

from croupier.house.answers import Acknowledged, Declined, Outdated
from croupier.server.logs import log
from croupier.server.tables.stage import Stage
from croupier.table import Command, Refusal

DEAL, BOT = "deal:", "bot:"


class Hand:
    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self._count = count(1)

    def id(self, kind: str) -> str:
        """Two processes that lead for a moment give the same move the same id: it is done once.

        Not so a bot's: each may have chosen something else.
        """
        move = f"{kind}{self._stage.look.version}"
        return f"{move}-{next(self._count)}" if kind == BOT else move

    async def give(self, command: Command, made_for: int) -> bool:
        """`made_for` is the version that was looked at: the table may have moved on while another move was
        tried."""
        stage = self._stage
        answer = await stage.house.submit(stage.name, command, made_for)
        if isinstance(answer, Acknowledged):
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
