"""What the document leaves to a person: asking."""

from croupier.games.poker.events import QuestionRaised
from croupier.games.poker.state import State, Street
from croupier.table import Draft, Role

# The House speaks through its pit; what the document does not provide for is the Shift Manager's.
HOUSE = Role.PIT_SUPERVISOR
MANAGER = Role.SHIFT_MANAGER


def ask(
    draft: Draft[State],
    key: str,
    role: Role,
    text: str,
    choices: tuple[str, ...],
    rule: str,
    reading: str | None = None,
) -> None:
    draft.emit(
        QuestionRaised(
            key=key,
            role=role,
            text=text,
            choices=choices,
            rule=rule,
            reading=reading,
            citations=draft.cite(rule, reading=reading),
        )
    )


def ask_about_surplus(draft: Draft[State], street: Street) -> None:
    text = f"Can the {street} be restored, or is it shuffled back?"
    rule = f"surplus_{street}_cards"
    ask(draft, "surplus_cards", HOUSE, text, ("reconstruct", "reshuffle"), rule, "IR11")
