"""Scenarios of Free Bet Blackjack in the words of 2.0, for `python -m tests.convert_scenarios DIR`.

What went wrong in a deal was a command of its own; it is a list of facts now. A deal that is put in order
lies there at once: nobody reconstructs it, only cards that are missing are named.
"""

import re

_CARDS = r"(?:(?:[2-9TJQKA][cdhs]|\?\?)\s*)+"
_MISTAKES = {
    "without dealer": "the dealer left out",
    "without burning": "nothing burnt",
    "past area": "area {area} left out",
    "one card to area": "one too few at area {area}",
    "to unbet area": "an extra hand at area {area}",
    "exchanging area": "",
}
_MISTAKE = "|".join(re.sub(" ", "[ _-]", each) for each in _MISTAKES)
_MISDEAL = re.compile(rf"misdeal (?P<mistake>{_MISTAKE})(?: (?P<area>\d+))?(?: with (?P<cards>{_CARDS}))?$")
_INITIAL = re.compile(rf"deal the initial cards (?P<cards>{_CARDS})$")
_ASTRAY = re.compile(rf"deal the card to (?P<to>area \d+|the dealer) by mistake(?: (?P<cards>{_CARDS}))?$")
_ERROR = re.compile(rf"draw a card in error(?: (?P<cards>{_CARDS}))?$")
_RULE = re.compile(r"rule (?P<choice>reconstruct|void)(?P<on> on misdeal)?(?P<rest> because .*)?$")
_RECONSTRUCT = re.compile(rf"reconstruct the cards(?: with (?P<cards>{_CARDS}))?$")
_WAGER = re.compile(
    r"(?:wager \S+ on area|(?:place|overlook) \S+ on the main of area) (?P<area>\d+)"
    r"(?: (?:for|by) (?P<player>\S+))?"
)
_TAKEN = re.compile(r"take back the main of area (?P<area>\d+)$")

_REASONS = {"report the misdeal": "report the cards", "drawn in error": "one too many"}
_STEP = re.compile(
    r"^(?P<when>@\S+ )?(?P<who>(?:meanwhile )?[A-Za-z ]+?): (?P<what>[^#]+?)(?P<note>\s*#.*)?$"
)
_MAY = re.compile(r"^(?P<head>\s+(?:@\S+ )?may (?:only |not )?[A-Za-z ]+: )(?P<what>.+)$")
_OPEN = re.compile(r"^(\s+(?:@\S+ )?decision open for .* on )misdeal\b(.*)$")


def phrase(text: str, areas: list[int]) -> str:
    """A phrase as it is said now; `areas` have a wager."""
    if found := _MISDEAL.match(text):
        mistake = re.sub("[_-]", " ", found["mistake"])
        fact = _MISTAKES[mistake].format(area=found["area"] or 0)
        return _named(f"deal the initial cards: {fact or _exchanged(int(found['area'] or 0), areas)}", found)
    if found := _INITIAL.match(text):
        return _named("deal the initial cards", found)
    if found := _ASTRAY.match(text):
        return f"deal the next card to {found['to']}" + (f": {found['cards']}" if found["cards"] else "")
    if found := _ERROR.match(text):
        return _named("deal the next card: one too many", found)
    if text == "report the misdeal":
        return "report the cards"
    if (found := _RULE.match(text)) and (found["on"] or found["choice"] == "reconstruct"):
        choice = "put_in_order" if found["choice"] == "reconstruct" else found["choice"]
        return f"rule {choice}{' on cards' if found['on'] else ''}{found['rest'] or ''}"
    return text


def _named(said: str, found: re.Match[str]) -> str:
    return f"{said} as {found['cards'].strip()}" if found["cards"] else said


def _exchanged(area: int, areas: list[int]) -> str:
    """The first cards of an area and of the next one, which were dealt to each other."""
    ordered = sorted(areas)
    at = ordered.index(area) if area in ordered[:-1] else 0
    other = ordered[at + 1] if at + 1 < len(ordered) and area in ordered else 0
    return f"card {at + 1} at area {other} and card {at + 2} at area {area}"


def converted(text: str) -> str:
    """A whole scenario: its lines in steps, each with what is expected after it."""
    text = re.sub(r"\brule continue on referred\b", "rule play_on on matter", text)
    text = re.sub(r"\bon referred\b", "on matter", text)
    steps: list[list[str]] = [[]]
    for line in text.split("\n"):
        if _STEP.match(line) and not line.startswith(" "):
            steps.append([])
        steps[-1].append(line)
    wagers = _Wagers()
    found: list[list[str]] = []
    ruled = -1  # the step that was a ruling
    is_riffled = False  # since a ruling: what is missing could not be dealt at once
    for step in steps:
        said = _STEP.match(step[0]) if step else None
        what = said["what"] if said else ""
        is_refused = any(line.strip().startswith("refused") for line in step[1:])
        if said and not is_refused:
            ruled = len(found) if _RULE.match(what) else ruled
            wagers.note(said["who"].removeprefix("meanwhile "), what)
            is_riffled = what.startswith("riffle") or (is_riffled and not _RULE.match(what))
        if any(line.strip().startswith("refused") and '"reconstructed' in line for line in step[1:]):
            continue
        if said and (again := _RECONSTRUCT.match(what)):
            if not is_refused:
                found[ruled] += [line for line in step[1:] if line.strip().startswith("cites")]
                cards = (again["cards"] or "").split() or [""] * is_riffled
                found += [[f"{said['who']}: deal the next card {card}".rstrip()] for card in cards]
                found[-1] += [
                    _line(line, wagers.areas) for line in step[1:] if not line.strip().startswith("cites")
                ]
            continue
        found.append([_line(line, wagers.areas) for line in step])
    return "\n".join(line for step in found for line in step)


class _Wagers:
    """Who has a main wager on which area of the Round."""

    def __init__(self) -> None:
        self.placed: list[tuple[str, int]] = []

    def note(self, who: str, what: str) -> None:
        if what.startswith("place your bets"):
            self.placed = []
        elif wager := _WAGER.search(what):
            self.placed.append((wager["player"] or who, int(wager["area"])))
        elif taken := _TAKEN.match(what):
            self.placed = [each for each in self.placed if each != (who, int(taken["area"]))]
        elif what == "rule withdraw on power_failure":
            self.placed = [each for each in self.placed if each[0] != who]

    @property
    def areas(self) -> list[int]:
        return sorted({area for _, area in self.placed})


def _line(line: str, areas: list[int]) -> str:
    if may := _MAY.match(line):
        each = [_as_option(phrase(said, areas)) for said in may["what"].split(", ")]
        return may["head"] + ", ".join(dict.fromkeys(said for said in each if not _RECONSTRUCT.match(said)))
    if opened := _OPEN.match(line):
        return f"{opened[1]}cards{opened[2]}"
    if line.strip().startswith("refused"):
        head, quote, said = line.partition('"')
        said = said.replace("report the misdeal", "report the cards").replace(
            "drawn in error", "one too many"
        )
        return head + quote + said
    if not line.startswith(" ") and (step := _STEP.match(line)):
        return f"{step['when'] or ''}{step['who']}: {phrase(step['what'], areas)}{step['note'] or ''}"
    return line


def _as_option(said: str) -> str:
    """Options say places, and numbers in digits."""
    if not said.startswith("deal the"):
        return said
    return re.sub(r"\barea (?=\d)", "place ", said).replace("one too", "1 too")
