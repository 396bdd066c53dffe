"""What would be fairer: other starts, which are played, and points at the end, counted anew in matches that were."""

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

BONUSES = (1, 2, 3, 4, 5, 6, 8, 10)  # points that are tried, for later seats or for earlier ones, until it gets worse

Way = tuple[str, tuple[Estimate, ...]]  # what is changed, and what each seat gets then, whoever begins first


def unfairness(shares: Sequence[Estimate]) -> float:
    """How far the seat that is furthest from an even share is off."""
    return max(abs(one.mean - 1 / len(shares)) for one in shares)


def fairest(ways: Sequence[Way]) -> Way:
    """The first of those that are as fair as any."""
    return min(ways, key=lambda one: unfairness(one[1]))


def in_order(setting: Setting, share: Array, first: Array) -> tuple[Estimate, ...]:
    """What each seat gets, whoever begins first."""
    seats = setting.seats
    turned = np.take_along_axis(share, (first[:, None].astype(np.int64) + np.arange(seats)) % seats, 1)
    return tuple(mean_of(by_deal(setting, turned[:, place])) for place in range(seats))


def fairer_ways(
    base: Setting, rows: Rows, matches: int, cores: Cores, next_one: Callable[[str], None] = lambda what: None
) -> Iterator[Way]:
    """The game as it is, and what might make it fairer. Nothing where nothing can be tried."""
    found = [*by_starts(base, matches, cores, next_one), *by_bonuses(base, rows)]
    if found:
        yield "As it is.", in_order(base, rows.share, rows.first)
        yield from found


def by_starts(base: Setting, matches: int, cores: Cores, next_one: Callable[[str], None]) -> Iterator[Way]:
    for name, (words, _) in starts_of(find(base.game)).items():
        next_one(words)
        other = replace(base, start=name)
        played = run(other, matches, cores=cores)
        yield words, in_order(other, played.share, played.first)


def by_bonuses(base: Setting, rows: Rows) -> Iterator[Way]:
    """Only where the most points win; what makes no difference is not told."""
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
    """The shares of matches if each seat had so many points more at the end than the one that acted before it."""
    place = (np.arange(setting.seats)[None] - rows.first[:, None]) % setting.seats
    points = rows.score + bonus * place
    best = points == points.max(1, keepdims=True)
    shares: Array = best / best.sum(1, keepdims=True)
    return shares
