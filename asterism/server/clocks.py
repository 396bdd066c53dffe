"""When someone's time runs out: a bot plays on for them, or the match ends, as was chosen with the clock.

That the seat loses is no choice: what a result is, the rules say, and none of them has a seat that gives up. In a match
of several the others would have to go on around it, and in a team all would lose."""

from __future__ import annotations

import logging

from asterism.core.match import CLOSE
from asterism.store import EventRow

from . import leaving, moves
from .house import House
from .refusal import Refusal
from .tables import Table

log = logging.getLogger("asterism.clocks")


async def time_up(house: House, table: Table) -> None:
    """Do what was chosen, if the time of the seat to act has run out."""
    try:
        async with table.lock:
            clock, timing, match = table.clock, table.timing, table.match
            now = house.settings.now()
            if clock is None or timing is None or match is None or table.phase != "playing":
                return
            seat = timing.running
            if seat < 0 or timing.left(clock, seat, now) > 0:
                return
            if clock.then == "bot":
                level = leaving.stand_in_level(house, table)
                await leaving.change(house, table, match, [seat], "time-up", level)
            else:
                event = EventRow(ply=match.ply, at=int(now), what="time-up", seat=seat)
                await moves.write(house, table, match.after(CLOSE), match.ply, event)
            house.tell(table, match.ply)
    except Refusal as refusal:
        log.error("the clock of table %s: %s", table.code, refusal.text)
    house.wake(table)
