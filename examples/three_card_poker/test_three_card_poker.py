"""Three Card Poker keeps every promise of the core, and its figures are those that the world knows."""

from fractions import Fraction

import pytest

from croupier.analysis.figures import Asked
from croupier.cards import new_seed, parse_cards
from croupier.rulebook import Library
from croupier.table import SYSTEM, Accepted, Actor, Catalogue, Role, ShuffleCards
from croupier.table.against_house.game import Result
from croupier.table.against_house.messages import CallForBets, DealCards, WagerPlaced, WagerSettled
from tests.conformance import Seeded, Walk, against_house
from tests.effort import EFFORT
from three_card_poker import EDITIONS, THREE_CARD_POKER
from three_card_poker.bots import Q64
from three_card_poker.hands import category, worth
from three_card_poker.play import BetAnte

CATALOGUE = Catalogue(Library(EDITIONS, shipped=False), {THREE_CARD_POKER.name: lambda: THREE_CARD_POKER})


@pytest.mark.volume
@pytest.mark.parametrize("seed", range(2 + 2 * EFFORT))
def test_walks(seed: int) -> None:
    shuffle = ShuffleCards(by=SYSTEM, seed=new_seed(6).hex() if seed % 2 else "")
    rules = CATALOGUE.rules("three-card-poker@1", {})
    walk = Walk(against_house(THREE_CARD_POKER, rules, CATALOGUE.rules, shuffle), Seeded(seed)).run(700)
    walk.come_to_rest()
    assert any(type(event).__name__ == "RoundConcluded" for event in walk.events)


@pytest.mark.parametrize(
    ("cards", "name"),
    [
        ("Ah 2h 3h", "straight_flush"), ("Qs Ks As", "straight_flush"), ("7c 7d 7h", "three_of_a_kind"),
        ("2c 3d 4h", "straight"), ("Kh Ad 2c", "high_card"), ("2h 9h Kh", "flush"), ("9c 9d 2s", "pair"),
    ],
)  # fmt: skip
def test_hands(cards: str, name: str) -> None:
    assert category(parse_cards(cards)) == name


def test_ranks_decide_within_a_category() -> None:
    rising = ["2c 3d 5h", "Qc 6d 4h", "Qc 7d 2h", "2c 2d 3h", "2c 2d Ah", "3c 3d 2h", "Ac 2d 3h", "2c 3d 4h"]
    assert sorted(rising, key=lambda text: worth(parse_cards(text))) == rising
    assert worth(parse_cards("Qc 6d 4h")) == Q64


def test_figures_are_exact() -> None:
    """Published: 3.3730% of the Ante with Queen-six-four, 2.3167% of Pair Plus; 22,100 hands of three.

    Pair Plus by hand: 48 straight flushes, 52 triples, 720 straights, 1,096 flushes, 3,744 pairs, and the
    16,440 others lose: 48*40 + 52*30 + 720*6 + 1096*4 + 3744 - 16440 = -512, of 22,100.
    """
    rules = CATALOGUE.rules("three-card-poker@1", {})
    from three_card_poker.mathematics import ThreeCardMathematics

    figures = ThreeCardMathematics()
    pair_plus, main = (figures.edge(rules, bet, Asked()) for bet in ("pair_plus", "main"))
    assert Fraction(pair_plus.rational or "") == Fraction(-512, 22100)
    assert f"{main.house_edge:.6f}" == "0.033730"
    assert "Q 6 4 or better" in figures.strategy(rules, Asked()).text


def test_everybody_sees_how_many_cards_lie_where_and_their_own() -> None:
    table, dealer = CATALOGUE.table("three-card-poker@1"), Actor("Dealer", Role.DEALER)
    ann, ben = (Actor(name, Role.PLAYER, seat) for seat, name in ((1, "Ann"), (2, "Ben")))
    first = parse_cards("2h Kh 6s 9c Kd 5c 7h 3s 4d 5h")
    for command in (
        *THREE_CARD_POKER.seat(ann, 1, 100_00),
        *THREE_CARD_POKER.seat(ben, 2, 100_00),
        ShuffleCards(by=SYSTEM, first_cards=first),
        CallForBets(by=dealer),
        BetAnte(by=ann, seat=1, amount=10_00),
        BetAnte(by=ben, seat=2, amount=10_00),
        DealCards(by=dealer),
    ):
        assert isinstance(table.submit(command), Accepted)
    view = THREE_CARD_POKER.view(table.rules, table.state, ann)
    assert view.seats[1].cards == parse_cards("Kh Kd 3s")
    assert [(len(seat.cards), seat.card_count) for seat in view.seats.values()] == [(3, 3), (0, 3)]
    assert (view.dealer, view.dealer_count, view.strays, view.out) == ((), 3, {}, ())


def test_the_books_read_ante_and_play_as_one_bet() -> None:
    """Ann bets 10 and plays 10; she wins 10 on each and loses 5 on Pair Plus: the House loses 20, wins 5."""
    cites = CATALOGUE.rules("three-card-poker@1", {}).cite("settlement")
    bets: tuple[tuple[str, int, Result, int, int], ...] = (
        ("ante", 10_00, "won", 0, 10_00),
        ("play", 10_00, "won", 0, 10_00),
        ("pair_plus", 5_00, "lost", 5_00, 0),
    )
    placed = [WagerPlaced(seat=1, spot=spot, amount=stake, citations=cites) for spot, stake, *_ in bets]
    settled = [
        WagerSettled(
            seat=1, spot=spot, result=result, stake=stake, taken=taken, winnings=won, citations=cites
        )
        for spot, stake, result, taken, won in bets
    ]  # fmt: skip
    reader = THREE_CARD_POKER.settled_bets()
    assert reader is not None
    read = [(each.name, each.base, each.staked, each.net) for each in reader.read([*placed, *settled])]
    assert read == [("main", 10_00, 20_00, -20_00), ("pair_plus", 5_00, 5_00, 5_00)]
