"""A reference to play against: information-set tree search as in the textbook, without hints, widening or reuse."""

from __future__ import annotations

import math
import time
from typing import TYPE_CHECKING, Any

import numpy as np

from asterism.core.compile import apart
from asterism.core.game import Game, States
from asterism.core.header import CHANCE, OVER, UNHEARD
from asterism.core.played import Past
from asterism.core.rng import Rng, random_below, sample_weighted

if TYPE_CHECKING:  # put there by `bind`
    from asterism.core.anygame import HAS_GUESS, HAS_HEAR, HAS_ODDS, guess, hear, legal, odds, play, result

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
    rng: Array,
    nodes: int,
    simulations: int,
    explore: float,
    longest: int,  # actions in one simulation; a match that is not over by then is shared equally
) -> int:
    """Grow a tree that has `nodes` of them already; returns how many it has. Node 0 is the root."""
    room = child.shape[0]
    unheard_slot = child.shape[1] - 1
    s = work[0]
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
                    pick = out[sample_weighted(rng, weight, n)]
                else:
                    pick = out[random_below(rng, n)]
            elif node < 0:
                pick = out[random_below(rng, n)]
            elif HAS_HEAR and mover != me:
                for i in range(n):
                    if hear(s, me, out[i]) == UNHEARD:
                        pick = out[random_below(rng, n)]
                        break
            drawn = pick >= 0
            fresh = 0
            if not drawn:
                best = -1.0
                for i in range(n):
                    c = child[node, out[i]]
                    if c < 0:
                        fresh += 1
                        if random_below(rng, fresh) == 0:
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
        for i in range(1, depth + 1):
            c = path[i]
            visits[c] += 1
            if owner[c] >= 0:
                worth[c] += share[owner[c]]
    return nodes


class PlainSearch:
    """Plays what it has tried most often, after so many seconds on one core."""

    def __init__(self, game: Game, seconds: float, rng: Rng) -> None:
        self._game, self._seconds, self._rng = game, seconds, rng
        self._kernel = game.bound(__name__)
        room = (256 << 20) // (4 * (game.actions + 1))
        self._child = np.empty((room, game.actions + 1), np.int32)
        self._visits, self._open_for = np.zeros(room, np.int64), np.zeros(room, np.int64)
        self._worth, self._owner = np.zeros(room), np.zeros(room, np.int32)

    def choose(self, seen: States, legal: list[int], past: Past | None = None) -> int:
        if len(legal) == 1:
            return legal[0]
        game, end = self._game, time.perf_counter() + self._seconds
        work, share = np.empty(1, game.state), np.zeros(game.seats[1])
        out, weight = np.empty(game.actions, np.int32), np.empty(game.actions, np.int64)
        path = np.zeros(1_000, np.int32)
        me, nodes = int(seen["to_act"][0]), 1
        self._child[0] = -1
        while time.perf_counter() < end:
            nodes = self._kernel.search(
                seen, work, me, out, weight, share, self._child, self._visits, self._open_for, self._worth,
                self._owner, path, self._rng, nodes, 50, 0.7, 20_000,
            )  # fmt: skip
        tried = {action: int(self._visits[self._child[0, action]]) for action in legal if self._child[0, action] >= 0}
        return max(tried, key=lambda action: tried[action], default=legal[0])
