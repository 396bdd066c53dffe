"""The clock of a table: whose time runs, and how much of it is left. Only people have one, bots need none.

`turn`: so much for each turn of a seat, however many actions it takes. `match`: so much for all its turns together."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace

import msgspec

from asterism.server.wire.messages import ClockInfo
from asterism.server.wire.requests import Clock

GRACE = 60.0  # seconds everyone has at least after the server or its store was away for long
SHORT = 10.0  # seconds; after a break that was shorter nobody needs time to come back
LONG = 3600  # seconds; a clock of so many runs on meanwhile


@dataclass(frozen=True)
class Timing:
    """How far the clock of a table has come. It is replaced, never changed."""

    turn: int  # the seat to act
    running: int  # the seat whose time runs; -1: nobody's
    since: float  # from when on, seconds since 1970
    used: tuple[float, ...]  # seconds, by seat, before that

    def left(self, clock: Clock, seat: int, now: float) -> float:
        return clock.seconds - self.used[seat] - (now - self.since if seat == self.running else 0.0)

    def ends(self, clock: Clock) -> float:
        """When the time that runs will have run out."""
        return self.since + clock.seconds - self.used[self.running]


def by_post(clock: Clock | None) -> bool:
    """Whether each turn has hours or days, so that nobody has to be there."""
    return clock is not None and clock.per == "turn" and clock.seconds >= LONG


def begun(seats: int, now: float) -> Timing:
    return Timing(-1, -1, now, (0.0,) * seats)


def after(clock: Clock, timing: Timing, to_act: int, plays: Sequence[bool], now: float) -> Timing:
    """The clock once this seat is to act; `plays` says at which seats people play themselves.

    Whoever hands a seat to a bot and takes it over again in the same turn has won no time by it."""
    running = to_act if to_act >= 0 and plays[to_act] else -1
    if (to_act, running) == (timing.turn, timing.running):
        return timing
    used = list(timing.used)
    if timing.running >= 0:
        used[timing.running] += now - timing.since
    if clock.per == "turn" and to_act != timing.turn and timing.turn >= 0:
        used[timing.turn] = 0.0
    return Timing(to_act, running, now, tuple(used))


def after_a_break(clock: Clock, timing: Timing, began: float, ended: float) -> Timing:
    """The clock of a table after nobody could move for a while: it stood still, and after a long break, or one of which
    only the end is known (`began` equals `ended`), there is time to come back.

    Where it did already, that changes nothing."""
    if clock.seconds >= LONG or timing.running < 0 or timing.since >= ended:
        return timing
    used = list(timing.used)
    before = used[timing.running] + max(0.0, began - timing.since)
    grace = 0.0 if 0 < ended - began < SHORT else min(GRACE, clock.seconds)
    used[timing.running] = min(before, clock.seconds - grace)
    return replace(timing, since=ended, used=tuple(used))


def told(clock: Clock | None, timing: Timing | None) -> ClockInfo | None:
    if clock is None:
        return None
    left = [clock.seconds - used for used in timing.used] if timing else []
    running, since = (timing.running, timing.since) if timing else (-1, 0.0)
    return ClockInfo(per=clock.per, seconds=clock.seconds, then=clock.then, running=running, since=since, left=left)


# As the store keeps it


def stored_clock(clock: Clock | None) -> str:
    return msgspec.json.encode(clock).decode() if clock else ""


def read_clock(text: str) -> Clock | None:
    return msgspec.json.decode(text, type=Clock) if text else None


def stored_timing(timing: Timing | None) -> str:
    return json.dumps([timing.turn, timing.running, timing.since, timing.used]) if timing else ""


def read_timing(text: str) -> Timing | None:
    if not text:
        return None
    turn, running, since, used = json.loads(text)
    return Timing(turn, running, since, tuple(used))
