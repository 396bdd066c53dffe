"""The hints for bots: whoever can win at once is told so, whichever way it is done."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from asterism.core.compile import COMPILED
from asterism.core.game import duplicate
from asterism.core.header import OVER
from asterism.core.match import Match
from asterism.core.rng import new_rng, random_below, sample_weighted

from . import state as S
from .hints import DONE
from .pictures import board

HOUSE = """
     ● ●
    ● ● ●
"""


def kind_of(action: int) -> str:
    return (
        "place" if action < S.SWITCH else "switch" if action < S.MOVE else "move" if action < S.EXCHANGE else "exchange"
    )


def hinted(match: Match) -> dict[int, int]:
    game = match.game
    out, weight = np.empty(game.actions, np.int32), np.empty(game.actions, np.int64)
    n = game.doors.list_legal(match.states, out)
    game.doors.list_hints(match.states, out, n, weight)
    return dict(zip(out[:n].tolist(), weight[:n].tolist(), strict=True))


def winning(match: Match) -> set[int]:
    """The actions that win at once for the seat to act, found by playing them all."""
    found = set()
    for action in match.legal():
        states = duplicate(match.states)
        match.game.doors.step(states, action)
        if states["to_act"][0] == OVER and states["won"][0, match.to_act] == 1:
            found.add(action)
    return found


def test_moving_the_moon_into_the_gap_is_told():
    match = board(
        """
            4   4
          4       4
        M
        """,
        HOUSE,
    )
    wins = winning(match)
    assert {kind_of(action) for action in wins} == {"move"}
    assert all(hinted(match)[action] == DONE for action in wins)


@pytest.mark.skipif(not COMPILED, reason="thousands of positions are for compiled code")
@pytest.mark.parametrize("kinds", ["place switch move", "place switch move exchange"])
def test_nearly_every_winning_action_is_told_and_nearly_nothing_else(kinds: str):
    won: Counter[str] = Counter()
    told: Counter[str] = Counter()
    wrong = 0
    rng = new_rng(7)
    for seed in range(1, 161):
        match = Match("constellation", seats=2, seed=seed, open=int("exchange" in kinds))
        while not match.over:
            weights, wins = hinted(match), winning(match)
            promised = {action for action, weight in weights.items() if weight == DONE}
            won.update(kind_of(action) for action in wins)
            told.update(kind_of(action) for action in wins & promised)
            wrong += len(promised - wins)
            careless = [action for action in weights if action not in wins] or list(weights)  # so that it goes on
            cautious = np.array([weights[action] for action in careless], np.int64)
            at = (
                sample_weighted(rng, cautious, len(careless))
                if random_below(rng, 2)
                else random_below(rng, len(careless))
            )
            match.play(careless[int(at)])
    assert sorted(won) == sorted(kinds.split())
    assert min(won.values()) > 40
    for kind, count in won.items():
        assert told[kind] > 0.9 * count, (kind, told, won)
    assert wrong < 0.1 * sum(told.values())
