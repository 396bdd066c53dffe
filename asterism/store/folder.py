"""The data folder: readable by its owner only, locked by one process at a time, backed up to one file, and restored."""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from filelock import FileLock, Timeout

from . import schema
from .rows import BadStore
from .sqlite import ASIDE, FILE, KEY, KEY_BYTES, connect

LOCK, HOLDER = "lock", "holder"
OWN = {FILE, f"{FILE}-wal", f"{FILE}-shm", KEY, LOCK, HOLDER}  # files of Asterism in the folder
# in a backup: the files that lay beside the store
BESIDE = "create table if not exists beside (name text primary key, content blob not null)"


def make_private(folder: Path) -> None:
    """Create the folder, and make the files of Asterism in it readable by their owner only.

    A folder that has other files too keeps its mode: it may be shared, and is not ours to close."""
    if not folder.exists():
        folder.mkdir(mode=0o700, parents=True)
    elif os.name == "posix" and all(path.name in OWN or path.name.startswith(ASIDE) for path in folder.iterdir()):
        folder.chmod(0o700)
    if os.name == "posix":
        for name in OWN:
            if (folder / name).exists():
                (folder / name).chmod(0o600)


@contextmanager
def held(folder: Path, by: str) -> Iterator[None]:
    """Lock a folder; BadStore, naming the holder, if another process has it. The lock of a dead process is released."""
    try:
        make_private(folder)
        lock = FileLock(folder / LOCK, mode=0o600)
        lock.acquire(blocking=False)
    except Timeout:
        raise BadStore(f"{folder} is in use by {holder(folder) or 'another process'}: one folder, one server") from None
    except OSError as problem:
        raise BadStore(f"cannot use the folder {folder}: {problem.strerror or problem}") from None
    try:
        (folder / HOLDER).write_text(by, encoding="utf-8")
        (folder / HOLDER).chmod(0o600)
        yield
    finally:
        (folder / HOLDER).unlink(missing_ok=True)
        lock.release()


def holder(folder: Path) -> str:
    """The process that has locked a folder, as it names itself; empty: none."""
    if not (folder / LOCK).exists():
        return ""
    lock = FileLock(folder / LOCK, mode=0o600)
    try:
        lock.acquire(blocking=False)
    except Timeout:
        try:
            return (folder / HOLDER).read_text(encoding="utf-8")
        except OSError:
            return "another process"
    except OSError:
        return ""
    lock.release()
    return ""  # the file that a killed server has left behind means nothing


def back_up(folder: Path, to: Path) -> None:
    """Copy the store and the key, as of one moment, even while a server uses them; `to` appears only when whole."""
    path = folder / FILE
    if not path.exists():
        raise BadStore(f"there is no store {path}")
    check_target(folder, to)
    part = to.with_name(to.name + ".part")
    part.unlink(missing_ok=True)
    part.touch(0o600)
    try:
        with closing(connect(path, writes=False)) as source, closing(sqlite3.connect(part)) as copy:
            source.backup(copy)
            copy.execute("pragma journal_mode = delete")  # one file, with nothing beside it
            with copy:
                copy.execute(BESIDE)
                if (folder / KEY).exists():
                    copy.execute("insert or replace into beside values (?, ?)", (KEY, (folder / KEY).read_bytes()))
        part.replace(to)
    finally:
        part.unlink(missing_ok=True)


def check_target(folder: Path, to: Path) -> None:
    """Raise BadStore where a backup would overwrite anything but an older backup."""
    if os.path.realpath(to) in {os.path.realpath(folder / name) for name in OWN}:  # also where links are circular
        raise BadStore(f"{to} is a file of the server itself: name another one")
    if to.exists() and not is_backup(to):
        raise BadStore(f"{to} is there and is no backup: name another file")


def is_backup(file: Path) -> bool:
    """Whether `back_up` made a file. (A store can be restored too, but must not be overwritten by a backup.)"""
    if not file.is_file():
        return False
    try:  # immutable: opening somebody's file creates no other beside it
        with closing(sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro&immutable=1", uri=True)) as there:
            ours = there.execute("pragma application_id").fetchone()[0] == schema.APPLICATION
            kept = there.execute("select 1 from sqlite_master where name = 'beside'").fetchone()
            return ours and kept is not None
    except sqlite3.Error:
        return False


def restore(file: Path, folder: Path) -> Path | None:
    """Replace the store of a folder by a backup; returns where the former store was moved to, if there was one.

    The backup is read and checked as a whole before anything is changed. What a crashed server left beside its store
    (the write-ahead log) goes with that store, and is never mistaken for a part of the restored one."""
    with held(folder, f"asterism restore (process {os.getpid()})"):
        part = folder / f"{FILE}.part"
        part.unlink(missing_ok=True)
        part.touch(0o600)
        try:
            beside = _copy(file, part)
            aside = set_aside(folder)
            for name, content in beside.items():
                (folder / name).touch(0o600)
                (folder / name).write_bytes(content)
            part.replace(folder / FILE)  # last: if killed before, there is no store, and the next start says so
        finally:
            part.unlink(missing_ok=True)
    return aside


def _copy(file: Path, part: Path) -> dict[str, bytes]:
    """Copy a backup to the store `part`; returns by name the files that were backed up with it."""
    if not file.is_file():
        raise BadStore(f"there is no file {file}")
    try:
        with closing(sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro", uri=True)) as source:
            schema.check(source, str(file))
            broken = source.execute("pragma integrity_check(1)").fetchone()[0]
            if broken != "ok":
                raise BadStore(f"{file} is damaged, so nothing was restored: {broken}")
            with closing(sqlite3.connect(part)) as copy:
                source.backup(copy)
                copy.execute("pragma journal_mode = delete")
                kept = copy.execute("select 1 from sqlite_master where name = 'beside'").fetchone()
                found = dict(copy.execute("select name, content from beside")) if kept else {}
                with copy:
                    copy.execute("drop table if exists beside")
    except sqlite3.Error as problem:
        raise BadStore(f"{file} cannot be read, so nothing was restored: {problem}") from None
    key = found.get(KEY)
    if key is not None and (not isinstance(key, bytes) or len(key) < KEY_BYTES):
        raise BadStore(f"{file} has no whole key in it, so nothing was restored")
    return {} if key is None else {KEY: key}


def set_aside(folder: Path) -> Path | None:
    """Move the store of a folder, with all its files, to a new folder in it; returns that, or None without a store."""
    there = [folder / name for name in (FILE, f"{FILE}-wal", f"{FILE}-shm", KEY) if (folder / name).exists()]
    if not there:
        return None
    name = ASIDE + time.strftime("%Y%m%d-%H%M%S")
    names = (name, *(f"{name}-{number}" for number in range(2, 100)))  # for two in the same second
    aside = next(folder / one for one in names if not (folder / one).exists())
    aside.mkdir(mode=0o700)
    for path in there:
        if path.name == KEY:
            (aside / KEY).touch(0o600)
            (aside / KEY).write_bytes(path.read_bytes())
        else:
            path.replace(aside / path.name)
    return aside
