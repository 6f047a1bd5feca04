"""Trust 12 and 21: the order can be proved, and any alteration is found and named."""

from collections.abc import Iterator

import pytest

from croupier.house.journal import Journal, Writing, open_journal
from croupier.house.journal.chain import breaks, digests
from croupier.house.journal.rows import encode_events
from tests.patience import PATIENCE_S


@pytest.fixture
def filled(where: str) -> Iterator[Journal]:
    """Four entries with two events each in table/a, at odd positions, between four of table/b."""
    journal = open_journal(where)
    for version in range(4):
        pair = Writing(stream="table/a", expected=2 * version, events=(b'{"n":1}', b'{"n":2}'))
        single = Writing(stream="table/b", expected=version, events=(b'{"n":1}',))
        journal.append((pair, single)).result(PATIENCE_S)
    yield journal
    journal.close()


def found(journal: Journal) -> list[str]:
    return [each.words for each in breaks(journal.everything(), journal.head())]


def tamper(journal: Journal, sql: str, *values: object) -> None:
    with journal.store.writing():
        journal.store.run(sql, values)


def test_an_untouched_journal_has_no_breaks(filled: Journal) -> None:
    assert found(filled) == []


def test_trust_21_an_altered_event_is_named(filled: Journal) -> None:

    tamper(filled, "UPDATE entry SET events = ? WHERE position = 3", encode_events((b'{"n":1}', b'{"n":3}')))
    assert found(filled) == ["altered: event 4 of table/a (position 3, table/a 3-4)"]


def test_trust_21_an_altered_event_with_a_matching_digest_breaks_the_chain(filled: Journal) -> None:

    forged = (b'{"n":1}', b'{"n":3}')
    tamper(
        filled,
        "UPDATE entry SET events = ?, digests = ? WHERE position = 3",
        encode_events(forged),
        digests(b"", forged),
    )
    assert found(filled) == ["broken: position 3, table/a 3-4 does not follow from the one before"]


@pytest.mark.parametrize("column", ["who", "role", "command_id"])
def test_trust_21_an_altered_attribution_is_named(filled: Journal, column: str) -> None:
    tamper(filled, f"UPDATE entry SET {column} = 'other' WHERE position = 5")
    assert found(filled) == ["broken: position 5, table/a 5-6 does not follow from the one before"]


def test_trust_12_an_altered_time_is_named(filled: Journal) -> None:
    tamper(filled, "UPDATE entry SET at = 99 WHERE position = 6")
    assert len(found(filled)) == 1


def test_a_removed_entry_is_named(filled: Journal) -> None:
    tamper(filled, "DELETE FROM entry WHERE position = 4")
    assert found(filled) == [
        "removed: position 4 is missing",
        "reordered: position 6, table/b 3-3 stands where version 2 belongs",
    ]


def test_a_removed_end_is_named(filled: Journal) -> None:
    tamper(filled, "DELETE FROM entry WHERE position >= 7")
    assert found(filled) == ["removed: the journal ends at 6, its head says 8"]


def test_reordered_entries_are_named(filled: Journal) -> None:
    for old, new in ((3, 100), (5, 3), (100, 5)):
        tamper(filled, "UPDATE entry SET position = ? WHERE position = ?", new, old)
    words = found(filled)
    assert words[0] == "reordered: position 3, table/a 5-6 stands where version 3 belongs"
    assert any(each.startswith("broken: position 3") for each in words)
