"""How promising an action of the Gemini Card Game looks: greedy teams play by it, and a search looks there first.

Every action has a **merit**, roughly the points it may be worth. Weights grow with its fourth power, so that a playout
which draws by them mostly does what a sensible team would do, and seldom something silly.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from asterism.core.compile import apart, rule

from . import decks as D
from . import state as S
from .conditions import in_window, is_needed, sides_now, sides_of, sides_on, sites_on
from .ending import band_one, goal
from .observing import deadline, hours_needed

ABOVE = 1 << 10  # more than any action
assert ABOVE > S.ACTIONS
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
    if action < S.PLAY_TARGET:
        return merit_of_cards(s, action)
    if action < S.PLAY_TIME:
        place = (action - S.PLAY_TARGET) // 2
        return merit_of_target(s, place // len(D.PROGRAMS), place % len(D.PROGRAMS), (action - S.PLAY_TARGET) % 2)
    if action < S.MOVE:
        return merit_of_time(s, (action - S.PLAY_TIME) // D.LANES, (action - S.PLAY_TIME) % D.LANES)
    if action < S.STOW:
        return merit_of_move(s, (action - S.MOVE) // D.LANES, (action - S.MOVE) % D.LANES)
    if action < S.ATTACH_ALTAIR:
        return merit_of_stowing(s, action - S.STOW)
    if action < S.TAKE:
        return merit_of_altair(s, action - S.ATTACH_ALTAIR)
    if action < S.INSTANT:
        return merit_of_card(s, action - S.TAKE)
    return merit_of_instant(s, action) if action < S.PICK else 1


# Cards


@rule
def merit_of_cards(s: Any, action: int) -> int:
    """Ending the turn, discarding, searching, and new programs."""
    if action == S.END:
        return 6 if s["left"] == 0 else 1
    if action == S.BOOBOO:
        return 0
    if action == S.DISCARD:
        return 4 if s["round"] < s["rounds"] else 0
    if action == S.SEARCH:
        return 7 if s["round"] + 1 < s["rounds"] else 0
    return merit_of_program(s, action - S.ACTIVATE)


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
    if kind < D.FIRST_TARGET:
        return merit_of_program(s, kind)
    target = kind - D.FIRST_TARGET
    most = 0
    for place in range(s["in_use"] - 1):
        lane = s["lanes"][place]
        if s["lane"][lane, S.TARGET] == S.NONE and is_needed(s, target, lane) and s["sky"][target] & sites_on(s, lane):
            sides = sides_of(s, target) & sides_on(s, lane)
            for side in range(len(D.SIDES)):
                if sides >> side & 1 and in_window(s, target):
                    most = max(most, merit_of_target(s, target, lane, side))
    return most


# Targets


@apart
def merit_of_target(s: Any, target: int, lane: int, side: int) -> int:
    """A target that the instrument there can observe soon, in few hours; nothing that throws hours away."""
    own = s["lane"][lane]
    if own[S.TARGET] != S.NONE and (own[S.HOURS] > 0 or own[S.DEADLINE] > 0 or target_suits(s, lane)):
        return 0
    left = rounds_left(s)
    hours = s["plain"][target] if side == 0 else s["ao"][target]
    at = own[S.AT]
    merit = 13 - hours
    if s["band"][lane] == 1:
        merit += 3
    if at == S.NONE:
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
        ready = at != S.NONE and sides_now(s, at) >> side & 1 == 1 and s["checked"] == 1
        merit = merit if ready and s["condition"] <= D.GREAT and s["turn"] < s["turns"] - 1 else 0
    return merit  # type: ignore[no-any-return]


@rule
def target_suits(s: Any, lane: int) -> bool:
    """Whether the instrument of a lane can observe the target there, if there are both."""
    at = s["lane"][lane, S.AT]
    target = s["lane"][lane, S.TARGET]
    if at == S.NONE or target == S.NONE:
        return True
    return (  # type: ignore[no-any-return]
        s["site"][at] & s["sky"][target] != 0 and S.USABLE[s["optics"][at]] >> s["lane"][lane, S.SIDE] & 1 == 1
    )


# Time


@apart
def merit_of_time(s: Any, time: int, lane: int) -> int:
    """Hours that count; more for what they complete; a red card or a Best round is not wasted."""
    hours = s["hours"][time]
    merit = 0
    if lane == D.CHECKOUTS and s["checked"] == 1:
        merit = s["poor_weather"] * hours // (1 if rounds_left(s) < 3 else 2)
    else:
        own = s["lane"][lane]
        need = s["checkouts"] if lane == D.CHECKOUTS else hours_needed(s, lane)
        lacking = need - own[S.HOURS]
        useful = min(hours, lacking)
        merit = 8 + 2 * useful - (hours - useful)
        if lane == D.CHECKOUTS:
            merit += 12
        else:
            if hours >= lacking:
                last = is_last(own[S.LACKING])
                merit += 12 + (s["full"][lane] // 3 if last else 0)
            if s["band"][lane] == 1:
                merit += 4
            if 0 < own[S.DEADLINE] <= s["rounds"]:
                merit += 5
    if time == D.RED_TIME and s["due"][s["mover"]] > 0:
        merit += 12
    if s["timed"] == 0 and s["calendar"][s["round"] - 1] == D.BEST:
        merit += 4
    return merit  # type: ignore[no-any-return]


@rule
def is_last(lacking: int) -> bool:
    """Whether a program lacks one target only."""
    return lacking & lacking - 1 == 0 and lacking & (1 | 1 << S.TYPE_BITS | 1 << 2 * S.TYPE_BITS) != 0


# Instruments


@apart
def gain(s: Any, instrument: int, lane: int) -> int:
    """What an instrument is good for in a lane."""
    if lane == D.CHECKOUTS:
        return 3 if s["checked"] == 1 else 16
    target = s["lane"][lane, S.TARGET]
    merit = 9 if s["band"][lane] == 1 else 7
    if target == S.NONE:
        return merit if s["lane"][lane, S.FINISHED] == S.NONE else merit + 1
    if s["site"][instrument] & s["sky"][target] == 0:
        return 1
    side = s["lane"][lane, S.SIDE]
    if sides_now(s, instrument) >> side & 1:
        return merit + 6
    return merit - 2 if S.USABLE[s["optics"][instrument]] >> side & 1 else 1


@apart
def merit_of_move(s: Any, instrument: int, lane: int) -> int:
    """To where it is good for more."""
    here = s["where"][instrument]
    merit = gain(s, instrument, lane)
    if here >= D.LANES:
        return merit
    merit -= gain(s, instrument, here)
    other = s["lane"][lane, S.AT]
    if other != S.NONE:
        merit += gain(s, other, here) - gain(s, other, lane)
    if s["altair_on"] == instrument or (other != S.NONE and s["altair_on"] == other):
        merit -= 6
    return merit + 1 if merit > 0 else 0


@rule
def merit_of_stowing(s: Any, card: int) -> int:
    """Under the deck goes what helps nowhere."""
    if s["phase"] == S.MOVING:
        return 3
    if card == D.ALTAIR or s["where"][card] >= D.LANES:
        return 0
    return 3 if gain(s, card, s["where"][card]) <= 1 else 0


@apart
def merit_of_altair(s: Any, instrument: int) -> int:
    """Where a target waits for AO, or may come."""
    lane = s["where"][instrument]
    if lane == D.CHECKOUTS:
        return 0
    if s["lane"][lane, S.TARGET] == S.NONE:
        return 8 if s["mode"][lane] & 2 else 0
    if s["lane"][lane, S.SIDE] == 0:
        return 0
    if s["altair_on"] != S.NONE and s["lane"][s["where"][s["altair_on"]], S.SIDE] == 1:
        return 2
    return 14


# Instants


@apart
def merit_of_instant(s: Any, action: int) -> int:
    if action >= S.FETCH:
        return 4 + s["hours"][action - S.FETCH]  # type: ignore[no-any-return]
    instant = action - S.INSTANT
    if instant == D.PRESS:
        return 15
    if instant == D.CREW:
        return 5
    return 10 if instant == D.CLEAR_SKIES and s["condition"] >= D.GOOD and s["left"] > 0 and s["checked"] == 1 else 0
