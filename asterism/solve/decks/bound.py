"""How many points can be made at most in so many turns: never too few (an admissible bound), so that what it rules out
is ruled out."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache

from .deck import Cards, Deck, Groups


@cache
def fastest(deck: Deck, group: Cards) -> Cards:
    """A group in the order in which one comes through it soonest: what draws comes first."""
    return tuple(sorted(group, key=lambda kind: -deck.draws[kind]))


def comes_back(deck: Deck, ahead: Groups, turns: int) -> bool:
    """Whether a card that lies behind these may be drawn in so many turns."""
    need, turn = deck.hand, 1
    for group in ahead:
        for kind in fastest(deck, group):
            if need == 0:
                turn += 1
                need = deck.hand
                if turn > turns:
                    return False
            need += deck.draws[kind] - 1
    return turns > 0 and (need > 0 or turn < turns)


def most(deck: Deck, groups: Groups, turns: int) -> float:
    """Points that can be made at most in so many turns; infinite where that is not known.

    The first way through the deck is nearly as it will be: what draws comes first in its group, and of the group that
    is reached last the best come. On the second way every card that is kept may come once, and with all coins together
    the best is bought that can still be drawn. Should a card be able to come a third time, nothing is said."""
    need, turn = deck.hand, 1
    points = coins = draws = cleaners = 0
    kept: list[int] = []
    waiting = 0  # cards that are kept and were played before the turn in which the first way ends
    for group in groups:
        before = points
        for count, kind in enumerate(fastest(deck, group)):
            if need == 0:
                turn += 1
                need = deck.hand
                waiting = len(kept)
                if turn > turns:
                    return before + sum(sorted((deck.points[one] for one in group), reverse=True)[:count])
            need += deck.draws[kind] - 1
            points += deck.points[kind]
            coins += deck.coins[kind]
            draws += deck.draws[kind]
            cleaners += deck.cleans[kind]
            if not deck.leaves[kind]:
                kept.append(kind)
    second = need + deck.hand * (turns - turn)  # cards that are drawn on the second way
    if second == 0 or turns == 1:
        return points
    drawing = [kind for kind in kept if deck.draws[kind]]
    more = sum(deck.draws[kind] for kind in drawing)  # cards that these draw then
    if need > 0:  # the turn that ends the first way begins the second, and its coins still buy something in time
        coins += coins_between(deck, kept, need + more + max(gain for _, gain in shopping(deck, coins, deck.draws)))
    else:
        waiting = len(kept)
    faster = max(-takes for takes, _ in shopping(deck, coins, deck.points))
    if second + more + faster > waiting - cleaners * (deck.hand + draws):
        return math.inf
    return points + second_way(deck, kept, second, coins)


def most_next(deck: Deck, rest: Groups, kept: Cards, coins: int) -> int:
    """Points that can be made at most in the next turn, whatever is bought now; `kept` will lie behind `rest`."""
    need = deck.hand
    points = 0
    for group in rest:
        before = points
        for count, kind in enumerate(fastest(deck, group)):
            if need == 0:
                return before + sum(sorted((deck.points[one] for one in group), reverse=True)[:count])
            need += deck.draws[kind] - 1
            points += deck.points[kind]
    return points + second_way(deck, kept, need, coins)


def second_way(deck: Deck, kept: Sequence[int], count: int, coins: int) -> int:
    """Points of so many cards at most, each of those kept once, and what so many coins buy."""
    drawing = [kind for kind in kept if deck.draws[kind]]
    room = count + sum(deck.draws[kind] - 1 for kind in drawing)
    others = sorted((deck.points[kind] for kind in kept if not deck.draws[kind]), reverse=True)
    bought = shopping(deck, coins, deck.points)
    best = max(gain + sum(others[: room - takes]) for takes, gain in bought if takes <= room)
    return best + sum(deck.points[kind] for kind in drawing)


def coins_between(deck: Deck, kept: list[int], count: int) -> int:
    """Coins of so many cards of the second way: of those that were kept, or more than they cost, of those bought."""
    clear = max(0, *(gain - cost for gain, cost in zip(deck.coins, deck.cost, strict=True)))
    coins = sorted((max(clear, deck.coins[kind]) for kind in kept), reverse=True)[:count]
    return sum(coins) + clear * (count - len(coins))


@cache
def shopping(deck: Deck, coins: int, worth: Cards) -> tuple[tuple[int, int], ...]:
    """What can be bought with so many coins, by how much less room it leaves among the cards that are drawn (a card
    takes the place of one, and makes room for those that it draws): the most that it is worth, each card once."""
    best = {(0, 0): 0}  # (coins spent, room taken): worth
    for kind, cost in enumerate(deck.cost):
        there = deck.pile[kind] + deck.first.count(kind)
        if not deck.points[kind] and not deck.draws[kind]:
            continue
        for (spent, taken), gain in list(best.items()):
            for n in range(1, there + 1):
                key = spent + n * cost, taken + n * (1 - deck.draws[kind])
                if key[0] > coins:
                    break
                best[key] = max(best.get(key, 0), gain + n * worth[kind])
    most_worth: dict[int, int] = {}
    for (_, taken), gain in best.items():
        most_worth[taken] = max(most_worth.get(taken, 0), gain)
    return tuple(most_worth.items())
