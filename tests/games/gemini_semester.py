"""A kernel for `gemini_teams`: whole matches of teams that need no search, thousands a second."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from asterism.core.compile import apart
from asterism.core.header import CHANCE, OVER
from asterism.core.rng import random_below, sample_weighted

if TYPE_CHECKING:  # put there by `bind`
    from asterism.core.anygame import hints, legal, odds, play

UNIFORM, GREEDY, HINTED = range(3)


@apart
def to_the_end(states: Any, out: Any, weight: Any, rng: Any, way: int) -> None:
    """Play on: anything legal, what looks most promising (of equal ones the first), or drawn by that."""
    s = states[0]
    while s["to_act"] != OVER:
        n = legal(s, out)
        if s["to_act"] == CHANCE:
            odds(s, out, n, weight)
            pick = sample_weighted(rng, weight, n)
        elif way == UNIFORM:
            pick = random_below(rng, n)
        else:
            hints(s, out, n, weight)
            if way == HINTED:
                pick = sample_weighted(rng, weight, n)
            else:
                pick = 0
                for i in range(n):
                    if weight[i] > weight[pick]:
                        pick = i
        play(s, out[pick])
