"""Tables as files: CSV and Excel, the same bytes for the same tables."""

import csv as csv_format
import re
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from croupier.cli.console import fail
from croupier.cli.extras import need

if TYPE_CHECKING:
    from croupier.analysis.figures import Table

AsCsv = Annotated[
    Path | None,
    typer.Option("--csv", metavar="FOLDER", help="Write comma-separated values, one file a table, into it."),
]
AsXlsx = Annotated[
    Path | None, typer.Option("--xlsx", metavar="FILE", help="Write an Excel workbook, one sheet a table.")
]


def write_tables(tables: "Sequence[Table]", csv: Path | None, xlsx: Path | None) -> None:
    """The tables as files of CSV in a folder, as a workbook, or both."""
    if xlsx is not None:
        if xlsx.suffix != ".xlsx":
            fail(f"{xlsx}: the name of a workbook ends in .xlsx")
        need("xlsxwriter")
        from croupier.analysis.reports.workbook import workbook

        xlsx.write_bytes(workbook(tables))
    if csv is not None:
        _write_csv(tables, csv)


def _write_csv(tables: "Sequence[Table]", folder: Path) -> None:
    from croupier.analysis.reports.workbook import sheet_names

    if folder.exists() and not folder.is_dir():
        fail(f"{folder} is a file; --csv names a folder, in which each table gets a file of its own")
    folder.mkdir(parents=True, exist_ok=True)
    for name, table in zip(sheet_names(tables), tables, strict=True):
        file = folder / f"{re.sub(r'[^a-z0-9]+', '-', name.lower()).strip('-')}.csv"
        with file.open("w", encoding="utf-8", newline="") as lines:
            rows = csv_format.writer(lines, lineterminator="\n")
            rows.writerow(table.columns)
            rows.writerows(table.rows)
        typer.echo(file)
