"""Every statement that writes, each a function of a connection. A guard that fails raises Conflict.

A function named as a method of `Store` does what is written there. Statements are written once, in the SQL that SQLite
and PostgreSQL share. A function that changes a table is called after `touch` (`end` does the same itself): on
PostgreSQL this locks the table's row until the transaction ends, so what a guard has read stays true.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any, Protocol

from .rows import Conflict, DeviceRow, LessonRow
from .table_rows import Consequences, Events, ResultRow, SeatRow, TableRow

TABLE = (
    "id, code, game, version, options, edition, title, undo, hints, unnamed, patience, clock, timing, secret, "
    "protocol, nonce, draw, opener, opened_with, phase, undo_asked, seat_asked, rematch, created"
)
SEAT = "holder, device, name, level, guest, nonce, lock, without, kept, star, stand_in, away"
EVENT = "ply, at, what, seat, by, level, name"
PARTS = ("actions", "events", "leases", "listed", "nonces", "seats", "sheets")  # what is kept of a table, by its id
PLIES = """coalesce((select ply + 1 from actions where "table" = tables.id order by ply desc limit 1), 0)"""


CHANGED = "the table has changed meanwhile"
LEASE_LOST = "another process acts for this table now"


class Cursor(Protocol):
    """The result of a statement."""

    @property
    def rowcount(self) -> int: ...

    def fetchone(self) -> Any: ...

    def fetchall(self) -> list[Any]: ...

    def __iter__(self) -> Iterator[Any]: ...


class SqlConnection(Protocol):
    """A connection, of SQLite or `Link`."""

    def execute(self, sql: str, parameters: Any = ..., /) -> Cursor: ...


@dataclass(frozen=True)
class Dialect:
    """The differences between the SQL of SQLite and of PostgreSQL."""

    clock: str  # an expression: seconds since 1970, by the store's own clock
    share: str = ""  # at the end of a select: a shared lock on its rows, until the transaction ends
    alone: str = ""  # the same, exclusive
    lists: bool = False  # many rows are faster as a long list of values than as JSON


def values(kinds: str) -> str:
    """The columns of rows given as a JSON array, so that one statement writes them all. `kinds` has a letter for each
    (t: text, i: integer, r: real).

    `executemany` would take Python's lock (the GIL) for each row, and wait for it beside a busy event loop."""
    types = {"t": "value ->> {}", "i": "cast(value ->> {} as bigint)", "r": "cast(value ->> {} as double precision)"}
    return ", ".join(types[kind].format(i) for i, kind in enumerate(kinds))


def touch(connection: SqlConnection, table: int, revision: int | None) -> None:
    """Raise the revision of a table; Conflict unless it was this one (None: any)."""
    connection.execute("update tables set changes = changes + 1 where id = ?", (table,))
    if revision is not None:  # a statement of its own, which sees what was written while the first waited for the lock
        now = connection.execute(f"select changes + {PLIES} from tables where id = ?", (table,)).fetchone()
        if now != (revision + 1,):
            raise Conflict(CHANGED)


def insert_table(connection: SqlConnection, table: TableRow, seats: Sequence[SeatRow], at: int) -> int:
    """Insert a table with its seats; returns its id."""
    if table.edition:
        connection.execute("insert into editions values (?, ?) on conflict do nothing", (table.edition, table.numbers))
    names = TABLE.split(", ")[1:-1]
    row = (*(as_number(getattr(table, name)) for name in names), at)
    (id,) = connection.execute(
        f"insert into tables ({', '.join(names)}, created) values ({'?, ' * len(names)} ?) returning id", row
    ).fetchone()
    insert_seats(connection, id, seats)
    return int(id)


def insert_seats(connection: SqlConnection, table: int, seats: Sequence[SeatRow]) -> None:
    """Insert the seats of a table, numbered from 0."""
    names = SEAT.split(", ")
    rows = [(seat, *(as_number(getattr(s, name)) for name in names)) for seat, s in enumerate(seats)]
    connection.execute(
        f'insert into seats ("table", seat, {SEAT}) select ?, {values("itttttttititi")} from json_each(?)',
        (table, json.dumps(rows)),
    )


def as_number(value: Any) -> Any:
    """A value with booleans as integers, as they are stored."""
    return int(value) if isinstance(value, bool) else value


def replace_seats(connection: SqlConnection, table: int, before: Sequence[SeatRow], after: Sequence[SeatRow]) -> None:
    """Replace all seats of a table in the lobby; Conflict unless their holders are those of `before`."""
    phase = connection.execute("select phase from tables where id = ?", (table,)).fetchone()
    found = connection.execute('select holder, guest, kept from seats where "table" = ? order by seat', (table,))
    if phase != ("lobby",) or found.fetchall() != [(row.holder, row.guest, row.kept) for row in before]:
        raise Conflict("the seats are not as they were")
    connection.execute('delete from seats where "table" = ?', (table,))
    insert_seats(connection, table, after)


def close_table(connection: SqlConnection, table: int) -> None:
    one(
        connection.execute(
            "update tables set phase = 'closed' where id = ? and phase in ('lobby', 'drawing')", (table,)
        ),
        "the match has begun, or the table was closed already",
    )
    connection.execute('update seats set live = 0 where "table" = ?', (table,))


ActionRow = tuple[int, int, int, int, int]  # table, ply, action, at, began
INSERT_ACTIONS = 'insert into actions ("table", ply, action, at, began)'
NO_ROW = (None,) * 5
LISTED_BY = 4  # rows by which statements differ in length
MOST_LISTED = 64  # rows of one statement


def insert_actions(connection: SqlConnection, rows: Sequence[ActionRow]) -> None:
    """Insert actions; the unique key raises an error of the engine where a ply is taken."""
    if rows:
        connection.execute(f"{INSERT_ACTIONS} select {values('iiiii')} from json_each(?)", (json.dumps(rows),))


def insert_actions_listed(connection: SqlConnection, rows: Sequence[ActionRow]) -> None:
    """Insert actions, in SQLite twice as fast as `insert_actions` where there are many. Lists are short, and padded
    with rows of nulls: SQLite caches each prepared statement, and one for every length took megabytes. (PostgreSQL
    would have to parse each anew.)"""
    for start in range(0, len(rows), MOST_LISTED):
        some: list[Any] = [*rows[start : start + MOST_LISTED]]
        some += [NO_ROW] * (-len(some) % LISTED_BY)
        listed = ", ".join(["(?, ?, ?, ?, ?)"] * len(some))
        connection.execute(
            f"{INSERT_ACTIONS} select * from (values {listed}) where column1 is not null", [*chain.from_iterable(some)]
        )


def one(cursor: Cursor, otherwise: str) -> None:
    """Guard an update: Conflict, with these words, unless it has changed exactly one row."""
    if cursor.rowcount != 1:
        raise Conflict(otherwise)


def link_rematch(connection: SqlConnection, table: int, code: str) -> None:
    """Make a new table the rematch of a table; Conflict if that has one already that was not closed."""
    one(
        connection.execute(
            "update tables set rematch = ? where id = ? and (rematch = '' or exists"
            " (select 1 from tables as next where next.code = tables.rematch and next.phase = 'closed'))",
            (code, table),
        ),
        "this table has a rematch already",
    )


def fill_seat(connection: SqlConnection, table: int, seat: int, row: SeatRow) -> None:
    """Give a free seat to a guest; Conflict if it is taken, reserved for another, or not in the lobby."""
    one(
        connection.execute(
            "update seats set device = ?, name = ?, guest = ?, lock = ?, without = 0, kept = ''"
            " where \"table\" = ? and seat = ? and guest = '' and holder = 'guest' and kept in ('', ?)"
            " and (select phase from tables where id = \"table\") = 'lobby'",
            (row.device, row.name, row.guest, row.lock, table, seat, row.guest),
        ),
        "this seat is not free",
    )


def empty_seat(connection: SqlConnection, table: int, seat: int, guest: str, row: SeatRow) -> None:
    """Take a seat from its guest before the match; a draw of the dice is void then."""
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


def begin(connection: SqlConnection, table: int, phase: str = "lobby") -> None:
    """Set the phase to playing; Conflict unless it was `phase`."""
    one(
        connection.execute("update tables set phase = 'playing' where id = ? and phase = ?", (table, phase)),
        "the match has begun already",
    )


def lock(connection: SqlConnection, table: int, guest: str, lock: str) -> None:
    """Write a guest's commitment to a number for the dice; Conflict after the lobby."""
    changed = connection.execute(
        'update seats set lock = ?, without = 0 where "table" = ? and guest = ?'
        " and (select phase from tables where id = \"table\") = 'lobby'",
        (lock, table, guest),
    )
    if changed.rowcount < 1:
        raise Conflict("the dice are drawn already")


def insert_sheet(connection: SqlConnection, table: int, draw: int, sheet: str) -> None:
    """Insert a sheet of the dice; its number is unique at its table, so that only one of several processes can."""
    connection.execute('insert into sheets ("table", draw, sheet) values (?, ?, ?)', (table, draw, sheet))


def draw(connection: SqlConnection, table: int, number: int, sheet: str) -> None:
    """Insert a sheet of the dice, and set the phase to drawing; Conflict unless it was the lobby."""
    insert_sheet(connection, table, number, sheet)
    one(
        connection.execute(
            "update tables set phase = 'drawing', draw = ? where id = ? and phase = 'lobby'", (number, table)
        ),
        "the dice are drawn already",
    )


def reveal(connection: SqlConnection, table: int, draw: int, place: int, nonce: str, shown: int) -> None:
    one(
        connection.execute(
            'insert into nonces ("table", draw, place, nonce) select id, draw, ?, ? from tables'
            " where id = ? and draw = ? and phase = 'drawing'"
            ' and (select count(*) from nonces n where n."table" = tables.id and n.draw = tables.draw) = ?',
            (place, nonce, table, draw, shown),
        ),
        "this draw does not hold, or others have shown their numbers meanwhile",
    )


def void(connection: SqlConnection, table: int, draw: int, without: Sequence[int]) -> None:
    one(
        connection.execute(
            "update tables set phase = 'lobby', draw = 0 where id = ? and draw = ? and phase = 'drawing'", (table, draw)
        ),
        "this draw does not hold",
    )
    connection.execute(
        f"update seats set lock = '', without = cast(seat in (select {values('i')} from json_each(?)) as integer)"
        ' where "table" = ?',
        (json.dumps([[seat] for seat in without]), table),
    )


def end(connection: SqlConnection, table: int, at: int, results: Sequence[ResultRow]) -> None:
    """Set the phase to over, and insert results and tallies; Conflict if it was over already."""
    one(
        connection.execute(
            "update tables set phase = 'over', ended = ?, undo_asked = '', changes = changes + 1"
            " where id = ? and phase != 'over'",
            (at, table),
        ),
        "the match is over already",
    )
    connection.execute('update seats set live = 0 where "table" = ?', (table,))
    columns = "seat, share, score, won, name, guest, bot, counts"
    connection.execute(
        f'insert into results ("table", game, seats, ended, {columns})'
        f" select t.id, t.game, :seats, t.ended, {values('iriittii')} from tables t, json_each(:rows)"
        " where t.id = :table",
        {
            "table": table,
            "seats": len(results),
            "rows": json.dumps(
                [(r.seat, r.share, r.score, int(r.won), r.name, r.guest, int(r.bot), int(r.counts)) for r in results]
            ),
        },
    )
    # in the order of guests, so that two matches that end at once cannot deadlock
    connection.execute(
        "insert into tallies (guest, game, played, won, mixed)"
        " select guest, game, sum(1 - :mixed), sum(won * (1 - :mixed)), sum(:mixed) from results"
        " where \"table\" = :table and guest != '' and seats > 1 group by guest, game order by guest"
        " on conflict (guest, game) do update set played = tallies.played + excluded.played,"
        " won = tallies.won + excluded.won, mixed = tallies.mixed + excluded.mixed",
        {"table": table, "mixed": int(any(result.mixed for result in results))},
    )


def drop_events(connection: SqlConnection, table: int, known: int, kept: int) -> None:
    """Delete all events of a table but the first `kept`; Conflict unless there are `known`."""
    there = connection.execute('select count(*) from events where "table" = ?', (table,)).fetchone()
    if there[0] != known:
        raise Conflict("something else happened first")
    connection.execute('delete from events where "table" = ? and number >= ?', (table, kept))


def insert_events(connection: SqlConnection, table: int, events: Events) -> None:
    """Insert events under consecutive numbers; Conflict unless the table has exactly those before the first."""
    number, happened = events
    there = connection.execute('select count(*) from events where "table" = ?', (table,)).fetchone()
    if there[0] != number:
        raise Conflict("something else happened first")
    rows = [(table, number + i, *(getattr(e, name) for name in EVENT.split(", "))) for i, e in enumerate(happened)]
    connection.execute(
        f'insert into events ("table", number, {EVENT}) select {values("iiiitiitt")} from json_each(?)',
        (json.dumps(rows),),
    )


def stand_in(connection: SqlConnection, table: int, levels: Mapping[int, str]) -> None:
    one(
        connection.execute("update tables set undo_asked = '' where id = ? and phase = 'playing'", (table,)),
        "the match does not go on",
    )
    connection.execute(
        "update seats set stand_in = given.value ->> 1 from json_each(?) as given"
        ' where "table" = ? and seat = cast(given.value ->> 0 as bigint)',
        (json.dumps(list(levels.items())), table),
    )


def ask_seat(connection: SqlConnection, table: int, seat_asked: str) -> None:
    one(
        connection.execute("update tables set seat_asked = ? where id = ? and phase = 'playing'", (seat_asked, table)),
        "the match does not go on",
    )


def take_over(
    connection: SqlConnection, table: int, seat: int, row: SeatRow, seat_asked: str, also: Consequences
) -> None:
    ask_seat(connection, table, seat_asked)
    if also.timing:
        note_timing(connection, table, also.timing)
    insert_events(connection, table, also.events)
    connection.execute("update tables set undo_asked = '' where id = ?", (table,))
    one(
        connection.execute(
            "update seats set holder = 'guest', device = 'own', level = '', name = ?, guest = ?, without = 1"
            " where \"table\" = ? and seat = ? and holder = 'bot'",
            (row.name, row.guest, table, seat),
        ),
        "this seat is no bot's any more",
    )


def note_timing(connection: SqlConnection, table: int, timing: str) -> None:
    connection.execute("update tables set timing = ? where id = ?", (timing, table))


def note_away(connection: SqlConnection, table: int, since: Mapping[str, int]) -> None:
    connection.execute(
        "update seats set away = cast(given.value ->> 1 as bigint) from json_each(?) as given"
        ' where "table" = ? and guest = given.value ->> 0',
        (json.dumps(list(since.items())), table),
    )


def ask_undo(connection: SqlConnection, table: int, undo_asked: str) -> None:
    changed = connection.execute("update tables set undo_asked = ? where id = ?", (undo_asked, table))
    one(changed, "there is no such table")


def name_watchers(connection: SqlConnection, table: int, named: bool) -> None:
    connection.execute("update tables set unnamed = ? where id = ?", (int(not named), table))


def list_table(connection: SqlConnection, table: int, listed: bool) -> None:
    if listed:
        connection.execute("insert into listed values (?) on conflict do nothing", (table,))
    else:
        connection.execute('delete from listed where "table" = ?', (table,))


def save_lesson(connection: SqlConnection, lesson: LessonRow, before: str | None) -> None:
    if before:
        changed = connection.execute(
            "update lessons set content = ? where code = ? and content = ?", (lesson.content, lesson.code, before)
        )
        one(changed, "the lesson has changed meanwhile")
        return
    anew = " on conflict (code) do update set mark = excluded.mark, opener = excluded.opener,"
    anew += " content = excluded.content, created = excluded.created"
    connection.execute(
        "insert into lessons (code, mark, opener, content, created) values (?, ?, ?, ?, ?)"
        + (anew if before is None else ""),
        (lesson.code, lesson.mark, lesson.opener, lesson.content, lesson.created),
    )


def name_guest(connection: SqlConnection, guest: str, name: str) -> None:
    connection.execute(
        "insert into guests (guest, name) values (?, ?) on conflict (guest) do update set name = excluded.name",
        (guest, name),
    )


def note_device(connection: SqlConnection, device: DeviceRow) -> None:
    connection.execute(
        "insert into devices (guest, device, kind, since, seen) values (?, ?, ?, ?, ?)"
        " on conflict (guest, device) do update set kind = excluded.kind, seen = excluded.seen",
        (device.guest, device.device, device.kind, device.since, device.seen),
    )


def sign_out(connection: SqlConnection, guest: str, devices: Sequence[str], at: int) -> None:
    for device in sorted(devices):
        connection.execute(
            "insert into devices (guest, device, kind, since, seen, signed_out) values (?, ?, '', ?, ?, ?)"
            " on conflict (guest, device) do update set signed_out = excluded.signed_out where devices.signed_out = 0",
            (guest, device, at, at, at),
        )


def forget_guests(connection: SqlConnection, guests: Sequence[str]) -> None:
    connection.execute(
        "delete from guests where guest in (select value ->> 0 from json_each(?))",
        (json.dumps([[guest] for guest in guests]),),
    )


def remove(connection: SqlConnection, table: int) -> None:
    connection.execute(
        f"update tables set changes = changes + {PLIES} where id = ?", (table,)
    )  # the revision never falls
    for part in PARTS:
        connection.execute(f'delete from {part} where "table" = ?', (table,))
    connection.execute("update tables set phase = 'gone', secret = ? where id = ? and phase = 'over'", (b"", table))
    connection.execute("delete from tables where id = ? and phase != 'gone'", (table,))


Guard = tuple[int, int]  # a table's id, and the value that its `changes` must have
HeldLease = tuple[int, str, int]  # a table's id, the process that holds its lease, and the fencing token


def lock_tables(connection: SqlConnection, dialect: Dialect, tables: Sequence[int]) -> set[Guard]:
    """Lock these tables until the transaction ends; returns their `changes`."""
    found = connection.execute(
        "select tables.id, changes from json_each(?) as given join tables on tables.id = cast(given.value ->> 0 as"
        f" bigint) order by tables.id {dialect.alone}",
        (json.dumps([[table] for table in tables]),),
    )
    return {(id, changes) for id, changes in found}


def held_leases(connection: SqlConnection, dialect: Dialect, leases: Sequence[HeldLease]) -> set[HeldLease]:
    """Lock leases, and return those still held: an expired one is, unless another process has taken it."""
    found = connection.execute(
        'select "table", leases.holder, leases.number from json_each(?) as given'
        ' join leases on "table" = cast(given.value ->> 0 as bigint) and leases.holder = given.value ->> 1'
        f' and leases.number = cast(given.value ->> 2 as bigint) order by "table" {dialect.share}',
        (json.dumps(leases),),
    )
    return {(table, holder, number) for table, holder, number in found}


def take_lease(connection: SqlConnection, dialect: Dialect, table: int, holder: str, seconds: float) -> int:
    number = connection.execute(
        'insert into leases ("table", holder, number, until)'
        f' values (:table, :holder, 1, {dialect.clock} + :seconds) on conflict ("table") do update set'
        " number = leases.number + case when leases.holder = excluded.holder then 0 else 1 end,"
        " holder = excluded.holder, until = excluded.until"
        f" where leases.holder = excluded.holder or leases.until <= {dialect.clock} returning number",
        {"table": table, "holder": holder, "seconds": float(seconds)},
    ).fetchone()
    return int(number[0]) if number else 0


def drop_leases(connection: SqlConnection, dialect: Dialect, holder: str, table: int | None) -> None:
    """Release leases. Their rows stay, so that the next fencing token is another one."""
    where, more = ("", ()) if table is None else (' and "table" = ?', (table,))
    mine = f'select "table" from leases where holder = ?{where} order by "table" {dialect.alone}'
    connection.execute(f"update leases set holder = '', until = 0 where \"table\" in ({mine})", (holder, *more))
