"""The same events under both versions differ exactly where the documents do."""

import random
from pathlib import Path
from typing import Any

import msgspec
import pytest

from croupier.games.multilink.events import BoxSettled
from croupier.table import Event
from croupier.table.scenario import play, read_script
from tests.effort import EFFORT
from tests.games.multilink.setting import EDITIONS, SHELF
from tests.games.multilink.test_naive_settlement import DEAL, MULTILINK, Game, c

SCENARIOS = Path(__file__).parents[3] / "scenarios" / "rws-multilink"
BOTH = [path for path in sorted(SCENARIOS.rglob("*.scenario")) if len(read_script(path).editions) == 2]

# Which of the documents' differences each scenario meets; all the others must come out the same.
MINOR_PRIZES = {
    "example-012",  # flush: 100 flat, or 40 for 1
    "example-051",  # four of a kind at a bet of 2: 2,000 flat, or 800
    "progressive-wrong-size-as-limits",  # flush at 3: 100 flat, or 40 for 1
    "progressive-full-house",  # 200 flat, or 80 for 1
    "jackpot-stake-returned",
    "jackpot-minor-from-meter",
    "jackpot-announced-by-players",
    "walking-away-after-folding",
}
STRAIGHT = {"example-019", "example-042", "refusing-to-show", "walking-away-with-decisions"}
ONE_CARD_EXPOSED = {
    "exposed-card-unseen",
    "exposed-card-paragraph",
    "exposed-community-card",
    "exposed-burnt-card",
    "exposed-card-everyone-chooses",
    "exposed-cards-one-after-another",
    "exposure-counts-as-a-look",
    "exposure-is-no-look",
    "simultaneous-cards-and-a-third-that-shows",
    "record-amended",
    "unknown-burn",
}
WRONG_NUMBER = {
    "wrong-number-no-cards",
    "wrong-number-hand-left-out",
    "invalidated-hands-refused",
    "settled-with-three-hole-cards",
    "wrong-number-seen",
    "wrong-number-unseen-hand-cancelled",
    "wrong-number-misplaced-told-once",
    "three-cards-where-two-were-entered",
}
DIFFERENT = MINOR_PRIZES | STRAIGHT | ONE_CARD_EXPOSED | WRONG_NUMBER


def plain(event: Event) -> Any:
    """An event without the name of its edition."""
    body = msgspec.to_builtins(event)
    body["citations"] = [(each["paragraph"], each["reading"]) for each in body["citations"]]
    return {key: value for key, value in body.items() if key != "edition"}


@pytest.mark.parametrize("path", BOTH, ids=lambda path: path.stem)
def test_a_scenario_differs_between_versions_only_where_the_documents_do(path: Path) -> None:
    script = read_script(path)
    played = [play(script, edition, SHELF.game, SHELF.rules) for edition in EDITIONS]
    assert all(each.passed for each in played)
    second, third = ([plain(event) for event in each.events] for each in played)
    assert (second != third) == (path.stem in DIFFERENT)


def test_the_list_of_differences_names_scenarios_that_exist() -> None:
    assert {path.stem for path in BOTH} >= DIFFERENT


@pytest.mark.parametrize(("edition", "is_cited"), [("rws-multilink@2", False), ("rws-multilink@3", True)])
def test_a_paragraph_that_is_silent_on_a_card_nobody_should_have_seen_is_not_cited(
    edition: str, is_cited: bool
) -> None:
    """Version 2 speaks in 5.12 only of what follows once somebody has looked."""
    script = read_script(SCENARIOS / "cards" / "exposed-card-paragraph.scenario")
    played = play(script, edition, SHELF.game, SHELF.rules)
    cited = {each.paragraph for event in played.events for each in event.citations}
    assert ("5.12" in cited) == is_cited


# What a jackpot bet of 5.00 receives in version 2 and in version 3, per line.
RECEIVED = {
    "four_of_a_kind": (2_000_00, 2_000_00),
    "full_house": (200_00, 400_00),
    "flush": (100_00, 200_00),
    "straight": (0, 100_00),
}


def settled(edition: str, seed: int) -> list[BoxSettled]:
    """One random Round; the same cards and decisions for the same seed."""
    game = Game(SHELF.rules(edition, {}), random.Random(seed))
    game.play()
    outcome: Any = MULTILINK.decide(game.rules, game.state, c.Settle(**DEAL))
    return [event for event in outcome.events if isinstance(event, BoxSettled)]


def test_random_rounds_differ_in_the_minor_jackpot_lines_and_nowhere_else() -> None:
    different = 0
    for seed in range(250 * EFFORT):
        for old, new in zip(*(settled(edition, seed) for edition in EDITIONS), strict=True):
            for before, after in zip(old.results, new.results, strict=True):
                if before == after:
                    continue
                different += 1
                assert before.bet == "progressive"
                assert (before.winnings, after.winnings) == RECEIVED[after.line]
    assert different
