"""The arena: check a setting, play its matches range by range until a question is decided, and keep the rows."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np

from asterism.core.discover import find
from asterism.core.edition import Edition, fill, standard
from asterism.core.game import BadInput, Game

from .batch import Array, MatchRange, Rows, Setting, blank, concatenate
from .estimates import Estimate, mean_of, sequence_of
from .groups import Groups, groups_of
from .players import entrant, line_up
from .rows import Folder
from .simulator import Simulator
from .starts import start_named
from .workers import Cores, play_all, workers

COMPILED_BATCH = 4_096  # matches of a range of compiled players, rounded to whole deals
LEAST_BATCH = 256  # the same, where there are more workers than ranges
LARGEST_SHEET = 256  # ranges whose rows are allocated in one piece
BOT_BATCH = 1  # matches of a range with bots, or a whole deal: they take long, and no worker should be idle
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
    """Make a setting of checked parts; BadInput names the one that is wrong.

    Without seats there are two, or the fewest that can play. The last player named plays the remaining seats."""
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
            groups.find(found, part)
    setting = Setting(found.name, count, names, groups, whole, own.numbers, seed, found.team, start)
    if start:
        start_named(found, start)
        if not is_compiled(setting):
            raise BadInput(f"the start {start!r} is tried by compiled players only")
    return setting


@lru_cache(64)
def _groups(game: Game, seats: int, options: tuple[tuple[str, int], ...], edition: Edition) -> Groups:
    """The groups of actions of a game, found once for all settings that share them."""
    playing = game.for_options(dict(options))
    return groups_of(playing, playing.new(seats, dict(options), lambda states: fill(game, states, edition)))


def check_amount(matches: int) -> None:
    """Raise BadInput where the number of matches is out of range."""
    if not 0 < matches <= MOST_MATCHES:
        raise BadInput(f"the number of matches goes from 1 to {MOST_MATCHES:,}, not {matches}")


def is_compiled(setting: Setting) -> bool:
    """Whether all players of a setting are compiled."""
    game = find(setting.game)
    return all(entrant(game, name, setting.seats, setting.options).compiled for name in setting.players)


def batch_size(setting: Setting, compiled: bool) -> int:
    """Matches of a range: whole deals."""
    turn = setting.rotations
    return turn * max(1, (COMPILED_BATCH if compiled else BOT_BATCH) // turn)


def next_look(done: int, size: int) -> int:
    """After how many matches the next interim analysis is due. Distances grow by an eighth, so that analyses take no
    longer than playing, however many matches there are."""
    look = size
    while look <= done:
        look += max(size, look // 8 // size * size)
    return look


def looks(done: int, size: int) -> Iterator[int]:
    """After how many matches the interim analyses up to `done` matches were."""
    look = next_look(0, size)
    while look <= done:
        yield look
        look = next_look(look, size)


def even_size(setting: Setting, matches: int, size: int, count: int) -> int:
    """Matches of a range, at most `size`, such that `count` workers get equally many ranges."""
    deals = -(-matches // setting.rotations)
    each = -(-matches // (size * count))  # ranges of a worker
    even = -(-deals // (each * count)) * setting.rotations
    return min(size, max(even, -(-LEAST_BATCH // setting.rotations) * setting.rotations))


def batches(setting: Setting, sheet: Rows, size: int, count: int) -> Iterator[tuple[MatchRange, Rows]]:
    """Split the matches of a sheet into ranges for `count` workers, each with its part of the sheet."""
    step = even_size(setting, sheet.size, size, count)
    for first in range(0, sheet.size, step):
        rows = sheet.part(slice(first, first + step))
        yield MatchRange(setting, int(rows.match[0]), rows.size), rows


def run(
    setting: Setting,
    matches: int,
    *,
    cores: Cores = 1,
    folder: Folder | None = None,
    within: float = 0.0,
    tell: Tell = lambda done, wanted: None,
) -> Rows:
    """Play matches (their number is rounded up to whole deals), and return their rows.

    `within`: stop early when the question of the setting is decided to within so much (a sequential test); 0: never.
    `folder`: rows that are kept there are not played again, and new ones are kept, also when the run is interrupted.
    The rows depend on the setting and on `within` alone, not on who played them or how often it was interrupted.
    `tell` is called with the matches that were played, and all of them."""
    check_amount(matches)
    wanted = -(-matches // setting.rotations) * setting.rotations
    compiled = is_compiled(setting)
    size = batch_size(setting, compiled)
    sheets: list[Rows] = []  # all rows, in order; ranges are played into parts of them
    if folder and (kept := folder.read()):
        sheets = [kept.part(slice(0, min(wanted, kept.size // setting.rotations * setting.rotations)))]
    done = sum(sheet.size for sheet in sheets)
    values = [question(setting, sheet).values for sheet in sheets] if within else []
    for look in looks(done, size) if within else ():
        if question(setting, sheets[0].part(slice(0, look))).decided(within):
            return sheets[0].part(slice(0, look))
    if done == wanted:
        return sheets[0]

    def work(count: int) -> Iterator[tuple[MatchRange, Rows]]:
        first = done
        while first < wanted:
            last = min(wanted, first + LARGEST_SHEET * size, next_look(first, size) if within else wanted)
            sheets.append(blank(setting, np.arange(first, last)))
            yield from batches(setting, sheets[-1], size, count)
            first = last

    if folder:
        folder.make()
    look = next_look(done, size)
    fresh: list[Rows] = []  # played and not kept yet
    since = time.monotonic()
    tell(done, wanted)
    if not compiled and cores != 1:
        Simulator(setting)  # compiles, before every worker would
    try:
        with workers(cores, compiled) as pool:
            for rows in play_all(pool, work(pool.count if pool else 1)):
                fresh.append(rows)
                done += rows.size
                tell(done, wanted)
                if folder and time.monotonic() - since > KEEP_EVERY:
                    folder.write(concatenate(fresh))
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
            folder.write(concatenate(fresh))
    return concatenate([sheet for sheet in sheets if sheet.match[0] < done])  # later ones were begun in vain


# Statistics of rows


def by_deal(setting: Setting, values: Array) -> Array:
    """The mean of each deal; deals are independent of each other, matches of one deal are not."""
    means: Array = values.reshape(-1, setting.rotations, *values.shape[1:]).mean(1)
    return means


def share_of(setting: Setting, rows: Rows, name: str) -> Array:
    """The share of a player in each deal, averaged over the seats that it had."""
    its = np.array([own == name for own in setting.players])[rows.seating]
    turned = (-1, setting.rotations, setting.seats)
    got = np.where(its, rows.share, 0.0).reshape(turned).sum((1, 2))
    held = its.reshape(turned).sum((1, 2))
    shares: Array = got / held
    return shares


@dataclass(frozen=True)
class Question:
    """What a run is to decide: whether a mean of numbers from 0 to 1 differs from what would be even."""

    about: str  # words: whose share it is
    even: float | None  # None: there is nothing to compare with
    values: Array  # one for each deal
    offset: float = 0.0  # people are shown scale * value + offset
    scale: float = 1.0

    def interval(self) -> tuple[float, float]:
        """The 95 % confidence interval that holds at all interim analyses at once (a confidence sequence)."""
        low, high = sequence_of(self.values)
        return float(low[-1]), float(high[-1])

    def decided(self, within: float) -> bool:
        """Whether the mean differs from an even share, or is known to within so much to either side."""
        low, high = self.interval()
        return (self.even is not None and not low <= self.even <= high) or high - low <= 2 * within

    def estimate(self) -> Estimate:
        """The mean with the interval for a single analysis at the end of a run of fixed length."""
        return mean_of(self.values)


def question(setting: Setting, rows: Rows) -> Question:
    """The question of a setting: between different players, whether the first gets an even share; between equal ones,
    whether the seat that acts first does; between two kinds of teams, whether they get the same from the same deals;
    of one kind of team, how much it gets."""
    name = setting.players[0]
    if setting.replays > 1:
        raise ValueError("replayed deals measure luck, not who is better")
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
