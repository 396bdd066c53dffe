"""Drawing the dice of a table: all give a lock, one sheet names them, all show their numbers; then the match begins.

All or nothing: a draw that someone does not finish is void, and the next one has fresh numbers from everyone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from asterism.core.fair import Unfair, lock_nonce, read_hex
from asterism.core.game import Game
from asterism.core.match import Match
from asterism.store import Conflict, StoreFailed, TableRow
from asterism.table import editions
from asterism.table.sheet import Drawing, contributors, dice_of, lock_of, unlocked, waiting, write_sheet
from asterism.table.table import Seats, Table, new_match

from ..house import House
from ..people.hub import Watcher
from ..settings import MOST_DRAWS
from ..wire.refusal import Refusal, not_stored

PATIENCE = 10.0  # seconds in which a browser that is connected can answer, before the others may draw without it


def check_commit(commit: str) -> str:
    """A lock as it may be written, and in no other way."""
    return checked(commit, "a commit is 64 small hexadecimal digits").hex()


def checked(text: str, otherwise: str) -> bytes:
    try:
        return read_hex(text)
    except Unfair:
        raise Refusal("malformed", otherwise) from None


@dataclass(frozen=True)
class Begun:
    """What follows from who sits at a table: nothing yet, a sheet, or a match."""

    row: TableRow
    drawing: Drawing
    match: Match | None = None
    sheet: tuple[int, str] | None = None  # its number and text, if it is a new one


def go_on(game: Game, row: TableRow, seats: Seats, drawing: Drawing) -> Begun:
    """A table in the lobby, a step further if every seat is taken and every lock is given."""
    if seats.free or (row.protocol != 0 and unlocked(seats)):
        return Begun(row, drawing)
    if row.protocol == 0:
        return Begun(row, drawing, new_match(game, row, seats, None))
    if len(drawing.sheets) >= MOST_DRAWS:
        raise Refusal("not-allowed", f"the dice of this table were drawn {MOST_DRAWS} times in vain: open another one")
    text = write_sheet(row, editions.read(game, row), seats, drawing.sheets)
    drawing = drawing.with_sheet(text, len(contributors(seats)))
    row = replace(row, draw=len(drawing.sheets))
    # where no browser takes part (only bots play) nobody has to be waited for
    match = new_match(game, row, seats, dice_of(row, seats, drawing)) if drawing.whole else None
    return Begun(row, drawing, match, (row.draw, text))


async def commit(house: House, table: Table, guest: str, lock: str, asker: Watcher | None = None, id: int = 0) -> None:
    """Take a lock from someone who sits here; with the last one that is missing the sheet is written."""
    lock = check_commit(lock)
    async with table.lock:
        held = table.seats.held(guest)
        if not held:
            raise Refusal("not-your-seat", "you have no seat at this table")
        if table.phase != "lobby":
            raise Refusal("stale", "the dice are drawn already")
        seats = Seats(replace(row, lock=lock, without=False) if i in held else row for i, row in enumerate(table.seats))
        begun = go_on(table.game, table.row, seats, table.drawing)
        try:
            table.revision = await house.store.commit(table.id, guest, lock, begun.sheet, house.known(table))
        except Conflict:
            await house.read_again(table)
            raise Refusal("stale", "the dice are drawn already") from None
        except StoreFailed as problem:
            raise not_stored(problem) from None
        table.row, table.seats, table.drawing, table.touched = begun.row, seats, begun.drawing, house.settings.now()
        house.tell(table, 0, asker, id)


async def reveal(
    house: House, table: Table, guest: str, sheet: str, nonce: str, asker: Watcher | None = None, id: int = 0
) -> None:
    """Take the number behind a lock; with the last one the match begins. The same once more changes nothing."""
    number = checked(nonce, "a nonce is 64 small hexadecimal digits")
    async with table.lock:
        drawing, owners = table.drawing, contributors(table.seats)
        if guest not in owners:
            raise Refusal("not-your-seat", "your browser has no part in drawing these dice")
        if not table.row.draw or sheet != drawing.hash:
            raise Refusal("stale", "this is not the sheet that holds")
        if lock_nonce(number) != lock_of(table.seats, owners[guest]):
            raise Refusal("malformed", "this is not the number that was locked")
        place = list(owners).index(guest)
        if not drawing.nonces[place]:
            await _reveal(house, table, drawing.with_nonce(place, nonce), place)
            house.tell(table, 0, asker, id)
        elif asker:
            house.tell_one(table, asker, 0, False, id)
    house.wake(table)


async def _reveal(house: House, table: Table, drawing: Drawing, place: int) -> None:
    row, seats, match = table.row, table.seats, None
    if drawing.whole:
        match = new_match(table.game, row, seats, dice_of(row, seats, drawing))
    shown = sum(1 for nonce in table.drawing.nonces if nonce)
    start = match.actions if match else None
    try:
        known = house.known(table)
        table.revision = await house.store.reveal(table.id, row.draw, place, drawing.nonces[place], shown, start, known)
    except Conflict:
        await house.read_again(table)
        raise Refusal("stale", "the table has moved on meanwhile") from None
    except StoreFailed as problem:
        raise not_stored(problem) from None
    table.drawing, table.match, table.touched = drawing, match, house.settings.now()


async def redraw(
    house: House,
    table: Table,
    guest: str,
    draw: int,
    without: Sequence[int],
    asker: Watcher | None = None,
    id: int = 0,
) -> None:
    """Make a draw void. The next one goes without browsers that are away or do not answer; without naming any, whoever
    has lost their own number asks everyone for fresh ones."""
    async with table.lock:
        held = table.seats.held(guest)
        if not held:
            raise Refusal("not-your-seat", "you have no seat at this table")
        if table.phase != "drawing" or draw != table.row.draw:
            raise Refusal("stale", "this is not the draw that holds")
        left_out = _left_out(house, table, held, without)
        try:
            table.revision = await house.store.void(table.id, draw, left_out, house.known(table))
        except Conflict:
            await house.read_again(table)
            raise Refusal("stale", "the table has moved on meanwhile") from None
        except StoreFailed as problem:
            raise not_stored(problem) from None
        make_void(house, table, left_out)
        house.tell(table, 0, asker, id)


def _left_out(house: House, table: Table, held: tuple[int, ...], without: Sequence[int]) -> list[int]:
    """All seats of those who are left out, where that may be; those of a draw before stay left out."""
    late = waiting(table.row, table.seats, table.drawing)
    if not without and not set(late) & set(held):
        raise Refusal("not-allowed", "your number was shown already: say whose browser the others wait for")
    if any(seat not in late or seat in held for seat in without):
        raise Refusal("not-allowed", "only a browser that has not shown its number can be left out")
    here = house.hub.guests(table.code)
    patient = house.settings.now() - table.touched >= PATIENCE
    guests = {table.seats[seat].guest for seat in without}
    if guests & set(here) and not patient:
        raise Refusal("too-fast", f"a browser that is here has {PATIENCE:g} seconds to answer")
    return [i for i, seat in enumerate(table.seats) if seat.without or (seat.guest and seat.guest in guests)]


def make_void(house: House, table: Table, without: Sequence[int] = ()) -> None:
    """The draw does not hold, and neither does any lock: the next one needs fresh numbers."""
    table.row = replace(table.row, draw=0)
    table.seats = Seats(replace(row, lock="", without=i in without) for i, row in enumerate(table.seats))
    table.drawing, table.touched = Drawing(table.drawing.sheets), house.settings.now()
