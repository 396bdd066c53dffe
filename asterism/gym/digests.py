"""The same numbers everywhere: a hash of every step, to be compared between modes, machines and devices.

    python -m asterism.gym.digests [--device gpu] [--steps N] [--matches N] [GAME ...]

Who plays is no part of it: what is played is found from the mask and the step alone.
"""

from __future__ import annotations

import argparse
import hashlib
from collections.abc import Iterator

import numpy as np

from asterism.core.discover import find, names

from .batch import Array, Batch, on_host


def some_legal(mask: Array, step: int) -> Array:
    """A legal action in each match, another one with every step; 0 where there is none."""
    pick = (np.arange(len(mask)) * 2654435761 + step * 40503) % 4093
    counts = mask.sum(1, dtype=np.int64)
    wanted = pick % np.maximum(counts, 1)
    at = (np.cumsum(mask, 1, dtype=np.int64) <= wanted[:, None]).sum(1)
    return np.where(counts > 0, at, 0).astype(np.int32)


def digests(batch: Batch, steps: int) -> Iterator[str]:
    """The hash of every step. The mask must be of bytes."""
    yield batch.digest()
    for step in range(steps):
        batch.step(some_legal(on_host(batch.mask), step))
        yield batch.digest()


def main() -> None:
    parser = argparse.ArgumentParser(description="A hash of many steps of each game, to compare machines by.")
    parser.add_argument("game", nargs="*", help="default: every game")
    parser.add_argument("--steps", type=int, default=200)
    parser.add_argument("--matches", type=int, default=64)
    parser.add_argument("--device", choices=["cpu", "gpu"], default="cpu")
    args = parser.parse_args()
    for name in args.game or names():
        seats = max(2, find(name).seats[0])
        for chance in ("played", "left"):
            batch = Batch(name, args.matches, seats=seats, seed=1, chance=chance, device=args.device)
            found = hashlib.sha256("".join(digests(batch, args.steps)).encode()).hexdigest()
            print(f"{name} {seats} seats, chance {chance}: {found[:32]}", flush=True)


if __name__ == "__main__":
    main()
