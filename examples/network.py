"""A small network by hand, so that the examples need nothing but NumPy (and, on a GPU, CuPy in its place)."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np

Array = Any  # of NumPy or of CuPy


class Network:
    """Layers of rectified units, trained by Adam. `arrays` is the module whose arrays it computes with; `guess` is what
    comes out before it has learnt anything."""

    def __init__(self, sizes: list[int], seed: int, arrays: Any = np, guess: float = 0.0) -> None:
        dice = np.random.default_rng(seed)
        self.arrays, self.steps = arrays, 0
        self.parts: list[Array] = []  # weights and biases of each layer, in turn
        for layer, (inputs, outputs) in enumerate(pairwise(sizes), 2):
            spread = np.sqrt(2 / inputs) if layer < len(sizes) else 0.01  # in the beginning it says next to nothing
            self.parts.append(arrays.asarray(dice.normal(0, spread, (inputs, outputs)), np.float32))
            self.parts.append(arrays.zeros(outputs, np.float32))
        self.parts[-1] += guess
        self.slow = [part.copy() for part in self.parts]  # the same, always a little behind: steadier to learn from
        self.mean = [arrays.zeros_like(part) for part in self.parts]
        self.square = [arrays.zeros_like(part) for part in self.parts]

    def layers(self, x: Array, slow: bool = False) -> list[Array]:
        """What goes into each layer, and last what comes out."""
        parts, found = self.slow if slow else self.parts, [x]
        for place in range(0, len(parts), 2):
            x = x @ parts[place] + parts[place + 1]
            last = place == len(parts) - 2
            found.append(x if last else self.arrays.maximum(x, 0))
            x = found[-1]
        return found

    def values(self, x: Array, slow: bool = False) -> Array:
        return self.layers(x, slow)[-1]

    def learn(self, layers: list[Array], slope: Array, rate: float) -> None:
        """Go down the slope of a loss, given for each number that came out (back-propagation, then Adam)."""
        slopes: list[Array] = []
        for place in reversed(range(0, len(self.parts), 2)):
            x = layers[place // 2]
            slopes = [x.T @ slope, slope.sum(0), *slopes]
            slope = (slope @ self.parts[place].T) * (x > 0)
        self.steps += 1
        for part, slow, mean, square, slope in zip(self.parts, self.slow, self.mean, self.square, slopes, strict=True):
            mean += 0.1 * (slope - mean)
            square += 0.001 * (slope**2 - square)
            size = self.arrays.sqrt(square / (1 - 0.999**self.steps)) + 1e-8
            part -= rate * mean / (1 - 0.9**self.steps) / size
            slow += 0.01 * (part - slow)
