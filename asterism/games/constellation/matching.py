"""How far a goal has come: the board read for the page that lights it up. A set of cells is one number, a bit each."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, TypedDict

from asterism.kit.hexes import Cell, beside

from . import state as S
from .goals import CELLS, LAYINGS

Board = dict[Cell, int]  # the kind of the tile on each cell, the Moon first

ACROSS = 2 * CELLS + 1  # a constellation and the cells around it are within five steps of the Moon


class Fit(TypedDict):
    """How far a goal has come: the way to lay it over the Moon that fits best."""

    kind: S.Kind
    cells: list[Cell]
    right: list[Cell]  # are as they should be, the Moon's included
    wrong: list[Cell]  # hold a star of another kind
    extra: list[Cell]  # stars of the kind that touch the shape and do not belong to it


def _bit(cell: Cell) -> int:
    """The bit of a cell, seen from the Moon; 0 further off."""
    q, r = cell
    return 1 << (q + CELLS) * ACROSS + r + CELLS if -CELLS <= q <= CELLS and -CELLS <= r <= CELLS else 0


def _around(stars: tuple[Cell, ...]) -> list[Cell]:
    five = {(0, 0), *stars}
    return sorted({cell for old in five for cell in beside(old)} - five)


# For each goal and each way to lay it over the Moon: its four stars, and the cells around the five, also as numbers
_WAYS = tuple(
    tuple((sum(map(_bit, stars)), sum(map(_bit, _around(stars))), stars, _around(stars)) for stars in layings)
    for layings in LAYINGS
)


def board_of(s: Any) -> Board:
    q, r, kind = s["q"].tolist(), s["r"].tolist(), s["kind"].tolist()
    return {(q[tile], r[tile]): kind[tile] for tile in [S.MOON, *range(int(s["stars"]))]}


def group_of(board: Board, kind: int) -> list[Cell]:
    """The cells of the Moon and of all stars of a kind that hang together with it, the Moon first."""
    group = [next(iter(board))]
    for old in group:
        group += [cell for cell in beside(old) if board.get(cell) == kind and cell not in group]
    return group


@lru_cache(2048)  # every seat at a table, and every watcher, is shown the same board
def best_way(goal: int, full: bool, *stars: int) -> tuple[int, int] | None:
    """Which kind fits a goal best, and which way to lay it; `stars` are those of each kind around the Moon.

    Once all stars are in play (`full`) they only exchange places: an empty cell stays empty."""
    every = stars[0] | stars[1] | stars[2]
    best = (0, 0, 0)
    found = None
    for way, (inside, outside, _, _) in enumerate(_WAYS[goal]):
        taken = (inside & every).bit_count()
        if taken < best[0] or (full and taken < CELLS - 1):
            continue
        for kind in range(3):
            right = (inside & stars[kind]).bit_count()
            fit = (right, right - taken, -(outside & stars[kind]).bit_count())
            if right and fit > best:
                best, found = fit, (kind, way)
    return found


def around_moon(board: Board) -> tuple[int, ...]:
    """The stars of each kind around the Moon."""
    q0, r0 = next(iter(board))
    stars = [0, 0, 0, 0]
    for (q, r), kind in board.items():
        stars[kind] |= _bit((q - q0, r - r0))
    return tuple(stars[: S.MOON_KIND])


def best_match(board: Board, stars: tuple[int, ...], goal: int) -> Fit | None:
    """The way to lay a goal over the Moon that fits best: most stars right, fewest in the way, fewest too many.

    None while no star is right.
    """
    found = best_way(goal, len(board) == S.STARS + 1, *stars)
    if found is None:
        return None
    kind, way = found
    q0, r0 = next(iter(board))
    _, _, four, border = _WAYS[goal][way]
    here = [(q0 + q, r0 + r) for q, r in ((0, 0), *four)]
    return {
        "kind": S.KINDS[kind],
        "cells": here,
        "right": [cell for cell in here if board.get(cell) in (kind, S.MOON_KIND)],
        "wrong": [cell for cell in here if board.get(cell, kind) not in (kind, S.MOON_KIND)],
        "extra": [(q0 + q, r0 + r) for q, r in border if board.get((q0 + q, r0 + r)) == kind],
    }
