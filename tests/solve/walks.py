"""Real states of real matches, for tests that ask the same question of many."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Iterator

from asterism.core.game import Game, States
from asterism.core.header import CHANCE, OVER
from asterism.solve.races.explore import branches, key_of


def successors(game: Game, states: States) -> list[tuple[int, int, States]]:
    """(action, weight, state after it) for everything that may happen next, through the contract alone."""
    found = []
    for action, weight in branches(game, states):
        after = states.copy()
        game.doors.step(after, action)
        found.append((action, weight, after))
    return found


def random_states(game: Game, seats: int, count: int, seed: int) -> Iterator[States]:
    """States of matches played at random, the start and the end of each included."""
    dice = random.Random(seed)
    states = game.new(seats, {})
    for _ in range(count):
        yield states
        after = successors(game, states)
        weights = [weight for _, weight, _ in after]
        states = dice.choices([s for _, _, s in after], weights)[0] if after else game.new(seats, {})


def all_states(game: Game, seats: int) -> Iterator[States]:
    """One real state for each way the whole match can stand (seats' own races apart from counters), by playing on."""
    start = game.new(seats, {})

    def stands(states: States) -> tuple[object, ...]:
        to_act = int(states["to_act"][0])
        return (to_act, *(key_of(game, states, seat) for seat in range(seats)))

    known = {stands(start)}
    to_do = deque([start])
    while to_do:
        states = to_do.popleft()
        yield states
        for _, _, after in successors(game, states):
            if stands(after) not in known:
                known.add(stands(after))
                to_do.append(after)


def is_chance(states: States) -> bool:
    return int(states["to_act"][0]) == CHANCE


def is_over(states: States) -> bool:
    return int(states["to_act"][0]) == OVER
