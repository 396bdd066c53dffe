"""What is of PostgreSQL alone: it may go away at any moment, and it may not be as we need it."""

from __future__ import annotations

import asyncio
import secrets
import subprocess
import sys
import threading
from collections.abc import Awaitable, Callable, Iterator
from contextlib import closing
from typing import Any

import psycopg
import pytest

from asterism.store import (
    BadStore,
    Conflict,
    Consequences,
    Lease,
    StoreFailed,
    Unknown,
    check_store,
    open_store,
    postgres_link,
    postgres_schema,
    queries,
)
from asterism.store.postgres import PULSE_SECONDS, READERS, PostgresStore
from asterism.store.postgres_link import Link
from asterism.store.postgres_writer import Writer
from asterism.store.readings import UNTOUCHED

from ..engines import Postgres
from .conftest import TWO, opened_database, table_row


@pytest.fixture
def own() -> Iterator[Postgres]:
    """A server that a test may kill. What is committed there is on the disk."""
    server = Postgres(durable=True).start()
    yield server
    server.stop()


def test_no_acknowledged_write_is_lost_and_none_is_there_twice_when_the_server_is_killed(own: Postgres) -> None:
    """Twice in the middle of many writes; whoever writes goes on as soon as the server is there again."""
    acknowledged: dict[int, list[int]] = {}
    kills = 2

    async def keep_writing(store: PostgresStore, id: int, over: asyncio.Event) -> None:
        """As a server does: what failed is tried again, and where it is not known what became of it, it is read."""
        ply, known = 0, True
        while not over.is_set() or not known:
            try:
                if known:
                    action = secrets.randbelow(1000)
                    await store.append(id, ply, [action], Consequences(timing=f"[{ply}]" if id % 2 else ""))
                    acknowledged[id].append(action)
                else:
                    saved = await store.load(f"T{id}")
                    assert saved is not None
                    assert saved.actions[:ply] == acknowledged[id]
                    acknowledged[id], known = saved.actions, True
                ply = len(acknowledged[id])
            except Conflict:
                raise AssertionError("nobody else writes here, and what may be stored is not tried again") from None
            except StoreFailed as problem:
                known = known and not isinstance(problem, Unknown)
                await asyncio.sleep(0.02)

    async def more(writers: list[asyncio.Task[None]]) -> None:
        before = sum(map(len, acknowledged.values()))
        while sum(map(len, acknowledged.values())) < before + 200:
            await asyncio.sleep(0.01)
            for writer in writers:
                if writer.done():
                    writer.result()

    async def story() -> None:
        async with opened_database(own.url) as store:
            first = await store.open_table(table_row("first"), TWO)
            ids = [await store.open_table(table_row(f"T{first + 1 + n}"), TWO) for n in range(20)]
            acknowledged.update({id: [] for id in ids})
            over = asyncio.Event()
            writers = [asyncio.create_task(keep_writing(store, id, over)) for id in ids]
            for _ in range(kills):
                await more(writers)
                await asyncio.to_thread(own.kill)
                await asyncio.sleep(0.1)
                await asyncio.to_thread(own.start)
            await more(writers)
            over.set()
            await asyncio.gather(*writers)
            for id in ids:
                saved = await store.load(f"T{id}")
                assert saved is not None
                assert saved.actions == acknowledged[id]

    asyncio.run(story())


def test_while_the_server_is_away_every_write_and_question_says_so_and_then_it_goes_on(
    own: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("asterism.store.postgres.SETTLE_SECONDS", 0.2)

    async def story() -> None:
        async with opened_database(own.url) as store:
            id = await store.open_table(table_row(), TWO)
            assert await store.load("AAAAAA")
            own.kill()
            for _ in range(2):
                with pytest.raises(StoreFailed, match="cannot be reached"):
                    await store.append(id, 0, [1])
            with pytest.raises(StoreFailed, match="cannot be reached"):
                await store.load("AAAAAA")
            with pytest.raises(StoreFailed, match="cannot be reached"):
                await store.pulse()
            own.start()
            await store.append(id, 0, [2])
            saved = await store.load("AAAAAA")
            assert saved is not None
            assert saved.actions == [2]

    asyncio.run(story())


def test_while_the_server_is_away_many_who_ask_are_told_at_once_and_nobody_is_told_where_it_is(
    own: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    tries: list[str] = []

    def connect(url: str, **more: Any) -> Any:
        tries.append(url)
        return psycopg.Connection.connect(url, **more)

    monkeypatch.setattr("asterism.store.postgres.SETTLE_SECONDS", 0.2)
    monkeypatch.setattr("asterism.store.postgres.NO_USE_SECONDS", 60.0)

    async def story() -> None:
        async with opened_database(own.url) as store:
            id = await store.open_table(table_row(), TWO)
            own.kill()
            with pytest.raises(StoreFailed) as refused:
                await store.append(id, 0, [1])
            monkeypatch.setattr(postgres_link.psycopg, "connect", connect)
            asked = await asyncio.gather(*(store.load(f"T{n}") for n in range(50)), return_exceptions=True)
            assert len(tries) <= READERS, "the others heard what those had found"
            for told in (refused.value, *asked):
                assert isinstance(told, StoreFailed)
                assert "cannot be reached" in str(told)
                assert str(own.folder) not in str(told)
                assert str(own.folder) in told.log
            own.start()
            await store.append(id, 0, [2])
            assert await store.load("AAAAAA"), "whoever reads hears that it is back"

    asyncio.run(story())


def test_a_server_that_hangs_is_given_up_and_what_is_not_known_is_said(
    own: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is frozen, so no connection breaks. What was under way then may still be written when it wakes up."""
    monkeypatch.setattr("asterism.store.postgres.SETTLE_SECONDS", 0.2)
    monkeypatch.setattr("asterism.store.postgres.ANSWER_SECONDS", 1.0)
    monkeypatch.setattr("asterism.store.postgres_writer.WRITE_SECONDS", 1.0)
    monkeypatch.setitem(postgres_link.PATIENCE, "connect_timeout", 2)

    async def story() -> None:
        async with opened_database(own.url) as store:
            id = await store.open_table(table_row(), TWO)
            assert await store.load("AAAAAA")
            own.freeze()
            try:
                with pytest.raises(Unknown, match="not known"):
                    await store.append(id, 0, [1])
                with pytest.raises(StoreFailed, match="cannot be reached") as known:
                    await store.append(id, 0, [2])
                assert not isinstance(known.value, Unknown), "it was never sent"
                tried: list[str] = []
                with monkeypatch.context() as counting:
                    counting.setattr("asterism.store.postgres.Link", lambda *what, **named: tried.append("again"))
                    with pytest.raises(StoreFailed, match="does not answer"):
                        await store.load("AAAAAA")
                assert tried == [], "who reads does not wait for it a second time"
            finally:
                own.thaw()
            await store.pulse()  # by now it is either written, or cannot be any more
            saved = await store.load("AAAAAA")
            assert saved is not None
            assert saved.actions in ([], [1])
            await store.append(id, len(saved.actions), [3])

    asyncio.run(story())


def test_when_nobody_was_there_or_could_write_is_kept(own: Postgres, monkeypatch: pytest.MonkeyPatch) -> None:
    """Time passes in the database, which keeps when the last pulse was: however slow the machine is, none is late."""
    monkeypatch.setattr("asterism.store.postgres.BREAK_SECONDS", 1_500.0)

    def pass_by(seconds: float) -> None:
        with psycopg.connect(own.url, autocommit=True) as connection:
            connection.execute("update asterism set seen = seen - %s", (seconds,))

    async def story() -> None:
        async with opened_database(own.url) as store:
            first = await store.pulse()
            assert len(first.breaks) == 1, "before the first nobody was there"
            for _ in range(3):
                pass_by(1_000.0)
                before = await store.pulse()
                assert before.breaks == first.breaks
        pass_by(2_000.0)
        async with opened_database(own.url) as one, opened_database(own.url) as other:
            found = await asyncio.gather(one.pulse(), other.pulse())
            ((began, ended),) = found[0].breaks[1:]
            assert found[1].breaks == found[0].breaks, "one is noted, whoever comes first"
            assert began == pytest.approx(before.now - 2_000.0, abs=PULSE_SECONDS)
            assert ended >= began + 2_000.0

    asyncio.run(story())


def test_where_the_clock_of_its_machine_is_set_back_time_goes_on_from_where_it_was(own: Postgres) -> None:
    async def story() -> None:
        async with opened_database(own.url) as store:
            before = await store.pulse()
            own.sql("update asterism set ahead = ahead - 3600")  # as if the machine said so much less
            after = [await store.pulse() for _ in range(3)]
            assert all(0 <= one.now - before.now < 60 for one in after)
            assert after[0].now < after[1].now < after[2].now, "it goes on"
            assert after[-1].breaks == before.breaks
            own.sql("update asterism set ahead = ahead + 3600")
            ahead = await store.pulse()
            ((began, ended),) = ahead.breaks[len(before.breaks) :]
            assert abs(began - after[-1].now) < 60
            assert ended - began > 3500, "set ahead: so long nobody was there"

    asyncio.run(story())


@pytest.mark.parametrize("plain", [True, False])
@pytest.mark.parametrize("lands", [True, False])
def test_a_commit_whose_answer_was_lost_is_looked_up(
    database: str, monkeypatch: pytest.MonkeyPatch, plain: bool, lands: bool
) -> None:
    """The connection breaks just before the commit, or just after it."""
    sent = Writer.transact
    broken: list[str] = []

    def transact(writer: Writer, *batch: object) -> list[object]:
        if broken or not writer.batch:
            return sent(writer, *batch)  # type: ignore[arg-type]
        broken.append(writer.name)
        if lands:
            sent(writer, *batch)  # type: ignore[arg-type]
        else:
            writer.batch += 1
            writer.outcomes = ["never"]
        writer.link.raw.close()
        raise psycopg.OperationalError("server closed the connection unexpectedly")

    async def story() -> None:
        async with opened_database(database) as store:
            id = await store.open_table(table_row(), TWO)
            monkeypatch.setattr(Writer, "transact", transact)
            await store.append(id, 0, [5], Consequences(timing="" if plain else "[1]"))
            assert broken
            saved = await store.load("AAAAAA")
            assert saved is not None
            assert saved.actions == [5]
            assert await store.open_table(table_row("NEXT"), TWO) > id

    asyncio.run(story())


@pytest.fixture
def statements(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """All that is sent to PostgreSQL from now on."""
    sent: list[str] = []
    execute = Link.execute

    def note(link: Link, sql: str, parameters: object = (), /) -> object:
        sent.append(sql)
        return execute(link, sql, parameters)

    monkeypatch.setattr(Link, "execute", note)
    return sent


def test_a_move_by_what_is_known_and_by_a_lease_is_one_statement(database: str, statements: list[str]) -> None:
    async def story() -> None:
        async with opened_database(database) as store:
            id = await store.open_table(table_row(), TWO)
            lease = ("me", await store.take_lease(id, "me", 60))
            statements.clear()
            assert await store.append(id, 0, [1, 2], revision=0, lease=lease) == 2
            assert len(statements) == 1, statements

    asyncio.run(story())


@pytest.mark.parametrize("timing", ["", "[1]"], ids=["moves alone", "with clocks"])
def test_who_goes_by_something_old_is_told_so_and_the_others_of_the_batch_are_committed_at_once(
    database: str, statements: list[str], timing: str
) -> None:
    async def story() -> None:
        async with opened_database(database) as store:
            ids = [await store.open_table(table_row(f"T{n}"), TWO) for n in range(100)]
            await store.ask_undo(ids[40], "[1]")
            await store.append(ids[50], 0, [7])
            late = ("late", await store.take_lease(ids[60], "late", -1))
            await store.take_lease(ids[60], "quick", 60)
            statements.clear()
            outcomes = await asyncio.gather(
                *(
                    store.append(id, 0, [n], Consequences(timing=timing), 0, lease=late if n == 60 else None)
                    for n, id in enumerate(ids)
                    if n != 50 or not timing  # there the key of the actions says so, and the batch is taken apart
                ),
                return_exceptions=True,
            )
            refused = [str(outcome) for outcome in outcomes if isinstance(outcome, Conflict)]
            assert len(refused) == (2 if timing else 3), refused
            assert {outcome for outcome in outcomes if not isinstance(outcome, Conflict)} == {1}
            assert len([sql for sql in statements if "timing" not in sql]) <= 2 * 6, "two batches"
            for n in (0, 39, 41, 60, 99):
                saved = await store.load(f"T{n}")
                assert saved is not None
                assert saved.actions == ([] if n == 60 else [n])

    asyncio.run(story())


def test_a_bad_write_among_many_others_costs_a_few_transactions(database: str, statements: list[str]) -> None:
    async def story() -> None:
        async with opened_database(database) as store:
            ids = [await store.open_table(table_row(f"T{n}"), TWO) for n in range(60)]
            await store.ask_undo(ids[40], "[1]")
            statements.clear()
            outcomes = await asyncio.gather(
                *(store.ask_undo(id, "[2]", revision=0) for id in ids), return_exceptions=True
            )
            assert [n for n, outcome in enumerate(outcomes) if outcome != 1] == [40]
            assert statements.count("begin") <= 5, "the first, all, those before, the bad one, those behind"

    asyncio.run(story())


def test_where_the_answer_was_lost_who_was_refused_is_still_told(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent = Writer._move
    broken: list[str] = []

    def move(writer: Writer, *batch: object) -> list[object]:
        found = sent(writer, *batch)  # type: ignore[arg-type]
        if not broken:
            broken.append(writer.name)
            writer.outcomes = None
            writer.link.raw.close()
            raise psycopg.OperationalError("server closed the connection unexpectedly")
        return found

    async def story() -> None:
        async with opened_database(database) as store:
            ids = [await store.open_table(table_row(f"T{n}"), TWO) for n in range(3)]
            await store.append(ids[1], 0, [9])
            monkeypatch.setattr(Writer, "_move", move)
            pulse = asyncio.create_task(store.pulse())  # so that the others are one batch
            outcomes = await asyncio.gather(
                pulse, *(store.append(id, 0, [n], revision=0) for n, id in enumerate(ids)), return_exceptions=True
            )
            assert broken
            assert [type(outcome) for outcome in outcomes[1:]] == [int, Conflict, int]

    asyncio.run(story())


def test_connections_that_are_cut_are_made_anew_and_nobody_notices(postgres: Postgres, database: str) -> None:
    async def story() -> None:
        async with opened_database(database) as store:
            id = await store.open_table(table_row(), TWO)
            for ply in range(4):
                assert await store.load("AAAAAA")
                postgres.sql(
                    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'asterism'"
                )
                await store.append(id, ply, [ply], Consequences(timing="[1]" if ply % 2 else ""))
            saved = await store.load("AAAAAA")
            assert saved is not None
            assert saved.actions == [0, 1, 2, 3]

    asyncio.run(story())


def test_what_a_lost_connection_has_still_on_its_way_writes_nothing(database: str) -> None:
    async def story() -> None:
        async with opened_database(database) as store:
            id = await store.open_table(table_row(), TWO)
            late, next_one = Writer(database), Writer(database)
            late.batch = 1
            assert next_one.became_of(late) is False
            late.batch = 0
            late.link.execute("begin")
            assert late.link.execute("update writers set batch = 1 where writer = ?", (late.name,)).rowcount == 0
            late.link.close()
            next_one.close()
            await store.append(id, 0, [1])

    asyncio.run(story())


def test_a_process_that_freezes_in_the_middle_of_a_write_does_not_stop_the_others(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("asterism.store.postgres_link.SETTINGS", "set idle_in_transaction_session_timeout = '200ms'")

    async def story() -> None:
        async with opened_database(database) as store:
            id = await store.open_table(table_row(), TWO)
            frozen = Writer(database)
            frozen.link.execute("begin")
            queries.touch(frozen.link, id, None)  # and then nothing more
            await store.ask_undo(id, "[1]")
            with pytest.raises(psycopg.Error):
                frozen.link.execute("commit")
            assert frozen.link.lost

    asyncio.run(story())


Begin = Callable[[PostgresStore, int, Lease], list[Awaitable[object]]]
LEASED: dict[str, Begin] = {
    "moves": lambda store, id, lease: [store.append(id, 0, [1], revision=0, lease=lease)],
    "a move by the clock": lambda store, id, lease: [
        store.append(id, 0, [1], Consequences(timing="[]"), revision=0, lease=lease)
    ],
    "a bot that stands in": lambda store, id, lease: [
        store.stand_in(id, {}, Consequences(events=(0, ())), revision=0, lease=lease)
    ],
    "a lease, and a change": lambda store, id, lease: [store.take_lease(id, "me", 9), store.set_timing(id, "[]")],
}


@pytest.mark.parametrize("what", LEASED)
def test_who_waits_for_a_table_holds_no_lease_meanwhile(what: str, database: str) -> None:
    """All take them in this order, so that no two processes wait for each other."""

    async def story() -> None:
        async with opened_database(database) as store:
            id = await store.open_table(table_row(), TWO)
            lease = "me", await store.take_lease(id, "me", 60.0)
            with closing(psycopg.connect(database)) as other:
                other.execute("select 1 from tables for no key update")
                writing = asyncio.gather(*LEASED[what](store, id, lease))
                mine = "select 1 from pg_locks where not granted and %s = any(pg_blocking_pids(pid))"
                while not other.execute(mine, (other.info.backend_pid,)).fetchone():
                    await asyncio.sleep(0.01)
                other.execute("select 1 from leases for update nowait")
                other.rollback()
            await writing

    asyncio.run(story())


def test_many_processes_make_the_store_at_once(database: str) -> None:
    problems: list[BaseException] = []

    def start() -> None:
        try:
            check_store(database)
        except BaseException as problem:
            problems.append(problem)

    threads = [threading.Thread(target=start) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert problems == []


def test_both_stores_have_the_same_columns(database: str, postgres: Postgres) -> None:
    import sqlite3

    from asterism.store import schema

    check_store(database)
    name = database.rpartition("%3D")[2]
    found = postgres.sql(
        "select table_name, column_name from information_schema.columns"
        f" where table_schema = '{name}' and table_name not in ('asterism', 'writers')"
    )
    here = {tuple(line.split("|")) for line in found.split()}
    file = sqlite3.connect(":memory:")
    file.executescript("".join(schema.STEPS))
    there = file.execute(
        "select part.name, info.name from sqlite_master part join pragma_table_info(part.name) info"
        " where part.type = 'table' and part.name != 'pulse'"
    )
    assert here == set(there.fetchall())
    file.close()


def test_a_store_of_an_older_version_is_brought_up_to_date_and_keeps_its_tables(
    postgres: Postgres, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for version in range(1, postgres_schema.VERSION):
        name = database.rpartition("%3D")[2]
        with monkeypatch.context() as older:
            older.setattr(postgres_schema, "STEPS", postgres_schema.STEPS[:version])
            older.setattr(postgres_schema, "VERSION", version)
            check_store(database)
        postgres.sql(
            f"insert into {name}.tables"
            " (code, game, version, options, undo, hints, secret, nonce, opener, phase, created)"
            " values ('OLD', 'pebbles', 1, '{}', 'free', 1, '', 'n', 'anna', 'playing', 1700000000)"
        )
        postgres.sql(f"insert into {name}.actions values (1, 0, 5, 1700000001)")

        async def story() -> None:
            async with opened_database(database) as store:
                saved = await store.load("OLD")
                assert saved is not None
                assert (saved.actions, saved.table.title) == ([5], "")
                await store.append(1, 1, [6])

        asyncio.run(story())
        assert postgres.sql(f"select schema from {name}.asterism").strip() == str(postgres_schema.VERSION)
        postgres.sql(f"drop schema {name} cascade; create schema {name}")


def opening(url: str) -> str:
    """The words in which a store is refused."""
    with pytest.raises(BadStore) as refused:
        check_store(url)
    assert "hunter2" not in str(refused.value), "a password is never told"
    assert "\n" not in str(refused.value)
    return str(refused.value)


def test_faults_are_told_in_plain_words(postgres: Postgres, database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    where = f"host={postgres.folder}"
    assert "cannot be reached" in opening("postgresql://asterism:hunter2@127.0.0.1:9/asterism")
    assert "cannot be reached" in opening("postgresql://asterism:hunter2@no-such-host.invalid/asterism")
    assert "is not there" in opening(f"postgresql://asterism:hunter2@/nowhere?{where}")
    assert "refuses this user" in opening(f"postgresql://nobody_we_know:hunter2@/postgres?{where}")
    assert "not an address" in opening("postgresql://asterism:hunter2%zz@host/x")
    assert "named by an address" in opening("mysql://asterism:hunter2@host/x")
    postgres.sql("create role guest login")
    assert "make tables" in opening(f"postgresql://guest:hunter2@/postgres?{where}")
    check_store(database)
    monkeypatch.setattr(postgres_schema, "OLDEST", 99)
    assert "needs 99 or newer" in opening(database)


@pytest.mark.parametrize("password", ["hun/ter2", "hun@ter2", "h:un/ter2", "hun/ter2@", "4/hunter2", "hu?n/ter2"])
def test_a_password_that_is_not_written_as_in_an_address_is_not_told_as_a_host(password: str) -> None:
    told = opening(f"postgresql://asterism:{password}@127.0.0.1:9/asterism")
    assert "ter2" not in told
    assert "hun" not in told
    assert "/ %2F" in told, "how it is written"


def test_a_password_written_as_in_an_address_is_understood() -> None:
    assert "cannot be reached" in opening("postgresql://asterism:hun%40t%2Fer2@127.0.0.1:9/asterism")


def test_a_connection_that_cannot_be_set_up_is_closed(postgres: Postgres, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(postgres_link, "SETTINGS", "set no_such_setting = on")
    mine = f"{postgres.url}&application_name=set_up"
    with pytest.raises(BadStore) as refused:
        Link(mine, writes=False)
    count = "select count(*) from pg_stat_activity where application_name = 'set_up'"
    assert refused.traceback, "it holds whatever is still open"
    assert postgres.sql(count).strip() == "0"


def test_a_store_of_a_newer_asterism_and_a_database_of_another_program_are_left_alone(
    postgres: Postgres, database: str
) -> None:
    name = database.rpartition("%3D")[2]
    postgres.sql(f"create table {name}.tables (legs integer)")
    assert "another program" in opening(database)
    postgres.sql(f"drop table {name}.tables")
    check_store(database)
    postgres.sql(f"update {name}.asterism set schema = 99")
    assert "newer Asterism" in opening(database)


def test_a_full_disk_and_missing_rights_are_refusals_in_words(postgres: Postgres, database: str) -> None:
    name = database.rpartition("%3D")[2]

    async def story() -> None:
        async with opened_database(database) as store:
            id = await store.open_table(table_row(), TWO)
            raising = "begin raise exception 'could not extend file' using errcode = 'disk_full'; end"
            postgres.sql(f"create function {name}.full_disk() returns trigger language plpgsql as $${raising}$$")
            fires = f"before insert on {name}.actions for each row execute function {name}.full_disk()"
            postgres.sql(f"create trigger full_disk {fires}")
            with pytest.raises(StoreFailed, match="disk of PostgreSQL is full"):
                await store.append(id, 0, [1])
            postgres.sql(f"drop trigger full_disk on {name}.actions")
            await store.append(id, 0, [1])

    asyncio.run(story())


def test_who_tidies_looks_only_at_old_tables_by_their_index(database: str) -> None:
    async def story() -> None:
        async with opened_database(database) as store:
            old, young = [await store.open_table(table_row(code), TWO) for code in ("OLD", "YOUNG")]
            moved = await store.open_table(table_row("MOVED"), TWO, [1])
            with closing(psycopg.connect(database, autocommit=True)) as other:
                other.execute("update tables set created = 5 where id = any(%s)", ([old, moved],))
                assert [one.id for one in await store.untouched(9, 9)] == [old]
                assert {one.id for one in await store.untouched(1 << 40, 9)} == {old, young, moved}
                other.execute("set enable_seqscan = off")
                statement = postgres_link.translated(UNTOUCHED)
                plan = other.execute(f"explain {statement}", {"since": 9, "limit": 9}).fetchall()
                assert "tables_by_age" in str(plan)

    asyncio.run(story())


def test_without_the_driver_one_line_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("asterism.store.choose.find_spec", lambda name: None)
    assert "pip install 'asterism[cluster]'" in opening("postgresql://host/x")


def test_who_plays_at_home_never_loads_a_driver() -> None:
    script = (
        "import sys, asterism.server.http.app, asterism.terminal.host; print({'psycopg', 'redis'} & {*sys.modules})"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"


def test_an_address_opens_the_same_store_each_time(database: str) -> None:
    async def story() -> None:
        store = open_store(database)
        await store.open_table(table_row(), TWO)
        await store.close()
        async with opened_database(database) as again:
            assert await again.load("AAAAAA")

    asyncio.run(story())
