"""The Gamers Constellation in words, as text and as the browser's scene. Everything here reads a seen record."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import zip_longest
from typing import Any, Literal, TypedDict

from asterism.core.game import Said
from asterism.core.header import OVER
from asterism.kit.hexes import SIDES, STEPS, Cell
from asterism.kit.plain import plain

from . import state as S
from .goals import GOALS, STEPS_OF
from .matching import Board, Fit, around_moon, best_match, board_of, group_of

NAMES = (*"abcdefghijklmnopqrstuvwx", "moon")  # of the tiles, by slot
KIND_NAMES: tuple[S.Kind | Literal["moon"], ...] = (*S.KINDS, "moon")
Phase = Literal["starting", "dealing", "acting", "clouding"]
PHASES: dict[int, Phase] = {S.STARTING: "starting", S.DEALING: "dealing", S.ACTING: "acting", S.CLOUDING: "clouding"}
COUNTDOWN = 10  # actions: from here on the page counts them
SUPERSCRIPT = "¹²³⁴⁵"
ONLY_MOON = Said("why-only-moon")


def tiles_in_play(s: Any) -> list[int]:
    return [*range(int(s["stars"])), S.MOON]


def say(s: Any, action: int) -> Said:
    """An action about to be played, and the place on the page to click for it."""
    return say_all(s, [action])[0]


def say_all(s: Any, actions: Sequence[int]) -> list[Said]:
    """Many actions of one moment. A record is slow to read, so it is read once."""
    who, q, r, kind = int(s["mover"]), s["q"].tolist(), s["r"].tolist(), s["kind"].tolist()
    said = []
    for action in actions:
        if 0 <= action < S.SWITCH:
            star, name = divmod(action - S.PLACE, S.NAMES_OF_CELLS)
            said.append(_place(who, star, name, q[name // 6], r[name // 6]))
        elif S.SWITCH <= action < S.MOVE:
            star, new = divmod(action - S.SWITCH, 3)
            said.append(_switch(who, star, kind[star], new))
        elif S.MOVE <= action < S.EXCHANGE:
            name = action - S.MOVE
            said.append(_move(who, name, q[name // 6], r[name // 6]))
        elif S.EXCHANGE <= action < S.CLOUD:
            a, b = S.PAIRS[action - S.EXCHANGE].tolist()
            said.append(_exchange(who, a, b, kind[a], kind[b]))
        elif S.CLOUD <= action < S.CHANGE:
            tile = action - S.CLOUD
            args = {"who": who, "tile": NAMES[tile], "kind": KIND_NAMES[kind[tile]]}
            said.append(Said("cloud", args, f"tile:{tile}"))
        elif S.CHANGE <= action < S.DEAL:
            goal = action - S.CHANGE
            said.append(Said("change", {"who": who, "goal": goal + 1}, f"goal:{goal + 1}"))
        elif action >= S.BEGIN:
            said.append(Said("begin", {"who": action - S.BEGIN}))
        else:
            why = "reached" if s["acted"] else "changed" if s["changed"] else "start"
            said.append(Said("deal", {"who": int(s["receiver"]), "goal": max(0, action - S.DEAL + 1), "why": why}))
    return said


# Of these there are so many in every list of choices that they are kept


@lru_cache(1 << 12)
def _place(who: int, kind: int, name: int, q: int, r: int) -> Said:
    return Said("place", {"who": who, "kind": S.KINDS[kind], **_beside(name)}, _cell_place(name, q, r))


@lru_cache(1 << 11)
def _move(who: int, name: int, q: int, r: int) -> Said:
    return Said("move", {"who": who, **_beside(name)}, _cell_place(name, q, r))


@lru_cache(1 << 11)
def _switch(who: int, star: int, old: int, new: int) -> Said:
    args = {"who": who, "tile": NAMES[star], "old": S.KINDS[old], "kind": S.KINDS[new]}
    return Said("switch", args, f"tile:{star}")


@lru_cache(1 << 12)
def _exchange(who: int, a: int, b: int, kind: int, other: int) -> Said:
    args = {"who": who, "tile": NAMES[a], "kind": KIND_NAMES[kind], "other": NAMES[b], "other_kind": KIND_NAMES[other]}
    return Said("exchange", args, f"pair:{a},{b}")


def _beside(name: int) -> dict[str, int | str]:
    tile, side = divmod(name, 6)
    return {"tile": NAMES[tile], "side": SIDES[side]}


def _cell_place(name: int, q: int, r: int) -> str:
    """The cell called `tile * 6 + side`, its tile lying at q and r."""
    across, down = STEPS[name % 6]
    return f"cell:{q + across},{r + down}"


# As text


def show(s: Any) -> str:
    """The board, the seats and the goals that the reader knows. Stars are 4, 5, 6 and a letter; ¹ is seat 1's cloud."""
    reserve = "  ".join(f"{4 + k}: {int(s['reserve'][k])}" for k in range(3))
    left = S.ACTIONS_A_SEAT * int(s["seats"]) - int(s["actions"])
    draws = f"   to draw {to_draw(s)}" if S.DRAWN_UNTIL[s["points"]] else ""
    rows = [f"reserve  {reserve}   deck {int(s['deck'])}{draws}   actions left {left}", ""]
    rows += [f"    {row}" for row in board_rows(s)] + [""]
    known: list[int] = []
    for seat in range(int(s["seats"])):
        goals = [int(goal) for goal in s["goal"][seat, : s["goals"]] if goal != S.NONE]
        known += [goal for goal in goals if goal >= 0]
        names = " ".join("?" if goal == S.UNKNOWN else str(goal + 1) for goal in goals) or "-"
        arrow = ">" if seat == s["mover"] and s["phase"] != S.STARTING else " "
        points = f"   points {int(s['score'][seat])}" if s["points"] else ""
        won = "   won" if s["won"][seat] else ""
        rows.append(f"{arrow} seat {seat + 1}{points}   goals {names}{won}")
    return "\n".join(row.rstrip() for row in [*rows, *goal_rows(known)])


def to_draw(s: Any) -> int | None:
    """§7.5 How many more goals will be drawn until the match ends; None where it does not end so."""
    deck = int(s["deck"])
    if s["points"] == S.UNTIL_DECK:
        return deck
    until = int(S.DRAWN_UNTIL[s["points"]])
    if until == 0:
        return None
    drawn = len(GOALS) - 1 + int(s["row"]) - deck
    return max(0 if s["to_act"] == OVER else 1, until - drawn)  # §9.11


def end(s: Any) -> Said:
    """§5 §6 Who completed what, or why it was over without."""
    last = [(int(s["reached"][k]), k) for k in range(3) if s["reached"][k] != S.NONE]
    if len(last) == 1:
        seat, k = last[0]
        return Said("end-completed", {"who": seat, "goal": int(s["formed"][k]) + 1, "kind": S.KINDS[k]})
    if last:
        return Said("end-several", {"whom": " ".join(str(seat) for seat, _ in last)})
    left = S.ACTIONS_A_SEAT * int(s["seats"]) - int(s["actions"])
    drawn = to_draw(s) == 0
    why = ("deck" if s["deck"] == 0 else "drawn") if drawn else "actions" if left == 0 else "reserve"
    return Said("end-without", {"why": why})


def board_rows(s: Any, letters: bool = True) -> list[str]:
    """The tiles, four columns a cell, each row shifted by half a cell."""
    q, r, kind, clouds = s["q"].tolist(), s["r"].tolist(), s["kind"].tolist(), s["cloud"].tolist()
    placed = []
    for tile in tiles_in_play(s):
        marks = "".join(mark for mark, under in zip(SUPERSCRIPT, clouds, strict=True) if under == tile)
        text = "M" if tile == S.MOON else f"{4 + kind[tile]}{NAMES[tile] if letters else ''}"
        placed.append((r[tile], 4 * q[tile] + 2 * r[tile], text + marks))
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


class Why(TypedDict):
    """A reason, in words of the game's Fluent files."""

    words: str
    args: Mapping[str, int | str]


class Tile(TypedDict):
    """A star or the Moon."""

    tile: int
    name: str
    kind: S.Kind | Literal["moon"]
    q: int
    r: int
    clouds: list[int]  # the seats whose cloud lies on it
    why: dict[str, Why]  # what cannot be done to it now, and why


class Step(TypedDict):
    """Where a further cell of a shape lies: on a side of one before it, counted from 1."""

    of: int
    side: str


class GoneGoal(TypedDict):
    """A goal that is out of the game."""

    goal: int
    cells: list[Cell]
    steps: list[Step]  # the same in steps, to be told


class Goal(TypedDict):
    """A goal in front of a seat."""

    goal: int | None  # null: not known to the reader
    cells: list[Cell]
    steps: list[Step]  # the same in steps, to be told
    match: Fit | None


class SeatView(TypedDict):
    """What lies in front of a seat."""

    points: int
    cloud: int | None  # the tile it lies on
    goals: list[Goal]
    won: bool


class Reached(TypedDict):
    """A constellation that the last action completed, for drawing it."""

    seat: int
    kind: S.Kind
    goal: int
    cells: list[Cell]


class Reserve(TypedDict):
    """How many stars of each kind are not in play."""

    four: int
    five: int
    six: int


class View(TypedDict):
    """What the page draws."""

    mover: int | None  # null: before lots are drawn
    phase: Phase | Literal["over"]
    receiver: int | None  # of the next goal
    tiles: list[Tile]
    played: list[int]  # the tiles of the last action
    reserve: Reserve
    full: bool  # all tiles are in play
    left: int  # actions
    countdown: int | None  # of the last actions
    deck: int
    to_draw: int | None  # goals until the match ends; null: it does not end so
    gone: list[GoneGoal]
    seats: list[SeatView]
    reached: list[Reached]


def view(record: Any) -> View:
    s = plain(record)
    left = S.ACTIONS_A_SEAT * int(s["seats"]) - int(s["actions"])
    four, five, six = s["reserve"].tolist()
    score, cloud, won, goals, gone = (s[name].tolist() for name in ("score", "cloud", "won", "goal", "gone"))
    board = board_of(s)
    stars = around_moon(board)
    return {
        "mover": int(s["mover"]) if s["phase"] != S.STARTING else None,
        "phase": "over" if s["to_act"] == OVER else PHASES[int(s["phase"])],
        "receiver": int(s["receiver"]) if s["receiver"] != S.NONE else None,
        "tiles": _tiles(s),
        "played": [tile for tile in s["played"].tolist() if tile != S.NONE],
        "reserve": {"four": four, "five": five, "six": six},
        "full": bool(s["stars"] == S.STARS),
        "left": left,
        "countdown": left if left <= COUNTDOWN else None,
        "deck": int(s["deck"]),
        "to_draw": to_draw(s),
        "gone": [_goal(goal) for goal, is_gone in enumerate(gone) if is_gone and (goal < len(GOALS) - 1 or s["row"])],
        "seats": [
            {
                "points": score[seat],
                "cloud": cloud[seat] if cloud[seat] != S.NONE else None,
                "goals": [_known(board, stars, goal) for goal in goals[seat][: s["goals"]] if goal != S.NONE],
                "won": bool(won[seat]),
            }
            for seat in range(int(s["seats"]))
        ],
        "reached": [
            {
                "seat": int(s["reached"][k]),
                "kind": S.KINDS[k],
                "goal": int(s["formed"][k]) + 1,
                "cells": group_of(board, k),
            }
            for k in range(3)
            if s["reached"][k] != S.NONE
        ],
    }


def _goal(goal: int) -> GoneGoal:
    steps: list[Step] = [{"of": of, "side": side} for of, side in STEPS_OF[goal]]
    return {"goal": goal + 1, "cells": list(GOALS[goal]), "steps": steps}


def _known(board: Board, stars: tuple[int, ...], goal: int) -> Goal:
    """A goal with the best matching so far; of an unknown one, nothing."""
    if goal == S.UNKNOWN:
        return {"goal": None, "cells": [], "steps": [], "match": None}
    return {**_goal(goal), "match": best_match(board, stars, goal)}


def _tiles(s: Any) -> list[Tile]:
    """Every tile in play, with the seats whose clouds are on it, and why it cannot be used."""
    q, r, kind = s["q"].tolist(), s["r"].tolist(), s["kind"].tolist()
    clouds: dict[int, list[int]] = {}
    for seat, under in enumerate(s["cloud"].tolist()[: s["seats"]]):
        clouds.setdefault(under, []).append(seat)
    why = why_not(s, clouds)
    return [
        {
            "tile": tile,
            "name": NAMES[tile],
            "kind": KIND_NAMES[kind[tile]],
            "q": q[tile],
            "r": r[tile],
            "clouds": clouds.get(tile, []),
            "why": {verb: {"words": said.id, "args": said.args} for verb, said in why[tile].items()},
        }
        for tile in tiles_in_play(s)
    ]


def why_not(s: Any, clouds: dict[int, list[int]]) -> dict[int, dict[str, Said]]:
    """For each tile, and each thing done to tiles in this phase that cannot be done to it: the reason, in words."""
    tiles = tiles_in_play(s)
    if s["phase"] == S.CLOUDING:
        if s["blocking"]:
            here = int(s["cloud"][s["mover"]])
            return {tile: {"cloud": Said("why-cloud-was-here")} if tile == here else {} for tile in tiles}
        played = s["played"].tolist()
        return {tile: {} if tile in played else {"cloud": Said("why-not-exchanged")} for tile in tiles}
    blocked = {tile: Said("why-cloud", {"who": seats[0]}) for tile, seats in clouds.items()}
    if s["stars"] == S.STARS:
        return {tile: {"exchange": blocked[tile]} if tile in blocked else {} for tile in tiles}
    found: dict[int, dict[str, Said]] = {tile: {"move": ONLY_MOON} for tile in tiles}
    reserve, kind = s["reserve"].tolist(), s["kind"].tolist()
    for star in tiles[:-1]:
        if star in blocked:
            found[star]["switch"] = blocked[star]
        elif not any(count for k, count in enumerate(reserve) if k != kind[star]):
            found[star]["switch"] = Said("why-no-other")
    found[S.MOON] = {"switch": Said("why-moon-stays")}
    if S.MOON in blocked or len(tiles) == 1:
        found[S.MOON]["move"] = blocked.get(S.MOON) or Said("why-no-star")
    return found
