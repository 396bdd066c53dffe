"""A duel's values in a few megabytes: a randomised SVD of rank 96, its factors transform-coded by DCT-II and quantised.

Y[a, b] is nearly left[a] · right[b] for a few numbers a card. Cards whose scores differ little have factors that differ
little, so in each layer (a grid of scores) the factors are written as cosine waves along every axis, and rounded to
steps small enough to be lost in what the rank already leaves out; most waves then round to nothing.
"""

from __future__ import annotations

import hashlib
import io
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from .layers import Duel

Floats = npt.NDArray[np.floating[Any]]
Stripes = Callable[[], Iterator[tuple[int, Any]]]  # the matrix in stripes of rows, each with the number of its first

RANK = 96
STEP = 3e-5  # of a probability: how coarse the rounding of one number may be where the other factor is of usual size
POINT_STEP = 0.01  # the same for what is measured in points
ROUNDS = 3  # of power iteration towards the strongest factors
PASSES = 2 + 2 * ROUNDS  # how often it reads the whole matrix


@dataclass(frozen=True)
class Table:
    """What is shipped with a game: the factors of Y, and what a card is worth to someone who plays alone."""

    left: Floats  # [card, rank]
    right: Floats  # [card, rank]
    alone: Floats  # [card]

    def rough(self, movers: Any, others: Any) -> Floats:
        """Y[mover, other] without any look-ahead, for arrays of cards."""
        made: Floats = np.einsum("...r,...r->...", self.left[movers], self.right[others])
        return made


def importance(duel: Duel) -> npt.NDArray[np.float64]:
    """How much a card's accuracy counts: half of it spread over all cards, half over the layers, each alike."""
    weight = np.full(duel.open, 0.5 / duel.open)
    for cards in duel.layers:
        weight[cards.start : cards.stop] += 0.5 / len(duel.layers) / len(cards)
    return weight


def randomised_svd(duel: Duel, stripes: Stripes, xp: Any = np, rank: int = RANK) -> tuple[Floats, Floats]:
    """The strongest `rank` factors of Y, weighted by importance: from random ones, by multiplying with Y to and fro."""
    rank = min(rank, duel.open)
    root = xp.sqrt(xp.asarray(importance(duel)))[:, None]

    def forth(x: Any) -> Any:
        x = root * x
        return root * xp.concatenate([rows @ x.astype(rows.dtype) for _, rows in stripes()])

    def back(x: Any) -> Any:
        x, out = root * x, xp.zeros(x.shape)
        for start, rows in stripes():
            out += rows.T @ x[start : start + len(rows)].astype(rows.dtype)
        return root * out

    seed = xp.asarray(np.random.default_rng(1).standard_normal((duel.open, min(rank + 12, duel.open))))
    base = xp.linalg.qr(forth(seed))[0]
    for _ in range(ROUNDS):
        base = xp.linalg.qr(back(base))[0]
        base = xp.linalg.qr(forth(base))[0]
    turn, strength, other = xp.linalg.svd(back(base).T, full_matrices=False)
    scale = xp.sqrt(strength[:rank])
    left, right = (base @ turn)[:, :rank] * scale / root, other.T[:, :rank] * scale / root
    return (left.get(), right.get()) if hasattr(left, "get") else (left, right)


@cache
def dct_matrix(n: int) -> npt.NDArray[np.float64]:
    """The orthonormal DCT-II: the cosine waves on n points, one a row."""
    k, x = np.arange(n)[:, None], np.arange(n)[None, :]
    made: npt.NDArray[np.float64] = np.cos(np.pi * (x + 0.5) * k / n) * np.sqrt((2 - (k == 0)) / n)
    return made


def dct(duel: Duel, rows: Floats, back: bool = False) -> Floats:
    """Rows of numbers, one for every open card, as waves over the grid of each layer, or back again."""
    out = np.empty_like(rows)
    for cards, shape in zip(duel.layers, duel.shapes, strict=True):
        x = np.ascontiguousarray(rows[:, cards.start : cards.stop])
        before = len(rows)
        for n in shape:
            if n > 1:
                turn = (dct_matrix(n).T if back else dct_matrix(n)).astype(rows.dtype)
                x = np.matmul(turn, x.reshape(before, n, -1))
            before *= n
        out[:, cards.start : cards.stop] = x.reshape(len(rows), -1)
    return out


def encode(duel: Duel, left: Floats, right: Floats, alone: Floats) -> bytes:
    """A table file. Each factor is rounded by the weight of its partner: a step costs the same in any of them."""
    weight = importance(duel)[:, None]
    size = [np.sqrt((weight * x.astype(np.float64) ** 2).sum(0)) for x in (left, right)]
    arrays: dict[str, Any] = {}
    for name, rows, step in (
        ("left", left.T, STEP / size[1]),
        ("right", right.T, STEP / size[0]),
        ("alone", alone[None, : duel.open], np.array([POINT_STEP])),
    ):
        whole = np.rint(dct(duel, rows.astype(np.float64)) / step[:, None]).astype(np.int32)
        high = (whole + 128) >> 8  # nearly always 0; apart, both halves compress better
        arrays[f"{name}_step"] = step.astype(np.float32)
        arrays[f"{name}_high"] = high.astype(np.int16)
        arrays[f"{name}_low"] = (whole - (high << 8)).astype(np.int8)
    file = io.BytesIO()
    np.savez_compressed(file, **arrays)
    return file.getvalue()


def decode(duel: Duel, file: bytes) -> Table:
    """A table from its file."""
    made = []
    with np.load(io.BytesIO(file)) as arrays:
        for name in ("left", "right", "alone"):
            rows = arrays[f"{name}_high"].astype(np.float32)
            rows *= 256
            rows += arrays[f"{name}_low"]
            rows *= arrays[f"{name}_step"][:, None]
            made.append(np.ascontiguousarray(dct(duel, rows, back=True).T))
    return Table(made[0], made[1], made[2][:, 0])


def checksum(file: bytes) -> str:
    return hashlib.sha256(file).hexdigest()
