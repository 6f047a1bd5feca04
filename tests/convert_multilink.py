"""Scenarios of Multi-Link in the words of 2.0, for `python -m tests.convert_scenarios DIR`.

What went wrong in a deal was a variant of a command, and each kind had a report and a question of its own.
Now facts are said, one report takes them all, and cards that are put in order lie there at once.
"""

import re
from dataclasses import dataclass, field

_CARDS = r"(?P<cards>(?:(?:[2-9TJQKA][cdhs]|\?\?|unknown)\s*)+)"
_STEP = re.compile(r"^(?P<when>@\S+ )?(?P<who>(?:meanwhile )?[\w/ ]+?): (?P<what>[^#]+?)(?P<note>\s*#.*)?$")
_HEAD = re.compile(r"^(scenario|note|assumes|set|seat|cards|position|tables|edition|link)\b", re.IGNORECASE)
_MAY = re.compile(r"^(?P<head>\s+(?:@\S+ )?(?:at \w+: )?may (?:only |not )?[A-Za-z ]+: )(?P<what>.+)$")
_OPEN = re.compile(r"^(\s+(?:@\S+ )?(?:at \w+: )?decision open for .* on )(\w+)\b(.*)$")
_ANTE = re.compile(
    r"(?:(?:ante|bet|place) [\d.,]+ on (?:the ante of )?box (?P<box>\d+)"
    r"|record that \w+ placed \S+ unnoticed on the ante of box (?P<seen>\d+))"
)
_DEAL = re.compile(
    r"(?P<head>deal the (?:hole cards|community cards|flop|turn|river)|open the dealer's hand)"
    r"(?: (?P<how>(?!to box|unknown)[a-z][a-z_ -]*?))?(?: to box (?P<box>\d+))?(?::? " + _CARDS + r")?$"
)
_CARD = re.compile(
    r"deal the next card(?P<unburnt> without[ _]burning)?(?: to box (?P<box>\d+))?(?::? " + _CARDS + r")?$"
)
_FACTS = {
    "without burning": "nothing burnt",
    "from the wrong box": "begun at box {second}",
    "two at a time": "two at a time",
    "one card too many": "one too many{at}",
    "one card short": "one too few{at}",
    "two cards too many": "two too many{at}",
    "two cards short": "two too few{at}",
    "onto an empty box": "the cards of box {box} at box {empty}",
    "with an extra hand": "an extra hand at box {box}",
}
_NTH = {"first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5}
_KEYS = ("misdeal", "wrong_number", "wrong_count_community", "wrong_count_dealer", "missed_burn",
         "dealing_error", "simultaneous", "simultaneous_street")  # fmt: skip
_RULE = re.compile(r"rule (?P<choice>\w+)(?: on (?P<key>\w+))?(?P<rest>(?: because |: ).*)?$")


@dataclass
class _Table:
    """What has happened at a table in this Round."""

    is_shoe: bool = True
    boxes: set[int] = field(default_factory=set)
    facts: dict[str, str] = field(default_factory=dict)  # what was wrong, by deal
    count: dict[str, int] = field(default_factory=dict)  # cards named for a deal
    coming: list[int] = field(default_factory=list)
    laid: list[int] = field(default_factory=list)
    has_looked: bool = False
    shown: int = 0
    seen: list[tuple[int, int]] = field(default_factory=list)
    first: str = ""  # of two boxes whose cards came together, the one named first in dealing order
    key: str = ""
    again: str = ""  # the deal that was dealt again after a ruling
    again_left: int = 0
    streets: list[str] = field(default_factory=list)

    @property
    def order(self) -> list[int]:
        return sorted(self.boxes)

    def number(self, box: int, nth: int) -> int:
        at = self.order.index(box) if box in self.order else len(self.order)
        return (nth - 1) * len(self.order) + at + 1 if self.is_shoe else 2 * at + nth

    @property
    def latest(self) -> str:
        if not self.is_shoe:
            return "community cards"
        return self.streets[-1] if self.streets else "flop"


def _facts(how: str | None, box: str | None, head: str, table: _Table) -> str:
    empty = next((n for n in range(1, 8) if n not in table.boxes), 7)
    second = (table.order[1:] or table.order or [1])[0]
    at = "" if box is None else " at the dealer" if box == "0" else f" at box {box}"
    said = [each.strip() for each in re.split(" and ", re.sub("[_-]", " ", how or ""))]
    values = {"second": second, "at": at, "box": box, "empty": empty}
    return " and ".join(_FACTS[each].format(**values) for each in said if each in _FACTS)


def _deal(found: re.Match[str], table: _Table) -> str:
    head, cards = found["head"], (found["cards"] or "").strip()
    deal = head.removeprefix("deal the ") if head.startswith("deal") else "dealer"
    said = _facts(found["how"], found["box"], head, table)
    table.facts[deal] = said
    table.coming, table.laid = [], []
    if deal in ("flop", "turn", "river"):
        table.streets.append(deal)
    words = head + (f": {said}" if said else "")
    return f"{words} as {cards}" if cards else words


def _plan(table: _Table) -> list[int]:
    """The boxes in dealing order, -1 for the burn and 0 for the Dealer's packet."""
    order = table.order
    return [-1, *order, *order] if table.is_shoe else [n for each in (*order, 0) for n in (each, each)]


def _card(found: re.Match[str], table: _Table) -> tuple[str, bool]:
    """A card that went elsewhere leaves its place waiting; before, the next one went to the next place."""
    cards = (found["cards"] or "").strip()
    is_hole = "hole cards" not in table.facts and (table.is_shoe or "community cards" in table.facts)
    said, ends = "deal the next card", False
    if is_hole and table.boxes:
        plan = _plan(table)
        if found["unburnt"] or (table.coming and table.coming[0] != -1):
            plan = [each for each in plan if each != -1]
        target = int(found["box"]) if found["box"] else plan[len(table.coming)]
        waiting = list(plan)
        for each in table.laid:
            if each in waiting:
                waiting.remove(each)
        table.coming.append(target)
        table.laid.append(target)
        if waiting and waiting[0] != target and target >= 0:
            said += f" to box {target}" if target else " to the dealer"
        if target in waiting:
            waiting.remove(target)
        if len(table.coming) == len(plan):
            ends = bool(waiting)
            table.facts["hole cards"] = "nothing burnt" if plan[0] != -1 and table.is_shoe else ""
            table.count["hole cards"] = len(table.coming)
            table.coming, table.laid = [], []
    if found["unburnt"]:
        said += ": nothing burnt"
        return (f"{said} as {cards}" if cards else said), ends
    return (f"{said}{':' if ' to ' in said else ''} {cards}" if cards else said), ends


def phrase(text: str, table: _Table, is_refused: bool = False) -> str:
    """A phrase as it is said now."""
    if found := _DEAL.match(text):
        return _deal(found, table)
    if text in ("report a missed burn", "report that no card was burnt"):
        return "report the cards: nothing burnt"
    if text == "report a misdeal":
        return "report the hole cards"
    if found := re.match(r"report a wrong number of cards in box (\d+)$", text):
        known = table.facts.get("hole cards", "")
        said = "one too few" if re.search(r"too few|left out", known) else "one too many"
        return f"report the hole cards: {said} at box {found[1]}" if is_refused else "report the cards"
    if found := re.match(r"report a wrong number of (community|dealer) cards$", text):
        deal = "dealer hand" if found[1] == "dealer" else table.latest
        return f"report the {deal}" if is_refused else "report the cards"
    if found := re.match(r"report an exposed card of box (\d+)$", text):
        return f"report the hole cards: {_next_of(int(found[1]), table)}"
    if found := re.match(r"report exposed cards of boxes (\d+) and (\d+)$", text):
        return f"report the hole cards: {' and '.join(_next_of(int(n), table) for n in found.groups())}"
    if found := re.match(r"report the (\w+) card of box (\d+) as exposed$", text):
        return f"report the hole cards: card {_NTH[found[1]]} of box {found[2]} seen"
    if found := re.match(
        r"report (?:an exposed|the (\w+)) (community|dealer|burnt) card(?: as exposed)?$", text
    ):
        return _exposed(found[2], found[1], table)
    if found := re.match(
        r"report that the (?:(\w+) )?cards of boxes (\d+) and (\d+) (came out together|were exchanged)$", text
    ):
        nth, one, other = _NTH[found[1] or "second"], int(found[2]), int(found[3])
        return _two((one, nth), (other, nth), found[4], table)
    if found := re.match(
        r"report that the (\w+) card of box (\d+) and the (\w+) card of box (\d+) came out together$", text
    ):
        pairs = (int(found[2]), _NTH[found[1]]), (int(found[4]), _NTH[found[3]])
        return _two(*pairs, "came out together", table)
    if found := re.match(r"report that the burnt card and the (.+) came out together$", text):
        deal = "hole cards" if found[1] == "first hole card" else found[1]
        return f"report the {deal}: card 1 together with the burn"
    if found := re.match(r"report that cards of the (hand|flop|dealer[ _]hand) came out together$", text):
        deal = "hole cards" if found[1] == "hand" else found[1].replace("_", " ")
        return f"report the {deal}: card 1 together with 2"
    if found := re.match(r"report a dealing error(?: on box (\d+))?$", text):
        return "report the cards: something else wrong" + (f" at box {found[1]}" if found[1] else "")
    if found := re.match(r"report a matter the rules do not settle: (.+)$", text):
        return f"refer to the shift manager {found[1]}"
    return text


def _next_of(box: int, table: _Table) -> str:
    """The first card of a hand that nobody knows."""
    at = 1 + sum(n == box for n, _ in table.seen)
    table.seen.append((box, at))
    return f"card {at} of box {box} seen"


def _exposed(where: str, nth: str | None, table: _Table) -> str:
    if where == "burnt":
        deal = ["hole cards", "flop", "turn", "river"][_NTH[nth] - 1] if nth else "cards"
        return f"report the {deal}: the burn seen"
    if where == "dealer":
        return f"report the hole cards: card {_NTH[nth or 'first']} of the dealer seen"
    at = _NTH[nth or "first"] + (0 if table.is_shoe else table.shown)
    return f"report the {table.latest}: card {at} seen"


def _two(one: tuple[int, int], other: tuple[int, int], what: str, table: _Table) -> str:
    low, high = sorted((table.number(*one), table.number(*other)))
    if what == "were exchanged":
        a, b = (one, other) if table.number(*one) == low else (other, one)
        return f"report the hole cards: card {low} at box {b[0]} and card {high} at box {a[0]}"
    table.first = f"box_{one[0]}"
    return f"report the hole cards: card {low} together with {high}"


_REPORTED = {
    "report a misdeal": "misdeal",
    "report a wrong number of cards": "wrong_number",
    "report a wrong number of community": "wrong_count_community",
    "report a wrong number of dealer": "wrong_count_dealer",
    "report a missed burn": "missed_burn",
    "report that no card was burnt": "missed_burn",
    "report a dealing error": "dealing_error",
    "report that the second cards": "dealing_error",
    "report that the first cards": "dealing_error",
}


def _ruling(found: re.Match[str], table: _Table) -> str:
    key, choice = found["key"] or table.key, found["choice"]
    on = f" on {found['key']}" if found["key"] else ""
    if key == "unforeseen":
        choice, on = {"continue": "play_on"}.get(choice, choice), " on matter" if on else ""
    elif key in _KEYS:
        choice, on = _choice(key, choice, table), " on cards" if on else ""
    return f"rule {choice}{on}{found['rest'] or ''}"


def _choice(key: str, choice: str, table: _Table) -> str:
    facts = table.facts
    if key == "simultaneous":
        return "stands" if choice == table.first else "exchange"
    if key == "simultaneous_street":
        return "exchange" if choice == "exchange" else "stands"
    if choice in ("move_hands", "move_up"):
        return "put_in_order"
    if choice == "reconstruct":
        is_hand = key == "wrong_number" and re.search(r"too many at box", facts.get("hole cards", ""))
        is_board = key == "wrong_count_community" and "hole cards" in facts
        is_packet = is_hand or (is_board and "too many" in facts.get("community cards", ""))
        return "put_back" if is_packet and not table.is_shoe else "put_in_order"
    if choice != "cannot":
        return choice
    if key in ("missed_burn", "wrong_count_community", "wrong_count_dealer"):
        return "void"
    if key == "wrong_number" or (key == "misdeal" and re.search("the cards of", facts.get("hole cards", ""))):
        return "cancel" if key == "wrong_number" or table.has_looked else "void"
    return "stands" if key == "dealing_error" or table.has_looked else "void"


def converted(text: str) -> str:
    """A whole scenario: its lines in steps, each with what is expected after it."""
    steps: list[list[str]] = [[]]
    for line in text.split("\n"):
        line = re.sub(r" first_dealt=\d+", "", line) if line.startswith("position:") else line
        if _STEP.match(line) and not line.startswith(" ") and not _HEAD.match(line):
            steps.append([])
        steps[-1].append(line)
    is_shoe = "electronic_shuffler" not in text
    tables: dict[str, _Table] = {"": _placed(text, is_shoe)}
    found: list[list[str]] = []
    for step in steps:
        said = _STEP.match(step[0]) if step and not _HEAD.match(step[0]) else None
        if said is None:
            found.append(step)
            continue
        prefix = said["who"].rpartition("/")[0]
        table = tables.setdefault(prefix, _Table(is_shoe))
        is_refused = any(line.strip().startswith("refused") for line in step[1:])
        what, ends = said["what"], False
        if not is_refused:
            _note(what, table)
        if table.again and not is_refused and _is_again(what, table):
            found[-1] += [_line(line, table) for line in step[1:]]
            continue
        if card := _CARD.match(what):
            before = (list(table.coming), list(table.laid), dict(table.facts))
            new, ends = _card(card, table)
            if is_refused:
                table.coming, table.laid, table.facts = before
        elif ruling := _RULE.match(what):
            new = _ruling(ruling, table)
            if not is_refused:
                _begin_again(ruling, table)
        else:
            before_facts = dict(table.facts)
            new = phrase(what, table, is_refused)
            table.facts = before_facts if is_refused else table.facts
        for start, key in _REPORTED.items():
            if what.startswith(start):
                table.key = "simultaneous" if "together" in what else key
        line = f"{said['when'] or ''}{said['who']}: {new}{said['note'] or ''}"
        rest = [_line(each, table) for each in step[1:]]
        if ends:
            found += [[line], [f"{said['who']}: the deal ends here", *rest]]
        else:
            found.append([line, *rest])
    return "\n".join(line for step in found for line in step)


def _placed(text: str, is_shoe: bool) -> _Table:
    """The table of a scenario that begins in the middle of a Round."""
    table = _Table(is_shoe)
    lines = "".join(line for line in text.split("\n") if line.startswith("position:"))
    table.boxes = {int(box) for box in re.findall(r"(\d+)=\(player=\w+ seat=\d+ ante=", lines)}
    if street := re.search(r"phase=(flop|turn|river)_down", lines):
        table.streets.append(street[1])
    return table


def _note(what: str, table: _Table) -> None:
    if what.startswith("place your bets"):
        table.__init__(table.is_shoe)  # type: ignore[misc]
    elif ante := _ANTE.match(what):
        table.boxes.add(int(ante["box"] or ante["seen"]))
    elif re.match(r"(look at|examine)", what):
        table.has_looked = True
    elif what == "reveal the flop":
        table.has_looked, table.shown = True, 3
    elif what in ("reveal the turn", "reveal the river"):
        table.shown += 1


def _begin_again(found: re.Match[str], table: _Table) -> None:
    key = found["key"] or table.key
    table.again_left = 0
    if found["choice"] not in ("reconstruct", "move_up"):
        table.again = ""
    elif key in ("misdeal", "wrong_number", "missed_burn") and not table.streets:
        table.again, table.again_left = "hole cards", table.count.get("hole cards", 0)
    elif key == "wrong_count_dealer":
        table.again = "dealer" if table.is_shoe else "hole cards"
    elif key == "wrong_count_community" and not table.is_shoe:
        table.again = "hole cards" if found["choice"] == "move_up" else "community cards"
    else:
        table.again = table.streets[-1] if table.streets else ""


def _is_again(what: str, table: _Table) -> bool:
    """Whether this deals what lies there already; of cards told one by one only the missing are named."""
    if deal := _DEAL.match(what):
        is_same = deal["head"].endswith(table.again) or (
            table.again == "dealer" and deal["head"].startswith("open")
        )
        table.again = ""
        return is_same and not deal["how"]
    if _CARD.match(what) and table.again_left:
        table.again_left -= 1
        if not table.again_left:
            table.again = ""
        return True
    return False


def _line(line: str, table: _Table) -> str:
    if may := _MAY.match(line):
        each = [_option(said, table) for said in may["what"].split(", ")]
        return may["head"] + ", ".join(each)
    if (opened := _OPEN.match(line)) and opened[2] in (*_KEYS, "unforeseen"):
        table.key = opened[2]
        return f"{opened[1]}{'matter' if opened[2] == 'unforeseen' else 'cards'}{opened[3]}"
    if line.strip().startswith("refused"):
        head, quote, said = line.partition('"')
        said = re.sub(r"report a (?:misdeal|wrong number of [\w ]+?\d?)(?=\")", "report the cards", said)
        return head + quote + said
    return line


def _option(said: str, table: _Table) -> str:
    """Options say places, and numbers in digits."""
    if ruling := _RULE.match(said):
        return _ruling(ruling, table)
    new = phrase(said, table)
    if new == said:
        return said
    return re.sub(r"\bbox (?=\d)", "place ", new).replace("one too", "1 too")
