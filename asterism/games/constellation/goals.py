"""The goals: every shape of five joined hexagons, grown once at import, and how a constellation is recognised.

A constellation is the Moon and four stars, which lie within four steps of it. Each cell of that neighbourhood has a bit
of its own, so the four stars are one number, and a sorted list of all such numbers tells the goal.
"""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from asterism.kit.hexes import SIDES, Cell, Shape, beside, distance, grown, joints, mirrored, rows, turns, upright

CELLS = 5  # in a goal, the Moon's included
REACH = CELLS - 1  # no star of a constellation is further from the Moon


def _in_order() -> tuple[Shape, ...]:
    """Round ones first, mirror images side by side, the straight row last."""
    shapes = grown(CELLS)
    return tuple(sorted(shapes, key=lambda g: (-joints(g), -rows(g), min(g, upright(mirrored(g))), g)))


GOALS: tuple[Shape, ...] = _in_order()  # as they are drawn: few rows, few columns
COUNT = len(GOALS)
STRAIGHT_ROW = COUNT - 1


def _walks(shape: Shape, begun: tuple[Cell, ...]) -> list[tuple[Cell, ...]]:
    """Every way to go on from cell to cell, none twice."""
    further = [cell for cell in beside(begun[-1]) if cell in shape and cell not in begun]
    return [begun, *(walk for cell in further for walk in _walks(shape, (*begun, cell)))]


def _step(old: Cell, new: Cell) -> int:
    return beside(old).index(new)


def _in_steps(shape: Shape) -> tuple[tuple[int, str], ...]:
    """A shape for those who cannot see it: where each further cell lies, as the number of one before it, counted from
    1, and the side of that one. The longest walk with the fewest turns; then what branches off it, if anything does."""

    def turning(walk: tuple[Cell, ...]) -> tuple[int, int, list[int]]:
        steps = [_step(old, new) for old, new in pairwise(walk)]
        return -len(walk), sum(one != next for one, next in pairwise(steps)), steps

    walk = min((walk for cell in shape for walk in _walks(shape, (cell,))), key=turning)
    steps = [(number, _step(old, new)) for number, (old, new) in enumerate(pairwise(walk), 1)]
    for cell in shape:
        if cell not in walk:
            steps.append(next((n, _step(old, cell)) for n, old in enumerate(walk, 1) if cell in beside(old)))
    return tuple((number, SIDES[side]) for number, side in steps)


STEPS_OF = tuple(_in_steps(goal) for goal in GOALS)

# For each goal, every way to lay it over the Moon: the cells of the four stars, seen from the Moon
LAYINGS: tuple[tuple[tuple[Cell, ...], ...], ...] = tuple(
    tuple(
        sorted(
            {
                tuple(sorted((q - moon[0], r - moon[1]) for q, r in turn if (q, r) != moon))
                for turn in turns(goal)
                for moon in turn
            }
        )
    )
    for goal in GOALS
)

_NEAR = [
    (q, r) for q in range(-REACH, REACH + 1) for r in range(-REACH, REACH + 1) if 0 < distance((q, r), (0, 0)) <= REACH
]
BIT = np.zeros((2 * REACH + 1, 2 * REACH + 1), np.int64)  # of the cell at (q + REACH, r + REACH)
for _number, (_q, _r) in enumerate(_NEAR):
    BIT[_q + REACH, _r + REACH] = 1 << _number

_KNOWN = sorted(
    (sum(int(BIT[q + REACH, r + REACH]) for q, r in laying), goal) for goal in range(COUNT) for laying in LAYINGS[goal]
)
KEYS = np.array([key for key, _ in _KNOWN], np.int64)  # in rising order, to be searched by halves
GOAL_OF = np.array([goal for _, goal in _KNOWN], np.int32)
