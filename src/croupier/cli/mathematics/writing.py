"""Tables as files: CSV and Excel, the same bytes for the same tables."""

import csv as csv_format
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TextIO

import typer

from croupier.cli.console import fail

if TYPE_CHECKING:
    from croupier.analysis.figures import Table

AsCsv = Annotated[bool, typer.Option("--csv", help="Print comma-separated values.")]
AsXlsx = Annotated[Path | None, typer.Option("--xlsx", help="Write an Excel workbook to this file.")]


def write_tables(tables: "Sequence[Table]", csv: bool, xlsx: Path | None, stdout: TextIO) -> None:
    """The tables to standard output as CSV, to a workbook, or both."""
    if xlsx is not None:
        if xlsx.suffix != ".xlsx":
            fail(f"{xlsx}: the name of a workbook ends in .xlsx")
        from croupier.analysis.reports.workbook import workbook

        xlsx.write_bytes(workbook(tables))
    if csv:
        write_csv(tables, stdout)


def write_csv(tables: "Sequence[Table]", stdout: TextIO) -> None:
    """One table after another, each under its title; a single one without."""
    rows = csv_format.writer(stdout, lineterminator="\n")
    for table in tables:
        if len(tables) > 1:
            rows.writerow([table.title])
        rows.writerow(table.columns)
        rows.writerows(table.rows)
        if len(tables) > 1 and table is not tables[-1]:
            rows.writerow([])
