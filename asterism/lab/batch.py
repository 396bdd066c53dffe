"""The unit of work: a batch of matches, each with a seed of its own, and the rows that come of it.

What a batch is, is plain data (it can be sent to another process or machine), and a row hangs on the seed of the run
and the number of its match alone: not on how the work was cut, who did it, or in which order it came back.

Matches are dealt like hands in duplicate bridge: all seatings of one *deal* have the same luck, so that no player has
better luck than another. Between players who are all the same there is one seating, which may be played several times
to see how much of a result is luck. Players of a team do not meet: each plays a deal with others of its kind.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from asterism.core.discover import find

from .groups import Groups
from .marks import names_of

Array = np.ndarray[Any, Any]


@dataclass(frozen=True)
class Setting:
    """What is played, by whom: everything about a match but its number."""

    game: str
    seats: int
    players: tuple[str, ...]  # one for each seat, before seats are changed; of a team, one for each kind of team
    groups: Groups = field(hash=False)  # of actions
    options: Mapping[str, int] = field(default_factory=dict, hash=False)
    edition: Mapping[str, int] = field(default_factory=dict, hash=False)  # its numbers; empty: it has none
    seed: int = 1
    team: bool = False
    start: str = ""  # another start than the usual one, by its name
    replays: int = 1  # of players who are all the same: matches of one deal, with other choices

    @property
    def rotations(self) -> int:
        """Matches of one deal."""
        return self.replays if len(set(self.players)) == 1 else len(self.players)


@dataclass(frozen=True)
class Batch:
    """Matches of a setting, from the first on."""

    setting: Setting
    first: int
    count: int


@dataclass(frozen=True)
class Rows:
    """What came of matches: arrays with an entry for each."""

    match: Array  # its number
    seating: Array  # [match, seat] which of the setting's players sat there
    share: Array  # [match, seat]
    score: Array  # [match, seat] 0 where nothing is counted
    used: Array  # [match, seat, group] how often a seat played an action of this group
    length: Array  # actions of seats
    chances: Array  # actions of chance
    turns: Array  # how often another seat came to act
    first: Array  # the seat that acted first
    lead_changes: Array  # -1: not noted
    settled: Array  # part of the rounds after which the winner led all the time; -1: not noted, or nobody won alone
    led: Array  # [match, decile] the seat that led then; -1: nobody; -2: not noted, or nothing is counted
    cut: Array  # 1: not over after as many actions as are allowed
    marked: Array  # [match, mark] 1: what the game notes (`marks`) was so

    def __len__(self) -> int:
        return len(self.match)

    def part(self, chosen: Any) -> Rows:
        """Some of the rows."""
        return Rows(**{name: getattr(self, name)[chosen] for name in NAMES})

    def take(self, others: Rows) -> None:
        """Be as these are, which were played elsewhere."""
        for name in NAMES:
            getattr(self, name)[:] = getattr(others, name)


NAMES = tuple(Rows.__dataclass_fields__)
DECILES = 10
NOT_NOTED = -2  # of who led


def blank(setting: Setting, matches: Array) -> Rows:
    """Rows of matches that are yet to be played."""
    count, seats = len(matches), setting.seats
    return Rows(
        match=matches,
        seating=seatings(setting, matches),
        share=np.zeros((count, seats)),
        score=np.zeros((count, seats), np.int32),
        used=np.zeros((count, seats, len(setting.groups.names)), np.uint16),
        length=np.zeros(count, np.int32),
        chances=np.zeros(count, np.int32),
        turns=np.zeros(count, np.int32),
        first=np.zeros(count, np.int8),
        lead_changes=np.full(count, -1, np.int32),
        settled=np.full(count, -1.0, np.float32),
        led=np.full((count, DECILES), NOT_NOTED, np.int8),
        cut=np.zeros(count, np.int8),
        marked=np.zeros((count, len(names_of(find(setting.game)))), np.int8),
    )


def joined(parts: list[Rows]) -> Rows:
    """Rows one after the other."""
    if len(parts) == 1:
        return parts[0]
    return Rows(**{name: np.concatenate([getattr(part, name) for part in parts]) for name in NAMES})


_STEP, _M1, _M2 = (np.uint64(x) for x in (0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB))


def mix(numbers: Array) -> Array:
    """The output of splitmix64 for these states: numbers that look like chance."""
    z = numbers.astype(np.uint64) + _STEP
    z = (z ^ (z >> np.uint64(30))) * _M1
    z = (z ^ (z >> np.uint64(27))) * _M2
    made: Array = z ^ (z >> np.uint64(31))
    return made


def seeds(setting: Setting, matches: Array) -> tuple[Array, Array]:
    """For each match a seed of its luck, the same for all matches of a deal, and one of its players' choices."""
    luck = mix(mix(np.full(1, setting.seed)) ^ mix(matches // setting.rotations))
    return luck, mix(luck + (matches % setting.replays).astype(np.uint64) if setting.replays > 1 else luck)


def seatings(setting: Setting, matches: Array) -> Array:
    """[match, seat] which player sits there: in a deal everyone sits once in every seat, and who follows whom is drawn
    for each deal."""
    seats, rotations = setting.seats, setting.rotations
    if setting.team:
        return np.repeat((matches % len(setting.players)).astype(np.int8)[:, None], seats, 1)
    if len(set(setting.players)) == 1:
        return np.tile(np.arange(seats, dtype=np.int8), (len(matches), 1))
    deals = matches // rotations
    order = np.zeros((len(matches), seats), np.int8)
    order[:, 1:] = 1 + np.argsort(
        np.stack([mix(mix(deals + np.int64(setting.seed)) ^ np.uint64(k)) for k in range(1, seats)], 1), 1
    )
    turned = (np.arange(seats)[None] + (matches % rotations)[:, None]) % seats
    return np.take_along_axis(order, turned, 1)
