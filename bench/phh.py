"""Hand histories replayed from their text: ours against pokerkit, which made the format, on the same files.

Both read the file and play it to the end. Ours decides every line as a table of the house would, with the
paragraphs; whoever wants the words of it pays for them then.
"""

from __future__ import annotations

import random
import re
import warnings
from functools import partial

import pokerkit

from bench import Bench
from bench.poker import House
from croupier.games import catalogue
from croupier.games.poker import commands as c
from croupier.phh import export, read_phh, replay
from croupier.table import Event, ShuffleCards

FILES = 40
RULES = catalogue().rules("rws-poker@7", {"rake_percent": "0%"})


class _Recording(House):
    """A table that keeps the events of each hand, from its opening on."""

    def __init__(self, chance: random.Random) -> None:
        self.events: list[Event] = []
        super().__init__(chance)
        self.seated = list(self.events)

    def give(self, command: c.Command) -> None:
        if isinstance(command, ShuffleCards) and self.start is not None:
            self.events = list(self.seated)
        self.events += getattr(self.decide(self.rules, self.state, command), "events", ())
        super().give(command)


def files() -> list[str]:
    """Hands that both can read: pokerkit wants no raise that nobody can match, and stacks here are equal."""
    table = _Recording(random.Random(7))
    opening = catalogue().table("rws-poker@7", dict(table.rules.chosen)).opening()
    found = []
    for _ in range(FILES):
        table.hand()
        found.append(export([opening, *table.events]))
    return found


def unknown(texts: list[str]) -> list[str]:
    """As a site tells them: the cards of those who folded are nobody's business."""
    found = []
    for text in texts:
        folded = re.findall(r'"p(\d+) f"', text)
        for player in folded:
            text = re.sub(rf"d dh p{player} \w{{4}}", f"d dh p{player} ????", text)
        found.append(text)
    return found


def by_us(texts: list[str]) -> None:
    for text in texts:
        result = replay(read_phh(text), RULES)
        assert result.passed, result.refusal or result.differences


def by_pokerkit(texts: list[str]) -> None:
    for text in texts:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            *_, last = pokerkit.HandHistory.loads(text)
        assert not last.status


def benches() -> list[Bench]:
    told = files()
    return [
        Bench(
            name,
            FILES,
            partial(by_us, texts),
            partial(by_pokerkit, texts),
            "pokerkit",
            target_ratio_min=1,
        )
        for name, texts in (
            ("PHH files replayed, pokerkit", told),
            ("PHH files without the folded cards, pokerkit", unknown(told)),
        )
    ]
