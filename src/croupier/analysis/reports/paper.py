"""How par sheets and evidence books look, on a screen and on paper: their style, and a cover to sign."""

from collections.abc import Sequence
from html import escape
from typing import Final

STYLE: Final = """
:root { --ink: #1c2733; --quiet: #5b6875; --line: #d5dce3; --accent: #1b5e8c; font-size: 15px; color-scheme: light; }
body { font: 1rem/1.5 system-ui, sans-serif; color: var(--ink); max-width: 66rem; margin: 2rem auto; padding: 0 1rem;
  print-color-adjust: exact; -webkit-print-color-adjust: exact; }
h1 { font-size: 1.6rem; margin-bottom: 0; }
h2 { font-size: 1.25rem; margin-top: 2.5rem; border-bottom: 2px solid var(--accent); }
h3 { font-size: 1rem; margin-bottom: .3rem; }
.quiet, figcaption, caption { color: var(--quiet); }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; font-size: .9rem; margin: .5rem 0 1rem; }
caption { text-align: left; padding-bottom: .2rem; }
th, td { padding: .15rem .6rem; border-bottom: 1px solid var(--line); text-align: right; vertical-align: top;
  white-space: nowrap; }
th:first-child, td:first-child, .words, .long { text-align: left; } th { white-space: normal; }
td.words { white-space: normal; min-width: 5em; }
td.long { white-space: normal; min-width: 10em; overflow-wrap: anywhere; font-size: .8em; max-width: 24em; }
.many { columns: 2; column-gap: 1.5rem; } .many table { font-size: .8rem; }
.many td, .many th { padding: .1rem .3rem; }
.many td.long { min-width: 0; white-space: nowrap; font-size: .7em; }
thead th { border-bottom-color: var(--ink); vertical-align: bottom; }
.scroll { overflow-x: auto; } .cite { color: var(--accent); } .missing { color: #b00020; font-weight: bold; }
figure { margin: 1rem 0; } svg { max-width: 100%; height: auto; }
ul { margin: 0; padding-left: 1.2em; } code { font-size: .9em; overflow-wrap: anywhere; }
.book { width: 100%; table-layout: fixed; }
.book td, .book th { white-space: normal; text-align: left; overflow-wrap: anywhere; }
.pairs { font-size: .72rem; } .pairs th, .pairs td { padding: .1rem .25rem; } .pairs i { color: var(--quiet); }
.entry { position: relative; padding: .15rem 0 .15rem 5.5em; border-bottom: 1px solid var(--line); font-size: .9rem; }
.entry h3 { position: absolute; left: 0; width: 5.2em; margin: 0; } .entry p { margin: 0 0 .1rem; overflow-wrap: anywhere; }
.chart td { text-align: center; } .chart td:first-child { text-align: left; }
.S { background: #e4e7ea; } .H { background: #fff3c4; } .P { background: #d9ecd0; } .F { background: #bfe3f5; }
.D { background: #f9dcc4; } .R { background: #ecd5ef; } .fold { background: #f8dcd8; }
.gains { background: #d9ecd0; } .costs { background: #fff3c4; }
.signed { width: 100%; margin-top: 3rem; } .signed th { white-space: nowrap; } .signed td { height: 2.6rem; width: 30%; }
@page { size: A4; margin: 16mm 14mm; }
@media print {
  :root { font-size: 11.5px; } body { max-width: none; margin: 0; padding: 0; }
  .cover { break-after: page; padding-top: 24mm; } .scroll { overflow: visible; }
  h2 { margin-top: 1.6rem; } h2, h3, caption, h2 + p, h3 + p { break-after: avoid; } p { orphans: 3; widows: 3; }
  figure, tr, .whole, .entry { break-inside: avoid; } thead { display: table-header-group; }
  figure svg { max-height: 50mm; width: auto; } a { color: inherit; text-decoration: none; }
}
"""  # noqa: E501 - a line of CSS says what belongs together


def cover(title: str, lines: Sequence[str], contents: Sequence[tuple[str, str]] = ()) -> str:
    """Title, what it is about, where to find what, and lines to sign."""
    said = "".join(f"<p>{escape(line)}</p>" for line in lines)
    links = "".join(f'<li><a href="#{escape(at)}">{escape(words)}</a>' for at, words in contents)
    signs = "".join(
        f'<tr><th scope="row">{who}</th><td></td><td></td><td></td></tr>'
        for who in ("Prepared by", "Checked by", "Approved by")
    )
    return (
        f'<header class="cover"><h1>{escape(title)}</h1>{said}'
        f'<nav aria-label="Contents"><ul>{links}</ul></nav>'
        '<table class="signed"><thead><tr><th></th><th scope="col">Name</th><th scope="col">Signature</th>'
        f'<th scope="col">Date</th></tr></thead><tbody>{signs}</tbody></table></header>'
    )
