"""A race small enough to solve by hand: two steps to go, one at a time, or a dash that mostly ends where it began.

Each turn a seat takes one STEP or one HOP (the same, but it leaves a mark that nothing ever reads), or it DASHES:
chance then finishes the race for it (weight 1), sends it back to the beginning (weight 2) or lets it dash on (weight
3), so that in the end it wins one dash in three.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from asterism.core.compile import rule
from asterism.core.header import CHANCE, OVER, state_dtype
from asterism.kit.seats import next_seat

STEP, HOP, DASH = 0, 1, 2
ARRIVE, FALL, GO_ON = 3, 4, 5
ACTIONS = 6
MAX_SEATS = 4

STATE = state_dtype(
    [
        ("mover", np.int32),
        ("steps", np.int32, (MAX_SEATS,)),  # taken, 0 or 1
        ("mark", np.int32, (MAX_SEATS,)),  # 1 if the last step was a hop
        ("turns", np.int32, (MAX_SEATS,)),  # begun
    ]
)


@rule
def setup(s: Any) -> None:
    begin_turn(s, 0)


@rule
def begin_turn(s: Any, seat: int) -> None:
    s["mover"] = seat
    s["to_act"] = seat
    s["turns"][seat] += 1


@rule
def legal(s: Any, out: Any) -> int:
    first = ARRIVE if s["to_act"] == CHANCE else STEP
    for i in range(3):
        out[i] = first + i
    return 3


@rule
def odds(s: Any, out: Any, n: int, weight: Any) -> None:
    for i in range(n):
        weight[i] = i + 1


@rule
def play(s: Any, action: int) -> None:
    seat = s["mover"]
    if action in (DASH, GO_ON):
        s["to_act"] = CHANCE
    elif action == ARRIVE or (action != FALL and s["steps"][seat] == 1):
        s["to_act"] = OVER
    else:
        s["steps"][seat] = 0 if action == FALL else 1
        s["mark"][seat] = 1 if action == HOP else 0
        begin_turn(s, next_seat(s, seat))


@rule
def score(s: Any, seat: int) -> int:
    return s["turns"][seat]


@rule
def result(s: Any, share: Any) -> None:
    for seat in range(s["seats"]):
        share[seat] = 1.0 if seat == s["mover"] else 0.0


@rule
def alone(s: Any, seat: int, out: Any) -> None:
    out["seats"] = 1
    out["to_act"] = CHANCE if s["mover"] == seat and s["to_act"] == CHANCE else 0
    out["steps"][0] = s["steps"][seat]
    out["mark"][0] = s["mark"][seat]
