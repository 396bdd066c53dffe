"""What speaks for an action: what it completes, prevents and makes possible, as arguments for `action_words`."""

from __future__ import annotations

from typing import Any

from .. import decks as D
from .. import state as S
from .refusal_reasons import why_not_target, why_not_time
from .seen_record import SeenRecord

Args = dict[str, int | str]


def because_of_time(seen: SeenRecord, time: int, lane: int, done: bool) -> Args:
    """Hours on a lane; `done`: they complete its target. Three red conditions can be met by one card."""
    s, due = seen.s, seen.lane[lane][S.DEADLINE]
    in_time = due if done and 0 < due <= s["rounds"] and lane != D.CHECKOUTS else 0
    red = D.FIRST_TIME + time == D.RED_CARD and bool(s["due"][seen.mover])
    best = bool(s["calendar"][seen.round - 1] == D.BEST and not s["timed"])
    return {"in_time": in_time, "red": yes(red), "best": yes(best), "prevents": (in_time > 0) + red + best}


def because_of_program(seen: SeenRecord, program: int) -> Args:
    """A new program: whether the team needs it for its funding, else what it is worth."""
    under_way = sum(seen.number("band", lane) == 1 for lane in seen.lanes if lane != D.CHECKOUTS)
    short = max(0, seen.goal() - seen.band_one() - under_way) if seen.number("band", program) == 1 else 0
    return {"short": short, "points": seen.number("full", program)}


def because_of_target(seen: SeenRecord, target: int, lane: int, side: int) -> Args:
    """A target: whether it can be observed at once, and what the program is worth if it is the last one."""
    seen.lane[lane][S.TARGET], seen.lane[lane][S.SIDE] = target, side
    last = sum(seen.lacking(lane)) == 1
    return {"use": "now" if not why_not_time(seen, lane) else "later", "points": seen.number("full", lane) * last}


def because_of_taking(seen: SeenRecord, kind: int) -> Args:
    """A card out of the deck: a program by its worth, a target by the program that lacks one."""
    if kind < D.FIRST_TARGET:
        return {"kind": "program", **because_of_program(seen, kind)}
    target, sides = kind - D.FIRST_TARGET, range(len(D.SIDES))
    fits = [lane for lane in seen.lanes if not all(why_not_target(seen, target, lane, side) for side in sides)]
    if not fits:
        return {"kind": "none"}
    best = min(fits, key=lambda lane: (seen.lane[lane][S.TARGET] != S.NONE, seen.lane[lane][S.FINISHED] == S.NONE))
    return {"kind": "target", "type": D.TYPES[seen.number("type", target)], "lane": D.LANE_NAMES[best]}


def because_of_exchange(seen: SeenRecord, instrument: int, lane: int) -> Args:
    """Two instruments change places: what is best of what can be observed then."""
    here, other = seen.where[instrument], seen.at(lane)
    uses = [because_of_instrument(seen, one, there) for one, there in ((instrument, lane), (other, here))]
    best = [use for wanted in ("now", "checkouts", "later", "altair") for use in uses if use["use"] == wanted]
    return best[0] if best else {"use": "none"}


def because_of_instrument(seen: SeenRecord, instrument: int, lane: int) -> Args:
    """An instrument on a lane: what can be observed with it there."""
    if lane == D.CHECKOUTS:
        return {"use": "poor" if seen.s["checked"] else "checkouts"}
    target, side = seen.lane[lane][S.TARGET], seen.lane[lane][S.SIDE]
    if target == S.NONE:
        return {"use": "waits"}
    if seen.altair_on == instrument:
        seen.altair_on = S.NONE  # it does not move along
    seen.lane[lane][S.AT] = instrument
    if not why_not_time(seen, lane):
        return {"use": "now", "card": D.TARGETS[target]}
    visible = seen.number("site", instrument) & seen.number("sky", target)
    able = int(S.USABLE[seen.number("optics", instrument)]) >> side & 1
    if not visible or not able:
        return {"use": "none"}
    return {"use": "later" if seen.sides_now(instrument) >> side & 1 else "altair", "card": D.TARGETS[target]}


def because_of_altair(seen: SeenRecord, instrument: int) -> Args:
    """Altair on an instrument: whether a target waits for AO there, and can be observed at once."""
    lane = seen.where[instrument]
    if lane >= D.CHECKOUTS or seen.lane[lane][S.TARGET] == S.NONE or seen.lane[lane][S.SIDE] == 0:
        return {"use": "later"}
    seen.altair_on = instrument
    return {"use": "waits" if why_not_time(seen, lane) else "now", "card": D.TARGETS[seen.lane[lane][S.TARGET]]}


def yes(holds: Any) -> str:
    return "yes" if holds else "no"
