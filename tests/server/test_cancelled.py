"""A client that goes away while its command is being written harms nobody."""

from pathlib import Path

from croupier.house.journal import Writing, open_journal
from tests.patience import PATIENCE_S


def test_a_cancelled_answer_does_not_stop_the_writer(tmp_path: Path) -> None:
    journal = open_journal(str(tmp_path / "house.db"))
    for number in range(50):
        journal.append((Writing(stream=f"s{number}", expected=0, events=(b"{}",)),)).cancel()
    journal.append((Writing(stream="last", expected=0, events=(b"{}",)),)).result(PATIENCE_S)
    assert journal.version("last") == 1
    journal.close()
