"""Players for any game. A bot is given a seen record and the legal actions, and nothing else."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, Protocol

from asterism.core.discover import find
from asterism.core.game import Game, States
from asterism.core.rng import new_rng

from .levels import NAMES, level_named
from .uniform import Uniform

__all__ = ["Advice", "Bot", "advice", "bot", "levels", "prepare"]


class Bot(Protocol):
    """Whoever can choose."""

    def choose(self, seen: States, legal: list[int]) -> int:
        """One of the legal actions of the seat to act, from what that seat sees."""
        ...


@dataclass(frozen=True)
class Advice:
    """What a seat can expect, and what each of its actions is worth to it."""

    exact: bool  # computed, not estimated
    kind: Literal["win", "turns"]  # chances of winning, or turns still needed when playing alone
    seats: list[float]  # for every seat
    actions: list[tuple[int, float]]  # for the seat to act, best first


def levels(game: str | Game, seats: int) -> list[str]:
    """The names of the levels that can be played, weakest first."""
    return list(NAMES)


def bot(game: str | Game, level: str = "best", seed: int | None = None) -> Bot:
    """A player of a game at a level; with a seed it plays the same way every time."""
    level_named(level)
    find(game) if isinstance(game, str) else game
    return Uniform(new_rng(secrets.randbits(64) if seed is None else seed))


def advice(game: str | Game, seen: States) -> Advice | None:
    """What the seat to act can expect; None where nothing is known."""
    return None


def prepare(game: str | Game, progress: Callable[[float, str], None] | None = None) -> None:
    """Solve or load in advance what the bots of a game need, so that the first choice does not wait."""
