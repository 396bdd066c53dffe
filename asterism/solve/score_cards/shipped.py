"""What a game of score cards ships: how it tells about itself (a turn-based stochastic game), and its solved table.

A game offers itself by a file `score_cards.py` in its folder: its function `score_cards` gives what `ScoreCards` below
asks for. The table lies there too: `table.npz`, told about in `table.json`, with some exact values in `exact.npz` to
check it against.
"""

from __future__ import annotations

import importlib.resources
import importlib.util
import json
from collections.abc import Callable
from functools import cache
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from asterism.core.game import BadInput, Game

from .layers import Duel, Ints
from .low_rank import Table, checksum, decode

FILE = "score_cards"  # a module of the game's folder, and the function in it


class ScoreCards(Protocol):
    """What a game of score cards tells about itself. In its turn a seat rolls and takes one of the next cards offered;
    the first full card ends the match, and the highest total wins."""

    open: int  # cards below this number are not full; card 0 is what everyone begins with
    total: Ints  # of every card
    layer: Ints  # of every card, in rising order: what is filled, as a set of bits
    weight: npt.NDArray[np.int64]  # of each class of rolls
    shapes: tuple[tuple[int, ...], ...]  # of each layer of open cards, as a grid

    def next(self, cards: npt.ArrayLike) -> Ints:
        """For each card, class of rolls and option: the next card. A class with fewer options repeats its first."""
        ...

    def read(self, s: Any) -> tuple[int, list[int]]:
        """Of a record: the seat whose turn it is, and the card of every seat."""
        ...

    def codes(self) -> tuple[Ints, Ints]:
        """What the rule `card_of(s, seat, *codes)` of the same file needs, to read the card of a seat compiled."""
        ...


@cache
def has_score_cards(game: Game) -> bool:
    """Whether a game offers itself to be solved as a game of score cards."""
    folder = importlib.import_module(game.module)
    return hasattr(folder, "__path__") and importlib.util.find_spec(f"{game.module}.{FILE}") is not None


@cache
def score_cards_of(game: Game) -> ScoreCards:
    """What a game tells about its score cards."""
    if not has_score_cards(game):
        raise BadInput(f"{game.name} is not a game of score cards: it cannot be solved this way")
    made: ScoreCards = getattr(importlib.import_module(f"{game.module}.{FILE}"), FILE)()
    return made


def reader_of(game: Game) -> Callable[..., int]:
    """The compiled rule by which a game tells the card of a seat."""
    found: Callable[..., int] = importlib.import_module(f"{game.module}.{FILE}").card_of
    return found


@cache
def duel_of(game: Game) -> Duel:
    """The arrays of a game."""
    cards = score_cards_of(game)
    return Duel(cards.open, cards.total, cards.layer, cards.weight, cards.next(np.arange(cards.open)), cards.shapes)


def shipped(game: Game, name: str) -> bytes:
    """A file that is shipped with a game."""
    try:
        return importlib.resources.files(game.module).joinpath(name).read_bytes()
    except OSError:
        raise BadInput(f"{game.name} has no {name}: `asterism solve {game.name}` makes one") from None


@cache
def table_of(game: Game) -> Table:
    """The table shipped with a game; BadInput where it is damaged."""
    file, about = shipped(game, "table.npz"), json.loads(shipped(game, "table.json"))
    if checksum(file) != about["sha256"]["table.npz"]:
        raise BadInput(f"the table of {game.name} is damaged: its checksum is not the one in table.json")
    return decode(duel_of(game), file)
