"""What somebody says in own words stays as it was said, whatever it looks like."""

import pytest

from croupier.games import catalogue
from croupier.languages import language
from croupier.table import Accepted, Actor, Refusal, Role, ShuffleCards
from croupier.table.words import say

DEALER = Actor("dealer", Role.DEALER)
OPENED = {
    "rws-poker@7": "announce the blinds",
    "rws-multilink@3": "place your bets",
    "mbs-freebet@3": "place your bets",
}


@pytest.mark.parametrize("text", ["{seat} shouts {x} }", "100% {0}", "{{about}}", "call", "a } b {"])
@pytest.mark.parametrize("edition", OPENED)
def test_a_matter_is_asked_in_the_words_of_who_refers_it(edition: str, text: str) -> None:
    table = catalogue().table(edition, {})
    for name, place in (("Al", 1), ("E", 2)):
        for command in table.game.seat(Actor(name, Role.PLAYER, place), place, 1_000_00):
            assert isinstance(table.submit(command), Accepted)
    assert isinstance(table.submit(ShuffleCards(by=DEALER)), Accepted)
    read = table.game.phrasebook.read
    assert isinstance(table.submit(read(OPENED[edition], DEALER, 0, table)), Accepted)
    refer = next(phrase for phrase, _ in table.game.phrasebook.phrases if phrase.startswith("refer to"))
    outcome = table.submit(read(refer.format(matter=text), DEALER, 0, table))
    assert isinstance(outcome, Accepted), outcome
    assert any(text in say(event) for event in outcome.events)
    (matter,) = table.game.decisions(table.rules, table.state)
    for name in ("en", "zh", "ms"):
        assert language(name).say(matter.question) == text
    step = {
        "rws-poker@7": "deal the hole cards",
        "rws-multilink@3": "no more bets",
        "mbs-freebet@3": "deal a card",
    }
    held_up = table.decide(read(step[edition], DEALER, 0, table))
    assert isinstance(held_up, Refusal)
    assert edition == "mbs-freebet@3" or text in held_up.reason
