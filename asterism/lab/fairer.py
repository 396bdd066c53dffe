"""What would be fairer to the seats: alternative starts, which are played, and points at the end, which are counted."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

import numpy as np

from asterism.core.discover import find

from .arena import by_deal, run
from .batch import Array, Rows, Setting
from .estimates import Estimate, mean_of
from .starts import starts_of
from .workers import Cores

BONUSES = (1, 2, 3, 4, 5, 6, 8, 10)  # points at the end, tried in this order until the result gets less fair

Way = tuple[str, tuple[Estimate, ...]]  # what is changed; then the share of each seat, in the order of acting


def unfairness(shares: Sequence[Estimate]) -> float:
    """The largest deviation of a seat from an even share."""
    return max(abs(one.mean - 1 / len(shares)) for one in shares)


def fairest(ways: Sequence[Way]) -> Way:
    """The fairest way; of equal ones the first."""
    return min(ways, key=lambda one: unfairness(one[1]))


def in_order(setting: Setting, share: Array, first: Array) -> tuple[Estimate, ...]:
    """The share of each seat, in the order of acting: the seat that acted first in its match comes first."""
    seats = setting.seats
    turned = np.take_along_axis(share, (first[:, None].astype(np.int64) + np.arange(seats)) % seats, 1)
    return tuple(mean_of(by_deal(setting, turned[:, place])) for place in range(seats))


def fairer_ways(
    base: Setting, rows: Rows, matches: int, cores: Cores, next_one: Callable[[str], None] = lambda what: None
) -> Iterator[Way]:
    """The game as it is, and every change that was tried; nothing where a game has nothing to try.

    `next_one` is called with the words of each start before it is played."""
    found = [*by_starts(base, matches, cores, next_one), *by_bonuses(base, rows)]
    if found:
        yield "As it is.", in_order(base, rows.share, rows.first)
        yield from found


def by_starts(base: Setting, matches: int, cores: Cores, next_one: Callable[[str], None]) -> Iterator[Way]:
    """Play each alternative start of the game."""
    for name, (words, _) in starts_of(find(base.game)).items():
        next_one(words)
        other = replace(base, start=name)
        played = run(other, matches, cores=cores)
        yield words, in_order(other, played.share, played.first)


def by_bonuses(base: Setting, rows: Rows) -> Iterator[Way]:
    """Recount matches with a bonus at the end for each later, or each earlier, seat; those that change nothing are left
    out. Only for games in which the most points win."""
    if not np.array_equal(by_points(base, rows, 0), rows.share):
        return
    usual = in_order(base, rows.share, rows.first)
    for sign, whose in ((1, "before"), (-1, "after")):
        last = usual
        for bonus in BONUSES:
            shares = in_order(base, by_points(base, rows, sign * bonus), rows.first)
            points = "1 point" if bonus == 1 else f"{bonus} points"
            if shares != last:
                yield f"At the end each seat gets {points} more than the one {whose} it.", shares
            if unfairness(shares) > unfairness(last):
                break
            last = shares


def by_points(setting: Setting, rows: Rows, bonus: int) -> Array:
    """The shares if each seat had `bonus` more points at the end than the seat that acted before it."""
    place = (np.arange(setting.seats)[None] - rows.first[:, None]) % setting.seats
    points = rows.score + bonus * place
    best = points == points.max(1, keepdims=True)
    shares: Array = best / best.sum(1, keepdims=True)
    return shares
