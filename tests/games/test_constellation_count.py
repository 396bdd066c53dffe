"""The Gamers Constellation counted twice: by its rules, and by a slow counter that shares no line of code with them.

The slow counter knows sets of cells and nothing else. Its cells are (x, y) with six neighbours at (±2, 0) and (±1, ±1),
another system than the one of the rules.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from asterism.core.discover import find
from asterism.core.game import Game, States
from asterism.core.header import CHANCE, OVER

Cell = tuple[int, int]
NEIGHBOURS = ((2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1), (1, -1))

# The Moon, the stars with their points, the cell under each cloud (or None), and whose turn it is
Position = tuple[Cell, frozenset[tuple[Cell, int]], tuple[Cell | None, ...], int]


def next_to(cell: Cell) -> set[Cell]:
    return {(cell[0] + x, cell[1] + y) for x, y in NEIGHBOURS}


def slow_actions(position: Position) -> Iterator[Position]:
    """Every position one action on, once for every action."""
    moon, stars, clouds, mover = position
    points_at = dict(stars)
    taken = {moon, *points_at}
    left = {points: 8 - list(points_at.values()).count(points) for points in (4, 5, 6)}

    def under_cloud(cell: Cell) -> tuple[Cell | None, ...]:
        return (*clouds[:mover], cell, *clouds[mover + 1 :])

    then = (mover + 1) % len(clouds)
    for cell in set().union(*map(next_to, taken)) - taken:
        for points in (4, 5, 6):
            if left[points]:
                yield moon, stars | {(cell, points)}, under_cloud(cell), then
    for cell, old in stars:
        for points in (4, 5, 6):
            if points != old and left[points] and cell not in clouds:
                yield moon, stars - {(cell, old)} | {(cell, points)}, under_cloud(cell), then
    if moon not in clouds:
        for cell in set().union(*map(next_to, points_at)) - taken:
            yield cell, stars, under_cloud(cell), then


def slow_count(seats: int, depth: int) -> list[tuple[int, int]]:
    """After 0, 1, ... actions: how many positions there are, and how many legal actions in all of them."""
    level: set[Position] = {((0, 0), frozenset(), (None,) * seats, 0)}
    found = []
    for _ in range(depth):
        reached = [after for position in level for after in slow_actions(position)]
        found.append((len(level), len(reached)))
        level = set(reached)
    return [*found, (len(level), sum(1 for position in level for _ in slow_actions(position)))]


def seen_as_position(states: States) -> Position:
    """A record in the words of the slow counter."""
    s = states[0]
    at = [(2 * int(q) + int(r), int(r)) for q, r in zip(s["q"], s["r"], strict=True)]
    stars = frozenset((at[i], 4 + int(s["kind"][i])) for i in range(int(s["stars"])))
    clouds = tuple(at[tile] if tile >= 0 else None for tile in s["cloud"][: s["seats"]])
    return at[24], stars, clouds, int(s["mover"])


def count_by_rules(seats: int, depth: int) -> list[tuple[int, int]]:
    game = find("constellation")
    start = game.new(seats, {})
    while int(start["to_act"][0]) < 0:
        game.doors.step(start, game.legal(start)[0])
    level = {seen_as_position(start): start}
    found = []
    for _ in range(depth):
        reached = [after_action(game, states, action) for states in level.values() for action in game.legal(states)]
        found.append((len(level), len(reached)))
        level = {seen_as_position(states): states for states in reached}
    return [*found, (len(level), sum(len(game.legal(states)) for states in level.values()))]


def after_action(game: Game, states: States, action: int) -> States:
    after = states.copy()
    game.doors.step(after, action)
    return after


# Positions after 0, 1, 2 and 3 actions, and the legal actions in all of them
COUNTED = {
    2: [(1, 18), (18, 522), (522, 18198), (18198, 768798)],
    3: [(1, 18), (18, 522), (522, 18198), (18198, 732402)],
}


@pytest.mark.parametrize("seats", COUNTED)
def test_positions_and_actions_are_as_many_as_counted_slowly(seats: int):
    assert slow_count(seats, 3) == COUNTED[seats]
    assert count_by_rules(seats, 3) == COUNTED[seats]


@pytest.mark.parametrize("seats", [2, 5])
def test_a_whole_match_through_positions_are_the_same_and_not_only_as_many(seats: int):
    game = find("constellation")
    states = game.new(seats, {})
    turn = 0
    while int(states["to_act"][0]) != OVER:
        legal = game.legal(states)
        if int(states["to_act"][0]) != CHANCE:
            reached = [after_action(game, states, action) for action in legal]
            going_on = {seen_as_position(after) for after in reached if int(after["to_act"][0]) != OVER}
            slowly = set(slow_actions(seen_as_position(states)))
            assert going_on <= slowly
            assert len(slowly) == len(legal)
        turn += 1
        states = after_action(game, states, legal[turn * 37 % len(legal)])
    assert turn > 20
