"""What a command would lead to, told before it is done, and only as far as no card would be told with it."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

import msgspec

from croupier.house.house import House, Look
from croupier.house.ledger.accounts import NameOf, Places
from croupier.server.errors import Rejected
from croupier.server.sockets import wire
from croupier.server.sockets.scene import fields_of, is_for, movements
from croupier.server.tables.seating import chips_of, players
from croupier.table import Accepted, Actor, Command, Event, Refusal, Role, say
from croupier.table.purposes import PLACE_FIELDS

_BANK = "bank"  # what every game calls the chips of the House


async def preview(
    house: House, look: Look, actor: Actor, command: Command, id: str, name_of: NameOf
) -> wire.Preview:
    if not actor.role.may_act_as(Role.DEALER):
        raise Rejected("not_allowed", "previews are for a dealer or above")
    outcome = await house.preview(look.name, command)
    if isinstance(outcome, Refusal):
        raise Rejected.by_the_rules(outcome)
    after = msgspec.structs.replace(look, state=outcome.state)
    if _turns_over(look, after, outcome, actor, command):
        raise Rejected("not_allowed", "this turns over cards; it cannot be previewed")
    places = Places.at(name_of, after, look)
    events = [event.for_viewer(actor) for event in outcome.events]
    return wire.Preview(
        id=id,
        events=tuple(
            wire.ForeseenEvent(
                say(event), event.citations, movements(event.transfers(), places), fields_of(event)
            )
            for event in events
        ),
        players=tuple(
            wire.ForeseenPlayer(
                place=place,
                player=player,
                name=name_of(player),
                before=chips_of(look, place),
                after=chips_of(after, place),
            )
            for place, player in {**players(look), **players(after)}.items()
        ),
        decisions=tuple(
            wire.Decision.of(decision, is_for(decision, actor))
            for decision in look.game.decisions(look.rules, outcome.state)
        ),
        places=_paid_and_taken(events),
    )


def _paid_and_taken(events: Sequence[Event]) -> tuple[wire.ForeseenPlace, ...]:
    """By place: a player with two boxes is paid at each of them, although both go to one stack."""
    pays, takes = Counter[int](), Counter[int]()
    for event in events:
        found = (getattr(event, field, None) for field in reversed(PLACE_FIELDS))
        place = next((each for each in found if isinstance(each, int)), None)
        if place is None:
            continue
        for move in event.transfers():
            pays[place] += move.cents if move.source == _BANK else 0
            takes[place] += move.cents if move.target == _BANK else 0
    return tuple(
        wire.ForeseenPlace(place=place, pays=pays[place], takes=takes[place]) for place in sorted(pays)
    )


def _turns_over(look: Look, after: Look, outcome: Accepted[Any], actor: Actor, command: Command) -> bool:
    """Whether the outcome draws from a sealed device, or shows a card the viewer does not see yet.

    A street of real cards that lies there face down was named by the dealer.
    """
    device, then = getattr(look.state, "device", None), getattr(after.state, "device", None)
    source = getattr(device, "source", "")
    if source == "virtual" and device != then:
        return True
    known = _cards(look.game.view(look.rules, look.state, actor)) | _cards(command)
    if source == "physical":
        known |= _cards(getattr(look.state, "board", ()))
    told = Counter[str]()
    for event in outcome.events:
        told |= _cards(event.for_viewer(actor))
    told |= _cards(look.game.view(look.rules, outcome.state, actor))
    return bool(told - known)


def _cards(value: object) -> Counter[str]:
    """How often each card is named, wherever it stands."""
    found: Counter[str] = Counter()
    waiting: list[Any] = [msgspec.to_builtins(value, str_keys=True, enc_hook=str)]  # a message is text
    while waiting:
        each = waiting.pop()
        if isinstance(each, dict):
            waiting.extend(each.values())
        elif isinstance(each, list | tuple):
            waiting.extend(each)
        elif isinstance(each, str) and len(each) == 2 and each[0] in "23456789TJQKA" and each[1] in "cdhs":
            found[each] += 1
    return found
