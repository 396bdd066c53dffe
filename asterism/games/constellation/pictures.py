"""Boards from pictures, for tests and for trying a position out. A picture is what `show` draws, without the letters.

4¹  5         a star of four points under seat 1's cloud, one of five
  M   6       the Moon and a star of six; a cell is four columns wide, each row shifted by two
"""

from __future__ import annotations

import re
from textwrap import dedent
from typing import Any

from asterism.core.match import Match
from asterism.kit.hexes import Cell, beside, moved, upright

from . import state as S
from .goals import GOALS
from .view import SUPERSCRIPT, board_rows

NAME = "constellation"


def tokens(picture: str, columns: int) -> list[tuple[Cell, str]]:
    """What is drawn, by cell, in reading order; the first is at (0, 0). A cell is `columns` wide."""
    found = [
        (row, match.start(), match[0])
        for row, line in enumerate(dedent(picture).strip("\n").splitlines())
        for match in re.finditer(r"\S+", line)
    ]
    half = columns // 2
    row0, column0, _ = found[0]
    cells = []
    for row, column, text in found:
        r = row - row0
        q, rest = divmod(column - column0 - half * r, columns)
        if rest:
            raise ValueError(f"{text!r} in row {row + 1} stands between two cells")
        cells.append(((q, r), text))
    return cells


def goal_of(picture: str) -> int:
    """The goal that is drawn with dots, two columns a cell."""
    return GOALS.index(upright(moved(cell for cell, _ in tokens(picture, 2))))


def board(picture: str, *goals: str | list[str], seats: int = 2, played: int = 0, **options: int) -> Match:
    """A match in which seat 1 is to act on the board that is drawn; `goals` are drawn too, seat after seat."""
    wanted = [[goal_of(drawn) for drawn in ([held] if isinstance(held, str) else held)] for held in goals]
    most = max((len(held) for held in wanted), default=1)
    match = Match.replay(NAME, seats, {"goals": most, **options}, [S.BEGIN])
    spare = (goal for goal in range(len(GOALS) - 1) if all(goal not in held for held in wanted))
    for seat in range(seats):
        given = wanted[seat] if seat < len(wanted) else []
        for slot in range(match.options["goals"]):
            match.play(S.DEAL + (given[slot] if slot < len(given) else next(spare)))
    lay(match.states[0], picture)
    match.states["actions"] = played
    match.begin_here()
    return match


def lay(s: Any, picture: str) -> None:
    """Put the tiles and clouds of a picture into a record; the Moon lies at (0, 0)."""
    drawn = tokens(picture, 4)
    q0, r0 = next(cell for cell, text in drawn if text[0] == "M")
    s["q"][: S.STARS] = s["r"][: S.STARS] = S.FAR
    s["kind"][: S.STARS] = S.NONE
    s["stars"] = 0
    for (q, r), text in drawn:
        tile = S.MOON
        if text[0] != "M":
            tile = int(s["stars"])
            s["stars"] += 1
            s["kind"][tile] = int(text[0]) - 4
        s["q"][tile], s["r"][tile] = q - q0, r - r0
        for mark in text[1:]:
            s["cloud"][SUPERSCRIPT.index(mark)] = tile
    s["formed"] = S.STALE
    derive(s)


def derive(s: Any) -> None:
    """Work out anew, the slow way, everything that follows from where the tiles lie."""
    stars = range(int(s["stars"]))
    tiles = {(int(s["q"][tile]), int(s["r"][tile])): tile for tile in [*stars, S.MOON]}
    moon = next(cell for cell, tile in tiles.items() if tile == S.MOON)
    for k in range(len(S.KINDS)):
        s["of_kind"][k] = sum(1 << star for star in stars if s["kind"][star] == k)
        s["reserve"][k] = S.PER_KIND - sum(s["kind"][star] == k for star in stars)
    for tile in range(S.TILES):
        s["touch"][tile] = 0
    names: dict[Cell, int] = {}  # of each cell without a star that lies next to a tile: its lowest name
    for cell, tile in sorted(tiles.items(), key=lambda pair: pair[1]):
        for side, other in enumerate(beside(cell)):
            s["touch"][tile] |= 1 << tiles[other] if other in tiles else 0
            if tiles.get(other, S.MOON) == S.MOON:
                names.setdefault(other, tile * 6 + side)
    full = s["stars"] == S.STARS
    cells = [] if full else sorted(name for cell, name in names.items() if cell != moon)
    s["cells"][:] = [*cells, *[0] * (len(s["cells"]) - len(cells))]
    s["all_cells"] = len(cells)
    s["by_stars"] = sum(name < S.MOON * 6 for name in cells)
    s["moon_sides"] = sum(1 << name % 6 for name in cells if name >= S.MOON * 6)
    s["moon_cell"] = S.NONE if full else names.get(moon, S.NONE)


def picture_of(match: Match) -> str:
    return "\n".join(row.rstrip() for row in board_rows(match.states[0], letters=False))


def tidy(picture: str) -> str:
    """A picture moved to the upper left corner, as `picture_of` draws it."""
    rows = [row.rstrip() for row in dedent(picture).strip("\n").splitlines()]
    while rows and not rows[-1]:
        rows.pop()
    return "\n".join(rows)


def outcomes(match: Match) -> dict[int, str]:
    """The picture that each legal action leads to."""
    return {action: picture_of(match.after(action)) for action in match.legal()}


def play_to(match: Match, picture: str) -> Match:
    """Play the action that leads to a picture; an AssertionError if none does."""
    found = [action for action, drawn in outcomes(match).items() if drawn == tidy(picture)]
    assert found, f"no legal action leads to\n{tidy(picture)}\nfrom\n{picture_of(match)}"
    match.play(found[0])
    return match
