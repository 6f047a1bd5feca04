"""A settlement names what has happened to that wager, and no paragraph on what has not.

Ann has 100 and Ben behind her 50 on area 1; the Dealer's 10 becomes a Blackjack.
"""

from croupier.games.freebet.events import WagerSettled
from croupier.table import Table
from tests.games.freebet.spoken import DEAL, NO_SURRENDER, OPENING, PHRASES, dealt, say, speaker
from tests.games.freebet.tables import State, done

SPLIT, DOUBLED = "4.6.2", "4.6.1"


def settled(made: Table[State]) -> list[tuple[int, int, set[str]]]:
    """Place, hand and paragraphs of what each main wager came to."""
    command = PHRASES.read("settle the wagers", speaker(made, "dealer"))
    mains = [each for each in done(made, command) if isinstance(each, WagerSettled)]
    return [(each.place, each.hand, {cite.paragraph for cite in each.citations}) for each in mains]


def test_a_hand_that_was_split_and_not_doubled_cites_no_double() -> None:
    made = dealt("Ks Tc Kd 5c 6c Ah")
    say(made, f"{OPENING}; {DEAL}; {NO_SURRENDER}; Ann: split; dealer: deal a card; Ann: stand")
    say(made, "dealer: deal a card; Ann: stand; dealer: deal a card")
    for _, _, cited in settled(made):
        assert {"4.6", SPLIT} <= cited
        assert DOUBLED not in cited


def test_who_did_not_follow_a_double_cites_none() -> None:
    made = dealt("6s Tc 5d 9h Ah")
    say(made, f"{OPENING}; Ben: wager 50 on area 1; {DEAL}; {NO_SURRENDER}; Ann: free double")
    say(made, "Ben: keep the wager; dealer: deal a card; dealer: deal a card")
    (_, _, anns), (_, _, bens) = settled(made)
    assert DOUBLED in anns
    assert not {"4.6", DOUBLED, SPLIT} & bens
    assert "4.5.3" in bens


def test_each_split_hand_cites_its_own_double() -> None:
    # 8 3 is doubled free; 8 10 is not; both were split.
    made = dealt("8s Tc 8d 3h Th Td Ah")
    say(made, f"{OPENING}; {DEAL}; {NO_SURRENDER}; Ann: free split; dealer: deal a card; Ann: free double")
    say(made, "dealer: deal a card; dealer: deal a card; Ann: stand; dealer: deal a card")
    first, second = settled(made)
    assert {DOUBLED, SPLIT} <= first[2]
    assert SPLIT in second[2]
    assert DOUBLED not in second[2]


# A card dealt in error that comes to the Dealer: by 5.8 as the next card, by 5.10 where it was refused.


def cited_on_dealing(made: Table[State]) -> set[str]:
    events = done(made, PHRASES.read("deal a card", speaker(made, "dealer")))
    return {cite.paragraph for each in events for cite in each.citations}


def test_an_error_card_that_was_refused_is_the_dealers_by_that_rule() -> None:
    made = dealt("Ts 7c 6d Kh")
    say(made, f"{OPENING}; {DEAL}; {NO_SURRENDER}; dealer: deal the next card: one too many")
    say(made, "Ann: refuse the card")
    assert {"5.8", "5.10"} <= cited_on_dealing(made)


def test_an_error_card_that_nobody_refused_is_the_dealers_as_the_next_card() -> None:
    made = dealt("Ts 7c 6d Kh")
    say(made, f"{OPENING}; {DEAL}; {NO_SURRENDER}; dealer: deal the next card: one too many; Ann: stand")
    cited = cited_on_dealing(made)
    assert "5.8" in cited
    assert "5.10" not in cited


def test_an_error_card_becomes_the_dealers_late_first_card_without_a_refusal() -> None:
    made = dealt("Ts 6d Kh")
    say(made, f"{OPENING}; dealer: no more bets; dealer: deal the initial cards: the dealer left out")
    say(made, "dealer: continue without an offer; dealer: deal the next card: one too many; Ann: stand")
    cited = cited_on_dealing(made)
    assert {"5.8", "5.12"} <= cited
    assert "5.10" not in cited


def readings(made: Table[State]) -> list[set[str | None]]:
    command = PHRASES.read("settle the wagers", speaker(made, "dealer"))
    mains = [each for each in done(made, command) if isinstance(each, WagerSettled) and each.bet == "main"]
    return [{cite.reading for cite in each.citations} for each in mains]


def test_only_a_doubled_or_split_wager_that_meets_a_blackjack_goes_by_its_reading() -> None:
    made = dealt("6s Tc 5d 9h Ah")
    say(made, f"{OPENING}; Ben: wager 50 on area 1; {DEAL}; {NO_SURRENDER}; Ann: free double")
    say(made, "Ben: keep the wager; dealer: deal a card; dealer: deal a card")
    (anns, bens) = readings(made)
    assert "FB-A03" in anns
    assert "FB-A03" not in bens


def test_a_bust_of_the_dealers_is_cited_where_there_was_one() -> None:
    """Busted: with 10 6 10 the Dealer is bust; with 10 and 9 he stands at 19."""
    for cards, is_bust in (("Ts Tc 9d 6h Td", True), ("Ts Tc 9d 9h", False)):
        made = dealt(cards)
        say(made, f"{OPENING}; Ann: bet 10 on the busted of area 1; {DEAL}; {NO_SURRENDER}; Ann: stand")
        say(made, "; ".join(["dealer: deal a card"] * (2 if is_bust else 1)))
        events = done(made, PHRASES.read("settle the wagers", speaker(made, "dealer")))
        (busted,) = [each for each in events if isinstance(each, WagerSettled) and each.bet == "busted"]
        (bust,) = made.rules.cite("bust")
        assert (bust.paragraph in {each.paragraph for each in busted.citations}) is is_bust
