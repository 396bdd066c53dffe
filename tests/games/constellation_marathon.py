"""Random matches of the Gamers Constellation with every combination of seats and options: they end, and nothing leaks.

python -m tests.games.constellation_marathon            100,000 matches
python -m tests.games.constellation_marathon 5000       fewer
"""

from __future__ import annotations

import itertools
import json
import random
import sys
import time
from collections.abc import Iterator

import numpy as np

from asterism.core.discover import find
from asterism.core.game import Game, States
from asterism.core.header import NOBODY, OVER
from asterism.core.rng import new_rng

SHARES_ADD_UP = 1e-9
MOST_PLIES = 1 + 33 + 33 + 2 * 40 * 5  # who begins, deals, changes, actions and their clouds
FURTHEST = 48  # steps from the Moon's first cell, proven in the game's `state`


def combinations(game: Game, seed: int) -> Iterator[tuple[int, dict[str, int]]]:
    """All combinations of seats and options in random order, again and again."""
    low, high = game.seats
    ranges = [range(low, high + 1), *(range(option.low, option.high + 1) for option in game.options)]
    every = list(itertools.product(*ranges))
    random.Random(seed).shuffle(every)
    for seats, *values in itertools.cycle(every):
        yield seats, {option.name: value for option, value in zip(game.options, values, strict=True)}


def check_secrets(game: Game, states: States, rng: np.ndarray, deeply: bool) -> None:
    """What a seat cannot know is changed; not one byte that it is given may change."""
    for seat in [*range(int(states["seats"][0])), NOBODY]:
        seen = game.seen(states, seat)
        other = seen.copy()
        game.doors.fill_in(other, seat, rng)
        assert (other["goal"] >= -1).all(), "a guess leaves nothing open"
        again = game.seen(other, seat)
        assert again.tobytes() == seen.tobytes(), f"seat {seat} is given a secret"
        if deeply and game.view:
            assert json.dumps(game.view(again[0])) == json.dumps(game.view(seen[0]))
            assert game.show(again[0]) == game.show(seen[0])


def run(matches: int, seed: int = 1) -> dict[str, int]:
    """Play them; what was counted on the way. An AssertionError names the first thing that is wrong."""
    game = find("constellation")
    out, weight = np.empty(game.actions, np.int32), np.empty(game.actions, np.int64)
    rng, dice = new_rng(seed), random.Random(seed)
    found = {"matches": 0, "plies": 0, "longest": 0, "won": 0, "shared": 0, "drawn": 0, "furthest": 0, "looked at": 0}
    for seats, options in itertools.islice(combinations(game, seed), matches):
        states = game.new(seats, options)
        plies = game.doors.play_out(states, out, weight, rng, dice.randrange(1, 80))
        if int(states["to_act"][0]) != OVER:
            found["looked at"] += 1
            check_secrets(game, states, rng, deeply=found["looked at"] % 50 == 0)
        plies += game.doors.play_out(states, out, weight, rng, MOST_PLIES)
        assert int(states["to_act"][0]) == OVER, f"{seats} seats, {options}: no end after {plies} actions"
        s = states[0]
        assert int(s["reserve"].sum()) + int(s["stars"]) == 24
        tiles = [*range(int(s["stars"])), 24]
        furthest = int(max(np.abs(s["q"][tiles]).max(), np.abs(s["r"][tiles]).max()))
        assert furthest <= FURTHEST
        shares = game.shares(states)
        assert abs(sum(shares) - 1) < SHARES_ADD_UP
        winners = sum(share > 0 for share in shares)
        found["won" if winners == 1 else "drawn" if winners == seats else "shared"] += 1
        found["matches"] += 1
        found["plies"] += int(plies)
        found["longest"] = max(found["longest"], int(plies))
        found["furthest"] = max(found["furthest"], furthest)
    return found


if __name__ == "__main__":
    began = time.perf_counter()
    print(run(int(sys.argv[1]) if len(sys.argv) > 1 else 100_000))
    print(f"{time.perf_counter() - began:.0f} s")
