"""All that one turn can lead to, for one who plays alone with a deck that is never shuffled.

Cards come back in the order in which they were laid down. Those of one turn may be laid down in any order, so they are
kept as a group, and which of them come first is decided when they are drawn: the same ways, but far fewer positions.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations
from typing import NamedTuple

from .bound import comes_back, most_next
from .deck import Cards, Deck, Groups


class Position(NamedTuple):
    """Between two turns."""

    groups: Groups
    points: int


class Turn(NamedTuple):
    """What was done in a turn."""

    drawn: tuple[Cards, ...]  # the hand, then what each card that draws has drawn
    done: tuple[tuple[str, int], ...]  # "play" or "clean" a card, in this order
    bought: Cards


class Ending(NamedTuple):
    """How a hand can be played out."""

    points: int
    coins: int
    kept: Cards  # played, and to be laid down
    rest: Groups


def beginning(deck: Deck) -> Position:
    """The first deck lies as it lies: each card is a group of its own."""
    return Position(tuple((kind,) for kind in deck.first), 0)


@cache
def choose(group: Cards, n: int) -> tuple[Cards, ...]:
    """Every choice of `n` cards of a group."""
    return tuple(sorted(set(combinations(group, n))))


def without(cards: Cards, some: Cards) -> Cards:
    left = list(cards)
    for kind in some:
        left.remove(kind)
    return tuple(left)


def drawings(groups: Groups, n: int) -> Iterator[tuple[Cards, Groups]]:
    """Every way to draw `n` cards, or all there are: what is drawn, and what is left."""
    if n == 0 or not groups:
        yield (), groups
    elif len(groups[0]) <= n:
        for more, rest in drawings(groups[1:], n - len(groups[0])):
            yield groups[0] + more, rest
    else:
        for some in choose(groups[0], n):
            yield some, (without(groups[0], some), *groups[1:])


def endings(deck: Deck, groups: Groups) -> dict[Ending, Turn]:
    """Every way to play a hand: cards that draw or clean in any order, then the others, whose order is all the same."""
    found: dict[Ending, Turn] = {}
    seen = set()
    todo: list[tuple[Cards, Ending, Turn]] = []
    for some, rest in drawings(groups, deck.hand):
        todo.append((tuple(sorted(some)), Ending(0, 0, (), rest), Turn((some,), (), ())))
    while todo:
        hand, now, turn = todo.pop()
        if (hand, now) in seen:
            continue
        seen.add((hand, now))
        special = sorted({kind for kind in hand if deck.draws[kind] or deck.cleans[kind]})
        if not special:
            for kind in hand:
                now = played(deck, now, kind, now.rest)
            done = (*turn.done, *(("play", kind) for kind in hand))
            found.setdefault(now, turn._replace(done=done))
        for kind in special:
            left = without(hand, (kind,))
            for some, rest in drawings(now.rest, deck.draws[kind]):
                after = played(deck, now, kind, rest)
                held = tuple(sorted(left + some))
                way = Turn((*turn.drawn, some), (*turn.done, ("play", kind)), ())
                todo.append((held, after, way))
                if deck.cleans[kind]:
                    for n in range(1, len(held) + 1):
                        for back in choose(held, n):
                            cleaned = tuple(("clean", one) for one in back)
                            todo.append((without(held, back), after, way._replace(done=(*way.done, *cleaned))))
    return found


def played(deck: Deck, now: Ending, kind: int, rest: Groups) -> Ending:
    kept = now.kept if deck.leaves[kind] else tuple(sorted((*now.kept, kind)))
    return Ending(now.points + deck.points[kind], now.coins + deck.coins[kind], kept, rest)


@cache
def baskets(deck: Deck, coins: int, supply: Cards) -> tuple[Cards, ...]:
    """Everything that can be bought with so many coins, nothing included; `supply`: how many there are of each card."""
    found: list[Cards] = []

    def go_on(first: int, left: int, basket: Cards) -> None:
        found.append(basket)
        for kind in range(first, len(deck.cost)):
            if deck.cost[kind] <= left and basket.count(kind) < supply[kind]:
                go_on(kind, left - deck.cost[kind], (*basket, kind))

    go_on(0, coins, ())
    return tuple(found)


def supply_of(deck: Deck, owned: Cards, coins: int) -> Cards:
    """How many cards of each kind can be bought: all that the player does not have lie on their piles."""
    left = list(deck.pile)
    for kind in deck.first:
        left[kind] += 1
    for kind in owned:
        left[kind] -= 1
    return tuple(min(n, coins // cost) if cost else n for n, cost in zip(left, deck.cost, strict=True))


def turns_of(
    deck: Deck, position: Position, horizon: int | None = None, goal: int = 0
) -> Iterator[tuple[Position, Turn]]:
    """Every position that a turn leads to, and how. With a horizon, the turns that are left after this one: cards that
    cannot come back in them are not bought, and nothing is before the last turn where the goal is out of reach."""
    for end, turn in endings(deck, position.groups).items():
        points = position.points + end.points
        if horizon == 1 and points + most_next(deck, end.rest, end.kept, end.coins) < goal:
            continue
        owned = end.kept + tuple(kind for group in end.rest for kind in group)
        late = horizon is not None and not comes_back(deck, end.rest, horizon)
        for basket in ((),) if late else baskets(deck, end.coins, supply_of(deck, owned, end.coins)):
            laid = tuple(sorted(end.kept + basket))
            groups = (*end.rest, laid) if laid else end.rest
            yield Position(groups, points), turn._replace(bought=basket)
