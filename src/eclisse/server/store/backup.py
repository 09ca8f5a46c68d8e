"""A database as one file, and back: the same for SQLite and PostgreSQL, also while a server runs.

The file is gzipped text, a JSON value a line: what it is, then every table with its columns and rows, then the number
of rows, so that a file that was cut off is noticed. Beside it stands a list of all who were deleted, by hashes of their
ids: an older backup still has them, and they are deleted again when it is restored.
"""

import gzip
import json
import logging
import os
import re
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import mkstemp
from typing import Any, Final

import sqlalchemy as sa

from eclisse.faults import fault
from eclisse.server.model import hashed
from eclisse.server.store.engine import SQLITE, BadDatabase, database_url, prepare_sqlite, upgrade

TOGETHER: Final = 500  # rows written in one statement
logger = logging.getLogger(__name__)
DELETED: Final = "eclisse-deleted.txt"  # beside backups: who was deleted, by hashes of ids
FOLDER: Final = "ECLISSE_BACKUPS"  # the variable that names their folder to a server
DATED: Final = re.compile(r"eclisse-\d{8}-\d{6}\.backup")


def backup(address: str, file: Path) -> int:
    """Write all of a database as it is at one moment, to a new file; returns the number of rows."""
    if file.exists():
        raise BadDatabase(fault("backup-exists", file=str(file)))
    with _engine(address) as engine, engine.connect() as connection, _private(file) as out:
        version = connection.scalar(sa.text("SELECT version_num FROM alembic_version"))
        note_deleted(file.parent / DELETED, connection.scalars(sa.text("SELECT id FROM players WHERE name = ''")))
        rows = 0
        _line(out, {"eclisse": "backup", "version": version})
        for table in _tables(connection):
            _line(out, {"table": table.name, "columns": [column.name for column in table.columns]})
            for row in connection.execution_options(yield_per=TOGETHER).execute(table.select()):
                _line(out, list(row))
                rows += 1
        _line(out, {"rows": rows})
    return rows


def note_deleted(file: Path, ids: Iterable[str]) -> None:
    """Add players to the list of those who were deleted; it is its owner's, and a hash tells nobody an id."""
    known = deleted(file)
    new = sorted({hashed(one) for one in ids} - known)
    if new:
        with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600), "w") as out:
            out.writelines(f"{one}\n" for one in new)


def note_at_once(player_id: str) -> None:
    """Add somebody to the list in the folder of the backups, where the operator has named one."""
    folder = os.environ.get(FOLDER)
    try:
        if folder:
            note_deleted(Path(folder) / DELETED, [player_id])
    except OSError:
        logger.exception("nobody will know from the backups who was deleted")


def deleted(file: Path) -> set[str]:
    """The hashes of a list; none if there is no list."""
    return set(file.read_text().split()) if file.is_file() else set()


@contextmanager
def _private(file: Path) -> Iterator[Any]:
    """A file that its owner alone can read, all of it or none."""
    number, name = mkstemp(".part", f"{file.name}.", file.parent)
    partial = Path(name)
    try:
        with os.fdopen(number, "wb") as raw:
            with gzip.open(raw, "wt", encoding="utf-8") as out:
                yield out
            raw.flush()
            os.fsync(raw.fileno())
        partial.replace(file)
    finally:
        partial.unlink(missing_ok=True)


def dated(folder: Path, moment: float) -> Path:
    """The name of a backup made at a moment."""
    return folder / time.strftime("eclisse-%Y%m%d-%H%M%S.backup", time.gmtime(moment))


def prune(folder: Path, keep: int) -> list[Path]:
    """Remove all backups of a folder but the newest; returns those that are gone. Files of other names stay."""
    found = sorted(one for one in folder.glob("eclisse-*.backup") if DATED.fullmatch(one.name))
    for old in found[:-keep]:
        old.unlink()
    return found[:-keep]


def restore(address: str, file: Path) -> int:
    """Fill an empty database from a backup, all of it or nothing; returns the number of rows."""
    lines = _lines(file)
    first = next(lines, None)
    if not isinstance(first, dict) or first.get("eclisse") != "backup":
        raise BadDatabase(fault("backup-expected", file=str(file)))
    with _engine(address) as engine, engine.begin() as connection:
        if sa.inspect(connection).get_table_names():
            raise BadDatabase(fault("database-not-empty", "--database"))
        upgrade(connection, str(first["version"]))
        rows = _fill(connection, lines, file)
        upgrade(connection)
    return rows


def _fill(connection: sa.Connection, lines: Iterator[Any], file: Path) -> int:
    """Insert every row; BadDatabase if the file ends too early."""
    known = {table.name: table for table in _tables(connection)}
    table, columns, waiting, rows = sa.table("nothing"), list[str](), list[dict[str, Any]](), 0

    def write() -> None:
        if waiting:
            connection.execute(table.insert(), waiting)
            waiting.clear()

    for line in lines:
        if isinstance(line, list):
            waiting.append(dict(zip(columns, line, strict=True)))
            rows += 1
            if len(waiting) == TOGETHER:
                write()
            continue
        write()
        if line.get("rows") == rows:
            return rows
        if line.get("table") not in known:
            break
        table, columns = known[line["table"]], line["columns"]
    raise BadDatabase(fault("backup-cut-off", file=str(file)))


@contextmanager
def _engine(address: str) -> Iterator[sa.Engine]:
    """An engine whose transactions see one moment; it leaves no connection open."""
    url = database_url(address)
    if url.drivername == SQLITE:
        engine = sa.create_engine(url.set(drivername="sqlite"), hide_parameters=True)
        prepare_sqlite(engine, "BEGIN")
    else:
        engine = sa.create_engine(url, isolation_level="REPEATABLE READ", hide_parameters=True)
    try:
        yield engine
    finally:
        engine.dispose()


def _tables(connection: sa.Connection) -> list[sa.Table]:
    """The tables of a database as they are, those first that others refer to."""
    found = sa.MetaData()
    found.reflect(connection)
    return [table for table in found.sorted_tables if table.name != "alembic_version"]


def _line(out: Any, value: Any) -> None:
    """Write a value."""
    out.write(json.dumps(value, ensure_ascii=False) + "\n")


def _lines(file: Path) -> Iterator[Any]:
    """The values of a file; one that is no backup, or damaged, has none from there on."""
    try:
        with gzip.open(file, "rt", encoding="utf-8") as text:
            yield from map(json.loads, text)
    except FileNotFoundError:
        raise BadDatabase(fault("file-unreadable", reason=f"there is no {file}")) from None
    except (OSError, EOFError, ValueError):
        return
