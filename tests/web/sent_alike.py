"""What is sent of the scripts means what is written: TypeScript reads both. `check-types` calls it."""

import json
import subprocess
import sys
from pathlib import Path

from croupier.server import squeezing
from croupier.server.pages import PAGES

_PRINTED = """
const ts = require(process.argv[1] + "/typescript");
const read = (text) => ts.createSourceFile("a.js", text, ts.ScriptTarget.Latest, false, ts.ScriptKind.JS);
// Neither blanks beside a mark nor what ends the last of a list or block say anything.
const print = (text) =>
  ts.createPrinter({removeComments: true}).printFile(read(text))
    .replace(/\\s+/g, " ").replace(/ ?([^\\w ]) ?/g, "$1").replace(/[,;]+(?=[)\\]}])/g, "");
const pairs = JSON.parse(require("fs").readFileSync(0, "utf8"));
console.log(JSON.stringify(pairs.filter(([, was, is]) => print(was) !== print(is)).map(([name]) => name)));
"""


def main() -> None:
    pairs = [
        (path.name, path.read_text(), squeezing.script(path.read_text())) for path in PAGES.rglob("*.js")
    ]
    tools = str(Path(__file__).parent / "node_modules")
    command = ["node", "-e", _PRINTED, tools]
    told = subprocess.check_output(command, input=json.dumps(pairs), text=True)
    if differing := json.loads(told):
        sys.exit(f"sent otherwise than written: {', '.join(differing)}")


if __name__ == "__main__":
    main()
