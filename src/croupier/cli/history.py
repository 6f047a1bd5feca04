"""Hand histories in the open PHH format, replayed at our table."""

from pathlib import Path

from rich.text import Text

from croupier.cli.console import fail, out
from croupier.cli.transcript import show_transcript
from croupier.games import catalogue

HAND_HISTORY = ".phh"


def run_history(path: Path, edition: str, quiet: bool) -> bool:
    """Replay one hand, print the transcript, and say whether the stacks come out as the file has them."""
    from croupier.games.poker.phh import PhhError, run

    try:
        replay = run(path, catalogue().rules(edition, {}))
    except PhhError as error:
        fail(f"{path}: {error}")
    if not quiet:
        out.print(Text(f"{path.name}  [{edition}]", style="bold"))
        show_transcript(replay.transcript)
    if replay.refusal:
        out.print(Text(f"{path}: {replay.refusal}", style="red"))
    for difference in replay.differences:
        out.print(Text(f"{path}: {difference}", style="red"))
    return replay.passed
