"""Where people of a team point: a bot of theirs does what they wish for, where that costs little."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from typing import Protocol

from asterism.core.game import Game, States

LITTLE = 0.02  # of the share of the team, 0 to 1, that a wish may cost: two or three matches of a hundred
ENOUGH = 4  # a wish was tried at least once for so many times that the best was: a value of a few tries is luck

Pointed = Callable[[], Sequence[str]]  # the places people point at; asked for when the bot has thought


class Tried(Protocol):
    """An action, and what a search found out about it."""

    @property
    def action(self) -> int: ...
    @property
    def visits(self) -> int: ...
    @property
    def value(self) -> float: ...


def is_at(place: str, pointed: str) -> bool:
    """Whether the place of a choice is where someone points: it has all the parts (between `>` and `/`) of that."""
    return set(re.split("[>/]", pointed)) <= set(re.split("[>/]", place))


def wished(game: Game, seen: States, legal: Sequence[int], pointed: Sequence[str]) -> list[int]:
    """The legal actions at the places people point at."""
    if not pointed:
        return []
    said = game.said(seen[0], list(legal))
    return [
        action for action, one in zip(legal, said, strict=True) if any(is_at(one.place, place) for place in pointed)
    ]


def preferred(tried: Sequence[Tried], wishes: Collection[int]) -> int:
    """The action to play of those that were tried, best first: one that is wished for if it costs little."""
    best = tried[0]
    for one in tried:
        often = ENOUGH * one.visits >= best.visits
        if one.action in wishes and often and one.value >= best.value - LITTLE:
            return one.action
    return best.action
