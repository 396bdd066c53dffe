"""Key rotation: a new key for the guests' cookies. The former one is accepted for some days, or, if it leaked, not."""

from __future__ import annotations

import os
import secrets
import time
from contextlib import closing
from pathlib import Path

from . import sqlite
from .choose import is_address, need_driver
from .folder import held
from .queries import SqlConnection
from .rows import BadStore

FORGET = "delete from former_keys where until < ?"
KEEP = "insert into former_keys (key, until) values (?, ?) on conflict (key) do update set until = excluded.until"


def rotate(place: str | Path, days: int) -> int:
    """Replace the key in a folder or a database, and accept the former one for so many days; with 0 days neither that
    one nor any before it. Returns how many former keys are accepted now. BadStore while a server uses the store."""
    now = int(time.time())
    key, until = secrets.token_bytes(sqlite.KEY_BYTES), now + days * 86_400
    if isinstance(place, str) and is_address(place):
        return _in_database(place, key, now, until)
    return _in_folder(Path(place), key, now, until)


def _change(connection: SqlConnection, former: bytes, now: int, until: int) -> int:
    """Store the former key, or forget all of them; returns how many are accepted now."""
    if until > now:
        connection.execute(FORGET, (now,))
        connection.execute(KEEP, (former, until))
    else:
        connection.execute("delete from former_keys")
    return int(connection.execute("select count(*) from former_keys").fetchone()[0])


def _in_folder(folder: Path, key: bytes, now: int, until: int) -> int:
    path = folder / sqlite.FILE
    if not path.exists():
        raise BadStore(f"there is no store {path}")
    with held(folder, f"asterism key (process {os.getpid()})"):
        sqlite.check(path)
        former = sqlite.read_key(folder / sqlite.KEY)
        with closing(sqlite.connect(path, writes=True)) as connection:
            connection.execute("begin immediate")
            believed = _change(connection, former, now, until)
            connection.execute(
                "commit"
            )  # first, so that no guest is lost if the process is killed before the next line
        part = folder / f"{sqlite.KEY}.part"
        part.unlink(missing_ok=True)
        part.touch(0o600)
        with part.open("wb") as file:
            file.write(key)
            file.flush()
            os.fsync(file.fileno())
        part.replace(folder / sqlite.KEY)
    return believed


def _in_database(address: str, key: bytes, now: int, until: int) -> int:
    need_driver(address)
    from . import postgres
    from .postgres_link import Link
    from .postgres_move import refuse_if_none
    from .postgres_schema import take_alone

    refuse_if_none(address)
    postgres.check(address)
    with closing(Link(address, writes=True)) as link:
        if not take_alone(link):
            raise BadStore(f"{link.place} is in use by a server: stop all of them first")
        link.execute("begin")
        former = bytes(link.execute("select key from asterism").fetchone()[0])
        believed = _change(link, former, now, until)
        link.execute("update asterism set key = ?", (key,))
        link.execute("commit")
    return believed
