"""Works out the answers that ship: every figure of the editions as approved, and their strategies."""

from collections.abc import Mapping
from functools import partial

import msgspec

from croupier.analysis.answers import SHIPPED, Answer, work
from croupier.analysis.catalogue import adopt, bets_of, provider_of
from croupier.analysis.concerns import HOUSE_GAMES, JACKPOT_GAME, VULNERABILITY, Pace, weaknesses
from croupier.analysis.figures import Asked, BetFigures, Strategy, Table
from croupier.analysis.lab import COUNTED_GAME, COUNTS, counts_of
from croupier.analysis.readings import READINGS, worked
from croupier.rulebook import Edition, Rules
from croupier.rulebook.library import Library

# The choices that everybody asks for.
SETTINGS: Mapping[str, tuple[Mapping[str, object], ...]] = {
    "mbs-freebet": ({}, *({"decks": decks} for decks in (1, 2, 3, 4, 5, 7, 8))),
}
_NOTHING = Asked()


def answers_for(edition: Edition, settings: Mapping[str, object]) -> list[Answer]:
    """Every bet under these settings; strategy and concerns of the House too if they are the defaults."""
    rules = adopt(edition.id, settings)
    found = [work(f"edge {bet}", rules, _NOTHING, partial(_edge, bet))[0] for bet in bets_of(rules)]
    if edition.game == COUNTED_GAME:
        from croupier.analysis.freebet.simulating.simulator import CHART, kept_chart

        found.append(work(CHART, rules, _NOTHING, lambda fresh: kept_chart(fresh, _NOTHING))[0])
    if settings:
        return found
    found.append(work("strategy", rules, _NOTHING, _strategy)[0])
    found.append(work(READINGS, rules, _NOTHING, worked)[0])
    if edition.game == COUNTED_GAME:
        found.append(work(COUNTS, rules, _NOTHING, counts_of)[0])
    if edition.game == JACKPOT_GAME:
        found.append(work(Pace().question, rules, _NOTHING, _jackpot)[0])
    if edition.game in HOUSE_GAMES:
        found.append(work(VULNERABILITY, rules, _NOTHING, weaknesses)[0])
    return found


def _edge(bet: str, rules: Rules) -> BetFigures:
    return provider_of(rules).edge(rules, bet, _NOTHING)


def _strategy(rules: Rules) -> Strategy:
    return provider_of(rules).strategy(rules, _NOTHING)


def _jackpot(rules: Rules) -> tuple[Table, ...]:
    from croupier.analysis.multilink.house_tables import house_tables

    return house_tables(rules, Pace())


def ship() -> None:
    SHIPPED.mkdir(exist_ok=True)
    for edition in Library().editions():
        answers = [
            answer
            for settings in SETTINGS.get(edition.game, ({},))
            for answer in answers_for(edition, settings)
        ]
        # One to a line: a reader of changes sees which moved, and the digests hold for the bytes as they are.
        lines = b",\n".join(msgspec.json.encode(answer) for answer in answers)
        (SHIPPED / f"{edition.id}.json").write_bytes(b"[\n" + lines + b"\n]\n")


if __name__ == "__main__":
    ship()
