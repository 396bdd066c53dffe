"""Every statement that writes, each a function of a connection. A guard that fails raises Conflict.

They are written once, in the SQL that SQLite and PostgreSQL share. Whatever changes a table calls `touch` first
(`end` does as much itself): in PostgreSQL that keeps every other process from changing it until we are done, so what a
guard has read stays true.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any, Protocol

from .rows import Conflict, Consequences, DeviceRow, Events, LessonRow, ResultRow, SeatRow, TableRow

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
    """What a statement has found or done."""

    @property
    def rowcount(self) -> int: ...

    def fetchone(self) -> Any: ...

    def fetchall(self) -> list[Any]: ...

    def __iter__(self) -> Iterator[Any]: ...


class SqlConnection(Protocol):
    """What SQLite's connections offer, and ours to PostgreSQL too."""

    def execute(self, sql: str, parameters: Any = ..., /) -> Cursor: ...


@dataclass(frozen=True)
class Dialect:
    """Where the two differ."""

    clock: str  # seconds since 1970, by the store's own clock
    share: str = ""  # at the end of a question: nobody else may change these rows until we are done
    alone: str = ""  # the same, and we may
    lists: bool = False  # many rows are faster as one long list than as JSON


def values(kinds: str) -> str:
    """The columns (t: text, i: integer, r: real) of rows given as JSON, so that one statement writes them all.

    With `executemany` each row would take Python's lock back, and a busy server makes it wait for that."""
    types = {"t": "value ->> {}", "i": "cast(value ->> {} as bigint)", "r": "cast(value ->> {} as double precision)"}
    return ", ".join(types[kind].format(i) for i, kind in enumerate(kinds))


def touch(connection: SqlConnection, table: int, revision: int | None) -> None:
    """Raise the revision of a table, which must have been this one."""
    connection.execute("update tables set changes = changes + 1 where id = ?", (table,))
    if revision is not None:  # asked apart, so that it sees what was written while we waited for our turn
        now = connection.execute(f"select changes + {PLIES} from tables where id = ?", (table,)).fetchone()
        if now != (revision + 1,):
            raise Conflict(CHANGED)


def insert_table(connection: SqlConnection, table: TableRow, seats: Sequence[SeatRow], at: int) -> int:
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
    names = SEAT.split(", ")
    rows = [(seat, *(as_number(getattr(s, name)) for name in names)) for seat, s in enumerate(seats)]
    connection.execute(
        f'insert into seats ("table", seat, {SEAT}) select ?, {values("itttttttititi")} from json_each(?)',
        (table, json.dumps(rows)),
    )


def as_number(value: Any) -> Any:
    """A truth is kept as a number."""
    return int(value) if isinstance(value, bool) else value


def replace_seats(connection: SqlConnection, table: int, before: Sequence[SeatRow], after: Sequence[SeatRow]) -> None:
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
    if rows:
        connection.execute(f"{INSERT_ACTIONS} select {values('iiiii')} from json_each(?)", (json.dumps(rows),))


def insert_actions_listed(connection: SqlConnection, rows: Sequence[ActionRow]) -> None:
    """The same, twice as fast in SQLite where there are many. The list is filled up with rows of nothing, and short:
    SQLite keeps what it has made of each statement, and one for every length took megabytes. (PostgreSQL would have to
    read each anew.)"""
    for start in range(0, len(rows), MOST_LISTED):
        some: list[Any] = [*rows[start : start + MOST_LISTED]]
        some += [NO_ROW] * (-len(some) % LISTED_BY)
        listed = ", ".join(["(?, ?, ?, ?, ?)"] * len(some))
        connection.execute(
            f"{INSERT_ACTIONS} select * from (values {listed}) where column1 is not null", [*chain.from_iterable(some)]
        )


def one(cursor: Cursor, otherwise: str) -> None:
    """The guard of an update: it must have found its row as it was expected to be."""
    if cursor.rowcount != 1:
        raise Conflict(otherwise)


def link_rematch(connection: SqlConnection, table: int, code: str) -> None:
    one(
        connection.execute(
            "update tables set rematch = ? where id = ? and (rematch = '' or exists"
            " (select 1 from tables as next where next.code = tables.rematch and next.phase = 'closed'))",
            (code, table),
        ),
        "this table has a rematch already",
    )


def fill_seat(connection: SqlConnection, table: int, seat: int, row: SeatRow) -> None:
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
    one(
        connection.execute("update tables set phase = 'playing' where id = ? and phase = ?", (table, phase)),
        "the match has begun already",
    )


def lock(connection: SqlConnection, table: int, guest: str, lock: str) -> None:
    changed = connection.execute(
        'update seats set lock = ?, without = 0 where "table" = ? and guest = ?'
        " and (select phase from tables where id = \"table\") = 'lobby'",
        (lock, table, guest),
    )
    if changed.rowcount < 1:
        raise Conflict("the dice are drawn already")


def insert_sheet(connection: SqlConnection, table: int, draw: int, sheet: str) -> None:
    """A sheet is written once under its number, however many processes make one."""
    connection.execute('insert into sheets ("table", draw, sheet) values (?, ?, ?)', (table, draw, sheet))


def draw(connection: SqlConnection, table: int, number: int, sheet: str) -> None:
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
    # in the order of guests, so that two matches that end at once do not wait for each other
    connection.execute(
        "insert into tallies (guest, game, played, won, mixed)"
        " select guest, game, sum(1 - :mixed), sum(won * (1 - :mixed)), sum(:mixed) from results"
        " where \"table\" = :table and guest != '' and seats > 1 group by guest, game order by guest"
        " on conflict (guest, game) do update set played = tallies.played + excluded.played,"
        " won = tallies.won + excluded.won, mixed = tallies.mixed + excluded.mixed",
        {"table": table, "mixed": int(any(result.mixed for result in results))},
    )


def drop_events(connection: SqlConnection, table: int, known: int, kept: int) -> None:
    """Keep only so many of the events of a table, of which there must be as many as are known."""
    there = connection.execute('select count(*) from events where "table" = ?', (table,)).fetchone()
    if there[0] != known:
        raise Conflict("something else happened first")
    connection.execute('delete from events where "table" = ? and number >= ?', (table, kept))


def insert_events(connection: SqlConnection, table: int, events: Events) -> None:
    """What happened, each once under its number; and nothing is written that comes before something unknown."""
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
    connection.execute(f"update tables set changes = changes + {PLIES} where id = ?", (table,))  # it never falls
    for part in PARTS:
        connection.execute(f'delete from {part} where "table" = ?', (table,))
    connection.execute("update tables set phase = 'gone', secret = ? where id = ? and phase = 'over'", (b"", table))
    connection.execute("delete from tables where id = ? and phase != 'gone'", (table,))


Guard = tuple[int, int]  # a table, and how many changes it must have had
HeldLease = tuple[int, str, int]  # of a table, by whom, and its number


def lock_tables(connection: SqlConnection, dialect: Dialect, tables: Sequence[int]) -> set[Guard]:
    """How many changes these tables have had; nobody else changes them until we are done."""
    found = connection.execute(
        "select tables.id, changes from json_each(?) as given join tables on tables.id = cast(given.value ->> 0 as"
        f" bigint) order by tables.id {dialect.alone}",
        (json.dumps([[table] for table in tables]),),
    )
    return {(id, changes) for id, changes in found}


def held_leases(connection: SqlConnection, dialect: Dialect, leases: Sequence[HeldLease]) -> set[HeldLease]:
    """Those that are still held. One whose time is up but that nobody else has taken is."""
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
    """The rows stay, so that the next number is another one."""
    where, more = ("", ()) if table is None else (' and "table" = ?', (table,))
    mine = f'select "table" from leases where holder = ?{where} order by "table" {dialect.alone}'
    connection.execute(f"update leases set holder = '', until = 0 where \"table\" in ({mine})", (holder, *more))
