"""Games of score cards: what such a game tells about itself, and the table that is shipped with it.

A game offers itself by its member `cards`, a function that gives what `Cards` below asks for. Its solved table lies in
its folder: `table.npz`, told about in `table.json`, with some exact values in `exact.npz` to check it against.
"""

from __future__ import annotations

import importlib.resources
import json
from functools import cache
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from asterism.core.game import BadInput, Game

from .card_layers import Duel, Ints
from .card_table import Table, checksum, read

Floats = npt.NDArray[np.floating[Any]]

AT_ONCE = 256  # positions looked at together: 13 MB of factors


class Cards(Protocol):
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


def is_card_game(game: Game) -> bool:
    return game.cards is not None


@cache
def cards_of(game: Game) -> Cards:
    if game.cards is None:
        raise BadInput(f"{game.name} is not a game of score cards: it cannot be solved this way")
    made: Cards = game.cards()
    return made


@cache
def duel_of(game: Game) -> Duel:
    """The arrays of a game."""
    cards = cards_of(game)
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
    return read(duel_of(game), file)


def settled(duel: Duel, mine: Any, theirs: Any) -> Floats:
    """What a match that ends with these cards is worth to the owner of the first."""
    a, b = duel.total[mine], duel.total[theirs]
    made: Floats = (a > b) + 0.5 * (a == b)
    return made


def after_move(duel: Duel, table: Table, mine: Any, theirs: Any) -> Floats:
    """By the table alone: the chance of someone who has just taken card `mine`, full or not, against `theirs`."""
    is_open = mine < duel.open
    rough = 1 - np.clip(table.rough(theirs, np.where(is_open, mine, 0)), 0, 1)
    return np.where(is_open, rough, settled(duel, mine, theirs))


def look_ahead(duel: Duel, table: Table, mine: Ints, theirs: Ints) -> Floats:
    """The chance of the mover, looking one turn ahead of the table: over all rolls, with the best choice for each."""
    out = np.empty(len(mine))
    chance = duel.weight / duel.weight.sum()
    for start in range(0, len(mine), AT_ONCE):
        part = slice(start, start + AT_ONCE)
        after, against = duel.next[mine[part]], theirs[part]
        factors = table.right[np.where(after < duel.open, after, 0).reshape(len(against), -1)]
        rough = np.matmul(factors, table.left[against][:, :, None]).reshape(after.shape)
        value = np.where(after < duel.open, 1 - np.clip(rough, 0, 1), settled(duel, after, against[:, None, None]))
        out[part] = value.max(2) @ chance
    return out


def weigh(duel: Duel, table: Table, options: Ints, theirs: Ints) -> Floats:
    """What each of the next cards in `options` is worth against `theirs`: one turn ahead, or settled if full."""
    flat, against = options.ravel(), np.repeat(theirs, options.shape[1])
    value = settled(duel, flat, against)
    is_open = flat < duel.open
    value[is_open] = 1 - look_ahead(duel, table, against[is_open], flat[is_open])
    return value.reshape(options.shape)
