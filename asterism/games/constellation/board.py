"""The board of the Gamers Constellation: tiles, what they touch, the empty cells, and what stands around the Moon.

Kept up to date tile by tile, so that listing actions is copying and looking for a constellation is a short walk.
"""

from __future__ import annotations

from typing import Any

from asterism.core.compile import apart, rule
from asterism.kit.hexes import AROUND, SIDE_Q, SIDE_R

from . import state as S
from .goals import BIT, GOAL_OF, KEYS, REACH

MOON_BIT = 1 << S.MOON
ALL_SIDES = 63


@apart
def lay_out(s: Any) -> None:
    """§1 The Moon alone, and all stars in the reserve."""
    for star in range(S.STARS):
        s["kind"][star] = S.NONE
        s["q"][star] = S.FAR
        s["r"][star] = S.FAR
    s["kind"][S.MOON] = S.MOON_KIND
    s["moon_cell"] = S.NONE
    s["moon_sides"] = ALL_SIDES
    add_moon_cells(s)
    for k in range(3):
        s["reserve"][k] = S.PER_KIND
        s["formed"][k] = S.NONE
        s["reached"][k] = S.NONE


# What is near


@rule
def around(s: Any, tile: int, q: int, r: int) -> int:
    """Where a tile lies seen from cell (q, r): bit d on its side d, bit 6 + d touching its side d; 0 further off."""
    return AROUND[min(max(s["q"][tile] - q, -3), 3) + 3, min(max(s["r"][tile] - r, -3), 3) + 3]  # type: ignore[no-any-return]


@rule
def slot_of(bit: int) -> int:
    """Which slot a single bit stands for."""
    return S.SLOT_OF[int(bit) * S.DE_BRUIJN >> 27 & 31]  # type: ignore[no-any-return]


@rule
def stars_near(s: Any, q: int, r: int) -> int:
    """The stars within two steps of a cell, a bit each. Over all slots, so that many are done at a time."""
    near = 0
    for star in range(S.STARS):
        dq = s["q"][star] - q
        dr = s["r"][star] - r
        near |= (1 if -2 <= dq <= 2 and -2 <= dr <= 2 and -2 <= dq + dr <= 2 else 0) << star
    return near


# Tiles come and go


@rule
def put_star(s: Any, cell: int, kind: int) -> None:
    """A new star: what it touches, and which empty cells get their first star and with it their name."""
    star = s["stars"]
    q = s["q"][cell // 6] + SIDE_Q[cell % 6]
    r = s["r"][cell // 6] + SIDE_R[cell % 6]
    drop_cell(s, cell)
    touch = 0
    known = 0  # sides with a tile, or that a star has named before
    todo = stars_near(s, q, r)
    while todo:
        bit = todo & -todo
        todo ^= bit
        other = slot_of(bit)
        where = AROUND[s["q"][other] - q + 3, s["r"][other] - r + 3]
        next_to = 1 if where & ALL_SIDES else 0
        s["touch"][other] |= next_to << star
        touch |= next_to << other
        known |= where | where >> 6
    s["stars"] = star + 1
    s["kind"][star] = kind
    s["of_kind"][kind] |= 1 << star
    s["q"][star] = q
    s["r"][star] = r
    side = around(s, S.MOON, q, r) & ALL_SIDES
    next_to = 1 if side else 0
    s["touch"][S.MOON] |= next_to << star
    s["touch"][star] = touch | next_to << S.MOON
    known |= side
    if s["moon_cell"] == S.NONE:  # the first star names the cell under the Moon
        s["moon_cell"] = star * 6 + slot_of(side)
    where = around(s, star, s["q"][S.MOON], s["r"][S.MOON])
    s["moon_sides"] &= ~(where | where >> 6)
    count = s["by_stars"]
    for d in range(6):  # written first, counted after: no branch to guess wrong
        s["cells"][count] = star * 6 + d
        count += 1 - (known >> d & 1)
    s["by_stars"] = count
    add_moon_cells(s)
    if star == S.STARS - 1:
        forget_cells(s)
    s["formed"][kind] = S.STALE


@rule
def turn_star(s: Any, star: int, kind: int) -> None:
    """A star becomes one of another kind."""
    old = s["kind"][star]
    s["of_kind"][old] &= ~(1 << star)
    s["of_kind"][kind] |= 1 << star
    s["kind"][star] = kind
    s["formed"][old] = S.STALE
    s["formed"][kind] = S.STALE


@rule
def put_moon(s: Any, cell: int) -> None:
    """The Moon goes to an empty cell next to a star, and the one it leaves is empty again."""
    q = s["q"][cell // 6] + SIDE_Q[cell % 6]
    r = s["r"][cell // 6] + SIDE_R[cell % 6]
    drop_cell(s, cell)
    add_cell(s, s["moon_cell"])
    s["moon_cell"] = cell
    s["q"][S.MOON] = q
    s["r"][S.MOON] = r
    for star in range(S.STARS):
        s["touch"][star] &= ~MOON_BIT
    touch = 0
    known = 0
    todo = stars_near(s, q, r)
    while todo:
        bit = todo & -todo
        todo ^= bit
        star = slot_of(bit)
        where = AROUND[s["q"][star] - q + 3, s["r"][star] - r + 3]
        next_to = 1 if where & ALL_SIDES else 0
        s["touch"][star] |= next_to << S.MOON
        touch |= next_to << star
        known |= where | where >> 6
    s["touch"][S.MOON] = touch
    s["moon_sides"] = ALL_SIDES & ~known
    add_moon_cells(s)
    for k in range(3):
        s["formed"][k] = S.STALE


@rule
def swap(s: Any, pair: int) -> None:
    """Two tiles trade cells, and with them everything they touch."""
    a, b = S.PAIRS[pair, 0], S.PAIRS[pair, 1]
    s["q"][a], s["q"][b] = s["q"][b], s["q"][a]
    s["r"][a], s["r"][b] = s["r"][b], s["r"][a]
    s["touch"][a], s["touch"][b] = s["touch"][b], s["touch"][a]
    for tile in range(S.TILES):  # in every set of tiles that has one of the two, it becomes the other
        differ = (s["touch"][tile] >> a ^ s["touch"][tile] >> b) & 1
        s["touch"][tile] ^= differ << a | differ << b
    for k in range(3):
        s["formed"][k] = S.STALE


# The list of empty cells


@rule
def drop_cell(s: Any, cell: int) -> None:
    """A cell is empty no longer: those after it move up."""
    cells = s["cells"]
    for i in range((s["all_cells"] + 31) & ~31):  # in whole vectors; what is too much is 0 and stays 0
        cells[i] = cells[i + 1] if cells[i] >= cell else cells[i]
    s["all_cells"] -= 1
    s["by_stars"] -= 1 if cell < S.MOON * 6 else 0


@rule
def add_cell(s: Any, cell: int) -> None:
    """A cell next to a star is empty again: those after it make room. The Moon's own cells are to be added anew."""
    i = s["by_stars"]
    s["by_stars"] = i + 1
    while i > 0 and s["cells"][i - 1] > cell:
        s["cells"][i] = s["cells"][i - 1]
        i -= 1
    s["cells"][i] = cell


@rule
def add_moon_cells(s: Any) -> None:
    """After the cells next to stars, those next to the Moon alone; then 0 as far as there was anything."""
    before = s["all_cells"]
    count = s["by_stars"]
    for d in range(6):
        s["cells"][count] = S.MOON * 6 + d
        count += s["moon_sides"] >> d & 1
    s["all_cells"] = count
    for i in range(count, max(before, count) + 1):
        s["cells"][i] = 0


@rule
def forget_cells(s: Any) -> None:
    """All stars are in play: no empty cell will be needed again, and no name need be kept true."""
    for i in range(s["all_cells"]):
        s["cells"][i] = 0
    s["by_stars"] = 0
    s["all_cells"] = 0
    s["moon_sides"] = 0
    s["moon_cell"] = S.NONE


# What stands around the Moon


@rule
def constellation(s: Any, kind: int) -> int:
    """§4.1 The goal which the Moon and all stars of a kind that hang together with it show; NONE if they show none."""
    stars = s["of_kind"][kind]
    group = s["touch"][S.MOON] & stars
    todo = group
    count = 0
    key = BIT[REACH, REACH]  # 0, as wide as the rest
    while todo:
        bit = todo & -todo
        star = slot_of(bit)
        count += 1
        if count > REACH:  # §4.2 one more touches: it is another shape
            return S.NONE
        key += BIT[s["q"][star] - s["q"][S.MOON] + REACH, s["r"][star] - s["r"][S.MOON] + REACH]
        fresh = s["touch"][star] & stars & ~group
        group |= fresh
        todo = todo & ~bit | fresh
    if count < REACH:
        return S.NONE
    low, high = 0, KEYS.size
    while high - low > 1:
        middle = (low + high) // 2
        if KEYS[middle] <= key:
            low = middle
        else:
            high = middle
    return GOAL_OF[low]  # type: ignore[no-any-return]
