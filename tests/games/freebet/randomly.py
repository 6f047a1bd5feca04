"""Rounds of random legal play, straight through the game's decisions, with a note of what was said."""

import random
from typing import Any

from croupier.cards import DECK
from croupier.games.freebet import FREEBET, State
from croupier.games.freebet import commands as c
from croupier.games.freebet.control import controller, current
from croupier.games.freebet.plan import due
from croupier.rulebook import Rules
from croupier.table import Accepted, Actor, Command, Role, ShuffleCards
from tests.games.freebet.naive import Say
from tests.games.freebet.tables import DEALER

PLACES = {"Ann": 1, "Ben": 2, "Cat": 3, "Dan": 8, "Eve": 9}
ACTORS = {place: Actor(name, Role.PLAYER, place) for name, place in PLACES.items()}
SIDES = ("pair", "busted", "pot_of_gold")

OPEN, CLOSE = c.OpenBetting(by=DEALER), c.CloseBetting(by=DEALER)
DEAL, BURN, INITIAL = c.DealCard(by=DEALER), c.BurnCard(by=DEALER), c.DealInitial(by=DEALER)
SETTLE = c.SettleRound(by=DEALER)


class RandomRound:
    """Plays one Round on `state` and keeps wagers, sides and everything said."""

    def __init__(self, rules: Rules, state: State, chance: random.Random) -> None:
        self.rules, self.state, self.chance = rules, state, chance
        self.wagers: dict[int, list[tuple[int, int]]] = {}
        self.sides: dict[int, list[tuple[str, int, int]]] = {}
        self.said: list[Say] = []
        self.is_refilled = False  # from here on the order of the cards is not known

    def give(self, command: Command) -> bool:
        outcome = FREEBET.decide(self.rules, self.state, command)
        if isinstance(outcome, Accepted):
            self.state = outcome.state
            return True
        return False

    def must(self, command: Command) -> None:
        outcome = FREEBET.decide(self.rules, self.state, command)
        assert isinstance(outcome, Accepted), f"{command}: {outcome}"
        self.state = outcome.state

    def bet(self) -> None:
        self.must(OPEN)
        chance = self.chance
        for area in chance.sample((1, 2, 3), chance.choice((1, 1, 1, 1, 2, 3))):
            places = chance.sample(tuple(ACTORS), chance.choice((1, 1, 1, 2, 3)))
            for place in places:
                amount = 50 * chance.randint(50, 200)
                self.must(c.PlaceWager(by=ACTORS[place], area=area, amount=amount))
                self.wagers.setdefault(area, []).append((place, amount))
            for bet in SIDES:
                self.bet_sides(area, bet, places)
        self.must(CLOSE)

    def bet_sides(self, area: int, bet: Any, places: list[int]) -> None:
        """Mostly by players on the area, sometimes one from outside, never more than there is room for."""
        chance = self.chance
        wishes = [place for place in places if chance.random() < 0.15]
        outside = [place for place in ACTORS if place not in places]
        if len(wishes) < 3 and chance.random() < 0.05:
            wishes.append(chance.choice(outside))
        for place in wishes:
            amount = 50 * chance.randint(10, 60)
            self.must(c.PlaceSideWager(by=ACTORS[place], area=area, bet=bet, amount=amount))
            self.sides.setdefault(area, []).append((bet.replace("_", " "), place, amount))

    def play(self) -> None:
        self.bet()
        self.give(BURN)  # refused where none is due
        self.must(INITIAL)
        self.answer_offers()
        while self.state.phase == "playing":
            self.step()
        self.must(SETTLE)

    def answer_offers(self) -> None:
        is_ace = self.state.dealer[0][0] == "A"
        self.must(c.OfferInsurance(by=DEALER) if is_ace else c.OfferSurrender(by=DEALER))
        for area, wagers in sorted(self.wagers.items()):
            for place, amount in wagers:
                if is_ace:
                    self.answer_insurance(area, place, amount)
                elif self.chance.random() < 0.08:
                    self.must(c.Surrender(by=ACTORS[place], area=area))
                    self.said.append(("surrender", area, place))
        self.must(c.CloseInsurance(by=DEALER) if is_ace else c.CloseSurrender(by=DEALER))

    def answer_insurance(self, area: int, place: int, amount: int) -> None:
        dice = self.chance.random()
        cents = 50 * self.chance.randint(1, amount // 100)
        if dice < 0.3 and self.give(c.TakeEvenMoney(by=ACTORS[place], area=area)):
            self.said.append(("even money", area, place))
        elif dice < 0.6:
            self.must(c.Insure(by=ACTORS[place], area=area, amount=cents))
            self.said.append(("insure", area, place, cents))
        elif dice < 0.8:
            self.must(c.DeclineInsurance(by=ACTORS[place], area=area))
            other = self.chance.choice([each for each in ACTORS if each != place])
            name = ACTORS[place].id
            self.must(c.InsureOther(by=ACTORS[other], player=name, area=area, amount=cents))
            self.said.append(("insure", area, other, cents))

    def step(self) -> None:
        if self.state.following:
            self.follow()
        elif due(self.rules, self.state) is not None:
            if self.state.device.remaining < 1:
                self.refill()
            self.must(DEAL)
        else:
            self.decide()

    def refill(self) -> None:
        """One riffle of the discards and a cut."""
        self.must(c.RiffleDiscards(by=DEALER, seed=self.chance.randbytes(512).hex()))
        place = self.state.riffle.cuts
        self.must(c.CutCards(by=ACTORS[place] if place else DEALER, position=0))
        self.is_refilled = True

    def decide(self) -> None:
        target = current(self.state)
        assert target is not None
        area, index = target
        place = controller(self.state, area)
        assert place is not None
        by, cards = ACTORS[place], self.state.areas[area].hands[index].cards
        moves = [self.hit, self.stand, self.double, self.free_double, self.split, self.free_split]
        weights = [4, 3, 1, 3, 3, 4] if len(cards) == 2 else [4, 3, 0.1, 0.1, 0.1, 0.1]
        while not self.chance.choices(moves, weights)[0](by, area, place):
            pass

    def hit(self, by: Actor, area: int, place: int) -> bool:
        self.must(c.Hit(by=by, area=area))
        self.said.append(("hit", area, place))
        return True

    def stand(self, by: Actor, area: int, place: int) -> bool:
        self.must(c.Stand(by=by, area=area))
        self.said.append(("stand", area, place))
        return True

    def try_move(self, command: Command, what: str, area: int, place: int, cents: int, how: str) -> bool:
        if self.give(command):
            self.said.append((what, area, place, how, cents))
            return True
        return False

    def double(self, by: Actor, area: int, place: int, how: str = "leads") -> bool:
        wager = next(amount for who, amount in self.wagers[area] if who == place)
        cents = 50 * self.chance.randint(49, wager // 50)
        return self.try_move(c.Double(by=by, area=area, amount=cents), "double", area, place, cents, how)

    def free_double(self, by: Actor, area: int, place: int, how: str = "leads") -> bool:
        return self.try_move(c.FreeDouble(by=by, area=area), "double", area, place, 0, how)

    def split(self, by: Actor, area: int, place: int, how: str = "leads") -> bool:
        wager = next(amount for who, amount in self.wagers[area] if who == place)
        return self.try_move(c.Split(by=by, area=area), "split", area, place, wager, how)

    def free_split(self, by: Actor, area: int, place: int, how: str = "leads") -> bool:
        return self.try_move(c.FreeSplit(by=by, area=area), "split", area, place, 0, how)

    def follow(self) -> None:
        following = self.state.following
        assert following is not None
        for place in following.asked:
            by, area = ACTORS[place], following.area
            moves = (
                [self.double, self.free_double]
                if following.kind == "double"
                else [self.split, self.free_split]
            )
            if self.chance.random() < 0.2:
                self.must(c.KeepWager(by=by, area=area))
                self.said.append(("keep", area, place, "follows", 0))
            else:
                self.chance.choice(moves)(by, area, place, "follows")
        if self.state.following:
            self.must(DEAL)


def shuffle_command(decks: int, chance: random.Random) -> ShuffleCards:
    """A known order, in the open: the naive settlement reads it."""
    order = list(DECK * decks)
    chance.shuffle(order)
    return ShuffleCards(by=DEALER, first_cards=tuple(order))
