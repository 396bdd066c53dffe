"""The arena: a setting is checked, played batch by batch until its question is decided, and kept as rows."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from asterism.core.discover import find
from asterism.core.edition import Edition, fill, standard
from asterism.core.game import BadInput, Game

from .batch import Array, Batch, Rows, Setting, joined
from .estimates import Estimate, mean_of, sequence_of
from .groups import Groups, groups_of
from .players import entrant, line_up
from .rows import Folder
from .stage import Stage
from .workers import played, workers

COMPILED_BATCH = 4_096  # matches, or a few more: whole deals
ASKED_BATCH = 4
KEEP_EVERY = 20.0  # seconds between two files of rows
MOST_MATCHES = 100_000_000

Tell = Callable[[int, int], None]  # matches played, and wanted


def setting_of(
    game: str,
    players: Sequence[str],
    seats: int | None = None,
    options: Mapping[str, int] | None = None,
    edition: Edition | None = None,
    seed: int = 1,
) -> Setting:
    """A setting whose parts are all checked; BadInput names the one that cannot be."""
    found = find(game)
    count = max(2, found.seats[0]) if seats is None else seats
    whole = found.check_options(count, options or {})
    own = edition or standard(found)
    groups = _groups(found, count, tuple(whole.items()), own)
    if found.team:
        for name in players:
            entrant(found, name, count, whole)
        names = tuple(dict.fromkeys(players))
    else:
        names = line_up(found, players, count, whole)
    for name in names:
        for part in entrant(found, name, count, whole).without:
            groups.named(found, part)
    return Setting(found.name, count, names, groups, whole, own.numbers, seed, found.team)


@lru_cache(64)
def _groups(game: Game, seats: int, options: tuple[tuple[str, int], ...], edition: Edition) -> Groups:
    """Found once for many settings."""
    playing = game.for_options(dict(options))
    return groups_of(playing, playing.new(seats, dict(options), lambda states: fill(game, states, edition)))


def is_compiled(setting: Setting) -> bool:
    """Whether all players are compiled."""
    game = find(setting.game)
    return all(entrant(game, name, setting.seats, setting.options).compiled for name in setting.players)


def batches(setting: Setting, first: int, last: int, compiled: bool) -> Iterator[Batch]:
    """The matches from one number up to another, in batches of whole deals."""
    turn = setting.rotations
    size = turn * max(1, (COMPILED_BATCH if compiled else ASKED_BATCH) // turn)
    while first < last:
        yield Batch(setting, first, min(size, last - first))
        first += size


def run(
    setting: Setting,
    matches: int,
    *,
    cores: int = 1,
    folder: Folder | None = None,
    enough: Callable[[Rows], bool] = lambda rows: False,
    tell: Tell = lambda done, wanted: None,
) -> Rows:
    """Play so many matches (rounded up to whole deals), or until `enough` says so after a batch.

    With a folder, rows that are there are not played again, and what is played is kept there, also if it is broken off
    (Ctrl-C). Which rows come out hangs on the setting and on `enough` alone, not on who played them."""
    if not 0 < matches <= MOST_MATCHES:
        raise BadInput(f"the number of matches goes from 1 to {MOST_MATCHES:,}, not {matches}")
    wanted = -(-matches // setting.rotations) * setting.rotations
    compiled = is_compiled(setting)
    parts: list[Rows] = []
    if folder and (kept := folder.read()):
        parts = [kept.part(slice(0, min(wanted, len(kept) // setting.rotations * setting.rotations)))]
    done = sum(map(len, parts))
    if done == wanted or (done and enough(parts[0])):
        return parts[0]
    fresh: list[Rows] = []  # not kept yet
    since = time.monotonic()
    tell(done, wanted)
    if not compiled and cores > 1:
        Stage(setting)  # compiled once, before all workers would do it
    try:
        with workers(cores, compiled) as pool:
            for rows in played(pool, batches(setting, done, wanted, compiled), cores):
                parts.append(rows)
                fresh.append(rows)
                done += len(rows)
                tell(done, wanted)
                if folder and time.monotonic() - since > KEEP_EVERY:
                    folder.write(joined(fresh))
                    fresh, since = [], time.monotonic()
                if enough(joined(parts)):
                    break
    finally:
        if folder and fresh:
            folder.write(joined(fresh))
    return joined(parts)


# What the rows say


def by_deal(setting: Setting, values: Array) -> Array:
    """The mean of each deal: deals are independent of each other."""
    means: Array = values.reshape(-1, setting.rotations, *values.shape[1:]).mean(1)
    return means


def share_of(setting: Setting, rows: Rows, name: str) -> Array:
    """What a player got in each deal, for each seat it had."""
    its = np.array([own == name for own in setting.players])[rows.seating]
    turned = (-1, setting.rotations, setting.seats)
    got = np.where(its, rows.share, 0.0).reshape(turned).sum((1, 2))
    held = its.reshape(turned).sum((1, 2))
    shares: Array = got / held
    return shares


@dataclass(frozen=True)
class Question:
    """What a run is to find out: whether a number between 0 and 1 differs from what would be even."""

    about: str  # whose share it is
    even: float | None  # None: there is nothing to compare with
    values: Array  # of each deal
    offset: float = 0.0  # the number is shown as scale * value + offset
    scale: float = 1.0

    def interval(self) -> tuple[float, float]:
        """Where the truth lies, however often one has looked (19 times of 20)."""
        low, high = sequence_of(self.values)
        return float(low[-1]), float(high[-1])

    def decided(self, within: float) -> bool:
        """Whether it is no longer open: it differs, or is known to within so much to either side."""
        low, high = self.interval()
        return (self.even is not None and not low <= self.even <= high) or high - low <= 2 * within

    def estimate(self) -> Estimate:
        """As it looks to whoever looks once, after all that was wanted."""
        return mean_of(self.values)


def question(setting: Setting, rows: Rows) -> Question:
    """Different players: does the first one get more than an even share? Players of one kind: does the first seat?
    Teams: does the first kind get more than the second, of the same deals? One kind of team: how much does it get?"""
    name = setting.players[0]
    if setting.replays > 1:
        raise ValueError("whoever replays deals asks for luck, not for who is better")
    if setting.team:
        got = rows.share[:, 0].reshape(-1, setting.rotations)
        if setting.rotations == 1:
            return Question(f"a team of {name}", None, got[:, 0])
        about = f"a team of {name}, less what one of {setting.players[1]} gets"
        return Question(about, 0.5, (1 + got[:, 0] - got[:, 1]) / 2, -1.0, 2.0)
    if setting.rotations == 1:
        first = np.take_along_axis(rows.share, rows.first[:, None].astype(np.int64), 1)[:, 0]
        return Question("the first seat", 1 / setting.seats, first)
    return Question(name, 1 / setting.seats, share_of(setting, rows, name))
