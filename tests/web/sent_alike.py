"""What is sent of the scripts means what is written: TypeScript reads both. `check-types` calls it."""

import json
import subprocess
import sys
from pathlib import Path

from croupier.server import squeezing
from croupier.server.pages import PAGES


def main() -> None:
    pairs = [
        (path.name, path.read_text(), squeezing.script(path.read_text())) for path in PAGES.rglob("*.js")
    ]
    tools = str(Path(__file__).parent / "node_modules")
    command = ["node", str(Path(__file__).with_suffix(".cjs")), tools]
    told = subprocess.check_output(command, input=json.dumps(pairs), text=True)
    if differing := json.loads(told):
        sys.exit(f"sent otherwise than written: {', '.join(differing)}")


if __name__ == "__main__":
    main()
