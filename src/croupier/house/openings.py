"""How the stream of a table or a link begins."""

import msgspec

from croupier.house.answers import Declined
from croupier.house.journal import Writing
from croupier.rulebook import Rules
from croupier.table import Actor, RulesAdopted


def id_problem(name: str, what: str) -> Declined | None:
    """Ids go into paths and accounts: nothing in them may need quoting."""
    if name and all(each.isalnum() or each in "-_" for each in name):
        return None
    return Declined(f"{what} has letters, digits, - and _ only")


def opening_writing(rules: Rules, stream: str, by: Actor, at: int, command_id: str) -> Writing:
    """The first entry of a table's or link's stream: the rules it adopts."""
    adopted = RulesAdopted(
        edition=rules.edition.id, settings=dict(rules.chosen), citations=rules.cite("round_of_play")
    )
    return Writing(
        stream=stream,
        expected=0,
        events=(msgspec.json.encode(adopted),),
        command_id=command_id,
        by=by.id,
        role=by.role.value,
        at=at,
    )
