"""Questions of a connection that take computing: advice, and the statistics of the dice."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Any, Protocol

from asterism import bots
from asterism.core.header import NOBODY
from asterism.core.match import Match
from asterism.store import Conflict, EventRow, StoreFailed
from asterism.table import scenes
from asterism.table.table import Table
from asterism.think import jobs

from ..house import House
from ..wire.messages import ActionAdvice, Advice, Rolls, Told
from ..wire.refusal import Refusal, not_stored, our_mistake
from ..wire.requests import Advise, AskRolls
from .studies import Asker, ask_workers

log = logging.getLogger("asterism.advising")


class AskingConnection(Protocol):
    """A connection that asks for advice; `sockets.Connection` is one."""

    house: House
    guest: str
    asker: Asker
    advising: asyncio.Task[None] | None  # the advice under way

    def say(self, told: Told) -> None: ...

    def refuse(self, id: int, refusal: Refusal) -> None: ...


async def advise(connection: AskingConnection, asked: Advise, table: Table) -> None:
    """Begin to compute advice for a player; refused where the table has no hints, or where it would tell secrets."""
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
    answering = answer_advice(connection, asked.id, table, match, seat, match.to_act in held)
    connection.advising = connection.house.run(answering)


async def tell_others(house: House, table: Table, guest: str, held: tuple[int, ...]) -> None:
    """Store and show to the table that a guest looks at the chances, once a match, where other people play there too.

    Stored before the advice is given, so that nobody is advised unseen; for each seat that the guest holds."""
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


async def answer_advice(
    connection: AskingConnection, id: int, table: Table, match: Match, seat: int, mine: bool
) -> None:
    """Compute advice in a task of its own, so that moves go on meanwhile; actions are rated if the turn is `mine`."""
    try:
        advice = await connection.house.advice.ask(
            ("advice", table.code, match.ply, seat),
            connection.asker,
            lambda step: compute_advice(connection, match, seat, step),
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


def compute_advice(
    connection: AskingConnection, match: Match, seat: int, step: Callable[[], None]
) -> bots.Evaluation | None:
    """Advice for a seat, computed by a worker process or by this one."""
    job = jobs.AdviseJob(position=jobs.position_of(match), seat=seat)
    far = ask_workers(connection.house.desk.workers, job, connection.guest, step, jobs.read_advice)
    return far[0] if far else bots.advice(match.game, match.seen(seat), seat, match.past(seat), step)


async def rolls(connection: AskingConnection, asked: AskRolls, table: Table) -> None:
    """Answer with the statistics of the dice, as far as the asker may know them."""
    if table.match is None:
        raise Refusal("not-started", "the match has not started: nothing was rolled")
    held, match = table.seats.held(connection.guest), table.match
    seat = held[0] if len(held) == 1 else NOBODY
    found = await connection.house.advice.ask(
        ("rolls", table.code, match.ply, seat), connection.asker, lambda step: scenes.rolls(match, seat, step)
    )
    connection.say(Rolls(id=asked.id, table=table.code, rolls=found))


CARRIED_OUT_BY: dict[type, Callable[[Any, Any, Any], Awaitable[None]]] = {Advise: advise, AskRolls: rolls}
