"""What a seat of the Gamers Constellation cannot know: the goals of the others (§8)."""

from __future__ import annotations

from typing import Any

from asterism.core.compile import apart, rule
from asterism.core.header import OVER, UNHEARD
from asterism.core.rng import random_below

from . import state as S
from .goals import COUNT


@rule
def see(s: Any, seat: int, out: Any) -> None:
    """§8.1 Until the end, only your own goals; with Visible Goals (§7.3) all."""
    if s["visible"] == 0 and s["to_act"] != OVER:
        for other in range(s["seats"]):
            if other != seat:
                for slot in range(s["goals"]):
                    if s["goal"][other, slot] != S.NONE:
                        out["goal"][other, slot] = S.UNKNOWN


@rule
def hear(s: Any, seat: int, action: int) -> int:
    """§8.1 Everyone hears that a goal is dealt; only its owner hears which."""
    if s["phase"] != S.DEALING or s["visible"] == 1 or s["receiver"] == seat:
        return action
    return UNHEARD


@rule
def out_of_deck(s: Any) -> int:
    """The goals that are gone or known to be held, a bit each."""
    taken = S.ONE[0] & 0  # 0, as wide as the rest
    for goal in range(COUNT):
        taken |= S.ONE[goal] * s["gone"][goal]
    for seat in range(s["seats"]):
        for slot in range(s["goals"]):
            if s["goal"][seat, slot] >= 0:
                taken |= S.ONE[s["goal"][seat, slot]]
    return taken  # type: ignore[no-any-return]


@apart
def guess(s: Any, seat: int, rng: Any) -> None:
    """§8.2 Fill unknown goals with what they can be, all possibilities equally likely.

    A goal is none that stood on the board unclaimed after it was dealt. The earlier it was dealt, the fewer it can be,
    and all those a later one can be too: filled in the order they were dealt, each choice leaves the next equally many.
    """
    taken = out_of_deck(s)
    where = earliest_unknown(s)
    while where != S.NONE:
        since = s["dealt"][where // S.MOST_GOALS, where % S.MOST_GOALS]
        left = 0
        for goal in range(COUNT):
            left += 1 if taken & S.ONE[goal] == 0 and s["stood"][goal] <= since else 0
        pick = random_below(rng, left)
        for goal in range(COUNT):
            if taken & S.ONE[goal] == 0 and s["stood"][goal] <= since:
                if pick == 0:
                    s["goal"][where // S.MOST_GOALS, where % S.MOST_GOALS] = goal
                    taken |= S.ONE[goal]
                    break
                pick -= 1
        where = earliest_unknown(s)


@rule
def earliest_unknown(s: Any) -> int:
    """Of the unknown goals, the one that was dealt first: seat * 5 + slot; or NONE."""
    best = S.NONE
    for other in range(s["seats"]):
        for slot in range(s["goals"]):
            if s["goal"][other, slot] == S.UNKNOWN and (
                best == S.NONE or s["dealt"][other, slot] < s["dealt"][best // S.MOST_GOALS, best % S.MOST_GOALS]
            ):
                best = other * S.MOST_GOALS + slot
    return best
