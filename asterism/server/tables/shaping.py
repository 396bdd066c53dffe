"""The lobby as whoever opened the table shapes it: more seats or fewer, bots, seats set free, or all of it closed.

Only in the lobby: once the dice are drawn the seating is on the sheet, and nobody may try for another draw by it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from asterism.core.game import BadInput
from asterism.store import Conflict, SeatRow, StoreFailed
from asterism.table.table import Seats, Table

from ..house import House
from ..people.hub import Watcher
from ..wire.refusal import Refusal, not_stored
from ..wire.requests import SeatPlan, Shape
from .dice_draw import go_on
from .lobby import check_clock, distinct, in_lobby, plan_seat


async def shape(house: House, table: Table, guest: str, wish: Shape, asker: Watcher | None = None) -> None:
    """Carry out one change of the seats; where every seat is taken then, the dice are drawn."""
    async with table.lock:
        check_opener(table, guest)
        in_lobby(table)
        seats = shaped(table, wish, house.desk.levels(table.game, len(table.seats)))
        begun = go_on(table.game, table.row, seats, table.drawing)
        match = begun.match
        try:
            start = match.actions if match else None
            table.revision = await house.store.reshape(
                table.id, table.seats, seats, start, begun.sheet, house.known(table)
            )
        except Conflict:
            await house.read_again(table)
            raise Refusal("stale", "the seats have changed meanwhile: look again") from None
        except StoreFailed as problem:
            raise not_stored(problem) from None
        table.row, table.drawing = begun.row, begun.drawing
        table.seats, table.match, table.touched = seats, match, house.settings.now()
        house.tell(table, 0, asker, wish.id)
    house.wake(table)


def check_opener(table: Table, guest: str) -> None:
    if table.row.opener != guest:
        raise Refusal("not-allowed", "only whoever opened this table can change its seats, or close it")


def shaped(table: Table, wish: Shape, levels: list[str]) -> Seats:
    """The seats after a change, if it may be."""
    seats = table.seats
    if wish.change == "add":
        return fitting(table, Seats((*seats, SeatRow(star=unused_star(seats)))))
    if wish.change == "start":
        return filled(seats, wish, seats.free, levels)
    if not 0 <= wish.seat < len(seats):
        raise Refusal("malformed", f"there is no seat {wish.seat}: this table has {len(seats)}")
    row = seats[wish.seat]
    if wish.change == "free":
        return seats.with_row(wish.seat, SeatRow(star=row.star))
    if row.guest:
        raise Refusal("seat-taken", f"{row.name} sits there: set the seat free first")
    if wish.change == "bot":
        return filled(seats, wish, [wish.seat], levels)
    return fitting(table, Seats((*seats[: wish.seat], *seats[wish.seat + 1 :])))


def fitting(table: Table, seats: Seats) -> Seats:
    """So many seats, if the game, its options and the clock allow that."""
    try:
        table.game.check_options(len(seats), table.options)
    except BadInput as problem:
        raise Refusal("bad-options", str(problem)) from None
    check_clock(table.game, len(seats), table.clock)
    return seats


def unused_star(seats: Seats) -> int:
    return next(star for star in range(len(seats) + 1) if star not in [row.star for row in seats])


def filled(seats: Seats, wish: Shape, which: Sequence[int], levels: list[str]) -> Seats:
    """The seats with bots of one level at these."""
    names = iter(wish.names)
    for seat in which:
        bot = plan_seat(SeatPlan(kind="bot", name=next(names, ""), level=wish.level), "", "", "", levels)
        others = [row.name for i, row in enumerate(seats) if i != seat]
        seats = seats.with_row(seat, replace(bot, name=distinct(bot.name, others), star=seats[seat].star))
    return seats


async def close(house: House, table: Table, guest: str, asker: Watcher | None = None, id: int = 0) -> None:
    """Close a table whose match has not begun: nobody can sit down any more."""
    async with table.lock:
        check_opener(table, guest)
        if table.phase not in ("lobby", "drawing"):
            in_lobby(table)
        try:
            table.revision = await house.store.close_table(table.id, house.known(table))
        except Conflict:
            await house.read_again(table)
            raise Refusal("stale", "the match has begun meanwhile") from None
        except StoreFailed as problem:
            raise not_stored(problem) from None
        table.row = replace(table.row, phase="closed")
        house.tell(table, 0, asker, id)
