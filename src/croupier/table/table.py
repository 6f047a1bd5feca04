"""One table in memory: its rules, its state, and the only door for commands."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Generic

from croupier.rulebook import Citation, RulebookError, Rules, SettingError
from croupier.table import position
from croupier.table.game import Game
from croupier.table.messages import Accepted, AdoptRules, Command, Event, Refusal, RulesAdopted, S
from croupier.table.roles import SYSTEM, Role

# Finds the rules for an edition's name and a house's settings; the catalogue of games provides it.
FindRules = Callable[[str, Mapping[str, Any]], Rules]


class Table(Generic[S]):
    """Deciding and evolving, one command after the other. Durability is the house's business."""

    def __init__(
        self, game: Game[S], rules: Rules, find_rules: FindRules, accepted_rules: FindRules | None = None
    ) -> None:
        """`accepted_rules` finds what was adopted already, perhaps before a bound was tightened."""
        self.game = game
        self.rules = rules
        self.state = game.initial(rules)
        self.version = 0
        self._find_rules = find_rules
        self._accepted_rules = accepted_rules or find_rules

    @classmethod
    def replay(cls, game: Game[S], events: Iterable[Event], find_rules: FindRules) -> "Table[S]":
        """The table these events made. Rules are never asked again."""
        stream = iter(events)
        first = next(stream)
        assert isinstance(first, RulesAdopted), "a table's life begins with the rules it adopted"
        table = cls(game, find_rules(first.edition, first.settings), find_rules)
        table.version = 1
        for event in stream:
            table.apply(event)
        return table

    def position(self, *, with_shoe: bool = False) -> str:
        """The situation in one line of text, as `Catalogue.at` reads it."""
        return position.write(self.rules, self.game.initial(self.rules), self.state, with_shoe=with_shoe)

    def opening(self) -> RulesAdopted:
        """The first event of the table's stream."""
        self.version = 1
        return _adopted(self.rules)

    def decide(self, command: Command) -> Accepted[S] | Refusal:
        """What the command would lead to; nothing changes yet."""
        if isinstance(command, AdoptRules):
            return self._decide_adoption(command, self._find_rules)
        return self.game.decide(self.rules, self.state, command)

    def decide_again(self, command: Command) -> Accepted[S] | Refusal:
        """What a command in the journal leads to: settings that were taken then are not refused now."""
        if isinstance(command, AdoptRules):
            return self._decide_adoption(command, self._accepted_rules)
        return self.decide(command)

    def submit(self, command: Command) -> Accepted[S] | Refusal:
        outcome = self.decide(command)
        if isinstance(outcome, Accepted):
            self.commit(outcome)
        return outcome

    def commit(self, accepted: Accepted[S]) -> None:
        """Make a decision's events the table's own; they were applied once already while deciding."""
        for event in accepted.events:
            if type(event) is RulesAdopted:
                self.rules = self._accepted_rules(event.edition, event.settings)
        self.state = accepted.state
        self.version += len(accepted.events)

    def apply(self, event: Event) -> None:
        if isinstance(event, RulesAdopted):
            self.rules = self._accepted_rules(event.edition, event.settings)
        else:
            self.state = self.game.evolve(self.state, event)
        self.version += 1

    def _decide_adoption(self, command: AdoptRules, find_rules: FindRules) -> Accepted[S] | Refusal:
        if not command.by.role.may_act_as(Role.PIT_MANAGER) and command.by != SYSTEM:
            return Refusal(
                self.rules.cite("acting_in_position"), "house settings are for a pit manager or above"
            )
        if self.game.is_round_open(self.state):
            return Refusal(
                self.rules.cite("round_of_play"),
                "a Round of play keeps the rules it began with; change them when this Round has been settled",
            )
        try:
            rules = find_rules(command.edition, command.settings)
        except SettingError as error:
            known = tuple(Citation(command.edition, number) for number in error.paragraphs)
            return Refusal(known or self.rules.cite("matters_not_provided_for"), str(error))
        except RulebookError as error:
            return Refusal(self.rules.cite("matters_not_provided_for"), str(error))
        if rules.edition.game != self.rules.edition.game:
            return Refusal(
                self.rules.cite("matters_not_provided_for"),
                f"this table plays {self.rules.edition.game}; {rules.edition.id} needs a table of its own",
            )
        return Accepted((_adopted(rules),), self.state)


def _adopted(rules: Rules) -> RulesAdopted:
    return RulesAdopted(
        edition=rules.edition.id, settings=dict(rules.chosen), citations=rules.cite("round_of_play")
    )
