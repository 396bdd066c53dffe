"""A late-comer takes over a seat that a bot plays: a guest without a seat asks, somebody of the table agrees.

Whoever opened the table answers; while they are away, whoever plays there. So nobody gets a hand to see, or a say, that
the table has not given them. A "no" holds for the rest of the match. Only the seats of bots can be taken over, never
that of a guest for whom a bot plays; and a guest who has a seat gets no second one. The newcomer sees from then on
what the seat sees. No roll changes: the sheet of the dice is drawn, and a newcomer has no part in it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any, Protocol, cast

from asterism.core.match import Match
from asterism.store import Conflict, Consequences, EventRow, StoreFailed
from asterism.table.seat_requests import Asking, answers, may_ask, read_asking, stored_asking
from asterism.table.table import Table
from asterism.table.timing import stored_timing

from ..house import House
from ..http.rates import Bucket
from ..lessons.teaching import one_seat_each
from ..people.guests import clean_name, default_name
from ..people.hub import Watcher
from ..wire.refusal import Refusal, not_stored
from ..wire.requests import AnswerSeat, AskSeat, Request
from .lobby import distinct


class Connection(Protocol):
    """The connection that asks or answers; `sockets` has the one that there is."""

    house: House
    guest: str
    name: str
    emotes: Bucket

    def tell_if_away(self, asked: Request, table: Table) -> None: ...


async def hear_ask(connection: Connection, asked: AskSeat, table: Table) -> None:
    if not connection.emotes.take():
        raise Refusal("too-fast", "ask once, and wait for the answer")
    house, guest, name = connection.house, connection.guest, asked.name or connection.name
    async with one_seat_each(house, table, guest, asked.seat):
        await ask_seat(house, table, guest, asked.seat, name, cast(Watcher, connection), asked.id)
    connection.tell_if_away(asked, table)


async def hear_answer(connection: Connection, asked: AnswerSeat, table: Table) -> None:
    house, guest = connection.house, connection.guest
    watcher = cast(Watcher, connection)
    await answer_seat(house, table, guest, asked.seat, asked.name, asked.yes, watcher, asked.id)
    connection.tell_if_away(asked, table)


async def ask_seat(house: House, table: Table, guest: str, seat: int, name: str, asker: Watcher, id: int = 0) -> None:
    """Ask for the seat of a bot; whoever opened the table takes it at once. One guest asks at a time: another can when
    the one before has gone."""
    if house.others is not None:
        await house.others.look_around(table)
    async with table.lock:
        match = table.running()
        if table.seats.held(guest):
            raise Refusal("not-allowed", "you have a seat at this table already")
        if not 0 <= seat < len(table.seats):
            raise Refusal("malformed", f"there is no seat {seat}: this table has {len(table.seats)}")
        if table.seats[seat].holder != "bot":
            raise Refusal("seat-taken", "no bot has this seat, and nobody gives up their own")
        if not may_ask(table, guest):
            raise Refusal("not-allowed", "the answer was no: at this table you watch")
        before = read_asking(table.row.seat_asked)
        here = house.hub.guests(table.code)
        if before.seat >= 0 and before.guest != guest and before.guest in here:
            raise Refusal("not-allowed", "someone else is asking just now: wait for the answer")
        others = [row.name for i, row in enumerate(table.seats) if i != seat]
        own = distinct(clean_name(name) or default_name(guest), others)
        asking = replace(before, seat=seat, guest=guest, name=own)
        if guest == table.row.opener:
            await take_over(house, table, match, asking, -1)
        elif asking != before:
            await note(house, table, asking)
        house.tell(table, match.ply, asker, id)
    house.wake(table)


async def answer_seat(
    house: House, table: Table, guest: str, seat: int, name: str, yes: bool, asker: Watcher, id: int = 0
) -> None:
    """Agree that someone takes over the seat they ask for, or not; who asked may withdraw it by a no."""
    if house.others is not None:
        await house.others.look_around(table)
    async with table.lock:
        match, asking = table.running(), read_asking(table.row.seat_asked)
        if (asking.seat, asking.name) != (seat, name):
            raise Refusal("stale", "nobody asks for that seat any more")
        if asking.guest == guest and not yes:
            await note(house, table, Asking(refused=asking.refused))
        elif not answers(table, guest, house.hub.guests(table.code)):
            raise Refusal("not-allowed", "whoever opened this table answers or, while they are away, those who play")
        elif yes:
            own = table.seats.acting(guest)
            await take_over(house, table, match, asking, own[0] if own else -1)
        else:
            await note(house, table, Asking(refused=(*asking.refused, asking.guest)))
        house.tell(table, match.ply, asker, id)
    house.wake(table)


async def note(house: House, table: Table, asking: Asking) -> None:
    """Store who asks, then adopt it."""
    stored = stored_asking(asking)
    try:
        table.revision = await house.store.ask_seat(table.id, stored, house.known(table))
    except Conflict:
        await house.read_again(table)
        raise Refusal("stale", "the table has moved on meanwhile: look again") from None
    except StoreFailed as problem:
        raise not_stored(problem) from None
    table.row = replace(table.row, seat_asked=stored)


async def take_over(house: House, table: Table, match: Match, asking: Asking, by: int) -> None:
    """Store that a guest has the seat of a bot from now on, then adopt it; an undo that was asked for lapses."""
    seat = asking.seat
    if table.seats[seat].holder != "bot":
        raise Refusal("seat-taken", "this seat is no bot's any more")
    await house.after_trouble(table)
    now = house.settings.now()
    # without: the sheet of the dice names no number of theirs
    row = replace(table.seats[seat], holder="guest", level="", guest=asking.guest, name=asking.name, without=True)
    seats = table.seats.with_row(seat, row)
    event = EventRow(ply=match.ply, at=int(now), what="took-over", seat=seat, by=by, name=asking.name)
    timing = table.timing_with(match.to_act, seats, now)
    stored = stored_asking(Asking(refused=asking.refused))
    also = Consequences(timing=stored_timing(timing), events=(len(table.events), [event]))
    try:
        table.revision = await house.store.take_over(table.id, seat, row, stored, also, house.known(table))
    except Conflict:
        await house.read_again(table)
        raise Refusal("stale", "the table has moved on meanwhile: look again") from None
    except StoreFailed as problem:
        raise not_stored(problem) from None
    table.row, table.seats, table.events = replace(table.row, seat_asked=stored), seats, (*table.events, event)
    table.undo_asked, table.timing = None, timing
    table.bots.pop(seat, None)
    if match.to_act == seat:
        table.welcome(now, now)


CARRIED_OUT_BY: dict[type, Callable[[Any, Any, Any], Awaitable[None]]] = {AskSeat: hear_ask, AnswerSeat: hear_answer}
