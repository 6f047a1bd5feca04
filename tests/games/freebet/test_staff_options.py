"""What staff are offered to do for a player keeps to what the player may do."""

from croupier.games.freebet import FREEBET
from croupier.games.freebet import commands as c
from croupier.table import Accepted, Actor, Refusal, Role, fill, option_of
from croupier.table.facts import DEALER_PLACE
from croupier.table.options import cards
from tests.games.freebet.spoken import OPENING, dealt, say

DEALER = Actor("dealer", Role.DEALER)


def test_a_wager_placed_on_request_fills_up_to_the_maximum() -> None:
    """Ann has 100 on area 1 and the maximum is 1,000: 900 more at the most."""
    made = dealt("2s 9s 7c 3d 9d 4h")
    say(made, OPENING)
    options = FREEBET.options(made.rules, made.state, DEALER)
    (option,) = [o for o in options if o.command == "PlaceForPlayer" and o.fixed["player"] == "Ann"]
    (ask,) = option.asks
    assert (ask.minimum, ask.maximum) == (50, 900_00)  # a wager stands, so one chip of 0.50 may be added
    kind = FREEBET.commands_by_name["PlaceForPlayer"]
    assert isinstance(made.decide(fill(kind, option, DEALER, amount=900_00)), Accepted)
    assert isinstance(made.decide(fill(kind, option, DEALER, amount=900_50)), Refusal)


def test_an_overlooked_wager_leaves_what_is_promised_to_a_claim() -> None:
    """Ben has 10,000 and claims a Pair of area 1 for 10: at most 9,990 may lie there unnoticed."""
    made = dealt("2s 9s 7c 3d 9d 4h")
    say(made, f"{OPENING}; Ben: bet 10 on the pair of area 1")
    options = FREEBET.options(made.rules, made.state, DEALER)
    (over,) = [
        o
        for o in options
        if o.command == "OverlookWager" and (o.fixed["player"], o.asks[0].minimum > 25_00) == ("Ben", True)
    ]
    assert over.asks[0].maximum == 9_990_00


def test_a_deal_gone_wrong_names_an_area_only_where_there_is_one() -> None:
    """A dealer without a first card concerns no area: "area 0" would be nonsense to read."""
    made = dealt("2s 9s 7c 3d 9d 4h")
    say(made, f"{OPENING}; dealer: no more bets")
    options = FREEBET.options(made.rules, made.state, DEALER)
    said = [option.words for option in options if option.command == "DealInitial"]
    assert "deal the initial cards: the dealer left out" in said
    assert [words for words in said if words.endswith(" 0")] == []


def test_the_dealers_hand_is_not_called_area_0() -> None:
    def words(to: int) -> str:
        return option_of(c.DealCard, (), cards("cards", 1), group="irregularity", to=to).words

    assert words(DEALER_PLACE) == "deal the next card to the dealer: {cards}"
    assert words(3) == "deal the next card to place 3: {cards}"
