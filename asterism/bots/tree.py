"""A template bound to each game by `compile.bind`: tree search by random matches, for any number of seats and secrets.

Information-set Monte Carlo tree search as one seat sees the match. Every simulation fills the blanks of the seen record
anew (`guess`), goes down the tree by how good each action has been for whoever chooses it, adds one node, plays to the
end at random and writes the shares into the nodes it came through. Chance is drawn by its odds.

A node stands for what the searching seat has heard since the root. What it does not hear (a card dealt to another, a
choice made in secret) all leads to one child, UNHEARD_SLOT, so the tree never grows apart on what the seat cannot know;
another's secret choice is drawn at random.
"""

from __future__ import annotations

import math
from typing import Any

from asterism.core.anygame import HAS_GUESS, HAS_HEAR, HAS_ODDS, guess, hear, legal, odds, play, result
from asterism.core.compile import apart
from asterism.core.header import CHANCE, OVER, UNHEARD
from asterism.core.rng import draw, draw_weighted

States = Any  # np.ndarray of one record
Array = Any


@apart
def search(
    root: States,  # what the seat sees: left as it is
    work: States,  # one record to play in
    me: int,  # the seat that searches
    out: Array,
    weight: Array,
    share: Array,
    child: Array,  # child[node, action heard]: a node or -1; the last column is for what is not heard
    visits: Array,  # of a node
    open_for: Array,  # how often a node could have been chosen
    worth: Array,  # of a node: the sum of shares of the seat that chose it
    owner: Array,  # of a node: the seat that chose it, or CHANCE
    path: Array,
    hoped: Array,  # for each seat the sum of its shares over all simulations
    rng: Array,
    simulations: int,
    explore: float,
    longest: int,  # actions in one simulation; a match that is not over by then is shared equally
) -> int:
    """Grow a tree; returns how many nodes it has. The children of node 0 are the actions of the seat to act."""
    room = child.shape[0]
    unheard_slot = child.shape[1] - 1
    s = work[0]
    for slot in range(child.shape[1]):
        child[0, slot] = -1
    visits[0] = 0
    nodes = 1
    for _ in range(simulations):
        work[0] = root[0]
        if HAS_GUESS:
            guess(s, me, rng)
        node = 0  # -1 once the simulation has left the tree
        depth = 0
        length = 0
        while s["to_act"] != OVER and length < longest:
            n = legal(s, out)
            mover = s["to_act"]
            pick = -1
            if mover == CHANCE:
                if HAS_ODDS:
                    odds(s, out, n, weight)
                    pick = out[draw_weighted(rng, weight, n)]
                else:
                    pick = out[draw(rng, n)]
            elif node < 0:
                pick = out[draw(rng, n)]
            elif HAS_HEAR and mover != me:
                for i in range(n):
                    if hear(s, me, out[i]) == UNHEARD:
                        pick = out[draw(rng, n)]
                        break
            drawn = pick >= 0
            fresh = 0
            if not drawn:
                best = -1.0
                for i in range(n):
                    c = child[node, out[i]]
                    if c < 0:
                        fresh += 1
                        if draw(rng, fresh) == 0:
                            pick = out[i]
                    elif fresh == 0:
                        bound = worth[c] / visits[c] + explore * math.sqrt(math.log(open_for[c] + 1.0) / visits[c])
                        if bound > best:
                            best = bound
                            pick = out[i]
                for i in range(n):
                    if child[node, out[i]] >= 0:
                        open_for[child[node, out[i]]] += 1
            if node >= 0:
                slot = pick
                if HAS_HEAR and drawn and hear(s, me, pick) == UNHEARD:
                    slot = unheard_slot
                c = child[node, slot]
                if c < 0 and nodes < room:
                    c = nodes
                    nodes += 1
                    child[node, slot] = c
                    for other in range(child.shape[1]):
                        child[c, other] = -1
                    visits[c] = 0
                    open_for[c] = 1
                    worth[c] = 0.0
                    owner[c] = mover
                if c >= 0 and depth + 1 < len(path):
                    depth += 1
                    path[depth] = c
                node = c if fresh == 0 else -1  # the new node of a choice is the last one in the tree
            play(s, pick)
            length += 1
        if s["to_act"] == OVER:
            result(s, share)
        else:
            for seat in range(s["seats"]):
                share[seat] = 1.0 / s["seats"]
        visits[0] += 1
        for seat in range(s["seats"]):
            hoped[seat] += share[seat]
        for i in range(1, depth + 1):
            c = path[i]
            visits[c] += 1
            if owner[c] >= 0:
                worth[c] += share[owner[c]]
    return nodes
