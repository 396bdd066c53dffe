"""Examining a store or a backup without changing it, for `asterism doctor`."""

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
    """The contents of a readable store or backup."""

    schema: int
    newest: bool  # the schema of this program; an older one is migrated at the next start
    has_key: bool  # the key of the guests' cookies is in it (of a backup)
    tables: int = 0
    running: dict[tuple[str, int], int] = field(default_factory=dict)  # matches by game and version of its rules
    untouched: int = 0  # tables without a write since the given time


def examine(file: Path, since: int) -> Examined:
    """Read a whole store or backup; BadStore if it is damaged, or no store. `since`: seconds since 1970."""
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
    """Read a store on PostgreSQL, and the settings there without which a power cut may lose data."""
    need_driver(address)
    from .postgres_examine import examined

    return examined(address, since)


def counted(connection: SqlConnection, since: int) -> dict[str, Any]:
    """The counts of `Examined`."""
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
