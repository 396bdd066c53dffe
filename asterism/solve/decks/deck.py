"""What a game with a deck that is never shuffled tells about itself.

It offers itself by a file `decks.py` in its folder, whose function `deck` gives the fields of a `Deck` by name."""

from __future__ import annotations

import importlib
import importlib.util
from typing import NamedTuple

from asterism.core.edition import standard
from asterism.core.game import BadInput, Game

FILE = "decks"

Cards = tuple[int, ...]  # in rising order
Groups = tuple[Cards, ...]  # deck and discard pile: what was laid down together, what comes back first in front


class Deck(NamedTuple):
    """The cards, each a number from 0 on, and what each of them is."""

    names: tuple[str, ...]
    cost: tuple[int, ...]
    coins: tuple[int, ...]
    points: tuple[int, ...]
    draws: tuple[int, ...]
    leaves: tuple[bool, ...]  # whether it goes back to its pile when it was played
    cleans: tuple[bool, ...]  # whether it lets one give back cards of the hand
    pile: tuple[int, ...]  # how many there are to buy
    first: tuple[int, ...]  # the first deck, from the top
    hand: int  # cards drawn for a turn


def has_deck(game: Game) -> bool:
    folder = importlib.import_module(game.module)
    return hasattr(folder, "__path__") and importlib.util.find_spec(f"{game.module}.{FILE}") is not None


def deck_of(game: Game) -> Deck:
    """The deck of the standard edition of a game."""
    if not has_deck(game):
        raise BadInput(f"{game.name} has no deck that is never shuffled: it cannot be solved alone")
    return Deck(**importlib.import_module(f"{game.module}.{FILE}").deck(standard(game).numbers))
