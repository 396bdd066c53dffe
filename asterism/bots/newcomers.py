"""The first match that a game offers to newcomers, and how stand-ins for newcomers play it, from `newcomers.toml`.

The file in the folder of a game:

    [first]                   # the match that is offered to somebody who is new to the game
    newcomer = "adult"        # the stand-in that was measured to win about half of these matches (`stand_ins.py`)
    seats = 2                 # one for the newcomer, bots on the others
    level = "easy"            # of the bots
    options = { gentle = 1 }  # that differ from the defaults; may be left out

    [adult]                   # a stand-in
    looks = "greedy"          # the plan of the game that gives the visible gain of an action, or "hints"
    overlooks = 40            # percent of actions that go unnoticed, in place of the default; may be left out
    never = ["booboo"]        # actions that it never thinks of, by their messages in `say`; may be left out

A game without the file has no stand-ins. Its first match has the fewest seats from two on, default options, and bots of
the middle level.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from asterism.core.game import BadInput, Game

from .levels import USUAL, level_named

FILE = "newcomers.toml"
FIRST = "first"


@dataclass(frozen=True)
class First:
    """The first match that is offered to a newcomer, who gets one seat; bots of one level play the others."""

    seats: int
    level: str
    options: Mapping[str, int]  # every option of the game
    newcomer: str = ""  # the stand-in that wins about half of these matches; empty: not measured


@dataclass(frozen=True)
class Eyes:
    """What a stand-in notices in one game."""

    looks: str  # the name of the plan that gives visible gains, or "hints"
    overlooks: int | None = None  # percent of actions that go unnoticed; None: the default of this stand-in
    never: frozenset[str] = frozenset()  # actions that it never thinks of, by their messages in `say`


@dataclass(frozen=True)
class Newcomers:
    """The contents of `newcomers.toml`."""

    first: First
    eyes: Mapping[str, Eyes] = field(default_factory=dict)  # by the name of the stand-in


@cache
def newcomers_of(game: Game) -> Newcomers:
    """Read what a game declares for newcomers; BadInput names an entry that is wrong."""
    if FILE not in game.files(""):
        return Newcomers(usual_first(game))
    try:
        declared = tomllib.loads(game.text(FILE))
    except tomllib.TOMLDecodeError as problem:
        raise BadInput(f"{FILE} of {game.name} is not TOML: {problem}") from None
    check_types(game, declared, dict.fromkeys(declared, dict), FILE)
    eyes = {name: read_eyes(game, given, name) for name, given in declared.items() if name != FIRST}
    return Newcomers(read_first(game, declared.get(FIRST, {}), eyes), eyes)


def first_of(game: Game) -> First:
    """The first match of a game."""
    return newcomers_of(game).first


def usual_first(game: Game) -> First:
    """The first match of a game that declares none."""
    seats = min(max(game.seats[0], 2), game.seats[1])
    return First(seats, USUAL, game.check_options(seats, {}))


def read_first(game: Game, given: Mapping[str, Any], eyes: Mapping[str, Eyes]) -> First:
    """The section `[first]`; entries that are left out are those of `usual_first`."""
    check_types(game, given, {"newcomer": str, "seats": int, "level": str, "options": dict}, FIRST)
    usual = usual_first(game)
    seats, newcomer = given.get("seats", usual.seats), given.get("newcomer", "")
    if newcomer and newcomer not in eyes:
        raise BadInput(f"{FILE} of {game.name}: it declares no newcomer {newcomer!r}")
    level = level_named(given.get("level", usual.level)).name
    return First(seats, level, game.check_options(seats, given.get("options", {})), newcomer)


def read_eyes(game: Game, given: Mapping[str, Any], name: str) -> Eyes:
    """The section of the stand-in `name`."""
    check_types(game, given, {"looks": str, "overlooks": int, "never": list}, name)
    overlooks = given.get("overlooks")
    if "looks" not in given:
        raise BadInput(f"{FILE} of {game.name}: [{name}] does not say what it looks at")
    if overlooks is not None and not 0 <= overlooks < 100:
        raise BadInput(f"{FILE} of {game.name}: [{name}] overlooks 0 to 99 of a hundred actions, not {overlooks}")
    return Eyes(given["looks"], overlooks, frozenset(map(str, given.get("never", []))))


def check_types(game: Game, given: Mapping[str, Any], known: Mapping[str, type], where: str) -> None:
    """Raise BadInput where a key is unknown, or its value has another type than in `known`."""
    for key, value in given.items():
        if key not in known:
            raise BadInput(f"{FILE} of {game.name}: [{where}] has no {key!r}; it may have: {', '.join(known)}")
        if type(value) is not known[key]:
            raise BadInput(f"{FILE} of {game.name}: {key} in [{where}] cannot be {value!r}")
