"""What a change of the floor says to everyone at the table."""

from croupier.house.floor import state as f
from croupier.house.ledger.accounts import NameOf
from croupier.house.register import HouseEvent
from croupier.server.sockets import wire


def notice_of(event: HouseEvent, name_of: NameOf) -> wire.Notice | None:
    """In a sentence; None for what the table's line says well enough."""
    match event:
        case f.TablePaused():
            return wire.Notice(
                code="paused", reason=f"the table pauses once its Round is over: {event.reason}"
            )
        case f.TableResumed():
            return wire.Notice(code="resumed", reason="the table goes on")
        case f.TableClosed():
            return wire.Notice(code="closed", reason=f"the table is closed: {event.reason}")
        case f.RulesOrdered():
            return wire.Notice(code="rules", reason=f"from the next Round: {_changes(event)}")
        case f.RulesTakenUp():
            return wire.Notice(code="rules", reason=f"{event.edition} is played with the new settings now")
        case f.RulesNotTakenUp():
            return wire.Notice(code="rules", reason=f"{event.edition} could not be taken up: {event.reason}")
        case f.DealerSet():
            who = name_of(event.name) if event.mode == "person" else "the auto-dealer"
            return wire.Notice(code="dealer", reason=f"{who} deals now")
        case f.RoundInterrupted():
            reason = f"Round {event.round} was interrupted; the pit decides how it goes on"
            return wire.Notice(code="interrupted", reason=reason)
        case f.InterruptionResolved():
            return wire.Notice(code="recovered", reason=f"the Round was put to its rule: {event.course}")
    return None


def _changes(event: f.RulesOrdered) -> str:
    changed = [] if event.edition == event.previous else [event.edition]
    names = event.settings.keys() | event.previous_settings.keys()
    changed += sorted(
        name.replace("_", " ")
        for name in names
        if event.settings.get(name) != event.previous_settings.get(name)
    )
    return ", ".join(changed) or "the same rules"
