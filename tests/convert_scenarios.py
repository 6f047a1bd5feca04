"""Scenarios in the words of 2.0: `python -m tests.convert_scenarios DIR`. Here Poker; others have own rooms.

What went wrong in a deal was a variant of a command; it is a list of facts now. Other lines stay as they are.
"""

import re
import sys
from pathlib import Path

from tests import convert_freebet, convert_multilink

_NUMBER = {"1": "one", "2": "two", "3": "three"}
_MISTAKES = {  # of the Hole Cards and of a street
    "without burning": "nothing burnt",
    "with a surplus card to": "one too many at",
    "one card short at": "one too few at",
    "leaving out": "{seat} left out",
    "with an extra hand": "an extra hand",
    "face down without burning": "face down and nothing burnt",
    "face down": "face down",
    "with a surplus card": "one too many",
    "finding a card face up": "card 1 found face up",
}
_ASTRAY = {
    "exposed": "seen",
    "without burning": "nothing burnt",
    "to an extra hand": "an extra hand",
    "as a surplus card": "one too many",
}
_CLAIMS = {
    "wrong number of cards": "one too many",
    "hand left out": "a hand left out",
    "extra hand": "an extra hand",
}
_DECISIONS = ("wrong_deal", "opening_burn", "missed_burn", "surplus_cards")
_CHOICES = {"reconstruct": "put_in_order", "reshuffle": "take_back"}


def _plain(text: str) -> str:
    return re.sub(r"[_-]", " ", text)


def _fact(mistake: str, seat: str | None) -> str:
    fact = _MISTAKES[_plain(mistake)]
    if "{seat}" in fact:
        return fact.format(seat=seat)
    return f"{fact} {seat}" if fact.endswith(" at") else fact


def _deal(head: str, cards: str | None, facts: list[str]) -> str:
    named = f" as {cards}" if cards else ""
    return f"deal the {head}{': ' + ' and '.join(facts) if facts else ''}{named}"


def _any(phrases: dict[str, str]) -> str:
    """One of them, the longest first, however its words are joined."""
    return "|".join(re.sub(" ", "[ _-]", each) for each in sorted(phrases, key=len, reverse=True))


_MISTAKE = _any(_MISTAKES)
_LOOKED = r"(?P<looked>(?:nobody|somebody)[ _-]has[ _-]looked)"
_HOLE = re.compile(
    rf"deal the hole cards(?: (?P<mistake>{_MISTAKE}))?(?: (?P<seat>seat \d+))?,?"
    r"(?: exposing cards? (?P<one>\d+)(?: and (?P<two>\d+))?)?(?: as (?P<cards>.+))?$"
)
_STREET = re.compile(
    rf"deal the (?P<street>flop|turn|river)(?: (?P<mistake>{_MISTAKE}))?"
    r"(?:(?: and)? with (?P<more>\d+) surplus cards)?(?: as (?P<cards>.+))?$"
)
_CARD = re.compile(rf"deal the next card (?P<astray>{_any(_ASTRAY)})(?:: (?P<cards>.+))?$")
_EARLY = re.compile(
    r"expose (?:(?P<count>\d) of )?the (?P<street>flop|turn|river) early"
    r"(?: (?P<burn>after|without)[ _-]burning)?(?: as (?P<cards>.+))?$"
)
_REPORT = re.compile(rf"report (?P<claim>{_any(_CLAIMS)})(?: at seat \d+)?, {_LOOKED}$")
_OPENING = re.compile(
    r"report the opening burn forgotten, (?P<looked>(?:nobody|somebody)[ _-]has[ _-]looked)$"
)
_RULE = re.compile(rf"rule (?P<choice>\S+) on (?P<key>{'|'.join(_DECISIONS)})\b(?P<rest>.*)$")


def phrase(text: str) -> str:
    """A phrase of Poker as it is said now."""
    if found := _HOLE.match(text):
        facts = [_fact(found["mistake"], found["seat"])] if found["mistake"] else []
        facts += [f"card {n} seen" for n in (found["one"], found["two"]) if n]
        return _deal("hole cards", found["cards"], facts)
    if found := _STREET.match(text):
        facts = [_fact(found["mistake"], None)] if found["mistake"] else []
        facts += [f"{_NUMBER.get(found['more'], found['more'])} too many"] if found["more"] else []
        return _deal(found["street"], found["cards"], facts)
    if found := _CARD.match(text):
        named = f" as {found['cards']}" if found["cards"] else ""
        return f"deal the next card: {_ASTRAY[_plain(found['astray'])]}{named}"
    if found := _EARLY.match(text):
        whole = 3 if found["street"] == "flop" else 1
        fewer = whole - int(found["count"]) if found["count"] else 0
        facts = ["too early", *([f"{_NUMBER[str(fewer)]} too few"] if fewer > 0 else [])]
        facts += [f"{_NUMBER[str(-fewer)]} too many"] if fewer < 0 else []
        return _deal(
            found["street"], found["cards"], facts + ["nothing burnt"] * (found["burn"] == "without")
        )
    if found := _REPORT.match(text):
        return f"report the hole cards: {_CLAIMS[_plain(found['claim'])]} and {_plain(found['looked'])}"
    if found := _OPENING.match(text):
        return f"report the hole cards: nothing burnt and {_plain(found['looked'])}"
    if text == "report the burn forgotten":
        return "report the cards: nothing burnt"
    if found := _RULE.match(text):
        return f"rule {_CHOICES.get(found['choice'], found['choice'])} on cards{found['rest']}"
    return text


_STEP = re.compile(
    r"^(?P<when>@\S+ )?(?P<who>(?:meanwhile )?[A-Za-z ]+?): (?P<what>[^#]+?)(?P<note>\s*#.*)?$"
)
_MAY = re.compile(r"^(?P<head>\s+(?:@\S+ )?may (?:only |not )?[A-Za-z ]+: )(?P<what>.+)$")
_OPEN = re.compile(rf"^(\s+(?:@\S+ )?decision open for .* on )({'|'.join(_DECISIONS)})\b(.*)$")


def converted(text: str) -> str:
    """A whole scenario: its lines in steps, each with what is expected after it."""
    steps: list[list[str]] = [[]]
    for line in text.split("\n"):
        if _STEP.match(line) and not line.startswith(" "):
            steps.append([])
        steps[-1].append(line)
    return "\n".join(line for step in _in_order(_shuffled_at_once(steps)) for line in step)


def _what(step: list[str]) -> str:
    found = _STEP.match(step[0]) if step else None
    return found["what"] if found else ""


def _shuffled_at_once(steps: list[list[str]]) -> list[list[str]]:
    """Cards seen too early are shuffled in before the betting goes on."""
    found = list(steps)
    for at, step in enumerate(steps):
        if not _EARLY.match(_what(step)):
            continue
        later = [n for n in range(at + 1, len(steps)) if _what(steps[n]).startswith("shuffle the stub")]
        between = [steps[n][0] for n in range(at + 1, later[0])] if later else []
        if any(not line.removeprefix("meanwhile ").startswith("dealer") for line in between):
            shuffle = steps[later[0]]
            waited = [
                steps[n] for n in range(at + 1, later[0]) if any('"shuffle"' in line for line in steps[n])
            ]
            found = [each for each in found if each is not shuffle and each not in waited]
            found.insert(found.index(step) + 1, shuffle)
    return found


def _in_order(steps: list[list[str]]) -> list[list[str]]:
    """A deal that is put in order lies there at once: nobody deals it again, only missing cards are named."""
    again = ""  # the deal that was dealt again after a ruling
    dealt: dict[str, int] = {}  # cards that were named for a deal
    found: list[list[str]] = []
    for step in steps:
        what = _what(step)
        deal = re.match(r"deal the (hole cards|flop|turn|river)", what)
        named = re.search(r" as (.+)$", what)
        if again and deal and deal[1] == again and "exposing" not in what:
            if any(line.strip().startswith("refused") for line in step[1:]):
                continue
            new = named[1].split()[dealt.get(again, 0) :] if named else []
            said = step[0].split(":")[0]
            found += [[f"{said}: deal the next card {card}"] for card in new]
            if again != "hole cards" and not new:
                found.append([f"{said}: {'turn up the cards' if again == 'flop' else 'deal the next card'}"])
            found[-1] += [_line(line) for line in step[1:]]
            again = ""
            continue
        if deal:
            dealt[deal[1]] = len(named[1].split()) if named else 0
        elif re.match(r"deal the next card.*?([2-9TJQKA][cdhs]|\?\?)$", what):
            last = next(reversed(dealt), "hole cards")
            dealt[last] = dealt.get(last, 0) + 1
        if ruling := re.match(r"rule reconstruct on (\S+)", what):
            streets = [name for name in ("flop", "turn", "river") if name in dealt]
            if ruling[1] in ("wrong_deal", "opening_burn"):
                again = "hole cards"
            elif ruling[1] == "missed_burn" and streets:
                again = streets[-1]
        is_other = any(f'"{key}"' in line for key in (*_DECISIONS, "cards") for line in step[1:])
        if is_other and _RULE.match(what):  # of questions by these names one was open and the other not
            found.append([step[0], *(_line(line).replace('"wrong_deal"', '"cards"') for line in step[1:])])
        else:
            found.append([_line(line) for line in step])
    return found


def _line(line: str) -> str:
    if may := _MAY.match(line):
        each = may["what"].split(", ")
        return may["head"] + ", ".join(_SHORT.get(said, _in_digits(phrase(said))) for said in each)
    if line.strip().startswith("refused"):
        head, quote, said = line.partition('"')
        return head + quote + said.replace("reconstruct", "put_in_order").replace("reshuffle", "take_back")
    if opened := _OPEN.match(line):
        return f"{opened[1]}cards{opened[3]}"
    if not line.startswith(" ") and (step := _STEP.match(line)):
        return f"{step['when'] or ''}{step['who']}: {phrase(step['what'])}{step['note'] or ''}"
    return line


def _in_digits(said: str) -> str:
    """Options say numbers in digits."""
    return re.sub(r"\b(one|two|three)(?= too )", lambda word: _DIGITS[word[1]], said)


_DIGITS = {word: digit for digit, word in _NUMBER.items()}
_SHORT = {"report the burn forgotten": "report the cards"}


_GAMES = {
    "rws-poker": converted,
    "mbs-freebet": convert_freebet.converted,
    "rws-multilink": convert_multilink.converted,
}


_FAULTS = {  # what is wrong with the cards themselves is said in one way
    r"report foreign cards?\b": "report a foreign card",
    r"report a foreign card: \w+": "report a foreign card",
    r"report (?:an[ _])?excess\b(?: of cards)?(?: in the deck)?": "report extra cards",
    r"report (?:a[ _])?shortage\b(?: of cards)?(?: in the deck)?": "report missing cards",
    r"report that the cards do not suffice": "report insufficient cards",
    r"report that the cards were not shuffled": "report unshuffled cards",
    r"report a card face upwards in the device": "report a face-up card",
}


def _with_faults(text: str) -> str:
    """Any line but a title or a note."""
    lines = text.split("\n")
    for at, line in enumerate(lines):
        if not line.startswith(("scenario:", "note:", "#")):
            for old, new in _FAULTS.items():
                line = re.sub(old, new, line)
            lines[at] = line
    return "\n".join(lines)


def main(folder: Path) -> None:
    for path in sorted(folder.rglob("*.scenario")):
        before = after = path.read_text()
        for game, convert in _GAMES.items():
            if game in str(path) or re.search(rf"^edition:.*{game}", before, re.MULTILINE):
                after = convert(after)
        after = _with_faults(after)
        if after != before:
            path.write_text(after)
            print(path)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
