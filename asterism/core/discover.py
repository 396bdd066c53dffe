"""Games are found by listing folders; nothing registers them."""

from __future__ import annotations

import importlib
from difflib import get_close_matches
from functools import cache
from pathlib import Path

from .compile_cache import game_folders
from .game import BadInput, Game


@cache
def names() -> tuple[str, ...]:
    """Every game's name, in alphabetical order. Folders that begin with an underscore are not offered."""
    found = {
        path.parent.name.replace("_", "-")
        for folder in game_folders()
        for path in folder.glob("*/__init__.py")
        if not path.parent.name.startswith("_")
    }
    return tuple(sorted(found))


def folder_of(name: str) -> Path:
    """The folder of the game of this name, as a folder or on the command line, `_template` too; it is not imported."""
    wanted = name.replace("_", "-")
    if wanted not in names() and name != "_template":
        close = get_close_matches(wanted, names(), 1)
        hint = f"did you mean {close[0]}?" if close else f"there are: {', '.join(names())}"
        raise BadInput(f"there is no game {name!r}; {hint}")
    module = name.replace("-", "_")
    return next(path for games in game_folders() if (path := games / module).joinpath("__init__.py").is_file())


@cache
def find(name: str) -> Game:
    """The game of this name, as a folder or on the command line; `_template` too."""
    game: Game = importlib.import_module(f"asterism.games.{folder_of(name).name}").GAME
    return game


def games() -> list[Game]:
    return [find(name) for name in names()]
