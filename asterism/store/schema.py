"""The schema of SQLite as a list of migrations. A new file gets all of them, an older file those that it lacks."""

from __future__ import annotations

import sqlite3

from .rows import BadStore

APPLICATION = 0x41535452  # "ASTR": marks a file as a store of Asterism

STEPS = [
    # 1: tables, their seats, and what was played
    """
    create table tables (
        id integer primary key,
        code text not null unique,
        game text not null,
        version integer not null,
        options text not null,
        undo text not null,
        hints integer not null,
        secret blob not null,
        nonce text not null,
        opener text not null,
        phase text not null,
        asked text not null default '',
        rematch text not null default '',
        created integer not null,
        ended integer
    );
    create table seats (
        "table" integer not null references tables (id),
        seat integer not null,
        kind text not null,
        name text not null,
        level text not null,
        guest text not null,
        nonce text not null,
        kept text not null,
        primary key ("table", seat)
    ) without rowid;
    create index seats_of_guest on seats (guest) where guest != '';
    create table actions (
        "table" integer not null references tables (id),
        ply integer not null,
        action integer not null,
        at integer not null,
        primary key ("table", ply)
    ) without rowid;
    create table guests (
        guest text primary key,
        name text not null
    ) without rowid;
    """,
    # 2: what came of finished matches, for the lists of best scores; places kept after a rematch are found by guest
    """
    create table results (
        "table" integer not null references tables (id),
        seat integer not null,
        game text not null,
        seats integer not null,
        share real not null,
        score integer,
        won integer not null,
        name text not null,
        guest text not null,
        bot integer not null,
        counts integer not null,
        primary key ("table", seat)
    ) without rowid;
    create index results_of_game on results (game, seats, won, score) where bot = 0 and counts = 1;
    create index results_of_guest on results (guest, game) where guest != '';
    create index seats_kept on seats (kept) where kept != '';
    """,
    # 3: no question costs more for all the matches that are over: running tables, wins and best scores have their own
    """
    alter table seats add column live integer not null default 1;
    update seats set live = 0 where (select phase from tables where id = "table") = 'over';
    drop index seats_of_guest;
    drop index seats_kept;
    create index seats_of_guest on seats (guest) where guest != '' and live = 1;
    create index seats_kept on seats (kept) where kept != '' and live = 1;
    alter table results add column ended integer not null default 0;
    update results set ended = (select coalesce(ended, created) from tables where id = "table");
    drop index results_of_game;
    drop index results_of_guest;
    create index results_fewest on results (game, seats, score, ended, "table", seat)
        where won = 1 and bot = 0 and counts = 1 and score is not null;
    create index results_most on results (game, seats, score desc, ended, "table", seat)
        where won = 1 and bot = 0 and counts = 1 and score is not null;
    create table tallies (
        guest text not null,
        game text not null,
        played integer not null,
        won integer not null,
        primary key (guest, game)
    ) without rowid;
    insert into tallies select guest, game, count(*), sum(won) from results
        where guest != '' and seats > 1 group by guest, game;
    """,
    # 4: whoever plays again keeps their star, though the seats move on
    """
    alter table seats add column star integer not null default 0;
    update seats set star = seat;
    """,
    # 5: the numbers a match is played with, kept once however many tables play with them
    """
    create table editions (
        digest text primary key,
        numbers text not null
    ) without rowid;
    alter table tables add column edition text not null default '';
    """,
    # 6: of a seat, who holds it and whose screen it is played at, and not how whoever opened the table saw it
    """
    alter table seats add column holder text not null default 'guest';
    alter table seats add column device text not null default 'own';
    update seats set holder = 'bot' where kind = 'bot';
    update seats set device = 'shared' where kind = 'here';
    alter table seats drop column kind;
    alter table tables rename column asked to undo_asked;
    """,
    # 7: which actions were written together, as one thing that someone did; of older ones that is not known
    """
    alter table actions add column began integer;
    """,
    # 8: the second protocol of the dice: locks, sheets and the numbers that were shown. A match that has begun goes on
    # with the first; who waits in a lobby has given no lock yet, and is asked for one
    """
    alter table tables add column protocol integer not null default 1;
    alter table tables add column draw integer not null default 0;
    alter table seats add column lock text not null default '';
    alter table seats add column without integer not null default 0;
    update tables set protocol = 2 where phase = 'lobby';
    create table sheets (
        "table" integer not null references tables (id),
        draw integer not null,
        sheet text not null,
        primary key ("table", draw)
    ) without rowid;
    create table nonces (
        "table" integer not null references tables (id),
        draw integer not null,
        place integer not null,
        nonce text not null,
        primary key ("table", draw, place)
    ) without rowid;
    """,
    # 9: a wish for a table that is sent again, since its answer was lost, is known by its lock
    """
    alter table tables add column opened_with text not null default '';
    create unique index tables_opened on tables (opener, opened_with) where opened_with != '';
    """,
    # 10: tables that can be found on the first page while they wait; lessons, which have many tables under one code
    """
    create table listed (
        "table" integer primary key references tables (id)
    );
    create table lessons (
        code text primary key,
        mark blob not null,
        opener text not null,
        content text not null,
        created integer not null
    ) without rowid;
    create index lessons_of_today on lessons (created);
    """,
    # 11: who is away since when, for whom a bot plays, and what happened at a table beside the actions
    """
    alter table tables add column patience integer not null default 300;
    alter table seats add column stand_in text not null default '';
    alter table seats add column away integer not null default 0;
    alter table tallies add column mixed integer not null default 0;
    create table events (
        "table" integer not null references tables (id),
        number integer not null,
        ply integer not null,
        at integer not null,
        what text not null,
        seat integer not null,
        by integer not null,
        level text not null,
        primary key ("table", number)
    ) without rowid;
    """,
    # 12: a clock for the people of a table, and how far it has come
    """
    alter table tables add column clock text not null default '';
    alter table tables add column timing text not null default '';
    """,
    # 13: for several processes: how often a table has changed besides its actions, and which of them acts for its bots
    """
    alter table tables add column changes integer not null default 0;
    create table leases (
        "table" integer primary key references tables (id),
        holder text not null,
        number integer not null,
        until real not null
    );
    """,
    # 14: editions of the same numbers may have different titles; one without has that of the first such table
    """
    alter table tables add column title text not null default '';
    """,
    # 15: a table without dice says so itself, as protocol 0: until now its game did, whatever the options
    """
    update tables set protocol = 0
        where protocol = 2 and phase in ('playing', 'over') and id not in (select "table" from sheets);
    """,
    # 16: the devices of guests who have more than one, and those that were signed out; keys that signed cookies before
    """
    create table devices (
        guest text not null,
        device text not null,
        kind text not null,
        since integer not null,
        seen integer not null,
        signed_out integer not null default 0,
        primary key (guest, device)
    ) without rowid;
    create index devices_signed_out on devices (signed_out) where signed_out > 0;
    create table former_keys (
        key blob primary key,
        until integer not null
    ) without rowid;
    """,
    # 17: whoever opened a table may have those who watch it counted and not named
    """
    alter table tables add column unnamed integer not null default 0;
    """,
    # 18: when the server was last there, and when nobody could move
    """
    create table pulse (
        seen real not null
    );
    insert into pulse values (0);
    create table breaks (
        began real primary key,
        ended real not null
    ) without rowid;
    """,
    # 19: a late-comer asks for the seat of a bot, and is named where they have taken it over
    """
    alter table tables add column seat_asked text not null default '';
    alter table events add column name text not null default '';
    """,
]
VERSION = len(STEPS)


def check(connection: sqlite3.Connection, path: str) -> int:
    """The schema version of a store; BadStore if the file is no store, or one of a newer Asterism."""
    try:
        version = int(connection.execute("pragma user_version").fetchone()[0])
        application = connection.execute("pragma application_id").fetchone()[0]
        acting = connection.execute("select name from sqlite_master where type in ('trigger', 'view')").fetchone()
    except sqlite3.DatabaseError as problem:
        raise BadStore(f"{path} is not a store of Asterism: {problem}") from None
    except UnicodeDecodeError:
        raise BadStore(f"{path} is damaged: it cannot be read, so nothing was restored or changed") from None
    if application != APPLICATION:
        raise BadStore(f"{path} is not a store of Asterism, so it was left alone")
    if acting:  # it would run whenever the file is written or read
        raise BadStore(f"{path} is not a store of Asterism as we make them: there is {acting[0]!r} in it")
    if version > VERSION:
        raise BadStore(
            f"{path} was written by a newer Asterism (its schema is {version}, this program knows {VERSION}): "
            "please update Asterism; nothing was changed"
        )
    return version


def prepare(connection: sqlite3.Connection, path: str, version: int) -> None:
    """Migrate a store of this version (0: a new file) to the newest, in one transaction."""
    if version == VERSION:
        return
    script = "".join(STEPS[version:])
    marks = f"pragma application_id = {APPLICATION}; pragma user_version = {VERSION};"
    try:
        connection.executescript(f"begin immediate; {script} {marks} commit;")
    except sqlite3.Error as problem:
        if connection.in_transaction:
            connection.execute("rollback")
        raise BadStore(f"{path} could not be brought to schema {VERSION}; nothing was changed: {problem}") from None
