"""Copies of a whole house: store, key and configuration, taken while it runs; and putting one back."""

import contextlib
import shutil
import time
from pathlib import Path

import msgspec
from msgspec import Struct

from croupier.house.journal import JournalError, Store, StoreUnavailable, open_journal, open_store
from croupier.house.journal.archive.files import Shelf, make_private
from croupier.house.journal.program import program_hash
from croupier.house.journal.schema import NEWEST
from croupier.house.journal.sealing import Sealer
from croupier.house.journal.sqlite import SqliteStore

_BACKED_UP = (
    "INSERT INTO meta VALUES ('backed_up', ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value"
)
_LABEL = "backup.json"
_KEY = "house.key"
_CONFIGURATION = "croupier.toml"
_BESIDE = ("-wal", "-journal")  # what SQLite would take for changes to the store it finds them beside


class Label(Struct, frozen=True):
    """What a backup holds, so that a restore can tell whether it arrived whole."""

    engine: str
    schema: int
    program: str
    position: int
    head: str
    file: str
    archives: tuple[str, ...] = ()  # months that have files of their own


def backup(
    where: str,
    key_file: Path,
    target: Path,
    configuration: Path | None = None,
    *,
    has_key: bool = True,
    earlier: Path | None = None,
) -> Label:
    """Copy everything into a new folder. The house goes on meanwhile; the copy is of one moment.

    Archives never change: what an earlier backup holds of them is linked from there, on the same disk.

    Without the key, whoever finds the copy learns no card and no password from it; nor does anybody else
    until the key, kept elsewhere, is put beside it.
    """
    if has_key:
        Sealer.existing(key_file)
    if earlier is not None and not (earlier / _LABEL).exists():
        raise JournalError(f"{earlier} is not a backup: there is no {_LABEL} in it")
    target.mkdir(parents=True, exist_ok=False)
    target.chmod(0o700)
    store = open_store(where)
    try:
        store.copy_to(target, earlier)
        with contextlib.suppress(StoreUnavailable), store.writing():  # a store to read has nobody to remind
            store.run(_BACKED_UP, (time.time_ns() // 1_000_000,))
    finally:
        store.close()
    if has_key:
        _copy_private(key_file, target / _KEY)
    if configuration is not None and configuration.exists():
        _copy_private(configuration, target / _CONFIGURATION)
    engine = "sqlite" if isinstance(store, SqliteStore) else "postgresql"
    file = store.path.name if isinstance(store, SqliteStore) else ""
    position, head, archives = _head_of(target, engine, file)
    label = Label(engine, NEWEST, program_hash(), position, head, file, archives)
    (target / _LABEL).write_bytes(msgspec.json.format(msgspec.json.encode(label), indent=2) + b"\n")
    return label


def backed_up_at(store: Store) -> int:
    """When a store was last copied, in milliseconds; 0 if never."""
    rows = store.query("SELECT value FROM meta WHERE name = 'backed_up'")
    return int(rows[0][0]) if rows else 0


def restore(source: Path, where: str, key_file: Path, configuration: Path | None = None) -> Label:
    """Put a backup back into an empty place, and check that it is whole."""
    label = _read_label(source / _LABEL)
    has_key = (source / _KEY).exists()
    if has_key and key_file.exists():
        raise JournalError(f"{key_file} is there already: restore into an empty place")
    if not has_key and not key_file.exists():
        raise JournalError(f"this backup was made without the key: put the house's key at {key_file} first")
    if not has_key:
        Sealer.existing(key_file)
    if where.startswith(("postgresql://", "postgres://")):
        _restore_postgres(source, where, label)
    else:
        path = Path(where.removeprefix("sqlite://"))
        if label.engine != "sqlite":
            raise JournalError(f"this backup is of {label.engine}: give the address of such a store")
        beside = (path.with_name(path.name + end) for end in _BESIDE)
        for each in (path, *beside, *(Shelf(path).path(month) for month in label.archives)):
            if each.exists():
                raise JournalError(f"{each} is there already: restore into an empty place")
        path.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source / label.file, path)
        _restore_archives(source / label.file, path, label.archives)
    if has_key:
        _copy_private(source / _KEY, key_file)
    kept = source / _CONFIGURATION
    if configuration is not None and kept.exists() and not configuration.exists():
        _copy_private(kept, configuration)
    _check(where, label)
    return label


def _read_label(file: Path) -> Label:
    try:
        return msgspec.json.decode(file.read_bytes(), type=Label)
    except FileNotFoundError:
        raise JournalError(f"{file.parent} is not a backup: it has no {file.name}") from None
    except msgspec.DecodeError as error:
        raise JournalError(f"{file} is not the label of a backup: {error}") from None


def _restore_postgres(source: Path, where: str, label: Label) -> None:
    if label.engine != "postgresql":
        raise JournalError(f"this backup is of {label.engine}: give the address of such a store")
    from croupier.house.journal.postgres import PostgresStore

    store = open_store(where)
    assert isinstance(store, PostgresStore)
    try:
        if store.query("SELECT position FROM head")[0][0]:
            raise JournalError("that store holds a house already: restore into an empty one")
        store.load_from(source)
    finally:
        store.close()


def _check(where: str, label: Label) -> None:
    journal = open_journal(where)
    try:
        position, head = journal.head()
        for words in journal.store.altered_archives():
            raise JournalError(words)
    finally:
        journal.close()
    if (position, head.hex()) != (label.position, label.head):
        raise JournalError(f"the backup ends at {position}, its label says {label.position}: it is not whole")


def _restore_archives(kept: Path, path: Path, months: tuple[str, ...]) -> None:
    source, target = Shelf(kept), Shelf(path)
    for month in months:
        if not source.path(month).exists():
            raise JournalError(f"the backup is not whole: {source.path(month)} is missing")
        make_private(target.folder)
        _copy_private(source.path(month), target.path(month))


def _head_of(target: Path, engine: str, file: str) -> tuple[int, str, tuple[str, ...]]:
    """Where the copy ends, read from the copy itself, and its archives."""
    if engine == "sqlite":
        journal = open_journal(str(target / file))
        position, head = journal.head()
        months = tuple(month.name for month in journal.store.archives())
        journal.close()
        return position, head.hex(), months
    from croupier.house.journal.postgres import PostgresStore

    return *PostgresStore.head_of_copy(target), ()


def _copy_private(source: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    target.touch(mode=0o600)
    shutil.copyfile(source, target)
