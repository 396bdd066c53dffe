"""Files of other versions: an older one is brought up to date, a newer one and a foreign one are left alone."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path

import pytest

from asterism.store import BadStore, Consequences, ResultRow, SQLiteStore, schema

from .conftest import opened_file


def old_file(path: Path, version: int) -> None:
    """A file as that version left it, with a table in it that is no younger than version 5."""
    connection = sqlite3.connect(path, isolation_level=None)
    connection.executescript("".join(schema.STEPS[: min(version, 5)]))
    connection.execute(f"pragma application_id = {schema.APPLICATION}")
    connection.execute(f"pragma user_version = {version}")
    connection.execute(
        "insert into tables (id, code, game, version, options, undo, hints, secret, nonce, opener, phase, created)"
        " values (1, 'OLD', 'pebbles', 1, '{}', 'free', 1, x'00', 'n', 'anna', 'playing', 1700000000)"
    )
    columns = '"table", seat, kind, name, level, guest, nonce, kept'
    connection.execute(f"insert into seats ({columns}) values (1, 0, 'me', 'Anna', '', 'anna', '', '')")
    connection.execute(f"insert into seats ({columns}) values (1, 1, 'bot', 'Bot', 'easy', '', '', '')")
    connection.execute(f"insert into seats ({columns}) values (1, 2, 'here', 'Emil', '', 'anna', '', '')")
    connection.execute(f"insert into seats ({columns}) values (1, 3, 'elsewhere', 'Bert', '', 'bert', 'ff', '')")
    connection.execute(f"insert into seats ({columns}) values (1, 4, 'elsewhere', 'Carl', '', '', '', 'carl')")
    connection.execute("update tables set asked = '[0, 1, [3]]'")
    connection.execute("insert into actions values (1, 0, 5, 1700000001)")
    connection.execute(
        "insert into tables (id, code, game, version, options, undo, hints, secret, nonce, opener, phase, created)"
        " values (2, 'WAITS', 'pebbles', 1, '{}', 'free', 1, x'00', 'n', 'anna', 'lobby', 1700000000)"
    )
    connection.executescript("".join(schema.STEPS[5:version]))
    connection.close()


def test_a_new_file_has_the_newest_schema(path: Path) -> None:
    async def story() -> None:
        async with opened_file(path) as store:
            assert store._reading.execute("pragma user_version").fetchone() == (schema.VERSION,)

    asyncio.run(story())


@pytest.mark.parametrize("version", range(1, schema.VERSION))
def test_a_file_of_an_older_version_is_brought_up_to_date_and_keeps_its_tables(path: Path, version: int) -> None:
    old_file(path, version)

    async def story() -> None:
        async with opened_file(path) as store:
            saved = await store.load("OLD")
            assert saved is not None
            assert saved.actions == [5]
            assert (saved.table.protocol, saved.table.nonce) == (1, "n"), "it goes on with the dice it began with"
            waits = await store.load("WAITS")
            assert waits is not None
            assert (waits.table.protocol, waits.table.draw) == (2, 0), "what has not begun gets the dice of today"
            assert version >= 4 or [seat.star for seat in saved.seats] == [0, 1, 2, 3, 4]
            end = ResultRow(seat=0, share=1.0, score=9, won=True, name="Anna", guest="anna", bot=False)
            await store.append(1, 1, [6, 7], Consequences(results=[end]))
            later = await store.load("OLD")
            assert later is not None
            assert later.began == [0, 1, 1], "which of the older ones were written together is not known"
            assert [best.score for best in await store.best_alone("pebbles", fewest=True)] == [9]

    asyncio.run(story())


@pytest.mark.parametrize("version", range(1, 6))
def test_a_seat_of_an_older_file_has_its_holder_and_its_device(path: Path, version: int) -> None:
    """What was stored was how the opener saw it: me, someone here, someone elsewhere, a bot."""
    old_file(path, version)

    async def story() -> None:
        async with opened_file(path) as store:
            saved = await store.load("OLD")
            assert saved is not None
            assert [(seat.holder, seat.device, seat.guest, seat.kept) for seat in saved.seats] == [
                ("guest", "own", "anna", ""),
                ("bot", "own", "", ""),
                ("guest", "shared", "anna", ""),
                ("guest", "own", "bert", ""),
                ("guest", "own", "", "carl"),
            ]
            assert saved.table.undo_asked == "[0, 1, [3]]"

    asyncio.run(story())


def test_a_match_that_began_without_dice_says_so_from_now_on(path: Path) -> None:
    old_file(path, 14)
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("update tables set protocol = 2")
    for table, code in ((3, "DRAWN"), (4, "NONE")):
        connection.execute(
            "insert into tables (id, code, game, version, options, undo, hints, secret, nonce, opener, phase, created,"
            f" protocol) values ({table}, '{code}', 'pebbles', 1, '{{}}', 'free', 1, x'00', '', 'anna', 'over', 1, 2)"
        )
    connection.execute("insert into sheets values (1, 1, '{}')")
    connection.execute("insert into sheets values (3, 1, '{}')")
    connection.close()

    async def story() -> None:
        async with opened_file(path) as store:
            for code, protocol in {"OLD": 2, "WAITS": 2, "DRAWN": 2, "NONE": 0}.items():
                saved = await store.load(code)
                assert saved is not None
                assert saved.table.protocol == protocol, code

    asyncio.run(story())


def test_a_file_made_step_by_step_is_the_same_as_a_new_one(tmp_path: Path) -> None:
    def shape(path: Path) -> list[tuple[str, str]]:
        connection = sqlite3.connect(path)
        found = connection.execute("select name, sql from sqlite_master where sql is not null order by name").fetchall()
        connection.close()
        return found

    old_file(tmp_path / "old", 1)
    for name in ("old", "new"):
        asyncio.run(SQLiteStore(tmp_path / name).close())
    assert shape(tmp_path / "old") == shape(tmp_path / "new")


def test_a_file_of_a_newer_version_is_refused_in_words_and_not_touched(path: Path) -> None:
    asyncio.run(SQLiteStore(path).close())
    connection = sqlite3.connect(path)
    connection.execute(f"pragma user_version = {schema.VERSION + 1}")
    connection.close()
    before = path.read_bytes()
    with pytest.raises(BadStore, match="newer Asterism"):
        SQLiteStore(path)
    assert path.read_bytes() == before


def test_a_foreign_database_is_refused(path: Path) -> None:
    connection = sqlite3.connect(path)
    connection.execute("create table recipes (name text)")
    connection.commit()
    connection.close()
    with pytest.raises(BadStore, match="not a store of Asterism"):
        SQLiteStore(path)


def test_a_file_that_is_no_database_is_refused(path: Path) -> None:
    path.write_text("Once upon a time there was a text file that was longer than a header. " * 20)
    with pytest.raises(BadStore, match=r"tables\.sqlite"):
        SQLiteStore(path)


def test_a_step_that_fails_leaves_the_old_file_as_it_was(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    old_file(path, 1)
    monkeypatch.setattr(schema, "STEPS", [schema.STEPS[0], "create table results (x); create table results (x);"])
    with pytest.raises(BadStore, match="nothing was changed"):
        SQLiteStore(path)
    connection = sqlite3.connect(path)
    assert connection.execute("pragma user_version").fetchone() == (1,)
    assert connection.execute("select count(*) from sqlite_master where name = 'results'").fetchone() == (0,)
    connection.close()
