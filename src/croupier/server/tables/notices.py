"""What a change of the floor says to everyone at the table."""

from croupier.house.floor import state as f
from croupier.house.ledger.accounts import NameOf
from croupier.house.register import HouseEvent
from croupier.messages import Message, titled
from croupier.server.sockets import wire


def notice_of(event: HouseEvent, name_of: NameOf) -> wire.Notice | None:
    """In a sentence; None for what the table's line says well enough."""
    match event:
        case f.TablePaused():
            said = "the table pauses once its Round is over: {reason}"
            return _notice("paused", said, reason=event.reason)
        case f.TableResumed():
            return _notice("resumed", "the table goes on")
        case f.TableClosed():
            return _notice("closed", "the table is closed: {reason}", reason=event.reason)
        case f.RulesOrdered():
            return _notice("rules", "from the next Round: {changes:list}", changes=_changes(event))
        case f.RulesTakenUp():
            return _notice("rules", "{edition} is played with the new settings now", edition=event.edition)
        case f.RulesNotTakenUp():
            said = "{edition} could not be taken up: {reason}"
            return _notice("rules", said, edition=event.edition, reason=event.reason)
        case f.DealerSet():
            if event.mode != "person":
                return _notice("dealer", "the auto-dealer deals now")
            return _notice("dealer", "{name} deals now", name=name_of(event.name))
        case f.RoundInterrupted():
            said = "Round {round} was interrupted; the pit decides how it goes on"
            return _notice("interrupted", said, round=event.round)
        case f.InterruptionResolved():
            return _notice("recovered", "the Round was put to its rule: {course:name}", course=event.course)
    return None


def _notice(code: wire.NoticeCode, template: str, **values: object) -> wire.Notice:
    return wire.Notice(code=code, reason=Message(template, values))


def _changes(event: f.RulesOrdered) -> list[str]:
    changed: list[str] = [] if event.edition == event.previous else [event.edition]
    names = event.settings.keys() | event.previous_settings.keys()
    changed += sorted(
        titled(name) for name in names if event.settings.get(name) != event.previous_settings.get(name)
    )
    return changed or [Message("the same rules")]
