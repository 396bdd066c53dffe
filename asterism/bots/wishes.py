"""Pointing: a person shows a bot of the same team which action they want, and the bot takes it if it costs little."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence

from asterism.core.game import Game, States

from .search_result import ActionStats

LITTLE = 0.02  # share of the team, 0 to 1, that a wish may cost
ENOUGH = 4  # a wish needs at least one visit for so many of the best action: a mean of few visits is luck

Pointed = Callable[[], Sequence[str]]  # the places that people point at; called when the bot has searched


def is_at(place: str, pointed: str) -> bool:
    """Whether the place of a choice is where someone points: it has all parts (between `>` and `/`) of that place."""
    return set(re.split("[>/]", pointed)) <= set(re.split("[>/]", place))


def wished_actions(game: Game, seen: States, legal: Sequence[int], pointed: Sequence[str]) -> list[int]:
    """The legal actions at the places that people point at."""
    if not pointed:
        return []
    said = game.said(seen[0], list(legal))
    return [
        action for action, one in zip(legal, said, strict=True) if any(is_at(one.place, place) for place in pointed)
    ]


def prefer_wished(tried: Sequence[ActionStats], wishes: Collection[int]) -> int:
    """The first action of `tried`, best first, that is wished for and costs little; else the best one."""
    best = tried[0]
    for one in tried:
        often = ENOUGH * one.visits >= best.visits
        if one.action in wishes and often and one.value >= best.value - LITTLE:
            return one.action
    return best.action
