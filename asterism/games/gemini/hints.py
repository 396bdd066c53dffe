"""How promising an action of the Gemini Card Game looks: greedy teams play by it, and a search looks there first.

Every action has a **merit**, roughly the points it may be worth. Weights grow with its fourth power, so that a playout
which draws by them mostly does what a sensible team would do, and seldom something silly.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from asterism.core.compile import apart, rule

from .conditions import in_window, is_needed, sides_now, sides_of, sides_on, sites_on
from .decks import (
    ALTAIR,
    BEST,
    CHECKOUTS,
    CLEAR_SKIES,
    CREW,
    FIRST_TARGET,
    GOOD,
    GREAT,
    LANES,
    PRESS,
    PROGRAMS,
    RED_TIME,
    SIDES,
)
from .ending import band_one, goal
from .observing import deadline, hours_needed
from .state import (
    ACTIONS,
    ACTIVATE,
    AT,
    ATTACH_ALTAIR,
    BOOBOO,
    DEADLINE,
    DISCARD,
    END,
    FETCH,
    FINISHED,
    HOURS,
    INSTANT,
    LACKING,
    MOVE,
    MOVING,
    NONE,
    PICK,
    PLAY_TARGET,
    PLAY_TIME,
    SEARCH,
    SIDE,
    STOW,
    TAKE,
    TARGET,
    TYPE_BITS,
    USABLE,
)

ABOVE = 1 << 10  # more than any action
assert ABOVE > ACTIONS
SCIENCE_IN_HAND = 4  # active programs beyond which more of Band 2 and 3 are not worth their risk


@rule
def hints(s: Any, out: Any, n: int, weight: Any) -> None:
    for i in range(n):
        merit = np.int64(max(0, merit_of(s, out[i])))
        weight[i] = 1 + merit * merit * merit * merit // 8


@apart
def narrow(s: Any, out: Any, n: int) -> int:
    """Of the listed actions, those that look at least half as promising as the best one."""
    best = 0
    for i in range(n):
        merit = max(0, merit_of(s, out[i]))
        best = max(best, merit)
        out[i] += merit * ABOVE  # kept beside the action, so that it is worked out once
    kept = 0
    for i in range(n):
        if 2 * (out[i] // ABOVE) >= best:
            out[kept] = out[i] % ABOVE
            kept += 1
    return kept


@apart
def merit_of(s: Any, action: int) -> int:
    if action < PLAY_TARGET:
        return merit_of_cards(s, action)
    if action < PLAY_TIME:
        place = (action - PLAY_TARGET) // 2
        return merit_of_target(s, place // len(PROGRAMS), place % len(PROGRAMS), (action - PLAY_TARGET) % 2)
    if action < MOVE:
        return merit_of_time(s, (action - PLAY_TIME) // LANES, (action - PLAY_TIME) % LANES)
    if action < STOW:
        return merit_of_move(s, (action - MOVE) // LANES, (action - MOVE) % LANES)
    if action < ATTACH_ALTAIR:
        return merit_of_stowing(s, action - STOW)
    if action < TAKE:
        return merit_of_altair(s, action - ATTACH_ALTAIR)
    if action < INSTANT:
        return merit_of_card(s, action - TAKE)
    return merit_of_instant(s, action) if action < PICK else 1


# Cards


@rule
def merit_of_cards(s: Any, action: int) -> int:
    """Ending the turn, discarding, searching, and new programs."""
    if action == END:
        return 6 if s["left"] == 0 else 1
    if action == BOOBOO:
        return 0
    if action == DISCARD:
        return 4 if s["round"] < s["rounds"] else 0
    if action == SEARCH:
        return 7 if s["round"] + 1 < s["rounds"] else 0
    return merit_of_program(s, action - ACTIVATE)


@rule
def rounds_left(s: Any) -> int:
    """This one not counted."""
    return s["rounds"] - s["round"]  # type: ignore[no-any-return]


@rule
def band_one_lacking(s: Any) -> int:
    """Band 1 programs the team must still activate to reach its goal."""
    under_way = 0
    for place in range(s["in_use"] - 1):
        under_way += 1 if s["band"][s["lanes"][place]] == 1 else 0
    return goal(s) - band_one(s) - under_way


@rule
def merit_of_program(s: Any, program: int) -> int:
    """A new program: Band 1 while the goal is not in sight, others while there is time to complete them."""
    left = rounds_left(s)
    if s["band"][program] == 1:
        if left < 2:
            return 0
        return 14 if band_one_lacking(s) > 0 else 9 if left >= 4 else 2
    size = s["targets"][program, 0] + s["targets"][program, 1] + s["targets"][program, 2]
    if left < 1 + size or s["in_use"] - 1 >= SCIENCE_IN_HAND:
        return 0
    merit = 5 + s["full"][program] // 12
    return merit if band_one_lacking(s) <= 0 or s["in_use"] < 3 else merit - 2  # type: ignore[no-any-return]


@rule
def merit_of_card(s: Any, kind: int) -> int:
    """A program or target out of the deck."""
    if kind < FIRST_TARGET:
        return merit_of_program(s, kind)
    target = kind - FIRST_TARGET
    most = 0
    for place in range(s["in_use"] - 1):
        lane = s["lanes"][place]
        if s["lane"][lane, TARGET] == NONE and is_needed(s, target, lane) and s["sky"][target] & sites_on(s, lane):
            sides = sides_of(s, target) & sides_on(s, lane)
            for side in range(len(SIDES)):
                if sides >> side & 1 and in_window(s, target):
                    most = max(most, merit_of_target(s, target, lane, side))
    return most


# Targets


@apart
def merit_of_target(s: Any, target: int, lane: int, side: int) -> int:
    """A target that the instrument there can observe soon, in few hours; nothing that throws hours away."""
    own = s["lane"][lane]
    if own[TARGET] != NONE and (own[HOURS] > 0 or own[DEADLINE] > 0 or target_suits(s, lane)):
        return 0
    left = rounds_left(s)
    hours = s["plain"][target] if side == 0 else s["ao"][target]
    at = own[AT]
    merit = 13 - hours
    if s["band"][lane] == 1:
        merit += 3
    if at == NONE:
        merit -= 3
    elif sides_now(s, at) >> side & 1 == 0:
        merit -= 4
    if side == 1 and s["type"][target] > 0:  # AO wants better weather than these targets do
        merit -= 2
    if left == 0:
        merit -= 5
    due = deadline(s, target)
    if 0 < due <= s["rounds"] and due - s["round"] <= 1:
        # Red and urgent: now or never
        ready = at != NONE and sides_now(s, at) >> side & 1 == 1 and s["checked"] == 1
        merit = merit if ready and s["condition"] <= GREAT and s["turn"] < s["turns"] - 1 else 0
    return merit  # type: ignore[no-any-return]


@rule
def target_suits(s: Any, lane: int) -> bool:
    """Whether the instrument of a lane can observe the target there, if there are both."""
    at = s["lane"][lane, AT]
    target = s["lane"][lane, TARGET]
    if at == NONE or target == NONE:
        return True
    return (  # type: ignore[no-any-return]
        s["site"][at] & s["sky"][target] != 0 and USABLE[s["optics"][at]] >> s["lane"][lane, SIDE] & 1 == 1
    )


# Time


@apart
def merit_of_time(s: Any, time: int, lane: int) -> int:
    """Hours that count; more for what they complete; a red card or a Best round is not wasted."""
    hours = s["hours"][time]
    merit = 0
    if lane == CHECKOUTS and s["checked"] == 1:
        merit = s["poor_weather"] * hours // (1 if rounds_left(s) < 3 else 2)
    else:
        own = s["lane"][lane]
        need = s["checkouts"] if lane == CHECKOUTS else hours_needed(s, lane)
        lacking = need - own[HOURS]
        useful = min(hours, lacking)
        merit = 8 + 2 * useful - (hours - useful)
        if lane == CHECKOUTS:
            merit += 12
        else:
            if hours >= lacking:
                last = is_last(own[LACKING])
                merit += 12 + (s["full"][lane] // 3 if last else 0)
            if s["band"][lane] == 1:
                merit += 4
            if 0 < own[DEADLINE] <= s["rounds"]:
                merit += 5
    if time == RED_TIME and s["due"][s["mover"]] > 0:
        merit += 12
    if s["timed"] == 0 and s["calendar"][s["round"] - 1] == BEST:
        merit += 4
    return merit  # type: ignore[no-any-return]


@rule
def is_last(lacking: int) -> bool:
    """Whether a program lacks one target only."""
    return lacking & lacking - 1 == 0 and lacking & (1 | 1 << TYPE_BITS | 1 << 2 * TYPE_BITS) != 0


# Instruments


@apart
def gain(s: Any, instrument: int, lane: int) -> int:
    """What an instrument is good for in a lane."""
    if lane == CHECKOUTS:
        return 3 if s["checked"] == 1 else 16
    target = s["lane"][lane, TARGET]
    merit = 9 if s["band"][lane] == 1 else 7
    if target == NONE:
        return merit if s["lane"][lane, FINISHED] == NONE else merit + 1
    if s["site"][instrument] & s["sky"][target] == 0:
        return 1
    side = s["lane"][lane, SIDE]
    if sides_now(s, instrument) >> side & 1:
        return merit + 6
    return merit - 2 if USABLE[s["optics"][instrument]] >> side & 1 else 1


@apart
def merit_of_move(s: Any, instrument: int, lane: int) -> int:
    """To where it is good for more."""
    here = s["where"][instrument]
    merit = gain(s, instrument, lane)
    if here >= LANES:
        return merit
    merit -= gain(s, instrument, here)
    other = s["lane"][lane, AT]
    if other != NONE:
        merit += gain(s, other, here) - gain(s, other, lane)
    if s["altair_on"] == instrument or (other != NONE and s["altair_on"] == other):
        merit -= 6
    return merit + 1 if merit > 0 else 0


@rule
def merit_of_stowing(s: Any, card: int) -> int:
    """Under the deck goes what helps nowhere."""
    if s["phase"] == MOVING:
        return 3
    if card == ALTAIR or s["where"][card] >= LANES:
        return 0
    return 3 if gain(s, card, s["where"][card]) <= 1 else 0


@apart
def merit_of_altair(s: Any, instrument: int) -> int:
    """Where a target waits for AO, or may come."""
    lane = s["where"][instrument]
    if lane == CHECKOUTS:
        return 0
    if s["lane"][lane, TARGET] == NONE:
        return 8 if s["mode"][lane] & 2 else 0
    if s["lane"][lane, SIDE] == 0:
        return 0
    if s["altair_on"] != NONE and s["lane"][s["where"][s["altair_on"]], SIDE] == 1:
        return 2
    return 14


# Instants


@apart
def merit_of_instant(s: Any, action: int) -> int:
    if action >= FETCH:
        return 4 + s["hours"][action - FETCH]  # type: ignore[no-any-return]
    instant = action - INSTANT
    if instant == PRESS:
        return 15
    if instant == CREW:
        return 5
    return 10 if instant == CLEAR_SKIES and s["condition"] >= GOOD and s["left"] > 0 and s["checked"] == 1 else 0
