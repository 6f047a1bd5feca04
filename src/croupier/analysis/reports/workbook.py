"""An Excel workbook from tables, one sheet each, the same bytes always.

A sheet is a table and nothing else: its first row names the columns, so that other programs read it without
being told where it begins. What is said about the tables stands on a sheet of its own, the last one.
"""

import datetime as dt
import io
import re
from collections.abc import Sequence
from typing import Any

from croupier.analysis.figures import Table

_LONG_AGO = dt.datetime(1980, 1, 1)
_NUMBER = re.compile(r"[+-]?\d[\d,]*(\.\d+)?(e[+-]?\d+)?%?")


def workbook(tables: Sequence[Table]) -> bytes:
    """The bytes of an .xlsx file."""
    import xlsxwriter  # type: ignore[import-untyped]

    names = sheet_names(tables)
    notes = Table(
        "Notes",
        ("sheet", "title", "note", "paragraphs"),
        tuple(
            (name, table.title, table.note, ", ".join(table.paragraphs))
            for name, table in zip(names, tables, strict=True)
        ),
    )
    out = io.BytesIO()
    with xlsxwriter.Workbook(out, {"in_memory": True}) as book:
        book.set_properties({"created": _LONG_AGO})
        bold, percent = book.add_format({"bold": True}), book.add_format({"num_format": "0.00##%"})
        for name, table in zip((*names, "Notes"), (*tables, notes), strict=True):
            sheet = book.add_worksheet(name)
            sheet.freeze_panes(1, 0)
            for across, column in enumerate(table.columns):
                sheet.write_string(0, across, column, bold)
            for down, row in enumerate(table.rows, start=1):
                for across, cell in enumerate(row):
                    if table.columns[across] == "paragraphs":  # 3.10 is not 3.1
                        sheet.write_string(down, across, cell)
                    else:
                        _write(sheet, down, across, cell, percent)
            sheet.autofit()
    return out.getvalue()


def sheet_names(tables: Sequence[Table]) -> list[str]:
    """Titles as names of sheets: at most 31 characters, none of the forbidden ones, each once."""
    names: list[str] = []
    taken = {"notes"}
    for table in tables:
        base = re.sub(r"[\[\]:*?/\\']", " ", table.title)[:28].strip() or "Table"
        name, number = base, 2
        while name.lower() in taken:
            name, number = f"{base} {number}", number + 1
        names.append(name)
        taken.add(name.lower())
    return names


def _write(sheet: Any, down: int, across: int, text: str, percent: Any) -> None:
    """A number where it is one; a percentage keeps its value. Nothing is taken for a formula."""
    if _NUMBER.fullmatch(text) is None:
        sheet.write_string(down, across, text)
    elif text.endswith("%"):
        sheet.write_number(down, across, float(text.replace(",", "").removesuffix("%")) / 100, percent)
    else:
        sheet.write_number(down, across, float(text.replace(",", "")))
