"""When someone's time runs out: a bot plays on for them, they lose, or the match ends, as was chosen with the clock.

To lose is for two who play against each other. No rules here have a seat that gives up: in a match of several the
others would have to go on around it, and in a team all would lose."""

from __future__ import annotations

import logging

from asterism.core.match import CLOSE, LOSE
from asterism.store import EventRow, StoreFailed
from asterism.table.table import Table

from ..house import House
from ..wire.refusal import Refusal
from . import leaving, moves

log = logging.getLogger("asterism.clocks")
LOOK_AGAIN = 2.0  # seconds, where another process should have seen it or what was to be done could not be stored


async def time_up(house: House, table: Table) -> None:
    """Do what was chosen, if the time of the seat to act has run out."""
    try:
        if not await house.may_act(table):
            return house.look_at_clock(table, LOOK_AGAIN)
        await house.know_breaks()  # nobody loses by time in which they could not move
    except StoreFailed:
        return house.look_at_clock(table, LOOK_AGAIN)
    try:
        async with table.lock:
            clock, timing, match = table.clock, table.timing, table.match
            now = house.settings.now()
            if clock is None or timing is None or match is None or table.phase != "playing":
                return None
            seat = timing.running
            if seat < 0:
                return None
            if timing.left(clock, seat, now) > 0:
                return house.wake(table)
            if clock.then == "bot":
                level = leaving.stand_in_level(house, table)
                await leaving.change(house, table, match, [seat], "time-up", level, lease=house.fence(table))
            elif clock.then == "lose":
                await moves.write(house, table, match.after(LOSE + seat), match.ply, lease=house.fence(table))
            else:
                event = EventRow(ply=match.ply, at=int(now), what="time-up", seat=seat)
                await moves.write(house, table, match.after(CLOSE), match.ply, event, lease=house.fence(table))
            house.tell(table, match.ply)
    except (Refusal, StoreFailed) as problem:
        if isinstance(problem, StoreFailed) or problem.code != "stale":  # else someone has moved just in time
            log.error("the clock of table %s: %s", table.code, problem)
            return house.look_at_clock(table, LOOK_AGAIN)
    house.wake(table)
    return None
