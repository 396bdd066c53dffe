"""Looking at a store or a backup without touching it, for whoever hosts."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from . import schema
from .choose import need_driver
from .queries import SqlConnection
from .rows import BadStore
from .sqlite import KEY


@dataclass(frozen=True, kw_only=True)
class Examined:
    """What was found in a file that can be read as a store."""

    schema: int
    newest: bool  # whether that is the schema of this program; an older one is brought up to date at the next start
    has_key: bool  # in a backup: the key by which guests are known
    tables: int = 0
    running: dict[tuple[str, int], int] = field(default_factory=dict)  # matches by game and version of its rules
    untouched: int = 0  # tables where nothing has happened since the time that was asked for


def examine(file: Path, since: int) -> Examined:
    """Read a whole store or backup; BadStore, in words, if it is damaged or none."""
    if not file.is_file():
        raise BadStore(f"there is no file {file}")
    try:
        with closing(sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro", uri=True)) as connection:
            version = schema.check(connection, str(file))
            broken = connection.execute("pragma integrity_check(1)").fetchone()[0]
            if broken != "ok":
                raise BadStore(f"{file} is damaged: {broken}")
            newest = version == schema.VERSION
            return Examined(schema=version, newest=newest, has_key=_has_key(connection), **counted(connection, since))
    except sqlite3.Error as problem:
        raise BadStore(f"{file} cannot be read: {problem}") from None


def examine_database(address: str, since: int) -> tuple[Examined, dict[str, str]]:
    """Look into a store on PostgreSQL, and at the settings there on which it hangs that nothing is lost."""
    need_driver(address)
    from .postgres_examine import examined

    return examined(address, since)


def counted(connection: SqlConnection, since: int) -> dict[str, Any]:
    running = connection.execute(
        "select game, version, count(*) from tables where phase = 'playing' group by game, version"
    ).fetchall()
    touched = 'coalesce(ended, (select max(at) from actions where "table" = id), created)'
    untouched = f"select count(*) from tables where phase != 'gone' and {touched} < ?"
    return {
        "tables": connection.execute("select count(*) from tables").fetchone()[0],
        "running": {(game, rules): count for game, rules, count in running},
        "untouched": connection.execute(untouched, (since,)).fetchone()[0],
    }


def _has_key(connection: sqlite3.Connection) -> bool:
    if not connection.execute("select 1 from sqlite_master where name = 'beside'").fetchone():
        return False
    return connection.execute("select 1 from beside where name = ?", (KEY,)).fetchone() is not None
