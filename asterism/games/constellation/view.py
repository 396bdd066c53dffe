"""The Gamers Constellation in words, as text and as the browser's scene. Everything here reads a seen record."""

from __future__ import annotations

from itertools import zip_longest
from typing import Any

from asterism.core.game import Said
from asterism.core.header import OVER
from asterism.kit.hexes import SIDES, STEPS, Cell

from .goals import GOALS
from .matching import Board, around_moon, best_match, board_of, group_of
from .state import (
    ACTING,
    ACTIONS_A_SEAT,
    BEGIN,
    CHANGE,
    CLOUD,
    CLOUDING,
    DEAL,
    DEALING,
    EXCHANGE,
    KINDS,
    MOON,
    MOVE,
    NAMES_OF_CELLS,
    NONE,
    PAIRS,
    PLACE,
    STARS,
    STARTING,
    SWITCH,
    UNKNOWN,
)

NAMES = (*"abcdefghijklmnopqrstuvwx", "moon")  # of the tiles, by slot
KIND_NAMES = (*KINDS, "moon")
PHASES = {STARTING: "starting", DEALING: "dealing", ACTING: "acting", CLOUDING: "clouding"}
COUNTDOWN = 10  # actions: from here on the page counts them
SUPERSCRIPT = "¹²³⁴⁵"


def tiles_in_play(s: Any) -> list[int]:
    return [*range(int(s["stars"])), MOON]


def cell_of(s: Any, name: int) -> Cell:
    """The cell called `tile * 6 + side`."""
    tile, side = divmod(name, 6)
    return int(s["q"][tile]) + STEPS[side][0], int(s["r"][tile]) + STEPS[side][1]


def say(s: Any, action: int) -> Said:
    """An action about to be played, and the place on the page to click for it."""
    who = int(s["mover"])
    if 0 <= action < SWITCH:
        kind, name = divmod(action - PLACE, NAMES_OF_CELLS)
        return Said("place", {"who": who, "kind": KINDS[kind], **_beside(name)}, _cell_place(s, name))
    if SWITCH <= action < MOVE:
        star, kind = divmod(action - SWITCH, 3)
        args = {"who": who, "tile": NAMES[star], "old": KINDS[s["kind"][star]], "kind": KINDS[kind]}
        return Said("switch", args, f"tile:{star}")
    if MOVE <= action < EXCHANGE:
        name = action - MOVE
        return Said("move", {"who": who, **_beside(name)}, _cell_place(s, name))
    if EXCHANGE <= action < CLOUD:
        a, b = (int(tile) for tile in PAIRS[action - EXCHANGE])
        args = {"who": who, "tile": NAMES[a], "kind": _kind(s, a), "other": NAMES[b], "other_kind": _kind(s, b)}
        return Said("exchange", args, f"pair:{a},{b}")
    if CLOUD <= action < CHANGE:
        tile = action - CLOUD
        return Said("cloud", {"who": who, "tile": NAMES[tile], "kind": _kind(s, tile)}, f"tile:{tile}")
    if CHANGE <= action < DEAL:
        goal = action - CHANGE
        return Said("change", {"who": who, "goal": goal + 1}, f"goal:{goal + 1}")
    if action >= BEGIN:
        return Said("begin", {"who": action - BEGIN})
    why = "reached" if s["acted"] else "changed" if s["changed"] else "start"
    return Said("deal", {"who": int(s["receiver"]), "goal": max(0, action - DEAL + 1), "why": why})


def _kind(s: Any, tile: int) -> str:
    return KIND_NAMES[s["kind"][tile]]


def _beside(name: int) -> dict[str, int | str]:
    tile, side = divmod(name, 6)
    return {"tile": NAMES[tile], "side": SIDES[side]}


def _cell_place(s: Any, name: int) -> str:
    q, r = cell_of(s, name)
    return f"cell:{q},{r}"


# As text


def show(s: Any) -> str:
    """The board, the seats and the goals that the reader knows. Stars are 4, 5, 6 and a letter; ¹ is seat 1's cloud."""
    reserve = "  ".join(f"{4 + k}: {int(s['reserve'][k])}" for k in range(3))
    left = ACTIONS_A_SEAT * int(s["seats"]) - int(s["actions"])
    rows = [f"reserve  {reserve}   deck {int(s['deck'])}   actions left {left}", ""]
    rows += [f"    {row}" for row in board_rows(s)] + [""]
    known: list[int] = []
    for seat in range(int(s["seats"])):
        goals = [int(goal) for goal in s["goal"][seat, : s["goals"]] if goal != NONE]
        known += [goal for goal in goals if goal >= 0]
        names = " ".join("?" if goal == UNKNOWN else str(goal + 1) for goal in goals) or "-"
        arrow = ">" if seat == s["mover"] and s["phase"] != STARTING else " "
        points = f"   points {int(s['score'][seat])}" if s["points"] else ""
        won = "   won" if s["won"][seat] else ""
        rows.append(f"{arrow} seat {seat + 1}{points}   goals {names}{won}")
    return "\n".join(row.rstrip() for row in [*rows, *goal_rows(known)])


def board_rows(s: Any, letters: bool = True) -> list[str]:
    """The tiles, four columns a cell, each row shifted by half a cell."""
    placed = []
    for tile in tiles_in_play(s):
        clouds = "".join(SUPERSCRIPT[seat] for seat in range(int(s["seats"])) if s["cloud"][seat] == tile)
        text = "M" if tile == MOON else f"{4 + int(s['kind'][tile])}{NAMES[tile] if letters else ''}"
        placed.append((int(s["r"][tile]), 4 * int(s["q"][tile]) + 2 * int(s["r"][tile]), text + clouds))
    return draw(placed)


def draw(placed: list[tuple[int, int, str]]) -> list[str]:
    """Texts at (row, column), moved to the upper left corner."""
    top, left = min(row for row, _, _ in placed), min(column for _, column, _ in placed)
    rows = [""] * (max(row for row, _, _ in placed) - top + 1)
    for row, column, text in sorted(placed):
        rows[row - top] = rows[row - top].ljust(column - left) + text
    return rows


PICTURES = [(f"goal {i + 1}", *draw([(r, 2 * q + r, "●") for q, r in goal])) for i, goal in enumerate(GOALS)]


def goal_rows(goals: list[int]) -> list[str]:
    """Goals as pictures side by side, under their numbers."""
    pictures = [PICTURES[goal] for goal in goals]
    widths = [max(map(len, picture)) + 3 for picture in pictures]
    return [
        "  " + "".join(row.ljust(width) for row, width in zip(parts, widths, strict=True))
        for parts in zip_longest(*pictures, fillvalue="")
    ]


# As a scene


def view(s: Any) -> dict[str, Any]:
    left = ACTIONS_A_SEAT * int(s["seats"]) - int(s["actions"])
    board = board_of(s)
    stars = around_moon(board)
    return {
        "mover": int(s["mover"]) if s["phase"] != STARTING else None,
        "phase": "over" if s["to_act"] == OVER else PHASES[int(s["phase"])],
        "receiver": int(s["receiver"]) if s["receiver"] != NONE else None,
        "tiles": [_tile(s, tile) for tile in tiles_in_play(s)],
        "played": [int(tile) for tile in s["played"] if tile != NONE],
        "reserve": {kind: int(s["reserve"][k]) for k, kind in enumerate(KINDS)},
        "full": bool(s["stars"] == STARS),
        "left": left,
        "countdown": left if left <= COUNTDOWN else None,
        "deck": int(s["deck"]),
        "gone": [_goal(goal) for goal in range(len(GOALS)) if s["gone"][goal] and (goal < len(GOALS) - 1 or s["row"])],
        "seats": [
            {
                "points": int(s["score"][seat]),
                "cloud": int(s["cloud"][seat]) if s["cloud"][seat] != NONE else None,
                "goals": [_known(board, stars, int(goal)) for goal in s["goal"][seat, : s["goals"]] if goal != NONE],
                "won": bool(s["won"][seat]),
            }
            for seat in range(int(s["seats"]))
        ],
        # The constellations that the last action completed, for drawing them
        "reached": [
            {
                "seat": int(s["reached"][k]),
                "kind": KINDS[k],
                "goal": int(s["formed"][k]) + 1,
                "cells": [list(cell) for cell in group_of(board, k)],
            }
            for k in range(3)
            if s["reached"][k] != NONE
        ],
    }


def _goal(goal: int) -> dict[str, Any]:
    return {"goal": goal + 1, "cells": [list(cell) for cell in GOALS[goal]]}


def _known(board: Board, stars: tuple[int, ...], goal: int) -> dict[str, Any]:
    """A goal with the best matching so far; of an unknown one, nothing."""
    if goal == UNKNOWN:
        return {"goal": None, "cells": [], "match": None}
    return {**_goal(goal), "match": best_match(board, stars, goal)}


def _tile(s: Any, tile: int) -> dict[str, Any]:
    return {
        "tile": tile,
        "name": NAMES[tile],
        "kind": _kind(s, tile),
        "q": int(s["q"][tile]),
        "r": int(s["r"][tile]),
        "clouds": [seat for seat in range(int(s["seats"])) if s["cloud"][seat] == tile],
        "why": {verb: {"words": said.id, "args": dict(said.args)} for verb, said in why_not(s, tile).items()},
    }


def why_not(s: Any, tile: int) -> dict[str, Said]:
    """For each thing done to tiles in this phase that cannot be done to this one: the reason, in words."""
    if s["phase"] == CLOUDING:
        if s["blocking"]:
            return {"cloud": Said("why-cloud-was-here")} if s["cloud"][s["mover"]] == tile else {}
        return {} if tile in s["played"] else {"cloud": Said("why-not-exchanged")}
    above = next((seat for seat in range(int(s["seats"])) if s["cloud"][seat] == tile), None)
    cloud = None if above is None else Said("why-cloud", {"who": above})
    if s["stars"] == STARS:
        return {"exchange": cloud} if cloud else {}
    found: dict[str, Said] = {}
    if tile == MOON:
        found["switch"] = Said("why-moon-stays")
        if cloud or s["stars"] == 0:
            found["move"] = cloud or Said("why-no-star")
    else:
        found["move"] = Said("why-only-moon")
        other = any(s["reserve"][k] for k in range(3) if k != s["kind"][tile])
        if cloud or not other:
            found["switch"] = cloud or Said("why-no-other")
    return found
