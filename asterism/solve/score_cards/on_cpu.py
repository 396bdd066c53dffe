"""Topological value iteration of the whole duel on a CPU, in single precision, a pair of layers at a time.

Each pair is kept on disk when done. So it needs a few GiB of memory, not the whole matrix, and can be stopped at any
time: what is on disk is not computed again. A folder holds one file `I-J.npy` for each pair of layers: Y[cards of layer
I, cards of layer J].
"""

from __future__ import annotations

import hashlib
import json
import math
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from asterism.core.compile import fast, spread
from asterism.core.game import BadInput

from .layers import Duel, Rows, order, payoff_rows, rows_of

Progress = Callable[[float, str], None]
Floats = npt.NDArray[np.float32]

ROUNDING = 2.0**-22  # a value that moves by less than this between two sweeps moves by rounding alone
WIDTH = 64  # opponents handled together; shorter runs through memory are not vectorised


@fast
def back_up(z: Any, fixed: Any, out: Any, s1: Any, p1: Any, s2: Any, p2: Any, s3: Any, p3: Any) -> None:
    """The Bellman backup: out[a, b] from z[b, a], many opponents b at a time, in straight runs through memory."""
    cards, opponents = out.shape
    for tile in spread((opponents + WIDTH - 1) // WIDTH):
        first = tile * WIDTH
        count = min(WIDTH, opponents - first)
        value = np.zeros((cards + len(fixed), WIDTH), np.float32)
        for j in range(count):
            for a in range(cards):
                value[a, j] = np.float32(1) - z[first + j, a]
        for row in range(len(fixed)):
            for j in range(count):
                value[cards + row, j] = fixed[row, first + j]
        total = np.empty(WIDTH, np.float32)
        for a in range(cards):
            for j in range(WIDTH):
                total[j] = 0
            for c in range(len(p1)):
                x, p = s1[a, c, 0], p1[c]
                for j in range(WIDTH):
                    total[j] += p * value[x, j]
            for c in range(len(p2)):
                x, y, p = s2[a, c, 0], s2[a, c, 1], p2[c]
                for j in range(WIDTH):
                    total[j] += p * max(value[x, j], value[y, j])
            for c in range(len(p3)):
                x, y, u, p = s3[a, c, 0], s3[a, c, 1], s3[a, c, 2], p3[c]
                for j in range(WIDTH):
                    total[j] += p * max(max(value[x, j], value[y, j]), value[u, j])
            for j in range(count):
                out[a, first + j] = total[j]


@fast
def largest_change(before: Any, now: Any) -> Any:
    """In each row."""
    out = np.zeros(len(now), np.float32)
    for row in spread(len(now)):
        most = np.float32(0)
        for i in range(now.shape[1]):
            most = max(most, abs(now[row, i] - before[row, i]))
        out[row] = most
    return out


class Blocks:
    """The folder of a solution, complete or not."""

    def __init__(self, duel: Duel, folder: Path) -> None:
        self.duel, self.folder, self.layers = duel, folder, duel.layers
        mark = hashlib.sha256(duel.total.tobytes() + duel.weight.tobytes() + duel.next.tobytes()).hexdigest()
        folder.mkdir(parents=True, exist_ok=True)
        about = folder / "about.json"
        if about.exists() and json.loads(about.read_text()).get("cards") != mark:
            raise BadInput(f"{folder} holds the solution of another game or of other rules; choose another folder")
        about.write_text(json.dumps({"cards": mark, "layers": len(self.layers)}))

    def path(self, i: int, j: int) -> Path:
        return self.folder / f"{i}-{j}.npy"

    def done(self, i: int, j: int) -> bool:
        return self.path(i, j).exists() and self.path(j, i).exists()

    def count(self) -> int:
        """How many pairs of layers are done."""
        return sum(self.done(*pair) for pair in order(self.duel))

    def get(self, i: int, j: int) -> Floats:
        """Y of a pair of layers, read from disk as far as it is looked at."""
        block: Floats = np.load(self.path(i, j), mmap_mode="r")
        return block

    def put(self, i: int, j: int, block: Floats) -> None:
        part = self.path(i, j).with_suffix(f".{os.getpid()}.part")
        with part.open("wb") as file:
            np.save(file, block)
        part.replace(self.path(i, j))  # whole or not at all

    def stripes(self) -> Iterator[tuple[int, Floats]]:
        """The whole matrix in stripes of rows, with the number of the first; none is over a few hundred MB."""
        for i, cards in enumerate(self.layers):
            for start in range(0, len(cards), 1024):
                parts = [self.get(i, j)[start : start + 1024] for j in range(len(self.layers))]
                yield cards.start + start, np.concatenate(parts, 1)

    def at(self, movers: Any, others: Any) -> npt.NDArray[np.float64]:
        """Y[mover, other] for arrays of cards."""
        out = np.empty(len(movers))
        starts = np.array([cards.start for cards in self.layers])
        i, j = (np.searchsorted(starts, cards, side="right") - 1 for cards in (movers, others))
        for pair in {*zip(i.tolist(), j.tolist(), strict=True)}:
            here = np.flatnonzero((i == pair[0]) & (j == pair[1]))
            out[here] = self.get(*pair)[movers[here] - starts[pair[0]], others[here] - starts[pair[1]]]
        return out


def solve(duel: Duel, folder: Path, enough: float = 1e-6, progress: Progress | None = None) -> Blocks:
    """Y of a whole duel as blocks on disk, to `enough`; goes on where an earlier run stopped."""
    blocks = Blocks(duel, folder)
    pairs, layers = order(duel), duel.layers
    size = {(i, j): len(layers[i]) * len(layers[j]) * (1 if i == j else 2) for i, j in pairs}
    every, done = sum(size.values()), sum(size[pair] for pair in pairs if blocks.done(*pair))
    told = progress or (lambda done, text: None)
    for number, (i, j) in enumerate(pairs, 1):
        if blocks.done(i, j):
            continue
        here = within(told, done / every, size[i, j] / every, f"pair {number} of {len(pairs)}: ")
        here(0.0, f"beginning with {len(layers[i]):,} by {len(layers[j]):,} cards")
        iterate(blocks, i, j, enough, here)
        done += size[i, j]
    told(1.0, "solved")
    return blocks


def within(progress: Progress, start: float, share: float, head: str = "") -> Progress:
    """The progress of a part that takes such a share of the whole."""
    return lambda done, text: progress(start + share * done, head + text)


def iterate(blocks: Blocks, i: int, j: int, enough: float, progress: Progress | None = None) -> int:
    """Sweep one pair of layers to and fro until it stands still, and keep it; returns how many sweeps it took."""
    duel, ours, theirs = blocks.duel, blocks.layers[i], blocks.layers[j]
    forth, back = rows_of(duel, ours), rows_of(duel, theirs)
    our_fixed, their_fixed = fixed_rows(blocks, forth, j), fixed_rows(blocks, back, i)
    our_steps, their_steps = arguments(forth), arguments(back)
    x = np.empty((len(ours), len(theirs)), np.float32)
    z = np.full((len(theirs), len(ours)), 0.5, np.float32)
    before = np.empty_like(z)
    change, count, part, first = 2.0, 0, 0.0, 0.0
    while True:
        z, before = before, z
        back_up(before, our_fixed, x, *our_steps)
        back_up(x, their_fixed, z, *their_steps)
        count += 2
        moved = float(largest_change(before, z).max())
        first = first or moved
        part = max(part, converged_part(first, moved, enough))
        if progress:
            progress(part, f"sweep {count}, values move by {moved:.0e}")
        if count % 8 == 0:
            last, change = change, moved
            rate = min((change / last) ** 0.25, 0.999) if last else 0.0  # of one sweep to and fro
            if change / (1 - rate) < enough or change < ROUNDING:
                break
            if count > 20_000:
                raise BadInput(f"layers {i} and {j} do not settle: they still move by {change:.1e}")
    if i != j:
        blocks.put(i, j, x)
    blocks.put(j, i, z)
    return count


def converged_part(first: float, moved: float, enough: float) -> float:
    """How far a pair has come, from 0 to 1, when values moved by `first` in the beginning and by `moved` now: the
    change shrinks by about the same factor in every sweep, so its logarithm tells."""
    if min(first, moved) <= enough:
        return 1.0
    return max(0.0, math.log(first / moved) / math.log(first / enough))


def arguments(rows: Rows) -> list[Any]:
    """The steps and chances of classes with one, two and three options, as `back_up` takes them."""
    if len(rows.step) > 3:
        raise BadInput("a roll that offers more than three next cards cannot be solved this way")
    made: list[Any] = []
    for options in range(1, 4):
        there = options <= len(rows.step)
        made.append(rows.step[options - 1] if there else np.zeros((len(rows.cards), 0, options), np.int32))
        made.append(rows.chance[options - 1].astype(np.float32) if there else np.zeros(0, np.float32))
    return made


def fixed_rows(blocks: Blocks, rows: Rows, opponents: int) -> Floats:
    """The rows of a backup that do not change: cards of other layers, then payoffs."""
    known = [
        1 - blocks.get(opponents, k)[:, wanted - cards.start].T
        for k, cards in enumerate(blocks.layers)
        if len(wanted := rows.outer[(rows.outer >= cards.start) & (rows.outer < cards.stop)])
    ]
    payoffs = payoff_rows(blocks.duel, blocks.layers[opponents], np, np.float32)
    return np.ascontiguousarray(np.concatenate([*known, payoffs]))


def residual(blocks: Blocks, progress: Progress | None = None) -> float:
    """The Bellman residual: the largest |Y - backup of Y| over all positions."""
    worst = 0.0
    for i, cards in enumerate(blocks.layers):
        rows = rows_of(blocks.duel, cards)
        for j, opponents in enumerate(blocks.layers):
            out = np.empty((len(cards), len(opponents)), np.float32)
            back_up(blocks.get(j, i), fixed_rows(blocks, rows, j), out, *arguments(rows))
            worst = max(worst, float(np.abs(out - blocks.get(i, j)).max()))
        if progress:
            progress(cards.stop / blocks.duel.open, "checking the equation at every position")
    return worst
