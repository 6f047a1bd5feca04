"""Hand histories in the open PHH format, replayed at our table."""

from collections import defaultdict
from pathlib import Path

from rich.console import Console
from rich.progress import track
from rich.text import Text

from croupier.cli.console import fail, out
from croupier.cli.transcript import show_transcript
from croupier.games import catalogue

HAND_HISTORY = ".phh"
COLLECTION = ".phhs"
PLACES_MAX = 3  # named in full; a reason that a thousand hands share is read once


def run_history(path: Path, edition: str, quiet: bool) -> bool:
    """Replay one hand, print the transcript, and say whether the stacks come out as the file has them."""
    from croupier.phh import PhhError, run

    try:
        replay = run(path, catalogue().rules(edition, {}))
    except PhhError as error:
        fail(f"{path}: {error}")
    if not quiet:
        out.print(Text(f"{path.name}  [{edition}]", style="bold"))
        show_transcript(replay.transcript)
    if replay.refusal:
        out.print(Text(f"{path}:{replay.line}: {replay.refusal}", style="red"))
    for difference in replay.differences:
        out.print(Text(f"{path}:{replay.line}: {difference}", style="red"))
    return replay.passed


def run_collection(path: Path, edition: str) -> tuple[int, int]:
    """Replay every hand of a collection: how many there were and how many failed, with a summary of why."""
    from croupier.phh import PhhError, run_all

    total, reasons = 0, defaultdict[str, list[str]](list)
    try:
        hands = run_all(path, catalogue().rules(edition, {}))
        for name, found in track(hands, description=path.name, console=Console(stderr=True), transient=True):
            total += 1
            if isinstance(found, PhhError):
                reason = f"cannot be read: {str(found).removeprefix(f'line {found.line}: ')}"
            elif not found.passed:
                reason = found.refusal or "; ".join(map(str, found.differences))
            else:
                continue
            reasons[reason].append(f"{path}:{found.line} (hand {name})")
    except PhhError as error:
        fail(f"{path}: {error}")
    for reason, places in sorted(reasons.items(), key=lambda each: -len(each[1])):
        more = f" and {len(places) - PLACES_MAX} more" if len(places) > PLACES_MAX else ""
        out.print(Text(f"{', '.join(places[:PLACES_MAX])}{more}: {reason}", style="red"))
    return total, sum(map(len, reasons.values()))
