"""A template bound to each game by `compile.bind`: tree search by random matches, for any number of seats and secrets.

Information-set Monte Carlo tree search (UCB1 with progressive widening) as one seat sees the match. Every simulation
fills the blanks of the seen record anew (`guess`), goes down the tree by how good each action has been for whoever
chooses it, adds one node, plays to the end at random (or as `hints` would) and writes what came of it into the nodes it
came through. Chance is drawn by its odds. All seats of a team get the same, so for them it is a search by one mind.

A node stands for what the searching seat has heard since the root. What sounds alike to it (a card dealt to another, a
choice made in secret) leads to one child, so the tree never grows apart on what the seat cannot know; another's secret
choice is drawn. Chance with many outcomes has no nodes at all (open loop): what is chosen after it is gathered in one
node whatever came, or a deck of fifty cards would make every node a leaf. Below such a draw, and with secrets, the
legal actions of a node vary, and each is weighed by how often it could have been chosen; else a node is one state.

The children of a node lie side by side in a block of 2, 4, 8 ... slots, those tried only. A block that is full moves to
one twice as large, and is used again for another node: nobody but the parent knows where a child lies.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from asterism.core.compile import apart, rule
from asterism.core.header import CHANCE, OVER, UNHEARD
from asterism.core.rng import draw, draw_weighted

if TYPE_CHECKING:  # put there by `bind`
    from ..core.anygame import (
        HAS_GUESS,
        HAS_HEAR,
        HAS_HINTS,
        HAS_ODDS,
        HAS_OUTCOME,
        HAS_SCORE,
        HAS_SENSIBLE,
        TEAM,
        guess,
        hear,
        hints,
        legal,
        odds,
        outcome,
        play,
        result,
        score,
        sensible,
    )

States = Any  # np.ndarray of one record
Array = Any

NODE = np.dtype(
    [
        ("action", np.int32),  # that leads here, as the searching seat hears it
        ("visits", np.int32),
        ("mean", np.float32),  # share of the seat that chose it
        ("points", np.float32),  # score of the seat that chose it, on average
        ("reach", np.float32),  # 1 / sqrt(visits): how unsure the mean still is
        ("open_for", np.int32),  # where legal actions vary: how often it could have been chosen
        ("first", np.int32),  # its block of children
        ("tried", np.int16),  # how many children it has
        ("owner", np.int8),  # the seat that chose it, or CHANCE
        ("block", np.int8),  # room in its block, as a power of two; 0: no block
    ]
)
MANY = 24  # more actions than this are not all tried at first ...
WIDER = 2.0  # ... but so many, and more by this much times the square root of the visits
WIDE_CHANCE = 24  # chance with more outcomes than this has no nodes (a roll of two dice, put together, still has)
OPEN_MIND = 8  # once in so many simulations every possibility is as likely again: others may not be what they seem
LEAST = -1e9  # no action is worth less
USED = 0  # in `book`: how many slots of the arena were ever used
STAMP = 1  # in `book`: the last mark made
FREE = 2  # in `book`: from here on, for each size, the first of a chain of blocks that are free, or -1
BOOK = FREE + 24

HOPED, WON, POINTS = 0, 1, 2  # in `sums`: for each seat its shares, how often it got any, and its scores, added up
SUMS = 3


class Arena(NamedTuple):
    """A tree: its nodes, the root in slot 0, and where there is room."""

    nodes: Array
    book: Array


class Room(NamedTuple):
    """What a simulation works in; nothing of it lasts."""

    work: States  # one record to play in
    out: Array
    weight: Array
    share: Array
    path: Array
    mark: Array  # for each action a stamp


class Truths(NamedTuple):
    """What may be the case, where that is known better than by guessing."""

    records: States
    lots: Array  # which of them to take, each as likely; none: guess


class Effort(NamedTuple):
    """How much to search, and how widely."""

    simulations: int
    longest: int  # actions in one simulation; a match that is not over by then has no result
    spread: Array  # sqrt(log(n)) times how much an action that was tried little is favoured
    point: np.float32  # how much of a win a point of the score counts for


@apart
def clear(nodes: Array, book: Array, mark: Array) -> None:
    """A tree of a root alone."""
    book[USED] = 1
    book[STAMP] = 0
    for size in range(FREE, BOOK):
        book[size] = -1
    for action in range(mark.size):
        mark[action] = 0
    start(nodes, 0, UNHEARD, CHANCE)


@rule
def start(nodes: Array, c: int, action: int, owner: int) -> None:
    """A node nobody has been to."""
    nodes[c]["action"] = action
    nodes[c]["visits"] = 0
    nodes[c]["mean"] = 0.0
    nodes[c]["points"] = 0.0
    nodes[c]["reach"] = 1.0
    nodes[c]["open_for"] = 1
    nodes[c]["owner"] = owner
    nodes[c]["tried"] = 0
    nodes[c]["block"] = 0


@apart
def widen(nodes: Array, book: Array, node: int) -> bool:
    """Twice the room for the children of a node; False if the arena is full."""
    size = nodes[node]["block"] + 1
    place = book[FREE + size]
    if place >= 0:
        book[FREE + size] = nodes[place]["first"]
    elif book[USED] + (1 << size) <= nodes.size:
        place = book[USED]
        book[USED] += 1 << size
    else:
        return False
    if size > 1:
        old = nodes[node]["first"]
        for i in range(nodes[node]["tried"]):
            nodes[place + i] = nodes[old + i]
        nodes[old]["first"] = book[FREE + size - 1]
        book[FREE + size - 1] = old
    nodes[node]["first"] = place
    nodes[node]["block"] = size
    return True


@rule
def add_child(nodes: Array, book: Array, node: int, action: int, owner: int) -> int:
    """A new child; -1 if the arena is full."""
    count = nodes[node]["tried"]
    if (count == 0 or count == 1 << nodes[node]["block"]) and not widen(nodes, book, node):
        return -1
    c = nodes[node]["first"] + count
    nodes[node]["tried"] = count + 1
    start(nodes, c, action, owner)
    return c  # type: ignore[no-any-return]


@apart
def untried(
    s: Any, nodes: Array, book: Array, mark: Array, node: int, out: Array, n: int, left: int, weight: Array, rng: Array
) -> int:
    """One of the `left` legal actions that are no children yet: the most promising, or each as likely."""
    if not HAS_HINTS and left == n:
        return out[draw(rng, n)]  # type: ignore[no-any-return]
    book[STAMP] += 1
    stamp = book[STAMP]
    first = nodes[node]["first"]
    for c in range(first, first + nodes[node]["tried"]):
        if nodes[c]["action"] >= 0:
            mark[nodes[c]["action"]] = stamp
    if HAS_HINTS:
        hints(s, out, n, weight)
        most = 0
        alike = 0
        pick = -1
        for i in range(n):
            if weight[i] >= most and mark[out[i]] != stamp:
                alike = alike + 1 if weight[i] == most else 1
                most = weight[i]
                if alike == 1 or draw(rng, alike) == 0:
                    pick = out[i]
        return pick
    skip = draw(rng, left)
    for i in range(n):
        if mark[out[i]] != stamp:
            if skip == 0:
                return out[i]  # type: ignore[no-any-return]
            skip -= 1
    return out[n - 1]  # type: ignore[no-any-return]


@apart
def keep(nodes: Array, root: int, room: Array, book: Array) -> None:
    """Copy what is below a node into another arena, each block as large as it must be; the node becomes slot 0."""
    room[0] = nodes[root]
    used = 1
    node = 0
    while node < used:  # the copied nodes are the queue: `first` still points into the old arena
        count = room[node]["tried"]
        if room[node]["visits"] < 0:  # room beside a block
            node += 1
            continue
        if count > 0:
            size = 1
            while 1 << size < count:
                size += 1
            if used + (1 << size) > room.size:
                room[node]["tried"] = 0
                room[node]["block"] = 0
                node += 1
                continue
            old = room[node]["first"]
            for i in range(count):
                room[used + i] = nodes[old + i]
            for i in range(count, 1 << size):
                room[used + i]["visits"] = -1
            room[node]["first"] = used
            room[node]["block"] = size
            used += 1 << size
        node += 1
    book[USED] = used
    for size in range(FREE, BOOK):
        book[size] = -1


@rule
def choices(s: Any, out: Array) -> int:
    """What chance may bring, or what a seat may sensibly do."""
    if HAS_SENSIBLE and s["to_act"] != CHANCE:
        return sensible(s, out)
    return legal(s, out)


@rule
def heard(s: Any, me: int, action: int) -> int:
    """The action as the searching seat will know it."""
    if HAS_HEAR:
        return hear(s, me, action)
    return action


@rule
def is_secret_choice(s: Any, me: int, out: Array, n: int) -> bool:
    """Whether another seat chooses something that this one will not hear as it is."""
    if HAS_HEAR and s["to_act"] != me:
        for i in range(n):
            if hear(s, me, out[i]) != out[i]:
                return True
    return False


@rule
def drawn(s: Any, out: Array, n: int, weight: Array, rng: Array) -> int:
    """One of the listed actions: by the odds of chance, by hints for a seat, or each as likely."""
    if HAS_ODDS and s["to_act"] == CHANCE:
        odds(s, out, n, weight)
        return out[draw_weighted(rng, weight, n)]  # type: ignore[no-any-return]
    if HAS_HINTS and s["to_act"] != CHANCE:
        hints(s, out, n, weight)
        return out[draw_weighted(rng, weight, n)]  # type: ignore[no-any-return]
    return out[draw(rng, n)]  # type: ignore[no-any-return]


@rule
def child_of(nodes: Array, node: int, label: int) -> int:
    """The child that an action leads to, as it is heard; -1 if there is none yet."""
    first = nodes[node]["first"]
    for child in range(first, first + nodes[node]["tried"]):
        if nodes[child]["action"] == label:
            return child
    return -1


@apart
def decisive(s: Any, out: Array, n: int, weight: Array) -> int:
    """The action that hints prefer to all others together; -1 where there is none."""
    hints(s, out, n, weight)
    total = 0
    most = 0
    pick = -1
    for i in range(n):
        total += weight[i]
        if weight[i] > most:
            most = weight[i]
            pick = out[i]
    return pick if 2 * most > total else -1


@rule
def worth(nodes: Array, child: int, point: np.float32) -> float:
    """What an action has been worth to whoever chose it: its share and, where points count, its score. Who won tells
    little while all are close; the score tells at once which way it goes."""
    if HAS_SCORE:
        return nodes[child]["mean"] + point * nodes[child]["points"]  # type: ignore[no-any-return]
    return nodes[child]["mean"]  # type: ignore[no-any-return]


@rule
def promising(arena: Arena, mark: Array, node: int, out: Array, n: int, effort: Effort, wide: int, varies: bool) -> int:
    """The child to go on with (UCB1), or -1 if another action is to be tried first.

    Where the legal actions vary, a child counts only if its action is legal now, and each has its own number of times
    that it could have been chosen."""
    nodes, book = arena
    spread, point = effort.spread, effort.point
    last = spread.size - 1
    first = nodes[node]["first"]
    tried = nodes[node]["tried"]
    best = np.float32(LEAST)
    pick = -1
    if varies:
        book[STAMP] += 1
        stamp = book[STAMP]
        for i in range(n):
            mark[out[i]] = stamp
        there = 0
        for child in range(first, first + tried):
            if nodes[child]["action"] >= 0 and mark[nodes[child]["action"]] == stamp:
                there += 1
                bonus = spread[min(nodes[child]["open_for"], last)] * nodes[child]["reach"]
                nodes[child]["open_for"] += 1
                bound = worth(nodes, child, point) + bonus
                if bound > best:
                    best = bound
                    pick = child
        return pick if there >= wide else -1 - there
    if tried < wide:
        return -1 - tried  # type: ignore[no-any-return]
    bonus = spread[min(nodes[node]["visits"], last)]
    for child in range(first, first + tried):
        bound = worth(nodes, child, point) + bonus * nodes[child]["reach"]
        if bound > best:
            best = bound
            pick = child
    return pick


@rule
def learn(nodes: Array, path: Array, depth: int, s: Any, share: Array) -> None:
    """Write what came of a simulation into the nodes it came through."""
    nodes[0]["visits"] += 1
    for i in range(1, depth + 1):
        c = path[i]
        visits = nodes[c]["visits"] + 1
        nodes[c]["visits"] = visits
        nodes[c]["reach"] = 1.0 / math.sqrt(visits)
        owner = nodes[c]["owner"]
        if owner >= 0:
            nodes[c]["mean"] += (share[owner] - nodes[c]["mean"]) / visits
            if HAS_SCORE:
                nodes[c]["points"] += (score(s, owner) - nodes[c]["points"]) / visits


@apart
def search(
    root: States,  # what the seat sees: left as it is
    me: int,  # the seat that searches
    truths: Truths,
    arena: Arena,
    room: Room,
    sums: Array,
    effort: Effort,
    rng: Array,
) -> int:
    """Grow a tree; returns how many slots it has used. The children of slot 0 are the actions of the seat to act."""
    nodes, book = arena
    work, out, weight, share, path, mark = room
    s = work[0]
    for _ in range(effort.simulations):
        if HAS_GUESS and truths.lots.size > 0 and draw(rng, OPEN_MIND) > 0:
            work[0] = truths.records[truths.lots[draw(rng, truths.lots.size)]]
        else:
            work[0] = root[0]
            if HAS_GUESS:
                guess(s, me, rng)
        node = 0
        depth = 0
        length = 0
        inside = True
        varies = HAS_GUESS
        while inside and s["to_act"] != OVER and length < effort.longest:
            n = choices(s, out)
            mover = s["to_act"]
            pick = -1
            c = -1
            sure = -1
            if HAS_GUESS and HAS_HINTS and mover >= 0 and mover != me:
                # Others know their own secrets: the mean over all guesses would not let them act on them.
                sure = decisive(s, out, n, weight)
            if mover == CHANCE and n > WIDE_CHANCE:
                play(s, drawn(s, out, n, weight, rng))
                varies = True
                length += 1
                continue
            if mover == CHANCE or is_secret_choice(s, me, out, n):
                pick = drawn(s, out, n, weight, rng)
                label = heard(s, me, pick)
                c = child_of(nodes, node, label)
            elif sure >= 0:
                pick = sure
                label = pick
                c = child_of(nodes, node, label)
                inside = c >= 0
            else:
                wide = n if n <= MANY else min(n, MANY + int(WIDER * math.sqrt(nodes[node]["visits"])))
                c = promising(arena, mark, node, out, n, effort, wide, varies)
                if c < 0:
                    pick = untried(s, nodes, book, mark, node, out, n, n + 1 + c, weight, rng)
                    c = -1
                    inside = False
                else:
                    pick = nodes[c]["action"]
                label = pick
            if c < 0:
                c = add_child(nodes, book, node, label, mover)
                inside = inside and c >= 0
            if c >= 0 and depth + 1 < path.size:
                depth += 1
                path[depth] = c
            node = c
            play(s, pick)
            length += 1
        while s["to_act"] != OVER and length < effort.longest:
            if HAS_OUTCOME and s["to_act"] == CHANCE:
                play(s, outcome(s, out, rng))
            else:
                n = choices(s, out)
                play(s, drawn(s, out, n, weight, rng))
            length += 1
        if s["to_act"] == OVER:
            result(s, share)
        else:
            for seat in range(s["seats"]):
                share[seat] = 0.0 if TEAM else 1.0 / s["seats"]
        for seat in range(s["seats"]):
            sums[HOPED, seat] += share[seat]
            sums[WON, seat] += 1.0 if share[seat] > 0.0 else 0.0
            if HAS_SCORE:
                sums[POINTS, seat] += score(s, seat)
        learn(nodes, path, depth, s, share)
    return book[USED]  # type: ignore[no-any-return]
