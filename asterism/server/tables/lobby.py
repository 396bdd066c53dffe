"""Before a match and after it: opening a table, sitting down, standing up, a rematch."""

from __future__ import annotations

import json
import secrets
from dataclasses import replace

from asterism.core.discover import find
from asterism.core.game import BadInput, Game
from asterism.store import Conflict, SeatRow, StoreFailed, TableRow
from asterism.table import editions
from asterism.table.sheet import Drawing, read_options
from asterism.table.table import Seats, Table, listed, new_code
from asterism.table.timing import stored_clock

from ..house import House
from ..people.guests import clean_name
from ..people.hub import Watcher
from ..settings import LONGEST_CLOCK, LONGEST_PATIENCE, SHORTEST_CLOCK
from ..wire.refusal import Refusal, not_stored
from ..wire.requests import Clock, Open, SeatPlan
from . import offered_editions
from .dice_draw import check_commit, go_on, make_void


async def open_table(house: House, guest: str, name: str, wish: Open) -> Table:
    """Open a table as it was planned; the opener holds the seats `me` and `here`."""
    return await _write(house, *planned(house, guest, name, wish))


def check_clock(game: Game, seats: int, clock: Clock | None) -> None:
    """What is chosen with a clock must be possible: of more than two, or in a team, who would win if one lost?"""
    if clock and not SHORTEST_CLOCK <= clock.seconds <= LONGEST_CLOCK:
        raise Refusal("bad-options", f"a clock has {SHORTEST_CLOCK} to {LONGEST_CLOCK} seconds")
    if clock and clock.then == "lose" and (game.team or seats != 2):
        raise Refusal("bad-options", "by the clock a seat can lose only where two play against each other")


def planned(house: House, guest: str, name: str, wish: Open) -> tuple[TableRow, Seats]:
    """A table as someone would like to open it, if it can be."""
    lock = check_commit(wish.commit)
    game = listed(wish.game)
    if not 0 <= wish.patience <= LONGEST_PATIENCE:
        raise Refusal("bad-options", f"the patience of a table is at most {LONGEST_PATIENCE} seconds")
    try:
        options = game.check_options(len(wish.seats), wish.options)
    except BadInput as problem:
        raise Refusal("bad-options", str(problem)) from None
    check_clock(game, len(wish.seats), wish.clock)
    edition = offered_editions.named(house.settings.editions, game, wish.edition)
    known = house.desk.levels(game, len(wish.seats))
    seats = [plan_seat(plan, guest, name, lock, known) for plan in wish.seats]
    row = TableRow(
        code="",
        game=game.name,
        version=game.version,
        options=json.dumps(options),
        edition=edition.digest,
        title=edition.title if edition.numbers else "",
        numbers=editions.stored(edition),
        undo=wish.undo,
        hints=wish.hints,
        patience=wish.patience,
        clock=stored_clock(wish.clock),
        secret=secrets.token_bytes(32),
        opener=guest,
        opened_with=lock,
    )
    return row, Seats(numbered(seats))


async def opened_before(house: House, wish: TableRow) -> Table | None:
    """The table of the same wish, sent before: its answer was lost on the way."""
    code = await house.store.opened(wish.opener, wish.opened_with)
    if not code:
        return None
    table = await house.find(code)
    if any(getattr(table.row, word) != getattr(wish, word) for word in ("game", "options", "edition", "undo", "hints")):
        raise Refusal("malformed", "a table was opened with this lock: for another one draw a fresh number")
    return table


def plan_seat(plan: SeatPlan, guest: str, name: str, lock: str, levels: list[str]) -> SeatRow:
    if plan.kind == "bot":
        if plan.level and plan.level not in levels:
            raise Refusal("bad-options", f"there is no level {plan.level[:20]!r}; there are {', '.join(levels)}")
        level = plan.level or levels[-1]
        return SeatRow(holder="bot", level=level, name=clean_name(plan.name) or "Bot")
    if plan.kind == "elsewhere":
        return SeatRow()
    own = clean_name(plan.name) or (name if plan.kind == "me" else "")
    return SeatRow(device="shared" if plan.kind == "here" else "own", name=own or "Friend", guest=guest, lock=lock)


def distinct(name: str, taken: list[str]) -> str:
    """The name, told apart from those that are taken: Bot, Bot 2."""
    number, own = 1, name
    while own and own in taken:
        number += 1
        own = f"{name} {number}"
    return own


def numbered(seats: list[SeatRow]) -> list[SeatRow]:
    """The same seats, each with a star of its own, and with names told apart where two are alike."""
    names: list[str] = []
    for seat in seats:
        names.append(distinct(seat.name, names))
    return [replace(seat, name=name, star=i) for i, (seat, name) in enumerate(zip(seats, names, strict=True))]


async def _write(house: House, row: TableRow, seats: Seats, after: Table | None = None) -> Table:
    """Store a new table under a code nobody has; if every seat is taken, the dice are drawn at once."""
    game = find(row.game)
    protocol = 2 if game.has_chance(read_options(row.options)) else 0
    for _ in range(20):
        begun = go_on(game, replace(row, code=new_code(), protocol=protocol, draw=0), seats, Drawing())
        match, drawing = begun.match, begun.drawing
        row = replace(begun.row, phase="playing" if match else "drawing" if begun.row.draw else "lobby")
        actions, sheet = match.actions if match else (), begun.sheet[1] if begun.sheet else ""
        try:
            id = await house.store.open_table(row, seats, actions, after.id if after else None, sheet)
        except Conflict:
            if after is not None:
                await house.read_again(after)
                if after.row.rematch:
                    raise
            elif table := await opened_before(house, row):
                return table
            continue  # the code is taken
        except StoreFailed as problem:
            raise not_stored(problem, "the table could not be stored, so it was not opened") from None
        row = replace(row, id=id)
        table = Table(row=row, seats=seats, game=game, match=match, drawing=drawing, touched=house.settings.now())
        table.revision = table.said = len(actions)
        house.tables[table.code] = table
        house.wake(table)
        return table
    raise Refusal("store-failed", "no free code was found for the table")


async def sit(
    house: House,
    table: Table,
    guest: str,
    guest_name: str,
    seat: int,
    commit: str,
    name: str = "",
    asker: Watcher | None = None,
    id: int = 0,
) -> None:
    """Take a free seat; with the last one the dice are drawn."""
    lock = check_commit(commit)
    async with table.lock:
        if not 0 <= seat < len(table.seats):
            raise Refusal("malformed", f"there is no seat {seat}: this table has {len(table.seats)}")
        row = table.seats[seat]
        if (row.guest, row.lock) == (guest, lock):  # the same once more
            if asker:
                house.tell_one(table, asker, 0, False, id)
            return
        in_lobby(table)
        if seat not in table.seats.free:
            raise Refusal("seat-taken", "this seat is taken")
        if row.kept and row.kept != guest:
            raise Refusal("seat-taken", "this seat is kept for someone who played before")
        others = [s.name for i, s in enumerate(table.seats) if i != seat]
        own = distinct(clean_name(name) or row.name or guest_name, others)
        # whoever sits already takes a second seat for someone beside them
        beside = bool(table.seats.held(guest)) and not row.kept
        device = "shared" if beside else row.device
        taken = replace(row, guest=guest, device=device, name=own, lock=lock, kept="")
        seats = table.seats.with_row(seat, taken)
        begun = go_on(table.game, table.row, seats, table.drawing)
        match = begun.match
        try:
            start = match.actions if match else None
            table.revision = await house.store.sit(table.id, seat, taken, start, begun.sheet, house.known(table))
        except Conflict:
            await house.read_again(table)
            raise Refusal("seat-taken", "someone else was faster: this seat is taken") from None
        except StoreFailed as problem:
            raise not_stored(problem, "this could not be stored, so you do not sit yet") from None
        table.row, table.drawing = begun.row, begun.drawing
        table.seats, table.match, table.touched = seats, match, house.settings.now()
        house.tell(table, 0, asker, id)
    house.wake(table)


async def stand(house: House, table: Table, guest: str, seat: int, asker: Watcher | None = None, id: int = 0) -> None:
    """Give a seat up before the match begins; the opener may also give away one that is kept for someone.

    While the dice are drawn it makes that draw void."""
    async with table.lock:
        if table.phase != "drawing":
            in_lobby(table)
        row = table.seats[seat] if 0 <= seat < len(table.seats) else None
        given_away = row is not None and bool(row.kept) and table.row.opener == guest
        if row is None or not (given_away or table.seats.holder(seat) == guest):
            raise Refusal("not-your-seat", "this is not your seat")
        empty = SeatRow(star=row.star)
        try:
            table.revision = await house.store.stand(table.id, seat, row.guest, empty, house.known(table))
        except Conflict:
            await house.read_again(table)
            raise Refusal("stale", "the match has begun meanwhile") from None
        except StoreFailed as problem:
            raise not_stored(problem, "this could not be stored, so you keep your seat") from None
        if table.phase == "drawing":
            make_void(house, table, [i for i, other in enumerate(table.seats) if other.without])
        table.seats = table.seats.with_row(seat, empty)
        house.tell(table, 0, asker, id)


def in_lobby(table: Table) -> None:
    """Refuses what can be done in the lobby only."""
    if table.phase in ("over", "closed"):
        raise Refusal("match-over", "the match is over" if table.match else "this table was closed")
    if table.phase != "lobby":
        raise Refusal("table-full", "every seat is taken and the match begins: you can watch")


async def rematch(house: House, table: Table, guest: str, commit: str) -> Table:
    """The next table with the same people: opened by the first who asks, joined by those who ask later."""
    lock = check_commit(commit)
    if table.phase != "over":
        raise Refusal("not-allowed", "a rematch is played when the match is over")
    if not table.seats.held(guest):
        raise Refusal("not-your-seat", "you have no seat at this table")
    async with table.lock:
        if not table.row.rematch or (await house.find(table.row.rematch)).phase == "closed":
            row = replace(
                table.row,
                id=0,
                secret=secrets.token_bytes(32),
                nonce="",
                draw=0,
                opener=guest,
                opened_with="",
                rematch="",
                undo_asked="",
                seat_asked="",
                timing="",
            )
            # whoever was second begins now
            seats = Seats(_again(seat, guest, lock) for seat in (*table.seats[1:], table.seats[0]))
            try:
                following = await _write(house, row, seats, after=table)
            except Conflict:
                pass  # another process was faster: join its table
            else:
                table.row, table.revision = replace(table.row, rematch=following.code), table.revision + 1
                house.tell(table, table.match.ply if table.match else 0)
                return following
    following = await house.find(table.row.rematch)
    if following.phase == "lobby":
        for seat in following.seats.kept(guest):
            await sit(house, following, guest, "", seat, lock)
    return following


def _again(seat: SeatRow, guest: str, lock: str) -> SeatRow:
    """A seat as it is planned for the rematch that `guest` opens: theirs at once, the others' kept for them."""
    if seat.holder == "bot":
        return seat
    if seat.guest == guest:
        return replace(seat, nonce="", lock=lock, without=False, stand_in="", away=0)
    return replace(seat, guest="", nonce="", lock="", without=False, stand_in="", away=0, kept=seat.guest)
