"""What comes next is in front of the dealer, not among the affairs of the table."""

from hashlib import sha512

import pytest

from croupier.games.multilink import MULTILINK
from croupier.players.multilink import SensibleBot
from croupier.table import Refusal
from croupier.table.driver import Driver
from tests.games.multilink.setting import DEALER, DEVICES, EDITIONS, PLAYERS, accept, said, table


@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize("edition", EDITIONS)
def test_a_dealer_who_forgot_to_shuffle_finds_it_where_the_deal_would_be(edition: str, device: str) -> None:
    found = table(edition, device=device)
    bots = {player.id: SensibleBot(1) for player in PLAYERS}
    assert Driver(found, bots, seeds=lambda: sha512(b"1").hexdigest()).play_round()  # the deck is used now

    def offered() -> dict[str, str]:
        options = MULTILINK.options(found.rules, found.state, DEALER)
        return {option.command: option.group for option in options if option.group != "irregularity"}

    assert offered()["ShuffleCards"] == "play"
    accept(found.submit(said("dealer: place your bets")))
    accept(found.submit(said("Ann: ante 50 on box 1")))
    assert offered()["ShuffleCards"] == "house"  # first the bets
    accept(found.submit(said("dealer: no more bets")))
    assert offered()["ShuffleCards"] == "play"  # nothing else goes on
    routine = MULTILINK.routine(found.rules, found.state)
    assert routine is not None
    assert routine.command == "ShuffleCards"


@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize("edition", EDITIONS)
def test_the_first_deal_of_a_table_waits_for_a_shuffle_too(edition: str, device: str) -> None:
    """A device that nobody filled takes any card that is named, even at a table with sealed cards."""
    found = table(edition, device=device)
    accept(found.submit(said("dealer: place your bets")))
    accept(found.submit(said("Ann: ante 50 on box 1")))
    accept(found.submit(said("dealer: no more bets")))
    offered = [option.command for option in MULTILINK.options(found.rules, found.state, DEALER)]
    assert "ShuffleCards" in offered
    assert not {"DealHoleCards", "DealCommunityCards"} & set(offered)
    is_shoe = device == "card_shoe"
    deal = "deal the hole cards as 2c As Ad" if is_shoe else "deal the community cards as 2c 3c 4c 5c 6c"
    refusal = found.submit(said(f"dealer: {deal}"))
    assert isinstance(refusal, Refusal)
    assert [cite.paragraph for cite in refusal.citations] == ["5.8.5"]
    accept(found.submit(said("dealer: shuffle the cards")))
    accept(found.submit(said(f"dealer: {deal}")))
