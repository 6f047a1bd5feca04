"""Tables that have not moved for longer than their clocks allow, and what each of them waits for.

Every game has a way on for every silent player, so it should find little; what it finds is what the pit is
shown first.
"""

from collections.abc import Iterable

from msgspec import Struct

from croupier.house.floor.state import TableCard
from croupier.messages import Message, called
from croupier.server.tables.stage import Stage
from croupier.table import Citations

_GRACE_MS = 10_000  # for a clock to be called and the answer to come


class StuckTable(Struct, frozen=True, kw_only=True):
    """A table that stands still: since when, what for, and what would move it on."""

    table: str
    title: str
    since: int
    waits_for: str
    way_on: str
    citations: Citations = ()


def stuck(stages: Iterable[Stage], now: int, patience_ms: int) -> list[StuckTable]:
    """The longest first. A practice table may stand as long as its owner likes."""
    found = []
    for stage in stages:
        card = stage.house.card(stage.name)
        if _is_resting(card, stage) or now <= _allowed_until(stage, patience_ms):
            continue
        reason = _reason(stage)
        if reason is None:
            continue
        waits_for, way_on, citations = reason
        found.append(
            StuckTable(
                table=card.id,
                title=called(card.title),
                since=stage.last_at,
                waits_for=waits_for,
                way_on=way_on,
                citations=citations,
            )
        )
    return sorted(found, key=lambda each: each.since)


def _is_resting(card: TableCard, stage: Stage) -> bool:
    """Nothing is under way, or the pit has been asked about it already."""
    return (
        card.status == "closed" or card.is_practice or card.interruption is not None or not stage.look.round
    )


def _allowed_until(stage: Stage, patience_ms: int) -> int:
    countdown = stage.countdown
    return countdown.closes_at + _GRACE_MS if countdown.has_limit else stage.last_at + patience_ms


def _reason(stage: Stage) -> tuple[str, str, Citations] | None:
    """What is waited for, and what would move it on; None while nothing is at stake."""
    look = stage.look
    game, rules, state = look.game, look.rules, look.state
    for decision in game.decisions(rules, state):
        decides = Message("{role:role} decides", {"role": decision.role})
        return decision.question, decides, decision.citations
    for place in game.awaited(rules, state):
        player = game.player_at(state, place)
        values = {"who": player and stage.name_of(player), "place": place}
        option = game.overdue(rules, state, place)
        if option is None:
            return None
        return Message("{who} at place {place}", values), option.words, option.citations
    if (option := game.routine(rules, state)) is not None:
        return Message("the dealer"), option.label if option.asks else option.words, option.citations
    waits_for = Message("something that the game does not name")
    return waits_for, Message("refer the matter to the shift manager"), ()
