"""A page as PDF, printed by a Chromium that is installed; the same page gives the same bytes."""

import re
import shutil
import subprocess
import tempfile
from pathlib import Path

from croupier.analysis.figures import AnalysisError

_BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "chrome")
_DATE = re.compile(rb"/(CreationDate|ModDate) \(D:[^)]*\)")


def pdf(page: str) -> bytes:
    """Print an HTML page; AnalysisError says what is missing."""
    browser = next((found for name in _BROWSERS if (found := shutil.which(name))), None)
    if browser is None:
        raise AnalysisError("a PDF is printed by Chromium, which is not installed here; write .html instead")
    with tempfile.TemporaryDirectory() as folder:
        source, target = Path(folder, "page.html"), Path(folder, "page.pdf")
        source.write_text(page, "utf-8")
        command = [
            browser, "--headless", "--no-sandbox", "--disable-gpu", "--no-pdf-header-footer",
            f"--user-data-dir={folder}/profile", f"--print-to-pdf={target}", source.as_uri(),
        ]  # fmt: skip
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if not target.is_file():
            last = done.stderr.strip().splitlines()[-1:] or ["it said nothing"]
            raise AnalysisError("{browser} printed nothing: {last}", browser=browser, last=last[0])
        return _without_dates(target.read_bytes())


def _without_dates(content: bytes) -> bytes:
    """When it was printed is no part of a par sheet; the length stays, so that the file's index holds."""
    return _DATE.sub(lambda found: found[0][: found[0].index(b"(")] + _blank(found[0]), content)


def _blank(entry: bytes) -> bytes:
    inside = len(entry) - entry.index(b"(") - 2
    return b"(" + b"D:19800101000000Z".ljust(inside)[:inside] + b")"
