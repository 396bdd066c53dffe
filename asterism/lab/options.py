"""What each option of a game changes: length, advantage of the first seat, wins."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from asterism.core.game import Game

from .arena import run
from .batch import Setting
from .compare import Change
from .measure import Figure, figures_of
from .workers import Cores

COMPARED = ("turns", "first_seat", "not_won_alone", "won", "share")  # figures


@dataclass(frozen=True)
class Effect:
    """The figures with one value of one option, beside those with the given options."""

    option: str  # empty: the game with the given options, before and after being the same
    value: str
    changes: tuple[Change, ...]


def figures(setting: Setting, matches: int, cores: Cores) -> dict[str, Figure]:
    """Measure the figures that are compared."""
    found = figures_of(setting, run(setting, matches, cores=cores), None)
    return {one.name: one for one in found if one.name in COMPARED}


def effects(
    game: Game,
    options: Mapping[str, int],
    make: Callable[[Mapping[str, int]], Setting],
    matches: int,
    cores: Cores,
    tell: Callable[[int, int, str], None] = lambda done, wanted, what: None,
) -> Iterator[Effect]:
    """Measure a game with the given options, then with every other value of every option, changed one at a time.

    `make` gives the setting (players, edition, seed) for a set of options; `tell` is called with the number of settings
    that are measured, of all settings, and the next one in words."""
    wanted, done = 1 + sum(option.high - option.low for option in game.options), 1
    tell(0, wanted, "as it is")
    usual = figures(make(options), matches, cores)
    yield Effect("", "", tuple(Change(o.name, o.estimate, o.estimate, o.unit, o.means) for o in usual.values()))
    for option in game.options:
        for value in range(option.low, option.high + 1):
            if value == options[option.name]:
                continue
            tell(done, wanted, f"{option.name} {value}")
            done += 1
            there = figures(make({**options, option.name: value}), matches, cores)
            changes = tuple(
                Change(one.name, one.estimate, other.estimate, one.unit, one.means)
                for one in usual.values()
                if (other := there.get(one.name))
            )
            yield Effect(option.name, option.choices[value - option.low] if option.choices else str(value), changes)
