"""What speaks for an action: what it completes, prevents and makes possible. `say` gives it to the words."""

from __future__ import annotations

from typing import Any

from . import decks as D
from . import state as S
from .reasons import why_not_target, why_not_time
from .table import Table

Args = dict[str, int | str]


def because_of_time(table: Table, time: int, lane: int, done: bool) -> Args:
    """Hours on a lane; `done`: they complete its target. Three red conditions can be met by one card."""
    s, due = table.s, table.lane[lane][S.DEADLINE]
    in_time = due if done and 0 < due <= s["rounds"] and lane != D.CHECKOUTS else 0
    red = D.FIRST_TIME + time == D.RED_CARD and bool(s["due"][table.mover])
    best = bool(s["calendar"][table.round - 1] == D.BEST and not s["timed"])
    return {"in_time": in_time, "red": yes(red), "best": yes(best), "prevents": (in_time > 0) + red + best}


def because_of_program(table: Table, program: int) -> Args:
    """A new program: whether the team needs it for its funding, else what it is worth."""
    under_way = sum(table.number("band", lane) == 1 for lane in table.lanes if lane != D.CHECKOUTS)
    short = max(0, table.goal() - table.band_one() - under_way) if table.number("band", program) == 1 else 0
    return {"short": short, "points": table.number("full", program)}


def because_of_target(table: Table, target: int, lane: int, side: int) -> Args:
    """A target: whether it can be observed at once, and what the program is worth if it is the last one."""
    table.lane[lane][S.TARGET], table.lane[lane][S.SIDE] = target, side
    last = sum(table.lacking(lane)) == 1
    return {"use": "now" if not why_not_time(table, lane) else "later", "points": table.number("full", lane) * last}


def because_of_taking(table: Table, kind: int) -> Args:
    """A card out of the deck: a program by its worth, a target by the program that lacks one."""
    if kind < D.FIRST_TARGET:
        return {"kind": "program", **because_of_program(table, kind)}
    target, sides = kind - D.FIRST_TARGET, range(len(D.SIDES))
    fits = [lane for lane in table.lanes if not all(why_not_target(table, target, lane, side) for side in sides)]
    if not fits:
        return {"kind": "none"}
    best = min(fits, key=lambda lane: (table.lane[lane][S.TARGET] != S.NONE, table.lane[lane][S.FINISHED] == S.NONE))
    return {"kind": "target", "type": D.TYPES[table.number("type", target)], "lane": D.LANE_NAMES[best]}


def because_of_exchange(table: Table, instrument: int, lane: int) -> Args:
    """Two instruments change places: what is best of what can be observed then."""
    here, other = table.where[instrument], table.at(lane)
    uses = [because_of_instrument(table, one, there) for one, there in ((instrument, lane), (other, here))]
    best = [use for wanted in ("now", "checkouts", "later", "altair") for use in uses if use["use"] == wanted]
    return best[0] if best else {"use": "none"}


def because_of_instrument(table: Table, instrument: int, lane: int) -> Args:
    """An instrument on a lane: what can be observed with it there."""
    if lane == D.CHECKOUTS:
        return {"use": "poor" if table.s["checked"] else "checkouts"}
    target, side = table.lane[lane][S.TARGET], table.lane[lane][S.SIDE]
    if target == S.NONE:
        return {"use": "waits"}
    if table.altair_on == instrument:
        table.altair_on = S.NONE  # it does not move along
    table.lane[lane][S.AT] = instrument
    if not why_not_time(table, lane):
        return {"use": "now", "card": D.TARGETS[target]}
    seen = table.number("site", instrument) & table.number("sky", target)
    able = int(S.USABLE[table.number("optics", instrument)]) >> side & 1
    if not seen or not able:
        return {"use": "none"}
    return {"use": "later" if table.sides_now(instrument) >> side & 1 else "altair", "card": D.TARGETS[target]}


def because_of_altair(table: Table, instrument: int) -> Args:
    """Altair on an instrument: whether a target waits for AO there, and can be observed at once."""
    lane = table.where[instrument]
    if lane >= D.CHECKOUTS or table.lane[lane][S.TARGET] == S.NONE or table.lane[lane][S.SIDE] == 0:
        return {"use": "later"}
    table.altair_on = instrument
    return {"use": "waits" if why_not_time(table, lane) else "now", "card": D.TARGETS[table.lane[lane][S.TARGET]]}


def yes(holds: Any) -> str:
    return "yes" if holds else "no"
