"""A backup is a whole store, as of one moment, taken while others write; restoring it leaves nothing of what was."""

from __future__ import annotations

import asyncio
import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from asterism.store import FILE, KEY, BadStore, back_up, held, read_key, restore

from .conftest import TWO, opened_file, table_row


def actions_of(folder: Path, code: str = "AAAAAA") -> list[int] | None:
    async def read() -> list[int] | None:
        async with opened_file(folder / FILE) as store:
            saved = await store.load(code)
            return saved.actions if saved else None

    return asyncio.run(read())


def write(folder: Path, *actions: int) -> None:
    async def story() -> None:
        async with opened_file(folder / FILE) as store:
            saved = await store.load("AAAAAA")
            id, ply = (saved.table.id, len(saved.actions)) if saved else (await store.open_table(table_row(), TWO), 0)
            await store.append(id, ply, list(actions))

    asyncio.run(story())


def crash(folder: Path, *actions: int) -> None:
    """Another process writes these actions and is killed before it can tidy up: its log stays beside the store."""
    script = (
        "import asyncio, os, signal, sys\n"
        "from pathlib import Path\n"
        "from asterism.store import SQLiteStore\n"
        "async def story():\n"
        "    store = SQLiteStore(Path(sys.argv[1]))\n"
        "    saved = await store.load('AAAAAA')\n"
        "    await store.append(saved.table.id, len(saved.actions), [int(a) for a in sys.argv[2:]])\n"
        "    os.kill(os.getpid(), signal.SIGKILL)\n"
        "asyncio.run(story())\n"
    )
    done = subprocess.run([sys.executable, "-c", script, str(folder / FILE), *map(str, actions)], timeout=60)
    assert done.returncode == -signal.SIGKILL
    assert (folder / f"{FILE}-wal").stat().st_size > 0


def test_a_backup_taken_while_moves_are_written_is_a_whole_store(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    copies = [tmp_path / f"copy{n}" for n in range(3)]

    async def story() -> None:
        async with opened_file(folder / FILE) as store:
            ids = [await store.open_table(table_row(f"T{n}"), TWO) for n in range(20)]
            writing = True

            async def keep_writing(id: int) -> int:
                ply = 0
                while writing:
                    await store.append(id, ply, [ply, ply + 1])  # two in one transaction: never one without the other
                    ply += 2
                return ply

            writers = [asyncio.create_task(keep_writing(id)) for id in ids]
            for copy in copies:
                await asyncio.sleep(0.05)
                await asyncio.to_thread(back_up, folder, copy)
            writing = False
            assert min(await asyncio.gather(*writers)) > 2

    asyncio.run(story())
    totals = []
    for number, copy in enumerate(copies):
        restored = tmp_path / f"restored{number}"
        restore(copy, restored)
        found = [actions_of(restored, f"T{n}") for n in range(20)]
        assert all(actions == list(range(len(actions or []))) and len(actions) % 2 == 0 for actions in found if actions)
        totals.append(sum(len(actions or []) for actions in found))
    assert totals == sorted(totals)
    assert totals[0] < totals[-1]


@pytest.mark.skipif(os.name != "posix", reason="processes are killed as on POSIX")
def test_restoring_after_a_crash_gives_the_backup_and_nothing_else(tmp_path: Path) -> None:
    folder, copy = tmp_path / "data", tmp_path / "copy"
    write(folder, 1, 2)
    back_up(folder, copy)
    crash(folder, *range(3, 900))
    aside = restore(copy, folder)
    assert actions_of(folder) == [1, 2]
    assert not (folder / f"{FILE}.part").exists()
    with closing(sqlite3.connect(folder / FILE)) as store:
        assert store.execute("pragma integrity_check").fetchone() == ("ok",)
        assert store.execute("select name from sqlite_master where name = 'beside'").fetchall() == []
    write(folder, 3)
    assert actions_of(folder) == [1, 2, 3]
    assert aside is not None
    assert actions_of(aside) == [1, 2, *range(3, 900)], "what was there before is whole, its last writes included"


@pytest.mark.skipif(os.name != "posix", reason="processes are killed as on POSIX")
@pytest.mark.parametrize("then", ["die()", "setattr(Path, 'replace', die)"], ids=["at once", "with its key there"])
def test_a_restore_that_was_killed_leaves_no_empty_server(tmp_path: Path, then: str) -> None:
    folder, copy = tmp_path / "data", tmp_path / "copy"
    write(folder, 1, 2)
    read_key(folder / KEY)
    back_up(folder, copy)
    write(folder, 3)
    key = (folder / KEY).read_bytes()
    script = (
        "import os, signal, sys\n"
        "from pathlib import Path\n"
        "from asterism.store import folder, restore\n"
        "die = lambda *_: os.kill(os.getpid(), signal.SIGKILL)\n"
        "aside = folder.set_aside\n"
        f"folder.set_aside = lambda there: (aside(there), {then})\n"
        "restore(Path(sys.argv[1]), Path(sys.argv[2]))\n"
    )
    done = subprocess.run([sys.executable, "-c", script, str(copy), str(folder)], timeout=60)
    assert done.returncode == -signal.SIGKILL
    with pytest.raises(BadStore, match=r"before-restore-.* is there: .* Run that again"):
        actions_of(folder)
    (aside,) = folder.glob("before-restore-*")
    assert (aside / FILE).exists()
    assert restore(copy, folder) is not None
    assert (actions_of(folder), (folder / KEY).read_bytes()) == ([1, 2], key)


def test_the_key_goes_with_the_backup(tmp_path: Path) -> None:
    folder, copy = tmp_path / "data", tmp_path / "copy"
    write(folder, 1)
    (folder / KEY).write_bytes(b"k" * 32)
    back_up(folder, copy)
    (folder / KEY).write_bytes(b"another" * 5)
    restore(copy, folder)
    assert (folder / KEY).read_bytes() == b"k" * 32
    elsewhere = tmp_path / "another machine"
    restore(copy, elsewhere)
    assert (elsewhere / KEY).read_bytes() == b"k" * 32
    if os.name == "posix":
        assert {path.stat().st_mode & 0o777 for path in (copy, *elsewhere.iterdir())} == {0o600}


def test_a_backup_without_a_key_leaves_the_one_that_is_there(tmp_path: Path) -> None:
    folder, copy = tmp_path / "data", tmp_path / "copy"
    write(folder, 1)
    back_up(folder, copy)
    (folder / KEY).write_bytes(b"k" * 32)
    restore(copy, folder)
    assert (folder / KEY).read_bytes() == b"k" * 32


def test_a_backup_replaces_an_older_one_and_leaves_nothing_beside_it(tmp_path: Path) -> None:
    folder, copy = tmp_path / "data", tmp_path / "copies" / "copy.sqlite"
    copy.parent.mkdir()
    write(folder)
    back_up(folder, copy)
    write(folder, 1)
    back_up(folder, copy)
    assert [p.name for p in copy.parent.iterdir()] == ["copy.sqlite"]
    restore(copy, tmp_path / "again")
    assert actions_of(tmp_path / "again") == [1]


def contents(*folders: Path) -> dict[Path, bytes]:
    return {path: path.read_bytes() for folder in folders for path in folder.iterdir() if path.is_file()}


@pytest.mark.parametrize("name", [FILE, f"{FILE}-wal", f"{FILE}-shm", KEY, "lock", "holder"])
def test_a_backup_takes_the_place_of_nothing_that_the_server_needs(tmp_path: Path, name: str) -> None:
    folder, link = tmp_path / "data", tmp_path / "link"
    write(folder, 1)
    link.symlink_to(folder / name)
    there = contents(folder)
    for to in (folder / name, tmp_path / "data" / ".." / "data" / name, link):
        with pytest.raises(BadStore, match="a file of the server itself"):
            back_up(folder, to)
    assert contents(folder) == there


@pytest.mark.parametrize("content", [b"", b"{}", b"SQLite format 3\0"], ids=["empty", "a record", "a damaged one"])
def test_a_backup_takes_the_place_of_no_other_file(tmp_path: Path, content: bytes) -> None:
    folder, other = tmp_path / "data", tmp_path / "other"
    write(folder, 1)
    other.mkdir()
    (other / "file").write_bytes(content)
    foreign(other / "recipes")
    write(tmp_path / "another server", 2)
    there = contents(other, tmp_path / "another server")
    for to in (*there, other, Path()):
        with pytest.raises(BadStore, match="is there and is no backup"):
            back_up(folder, to)
    assert contents(other, tmp_path / "another server") == there


def test_a_store_that_was_made_of_a_backup_is_backed_up(tmp_path: Path) -> None:
    folder, copy = tmp_path / "data", tmp_path / "copy"
    write(folder, 1)
    (folder / KEY).write_bytes(b"k" * 32)
    back_up(folder, copy)
    copy.replace(folder / FILE)  # by hand: with what is kept beside it
    (folder / KEY).write_bytes(b"l" * 32)
    back_up(folder, copy)
    restore(copy, tmp_path / "again")
    assert (tmp_path / "again" / KEY).read_bytes() == b"l" * 32


def test_there_is_no_backup_of_nothing(tmp_path: Path) -> None:
    with pytest.raises(BadStore, match="there is no store"):
        back_up(tmp_path / "nowhere", tmp_path / "copy.sqlite")


def foreign(path: Path) -> None:
    with closing(sqlite3.connect(path)) as made:
        made.execute("create table recipes (name text)")


def booby_trapped(path: Path) -> None:
    with closing(sqlite3.connect(path)) as made:
        made.execute("create trigger evil after insert on actions begin delete from actions; end")


def with_key(content: str) -> Callable[[Path], None]:
    def spoil(path: Path) -> None:
        with closing(sqlite3.connect(path)) as made, made:
            made.execute(f"insert or replace into beside values ('key', {content})")

    return spoil


def damaged(path: Path) -> None:
    whole = bytearray(path.read_bytes())
    for at in range(4096, 6 * 4096, 97):  # the pages of the first tables, and not of the schema
        whole[at] ^= 0xFF
    path.write_bytes(bytes(whole))


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (lambda path: path.unlink(), "there is no file"),
        (lambda path: path.write_bytes(b""), "not a store of Asterism"),
        (lambda path: path.write_text("Dear diary, " * 100), "not a store of Asterism"),
        (lambda path: (path.unlink(), foreign(path)), "not a store of Asterism"),
        (booby_trapped, "there is 'evil' in it"),
        (damaged, "nothing was restored"),
        (with_key("x'00'"), "no whole key"),
        (with_key("'" + "a text" * 10 + "'"), "no whole key"),
    ],
    ids=["missing", "empty", "a text", "a foreign database", "one that acts by itself", "damaged", "short key", "text"],
)
def test_what_is_no_backup_changes_nothing(tmp_path: Path, spoil: object, words: str) -> None:
    folder, copy = tmp_path / "data", tmp_path / "copy"
    write(folder, 1, 2, 3)
    back_up(folder, copy)
    assert callable(spoil)
    spoil(copy)
    with pytest.raises(BadStore, match=words):
        restore(copy, folder)
    assert actions_of(folder) == [1, 2, 3]
    assert [path.name for path in folder.iterdir() if path.name not in (FILE, "lock")] == []


def test_nothing_is_restored_under_a_running_server(tmp_path: Path) -> None:
    folder, copy = tmp_path / "data", tmp_path / "copy"
    write(folder, 1)
    back_up(folder, copy)
    with held(folder, "the server of this test"), pytest.raises(BadStore, match="in use by the server of this test"):
        restore(copy, folder)


def test_a_log_without_its_store_is_not_taken_for_a_new_store(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    write(folder, 1)
    (folder / FILE).rename(folder / "gone")
    (folder / f"{FILE}-wal").write_bytes(b"what is left")
    with pytest.raises(BadStore, match="is missing, but its log"):
        actions_of(folder)
