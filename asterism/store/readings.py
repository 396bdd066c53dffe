"""Every query, each a function of a connection, in the SQL that SQLite and PostgreSQL share.

A function named as a method of `Store` returns what is written there.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from typing import Any

from .queries import EVENT, PLIES, SEAT, TABLE, SqlConnection
from .rows import Best, DeviceRow, FormerKey, LessonRow, Untouched
from .table_rows import EventRow, Saved, SeatRow, Since, TableRow

LESSON = "select code, mark, opener, content, created from lessons"


def lessons(connection: SqlConnection, since: int) -> list[LessonRow]:
    return [lesson_row(row) for row in connection.execute(f"{LESSON} where created >= ? order by created", (since,))]


def lesson(connection: SqlConnection, code: str) -> LessonRow | None:
    row = connection.execute(f"{LESSON} where code = ?", (code,)).fetchone()
    return lesson_row(row) if row else None


def lesson_row(row: Sequence[Any]) -> LessonRow:
    """A row of `LESSON` as an object."""
    code, mark, opener, content, created = row
    return LessonRow(code=code, mark=mark, opener=opener, content=content, created=created)


def guest_name(connection: SqlConnection, guest: str) -> str | None:
    row = connection.execute("select name from guests where guest = ?", (guest,)).fetchone()
    return str(row[0]) if row else None


def devices(connection: SqlConnection, guest: str) -> list[DeviceRow]:
    columns = "guest, device, kind, since, seen, signed_out"
    found = connection.execute(f"select {columns} from devices where guest = ? order by since, device", (guest,))
    return [DeviceRow(**dict(zip(columns.split(", "), row, strict=True))) for row in found]


def signed_out(connection: SqlConnection, since: int) -> list[tuple[str, str]]:
    found = connection.execute("select guest, device from devices where signed_out > 0 and signed_out >= ?", (since,))
    return [(guest, device) for guest, device in found]


def former_keys(connection: SqlConnection) -> list[FormerKey]:
    return [(bytes(key), until) for key, until in connection.execute("select key, until from former_keys")]


ONLY_NAMED = """
    select guest from guests
    except select guest from seats except select kept from seats
    except select opener from tables except select opener from lessons
    except select guest from results except select guest from tallies
    limit :limit
"""


def only_named(connection: SqlConnection, limit: int) -> list[str]:
    """Guests of whom nothing but the name is stored."""
    return [row[0] for row in connection.execute(ONLY_NAMED, {"limit": limit})]


def opened(connection: SqlConnection, opener: str, lock: str) -> str:
    row = connection.execute(
        "select code from tables where opener = ? and opened_with = ? and opened_with != ''", (opener, lock)
    ).fetchone()
    return str(row[0]) if row else ""


def load(connection: SqlConnection, code: str) -> Saved | None:
    """All rows of a table. The caller provides a transaction, so that all are of one moment."""
    found = connection.execute(f"select {TABLE}, changes from tables where code = ?", (code,)).fetchone()
    if found is None:
        return None
    *row, changes = found
    names = TABLE.split(", ")
    numbers = connection.execute("select numbers from editions where digest = ?", (row[names.index("edition")],))
    more: dict[str, Any] = {name: bool(row[names.index(name)]) for name in ("hints", "unnamed")}
    more |= {"numbers": sys.intern((numbers.fetchone() or [""])[0])}  # one text in memory for all tables that have it
    table = TableRow(**{**dict(zip(names, row, strict=True)), **more})
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
        revision=changes + len(actions),
    )


def since(connection: SqlConnection, table: int, revision: int, ply: int) -> Since | None:
    found = connection.execute(
        "select changes, timing, action, at, coalesce(began, ply) from tables"
        ' left join actions on "table" = id and ply >= ? where id = ? order by ply',
        (ply, table),
    ).fetchall()
    if not found or found[0][0] != revision - ply:
        return None
    actions = [row[2:] for row in found if row[2] is not None]
    return Since(
        revision=revision + len(actions),
        actions=[row[0] for row in actions],
        times=[row[1] for row in actions],
        began=[row[2] for row in actions],
        timing=found[0][1],
    )


def revisions(connection: SqlConnection, tables: Sequence[int]) -> dict[int, int]:
    return dict(
        connection.execute(
            f"select tables.id, changes + {PLIES} from json_each(?) as given"
            " join tables on tables.id = cast(given.value ->> 0 as bigint)",
            (json.dumps([[table] for table in tables]),),
        ).fetchall()
    )


def to_be_found(connection: SqlConnection, limit: int) -> list[str]:
    found = connection.execute(
        """select code from listed join tables on id = "table" where phase = 'lobby' order by id limit ?""", (limit,)
    )
    return [row[0] for row in found]


def seat_row(row: Sequence[Any]) -> SeatRow:
    """A row of `SEAT` as an object."""
    found = dict(zip(SEAT.split(", "), row, strict=True))
    return SeatRow(**{**found, "without": bool(found["without"])})


# Ordered by creation, as the index is: so only old tables are read, and no more than `limit`
UNTOUCHED = """
    select id, code, phase, (select count(*) from actions where "table" = id), changes from tables
    where phase != 'gone' and created < :since and coalesce(
        ended, (select at from actions where "table" = id order by ply desc limit 1), created
    ) < :since order by created, id limit :limit
"""


def untouched(connection: SqlConnection, since: int, limit: int) -> list[Untouched]:
    found = connection.execute(UNTOUCHED, {"since": since, "limit": limit})
    return [
        Untouched(id=id, code=code, phase=phase, ply=ply, revision=changes + ply)
        for id, code, phase, ply, changes in found
    ]


RUNNING = """
    select code, coalesce((select at from actions where "table" = id order by ply desc limit 1), created) as touched
    from tables
    where phase != 'over' and id in (
        select "table" from seats where guest = :guest and guest != '' and live = 1
        union select "table" from seats where kept = :guest and kept != '' and live = 1
    )
    order by touched desc, id desc limit :limit
"""


def running(connection: SqlConnection, guest: str, limit: int) -> list[str]:
    return [row[0] for row in connection.execute(RUNNING, {"guest": guest, "limit": limit})]


# The same conditions, word by word, as of the indexes `results_fewest` and `results_most`, so that these are used
LISTED = "game = :game and won = 1 and bot = 0 and counts = 1 and score is not null"
NEXT_SEATS = f"select min(seats) from results where {LISTED} and seats > :seats"


def best_of(order: str) -> str:
    """A query for the best scores with one number of seats; equal ones in the order they were made."""
    return f"""
    select r.name, r.score, r.seats, t.code, t.secret, r.ended from (
        select name, score, seats, ended, "table", seat from results where {LISTED} and seats = :seats
        order by score {order}, ended, "table", seat limit :limit
    ) r join tables t on t.id = r."table" order by r.score {order}, r.ended, r."table", r.seat
    """


def best(connection: SqlConnection, game: str, seats: int, fewest: bool, limit: int) -> list[Best]:
    """The best scores with so many seats, best first."""
    wanted = {"game": game, "seats": seats, "limit": limit}
    found = connection.execute(best_of("asc" if fewest else "desc"), wanted)
    return [
        Best(name=n, score=s, seats=c, code=code, secret=bytes(secret), ended=ended)
        for n, s, c, code, secret, ended in found
    ]


def best_alone(connection: SqlConnection, game: str, fewest: bool, limit: int) -> list[Best]:
    return best(connection, game, 1, fewest, limit)


def best_wins(connection: SqlConnection, game: str, fewest: bool, limit: int) -> list[Best]:
    found: list[Best] = []
    seats = 1
    while (seats := connection.execute(NEXT_SEATS, {"game": game, "seats": seats}).fetchone()[0]) is not None:
        found += best(connection, game, seats, fewest, limit)
    return found


def wins(connection: SqlConnection, guest: str, game: str) -> tuple[int, int, int]:
    found = connection.execute("select played, won, mixed from tallies where guest = ? and game = ?", (guest, game))
    row = found.fetchone()
    return (int(row[0]), int(row[1]), int(row[2])) if row else (0, 0, 0)
