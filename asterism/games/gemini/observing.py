"""§4.2 programs, §7 targets, §8 time, §9 complete programs, §10 Checkouts and Poor Weather."""

from __future__ import annotations

from typing import Any

from asterism.core.compile import apart, rule
from asterism.kit import bits

from . import decks as D
from . import state as S
from .conditions import note_target, observes, sites_open, takes_time, weather
from .instruments import let_go
from .piles import clear_target, discard_times, empty_lane, leave_hand
from .reputation import lose

# Parts of a hand as bits
PROGRAM_BITS, TIME_CARDS = (1 << len(D.PROGRAMS)) - 1, (1 << len(D.TIMES)) - 1

# §4.2 Programs


@rule
def programs(s: Any, hand: int) -> int:
    """§4.2 The programs in the mover's hand, while there is room for one, as bits."""
    return hand & PROGRAM_BITS if s["in_use"] - 1 < s["most_programs"] else 0


@apart
def activate(s: Any, program: int) -> None:
    """§4.2 A program gets its lane."""
    leave_hand(s, program)
    s["lane"][program, S.OPENED] = s["round"]
    for type in range(len(D.TYPES)):
        s["lane"][program, S.LACKING] |= s["targets"][program, type] << S.TYPE_BITS * type
    place = s["in_use"]
    while place > 0 and s["lanes"][place - 1] > program:
        s["lanes"][place] = s["lanes"][place - 1]
        place -= 1
    s["lanes"][place] = program
    s["in_use"] += 1
    note_target(s, program)


# §7 Targets


@rule
def list_targets(s: Any, hand: int, out: Any, n: int) -> int:
    """§7 Each target in the mover's hand, on each program that needs it, on each side that is possible there."""
    held = hand >> D.FIRST_TARGET & s["in_season"]
    while held != 0:
        target = bits.lowest(held)
        held &= held - 1
        n = bits.write(places_for(s, target), S.PLAY_TARGET + target * len(D.PROGRAMS) * 2, out, n)
    return n


@rule
def places_for(s: Any, target: int) -> int:
    """§7.2 §7.3 Where a target may be played: lane * 2 + side, as bits."""
    needed = s["lacks"][s["type"][target]] & s["sees"][s["sky"][target]]
    return needed & s["sides"] & s["faces"][target]  # type: ignore[no-any-return]


@apart
def play_target(s: Any, target: int, lane: int, side: int) -> None:
    """§7.1 A target on a program, on one of its sides."""
    leave_hand(s, D.FIRST_TARGET + target)
    old = s["lane"][lane, S.TARGET]
    if old != S.NONE:  # §7.4
        red = s["lane"][lane, S.DEADLINE] > 0
        clear_target(s, lane)
        if red:  # §12.2
            lose(s, S.REMOVED_TARGET, D.FIRST_TARGET + old)
    s["lane"][lane, S.TARGET] = target
    s["lane"][lane, S.SIDE] = side
    s["lane"][lane, S.DEADLINE] = deadline(s, target)
    note_target(s, lane)


@rule
def deadline(s: Any, target: int) -> int:
    """§12.1 The round at whose end a target that is played now must be complete; 0: none."""
    closes = s["closes"][target]
    if s["urgent"][target] == 0:
        return closes  # type: ignore[no-any-return]
    soon = s["round"] + s["urgent"][target]
    return soon if closes == 0 else min(soon, closes)  # type: ignore[no-any-return]


# §8 Time


@rule
def list_times(s: Any, hand: int, out: Any, n: int) -> int:
    """§8.1 Each time card in the mover's hand, on each lane that takes time; without an action left, on the lane of
    the Operator's second card (§11.3)."""
    held = hand >> D.FIRST_TIME & TIME_CARDS
    if held == 0:
        return n
    ready = 0  # lanes, as bits
    if s["left"] > 0:
        ready = (1 if takes_time(s, D.CHECKOUTS) else 0) << D.CHECKOUTS
        aimed = s["aimed"] if s["checked"] == 1 else 0
        while aimed != 0:
            lane = bits.lowest(aimed)
            aimed &= aimed - 1
            ready |= (1 if observes(s, lane) else 0) << lane
    elif s["second"] != S.NONE and takes_time(s, s["second"]):
        ready = 1 << int(s["second"])
    each = held & 1 | (held & 2) << D.LANES - 1 | (held & 4) << 2 * D.LANES - 2 | (held & 8) << 3 * D.LANES - 3
    return bits.write(ready * each, S.PLAY_TIME, out, n)


@rule
def has_time(s: Any) -> bool:
    """Whether the mover holds any time card."""
    return s["kinds"][s["mover"]] >> D.FIRST_TIME & TIME_CARDS != 0  # type: ignore[no-any-return]


@apart
def play_time(s: Any, time: int, lane: int) -> None:
    """§8.1 A time card on a lane; §11.3 the Operator may add a second one."""
    leave_hand(s, D.FIRST_TIME + time)
    added = s["second"] == lane
    s["second"] = S.NONE
    if not added:
        s["left"] -= 1
    site = 2 if lane == D.CHECKOUTS else 0 if sites_open(s, lane) & D.NORTH else 1
    s["observed"][site, weather(s)] += s["hours"][time]
    s["clear"] = 0
    s["timed"] = 1
    s["lane"][lane, S.HOURS] += s["hours"][time]
    s["lane"][lane, S.SPENT] += 1 << S.TIME_BITS * time
    finished = finish_checkouts(s) if lane == D.CHECKOUTS else finish_target(s, lane)
    if not added and not finished and s["role"] == D.OPERATOR:
        s["second"] = lane


@rule
def hours_needed(s: Any, lane: int) -> int:
    """§8.2 What the unfinished target of a lane needs on its side."""
    target = s["lane"][lane, S.TARGET]
    return s["plain"][target] if s["lane"][lane, S.SIDE] == 0 else s["ao"][target]  # type: ignore[no-any-return]


@rule
def finish_target(s: Any, lane: int) -> bool:
    """§8.2 Whether the target is complete now; then, perhaps, the program is (§9)."""
    if s["lane"][lane, S.HOURS] < hours_needed(s, lane):
        return False
    target = s["lane"][lane, S.TARGET]
    slot = S.FINISHED if s["lane"][lane, S.FINISHED] == S.NONE else S.FINISHED + 1
    s["lane"][lane, S.LACKING] -= 1 << S.TYPE_BITS * s["type"][target]
    if s["lane"][lane, S.LACKING] == 0:
        complete(s, lane)
    else:
        s["lane"][lane, slot] = target * 2 + s["lane"][lane, S.SIDE]
        s["lane"][lane, S.USED] += s["lane"][lane, S.SPENT]
        empty_lane(s, lane)
    return True


# §9 A complete program


@apart
def complete(s: Any, lane: int) -> None:
    """§9.1 The program scores, its targets and time cards are discarded; §9.2 its instrument makes a free move."""
    for slot in range(S.FINISHED, S.FINISHED + 2):
        if s["lane"][lane, slot] != S.NONE:
            s["discards"][D.FIRST_TARGET + s["lane"][lane, slot] // 2] += 1
            s["lane"][lane, slot] = S.NONE
    discard_times(s, s["lane"][lane, S.USED])
    s["lane"][lane, S.USED] = 0
    clear_target(s, lane)
    s["lane"][lane, S.COMPLETED] = s["round"]
    place = 0
    while s["lanes"][place] != lane:
        place += 1
    s["in_use"] -= 1
    for i in range(place, s["in_use"]):
        s["lanes"][i] = s["lanes"][i + 1]
    s["lanes"][s["in_use"]] = S.NONE
    let_go(s, lane)


# §10 Checkouts and Poor Weather


@rule
def finish_checkouts(s: Any) -> bool:
    """§10.2 Complete, the card turns over to Poor Weather, which never is."""
    if s["checked"] == 1 or s["lane"][D.CHECKOUTS, S.HOURS] < s["checkouts"]:
        return False
    s["checked"] = 1
    discard_times(s, s["lane"][D.CHECKOUTS, S.SPENT])
    s["lane"][D.CHECKOUTS, S.SPENT] = 0
    s["lane"][D.CHECKOUTS, S.HOURS] = 0
    return True
