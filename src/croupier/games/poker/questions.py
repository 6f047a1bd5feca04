"""What the document leaves to a person: asking, and what is open."""

from croupier.games.poker.incidents import QuestionRaised
from croupier.games.poker.state import State, Street
from croupier.rulebook import Rules
from croupier.table import Draft, OpenDecision, Role

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
            citations=draft.rules.cite(rule, reading=reading),
        )
    )


def ask_about_surplus(draft: Draft[State], street: Street) -> None:
    text = f"Can the {street} be restored, or is it shuffled back?"
    rule = f"surplus_{street}_cards"
    ask(draft, "surplus_cards", HOUSE, text, ("reconstruct", "reshuffle"), rule, "IR11")


def open_decisions(rules: Rules, state: State) -> tuple[OpenDecision, ...]:
    question = state.question
    if question is None:
        return ()
    cites = rules.cite(question.rule, reading=question.reading)
    return (OpenDecision(question.key, question.role, question.text, question.choices, cites),)
