"""A scanner or smart shoe as a client of the house: it reads cards and sends them, one at a time.

    CROUPIER_KEY=... python scanner.py http://127.0.0.1:8000 TABLE         cards from standard input
    CROUPIER_KEY=... python scanner.py http://127.0.0.1:8000 TABLE --all   also those face down

A card goes where the plan of the deal has its next one, or to the hand that is shown; a line "undo" takes the
last one back. docs/scanner.md says in words what is done here.
"""

import asyncio
import os
import sys

from croupier.client import Client, Refused, RemoteTable, TableNow

UNKNOWN = "??"  # a card that lies face down
UNDO = "undo"


class Scanner:
    """Every card is given as it is read; those of a hand that is shown, once the hand is whole."""

    def __init__(self, table: RemoteTable, reads_all: bool = False) -> None:
        self.table, self.reads_all = table, reads_all
        self.shown: list[str] = []

    async def take(self, line: str) -> str:
        """What became of a card, for whoever stands beside the scanner."""
        if line.lower() == UNDO:
            return await self.undo()
        option, ask = await self.due()
        cards = [*self.shown, line]
        if option["purpose"] == "show" and len(cards) < ask["minimum"]:
            self.shown = cards
            return f"{line}: hand at place {option['recorded']}, another card"
        self.shown = []
        try:
            await self.table.use(option, **{ask["field"]: cards})
        except Refused as refused:
            return f"{' '.join(cards)} not taken: {refused.reason}. Read again"
        return f"{' '.join(cards)}: {goes_to(option, ask)}"

    async def undo(self) -> str:
        """A card was misread: it is struck, and read again."""
        if self.shown:
            return f"{self.shown.pop()} taken back"
        now = await self.fresh()
        strike = next((o for o in now.options if o["command"] == "AmendRecord" and not o["asks"]), None)
        if strike is None:
            return "nothing to take back here: ask a supervisor at the console"
        try:
            await self.table.use(strike)
        except Refused as refused:
            return f"not taken back: {refused.reason}"
        return f"taken back: {strike['fixed']['record']}"

    async def due(self) -> tuple[dict, dict]:
        """What the next card that this scanner reads is for. Cards face down are given on the way."""
        while True:
            found = self._due(await self.fresh())
            if found is None:
                await asyncio.sleep(0.02)  # somebody acts first, or looks at cards that are not ours
            elif found[1].get("unseen") and not self.reads_all:
                await self.table.use(found[0], **{found[1]["field"]: [UNKNOWN]})
            else:
                return found

    async def fresh(self) -> TableNow:
        """The table, as it is after what was given last."""
        while (now := self.table.now) is None or now.seq < self.table.done:
            await asyncio.sleep(0.02)
        return now

    def _due(self, now: TableNow) -> tuple[dict, dict] | None:
        """The single card of the deal under way; else the cards of the hand whose turn it is to be shown."""
        asking = [
            (o, a) for o in now.options if o["group"] == "play" for a in o["asks"] if a["kind"] == "cards"
        ]
        step = next((a for o, a in asking if o.get("is_next")), None)
        if step is not None:
            is_ours = self.reads_all or step.get("unseen", 0) < step["minimum"]
            singles = [(o, a) for o, a in asking if a["minimum"] == 1 and o["purpose"] == "routine"]
            return singles[0] if is_ours and singles else None
        shows = [(o, a) for o, a in asking if o["purpose"] == "show" and o.get("recorded") in now.awaited[:1]]
        return shows[0] if shows else None


def goes_to(option: dict, ask: dict) -> str:
    """Where it lies now: the plan says it."""
    labels = ask.get("labels") or [f"hand at place {option['recorded']}" if "recorded" in option else "dealt"]
    return labels[0]


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
