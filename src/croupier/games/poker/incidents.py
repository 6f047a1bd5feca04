"""What happens when something has gone wrong."""

from croupier.cards import Card
from croupier.games.poker.events import POT, stack
from croupier.games.poker.state import Street
from croupier.money import Cents, Transfer
from croupier.table import Event, Role


def refund(amounts: dict[int, Cents]) -> tuple[Transfer, ...]:
    return tuple(Transfer(POT, stack(seat), cents) for seat, cents in amounts.items())


class RoundVoided(Event, frozen=True, kw_only=True):
    words = "The Round is void; all Bets go back"
    voids_round = True
    refunds: dict[int, Cents]
    exposed: tuple[Card, ...] = ()

    def transfers(self) -> tuple[Transfer, ...]:
        return refund(self.refunds)


class InterruptionSurvived(Event, frozen=True, kw_only=True):
    words = "An outcome is established: the Round goes on after the interruption"


class QuestionRaised(Event, frozen=True, kw_only=True):
    """The document leaves this to a person; the Round waits."""

    words = "For the {role} to decide: {text}"
    key: str
    role: Role
    text: str
    choices: tuple[str, ...]
    rule: str
    reading: str | None = None


class MatterResolved(Event, frozen=True, kw_only=True):
    words = "Ruled on {key}: {choice}. {reason}"
    key: str
    choice: str
    reason: str


class DealUndone(Event, frozen=True, kw_only=True):
    """The Hole Cards go back on top in the order they came, to be dealt again as they should have been."""

    words = "The Initial Deal is taken back, to be dealt again in the right order"


class BettingRoundAnnulled(Event, frozen=True, kw_only=True):
    """Bets made on wrong cards go back; who folded stays out."""

    words = "The Bets of this Betting Round go back"
    refunds: dict[int, Cents]

    def transfers(self) -> tuple[Transfer, ...]:
        return refund(self.refunds)


class StreetUndone(Event, frozen=True, kw_only=True):
    """A street goes back on top in the order it came, to be dealt again with its burn."""

    words = "The {street} is taken back, to be dealt again in the right order"
    street: Street


class SurplusReturned(Event, frozen=True, kw_only=True):
    """The card too many goes back on top and will be the next Burnt Card."""

    words = "{cards} goes back on top; the {street} stands"
    street: Street
    cards: tuple[Card, ...]


class StreetTakenBack(Event, frozen=True, kw_only=True):
    """Cards of a street go back with its burn and are shuffled with the rest before it is dealt again."""

    words = "The {street} is taken back and the stub is to be shuffled"
    sealed = ("burnt",)
    street: Street
    cards: tuple[Card, ...]
    burnt: tuple[Card, ...]
    shuffle: str = "burn_returned"  # the rule under which the rest is shuffled


class StreetExposed(Event, frozen=True, kw_only=True):
    """Cards of a street seen too early, taken back with its burn. `at` is their place in a packet."""

    words = "The {street} {cards} is exposed too early and taken back"
    sealed = ("burnt",)
    street: Street
    cards: tuple[Card, ...]
    burnt: tuple[Card, ...]
    at: int = 0


class StubShuffled(Event, frozen=True, kw_only=True):
    words = "The remaining cards are shuffled"
    sealed = ("order", "seed", "refill")
    order: tuple[Card, ...]
    seed: str
    refill: tuple[Card, ...] = ()


class ActionRetracted(Event, frozen=True, kw_only=True):
    words = "Seat {seat} takes back a {action} of {amount} made Out of Turn"
    seat: int
    action: str
    amount: Cents
    skipped: tuple[int, ...]


class WagerForfeited(Event, frozen=True, kw_only=True):
    words = "The {amount} of seat {seat} Out of Turn remains in the Pot"
    seat: int
    amount: Cents

    def transfers(self) -> tuple[Transfer, ...]:
        return (Transfer(stack(self.seat), POT, self.amount),)


class HandExposed(Event, frozen=True, kw_only=True):
    words = "Seat {seat} has exposed {cards}: the hand is folded"
    seat: int
    cards: tuple[Card, ...]
