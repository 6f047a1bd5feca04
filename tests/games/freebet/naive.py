"""A second settlement of a Round, written from the document only and sharing no code with the game.

It is told the order of the cards, the wagers and what people said, in the order they said it, and works out
by itself which card went where and what everybody has won or lost in cents.
"""

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

POINTS = {"A": 1, "T": 10, "J": 10, "Q": 10, "K": 10} | {str(n): n for n in range(2, 10)}
BUSTED = {3: 1, 4: 2, 5: 6, 6: 50}
GOLD = {0: -1, 1: 3, 2: 10, 3: 25, 4: 50}

Say = tuple[Any, ...]


def best(cards: list[str]) -> tuple[int, bool]:
    """The points of a hand and whether an ace in it counts eleven."""
    low = sum(POINTS[card[0]] for card in cards)
    if any(card[0] == "A" for card in cards) and low + 10 <= 21:
        return low + 10, True
    return low, False


def natural(cards: list[str]) -> bool:
    return len(cards) == 2 and best(cards)[0] == 21


@dataclass
class NaiveHand:
    cards: list[str]
    base: dict[int, bool]  # player -> whether his first wager lies here
    chips: dict[int, int] = field(default_factory=dict)  # added to this hand
    free: dict[int, int] = field(default_factory=dict)  # markers on this hand
    is_split: bool = False
    is_over: bool = False


@dataclass
class NaiveRound:
    """One Round. `wagers[area]` and `sides[area]` are lists of (player, cents) and (bet, player, cents)."""

    settings: dict[str, Any]
    cards: list[str]
    wagers: dict[int, list[tuple[int, int]]]
    sides: dict[int, list[tuple[str, int, int]]]
    net: dict[int, int] = field(default_factory=dict)
    used: int = 0

    def __post_init__(self) -> None:
        self.areas = sorted(self.wagers)
        self.hands: dict[int, list[NaiveHand]] = {}
        self.markers: dict[tuple[int, int], int] = {}
        self.led: dict[int, int] = {}
        self.insured: list[tuple[int, int]] = []
        self.lost_added: dict[tuple[int, int], int] = {}

    def draw(self) -> str:
        self.used += 1
        return self.cards[self.used - 1]

    def win(self, player: int, cents: int) -> None:
        self.net[player] = self.net.get(player, 0) + cents

    def stake(self, area: int, player: int) -> int:
        return next(cents for who, cents in self.wagers[area] if who == player)

    def part(self, amount: Fraction, setting: str) -> int:
        """Half cents are the player's; or whole chips up or down."""
        chip = self.settings["lowest_chip"]
        if self.settings[setting] == "exact":
            return int(amount + Fraction(1, 2))
        chips = amount / chip
        whole = int(chips)
        return chip * (whole + (self.settings[setting] == "up" and chips != whole))

    # The course of the Round

    def play(self, said: list[Say]) -> dict[int, int]:
        firsts = {area: [self.draw()] for area in self.areas}
        self.dealer = [self.draw()]
        for area in self.areas:
            firsts[area].append(self.draw())
            base = {player: True for player, _ in self.wagers[area]}
            self.hands[area] = [NaiveHand(firsts[area], base)]
        rest = self.before_play(said)
        self.settle_at_once()
        for area in self.areas:
            rest = self.play_area(area, rest)
        assert not rest, f"said but not understood: {rest}"
        self.play_dealer()
        self.settle()
        return self.net

    def before_play(self, said: list[Say]) -> list[Say]:
        rest = list(said)
        while rest and rest[0][0] in ("surrender", "insure", "even money"):
            what, area, player, *amount = rest.pop(0)
            if what == "insure":
                self.insured.append((player, amount[0]))
                continue
            hand, wager = self.hands[area][0], self.stake(area, player)
            del hand.base[player]
            if what == "surrender":
                self.win(player, self.part(Fraction(wager, 2), "surrender_rounding") - wager)
            else:
                self.win(player, wager)
        return rest

    def settle_at_once(self) -> None:
        """Pairs, and Blackjacks that nothing can take away any more."""
        for area in self.areas:
            first = self.hands[area][0]
            one, two = (card[0] for card in first.cards)
            ten_face = {one, two} <= set("TJQK") and "T" in (one, two) and self.settings["pair_ten_face"]
            for bet, player, cents in self.sides.get(area, []):
                if bet == "pair":
                    self.win(player, 11 * cents if one == two or ten_face else -cents)
            up = self.dealer[0][0]
            at_once = self.settings["pay_blackjack_immediately_vs_ten"]
            safe = up in "23456789" or (up in "TJQK" and at_once)
            if natural(first.cards) and safe:
                self.pay_naturals(area)

    def pay_naturals(self, area: int) -> None:
        hand = self.hands[area][0]
        for player in hand.base:
            wager = self.stake(area, player)
            self.win(player, self.part(Fraction(3 * wager, 2), "blackjack_rounding"))
        hand.base = {}

    def play_area(self, area: int, said: list[Say]) -> list[Say]:
        hands = self.hands[area]
        if natural(hands[0].cards) or not hands[0].base:
            return said
        at = 0
        while at < len(hands):
            hand = hands[at]
            if len(hand.cards) == 1:
                hand.cards.append(self.draw())
                hand.is_over = hand.cards[0][0] == "A"
            while not hand.is_over and best(hand.cards)[0] < 21:
                said = self.decide(area, at, said)
            at += 1
        return said

    def decide(self, area: int, at: int, said: list[Say]) -> list[Say]:
        hand = self.hands[area][at]
        (what, where, *_), rest = said[0], said[1:]
        assert where == area
        if what == "stand":
            hand.is_over = True
        elif what == "hit":
            self.take(area, hand)
        elif what == "double":
            rest = self.double(area, hand, said)
        else:
            assert what == "split"
            rest = self.split(area, at, said)
        return rest

    def take(self, area: int, hand: NaiveHand) -> None:
        hand.cards.append(self.draw())
        if best(hand.cards)[0] > 21:
            hand.is_over = True
            for player in hand.base:
                added = hand.chips.get(player, 0)
                wager = self.stake(area, player) if hand.base[player] else 0
                self.win(player, -added - wager)
                self.lost_added[area, player] = self.lost_added.get((area, player), 0) + added
            hand.base = {}

    def marker(self, area: int, player: int, hand: NaiveHand, leads: bool) -> None:
        hand.free[player] = hand.free.get(player, 0) + 1
        self.markers[area, player] = self.markers.get((area, player), 0) + 1
        if leads:
            self.led[area] = self.led.get(area, 0) + 1

    def double(self, area: int, hand: NaiveHand, said: list[Say]) -> list[Say]:
        leads = True
        while said and said[0][0] in ("double", "keep") and (leads or said[0][3] == "follows"):
            what, _, player, _, cents = said[0]
            said = said[1:]
            if what == "double" and cents:
                hand.chips[player] = hand.chips.get(player, 0) + cents
            elif what == "double":
                self.marker(area, player, hand, leads)
            leads = False
        self.take(area, hand)
        hand.is_over = True
        return said

    def split(self, area: int, at: int, said: list[Say]) -> list[Say]:
        hand = self.hands[area][at]
        new = NaiveHand([hand.cards.pop()], {}, is_split=True)
        hand.is_split = True
        self.hands[area].insert(at + 1, new)
        leads = True
        while said and said[0][0] in ("split", "keep") and (leads or said[0][3] == "follows"):
            what, _, player, _, cents = said[0]
            said = said[1:]
            if what == "split":
                new.base[player] = False
                if cents:
                    new.chips[player] = cents
                else:
                    self.marker(area, player, new, leads)
            leads = False
        hand.cards.append(self.draw())
        hand.is_over = hand.cards[0][0] == "A"
        return said

    def play_dealer(self) -> None:
        hands = [hand for area in self.areas for hand in self.hands[area] if hand.base]
        waits = [hand for hand in hands if not (natural(hand.cards) and not hand.is_split)]
        busted = any(bet == "busted" for sides in self.sides.values() for bet, _, _ in sides)
        if waits or (busted and self.settings["dealer_draws_for_busted"]):
            while best(self.dealer)[0] < 17 or best(self.dealer) == (17, True):
                self.dealer.append(self.draw())
        elif hands or self.insured:
            self.dealer.append(self.draw())

    def settle(self) -> None:
        house, has_natural = best(self.dealer)[0], natural(self.dealer)
        for area in self.areas:
            for hand in self.hands[area]:
                for player in hand.base:
                    self.settle_hand(area, hand, player, house, has_natural)
            for bet, player, cents in self.sides.get(area, []):
                if bet == "busted":
                    won = BUSTED.get(len(self.dealer), 100) if house > 21 else -1
                    self.win(player, won * cents)
                elif bet == "pot of gold":
                    has_wager = any(who == player for who, _ in self.wagers[area])
                    used = self.markers.get((area, player), 0) if has_wager else self.led.get(area, 0)
                    self.win(player, GOLD.get(used, 100) * cents)
        for player, cents in self.insured:
            self.win(player, 2 * cents if POINTS[self.dealer[1][0]] == 10 else -cents)
        if has_natural and self.settings["dealer_blackjack_loss"] == "capped_at_original":
            for (_, player), cents in self.lost_added.items():
                self.win(player, cents)

    def settle_hand(self, area: int, hand: NaiveHand, player: int, house: int, has_natural: bool) -> None:
        wager = self.stake(area, player)
        original = wager if hand.base[player] else 0
        added, markers = hand.chips.get(player, 0), hand.free.get(player, 0)
        mine = best(hand.cards)[0]
        if natural(hand.cards) and not hand.is_split:
            if not has_natural:
                self.win(player, self.part(Fraction(3 * wager, 2), "blackjack_rounding"))
        elif has_natural:
            self.win(player, -original)
        elif house == 22 or house == mine:
            pass
        elif house > 22 or mine > house:
            self.win(player, original + added + markers * wager)
        else:
            self.win(player, -original - added)
