"""What was measured, as data: one line for each figure, with its command and machine.

`python -m bench.results` writes the table of docs/measurements.md from the lines that are marked as shown.
"""

import csv
import re
from pathlib import Path

FILES = sorted(Path(__file__).parent.glob("*.csv"))
PAGE = Path(__file__).parents[2] / "docs" / "measurements.md"
_TABLE = re.compile(
    r"(?<=<!-- figures: python -m bench\.results -->\n).*?(?=<!-- end of figures -->)", re.DOTALL
)


def figures() -> list[dict[str, str]]:
    return [row for file in FILES for row in csv.DictReader(file.read_text(encoding="utf-8").splitlines())]


def page() -> str:
    """The page with its table as it should be."""
    rows = [
        f"| {each['what']} | {each['where']} | {each['before']} | {each['now']} {each['unit']} "
        f"| `{each['command']}` |"
        for each in figures()
        if each["shown"]
    ]
    table = "\n".join(["| what | where | before | now | measured with |", "|---|---|---|---|---|", *rows])
    return _TABLE.sub(lambda _: f"\n{table}\n\n", PAGE.read_text(encoding="utf-8"))
