"""An invented edition, small enough to read, that tests bend until it breaks."""

from collections.abc import Callable
from pathlib import Path

import pytest

Writer = Callable[..., Path]

WHOLE = """\
[edition]
id = "inn-dice@1"
game = "inn-dice"
version = 1
operator = "The Inn"
title = "Dice at the Inn"
effective = 2024-01-02T08:00:00+08:00

[[paragraph]]
number = "1.1"
kind = "definition"
executable = "yes"
gist = "A Round runs from the call to the payment."

[[paragraph]]
number = "1.2"
kind = "authority"
executable = "partly"
gist = "The innkeeper decides the rest and may act for anybody."

[[paragraph]]
number = "2.1"
kind = "betting"
executable = "yes"
gist = "The stake is between the limits."

[[paragraph]]
number = "2.2"
kind = "settlement"
executable = "yes"
gist = "Sixes win."

[rules]
round_of_play = ["1.1"]
matters_not_provided_for = ["1.2"]
stake = ["2.1"]
winning = ["2.2"]
acting_in_position = ["1.2"]
void = ["1.2"]
bets_on_request = ["1.2"]

[parameters]
dice = { value = 2, paragraph = "2.2" }
doubles = { value = [2, 4], paragraph = "2.2" }
prize_cap = { value = "1,000.00", paragraph = "2.2", type = "money" }

[paytables.main]
paragraph = "2.2"
lines = [
    { key = "sixes", pays = "10 to 1", words = "Two sixes" },
    { key = "six", pays = "1 to 1", words = "One six" },
]

[policies]
winning = "highest_die"

[settings.stake_min]
type = "money"
default = "5.00"
min = "1.00"
max = "50.00"
paragraphs = ["2.1"]
words = "The smallest stake."

[settings.stake_max]
type = "money"
default = "100.00"
not_below = "stake_min"
paragraphs = ["2.1"]
words = "The largest stake."

[settings.rolls]
type = "integer"
default = 1
min = 1
max = 3
paragraphs = ["2.2"]
words = "How often the dice are rolled."

[settings.fee]
type = "percent"
default = "2.5%"
min = "0%"
max = "5%"
paragraphs = ["2.2"]
words = "The innkeeper's share."

[settings.ties]
type = "choice"
default = "push"
choices = ["push", "lose"]
paragraphs = ["2.2"]
words = "What a tie does."
reading = "D1"

[settings.shouting]
type = "boolean"
default = false
paragraphs = ["1.2"]
words = "Whether players may shout."

[settings.sign]
type = "text"
default = "Welcome"
paragraphs = ["1.2"]
words = "What the sign says."

[readings.D1]
title = "Ties"
paragraphs = ["2.2"]
taken = "A tie gives the stake back."
settings = ["ties"]

[[change]]
since = "inn-dice@0"
subject = "Sixes"
before = "Fives won."
after = "Sixes win."
rules = ["winning"]
effect = "behaviour"
"""


@pytest.fixture
def write(tmp_path: Path) -> Writer:
    """Write the invented edition with some of its text replaced; each text must be there once."""

    def writer(*replacements: tuple[str, str], name: str = "inn-dice@1.toml") -> Path:
        text = WHOLE
        for old, new in replacements:
            assert text.count(old) == 1, f"{old!r} stands {text.count(old)} times in the invented edition"
            text = text.replace(old, new)
        file = tmp_path / name
        file.write_text(text, encoding="utf-8")
        return file

    return writer
