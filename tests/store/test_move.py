"""Everything goes over to another store and back, also when the move is killed in the middle."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from asterism.store import (
    FILE,
    BadStore,
    Consequences,
    EventRow,
    LessonRow,
    ResultRow,
    Saved,
    SeatRow,
    held,
    move,
    open_store,
    rotate,
)

from ..engines import Postgres
from .conftest import LOBBY, TWO, table_row

ANNA = ResultRow(seat=0, share=1 / 3, score=7, won=True, name="Änne 🌟", guest="anna", bot=False)
CODES = ["LOBBY", "DRAWN", "GOES", "OVER", "GONE", *(f"T{n}" for n in range(30))]


async def fill(place: str | Path) -> None:
    """A store with something of everything."""
    store = open_store(place)
    lobby = await store.open_table(table_row("LOBBY", phase="lobby", edition="e1", numbers="a = 1"), LOBBY)
    await store.list_table(lobby, True)
    drawn = table_row("DRAWN", phase="drawing", draw=1)
    drawn_id = await store.open_table(drawn, [replace(seat, lock="a") for seat in TWO], sheet="one")
    await store.reveal(drawn_id, 1, 0, "number", 0)
    goes = await store.open_table(table_row("GOES", secret=bytes(range(32))), TWO, [1, 2])
    await store.append(goes, 2, [3, 4], Consequences(timing="[5]"))
    await store.stand_in(goes, {0: "easy"}, Consequences(events=(0, [EventRow(ply=4, at=9, what="left", seat=0)])))
    for code in ("OVER", "GONE"):
        id = await store.open_table(table_row(code), [SeatRow(guest="anna"), SeatRow(holder="bot", level="easy")])
        await store.append(
            id, 0, [1], Consequences(results=[ANNA, replace(ANNA, seat=1, guest="", bot=True, score=None, won=False)])
        )
    await store.remove(id)
    for n in range(30):
        await store.open_table(table_row(f"T{n}"), TWO, list(range(20)))
    await store.name_guest("anna", "Änne 🌟")
    await store.save_lesson(LessonRow(code="LESSON", mark=b"\x00\xff", opener="anna", content="{}", created=5))
    await store.sign_out("anna", ["phone"], 7)
    await store.close()
    rotate(place.parent if isinstance(place, Path) else place, days=30)


async def all_of(place: str | Path) -> tuple[list[Saved | None], object, object, object, bytes]:
    store = open_store(place)
    tables = [await store.load(code) for code in CODES]
    assert None not in tables
    found = (await store.lessons(0), await store.best_wins("pebbles", False), await store.wins("anna", "pebbles"))
    key = await store.key()
    await store.close()
    return tables, *found, key


def test_everything_goes_to_postgresql_and_back(tmp_path: Path, database: str) -> None:
    old, new = tmp_path / "old", tmp_path / "new"
    asyncio.run(fill(old / FILE))
    before = asyncio.run(all_of(old / FILE))
    counts = move.move(str(old), database)
    assert counts["tables"] == len(CODES)
    assert all(counts.values()), "there is something of everything, or this shows nothing"
    assert asyncio.run(all_of(database)) == before
    move.move(database, str(new))
    assert asyncio.run(all_of(new / FILE)) == before
    if os.name == "posix":
        assert {path.stat().st_mode & 0o777 for path in new.iterdir()} == {0o600}

    async def goes_on() -> None:
        store = open_store(database)
        assert await store.open_table(table_row("NEXT"), TWO) > max(saved.table.id for saved in before[0] if saved)
        await store.close()

    asyncio.run(goes_on())


def test_all_that_a_store_has_is_moved() -> None:
    import sqlite3

    from asterism.store import schema

    file = sqlite3.connect(":memory:")
    file.executescript("".join(schema.STEPS))
    there = {name for (name,) in file.execute("select name from sqlite_master where type = 'table'")}
    file.close()
    assert there == move.KEYS.keys() | move.LEFT


@pytest.mark.parametrize("back", [False, True])
def test_a_move_that_is_killed_goes_on_where_it_was(tmp_path: Path, database: str, back: bool) -> None:
    old, new = tmp_path / "old", tmp_path / "new"
    asyncio.run(fill(old / FILE))
    before = asyncio.run(all_of(old / FILE))
    source, target = str(old), database
    if back:
        move.move(source, target)
        source, target = target, str(new)
    script = (
        "import os, signal, sys\n"
        "from asterism.store import move\n"
        "move.CHUNK = 50\n"
        "def progress(what, done, all):\n"
        "    if what == 'moving actions' and done > 300: os.kill(os.getpid(), signal.SIGKILL)\n"
        "move.move(*sys.argv[1:], progress)\n"
    )
    done = subprocess.run([sys.executable, "-c", script, source, target], timeout=60)
    assert done.returncode == -signal.SIGKILL
    place = new / FILE if back else database
    if back:
        assert not (new / FILE).exists()
    else:
        with pytest.raises(BadStore, match="half filled"):
            open_store(database)
    moved: dict[str, int] = {}
    move.move(source, target, lambda what, done, all: moved.setdefault(what, done) and None)
    assert moved["moving actions"] > 300, "what had arrived is not moved again"
    assert asyncio.run(all_of(place)) == before


def test_a_move_whose_database_goes_away_says_so_in_words_and_goes_on(
    tmp_path: Path, database: str, postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = tmp_path / "old"
    asyncio.run(fill(old / FILE))
    monkeypatch.setattr(move, "CHUNK", 50)

    def cut(what: str, done: int, all: int) -> None:
        if what == "moving actions" and done:
            ours = "application_name = 'asterism' and pid != pg_backend_pid()"
            postgres.sql(f"select pg_terminate_backend(pid) from pg_stat_activity where {ours}")

    with pytest.raises(BadStore, match=r"broken off .* start it again"):
        move.move(str(old), database, cut)
    move.move(str(old), database)


def test_a_database_without_a_store_is_not_made_one_by_taking_from_it(tmp_path: Path, database: str) -> None:
    with pytest.raises(BadStore, match="has no tables"):
        move.move(database, str(tmp_path / "new"))
    with pytest.raises(BadStore, match="has no tables"):
        move.move(database, str(tmp_path / "new"))
    assert not (tmp_path / "new").exists()


def test_what_changed_between_two_halves_of_a_move_is_found(tmp_path: Path, database: str) -> None:
    old = tmp_path / "old"
    asyncio.run(fill(old / FILE))

    def stop(what: str, done: int, all: int) -> None:
        if what == "moving seats" and done:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        move.move(str(old), database, stop)

    async def play_on() -> None:
        store = open_store(old / FILE)
        saved = await store.load("LOBBY")
        assert saved is not None
        await store.sit(saved.table.id, 1, SeatRow(guest="bert"))
        await store.close()

    asyncio.run(play_on())
    with pytest.raises(BadStore, match="is not the same"):
        move.move(str(old), database)


def test_what_is_in_use_or_has_tables_is_left_alone(tmp_path: Path, database: str, postgres: Postgres) -> None:
    old, other = tmp_path / "old", tmp_path / "other"
    asyncio.run(fill(old / FILE))
    asyncio.run(fill(other / FILE))
    with held(old, "the server of this test"), pytest.raises(BadStore, match="in use by the server of this test"):
        move.move(str(old), database)
    with pytest.raises(BadStore, match="has tables of its own"):
        move.move(str(old), str(other))
    with pytest.raises(BadStore, match="there is no store"):
        move.move(str(tmp_path / "nowhere"), database)

    async def in_use() -> None:
        store = open_store(database)
        with pytest.raises(BadStore, match="in use by a server"):
            move.move(str(old), database)
        await store.close()

    asyncio.run(in_use())
    move.move(str(old), database)
    with pytest.raises(BadStore, match="has tables of its own"):
        move.move(str(other), database)
