"""The unit of work: a batch of matches, each with a seed of its own, and the rows that come of it.

What a batch is, is plain data (it can be sent to another process or machine), and a row hangs on the seed of the run and
the number of its match alone: not on how the work was cut, who did it, or in which order it came back.

Matches are dealt like hands in duplicate bridge: all seatings of one *deal* have the same luck, so that no player has
better luck than another. Between players who are all the same there is one seating.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

Array = np.ndarray[Any, Any]


@dataclass(frozen=True)
class Setting:
    """What is played, by whom: everything about a match but its number."""

    game: str
    seats: int
    players: tuple[str, ...]  # one for each seat, before seats are changed
    options: Mapping[str, int] = field(default_factory=dict, hash=False)
    edition: Mapping[str, int] = field(default_factory=dict, hash=False)  # its numbers; empty: the standard one
    seed: int = 1

    @property
    def rotations(self) -> int:
        """Seatings of one deal."""
        return 1 if len(set(self.players)) == 1 else self.seats


@dataclass(frozen=True)
class Batch:
    """Matches of a setting, from the first on."""

    setting: Setting
    first: int
    count: int


@dataclass(frozen=True)
class Rows:
    """What came of matches: arrays with an entry for each."""

    match: Array
    seating: Array  # [match, seat] which of the setting's players sat there
    share: Array
    score: Array
    used: Array  # [match, seat, group]
    figures: Array
    length: Array
    chances: Array
    turns: Array
    first: Array
    lead_changes: Array
    settled: Array
    led: Array
    cut: Array

    def __len__(self) -> int:
        return len(self.match)

    def part(self, chosen: Any) -> Rows:
        """Some of the rows."""
        return Rows(**{name: getattr(self, name)[chosen] for name in NAMES})


NAMES = tuple(Rows.__dataclass_fields__)


def joined(parts: list[Rows]) -> Rows:
    """Rows one after the other."""
    return Rows(**{name: np.concatenate([getattr(part, name) for part in parts]) for name in NAMES})


_STEP, _M1, _M2 = (np.uint64(x) for x in (0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB))


def mix(numbers: Array) -> Array:
    """The output of splitmix64 for these states: numbers that look like chance."""
    z = numbers.astype(np.uint64) + _STEP
    z = (z ^ (z >> np.uint64(30))) * _M1
    z = (z ^ (z >> np.uint64(27))) * _M2
    made: Array = z ^ (z >> np.uint64(31))
    return made


def seeds(setting: Setting, matches: Array) -> Array:
    """A seed for each match; matches of one deal have the same."""
    deals = matches // setting.rotations
    return mix(mix(np.full(len(matches), setting.seed)) ^ mix(deals))


def seatings(setting: Setting, matches: Array) -> Array:
    """[match, seat] which player sits there: in a deal everyone sits once in every seat, and who follows whom is drawn
    for each deal."""
    seats, rotations = setting.seats, setting.rotations
    if rotations == 1:
        return np.tile(np.arange(seats, dtype=np.int8), (len(matches), 1))
    deals = matches // rotations
    order = np.zeros((len(matches), seats), np.int8)
    order[:, 1:] = 1 + np.argsort(
        np.stack([mix(mix(deals + np.int64(setting.seed)) ^ np.uint64(k)) for k in range(1, seats)], 1), 1
    )
    turned = (np.arange(seats)[None] + (matches % rotations)[:, None]) % seats
    return np.take_along_axis(order, turned, 1)
