"""Every statement of the SQLite store, each a function of a connection. A guard that fails raises Conflict."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Mapping, Sequence
from typing import Any

from .interface import Best, Conflict, EventRow, Events, LessonRow, ResultRow, Saved, SeatRow, TableRow, Untouched

TABLE = (
    "id, code, game, version, options, edition, undo, hints, patience, clock, timing, secret, protocol, nonce, draw, "
    "opener, opened_with, phase, undo_asked, rematch, created"
)
SEAT = "holder, device, name, level, guest, nonce, lock, without, kept, star, stand_in, away"
EVENT = "ply, at, what, seat, by, level"


def values(count: int) -> str:
    """The columns of rows given as JSON, so that one statement writes them all.

    With `executemany` each row would take Python's lock back, and a busy server makes it wait for that."""
    return ", ".join(f"value ->> {i}" for i in range(count))


def insert_table(connection: sqlite3.Connection, table: TableRow, seats: Sequence[SeatRow], at: int) -> int:
    if table.edition:
        connection.execute("insert into editions values (?, ?) on conflict do nothing", (table.edition, table.numbers))
    names = TABLE.split(", ")[1:-1]
    id = connection.execute(
        f"insert into tables ({TABLE}) values (null, {'?, ' * len(names)} ?)",
        (*(getattr(table, name) for name in names), at),
    ).lastrowid
    assert id is not None
    insert_seats(connection, id, seats)
    return id


def insert_seats(connection: sqlite3.Connection, table: int, seats: Sequence[SeatRow]) -> None:
    names = SEAT.split(", ")
    rows = [(seat, *(getattr(s, name) for name in names)) for seat, s in enumerate(seats)]
    connection.execute(
        f'insert into seats ("table", seat, {SEAT}) select ?, {values(1 + len(names))} from json_each(?)',
        (table, json.dumps(rows)),
    )


def replace_seats(
    connection: sqlite3.Connection, table: int, before: Sequence[SeatRow], after: Sequence[SeatRow]
) -> None:
    phase = connection.execute("select phase from tables where id = ?", (table,)).fetchone()
    found = connection.execute('select holder, guest, kept from seats where "table" = ? order by seat', (table,))
    if phase != ("lobby",) or found.fetchall() != [(row.holder, row.guest, row.kept) for row in before]:
        raise Conflict("the seats are not as they were")
    connection.execute('delete from seats where "table" = ?', (table,))
    insert_seats(connection, table, after)


def close_table(connection: sqlite3.Connection, table: int) -> None:
    one(
        connection.execute(
            "update tables set phase = 'closed' where id = ? and phase in ('lobby', 'drawing')", (table,)
        ),
        "the match has begun, or the table was closed already",
    )
    connection.execute('update seats set live = 0 where "table" = ?', (table,))


ActionRow = tuple[int, int, int, int, int]  # table, ply, action, at, began


def insert_actions(connection: sqlite3.Connection, rows: Sequence[ActionRow]) -> None:
    if rows:
        connection.execute(
            f'insert into actions ("table", ply, action, at, began) select {values(5)} from json_each(?)',
            (json.dumps(rows),),
        )


def one(cursor: sqlite3.Cursor, otherwise: str) -> None:
    """The guard of an update: it must have found its row as it was expected to be."""
    if cursor.rowcount != 1:
        raise Conflict(otherwise)


def link_rematch(connection: sqlite3.Connection, table: int, code: str) -> None:
    one(
        connection.execute("update tables set rematch = ? where id = ? and rematch = ''", (code, table)),
        "this table has a rematch already",
    )


def fill_seat(connection: sqlite3.Connection, table: int, seat: int, row: SeatRow) -> None:
    one(
        connection.execute(
            "update seats set device = ?, name = ?, guest = ?, lock = ?, without = 0, kept = ''"
            " where \"table\" = ? and seat = ? and guest = '' and holder = 'guest' and kept in ('', ?)"
            " and (select phase from tables where id = \"table\") = 'lobby'",
            (row.device, row.name, row.guest, row.lock, table, seat, row.guest),
        ),
        "this seat is not free",
    )


def empty_seat(connection: sqlite3.Connection, table: int, seat: int, guest: str, row: SeatRow) -> None:
    one(
        connection.execute(
            "update seats set device = ?, name = ?, guest = '', lock = '', without = 0, kept = ''"
            ' where "table" = ? and seat = ? and guest = ?'
            " and (select phase from tables where id = \"table\") in ('lobby', 'drawing')",
            (row.device, row.name, table, seat, guest),
        ),
        "this seat cannot be given up",
    )
    voided = connection.execute(
        "update tables set phase = 'lobby', draw = 0 where id = ? and phase = 'drawing'", (table,)
    )
    if voided.rowcount:
        connection.execute("update seats set lock = '' where \"table\" = ?", (table,))


def begin(connection: sqlite3.Connection, table: int, phase: str = "lobby") -> None:
    one(
        connection.execute("update tables set phase = 'playing' where id = ? and phase = ?", (table, phase)),
        "the match has begun already",
    )


def lock(connection: sqlite3.Connection, table: int, guest: str, lock: str) -> None:
    changed = connection.execute(
        'update seats set lock = ?, without = 0 where "table" = ? and guest = ?'
        " and (select phase from tables where id = \"table\") = 'lobby'",
        (lock, table, guest),
    )
    if changed.rowcount < 1:
        raise Conflict("the dice are drawn already")


def insert_sheet(connection: sqlite3.Connection, table: int, draw: int, sheet: str) -> None:
    """A sheet is written once under its number, however many processes make one."""
    connection.execute("insert into sheets values (?, ?, ?)", (table, draw, sheet))


def draw(connection: sqlite3.Connection, table: int, number: int, sheet: str) -> None:
    insert_sheet(connection, table, number, sheet)
    one(
        connection.execute(
            "update tables set phase = 'drawing', draw = ? where id = ? and phase = 'lobby'", (number, table)
        ),
        "the dice are drawn already",
    )


def reveal(connection: sqlite3.Connection, table: int, draw: int, place: int, nonce: str, shown: int) -> None:
    holds = connection.execute("select draw, phase from tables where id = ?", (table,)).fetchone()
    if holds != (draw, "drawing"):
        raise Conflict("this draw does not hold")
    here = connection.execute('select count(*) from nonces where "table" = ? and draw = ?', (table, draw)).fetchone()
    if here[0] != shown:
        raise Conflict("others have shown their numbers meanwhile")
    connection.execute("insert into nonces values (?, ?, ?, ?)", (table, draw, place, nonce))


def void(connection: sqlite3.Connection, table: int, draw: int, without: Sequence[int]) -> None:
    one(
        connection.execute(
            "update tables set phase = 'lobby', draw = 0 where id = ? and draw = ? and phase = 'drawing'", (table, draw)
        ),
        "this draw does not hold",
    )
    connection.execute(
        "update seats set lock = '', without = seat in (select value from json_each(?)) where \"table\" = ?",
        (json.dumps(list(without)), table),
    )


def end(connection: sqlite3.Connection, table: int, at: int, results: Sequence[ResultRow]) -> None:
    one(
        connection.execute(
            "update tables set phase = 'over', ended = ?, undo_asked = '' where id = ? and phase != 'over'", (at, table)
        ),
        "the match is over already",
    )
    connection.execute('update seats set live = 0 where "table" = ?', (table,))
    columns = "seat, share, score, won, name, guest, bot, counts"
    connection.execute(
        f'insert into results ("table", game, seats, ended, {columns})'
        f" select t.id, t.game, :seats, t.ended, {values(8)} from tables t, json_each(:rows) where t.id = :table",
        {
            "table": table,
            "seats": len(results),
            "rows": json.dumps([(r.seat, r.share, r.score, r.won, r.name, r.guest, r.bot, r.counts) for r in results]),
        },
    )

    connection.execute(
        "insert into tallies (guest, game, played, won, mixed)"
        " select guest, game, 1 - :mixed, won * (1 - :mixed), :mixed from results"
        " where \"table\" = :table and guest != '' and seats > 1"
        " on conflict (guest, game) do update"
        " set played = played + excluded.played, won = won + excluded.won, mixed = mixed + excluded.mixed",
        {"table": table, "mixed": any(result.mixed for result in results)},
    )


def insert_events(connection: sqlite3.Connection, table: int, events: Events) -> None:
    """What happened, each once under its number; and nothing is written that comes before something unknown."""
    number, happened = events
    there = connection.execute('select count(*) from events where "table" = ?', (table,)).fetchone()
    if there[0] != number:
        raise Conflict("something else happened first")
    rows = [(table, number + i, *(getattr(e, name) for name in EVENT.split(", "))) for i, e in enumerate(happened)]
    connection.execute(
        f'insert into events ("table", number, {EVENT}) select {values(8)} from json_each(?)', (json.dumps(rows),)
    )


def stand_in(connection: sqlite3.Connection, table: int, levels: Mapping[int, str]) -> None:
    one(
        connection.execute("update tables set undo_asked = '' where id = ? and phase = 'playing'", (table,)),
        "the match does not go on",
    )
    connection.execute(
        "update seats set stand_in = given.value from json_each(?) as given"
        ' where "table" = ? and seat = cast(given.key as integer)',
        (json.dumps(levels), table),
    )


def note_timing(connection: sqlite3.Connection, table: int, timing: str) -> None:
    connection.execute("update tables set timing = ? where id = ?", (timing, table))


def note_away(connection: sqlite3.Connection, table: int, since: Mapping[str, int]) -> None:
    connection.execute(
        'update seats set away = given.value from json_each(?) as given where "table" = ? and guest = given.key',
        (json.dumps(since), table),
    )


def ask_undo(connection: sqlite3.Connection, table: int, undo_asked: str) -> None:
    changed = connection.execute("update tables set undo_asked = ? where id = ?", (undo_asked, table))
    one(changed, "there is no such table")


def list_table(connection: sqlite3.Connection, table: int, listed: bool) -> None:
    if listed:
        connection.execute("insert into listed values (?) on conflict do nothing", (table,))
    else:
        connection.execute('delete from listed where "table" = ?', (table,))


def save_lesson(connection: sqlite3.Connection, lesson: LessonRow) -> None:
    row = (lesson.code, lesson.mark, lesson.opener, lesson.content, lesson.created)
    connection.execute(
        "insert or replace into lessons (code, mark, opener, content, created) values (?, ?, ?, ?, ?)", row
    )


def lessons(connection: sqlite3.Connection, since: int) -> list[LessonRow]:
    found = connection.execute(
        "select code, mark, opener, content, created from lessons where created >= ? order by created", (since,)
    )
    return [LessonRow(code=c, mark=m, opener=o, content=text, created=at) for c, m, o, text, at in found]


def name_guest(connection: sqlite3.Connection, guest: str, name: str) -> None:
    connection.execute(
        "insert into guests (guest, name) values (?, ?) on conflict (guest) do update set name = excluded.name",
        (guest, name),
    )


def guest_name(connection: sqlite3.Connection, guest: str) -> str | None:
    row = connection.execute("select name from guests where guest = ?", (guest,)).fetchone()
    return str(row[0]) if row else None


def opened(connection: sqlite3.Connection, opener: str, lock: str) -> str:
    row = connection.execute(
        "select code from tables where opener = ? and opened_with = ? and opened_with != ''", (opener, lock)
    ).fetchone()
    return str(row[0]) if row else ""


def load(connection: sqlite3.Connection, code: str) -> Saved | None:
    connection.execute("begin")  # one moment for all of it
    try:
        found = connection.execute(f"select {TABLE} from tables where code = ?", (code,)).fetchone()
        if found is None:
            return None
        names = TABLE.split(", ")
        numbers = connection.execute("select numbers from editions where digest = ?", (found[names.index("edition")],))
        more = {"hints": bool(found[names.index("hints")]), "numbers": (numbers.fetchone() or [""])[0]}
        table = TableRow(**{**dict(zip(names, found, strict=True)), **more})
        seats = connection.execute(f'select {SEAT} from seats where "table" = ? order by seat', (table.id,)).fetchall()
        actions = connection.execute(
            'select action, at, coalesce(began, ply) from actions where "table" = ? order by ply', (table.id,)
        ).fetchall()
        sheets = connection.execute('select sheet from sheets where "table" = ? order by draw', (table.id,)).fetchall()
        nonces = connection.execute(
            'select place, nonce from nonces where "table" = ? and draw = ?', (table.id, table.draw)
        ).fetchall()
        events = connection.execute(f'select {EVENT} from events where "table" = ? order by number', (table.id,))
        happened = [EventRow(**dict(zip(EVENT.split(", "), row, strict=True))) for row in events]
        listed = connection.execute('select 1 from listed where "table" = ?', (table.id,)).fetchone()
    finally:
        connection.execute("commit")
    return Saved(
        table=table,
        seats=[seat_row(row) for row in seats],
        actions=[row[0] for row in actions],
        times=[row[1] for row in actions],
        began=[row[2] for row in actions],
        sheets=[row[0] for row in sheets],
        nonces=dict(nonces),
        events=happened,
        listed=listed is not None,
    )


def seat_row(row: Sequence[Any]) -> SeatRow:
    found = dict(zip(SEAT.split(", "), row, strict=True))
    return SeatRow(**{**found, "without": bool(found["without"])})


UNTOUCHED = """
    select id, code, phase, (select count(*) from actions where "table" = id) from (
        select id, code, phase, coalesce(
            ended, (select at from actions where "table" = id order by ply desc limit 1), created
        ) as touched from tables where phase != 'gone'
    ) where touched < ? order by touched, id limit ?
"""


def untouched(connection: sqlite3.Connection, since: int, limit: int) -> list[Untouched]:
    found = connection.execute(UNTOUCHED, (since, limit))
    return [Untouched(id=id, code=code, phase=phase, ply=ply) for id, code, phase, ply in found]


PARTS = """
    select part.name from sqlite_master part join pragma_table_info(part.name) column on column.name = 'table'
    where part.type = 'table' and part.name != 'results'
"""


def remove(connection: sqlite3.Connection, table: int) -> None:
    for (name,) in connection.execute(PARTS).fetchall():  # whatever is kept of a table, but its results
        connection.execute(f'delete from {name} where "table" = ?', (table,))
    connection.execute("update tables set phase = 'gone', secret = x'' where id = ? and phase = 'over'", (table,))
    connection.execute("delete from tables where id = ? and phase != 'gone'", (table,))


def pulse(connection: sqlite3.Connection) -> None:
    """Write something that changes nothing: a disk that is full says so."""
    version = connection.execute("pragma user_version").fetchone()[0]
    connection.execute(f"pragma user_version = {version}")


RUNNING = """
    select code, coalesce((select at from actions where "table" = id order by ply desc limit 1), created) as touched
    from tables
    where phase != 'over' and id in (
        select "table" from seats where guest = :guest and guest != '' and live = 1
        union select "table" from seats where kept = :guest and kept != '' and live = 1
    )
    order by touched desc, id desc limit :limit
"""


def running(connection: sqlite3.Connection, guest: str, limit: int) -> list[str]:
    return [row[0] for row in connection.execute(RUNNING, {"guest": guest, "limit": limit})]


# The conditions stand here to the letter as in the indexes `results_fewest` and `results_most`, so that these are used
LISTED = "game = :game and won = 1 and bot = 0 and counts = 1 and score is not null"
NEXT_SEATS = f"select min(seats) from results where {LISTED} and seats > :seats"


def best_of(order: str) -> str:
    """The best scores with one number of seats; equal ones as they were made."""
    return f"""
    select r.name, r.score, r.seats, t.code, r.ended from (
        select name, score, seats, ended, "table", seat from results where {LISTED} and seats = :seats
        order by score {order}, ended, "table", seat limit :limit
    ) r join tables t on t.id = r."table" order by r.score {order}, r.ended, r."table", r.seat
    """


def best(connection: sqlite3.Connection, game: str, seats: int, fewest: bool, limit: int) -> list[Best]:
    wanted = {"game": game, "seats": seats, "limit": limit}
    found = connection.execute(best_of("asc" if fewest else "desc"), wanted)
    return [Best(name=n, score=s, seats=c, code=code, ended=ended) for n, s, c, code, ended in found]


def best_alone(connection: sqlite3.Connection, game: str, fewest: bool, limit: int) -> list[Best]:
    return best(connection, game, 1, fewest, limit)


def best_wins(connection: sqlite3.Connection, game: str, fewest: bool, limit: int) -> list[Best]:
    found: list[Best] = []
    seats = 1
    while (seats := connection.execute(NEXT_SEATS, {"game": game, "seats": seats}).fetchone()[0]) is not None:
        found += best(connection, game, seats, fewest, limit)
    return found


def wins(connection: sqlite3.Connection, guest: str, game: str) -> tuple[int, int, int]:
    found = connection.execute("select played, won, mixed from tallies where guest = ? and game = ?", (guest, game))
    row = found.fetchone()
    return (int(row[0]), int(row[1]), int(row[2])) if row else (0, 0, 0)
