"""What can be asked of a table in the ordinary course of the game."""

from typing import Literal

from croupier.cards import Card
from croupier.money import Cents
from croupier.table import Command, Purpose

# Taking part


class TakeSeat(Command, frozen=True, kw_only=True):
    words = ("sit at box {seat} with {chips}",)
    purpose = Purpose.SIT
    seat: int
    chips: Cents


class BuyChips(Command, frozen=True, kw_only=True):
    words = ("buy chips for {chips}",)
    purpose = Purpose.BUY
    chips: Cents


class LeaveSeat(Command, frozen=True, kw_only=True):
    words = ("leave the table",)
    purpose = Purpose.LEAVE


# Betting before the cards


class AnnounceBets(Command, frozen=True, kw_only=True):
    words = ("place your bets", "place your bets, please")
    purpose = Purpose.ROUTINE


class PlaceAnte(Command, frozen=True, kw_only=True):
    words = ("ante {amount} on box {box}",)
    purpose = Purpose.BET
    spot = "ante"
    box: int
    amount: Cents


class PlaceBonus(Command, frozen=True, kw_only=True):
    words = ("bonus {amount} on box {box}",)
    purpose = Purpose.BET
    spot = "bonus"
    box: int
    amount: Cents


class PlaceProgressive(Command, frozen=True, kw_only=True):
    words = ("bet {amount} on the progressive of box {box}",)
    purpose = Purpose.BET
    spot = "progressive"
    box: int
    amount: Cents


class WithdrawBets(Command, frozen=True, kw_only=True):
    words = ("withdraw the bets on box {box}",)
    purpose = Purpose.WITHDRAW
    box: int


class FinishBetting(Command, frozen=True, kw_only=True):
    """A player has no more to bet: the dealer need not wait for them."""

    words = ("ready", "no more bets from me")
    purpose = Purpose.READY


class PlaceBetFor(Command, frozen=True, kw_only=True):
    """A Pit Employee places a bet at a player's request."""

    words = ("place {amount} on the {bet} of box {box} for {player}",)
    purpose = Purpose.SERVE
    player: str
    box: int
    bet: Literal["ante", "bonus", "progressive"]
    amount: Cents


class CloseBetting(Command, frozen=True, kw_only=True):
    words = ("no more bets",)
    purpose = Purpose.ROUTINE


# Dealing. `mistake` is what the Dealer did wrong; nobody need have noticed.

StreetMistake = Literal["without_burning", "one_card_too_many", "one_card_short"]
CountMistake = Literal["one_card_too_many", "one_card_short"]
HoleMistake = Literal[
    "without_burning",
    "from_the_wrong_box",
    "two_at_a_time",
    "one_card_too_many",
    "one_card_short",
    "onto_an_empty_box",
]


class DealCard(Command, frozen=True, kw_only=True):
    """One card of the deal that is due, as a scanner sends it; `box` if it went to a hand it was not for."""

    words = (
        "deal the next card",
        "deal the next card {cards}",
        "deal the next card to box {box}",
        "deal the next card to box {box}: {cards}",
    )
    purpose = Purpose.ROUTINE
    cards: tuple[Card, ...] = ()
    box: int | None = None


class DealCommunityCards(Command, frozen=True, kw_only=True):
    words = (
        "deal the community cards",
        "deal the community cards {mistake}",
        "deal the community cards {mistake}: {cards}",
        "deal the community cards {cards}",
    )
    purpose = Purpose.ROUTINE
    cards: tuple[Card, ...] = ()
    mistake: CountMistake | None = None


class DealHoleCards(Command, frozen=True, kw_only=True):
    """`box` is the hand that got too many or too few, or that was laid on an empty box instead of its own."""

    words = (
        "deal the hole cards",
        "deal the hole cards {mistake}",
        "deal the hole cards {mistake} to box {box}",
        "deal the hole cards {mistake}: {cards}",
        "deal the hole cards {mistake} to box {box}: {cards}",
        "deal the hole cards {cards}",
    )
    purpose = Purpose.ROUTINE
    cards: tuple[Card, ...] = ()
    mistake: HoleMistake | None = None
    box: int | None = None


class DealFlop(Command, frozen=True, kw_only=True):
    words = (
        "deal the flop",
        "deal the flop {mistake}",
        "deal the flop {mistake}: {cards}",
        "deal the flop {cards}",
    )
    purpose = Purpose.ROUTINE
    cards: tuple[Card, ...] = ()
    mistake: StreetMistake | None = None


class DealTurn(Command, frozen=True, kw_only=True):
    words = (
        "deal the turn",
        "deal the turn {mistake}",
        "deal the turn {mistake}: {cards}",
        "deal the turn {cards}",
    )
    purpose = Purpose.ROUTINE
    cards: tuple[Card, ...] = ()
    mistake: StreetMistake | None = None


class DealRiver(Command, frozen=True, kw_only=True):
    words = (
        "deal the river",
        "deal the river {mistake}",
        "deal the river {mistake}: {cards}",
        "deal the river {cards}",
    )
    purpose = Purpose.ROUTINE
    cards: tuple[Card, ...] = ()
    mistake: StreetMistake | None = None


class RevealFlop(Command, frozen=True, kw_only=True):
    words = ("reveal the flop",)
    purpose = Purpose.ROUTINE


class RevealTurn(Command, frozen=True, kw_only=True):
    words = ("reveal the turn",)
    purpose = Purpose.ROUTINE


class RevealRiver(Command, frozen=True, kw_only=True):
    words = ("reveal the river",)
    purpose = Purpose.ROUTINE


class OpenDealerHand(Command, frozen=True, kw_only=True):
    """Card Shoe: the Dealer takes two cards. Electronic Card Shuffler: the packet is turned over."""

    words = (
        "open the dealer's hand",
        "open the dealer's hand {mistake}",
        "open the dealer's hand {mistake}: {cards}",
        "open the dealer's hand {cards}",
    )
    purpose = Purpose.ROUTINE
    cards: tuple[Card, ...] = ()
    mistake: CountMistake | None = None


# Decisions. An amount of nothing stands for the exact amount.


class LookAtHand(Command, frozen=True, kw_only=True):
    words = ("look at box {box}",)
    purpose = Purpose.LOOK
    box: int


class Fold(Command, frozen=True, kw_only=True):
    words = ("fold box {box}",)
    purpose = Purpose.FOLD
    box: int


class PlaceFlop(Command, frozen=True, kw_only=True):
    words = ("flop bet on box {box}", "flop bet {amount} on box {box}")
    purpose = Purpose.BET
    spot = "flop"
    box: int
    amount: Cents | None = None


class PlaceTurn(Command, frozen=True, kw_only=True):
    words = ("turn bet on box {box}", "turn bet {amount} on box {box}")
    purpose = Purpose.BET
    spot = "turn"
    box: int
    amount: Cents | None = None


class PlaceRiver(Command, frozen=True, kw_only=True):
    words = ("river bet on box {box}", "river bet {amount} on box {box}")
    purpose = Purpose.BET
    spot = "river"
    box: int
    amount: Cents | None = None


class Check(Command, frozen=True, kw_only=True):
    words = ("check box {box}",)
    purpose = Purpose.CHECK
    box: int


class CallTime(Command, frozen=True, kw_only=True):
    """The time a player had to decide or to choose is over."""

    words = ("time for box {box}",)
    purpose = Purpose.TIME_OUT
    box: int


# Settlement


class RefuseToShow(Command, frozen=True, kw_only=True):
    words = ("refuse to show box {box}",)
    purpose = Purpose.MUCK
    box: int


class ProveHand(Command, frozen=True, kw_only=True):
    """A player who would not show establishes the hand for the side bets after all."""

    words = ("prove the hand of box {box}",)
    purpose = Purpose.SHOW
    box: int


class Settle(Command, frozen=True, kw_only=True):
    words = ("settle",)
    purpose = Purpose.ROUTINE


# From the link


class ShowMeter(Command, frozen=True, kw_only=True):
    """The link tells the table what the display shows and whether jackpot bets can be taken."""

    words = ("show {meter} on the display, link open {is_open}",)
    purpose = Purpose.EQUIPMENT
    meter: Cents
    is_open: bool = True


class PayJackpot(Command, frozen=True, kw_only=True):
    """The link has decided what a claim is worth."""

    words = ("pay {amount} from the jackpot to box {box}",)
    purpose = Purpose.EQUIPMENT
    box: int
    amount: Cents
    meter: Cents
    round: int = 0  # the Round it was won in, where the link says so
