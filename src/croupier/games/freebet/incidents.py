"""What happens when something has gone wrong (section 5), and after rulings."""

from typing import Literal

from croupier.cards import Card
from croupier.money import Cents, Transfer
from croupier.table import Actor, Event, blank

from .commands import MainOrSide
from .placed import BANK, AtArea, bets, moves, stack


class WagerPulled(AtArea, frozen=True, kw_only=True):
    """The chips count as on the layout wherever they are: won or lost by the outcome, a loss being owed."""

    words = "Place {place} pulled the {bet} of area {area} after the close: it wins or loses all the same"
    own_words = "Area {area} pulled its {bet} after the close: it wins or loses all the same"
    bet: MainOrSide


class MisdealFound(Event, frozen=True, kw_only=True):
    words = "The deal was wrong: a pit supervisor decides whether it can be rebuilt"


class RebuildOrdered(Event, frozen=True, kw_only=True):
    words = "The cards are to be reconstructed"


class CardsReconstructed(Event, frozen=True, kw_only=True):
    """The initial deal as it should have been; `drawn` more cards were needed, `spare` ones come next."""

    words = "The cards are reconstructed: {cards}"
    hands: dict[int, tuple[Card, ...]]
    dealer: tuple[Card, ...]
    cards: tuple[Card, ...]
    drawn: tuple[Card, ...]
    spare: tuple[Card, ...]
    has_taken_next: bool = False  # cards that counted as the next ones are among `cards` and `spare`


class CardsExchanged(Event, frozen=True, kw_only=True):
    words = "Areas {area} and {other} get their own cards"
    area: int
    other: int


class PlayStands(Event, frozen=True, kw_only=True):
    """Nothing changes: the document lets play go on as it is."""

    words = "Play continues as it is"
    clears: Literal["", "burn", "exchange"] = ""


class OfferSkipped(Event, frozen=True, kw_only=True):
    words = "Play goes on without the offer"
    is_insurance: bool


class LateInsuranceApproved(Event, frozen=True, kw_only=True):
    words = "Late Insurance is allowed"


class DealerCardMissing(Event, frozen=True, kw_only=True):
    """The Dealer draws the missing first card, at once or after the hand of `asked`."""

    words = "The Dealer has no first card"
    asked: tuple[int, ...] = ()


class FinishChosen(Event, frozen=True, kw_only=True):
    words = "Place {place} finishes the hand before the Dealer draws"
    place: int
    first: bool

    def phrase(self) -> str:
        return self.words if self.first else "Place {place} lets the Dealer draw first"


class UnbetCardsDiscarded(Event, frozen=True, kw_only=True):
    words = "Area {area} has no wager: its cards are discarded"
    area: int


class OneCardFound(Event, frozen=True, kw_only=True):
    words = "Area {area} has one card: its players choose to act or to withdraw"
    area: int
    asked: tuple[int, ...]
    is_late: bool  # the second card will count as a drawn one


class OneCardAnswered(AtArea, frozen=True, kw_only=True):
    words = "Place {place} acts on the one-card hand of area {area}"
    own_words = "Area {area} acts on its one-card hand"
    acts: bool

    def phrase(self) -> str:
        return (
            super().phrase() if self.acts else "Place {place} withdraws from the one-card hand of area {area}"
        )


class CardMisplaced(Event, frozen=True, kw_only=True):
    words = "{card} was laid on area {area} by mistake"
    area: int
    card: Card
    is_next_card: bool


class CardLaidOnDealer(Event, frozen=True, kw_only=True):
    words = "{card} was laid on the Dealer's hand by mistake"
    card: Card
    is_next_card: bool


class CardMoved(Event, frozen=True, kw_only=True):
    words = "{card} goes to where it was due"
    area: int
    card: Card


class CardDrawnInError(Event, frozen=True, kw_only=True):
    words = "{card} was drawn in error and counts as the next card"
    card: Card


class ErrorCardDiscarded(Event, frozen=True, kw_only=True):
    words = "{card} was drawn to the Dealer's completed hand and is discarded"
    card: Card


class CardRefused(Event, frozen=True, kw_only=True):
    words = "Area {area} refuses the card and takes no more"
    area: int


class CardsDrawnTogether(Event, frozen=True, kw_only=True):
    words = "{count} cards came together; disclosed: {disclosed}"
    count: int
    disclosed: tuple[Card, ...]
    area: int


class HiddenCardChosen(Event, frozen=True, kw_only=True):
    words = "Card {position} of those drawn together comes first"
    position: int


class DisclosedCardsChosen(Event, frozen=True, kw_only=True):
    """From cards drawn together: `taken` for this hand; `left` are offered on, `burnt` leave play."""

    words = "Of the cards drawn together {taken} are taken; left: {left}; removed: {burnt}"
    area: int
    taken: tuple[Card, ...]
    left: tuple[Card, ...]
    burnt: tuple[Card, ...]


class AreaPassedOver(Event, frozen=True, kw_only=True):
    words = "The Dealer passes over area {area}"
    area: int


class PassedOverTooLate(Event, frozen=True, kw_only=True):
    words = "Area {area} has not acted in time: its hand stands"
    area: int


class CardsTakenBack(Event, frozen=True, kw_only=True):
    """The area after the skipped one is as it was before; its cards come next again."""

    words = "Area {area} acts now; {cards} come next"
    area: int
    later: int
    cards: tuple[Card, ...]
    added: dict[int, Cents]  # chips that go back to the players' stacks
    lost: dict[int, Cents]  # chips collected from busted hands, back on the layout

    def transfers(self) -> tuple[Transfer, ...]:
        back = [Transfer(bets(self.later, place), stack(place), cents) for place, cents in self.added.items()]
        down = [Transfer(BANK, bets(self.later, place), cents) for place, cents in self.lost.items()]
        return moves(*down, *back)


class RoundVoided(Event, frozen=True, kw_only=True):
    """All wagers go back, and what this Round has already paid or taken is reversed."""

    words = "The Round is void"
    voids_round = True
    bets: dict[str, Cents]  # "area/place" -> chips still down
    net: dict[int, Cents]  # place -> what the player had won (or, below zero, lost)
    shuffle_due: str = ""

    def transfers(self) -> tuple[Transfer, ...]:
        back = [Transfer(f"bet/{key}", stack(int(key.partition("/")[2])), n) for key, n in self.bets.items()]
        won = [Transfer(stack(place), BANK, cents) for place, cents in self.net.items() if cents > 0]
        lost = [Transfer(BANK, stack(place), -cents) for place, cents in self.net.items() if cents < 0]
        return moves(*back, *won, *lost)


class DiscardsRiffled(Event, frozen=True, kw_only=True):
    """The order is sealed as after any shuffle."""

    words = "The discards are riffled once"
    sealed = ("order", "seed")
    discards: int
    order: tuple[Card, ...]
    seed: str
    cuts: int  # the place that cuts, 0 for the Dealer

    def for_viewer(self, viewer: Actor) -> Event:
        return blank(self, self.sealed)


class CardsCut(Event, frozen=True, kw_only=True):
    words = "The cards are cut at {position}"
    position: int


class PlayerAbsent(Event, frozen=True, kw_only=True):
    words = "Place {place} is not present"
    place: int
    is_absent: bool

    def phrase(self) -> str:
        return self.words if self.is_absent else "Place {place} is back"


class PowerFailed(Event, frozen=True, kw_only=True):
    words = "The power has failed"
    may_withdraw: tuple[int, ...]


class PowerAnswered(Event, frozen=True, kw_only=True):
    words = "Place {place} stays in the Round"
    place: int
    stays: bool

    def phrase(self) -> str:
        return self.words if self.stays else "Place {place} withdraws from the Round"


class PlayResumed(Event, frozen=True, kw_only=True):
    words = "Play goes on"


class IrregularityReferred(Event, frozen=True, kw_only=True):
    words = "For the gaming shift manager: {matter}"
    matter: str


class MatterRuled(Event, frozen=True, kw_only=True):
    words = "The gaming shift manager rules: {choice}"
    choice: str
    may_riffle: bool = False  # the cards had run out, and play goes on
