"""What players give the dealers, and change for larger chips: no rule of any game knows of it.

With real chips both happen at every table, so both are written down, in all games alike. A tip goes into the
toke box: an account of its own, never the House's result nor the player's. Colouring up moves no chips in the
books; the rack is counted by denomination where the house says so.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from croupier.money import Account, Cents, Transfer, stack
from croupier.rulebook import Rules
from croupier.table.drafts import Draft
from croupier.table.messages import Accepted, Command, Event, Refusal, Refused, refuse
from croupier.table.options import Option, money, option_of
from croupier.table.purposes import Purpose

if TYPE_CHECKING:
    from croupier.table.game import Game

TIPS: Account = "tips"  # the toke box of a table


class GiveTip(Command, frozen=True, kw_only=True):
    """Chips for the dealers, out of the player's own."""

    words = ("tip {amount}",)
    purpose = Purpose.TIP
    amount: Cents


class ColourUp(Command, frozen=True, kw_only=True):
    """Small chips for as much in larger ones, out of the rack."""

    words = ("colour up {amount}", "color up {amount}")
    label = "Colour up"
    purpose = Purpose.TIP
    amount: Cents


class TipGiven(Event, frozen=True, kw_only=True):
    words = "Place {place} tips {amount}"
    place: int
    amount: Cents

    def transfers(self) -> tuple[Transfer, ...]:
        return (Transfer(stack(self.place), TIPS, self.amount),)


class ChipsChanged(Event, frozen=True, kw_only=True):
    """Nothing moves in the books."""

    words = "Place {place} changes {amount} for larger chips"
    place: int
    amount: Cents


KINDS = (GiveTip, ColourUp)


def decide(game: "Game[Any]", rules: Rules, state: Any, command: Command) -> Accepted[Any] | Refusal:
    """As a dealer writes it down, at the place of the record."""
    assert isinstance(command, KINDS)
    draft = game.draft(rules, state)
    try:
        _noted(game, draft, command)
    except Refused as refused:
        return refused.refusal
    return Accepted(tuple(draft.events), draft.state)


def _noted(game: "Game[Any]", draft: Draft[Any], command: GiveTip | ColourUp) -> None:
    under, record = draft.rules.cite("matters_not_provided_for"), command.recorded
    if record is None or not command.by.role.is_staff:
        refuse(under, "tips and change are written down by the dealer, at a place: “seat 3 tips 5”")
    if (player := _sitting(game, draft.state, record.place)) is None:
        refuse(under, "nobody sits at place {place}: seat somebody there first", place=record.place)
    most = game.spare(draft.state, record.place) if game.keeps_tips else 0
    if not 0 < command.amount <= most:
        template = "{player:person} has {most:money} to give that is in no Round"
        refuse(under, template, player=player, most=most)
    kind = TipGiven if isinstance(command, GiveTip) else ChipsChanged
    draft.emit(kind(place=record.place, amount=command.amount, citations=under))


def _sitting(game: "Game[Any]", state: Any, place: int) -> str | None:
    player = game.player_at(state, place)
    return player if player is not None and game.place_of(state, player) == place else None


def options(game: "Game[Any]", rules: Rules, state: Any, place: int) -> Iterator[Option]:
    """For who sits there, to be written down by the dealer."""
    most = game.spare(state, place) if game.keeps_tips else 0
    if most > 0:
        under = rules.cite("matters_not_provided_for")
        yield from (option_of(kind, under, money("amount", 1, most, 1), group="house") for kind in KINDS)
