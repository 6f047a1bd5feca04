"""A scanner or smart shoe as a client of the house: it reads cards and sends them, one at a time.

    CROUPIER_KEY=... python scanner.py http://127.0.0.1:8000 TABLE         cards from standard input
    CROUPIER_KEY=... python scanner.py http://127.0.0.1:8000 TABLE --all   also those face down

A card goes where the plan of the deal has its next one. docs/scanner.md says in words what is done here.
"""

import asyncio
import os
import sys

from croupier.client import Client, Refused, RemoteTable, TableNow

UNKNOWN = "??"  # a card that lies face down


class Scanner:
    """Cards that have been read for the deal under way; given once all of them are there."""

    def __init__(self, table: RemoteTable, reads_all: bool = False) -> None:
        self.table, self.reads_all = table, reads_all
        self.read: list[str] = []

    async def take(self, card: str) -> str:
        """What became of a card, for whoever stands beside the scanner."""
        step = await self.next_step()
        ask = next(each for each in step["asks"] if each["kind"] == "cards")
        if not self.read and not self.reads_all:
            self.read = [UNKNOWN] * ask.get("unseen", 0)
        self.read.append(card)
        if len(self.read) < ask["minimum"]:
            return f"{card}; next: {ask['labels'][len(self.read)]}"
        cards, self.read = self.read, []
        try:
            await self.table.use(step, **{ask["field"]: cards})
        except Refused as refused:
            return f"not taken: {refused.reason}. Read the cards of this deal again"
        return f"{card}; dealt"

    async def next_step(self) -> dict:
        """The dealer's next step, once it asks for cards that this scanner can see."""
        while (step := self._asking(self.table.now)) is None:
            await asyncio.sleep(0.02)  # players act first
        return step

    def _asking(self, now: TableNow | None) -> dict | None:
        if now is None or now.seq < self.table.done:
            return None  # what is known is older than what was given
        for option in now.options:
            for ask in option["asks"]:
                if option.get("is_next") and ask["kind"] == "cards":
                    return option if self.reads_all or ask.get("unseen", 0) < ask["minimum"] else None
        return None


async def main(url: str, name: str, reads_all: bool) -> None:
    async with (
        Client(url, token=os.environ["CROUPIER_KEY"]) as house,
        house.table(name, role="dealer") as table,
    ):
        scanner = Scanner(table, reads_all)
        while line := await asyncio.to_thread(sys.stdin.readline):
            if card := line.strip():
                print(await scanner.take(card), flush=True)


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], sys.argv[2], "--all" in sys.argv))
