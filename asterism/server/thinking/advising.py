"""What a connection may ask to have worked out: advice, and how the dice have fallen."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Any, Protocol

from asterism import bots
from asterism.core.header import NOBODY
from asterism.core.match import Match
from asterism.store import Conflict, EventRow, StoreFailed
from asterism.think import jobs

from ..house import House
from ..tables import scenes
from ..tables.table import Table
from ..wire.messages import ActionAdvice, Advice, Rolls, Told
from ..wire.refusal import Refusal, not_stored, our_mistake
from ..wire.requests import Advise, AskRolls
from .studies import Asker, found_elsewhere

log = logging.getLogger("asterism.advising")


class Connection(Protocol):
    """Whoever asks; `sockets` has the one that there is."""

    house: House
    guest: str
    asker: Asker
    advising: asyncio.Task[None] | None  # what is being thought about

    def say(self, told: Told) -> None: ...

    def refuse(self, id: int, refusal: Refusal) -> None: ...


async def advise(connection: Connection, asked: Advise, table: Table) -> None:
    held = table.seats.held(connection.guest)
    if not held:
        raise Refusal("not-your-seat", "only those who play are advised")
    match = table.running()
    if not table.row.hints:
        raise Refusal("not-allowed", "at this table there are no hints")
    if connection.advising is not None:
        raise Refusal("too-fast", "you have asked already: the answer is on its way")
    seat = table.knows(held)
    if seat == NOBODY and table.game.has["see"]:
        raise Refusal("not-allowed", "around one screen there are hints in one's own turn only")
    await tell_others(connection.house, table, connection.guest, held)
    thinking = think(connection, asked.id, table, match, seat, match.to_act in held)
    connection.advising = connection.house.run(thinking)


async def tell_others(house: House, table: Table, guest: str, held: tuple[int, ...]) -> None:
    """Note that a guest looks at the chances, once a match, and tell everyone at the table, if other people play there.

    Stored before the advice is given: nobody is advised unseen. Of a guest who holds several seats each is noted."""
    async with table.lock:
        match = table.running()
        noted = {event.seat for event in table.events if event.what == "advised"}
        others = any(row.guest not in ("", guest) for row in table.seats)
        fresh = [seat for seat in held if seat not in noted]
        if not others or not fresh:
            return
        now = int(house.settings.now())
        events = [EventRow(ply=match.ply, at=now, what="advised", seat=seat) for seat in fresh]
        try:
            table.revision = await house.store.note_events(table.id, (len(table.events), events), house.known(table))
        except Conflict:
            await house.read_again(table)
            raise Refusal("stale", "the table has moved on meanwhile: look again") from None
        except StoreFailed as problem:
            raise not_stored(problem) from None
        table.events = (*table.events, *events)
        house.tell(table, match.ply)


async def think(connection: Connection, id: int, table: Table, match: Match, seat: int, mine: bool) -> None:
    """Aside, so that a move can be made while the advice is still being thought about."""
    try:
        advice = await connection.house.advice.ask(
            ("advice", table.code, match.ply, seat),
            connection.asker,
            lambda step: found(connection, match, seat, step),
        )
        if advice is None:
            raise Refusal("not-allowed", "there is no advice for this game")
        actions = [ActionAdvice(action=o.action, value=o.value, points=o.points) for o in advice.actions if mine]
        connection.say(
            Advice(
                id=id,
                table=table.code,
                ply=match.ply,
                exact=advice.exact,
                kind=advice.kind,
                seats=advice.seats,
                points=advice.points,
                actions=actions,
            )
        )
    except Refusal as refusal:
        connection.refuse(id, refusal)
    except Exception:
        log.exception("advice failed at table %s", table.code)
        connection.refuse(id, our_mistake())
    finally:
        connection.advising = None


def found(connection: Connection, match: Match, seat: int, step: Callable[[], None]) -> bots.Advice | None:
    """The advice, thought about in another process or in this one."""
    job = jobs.Advise(position=jobs.position_of(match), seat=seat)
    far = found_elsewhere(connection.house.desk.elsewhere, job, connection.guest, step, jobs.read_advice)
    return far[0] if far else bots.advice(match.game, match.seen(seat), seat, match.past(seat), step)


async def rolls(connection: Connection, asked: AskRolls, table: Table) -> None:
    if table.match is None:
        raise Refusal("not-started", "the match has not started: nothing was rolled")
    held, match = table.seats.held(connection.guest), table.match
    seat = held[0] if len(held) == 1 else NOBODY
    found = await connection.house.advice.ask(
        ("rolls", table.code, match.ply, seat), connection.asker, lambda step: scenes.rolls(match, seat, step)
    )
    connection.say(Rolls(id=asked.id, table=table.code, rolls=found))


CARRIED_OUT_BY: dict[type, Callable[[Any, Any, Any], Awaitable[None]]] = {Advise: advise, AskRolls: rolls}
