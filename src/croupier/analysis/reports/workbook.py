"""An Excel workbook from tables, one sheet each: the plain parts of the format, the same bytes always."""

import io
import re
import zipfile
from collections.abc import Sequence
from xml.sax.saxutils import escape

from croupier.analysis.figures import Table

_LONG_AGO = (1980, 1, 1, 0, 0, 0)
_HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
_SHEETS = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml"
_NUMBER = re.compile(r"[+-]?\d[\d,]*(\.\d+)?(e[+-]?\d+)?%?")
_STYLES = (
    f'<styleSheet xmlns="{_SHEETS}"><fonts count="2"><font/><font><b/></font></fonts>'
    '<fills count="1"><fill/></fills><borders count="1"><border/></borders>'
    '<cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="3"><xf/><xf fontId="1" applyFont="1"/>'
    '<xf numFmtId="10" applyNumberFormat="1"/></cellXfs></styleSheet>'
)


def workbook(tables: Sequence[Table]) -> bytes:
    """The bytes of an .xlsx file."""
    names = _sheet_names(tables)
    numbers = range(1, len(tables) + 1)
    parts = {
        "[Content_Types].xml": _content_types(numbers),
        "_rels/.rels": _relations([("officeDocument", "xl/workbook.xml")]),
        "xl/workbook.xml": _book(names),
        "xl/_rels/workbook.xml.rels": _relations(
            [
                *(("worksheet", f"worksheets/sheet{number}.xml") for number in numbers),
                ("styles", "styles.xml"),
            ]
        ),
        "xl/styles.xml": _STYLES,
        **{f"xl/worksheets/sheet{n}.xml": _sheet(table) for n, table in zip(numbers, tables, strict=True)},
    }
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in parts.items():
            archive.writestr(zipfile.ZipInfo(name, _LONG_AGO), _HEAD + text, zipfile.ZIP_DEFLATED)
    return out.getvalue()


def _sheet_names(tables: Sequence[Table]) -> list[str]:
    """Titles as sheet names: at most 31 characters, none of the forbidden ones, each once."""
    names: list[str] = []
    for table in tables:
        base = re.sub(r"[\[\]:*?/\\]", " ", table.title)[:28].strip() or "Table"
        name, number = base, 2
        while name.lower() in {each.lower() for each in names}:
            name, number = f"{base} {number}", number + 1
        names.append(name)
    return names


def _content_types(numbers: range) -> str:
    sheets = "".join(
        f'<Override PartName="/xl/worksheets/sheet{number}.xml" ContentType="{_TYPE}.worksheet+xml"/>'
        for number in numbers
    )
    return (
        f'<Types xmlns="{_PACKAGE}/content-types">'
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        '<Default Extension="xml" ContentType="application/xml"/>'
        f'<Override PartName="/xl/workbook.xml" ContentType="{_TYPE}.sheet.main+xml"/>'
        f'<Override PartName="/xl/styles.xml" ContentType="{_TYPE}.styles+xml"/>{sheets}</Types>'
    )


def _relations(targets: Sequence[tuple[str, str]]) -> str:
    found = "".join(
        f'<Relationship Id="rId{at}" Type="{_OFFICE}/{kind}" Target="{target}"/>'
        for at, (kind, target) in enumerate(targets, start=1)
    )
    return f'<Relationships xmlns="{_PACKAGE}/relationships">{found}</Relationships>'


def _book(names: Sequence[str]) -> str:
    sheets = "".join(
        f'<sheet name="{escape(name, {chr(34): "&quot;"})}" sheetId="{at}" r:id="rId{at}"/>'
        for at, name in enumerate(names, start=1)
    )
    return f'<workbook xmlns="{_SHEETS}" xmlns:r="{_OFFICE}"><sheets>{sheets}</sheets></workbook>'


def _sheet(table: Table) -> str:
    rows = [[_text(table.title, 1)], [_text(column, 1) for column in table.columns]]
    rows += [[_cell(cell) for cell in row] for row in table.rows]
    if table.note:
        rows.append([_text(table.note)])
    if table.paragraphs:
        rows.append([_text(f"Paragraphs {', '.join(table.paragraphs)}")])
    body = "".join(f"<row>{''.join(row)}</row>" for row in rows)
    return f'<worksheet xmlns="{_SHEETS}"><sheetData>{body}</sheetData></worksheet>'


def _cell(text: str) -> str:
    """A number where it is one; a percentage keeps its value."""
    if _NUMBER.fullmatch(text) is None:
        return _text(text)
    plain = text.replace(",", "").removesuffix("%")
    if text.endswith("%"):
        return f'<c s="2"><v>{float(plain) / 100!r}</v></c>'
    return f"<c><v>{plain.removeprefix('+')}</v></c>"


def _text(text: str, style: int = 0) -> str:
    return f'<c t="inlineStr" s="{style}"><is><t xml:space="preserve">{escape(text)}</t></is></c>'
