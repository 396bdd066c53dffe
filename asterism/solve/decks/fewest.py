"""The fewest turns to so many points: a way by beam search, and a proof that fewer turns do not suffice."""

from __future__ import annotations

import heapq
from collections.abc import Callable
from dataclasses import dataclass

from .bound import most
from .deck import Cards, Deck
from .turns import Position, Turn, beginning, turns_of

WIDTH = 300  # positions that are kept after each turn
LONGEST = 60  # turns after which the search gives up
COIN = 0.5  # points: what a coin in the deck is worth for a hand, by guess
DRAW = 1.0  # the same, for a card that is drawn more
AHEAD = 2.5  # turns that such a deck is thought to be of use: the best by this guess are kept

Told = Callable[[int, int], None]  # (turn, positions after it)


@dataclass(frozen=True)
class Found:
    """A way to so many points."""

    points: int
    turns: list[Turn]
    laid: list[Cards]  # in each turn, in the order of laying down


def promise(deck: Deck, position: Position) -> float:
    """How good a position looks."""
    cards = [kind for group in position.groups for kind in group]
    worth = sum(deck.points[kind] + COIN * deck.coins[kind] + DRAW * deck.draws[kind] for kind in cards)
    return position.points + AHEAD * deck.hand * worth / max(len(cards), deck.hand)


def find_way(deck: Deck, goal: int, width: int = WIDTH) -> Found | None:
    """A way to the goal in as few turns as the beam finds; None if it finds none."""
    layer: dict[Position, tuple[Position, Turn] | None] = {beginning(deck): None}
    layers = [layer]
    for _ in range(LONGEST):
        after: dict[Position, tuple[Position, Turn] | None] = {}
        for position in layer:
            for new, turn in turns_of(deck, position):
                after.setdefault(new, (position, turn))
        layers.append(after)
        best = max(after, key=lambda position: position.points)
        if best.points >= goal:
            return told(deck, layers, best)
        layer = dict.fromkeys(heapq.nlargest(width, after, key=lambda position: promise(deck, position)))
    return None


def told(deck: Deck, layers: list[dict[Position, tuple[Position, Turn] | None]], end: Position) -> Found:
    """The way to a position, turn by turn."""
    turns: list[Turn] = []
    position = end
    for layer in reversed(layers[1:]):
        came = layer[position]
        assert came is not None
        position = came[0]
        turns.insert(0, came[1])
    return Found(end.points, turns, laid_down(deck, turns))


def laid_down(deck: Deck, turns: list[Turn]) -> list[Cards]:
    """The order of laying down that brings the cards back as they are drawn; those that are not drawn any more last."""
    row: list[tuple[int, int]] = []  # (turn in which it was laid down, or -1; card), what comes back first in front
    row += [(-1, kind) for kind in deck.first]
    orders: list[list[int]] = [[] for _ in turns]
    for number, turn in enumerate(turns):
        for some in turn.drawn:
            for kind in some:
                front = row[0][0]
                place = next(i for i, (group, card) in enumerate(row) if card == kind and group == front)
                group, _ = row.pop(place)
                if group >= 0:
                    orders[group].append(kind)
        kept = [kind for verb, kind in turn.done if verb == "play" and not deck.leaves[kind]]
        row += [(number, kind) for kind in (*kept, *turn.bought)]
    for group, kind in row:
        if group >= 0:
            orders[group].append(kind)
    return [tuple(order) for order in orders]


def prove(deck: Deck, goal: int, turns: int, tell: Told = lambda turn, positions: None) -> bool:
    """Whether so many points cannot be made in so many turns: every position from which they might is looked at."""
    layer = {beginning(deck)}
    for turn in range(1, turns + 1):
        left = turns - turn
        after: set[Position] = set()
        for position in layer:
            for new, _ in turns_of(deck, position, left, goal):
                if new.points >= goal:
                    return False
                if left and new not in after and new.points + most(deck, new.groups, left) >= goal:
                    after.add(new)
        layer = after
        tell(turn, len(layer))
    return True
