"""A connection to PostgreSQL that writes batches, and a row by which its successor finds out whether the last batch
was committed.

Each connection has a row of its own in `writers`, in which it counts its batches, in the same transaction that writes
them. When the connection is lost, the next one looks there whether the last batch was committed, and removes the row:
a statement of the old connection that is still on its way then writes nothing.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

import psycopg

from . import postgres_schema
from .batches import Write, write_all
from .postgres_link import Link
from .queries import CHANGED, LEASE_LOST, Dialect
from .rows import Conflict

WRITE_SECONDS = 10.0  # for each statement
MARK = "update writers set batch = ? where writer = ? and batch = ?"

# A batch of moves alone, as nearly all are, in one statement. Each move is written whole or not at all: the `changes`
# of its table and its lease are read under a lock, so that no other process changes them before this is committed; of
# two who write the same ply at the same moment, the primary key of `actions` lets one pass. Tables are locked before
# leases, as by every other batch, or two processes would deadlock. The reasons of refusals are kept in our row, for the
# case that the answer is lost.
MOVES = """
    with mine as materialized (
        select 1 from writers where writer = ? and batch = ? for update
    ), moves as materialized (
        select cast(value ->> 0 as bigint) as number, cast(value ->> 1 as bigint) as "table",
            cast(value ->> 2 as bigint) as first, cast(value ->> 3 as bigint) as changes,
            value ->> 4 as holder, cast(value ->> 5 as bigint) as lease
        from mine, jsonb_array_elements(?)
    ), known as materialized (
        select moves.number from moves join tables on tables.id = moves."table" and tables.changes = moves.changes
        order by tables.id for share of tables
    ), held as materialized (
        select moves.number from moves join leases on leases."table" = moves."table"
            and leases.holder = moves.holder and leases.number = moves.lease
        where (select count(*) from known) is not null
        order by leases."table" for share of leases
    ), judged as materialized (
        select moves.*, case
            when holder is not null and number not in (select number from held) then 'lease'
            when changes is not null and number not in (select number from known) then 'changed'
            when first <= (select ply from actions where "table" = moves."table" order by ply desc limit 1) then 'taken'
            end as refused
        from moves
    ), written as (
        insert into actions ("table", ply, action, at, began)
        select "table", cast(value ->> 1 as bigint), cast(value ->> 2 as bigint), cast(value ->> 3 as bigint), first
        from judged, jsonb_array_elements(?)
        where number = cast(value ->> 0 as bigint) and refused is null order by 1, 2
    )
    update writers set batch = ?, refused = coalesce(
        (select jsonb_object_agg(number, refused) from judged where refused is not null), '{}'
    ) where writer = ? and batch = ? returning refused
"""
REFUSED = {"lease": LEASE_LOST, "changed": CHANGED, "taken": "this ply is taken"}


class Unmarked(Exception):
    """The row of this connection is gone, so nothing was written."""


class Writer:
    """A connection that writes, and its row in `writers`."""

    def __init__(self, url: str) -> None:
        self.link = Link(url, writes=True, patience=WRITE_SECONDS)
        self.name = secrets.token_hex(8)
        self.batch = 0
        self.size = 0  # writes of the last batch
        self.sent = False  # only the answer to its commit is missing
        self.outcomes: list[Any] | None = None  # of the last batch, where they are known before the answer
        try:
            postgres_schema.take_part(self.link)
            self.link.execute("insert into writers (writer, batch) values (?, 0)", (self.name,))
        except BaseException:
            self.link.close()
            raise

    def transact(self, dialect: Dialect, batch: Sequence[Write]) -> list[Any]:
        self.batch += 1
        self.size, self.sent, self.outcomes = len(batch), False, None
        if all(write.actions and not write.work for write in batch):
            return self._move(batch)
        self.link.execute("begin")
        if self.link.execute(MARK, (self.batch, self.name, self.batch - 1)).rowcount != 1:
            raise Unmarked
        self.outcomes = write_all(self.link, dialect, batch)
        self.sent = True
        self.link.execute("commit")
        return self.outcomes

    def _move(self, batch: Sequence[Write]) -> list[Any]:
        moves, actions = [], []
        for number, write in enumerate(batch):
            _, first, *_ = write.actions[0]
            changes = write.guard[1] if write.guard else None
            moves.append((number, write.table, first, changes, *(write.lease[1:] if write.lease else (None, None))))
            actions += [(number, ply, action, at) for _, ply, action, at, _ in write.actions]
        mine = self.name, self.batch - 1
        self.sent = True
        found = self.link.execute(MOVES, (*mine, json.dumps(moves), json.dumps(actions), self.batch, *mine)).fetchone()
        if found is None:
            raise Unmarked
        self.outcomes = self._outcomes(found[0])
        return self.outcomes

    def _outcomes(self, refused: dict[str, str]) -> list[Conflict | None]:
        """The refusals of the last batch by move, with None for a written one."""
        return [Conflict(REFUSED[refused[str(n)]]) if str(n) in refused else None for n in range(self.size)]

    def undo(self) -> None:
        """Roll back a batch that failed on a connection that still works."""
        self.link.roll_back()
        self.batch -= 1

    def became_of(self, lost: Writer) -> bool | None:
        """Whether the last batch of a lost connection was committed; if not, from now on it cannot be. None: ask again.

        The row of that connection is read under a lock, so that a commit under way is waited for."""
        mine = "select batch, refused from writers where writer = ? for update"
        found = self.link.execute(mine, (lost.name,)).fetchone()
        if found is None:  # removed before, but the answer to that was lost as well
            return False
        batch, refused = found
        remove = "delete from writers where writer = ? and batch = ?", (lost.name, batch)
        if batch == lost.batch:
            if lost.outcomes is None:
                lost.outcomes = lost._outcomes(refused)
            with suppress(psycopg.Error):
                self.link.execute(*remove)
            return True
        return False if self.link.execute(*remove).rowcount else None

    def close(self) -> None:
        with suppress(psycopg.Error):
            self.link.execute("delete from writers where writer = ?", (self.name,))
        self.link.close()
