"""The arena: a setting is checked, played batch by batch until its question is decided, and kept as rows."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np

from asterism.core.discover import find
from asterism.core.edition import Edition, fill, standard
from asterism.core.game import BadInput, Game

from .batch import Array, Batch, Rows, Setting, blank, joined
from .estimates import Estimate, mean_of, sequence_of
from .groups import Groups, groups_of
from .players import entrant, line_up
from .rows import Folder
from .stage import Stage
from .starts import start_named
from .workers import Cores, played, workers

COMPILED_BATCH = 4_096  # matches, or a few more: whole deals
LEAST_BATCH = 256  # of compiled players, where there are more workers than batches
LARGEST_SHEET = 256  # batches: their rows lie in one piece, and are not put together
ASKED_BATCH = 1  # or a deal: they take long, and none of many workers is to wait
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
    start: str = "",
) -> Setting:
    """A setting whose parts are all checked; BadInput names the one that cannot be."""
    found = find(game)
    count = max(2, found.seats[0]) if seats is None else seats
    whole = found.check_options(count, options or {})
    if not players:
        raise BadInput("no player is named")
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
    setting = Setting(found.name, count, names, groups, whole, own.numbers, seed, found.team, start)
    if start:
        start_named(found, start)
        if not is_compiled(setting):
            raise BadInput(f"the start {start!r} is tried by compiled players only")
    return setting


@lru_cache(64)
def _groups(game: Game, seats: int, options: tuple[tuple[str, int], ...], edition: Edition) -> Groups:
    """Found once for many settings."""
    playing = game.for_options(dict(options))
    return groups_of(playing, playing.new(seats, dict(options), lambda states: fill(game, states, edition)))


def check_amount(matches: int) -> None:
    """BadInput where so many matches cannot be played."""
    if not 0 < matches <= MOST_MATCHES:
        raise BadInput(f"the number of matches goes from 1 to {MOST_MATCHES:,}, not {matches}")


def is_compiled(setting: Setting) -> bool:
    """Whether all players are compiled."""
    game = find(setting.game)
    return all(entrant(game, name, setting.seats, setting.options).compiled for name in setting.players)


def batch_size(setting: Setting, compiled: bool) -> int:
    """Matches of a batch: whole deals."""
    turn = setting.rotations
    return turn * max(1, (COMPILED_BATCH if compiled else ASKED_BATCH) // turn)


def next_look(done: int, size: int) -> int:
    """After how many matches it is asked next whether all is decided. Looks grow by an eighth, so that looking takes no
    longer than playing, however many matches there are."""
    look = size
    while look <= done:
        look += max(size, look // 8 // size * size)
    return look


def looks(done: int, size: int) -> Iterator[int]:
    """After how many matches it was asked before so many were played."""
    look = next_look(0, size)
    while look <= done:
        yield look
        look = next_look(look, size)


def even_size(setting: Setting, matches: int, size: int, count: int) -> int:
    """Matches of a batch, no more than usual, such that so many workers have as many of them each."""
    deals = -(-matches // setting.rotations)
    each = -(-matches // (size * count))  # batches of a worker
    even = -(-deals // (each * count)) * setting.rotations
    return min(size, max(even, -(-LEAST_BATCH // setting.rotations) * setting.rotations))


def batches(setting: Setting, sheet: Rows, size: int, count: int) -> Iterator[tuple[Batch, Rows]]:
    """Whole deals at a time for so many workers, and where in a sheet their rows go."""
    step = even_size(setting, len(sheet), size, count)
    for first in range(0, len(sheet), step):
        rows = sheet.part(slice(first, first + step))
        yield Batch(setting, int(rows.match[0]), len(rows)), rows


def run(
    setting: Setting,
    matches: int,
    *,
    cores: Cores = 1,
    folder: Folder | None = None,
    within: float = 0.0,
    tell: Tell = lambda done, wanted: None,
) -> Rows:
    """Play so many matches (rounded up to whole deals), or until the question of the setting is decided to within so
    much (0: play all of them).

    With a folder, rows that are there are not played again, and what is played is kept there, also if it is broken off
    (Ctrl-C). Which rows come out hangs on the setting and on `within` alone, not on who played them or how often it was
    broken off."""
    check_amount(matches)
    wanted = -(-matches // setting.rotations) * setting.rotations
    compiled = is_compiled(setting)
    size = batch_size(setting, compiled)
    sheets: list[Rows] = []  # all rows in their order; written on by batches
    if folder and (kept := folder.read()):
        sheets = [kept.part(slice(0, min(wanted, len(kept) // setting.rotations * setting.rotations)))]
    done = sum(map(len, sheets))
    values = [question(setting, sheet).values for sheet in sheets] if within else []
    for look in looks(done, size) if within else ():
        if question(setting, sheets[0].part(slice(0, look))).decided(within):
            return sheets[0].part(slice(0, look))
    if done == wanted:
        return sheets[0]

    def work(count: int) -> Iterator[tuple[Batch, Rows]]:
        first = done
        while first < wanted:
            last = min(wanted, first + LARGEST_SHEET * size, next_look(first, size) if within else wanted)
            sheets.append(blank(setting, np.arange(first, last)))
            yield from batches(setting, sheets[-1], size, count)
            first = last

    if folder:
        folder.make()
    look = next_look(done, size)
    fresh: list[Rows] = []  # not kept yet
    since = time.monotonic()
    tell(done, wanted)
    if not compiled and cores != 1:
        Stage(setting)  # compiled once, before all workers would do it
    try:
        with workers(cores, compiled) as pool:
            for rows in played(pool, work(pool.count if pool else 1)):
                fresh.append(rows)
                done += len(rows)
                tell(done, wanted)
                if folder and time.monotonic() - since > KEEP_EVERY:
                    folder.write(joined(fresh))
                    fresh, since = [], time.monotonic()
                if within:
                    asked = question(setting, rows)
                    values.append(asked.values)
                    if done == look:
                        values = [np.concatenate(values)]
                        if replace(asked, values=values[0]).decided(within):
                            break
                        look = next_look(done, size)
    finally:
        if folder and fresh:
            folder.write(joined(fresh))
    return joined([sheet for sheet in sheets if sheet.match[0] < done])  # those after it were begun in vain


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
