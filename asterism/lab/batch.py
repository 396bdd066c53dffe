"""What is played (a setting), by which seeds and in which seats, and the rows of figures that come of it.

A range of matches is plain data, so it can be sent to another process or machine. A row depends on the setting (its
seed included) and the number of its match alone: not on how the work was split, who did it, or in which order.

Duplicate deals: all seatings of one *deal* have the same luck, so that no player has better luck than another. Between
players who are all the same there is one seating, which may be played several times to see how much of a result is
luck. Players of a team do not meet: each plays a deal with others of its kind.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np

from asterism.core.discover import find

from .groups import Groups
from .marks import names_of

Array = np.ndarray[Any, Any]

DECILES = 10
NOBODY_LEADS = -1
NOT_NOTED = -2  # of who led


@dataclass(frozen=True)
class Setting:
    """Everything about matches but their numbers: the game, its options and edition, the players and the seed."""

    game: str
    seats: int
    players: tuple[str, ...]  # one for each seat, before seats are changed; of a team, one for each kind of team
    groups: Groups = field(hash=False)  # of actions
    options: Mapping[str, int] = field(default_factory=dict, hash=False)
    edition: Mapping[str, int] = field(default_factory=dict, hash=False)  # its numbers; empty where it has none
    seed: int = 1
    team: bool = False
    start: str = ""  # the name of another start than the usual one (`starts`)
    replays: int = 1  # of players who are all the same: matches of one deal, with different choices

    @property
    def rotations(self) -> int:
        """Matches of one deal."""
        return self.replays if len(set(self.players)) == 1 else len(self.players)


@dataclass(frozen=True)
class MatchRange:
    """The unit of work: consecutive matches of a setting."""

    setting: Setting
    first: int  # the number of the first match
    count: int


class Rows(NamedTuple):
    """The figures of matches: arrays with an entry for each match, written by the kernel. `len` counts the arrays; the
    number of matches is `size`."""

    match: Array  # its number
    seating: Array  # [match, seat] which of the setting's players sat there
    share: Array  # [match, seat] 0 to 1
    score: Array  # [match, seat] 0 where the game has no score
    used: Array  # [match, seat, group] how many actions of the group a seat played
    length: Array  # actions of seats
    chances: Array  # actions of chance
    turns: Array  # how often another seat came to act
    first: Array  # the seat that acted first
    lead_changes: Array  # -1: not noted
    settled: Array  # part of the rounds after which the winner led for good; -1: not noted, or nobody won alone
    led: Array  # [match, decile] the seat that led then, NOBODY_LEADS, or NOT_NOTED
    cut: Array  # 1: not over after as many actions as are allowed
    marked: Array  # [match, mark] 1: the mark was set (`marks`)

    @property
    def size(self) -> int:
        """The number of matches."""
        return len(self.match)

    def part(self, chosen: Any) -> Rows:
        """The rows of some matches: by a slice (views of the same memory), a mask or indices (copies)."""
        return Rows(*(array[chosen] for array in self))

    def fill_from(self, others: Rows) -> None:
        """Copy rows that were played elsewhere into these."""
        for array, other in zip(self, others, strict=True):
            array[:] = other


def blank(setting: Setting, matches: Array) -> Rows:
    """Rows for matches that are yet to be played."""
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


def concatenate(parts: list[Rows]) -> Rows:
    """All rows in one; a single part is not copied."""
    return parts[0] if len(parts) == 1 else Rows(*map(np.concatenate, zip(*parts, strict=True)))


_STEP, _M1, _M2 = (np.uint64(x) for x in (0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB))


def mix(numbers: Array) -> Array:
    """The output of splitmix64 for an array of states: a hash of each number to 64 bits."""
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
    """[match, seat] the number of the player there. In a deal every player sits once in every seat; who follows whom
    is random for each deal."""
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
