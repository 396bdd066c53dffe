"""The Hex of the benchmarks: it must be the real game, or its figures mean nothing."""

from __future__ import annotations

import random
import sys
from pathlib import Path

from asterism.bots.search import search_once
from asterism.core.game import Game
from asterism.core.rng import new_rng

sys.path.append(str(Path(__file__).parents[2] / "benchmarks"))

from hex_game import hex_game

STEPS = ((-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0))


def joins(stones: set[tuple[int, int]], size: int, seat: int) -> bool:
    """Written apart from the rules: whether stones lead from the seat's one side to the other."""
    reached = [cell for cell in stones if cell[seat] == 0]
    for row, column in reached:
        reached += [c for dr, dc in STEPS if (c := (row + dr, column + dc)) in stones and c not in reached]
    return any(cell[seat] == size - 1 for cell in reached)


def random_match(game: Game, size: int, dice: random.Random) -> None:
    states = game.new(2, {"size": size})
    stones: tuple[set[tuple[int, int]], set[tuple[int, int]]] = (set(), set())
    every = {row * 11 + column for row in range(size) for column in range(size)}
    seat = 0
    while True:
        assert game.legal(states) == sorted(every - {11 * row + column for row, column in stones[0] | stones[1]})
        action = dice.choice(game.legal(states))
        game.doors.step(states, action)
        stones[seat].add(divmod(action, 11))
        if joins(stones[seat], size, seat):
            assert states["to_act"][0] == -2
            assert game.shares(states) == [1.0 - seat, float(seat)]
            return
        seat = 1 - seat
        assert states["to_act"][0] == seat


def test_a_match_ends_exactly_when_two_sides_are_joined() -> None:
    dice = random.Random(1)
    for number in range(60):
        random_match(hex_game(), (2, 5, 11)[number % 3], dice)


def test_the_search_opens_in_the_middle_of_a_small_board() -> None:
    game = hex_game()
    found = search_once(game, game.new(2, {"size": 3}), 0, 3_000, new_rng(1))
    assert found.actions[0].action == 11 + 1
    assert found.actions[0].value > 0.8  # the middle of a board of three wins
