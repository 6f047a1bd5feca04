"""What the tests of this game share: people, tables, and dealing new cards behind a viewer's back."""

import random
from typing import Any

from msgspec.structs import replace

from croupier.cards import DECK, UNKNOWN, Card
from croupier.games import catalogue
from croupier.games.multilink import MULTILINK
from croupier.games.multilink.plan import hands_due, under_way, waiting
from croupier.games.multilink.state import State
from croupier.table import SYSTEM, Accepted, Actor, Command, Option, Phrasebook, Refusal, Role, Table
from croupier.table import ShuffleCards as Shuffle
from croupier.table.deals import DealCard
from tests.conformance import Chooser, Contestant, Walk, unused_cards

SHELF = catalogue()
EDITIONS = ("rws-multilink@2", "rws-multilink@3")
DEVICES = ("card_shoe", "electronic_shuffler")
PLAYERS = [Actor(name, Role.PLAYER, seat) for seat, name in enumerate(("Ann", "Ben", "Cat"), start=1)]
DEALER = Actor("dealer", Role.DEALER)
SUPERVISOR = Actor("supervisor", Role.PIT_SUPERVISOR)
MANAGER = Actor("manager", Role.PIT_MANAGER)
SHIFT = Actor("shift manager", Role.SHIFT_MANAGER)
STAFF = [DEALER, SUPERVISOR, MANAGER, SHIFT]
_PEOPLE = {actor.id: actor for actor in (*PLAYERS, *STAFF, SYSTEM)}
PHRASES = Phrasebook(MULTILINK.commands)


def table(edition: str = "rws-multilink@3", chips: int = 10_000_00, **settings: str) -> Table[State]:
    """A table with Ann, Ben and Cat at boxes 1, 2 and 3."""
    found = Table(MULTILINK, SHELF.rules(edition, settings), SHELF.rules)
    for player in PLAYERS:
        for command in MULTILINK.seat(player, player.seat or 0, chips):
            assert isinstance(found.submit(command), Accepted)
    return found


def said(line: str, at: int = 0) -> Command:
    """ "Ann: ante 50 on box 1" as a command."""
    speaker, _, text = line.partition(":")
    return PHRASES.read(text.strip(), _PEOPLE[speaker.strip()], at)


def load(cards: str) -> Shuffle:
    from croupier.cards import parse_cards

    return Shuffle(by=SYSTEM, first_cards=parse_cards(cards))


def accept(outcome: Accepted[Any] | Refusal) -> Accepted[Any]:
    assert isinstance(outcome, Accepted), outcome
    return outcome


def disguise(state: State, viewer: Actor, chance: random.Random) -> State:
    """Deal every card the viewer may not know again, from cards the viewer does not know."""
    known: set[Card] = set(state.public) | set(state.shown_board)
    known |= set(state.dealer) if state.is_dealer_shown else set()
    for box in state.boxes.values():
        if box.is_shown or (box.is_examined and box.player == viewer.id):
            known |= set(box.cards)
    unknown = [card for card in DECK if card not in known]
    chance.shuffle(unknown)

    again: dict[Card, Card] = {}

    def anew(cards: tuple[Card, ...]) -> tuple[Card, ...]:
        for card in cards:
            if card not in again:
                again[card] = card if card in known or card == UNKNOWN else unknown.pop()
        return tuple(again[card] for card in cards)

    boxes = {number: replace(box, cards=anew(box.cards)) for number, box in state.boxes.items()}
    out = anew(state.device.out)
    device = replace(state.device, out=out, undealt=tuple(unknown[: len(state.device.undealt)]))
    return replace(
        state,
        boxes=boxes,
        board=anew(state.board),
        dealer=anew(state.dealer),
        burnt=anew(state.burnt),
        coming=tuple(replace(laid, card=anew((laid.card,))[0]) for laid in state.coming),
        device=device,
    )


def values(state: State, option: Option, chooser: Chooser) -> dict[str, Any] | None:
    """Blanks that need more than chance: shuffles without a seed, cards that lie face up or went back."""
    if option.command == "ShuffleCards":
        return {}
    asked = [ask for ask in option.asks if ask.kind == "cards"]
    if not asked or not (state.face_up is not None or state.device.undealt):
        return None
    known = {at: card for at, card in enumerate(state.device.undealt) if card != UNKNOWN}
    if state.face_up is not None:
        known[state.face_up_after] = state.face_up
    taken = replace(state.device, out=(*state.device.out, *known.values()))
    fresh = iter(unused_cards(taken, asked[0].minimum, chooser))
    first = option.fixed.get("behind", 0)
    wanted = range(first, first + asked[0].minimum)
    return {"cards": [known[n] if n in known else next(fresh) for n in wanted]}


def contestant(edition: str, *opening: Command, **settings: str) -> Contestant:
    seats = [command for p in PLAYERS for command in MULTILINK.seat(p, p.seat or 0, 5_000_00)]
    return Contestant(
        game=MULTILINK,
        rules=SHELF.rules(edition, settings),
        find_rules=SHELF.rules,
        opening=(*seats, *opening),
        actors=lambda state: [*PLAYERS, *STAFF],
        disguise=disguise,
        outside=("cage", "bank", "payable"),
        values=values,
    )


# Reports that end a Round at once; a walk that took them as often as anything else would never get far.
_ENDING = {
    "ReportFault",
    "ReportInterruption",
    "ReportProgressiveFault",
    "ReferMatter",
}


class DeepWalk(Walk):
    """A walk that mostly plays, so that it meets irregularities late in the Round too."""

    def step(self) -> None:
        luck = self.chooser.between(0, 99)
        found = self._liked(luck)
        if found is None:
            return
        actor, option = found
        assert option.citations, f"{option} names no paragraph"
        command = self.command(actor, option)
        if self.chooser.between(0, 9) == 0:
            self.try_wrongly(command)
        outcome = self.submit(command)
        assert isinstance(outcome, Accepted), f"offered but refused: {command}: {outcome}"

    def filled_from(self, state: State, actor: Actor, option: Option) -> Command:
        """Card by card, one in eight Hole Cards goes to another hand than its own."""
        command = super().filled_from(state, actor, option)
        if not isinstance(command, DealCard) or self.chooser.between(0, 7):
            return command
        deal = under_way(self.contestant.rules, state)
        left = waiting(self.contestant.rules, state, deal) if deal else []
        if not left or left[0].spot.kind != "hand":
            return command
        return replace(command, to=self.chooser.pick(hands_due(state)))

    def _liked(self, luck: int) -> tuple[Actor, Option] | None:
        """Something of the kind that luck asks for by the first who has it, or else anything by anybody."""
        wanted = "play" if luck < 75 else "irregularity" if luck < 98 else "house"
        # Players bet often, before somebody of the staff closes the betting.
        left = [
            a for a in self.contestant.actors(self.table.state) for _ in range(1 + 2 * (not a.role.is_staff))
        ]
        other: tuple[Actor, Option] | None = None
        while left:
            actor = self.chooser.pick(left)
            left = [each for each in left if each != actor]
            offers = self.table.options(actor)
            liked = [each for each in offers if self._kind(each) == wanted and self._is_liked(each, luck)]
            if liked:
                return actor, self.chooser.pick(liked)
            if offers and other is None:
                other = actor, self.chooser.pick(offers)
        return other

    def _kind(self, option: Option) -> str:
        """A deal that begins card by card is as good as any, here."""
        return "play" if option.command == "DealCard" else option.group

    def _is_liked(self, option: Option, luck: int) -> bool:
        if option.command == "ShuffleCards":
            return self._wants_cards()
        return luck >= 97 or option.command not in _ENDING

    def _options(self, actor: Actor) -> tuple[Option, ...]:
        return MULTILINK.options(self.table.rules, self.table.state, actor)

    def _wants_cards(self) -> bool:
        return bool(self.table.state.device.out)


class ClumsyWalk(DeepWalk):
    """A walk with a dealer who gets every other deal wrong, and a pit that notices most of it."""

    def step(self) -> None:
        actors = self.contestant.actors(self.table.state)
        offers = [(actor, option) for actor in actors for option in self._options(actor)]
        noticed = [(a, o) for a, o in offers if o.command == "ReportCards" and not o.fixed.get("facts")]
        wrong = [(a, o) for a, o in offers if o.command.startswith("Deal") and o.fixed.get("facts")]
        calm = [(a, o) for a, o in offers if o.group == "play" and o.command not in ("LookAtHand", "Fold")]
        calm = [(a, o) for a, o in calm if o.command != "ShuffleCards" or self._wants_cards()]
        luck = self.chooser.between(0, 99)
        liked = noticed if noticed and luck < 40 else wrong if wrong and luck < 70 else calm or offers
        actor, option = self.chooser.pick(liked)
        command = self.command(actor, option)
        outcome = self.submit(command)
        assert isinstance(outcome, Accepted), f"offered but refused: {command}: {outcome}"
