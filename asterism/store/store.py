"""`Store`, everything that the server asks of a store. It knows integers, bytes and text, and no rule of a game.

Every write is one transaction and durable when it returns; a write that raises has changed nothing, except one that
raises Unknown: its connection was lost before the answer came, and its outcome could not be found out.

Where several processes share a store, writes use optimistic concurrency: a write with a `revision` raises Conflict
unless the table still has that revision, and returns the one it has now (0 where none was given). Every write to a
table raises its revision by one, except `note_away`, which leaves it; every action raises it by one more, and an
`append` that does not end the match by nothing else.
"""

from __future__ import annotations

import time
from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar, TypeVarTuple

from . import queries, readings
from .batches import GroupCommit, Work
from .queries import SqlConnection
from .rows import Best, DeviceRow, FormerKey, Lease, LessonRow, Pulse, Untouched
from .table_rows import Consequences, Events, Saved, SeatRow, Since, TableRow

T = TypeVar("T")
Ts = TypeVarTuple("Ts")
Sheet = tuple[int, str]  # of the dice: its number, and its text
NOTHING_ELSE = Consequences()


class Store(GroupCommit):
    """A store of tables, their seats, every action under the unique key (table, ply), and finished matches.

    Subclassed by engine. Made inside a running event loop, and used from that loop only."""

    @abstractmethod
    async def _read(self, work: Callable[[SqlConnection, *Ts], T], *args: *Ts, at_once: bool = False) -> T:
        """Run `work(connection, *args)` on a reader's connection; `at_once`: all its queries see one snapshot."""

    @abstractmethod
    async def key(self) -> bytes:
        """The key that signs the guests' cookies, the same for every process; made at the first call."""

    @abstractmethod
    async def pulse(self, lightly: bool = False) -> Pulse:
        """Record a heartbeat of this process; StoreFailed if a move could not be written now.

        With `lightly` nothing need be written where the store knows without that."""

    @abstractmethod
    def _release(self) -> None:
        """Stop all threads, and close files and connections."""

    async def close(self) -> None:
        """Finish the writes under way, and close files and connections."""
        if not self._closed:
            self._closed = True
            if self._task is not None:
                await self._task
            self._release()

    # Writing

    async def open_table(
        self,
        table: TableRow,
        seats: Sequence[SeatRow],
        actions: Sequence[int] = (),
        after: int | None = None,
        sheet: str = "",
    ) -> int:
        """Insert a table (one that plays already: with its first actions) and return its id.

        With `after`, also make it the rematch of that table. Conflict if that has a rematch, if the code is taken, or
        if its opener has already opened a table with the same `opened_with`."""

        def work(connection: SqlConnection) -> int:
            if after is not None:
                queries.touch(connection, after, None)
                queries.link_rematch(connection, after, table.code)
            id = queries.insert_table(connection, table, seats, now())
            if sheet:
                queries.insert_sheet(connection, id, table.draw, sheet)
            queries.insert_actions(connection, rows(id, 0, actions))
            return id

        return int(await self._write(after or 0, work=work))

    async def sit(
        self,
        table: int,
        seat: int,
        row: SeatRow,
        start: Sequence[int] | None = None,
        sheet: Sheet | None = None,
        revision: int | None = None,
    ) -> int:
        """Fill a free seat; with `start`, begin the match with these actions; with `sheet`, begin to draw the dice.
        Conflict if the seat is not free, or if there is a sheet of this number."""

        def work(connection: SqlConnection) -> None:
            queries.fill_seat(connection, table, seat, row)
            start_if_full(connection, table, start, sheet)

        return await self._change(table, revision, work, start)

    async def commit(
        self, table: int, guest: str, lock: str, sheet: Sheet | None = None, revision: int | None = None
    ) -> int:
        """Write a guest's commitment to a number for the dice to their seats while the table is in the lobby; with
        `sheet`, begin to draw the dice."""

        def work(connection: SqlConnection) -> None:
            queries.lock(connection, table, guest, lock)
            start_if_full(connection, table, None, sheet)

        return await self._change(table, revision, work)

    async def reveal(
        self,
        table: int,
        draw: int,
        place: int,
        nonce: str,
        shown: int,
        start: Sequence[int] | None = None,
        revision: int | None = None,
    ) -> int:
        """Write the number that a browser reveals for the dice; with `start`, begin the match with these actions.
        Conflict if this draw is void, if the number was revealed already, or if not exactly `shown` others were."""

        def work(connection: SqlConnection) -> None:
            queries.reveal(connection, table, draw, place, nonce, shown)
            if start is not None:
                queries.begin(connection, table, "drawing")
                queries.insert_actions(connection, rows(table, 0, start))

        return await self._change(table, revision, work, start)

    async def void(self, table: int, draw: int, without: Sequence[int] = (), revision: int | None = None) -> int:
        """Declare a draw of the dice void: back to the lobby, and all commitments are gone. The next draw goes without
        numbers of these seats."""
        return await self._change(table, revision, lambda c: queries.void(c, table, draw, without))

    async def stand(self, table: int, seat: int, guest: str, row: SeatRow, revision: int | None = None) -> int:
        """Empty a seat that `guest` holds in the lobby or while the dice are drawn, which voids that draw; Conflict
        otherwise."""
        return await self._change(table, revision, lambda c: queries.empty_seat(c, table, seat, guest, row))

    async def reshape(
        self,
        table: int,
        before: Sequence[SeatRow],
        after: Sequence[SeatRow],
        start: Sequence[int] | None = None,
        sheet: Sheet | None = None,
        revision: int | None = None,
    ) -> int:
        """Replace all seats of a table in the lobby, with `start` and `sheet` as in `sit`; Conflict if their holders
        are not those of `before`."""

        def work(connection: SqlConnection) -> None:
            queries.replace_seats(connection, table, before, after)
            start_if_full(connection, table, start, sheet)

        return await self._change(table, revision, work, start)

    async def close_table(self, table: int, revision: int | None = None) -> int:
        """Close a table that will never begin; Conflict if it has begun, or was closed already."""
        return await self._change(table, revision, lambda c: queries.close_table(c, table))

    async def append(
        self,
        table: int,
        ply: int,
        actions: Sequence[int],
        also: Consequences = NOTHING_ELSE,
        revision: int | None = None,
        lease: Lease | None = None,
    ) -> int:
        """Append actions from `ply` on, with their consequences; Conflict if that ply is taken, or if the lease is no
        longer held."""
        work = None
        if also.timing or also.results is not None or also.events[1]:
            ended = now()

            def work(connection: SqlConnection) -> None:
                if also.timing:
                    queries.note_timing(connection, table, also.timing)
                if also.results is not None:
                    queries.end(connection, table, ended, also.results)
                if also.events[1]:
                    queries.insert_events(connection, table, also.events)

        guard = None if revision is None else (table, revision - ply)
        await self._write(table, rows(table, ply, actions), work, guard, None if lease is None else (table, *lease))
        return 0 if revision is None else revision + len(actions) + (also.results is not None)

    async def stand_in(
        self,
        table: int,
        levels: Mapping[int, str],
        also: Consequences,
        revision: int | None = None,
        lease: Lease | None = None,
        known: int | None = None,
    ) -> int:
        """Write by seat the level of the bot that plays in its guest's place (empty: none does), with the events; a
        pending undo request lapses. With `known`, the number of events so far, those from the first new one's number on
        are replaced. Conflict if no match is under way, if other events were written first, or if the lease is no
        longer held."""

        def work(connection: SqlConnection) -> None:
            if also.timing:
                queries.note_timing(connection, table, also.timing)
            queries.stand_in(connection, table, levels)
            if known is not None:
                queries.drop_events(connection, table, known, also.events[0])
            queries.insert_events(connection, table, also.events)

        return await self._change(table, revision, work, lease=lease)

    async def ask_seat(self, table: int, seat_asked: str, revision: int | None = None) -> int:
        """Write who asks for a bot's seat, and who was refused. Conflict if no match is under way."""
        return await self._change(table, revision, lambda c: queries.ask_seat(c, table, seat_asked))

    async def take_over(
        self, table: int, seat: int, row: SeatRow, asked: str, also: Consequences, revision: int | None = None
    ) -> int:
        """Give a bot's seat to a guest, with the events; a pending undo request lapses. Conflict if no match is under
        way, if the seat is no bot's, or if other events were written first."""
        return await self._change(table, revision, lambda c: queries.take_over(c, table, seat, row, asked, also))

    async def note_events(self, table: int, events: Events, revision: int | None = None) -> int:
        """Write events without any other change. Conflict if other events were written first."""
        return await self._change(table, revision, lambda c: queries.insert_events(c, table, events))

    async def set_timing(self, table: int, timing: str, revision: int | None = None) -> int:
        """Write the time used so far, without any other change."""
        return await self._change(table, revision, lambda c: queries.note_timing(c, table, timing))

    async def note_away(self, table: int, since: Mapping[str, int]) -> None:
        """Write by guest since when they are disconnected, seconds since 1970; 0: they are connected."""
        await self._write(table, work=lambda c: queries.note_away(c, table, since))

    async def ask_undo(self, table: int, undo_asked: str, revision: int | None = None) -> int:
        """Write the pending undo request (JSON); empty: there is none."""
        return await self._change(table, revision, lambda c: queries.ask_undo(c, table, undo_asked))

    async def name_watchers(self, table: int, named: bool, revision: int | None = None) -> int:
        """Write whether spectators of a table are named, or only counted."""
        return await self._change(table, revision, lambda c: queries.name_watchers(c, table, named))

    async def list_table(self, table: int, listed: bool, revision: int | None = None) -> int:
        """Write whether a waiting table is public, that is, shown on the first page."""
        return await self._change(table, revision, lambda c: queries.list_table(c, table, listed))

    async def remove(self, table: int, revision: int | None = None) -> None:
        """Remove a table with its actions; Conflict if it was written to since this revision.

        A finished match leaves its code and its results behind, so that the code is not used again and the lists of
        best scores stay as they are; its phase is `gone` then."""
        await self._change(table, revision, lambda c: queries.remove(c, table))

    async def save_lesson(self, lesson: LessonRow, before: str | None = None) -> None:
        """Insert or replace a lesson; Conflict if its content is not `before` (empty: if there is one already)."""
        await self._write(work=lambda c: queries.save_lesson(c, lesson, before))

    async def name_guest(self, guest: str, name: str) -> None:
        """Write the name of a guest."""
        await self._write(work=lambda c: queries.name_guest(c, guest, name))

    async def forget_guests(self, limit: int) -> int:
        """Delete the names of at most `limit` guests who have no seat, table, lesson or result; returns how many."""
        found = await self._read(readings.only_named, limit)
        if found:
            await self._write(work=lambda c: queries.forget_guests(c, found))
        return len(found)

    async def note_device(self, device: DeviceRow) -> None:
        """Insert a device; of a known one only its kind and its last connection are updated."""
        await self._write(work=lambda c: queries.note_device(c, device))

    async def sign_out(self, guest: str, devices: Sequence[str], at: int) -> None:
        """Mark these devices of a guest as signed out, known ones and unknown ones."""
        await self._write(work=lambda c: queries.sign_out(c, guest, devices, at))

    async def take_lease(self, table: int, holder: str, seconds: float) -> int:
        """Take or renew the lease of a table, by which a process acts for its bots and clock, by the store's own clock.

        Returns the lease's fencing token, which rises whenever the lease passes to another holder; 0 if another process
        holds it."""
        return int(await self._write(table, work=lambda c: queries.take_lease(c, self.dialect, table, holder, seconds)))

    async def drop_leases(self, holder: str, table: int | None = None) -> None:
        """Release the lease of a table, or all leases of a process."""
        await self._write(work=lambda c: queries.drop_leases(c, self.dialect, holder, table))

    async def _change(
        self,
        table: int,
        revision: int | None,
        work: Work,
        start: Sequence[int] | None = None,
        lease: Lease | None = None,
    ) -> int:
        """Change a table, which must have this revision; returns its new revision."""

        def whole(connection: SqlConnection) -> None:
            queries.touch(connection, table, revision)
            work(connection)

        await self._write(table, work=whole, lease=None if lease is None else (table, *lease))
        return 0 if revision is None else revision + 1 + len(start or ())

    # Reading

    async def load(self, code: str) -> Saved | None:
        """A table with its seats and actions; None where no table has this code."""
        return await self._read(readings.load, code, at_once=True)

    async def since(self, table: int, revision: int, ply: int) -> Since | None:
        """The actions from `ply` on, for a reader who knows the table as of this revision; None if anything else was
        written too, or the table is gone: then it must be loaded anew."""
        return await self._read(readings.since, table, revision, ply)

    async def revisions(self, tables: Sequence[int]) -> dict[int, int]:
        """The revisions of these tables by id, without those that no longer exist."""
        return await self._read(readings.revisions, tables)

    async def opened(self, opener: str, lock: str) -> str:
        """The code of the table that a guest opened with this `opened_with`; empty if there is none."""
        return await self._read(readings.opened, opener, lock)

    async def to_be_found(self, limit: int) -> list[str]:
        """The codes of the public waiting tables, of all processes, the oldest first."""
        return await self._read(readings.to_be_found, limit)

    async def running(self, guest: str, limit: int = 50) -> list[str]:
        """The codes of a guest's tables that are not over, the one written to last first."""
        return await self._read(readings.running, guest, limit)

    async def untouched(self, since: int, limit: int) -> list[Untouched]:
        """Tables without a write since then (seconds since 1970), the oldest first."""
        return await self._read(readings.untouched, since, limit)

    async def lesson(self, code: str) -> LessonRow | None:
        """The lesson of this code, if there is one."""
        return await self._read(readings.lesson, code)

    async def lessons(self, since: int) -> list[LessonRow]:
        """The lessons that were opened since then (seconds since 1970)."""
        return await self._read(readings.lessons, since)

    async def guest_name(self, guest: str) -> str | None:
        """The name of a guest, if they have given one."""
        return await self._read(readings.guest_name, guest)

    async def devices(self, guest: str) -> list[DeviceRow]:
        """The devices of a guest, the first one first, those too that were signed out."""
        return await self._read(readings.devices, guest)

    async def signed_out(self, since: int) -> list[tuple[str, str]]:
        """The guest and the device of each sign-out since then (seconds since 1970)."""
        return await self._read(readings.signed_out, since)

    async def former_keys(self) -> list[FormerKey]:
        """The keys that signed the guests' cookies before the one that does now."""
        return await self._read(readings.former_keys)

    async def best_alone(self, game: str, fewest: bool, limit: int = 10) -> list[Best]:
        """The best scores of people who played alone, best first."""
        return await self._read(readings.best_alone, game, fewest, limit)

    async def best_wins(self, game: str, fewest: bool, limit: int = 3) -> list[Best]:
        """The best scores with which people won, by number of seats from 2 on, best first."""
        return await self._read(readings.best_wins, game, fewest, limit)

    async def wins(self, guest: str, game: str) -> tuple[int, int, int]:
        """A guest's finished matches against others, the won ones among them, and the further ones in which a bot stood
        in for someone."""
        return await self._read(readings.wins, guest, game)


def start_if_full(connection: SqlConnection, table: int, start: Sequence[int] | None, sheet: Sheet | None) -> None:
    """Begin to draw the dice, or begin the match, where the last free seat was filled."""
    if sheet is not None:
        queries.draw(connection, table, *sheet)
    if start is not None:
        queries.begin(connection, table)
        queries.insert_actions(connection, rows(table, 0, start))


def now() -> int:
    return int(time.time())


def rows(table: int, ply: int, actions: Sequence[int]) -> list[queries.ActionRow]:
    """Actions that are written together from `ply` on, as rows."""
    at = now()
    return [(table, ply + i, action, at, ply) for i, action in enumerate(actions)]
