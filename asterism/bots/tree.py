"""A template bound to each game by `compile.bind`: tree search by random matches, for any number of seats and secrets.

Information-set Monte Carlo tree search as one seat sees the match. Every simulation fills the blanks of the seen record
anew (`guess`), goes down the tree by how good each action has been for whoever chooses it, adds one node, plays to the
end at random and writes the shares into the nodes it came through. Chance is drawn by its odds.

A node stands for what the searching seat has heard since the root. What it does not hear (a card dealt to another, a
choice made in secret) all leads to one child, UNHEARD, so the tree never grows apart on what the seat cannot know;
another's secret choice is drawn at random. Without secrets a node is one state, and its legal actions are always the
same.

The children of a node lie side by side in a block of 2, 4, 8 ... slots, those tried only. A block that is full moves to
one twice as large, and is used again for another node: nobody but the parent knows where a child lies.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from asterism.core.compile import apart, rule
from asterism.core.header import CHANCE, OVER, UNHEARD
from asterism.core.rng import draw, draw_weighted

if TYPE_CHECKING:  # put there by `bind`
    from ..core.anygame import HAS_GUESS, HAS_HEAR, HAS_HINTS, HAS_ODDS, guess, hear, hints, legal, odds, play, result

States = Any  # np.ndarray of one record
Array = Any

NODE = np.dtype(
    [
        ("action", np.int32),  # that leads here, or UNHEARD
        ("visits", np.int32),
        ("mean", np.float32),  # share of the seat that chose it
        ("reach", np.float32),  # 1 / sqrt(visits): how unsure the mean still is
        ("open_for", np.int32),  # with secrets: how often it could have been chosen
        ("owner", np.int32),  # the seat that chose it, or CHANCE
        ("first", np.int32),  # its block of children
        ("tried", np.int16),  # how many children it has
        ("block", np.int16),  # room in its block, as a power of two; 0: no block
    ]
)
MANY = 24  # more actions than this are not all tried at first ...
WIDER = 2.0  # ... but so many, and more by this much times the square root of the visits
OPEN_MIND = 8  # once in so many simulations every possibility is as likely again: others may not be what they seem
USED = 0  # in `book`: how many slots of the arena were ever used
STAMP = 1  # in `book`: the last mark made
FREE = 2  # in `book`: from here on, for each size, the first of a chain of blocks that are free, or -1
BOOK = FREE + 24


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
def is_secret_choice(s: Any, me: int, out: Array, n: int) -> bool:
    """Whether another seat chooses something that this one will not hear."""
    if HAS_HEAR and s["to_act"] != me:
        for i in range(n):
            if hear(s, me, out[i]) == UNHEARD:
                return True
    return False


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


@apart
def search(
    root: States,  # what the seat sees: left as it is
    work: States,  # one record to play in
    me: int,  # the seat that searches
    out: Array,
    weight: Array,
    share: Array,
    nodes: Array,  # the arena; the root is slot 0
    book: Array,
    mark: Array,  # for each action a stamp
    path: Array,
    hoped: Array,  # for each seat the sum of its shares over all simulations
    spread: Array,  # sqrt(log(n)) times how much an action that was tried little is favoured
    truths: States,  # what may be the case, where that is known better than by guessing
    lots: Array,  # which of them to take, each as likely; none: guess
    rng: Array,
    simulations: int,
    longest: int,  # actions in one simulation; a match that is not over by then is shared equally
) -> int:
    """Grow a tree; returns how many slots it has used. The children of slot 0 are the actions of the seat to act."""
    s = work[0]
    last = spread.size - 1
    for _ in range(simulations):
        if HAS_GUESS and lots.size > 0 and draw(rng, OPEN_MIND) > 0:
            work[0] = truths[lots[draw(rng, lots.size)]]
        else:
            work[0] = root[0]
            if HAS_GUESS:
                guess(s, me, rng)
        node = 0
        depth = 0
        length = 0
        inside = True
        while inside and s["to_act"] != OVER and length < longest:
            n = legal(s, out)
            mover = s["to_act"]
            first = nodes[node]["first"]
            tried = nodes[node]["tried"]
            pick = -1
            c = -1
            sure = -1
            if HAS_GUESS and HAS_HINTS and mover >= 0 and mover != me:
                # Rivals know their own secrets: the mean over all guesses would not let them act on them.
                sure = decisive(s, out, n, weight)
            if mover == CHANCE or is_secret_choice(s, me, out, n):
                if HAS_ODDS and mover == CHANCE:
                    odds(s, out, n, weight)
                    pick = out[draw_weighted(rng, weight, n)]
                else:
                    pick = out[draw(rng, n)]
                label = pick
                if HAS_HEAR and hear(s, me, pick) == UNHEARD:
                    label = UNHEARD
                for child in range(first, first + tried):
                    if nodes[child]["action"] == label:
                        c = child
                        break
            elif sure >= 0:
                pick = sure
                label = pick
                for child in range(first, first + tried):
                    if nodes[child]["action"] == label:
                        c = child
                        break
                inside = c >= 0
            else:
                best = np.float32(-1.0)
                there = tried
                wide = n if n <= MANY else min(n, MANY + int(WIDER * math.sqrt(nodes[node]["visits"])))
                if HAS_GUESS:
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
                            if nodes[child]["mean"] + bonus > best:
                                best = nodes[child]["mean"] + bonus
                                c = child
                elif tried >= wide:
                    bonus = spread[min(nodes[node]["visits"], last)]
                    for child in range(first, first + tried):
                        bound = nodes[child]["mean"] + bonus * nodes[child]["reach"]
                        if bound > best:
                            best = bound
                            c = child
                if there < wide:
                    pick = untried(s, nodes, book, mark, node, out, n, n - there, weight, rng)
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
        while s["to_act"] != OVER and length < longest:
            n = legal(s, out)
            if HAS_ODDS and s["to_act"] == CHANCE:
                odds(s, out, n, weight)
                pick = out[draw_weighted(rng, weight, n)]
            elif HAS_HINTS and s["to_act"] != CHANCE:
                hints(s, out, n, weight)
                pick = out[draw_weighted(rng, weight, n)]
            else:
                pick = out[draw(rng, n)]
            play(s, pick)
            length += 1
        if s["to_act"] == OVER:
            result(s, share)
        else:
            for seat in range(s["seats"]):
                share[seat] = 1.0 / s["seats"]
        nodes[0]["visits"] += 1
        for seat in range(s["seats"]):
            hoped[seat] += share[seat]
        for i in range(1, depth + 1):
            c = path[i]
            visits = nodes[c]["visits"] + 1
            nodes[c]["visits"] = visits
            nodes[c]["reach"] = 1.0 / math.sqrt(visits)
            if nodes[c]["owner"] >= 0:
                nodes[c]["mean"] += (share[nodes[c]["owner"]] - nodes[c]["mean"]) / visits
    return book[USED]  # type: ignore[no-any-return]
