"""Information-set Monte Carlo tree search (ISMCTS): UCB1 with progressive widening, for any number of seats.

A template, executed once for each game by `compile.bind`, with the game's rules called directly.

Every simulation determinizes the seen record anew (`guess`), descends by UCB1 from the point of view of whoever is to
act, adds one node, plays to the end at random (or by `hints`), and backpropagates the result along its path. Chance is
sampled by its odds. All seats of a team get the same share, so for a team it is the search of a single player.

A node is an information set of the searching seat: everything that seat has heard since the root. Actions that sound
alike to it (a card dealt to another seat, a secret choice) lead to one child, so the tree never branches on what the
seat cannot know; a secret choice of another seat is sampled. Chance with many outcomes has no nodes at all (open loop):
the choices after it share one node whatever came, since a deck of fifty cards would make every node a leaf. Below such
chance, and with secrets, the legal actions of a node vary, and each child counts how often it was available.

The children of a node lie side by side in a block of 2, 4, 8 ... slots, those tried only. A full block moves to one
twice as large and is reused for another node: only the parent knows where a child lies.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from asterism.core.compile import apart, rule
from asterism.core.header import CHANCE, OVER, UNHEARD
from asterism.core.rng import random_below

if TYPE_CHECKING:  # of the game's `rules.py`, put here by `bind`; `core/anygame.py` says what each promises
    from ..core.anygame import (
        HAS_GUESS,
        HAS_HEAR,
        HAS_HINTS,
        HAS_SCORE,
        HAS_SENSIBLE,
        TEAM,
        guess,
        hear,
        hints,
        legal,
        play,
        result,
        score,
        sensible,
    )
    from ..core.chance import sample_chance, sample_hinted, sample_listed

States = Any  # np.ndarray of one record
Array = Any

NODE = np.dtype(
    [
        ("action", np.int32),  # that leads here, as the searching seat hears it
        ("visits", np.int32),  # -1 in a copy: a slot of a block that holds no child
        ("mean", np.float32),  # mean share of the seat that chose it, 0 to 1
        ("points", np.float32),  # mean final score of the seat that chose it
        ("reach", np.float32),  # 1 / sqrt(visits), for UCB1
        ("open_for", np.int32),  # availability count: how often it could have been chosen, where legal actions vary
        ("first", np.int32),  # slot of its first child; in a free block, the next free block of its size
        ("tried", np.int16),  # number of children
        ("owner", np.int8),  # the seat that chose it, or CHANCE
        ("block", np.int8),  # log2 of the size of its block of children; 0: no block
    ]
)
MANY = 24  # progressive widening: with more actions than this, only so many are tried at first ...
WIDER = 2.0  # ... and this much times the square root of the visits more
WIDE_CHANCE = 24  # chance with more outcomes than this has no nodes (two dice rolled together, 21 outcomes, have)
OPEN_MIND = 8  # one simulation in so many guesses the secrets without the particles: opponents may play unlike hints
LEAST = -1e9  # below the value of any action
USED = 0  # in `book`: how many slots of the pool were ever used
STAMP = 1  # in `book`: the last stamp given
FREE = 2  # in `book`, from here on: for each log2 of a size, the first of a chain of free blocks, or -1
BOOK = FREE + 24

HOPED, WON, POINTS = 0, 1, 2  # rows of `sums`: per seat, the sum of its shares, of its wins, and of its final scores
SUMS = 3


class NodePool(NamedTuple):
    """The nodes of a tree, the root in slot 0, and the allocator of its blocks."""

    nodes: Array  # of NODE
    book: Array  # int32: USED, STAMP, and the free lists


class SearchBuffers(NamedTuple):
    """Scratch memory of one simulation."""

    work: States  # the state of the simulation
    out: Array  # listed actions
    weight: Array  # their odds or hints
    share: Array  # the result, per seat
    path: Array  # the nodes of the simulation, from the root
    mark: Array  # per action, the STAMP under which it was last marked


class Particles(NamedTuple):
    """A belief about the secrets: whole states (of `particles`), and which of them to sample."""

    records: States
    lots: Array  # indices of records, drawn uniformly; empty: no belief, so `guess` is used


class SearchParameters(NamedTuple):
    """How long and how widely to search."""

    simulations: int
    longest: int  # actions in one simulation; a match that is not over by then counts as shared by all
    spread: Array  # [n] the exploration constant times sqrt(log(n)), for UCB1; the last entry holds for all larger n
    point: np.float32  # value of a point of the score, where a win is 1


@apart
def reset(nodes: Array, book: Array, mark: Array) -> None:
    """Make the pool a tree of a root alone."""
    book[USED] = 1
    book[STAMP] = 0
    for size in range(FREE, BOOK):
        book[size] = -1
    for action in range(mark.size):
        mark[action] = 0
    init_node(nodes, 0, UNHEARD, CHANCE)


@rule
def init_node(nodes: Array, c: int, action: int, owner: int) -> None:
    """Fill slot `c` with an unvisited node without children."""
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
def grow_block(nodes: Array, book: Array, node: int) -> bool:
    """Move the children of a node to a block twice as large; False if the pool is full."""
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
    """Add an unvisited child; returns its slot, or -1 if the pool is full."""
    count = nodes[node]["tried"]
    if (count == 0 or count == 1 << nodes[node]["block"]) and not grow_block(nodes, book, node):
        return -1
    c = nodes[node]["first"] + count
    nodes[node]["tried"] = count + 1
    init_node(nodes, c, action, owner)
    return c  # type: ignore[no-any-return]


@apart
def pick_untried(s: Any, pool: NodePool, buffers: SearchBuffers, node: int, n: int, left: int, rng: Array) -> int:
    """Pick one of the `left` listed actions that are no children yet: the one with the largest hint (ties at random),
    or uniformly where the game has no hints."""
    nodes, book = pool
    out, weight, mark = buffers.out, buffers.weight, buffers.mark
    if not HAS_HINTS and left == n:
        return out[random_below(rng, n)]  # type: ignore[no-any-return]
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
                if alike == 1 or random_below(rng, alike) == 0:
                    pick = out[i]
        return pick
    skip = random_below(rng, left)
    for i in range(n):
        if mark[out[i]] != stamp:
            if skip == 0:
                return out[i]  # type: ignore[no-any-return]
            skip -= 1
    return out[n - 1]  # type: ignore[no-any-return]


@apart
def copy_subtree(nodes: Array, root: int, target: Array, book: Array) -> None:
    """Copy a node and everything below it into another array of nodes, breadth first; the node becomes slot 0.

    Each block gets the smallest size that holds its children. What does not fit is left out."""
    target[0] = nodes[root]
    used = 1
    node = 0
    while node < used:  # the copied nodes are the queue: their `first` still points into the old array
        count = target[node]["tried"]
        if target[node]["visits"] < 0:
            node += 1
            continue
        if count > 0:
            size = 1
            while 1 << size < count:
                size += 1
            if used + (1 << size) > target.size:
                target[node]["tried"] = 0
                target[node]["block"] = 0
                node += 1
                continue
            old = target[node]["first"]
            for i in range(count):
                target[used + i] = nodes[old + i]
            for i in range(count, 1 << size):
                target[used + i]["visits"] = -1
            target[node]["first"] = used
            target[node]["block"] = size
            used += 1 << size
        node += 1
    book[USED] = used
    for size in range(FREE, BOOK):
        book[size] = -1


@rule
def list_actions(s: Any, out: Array) -> int:
    """List the outcomes of chance, or the actions of a seat that are worth searching; returns how many."""
    if HAS_SENSIBLE and s["to_act"] != CHANCE:
        return sensible(s, out)
    return legal(s, out)


@rule
def label(s: Any, me: int, action: int) -> int:
    """The action as the searching seat hears of it: what tells the children of a node apart."""
    if HAS_HEAR:
        return hear(s, me, action)
    return action


@rule
def is_secret_choice(s: Any, me: int, out: Array, n: int) -> bool:
    """Whether another seat is to choose among actions of which the searching seat would not hear as they are."""
    if HAS_HEAR and s["to_act"] != me:
        for i in range(n):
            if hear(s, me, out[i]) != out[i]:
                return True
    return False


@rule
def sample(s: Any, out: Array, n: int, weight: Array, rng: Array) -> int:
    """One of the `n` listed actions: by the odds of chance, or by the hints of a seat."""
    if s["to_act"] == CHANCE:
        return sample_listed(s, out, n, weight, rng)
    return sample_hinted(s, out, n, weight, rng)


@rule
def find_child(nodes: Array, node: int, heard: int) -> int:
    """The child that an action leads to, by its label; -1 if there is none yet."""
    first = nodes[node]["first"]
    for child in range(first, first + nodes[node]["tried"]):
        if nodes[child]["action"] == heard:
            return child
    return -1


@apart
def dominant(s: Any, out: Array, n: int, weight: Array) -> int:
    """The listed action whose hint is larger than the hints of all others together; -1 where there is none."""
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
def value(nodes: Array, child: int, point: np.float32) -> float:
    """The estimated value of a child to the seat that chose it: its mean share, and its mean score weighted by `point`.

    While all seats are close, shares hardly tell actions apart; scores do so after few visits."""
    if HAS_SCORE:
        return nodes[child]["mean"] + point * nodes[child]["points"]  # type: ignore[no-any-return]
    return nodes[child]["mean"]  # type: ignore[no-any-return]


@rule
def select(
    pool: NodePool, buffers: SearchBuffers, node: int, n: int, parameters: SearchParameters, wide: int, varies: bool
) -> int:
    """The child with the largest upper confidence bound (UCB1), or -1 minus the number of children that are available
    now if that is less than `wide`, so that another action is to be tried first.

    Where the legal actions vary, only children that are legal now are available, and the logarithm in the bound is of
    how often each was available instead of the visits of the node."""
    nodes, book = pool
    out, mark = buffers.out, buffers.mark
    spread, point = parameters.spread, parameters.point
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
                bound = value(nodes, child, point) + bonus
                if bound > best:
                    best = bound
                    pick = child
        return pick if there >= wide else -1 - there
    if tried < wide:
        return -1 - tried  # type: ignore[no-any-return]
    bonus = spread[min(nodes[node]["visits"], last)]
    for child in range(first, first + tried):
        bound = value(nodes, child, point) + bonus * nodes[child]["reach"]
        if bound > best:
            best = bound
            pick = child
    return pick


@rule
def backpropagate(nodes: Array, path: Array, depth: int, s: Any, share: Array) -> None:
    """Update visits and means of the nodes on the path of a simulation by its result."""
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


@rule
def determinize(root: States, me: int, particles: Particles, work: States, rng: Array) -> None:
    """Write into `work` a whole state that fits what the seat sees: one of the particles, or a guess."""
    if HAS_GUESS and particles.lots.size > 0 and random_below(rng, OPEN_MIND) > 0:
        work[0] = particles.records[particles.lots[random_below(rng, particles.lots.size)]]
    else:
        work[0] = root[0]
        if HAS_GUESS:
            guess(work[0], me, rng)


@rule
def roll_out(s: Any, length: int, longest: int, out: Array, weight: Array, rng: Array) -> None:
    """Play on from a leaf to the end: chance by its odds, seats by their hints."""
    while s["to_act"] != OVER and length < longest:
        if s["to_act"] == CHANCE:
            action = sample_chance(s, out, weight, rng)
        else:
            action = sample_hinted(s, out, list_actions(s, out), weight, rng)
        play(s, action)
        length += 1


@rule
def write_result(s: Any, share: Array, sums: Array) -> None:
    """Write what each seat gets at the end of a simulation, and add it to `sums`."""
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


@apart
def search(
    root: States,  # what the seat sees: left as it is
    me: int,  # the seat that searches
    particles: Particles,
    pool: NodePool,
    buffers: SearchBuffers,
    sums: Array,
    parameters: SearchParameters,
    rng: Array,
) -> int:
    """Grow a tree by simulations; returns how many slots of the pool were ever used. The children of slot 0 are the
    actions of the seat to act."""
    nodes, book = pool
    work, out, weight, share, path, _ = buffers
    s = work[0]
    for _ in range(parameters.simulations):
        determinize(root, me, particles, work, rng)
        node = 0
        depth = 0
        length = 0
        inside = True
        varies = HAS_GUESS
        while inside and s["to_act"] != OVER and length < parameters.longest:
            n = list_actions(s, out)
            mover = s["to_act"]
            pick = -1
            c = -1
            sure = -1
            if HAS_GUESS and HAS_HINTS and mover >= 0 and mover != me:
                # Others know their own secrets: a mean over all guesses would not let them act on these.
                sure = dominant(s, out, n, weight)
            if mover == CHANCE and n > WIDE_CHANCE:
                play(s, sample(s, out, n, weight, rng))
                varies = True
                length += 1
                continue
            if mover == CHANCE or is_secret_choice(s, me, out, n):
                pick = sample(s, out, n, weight, rng)
                heard = label(s, me, pick)
                c = find_child(nodes, node, heard)
            elif sure >= 0:
                pick = sure
                heard = pick
                c = find_child(nodes, node, heard)
                inside = c >= 0
            else:
                wide = n if n <= MANY else min(n, MANY + int(WIDER * math.sqrt(nodes[node]["visits"])))
                c = select(pool, buffers, node, n, parameters, wide, varies)
                if c < 0:
                    pick = pick_untried(s, pool, buffers, node, n, n + 1 + c, rng)
                    c = -1
                    inside = False
                else:
                    pick = nodes[c]["action"]
                heard = pick
            if c < 0:
                c = add_child(nodes, book, node, heard, mover)
                inside = inside and c >= 0
            if c >= 0 and depth + 1 < path.size:
                depth += 1
                path[depth] = c
            node = c
            play(s, pick)
            length += 1
        roll_out(s, length, parameters.longest, out, weight, rng)
        write_result(s, share, sums)
        backpropagate(nodes, path, depth, s, share)
    return book[USED]  # type: ignore[no-any-return]
