"""What looks promising, for bots: how near the board is to a goal, read from whole numbers as in `goals`.

Only stars within four steps of the Moon are looked at: a hint may be wrong, it is no rule.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from asterism.core.compile import apart, rule
from asterism.kit.hexes import SIDE_Q, SIDE_R, beside

from . import state as S
from .goals import BIT, COUNT, LAYINGS, REACH

PLAIN = 1  # weights of actions
CLOSER = 6  # three stars were lacking, now two
NEARER = 40  # two stars were lacking, now one
DONE = 5_000  # the goal is there


def _bits(cells: Any) -> int:
    return sum(int(BIT[q + REACH, r + REACH]) for q, r in cells if abs(q) <= REACH and abs(r) <= REACH)


def _rim(stars: Any) -> int:
    """The cells around the Moon and four stars."""
    five = {(0, 0), *stars}
    return _bits({cell for old in five for cell in beside(old)} - five)


# For each goal, every way to lay it over the Moon: from FIRST_WAY[goal] to FIRST_WAY[goal + 1]
FIRST_WAY = np.cumsum([0, *(len(layings) for layings in LAYINGS)]).astype(np.int32)
INSIDE = np.array([_bits(stars) for layings in LAYINGS for stars in layings], np.int64)
RIM = np.array([_rim(stars) for layings in LAYINGS for stars in layings], np.int64)
RING = np.int64(_bits(beside((0, 0))))
NOTHING = BIT[REACH, REACH]  # 0, as wide as the rest


@rule
def bit_from(q0: int, r0: int, q: int, r: int) -> int:
    """The bit of a cell, seen from another; 0 further off."""
    q += REACH - q0
    r += REACH - r0
    if 0 <= q <= 2 * REACH and 0 <= r <= 2 * REACH:
        return BIT[q, r]  # type: ignore[no-any-return]
    return NOTHING  # type: ignore[no-any-return]


@rule
def bit_at(s: Any, q: int, r: int) -> int:
    """The bit of a cell, seen from the Moon."""
    return bit_from(s["q"][S.MOON], s["r"][S.MOON], q, r)


@rule
def stars_around(s: Any, q: int, r: int, kind: int) -> int:
    """The stars of a kind around a cell."""
    found = NOTHING
    for star in range(s["stars"]):
        if s["kind"][star] == kind:
            found |= bit_from(q, r, s["q"][star], s["r"][star])
    return found  # type: ignore[no-any-return]


@apart
def hints(s: Any, out: Any, n: int, weight: Any) -> None:
    """Prefer what completes a goal of the mover, then what leaves one star to go, then two."""
    for i in range(n):
        weight[i] = PLAIN
    if s["phase"] != S.ACTING or s["stars"] == 0:
        return
    if s["stars"] == S.STARS:
        mark_exchanges(s, out, n, weight)
        return
    for kind in range(3):
        mine = stars_around(s, s["q"][S.MOON], s["r"][S.MOON], kind)
        done = NOTHING
        near = NOTHING
        far = NOTHING
        spoils = NOTHING  # a star of this kind here is one too many
        for slot in range(s["goals"]):
            goal = s["goal"][s["mover"], slot]
            if goal < 0:
                continue
            for way in range(FIRST_WAY[goal], FIRST_WAY[goal + 1]):
                lacking = INSIDE[way] & ~mine
                second = lacking & (lacking - 1)  # without its lowest bit: not 0 where two stars lack
                third = second & (second - 1)
                if third & (third - 1) == 0:
                    extra = RIM[way] & mine
                    if extra == 0:
                        done |= lacking if second == 0 else NOTHING
                        near |= lacking if third == 0 else NOTHING
                        far |= lacking
                    elif lacking == 0 and extra & (extra - 1) == 0:
                        spoils |= extra
        if far | spoils:
            mark(s, out, n, weight, kind, done, near, far, spoils)
    mark_moves(s, out, n, weight)


@apart
def mark(s: Any, out: Any, n: int, weight: Any, kind: int, done: int, near: int, far: int, spoils: int) -> None:
    """Weigh the actions that put a star of a kind onto these cells, or take one of the kind away."""
    i = 0
    while i < n and out[i] < S.MOVE:
        action = out[i]
        if action < S.SWITCH:
            if (action - S.PLACE) // S.NAMES_OF_CELLS != kind:
                i += s["all_cells"]  # as many for each kind: to the next one
                continue
            tile, side = action % S.NAMES_OF_CELLS // 6, action % 6
            here = bit_at(s, s["q"][tile] + SIDE_Q[side], s["r"][tile] + SIDE_R[side])
            if here & done:
                weight[i] = DONE
            else:
                weight[i] += NEARER if here & near else CLOSER if here & far else 0
        else:
            star = (action - S.SWITCH) // 3
            here = bit_at(s, s["q"][star], s["r"][star])
            becomes = (action - S.SWITCH) % 3 == kind
            if (becomes and here & done) or (s["kind"][star] == kind and here & spoils):
                weight[i] = DONE
            elif becomes:
                weight[i] += NEARER if here & near else CLOSER if here & far else 0
        i += 1


@apart
def mark_moves(s: Any, out: Any, n: int, weight: Any) -> None:
    """Weigh the cells to which the Moon may go by how near a goal is from there."""
    if min(s["reserve"][0], s["reserve"][1], s["reserve"][2]) > S.PER_KIND - 3:
        return  # fewer than three stars of any kind are in play
    i = n
    while i > 0 and out[i - 1] >= S.MOVE:
        i -= 1
        if out[i] >= S.EXCHANGE:
            continue
        star, side = (out[i] - S.MOVE) // 6, (out[i] - S.MOVE) % 6
        q, r = s["q"][star] + SIDE_Q[side], s["r"][star] + SIDE_R[side]
        four, five, six = NOTHING, NOTHING, NOTHING
        for other in range(s["stars"]):
            bit = bit_from(q, r, s["q"][other], s["r"][other])
            kind = s["kind"][other]
            four |= bit if kind == 0 else NOTHING
            five |= bit if kind == 1 else NOTHING
            six |= bit if kind == 2 else NOTHING
        for kind in range(3):
            there = four if kind == 0 else five if kind == 1 else six
            second = there & (there - 1)
            if there & RING and second & (second - 1):  # three stars at least, one of them next to the Moon
                weight[i] = max(weight[i], from_there(s, there))


@apart
def mark_exchanges(s: Any, out: Any, n: int, weight: Any) -> None:
    """Weigh the exchanges of two tiles by how near a goal is afterwards."""
    q0, r0 = s["q"][S.MOON], s["r"][S.MOON]
    for i in range(n):
        if out[i] < S.EXCHANGE or out[i] >= S.CLOUD:
            continue
        one, two = S.PAIRS[out[i] - S.EXCHANGE, 0], S.PAIRS[out[i] - S.EXCHANGE, 1]
        if one == S.MOON or two == S.MOON:
            star = two if one == S.MOON else one
            q, r = s["q"][star], s["r"][star]
            back = bit_from(q, r, q0, r0)  # where the star goes, seen from where the Moon will be
            for kind in range(3):
                there = stars_around(s, q, r, kind)
                if s["kind"][star] == kind:
                    there |= back
                weight[i] = max(weight[i], from_there(s, there))
        else:
            both = bit_at(s, s["q"][one], s["r"][one]) | bit_at(s, s["q"][two], s["r"][two])
            if both != 0:
                weight[i] = max(weight[i], from_there(s, stars_around(s, q0, r0, s["kind"][one]) ^ both))
                weight[i] = max(weight[i], from_there(s, stars_around(s, q0, r0, s["kind"][two]) ^ both))


@rule
def from_there(s: Any, there: int) -> int:
    """What it is worth for the Moon to have these stars of a kind around it."""
    worth = PLAIN
    for slot in range(s["goals"]):
        goal = s["goal"][s["mover"], slot]
        if goal >= 0:
            for way in range(FIRST_WAY[goal], FIRST_WAY[goal + 1]):
                lacking = INSIDE[way] & ~there
                if lacking & (lacking - 1) == 0 and RIM[way] & there == 0:
                    worth = max(worth, DONE if lacking == 0 else NEARER)
    return worth


assert FIRST_WAY.size == COUNT + 1
