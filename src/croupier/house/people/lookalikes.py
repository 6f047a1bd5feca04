"""Names that look the same are the same (UTS 39): nobody passes for another by a letter of another script."""

import unicodedata
from functools import cache

from confusable_homoglyphs.confusables import confusables_data


@cache
def _prototypes() -> dict[str, str]:
    """What each character is taken for. The data lists look-alikes from both sides: a character that
    stands for several is their prototype; of two that stand for each other, one is as good as the other."""
    found: dict[str, str] = {}
    for letter, alike in confusables_data.items():
        if len(letter) == 1 and len(alike) == 1:
            other = alike[0]["c"].strip("\u200e")
            is_pair = len(confusables_data.get(other, ())) == 1
            found[letter] = min(letter, other) if is_pair else other
    return found


def _skeleton(text: str) -> str:
    prototypes = _prototypes()
    plain = unicodedata.normalize("NFD", text)
    return unicodedata.normalize("NFD", "".join(prototypes.get(each, each) for each in plain))


def looks(name: str) -> frozenset[str]:
    """How a name looks, to somebody who minds case and to somebody who does not."""
    plain = " ".join(name.split())
    return frozenset({_skeleton(plain).casefold(), _skeleton(plain.casefold())})
