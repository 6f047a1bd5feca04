"""The notebooks of the documentation as scripts, with less to learn."""

import json
from pathlib import Path

_FOLDER = Path(__file__).parents[1] / "docs" / "notebooks"
NOTEBOOKS = sorted(path.stem for path in _FOLDER.glob("*.ipynb"))
_SHORTER = {"curve(2e7)": "curve(2e5)"}


def as_script(name: str) -> str:
    cells = json.loads((_FOLDER / f"{name}.ipynb").read_text("utf-8"))["cells"]
    script = "\n\n".join("".join(cell["source"]) for cell in cells if cell["cell_type"] == "code")
    for long, short in _SHORTER.items():
        script = script.replace(long, short)
    return script
